//! What a check asks of every search on the tool side, and what such a search found.

use super::body::Body;
use super::gear::Gear;
use super::plan::Way;
use super::search::{Contact, Goal, Seeker};
use crate::tolerance::{EPSILON_SHARE, FLOAT_MM};
use gouge_mesh::geom::{Aabb, Body as _, Hull, Vec3};

/// What is farther than this from a body has nothing to do with it, mm.
const NEAR_MM: f64 = 1.0;

/// Limits of a check that hold for all its motions, mm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub tolerance: f64,
    pub allowance: f64,
    pub deviation: f64,
    /// Depths of clean motions are wanted too.
    pub all: bool,
    /// Rounding of the exact tests.
    pub float: f64,
}

impl Limits {
    /// How much thicker a component counts against a body than it is, mm.
    pub fn grow(&self, gear: &Gear, body: &Body) -> f64 {
        let allowance = if body.fixture { 0.0 } else { self.allowance };
        allowance + self.deviation + gear.component.clearance
    }

    /// What a search on the tool side must settle, for a body `grow` mm thicker than it is. What
    /// is not deeper than `known` need not be told apart, nor what the part side, at most
    /// `sharpness` times as deep, cannot take over the tolerance.
    pub fn goal(&self, sharpness: Option<f64>, grow: f64, known: f64) -> Goal {
        let least = if self.all { 0.0 } else { self.tolerance / sharpness.unwrap_or(1.0) };
        Goal {
            floor: least.max(known) - grow - self.more_float(),
            limit: self.tolerance - grow,
            epsilon: self.tolerance * EPSILON_SHARE,
        }
    }

    /// Rounding beyond what the exact tests count with themselves.
    pub fn more_float(&self) -> f64 {
        self.float - FLOAT_MM
    }

    /// Where the control point is when the component may be near the body.
    pub fn room(&self, gear: &Gear, body: &Body) -> Aabb {
        let hulls: Vec<Hull> = gear.component.pieces.iter().map(|p| p.hull()).collect();
        let radius = hulls.iter().map(|h| h.radius).fold(0.0, f64::max);
        let low = hulls.iter().map(|h| h.axis[0]).fold(0.0, f64::min);
        let high = hulls.iter().map(|h| h.axis[1]).fold(0.0, f64::max);
        let margin = self.grow(gear, body) + self.tolerance + NEAR_MM;
        let bounds = body.bounds;
        Aabb {
            lo: bounds.lo - Vec3::new(radius + margin, radius + margin, high + margin),
            hi: bounds.hi + Vec3::new(radius + margin, radius + margin, margin - low),
        }
    }
}

/// The deepest contact over all ways of a motion.
pub(super) struct Deepest {
    pub contact: Option<Contact>,
    pub dogleg: bool,
    /// No contact is deeper, growth not counted, mm.
    pub hi: f64,
}

impl Deepest {
    pub fn of(seeker: &mut Seeker, ways: &[Way], goal: &Goal) -> Self {
        let mut best = Self { contact: None, dogleg: false, hi: f64::NEG_INFINITY };
        for way in ways {
            let found = seeker.seek(&way.path, goal);
            best.hi = best.hi.max(found.hi);
            if let Some(mut c) = found.contact
                && best.contact.is_none_or(|b| c.lo > b.lo)
            {
                c.t = way.times[0] + c.t * (way.times[1] - way.times[0]);
                best.contact = Some(c);
                best.dogleg = way.dogleg;
            }
        }
        best
    }

    /// Bounds of the depth, growth counted, mm.
    pub fn bounds(&self, goal: &Goal, grow: f64, limits: &Limits) -> [f64; 2] {
        let more = limits.more_float();
        let lo = self.contact.map_or(f64::NEG_INFINITY, |c| c.lo - more);
        let hi = (self.hi + more + grow).max(0.0);
        // Taking growth off a limit and adding it to a bound again must not move a bound across
        // the tolerance by rounding.
        let cleared = self.hi <= goal.limit - more;
        [(lo + grow).max(0.0), if cleared { hi.min(limits.tolerance) } else { hi }]
    }
}
