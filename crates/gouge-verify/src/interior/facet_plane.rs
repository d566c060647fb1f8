//! A room on either side of the plane of a facet.
//!
//! The distance to a facet rises on both sides of it, so that a linear bound of that over a room
//! says little of the material where much of the room is air: a tool that touches a wall all along
//! took cells as small as it is deep. On one side of the plane the same bound is tight.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::InteriorQuery;
use super::cell::{Cell, Look, Moved};
use super::cutting_plane::offset_under;
use super::lid::apart_mm;
use super::room::worth;
use crate::budget::{CELL_ROUNDS, LID_FACETS, PARTED_FACETS, PARTING_PLANES, PARTINGS_FOR_ONE};
use crate::tolerance::{FLOAT_MM, LEAST_MIDDLE_MM};
use gouge_core::sweep::Ceiling;
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Side;

/// A half space `normal · x <= offset`.
type HalfSpace = (Vec3, f64);

/// The corners of a face, in order.
type Face = SmallVec<[Vec3; 8]>;

/// What of a room lies in some half spaces: a convex polyhedron.
#[derive(Clone)]
struct Part {
    planes: SmallVec<[HalfSpace; 6 + PARTING_PLANES]>,
    faces: SmallVec<[Face; 6 + PARTING_PLANES]>,
}

impl Part {
    fn whole(room: &Aabb) -> Self {
        let ends = [room.lo, room.hi];
        let planes = (0..3)
            .flat_map(|k| [(Vec3::ith(k, -1.0), -room.lo[k]), (Vec3::ith(k, 1.0), room.hi[k])]);
        let face = |(k, end): (usize, usize)| -> Face {
            [[0, 0], [1, 0], [1, 1], [0, 1]]
                .iter()
                .map(|[u, v]| {
                    let mut corner = Vec3::zeros();
                    corner[k] = ends[end][k];
                    corner[(k + 1) % 3] = ends[*u][(k + 1) % 3];
                    corner[(k + 2) % 3] = ends[*v][(k + 2) % 3];
                    corner
                })
                .collect()
        };
        let faces = (0..3).flat_map(|k| [(k, 0), (k, 1)]).map(face).collect();
        Self { planes: planes.collect(), faces }
    }

    /// What of it is in a half space.
    ///
    /// Where the plane crosses an edge, rounding moves the place along that alone.
    fn within(&self, (normal, offset): HalfSpace) -> Self {
        let mut faces: SmallVec<[Face; 6 + PARTING_PLANES]> = SmallVec::new();
        let mut rim = Face::new();
        for face in &self.faces {
            let kept = clipped(face, &(normal, offset), &mut |at| rim.push(at));
            if !kept.is_empty() {
                faces.push(kept);
            }
        }
        if let Some(first) = rim.first().copied() {
            let middle = rim.iter().sum::<Vec3>() / rim.len() as f64;
            let out = (first - middle).try_normalize(FLOAT_MM).unwrap_or_default();
            let ahead = normal.cross(&out);
            let angle = |p: &Vec3| (p - middle).dot(&ahead).atan2((p - middle).dot(&out));
            rim.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
            faces.push(rim);
        }
        let mut planes = self.planes.clone();
        planes.push((normal, offset));
        Self { planes, faces }
    }

    /// Points whose hull it is.
    fn corners(&self) -> impl Iterator<Item = &Vec3> {
        self.faces.iter().flatten()
    }

    /// Whether a facet comes farther into it than `apart` mm beyond each of its planes.
    fn holds_some(&self, facet: &Triangle, apart: f64) -> bool {
        let beside =
            |(normal, offset): &HalfSpace| facet.iter().all(|p| normal.dot(p) > offset - apart);
        if self.planes.iter().any(beside) {
            return false;
        }
        let mut face: Face = facet.iter().copied().collect();
        for (normal, offset) in &self.planes {
            face = clipped(&face, &(*normal, offset - apart), &mut |_| ());
        }
        !face.is_empty()
    }
}

/// What of a face is in a half space; hands out where the plane crosses its edges.
fn clipped(face: &Face, (normal, offset): &HalfSpace, crossed: &mut impl FnMut(Vec3)) -> Face {
    let mut kept = Face::new();
    for (i, a) in face.iter().enumerate() {
        let b = &face[(i + 1) % face.len()];
        let [from, to] = [a, b].map(|p| normal.dot(p) - offset);
        if from <= 0.0 {
            kept.push(*a);
        }
        if (from <= 0.0) != (to <= 0.0) {
            let at = a + (b - a) * (from / (from - to));
            kept.push(at);
            crossed(at);
        }
    }
    kept
}

/// What is about a cell.
struct About {
    /// The facets that come into it.
    facets: Vec<u32>,
    /// One that comes no farther than this into a part of the cell lies on its border, mm.
    apart: f64,
}

