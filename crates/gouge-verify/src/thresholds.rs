//! The depths between which a verdict is decided.

use super::body::Body;
use super::prepared::PreparedComponent;
use crate::tolerance::{
    EPSILON_SHARE, ETA_MM, FLOAT_MM, ROOM_MM, SURFACE_SHARE, TIE_FLOATS, VERDICT_SLACK_MM,
};
use gouge_mesh::geom::{Aabb, Body as _, Hull, Vec3};

/// What a search on the tool side must settle, mm. Depths here are those of the tool as declared;
/// the amounts that make it thicker are taken off beforehand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// Depths up to this need not be distinguished.
    pub floor: f64,
    /// Depths up to this spare a look into the material.
    pub harmless: f64,
    /// Something else is at least this deep: bounds need be no nearer to each other than to this.
    pub known: f64,
    /// Above this it is a gouge.
    pub limit: f64,
    /// Width to which the bounds are closed.
    pub epsilon: f64,
}

impl Goal {
    /// How far apart the bounds of a greatest depth of at least `lo` may stay: a gouge is bounded
    /// no closer than its region has to be.
    pub fn width(&self, lo: f64) -> f64 {
        if lo > self.limit { self.epsilon.max(lo * SURFACE_SHARE) } else { self.epsilon }
    }
}

/// The possible error of bounds on part-side depth, mm.
///
/// Cracks that count as closed are filled with slivers, no point of which is farther than a width
/// from the surface. A point with a sliver on its way out of the material is no deeper than the
/// length of that way plus the width. And where no surface is deeper than d in a tool, no sliver is
/// deeper than d plus the width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slack {
    /// Rounding of the exact tests.
    pub float: f64,
    /// The greatest width of cracks that count as closed.
    pub crack: f64,
}

impl Slack {
    /// For bodies without cracks, and for queries about the tool side alone.
    pub fn rounding(float: f64) -> Self {
        Self { float, crack: 0.0 }
    }

    /// The sum of both.
    pub fn mm(self) -> f64 {
        self.float + self.crack
    }

    /// How deep what closes the body may still lie in a piece that clears it, half of it.
    pub fn eta(self) -> f64 {
        ETA_MM + 0.5 * self.crack
    }
}

/// Limits of a check that hold for all its motions, mm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    pub tolerance: f64,
    pub allowance: f64,
    /// Depths of clean motions are wanted too.
    pub all: bool,
    /// Over all bodies.
    pub slack: Slack,
}

impl Thresholds {
    /// The material that must stay on a body.
    pub fn allowance(&self, body: &Body) -> f64 {
        if body.fixture { 0.0 } else { self.allowance }
    }

    /// How deep a tool may go into a body; negative where it has to stay away.
    pub fn most(&self, body: &Body) -> f64 {
        self.tolerance - self.allowance(body)
    }

    /// A tool that goes deeper than this gouges: a depth that exceeds the permitted one by rounding
    /// alone is no deeper.
    pub fn limit(&self, body: &Body) -> f64 {
        self.most(body) + (TIE_FLOATS * self.slack.float).min(self.epsilon())
    }

    /// How far a body may be cut; nothing where some of it must stay.
    pub fn spared(&self, body: &Body) -> f64 {
        (-self.allowance(body)).max(0.0)
    }

    /// Whether the tool side counts: where cutting is allowed down to some depth, the part's
    /// surface is in the tool all the time.
    pub fn counts_tool_side(&self, body: &Body) -> bool {
        self.allowance(body) >= 0.0
    }

    /// The depth that is compared with the tolerance, from the depths on the two sides.
    pub fn judged(&self, body: &Body, surface: [f64; 2], part: [f64; 2]) -> [f64; 2] {
        let more = self.allowance(body);
        let counts = self.counts_tool_side(body);
        let side = |k: usize| if counts { surface[k].max(part[k]) } else { part[k] };
        // Where nothing of the part is cut, what is near it counts.
        let lo = if part[0] > 0.0 || !counts { side(0) } else { surface[0] };
        let [lo, hi] = [(lo + more).max(0.0), (side(1) + more).max(0.0)];
        // Taking an allowance off and adding it again must not move a bound across the tolerance;
        // what is shown to be deeper than that, but for rounding, is.
        let cleared = side(1) <= self.limit(body) && lo <= self.tolerance;
        [lo, if cleared { hi.min(self.tolerance) } else { hi }]
    }

    /// The width that bounds may keep.
    pub fn epsilon(&self) -> f64 {
        self.tolerance * EPSILON_SHARE
    }

    /// What a search on the tool side must settle before `body` for something `grow` thicker than
    /// it is. Depths up to `harmless` need not be distinguished.
    pub fn goal(&self, body: &Body, grow: f64, harmless: f64) -> Goal {
        let limit = self.limit(body);
        // Adding the growth again must not move a bound across the limit: taking it off is off by
        // half of the last place of what is left at most.
        let own = limit - grow;
        let own = if own + grow > limit { own.next_down() } else { own };
        // With nothing left to cut, only what stays off the surface is proved clean.
        let off = if limit.abs() <= VERDICT_SLACK_MM { 2.0 * VERDICT_SLACK_MM } else { 0.0 };
        let up_to = |depth: f64| (depth.min(limit) - off - grow).min(own) - self.more_float();
        Goal {
            floor: up_to(if self.all { 0.0 } else { harmless }),
            harmless: up_to(harmless),
            known: f64::NEG_INFINITY,
            limit: own,
            epsilon: self.epsilon(),
        }
    }

    /// Rounding beyond what the exact tests count themselves.
    pub fn more_float(&self) -> f64 {
        self.slack.float - FLOAT_MM
    }

    /// Where the control point is when the component may be near the body.
    pub fn room(&self, component: &PreparedComponent, body: &Body) -> Aabb {
        let hulls: Vec<Hull> = component.component.pieces.iter().map(|p| p.hull()).collect();
        let radius = hulls.iter().map(|h| h.radius).fold(0.0, f64::max);
        let low = hulls.iter().map(|h| h.axis[0]).fold(0.0, f64::min);
        let high = hulls.iter().map(|h| h.axis[1]).fold(0.0, f64::max);
        let margin = component.grow + self.allowance.max(0.0) + self.tolerance + ROOM_MM;
        Aabb {
            lo: body.bounds.lo - Vec3::new(radius + margin, radius + margin, high + margin),
            hi: body.bounds.hi + Vec3::new(radius + margin, radius + margin, margin - low),
        }
    }
}
