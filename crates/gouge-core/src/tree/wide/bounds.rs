//! Upper bounds on how deep the boxes of a node, or the facets of a leaf, lie in a sweep, eight at
//! a time.
//!
//! Each bound is the least over a few supporting planes. The planes are chosen by where the body
//! comes nearest, which need not be exact: any plane gives a proof (see [`super::planes`]).

use fearless_simd::{Simd, f32x8, prelude::*};

use super::distance::nearest;
use super::lanes::{self, BoxLanes, Lanes, Point, SlabLanes, TriangleLanes};
use super::node::Node;
use super::planes::Known;
use super::query::Query;
use super::{WideTree, planes, walls};
use crate::tolerance::SMALLEST_SINGLE_MM4;

/// Whether all lanes are below `floor`.
#[inline(always)]
fn clear<S: Simd>(simd: S, most: Lanes<S>, floor: f32) -> bool {
    most.simd_lt(f32x8::splat(simd, floor)).all_true()
}

/// Whether all lanes are below `floor` or above it.
#[inline(always)]
fn told<S: Simd>(simd: S, most: Lanes<S>, least: Lanes<S>, floor: f32) -> bool {
    let floor = f32x8::splat(simd, floor);
    (most.simd_lt(floor) | least.simd_gt(floor)).all_true()
}

/// The share of half the motion, -1 to 1, at which the spine of the body is nearest to `p`.
#[inline(always)]
fn share<S: Simd>(simd: S, query: &Query, p: &Point<S>) -> Lanes<S> {
    let half = lanes::point(simd, &query.half);
    let (low, high) = (f32x8::splat(simd, query.spine[0]), f32x8::splat(simd, query.spine[1]));
    let way = [p[0], p[1], p[2] - lanes::clamp(p[2], low, high)];
    let one = f32x8::splat(simd, 1.0);
    lanes::clamp(lanes::dot(&way, &half) * f32x8::splat(simd, query.per), -one, one)
}

/// The most that anything in the children of a node may be deep, mm; what is below `floor` need not
/// be distinguished.
#[inline(always)]
pub(super) fn boxes<S: Simd>(simd: S, query: &Query, node: &Node, floor: f32) -> Lanes<S> {
    let read = node.boxes_from(&query.middle);
    let boxes = BoxLanes {
        lo: lanes::load3(simd, read.lo),
        hi: lanes::load3(simd, read.hi),
        size: f32x8::splat(simd, read.size),
    };
    if !node.has_slabs() {
        return in_boxes(simd, query, &boxes, floor);
    }
    let slabs = SlabLanes::new(simd, &node.slabs(), &node.origin_from(&query.middle), boxes);
    in_slabs(simd, query, &slabs, floor)
}

/// The most that anything in boxes may be deep, mm.
#[inline(always)]
fn in_boxes<S: Simd>(simd: S, query: &Query, boxes: &BoxLanes<S>, floor: f32) -> Lanes<S> {
    let upright = planes::upright(simd, query, boxes);
    let at = boxes.nearest(&passing(simd, query, boxes));
    let upright = upright.min(planes::sloped(simd, query, boxes));
    let known = Known { most: upright, floor };
    upright.min(planes::facing(simd, query, &at, share(simd, query, &at), boxes, known))
}

/// The most that anything in slabs may be deep, mm.
#[inline(always)]
fn in_slabs<S: Simd>(simd: S, query: &Query, slabs: &SlabLanes<S>, floor: f32) -> Lanes<S> {
    let upright = planes::upright(simd, query, &slabs.boxes);
    let upright = upright.min(planes::sloped(simd, query, slabs));
    // A patch of facets: of its plane what is nearest, and of that what is in the box.
    let end = passing(simd, query, &slabs.boxes);
    let at = slabs.boxes.nearest(&slabs.middle(simd, &end));
    let known = Known { most: upright, floor };
    let facing = planes::facing(simd, query, &at, share(simd, query, &at), slabs, known);
    let most = upright.min(facing);
    if query.round.is_some() {
        return most;
    }
    most.min(sides(simd, query, slabs, Known { most, floor }))
}

/// Where the lower end of the body's spine is when the motion passes each box: from there, the way
/// to what is nearest in it is across the motion.
#[inline(always)]
fn passing<S: Simd>(simd: S, query: &Query, boxes: &BoxLanes<S>) -> Point<S> {
    let half = f32x8::splat(simd, 0.5);
    let centre = lanes::scale(&lanes::add(&boxes.lo, &boxes.hi), half);
    end(simd, query, share(simd, query, &centre))
}

/// What the two planes of each slab say. They tell what has edges apart where no way to its corners
/// does; a round body faces the middle of a slab along these very normals.
#[inline(always)]
fn sides<S: Simd>(simd: S, query: &Query, slabs: &SlabLanes<S>, known: Known<S>) -> Lanes<S> {
    let (n, size) = (&slabs.normal, slabs.boxes.size);
    let back = [-n[0], -n[1], -n[2]];
    let up = planes::beyond(simd, query, n, (slabs.from, size), known);
    let known = Known { most: known.most.min(up), ..known };
    let down = planes::beyond(simd, query, &back, (-slabs.to, size), known);
    let there = lanes::dot(n, n).simd_gt(f32x8::splat(simd, 0.5));
    lanes::select(there, up.min(down), f32x8::splat(simd, f32::INFINITY))
}

