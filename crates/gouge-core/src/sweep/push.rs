//! The raise that clears: how far a facet can be pushed along a direction and still touch a moving
//! convex piece.
//!
//! The same roof of supporting planes as for depth, with s the length of the push.

use super::cut::Cut;
use super::domain::Patch;
use super::lp::{NoPeak, Roof};
use super::sag::Sag;
use crate::budget::MAX_CUTS;
use crate::tool::{Depth, Solid};
use gouge_mesh::geom::{self, Triangle, Vec3};

/// A push: the tool, its motion, and the limits.
#[derive(Clone, Copy, Debug)]
pub struct Push<'a> {
    /// The tool.
    pub piece: &'a Solid,
    /// Its control point at the start, mm.
    pub from: Vec3,
    /// Its displacement, mm.
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

/// The longest push after which some point of a facet lies in the tool at some time, whether or
/// not it does without a push: an upper bound within `push.gap`, mm. `None` when there is none,
/// or it is shorter than `floor`.
pub fn farthest(push: &Push, tri: &Triangle, floor: f64) -> Option<f64> {
    let (mut open, mut longest) = (vec![(*push, *tri, SPLITS)], None);
    while let Some((push, tri, left)) = open.pop() {
        let least = longest.unwrap_or(floor);
        match bound(&push, &Patch::whole(&tri), least) {
            Some(PushBound { hi, closed }) if closed || left == 0 => longest = Some(hi.max(least)),
            Some(_) => open.extend(halves(&push, &tri).map(|(push, tri)| (push, tri, left - 1))),
            None => {}
        }
    }
    longest
}

/// How often a facet and its way are halved at most where planes do not close the bounds.
const SPLITS: usize = 8;

/// A push, and whether it is known to within the gap.
struct PushBound {
    hi: f64,
    closed: bool,
}

/// The longer of facet and way in two.
fn halves<'p>(push: &Push<'p>, tri: &Triangle) -> [(Push<'p>, Triangle); 2] {
    let (side, length) = geom::longest_side(tri);
    if push.travel.norm() > length {
        let travel = 0.5 * push.travel;
        return [push.from, push.from + travel].map(|from| (Push { from, travel, ..*push }, *tri));
    }
    geom::halves(tri, side).map(|tri| (*push, tri))
}

/// The same of a patch by no more than so many planes.
fn bound(push: &Push, patch: &Patch, floor: f64) -> Option<PushBound> {
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
            return Some(PushBound { hi, closed: true });
        }
        let plane = Depth { offset: plane.offset + by, ..plane };
        roof.add(patch.cut(from, travel, &plane, Some(along)));
    }
    Some(PushBound { hi, closed: false })
}
