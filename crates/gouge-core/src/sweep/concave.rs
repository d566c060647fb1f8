//! How deep a facet reaches into a moving body of revolution that is not convex: the deepest of
//! its convex parts, first in a coarse division, then in a fine one where the bounds do not close.

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
/// Which parts are searched depends on the floor, and so, slightly, does what they say of a place.
/// A facet that passes the floor is therefore measured again without one, so that a result does not
/// depend on the order of the search.
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
    // The greatest upper bound over the parts; below the floor no exact value is needed.
    let search = |parts: &Parts, best: &mut Option<Deepest>| {
        let mut hi = f64::NEG_INFINITY;
        for part in &parts.solids {
            let least = parts.inner(best.map_or(floor, |b| b.lo.max(floor)));
            let Some(found) = climb(part, &patch, from, travel, sag, least, 0.5 * gap) else {
                continue;
            };
            hi = hi.max(parts.outer(found.hi));
            let relative = found.point - from - travel * found.t;
            let lo = body.depth(&relative) - FLOAT_MM;
            if best.is_none_or(|b| lo > b.lo) {
                *best = Some(Deepest { lo, ..found });
            }
        }
        hi
    };
    let mut hi = search(body.coarse(), &mut best);
    let known = best?.lo;
    // An upper bound above the floor must not depend on the floor either.
    let undecided = |hi: f64, known: f64| hi - known > loose.gap(known, gap) && hi > floor;
    if undecided(hi, known) {
        // Great depths, of which the parts say nothing, most often end at the lower face.
        let hull = climb(body.around(), &patch, from, travel, sag, floor, 0.5 * gap)?;
        hi = hi.min(hull.hi.max(known));
        let lo = body.depth(&(hull.point - from - travel * hull.t)) - FLOAT_MM;
        if lo > known {
            best = Some(Deepest { lo, ..hull });
        }
    }
    let known = best?.lo;
    if undecided(hi, known) && body.fine().tells(known) {
        hi = hi.min(search(body.fine(), &mut best).max(known));
    }
    let best = best?;
    let hi = hi.max(best.lo) + FLOAT_MM;
    (hi >= floor).then_some(Deepest { hi, ..best })
}
