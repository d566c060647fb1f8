//! Sweeps of a path that are cleared together.

use gouge_random::Random;

use super::{TOOLS, exactly, levels, pieces, soup};
use crate::tree::wide::WideTree;
use crate::tree::{Course, Facets};
use gouge_mesh::geom::{Swept, Vec3};
use gouge_mesh::mesh::Mesh;

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
                        let found = exactly(body, &facet, (from, travel), floor, GAP);
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

/// With a tolerance of a twentieth of a millimetre no motions were looked at together: all that
/// deep was taken for gouging, and a chord for too long.
#[test]
fn motions_are_cleared_together_whatever_depth_is_asked_for() {
    let corners = [[-90.0, -90.0], [90.0, -90.0], [90.0, 90.0], [-90.0, 90.0]];
    let vertices = corners.map(|[x, y]| Vec3::new(x, y, -0.02)).to_vec();
    let mesh = Mesh { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] };
    let tree = WideTree::new(&mesh);
    let body = &pieces("flat:8")[0];
    let turn = |k: i32| {
        let (sin, cos) = (0.02 * f64::from(k)).sin_cos();
        Vec3::new(8.0 * cos, 8.0 * sin, -0.03)
    };
    let points: Vec<Vec3> = (0..100).map(turn).collect();
    for depth in [0.015, 0.05, 0.5] {
        let mut searcher = tree.searcher(Course { carry: true, points: &points });
        let together = searcher.clear(body, &points, depth);
        assert!(together >= 2, "{depth}: {together}");
    }
}

/// What stands above the mesh was searched for motion by motion, or for as many as keep near a
/// chord.
#[test]
fn what_stands_above_the_mesh_is_clear_without_a_search() {
    let mesh = soup(&mut Random::new(7), 5000, Vec3::zeros());
    let tree = WideTree::new(&mesh);
    let body = &pieces("flat:8")[0];
    let mut random = Random::new(8);
    let above = |mut p: Vec3| {
        p.z = mesh.bounds().hi.z - 0.005;
        p
    };
    let points: Vec<Vec3> = (0..100).map(|_| above(random.vector(9.0))).collect();
    let mut searcher = tree.searcher(Course { carry: true, points: &points });
    assert_eq!(searcher.clear(body, &points, 0.01), 99);
    assert_eq!(searcher.clear(body, &points, 0.004), 0);
    let swept = Swept { from: points[0], travel: points[1] - points[0], body, grow: 0.0 };
    let deepest = searcher.deepest(&swept, 0.01, 1e-6, &mut |_, _| panic!("nothing is that deep"));
    assert_eq!((deepest, searcher.stats().nodes), (0.01, 0));
}
