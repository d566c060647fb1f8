//! Bounds on depth in a body with pockets that were learned from one facet and clear others.

use super::gap::Gap;
use super::middles::middles;
use super::segment::Segment;
use super::slope::{Slope, Slopes};
use crate::tolerance::FLOAT_MM;
use crate::tool::{ConcaveRevolve, MeridianBox, Part};
use gouge_mesh::geom::Triangle;

/// What the last facets taught of the hull of a body, and of each of its parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Learned {
    pub hull: Slopes,
    /// By their places.
    parts: Vec<Slopes>,
}

impl Learned {
    /// Whether that proves what a search would say: no bound of the depth of a facet reaches
    /// `floor`.
    ///
    /// What is less deep than [`Gap::least`] has no bounds that reach the floor where these close;
    /// in a part they close to half of that, and by what the path leaves apart. A part of whose
    /// halves that is proved need not be told itself: a search of it goes on to these.
    pub fn clear(
        &self,
        body: &ConcaveRevolve,
        tri: &Triangle,
        way: &Segment,
        floor: f64,
        gap: &Gap,
    ) -> bool {
        let least = gap.least(floor) - way.sag.spare();
        let asked = Asked { body, tri, way, floor: [least, floor], gap };
        if asked.clears(&self.hull, least) {
            return true;
        }
        // How far away what is outside is, all parts together tell.
        let middles = if least > 0.0 { middles(body, tri, way) } else { None };
        body.first().all(|part| asked.clears_part(part, &self.parts, middles.as_ref()))
    }

    /// Keeps what a facet taught of a part.
    pub fn learn(&mut self, part: &Part, slope: Slope) {
        if self.parts.len() <= part.place() {
            self.parts.resize_with(part.place() + 1, Slopes::default);
        }
        self.parts[part.place()].learn(slope);
    }
}

/// What is asked of the bounds of a facet that were learned from others.
struct Asked<'a> {
    body: &'a ConcaveRevolve,
    tri: &'a Triangle,
    way: &'a Segment<'a>,
    /// What has no bounds that reach a floor, and that, mm.
    floor: [f64; 2],
    gap: &'a Gap,
}

impl Asked<'_> {
    fn clears(&self, slopes: &Slopes, level: f64) -> bool {
        slopes.clear(self.tri, self.way, level - 2.0 * FLOAT_MM, true)
    }

    fn clears_part(&self, part: &Part, known: &[Slopes], middles: Option<&MeridianBox>) -> bool {
        if middles.is_some_and(|middles| !part.concerns(middles)) {
            return true;
        }
        let [least, floor] = self.floor;
        let level = part.inner(least).min(part.inner(floor) - self.gap.mm) - self.way.sag.apart();
        let own = known.get(part.place()).is_some_and(|own| self.clears(own, level));
        let mut halves = self.body.halves(part).peekable();
        own || halves.peek().is_some() && halves.all(|half| self.clears_part(half, known, middles))
    }
}
