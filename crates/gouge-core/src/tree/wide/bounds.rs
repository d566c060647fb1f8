//! How deep the boxes of a node, or the facets of a leaf, lie in a sweep at most: eight at a time.
//!
//! Each bound is the least over a few supporting planes. The planes are chosen by where the body
//! comes nearest, which need not be exact: any plane proves (see [`super::planes`]).

use fearless_simd::{Simd, f64x8, prelude::*};

use super::lanes::{self, BoxLanes, Lanes, Point, Things, TriangleLanes};
use super::node::Node;
use super::query::Query;
use super::{WIDTH, WideTree, planes};
use crate::tolerance::SMALLEST_AREA_MM2;

/// Whether all lanes are below `depth`.
#[inline(always)]
fn clear<S: Simd>(simd: S, most: Lanes<S>, depth: f64) -> bool {
    most.simd_lt(f64x8::splat(simd, depth)).all_true()
}

/// The share of half the motion, -1 to 1, at which the spine of the body is nearest to `p`.
#[inline(always)]
fn share<S: Simd>(simd: S, query: &Query, p: &Point<S>) -> Lanes<S> {
    let half = lanes::point(simd, &query.half);
    let (low, high) = (f64x8::splat(simd, query.spine[0]), f64x8::splat(simd, query.spine[1]));
    let way = [p[0], p[1], p[2] - lanes::clamp(p[2], low, high)];
    let one = f64x8::splat(simd, 1.0);
    lanes::clamp(lanes::dot(&way, &half) * f64x8::splat(simd, query.per), -one, one)
}

/// The most that anything in the children of a node may be deep, mm; what is below `depth` need
/// not be told apart.
#[inline(always)]
pub(super) fn boxes<S: Simd>(simd: S, query: &Query, node: &Node, depth: f64) -> [f64; WIDTH] {
    let middle = lanes::point(simd, &query.middle);
    let read = node.boxes();
    let boxes = BoxLanes {
        lo: lanes::sub(&lanes::load3(simd, read.lo), &middle),
        hi: lanes::sub(&lanes::load3(simd, read.hi), &middle),
    };
    let mut most = planes::upright(simd, query, &boxes);
    if clear(simd, most, depth) {
        return most.into();
    }
    let two = f64x8::splat(simd, 0.5);
    let centre = lanes::scale(&lanes::add(&boxes.lo, &boxes.hi), two);
    let mut at = near(simd, query, &boxes, share(simd, query, &centre));
    if query.long {
        at = near(simd, query, &boxes, share(simd, query, &at));
    }
    // From where the motion passes `at`, the way there is across the motion.
    let s = share(simd, query, &at);
    most = most.min(planes::facing(simd, query, &at, s, &boxes));
    if node.has_slabs() && !clear(simd, most, depth) {
        most = most.min(slabs(simd, query, node));
    }
    most.into()
}

/// The point of each box that is nearest to the spine of the body.
#[inline(always)]
fn near<S: Simd>(simd: S, query: &Query, boxes: &BoxLanes<S>, s: Lanes<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let (lo, hi) = (&boxes.lo, &boxes.hi);
    let up = half[2] * s + f64x8::splat(simd, query.spine[0]);
    [
        lanes::clamp(half[0] * s, lo[0], hi[0]),
        lanes::clamp(half[1] * s, lo[1], hi[1]),
        lanes::clamp(up, lo[2], hi[2]),
    ]
}

/// What the slabs of the children say.
#[inline(always)]
fn slabs<S: Simd>(simd: S, query: &Query, node: &Node) -> Lanes<S> {
    let read = node.slabs();
    let normal = lanes::load3(simd, read.normal);
    let size = lanes::dot(&normal, &normal).sqrt();
    let origin = lanes::point(simd, &(node.origin() - query.middle));
    let at = lanes::dot(&normal, &origin);
    let per = f64x8::splat(simd, 1.0) / size;
    let n = lanes::scale(&normal, per);
    let below = (lanes::load(simd, read.from) + at) * per;
    let above = (lanes::load(simd, read.to) + at) * per;
    let back = [-n[0], -n[1], -n[2]];
    let bound =
        (planes::support(simd, query, &n) - below).min(planes::support(simd, query, &back) + above);
    let there = size.simd_gt(f64x8::splat(simd, 0.5));
    lanes::select(there, bound, f64x8::splat(simd, f64::INFINITY))
}

