//! Bounds for many motions at once, cell by cell: where they overlap, or a long arc covers a place
//! again and again, one bound serves all of them.

use super::super::mover::Mover;
use super::super::path::Path;
use super::super::plan::TimedPath;
use super::super::target::Nearest;
use super::chord::{Chord, Pose, Source};
use super::cutting_plane::{NewBound, Seen};
use super::lid::{Lid, lid};
use super::room;
use super::{InteriorQuery, Passage};
use crate::budget::{
    CELL_ROUNDS, CLIMB_STEPS, DEEP_EPSILONS, FEW_PIECES, SLABS_A_CELL, SWEPT_PIECES_A_CELL,
    TIME_ROUNDS,
};
use crate::tolerance::{CLIMB_SHARE, FLOAT_MM, SHARED_SAG_SHARE, SHORTEST_TIME};
use gouge_core::sweep::{Box3, Ceiling, Sag, Stroke, refine};
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};
use gouge_mesh::mesh::Side;
use std::ops::ControlFlow;

/// A convex piece between two times of a path: indices of the passage, its path and its piece.
#[derive(Clone, Copy, Debug)]
struct SweptPiece {
    of: Source,
    times: [f64; 2],
    /// The middle of the room in which it was last looked at is no deeper in it, mm.
    most: f64,
    /// What that look showed; none before the first.
    seen: Option<SeenFrom>,
}

/// How a piece looks from where it was looked at.
#[derive(Clone, Copy, Debug)]
struct SeenFrom {
    /// A plane that has all its poses on the chord on one side: `normal · x <= offset`.
    normal: Vec3,
    offset: f64,
    /// The true path is no farther from the chord, mm.
    sag: f64,
}

impl SeenFrom {
    /// No pose on the chord holds `x` deeper, mm: a plane that supports a convex body is no nearer
    /// to a point inside than its boundary, and no farther from one outside.
    fn most(&self, x: &Vec3) -> f64 {
        self.offset - self.normal.dot(x)
    }
}

/// A part of space, with everything that covers any of it.
pub(super) struct SharedRoom {
    room: Aabb,
    pieces: Vec<SweptPiece>,
    /// The normal of a lid that held.
    toward: Option<Vec3>,
    /// The way to the surface from the highest point.
    away: Vec3,
    near: Option<u32>,
}

/// The position of a point relative to a piece.
struct Reach {
    piece: SweptPiece,
    /// Time on its path.
    time: f64,
    /// How deep the point lies in the thickened piece then, mm.
    depth: f64,
    /// The point is never deeper, mm.
    most: f64,
    /// The way out of the piece there.
    normal: Vec3,
    /// The piece as seen from there.
    seen: SeenFrom,
}

impl SweptPiece {
    /// Its path, its piece, and how much thicker that is, mm.
    fn parts<'p, 'a>(&self, passages: &'p [Passage<'a>]) -> (&'p Path, &'p Mover<'a>, f64) {
        let Source { passage, path, mover } = self.of;
        let passage = &passages[passage];
        (&passage.paths[path].path, &passage.movers[mover], passage.grow)
    }

    /// The position of `x` relative to its chord; none where it is no convex piece.
    fn reach(&self, passages: &[Passage], x: &Vec3) -> Option<Reach> {
        let (path, mover, grow) = self.parts(passages);
        let Piece::Solid(piece) = mover.piece else { return None };
        let chord = path.segment(self.times[0], self.times[1]);
        let stroke = Stroke { piece, from: chord.from, travel: chord.travel, grow };
        let pose = stroke.pose(x);
        let time = self.times[0] + pose.t * (self.times[1] - self.times[0]);
        // The true path is no farther from the chord at the same time.
        let most = pose.depth + chord.sag + FLOAT_MM;
        let (depth, normal) = (pose.depth, pose.normal);
        let seen = SeenFrom { normal, offset: pose.offset, sag: chord.sag };
        Some(Reach { piece: *self, time, depth, most, normal, seen })
    }

    /// Both halves in time.
    fn halves(&self, passages: &[Passage]) -> [Self; 2] {
        let [start, end] = self.times;
        let middle = self.parts(passages).0.middle(self.times);
        // What is known of the whole chord is not known of others.
        [[start, middle], [middle, end]].map(|times| Self { times, seen: None, ..*self })
    }

    /// How far everything it covers reaches in the direction `u`, mm.
    fn support(&self, passages: &[Passage], u: &Vec3) -> f64 {
        let (path, mover, grow) = self.parts(passages);
        mover.piece.support(u) + path.support(u, self.times) + grow
    }

    /// A box around what it covers. A level arc reaches no lower than its piece: were the sagitta
    /// added, what is beneath a floor would be deeper by that, in the smallest room too.
    fn covered(&self, passages: &[Passage]) -> Aabb {
        let (path, mover, grow) = self.parts(passages);
        let most = |u: Vec3| path.support(&u, self.times);
        let lo = -Vec3::new(most(-Vec3::x()), most(-Vec3::y()), most(-Vec3::z()));
        let hi = Vec3::new(most(Vec3::x()), most(Vec3::y()), most(Vec3::z()));
        mover.covered(lo, hi - lo, grow)
    }
}

