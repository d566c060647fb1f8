//! Supporting planes of a moving body against eight things at once, in single precision.
//!
//! For a unit vector n, nothing lies deeper in the sweep than the sweep's support along n less the
//! least of n over the thing: `depth <= h(n) - min n·x`. Every n gives a valid bound. So whatever
//! finds n may round as it likes; what has to be outward is h and the minimum alone.
//!
//! Let u be 2⁻²⁴. The terms of a minimum add up to no more than the size s of the thing, which
//! also counts what its coordinates were computed from; those of a support to no more than
//! `|h| + b`, b being the size of the body ([`Query::size`]): its height times n, the one term that
//! may be great, is what h leaves of the others. Each term is a product of what was rounded once
//! and then goes through at most ten roundings (thirty in a slab, whose steps are read from whole
//! numbers), and n misses length one by 4 u. So a bound is off by at most `40 u (|h| + b + s)`, and
//! [`ROUNDING`] is 64 u.

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};

use super::lanes::{self, BoxLanes, Lanes, Point, Things};
use super::query::Query;
use crate::tolerance::{ROUNDING, SHORTEST_SINGLE_MM};
use gouge_mesh::geom::{Facing, Outline, Vec3};

/// Greatest value along a normal of length one over the sweep, from its middle.
#[inline(always)]
pub(super) fn support<S: Simd>(simd: S, query: &Query, n: &Point<S>) -> Lanes<S> {
    let moved = moved(simd, query, n);
    if let Some(radius) = query.round {
        let [low, high] = query.spine;
        let along = (n[2] * f32x8::splat(simd, low)).max(n[2] * f32x8::splat(simd, high));
        return along + f32x8::splat(simd, radius) + moved;
    }
    let Some(outline) = query.outline else {
        return faceted(simd, query, n, u32::MAX, f32x8::splat(simd, 0.0)) + moved;
    };
    outlined(simd, outline, n) + moved
}

/// What the motion and the growth add to the support of the body.
#[inline(always)]
fn moved<S: Simd>(simd: S, query: &Query, n: &Point<S>) -> Lanes<S> {
    let half = lanes::point(simd, &query.half);
    lanes::dot(n, &half).abs() + f32x8::splat(simd, query.grow)
}

/// The support of a body that is none of revolution in the `wanted` lanes, in others `other`.
#[inline(always)]
fn faceted<S: Simd>(
    simd: S,
    query: &Query,
    n: &Point<S>,
    wanted: u32,
    other: Lanes<S>,
) -> Lanes<S> {
    let (x, y, z): ([f32; 8], [f32; 8], [f32; 8]) = (n[0].into(), n[1].into(), n[2].into());
    let mut body: [f32; 8] = other.into();
    for (lane, most) in body.iter_mut().enumerate() {
        if wanted >> lane & 1 == 1 {
            let n = Vec3::new(x[lane].into(), y[lane].into(), z[lane].into());
            *most = query.body.support(&n) as f32;
        }
    }
    lanes::load(simd, body)
}

/// The support of what an outline is of.
#[inline(always)]
fn outlined<S: Simd>(simd: S, outline: &Outline, n: &Point<S>) -> Lanes<S> {
    let (r, z) = ((n[0] * n[0] + n[1] * n[1]).sqrt(), n[2]);
    let mut most = f32x8::splat(simd, f32::NEG_INFINITY);
    for corner in &outline.corners {
        let [across, up] = corner.map(|x| x as f32);
        most = most.max(r * across + z * up);
    }
    for arc in &outline.arcs {
        let (first, last) = (arc.first.map(|x| x as f32), arc.last.map(|x| x as f32));
        let after = z * first[0] - r * first[1];
        let before = r * last[1] - z * last[0];
        let inside = after.min(before).simd_ge(f32x8::splat(simd, 0.0));
        let [across, up] = arc.center.map(|x| x as f32);
        let round = r * across + z * up + f32x8::splat(simd, arc.radius as f32);
        most = lanes::select(inside, most.max(round), most);
    }
    most
}

/// Depth at most, by what is known of the body from facets before.
#[inline(always)]
pub(super) fn sloped<S: Simd>(simd: S, query: &Query, things: &impl Things<S>) -> Lanes<S> {
    let mut most = f32x8::splat(simd, f32::INFINITY);
    for (normal, offset) in &query.slopes {
        let least = things.least(&lanes::point(simd, normal));
        let offset = f32x8::splat(simd, *offset);
        most = most.min(padded(simd, query, offset, least, things.size()));
    }
    most
}

/// What is known of the depths of things, and what need not be distinguished.
#[derive(Clone, Copy)]
pub(super) struct Known<S: Simd> {
    /// No thing is deeper, mm.
    pub most: Lanes<S>,
    /// Lower depths are not asked for, mm.
    pub floor: f32,
}

/// Depth at most, by planes across `n`.
#[inline(always)]
pub(super) fn across<S: Simd>(
    simd: S,
    query: &Query,
    n: &Point<S>,
    things: &impl Things<S>,
    known: Known<S>,
) -> Lanes<S> {
    beyond(simd, query, n, (things.least(n), things.size()), known)
}

