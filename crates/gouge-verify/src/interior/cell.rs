//! How deep in the material a point can be that lies both in a cell and in the tool.

use std::ops::ControlFlow;

use super::super::mover::Mover;
use super::super::sky::Sky;
use super::super::target::{Nearest, Target};
use super::InteriorQuery;
use super::chord::{Chord, Pose, Source};
use super::cutting_plane::{NewBound, Seen};
use super::lid::{Lid, lid};
use super::part::HalfSpace;
use super::room;
use crate::budget::{BENT_SHARE, CELL_ROUNDS};
use crate::tolerance::FLOAT_MM;
use gouge_core::sweep::{Box3, Ceiling, Sag};
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Side;
use smallvec::SmallVec;

/// A part of space, with what its parent learned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// Index of the chord.
    pub chord: usize,
    /// When the piece may come into the cell, as shares of the chord: 0 to 1.
    pub times: [f64; 2],
    pub room: Aabb,
    /// The normal of a lid that held.
    pub toward: Option<Vec3>,
    /// The way to the surface from the highest point.
    pub away: Vec3,
    /// The facet that was nearest to a point of the cell.
    pub near: Option<u32>,
    /// How much deeper its highest point may be for the true path's leaving the chord, mm.
    pub bent: f64,
}

/// The piece that reaches into a cell, on its chord.
#[derive(Clone, Copy)]
pub(super) struct Moved<'m> {
    chord: Chord,
    mover: Mover<'m>,
    grow: f64,
    /// How far what is bounded may be, at the same time, from where poses are evaluated.
    off: Sag,
    /// A box around all that is bounded with the cell.
    beside: Aabb,
}

impl Moved<'_> {
    /// The deepest pose about a point of a cell.
    pub fn pose(&self, cell: &Cell, at: &Vec3) -> Pose {
        self.chord.pose(&self.mover, self.grow, at, cell.times, 0.0)
    }

    /// A half space that holds all of a cell that is in the piece, but not the point of a pose; its
    /// offset is minus infinity where nothing is. As far as rounding can tell, the point may be on
    /// its plane itself: then there is none.
    pub fn beyond(&self, cell: &Cell, at: &Vec3, pose: &Pose) -> Option<HalfSpace> {
        if pose.depth >= -FLOAT_MM {
            return None;
        }
        let Self { chord, mover, grow, .. } = self;
        let own = || chord.keeps(mover, *grow, &cell.room, at, pose.t, cell.times);
        let (normal, offset) = pose.plane.or_else(own)?;
        (normal.dot(at) > offset + FLOAT_MM).then_some((normal, offset + 0.5 * FLOAT_MM))
    }
}

/// What the highest point of a cell shows.
pub(super) enum Look {
    /// Nothing of the cell is in the material and in the tool.
    Nothing,
    /// A half space `normal · x <= offset` holds all of the cell that is in the tool, but not the
    /// point.
    Beyond((Vec3, f64)),
    /// The nearest of the surface, and the side that the point is on.
    At(Nearest, Side),
}

