//! Motions of a region that lead straight on from where the one before ends: what they cover is looked
//! into as of one, since most of it is what their neighbours cover too.

use std::ops::Range;

use super::interior::Reached;
use super::kept::Kept;
use super::path::Path;
use super::plan::{Plans, Way, Ways};
use super::polyline::Polyline;
use crate::tolerance::{LONG_MOTION_MM, MOST_IN_STRETCH};
use gouge_mesh::geom::Vec3;
use smallvec::smallvec;

/// One motion or several.
pub(super) struct Stretch {
    /// Which of those that it was cut from.
    pub members: Range<usize>,
    /// The way of several.
    way: Option<Polyline>,
}

impl Stretch {
    /// One motion alone.
    pub fn single(at: usize) -> Self {
        Self { members: at..at + 1, way: None }
    }

    /// Cuts motions, in the order of the program, into stretches of such as have one straight way each
    /// and of which the same is known.
    pub fn all(trials: &[&Kept], plans: &Plans) -> Vec<Self> {
        let mut found = Vec::new();
        let mut points: Vec<Vec3> = Vec::new();
        let mut first = 0;
        for at in 0..trials.len() {
            let ends = straight(trials[at], plans);
            let follows = ends.is_some_and(|[from, _]| {
                at > first
                    && at - first < MOST_IN_STRETCH
                    && points.last() == Some(&from)
                    && alike(trials[at - 1], trials[at])
            });
            if !follows && at > first {
                found.push(Self::of(first..at, std::mem::take(&mut points)));
                first = at;
            }
            if let Some([from, to]) = ends {
                if !follows {
                    points.push(from);
                }
                points.push(to);
            }
        }
        if first < trials.len() {
            found.push(Self::of(first..trials.len(), points));
        }
        found
    }

    fn of(members: Range<usize>, points: Vec<Vec3>) -> Self {
        let way = if members.len() > 1 { Polyline::new(points) } else { None };
        Self { members, way }
    }

    /// The way of all of them, or of one motion its own; those without a length all stand where the
    /// first does.
    pub fn ways(&self, trials: &[&Kept], plans: &Plans) -> Ways {
        match &self.way {
            Some(way) => {
                let path = Path::Along(Box::new(way.clone()));
                smallvec![Way { path, times: [0.0, 1.0], dogleg: false }]
            }
            None => plans.ways(trials[self.members.start].motion as usize),
        }
    }

    /// What is deeper in the component than this is outside all along, mm; none where that is not known.
    pub fn outside(&self, trials: &[&Kept]) -> Option<f64> {
        let each = trials[self.members.clone()].iter().map(|trial| trial.outside());
        each.reduce(|a, b| Some(a?.max(b?))).flatten()
    }

    /// Which motion reached a point, and when on its own way.
    pub fn place(&self, reached: Reached) -> (usize, Reached) {
        let first = self.members.start;
        let Some(way) = &self.way else { return (first, reached) };
        let (leg, t) = way.leg(reached.t);
        (first + leg, Reached { t, ..reached })
    }
}

/// Where a motion begins and ends that has one straight way, and not a long one.
fn straight(trial: &Kept, plans: &Plans) -> Option<[Vec3; 2]> {
    let (_, ends, straight) = plans.leg(trial.motion as usize, trial.body)?;
    let short = (ends[1] - ends[0]).amax() <= LONG_MOTION_MM;
    (straight && short).then_some(ends)
}

/// Whether one motion comes right after another and the same is known of both.
fn alike(before: &Kept, trial: &Kept) -> bool {
    let known = |trial: &Kept| (trial.roofed, trial.outside().is_some());
    before.motion + 1 == trial.motion && known(before) == known(trial)
}
