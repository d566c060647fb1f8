//! Several motions of a path searched at once.
//!
//! Where the points of a path lie within a small distance of a chord, everything that the body can
//! meet on the way lies in the sweep along that chord, grown by the distance: a motion whose two
//! ends are that near lies wholly that near, because a capsule is convex. So one search along the
//! chord keeps what any of its motions can meet, most often nothing, and a motion only looks at
//! that. `depth(facet, motion) <= depth(facet, chord grown by the distance)`.

use std::ptr;

use crate::tolerance::{CHORD_ROUNDING, DEEP_MM};
use gouge_mesh::geom::{Body, Swept, Vec3, closest_on_segment};

/// Motions in a group at most, and where motions gouge: depth changes from one to the next, so that
/// a longer group has to be searched for less depth.
const MOST: usize = 32;
const MOST_DEEP: usize = 8;

/// More facets than these are not kept: then every motion is searched for itself.
pub(super) const MOST_KEPT: usize = 512;

/// A path may leave the chord by this share of the depth that is asked for.
const SHARE: f64 = 0.5;

/// Where motions gouge, groups are searched for this much less than the deepest facet so far, as a
/// share of the chord's length: depth changes from motion to motion.
const SLACK: f64 = 0.05;

/// Where motions gouge, a chord longer than this share of the body's radius comes to more facets
/// than its motions have to do with each for itself.
const LONGEST_DEEP: f64 = 0.1;

/// A search along a chord, and what it left.
pub(super) struct Group {
    from: Vec3,
    travel: Vec3,
    body: *const (),
    /// What the body was thicker, mm, the distance from the chord not counted.
    grow: f64,
    /// How far a motion may be from the chord, mm.
    within: f64,
    /// Facets less deep than this were not kept, mm.
    pub floor: f64,
    /// How deep each facet may be at most, the deepest first; none where there were too many.
    pub facets: Option<Vec<(f32, u32)>>,
}

impl Group {
    /// A group for the motions of a path from its point `at` on, that asks for what is at least
    /// `depth` deep (mm), where `deep` because the first of them is known to be. `None` when not
    /// even two motions keep near a chord.
    pub fn along(
        points: &[Vec3],
        at: usize,
        swept: &Swept,
        (depth, deep): (f64, bool),
    ) -> Option<Self> {
        if depth.is_nan() || depth <= 0.0 || depth.is_infinite() {
            return None;
        }
        let most = if deep { MOST_DEEP } else { MOST };
        let ahead = &points[at..points.len().min(at + most + 1)];
        let body = ptr::from_ref::<dyn Body>(swept.body).cast();
        let (from, grow) = (*ahead.first()?, swept.grow);
        let longest = if deep { LONGEST_DEEP * swept.body.hull().radius } else { f64::INFINITY };
        let mut found = None;
        let mut count = 2;
        // Doubled as long as that goes well: where nothing can be joined, that is known at once.
        while count < ahead.len() {
            let end = ahead[count];
            let travel = end - from;
            let apart = |p: &Vec3| (p - closest_on_segment(p, &from, &end)).norm_squared();
            let within = ahead[1..count].iter().map(apart).fold(0.0, f64::max).sqrt();
            let floor = if deep { depth - SLACK * travel.norm() } else { depth };
            let most = SHARE * if deep { floor.min(DEEP_MM) } else { floor };
            if within > most || travel.norm() > longest {
                break;
            }
            found = Some(Self { from, travel, body, grow, within, floor, facets: None });
            count *= 2;
        }
        found
    }

    /// The sweep along the chord.
    pub fn swept<'b>(&self, body: &'b dyn Body) -> Swept<'b> {
        let grow = self.grow + self.within * (1.0 + CHORD_ROUNDING);
        Swept { from: self.from, travel: self.travel, body, grow }
    }

    /// Whether a point is as near to the chord as what the search covers.
    #[inline]
    pub fn is_near(&self, p: &Vec3) -> bool {
        let end = self.from + self.travel;
        (p - closest_on_segment(p, &self.from, &end)).norm() <= self.within * (1.0 + CHORD_ROUNDING)
            || *p == self.from
            || *p == end
    }

    /// Whether whatever is at least `depth` deep in a sweep was kept.
    pub fn covers(&self, swept: &Swept, depth: f64) -> bool {
        depth >= self.floor
            && swept.grow <= self.grow
            && ptr::eq(ptr::from_ref::<dyn Body>(swept.body).cast(), self.body)
            && self.is_near(&swept.from)
            && self.is_near(&(swept.from + swept.travel))
    }
}
