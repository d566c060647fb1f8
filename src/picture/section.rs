//! A gouge as a dimensioned section through its witness: the plane is upright and contains the
//! depth, so outlines and arrow are true to scale. For the tool side it contains the tool's axis
//! too.

use super::scene::Scene;
use super::silhouette::{silhouette, swept};
use super::slice::{clip, slice};
use crate::geom::Vec3;
use crate::report::data::picture::{Arrow, Outline, Plane, Point, Section, Slice};
use crate::report::data::{BodyRole, Component, Region, WitnessSide};
use crate::tool::{Role, Tool};

/// Half the width of a section, as a multiple of the component's radius.
const HALF_WIDTH: f64 = 1.5;

/// Half the width of a detail, as a multiple of the depth.
const DETAIL: f64 = 6.0;

/// A depth smaller than this share of the section needs a detail.
const SMALL: f64 = 0.06;

/// Ends of an arrow lie in the plane when they are no farther from it than this share of the depth:
/// a thousandth of the length is lost.
const IN_PLANE: f64 = 0.04;

/// Least half width, mm.
const LEAST_HALF_MM: f64 = 0.5;

/// Height of a section as a share of its width.
const ASPECT: f64 = 0.72;

/// Outlines go on outside of the section by this share of it, so that no cut edge shows.
const MARGIN: f64 = 0.1;

/// The section of a region; `None` where tool or motion are not known.
/// `allowance` is what was to stay on its body, mm.
pub fn of(region: &Region, allowance: f64, scene: &Scene) -> Option<Section> {
    let w = &region.witness;
    let work = |p: [f64; 3]| scene.placement.part_to_work(Vec3::from(p));
    let (control, surface_point) = (work(w.control_point_mm), work(w.surface_point_mm));
    let inner = w.inner_point_mm.filter(|_| w.side == WitnessSide::Part).map(work);
    let deep = inner.unwrap_or(surface_point);
    let track = scene.track(w.motion)?;
    let role = role(region.component);
    let reach = radius(&scene.tool(region.tool, 1.0)?, role);
    let depth = region.depth_mm[0];

    let [from, to] = track.ends();
    let across = (to - from).cross(&Vec3::z());
    let normal = scene.placement.direction_to_work(Vec3::from(w.normal));
    let measured = if inner.is_some() { surface_point - deep } else { Vec3::zeros() };
    let plane = Plane::upright(control, &[measured, deep - control, normal, across]);
    // The plane goes through the deep point; (0, 0) is the control point seen along its normal.
    let plane =
        Plane { origin: (control + plane.normal() * plane.distance(&deep)).into(), ..plane };
    let middle = plane.project(&deep);
    let half = (HALF_WIDTH * reach).max(2.0 * depth).max(LEAST_HALF_MM);
    let around = |at: Point, half: f64| {
        let high = half * ASPECT;
        [[at[0] - half, at[1] - high], [at[0] + half, at[1] + high]]
    };
    let window = around([0.5 * middle[0], middle[1] + 0.3 * half], half);
    let column = (window[1][1] + half).max(1.0);
    let tool = scene.tool(region.tool, column)?;
    let outlines = silhouette(&tool, &plane, &control);
    let touching = outlines.iter().find(|s| s.component == region.component);
    let to_tool = || touching.and_then(|s| nearest(&s.outlines, middle)).unwrap_or(middle);
    let mut arrows = vec![Arrow {
        side: w.side,
        ends: [middle, inner.map_or_else(to_tool, |_| plane.project(&surface_point))],
        depth_mm: region.depth_mm[0] - allowance,
    }];
    if let (None, Some(other), Some(depth)) = (inner, &w.part_side, w.part_side_mm) {
        let ends = [work(other.inner_point_mm), work(other.point_mm)];
        let seen = ends.iter().all(|p| plane.distance(p).abs() <= IN_PLANE * depth[0]);
        if seen && other.t == w.t {
            let ends = ends.map(|p| plane.project(&p));
            arrows.push(Arrow { side: WitnessSide::Part, ends, depth_mm: depth[0] });
        }
    }
    let wide = around([0.5 * middle[0], middle[1] + 0.3 * half], half * (1.0 + MARGIN));
    let bodies = scene.meshes.iter().enumerate().map(|(i, mesh)| {
        let (role, body) = match i.checked_sub(scene.parts) {
            None => (BodyRole::Part, i),
            Some(fixture) => (BodyRole::Fixture, fixture),
        };
        let outlines = slice(mesh, &plane).iter().flat_map(|o| clip(o, &wide)).collect();
        Slice { role, body: body as u32, outlines }
    });
    let bodies = bodies.filter(|s| !s.outlines.is_empty()).collect();
    let swept = if w.dogleg {
        Vec::new()
    } else {
        swept(&tool, role, &plane, &track, [wide[0][0], wide[1][0]])
    };
    let program = Plane { origin: scene.to_program(Vec3::from(plane.origin)).into(), ..plane };
    Some(Section {
        region: region.id,
        plane: program,
        beside_axis_mm: plane.distance(&control).abs(),
        window,
        detail: (depth < SMALL * half).then(|| around(middle, DETAIL * depth)),
        bodies,
        tool: outlines,
        swept,
        component: region.component,
        arrows,
        depth_mm: region.depth_mm,
    })
}

fn role(component: Component) -> Role {
    match component {
        Component::Cutter => Role::Cutter,
        Component::Shank => Role::Shank,
        Component::Holder => Role::Holder,
    }
}

fn radius(tool: &Tool, role: Role) -> f64 {
    let pieces = tool.components.iter().filter(|c| c.role == role).flat_map(|c| &c.pieces);
    pieces.map(|p| crate::geom::Body::hull(p).radius).fold(0.0, f64::max)
}

/// The point of closed outlines nearest to `p`.
fn nearest(outlines: &[Outline], p: Point) -> Option<Point> {
    let mut best: Option<(f64, Point)> = None;
    for outline in outlines {
        let n = outline.points.len();
        for i in 0..n {
            let (a, b) = (outline.points[i], outline.points[(i + 1) % n]);
            let d = [b[0] - a[0], b[1] - a[1]];
            let len2 = d[0] * d[0] + d[1] * d[1];
            let t = if len2 > 0.0 {
                (((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / len2).clamp(0.0, 1.0)
            } else {
                0.0
            };
            let q = [a[0] + d[0] * t, a[1] + d[1] * t];
            let far = (q[0] - p[0]).hypot(q[1] - p[1]);
            if best.is_none_or(|(least, _)| far < least) {
                best = Some((far, q));
            }
        }
    }
    best.map(|(_, q)| q)
}
