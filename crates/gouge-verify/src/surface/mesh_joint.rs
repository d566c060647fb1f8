//! How deep the surface can be where a component stands on a mesh cutter.

use std::slice;

use super::super::chunk::SurfaceDepth;
use super::super::contact::{DepthQuery, Stop};
use super::super::joint::{MeshJoint, Rooms};
use super::super::plan::TimedPath;
use super::super::target::Target;
use super::ToolChecker;
use crate::budget::MESH_JOINT_HALVINGS;
use crate::tolerance::JOINT_SAG_SHARE;
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

impl MeshJoint {
    /// An upper bound on how deep the surface is in the tool on some paths, mm, where it is no
    /// deeper than `known` in any component; `rooms` are those of that depth.
    pub(in super::super) fn most(
        &self,
        (target, paths): (&Target, &[TimedPath]),
        (known, rooms): (f64, Option<&Rooms>),
        stop: Stop,
    ) -> f64 {
        let surface = (target.facets, target.body.mesh);
        let comes_into = |rooms: &Rooms, depth: f64| {
            let sag = JOINT_SAG_SHARE * depth;
            let enters = |room: &Piece| {
                DepthQuery::comes_into(surface, slice::from_ref(room), paths, sag, stop)
            };
            rooms.may_hold(enters)
        };
        if known >= self.reach || !rooms.is_some_and(|rooms| comes_into(rooms, known)) {
            return known;
        }
        let [mut least, mut most] = [known, self.reach];
        for _ in 0..MESH_JOINT_HALVINGS {
            let level = 0.5 * (least + most);
            match self.rooms(level).is_some_and(|rooms| comes_into(&rooms, level)) {
                true => least = level,
                false => most = level,
            }
        }
        most
    }
}

impl ToolChecker<'_> {
    /// Surface where a component stands on a mesh may be deeper in both together than in either:
    /// raises the upper bound of the upper component to how deep it can be.
    pub(super) fn look_at_mesh_joint(
        &self,
        paths: &[TimedPath],
        depths: &mut [SurfaceDepth],
        stop: Stop,
    ) {
        let Some((joint, rooms)) = &self.mesh_joint else { return };
        let limit = self.thresholds.limit(self.body).max(0.0);
        // Up to there every component tells for itself.
        let known = depths.iter().map(|d| d.depth[1]).fold(limit, f64::max);
        let own = (known > limit).then(|| joint.rooms(known)).flatten();
        let rooms = if known > limit { own.as_ref() } else { Some(rooms) };
        let target = Target { body: self.body, facets: self.facets };
        let most = joint.most((&target, paths), (known, rooms), stop);
        if most > known {
            let own = &mut depths[joint.upper].depth[1];
            *own = own.max(most);
        }
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