/// A part of a cell under bounds of how deep it is.
struct Under<'c> {
    part: Part,
    ceiling: Ceiling<'c>,
    /// Planes that may still part it.
    left: usize,
}

impl InteriorQuery<'_> {
    /// No point of a cell before a closed surface is deeper, mm, by what is told of it on either
    /// side of the plane of the facet that is nearest to its highest point: no more than `hi`.
    ///
    /// Each of its points is on one of the sides. There what a facet says is taken from the corners
    /// of that side alone, and what no facet meets is in the material or outside as a whole.
    pub(super) fn on_both_sides(
        &mut self,
        cell: &mut Cell,
        moved: &Moved,
        ceiling: &Ceiling,
        facet: u32,
        [hi, level]: [f64; 2],
    ) -> f64 {
        if !self.target.body.whole() || self.partings_left == 0 {
            return hi;
        }
        // More than what the planes of both sides have in common.
        let apart = 4.0 * apart_mm(&self.target, &cell.room);
        let grown = cell.room.grown(apart);
        let Some(mut facets) = self.target.within(&grown, LID_FACETS) else { return hi };
        // The boxes of long facets that lie aslant meet many cells.
        let grown = Part::whole(&grown);
        let triangle = |f: u32| self.target.body.mesh.triangle(f as usize);
        facets.retain(|&f| grown.holds_some(&triangle(f), 0.0));
        if facets.len() > PARTED_FACETS {
            return hi;
        }
        let under =
            Under { part: Part::whole(&cell.room), ceiling: ceiling.clone(), left: PARTING_PLANES };
        let about = About { facets, apart };
        let told = self.parted_at(cell, moved, &about, &under, facet, [hi, level]).unwrap_or(0.0);
        match told <= level {
            true => self.partings_left += PARTINGS_FOR_ONE,
            false => self.partings_left -= 1,
        }
        hi.min(told)
    }

    /// The greater of what both sides of the plane of a facet say; `None` where nothing is on either
    /// of them.
    fn parted_at(
        &mut self,
        cell: &mut Cell,
        moved: &Moved,
        about: &About,
        under: &Under,
        facet: u32,
        [hi, level]: [f64; 2],
    ) -> Option<f64> {
        let corner = self.target.body.mesh.triangle(facet as usize)[0];
        let away = self.target.body.outward(facet);
        if under.left == 0 || away == Vec3::zeros() {
            return Some(hi);
        }
        let both = [away, -away].map(|normal| {
            // Rounding must not leave a gap between them.
            let offset = normal.dot(&corner) + FLOAT_MM;
            let part = under.part.within((normal, offset));
            let mut ceiling = under.ceiling.clone();
            ceiling.keep(&normal, offset);
            let side = Under { part, ceiling, left: under.left - 1 };
            self.beneath_all(cell, moved, about, side, [hi, level])
        });
        both.into_iter().flatten().reduce(f64::max)
    }

    /// No point of a part of a cell is deeper, mm; `None` where nothing of it is in the material and
    /// in the tool.
    fn beneath_all(
        &mut self,
        cell: &mut Cell,
        moved: &Moved,
        about: &About,
        mut under: Under,
        [mut hi, level]: [f64; 2],
    ) -> Option<f64> {
        let About { facets, apart } = about;
        let triangle = |f: u32| self.target.body.mesh.triangle(f as usize);
        let inside: SmallVec<[u32; PARTED_FACETS]> = facets
            .iter()
            .copied()
            .filter(|&f| under.part.holds_some(&triangle(f), *apart))
            .collect();
        if inside.is_empty()
            && let Some(told) = self.beside_all(&under.part, *apart)
        {
            return Some(told);
        }
        for _ in 0..CELL_ROUNDS {
            let at = match under.ceiling.lower(&mut hi, level) {
                ControlFlow::Continue(at) => at,
                ControlFlow::Break(told) => return told,
            };
            let (near, side) = match self.look(cell, moved, &at) {
                Look::Nothing => return None,
                Look::Beyond((normal, offset)) => {
                    under.ceiling.keep(&normal, offset);
                    continue;
                }
                Look::At(near, side) => (near, side),
            };
            let value = if side == Side::Inside { near.distance } else { 0.0 };
            if side == Side::Inside && hi - value <= 4.0 * FLOAT_MM {
                break;
            }
            let worth = worth([hi, level], value);
            let toward = (at - near.foot).try_normalize(4.0 * FLOAT_MM);
            let own = toward.map(|slope| (near.triangle, slope));
            // Where it lies on the surface, as far as rounding tells, any facet may bound it.
            let straight = facets.iter().flat_map(|&f| {
                let away = self.target.body.outward(f);
                [(f, away), (f, -away)]
            });
            let told = own.into_iter().chain(straight).find_map(|(f, slope)| {
                let offset = offset_under(under.part.corners(), &triangle(f), &slope) + FLOAT_MM;
                (offset + slope.dot(&at) < worth).then_some((slope, offset))
            });
            if let Some((slope, offset)) = told {
                under.ceiling.bound(&slope, offset);
                continue;
            }
            let far = |f: &u32| (closest_on_triangle(&at, &triangle(*f)) - at).norm();
            let next = inside.iter().copied().min_by(|f, g| far(f).total_cmp(&far(g)));
            let Some(next) = next else { break };
            return self.parted_at(cell, moved, about, &under, next, [hi, level]);
        }
        Some(hi)
    }

    /// No point of the material in a part that no facet comes into by `apart` mm is deeper, mm,
    /// where its middle is outside.
    ///
    /// On the straight way from its middle m to such a point there is surface, no farther into the
    /// part than `apart`. With m at least r beyond all of its planes, and the point at most l away,
    /// what of the way is that near to one of them is at most l · apart / r long.
    fn beside_all(&self, part: &Part, apart: f64) -> Option<f64> {
        let count = part.corners().count();
        let middle = part.corners().sum::<Vec3>() / count.max(1) as f64;
        let beyond = part.planes.iter().map(|(normal, offset)| offset - normal.dot(&middle));
        let beyond = beyond.fold(f64::INFINITY, f64::min);
        if count == 0 || beyond < LEAST_MIDDLE_MM || self.target.side(&middle) != Side::Outside {
            return None;
        }
        let far = part.corners().map(|c| (c - middle).norm()).fold(0.0, f64::max);
        Some(apart * far / beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    /// A part of a room by random planes, some of them level or through its corners.
    fn part(random: &mut Random) -> Part {
        let lo = random.vector(5.0);
        let size = Vec3::from_fn(|_, _| 10f64.powf(random.between(-2.0, 1.0)));
        let room = Aabb { lo, hi: lo + size };
        (0..random.below(PARTING_PLANES + 1)).fold(Part::whole(&room), |part, _| {
            let normal = match random.below(3) {
                0 => Vec3::ith(random.below(3), [1.0, -1.0][random.below(2)]),
                1 => (Vec3::x() + random.vector(1e-7)).normalize(),
                _ => random.direction(),
            };
            let through = match random.below(3) {
                0 => room.corners()[random.below(8)],
                _ => room.lo + size.component_mul(&random.vector(0.5).map(|v| v + 0.5)),
            };
            part.within((normal, normal.dot(&through)))
        })
    }

    #[test]
    fn corners_hold_a_part_and_no_more() {
        let mut random = Random::new(29);
        let (mut inside, mut empty) = (0, 0);
        for _ in 0..3000 {
            let part = part(&mut random);
            let beyond = |p: &Vec3| {
                let all = part.planes.iter().map(|(normal, offset)| normal.dot(p) - offset);
                all.fold(f64::NEG_INFINITY, f64::max)
            };
            assert!(part.corners().all(|c| beyond(c) <= 1e-12), "{:?}", part.planes);
            let room = part.planes[..6].iter().map(|(_, offset)| *offset);
            let ends: Vec<f64> = room.collect();
            let lo = Vec3::from_fn(|k, _| -ends[2 * k]);
            let size = Vec3::from_fn(|k, _| ends[2 * k + 1]) - lo;
            for _ in 0..60 {
                let p = lo + size.component_mul(&random.vector(0.5).map(|v| v + 0.5));
                if beyond(&p) > 0.0 {
                    continue;
                }
                inside += 1;
                for _ in 0..6 {
                    let u = random.direction();
                    let most = part.corners().map(|c| u.dot(c)).fold(f64::NEG_INFINITY, f64::max);
                    assert!(u.dot(&p) <= most + 1e-9, "{p:?} {:?}", part.planes);
                }
            }
            empty += usize::from(part.corners().next().is_none());
        }
        assert!(inside > 40_000 && empty > 30, "{inside} {empty}");
    }

    #[test]
    fn no_place_of_a_facet_in_a_part_is_passed_over() {
        let mut random = Random::new(37);
        let (mut met, mut passed) = (0, 0);
        for _ in 0..20_000 {
            let part = part(&mut random);
            let Some(corner) = part.corners().next().copied() else { continue };
            let far = part.corners().map(|c| (c - corner).norm()).fold(0.0, f64::max);
            let facet = [0; 3].map(|_| corner + random.vector(far));
            let apart = [0.0, 1e-6, 0.01 * far][random.below(3)];
            let held = part.holds_some(&facet, apart);
            let [a, b, c] = facet;
            for _ in 0..60 {
                let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                let p = a + (b - a) * u + (c - a) * v;
                let own = part.planes.iter().map(|(normal, offset)| offset - normal.dot(&p));
                let within = own.fold(f64::INFINITY, f64::min);
                assert!(held || within < apart + 1e-12, "{facet:?} {:?}", part.planes);
                met += usize::from(within > apart);
            }
            passed += usize::from(!held);
        }
        assert!(met > 5_000 && passed > 500, "{met} {passed}");
    }
}
