//! The plan of each motion: its paths in work coordinates, or why it cannot be checked.

use std::borrow::Cow;

use super::limits::Case;

use super::path::{Path, dogleg};
use super::planner::Planner;
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_nc::{Kind, MotionRef, Motions, Place};
use rayon::prelude::*;
use smallvec::{SmallVec, smallvec};

/// Motions in one chunk of work.
pub(super) const CHUNK: usize = 256;

/// Motions that are taken up together: many chunks, so that no thread waits long, and few of all,
/// so that what is only kept meanwhile stays small.
pub(super) const WAVE: usize = 256 * CHUNK;

/// A path of the control point, with the share of the motion's time that it takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TimedPath {
    pub path: Path,
    /// Motion times at the path's own t = 0 and t = 1.
    pub times: [f64; 2],
    pub dogleg: bool,
}

impl TimedPath {
    /// The same, `by` mm beside it.
    pub fn moved(&self, by: &Vec3) -> Self {
        Self { path: self.path.moved(by), ..*self }
    }

    /// The part of it that is within `room`, where it is long.
    fn within(&self, room: &Aabb) -> Option<Self> {
        let [t0, t1] = self.path.near(room)?;
        let from = self.path.at(t0);
        let travel = self.path.at(t1) - from;
        let time = |t: f64| self.times[0] + t * (self.times[1] - self.times[0]);
        Some(Self {
            path: Path::Line { from, travel },
            times: [time(t0), time(t1)],
            dogleg: self.dogleg,
        })
    }
}

/// The parts of long paths that are within `room`, and all of others.
pub(super) fn near<'w>(paths: &'w [TimedPath], room: &Aabb) -> Cow<'w, [TimedPath]> {
    if paths.iter().all(|timed| timed.within(room).is_none()) {
        return Cow::Borrowed(paths);
    }
    paths.iter().map(|timed| timed.within(room).unwrap_or_else(|| timed.clone())).collect()
}

/// The paths of one motion: one, but for rapids that may take another.
pub(super) type TimedPaths = SmallVec<[TimedPath; 1]>;

/// The plan of one motion; its paths are made when they are looked at.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plan {
    /// Where the tip starts and ends, work coordinates, mm; none where the motion alone shows it.
    Check(Option<Box<[Vec3; 2]>>),
    /// Above everything, wherever in X and Y.
    Above,
    /// Start or end is unknown.
    Unplaced(Unplaced),
}

/// A motion with only one end known, or none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unplaced {
    pub why: &'static str,
    /// It is taken to touch nothing.
    pub accepted: bool,
    /// Where the tip stands at the end that is known, work coordinates, mm, and when: it is looked
    /// at where the rest is accepted, since a tip standing in the part is proved, whatever is taken
    /// for granted.
    pub stands: Option<Box<(Vec3, f64)>>,
}

impl Unplaced {
    pub fn of(why: &'static str) -> Self {
        Self { why, accepted: false, stands: None }
    }
}

impl Plan {
    /// Where the tip stands, and when, for a motion of which only that is looked at.
    fn stands(&self) -> Option<(Vec3, f64)> {
        let Self::Unplaced(unplaced) = self else { return None };
        unplaced.stands.as_deref().copied()
    }
}

/// Which plans the motions of a chunk have.
#[derive(Debug)]
enum Indices {
    Alike(u32),
    Each(Box<[u32]>),
}

impl From<&[u32]> for Indices {
    fn from(each: &[u32]) -> Self {
        match each {
            [first, others @ ..] if others.iter().all(|other| other == first) => {
                Self::Alike(*first)
            }
            _ => Self::Each(each.into()),
        }
    }
}

/// The plans of all motions of a program.
pub(super) struct Plans<'a> {
    motions: &'a Motions,
    count: usize,
    /// For every [`CHUNK`] motions the indices of their plans: most are to be checked as the motion
    /// tells.
    indices: Vec<Indices>,
    plans: Vec<Plan>,
    /// Program coordinates to work coordinates.
    shift: Vec3,
}

