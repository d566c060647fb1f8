//! Eight numbers at a time.
//!
//! Everything is `inline(always)`, and nothing that holds lanes is a closure: what is not inlined
//! into the function that was compiled for an instruction set calls one function an operation.

use fearless_simd::{Simd, f64x8, mask64x8, prelude::*};

use gouge_mesh::geom::Vec3;

/// One number for each of eight.
pub(super) type Lanes<S> = f64x8<S>;

/// One point for each of eight.
pub(super) type Point<S> = [f64x8<S>; 3];

#[inline(always)]
pub(super) fn load<S: Simd>(simd: S, numbers: [f64; 8]) -> Lanes<S> {
    numbers.simd_into(simd)
}

#[inline(always)]
pub(super) fn load3<S: Simd>(simd: S, numbers: [[f64; 8]; 3]) -> Point<S> {
    let [x, y, z] = numbers;
    [load(simd, x), load(simd, y), load(simd, z)]
}

/// The same point in every lane.
#[inline(always)]
pub(super) fn point<S: Simd>(simd: S, p: &Vec3) -> Point<S> {
    [f64x8::splat(simd, p.x), f64x8::splat(simd, p.y), f64x8::splat(simd, p.z)]
}

#[inline(always)]
pub(super) fn select<S: Simd>(mask: mask64x8<S>, a: Lanes<S>, b: Lanes<S>) -> Lanes<S> {
    mask.select(a, b)
}

#[inline(always)]
pub(super) fn dot<S: Simd>(a: &Point<S>, b: &Point<S>) -> Lanes<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn sub<S: Simd>(a: &Point<S>, b: &Point<S>) -> Point<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn cross<S: Simd>(a: &Point<S>, b: &Point<S>) -> Point<S> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
pub(super) fn clamp<S: Simd>(x: Lanes<S>, lo: Lanes<S>, hi: Lanes<S>) -> Lanes<S> {
    x.max(lo).min(hi)
}

#[inline(always)]
pub(super) fn scale<S: Simd>(a: &Point<S>, by: Lanes<S>) -> Point<S> {
    [a[0] * by, a[1] * by, a[2] * by]
}

#[inline(always)]
pub(super) fn add<S: Simd>(a: &Point<S>, b: &Point<S>) -> Point<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// One of two points, lane by lane.
#[inline(always)]
pub(super) fn choose<S: Simd>(mask: mask64x8<S>, a: &Point<S>, b: &Point<S>) -> Point<S> {
    [mask.select(a[0], b[0]), mask.select(a[1], b[1]), mask.select(a[2], b[2])]
}

/// Eight convex things.
pub(super) trait Things<S: Simd> {
    /// The least along a normal over each.
    fn least(&self, n: &Point<S>) -> Lanes<S>;
}

/// Boxes by their corners.
pub(super) struct BoxLanes<S: Simd> {
    pub lo: Point<S>,
    pub hi: Point<S>,
}

impl<S: Simd> Things<S> for BoxLanes<S> {
    #[inline(always)]
    fn least(&self, n: &Point<S>) -> Lanes<S> {
        let Self { lo, hi } = self;
        let x = (n[0] * lo[0]).min(n[0] * hi[0]);
        let y = (n[1] * lo[1]).min(n[1] * hi[1]);
        let z = (n[2] * lo[2]).min(n[2] * hi[2]);
        x + y + z
    }
}

/// Triangles by their corners.
pub(super) struct TriangleLanes<S: Simd> {
    pub a: Point<S>,
    pub b: Point<S>,
    pub c: Point<S>,
}

impl<S: Simd> Things<S> for TriangleLanes<S> {
    #[inline(always)]
    fn least(&self, n: &Point<S>) -> Lanes<S> {
        dot(n, &self.a).min(dot(n, &self.b)).min(dot(n, &self.c))
    }
}
