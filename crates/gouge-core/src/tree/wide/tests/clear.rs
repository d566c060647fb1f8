//! Sweeps of a path that are cleared together.

use gouge_random::Random;

use super::{TOOLS, levels, pieces, soup};
use crate::sweep::{Sag, deepest};
use crate::tree::wide::WideTree;
use crate::tree::{Course, Facets};
use gouge_mesh::geom::Vec3;

/// Every sweep that is told clear with others, against every facet.
#[test]
fn what_is_cleared_together_no_facet_reaches() {
    const GAP: f64 = 1e-7;
    let mut random = Random::new(31);
    let (mut clear, mut near) = (0, 0);
    for case in 0..600 {
        let around = random.vector([0.0, 50.0, 3e3][case % 3]);
        let count = 1 + random.below(120);
        let mesh = soup(&mut random, count, around);
        let pieces = pieces(TOOLS[case % TOOLS.len()]);
        let body = &pieces[random.below(pieces.len())];
        let step = random.direction() * [0.01, 0.1, 0.5][random.below(3)];
        let first = around + random.vector(14.0) - Vec3::new(0.0, 0.0, 4.0);
        let bent = [0.0, 1e-3, 0.01][random.below(3)];
        let bend = random.vector(bent);
        let points: Vec<Vec3> = (0..100)
            .map(|k| first + step * f64::from(k) + bend * (f64::from(k) * 0.3).sin())
            .collect();
        let depth = [1e-4, 0.01, 0.2][random.below(3)];
        for level in levels() {
            let tree = WideTree::with_level(&mesh, level);
            let mut searcher = tree.searcher(Course { carry: true, points: &points });
            let mut at = 0;
            while at + 1 < points.len() {
                let together = searcher.clear(body, &points[at..], depth);
                for ends in points[at..=at + together].windows(2) {
                    let (from, travel) = (ends[0], ends[1] - ends[0]);
                    for facet in (0..count).map(|index| mesh.triangle(index)) {
                        let floor = -1.0;
                        let found = deepest(body, &facet, &from, &travel, &Sag::NONE, floor, GAP);
                        assert!(found.is_none_or(|d| d.lo < depth), "{case}, {level:?}: {found:?}");
                        near += usize::from(found.is_some());
                    }
                }
                clear += together;
                at += together.max(1);
            }
        }
    }
    assert!(clear > 10_000 && near > 1000, "{clear}, {near}");
}
