//! Every kind of tool on every kind of motion over random facets: bounds hold the truth, the
//! verdict is right on both sides of the tolerance, the witness is real.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use gouge::geom::Vec3;
use rayon::prelude::*;

use crate::judge::{Case, options, run};
use crate::path::{self, path};
use crate::random::seeded;
use crate::scene::{aim, mesh_of, soup, truth};
use crate::tools::{self, tool};
use crate::{cases, first};

/// Motions over one soup.
const MOTIONS: usize = 8;

#[test]
fn bounds_hold_the_truth() {
    let pairs: Vec<(&str, &str)> =
        tools::KINDS.iter().flat_map(|&t| path::KINDS.iter().map(move |&p| (t, p))).collect();
    let (weak, gouges) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failures: Vec<String> = pairs
        .par_iter()
        .enumerate()
        .flat_map_iter(|(i, &(tool, path))| {
            let scenes = first() / MOTIONS..(first() + cases(16)).div_ceil(MOTIONS);
            let wrong: Vec<String> = scenes
                .flat_map(|s| scene(tool, path, (i * 1_000_003 + s) as u64, &weak, &gouges))
                .collect();
            let count = wrong.len();
            wrong.into_iter().take(3).map(move |w| format!("{tool} × {path} ({count}): {w}"))
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} pairs fail:\n{}",
        failures.len(),
        pairs.len(),
        failures.join("\n")
    );
}

fn scene(
    tool_kind: &str,
    path_kind: &str,
    seed: u64,
    weak: &AtomicUsize,
    gouges: &AtomicUsize,
) -> Vec<String> {
    let random = &mut seeded(seed);
    let tool = tool(tool_kind, random);
    let far = if random.chance(0.1) { random.vector(1e4) } else { Vec3::zeros() };
    let count = 1 + random.below(5);
    let facets = soup(&tool, count, random).iter().map(|f| f.map(|v| v + far)).collect::<Vec<_>>();
    let mut options = options();
    options.all_depths = random.chance(0.3);
    if random.chance(0.3) {
        options.tolerance = [0.001, 0.1, 0.5][random.below(3)];
    }
    if random.chance(0.3) {
        options.allowance = random.between(0.0, 1.0);
        options.deviation = random.between(0.0, 0.3);
    }
    let grow = options.allowance + options.deviation;
    let (tol, eps) = (options.tolerance, 0.01 * options.tolerance);
    let mut tried = Vec::new();
    for _ in 0..MOTIONS {
        let path = path(path_kind, tool.size, random).shifted(&far);
        tried.push(match random.below(4) {
            0 => {
                let peak = truth(&tool, &path, &facets, random);
                (path, peak)
            }
            // Exactly at the tolerance, give or take a few ε.
            1 => {
                let off = [-3.0, -1.0, -0.1, 0.0, 0.1, 1.0, 3.0][random.below(7)] * eps;
                aim(&tool, path, &facets, tol + off - grow, random)
            }
            2 => aim(&tool, path, &facets, -grow, random),
            _ => aim(&tool, path, &facets, tol * random.between(0.0, 8.0) - grow, random),
        });
    }
    let motions: Vec<_> = tried.iter().map(|(p, _)| p.motion()).collect();
    let outcome = run(&mesh_of(&facets), &tool.spec, &motions, &options);
    tried
        .iter()
        .enumerate()
        .filter_map(|(i, (path, peak))| {
            let finding = outcome.findings.iter().find(|f| f.motion as usize == i);
            let case = Case {
                tool: &tool,
                path,
                facets: &facets,
                grow,
                allowance: options.allowance,
                peak: *peak,
            };
            weak.fetch_add(usize::from(case.weak(&options, finding.as_deref())), Relaxed);
            gouges.fetch_add(usize::from(finding.is_some()), Relaxed);
            let wrong = case.judge(&options, &outcome.motions.at(i), finding.as_deref()).err()?;
            Some(format!(
                "seed {seed} motion {i}: {wrong} (tolerance {tol}, growth {grow}, tool {})",
                tool.spec.text
            ))
        })
        .collect()
}
