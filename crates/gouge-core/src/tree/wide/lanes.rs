//! Eight numbers at a time.
//!
//! Everything is `inline(always)`, and nothing that holds lanes is a closure: code that is not
//! inlined into the function compiled for an instruction set costs a function call per operation.

use fearless_simd::{Simd, f32x8, f64x4, mask32x8, prelude::*};

use super::WIDTH;
use super::node::SlabsOf;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;

/// One number for each of eight.
pub(super) type Lanes<S> = f32x8<S>;

/// One point for each of eight.
pub(super) type Point<S> = [f32x8<S>; 3];

#[inline(always)]
pub(super) fn load<S: Simd>(simd: S, numbers: [f32; 8]) -> Lanes<S> {
    numbers.simd_into(simd)
}

#[inline(always)]
pub(super) fn load3<S: Simd>(simd: S, numbers: [[f32; 8]; 3]) -> Point<S> {
    let [x, y, z] = numbers;
    [load(simd, x), load(simd, y), load(simd, z)]
}

/// The same point in every lane.
#[inline(always)]
pub(super) fn point<S: Simd>(simd: S, p: &[f32; 3]) -> Point<S> {
    [f32x8::splat(simd, p[0]), f32x8::splat(simd, p[1]), f32x8::splat(simd, p[2])]
}

#[inline(always)]
pub(super) fn select<S: Simd>(mask: mask32x8<S>, a: Lanes<S>, b: Lanes<S>) -> Lanes<S> {
    mask.select(a, b)
}

/// Which lanes are not proved to be below `floor`: what is not a number proves nothing.
#[inline(always)]
pub(super) fn open<S: Simd>(simd: S, most: Lanes<S>, floor: f32) -> u32 {
    !(most.simd_lt(f32x8::splat(simd, floor)).to_bitmask() as u32) & ((1 << WIDTH) - 1)
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

/// The lesser coordinates of two points.
#[inline(always)]
pub(super) fn least<S: Simd>(a: &Point<S>, b: &Point<S>) -> Point<S> {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])]
}

/// The greater coordinates of two points.
#[inline(always)]
pub(super) fn greatest<S: Simd>(a: &Point<S>, b: &Point<S>) -> Point<S> {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])]
}

/// How far the farther of two points is along every axis.
#[inline(always)]
pub(super) fn farthest<S: Simd>(a: &Point<S>, b: &Point<S>) -> Point<S> {
    [a[0].abs().max(b[0].abs()), a[1].abs().max(b[1].abs()), a[2].abs().max(b[2].abs())]
}

/// Eight places as they are seen from another, rounded once the difference is taken.
#[inline(always)]
pub(super) fn seen_from<S: Simd>(simd: S, places: &[&Vec3; WIDTH], from: &Vec3) -> Point<S> {
    let from: f64x4<S> = [from.x, from.y, from.z, 0.0].simd_into(simd);
    let pair = |a: &Vec3, b: &Vec3| {
        let a: f64x4<S> = [a.x, a.y, a.z, 0.0].simd_into(simd);
        let b: f64x4<S> = [b.x, b.y, b.z, 0.0].simd_into(simd);
        simd.narrow_f64x4(a - from, b - from)
    };
    let [a, b, c, d, e, f, g, h] = *places;
    // Every zip interleaves what its arguments hold: three of them sort places into coordinates.
    let (ab, cd, ef, gh) = (pair(a, b), pair(c, d), pair(e, f), pair(g, h));
    let (ae, bf) = (ab.zip_low(ef), ab.zip_high(ef));
    let (cg, dh) = (cd.zip_low(gh), cd.zip_high(gh));
    let (even, odd) = (ae.zip_low(cg), bf.zip_low(dh));
    let up = ae.zip_high(cg).zip_low(bf.zip_high(dh));
    [even.zip_low(odd), even.zip_high(odd), up]
}

/// One of two points, lane by lane.
#[inline(always)]
pub(super) fn choose<S: Simd>(mask: mask32x8<S>, a: &Point<S>, b: &Point<S>) -> Point<S> {
    [mask.select(a[0], b[0]), mask.select(a[1], b[1]), mask.select(a[2], b[2])]
}

/// Eight convex things.
pub(super) trait Things<S: Simd> {
    /// The least along a normal over each.
    fn least(&self, n: &Point<S>) -> Lanes<S>;

    /// No coordinates of any of them, nor what they were computed from, add up to more, mm.
    fn size(&self) -> Lanes<S>;
}

/// Boxes by their corners.
pub(super) struct BoxLanes<S: Simd> {
    pub lo: Point<S>,
    pub hi: Point<S>,
    pub size: Lanes<S>,
}

