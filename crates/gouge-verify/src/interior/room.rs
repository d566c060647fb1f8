//! A room: a box of space for which a bound is sought.

use crate::budget::TOOL_BENT_SHARE;
use crate::tolerance::{ASIDE_SHARE, FLOAT_MM, LEAST_GAIN, SHORTEST_CELL_MM};
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};

/// Both halves, across the side that is longest, more so where the surface is that way (`away`);
/// `None` when that is next to nothing.
pub(in super::super) fn halves(room: &Aabb, away: &Vec3) -> Option<[Aabb; 2]> {
    across(room, room.size().component_mul(&away.map(|v| v.abs() + ASIDE_SHARE)).imax())
}

/// Both halves, across the side along which the distance to a facet bends most, or, where that is
/// less than `least` mm, the `depth` in the tool: linear bounds of them are off by that. As
/// [`halves`] where neither does.
pub(in super::super) fn straightened(
    room: &Aabb,
    facet: &Triangle,
    depth: impl Fn(&Vec3) -> f64,
    least: f64,
    away: &Vec3,
) -> Option<[Aabb; 2]> {
    let (middle, half) = ((room.lo + room.hi) * 0.5, room.size() * 0.5);
    let (axis, bend) = bends(&middle, &half, |p| (closest_on_triangle(p, facet) - p).norm());
    if bend >= least {
        return across(room, axis);
    }
    let (axis, bend) = bends(&middle, &half, depth);
    if bend < TOOL_BENT_SHARE * least { halves(room, away) } else { across(room, axis) }
}

/// The axis along which a function bends most about the middle of a room, and by how much, mm.
fn bends(middle: &Vec3, half: &Vec3, f: impl Fn(&Vec3) -> f64) -> (usize, f64) {
    let there = 2.0 * f(middle);
    let bend = Vec3::from_fn(|axis, _| {
        let by = Vec3::ith(axis, half[axis]);
        (f(&(middle - by)) + f(&(middle + by)) - there).abs()
    });
    (bend.imax(), bend.max())
}

/// Both halves across an axis; `None` when that is next to nothing.
fn across(room: &Aabb, axis: usize) -> Option<[Aabb; 2]> {
    let size = room.size();
    let middle = 0.5 * (room.lo[axis] + room.hi[axis]);
    if !(room.lo[axis] < middle && middle < room.hi[axis]) || size[axis] < SHORTEST_CELL_MM {
        return None;
    }
    let (mut low, mut high) = (*room, *room);
    low.hi[axis] = middle;
    high.lo[axis] = middle;
    Some([low, high])
}

/// A further bound of what is `known` deep at least has to come below this, mm, to be worth another
/// round, where the one so far is `hi` and none lower than `level` is of use.
pub(in super::super) fn worth([hi, level]: [f64; 2], known: f64) -> f64 {
    hi - LEAST_GAIN * (hi - level.max(known))
}

/// How far the farthest point of a room is from `at`, mm.
pub(super) fn farthest(room: &Aabb, at: &Vec3) -> f64 {
    room.corners().into_iter().map(|c| (c - at).norm()).fold(0.0, f64::max)
}

/// No point of a room is farther from the surface, mm: none is farther than `reach` from its
/// middle, which is `distance` from `facet`, and the distance to that is greatest at a corner.
pub(super) fn beneath(room: &Aabb, reach: f64, distance: f64, facet: &Triangle) -> f64 {
    let far = room.corners().map(|c| (closest_on_triangle(&c, facet) - c).norm());
    let farthest = far.into_iter().fold(0.0, f64::max);
    (distance + reach).min(farthest + FLOAT_MM)
}
