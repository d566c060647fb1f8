//! Defects counted, and points inside or outside, against the sum of solid angles.

use gouge::geom::Vec3;
use gouge::mesh::{Classifier, Mesh, Units, defects, read};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::shared;

/// A box of twelve triangles, corners at whole numbers.
fn block(lo: [i32; 3], hi: [i32; 3]) -> Mesh {
    let corner = |bits: usize| {
        Vec3::from_fn(|axis, _| f64::from(if bits >> axis & 1 == 1 { hi[axis] } else { lo[axis] }))
    };
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}

/// Both bodies, corners in common welded.
fn joined(bodies: &[Mesh]) -> Mesh {
    let mut mesh = Mesh::default();
    for body in bodies {
        let indices: Vec<u32> = body
            .vertices
            .iter()
            .map(|v| {
                let known = mesh.vertices.iter().position(|w| w == v);
                known.unwrap_or_else(|| {
                    mesh.vertices.push(*v);
                    mesh.vertices.len() - 1
                }) as u32
            })
            .collect();
        mesh.triangles.extend(body.triangles.iter().map(|t| t.map(|v| indices[v as usize])));
    }
    mesh
}

fn turned_inside_out(mut mesh: Mesh) -> Mesh {
    mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    mesh
}

#[test]
fn a_block_is_watertight() {
    let report = defects::examine(&block([0, 0, 0], [2, 3, 4]));
    assert!(report.watertight && report.closed && !report.inverted);
    assert_eq!(report.volume, Some(24.0));
    assert_eq!((report.degenerate, report.duplicates, report.open_edges), (0, 0, 0));
    assert_eq!(report.components.len(), 1);
    let report = defects::examine(&turned_inside_out(block([0, 0, 0], [2, 3, 4])));
    assert!(report.watertight && report.inverted);
    assert_eq!(report.volume, Some(-24.0));
}

#[test]
fn defects_are_counted_and_kept() {
    let mut mesh = block([0, 0, 0], [1, 1, 1]);
    mesh.triangles.remove(5);
    let report = defects::examine(&mesh);
    assert!(!report.watertight && !report.closed);
    assert_eq!((report.open_edges, report.volume), (3, None));

    let mut mesh = block([0, 0, 0], [1, 1, 1]);
    mesh.triangles.insert(0, [3, 3, 1]);
    let report = defects::examine(&mesh);
    assert!(report.watertight, "a facet with a corner used twice has no edge of its own");
    assert_eq!((report.triangles, report.degenerate, report.components.len()), (13, 1, 1));
    assert_eq!(report.components[0].first, 1);

    let mut mesh = block([0, 0, 0], [1, 1, 1]);
    let [a, b, c] = mesh.triangles[0];
    mesh.triangles.push([b, c, a]);
    let report = defects::examine(&mesh);
    assert!(!report.watertight && !report.closed);
    assert_eq!((report.duplicates, report.non_manifold_edges), (1, 3));

    let mut mesh = block([0, 0, 0], [1, 1, 1]);
    mesh.triangles[0].swap(0, 1);
    let report = defects::examine(&mesh);
    assert_eq!((report.flipped_edges, report.open_edges, report.watertight), (3, 0, false));

    // A sliver of three different corners on one line.
    let mut mesh = block([0, 0, 0], [1, 1, 1]);
    mesh.vertices.push(Vec3::new(0.5, 0.0, 0.0));
    mesh.triangles.push([0, 8, 1]);
    assert_eq!(defects::examine(&mesh).degenerate, 1);
}

#[test]
fn bodies_are_told_apart() {
    let hollow = turned_inside_out(block([1, 1, 1], [2, 2, 2]));
    let mesh = joined(&[block([0, 0, 0], [4, 4, 4]), hollow, block([9, 0, 0], [10, 1, 1])]);
    let report = defects::examine(&mesh);
    assert!(report.watertight);
    let volumes: Vec<_> = report.components.iter().map(|c| c.volume.unwrap()).collect();
    assert_eq!(volumes, [64.0, -1.0, 1.0]);
    assert_eq!(report.volume, Some(64.0));
    let inside = Classifier::new(&mesh);
    assert_eq!(inside.winding(&Vec3::new(0.5, 1.5, 1.5)), 1);
    assert_eq!(inside.winding(&Vec3::new(1.5, 1.5, 1.5)), 0);

    // Two blocks that share one edge: closed, though that edge has four facets.
    let mesh = joined(&[block([0, 0, 0], [1, 1, 1]), block([1, 1, 0], [2, 2, 1])]);
    let report = defects::examine(&mesh);
    assert!(!report.watertight && report.closed);
    assert_eq!((report.non_manifold_edges, report.volume), (1, Some(2.0)));
}

