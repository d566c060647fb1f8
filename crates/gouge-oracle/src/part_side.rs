//! δp: how far below the part's surface the tool takes material.
//!
//! Over a box no point lies deeper than the middle plus the half diagonal; and, since the distance
//! to one facet is convex, none is farther from the surface than the nearest facet's farthest
//! corner. A box counts as long as its middle is no farther from the tool, at some pose, than its
//! half diagonal.

use std::rc::Rc;

use crate::Vec3;
use crate::body::Body;
use crate::part::{Facet, Kind, Part, Side, distance};
use crate::path::{Path, Ride};
use crate::search::{Bounds, Goal, Look, greatest};

/// Where a depth is reached.
#[derive(Clone, Copy, Debug)]
pub struct Deep {
    /// Point in the material.
    pub point: Vec3,
    /// Time at which the tool is there, in [0, 1].
    pub t: f64,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Points outside of the part count too, with their distance below 0.
    pub signed: bool,
    /// Points of which the surface does not tell the side count as inside.
    pub undetermined: bool,
}

/// A point this far outside of the tool is taken for one of its surface, mm: rounding. Depths are
/// known to as much.
const WITHIN_MM: f64 = 1e-9;

/// Poses that are looked at to tell when the tool comes near a point, or to find one that covers
/// it.
const POSES: usize = 64;

/// Points of the tool's axis that are asked for the sky, beside the one as high as a point.
const AXIS_POINTS: usize = 16;

struct Piece {
    middle: Vec3,
    half: Vec3,
    time: [f64; 2],
    near: Rc<Vec<u32>>,
    side: Option<Side>,
}

/// Bounds of δp: the greatest depth below the part's surface of a point that the tool sweeps.
pub fn part_side(
    part: &Part,
    body: &Body,
    path: &Path,
    question: Question,
    goal: Goal,
) -> Bounds<Deep> {
    let Some(first) = start(part, body, path, question, goal) else {
        return Bounds { lo: f64::NEG_INFINITY, hi: f64::NEG_INFINITY, at: None };
    };
    let goal = if question.signed { goal } else { Goal { floor: goal.floor.max(0.0), ..goal } };
    let ride = path.ride();
    let judge = Judge { part, body, ride: &ride, question, goal };
    let mut found = greatest(
        vec![first],
        goal,
        |piece, best| judge.look(piece, best),
        |piece| judge.split(piece),
    );
    if goal.is_told(&found) {
        return found;
    }
    // What sticks out of a tool is often deepest, and a search over boxes is slow to hit a point.
    let marks = body.marks();
    for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
        for point in marks.iter().map(|y| ride.at(t) + y) {
            if let Some((value, place)) = judge.reached(point, t, found.lo) {
                (found.lo, found.at) = (value, Some(place));
            }
        }
    }
    if let Some(at) = found.at {
        let (value, at) = judge.climb(found.lo, at);
        (found.lo, found.at) = (value, Some(at));
        found.hi = found.hi.max(value);
    }
    found
}

/// All that the tool sweeps, as far as it can matter.
fn start(part: &Part, body: &Body, path: &Path, question: Question, goal: Goal) -> Option<Piece> {
    let [low, high] = body.bounds();
    let [from, to] = path.bounds();
    let [p, q] = part.bounds();
    let room = if question.signed { (-goal.floor).max(0.0) } else { 0.0 };
    let lo = (from + low).sup(&p.add_scalar(-room));
    let hi = (to + high).inf(&q.add_scalar(room));
    // Beyond a skin there may be material too, and below it wherever the tool comes.
    let (lo, hi) = if part.kind == Kind::Skin { (from + low, to + high) } else { (lo, hi) };
    (lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z).then(|| Piece {
        middle: (lo + hi) * 0.5,
        half: (hi - lo) * 0.5,
        time: [0.0, 1.0],
        near: Rc::new((0..part.facets.len() as u32).collect()),
        side: None,
    })
}

struct Judge<'a> {
    part: &'a Part,
    body: &'a Body,
    ride: &'a Ride<'a>,
    question: Question,
    goal: Goal,
}

