//! How deep a facet reaches into a moving body of revolution that is not convex: the deepest of
//! its convex parts, few of them first, many where those leave the bounds apart.

use super::climb::{Deepest, climb};
use super::domain::Patch;
use super::loose::Loose;
use super::sag::Sag;
use crate::tolerance::FLOAT_MM;
use crate::tool::{ConcaveRevolve, Parts};
use gouge_mesh::geom::{Triangle, Vec3};

/// As [`super::deepest`], for a body with pockets. Bounds of great depths stay as wide as the
/// finest parts leave them.
///
/// Which parts are looked into depends on the floor, and what they say of the same place differs a
/// little. What is not less deep than the floor is therefore measured once more without any: a
/// record must not depend on those before it.
pub(super) fn deepest(
    body: &ConcaveRevolve,
    tri: &Triangle,
    way: (&Vec3, &Vec3, &Sag),
    floor: f64,
    gap: (f64, &Loose),
) -> Option<Deepest> {
    attempt(body, tri, way, floor, gap)?;
    attempt(body, tri, way, f64::NEG_INFINITY, gap)
}

/// A search over the parts of the body.
fn attempt(
    body: &ConcaveRevolve,
    tri: &Triangle,
    (from, travel, sag): (&Vec3, &Vec3, &Sag),
    floor: f64,
    (gap, loose): (f64, &Loose),
) -> Option<Deepest> {
    let patch = Patch::whole(tri);
    let mut best: Option<Deepest> = None;
    // The greatest upper bound over the parts; below the floor nothing needs to be told apart.
    let over = |parts: &Parts, best: &mut Option<Deepest>| {
        let mut hi = f64::NEG_INFINITY;
        for part in &parts.solids {
            let least = parts.inner(best.map_or(floor, |b| b.lo.max(floor)));
            let Some(found) = climb(part, &patch, from, travel, sag, least, 0.5 * gap) else {
                continue;
            };
            hi = hi.max(parts.outer(found.hi));
            let stand = found.point - from - travel * found.t;
            let lo = body.depth(&stand) - FLOAT_MM;
            if best.is_none_or(|b| lo > b.lo) {
                *best = Some(Deepest { lo, ..found });
            }
        }
        hi
    };
    let mut hi = over(body.coarse(), &mut best);
    let known = best?.lo;
    // Nor may an upper bound above the floor depend on how high that is.
    let open = |hi: f64, known: f64| hi - known > loose.gap(known, gap) && hi > floor;
    if open(hi, known) {
        // Great depths, of which the parts say nothing, most often end at the lower face.
        let around = climb(body.around(), &patch, from, travel, sag, floor, 0.5 * gap)?;
        hi = hi.min(around.hi.max(known));
        let lo = body.depth(&(around.point - from - travel * around.t)) - FLOAT_MM;
        if lo > known {
            best = Some(Deepest { lo, ..around });
        }
    }
    let known = best?.lo;
    if open(hi, known) && body.fine().tells(known) {
        hi = hi.min(over(body.fine(), &mut best).max(known));
    }
    let best = best?;
    let hi = hi.max(best.lo) + FLOAT_MM;
    (hi >= floor).then_some(Deepest { hi, ..best })
}
