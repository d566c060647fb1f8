//! Whether a component can be raised out of an open surface: what it is deeper in then is outside.

use super::super::contact::Stop;
use super::super::lift::{Moving, chords, is_free, segments};
use super::super::mover::Mover;
use super::super::path::PathSegment;
use super::super::plan::TimedPath;
use super::Judge;
use crate::budget::LIFT_CHORDS;
use crate::tolerance::{
    COARSE_SAG_MM, FINEST_SAG_SHARE, LIFT_SAG_MM, LIFT_SHARE, SKY_SAG_SHARE, SKY_SHARE,
    VERDICT_SLACK_MM,
};
use gouge_core::tool::Piece;
use gouge_mesh::geom::Aabb;

impl Judge<'_> {
    /// A depth, mm, for which no facet comes deeper into the component, in whose way none is deeper
    /// than `depth`, however far that is raised: what is deeper in it than that sees the sky.
    pub(super) fn under_the_sky(&self, paths: &[TimedPath], depth: f64, stop: Stop) -> Option<f64> {
        let Self { target, component, .. } = self;
        let deep = self.beneath(depth);
        let stands =
            |mover: &Mover, room: &Aabb, lowest: f64| target.roofs(mover, room, lowest, deep);
        // The box around an arc holds much that is beside it.
        let roofed = |mover: &Mover, timed: &TimedPath| {
            let stretch = |s: PathSegment| {
                let room = mover.covered(s.from, s.travel, component.grow + s.sag);
                stands(mover, &room, s.from.z + s.travel.z.min(0.0) - s.sag)
            };
            stands(mover, &component.room(mover, timed), timed.path.bounds().lo.z)
                && segments(&timed.path, COARSE_SAG_MM).any(stretch)
        };
        let all = component.movers().flat_map(|m| paths.iter().map(move |w| (m, w)));
        let mut open = all.filter(|(m, w)| roofed(m, w)).peekable();
        if open.peek().is_none() {
            return Some(depth);
        }
        // A wall that the tool comes as deep into all the way up is no roof, nor is what it comes
        // harmlessly deep into, which exact tests need not tell apart.
        let limit = self.thresholds.limit(target.body);
        let harmless = if limit < 0.0 { f64::NEG_INFINITY } else { component.harmless(limit) };
        let bends = paths.iter().any(|timed| timed.path.sag([0.0, 1.0]) > 0.0);
        let sag = if bends { self.sky_sag(paths, depth, harmless) } else { 0.0 };
        let or_epsilon = |by: f64| if by > 0.0 { by } else { self.thresholds.epsilon() };
        let raised = depth + sag;
        let shown = raised + SKY_SHARE * or_epsilon(raised) + VERDICT_SLACK_MM;
        let tolerance = shown.max(harmless);
        let free = |(mover, timed): (Mover, &TimedPath)| {
            let Piece::Solid(solid) = mover.piece else { return false };
            let (pieces, grow) = (&[solid][..], component.grow);
            let gap = LIFT_SHARE * or_epsilon(tolerance);
            let moving = Moving { target, pieces, grow, tolerance, gap, sag, stop };
            is_free(&moving, &timed.path)
        };
        (component.keeps_side(tolerance) && open.all(free) && !stop()).then_some(tolerance)
    }

    /// How far arcs may bend away from the chords along which they are raised, mm, where no facet
    /// is deeper than `depth`: as far as shows what is harmless, else little beside the depth; but
    /// no less than takes so many chords.
    fn sky_sag(&self, paths: &[TimedPath], depth: f64, harmless: f64) -> f64 {
        let finest = FINEST_SAG_SHARE * self.thresholds.epsilon();
        let least = finest.max(SKY_SAG_SHARE * depth.max(harmless));
        let spare = (harmless - VERDICT_SLACK_MM) / (1.0 + SKY_SHARE) - depth;
        let movers = self.component.movers().count();
        let mut sag = least.max(spare);
        let count = |sag| paths.iter().map(|timed| chords(&timed.path, sag)).sum::<usize>();
        while sag < LIFT_SAG_MM && movers * count(sag) > LIFT_CHORDS {
            sag *= 4.0;
        }
        sag.min(LIFT_SAG_MM)
    }

    /// How deep a facet is in the component at least that is no roof over it, mm, where none is
    /// deeper than `depth`.
    pub(super) fn beneath(&self, depth: f64) -> f64 {
        depth.max(0.0) + self.component.grow + VERDICT_SLACK_MM
    }
}
