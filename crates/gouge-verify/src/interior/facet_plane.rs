//! A room on either side of the plane of a facet.
//!
//! The distance to a facet rises on both sides of it, so that a linear bound of that over a room
//! says little of the material where much of the room is air: a tool that touches a wall all along
//! took cells as small as it is deep. On one side of the plane the same bound is tight.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::super::target::Target;
use super::InteriorQuery;
use super::cell::{Cell, Look, Moved};
use super::cutting_plane::offset_under;
use super::flat_pair::FlatPair;
use super::lid::apart_mm;
use super::part::{HalfSpace, Part};
use super::room::worth;
use crate::budget::{CELL_ROUNDS, LID_FACETS, PARTED_FACETS, PARTING_PLANES, PARTINGS_FOR_ONE};
use crate::tolerance::{FLOAT_MM, LEAST_MIDDLE_MM};
use gouge_core::sweep::Ceiling;
use gouge_mesh::geom::{Aabb, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Side;

/// What is about a cell.
struct About {
    /// The facets that come into it.
    facets: SmallVec<[u32; PARTED_FACETS]>,
    /// The flat pairs that these and others make up, as far as they were asked for.
    pairs: Vec<(u32, SmallVec<[FlatPair; 3]>)>,
    /// One that comes no farther than this into a part of the cell lies on its border, mm.
    apart: f64,
}

impl About {
    /// The flat pairs that a facet makes up.
    fn pairs(&mut self, target: &Target, facet: u32) -> &[FlatPair] {
        let known = self.pairs.iter().position(|(f, _)| *f == facet);
        let at = known.unwrap_or_else(|| {
            self.pairs.push((facet, FlatPair::of(target, facet)));
            self.pairs.len() - 1
        });
        &self.pairs[at].1
    }

    /// An offset, mm, with which a slope bounds the distance to the surface over a part of the cell,
    /// and the corner that asks for that much: that to a facet, or where it is not less than
    /// `enough`, the least of those to its pairs too.
    fn offset(
        &mut self,
        target: &Target,
        part: &Part,
        (facet, slope): (u32, &Vec3),
        enough: f64,
    ) -> (f64, Vec3) {
        let tri = target.body.mesh.triangle(facet as usize);
        let distance = |x: &Vec3| (closest_on_triangle(x, &tri) - x).norm();
        let mut least = offset_under(&part.corners, distance, slope);
        if least.0 + FLOAT_MM >= enough {
            for pair in self.pairs(target, facet) {
                let (offset, corner) = offset_under(&part.corners, |x| pair.distance(x), slope);
                if offset + pair.off < least.0 {
                    least = (offset + pair.off, corner);
                }
            }
        }
        (least.0 + FLOAT_MM, least.1)
    }
}

/// A part of a cell under bounds of how deep it is.
#[derive(Clone)]
struct Under<'c> {
    part: Part,
    ceiling: Ceiling<'c>,
    /// Planes that may still part it.
    left: usize,
}

impl Under<'_> {
    /// Leaves out what is beyond a plane.
    fn keep(&mut self, (normal, offset): HalfSpace) {
        self.ceiling.keep(&normal, offset);
        self.part = self.part.within((normal, offset));
    }
}

