//! How deep a facet reaches into a convex piece that moves along a straight line.
//!
//! The depth of a point in a convex body is the least, over all unit u, of
//! `support(u) - u · x`: a concave function, negative outside. Facet point and time enter x
//! linearly, so the deepest pair is the peak of a concave function over facet × time, and
//! every supporting plane is a cut above it. Cuts are added where the peak of the cuts so far
//! lies (Kelley 1960): the peak of the roof is a proved upper bound, the depth there a lower
//! one, and they close in on each other.

use super::domain::Patch;
use super::gap::Gap;
use super::lp::Roof;
use super::segment::Segment;
use super::slope::Slope;
use crate::budget::{MAX_CUTS, MAX_HALVED};
use crate::tolerance::FLOAT_MM;
use crate::tool::{Depth, Solid};
use gouge_mesh::geom::{self, Triangle, Vec3};
use smallvec::SmallVec;

/// The deepest point of a facet in a moving piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// Proved: the depth there is at least this, mm (negative: the distance).
    pub lo: f64,
    /// Proved: nowhere on the facet, at no time, is the depth more, mm.
    pub hi: f64,
    /// The point of the facet, mm.
    pub point: Vec3,
    /// The time, 0 to 1.
    pub t: f64,
}

/// The deepest point of a patch in a convex piece: [`super::deepest`] says what the arguments are.
pub(super) fn climb(
    piece: &Solid,
    patch: &Patch,
    way: &Segment,
    floor: f64,
    gap: &Gap,
) -> Option<Deepest> {
    climb_and_learn(piece, patch, way, floor, gap, &mut |_| ())
}

/// As [`climb`]; hands on the bound that the facet teaches.
pub(super) fn climb_and_learn(
    piece: &Solid,
    patch: &Patch,
    way: &Segment,
    floor: f64,
    gap: &Gap,
    learn: &mut dyn FnMut(Slope),
) -> Option<Deepest> {
    let climber = Climber { piece, way, floor, gap };
    let lowest = f64::NEG_INFINITY;
    let mut known = Known { lo: lowest, point: patch.origin, t: 0.0, reached: lowest };
    let mut hi = climber.climb(patch, [0.0, 1.0], &mut known, learn)?;
    if !climber.is_close(hi, &known) && piece.is_convex() {
        hi = climber.halve(hi, patch, &mut known)?;
    }
    let Known { lo, point, t, .. } = known;
    let (hi, t) = (hi.max(lo) + FLOAT_MM, t.clamp(0.0, 1.0));
    Some(Deepest { lo: lo - FLOAT_MM, hi, point, t })
}

/// So many supporting planes take no room of their own in memory.
const USUAL_CUTS: usize = 12;

/// What all cells of a facet have in common.
struct Climber<'a> {
    piece: &'a Solid,
    way: &'a Segment<'a>,
    floor: f64,
    gap: &'a Gap,
}

/// The deepest place found so far.
struct Known {
    /// Depth on the straight path, mm.
    lo: f64,
    point: Vec3,
    t: f64,
    /// Greatest depth seen so far in the piece widened by the deviation, mm; need not be at
    /// `point`.
    reached: f64,
}

/// A part of a facet during a part of the motion.
struct Cell {
    patch: Patch,
    times: [f64; 2],
}

impl Cell {
    /// Smaller cells that make it up: its halves across the longest side, in space or time. Larger
    /// polygons are cut into triangles first: halving a triangle keeps the directions of its sides.
    fn parts(&self, travel: &Vec3) -> Vec<Self> {
        let corners: Vec<Vec3> = self.patch.points().collect();
        let cell = |tri: Triangle, times| Self { patch: Patch::whole(&tri), times };
        let tri = match corners[..] {
            [a] => [a; 3],
            [a, b] => [a, b, b],
            [a, b, c] => [a, b, c],
            _ => {
                let fan = corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]);
                return fan.map(|tri| cell(tri, self.times)).collect();
            }
        };
        let [start, end] = self.times;
        let (side, length) = geom::longest_side(&tri);
        if travel.norm() * (end - start) < length {
            return geom::halves(&tri, side).map(|tri| cell(tri, self.times)).into();
        }
        let middle = 0.5 * (start + end);
        [[start, middle], [middle, end]].map(|times| cell(tri, times)).into()
    }
}