/// Sum of the solid angles of all facets over 4π: the winding number in the usual sense.
fn solid_angle(mesh: &Mesh, point: &Vec3) -> f64 {
    let angle = |index: usize| {
        let [a, b, c] = mesh.triangle(index).map(|v| v - point);
        let (la, lb, lc) = (a.norm(), b.norm(), c.norm());
        let down = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        2.0 * a.dot(&b.cross(&c)).atan2(down)
    };
    (0..mesh.triangles.len()).map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// The winding number from the sum, when the point is far enough from the surface to tell.
fn certain(mesh: &Mesh, point: &Vec3) -> Option<i32> {
    let sum = solid_angle(mesh, point);
    let near = (0..mesh.triangles.len()).any(|i| distance(&mesh.triangle(i), point) < 1e-6);
    (!near).then(|| {
        assert!((sum - sum.round()).abs() < 1e-3, "{point}: {sum}");
        sum.round() as i32
    })
}

fn distance([a, b, c]: &gouge::geom::Triangle, p: &Vec3) -> f64 {
    let segment = |u: &Vec3, v: &Vec3| {
        let d = v - u;
        let t = if d.norm_squared() > 0.0 { (p - u).dot(&d) / d.norm_squared() } else { 0.0 };
        (p - u - d * t.clamp(0.0, 1.0)).norm()
    };
    let normal = (b - a).cross(&(c - a));
    let within = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(u, v)| (*v - *u).cross(&(p - *u)).dot(&normal) >= 0.0);
    let rim = segment(a, b).min(segment(b, c)).min(segment(c, a));
    if within && normal.norm() > 0.0 {
        rim.min(((p - a).dot(&normal) / normal.norm()).abs())
    } else {
        rim
    }
}

/// Points on a coarse lattice fall over and under corners and edges all the time.
#[test]
fn lattice_points_agree_with_solid_angles() {
    let spot = || proptest::array::uniform3(0..6i32);
    let body = (spot(), spot(), any::<bool>()).prop_filter_map("flat", |(a, b, invert)| {
        let lo = [0, 1, 2].map(|i| a[i].min(b[i]));
        let hi = [0, 1, 2].map(|i| a[i].max(b[i]));
        let body = block(lo, hi);
        (0..3).all(|i| lo[i] < hi[i]).then(|| if invert { turned_inside_out(body) } else { body })
    });
    // Shearing tilts the sides, by halves, so that all stays exact.
    let scene = (proptest::collection::vec(body, 1..4), proptest::array::uniform3(-2..3i32));
    let points = proptest::collection::vec(proptest::array::uniform3(-2..26i32), 20);
    let mut runner = TestRunner::new(Config { cases: 2_000, ..Config::default() });
    let mut told = 0;
    let counter = std::cell::RefCell::new(&mut told);
    runner
        .run(&(scene, points), |((bodies, shear), points)| {
            let mut mesh = joined(&bodies);
            let [sx, sy, sz] = shear.map(|s| f64::from(s) * 0.5);
            let tilt = |v: &Vec3| Vec3::new(v.x + sx * v.z, v.y + sy * v.x, v.z + sz * v.y);
            mesh.vertices.iter_mut().for_each(|v| *v = tilt(v));
            let inside = Classifier::new(&mesh);
            for point in points {
                let point = tilt(&Vec3::from(point.map(|c| f64::from(c) * 0.25)));
                if let Some(winding) = certain(&mesh, &point) {
                    prop_assert_eq!(inside.winding(&point), winding);
                    prop_assert_eq!(inside.contains(&point), winding != 0);
                    **counter.borrow_mut() += 1;
                }
            }
            Ok(())
        })
        .unwrap();
    assert!(told > 10_000, "{told}");
}

#[test]
fn real_parts_agree_with_solid_angles() {
    let Some(folder) = shared() else { return };
    for name in ["trimesh/torus.STL", "fabex/waterline_Torus.stl", "aptpost/basemach.STL"] {
        let mesh = read(&folder.join("meshes").join(name), Units::Millimetre).unwrap().mesh;
        let report = defects::examine(&mesh);
        assert!(report.closed, "{name}");
        let inside = Classifier::new(&mesh);
        let bounds = mesh.bounds();
        let corner = |i: usize| mesh.vertices[i * 7919 % mesh.vertices.len()];
        for i in 0..400 {
            // Above and below corners, above and below edges, and anywhere.
            let share = |k: usize| ((i * k) % 1009) as f64 / 1008.0;
            let anywhere = bounds.lo
                + bounds.size().component_mul(&Vec3::new(share(571), share(283), share(97)));
            let [a, b, _] = mesh.triangle(i * 104_729 % mesh.triangles.len());
            let edge = a + (b - a) * 0.5;
            for point in [
                anywhere,
                Vec3::new(corner(i).x, corner(i).y, anywhere.z),
                Vec3::new(edge.x, edge.y, anywhere.z),
            ] {
                if let Some(winding) = certain(&mesh, &point) {
                    assert_eq!(inside.winding(&point), winding, "{name}: {point}");
                }
            }
        }
    }
}