impl Judge<'_> {
    fn counts(&self, side: Side) -> bool {
        side == Side::In || side == Side::Undetermined && self.question.undetermined
    }

    /// Depth below the surface, given the distance to it.
    fn signed(&self, gap: f64, side: Side) -> f64 {
        if self.counts(side) {
            gap
        } else if self.question.signed {
            -gap
        } else {
            f64::NEG_INFINITY
        }
    }

    fn look(&self, piece: &mut Piece, best: f64) -> Look<Deep> {
        let none = Look { bound: None, reached: None };
        let reach = piece.half.norm();
        let m = piece.middle;
        let gaps = piece.near.iter().map(|&i| (distance(&m, &self.part.facets[i as usize]), i));
        let mut near: Vec<(f64, u32)> = gaps.collect();
        let gap = near.iter().map(|(gap, _)| *gap).fold(f64::INFINITY, f64::min);
        near.retain(|(g, _)| *g <= gap + 2.0 * reach);
        piece.near = Rc::new(near.iter().map(|(_, i)| *i).collect());
        // A skin has no side of its own far from it: there the nearest point changes.
        if gap > reach && piece.side.is_none() && self.part.kind != Kind::Skin {
            piece.side = Some(self.part.side(&m));
        }
        let floor = self.goal.floor.max(best);
        let bound = match piece.side {
            Some(side) if !self.counts(side) => {
                if !self.question.signed {
                    return none;
                }
                reach - gap
            }
            _ if gap + reach <= floor => gap + reach,
            _ => self.beyond(piece, &mut near, gap + reach),
        };
        if bound <= self.goal.floor {
            return Look { bound: Some(bound), reached: None };
        }
        let Some((time, depth, t)) = self.meets(&m, piece.time, reach) else { return none };
        piece.time = time;
        // Straight into the tool, if the middle is not there already.
        let inset = (-depth).max(0.0);
        let slope = |m: &Vec3| self.body.depth(&(m - self.ride.at(t))).1;
        let point = if inset > 0.0 { m + slope(&m) * inset } else { m };
        // Where the middle is in the tool, all is known.
        let reached = match piece.side.filter(|_| inset == 0.0) {
            Some(side) => {
                let value = self.signed(gap, side);
                (value > best).then_some((value, Deep { point, t }))
            }
            None => self.reached(point, t, best),
        };
        Look { bound: Some(bound), reached }
    }

    /// The least of `bound` and of how far any facet is from the corner of the piece that is
    /// farthest from it, given how far each is from the middle: none that is farther than the bound
    /// lowers it.
    fn beyond(&self, piece: &Piece, near: &mut [(f64, u32)], bound: f64) -> f64 {
        let farthest = |f: &Facet| corners(piece).map(|c| distance(&c, f)).fold(0.0, f64::max);
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut bound = bound;
        for (gap, facet) in near {
            if *gap >= bound {
                break;
            }
            bound = bound.min(farthest(&self.part.facets[*facet as usize]));
        }
        bound
    }

    /// What a point that the tool reaches at `t` is worth, where that is more than `best`.
    fn reached(&self, point: Vec3, t: f64, best: f64) -> Option<(f64, Deep)> {
        if self.body.deep(&(point - self.ride.at(t))) < -WITHIN_MM {
            return None;
        }
        // On either side it is worth no more than its distance.
        let gap = self.part.distance(&point);
        if gap <= best {
            return None;
        }
        let side = match self.part.side(&point) {
            // What the tool joins to the sky is outside, whatever the nearest of a skin says of it.
            Side::In if self.part.kind == Kind::Skin && self.joins_to_the_sky(&point, t) => {
                Side::Undetermined
            }
            side => side,
        };
        let value = self.signed(gap, side);
        (value > best && value.is_finite()).then_some((value, Deep { point, t }))
    }

    /// Whether a straight way without facets leads from a point to one that sees the sky, of the
    /// tool's axis at `t` or beside the point in the box around all that the tool covers: as far as
    /// a few such points tell.
    fn joins_to_the_sky(&self, point: &Vec3, t: f64) -> bool {
        let control = self.ride.at(t);
        let [low, high] = self.body.bounds();
        let [_, top] = self.part.bounds();
        let (from, to) = (control.z + low.z, (control.z + high.z).min(top.z));
        let steps = (0..=AXIS_POINTS).map(|i| i as f64 / AXIS_POINTS as f64);
        let axis = steps.map(|share| from + share * (to - from));
        let axis = axis.filter(|z| *z <= to).map(|z| Vec3::new(control.x, control.y, z));
        let [lo, hi] = self.ride.bounds();
        let (lo, hi) = (lo + low, hi + high);
        let across = [lo.x, control.x, point.x, hi.x].into_iter();
        let beside =
            across.flat_map(|x| [lo.y, control.y, point.y, hi.y].map(|y| Vec3::new(x, y, point.z)));
        axis.chain(beside).any(|on| self.part.sees_the_sky(&on) && self.part.joined(point, &on))
    }

    /// Times in `time` outside of which the tool does not come within `reach` of `x`; how deep `x`
    /// lies in it at a time looked at where that is most, and that time.
    fn meets(&self, x: &Vec3, time: [f64; 2], reach: f64) -> Option<([f64; 2], f64, f64)> {
        let mut best = (f64::NEG_INFINITY, 0.5 * (time[0] + time[1]));
        let first = self.first(x, time, reach, false, &mut best)?;
        let last = self.first(x, [first, time[1]], reach, true, &mut best).unwrap_or(first);
        self.deepest(x, [first, last], &mut best);
        Some(([first, last], best.0, best.1))
    }

    /// The first time at which the tool may come within `reach` of `x`, or the last if `back`.
    fn first(
        &self,
        x: &Vec3,
        time: [f64; 2],
        reach: f64,
        back: bool,
        best: &mut (f64, f64),
    ) -> Option<f64> {
        let mut open = vec![time];
        let mut looks = 0;
        while let Some([t0, t1]) = open.pop() {
            looks += 1;
            let t = 0.5 * (t0 + t1);
            let depth = self.body.deep(&(x - self.ride.at(t)));
            if depth > best.0 {
                *best = (depth, t);
            }
            let way = self.ride.reach([t0, t1]);
            if depth + way < -reach {
                continue;
            }
            // All along, or near enough to it, or not to be told by a few poses.
            if depth - way >= -reach || way <= 0.5 * reach || looks > POSES {
                return Some(if back { t1 } else { t0 });
            }
            let halves = [[t0, t], [t, t1]];
            open.extend(if back { halves } else { [halves[1], halves[0]] });
        }
        None
    }

    /// Looks for a time at which the tool covers `x`: best first, since depth changes no faster
    /// than the tool moves.
    fn deepest(&self, x: &Vec3, time: [f64; 2], best: &mut (f64, f64)) {
        if best.0 >= 0.0 {
            return;
        }
        let goal = Goal { floor: 0.0, ceiling: 0.0, close: 0.0, pieces: POSES };
        let look = |time: &mut [f64; 2], _: f64| {
            let t = 0.5 * (time[0] + time[1]);
            let depth = self.body.deep(&(x - self.ride.at(t)));
            Look { bound: Some(depth + self.ride.reach(*time)), reached: Some((depth, t)) }
        };
        let split = |[t0, t1]: [f64; 2]| {
            let t = 0.5 * (t0 + t1);
            vec![[t0, t], [t, t1]]
        };
        let found = greatest(vec![time], goal, look, split);
        if let Some(t) = found.at.filter(|_| found.lo > best.0) {
            *best = (found.lo, t);
        }
    }

    fn split(&self, piece: Piece) -> Vec<Piece> {
        let axis = piece.half.imax();
        let mut half = piece.half;
        half[axis] *= 0.5;
        [-1.0, 1.0]
            .map(|way| {
                let mut middle = piece.middle;
                middle[axis] += way * half[axis];
                Piece { middle, half, near: piece.near.clone(), ..piece }
            })
            .into()
    }

    /// Small steps of the point and in time, as long as they lead deeper and stay in the tool.
    fn climb(&self, lo: f64, at: Deep) -> (f64, Deep) {
        let (mut best, mut at) = (lo, at);
        let [low, high] = self.body.bounds();
        let size = 0.05 * (high - low).min().min(10.0);
        let mut step = 1.0;
        let mut ways = Vec::new();
        for x in [-1.0, 0.0, 1.0] {
            for y in [-1.0, 0.0, 1.0] {
                for z in [-1.0, 0.0, 1.0] {
                    ways.push(Vec3::new(x, y, z));
                }
            }
        }
        for _ in 0..40 {
            let mut better = false;
            for way in &ways {
                for dt in [0.0, -0.02, 0.02] {
                    let t = (at.t + dt * step).clamp(0.0, 1.0);
                    let moved = at.point + way * (size * step);
                    let (depth, slope) = self.body.depth(&(moved - self.ride.at(t)));
                    if depth < -size * step {
                        continue;
                    }
                    let moved = moved + slope * (-depth).max(0.0);
                    if let Some((value, place)) = self.reached(moved, t, best + 1e-12) {
                        (best, at, better) = (value, place, true);
                    }
                }
            }
            if best > self.goal.ceiling {
                break;
            }
            if !better {
                step *= 0.5;
                if size * step < 1e-8 {
                    break;
                }
            }
        }
        (best, at)
    }
}

fn corners(piece: &Piece) -> impl Iterator<Item = Vec3> + '_ {
    (0..8).map(|i| {
        piece.middle
            + Vec3::from_fn(
                |axis, _| if i >> axis & 1 == 1 { piece.half[axis] } else { -piece.half[axis] },
            )
    })
}
