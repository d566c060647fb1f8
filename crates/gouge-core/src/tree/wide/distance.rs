//! The distances of facets from a point, eight at a time.

use fearless_simd::{Simd, f32x8, prelude::*};

use super::WIDTH;
use super::lanes::{self, Lanes, Point, Things, TriangleLanes};
use crate::tolerance::{SHORTEST_SINGLE_MM, SINGLE_SHARE};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;

/// No facet is nearer to `p` than this, mm.
///
/// For any vector n a facet is no nearer than the least n·x / |n| over its corners x. With u half a
/// last place, corners as they are seen from `p` are rounded by u of each coordinate, n·x by 4 u of
/// what its products add up to, and the n below is no longer than 1 + 6 u: 11 u of `size` in all,
/// which [`SINGLE_SHARE`] is more than. Any n proves, so where the nearest point lies need not be
/// exact. What is not a number counts as 0, and so does what is too near to have a direction.
#[inline(always)]
pub(super) fn apart<S: Simd>(simd: S, mesh: &Mesh, indices: &[u32], p: &Vec3) -> [f32; WIDTH] {
    let zero = f32x8::splat(simd, 0.0);
    let triangles = TriangleLanes::of(simd, mesh, indices, p);
    let TriangleLanes { a, b, c, size } = &triangles;
    let (ab, ac) = (lanes::sub(b, a), lanes::sub(c, a));
    let normal = lanes::cross(&ab, &ac);
    let squared = lanes::dot(&normal, &normal);
    let at = nearest(simd, &[zero; 3], &triangles, [&ab, &ac], (&normal, squared));
    let square = lanes::dot(&at, &at);
    let per = f32x8::splat(simd, 1.0) / square.sqrt();
    let least = triangles.least(&lanes::scale(&at, per));
    let told = least - *size * f32x8::splat(simd, SINGLE_SHARE);
    let far = square.simd_gt(f32x8::splat(simd, SHORTEST_SINGLE_MM * SHORTEST_SINGLE_MM));
    lanes::select(far & told.simd_gt(zero), told, zero).into()
}

/// A point of each triangle that is nearest to `p`, but for rounding.
#[inline(always)]
pub(super) fn nearest<S: Simd>(
    simd: S,
    p: &Point<S>,
    triangles: &TriangleLanes<S>,
    [ab, ac]: [&Point<S>; 2],
    (normal, squared): (&Point<S>, Lanes<S>),
) -> Point<S> {
    let TriangleLanes { a, b, c, .. } = triangles;
    let bc = lanes::sub(c, b);
    let (mut best, mut far) = foot(simd, p, a, ab);
    for (at, gap) in [foot(simd, p, a, ac), foot(simd, p, b, &bc)] {
        best = lanes::choose(gap.simd_lt(far), &at, &best);
        far = far.min(gap);
    }
    // Inside of all three sides the foot on the plane is nearest: mixed from the corners, so that
    // it lies on the triangle however badly the plane is known.
    let to = lanes::sub(p, a);
    let least = f32x8::splat(simd, f32::MIN_POSITIVE);
    let per = f32x8::splat(simd, 1.0) / squared.max(least);
    let u = lanes::dot(&lanes::cross(&to, ac), normal) * per;
    let v = lanes::dot(&lanes::cross(ab, &to), normal) * per;
    let left = u.min(v).min(f32x8::splat(simd, 1.0) - u - v);
    let plane = lanes::add(a, &lanes::add(&lanes::scale(ab, u), &lanes::scale(ac, v)));
    lanes::choose(left.simd_gt(f32x8::splat(simd, 0.0)), &plane, &best)
}

/// The point nearest to `p` of the segment at `from` along `along`, and the square of its distance.
#[inline(always)]
fn foot<S: Simd>(simd: S, p: &Point<S>, from: &Point<S>, along: &Point<S>) -> (Point<S>, Lanes<S>) {
    let to = lanes::sub(p, from);
    let least = f32x8::splat(simd, f32::MIN_POSITIVE);
    let t = lanes::dot(&to, along) / lanes::dot(along, along).max(least);
    let t = lanes::clamp(t, f32x8::splat(simd, 0.0), f32x8::splat(simd, 1.0));
    let at = lanes::add(from, &lanes::scale(along, t));
    let gap = lanes::sub(p, &at);
    (at, lanes::dot(&gap, &gap))
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};

    use super::*;
    use gouge_mesh::geom::closest_on_triangle;
    use gouge_random::Random;

    /// Facets of all sizes, slivers and points among them, near to a point and far from it.
    #[test]
    fn no_facet_is_nearer_than_is_told() {
        let mut random = Random::new(20);
        let (mut close, mut all) = (0, 0);
        for round in 0..20_000 {
            let size = 10_f64.powf(random.between(-12.0, 6.0));
            let p = random.vector(1.0) * 10_f64.powf(random.between(-12.0, 6.0));
            let mut vertices = Vec::new();
            for _ in 0..WIDTH {
                let gap = random.vector(1.0) * size * 10_f64.powf(random.between(-8.0, 2.0));
                let a = p + gap;
                let b = a + random.vector(size);
                let c = match round % 3 {
                    0 => a + random.vector(size),
                    1 => a + (b - a) * random.between(-1.0, 2.0),
                    _ => a + random.vector(1e-9 * size),
                };
                vertices.extend([a, b, c]);
            }
            let triangles = (0..WIDTH as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let mesh = Mesh { vertices, triangles };
            let indices: Vec<u32> = (0..WIDTH as u32).collect();
            let told = dispatch!(Level::new(), simd => apart(simd, &mesh, &indices, &p));
            for (at, told) in told.into_iter().enumerate() {
                let facet = mesh.triangle(at);
                let gap = (closest_on_triangle(&p, &facet) - p).norm();
                let places = facet.iter().map(|v| v.amax()).fold(p.amax(), f64::max);
                assert!(f64::from(told) <= gap + 1e-14 * places, "{facet:?} {p:?}: {told} {gap}");
                all += 1;
                close += i32::from(f64::from(told) >= 0.999 * gap);
            }
        }
        // Of a facet much larger than its distance single precision tells little.
        assert!(5 * close > 2 * all, "{close} of {all}");
    }
}
