//! What the surface does where a component stands on a mesh cutter.

use std::slice;

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
        let Some((joint, room)) = &self.mesh_joint else { return };
        let least = self.thresholds.limit(self.body).max(0.0);
        if depths.iter().any(|d| d.depth[0] > least) {
            return;
        }
        let surface = (self.facets, self.body.mesh);
        let sag = JOINT_SAG_SHARE * least;
        if DepthQuery::comes_into(surface, slice::from_ref(room), ways, sag, stop) {
            let most = &mut depths[joint.upper].depth[1];
            *most = most.max(joint.reach());
        }
    }

    /// Whether a facet is near to where a component stands on a mesh while the control point goes
    /// through some points.
    pub(super) fn may_meet_mesh_joint(&self, points: &[Vec3]) -> bool {
        let Some((_, room)) = &self.mesh_joint else { return false };
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
