//! What the surface does where a component stands on a mesh cutter.

use super::super::chunk::SurfaceDepth;
use super::super::contact::{DepthQuery, Stop};
use super::super::plan::Way;
use super::ToolChecker;
use crate::tolerance::JOINT_SAG_SHARE;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

impl ToolChecker<'_> {
    /// What comes where a component stands on a mesh may be deeper in both together than in either,
    /// and how deep is not told.
    pub(super) fn look_at_mesh_joint(&self, ways: &[Way], depths: &mut [SurfaceDepth], stop: Stop) {
        let Some(joint) = &self.tool.mesh_joint else { return };
        if !self.thresholds.counts_tool_side(self.body) {
            return;
        }
        let least = self.thresholds.limit(self.body).max(0.0);
        let Some(room) = joint.room(least).filter(|_| depths.iter().all(|d| d.depth[0] <= least))
        else {
            return;
        };
        let sag = JOINT_SAG_SHARE * least;
        let surface = (self.facets, self.body.mesh);
        if DepthQuery::comes_into(surface, &[room], ways, sag, stop) {
            let most = &mut depths[joint.upper].depth[1];
            *most = most.max(joint.reach());
        }
    }

    /// Whether a facet is near to where a component stands on a mesh while the control point goes
    /// through some points.
    pub(super) fn may_meet_mesh_joint(&self, points: &[Vec3]) -> bool {
        let Some(joint) = &self.tool.mesh_joint else { return false };
        if !self.thresholds.counts_tool_side(self.body) {
            return false;
        }
        let Some(room) = joint.room(self.thresholds.limit(self.body).max(0.0)) else {
            return false;
        };
        let room = room.hull().bounds();
        let way = Aabb::around(points.iter().copied());
        let mut met = false;
        self.facets.within(&Aabb { lo: way.lo + room.lo, hi: way.hi + room.hi }, &mut |_| {
            met = true;
            false
        });
        met
    }
}