impl Climber<'_> {
    /// Whether nothing more need be known of a patch that is no deeper than `hi`.
    fn is_close(&self, hi: f64, known: &Known) -> bool {
        hi - known.reached <= self.gap.at(known.lo)
    }

    /// Where a facet passes the middle of a short tool, planes of opposite sides of the tool meet
    /// at next to no angle, and the peak of the roof drowns in rounding before the bounds are
    /// close. Then the cell with the highest roof is halved: what a plane is off by falls with the
    /// square of the cell, so that a few cells are left at every size. Over a dimple it does not
    /// fall.
    ///
    /// The smallest upper bound found for a patch that is known to be no deeper than `hi`.
    fn halve(&self, hi: f64, patch: &Patch, known: &mut Known) -> Option<f64> {
        let mut cells = vec![(hi, Cell { patch: patch.clone(), times: [0.0, 1.0] })];
        for _ in 0..MAX_HALVED {
            let highest = (0..cells.len()).max_by(|&i, &j| cells[i].0.total_cmp(&cells[j].0))?;
            if self.is_close(cells[highest].0, known) {
                break;
            }
            for part in cells.swap_remove(highest).1.parts(&self.way.travel) {
                if let Some(hi) = self.climb(&part.patch, part.times, known, &mut |_| ()) {
                    cells.push((hi, part));
                }
            }
        }
        cells.iter().map(|(hi, _)| *hi).max_by(f64::total_cmp)
    }

    /// How deep the piece is at most anywhere on a patch between two times; `None` when that is
    /// less than `floor`.
    fn climb(
        &self,
        patch: &Patch,
        times: [f64; 2],
        known: &mut Known,
        learn: &mut dyn FnMut(Slope),
    ) -> Option<f64> {
        let Self { piece, way: &Segment { from, travel, sag }, floor, .. } = *self;
        let (from, travel) = (from + travel * times[0], travel * (times[1] - times[0]));
        let arc = sag.arc.map(|arc| arc.between(times));
        // The planes of the piece moved out by the deviation support the widened piece as well;
        // the roof they form need not be its lowest, but it is a roof.
        let mut planes: SmallVec<[Slope; USUAL_CUTS]> = SmallVec::new();
        let mut look = |y: [f64; 2], t: f64, known: &mut Known| {
            let (point, t) = (patch.point(y), if arc.is_some() { t.clamp(0.0, 1.0) } else { t });
            let at = arc.map_or_else(|| from + travel * t, |arc| arc.at(t));
            let plane = piece.depth(&(point - at));
            let reach = arc.map(|arc| arc.reach(&plane.normal, t));
            let by = reach.map_or_else(|| sag.support(&plane.normal), |reach| reach.spare);
            let widened = Depth { depth: plane.depth + by, offset: plane.offset + by, ..plane };
            if plane.depth > known.lo {
                (known.lo, known.point) = (plane.depth, point);
                known.t = times[0] + t * (times[1] - times[0]);
            }
            known.reached = known.reached.max(widened.depth);
            planes.push(Slope { normal: plane.normal, offset: plane.offset });
            match reach {
                Some(reach) => patch.cut_along(&plane, &reach),
                None => patch.cut(&from, &travel, &widened, None),
            }
        };
        // Mostly it is deepest where an arc passes nearest.
        let middle = patch.middle();
        let nearest = arc.map_or(0.5, |arc| arc.nearest(&patch.point(middle)));
        let first = look(middle, nearest, known);
        let mut hi = f64::INFINITY;
        let mut roof = Roof::new(patch, first);
        for _ in 0..MAX_CUTS {
            let Ok(peak) = roof.peak() else { break };
            hi = hi.min(peak.bound);
            if hi + FLOAT_MM < floor {
                break;
            }
            let cut = look(peak.y, peak.t, known);
            if self.is_close(hi, known) || Roof::keeps(&cut, &peak) {
                break;
            }
            roof.add(cut);
        }
        if let Some(slope) = Slope::mean(roof.mixture().map(|(cut, w)| (planes[cut], w))) {
            learn(slope);
        }
        (hi + FLOAT_MM >= floor).then_some(hi)
    }
}
