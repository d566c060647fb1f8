//! How far a facet can be pushed along a direction and still touch a moving convex piece: the
//! length of material along the inward normal (part-side depth), the raise that clears (lift).
//!
//! The same roof of supporting planes as for depth, with s the length of the push.

use super::climb::climb;
use super::cut::Cut;
use super::domain::Patch;
use super::lp::{NoPeak, Roof};
use super::sag::Sag;
use crate::tolerance::{FLOAT_MM, MAX_CUTS};
use crate::tool::{Depth, Solid};
use gouge_mesh::geom::Vec3;

/// The longest push that still touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// A push of this length still touches, mm.
    pub lo: f64,
    /// No longer push touches, mm.
    pub hi: f64,
    /// The point of the facet that is pushed, mm.
    pub point: Vec3,
    /// The time, 0 to 1.
    pub t: f64,
    /// The point of the facet that lies deepest in the tool without a push, mm.
    pub anchor: Vec3,
}

/// What is pushed, where, and between which limits.
#[derive(Clone, Copy, Debug)]
pub struct Push<'a> {
    /// The tool.
    pub piece: &'a Solid,
    /// Its control point at the start, mm.
    pub from: Vec3,
    /// The way it moves, mm.
    pub travel: Vec3,
    /// How far the true path may be from the straight one: the tool is widened by that.
    pub sag: Sag,
    /// How much thicker the tool is on all sides, mm.
    pub grow: f64,
    /// Unit direction of the push.
    pub along: Vec3,
    /// Longest push of interest, mm.
    pub limit: f64,
    /// Bounds are closed to this, mm.
    pub gap: f64,
}

/// The longest push of some point of `patch` that still lies in the tool at some time of its
/// motion; `None` when none is found to lie in it even without a push, or as soon as the push is
/// proved shorter than `floor`.
pub fn slide(push: &Push, patch: &Patch, floor: f64) -> Option<Slide> {
    let Push { piece, from, travel, sag, grow, along, limit, gap } = push;
    let plane_at = |y: [f64; 2], t: f64, s: f64| {
        let plane = piece.depth(&(patch.point(y) - from - travel * t + along * s));
        let by = grow + sag.support(&plane.normal);
        Depth { depth: plane.depth + by, offset: plane.offset + by, ..plane }
    };
    let anchor = climb(piece, patch, from, travel, sag, -grow, *gap)?;
    if anchor.hi + grow < 0.0 {
        return None;
    }
    // The anchor's plane coordinates: its point was made from them.
    let foot = patch.locate(&anchor.point);
    let start = plane_at(foot, anchor.t, 0.0);
    let mut best = (0.0, foot, anchor.t);
    let mut hi = *limit;
    let cap = Cut { a: *limit, b: 0.0, c: 0.0, d: 0.0, g: 1.0 };
    let mut roof = Roof::new(patch, cap);
    roof.add(patch.cut(from, travel, &start, Some(along)));
    for _ in 0..MAX_CUTS {
        let peak = match roof.peak() {
            Ok(peak) => peak,
            Err(NoPeak::Nowhere) => return None,
            Err(NoPeak::Stuck) => break,
        };
        hi = hi.min(peak.bound);
        if hi < floor {
            return None;
        }
        let here = plane_at(peak.y, peak.t, peak.s);
        // Depth is concave: from the anchor towards the peak it stays above the straight line
        // between the two values, so up to where that line meets zero the push still touches.
        let share = if here.depth >= -FLOAT_MM {
            1.0
        } else {
            start.depth.max(0.0) / (start.depth.max(0.0) - here.depth)
        };
        let reach = share * peak.s;
        if reach > best.0 {
            let mix = |a: f64, b: f64| a + share * (b - a);
            let y = [mix(foot[0], peak.y[0]), mix(foot[1], peak.y[1])];
            best = (reach, y, mix(anchor.t, peak.t));
        }
        if hi - best.0 <= *gap {
            break;
        }
        roof.add(patch.cut(from, travel, &here, Some(along)));
    }
    let t = best.2.clamp(0.0, 1.0);
    Some(Slide {
        lo: best.0,
        hi: hi.max(best.0) + FLOAT_MM,
        point: patch.point(best.1),
        t,
        anchor: anchor.point,
    })
}

/// The longest push after which some point of `patch` lies in the tool at some time, whether or
/// not it does without a push: an upper bound within `push.gap`, mm. `None` when there is none,
/// or it is shorter than `floor`.
pub fn farthest(push: &Push, patch: &Patch, floor: f64) -> Option<f64> {
    let Push { piece, from, travel, sag, grow, along, limit, gap } = push;
    let cap = Cut { a: *limit, b: 0.0, c: 0.0, d: 0.0, g: 1.0 };
    let mut roof = Roof::new(patch, cap);
    let mut hi = *limit;
    for _ in 0..MAX_CUTS {
        let peak = match roof.peak() {
            Ok(peak) => peak,
            Err(NoPeak::Nowhere) => return None,
            Err(NoPeak::Stuck) => break,
        };
        hi = hi.min(peak.bound);
        if hi < floor {
            return None;
        }
        let at = patch.point(peak.y) - from - travel * peak.t + along * peak.s;
        let plane = piece.depth(&at);
        let by = grow + sag.support(&plane.normal);
        if plane.depth + by >= -gap {
            break;
        }
        let plane = Depth { offset: plane.offset + by, ..plane };
        roof.add(patch.cut(from, travel, &plane, Some(along)));
    }
    Some(hi)
}
