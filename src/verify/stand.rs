//! A whole tool in front of one body: every component, and where they stand on each other.

use super::body::Body;
use super::gear::{Joint, Kit};
use super::limits::{Deepest, Limits};
use super::plan::{Way, near};
use super::search::Seeker;
use super::trial::{Bench, Trial, decide, ends};
use crate::geom::Aabb;
use crate::tree::{Hierarchy, Stats};

/// A tool in front of a body, carried from motion to motion.
pub(super) struct Stand<'a, H: Hierarchy> {
    benches: Vec<Bench<'a, H>>,
    joints: Vec<Bridge<'a, H>>,
    /// Where the control point is when the tool may be near the body.
    room: Aabb,
}

impl<'a, H: Hierarchy> Stand<'a, H> {
    pub fn new(tree: &'a H, body: &'a Body<'a>, kit: &'a Kit, limits: Limits, carry: bool) -> Self {
        let bench = |gear| Bench::new(tree, body, gear, limits, carry);
        let bridge = |joint| Bridge::new(tree, body, joint, limits, carry);
        Self {
            benches: kit.gears.iter().map(bench).collect(),
            joints: kit.joints.iter().map(bridge).collect(),
            room: kit
                .gears
                .iter()
                .map(|gear| limits.room(gear, body))
                .fold(Aabb::EMPTY, |room, near| room.union(&near)),
        }
    }

    /// The next motion does not start where the last one ended.
    pub fn jump(&mut self) {
        self.benches.iter_mut().for_each(Bench::jump);
    }

    /// Tries one motion: what every component does.
    pub fn run(&mut self, ways: &[Way]) -> Vec<Trial> {
        let ends = ends(ways);
        let ways = &*near(ways, &self.room);
        let mut trials: Vec<Trial> = self.benches.iter_mut().map(|b| b.surface(ways)).collect();
        for bridge in &mut self.joints {
            let lower = bridge.joint.lower;
            let sharpness = |b: &Bench<H>| b.sharpness().unwrap_or(1.0);
            let sharpness =
                self.benches[lower..=lower + 1].iter().map(sharpness).fold(1.0, f64::max);
            bridge.run(ways, sharpness, &mut trials[lower..=lower + 1]);
        }
        for (bench, trial) in self.benches.iter_mut().zip(&mut trials) {
            bench.judge(ends, ways, trial);
        }
        trials
    }

    /// Work done so far.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        self.benches.iter().for_each(|b| stats += b.stats());
        self.joints.iter().for_each(|j| stats += j.near.stats);
        self.joints.iter().for_each(|j| stats += j.whole.stats);
        stats
    }
}

/// A joint in front of a body.
struct Bridge<'a, H: Hierarchy> {
    joint: &'a Joint,
    near: Seeker<'a, H>,
    whole: Seeker<'a, H>,
    grow: f64,
    limits: Limits,
}

impl<'a, H: Hierarchy> Bridge<'a, H> {
    fn new(tree: &'a H, body: &'a Body<'a>, joint: &'a Joint, limits: Limits, carry: bool) -> Self {
        Self {
            joint,
            near: Seeker::new(tree, body.mesh, &joint.near, carry),
            whole: Seeker::new(tree, body.mesh, &joint.whole, carry),
            grow: limits.thicker(body),
            limits,
        }
    }

    /// Where a motion is deeper in two components together than in either, that depth counts for
    /// the component in which its contact lies.
    ///
    /// Let a point be deeper than the tolerance in both together but in neither alone. The ball
    /// about it that is just deeper crosses the seam, since else it would lie in one of them: so
    /// what `near` holds is enough to find it.
    fn run(&mut self, ways: &[Way], sharpness: f64, pair: &mut [Trial]) {
        let tolerance = self.limits.tolerance;
        let known = pair.iter().map(|t| t.tool_side[0]).fold(0.0, f64::max);
        let goal = self.limits.goal(Some(sharpness), self.grow, known);
        // Thickness beyond the tolerance makes a gouge of every contact.
        let small = !self.limits.all && known <= tolerance;
        if small && Deepest::of(&mut self.near, ways, &goal).hi <= goal.floor {
            return;
        }
        let found = Deepest::of(&mut self.whole, ways, &goal);
        if found.hi <= goal.floor {
            return;
        }
        let [lo, hi] = found.bounds(&goal, self.grow, &self.limits);
        let above = match found.contact {
            Some(c) => c.point.z - c.control.z > self.joint.height,
            // No deeper than what is known, but for the width of the bounds.
            None => pair[1].tool_side[0] > pair[0].tool_side[0],
        };
        let Some(trial) = pair.get_mut(usize::from(above)) else { return };
        trial.tool_side = [trial.tool_side[0].max(lo), trial.tool_side[1].max(hi)];
        trial.depth = trial.tool_side;
        if let Some(contact) = found.contact {
            (trial.contact, trial.dogleg) = (Some(contact), found.dogleg);
        }
        trial.verdict = decide(trial.tool_side, tolerance);
    }
}
