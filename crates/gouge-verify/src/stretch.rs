//! Motions of a region that lead straight on from where the one before ends, bounded as one motion:
//! most of what each covers is covered by its neighbours too.

use std::ops::Range;

use super::interior::Reached;
use super::packed_trial::PackedTrial;
use super::path::Path;
use super::plan::{Plans, TimedPath, TimedPaths};
use super::polyline::Polyline;
use crate::budget::MOST_IN_STRETCH;
use crate::tolerance::STRAIGHT_COSINE;
use gouge_mesh::geom::Vec3;
use smallvec::smallvec;

/// One motion or several.
pub(super) struct Stretch {
    /// Indices of its motions among those that it was cut from.
    pub members: Range<usize>,
    /// The path of several motions.
    path: Option<Polyline>,
}

impl Stretch {
    /// A single motion.
    pub fn single(at: usize) -> Self {
        Self { members: at..at + 1, path: None }
    }

    /// Cuts motions, in program order, into stretches of motions with one straight path each, no
    /// longer than `longest` mm, that leads on nearly as the one before, and with the same known
    /// facts.
    pub fn all(trials: &[&PackedTrial], plans: &Plans, longest: f64) -> Vec<Self> {
        let mut found = Vec::new();
        let mut points: Vec<Vec3> = Vec::new();
        let mut first = 0;
        for at in 0..trials.len() {
            let ends = straight(trials[at], plans, longest);
            let follows = ends.is_some_and(|[from, to]| {
                at > first
                    && at - first < MOST_IN_STRETCH
                    && points.last() == Some(&from)
                    && leads_on(&points, to)
                    && alike(trials[at - 1], trials[at])
            });
            if !follows && at > first {
                found.push(Self::of(&trials[first..at], first, std::mem::take(&mut points)));
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
            found.push(Self::of(&trials[first..], first, points));
        }
        found
    }

    fn of(trials: &[&PackedTrial], first: usize, points: Vec<Vec3>) -> Self {
        let caps = || trials.iter().map(|trial| trial.part).collect();
        let path = if trials.len() > 1 { Polyline::new(points, caps()) } else { None };
        Self { members: first..first + trials.len(), path }
    }

    /// The path of all of them, or of one motion its own; those without a length all stand where
    /// the first does.
    pub fn paths(&self, trials: &[&PackedTrial], plans: &Plans) -> TimedPaths {
        match &self.path {
            Some(path) => {
                let path = Path::Along(Box::new(path.clone()));
                smallvec![TimedPath { path, times: [0.0, 1.0], dogleg: false }]
            }
            None => plans.paths(trials[self.members.start].motion as usize),
        }
    }

    /// Points deeper in the component than this are outside all along, mm; none where that is not
    /// known.
    pub fn outside(&self, trials: &[&PackedTrial]) -> Option<f64> {
        let each = trials[self.members.clone()].iter().map(|trial| trial.outside());
        each.reduce(|a, b| Some(a?.max(b?))).flatten()
    }

    /// Which motion reached a point, and when on its own path.
    pub fn place(&self, reached: Reached) -> (usize, Reached) {
        let first = self.members.start;
        let Some(path) = &self.path else { return (first, reached) };
        let (leg, t) = path.leg(reached.t);
        (first + leg, Reached { t, ..reached })
    }
}

/// Where a motion begins and ends that has one straight path, no longer than `longest` mm.
fn straight(trial: &PackedTrial, plans: &Plans, longest: f64) -> Option<[Vec3; 2]> {
    let (_, ends, straight) = plans.ends_at(trial.motion as usize, trial.body)?;
    (straight && (ends[1] - ends[0]).norm() <= longest).then_some(ends)
}

/// Whether the path along some points leads on to another one nearly straight.
fn leads_on(points: &[Vec3], to: Vec3) -> bool {
    let [.., before, from] = points else { return false };
    let (last, next) = (from - before, to - from);
    last.dot(&next) >= STRAIGHT_COSINE * last.norm() * next.norm()
}

/// Whether one motion comes right after another and the same is known of both.
fn alike(before: &PackedTrial, trial: &PackedTrial) -> bool {
    let known = |trial: &PackedTrial| (trial.roofed, trial.outside().is_some());
    before.motion + 1 == trial.motion && known(before) == known(trial)
}

#[cfg(test)]
mod tests {
    use super::leads_on;
    use gouge_mesh::geom::Vec3;

    /// Zigzags were one path: what each motion was known to be no deeper than was lost, and a
    /// region of 115 told as [0.374, 1.048] instead of [0.422, 0.423].
    #[test]
    fn motions_that_turn_are_ways_of_their_own() {
        let points = [Vec3::zeros(), Vec3::x()];
        let to = |x: f64, y: f64, z: f64| points[1] + Vec3::new(x, y, z);
        assert!(leads_on(&points, to(0.5, 0.0, 0.0)) && leads_on(&points, to(0.5, 0.2, 0.1)));
        assert!(leads_on(&points, to(0.0, 0.0, 0.0)), "without a length it does not turn");
        assert!(!leads_on(&points, to(0.5, 0.3, 0.0)) && !leads_on(&points, to(0.0, 0.0, 9.0)));
        assert!(!leads_on(&points, to(-1.0, 0.0, 0.0)), "nor a way back");
        assert!(!leads_on(&points[1..], to(1.0, 0.0, 0.0)), "nor what has no path before it");
    }
}
