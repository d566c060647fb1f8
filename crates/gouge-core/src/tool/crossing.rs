//! Where the centres of large balls inside a tool can lie if the balls cross a seam: they have to
//! fit through it.
//!
//! Every component is some g thicker on all sides. What stands below the seam then ends no more
//! than u above it, and what stands above begins no more than d below it: u and d are the greatest
//! g of each, and each component is higher than twice both together. Let a ball of radius r about
//! q, with r no less than u and d, lie in the tool, but neither in the grown part below nor in the
//! grown part above; and let q be h above the seam.
//!
//! - It reaches down to u above the seam: h ≤ r + u.
//! - If it reaches d below the seam, it passes that height where only the part below stands, in a
//!   disc of radius √(r² - (h + d)²), and u above the seam, where only the part above stands, in
//!   one of radius √(r² - (h - u)²), both as far off the axis as q. What the two parts have in
//!   common holds a disc of radius √(r² - (h + max(u, d))²) there.
//! - If it does not, the part of it that is not in the component above lies farther off the axis
//!   than that component's foot, and in the grown part below: no ball does so where the foot is
//!   wider than the grown part below.
//! - What stands at the height of q holds the disc of radius r about q.
//!
//! Below the seam u and d change places.

use super::Piece;
use super::edge::radii;
use super::profile::Profile;
use crate::tolerance::CROSSING_ROOM_MM;
use gouge_mesh::geom::{Aabb, Hull};

/// A seam, and how thick the components that stand together are on both sides of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// Height above the control point, mm.
    height: f64,
    /// Radius of what both sides have in common near the seam, mm.
    waist: f64,
    /// What stands above the seam, and what below.
    sides: [Side; 2],
    /// The greatest amount by which any component is thicker, mm.
    most: f64,
}

/// What stands on one side of a seam.
#[derive(Clone, Debug, PartialEq)]
struct Side {
    /// From the seam on.
    stages: Vec<Stage>,
    /// What of the other side reaches over the seam.
    over: Stage,
    /// Up to how far from the seam its first component stands alone, mm; none where no other does.
    alone: Option<f64>,
    /// A ball may cross the seam without passing through what both sides have in common.
    slips: bool,
}

/// A component: its radius, and how far from the seam it begins and ends, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stage {
    radius: f64,
    from: f64,
    to: f64,
}

impl Crossing {
    /// That between `lower` and the next of a run, of which each is `grow` mm thicker; `None` where
    /// something bulges out beyond the heights that it begins and ends at, or is too thin.
    pub(super) fn new(run: &[Profile], lower: usize, grow: &[f64]) -> Option<Self> {
        let (below, above) = (run.get(lower)?, run.get(lower + 1)?);
        let grow = grow.get(..run.len())?;
        let greatest = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
        let most = greatest(grow);
        let is_thin = |p: &Profile| most > 0.0 && height(p) <= 4.0 * most;
        if run.iter().any(|profile| !profile.rises() || is_thin(profile)) {
            return None;
        }
        let seam = below.top();
        let [up, down] = [greatest(&grow[..=lower]), greatest(&grow[lower + 1..])];
        let ([foot, _], [_, low]) =
            (wall_radii(below, [seam - down, seam]), wall_radii(below, [seam - up - down, seam]));
        let ([base, _], [_, high]) =
            (wall_radii(above, [seam, seam + up]), wall_radii(above, [seam, seam + up + down]));
        let [low, high] = [low + up, high + down];
        let stage = |(profile, grow): (&Profile, &f64)| {
            let [a, b] = [bottom(profile), profile.top()].map(|z| (z - seam).abs());
            let [from, to] = [(a.min(b) - grow).max(0.0), a.max(b) + grow];
            Stage { radius: profile.radius() + grow, from, to }
        };
        let side = |first: usize, stages: Vec<Stage>, own: f64, over: Stage, foot: f64| Side {
            alone: (stages.len() > 1).then(|| height(&run[first]) - own),
            slips: most > 0.0 && (foot < over.radius || grow[first] < own),
            stages,
            over,
        };
        let all = || run.iter().zip(grow);
        let over = |radius, to| Stage { radius, from: 0.0, to };
        Some(Self {
            height: seam,
            waist: low.min(high),
            sides: [
                side(
                    lower + 1,
                    all().skip(lower + 1).map(stage).collect(),
                    down,
                    over(low, up),
                    base,
                ),
                side(
                    lower,
                    all().take(lower + 1).rev().map(stage).collect(),
                    up,
                    over(high, down),
                    foot,
                ),
            ],
            most,
        })
    }

    /// Cylinders that hold the middles of all balls larger than `least` mm that cross the seam and
    /// lie in what stands together, but in no component alone, and about whose middle none larger
    /// than `most` mm does: `most <= least`. No ball that crosses the seam is larger than `reach`
    /// mm. Only those that come into a box about the control point are made. `None` where balls are
    /// so small that they need not pass the seam.
    pub fn rooms(&self, least: f64, most: f64, reach: f64, near: &Aabb) -> Option<Vec<Piece>> {
        if least < self.most {
            return None;
        }
        let mut rooms = Vec::new();
        for (side, sign) in self.sides.iter().zip([1.0, -1.0]) {
            let Side { stages, over, alone, slips } = side;
            let end = stages.last().map_or(0.0, |stage| stage.to);
            let beside = (over.to > 0.0).then_some((over, false));
            let own = stages.iter().enumerate().map(|(i, stage)| (stage, i == 0));
            for (stage, first) in beside.into_iter().chain(own) {
                let passes = (least * least - self.waist * self.waist).max(0.0).sqrt() - self.most;
                let lo = stage.from.max(passes);
                // What crosses the seam from there is larger.
                let size = least.max(lo - over.to);
                // A ball about a point farther than `most` from all of the other side, as large as
                // that is far, would lie in the component alone if it did not reach its other end:
                // but then one that crosses the seam is larger than any.
                let is_alone = first && alone.is_none_or(|to| to - most - over.to >= reach);
                let far = if is_alone { most + over.to } else { f64::INFINITY };
                let hi = stage.to.min(end - size).min(far);
                let passed = (size * size - (hi + self.most).powi(2)).max(0.0).sqrt();
                let through = if *slips { f64::INFINITY } else { self.waist - passed };
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
        Some(rooms)
    }
}

/// The height at which a profile begins, mm.
fn bottom(profile: &Profile) -> f64 {
    profile.edges().first().map_or(0.0, |e| e.start()[1])
}

/// How high a profile is, mm.
fn height(profile: &Profile) -> f64 {
    profile.top() - bottom(profile)
}

/// The least and the greatest radius of the wall of a profile between two heights, mm; what it
/// stands on is no wall.
fn wall_radii(profile: &Profile, heights: [f64; 2]) -> [f64; 2] {
    radii(&profile.edges()[profile.flat()..], heights)
}
