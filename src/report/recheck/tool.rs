//! A tool as its declaration says, built from silhouettes without cutting it into pieces.

use super::facets;
use super::silhouette::{Section, Silhouette, Wall};
use crate::geom::{Triangle, Vec3};
use crate::report::data::Component;
use crate::tool::{Edge, Profile, Shape, Spec};

/// Shape of a component, about the control point.
enum Form {
    Round(Silhouette),
    Faceted(Vec<Triangle>),
}

/// One component of a tool.
pub struct Part {
    /// What it is for.
    pub role: Component,
    /// Distance to keep, mm.
    pub clearance: f64,
    form: Form,
}

impl Part {
    /// How deep `p` (mm, relative to the control point) lies inside; negative outside.
    pub fn depth(&self, p: &Vec3) -> f64 {
        match &self.form {
            Form::Round(silhouette) => silhouette.depth(p),
            Form::Faceted(triangles) => facets::depth(p, triangles),
        }
    }

    /// Whether it is turned and its silhouette nowhere turns back outwards: depths in others may
    /// be known less closely.
    pub fn is_convex(&self) -> bool {
        match &self.form {
            Form::Round(silhouette) => silhouette.is_convex(),
            Form::Faceted(_) => false,
        }
    }
}

/// The components of a declared tool.
pub fn parts(spec: &Spec) -> Vec<Part> {
    let (cutter, mut top) = cutter(spec);
    let mut parts = vec![Part { role: Component::Cutter, clearance: 0.0, form: cutter }];
    for (role, profile) in [(Component::Shank, &spec.shank), (Component::Holder, &spec.holder)] {
        let Some(profile) = profile else { continue };
        let (mut walls, end) = chain(profile, top);
        walls.push(Wall::Line(end, [0.0, end[1]]));
        top = end[1];
        let form = Form::Round(Silhouette { walls });
        parts.push(Part { role, clearance: spec.clearance, form });
    }
    parts
}

/// Heights that differ by less are the same, mm.
const SAME_HEIGHT_MM: f64 = 1e-9;

/// How deep `p` (mm, relative to the control point) lies in all turned components together that
/// stand flat on each other, from the cutter on; negative outside.
pub fn depth_in_all(parts: &[Part], p: &Vec3) -> f64 {
    let mut walls: Vec<Wall> = Vec::new();
    for part in parts {
        let Form::Round(silhouette) = &part.form else { break };
        let level = |w: &&Wall| matches!(w, Wall::Line(a, b) if a[1] == b[1]);
        let base = silhouette.walls.iter().take_while(level).count();
        let (foot, rest) = silhouette.walls.split_at(base);
        match (walls.last(), foot.last()) {
            (None, _) => walls.extend(&silhouette.walls),
            (Some(Wall::Line(below, _)), Some(Wall::Line(_, foot)))
                if (foot[1] - below[1]).abs() <= SAME_HEIGHT_MM =>
            {
                let ledge = Wall::Line(*below, *foot);
                walls.pop();
                walls.push(ledge);
                walls.extend(rest);
            }
            _ => break,
        }
    }
    Silhouette { walls }.depth(p)
}

/// The cutter and the height of its top.
fn cutter(spec: &Spec) -> (Form, f64) {
    let (mut walls, end) = match &spec.shape {
        Shape::Ball(d) => round_tip(0.5 * d, [0.5 * d, 0.5 * d]),
        Shape::Flat(d) => (vec![Wall::Line([0.0, 0.0], [0.5 * d, 0.0])], [0.5 * d, 0.0]),
        Shape::Bull(d, corner) => {
            let (flat, end) = ([0.5 * d - corner, 0.0], [0.5 * d, *corner]);
            let arc = Wall::Arc { from: flat, to: end, center: [flat[0], *corner] };
            (vec![Wall::Line([0.0, 0.0], flat), arc], end)
        }
        Shape::Taper(tip, half, d) => {
            let touch = [tip * half.cos(), tip - tip * half.sin()];
            let (mut walls, _) = round_tip(*tip, touch);
            let end = [0.5 * d, touch[1] + (0.5 * d - touch[0]) / half.tan()];
            walls.push(Wall::Line(touch, end));
            (walls, end)
        }
        Shape::Drill(d, point) => {
            let end = [0.5 * d, 0.5 * d / (0.5 * point).tan()];
            (vec![Wall::Line([0.0, 0.0], end)], end)
        }
        Shape::Chamfer(tip, half, d) => {
            let (flat, end) = ([0.5 * tip, 0.0], [0.5 * d, 0.5 * (d - tip) / half.tan()]);
            (vec![Wall::Line([0.0, 0.0], flat), Wall::Line(flat, end)], end)
        }
        Shape::Profile(profile) => {
            let (mut walls, end) = chain(profile, 0.0);
            walls.push(Wall::Line(end, [0.0, end[1]]));
            return (Form::Round(Silhouette { walls }), end[1]);
        }
        Shape::Mesh(body) => {
            let triangles = body.triangles();
            let top = triangles.iter().flatten().map(|v| v.z).fold(f64::NEG_INFINITY, f64::max);
            return (Form::Faceted(triangles), top);
        }
    };
    match spec.length {
        None => {
            walls.push(Wall::Rising(end));
            (Form::Round(Silhouette { walls }), f64::INFINITY)
        }
        Some(length) => {
            let top = length.max(end[1]);
            walls.push(Wall::Line(end, [end[0], top]));
            walls.push(Wall::Line([end[0], top], [0.0, top]));
            (Form::Round(Silhouette { walls }), top)
        }
    }
}

/// A ball tip of radius `radius` up to `end`; nothing for a sharp tip.
fn round_tip(radius: f64, end: Section) -> (Vec<Wall>, Section) {
    if radius > 0.0 {
        (vec![Wall::Arc { from: [0.0, 0.0], to: end, center: [0.0, radius] }], end)
    } else {
        (Vec::new(), [0.0, 0.0])
    }
}

/// The walls of a profile `up` mm higher, and where they end.
fn chain(profile: &Profile, up: f64) -> (Vec<Wall>, Section) {
    let raise = |p: Section| [p[0], p[1] + up];
    let mut end = [0.0, up];
    let walls = profile.edges().iter().map(|edge| match *edge {
        Edge::Line { a, b } => {
            end = raise(b);
            Wall::Line(raise(a), end)
        }
        Edge::Arc { a, b, center, .. } => {
            end = raise(b);
            Wall::Arc { from: raise(a), to: end, center: raise(center) }
        }
    });
    let walls = walls.collect();
    (walls, end)
}
