//! Small closed parts, and whether a point is inside, by the solid angle of every facet.

use gouge::geom::{Triangle, Vec3};
use gouge::mesh::Mesh;

use crate::random::{Random, seeded};

/// A closed box, facets outwards.
pub fn block(lo: &Vec3, hi: &Vec3) -> Mesh {
    let corner = |i: usize| Vec3::from_fn(|k, _| if i >> k & 1 == 0 { lo[k] } else { hi[k] });
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles =
        quads.iter().flat_map(|&[a, b, c, d]: &[u32; 4]| [[a, b, c], [a, c, d]]).collect();
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

/// A prism over a polygon given counter-clockwise in (x, z), along y.
fn prism(outline: &[[f64; 2]], fan: &[[u32; 3]], depth: f64) -> Mesh {
    let n = outline.len() as u32;
    let ring = |y: f64| outline.iter().map(move |p| Vec3::new(p[0], y, p[1]));
    let vertices = ring(0.0).chain(ring(depth)).collect();
    let mut triangles = Vec::new();
    for &[a, b, c] in fan {
        triangles.push([a, b, c]);
        triangles.push([n + a, n + c, n + b]);
    }
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.push([i, n + j, j]);
        triangles.push([i, n + i, n + j]);
    }
    Mesh { vertices, triangles }
}

/// A box, a wedge, a fin on a base, a stepped block or a block with a cavity, about `size` wide.
pub fn part(size: f64, random: &mut Random) -> Mesh {
    let mut r = |lo: f64, hi: f64| size * random.between(lo, hi);
    match (r(0.0, 5.0) / size) as usize {
        0 => block(&Vec3::zeros(), &Vec3::new(r(0.5, 3.0), r(0.5, 3.0), r(0.3, 3.0))),
        1 => {
            let (x, z) = (r(0.5, 3.0), r(0.3, 3.0));
            prism(&[[0.0, 0.0], [x, 0.0], [r(0.1, 0.9), z]], &[[0, 1, 2]], r(0.5, 3.0))
        }
        2 => {
            // A thin fin on a base.
            let (w, h, x, t, top) =
                (r(1.0, 3.0), r(0.2, 0.6), r(0.2, 0.6), r(0.001, 0.2), r(0.7, 2.0));
            let outline = [
                [0.0, 0.0],
                [w, 0.0],
                [w, h],
                [x + t, h],
                [x + t, top],
                [x, top],
                [x, h],
                [0.0, h],
            ];
            let fan = [[0, 1, 3], [1, 2, 3], [0, 3, 6], [3, 4, 6], [4, 5, 6], [0, 6, 7]];
            prism(&outline, &fan, r(0.5, 3.0))
        }
        3 => {
            let (w, x, h, top) = (r(1.5, 3.0), r(0.3, 1.2), r(0.2, 1.0), r(1.1, 2.0));
            let outline = [[0.0, 0.0], [w, 0.0], [w, h], [x, h], [x, top], [0.0, top]];
            prism(&outline, &[[0, 1, 3], [1, 2, 3], [0, 3, 4], [0, 4, 5]], r(0.5, 3.0))
        }
        _ => {
            let (lo, hi) = (Vec3::zeros(), Vec3::new(r(2.0, 4.0), r(2.0, 4.0), r(2.0, 4.0)));
            let wall = r(0.05, 0.5);
            let mut mesh = block(&lo, &hi);
            let cavity = block(&lo.map(|v| v + wall), &hi.map(|v| v - wall));
            mesh.vertices.extend(&cavity.vertices);
            mesh.triangles.extend(cavity.triangles.iter().map(|t| [t[0] + 8, t[2] + 8, t[1] + 8]));
            mesh
        }
    }
}

/// Turns of the surface around `p` (Van Oosterom and Strackee 1983).
pub fn winding(mesh: &Mesh, p: &Vec3) -> f64 {
    let angle = |[a, b, c]: Triangle| {
        let (a, b, c) = (a - p, b - p, c - p);
        let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
        let below = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        2.0 * a.dot(&b.cross(&c)).atan2(below)
    };
    let sum: f64 = (0..mesh.triangles.len()).map(|i| angle(mesh.triangle(i))).sum();
    sum / (4.0 * std::f64::consts::PI)
}

#[test]
fn parts_are_closed_and_look_outwards() {
    for seed in 0..50 {
        let mesh = part(1.0, &mut seeded(seed));
        let report = gouge::mesh::defects::examine(&mesh);
        assert!(report.watertight && !report.inverted, "{report:?}");
    }
}
