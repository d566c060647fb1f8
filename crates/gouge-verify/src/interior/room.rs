//! A part of space that a bound is sought for: a box.

use crate::tolerance::{ASIDE_SHARE, FLOAT_MM, SHORTEST_CELL_MM};
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};

/// Both halves, across the side that is longest, more so where the surface is that way (`away`);
/// `None` when that is next to nothing.
pub(in super::super) fn halves(room: &Aabb, away: &Vec3) -> Option<[Aabb; 2]> {
    let size = room.size();
    let axis = size.component_mul(&away.map(|v| v.abs() + ASIDE_SHARE)).imax();
    let middle = 0.5 * (room.lo[axis] + room.hi[axis]);
    if !(room.lo[axis] < middle && middle < room.hi[axis]) || size[axis] < SHORTEST_CELL_MM {
        return None;
    }
    let (mut low, mut high) = (*room, *room);
    low.hi[axis] = middle;
    high.lo[axis] = middle;
    Some([low, high])
}

/// How far the farthest point of a room is from `at`, mm.
pub(super) fn farthest(room: &Aabb, at: &Vec3) -> f64 {
    room.corners().into_iter().map(|c| (c - at).norm()).fold(0.0, f64::max)
}

/// No point of a room is farther from the surface, mm: none is farther than `reach` from its middle,
/// which is `distance` from `facet`, and the distance to that is greatest at a corner.
pub(super) fn beneath(room: &Aabb, reach: f64, distance: f64, facet: &Triangle) -> f64 {
    let far = room.corners().map(|c| (closest_on_triangle(&c, facet) - c).norm());
    let farthest = far.into_iter().fold(0.0, f64::max);
    (distance + reach).min(farthest + FLOAT_MM)
}
