//! The deepest contact of one component along one motion with one body.

mod entry;

use std::ops::ControlFlow;

use self::entry::enter;
use super::path::{Path, PathSegment};
use super::plan::TimedPath;
use super::thresholds::Goal;
use crate::tolerance::{
    COARSE_SAG_MM, DECIDING_MM, FINEST_SAG_SHARE, FLOAT_MM, GROOVED_SHARE, SHORTEST_TIME,
    SOLVER_SHARE, STALLED_SHARE, SURFACE_SHARE, TURNED_SAG_MM, VERDICT_SLACK_MM,
};
use gouge_core::sweep::{Deepest, Gap, Sag, Segment, Successive, refine};
use gouge_core::tool::{Piece, Solid};
use gouge_core::tree::{Course, Facets, Searcher, Stats};
use gouge_mesh::geom::{Body as _, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// The deepest contact found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact {
    /// Proved least depth of this contact, mm.
    pub lo: f64,
    /// Triangle of the body.
    pub triangle: u32,
    /// Time along the motion.
    pub t: f64,
    /// Point of the triangle, mm.
    pub point: Vec3,
    /// Control point, mm.
    pub control: Vec3,
    /// Which piece of the component.
    pub piece: u32,
}

/// Bounds of the depth over a whole motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The deepest contact, if any is deeper than the floor.
    pub contact: Option<Contact>,
    /// The contact lies on the dog-leg of a rapid.
    pub dogleg: bool,
    /// No contact is deeper, mm.
    pub hi: f64,
}

/// Asks whether to stop; results after a stop are incomplete.
pub(super) type Stop<'a> = &'a dyn Fn() -> bool;

/// One component of a tool against one body: the pieces, each with its own front.
pub(super) struct DepthQuery<'a> {
    pub mesh: &'a Mesh,
    pub pieces: &'a [Piece],
    searchers: Vec<Box<dyn Searcher + 'a>>,
    tests: Vec<Successive<'a>>,
    /// Only facets that come into one of these convex pieces count, where there are any.
    pub rooms: Option<Vec<Piece>>,
}

impl<'a> DepthQuery<'a> {
    pub fn new(
        tree: &'a dyn Facets,
        mesh: &'a Mesh,
        pieces: &'a [Piece],
        course: Course<'a>,
    ) -> Self {
        let searchers = pieces.iter().map(|_| tree.searcher(course)).collect();
        let tests = pieces.iter().map(Successive::new).collect();
        Self { mesh, pieces, searchers, tests, rooms: None }
    }

    /// The deepest contact over all paths of a motion; meaningless after a stop.
    pub fn deepest(&mut self, paths: &[TimedPath], goal: &Goal, stop: Stop) -> Found {
        let mut best = Found { contact: None, dogleg: false, hi: f64::NEG_INFINITY };
        for timed in paths {
            let found = self.decide(&timed.path, goal, stop);
            best.hi = best.hi.max(found.hi);
            if let Some(mut c) = found.contact
                && best.contact.is_none_or(|b| c.lo > b.lo)
            {
                c.t = timed.times[0] + c.t * (timed.times[1] - timed.times[0]);
                best.contact = Some(c);
                best.dogleg = timed.dogleg;
            }
        }
        best
    }

    /// As [`seek`](Self::seek), but whether anything is deeper than what is harmless is asked by
    /// itself where smaller depths are wanted too and bounds of them do not say: how much of a
    /// clean motion is wanted must not change its verdict.
    fn decide(&mut self, path: &Path, goal: &Goal, stop: Stop) -> Found {
        let mut found = self.seek(path, goal, stop);
        let lo = found.contact.map_or(f64::NEG_INFINITY, |c| c.lo);
        if goal.floor < goal.harmless && lo <= goal.harmless && goal.harmless < found.hi && !stop()
        {
            let alone = Goal { floor: goal.harmless, ..*goal };
            found.hi = found.hi.min(self.seek(path, &alone, stop).hi);
        }
        found
    }

