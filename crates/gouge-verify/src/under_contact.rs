//! The point of a tool beneath its deepest contact: if that point is in the material, it shows a
//! depth without any search.

use super::halving::how_far;
use super::interior::Reached;
use super::packed_trial::Touch;
use super::verdict::Judge;
use crate::tolerance::{INSIDE_MM, VERDICT_SLACK_MM};
use gouge_core::tool::Piece;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Side;
use gouge_mesh::tolerance::LARGEST_MM;

/// The point as far below a contact as that is `deep` in the tool, mm: the ball about it is in the
/// tool. None where it is not in the material.
pub(super) fn beneath(judge: &Judge, contact: &Touch, deep: f64, dogleg: bool) -> Option<Reached> {
    let by = deep - VERDICT_SLACK_MM;
    let covered = by > 0.0 && inside(judge, contact, by) > 0.0;
    covered.then(|| reached(judge, contact, by, dogleg)).flatten()
}

/// The farthest point of the tool straight below a contact, where that is farther than `least` mm:
/// a sharp tip or edge goes much deeper than the surface is in it. None where it is not in the
/// material.
pub(super) fn farthest_beneath(
    judge: &Judge,
    contact: &Touch,
    least: f64,
    dogleg: bool,
) -> Option<Reached> {
    let least = least.max(0.0) + VERDICT_SLACK_MM;
    let covered = |by: f64| inside(judge, contact, by) > INSIDE_MM;
    if !covered(least) {
        return None;
    }
    let [mut near, mut far] = [least, 2.0 * least];
    // A piece may have no top, and a facet no side.
    while far < LARGEST_MM && covered(far) {
        [near, far] = [far, 2.0 * far];
    }
    reached(judge, contact, how_far(covered, [near, far]), dogleg)
}

/// The place so far straight below a contact.
fn below(judge: &Judge, contact: &Touch, by: f64) -> Vec3 {
    contact.point - judge.target.body.outward(contact.triangle) * by
}

/// How deep that is at least in the tool that moves, mm: where it is more than nothing, in the tool
/// as declared.
fn inside(judge: &Judge, contact: &Touch, by: f64) -> f64 {
    let y = below(judge, contact, by) - contact.control;
    let component = judge.component;
    let own = |p: &Piece| p.depth(&y) + component.grow - component.component.facet_error;
    component.component.pieces.iter().map(own).fold(f64::NEG_INFINITY, f64::max)
}

/// What that place shows, if it is in the material.
fn reached(judge: &Judge, contact: &Touch, by: f64, dogleg: bool) -> Option<Reached> {
    let target = judge.target;
    let x = below(judge, contact, by);
    if target.side(&x) != Side::Inside {
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
