//! How far a program reaches: whether it comes near a part, and the height above which it touches
//! nothing.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::body::Body;
use super::limits::Limits;
use super::options::Options;
use super::plan::{CHUNK, Plans, Spread};
use crate::tolerance::NEAR_MM;
use gouge_core::tool::Spec;
use gouge_mesh::geom::{self, Aabb, Vec3};
use gouge_nc::Kind;

/// Box of all cutting motions, and whether one of them comes near a part, boxes compared: as near
/// as its tool is wide, or the part, and [`NEAR_MM`] at most. Where none cuts, rapids count.
pub(super) fn reach(
    bodies: &[Body],
    specs: &BTreeMap<u32, Spec>,
    plans: &Plans,
    spreads: &[Spread],
) -> (Aabb, bool) {
    let comes_near = |own: &Aabb, tool: f64| {
        bodies.iter().filter(|b| !b.fixture).any(|b| {
            let wide = tool.max(b.bounds.size().max().min(NEAR_MM));
            let apart =
                |i: usize| own.lo[i] - wide > b.bounds.hi[i] || own.hi[i] + wide < b.bounds.lo[i];
            // The tool stands above the control point.
            !apart(0) && !apart(1) && own.lo.z - wide <= b.bounds.hi.z
        })
    };
    let wide = |tool: u32| specs.get(&tool).map_or(0.0, |spec| spec.shape.diameter());
    let widest = specs.keys().map(|tool| wide(*tool)).fold(0.0, f64::max);
    let cutting = Spread::of(spreads).cutting;
    let rapids = cutting.is_empty();
    let counts = |i: usize| plans.is_checked(i) && (rapids || plans.motion(i).kind != Kind::Rapid);
    let one = |i: usize| counts(i) && comes_near(&plans.bounds(i), wide(plans.motion(i).tool));
    let some = |chunk: usize| {
        let Spread { all, cutting } = &spreads[chunk];
        let own = if rapids { all } else { cutting };
        let motions = chunk * CHUNK..plans.len().min((chunk + 1) * CHUNK);
        !own.is_empty() && comes_near(own, widest) && motions.into_iter().any(one)
    };
    let near = (0..spreads.len()).into_par_iter().any(some);
    let none = || rapids && !(0..plans.len()).into_par_iter().any(counts);
    (cutting, near || none())
}

/// The height above which no tool touches anything, work coordinates, mm: no tool reaches lower
/// than `lowest` below its control point, and is made thicker by `more` at most.
pub(super) fn ceiling(top: f64, specs: &BTreeMap<u32, Spec>, options: &Options) -> f64 {
    let down = Vec3::new(0.0, 0.0, -1.0);
    let mut lowest = 0.0f64;
    let mut more = 0.0f64;
    for spec in specs.values() {
        more = more.max(spec.clearance);
        for piece in spec.build(1.0).components.iter().flat_map(|c| &c.pieces) {
            lowest = lowest.max(geom::Body::support(piece, &down));
        }
    }
    let held = options.most(|l| l.deviation)
        + options.most(|l| l.allowance.max(0.0))
        + options.most(|l| l.tolerance);
    top + lowest + more + held
}

/// The largest coordinate of a box, mm.
pub(super) fn size(bounds: &Aabb) -> f64 {
    if bounds.is_empty() { 0.0 } else { bounds.lo.amax().max(bounds.hi.amax()) }
}

/// How high a tool without an end stands, mm: its top stays above every body by more than its own
/// radius wherever on `reached` the control point is.
pub(super) fn column(spec: &Spec, limits: &Limits, top: f64, reached: &Aabb) -> f64 {
    let reach = if reached.is_empty() { 0.0 } else { (top - reached.lo.z).max(0.0) };
    reach + 2.0 * spec.shape.diameter() + 10.0 * limits.tolerance + limits.allowance.max(0.0) + 1.0
}
