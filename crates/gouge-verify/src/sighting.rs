//! Gouges reported while the search is still running.

use std::fmt;

use super::body::Body;
use super::chunk::SurfaceDepth;
use super::finding::Finding;
use super::packed_trial::{PackedTrial, TrialOf};
use super::plan::Plans;
use super::thresholds::Thresholds;
use super::verdict::Trial;
use gouge_core::tool::Role;

/// Gouges of one component in a stretch of neighbouring motions. The surface alone proves them, so
/// they stay in the outcome; there they may be deeper, and belong together with others.
#[derive(Clone, Debug, PartialEq)]
pub struct Sighting {
    /// The deepest of them.
    pub worst: Finding,
    /// First and last motion.
    pub motions: [u32; 2],
    /// First and last line.
    pub lines: [u32; 2],
    /// How many motions gouge.
    pub contacts: u64,
}

impl Sighting {
    /// Whether both are of the same tool, component, body and operation.
    pub fn is_kin(&self, other: &Self) -> bool {
        let kin = |s: &Self| (s.worst.tool, s.worst.role, s.worst.body, s.worst.operation);
        kin(self) == kin(other)
    }

    /// Merges another one into this one.
    pub fn join(&mut self, other: Self) {
        let both = |a: [u32; 2], b: [u32; 2]| [a[0].min(b[0]), a[1].max(b[1])];
        self.motions = both(self.motions, other.motions);
        self.lines = both(self.lines, other.lines);
        self.contacts += other.contacts;
        if other.worst.depth[0] > self.worst.depth[0] {
            self.worst = other.worst;
        }
    }
}

/// The receiver of sightings; called by every thread of the search.
pub struct Observer(Box<dyn Fn(Sighting) + Send + Sync>);

impl Observer {
    /// Calls `hear`, which should return soon: the search waits for it.
    pub fn new(hear: impl Fn(Sighting) + Send + Sync + 'static) -> Self {
        Self(Box::new(hear))
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}

/// Collects the gouges that a stretch of motions shows at one body.
pub(super) struct SightingWatch<'a> {
    observer: &'a Observer,
    plans: &'a Plans<'a>,
    body: (u32, &'a Body<'a>),
    seen: Vec<Sighting>,
}

impl<'a> SightingWatch<'a> {
    pub fn new(observer: &'a Observer, plans: &'a Plans<'a>, body: (u32, &'a Body<'a>)) -> Self {
        Self { observer, plans, body, seen: Vec::new() }
    }

    /// Looks at the surface depths of one motion that is checked against `thresholds`, component by
    /// component.
    pub fn look<'s>(
        &mut self,
        index: usize,
        thresholds: &Thresholds,
        depths: impl Iterator<Item = (Role, &'s SurfaceDepth)>,
    ) {
        let (number, body) = self.body;
        // As the verdict does: what is decided without a look into the material.
        let limit = thresholds.limit(body);
        if !thresholds.counts_tool_side(body) {
            return;
        }
        for (role, surface) in depths {
            if surface.depth[0] <= limit || surface.contact.is_none() {
                continue;
            }
            let motion = self.plans.motion(index);
            let trial = Trial::of_surface(role, surface.clone());
            let tried = TrialOf { index: index as u32, motion: &motion, number, body, thresholds };
            let mut worst = PackedTrial::new(trial, tried).finding();
            worst.normal = body.outward(worst.triangle);
            let (motions, lines) = ([index as u32; 2], [motion.span.line; 2]);
            let one = Sighting { worst, motions, lines, contacts: 1 };
            match self.seen.iter_mut().find(|s| s.is_kin(&one)) {
                Some(known) => known.join(one),
                None => self.seen.push(one),
            }
        }
    }

    /// Reports the sighting.
    pub fn tell(self) {
        self.seen.into_iter().for_each(&self.observer.0);
    }
}
