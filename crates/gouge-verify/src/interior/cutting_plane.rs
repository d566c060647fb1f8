//! Cutting planes over a room: a facet or a lid that bounds all of it, found at its highest point.

use super::super::sky::{Sky, level};
use super::super::target::{Nearest, Target};
use super::InteriorQuery;
use super::lid::{Lid, curtain, lid};
use super::room::worth;
use crate::budget::LIDS;
use crate::tolerance::FLOAT_MM;
use gouge_core::sweep::{Ceiling, Sag};
use gouge_mesh::geom::{Aabb, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Side;

/// What was seen at the highest point of a room.
pub(super) struct Seen {
    pub at: Vec3,
    pub near: Nearest,
    /// The sky where that is nearer, and counts.
    pub sky: Option<Sky>,
    pub side: Side,
    /// The bound so far, mm.
    pub hi: f64,
    /// Lower ones are of no use, mm.
    pub level: f64,
    /// How far from points of the floor that may be which is bounded: the room holds that too.
    pub off: Sag,
}

impl Seen {
    /// How deep it is if it is in the material, mm.
    pub(super) fn depth(&self) -> f64 {
        self.sky.map_or(self.near.distance, |sky| sky.distance)
    }
}

/// What that teaches.
pub(super) enum NewBound {
    /// Nothing of the room is in the material.
    Clear,
    /// The facet bounds it.
    Facet,
    /// A lid with this normal bounds it; whether that is worth another round.
    Lid(Vec3, bool),
    /// The sky beside it bounds it; whether that is worth another round.
    Curtain(bool),
    Nothing,
}

impl InteriorQuery<'_> {
    /// Bounds a room by what was seen at its highest point: by the facet there, else by a lid.
    pub(super) fn add_bound(
        &self,
        room: &Aabb,
        seen: &Seen,
        shell: f64,
        ceiling: &mut Ceiling,
        lids: &mut usize,
    ) -> NewBound {
        let Seen { at, near, sky, side, hi, off, .. } = seen;
        let value = if *side == Side::Inside { seen.depth() } else { 0.0 };
        let worth = worth([*hi, seen.level], value);
        if near.distance > FLOAT_MM {
            let (slope, offset) = under_facet(&self.target, room, at, near);
            let offset = offset + off.support(&slope);
            if offset + slope.dot(at) < worth {
                ceiling.bound(&slope, offset + FLOAT_MM);
                return NewBound::Facet;
            }
        }
        if *lids >= LIDS {
            return NewBound::Nothing;
        }
        *lids += 1;
        // Beside a rim the way out of the shadow leads past the edge that is nearest.
        let beside = || {
            let past = *side == Side::Outside && !self.target.body.rimless(room);
            level(&(at - near.foot)).try_normalize(FLOAT_MM).filter(|_| past)
        };
        // Straight up there is no side for a curtain to be on.
        let (normal, lid) =
            match sky.map(|sky| sky.toward).filter(|toward| toward.z == 0.0).or_else(beside) {
                Some(toward) => (toward, curtain(&self.target, room, &toward, hi.min(shell))),
                None => {
                    let normal = lid_normal(&self.target, at, near, *side);
                    if normal == Vec3::zeros() {
                        return NewBound::Nothing;
                    }
                    (normal, lid(&self.target, room, &normal, *hi, at))
                }
            };
        let more = off.support(&normal);
        match lid {
            Lid::Clear => NewBound::Clear,
            Lid::Plane(offset) => {
                let offset = offset + more;
                ceiling.bound(&-normal, offset);
                NewBound::Lid(normal, offset - normal.dot(at) < worth)
            }
            Lid::Sky(offset) => {
                let offset = offset + more;
                // What is farther from the sky than the shell may be as deep as it likes.
                match shell == f64::INFINITY {
                    true => ceiling.bound(&-normal, offset),
                    false => ceiling.keep(&normal, offset - shell),
                }
                NewBound::Curtain(offset - normal.dot(at) < worth.min(shell))
            }
            Lid::Undetermined => NewBound::Nothing,
        }
    }
}

/// A linear bound of the distance to the facet that is nearest to a point, off the surface, of a
/// room: its slope and offset. The distance is convex, so with the offset that the corners need the
/// slope toward the point bounds it all over the room.
pub(super) fn under_facet(target: &Target, room: &Aabb, at: &Vec3, near: &Nearest) -> (Vec3, f64) {
    let slope = (at - near.foot) / near.distance;
    let facet = target.body.mesh.triangle(near.triangle as usize);
    let distance = |c: &Vec3| (closest_on_triangle(c, &facet) - c).norm();
    (slope, offset_under(&room.corners(), distance, &slope).0)
}

/// The least offset with which a slope bounds a distance that is convex over the hull of some
/// corners, mm, and the corner that asks for that much.
pub(super) fn offset_under<'c>(
    corners: impl IntoIterator<Item = &'c Vec3>,
    distance: impl Fn(&Vec3) -> f64,
    slope: &Vec3,
) -> (f64, Vec3) {
    let above = |c: &'c Vec3| (distance(c) - slope.dot(c), *c);
    let nowhere = (f64::NEG_INFINITY, Vec3::zeros());
    corners
        .into_iter()
        .map(above)
        .fold(nowhere, |most, own| if own.0 > most.0 { own } else { most })
}

/// The direction in which a lid is likely over a point: out of the material; zero where there is
/// none.
pub(super) fn lid_normal(target: &Target, at: &Vec3, near: &Nearest, side: Side) -> Vec3 {
    match ((near.foot - at).try_normalize(FLOAT_MM), side) {
        (Some(away), Side::Outside) => -away,
        (Some(away), _) => away,
        (None, _) => target.body.outward(near.triangle),
    }
}