/// Where the lower end of the body's spine is at a share of half the motion.
#[inline(always)]
fn end<S: Simd>(simd: S, query: &Query, s: Lanes<S>) -> Point<S> {
    let [x, y, z] = lanes::scale(&lanes::point(simd, &query.half), s);
    [x, y, z + f32x8::splat(simd, query.spine[0])]
}

/// How deep facets are at most and at least, mm.
pub(super) struct Depths<S: Simd> {
    pub most: Lanes<S>,
    /// Minus infinity where nothing is known.
    pub least: Lanes<S>,
}

/// How deep facets are; what is below `floor` need not be distinguished.
#[inline(always)]
pub(super) fn facets<S: Simd>(
    simd: S,
    query: &Query,
    tree: &WideTree,
    indices: &[u32],
    floor: f32,
) -> Depths<S> {
    let nothing = f32x8::splat(simd, f32::NEG_INFINITY);
    let triangles = TriangleLanes::of(simd, tree.mesh, indices, &query.middle);
    let known = planes::sloped(simd, query, &triangles);
    if clear(simd, known, floor) {
        return Depths { most: known, least: nothing };
    }
    let TriangleLanes { a, b, c, .. } = &triangles;
    let third = f32x8::splat(simd, 1.0 / 3.0);
    let centre = lanes::scale(&lanes::add(&lanes::add(a, b), c), third);
    let from = spine(simd, query, share(simd, query, &centre), centre[2]);
    let (ab, ac) = (lanes::sub(b, a), lanes::sub(c, a));
    let normal = lanes::cross(&ab, &ac);
    let squared = lanes::dot(&normal, &normal);
    let at = nearest(simd, &from, &triangles, [&ab, &ac], (&normal, squared));
    let s = share(simd, query, &at);
    let facing = planes::facing(simd, query, &at, s, &triangles, Known { most: known, floor });
    let mut most = known.min(facing);
    if query.round.is_none() {
        let lo = lanes::least(&lanes::least(a, b), c);
        let hi = lanes::greatest(&lanes::greatest(a, b), c);
        let around = BoxLanes { lo, hi, size: triangles.size };
        most = most.min(planes::upright(simd, query, &around));
    }
    if clear(simd, most, floor) {
        return Depths { most, least: nothing };
    }
    let least = walls::facets(simd, query, (&at, s), &triangles);
    if told(simd, most, least, floor) {
        return Depths { most, least };
    }
    // The facet's own plane, facing away from the body.
    let away = lanes::dot(&normal, &lanes::sub(a, &from));
    let per = (f32x8::splat(simd, 1.0) / squared.sqrt()).copysign(away);
    let n = lanes::scale(&normal, per);
    let has_plane = squared.simd_gt(f32x8::splat(simd, SMALLEST_SINGLE_MM4));
    let bound = planes::across(simd, query, &n, &triangles, Known { most, floor });
    let mut most = most.min(lanes::select(has_plane, bound, f32x8::splat(simd, f32::INFINITY)));
    if query.long && !told(simd, most, least, floor) {
        most = most.min(along(simd, query, &triangles, Known { most, floor }));
    }
    Depths { most, least }
}

/// What planes along the motion say: the triangles are seen in its direction, where its whole line
/// is a point.
#[inline(always)]
fn along<S: Simd>(
    simd: S,
    query: &Query,
    triangles: &TriangleLanes<S>,
    known: Known<S>,
) -> Lanes<S> {
    let shadow = TriangleLanes {
        a: seen(simd, query, &triangles.a),
        b: seen(simd, query, &triangles.b),
        c: seen(simd, query, &triangles.c),
        size: triangles.size,
    };
    let (ab, ac) = (lanes::sub(&shadow.b, &shadow.a), lanes::sub(&shadow.c, &shadow.a));
    let normal = lanes::cross(&ab, &ac);
    let squared = lanes::dot(&normal, &normal);
    let zero = f32x8::splat(simd, 0.0);
    let low = seen(simd, query, &[zero, zero, f32x8::splat(simd, query.spine[0])]);
    let at = nearest(simd, &low, &shadow, [&ab, &ac], (&normal, squared));
    // The spine's lower end is seen where it stands at this share of the motion.
    let s = -(query.spine[0] * query.half[2] * query.per);
    planes::facing(simd, query, &at, f32x8::splat(simd, s), triangles, known)
}

/// A point moved along the motion to where that stands in its middle.
#[inline(always)]
fn seen<S: Simd>(simd: S, query: &Query, p: &Point<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let along = lanes::dot(p, &half) * f32x8::splat(simd, query.per);
    lanes::sub(p, &lanes::scale(&half, along))
}

/// The point of the body's spine nearest to a height, when the motion is at a share.
#[inline(always)]
fn spine<S: Simd>(simd: S, query: &Query, s: Lanes<S>, z: Lanes<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let [low, high] = query.spine;
    let up = half[2] * s;
    let foot = lanes::clamp(z - up, f32x8::splat(simd, low), f32x8::splat(simd, high));
    [half[0] * s, half[1] * s, up + foot]
}
