//! Bounds on how deep in the material anything covered by any of many motions can be: together they
//! cover nothing deeper than the room about them all, and a region may have a hundred thousand
//! motions of one floor that a single room bounds.

use std::ops::{ControlFlow, Range};

use super::super::target::Target;
use super::cutting_plane::{lid_normal, under_facet};
use super::lid::{Lid, lid};
use crate::budget::{CELL_ROUNDS, LIDS};
use crate::tolerance::FLOAT_MM;
use gouge_core::sweep::{Box3, Ceiling};
use gouge_mesh::geom::{Aabb, Vec3};

/// Consecutive passages, and a box around the space that they cover together.
pub(super) struct Group {
    pub passages: Range<usize>,
    room: Aabb,
}

/// This many passages are looked at one by one.
pub(in super::super) const SMALLEST: usize = 32;

impl Group {
    /// Both halves; none where it is small.
    pub fn halves(&self, rooms: &[Aabb]) -> Option<[Self; 2]> {
        let Range { start, end } = self.passages;
        if end - start <= SMALLEST {
            return None;
        }
        let middle = start + (end - start) / 2;
        Some([start..middle, middle..end].map(|passages| Self::of(passages, rooms)))
    }

    /// The passages of a range, each with a room of its own.
    pub fn of(passages: Range<usize>, rooms: &[Aabb]) -> Self {
        let room = rooms[passages.clone()].iter().fold(Aabb::EMPTY, |all, own| all.union(own));
        Self { passages, room }
    }

    /// No point of a closed body that lies in the room is deeper, mm; none is where there is none.
    ///
    /// As [`bound`](super::InteriorQuery::bound) does it for a cell, without a tool.
    pub fn bound(&self, target: &Target, cap: f64, level: f64) -> Option<f64> {
        let room = self.room.intersection(&target.body.bounds);
        if room.is_empty() {
            return None;
        }
        let floor = Box3::new(&room);
        let mut ceiling = Ceiling::new(&floor, cap);
        let (mut hi, mut lids) = (cap, 0);
        for _ in 0..CELL_ROUNDS {
            let at = match ceiling.lower(&mut hi, level) {
                ControlFlow::Continue(at) => at,
                ControlFlow::Break(told) => return told,
            };
            let near = target.nearest(&at, f64::INFINITY)?;
            let side = target.side_near(&at, Some(&near));
            let mut better = false;
            if near.distance > FLOAT_MM {
                let (slope, offset) = under_facet(target, &room, &at, &near);
                if offset + slope.dot(&at) < hi - FLOAT_MM {
                    ceiling.bound(&slope, offset + FLOAT_MM);
                    better = true;
                }
            }
            let normal = lid_normal(target, &at, &near, side);
            if lids < LIDS && normal != Vec3::zeros() {
                lids += 1;
                match lid(target, &room, &normal, hi, &at) {
                    Lid::Clear => return None,
                    Lid::Plane(offset) => {
                        better |= offset - normal.dot(&at) < hi - FLOAT_MM;
                        ceiling.bound(&-normal, offset);
                    }
                    Lid::Sky(_) | Lid::Undetermined => {}
                }
            }
            if !better {
                break;
            }
        }
        Some(hi)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Body;
    use gouge_core::tree::Engine;
    use gouge_mesh::geom::closest_on_triangle;
    use gouge_mesh::mesh::{Mesh, Side, defects};
    use gouge_random::Random;

    /// A slab whose top is a grid of random heights.
    pub fn hills(random: &mut Random) -> Mesh {
        const N: usize = 5;
        let mut vertices = Vec::new();
        for top in [false, true] {
            for at in 0..N * N {
                let z = if top { random.between(1.0, 9.0) } else { 0.0 };
                vertices.push(Vec3::new(4.0 * (at % N) as f64, 4.0 * (at / N) as f64, z));
            }
        }
        let mut triangles: Vec<[u32; 3]> = Vec::new();
        let mut square = |a: usize, b: usize, c: usize, d: usize| {
            triangles.extend([[a, b, c], [a, c, d]].map(|t| t.map(|v| v as u32)));
        };
        let up = N * N;
        for y in 0..N - 1 {
            for x in 0..N - 1 {
                let [a, b, c, d] =
                    [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| x + N * y);
                square(a + up, b + up, c + up, d + up);
                square(d, c, b, a);
            }
        }
        for i in 0..N - 1 {
            let (row, column) = (i, i * N);
            let (last, right) = (N * (N - 1) + i, i * N + N - 1);
            square(row, row + 1, row + 1 + up, row + up);
            square(last + 1, last, last + up, last + 1 + up);
            square(column + N, column, column + up, column + N + up);
            square(right, right + N, right + N + up, right + up);
        }
        Mesh { vertices, triangles }
    }

    #[test]
    fn nothing_in_a_room_is_deeper_than_its_bound() {
        let mut random = Random::new(11);
        let (mut told, mut clear) = (0, 0);
        for _ in 0..40 {
            let mesh = hills(&mut random);
            let report = defects::examine(&mesh);
            let body = Body::new(&mesh, &report, false);
            assert!(body.whole());
            let facets = (Engine::default().build)(&mesh);
            let target = Target { body: &body, facets: &*facets };
            for _ in 0..25 {
                let half = Vec3::new(1.0, 1.0, 1.0) * random.between(0.1, 6.0);
                let middle = Vec3::new(8.0, 8.0, 5.0) + random.vector(8.0);
                let room = Aabb { lo: middle - half, hi: middle + half };
                let group = Group { passages: 0..0, room };
                let bound = group.bound(&target, 100.0, f64::NEG_INFINITY);
                for _ in 0..60 {
                    let x = middle + random.vector(1.0).component_mul(&half);
                    if target.side(&x) != Side::Inside {
                        continue;
                    }
                    let apart = |t| (closest_on_triangle(&x, &mesh.triangle(t)) - x).norm();
                    let depth = (0..mesh.triangles.len()).map(apart).fold(f64::INFINITY, f64::min);
                    assert!(bound.is_some_and(|hi| depth <= hi), "{depth} {bound:?} {x:?}");
                }
                told += u32::from(bound.is_some_and(|hi| hi < 99.0));
                clear += u32::from(bound.is_none());
            }
        }
        assert!(told > 600 && clear > 20, "{told} {clear}");
    }
}
