//! Lower bounds on how deep facets lie in a moving body, eight at a time, in single precision.
//!
//! A point of a facet that lies inside all walls of a convex body, where the body stands at some
//! moment of its motion, is as deep as its distance to the nearest wall (see [`Wall`]), so the
//! facet is at least as deep. Any point and any moment will do; what matters is how exactly they
//! are known: the point is a mean of the facet's corners, with weights that are not negative and
//! add up to one. Coordinates go through no more roundings than those of a supporting plane, so
//! their error is bounded by the same pad (see [`super::planes`]): an offset adds up to no more
//! than the depth and the place along the normal, the height of a centre to no more than the
//! place's and the radius, which [`Query::size`] counts.

use fearless_simd::{Simd, f32x8, prelude::*};
use gouge_mesh::geom::Wall;

use super::lanes::{self, Lanes, Point, TriangleLanes};
use super::query::Query;
use crate::tolerance::ROUNDING;

/// The depth of a point of each facet, when the body stands at a share of half the motion; minus
/// infinity where that is not inside.
#[inline(always)]
pub(super) fn facets<S: Simd>(
    simd: S,
    query: &Query,
    (at, s): (&Point<S>, Lanes<S>),
    triangles: &TriangleLanes<S>,
) -> Lanes<S> {
    if query.walls.is_empty() {
        return f32x8::splat(simd, f32::NEG_INFINITY);
    }
    let depth = point(simd, query, at, s);
    let sizes = depth.abs() + (triangles.size + f32x8::splat(simd, query.size));
    let depth = depth - sizes * f32x8::splat(simd, ROUNDING);
    let inside = depth.simd_gt(f32x8::splat(simd, 0.0));
    let nothing = f32x8::splat(simd, f32::NEG_INFINITY);
    lanes::select(inside, depth + f32x8::splat(simd, query.grown), nothing)
}

/// The distance to the nearest wall.
#[inline(always)]
fn point<S: Simd>(simd: S, query: &Query, at: &Point<S>, s: Lanes<S>) -> Lanes<S> {
    let [x, y, z] = lanes::sub(at, &lanes::scale(&lanes::point(simd, &query.half), s));
    let r = (x * x + y * y).sqrt();
    let mut least = f32x8::splat(simd, f32::INFINITY);
    for wall in query.walls {
        match wall {
            Wall::Straight { normal, offset } => {
                let along = r * f32x8::splat(simd, normal[0] as f32)
                    + z * f32x8::splat(simd, normal[1] as f32);
                least = least.min(f32x8::splat(simd, *offset as f32) - along);
            }
            Wall::Round(arc) => {
                let across = r - f32x8::splat(simd, arc.center[0] as f32);
                let up = z - f32x8::splat(simd, arc.center[1] as f32);
                let [first, last] = [arc.first, arc.last].map(|[a, b]| [a as f32, b as f32]);
                let after = up * first[0] - across * first[1];
                let before = across * last[1] - up * last[0];
                let inside = after.min(before).simd_ge(f32x8::splat(simd, 0.0));
                let far = (across * across + up * up).sqrt();
                let near = f32x8::splat(simd, arc.radius as f32) - far;
                least = lanes::select(inside, least.min(near), least);
            }
        }
    }
    least
}
