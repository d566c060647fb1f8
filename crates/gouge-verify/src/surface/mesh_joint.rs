//! What the surface does where a component stands on a mesh cutter.

use std::slice;

use super::super::chunk::SurfaceDepth;
use super::super::contact::{DepthQuery, Stop};
use super::super::joint::Rooms;
use super::super::plan::Way;
use super::ToolChecker;
use crate::tolerance::{JOINT_SAG_SHARE, MESH_JOINT_HALVINGS};
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

impl ToolChecker<'_> {
    /// What comes where a component stands on a mesh may be deeper in both together than in either:
    /// raises the upper bound of the upper one to how deep it can be.
    pub(super) fn look_at_mesh_joint(&self, ways: &[Way], depths: &mut [SurfaceDepth], stop: Stop) {
        let Some((joint, rooms)) = &self.mesh_joint else { return };
        let limit = self.thresholds.limit(self.body).max(0.0);
        // Up to there every component tells for itself.
        let known = depths.iter().map(|d| d.depth[1]).fold(limit, f64::max);
        if known >= joint.reach {
            return;
        }
        let surface = (self.facets, self.body.mesh);
        let comes_into = |rooms: &Rooms, depth: f64| {
            let sag = JOINT_SAG_SHARE * depth;
            let enters = |room: &Piece| {
                DepthQuery::comes_into(surface, slice::from_ref(room), ways, sag, stop)
            };
            rooms.may_hold(enters)
        };
        let may_be = |depth: f64| joint.rooms(depth).is_some_and(|rooms| comes_into(&rooms, depth));
        let deeper = if known > limit { may_be(known) } else { comes_into(rooms, limit) };
        if !deeper {
            return;
        }
        let [mut least, mut most] = [known, joint.reach];
        for _ in 0..MESH_JOINT_HALVINGS {
            let level = 0.5 * (least + most);
            match may_be(level) {
                true => least = level,
                false => most = level,
            }
        }
        let own = &mut depths[joint.upper].depth[1];
        *own = own.max(most);
    }

    /// Whether a facet is near to where a component stands on a mesh while the control point goes
    /// through some points.
    pub(super) fn may_meet_mesh_joint(&self, points: &[Vec3]) -> bool {
        let Some((_, rooms)) = &self.mesh_joint else { return false };
        let way = Aabb::around(points.iter().copied());
        rooms.may_hold(|room| {
            let room = room.hull().bounds();
            let mut met = false;
            self.facets.within(&Aabb { lo: way.lo + room.lo, hi: way.hi + room.hi }, &mut |_| {
                met = true;
                false
            });
            met
        })
    }
}
