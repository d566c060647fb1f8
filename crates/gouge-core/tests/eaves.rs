//! How far up a body only grows: what stands lower beside it is over nothing of it.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::path::Path;

use gouge_core::tool::{NonconvexMesh, Piece, Polyhedron, Solid, Spec};
use gouge_mesh::geom::{Aabb, Body as _, Vec3};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_random::Random;

/// Rounding of a depth, mm.
const ROUNDING_MM: f64 = 1e-8;

/// Rings (radius, height) around the axis, closed by a point at either end.
fn revolve(bottom: f64, rings: &[[f64; 2]], top: f64) -> Mesh {
    const SIDES: u32 = 24;
    let mut mesh = Mesh::default();
    mesh.vertices.push(Vec3::new(0.0, 0.0, bottom));
    for [radius, z] in rings {
        mesh.vertices.extend((0..SIDES).map(|k| {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(SIDES)).sin_cos();
            Vec3::new(radius * cos, radius * sin, *z)
        }));
    }
    mesh.vertices.push(Vec3::new(0.0, 0.0, top));
    let at = |ring: u32, k: u32| 1 + ring * SIDES + k % SIDES;
    let last = rings.len() as u32 - 1;
    for k in 0..SIDES {
        mesh.triangles.push([0, at(0, k + 1), at(0, k)]);
        mesh.triangles.push([at(last, k), at(last, k + 1), at(last, SIDES - 1) + 1]);
        for ring in 0..last {
            let [a, b] = [at(ring, k), at(ring, k + 1)];
            let [c, d] = [at(ring + 1, k + 1), at(ring + 1, k)];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// A ball of radius 10 on the origin, and its lower half under a waist.
fn ball(waist: bool) -> Mesh {
    let ring = |i: u32| {
        let angle = PI * f64::from(i) / 12.0 - FRAC_PI_2;
        let waisted = if waist { 0.75 + 0.25 * (4.0 * angle).cos() } else { angle.cos() };
        let wide = if angle <= 0.0 { angle.cos() } else { waisted };
        [10.0 * wide, 10.0 + 10.0 * angle.sin()]
    };
    revolve(0.0, &(1..12).map(ring).collect::<Vec<_>>(), 20.0)
}

fn any(mesh: &Mesh) -> NonconvexMesh {
    NonconvexMesh::new(mesh.clone(), defects::examine(mesh).shells).unwrap()
}

fn turned(mut mesh: Mesh) -> Mesh {
    mesh.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    mesh
}

fn grown(mut mesh: Mesh, by: Vec3, scale: f64) -> Mesh {
    mesh.vertices.iter_mut().for_each(|v| *v = *v * scale + by);
    mesh
}

/// Both side by side.
fn both(mut mesh: Mesh, other: &Mesh) -> Mesh {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend(&other.vertices);
    mesh.triangles.extend(other.triangles.iter().map(|t| t.map(|v| v + first)));
    mesh
}

/// Checks that what lies d deep lies as deep wherever it is higher, up to d below the eaves, and
/// says how often there was something to check.
fn check(named: &str, bounds: &Aabb, eaves: f64, depth: impl Fn(&Vec3) -> f64) -> usize {
    let mut random = Random::new(5);
    let mut checked = 0;
    for _ in 0..4_000 {
        let share = Vec3::from_fn(|_, _| random.between(0.0, 1.0));
        let low = bounds.lo + bounds.size().component_mul(&share);
        let deep = depth(&low);
        if deep <= 0.0 || low.z > eaves - deep {
            continue;
        }
        let high = Vec3::new(low.x, low.y, random.between(low.z, eaves - deep));
        let told = depth(&high);
        assert!(told >= deep - ROUNDING_MM, "{named}: {deep} at {low:?}, {told} at {high:?}");
        checked += 1;
    }
    checked
}

#[test]
fn what_is_deep_below_the_eaves_is_as_deep_farther_up() {
    let spindle = |low: f64, high: f64| revolve(0.0, &[[8.0, low]], high);
    let parts = [
        ("ball", ball(false), 10.0),
        ("blunt above", spindle(12.0, 13.0), 12.0),
        ("blunt below", spindle(1.0, 14.0), 1.0),
        ("drum", revolve(0.0, &[[6.0, 0.0], [6.0, 9.0]], 9.0), 9.0),
    ];
    for (named, mesh, widest) in parts {
        let solid = Solid::Faceted(Polyhedron::new(&mesh).unwrap());
        let eaves = solid.eaves().unwrap();
        assert!((eaves - widest).abs() < 1e-5, "{named}: {eaves}");
        let checked = check(named, &mesh.bounds(), eaves, |x| solid.depth(x).depth);
        assert!(checked > 30, "{named}: {checked}");
    }
    let waisted = ball(true);
    let parts = [("waisted", waisted.clone()), ("inside out", turned(waisted))];
    for (named, mesh) in parts {
        let shell = any(&mesh);
        assert!((shell.eaves() - 10.0).abs() < 1e-9, "{named}: {}", shell.eaves());
        let checked = check(named, &mesh.bounds(), shell.eaves(), |x| shell.depth(x).0);
        assert!(checked > 300, "{named}: {checked}");
    }
    for spec in ["ball:6;len=9", "taper:2,10,20;len=50", "drill:8,118;len=20", "bull:8,2;len=9"] {
        let tool = Spec::parse(spec, Path::new("")).unwrap().build(60.0);
        let Piece::Solid(solid) = &tool.components[0].pieces[0] else { panic!("{spec}") };
        let bounds = solid.hull().bounds();
        if let Some(eaves) = solid.eaves() {
            let checked = check(spec, &bounds, eaves, |x| solid.depth(x).depth);
            assert!(checked > 300, "{spec}: {checked}");
        }
    }
}

/// What is wide below a second body has that over it, whatever it is itself.
#[test]
fn a_mesh_in_two_pieces_has_its_eaves_at_its_bottom() {
    let small = grown(ball(false), Vec3::new(14.0, 0.0, 3.0), 0.2);
    let inside = grown(ball(true), Vec3::new(0.0, 0.0, 2.0), 0.5);
    for mesh in [both(ball(true), &small), both(ball(true), &turned(inside))] {
        assert_eq!(any(&mesh).eaves(), 0.0);
    }
}