    /// The deepest contact along `path`: chords are halved where their sagitta leaves the bounds
    /// apart, the worst first, since that raises the floor for all others soonest.
    fn seek(&mut self, path: &Path, goal: &Goal, stop: Stop) -> Found {
        let mut best: Option<Contact> = None;
        if let Path::Line { .. } = path {
            // One exact look at each piece: there is nothing to refine.
            let segment = path.segment(0.0, 1.0);
            let pieces = 0..self.pieces.len();
            let hi = pieces.fold(f64::NEG_INFINITY, |hi, piece| {
                hi.max(self.look(path, &segment, piece, goal, &mut best, stop))
            });
            let hi = hi.max(goal.floor).max(best.map_or(f64::NEG_INFINITY, |b| b.lo));
            return Found { contact: best, dogleg: false, hi };
        }
        let mut open: Vec<(f64, (PathSegment, usize))> = Vec::new();
        let count = path.first_cut();
        for piece in 0..self.pieces.len() {
            for i in 0..count {
                let (t0, t1) = (i as f64 / count as f64, (i + 1) as f64 / count as f64);
                let segment = path.segment(t0, t1);
                let hi = self.look(path, &segment, piece, goal, &mut best, stop);
                open.push((hi, (segment, piece)));
            }
        }
        let reached = |best: &Option<Contact>| best.map_or(f64::NEG_INFINITY, |b| b.lo);
        let mut cleared = goal.floor;
        let hi = refine(open, |hi, &(segment, piece), parts| {
            let own = reached(&best);
            let lo = own.max(goal.known);
            let hi = hi.max(goal.floor).max(lo);
            // What is told harmless only spares a look into the material: that near to it it is not
            // worth the time.
            let harmless = (lo <= goal.harmless - goal.epsilon).then_some(goal.harmless);
            let open = |level: f64| lo <= level && level < hi;
            let decided = lo > goal.limit || !(open(goal.limit) || harmless.is_some_and(open));
            let settled = hi <= goal.floor || (hi - lo <= goal.width(lo) && decided);
            // Where much more is left than the chord bends away, shorter ones say no more.
            let left = if hi.is_finite() { hi - own } else { 0.0 };
            let stalled = own > goal.limit && segment.sag <= STALLED_SHARE * left;
            // A chord that was not looked at closely bounds nothing.
            let finest = COARSE_SAG_MM.min(goal.epsilon * FINEST_SAG_SHARE);
            let fine = stalled || segment.sag <= finest;
            let told = settled || (fine && decided);
            if told || stop() || segment.t1 - segment.t0 <= SHORTEST_TIME {
                return ControlFlow::Break(());
            }
            if fine {
                let limit = Some(goal.limit).filter(|limit| *limit >= lo);
                let mut levels = harmless.into_iter().chain(limit);
                let keeps = |level: &f64| {
                    let way = (path, vec![[segment.t0, segment.t1]]);
                    let level = [*level, VERDICT_SLACK_MM * SOLVER_SHARE];
                    !self.enters_at(way, piece, level, DECIDING_MM, stop)
                };
                let Some(level) = levels.find(keeps) else {
                    return ControlFlow::Break(());
                };
                cleared = cleared.max(level);
                return ControlFlow::Continue(());
            }
            let middle = 0.5 * (segment.t0 + segment.t1);
            for (t0, t1) in [(segment.t0, middle), (middle, segment.t1)] {
                let segment = path.segment(t0, t1);
                let hi = self.look(path, &segment, piece, goal, &mut best, stop);
                if hi > goal.floor.max(reached(&best)) {
                    parts.push((hi, (segment, piece)));
                }
            }
            ControlFlow::Continue(())
        });
        let hi = hi.max(cleared).max(reached(&best));
        Found { contact: best, dogleg: false, hi }
    }