/// Depth at most of things of some size that begin at `least` along `n`. The support of a body that
/// is none of revolution is only asked for where that of what is around it says too little.
#[inline(always)]
pub(super) fn beyond<S: Simd>(
    simd: S,
    query: &Query,
    n: &Point<S>,
    (least, size): (Lanes<S>, Lanes<S>),
    known: Known<S>,
) -> Lanes<S> {
    let Some(around) = query.around else {
        return padded(simd, query, support(simd, query, n), least, size);
    };
    let moved = moved(simd, query, n);
    let body = outlined(simd, around, n);
    let most = padded(simd, query, body + moved, least, size);
    let open = lanes::open(simd, most.min(known.most), known.floor);
    if open == 0 {
        return most;
    }
    let body = faceted(simd, query, n, open, body);
    padded(simd, query, body + moved, least, size)
}

/// A support less the least of things of some size, and what rounding may take off that.
#[inline(always)]
pub(super) fn padded<S: Simd>(
    simd: S,
    query: &Query,
    support: Lanes<S>,
    least: Lanes<S>,
    size: Lanes<S>,
) -> Lanes<S> {
    let sizes = support.abs() + (size + f32x8::splat(simd, query.size));
    (support - least) + sizes * f32x8::splat(simd, ROUNDING)
}

/// Depth at most, by planes across `n`, where that has length one.
#[inline(always)]
fn bounded<S: Simd>(
    simd: S,
    query: &Query,
    n: &Point<S>,
    sound: mask32x8<S>,
    things: &impl Things<S>,
    known: Known<S>,
) -> Lanes<S> {
    let bound = across(simd, query, n, things, known);
    lanes::select(sound, bound, f32x8::splat(simd, f32::INFINITY))
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
    known: Known<S>,
) -> Lanes<S> {
    let half = lanes::point(simd, &query.half);
    let w = lanes::sub(at, &lanes::scale(&half, s));
    let tiny = f32x8::splat(simd, SHORTEST_SINGLE_MM);
    let Some(outline) = query.outline else {
        let [low, high] = query.spine;
        let foot = lanes::clamp(w[2], f32x8::splat(simd, low), f32x8::splat(simd, high));
        let way = [w[0], w[1], w[2] - foot];
        let size = lanes::dot(&way, &way).sqrt();
        let n = lanes::scale(&way, f32x8::splat(simd, 1.0) / size);
        return bounded(simd, query, &n, size.simd_gt(tiny), things, known);
    };
    let r = (w[0] * w[0] + w[1] * w[1]).sqrt();
    let off_axis = r.simd_gt(tiny);
    let (one, none) = (f32x8::splat(simd, 1.0), f32x8::splat(simd, 0.0));
    let per = one / r;
    let x = lanes::select(off_axis, w[0] * per, one);
    let y = lanes::select(off_axis, w[1] * per, none);
    let mut most = f32x8::splat(simd, f32::INFINITY);
    for facing in &outline.facing {
        match *facing {
            Facing::From([a, b]) => {
                let (across, up) =
                    (r - f32x8::splat(simd, a as f32), w[2] - f32x8::splat(simd, b as f32));
                let size = (across * across + up * up).sqrt();
                let per = one / size;
                let across = across * per;
                let n = [x * across, y * across, up * per];
                most = most.min(bounded(simd, query, &n, size.simd_gt(tiny), things, known));
            }
            Facing::Along([a, b]) => {
                let a = f32x8::splat(simd, a as f32);
                let n = [x * a, y * a, f32x8::splat(simd, b as f32)];
                most = most.min(across(simd, query, &n, things, known));
            }
        }
    }
    most.min(turned(simd, query, [x, y], things))
}

/// Depth at most, by what is known of one side of a body of revolution, turned to the sides that
/// `x` and `y` lead to: it holds for all of them.
///
/// The normal misses the turned one by what five more roundings take off its level part, which is
/// no longer than 1: no more than 5 u of the size of a thing, and [`ROUNDING`] has 24 u to spare.
#[inline(always)]
pub(super) fn turned<S: Simd>(
    simd: S,
    query: &Query,
    [x, y]: [Lanes<S>; 2],
    things: &impl Things<S>,
) -> Lanes<S> {
    let mut most = f32x8::splat(simd, f32::INFINITY);
    for ([a, b], offset) in &query.turned {
        let a = f32x8::splat(simd, *a);
        let n = [x * a, y * a, f32x8::splat(simd, *b)];
        let offset = f32x8::splat(simd, *offset) + moved(simd, query, &n);
        most = most.min(padded(simd, query, offset, things.least(&n), things.size()));
    }
    most
}

/// What the six planes across the axes say of boxes. How far the sweep reaches is rounded outward.
#[inline(always)]
pub(super) fn upright<S: Simd>(simd: S, query: &Query, boxes: &BoxLanes<S>) -> Lanes<S> {
    let mut most = f32x8::splat(simd, f32::INFINITY);
    for axis in 0..3 {
        let [down, up] = query.reach[axis];
        let (down, up) = (f32x8::splat(simd, down), f32x8::splat(simd, up));
        most = most.min(up - boxes.lo[axis]).min(boxes.hi[axis] - down);
    }
    most + (boxes.size + f32x8::splat(simd, query.size)) * f32x8::splat(simd, ROUNDING)
}
