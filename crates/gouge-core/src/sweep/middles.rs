//! Where the places of a facet are about the axis of a body that passes it.

use super::segment::Segment;
use crate::tool::{ConcaveRevolve, MeridianBox};
use gouge_mesh::geom::Triangle;

/// A box in the meridian that holds all places of a facet all along a way, which are the middles of
/// the balls that say how deep it is; `None` where the parts of the body do not tell by place.
pub(super) fn middles(body: &ConcaveRevolve, tri: &Triangle, way: &Segment) -> Option<MeridianBox> {
    body.tells_by_place().then(|| {
        let (from, travel, by) = way.sag.straight(way.from, way.travel);
        let [a, b, c] = tri.map(|x| x - from);
        MeridianBox::around(&[a, b, c, a - travel, b - travel, c - travel], by)
    })
}
