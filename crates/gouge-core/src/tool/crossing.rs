//! Where large balls in a tool can be that cross a seam: they have to fit through it.
//!
//! Let a ball of radius r about q lie in what stands together, and cross a seam that q is h mm away
//! from. It passes the seam in a disc of radius sqrt(r² - h²), q as far off the axis as its middle:
//! what the two components have in common there holds it. And the component at the height of q
//! holds the disc of radius r about q.

use super::Piece;
use super::profile::Profile;
use crate::tolerance::CROSSING_ROOM_MM;
use gouge_mesh::geom::{Aabb, Hull};

/// A seam, and how thick what stands together is on both sides of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// Height above the control point, mm.
    height: f64,
    /// Radius of what both components at the seam have in common, mm.
    waist: f64,
    /// What stands above the seam, and what below, from it on.
    sides: [Vec<Stage>; 2],
}

/// A component: its radius, and how far from the seam it begins and ends, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stage {
    radius: f64,
    from: f64,
    to: f64,
}

impl Crossing {
    /// That between `lower` and the next of a run; `None` where something bulges out beyond the
    /// heights that it begins and ends at.
    pub(super) fn new(run: &[&Profile], lower: usize) -> Option<Self> {
        let [below, above] = [run.get(lower)?, run.get(lower + 1)?];
        if !run.iter().all(|profile| profile.rises()) {
            return None;
        }
        let foot = above.edges().get(above.flat().checked_sub(1)?)?.end()[0];
        let waist = foot.min(below.edges().last()?.end()[0]);
        let height = below.top();
        let stage = |profile: &Profile, from: f64, to: f64| {
            let [from, to] = [(from - height).abs(), (to - height).abs()];
            Stage { radius: profile.radius(), from, to }
        };
        let bottom = |p: &Profile| p.edges().first().map_or(height, |e| e.start()[1]);
        let up = run[lower + 1..].iter().map(|p| stage(p, bottom(p), p.top()));
        let down = run[..=lower].iter().rev().map(|p| stage(p, p.top(), bottom(p)));
        Some(Self { height, waist, sides: [up.collect(), down.collect()] })
    }

    /// Cylinders that hold the middles of all balls larger than `least` mm that cross the seam and
    /// lie in what stands together, but in no component alone, and about whose middle none larger
    /// than `most` mm does: `most <= least`. No ball that crosses the seam is larger than `reach`
    /// mm. Only those that come into a box about the control point are made.
    pub fn rooms(&self, least: f64, most: f64, reach: f64, near: &Aabb) -> Vec<Piece> {
        let mut rooms = Vec::new();
        for (stages, sign) in self.sides.iter().zip([1.0, -1.0]) {
            let end = stages.last().map_or(0.0, |stage| stage.to);
            for (i, stage) in stages.iter().enumerate() {
                let lo = stage.from.max((least * least - self.waist * self.waist).max(0.0).sqrt());
                // What crosses the seam from there is larger.
                let size = least.max(lo);
                // A ball about a point farther than `most` from the seam, as large as the way to
                // that, would lie in the component alone if it did not reach its other end: but
                // then one that crosses the seam is larger than any.
                let own = i == 0 && (stage.to >= end || stage.to - most >= reach);
                let hi = stage.to.min(end - size).min(if own { most } else { f64::INFINITY });
                let through = self.waist - (size * size - hi * hi).max(0.0).sqrt();
                let wide = through.min(stage.radius - size);
                if lo > hi + CROSSING_ROOM_MM || wide < -CROSSING_ROOM_MM {
                    continue;
                }
                let [a, b] = [self.height + sign * lo, self.height + sign * hi];
                let (radius, axis) = (wide.max(0.0), [a.min(b), a.max(b)]);
                let bounds = Hull { axis, radius, round: false }.bounds();
                if near.meets(&bounds.grown(4.0 * CROSSING_ROOM_MM)) {
                    rooms.push(Piece::room(radius, axis));
                }
            }
        }
        rooms
    }
}
