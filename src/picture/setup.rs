//! The whole job from the front and from above, in program coordinates: what a setter compares
//! with the machine before the first start.

use std::collections::HashMap;

use super::scene::Scene;
use super::silhouette::silhouette;
use crate::geom::{Aabb, Vec3, unit_normal};
use crate::mesh::Mesh;
use crate::nc::Kind;
use crate::report::Report;
use crate::report::data::BodyRole;
use crate::report::data::picture::{Plane, Point, Setup, ToolView, Wire};

/// Facets that meet at a smaller angle are one face to the eye, radians.
const CREASE_RAD: f64 = 0.44;

/// Lines drawn of one body, the longest ones.
const MOST_LINES: usize = 1200;

/// Height of a cutter of no declared length, as a multiple of its diameter.
const COLUMN: f64 = 3.0;

/// The setup of a report.
pub fn of(report: &Report, scene: &Scene) -> Setup {
    let program = |p: Vec3| -> [f64; 3] { scene.to_program(p).into() };
    let boxed = |b: Aabb| (!b.is_empty()).then(|| [program(b.lo), program(b.hi)]);
    let bodies = scene.meshes.iter().enumerate().map(|(i, mesh)| {
        let (role, body) = match i.checked_sub(scene.parts) {
            None => (BodyRole::Part, i),
            Some(fixture) => (BodyRole::Fixture, fixture),
        };
        let lines = creases(mesh).into_iter().map(|line| line.map(program)).collect();
        Wire { role, body: body as u32, bounds: boxed(mesh.bounds()), lines }
    });
    let first = scene.motions.iter().position(|m| m.kind != Kind::Rapid);
    let first = first.and_then(|i| scene.track(i as u32)).map(|t| program(t.at(0.0)));
    let work = |p: [f64; 3]| scene.placement.part_to_work(Vec3::from(p));
    let witness = |r: &crate::report::data::Region| {
        (r.id, program(work(r.witness.surface_point_mm)), r.depth_mm[0])
    };
    let view = |(number, spec): (&u32, &crate::tool::Spec)| {
        let tool = spec.build(COLUMN * spec.shape.diameter());
        let plane = Plane::upright(Vec3::zeros(), &[Vec3::x()]);
        ToolView { number: *number, components: silhouette(&tool, &plane, &Vec3::zeros()) }
    };
    Setup {
        bodies: bodies.collect(),
        cutting: boxed(scene.cutting_bounds()),
        first_cut: first,
        witnesses: report.regions.iter().map(witness).collect(),
        contacts: contacts(scene),
        tools: scene.tools.iter().map(view).collect(),
    }
}

/// Cells along the longest side of the part in which one contact is kept.
const CELLS: f64 = 160.0;

/// The deepest contact of each cell, deepest last so that it is drawn on top.
fn contacts(scene: &Scene) -> Vec<([f64; 3], f64)> {
    let size = scene.part_bounds().size();
    let cell = (size.max() / CELLS).max(1e-3);
    let mut deepest: HashMap<[i64; 3], ([f64; 3], f64)> = HashMap::new();
    for f in scene.findings.gouges().filter(|f| (f.body as usize) < scene.parts) {
        let p: [f64; 3] = scene.to_program(f.surface_point).into();
        let kept = deepest.entry(p.map(|v| (v / cell).floor() as i64)).or_insert((p, 0.0));
        if f.depth[0] > kept.1 {
            *kept = (p, f.depth[0]);
        }
    }
    let mut list: Vec<_> = deepest.into_values().collect();
    let order = |p: &[f64; 3]| p.map(|v| v.to_bits());
    list.sort_by(|a, b| a.1.total_cmp(&b.1).then_with(|| order(&a.0).cmp(&order(&b.0))));
    list
}

/// Edges where facets meet at an angle, or where only one is, the longest ones.
fn creases(mesh: &Mesh) -> Vec<[Vec3; 2]> {
    let mut normals: HashMap<[u32; 2], Vec<Vec3>> = HashMap::new();
    for (i, t) in mesh.triangles.iter().enumerate() {
        let normal = unit_normal(&mesh.triangle(i));
        for k in 0..3 {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            normals.entry([a.min(b), a.max(b)]).or_default().push(normal);
        }
    }
    let sharp = |n: &Vec<Vec3>| n.len() != 2 || n[0].dot(&n[1]) < CREASE_RAD.cos();
    let ends = |e: &[u32; 2]| e.map(|v| mesh.vertices[v as usize]);
    let mut edges: Vec<[u32; 2]> =
        normals.iter().filter(|(_, n)| sharp(n)).map(|(e, _)| *e).collect();
    let length = |e: &[u32; 2]| {
        let [a, b] = ends(e);
        (b - a).norm()
    };
    edges.sort_by(|a, b| length(b).total_cmp(&length(a)).then_with(|| a.cmp(b)));
    edges.truncate(MOST_LINES);
    edges.iter().map(ends).collect()
}

/// A point of space in one of the two views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Along Y: X to the right, Z up.
    Front,
    /// From above: X to the right, Y up.
    Top,
}

impl View {
    /// Where a point is seen.
    pub fn see(self, p: [f64; 3]) -> Point {
        match self {
            Self::Front => [p[0], p[2]],
            Self::Top => [p[0], p[1]],
        }
    }
}
