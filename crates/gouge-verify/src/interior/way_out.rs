//! A short shift of everything that a piece covers on a chord, after which none of it is in the
//! material: so nothing of it lies deeper than the shift is long ([`Chord::retreats`]).
//!
//! Every place where the surface is in the piece requires a half space of shifts. The shortest
//! shift in all of them is tried; wherever the surface is in the piece then requires another. Any
//! shift would do, so nothing here has to be exact.

use super::super::target::Target;
use super::super::walls::{Wall, shortest};
use super::Passage;
use super::chord::Chord;
use super::retreat::Surroundings;
use crate::budget::WAY_OUT_ROUNDS;
use crate::tolerance::{CONTACT_SHARE, FLOAT_MM, SAME_PLANE_SHARE};
use gouge_core::sweep::{Deepest, Gap};
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Body as _, Swept, Vec3, closest_on_segment};

impl Chord {
    /// A shift that clears all that a piece covers, to within about `gap` mm as short as can be:
    /// sought where it is no longer than `enough`, taken where it is no longer than `most`. Of a
    /// mesh of any shape only whether `enough` straight up is one. `None` with a chord that bends
    /// where its arc bends away from the surface.
    pub fn way_out(
        &mut self,
        around: &mut Surroundings,
        [enough, most]: [f64; 2],
        gap: f64,
    ) -> Option<Vec3> {
        let Surroundings { target, passage, .. } = *around;
        let piece = passage.movers[self.of.mover].piece;
        if let Piece::Nonconvex(_) = piece {
            let by = Vec3::z() * enough;
            return (enough > 0.0 && self.retreats(around, by)).then_some(by);
        }
        let (mut walls, mut by): (Vec<Wall>, Vec3) = (Vec::new(), Vec3::zeros());
        let close = match piece {
            Piece::ConcaveRevolve(_) => gap.max(CONTACT_SHARE * most),
            _ => gap,
        };
        for _ in 0..WAY_OUT_ROUNDS {
            let Some((facet, found)) = self.contact(around, by, close) else {
                break;
            };
            let control = self.shifted(&by).at(found.t);
            let (depth, own) = inwards(piece, &(found.point - control))?;
            let needed = own.dot(&by) + depth + passage.grow;
            let least = needed + gap;
            if walls.is_empty() && needed <= enough && enough < least {
                // What is exactly as deep as it may be asks for all of that and leaves nothing for
                // a gap.
                let by = own * enough;
                if self.retreats(around, by) {
                    return Some(by);
                }
            }
            if least > most {
                return None;
            }
            let beyond = self.beyond(target, passage, facet, enough, gap);
            let wall = beyond.unwrap_or(Wall { away: own, least });
            if !self.bends && self.bends_from(&wall.away) {
                self.bends = true;
                return None;
            }
            if walls.is_empty() {
                // On a floor or along a wall that is all.
                let by = wall.away * wall.least;
                if self.retreats(around, by) {
                    return Some(by);
                }
            }
            walls.push(wall);
            let least = if target.body.open() { straight_up(&walls) } else { shortest(&walls) };
            by = least.filter(|by| by.norm() <= most)?;
        }
        self.retreats(around, by).then_some(by)
    }

    /// The shifts that bring all of the piece beyond the plane of a facet, where `most` is enough:
    /// on a floor or a wall these alone will do.
    fn beyond(
        &self,
        target: &Target,
        passage: &Passage,
        facet: u32,
        most: f64,
        gap: f64,
    ) -> Option<Wall> {
        let away = target.body.outward(facet);
        let corner = target.body.mesh.triangle(facet as usize)[0];
        let piece = passage.movers[self.of.mover].piece;
        let lowest = match &self.bulging() {
            Some(arc) => -arc.farthest(&-away),
            None => away.dot(&self.from) + away.dot(&self.travel).min(0.0),
        };
        let lowest = lowest - piece.support(&-away) - passage.grow;
        let least = away.dot(&corner) - lowest + gap;
        (away != Vec3::zeros() && least <= most).then_some(Wall { away, least })
    }

    /// A shift of `length` mm off the deepest place, if one clears the chord: level as the piece
    /// asks for, and up or down as the facet leans there. A sharp corner comes soonest so off a
    /// wall that leans and is none at all of what the planes of its facets are; by itself the piece
    /// asks for a level shift, which is longer.
    pub fn leaning(&self, around: &mut Surroundings, length: f64, gap: f64) -> Option<Vec3> {
        let Surroundings { target, passage, .. } = *around;
        let (facet, found) = self.deepest(around, gap)?;
        let control = self.shifted(&Vec3::zeros()).at(found.t);
        let piece = passage.movers[self.of.mover].piece;
        let (_, own) = inwards(piece, &(found.point - control))?;
        let away = target.body.outward(facet);
        let level = own.xy().try_normalize(SAME_PLANE_SHARE)? * away.xy().norm();
        let by = Vec3::new(level.x, level.y, away.z) * length;
        self.retreats(around, by).then_some(by)
    }

    /// The facet that lies deepest in the piece, and where and when it does.
    pub fn deepest(&self, around: &mut Surroundings, gap: f64) -> Option<(u32, Deepest)> {
        self.contact(around, Vec3::zeros(), gap)
    }

    /// Where the surface lies deepest in the piece after a shift, if it does.
    fn contact(&self, around: &mut Surroundings, by: Vec3, gap: f64) -> Option<(u32, Deepest)> {
        let Surroundings { target, passage, searcher, memory } = around;
        let piece = passage.movers[self.of.mover].piece;
        let (shifted, gap) = (self.shifted(&by), Gap::of(gap));
        let (way, sag) = (shifted.segment(), shifted.sag);
        let (start, travel, grow) = sag.straight(way.from, way.travel);
        let swept = Swept { from: start, travel, body: piece, grow };
        let test = memory.test.of(piece);
        let least = FLOAT_MM - passage.grow;
        let mut best: Option<(u32, Deepest)> = None;
        // Of the depth on an arc the sweep of a straight path tells nothing from below.
        let told = if sag.by > 0.0 || sag.arc.is_some() { f64::INFINITY } else { gap.mm };
        searcher.deepest(&swept, least, told, &mut |index, floor| {
            let tri = target.body.mesh.triangle(index as usize);
            let found = test.deepest(&tri, &way, floor, &gap);
            // What is found must not depend on the order in which facets come.
            if let Some(found) = found.filter(|d| d.lo > least)
                && best
                    .is_none_or(|(facet, b)| found.lo > b.lo || (found.lo == b.lo && index < facet))
            {
                best = Some((index, found));
            }
            best.map_or(floor, |(_, b)| floor.max(b.lo))
        });
        best
    }
}

/// How deep a point lies in a piece, mm, and the direction in which that moves off it soonest.
fn inwards(piece: &Piece, x: &Vec3) -> Option<(f64, Vec3)> {
    match piece {
        Piece::Solid(solid) => {
            let depth = solid.depth(x);
            Some((depth.depth, -depth.normal))
        }
        Piece::ConcaveRevolve(body) => {
            let [a, b] = body.nearest(x);
            let away = x - closest_on_segment(x, &a, &b);
            Some((away.norm(), away.try_normalize(FLOAT_MM)?))
        }
        Piece::Nonconvex(_) => None,
    }
}

/// The least raise in all walls; `None` where there is none.
fn straight_up(walls: &[Wall]) -> Option<Vec3> {
    let raise = walls.iter().try_fold(0.0f64, |most, w| {
        (w.away.z > SAME_PLANE_SHARE).then(|| most.max(w.least / w.away.z))
    });
    raise.map(|by| Vec3::z() * by)
}
