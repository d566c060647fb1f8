//! No part of a tool deeper than the tolerance is ever inside the material of a clean motion,
//! whether the surface is near or not, and whatever motions came before.

use gouge::geom::Vec3;
use gouge::verify::Verdict;

use crate::cases;
use crate::judge::{options, run};
use crate::path::{KINDS, path};
use crate::random::{Random, seeded};
use crate::solids::{part, winding};
use crate::tools::tool;

/// Points well inside the tool.
fn core(tool: &crate::tools::Tool, least: f64, random: &mut Random) -> Vec<Vec3> {
    let height = tool.height.unwrap_or(tool.size);
    let mut points = Vec::new();
    for _ in 0..200 {
        let mut x = random.vector(tool.size);
        x.z = random.between(0.0, height);
        if tool.solid.at(&x) > least && points.len() < 12 {
            points.push(x);
        }
    }
    points
}

#[test]
fn a_clean_tool_is_outside() {
    let (mut buried, mut clean) = (0, 0);
    for (k, kind) in ["flat len", "ball len", "bull len", "drill len", "t-slot", "mesh", "flat"]
        .iter()
        .enumerate()
    {
        for s in 0..cases(120).div_ceil(12) {
            let seed = (k * 1_000_003 + s) as u64 + 7_000_000_000;
            let random = &mut seeded(seed);
            let tool = tool(kind, random);
            // Parts from far smaller to far larger than the tool.
            let size = tool.size * [0.3, 1.0, 5.0, 20.0][random.below(4)];
            let mesh = part(size, random);
            let mut options = options();
            options.tolerance = 0.01 * tool.size;
            let mut at = random.vector(2.0 * size);
            let paths: Vec<_> = (0..12)
                .map(|_| {
                    let name = KINDS[random.below(KINDS.len())];
                    let step = path(name, 0.2 * size, random);
                    // Most motions go on where the last one ended.
                    if random.chance(0.2) {
                        at = random.vector(2.0 * size);
                    }
                    let moved = step.shifted(&(at - step.at(0.0)));
                    at = moved.at(1.0);
                    moved
                })
                .collect();
            let motions: Vec<_> = paths.iter().map(|p| p.motion()).collect();
            let outcome = run(&mesh, &tool.spec, &motions, &options);
            buried += outcome.findings.iter().filter(|f| f.buried).count();
            let points = core(&tool, 1.05 * options.tolerance, random);
            for (path, motion) in paths.iter().zip(outcome.motions.iter()) {
                if motion.verdict != Verdict::Clean {
                    continue;
                }
                clean += 1;
                for (way, _) in path.ways() {
                    for t in [0.0, 0.5, 1.0] {
                        for x in &points {
                            let turns = winding(&mesh, &(way.at(t) + x));
                            assert!(
                                turns.abs() < 0.5,
                                "{kind} seed {seed} {path:?}: {turns} at {t}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(buried > 5 && clean > 100, "{buried} buried, {clean} clean");
}