impl<'a> Plans<'a> {
    /// Follows all motions; `known` says which tools exist.
    pub fn new(
        motions: &'a Motions,
        mut planner: Planner,
        known: impl Fn(u32) -> bool + Copy,
    ) -> Self {
        let shift = planner.shift;
        let mut plans = vec![Plan::Check(None)];
        let mut index = |plan: Plan| {
            let last = plans.len() - 1;
            match plan {
                Plan::Check(None) => 0,
                plan if plan == plans[last] => last as u32,
                plan => {
                    plans.push(plan);
                    last as u32 + 1
                }
            }
        };
        let mut indices = Vec::with_capacity(motions.len().div_ceil(CHUNK));
        let mut chunk: Vec<u32> = Vec::with_capacity(CHUNK);
        let mut last = None;
        let mut known = |tool: u32| match last {
            Some((asked, told)) if asked == tool => told,
            _ => last.insert((tool, known(tool))).1,
        };
        for motion in 0..motions.len() {
            chunk.push(index(planner.plan(&motions.at(motion), &mut known)));
            if chunk.len() == CHUNK {
                indices.push(chunk[..].into());
                chunk.clear();
            }
        }
        indices.push(chunk[..].into());
        plans.iter_mut().for_each(|plan| planner.settle(plan));
        Self { motions, count: motions.len(), indices, plans, shift }
    }

    /// The motion at an index. Always inlined: most callers look at little of it.
    #[inline(always)]
    pub fn motion(&self, index: usize) -> MotionRef<'a> {
        self.motions.at(index)
    }

    /// The number of motions.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The plan of a motion.
    #[inline]
    pub fn of(&self, motion: usize) -> &Plan {
        let index = match &self.indices[motion / CHUNK] {
            Indices::Alike(index) => *index,
            Indices::Each(each) => each[motion % CHUNK],
        };
        &self.plans[index as usize]
    }

    /// Whether all of it is to be checked.
    #[inline]
    pub fn is_checked(&self, motion: usize) -> bool {
        matches!(self.of(motion), Plan::Check(_))
    }

    /// Whether any pose of it is checked.
    #[inline]
    pub fn is_checked_anywhere(&self, motion: usize) -> bool {
        match self.of(motion) {
            Plan::Check(_) => true,
            Plan::Unplaced(unplaced) => unplaced.stands.is_some(),
            Plan::Above => false,
        }
    }

    /// Its tool and where its tip starts and ends, where it is to be checked. Always inlined, as
    /// [`motion`](Self::motion).
    #[inline(always)]
    pub fn ends(&self, motion: usize) -> Option<(u32, [Vec3; 2])> {
        self.ends_at(motion, 0).map(|(case, ends, _)| (case.tool, ends))
    }

    /// Its tool and operation at a body, where it is to be checked.
    #[inline]
    pub fn case(&self, motion: usize, body: u32) -> Option<Case> {
        if !self.is_checked_anywhere(motion) {
            return None;
        }
        let motion = self.motion(motion);
        Some(Case { body, tool: motion.tool, operation: motion.operation })
    }

    /// Its case at a body, where its tip starts and ends, and whether it leads straight there
    /// in one path, where it is to be checked.
    #[inline(always)]
    pub fn ends_at(&self, motion: usize, body: u32) -> Option<(Case, [Vec3; 2], bool)> {
        let Plan::Check(own) = self.of(motion) else { return self.standing(motion, body) };
        let motion = self.motion(motion);
        let ends = own.as_deref().copied().unwrap_or_else(|| ends(&motion, &self.shift));
        let straight = motion.arc.is_none() && !(motion.kind == Kind::Rapid && motion.dogleg);
        Some((Case { body, tool: motion.tool, operation: motion.operation }, ends, straight))
    }

    /// The same of a motion of which only a place is looked at.
    #[cold]
    fn standing(&self, motion: usize, body: u32) -> Option<(Case, [Vec3; 2], bool)> {
        let (at, _) = self.of(motion).stands()?;
        Some((self.case(motion, body)?, [at; 2], false))
    }

    /// Its paths; none where it is not to be checked.
    pub fn paths(&self, motion: usize) -> TimedPaths {
        if !self.is_checked(motion) {
            return self.standing_path(motion);
        }
        let Some((_, [from, to])) = self.ends(motion) else { return TimedPaths::new() };
        paths(&self.motion(motion), from, to, &self.shift)
    }

    #[cold]
    fn standing_path(&self, motion: usize) -> TimedPaths {
        let standing = |(from, time)| {
            let path = Path::Line { from, travel: Vec3::zeros() };
            TimedPath { path, times: [time; 2], dogleg: false }
        };
        self.of(motion).stands().map(standing).into_iter().collect()
    }

    /// The length of its first path, mm.
    pub fn length(&self, motion: usize) -> f64 {
        let Some((_, [from, to])) = self.ends(motion) else { return 0.0 };
        match self.motion(motion).arc {
            Some(_) => self.paths(motion).first().map_or(0.0, |timed| timed.path.length()),
            None => (to - from).norm(),
        }
    }

    /// The box of the control point on all its paths, work coordinates.
    pub fn bounds(&self, motion: usize) -> Aabb {
        let Some((_, [from, to])) = self.ends(motion) else { return Aabb::EMPTY };
        let own = self.motion(motion);
        if own.arc.is_none() && !own.dogleg {
            return Aabb::around([from, from + (to - from)]);
        }
        self.paths(motion).iter().fold(Aabb::EMPTY, |b, timed| b.union(&timed.path.bounds()))
    }

    /// The boxes of all control points, and of those that cut, of each [`CHUNK`] motions, as far as
    /// they are to be checked, work coordinates.
    pub fn spreads(&self) -> Vec<Spread> {
        let firsts = (0..self.len()).into_par_iter().step_by(CHUNK);
        firsts.map(|first| self.spread(first)).collect()
    }

    fn spread(&self, first: usize) -> Spread {
        let mut spread = Spread::default();
        for motion in first..self.len().min(first + CHUNK) {
            let own = self.bounds(motion);
            spread.all = spread.all.union(&own);
            if self.is_checked(motion) && self.motion(motion).kind != Kind::Rapid {
                spread.cutting = spread.cutting.union(&own);
            }
        }
        spread
    }
}

