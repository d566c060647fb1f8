//! Linear bounds on depth in a piece, learned from one facet and valid for every facet and motion.
//!
//! The roof over a facet ([`super::lp`]) rests on a few supporting planes of the piece, and the
//! multipliers of its peak mix them into one linear bound: `depth(x) <= offset - normal · x`, where
//! the normal is a mean of unit normals and the offset the same mean of their supports. Where the
//! peak lies inside the facet, that bound is level over it, so the facet's neighbours in the
//! surface, and the same place one motion later, are bounded as closely. A single plane does not do
//! that: where depth is measured to two walls, a plane that leans between them supports the piece
//! only at their edge.

use super::segment::Segment;
use crate::tolerance::SHORTEST_MM;
use gouge_mesh::geom::{Triangle, Vec3};

/// A linear bound on the depth in a body: no point x about its control point is deeper in it than
/// `offset - normal · x`, mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// No longer than 1.
    pub normal: Vec3,
    /// mm.
    pub offset: f64,
}

impl Slope {
    /// The mean of bounds, each with a weight that is not negative.
    pub(super) fn mean(parts: impl Iterator<Item = (Self, f64)>) -> Option<Self> {
        let (mut normal, mut offset, mut all) = (Vec3::zeros(), 0.0, 0.0);
        for (part, weight) in parts {
            normal += part.normal * weight;
            offset += part.offset * weight;
            all += weight;
        }
        let mean = Self { normal: normal / all, offset: offset / all };
        mean.offset.is_finite().then_some(mean)
    }

    /// Whether no point of `tri` is as deep in the piece as `level` mm while its control point
    /// moves along a way.
    fn clears(&self, tri: &Triangle, way: &Segment, level: f64) -> bool {
        let n = &self.normal;
        let least = tri.iter().map(|x| n.dot(x)).fold(f64::INFINITY, f64::min);
        let most = |reach: f64| self.offset - least + reach;
        match &way.sag.arc {
            // How far an arc reaches takes a while to tell; mostly a place of it does.
            Some(arc) => most(arc.as_far(n)) < level && most(arc.farthest(n)) < level,
            None => most(n.dot(&way.from) + n.dot(&way.travel).max(0.0) + way.sag.by) < level,
        }
    }
}

/// Where a way is about nearest to a point, mm.
fn nearest(x: &Vec3, &Segment { from, travel, sag }: &Segment) -> Vec3 {
    if let Some(arc) = &sag.arc {
        return arc.at(arc.nearest(x));
    }
    let length = travel.norm_squared();
    let t = if length > 0.0 { (x - from).dot(&travel) / length } else { 0.0 };
    from + travel * t.clamp(0.0, 1.0)
}

/// More are not kept: each is asked about every facet.
const KEPT: usize = 4;

/// The bounds learned last.
#[derive(Clone, Debug, Default)]
pub(super) struct Slopes {
    known: [Option<Slope>; KEPT],
    next: usize,
}

impl Slopes {
    /// The known bounds, the last one first, made less close by `more` mm.
    pub fn less_close(&self, more: f64) -> impl Iterator<Item = Slope> + '_ {
        let all = (1..=KEPT).filter_map(|back| self.known[(self.next + KEPT - back) % KEPT]);
        all.map(move |slope| Slope { offset: slope.offset + more, ..slope })
    }

    /// Keeps a bound instead of the oldest.
    pub fn learn(&mut self, slope: Slope) {
        self.known[self.next] = Some(slope);
        self.next = (self.next + 1) % KEPT;
    }

    /// Whether one of them proves a facet to be less deep than `level` during a motion, mm; of a
    /// body `of_revolution` also turned to the side that the facet is on.
    pub fn clear(&self, tri: &Triangle, way: &Segment, level: f64, of_revolution: bool) -> bool {
        let clears = |slope: &Slope| slope.clears(tri, way, level);
        if self.known.iter().flatten().any(clears) {
            return true;
        }
        if !of_revolution {
            return false;
        }
        let middle = (tri[0] + tri[1] + tri[2]) / 3.0;
        let level_part = |v: Vec3| Vec3::new(v.x, v.y, 0.0).try_normalize(SHORTEST_MM);
        let Some(side) = level_part(middle - nearest(&middle, way)) else { return false };
        let turned = |side: Vec3| {
            self.known.iter().flatten().any(|slope| {
                let across = side * slope.normal.xy().norm();
                clears(&Slope { normal: across + Vec3::z() * slope.normal.z, ..*slope })
            })
        };
        // What turns in a bore is parted from its wall by the plane of that alone.
        let normal = || level_part((tri[1] - tri[0]).cross(&(tri[2] - tri[0])));
        let wall = way.sag.arc.and_then(|_| normal());
        let wall = wall.map(|normal| if normal.dot(&side) < 0.0 { -normal } else { normal });
        wall.is_some_and(turned) || turned(side)
    }
}