impl InteriorQuery<'_> {
    /// No point of a cell before a closed surface is deeper, mm, by what is told of it on either
    /// side of the plane of the facet that is nearest to its highest point: no more than `hi`.
    /// What the tool takes of it is in all half spaces `within`.
    ///
    /// Each of its points is on one of the sides. There what a facet says is taken from the corners
    /// of that side alone, and what no facet meets is in the material or outside as a whole.
    pub(super) fn on_both_sides(
        &mut self,
        cell: &mut Cell,
        moved: &Moved,
        (ceiling, within): (&Ceiling, &[HalfSpace]),
        facet: u32,
        [hi, level]: [f64; 2],
    ) -> f64 {
        if !self.target.body.whole() || self.partings_left == 0 {
            return hi;
        }
        // More than what the planes of both sides have in common.
        let apart = 4.0 * apart_mm(&self.target, &cell.room);
        let grown = cell.room.grown(apart);
        let Some(facets) = self.target.within(&grown, LID_FACETS) else { return hi };
        let part_of = |room: &Aabb, more: f64| {
            let planes = within.iter().map(|(normal, offset)| (*normal, offset + more));
            planes.fold(Part::whole(room), |part, plane| part.within(plane))
        };
        // The boxes of long facets that lie aslant meet many cells.
        let grown = part_of(&grown, apart);
        let triangle = |f: u32| self.target.body.mesh.triangle(f as usize);
        let facets = facets.into_iter().filter(|&f| grown.holds_some(&triangle(f), 0.0));
        let facets: SmallVec<[u32; PARTED_FACETS]> = facets.collect();
        if facets.len() > PARTED_FACETS {
            return hi;
        }
        let part = part_of(&cell.room, 0.0);
        let under = Under { part, ceiling: ceiling.clone(), left: PARTING_PLANES };
        let mut about = About { facets, pairs: Vec::new(), apart };
        let told = self.parted_at(cell, moved, &mut about, &under, facet, [hi, level]);
        let told = told.unwrap_or(0.0);
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
        about: &mut About,
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
            let mut side = Under { left: under.left - 1, ..under.clone() };
            side.keep((normal, offset));
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
        about: &mut About,
        mut under: Under,
        [mut hi, level]: [f64; 2],
    ) -> Option<f64> {
        let (target, apart) = (self.target, about.apart);
        let triangle = |f: u32| target.body.mesh.triangle(f as usize);
        let mut inside = about.facets.clone();
        inside.retain(|f| under.part.holds_some(&triangle(*f), apart));
        if inside.is_empty()
            && let Some(told) = self.beside_all(&under.part, apart)
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
                Look::Beyond(plane) => {
                    under.keep(plane);
                    continue;
                }
                Look::At(near, side) => (near, side),
            };
            if under.part.corners.is_empty() {
                // Thinner than rounding tells.
                break;
            }
            let value = if side == Side::Inside { near.distance } else { 0.0 };
            if side == Side::Inside && hi - value <= 4.0 * FLOAT_MM {
                break;
            }
            let worth = worth([hi, level], value);
            let toward = (at - near.foot).try_normalize(4.0 * FLOAT_MM);
            let own = toward.map(|slope| (near.triangle, slope));
            // No bound by a facet is lower than that is far.
            let far = |f: &u32| (closest_on_triangle(&at, &triangle(*f)) - at).norm();
            let mut near_enough = about.facets.clone();
            near_enough.retain(|f| far(f) < worth);
            // Where it lies on the surface, as far as rounding tells, any facet may bound it.
            let straight = near_enough.iter().flat_map(|&f| {
                let away = target.body.outward(f);
                [(f, away), (f, -away)]
            });
            let mut spoils = None;
            let told = own.into_iter().chain(straight).find_map(|(f, slope)| {
                let enough = worth - slope.dot(&at);
                let (offset, corner) = about.offset(&target, &under.part, (f, &slope), enough);
                spoils.get_or_insert(corner);
                (offset < enough).then_some((slope, offset))
            });
            if let Some((slope, offset)) = told {
                under.ceiling.bound(&slope, offset);
                continue;
            }
            // The corner that spoils the bound may be where the tool does not come.
            let pose = |corner: &Vec3| moved.pose(cell, corner);
            let beyond = spoils.and_then(|corner| moved.beyond(cell, &corner, &pose(&corner)));
            match beyond {
                Some((_, f64::NEG_INFINITY)) => return None,
                Some(plane) => {
                    under.keep(plane);
                    continue;
                }
                None => {}
            }
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
        let count = part.corners.len();
        let middle = part.corners.iter().sum::<Vec3>() / count.max(1) as f64;
        let beyond = part.planes.iter().map(|(normal, offset)| offset - normal.dot(&middle));
        let beyond = beyond.fold(f64::INFINITY, f64::min);
        if count == 0 || beyond < LEAST_MIDDLE_MM || self.target.side(&middle) != Side::Outside {
            return None;
        }
        let far = part.corners.iter().map(|c| (c - middle).norm()).fold(0.0, f64::max);
        Some(apart * far / beyond)
    }
}