impl InteriorQuery<'_> {
    /// Whether the space covered by such passages can be looked at together: convex pieces against
    /// a surface that shows its sides everywhere.
    pub(super) fn can_share(&self, passage: &Passage) -> bool {
        let solid = |m: &Mover| matches!(m.piece, Piece::Solid(_));
        self.target.body.whole() && passage.movers[..passage.pieces].iter().all(solid)
    }

    /// Bounds the depth of everything that the passages cover, which is no more than `cap`; returns
    /// the bound of what is left open.
    pub(super) fn together(&mut self, cap: f64, stop: impl Fn() -> bool) -> f64 {
        let mut pieces = Vec::new();
        for (at, passage) in self.passages.iter().enumerate() {
            for (number, TimedPath { path, .. }) in passage.paths.iter().enumerate() {
                let count = path.first_cut();
                let time = |i: usize| i as f64 / count as f64;
                let times = (0..count).map(|i| [time(i), time(i + 1)]);
                for (mover, times) in
                    times.flat_map(|times| (0..passage.pieces).map(move |m| (m, times)))
                {
                    let of = Source { passage: at, path: number, mover };
                    pieces.push(SweptPiece { of, times, most: f64::INFINITY, seen: None });
                }
            }
        }
        let room = self.target.body.bounds;
        let mut all = SharedRoom { room, pieces, toward: None, away: Vec3::zeros(), near: None };
        let level = self.level();
        // Of the slabs of a hollow profile most reach as far into a room as any other, which tells
        // little of what is not deep.
        let slabs = self.passages.iter().any(|passage| passage.pieces > FEW_PIECES);
        let deep = self.lo > DEEP_EPSILONS * self.epsilon;
        let pieces_a_cell = if slabs && !deep { SLABS_A_CELL } else { SWEPT_PIECES_A_CELL };
        let first = self.bound_shared(&mut all, cap, level).map(|hi| (hi, all));
        refine(first, |hi, shared, parts| {
            if self.settled(hi) || self.cells_left == 0 || stop() {
                return ControlFlow::Break(());
            }
            let level = self.level();
            let first = shared.pieces.first();
            let reach = |x: &Vec3| first.and_then(|piece| piece.reach(&self.passages, x));
            let depth = |x: &Vec3| reach(x).map_or(0.0, |reach| reach.depth);
            let Some(halves) = self.parted(
                &shared.room,
                (&shared.away, shared.near),
                [level, hi],
                self.is_long(),
                depth,
            ) else {
                return ControlFlow::Break(());
            };
            for room in halves {
                let mut half = SharedRoom { room, pieces: shared.pieces.clone(), ..*shared };
                self.spend(1 + half.pieces.len() / pieces_a_cell);
                if let Some(hi) = self.bound_shared(&mut half, hi, level) {
                    parts.push((hi, half));
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Bounds how deep anything is that lies in the room and in any of what covers it; `None` when
    /// nothing does. What does not reach into the room is left out of it.
    ///
    /// As [`bound`](Self::bound) does it for a cell; beyond a plane that has all of them on one
    /// side no point counts.
    fn bound_shared(&mut self, shared: &mut SharedRoom, cap: f64, level: f64) -> Option<f64> {
        let middle = (shared.room.lo + shared.room.hi) * 0.5;
        let covered = self.gather(shared, &middle);
        shared.room = shared.room.intersection(&covered);
        if shared.room.is_empty() {
            return None;
        }
        let mut hi = cap.min(self.bound_shared_from_middle(shared)?);
        if hi <= level {
            return Some(hi);
        }
        let floor = Box3::new(&shared.room);
        let mut ceiling = Ceiling::new(&floor, hi);
        let mut lids = 0;
        let (target, crack) = (self.target, self.target.body.crack_mm());
        if let Some(normal) = shared.toward {
            lids += 1;
            let at = (shared.room.lo + shared.room.hi) * 0.5;
            match lid(&target, &shared.room, &normal, hi, &at) {
                Lid::Clear => return None,
                Lid::Plane(offset) => ceiling.bound(&-normal, offset),
                Lid::Sky(_) | Lid::Undetermined => shared.toward = None,
            }
        }
        for _ in 0..CELL_ROUNDS {
            let at = match ceiling.lower(&mut hi, level) {
                ControlFlow::Continue(at) => at,
                ControlFlow::Break(told) => return told,
            };
            let far = room::farthest(&shared.room, &at);
            let reach = self.deepest_reach(&shared.pieces, &at, (at - middle).norm())?;
            if reach.most + far < 0.0 {
                return None;
            }
            if reach.depth < FLOAT_MM {
                let passages = &self.passages;
                let own = shared.pieces.iter().map(|piece| piece.support(passages, &reach.normal));
                let offset = own.fold(f64::NEG_INFINITY, f64::max);
                // As far as rounding can tell, the peak may be on the plane itself.
                if reach.normal.dot(&at) > offset + FLOAT_MM {
                    ceiling.keep(&reach.normal, offset + 0.5 * FLOAT_MM);
                    continue;
                }
            }
            let near = target.nearest_from(&at, shared.near)?;
            shared.near = Some(near.triangle);
            self.show(reach, &at, &near);
            shared.away = (near.foot - at) / near.distance.max(FLOAT_MM);
            let side = target.side(&at);
            if side == Side::Outside
                && (far + crack < near.distance || target.is_empty(&shared.room))
            {
                return None;
            }
            if side == Side::Inside && hi - near.distance <= 4.0 * FLOAT_MM {
                break;
            }
            let seen = Seen { at, near, sky: None, side, hi, level, off: Sag::NONE };
            match self.add_bound(&shared.room, &seen, 0.0, &mut ceiling, &mut lids) {
                NewBound::Clear => return None,
                NewBound::Facet => {}
                NewBound::Lid(normal, told) => {
                    shared.toward = Some(normal);
                    if !told {
                        break;
                    }
                }
                NewBound::Curtain(_) | NewBound::Nothing => break,
            }
        }
        Some(hi)
    }

    /// A bound from the middle of a room alone, as [`bound_from_middle`](Self::bound_from_middle)
    /// has it.
    fn bound_shared_from_middle(&mut self, shared: &mut SharedRoom) -> Option<f64> {
        let middle = (shared.room.lo + shared.room.hi) * 0.5;
        let reach = 0.5 * shared.room.size().norm() + FLOAT_MM;
        let near = self.target.nearest_from(&middle, shared.near)?;
        shared.near = Some(near.triangle);
        shared.away = (near.foot - middle) / near.distance.max(FLOAT_MM);
        if self.target.side(&middle) == Side::Outside {
            let reach = reach + self.target.body.crack_mm();
            let clear = reach < near.distance || self.target.is_empty(&shared.room);
            return (!clear).then_some(reach - near.distance);
        }
        let facet = self.target.body.mesh.triangle(near.triangle as usize);
        Some(room::beneath(&shared.room, reach, near.distance, &facet))
    }

    /// Leaves out the pieces that do not reach into the room about `middle`, and cuts in two those
    /// that bend much for its size; a box around all that the others cover. Those come first in
    /// which the middle is deepest.
    fn gather(&self, shared: &mut SharedRoom, middle: &Vec3) -> Aabb {
        let mut all = Aabb::EMPTY;
        let half = shared.room.size() * 0.5;
        let reach = half.norm() + FLOAT_MM;
        let misses = |seen: &SeenFrom| {
            -seen.most(middle) - seen.sag > seen.normal.abs().dot(&half) + FLOAT_MM
        };
        let mut open = std::mem::take(&mut shared.pieces);
        open.reverse();
        while let Some(piece) = open.pop() {
            if piece.seen.as_ref().is_some_and(misses) {
                continue;
            }
            let Some(to) = piece.reach(&self.passages, middle) else { continue };
            if to.most + reach < 0.0 || misses(&to.seen) {
                continue;
            }
            let sag = to.seen.sag;
            if sag > SHARED_SAG_SHARE * reach && piece.times[1] - piece.times[0] > SHORTEST_TIME {
                open.extend(piece.halves(&self.passages).into_iter().rev());
                continue;
            }
            let covered = piece.covered(&self.passages);
            if covered.meets(&shared.room) {
                all = all.union(&covered);
                shared.pieces.push(SweptPiece { most: to.most, seen: Some(to.seen), ..piece });
            }
        }
        shared.pieces.sort_by(|a, b| b.most.total_cmp(&a.most));
        all
    }

    /// The piece in which `x` lies deepest, next to rounding, on the true path; of those of a room,
    /// `aside` mm from its middle.
    ///
    /// Depth changes no faster than the path is long: what is not as deep even so, and all after
    /// it, is not looked at, nor what a plane known of it keeps from being deeper.
    fn deepest_reach(&self, pieces: &[SweptPiece], x: &Vec3, aside: f64) -> Option<Reach> {
        let mut most = f64::NEG_INFINITY;
        let mut best: Option<Reach> = None;
        for piece in pieces {
            if best.as_ref().is_some_and(|b| piece.most + aside < b.depth) {
                break;
            }
            if let (Some(best), Some(seen)) = (&best, &piece.seen)
                && seen.most(x) <= best.depth + FLOAT_MM
            {
                most = most.max(seen.most(x) + seen.sag + FLOAT_MM);
                continue;
            }
            let Some(reach) = piece.reach(&self.passages, x) else { continue };
            most = most.max(reach.most);
            if best.as_ref().is_none_or(|b| reach.depth > b.depth) {
                best = Some(reach);
            }
        }
        let mut best = best?;
        if best.seen.sag > 0.0 {
            let (path, mover, grow) = best.piece.parts(&self.passages);
            let Piece::Solid(piece) = mover.piece else { return None };
            let depth = |time: f64| piece.depth(&(x - path.at(time)));
            let [start, end] = best.piece.times;
            let quarter = 0.25 * (end - start);
            let (mut a, mut b) = ((best.time - quarter).max(start), (best.time + quarter).min(end));
            for _ in 0..TIME_ROUNDS {
                let middle = 0.5 * (a + b);
                // It gets deeper while the tool comes on the path that leads out of it there.
                let ahead = depth(middle).normal.dot(&(path.at(b) - path.at(a)));
                if ahead > 0.0 { a = middle } else { b = middle }
            }
            best.time = 0.5 * (a + b);
            let there = depth(best.time);
            (best.depth, best.normal) = (there.depth + grow, there.normal);
        }
        Some(Reach { most, ..best })
    }

    /// Takes a point in a piece, or next to it, as a witness where it is one, and what lies deeper
    /// about it: the bounds wait for a point that is nearly as deep as any.
    fn show(&mut self, reach: Reach, at: &Vec3, near: &Nearest) {
        let known = self.deepest.map_or(f64::NEG_INFINITY, |d| d.depth);
        let inside = self.passages[reach.piece.of.passage].inside();
        let worth = |near: &Nearest, depth: f64| near.distance + (inside - depth).max(0.0);
        if worth(near, reach.depth) > known {
            self.stand(&reach, at, near);
        }
        if self.climbs_left == 0 || near.distance < CLIMB_SHARE * known {
            return;
        }
        self.climbs_left -= 1;
        let (mut x, mut foot, mut deepest, mut step) =
            (*at, near.foot, near.distance, near.distance);
        for _ in 0..CLIMB_STEPS {
            let Some(away) = (x - foot).try_normalize(FLOAT_MM) else { return };
            let mut next = x + away * step;
            step *= 0.5;
            let Some(mut there) = self.deepest_reach(&[reach.piece], &next, 0.0) else { return };
            if there.depth < inside {
                let (path, mover, grow) = reach.piece.parts(&self.passages);
                let control = path.at(there.time);
                let by = inside - there.depth;
                next = control + mover.deeper(&(next - control), there.depth - grow, by);
                there.depth = mover.piece.depth(&(next - control)) + grow;
            }
            let Some(near) = self.target.nearest_from(&next, Some(near.triangle)) else { return };
            if near.distance > deepest && self.target.side(&next) == Side::Inside {
                (x, foot, deepest, step) = (next, near.foot, near.distance, 2.0 * step);
                self.stand(&there, &x, &near);
            }
        }
    }

    /// Takes a point as a witness where it is one.
    fn stand(&mut self, reach: &Reach, at: &Vec3, near: &Nearest) {
        let Reach { piece, time, depth, .. } = *reach;
        let from = piece.parts(&self.passages).0.at(time);
        let pose = Chord::new(piece.of, [from, Vec3::zeros()], [time; 2], Sag::NONE);
        self.offer(&pose, at, &Pose { depth, most: depth, t: 0.0, plane: None }, near);
    }
}

#[cfg(test)]
pub(super) mod tests;
