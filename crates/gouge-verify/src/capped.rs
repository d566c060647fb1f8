//! An open body with its holes capped, for motions that keep away from the holes.
//!
//! A point nearer to the surface than to any cap is on the side that the nearest surface shows, and
//! the capped surface shows the same side: the way to the point's foot crosses neither. Nor is the
//! sky nearer, since a way there that does not meet the surface leads through a cap. A point with
//! nothing above it, not even a cap, is outside both. So where all that a tool covers is of these
//! two kinds, the law for an open body gives what it gives for the capped one, of which much more
//! is proved at once.

use super::body::Body;
use super::interior::room;
use super::target::Target;
use crate::budget::CELLS_AT_CAPS;
use crate::tolerance::FLOAT_MM;
use gouge_core::tree::{Engine, Facets};
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Capped;

/// A body with its holes capped, and its hierarchy.
pub(super) struct CappedBody<'a> {
    body: Body<'a>,
    facets: Box<dyn Facets + 'a>,
    caps: Vec<Triangle>,
}

impl<'a> CappedBody<'a> {
    /// The body whose mesh is `capped`.
    pub fn new(capped: &'a Capped, fixture: bool, engine: &Engine) -> Self {
        let body = Body::new(&capped.mesh, &capped.report, fixture);
        let facets = (engine.build)(&capped.mesh);
        Self { body, facets, caps: capped.caps().collect() }
    }

    /// The body as a target.
    pub fn target(&self) -> Target<'_> {
        Target { body: &self.body, facets: &*self.facets }
    }

    /// Whether every point of the rooms is nearer to the surface than to any cap, or has nothing
    /// over it.
    pub fn is_far_from(&self, rooms: impl Iterator<Item = Aabb>) -> bool {
        let mut open: Vec<Aabb> = rooms.collect();
        let mut left = CELLS_AT_CAPS;
        while let Some(room) = open.pop() {
            if self.is_nearer_to_surface(&room) || self.target().is_bare(&room) {
                continue;
            }
            // Where it is longest.
            let (Some(fewer), Some(halves)) =
                (left.checked_sub(1), room::halves(&room, &Vec3::zeros()))
            else {
                return false;
            };
            left = fewer;
            open.extend(halves);
        }
        true
    }

    /// No point of a room is farther from the surface than its middle by more than half of its
    /// diagonal, nor nearer to a cap.
    fn is_nearer_to_surface(&self, room: &Aabb) -> bool {
        let middle = (room.lo + room.hi) * 0.5;
        let reach = 0.5 * room.size().norm() + FLOAT_MM;
        let apart = |cap: &Triangle| (closest_on_triangle(&middle, cap) - middle).norm();
        let cap = self.caps.iter().map(apart).fold(f64::INFINITY, f64::min);
        let within = cap - 2.0 * reach;
        within > 0.0 && self.target().nearest(&middle, within).is_some()
    }
}
