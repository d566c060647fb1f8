//! The point of a tool beneath its deepest contact: if that point is in the material, it shows a
//! depth without any search.

use super::interior::Reached;
use super::packed_trial::Touch;
use super::verdict::Judge;
use crate::tolerance::VERDICT_SLACK_MM;
use gouge_core::tool::Piece;
use gouge_mesh::mesh::Side;

/// The point as far below a contact as that is `deep` in the tool, mm: the ball about it is in the
/// tool. None where it is not in the material.
pub(super) fn beneath(judge: &Judge, contact: &Touch, deep: f64, dogleg: bool) -> Option<Reached> {
    let target = judge.target;
    let by = deep - VERDICT_SLACK_MM;
    let x = contact.point - target.body.outward(contact.triangle) * by;
    let component = judge.component;
    let own = |p: &Piece| p.depth(&(x - contact.control)) + component.grow;
    let covered =
        component.component.pieces.iter().any(|p| own(p) > component.component.facet_error);
    if by <= 0.0 || !covered || target.side(&x) != Side::Inside {
        return None;
    }
    let near = target.nearest(&x, f64::INFINITY)?;
    let distance = target.sky(&x, near.distance).map_or(near.distance, |sky| sky.distance);
    Some(Reached {
        passage: 0,
        depth: distance - judge.thresholds.slack.float,
        x,
        foot: near.foot,
        triangle: near.triangle,
        t: contact.t,
        control: contact.control,
        dogleg,
    })
}