/// The most that facets may be deep, mm; what is below `depth` need not be told apart.
#[inline(always)]
pub(super) fn facets<S: Simd>(
    simd: S,
    query: &Query,
    tree: &WideTree,
    indices: &[u32],
    depth: f64,
) -> [f64; WIDTH] {
    let mut corners = [[[0.0; WIDTH]; 3]; 3];
    for lane in 0..WIDTH {
        // The last facet fills lanes that are left over.
        let index = indices[lane.min(indices.len() - 1)];
        let triangle = tree.mesh.triangles[index as usize];
        for (corner, vertex) in corners.iter_mut().zip(triangle) {
            let p = tree.mesh.vertices[vertex as usize] - query.middle;
            for axis in 0..3 {
                corner[axis][lane] = p[axis];
            }
        }
    }
    let [a, b, c] = corners;
    let triangles = TriangleLanes {
        a: lanes::load3(simd, a),
        b: lanes::load3(simd, b),
        c: lanes::load3(simd, c),
    };
    let TriangleLanes { a, b, c } = &triangles;
    let around = BoxLanes {
        lo: [a[0].min(b[0]).min(c[0]), a[1].min(b[1]).min(c[1]), a[2].min(b[2]).min(c[2])],
        hi: [a[0].max(b[0]).max(c[0]), a[1].max(b[1]).max(c[1]), a[2].max(b[2]).max(c[2])],
    };
    let mut most = planes::upright(simd, query, &around);
    if clear(simd, most, depth) {
        return most.into();
    }
    let third = f64x8::splat(simd, 1.0 / 3.0);
    let centre = lanes::scale(&lanes::add(&lanes::add(a, b), c), third);
    let from = spine(simd, query, share(simd, query, &centre), centre[2]);
    // The facet's own plane, facing away from the body.
    let (ab, ac) = (lanes::sub(b, a), lanes::sub(c, a));
    let normal = lanes::cross(&ab, &ac);
    let squared = lanes::dot(&normal, &normal);
    let size = squared.sqrt();
    let away = lanes::dot(&normal, &lanes::sub(a, &from));
    let per = (f64x8::splat(simd, 1.0) / size).copysign(away);
    let n = lanes::scale(&normal, per);
    let told = size.simd_gt(f64x8::splat(simd, SMALLEST_AREA_MM2));
    let bound = planes::support(simd, query, &n) - triangles.least(&n);
    most = most.min(lanes::select(told, bound, f64x8::splat(simd, f64::INFINITY)));
    if clear(simd, most, depth) {
        return most.into();
    }
    let at = nearest(simd, &from, &triangles, [&ab, &ac], (&normal, squared));
    let s = share(simd, query, &at);
    most = most.min(planes::facing(simd, query, &at, s, &triangles));
    if query.long && !clear(simd, most, depth) {
        most = most.min(across(simd, query, &triangles));
    }
    most.into()
}

/// What planes along the motion say: the triangles are seen in its direction, where its whole line
/// is a point.
#[inline(always)]
fn across<S: Simd>(simd: S, query: &Query, triangles: &TriangleLanes<S>) -> Lanes<S> {
    let shadow = TriangleLanes {
        a: seen(simd, query, &triangles.a),
        b: seen(simd, query, &triangles.b),
        c: seen(simd, query, &triangles.c),
    };
    let (ab, ac) = (lanes::sub(&shadow.b, &shadow.a), lanes::sub(&shadow.c, &shadow.a));
    let normal = lanes::cross(&ab, &ac);
    let squared = lanes::dot(&normal, &normal);
    let zero = f64x8::splat(simd, 0.0);
    let low = seen(simd, query, &[zero, zero, f64x8::splat(simd, query.spine[0])]);
    let at = nearest(simd, &low, &shadow, [&ab, &ac], (&normal, squared));
    // The spine's lower end is seen where it stands at this share of the motion.
    let s = -(query.spine[0] * query.half.z * query.per);
    planes::facing(simd, query, &at, f64x8::splat(simd, s), triangles)
}

/// A point moved along the motion to where that stands in its middle.
#[inline(always)]
fn seen<S: Simd>(simd: S, query: &Query, p: &Point<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let along = lanes::dot(p, &half) * f64x8::splat(simd, query.per);
    lanes::sub(p, &lanes::scale(&half, along))
}

/// The point of the body's spine nearest to a height, when the motion is at a share.
#[inline(always)]
fn spine<S: Simd>(simd: S, query: &Query, s: Lanes<S>, z: Lanes<S>) -> Point<S> {
    let half = lanes::point(simd, &query.half);
    let [low, high] = query.spine;
    let up = half[2] * s;
    let foot = lanes::clamp(z - up, f64x8::splat(simd, low), f64x8::splat(simd, high));
    [half[0] * s, half[1] * s, up + foot]
}

/// A point of each triangle that is nearest to `p`, but for rounding.
#[inline(always)]
fn nearest<S: Simd>(
    simd: S,
    p: &Point<S>,
    triangles: &TriangleLanes<S>,
    [ab, ac]: [&Point<S>; 2],
    (normal, squared): (&Point<S>, Lanes<S>),
) -> Point<S> {
    let TriangleLanes { a, b, c } = triangles;
    let bc = lanes::sub(c, b);
    let (mut best, mut far) = foot(simd, p, a, ab);
    for (at, gap) in [foot(simd, p, a, ac), foot(simd, p, b, &bc)] {
        best = lanes::choose(gap.simd_lt(far), &at, &best);
        far = far.min(gap);
    }
    // Inside of all three sides the foot on the plane is nearest.
    let (to, from_b) = (lanes::sub(p, a), lanes::sub(p, b));
    let left = lanes::dot(&lanes::cross(ab, &to), normal)
        .min(lanes::dot(&lanes::cross(&to, ac), normal))
        .min(lanes::dot(&lanes::cross(&bc, &from_b), normal));
    let least = f64x8::splat(simd, f64::MIN_POSITIVE);
    let up = lanes::dot(&to, normal) / squared.max(least);
    let plane = lanes::sub(p, &lanes::scale(normal, up));
    lanes::choose(left.simd_gt(f64x8::splat(simd, 0.0)), &plane, &best)
}

/// The point nearest to `p` of the segment at `from` along `along`, and the square of its distance.
#[inline(always)]
fn foot<S: Simd>(simd: S, p: &Point<S>, from: &Point<S>, along: &Point<S>) -> (Point<S>, Lanes<S>) {
    let to = lanes::sub(p, from);
    let least = f64x8::splat(simd, f64::MIN_POSITIVE);
    let t = lanes::dot(&to, along) / lanes::dot(along, along).max(least);
    let t = lanes::clamp(t, f64x8::splat(simd, 0.0), f64x8::splat(simd, 1.0));
    let at = lanes::add(from, &lanes::scale(along, t));
    let gap = lanes::sub(p, &at);
    (at, lanes::dot(&gap, &gap))
}