impl InteriorQuery<'_> {
    /// Both halves of a room; `None` when that is next to nothing. A search of `many` cells takes
    /// the time to see which way its bounds are off; `depth` tells how deep a point lies in the
    /// tool.
    pub(super) fn parted(
        &self,
        room: &Aabb,
        (away, near): (&Vec3, Option<u32>),
        [level, hi]: [f64; 2],
        many: bool,
        depth: impl Fn(&Vec3) -> f64,
    ) -> Option<[Aabb; 2]> {
        let near = || self.target.nearest_from(&((room.lo + room.hi) * 0.5), near);
        match many.then(near).flatten() {
            Some(near) => {
                let facet = self.target.body.mesh.triangle(near.triangle as usize);
                room::straightened(room, &facet, depth, BENT_SHARE * (hi - level), away)
            }
            None => room::halves(room, away),
        }
    }

    /// Bounds s(x), how deep x lies below the surface, over what of the material lies in the
    /// cell and in the tool on its chord, and no farther from there than `off`; `None` when nothing
    /// does.
    ///
    /// Every bound is linear over the cell: the distance to one facet is convex, so any slope
    /// with the offset that its eight corners need bounds it, and with it the distance to all;
    /// a lid bounds it by a plane; what lies beyond a supporting plane of the tool is not in it.
    /// The highest point under all of them is looked at, which teaches the next bound, until they
    /// come down to `level` or teach nothing.
    ///
    /// Let x be as far from a point y of the cell as the vector d of a disc. With s(x) <= g · x + c
    /// all about the cell s(x) <= g · y + c + h(g), where h is the support of the disc: next to
    /// nothing where a level arc leaves its chord above a level floor.
    pub(super) fn bound(&mut self, cell: &mut Cell, off: Sag, cap: f64, level: f64) -> Option<f64> {
        cell.bent = off.by;
        let chord = self.chords[cell.chord];
        let (mover, grow) = {
            let passage = &self.passages[chord.of.passage];
            (passage.movers[chord.of.mover], passage.grow)
        };
        let by = Vec3::from_fn(|axis, _| off.support(&Vec3::ith(axis, 1.0)));
        let beside = Aabb { lo: cell.room.lo - by, hi: cell.room.hi + by };
        let moved = Moved { chord, mover, grow, off, beside };
        let cap = cap.min(self.bound_from_middle(cell, &moved)?);
        if cap <= level {
            return Some(cap);
        }
        let floor = Box3::new(&cell.room);
        let mut ceiling = Ceiling::new(&floor, cap);
        let (mut hi, mut lids) = (cap, 0);
        // What a curtain leaves out is no deeper than it is far from the sky.
        let mut left_out: Option<f64> = None;
        // Below nothing these bounds only say that nothing is in the material, not how far it is
        // from there.
        let all = |hi: Option<f64>, left_out| {
            hi.map(|hi| hi.max(0.0)).into_iter().chain(left_out).reduce(f64::max)
        };
        if let Some(normal) = cell.toward {
            let at = (cell.room.lo + cell.room.hi) * 0.5;
            lids += 1;
            match lid(&self.target, &beside, &normal, cap, &at) {
                Lid::Clear => return None,
                Lid::Plane(offset) => ceiling.bound(&-normal, offset + off.support(&normal)),
                Lid::Sky(_) | Lid::Undetermined => cell.toward = None,
            }
        }
        let mut within: SmallVec<[HalfSpace; CELL_ROUNDS]> = SmallVec::new();
        for _ in 0..CELL_ROUNDS {
            let at = match ceiling.lower(&mut hi, level) {
                ControlFlow::Continue(at) => at,
                ControlFlow::Break(hi) => return all(hi, left_out),
            };
            let (near, side) = match self.look(cell, &moved, &at) {
                Look::Nothing => return None,
                Look::Beyond((normal, offset)) => {
                    ceiling.keep(&normal, offset);
                    within.push((normal, offset));
                    continue;
                }
                Look::At(near, side) => (near, side),
            };
            let shell = chord.shell;
            let sky = self.sky(&at, &near, side).filter(|sky| sky.distance <= shell);
            let seen = Seen { at, near, sky, side, hi, level, off };
            if side == Side::Inside && hi - seen.depth() <= 4.0 * FLOAT_MM {
                break;
            }
            let mut better = false;
            match self.add_bound(&beside, &seen, shell, &mut ceiling, &mut lids) {
                NewBound::Clear => return None,
                NewBound::Facet => better = true,
                NewBound::Lid(normal, told) => (cell.toward, better) = (Some(normal), told),
                NewBound::Curtain(told) => {
                    better = told;
                    left_out = (shell > 0.0 && shell.is_finite()).then_some(shell.min(cap));
                }
                NewBound::Nothing => {}
            }
            if !better {
                let (told, bent) = ((&ceiling, &within[..]), cell.bent);
                let limits = [hi, level - off.by];
                // Of what is that far from there it says no more than that s changes no faster.
                let told = self.on_both_sides(cell, &moved, told, near.triangle, limits).max(0.0);
                cell.bent = (hi - told).clamp(bent, off.by.max(bent));
                hi = hi.min(told + off.by);
                break;
            }
        }
        all(Some(hi), left_out)
    }

    /// Looks at a point of a cell.
    pub(super) fn look(&mut self, cell: &mut Cell, moved: &Moved, at: &Vec3) -> Look {
        let chord = &moved.chord;
        let far = || room::farthest(&cell.room, at);
        let pose = moved.pose(cell, at);
        match moved.beyond(cell, at, &pose) {
            Some((_, f64::NEG_INFINITY)) => return Look::Nothing,
            Some(plane) => return Look::Beyond(plane),
            None if pose.depth < -FLOAT_MM && pose.most + far() < -FLOAT_MM => {
                return Look::Nothing;
            }
            None => {}
        }
        let Some(near) = self.target.nearest_from(at, cell.near) else { return Look::Nothing };
        cell.near = Some(near.triangle);
        self.offer(chord, at, &pose, &near);
        cell.away = (near.foot - at) / near.distance.max(FLOAT_MM);
        cell.bent = moved.off.support(&cell.away);
        let side = self.side(chord, at, pose.t, &near);
        let reach = || room::farthest(&moved.beside, at);
        match side == Side::Outside && self.is_clear(&moved.beside, at, reach(), near.distance) {
            true => Look::Nothing,
            false => Look::At(near, side),
        }
    }

    /// The sky, where it is nearer than the surface to a point that may be in the material.
    pub(super) fn sky(&self, at: &Vec3, near: &Nearest, side: Side) -> Option<Sky> {
        let asked = !self.target.body.whole() && side != Side::Outside;
        asked.then(|| self.target.sky(at, near.distance)).flatten()
    }

    /// A bound from the middle of a cell alone; `None` where nothing of it is in the material and
    /// in the tool.
    ///
    /// No point of the cell is farther than r from its middle m. The ball about m that reaches to
    /// the surface, d away, lies on one side of it: s <= d + r where that is the material, else s
    /// <= r - d, since the way from m to a point of the material leaves the ball before it comes to
    /// the surface; not so beside the rim of an open one, where what m says of its neighbours is
    /// only how near to the sky they are. And s is at most the distance to any one facet, which is
    /// greatest at a corner.
    fn bound_from_middle(&mut self, cell: &mut Cell, moved: &Moved) -> Option<f64> {
        let Moved { chord, mover, grow, off, beside } = moved;
        let middle = (cell.room.lo + cell.room.hi) * 0.5;
        let reach = 0.5 * cell.room.size().norm() + FLOAT_MM;
        cell.times = chord.during(mover, *grow, &middle, reach, cell.times)?;
        let pose = chord.pose(mover, *grow, &middle, cell.times, reach);
        if pose.most + reach < 0.0 {
            return None;
        }
        let reach = reach + off.by;
        let near = self.target.nearest_from(&middle, cell.near)?;
        cell.near = Some(near.triangle);
        self.offer(chord, &middle, &pose, &near);
        cell.away = (near.foot - middle) / near.distance.max(FLOAT_MM);
        let mut most = f64::INFINITY;
        if self.side(chord, &middle, pose.t, &near) == Side::Outside {
            if self.is_clear(beside, &middle, reach, near.distance) {
                return None;
            }
            if self.parts(beside, &middle) {
                return Some(reach - near.distance + self.target.body.crack_mm());
            }
            if reach <= chord.shell && self.target.is_under_the_sky(&middle) {
                most = reach;
            }
        }
        let facet = self.target.body.mesh.triangle(near.triangle as usize);
        Some(room::beneath(beside, reach, near.distance, &facet).min(most))
    }

    /// How far from what sees the sky that tells how deep a piece takes material on a chord, or
    /// where it stands, mm: without end where its sentry sees the sky.
    pub(super) fn shell(&self, of: Source, from: Vec3, travel: Vec3, sag: f64) -> f64 {
        let passage = &self.passages[of.passage];
        let open = |mover: &Mover| {
            let (low, deep) = mover.sentry;
            let known = passage.outside.is_some_and(|d| !passage.roofed && d < deep + passage.grow);
            let all = || Aabb::around([from + low, from + low + travel]).grown(sag);
            known || (deep > 0.0 && self.target.is_all_under_the_sky(&all()))
        };
        let all = || match passage.is_whole(of.mover) {
            true => passage.movers[..passage.pieces].iter().all(open),
            false => open(&passage.movers[of.mover]),
        };
        if self.target.body.whole() || all() { f64::INFINITY } else { passage.shell }
    }

    pub(super) fn shell_at(&self, chord: &Chord, control: &Vec3) -> f64 {
        if chord.shell == f64::INFINITY {
            return chord.shell;
        }
        self.shell(chord.of, *control, Vec3::zeros(), 0.0)
    }

    /// Whether nothing of a room is in the material whose point `at` is outside, `distance` mm from
    /// the surface: all that no surface parts from that, else what sees the sky, or what the
    /// surface says of every point. None is farther from `at` than `reach`.
    fn is_clear(&self, room: &Aabb, at: &Vec3, reach: f64, distance: f64) -> bool {
        let target = self.target;
        match self.parts(room, at) {
            true => reach + target.body.crack_mm() < distance || target.is_empty(room),
            false => {
                target.is_all_under_the_sky(room)
                    || (!target.body.may_miss_cover(room)
                        && target.is_before_all(at, reach, distance))
            }
        }
    }

    /// Whether only the surface parts what of a room is material from a point of it that is
    /// outside: no way leads around a rim there, or through a gap.
    fn parts(&self, room: &Aabb, outside: &Vec3) -> bool {
        let Target { body, .. } = self.target;
        let rimless = || body.rimless(room) && !body.may_miss_cover(room);
        body.whole() || (rimless() && self.target.is_under_the_sky(outside))
    }

    /// On which side a point lies that the piece reaches, or is near to, at a share of its chord.
    fn side(&self, chord: &Chord, at: &Vec3, t: f64, near: &Nearest) -> Side {
        self.side_at(chord, at, &(chord.from + chord.travel * t), Some(near))
    }

    /// On which side a point lies. Before an open surface the tool tells nothing of that, so that
    /// it is the same however a motion is cut: what sees the sky is outside, of all else the
    /// nearest of the surface tells.
    ///
    /// Where the tool came from outside beneath such a surface, and is joined to the point, what
    /// that says is no proof.
    pub(super) fn side_at(
        &self,
        chord: &Chord,
        x: &Vec3,
        control: &Vec3,
        near: Option<&Nearest>,
    ) -> Side {
        let passage = &self.passages[chord.of.passage];
        let mover = &passage.movers[chord.of.mover];
        let came = || {
            let deep = passage.outside.filter(|_| passage.roofed)? - passage.grow;
            let middle = mover.middle(&(x - control), deep)?;
            Some(self.target.joined(x, &(control + middle)))
        };
        match self.target.side_near(x, near) {
            Side::Inside if came() == Some(true) => Side::Undetermined,
            told => told,
        }
    }
}
