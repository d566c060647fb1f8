//! The search for the deepest facet alone, which rests on bounds from below.

use fearless_simd::dispatch;
use gouge_random::Random;

use super::{TOOLS, exactly, levels, pieces, soup};
use crate::tree::wide::bounds::facets;
use crate::tree::wide::{WIDTH, WideTree};
use crate::tree::{Course, Facets};
use gouge_mesh::geom::{Swept, Vec3};

#[test]
fn every_facet_is_as_deep_as_what_is_told_of_it_at_least() {
    let mut random = Random::new(21);
    let (mut told, mut close) = (0, 0);
    for case in 0..1500 {
        let around = random.vector([0.0, 50.0, 3e3][case % 3]);
        let mesh = soup(&mut random, WIDTH, around);
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let body = &pieces[random.below(pieces.len())];
        let travel = random.direction() * [0.0, 0.01, 1.0, 20.0][random.below(4)];
        let from = around + random.vector(10.0) - Vec3::new(0.0, 0.0, 6.0);
        let grow = [0.0, 0.25][random.below(2)];
        let swept = Swept { from, travel, body, grow };
        let indices: [u32; WIDTH] = std::array::from_fn(|lane| lane as u32);
        for level in levels() {
            let tree = WideTree::with_level(&mesh, level);
            let query = tree.query(&swept, &[]);
            let least: [f32; WIDTH] = dispatch!(level, simd => {
                let least: [f32; WIDTH] = facets(simd, &query, &tree, &indices, -1e3).least.into();
                least
            });
            for (facet, least) in mesh.triangles.iter().zip(least) {
                if least == f32::NEG_INFINITY {
                    continue;
                }
                let facet = facet.map(|corner| mesh.vertices[corner as usize]);
                let floor = f64::NEG_INFINITY;
                let found = exactly(body, &facet, (from, travel), floor, 1e-7).unwrap();
                let least = f64::from(least) - grow;
                assert!(least <= found.hi, "{case}, {level:?}: {least} {found:?}");
                told += 1;
                close += usize::from(least > found.lo - 0.01);
            }
        }
    }
    assert!(told > 1000 && close > 500, "{told}, {close}");
}

/// Motions of a path, each looked for with what the ones before left, against every facet.
#[test]
fn the_deepest_facet_is_handed_over_whatever_lies_near() {
    const GAP: f64 = 1e-7;
    let mut random = Random::new(22);
    let (mut gouging, mut handed) = (0, 0);
    for case in 0..250 {
        let around = random.vector([0.0, 50.0, 3e3][case % 3]);
        let count = 1 + random.below(200);
        let mesh = soup(&mut random, count, around);
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let body = &pieces[0];
        let step = random.direction() * [0.01, 0.1, 0.5][random.below(3)];
        let first = around + random.vector(8.0) - Vec3::new(0.0, 0.0, 4.0);
        let bend = random.vector(0.01);
        let points: Vec<Vec3> = (0..30)
            .map(|k| first + step * f64::from(k) + bend * (f64::from(k) * 0.3).sin())
            .collect();
        let gap = [GAP, 0.005][random.below(2)];
        for level in levels() {
            let tree = WideTree::with_level(&mesh, level);
            let mut searcher = tree.searcher(Course { carry: true, points: &points });
            for ends in points.windows(2) {
                let (from, travel) = (ends[0], ends[1] - ends[0]);
                let swept = Swept { from, travel, body, grow: 0.0 };
                let depth = |index: u32, floor: f64| {
                    let facet = mesh.triangle(index as usize);
                    exactly(body, &facet, (from, travel), floor, GAP)
                };
                let mut best = (0.01, u32::MAX);
                let mut once = vec![false; count];
                searcher.deepest(&swept, 0.01, gap, &mut |index, floor| {
                    assert!(!std::mem::replace(&mut once[index as usize], true), "{case}: twice");
                    handed += 1;
                    if let Some(found) = depth(index, floor)
                        && (found.lo > best.0 || (found.lo == best.0 && index < best.1))
                    {
                        best = (found.lo, index);
                    }
                    best.0.max(floor)
                });
                let all = (0..count as u32).filter_map(|index| depth(index, 0.01)).map(|d| d.lo);
                let most = all.fold(0.01, f64::max);
                assert!((best.0 - most).abs() <= 2.0 * GAP, "{case}, {level:?}: {best:?} {most}");
                gouging += usize::from(best.0 > 0.01);
            }
        }
    }
    assert!(gouging > 2000 && handed < 10 * gouging, "{gouging}, {handed}");
}
