//! A swept convex body against slabs: which stretch of the motion can meet a volume at all.
//!
//! For a volume within `lo <= d·q <= hi` and a body with support `h` moved from `c` by `D`,
//! a point q of the volume inside the body at parameter s demands
//! `lo - h(d) <= c·d + s D·d <= hi + h(-d)`. Intersecting these intervals over all
//! directions keeps what the motion as a whole cannot separate: the digest's clip test,
//! stronger than comparing the intervals of the whole sweep. Growing by g adds `g|d|` to h;
//! asking for a depth takes `depth |d|` from it.
//!
//! What survives is pruned by distance: within the surviving stretch, the core of the body's
//! [`Hull`](gouge_mesh::geom::Hull) must come as near as its radius.

use crate::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Aabb, Swept, Vec3};

/// The part of a motion, as parameters in `[0, 1]`, that was not proved clear.
pub type Interval = (f64, f64);

/// The whole motion.
pub const WHOLE: Interval = (0.0, 1.0);

/// A sweep seen along one direction d.
#[derive(Clone, Copy)]
pub struct Projection {
    /// `c·d + h(d)`, growth and pad included.
    reach_up: f64,
    /// `c·d - h(-d)`, growth and pad included.
    reach_down: f64,
    /// `1 / D·d`, zero when the motion is across d.
    rate: f64,
    /// `|d|`.
    length: f64,
}

impl Projection {
    /// The sweep along `d`, its body widened by `pad` mm.
    pub fn new(swept: &Swept, d: &Vec3, pad: f64) -> Self {
        let (length, grown) = (d.norm(), swept.grow + pad);
        let (start, speed) = (swept.from.dot(d), swept.travel.dot(d));
        Self {
            reach_up: start + swept.body.support(d) + grown * length,
            reach_down: start - swept.body.support(&-d) - grown * length,
            rate: if speed == 0.0 { 0.0 } else { 1.0 / speed },
            length,
        }
    }

    /// Narrows `s` to where the body, shrunk by `depth`, reaches up to `lo`. False if nowhere.
    #[inline(always)]
    pub fn reaches_up_to(&self, lo: f64, depth: f64, s: &mut Interval) -> bool {
        let gap = lo - self.reach_up + depth * self.length;
        if self.rate > 0.0 {
            s.0 = s.0.max(gap * self.rate);
        } else if self.rate < 0.0 {
            s.1 = s.1.min(gap * self.rate);
        } else {
            return gap <= 0.0 || gap.is_nan();
        }
        s.0 <= s.1
    }

    /// Narrows `s` to where the body, shrunk by `depth`, reaches down to `hi`. False if nowhere.
    #[inline(always)]
    pub fn reaches_down_to(&self, hi: f64, depth: f64, s: &mut Interval) -> bool {
        let gap = hi - self.reach_down - depth * self.length;
        if self.rate > 0.0 {
            s.1 = s.1.min(gap * self.rate);
        } else if self.rate < 0.0 {
            s.0 = s.0.max(gap * self.rate);
        } else {
            return gap >= 0.0 || gap.is_nan();
        }
        s.0 <= s.1
    }
}

/// The core of a sweep's hull, for pruning by distance.
#[derive(Clone, Copy)]
pub struct Core {
    from: Vec3,
    travel: Vec3,
    axis: [f64; 2],
    radius: f64,
    /// What of `radius` is growth and pad.
    grown: f64,
    round: bool,
}

impl Core {
    /// The core of `swept`, its radius widened by `pad` mm.
    pub fn new(swept: &Swept, pad: f64) -> Self {
        let hull = swept.body.hull();
        Self {
            from: swept.from,
            travel: swept.travel,
            axis: hull.axis,
            radius: hull.radius + swept.grow + pad,
            grown: swept.grow + pad,
            round: hull.round,
        }
    }

    /// The hull, shrunk by `depth`, along any direction `d`.
    #[inline]
    pub fn shadow(&self, d: &Vec3, depth: f64) -> Projection {
        let (length, sideways) = (d.norm(), d.xy().norm());
        let radius = self.radius - depth;
        let (low, high, reach) = if self.round {
            (self.axis[0], self.axis[1], radius * length)
        } else {
            let ends = self.grown - depth;
            (self.axis[0] - ends, self.axis[1] + ends, radius * sideways)
        };
        let (start, speed) = (self.from.dot(d), self.travel.dot(d));
        Projection {
            reach_up: start + reach + (low * d.z).max(high * d.z),
            reach_down: start - reach + (low * d.z).min(high * d.z),
            rate: if speed == 0.0 { 0.0 } else { 1.0 / speed },
            length,
        }
    }

    /// Whether nothing is left of the hull when it is shrunk by `depth`.
    #[inline]
    pub fn vanishes(&self, depth: f64) -> bool {
        depth > self.radius
    }

    /// Away from the axis of the hull at its nearest to `p` within the stretch `s`, towards `p`:
    /// along this a body around `p` is most likely seen apart. Zero if `p` is on the axis.
    pub fn toward(&self, p: &Vec3, s: Interval) -> Vec3 {
        let way = self.travel.xy();
        let from = p - self.from;
        let along = from.xy().dot(&way) / way.norm_squared();
        let t = if along.is_finite() { along.clamp(s.0, s.1) } else { s.0 };
        let aside = from - self.travel * t;
        let up = if self.round { aside.z - aside.z.clamp(self.axis[0], self.axis[1]) } else { 0.0 };
        Vec3::new(aside.x, aside.y, up)
    }

    /// Whether the hull, shrunk by `depth`, may meet `[lo, hi]` somewhere in the stretch `s`.
    #[inline(always)]
    pub fn near(&self, lo: [f64; 3], hi: [f64; 3], depth: f64, s: Interval) -> bool {
        if self.vanishes(depth) {
            return false;
        }
        let radius = self.radius - depth;
        let gap = |i: usize, below: f64, above: f64| {
            let (a, b) = (self.from[i] + s.0 * self.travel[i], self.from[i] + s.1 * self.travel[i]);
            (lo[i] - (a.max(b) + above)).max((a.min(b) + below) - hi[i]).max(0.0)
        };
        let mut squared = gap(0, 0.0, 0.0).powi(2) + gap(1, 0.0, 0.0).powi(2);
        if self.round {
            squared += gap(2, self.axis[0], self.axis[1]).powi(2);
        }
        squared <= radius * radius || squared.is_nan()
    }
}

/// How far every pruning test errs on the side of keeping, mm: covers rounding in the probe,
/// the stored bounds and the caller's own depth of a tie. `farthest` is the [`farthest`] of what is
/// tested.
pub fn pad(swept: &Swept, farthest: f64) -> f64 {
    let hull = swept.body.hull();
    let sweep = Aabb { lo: swept.from, hi: swept.from + swept.travel };
    let body = [hull.axis[0], hull.axis[1], hull.radius, swept.grow];
    let largest = body.iter().fold(farthest.max(self::farthest(&sweep)), |m, x| m.max(x.abs()));
    PRUNE_PAD * largest
}

/// The largest coordinate of a box in size, mm.
pub fn farthest(bounds: &Aabb) -> f64 {
    bounds.lo.iter().chain(&bounds.hi).fold(0.0, |m, x| x.abs().max(m))
}