    /// Searches one straight piece of the path and returns the upper bound of its depth: infinite
    /// when the piece is too coarse to be worth closing, else no more than the radius of what is
    /// around the tool, which holds no larger ball.
    ///
    /// What is recorded must not depend on the order in which a tree hands over triangles, so a
    /// coarse piece is first only asked whether anything exceeds what is already known; nor on how
    /// many it spares, so all are asked for whose upper bound may reach the lower one of the
    /// deepest.
    fn look(
        &mut self,
        path: &Path,
        segment: &PathSegment,
        piece: usize,
        goal: &Goal,
        best: &mut Option<Contact>,
        stop: Stop,
    ) -> f64 {
        let known = best.map_or(goal.floor, |b| b.lo.max(goal.floor));
        let body = &self.pieces[piece];
        let sag = sagitta(path.sagitta(segment), body);
        // Of a convex piece as much is told along an arc as along a straight path, and more of the
        // arc by itself, where that tells it.
        let bends = if sag.arc.is_some() && matches!(body, Piece::Solid(_)) {
            segment.sag > TURNED_SAG_MM
        } else {
            segment.sag > 0.0
        };
        if bends {
            let gap = goal.width(known) * SOLVER_SHARE;
            if !self.exceeds(path, segment, piece, [known, gap], stop) {
                return known;
            }
            if segment.sag > COARSE_SAG_MM {
                return f64::INFINITY;
            }
        }
        let body = &self.pieces[piece];
        let gap = gap_of(goal, known, body);
        let (from, travel, grow) = sag.straight(segment.from, segment.travel);
        let swept = Swept { from, travel, body, grow };
        let (mesh, test) = (self.mesh, &mut self.tests[piece]);
        let mut hi = known;
        self.searchers[piece].hint(&test.slopes(gap.mm));
        // On an arc depth counts on the arc itself, of which the chord's sweep tells nothing from
        // below; and bounds that may stay a share of it apart are not within a gap of what they
        // bound.
        let told = if segment.sag > 0.0 || gap.share > 0.0 { f64::INFINITY } else { gap.mm };
        let least = body.least(gap.least(known));
        let mut ask = |index: u32, least: f64| {
            if stop() {
                return f64::INFINITY;
            }
            let floor = best.map_or(known, |b| b.lo.max(known));
            let tri = mesh.triangle(index as usize);
            let way = Segment { from: segment.from, travel: segment.travel, sag: &sag };
            let gap = Gap { known: hi - segment.sag - FLOAT_MM, ..gap };
            // What the sagitta leaves open a closer look does not close.
            let undecided = |d: &Deepest| {
                let closed = d.lo + gap.mm > goal.limit || d.lo + segment.sag <= goal.limit;
                d.lo <= goal.limit && goal.limit < d.hi && closed
            };
            let found = test.deepest(&tri, &way, floor, &gap);
            let closer = || {
                let gap = Gap { mm: DECIDING_MM.min(gap.mm), ..gap };
                test.closer(&tri, &way, floor, &gap)
            };
            let Some(found) = found.and_then(|d| if undecided(&d) { closer() } else { Some(d) })
            else {
                return least;
            };
            hi = hi.max(found.hi);
            let t = segment.t0 + found.t * (segment.t1 - segment.t0);
            let (lo, control) = if segment.sag > 0.0 {
                let control = path.at(t);
                (body.depth(&(found.point - control)) - FLOAT_MM, control)
            } else {
                (found.lo, segment.from + segment.travel * found.t)
            };
            let (point, piece) = (found.point, piece as u32);
            let contact = Contact { lo, triangle: index, t, point, control, piece };
            if lo > goal.floor && best.is_none_or(|b| contact.beats(&b)) {
                *best = Some(contact);
            }
            best.map_or(least, |b| least.max(body.least(gap.least(b.lo.max(known)))))
        };
        let searcher = &mut *self.searchers[piece];
        match &self.rooms {
            None => {
                searcher.deepest(&swept, least, told, &mut ask);
            }
            Some(rooms) => {
                let inside = enter(rooms, searcher, mesh, segment, &sag);
                inside.into_iter().fold(least, |least, index| ask(index, least));
            }
        }
        hi.min(self.pieces[piece].hull().radius + FLOAT_MM)
    }

    /// How many motions that lead straight from each of some points to the next meet nothing deeper
    /// than the floor of `goal`, from the first of them on, as far as a hierarchy tells that of
    /// several together.
    pub fn clear(&mut self, points: &[Vec3], goal: &Goal) -> usize {
        let mut count = points.len().saturating_sub(1);
        for (searcher, piece) in self.searchers.iter_mut().zip(self.pieces) {
            if count > 0 {
                let least = gap_of(goal, goal.floor, piece).least(goal.floor);
                count = count.min(searcher.clear(piece, &points[..=count], least));
            }
        }
        count
    }

    /// Work done so far.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        self.searchers.iter().for_each(|s| stats += s.stats());
        stats
    }
}

/// How the path leaves its chord, as a piece is asked about it. Of a ball, whose depth along a
/// chord comes without effort, no arc is asked.
fn sagitta(sag: Sag, body: &Piece) -> Sag {
    Sag { arc: sag.arc.filter(|_| !is_ball(body)), ..sag }
}

fn is_ball(piece: &Piece) -> bool {
    matches!(piece, Piece::Solid(Solid::Round(body)) if body.ball_column().is_some())
}

/// How far apart bounds of the depth in a piece may stay where something is `known` to be so deep,
/// mm. Those of a gouge are no closer than those of its region, but for a ball, whose come without
/// effort.
fn gap_of(goal: &Goal, known: f64, piece: &Piece) -> Gap {
    let gap = Gap::of(goal.width(known) * SOLVER_SHARE);
    let share = match piece {
        ball if is_ball(ball) => return gap,
        Piece::Solid(_) => SOLVER_SHARE,
        _ => GROOVED_SHARE,
    };
    Gap { above: goal.limit, share: share * SURFACE_SHARE, ..gap }
}

impl Contact {
    /// The order that makes the answer independent of how the search went: deeper first, then
    /// the lower triangle, then the earlier time.
    fn beats(&self, other: &Self) -> bool {
        self.lo
            .total_cmp(&other.lo)
            .then(other.triangle.cmp(&self.triangle))
            .then(other.t.total_cmp(&self.t))
            .is_gt()
    }
}

impl Found {
    /// Bounds of the depth in something `grow` mm thicker, `float` mm more of rounding counted.
    pub fn bounds(&self, goal: &Goal, grow: f64, float: f64) -> [f64; 2] {
        let lo = self.contact.map_or(f64::NEG_INFINITY, |c| c.lo - float);
        let hi = self.hi + float;
        // Taking growth off a limit and adding it to a bound again must not move a bound across
        // the limit by rounding.
        let cleared = self.hi <= goal.limit - float;
        [lo + grow, if cleared { (hi + grow).min(goal.limit + grow) } else { hi + grow }]
    }
}
