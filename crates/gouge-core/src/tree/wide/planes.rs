//! Supporting planes of a moving body against eight things at once.
//!
//! For a unit vector n, nothing lies deeper in the sweep than the sweep's support along n less the
//! least of n over the thing: `depth <= h(n) - min n·x`. Every n gives a valid bound. So whatever
//! finds n may round as it likes; what has to be outward is h and the minimum alone, and the pad
//! of the query, a billionth of the largest coordinate, is far above the rounding of the some
//! twenty operations on either (each at most 2⁻⁵³ of that coordinate) and above the share of
//! 2⁻⁵⁰ by which n misses length one.

use fearless_simd::{Simd, f64x8, mask64x8, prelude::*};

use super::lanes::{self, BoxLanes, Lanes, Point, Things};
use super::query::Query;
use crate::tolerance::SHORTEST_MM;
use gouge_mesh::geom::{Facing, Vec3};

/// Greatest value along a normal of length one over the sweep, from its middle.
#[inline(always)]
pub(super) fn support<S: Simd>(simd: S, query: &Query, n: &Point<S>) -> Lanes<S> {
    let half = lanes::point(simd, &query.half);
    let moved = lanes::dot(n, &half).abs() + f64x8::splat(simd, query.grow);
    if let Some(radius) = query.round {
        let [low, high] = query.spine;
        let along = (n[2] * f64x8::splat(simd, low)).max(n[2] * f64x8::splat(simd, high));
        return along + f64x8::splat(simd, radius) + moved;
    }
    let Some(outline) = query.outline else {
        let (x, y, z): ([f64; 8], [f64; 8], [f64; 8]) = (n[0].into(), n[1].into(), n[2].into());
        let mut body = [0.0; 8];
        for (lane, most) in body.iter_mut().enumerate() {
            *most = query.body.support(&Vec3::new(x[lane], y[lane], z[lane]));
        }
        return lanes::load(simd, body) + moved;
    };
    let (r, z) = ((n[0] * n[0] + n[1] * n[1]).sqrt(), n[2]);
    let mut most = f64x8::splat(simd, f64::NEG_INFINITY);
    for corner in &outline.corners {
        most = most.max(r * corner[0] + z * corner[1]);
    }
    for arc in &outline.arcs {
        let (first, last) = (arc.first, arc.last);
        let after = z * first[0] - r * first[1];
        let before = r * last[1] - z * last[0];
        let inside = after.min(before).simd_ge(f64x8::splat(simd, 0.0));
        let round = r * arc.center[0] + z * arc.center[1] + f64x8::splat(simd, arc.radius);
        most = lanes::select(inside, most.max(round), most);
    }
    most + moved
}

/// Depth at most, by planes across `n`, where that has length one.
#[inline(always)]
fn bounded<S: Simd>(
    simd: S,
    query: &Query,
    n: &Point<S>,
    sound: mask64x8<S>,
    things: &impl Things<S>,
) -> Lanes<S> {
    let bound = support(simd, query, n) - things.least(n);
    lanes::select(sound, bound, f64x8::splat(simd, f64::INFINITY))
}

/// Bounds depth by planes that face `at`, a place of each thing near the body in the middle of the
/// motion moved on by its share `s`.
#[inline(always)]
pub(super) fn facing<S: Simd>(
    simd: S,
    query: &Query,
    at: &Point<S>,
    s: Lanes<S>,
    things: &impl Things<S>,
) -> Lanes<S> {
    let half = lanes::point(simd, &query.half);
    let w = lanes::sub(at, &lanes::scale(&half, s));
    let tiny = f64x8::splat(simd, SHORTEST_MM);
    let outline = query.outline.filter(|_| query.round.is_none());
    let Some(outline) = outline else {
        let [low, high] = query.spine;
        let foot = lanes::clamp(w[2], f64x8::splat(simd, low), f64x8::splat(simd, high));
        let way = [w[0], w[1], w[2] - foot];
        let size = lanes::dot(&way, &way).sqrt();
        let n = lanes::scale(&way, f64x8::splat(simd, 1.0) / size);
        return bounded(simd, query, &n, size.simd_gt(tiny), things);
    };
    let r = (w[0] * w[0] + w[1] * w[1]).sqrt();
    let off_axis = r.simd_gt(tiny);
    let (one, none) = (f64x8::splat(simd, 1.0), f64x8::splat(simd, 0.0));
    let per = one / r;
    let x = lanes::select(off_axis, w[0] * per, one);
    let y = lanes::select(off_axis, w[1] * per, none);
    let mut most = f64x8::splat(simd, f64::INFINITY);
    for facing in &outline.facing {
        match *facing {
            Facing::From([a, b]) => {
                let (across, up) = (r - f64x8::splat(simd, a), w[2] - f64x8::splat(simd, b));
                let size = (across * across + up * up).sqrt();
                let per = one / size;
                let across = across * per;
                let n = [x * across, y * across, up * per];
                most = most.min(bounded(simd, query, &n, size.simd_gt(tiny), things));
            }
            Facing::Along([a, b]) => {
                let a = f64x8::splat(simd, a);
                let n = [x * a, y * a, f64x8::splat(simd, b)];
                let bound = support(simd, query, &n) - things.least(&n);
                most = most.min(bound);
            }
        }
    }
    most
}

/// What the six planes across the axes say of boxes.
#[inline(always)]
pub(super) fn upright<S: Simd>(simd: S, query: &Query, boxes: &BoxLanes<S>) -> Lanes<S> {
    let mut most = f64x8::splat(simd, f64::INFINITY);
    for axis in 0..3 {
        let [down, up] = query.reach[axis];
        let (down, up) = (f64x8::splat(simd, down), f64x8::splat(simd, up));
        most = most.min(up - boxes.lo[axis]).min(boxes.hi[axis] - down);
    }
    most
}