impl<S: Simd> Things<S> for BoxLanes<S> {
    #[inline(always)]
    fn least(&self, n: &Point<S>) -> Lanes<S> {
        let Self { lo, hi, .. } = self;
        let x = (n[0] * lo[0]).min(n[0] * hi[0]);
        let y = (n[1] * lo[1]).min(n[1] * hi[1]);
        let z = (n[2] * lo[2]).min(n[2] * hi[2]);
        x + y + z
    }

    #[inline(always)]
    fn size(&self) -> Lanes<S> {
        self.size
    }
}

impl<S: Simd> BoxLanes<S> {
    /// The point of each box that is nearest to `p`.
    #[inline(always)]
    pub fn nearest(&self, p: &Point<S>) -> Point<S> {
        let Self { lo, hi, .. } = self;
        [clamp(p[0], lo[0], hi[0]), clamp(p[1], lo[1], hi[1]), clamp(p[2], lo[2], hi[2])]
    }
}

/// What lies in boxes and, where there is a normal m, between two planes: `from <= m·x <= to`.
pub(super) struct SlabLanes<S: Simd> {
    pub boxes: BoxLanes<S>,
    /// Of length one, or zero.
    pub normal: Point<S>,
    pub from: Lanes<S>,
    pub to: Lanes<S>,
}

impl<S: Simd> SlabLanes<S> {
    /// The slabs of some boxes, seen from where their `origin` is given.
    #[inline(always)]
    pub fn new(simd: S, slabs: &SlabsOf, origin: &[f32; 3], boxes: BoxLanes<S>) -> Self {
        let normal = load3(simd, slabs.normal);
        let length = dot(&normal, &normal).sqrt();
        let at = dot(&normal, &point(simd, origin));
        let (one, none) = (f32x8::splat(simd, 1.0), f32x8::splat(simd, 0.0));
        let there = length.simd_gt(f32x8::splat(simd, 0.5));
        let per = select(there, one / length, none);
        Self {
            boxes,
            normal: scale(&normal, per),
            from: (load(simd, slabs.from) + at) * per,
            to: (load(simd, slabs.to) + at) * per,
        }
    }

    /// The point of the middle plane that is nearest to `p`; that itself where there is none.
    #[inline(always)]
    pub fn middle(&self, simd: S, p: &Point<S>) -> Point<S> {
        let middle = (self.from + self.to) * f32x8::splat(simd, 0.5);
        sub(p, &scale(&self.normal, dot(&self.normal, p) - middle))
    }
}

impl<S: Simd> Things<S> for SlabLanes<S> {
    /// For any share a of m, `n·x = a m·x + (n - a m)·x`: the least of either, the slab's and the
    /// box's, adds up to no more than the least of all. With `a = n·m` what the box adds is little
    /// where n is near m.
    #[inline(always)]
    fn least(&self, n: &Point<S>) -> Lanes<S> {
        let Self { boxes, normal, from, to } = self;
        let share = dot(n, normal);
        let across = sub(n, &scale(normal, share));
        let both = (share * *from).min(share * *to) + boxes.least(&across);
        both.max(boxes.least(n))
    }

    #[inline(always)]
    fn size(&self) -> Lanes<S> {
        self.boxes.size
    }
}

/// Triangles by their corners.
pub(super) struct TriangleLanes<S: Simd> {
    pub a: Point<S>,
    pub b: Point<S>,
    pub c: Point<S>,
    pub size: Lanes<S>,
}

impl<S: Simd> TriangleLanes<S> {
    /// Some facets of a mesh as they are seen from a point; the last fills lanes that are left
    /// over.
    #[inline(always)]
    pub fn of(simd: S, mesh: &Mesh, indices: &[u32], from: &Vec3) -> Self {
        // Loops, not maps of arrays: what is not inlined here calls one function a lane.
        let last = indices.len() - 1;
        let vertices = &mesh.vertices[..];
        let mut corners = [[from; WIDTH]; 3];
        for lane in 0..WIDTH {
            let triangle = &mesh.triangles[indices[lane.min(last)] as usize];
            corners[0][lane] = &vertices[triangle[0] as usize];
            corners[1][lane] = &vertices[triangle[1] as usize];
            corners[2][lane] = &vertices[triangle[2] as usize];
        }
        let a = seen_from(simd, &corners[0], from);
        let b = seen_from(simd, &corners[1], from);
        let c = seen_from(simd, &corners[2], from);
        let far = farthest(&farthest(&a, &b), &c);
        Self { a, b, c, size: far[0] + far[1] + far[2] }
    }
}

impl<S: Simd> Things<S> for TriangleLanes<S> {
    #[inline(always)]
    fn least(&self, n: &Point<S>) -> Lanes<S> {
        dot(n, &self.a).min(dot(n, &self.b)).min(dot(n, &self.c))
    }

    #[inline(always)]
    fn size(&self) -> Lanes<S> {
        self.size
    }
}
