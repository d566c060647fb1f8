//! A whole tool in front of one body: every component, and where they stand on each other.

use super::body::Body;
use super::gear::{Joint, Kit};
use super::limits::{Deepest, Limits};
use super::plan::{Way, near};
use super::search::Seeker;
use super::trial::{Bench, Trial, decide, ends};
use gouge_core::tree::{Facets, Stats};
use gouge_mesh::geom::Aabb;

/// A tool in front of a body, carried from motion to motion.
pub(super) struct Stand<'a> {
    benches: Vec<Bench<'a>>,
    joints: Vec<Bridge<'a>>,
    /// Where the control point is when the tool may be near the body.
    room: Aabb,
}

impl<'a> Stand<'a> {
    pub fn new(
        tree: &'a dyn Facets,
        body: &'a Body<'a>,
        kit: &'a Kit,
        limits: Limits,
        carry: bool,
    ) -> Self {
        let bench = |at| Bench::new(tree, body, kit, at, limits, carry);
        let bridge = |joint| Bridge::new(tree, body, (kit, joint), limits, carry);
        Self {
            benches: (0..kit.gears.len()).map(bench).collect(),
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
            let known = trials.iter().map(|t| t.tool_side[0]).fold(0.0, f64::max);
            let (below, above) = trials.split_at_mut(lower + 1);
            bridge.run(ways, known, [&mut below[lower], &mut above[0]]);
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
        self.joints.iter().for_each(|j| stats += j.near.stats());
        self.joints.iter().for_each(|j| stats += j.whole.stats());
        stats
    }
}

/// A joint in front of a body.
struct Bridge<'a> {
    joint: &'a Joint,
    near: Seeker<'a>,
    whole: Seeker<'a>,
    grow: f64,
    /// That of the sharper of both, where the part side has a meaning.
    sharpness: Option<f64>,
    limits: Limits,
}

impl<'a> Bridge<'a> {
    fn new(
        tree: &'a dyn Facets,
        body: &'a Body<'a>,
        (kit, joint): (&'a Kit, &'a Joint),
        limits: Limits,
        carry: bool,
    ) -> Self {
        // Both are at least as thick as the thinner of them.
        let pair = &kit.gears[joint.lower..=joint.lower + 1];
        let grow = pair.iter().map(|g| limits.grow(g, body)).fold(f64::INFINITY, f64::min);
        Self {
            joint,
            near: Seeker::new(tree, body.mesh, &joint.near, carry),
            whole: Seeker::new(tree, body.mesh, &joint.whole, carry),
            grow,
            sharpness: pair.iter().filter_map(|g| g.sharpness_before(body)).reduce(f64::max),
            limits,
        }
    }

    /// Where a motion is deeper in two components together than in either, that depth counts for
    /// the component in which its contact lies.
    ///
    /// Let a point be deeper than the tolerance in both together but in neither alone. The ball
    /// about it that is just deeper crosses the seam, since else it would lie in one of them: so
    /// what `near` holds is enough to find it.
    ///
    /// What some component is known to reach need not be told apart: another one may have the
    /// same contact.
    fn run(&mut self, ways: &[Way], known: f64, pair: [&mut Trial; 2]) {
        let tolerance = self.limits.tolerance;
        let goal = self.limits.goal(self.sharpness, self.grow, known);
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
        if known > tolerance && lo <= known {
            return;
        }
        let [bottom, top] = self.joint.span;
        let above = match found.contact.map(|c| c.point.z - c.control.z) {
            // A ball about a point of another component crosses the seam with that one too.
            Some(z) if z < bottom || z > top => return,
            Some(z) => z > self.joint.height,
            // No deeper than what is known, but for the width of the bounds.
            None => pair[1].tool_side[0] > pair[0].tool_side[0],
        };
        let [lower, upper] = pair;
        let trial = if above { upper } else { lower };
        trial.tool_side = [trial.tool_side[0].max(lo), trial.tool_side[1].max(hi)];
        trial.depth = trial.tool_side;
        if let Some(contact) = found.contact {
            (trial.contact, trial.dogleg) = (Some(contact), found.dogleg);
        }
        trial.verdict = decide(trial.tool_side, tolerance);
    }
}