/// Around the control points of some motions, work coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub all: Aabb,
    /// But for rapids.
    pub cutting: Aabb,
}

impl Default for Spread {
    fn default() -> Self {
        Self { all: Aabb::EMPTY, cutting: Aabb::EMPTY }
    }
}

impl Spread {
    /// Around all of some.
    pub fn of(spreads: &[Self]) -> Self {
        spreads.iter().fold(Self::default(), |whole, own| Self {
            all: whole.all.union(&own.all),
            cutting: whole.cutting.union(&own.cutting),
        })
    }
}

/// Where the tip starts and ends, work coordinates, mm, when no axis stands where a machine
/// position put it; not a number where unknown.
#[inline(always)]
pub(super) fn ends(motion: &MotionRef, shift: &Vec3) -> [Vec3; 2] {
    let [i, j, k] = motion.tip.shift().unwrap_or_default();
    // Spelled out: lists that are mapped go through memory piece by piece, seven times a motion.
    let placed = |p: Place| {
        let [x, y, z] = p.into();
        Vec3::new(x + shift.x + i, y + shift.y + j, z + shift.z + k)
    };
    [placed(motion.from), placed(motion.to)]
}

fn paths(motion: &MotionRef, from: Vec3, to: Vec3, shift: &Vec3) -> TimedPaths {
    let whole = |path| TimedPath { path, times: [0.0, 1.0], dogleg: false };
    if let Some(arc) = motion.arc {
        let tip = motion.tip.shift().map_or_else(Vec3::zeros, Vec3::from);
        return smallvec![whole(Path::round(arc, from, to, &(shift + tip)))];
    }
    let travel = to - from;
    let mut paths: TimedPaths = smallvec![whole(Path::Line { from, travel })];
    let moving = || travel.iter().filter(|&&d| d != 0.0).count();
    if motion.kind == Kind::Rapid && motion.dogleg && moving() > 1 {
        let (mut at, mut time) = (from, 0.0);
        for (end, corner) in dogleg(from, travel) {
            let path = Path::Line { from: at, travel: corner - at };
            paths.push(TimedPath { path, times: [time, end], dogleg: true });
            (at, time) = (corner, end);
        }
    }
    paths
}
