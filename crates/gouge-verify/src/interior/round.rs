//! The poses at which a piece is evaluated on a chord. For a body of revolution with pockets they
//! lie on the arc itself, so that no cell has to be cut in time because the arc leaves its chord.

use super::super::mover::Mover;
use super::chord::{Chord, Pose};
use crate::tolerance::FLOAT_MM;
use gouge_core::sweep::{Arc, Sag};
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Aabb, Vec3};

impl Chord {
    /// The pose of a body of revolution that rises on a level arc: it is deepest where it is
    /// nearest, since no point of such a body is deeper the farther it is from the axis. On an arc
    /// that winds in or out nothing is nearer by more than that does.
    pub(super) fn level_pose(
        &self,
        mover: &Mover,
        x: &Vec3,
        [start, end]: [f64; 2],
        depth: &mut impl FnMut(f64) -> f64,
    ) -> Option<Pose> {
        let Piece::ConcaveRevolve(body) = mover.piece else { return None };
        let is_level = |arc: &&Arc| arc.is_upright() && arc.rise.z == 0.0;
        let arc = self.arc.as_ref().filter(is_level).filter(|_| body.rises())?;
        let nearest = arc.nearest(x);
        let mut look = |t: f64| (depth(t), t);
        let best = match (start..=end).contains(&nearest) {
            true => look(nearest),
            false => [look(start), look(end)]
                .into_iter()
                .fold((f64::NEG_INFINITY, start), |a, b| if b.0 > a.0 { b } else { a }),
        };
        let most = best.0 + arc.widens() + FLOAT_MM;
        Some(Pose { depth: best.0, most, t: best.1, plane: None })
    }

    /// The arc on which the poses of a piece are evaluated; none where that is the chord.
    pub(super) fn round(&self, mover: &Mover) -> Option<&Arc> {
        self.arc.as_ref().filter(|_| matches!(mover.piece, Piece::ConcaveRevolve(_)))
    }

    /// How far the true path may be, at the same time, from where poses of a piece are evaluated.
    pub(super) fn off(&self, mover: &Mover) -> Sag {
        match self.round(mover) {
            Some(arc) => Sag { by: arc.off, ..Sag::NONE },
            None => Sag { by: self.sag, normal: self.normal, arc: None },
        }
    }

    /// The control point at a share of the chord, where poses of a piece are evaluated.
    pub fn place(&self, mover: &Mover, t: f64) -> Vec3 {
        self.round(mover).map_or_else(|| self.from + self.travel * t, |arc| arc.at(t))
    }

    /// The length of the control point's path there, mm.
    pub(super) fn length(&self, mover: &Mover) -> f64 {
        self.round(mover).map_or_else(|| self.travel.norm(), Arc::length)
    }

    /// How far the control point reaches along `u` at `times`, where poses are evaluated, mm.
    pub(super) fn farthest(&self, mover: &Mover, times: [f64; 2], u: &Vec3) -> f64 {
        match self.round(mover) {
            Some(arc) => arc.between(times).farthest(u),
            None => {
                let [a, b] = times.map(|t| u.dot(&(self.from + self.travel * t)));
                a.max(b)
            }
        }
    }

    /// A box around the control point there.
    pub(super) fn places(&self, mover: &Mover, times: [f64; 2]) -> Aabb {
        let most = |u: Vec3| self.farthest(mover, times, &u);
        let along = |sign: f64| Vec3::from_fn(|axis, _| sign * most(Vec3::ith(axis, sign)));
        Aabb { lo: along(-1.0), hi: along(1.0) }
    }
}
