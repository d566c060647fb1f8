//! The least inward offset and raise of a component that clear a motion. A cutter as wide as the
//! hole, the countersink or the corner that it cuts is cleared by no shift, since the walls are its
//! chords.
//!
//! As with shifts ([`Chord::way_out`](super::interior)), every place where the surface is in the
//! offset component requires more of both, and the shortest pair that meets all requirements is
//! tried. Any pair would do, so nothing here has to be exact.

use super::contact::Stop;
use super::narrowed::Narrowed;
use super::plan::TimedPath;
use super::prepared::PreparedComponent;
use super::target::Target;
use super::thresholds::{Goal, Slack};
use super::walls::{Wall, shortest};
use crate::budget::{
    FEW_PIECES, FITTING_ROUNDS, MOST_FITTED, MOST_FITTED_FACES, MOST_FITTED_GROWN,
};
use crate::tolerance::{ETA_MM, SAME_PLANE_SHARE, SLOW_FITTING};
use gouge_core::tool::{Piece, Solid};
use gouge_mesh::geom::{Body as _, Vec3};

/// A motion of a component of a tool against a closed body.
pub(super) struct Fitting<'a> {
    pub target: Target<'a>,
    pub component: &'a PreparedComponent,
    pub paths: &'a [TimedPath],
    /// Points deeper in the component than this are outside the material all along, mm.
    pub outside: Option<f64>,
    pub slack: Slack,
}

impl Fitting<'_> {
    /// Motions of one region for which a component is worth drawing in. Of a finely drawn mesh all
    /// that follows from its shape is found out anew each time, and cells tell the depth sooner; of
    /// what grew they tell it from what it was before.
    pub fn at_most(component: &PreparedComponent) -> usize {
        let faces = component.movers().map(|mover| match mover.piece {
            Piece::Solid(Solid::Faceted(mesh)) => mesh.faces(),
            _ => 0,
        });
        let most = if component.grow > 0.0 { MOST_FITTED_GROWN } else { MOST_FITTED };
        most.min(MOST_FITTED_FACES / faces.sum::<usize>().max(1))
    }

    /// Whether it may be drawn in.
    pub fn is_able(&self) -> bool {
        let movers = self.component.movers().count();
        movers <= FEW_PIECES && self.outside.is_some() && Self::at_most(self.component) > 0
    }

    /// No point of the component is deeper in the material, mm: what it was offset inwards and
    /// raised by, where that clears the motion and is less than `most`. To within `gap` as little
    /// as can be.
    pub fn most(&self, most: f64, gap: f64, stop: Stop) -> Option<f64> {
        let Self { target, component, paths, outside, slack } = *self;
        if !self.is_able() {
            return None;
        }
        let movers = component.movers().count();
        // No draw leads outwards.
        let mut walls = vec![Wall { away: Vec3::x(), least: 0.0 }];
        let (mut by, mut up) = (gap, 0.0);
        // Of the two places before.
        let (mut before, mut along_facets) = ([f64::INFINITY; 2], false);
        for _ in 0..FITTING_ROUNDS {
            let (drawn, told) = Narrowed::drawn(component, [by, up], slack)?;
            if told > most || stop() {
                return None;
            }
            let mut query = drawn.query(target);
            let (floor, limit) = (2.0 * ETA_MM, f64::INFINITY);
            let goal = Goal { floor, harmless: floor, known: 0.0, limit, epsilon: gap };
            let Some(contact) = query.deepest(paths, &goal, stop).contact else {
                if drawn.clears(&mut query, paths, outside, gap, stop) {
                    return Some(told);
                }
                // What an arc is told to may be more than what was left for it.
                by += gap;
                continue;
            };
            let piece = contact.piece as usize;
            let Piece::Solid(solid) = &drawn.pieces[piece] else { return None };
            let at = contact.point - contact.control;
            let own = solid.depth(&at);
            // Out of a tooth a wall in it is nearest through one flank, then through the other, each
            // asking for half of what is left: then the facet says where to, unless that is farther
            // than is of use, as of a facet that only meets there.
            if !along_facets && own.depth > SLOW_FITTING * before[0] {
                along_facets = true;
                walls.truncate(1);
            }
            before = [before[1], own.depth];
            let facet = along_facets.then(|| {
                let normal = -target.body.outward(contact.triangle);
                (normal, solid.support(&normal) - normal.dot(&at))
            });
            let (normal, depth) =
                facet.filter(|(_, depth)| *depth <= most).unwrap_or((own.normal, own.depth));
            let [out, down] = [normal.x.hypot(normal.y), -normal.z];
            // A tip is only raised.
            let asks = Vec3::new(if piece < movers { out } else { 0.0 }, 0.0, down);
            let least = asks.dot(&Vec3::new(by, 0.0, up)) + depth + gap;
            let away = asks.try_normalize(SAME_PLANE_SHARE)?;
            walls.push(Wall { away, least: least / asks.norm() });
            let shortest = shortest(&walls)?;
            (by, up) = (shortest.x.max(0.0), shortest.z);
        }
        None
    }
}
