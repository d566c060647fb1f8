//! Overlap by axis alignment in one frame, computed or read from tables.
//!
//! Coordinates are carried in `f64`; B's enclosure is widened once at the root, which covers
//! the rounding of every step below.

use super::span::{Seen, Spans, apart, face_left, move_face, moved, pad, spans};
use super::{BoxPairTest, Count};
use crate::pair::Pose;
use crate::tree::Cut;
use gouge_mesh::geom::Aabb;

/// Boxes of B enclosed in the frame of A.
pub struct Alignment {
    pose: Pose,
    b: Seen,
}

impl Alignment {
    /// For one pose.
    pub fn new(pose: &Pose) -> Self {
        let [b, _] = Seen::both(pose);
        Self { pose: *pose, b }
    }
}

impl BoxPairTest for Alignment {
    type A = Spans<3>;
    type B = Spans<3>;

    fn roots(&self, a: &Aabb, b: &Aabb) -> (Spans<3>, Spans<3>) {
        (spans(a), self.b.enclose(b, pad(a, b, &self.pose)))
    }

    fn roots_apart(&self, a: &Spans<3>, b: &Spans<3>) -> bool {
        apart(a, b)
    }

    fn child_a<C: Count>(&self, parent: &Spans<3>, cut: Cut, count: &mut C) -> Spans<3> {
        move_face(*parent, cut, count)
    }

    fn child_b<C: Count>(&self, parent: &Spans<3>, cut: Cut, count: &mut C) -> Spans<3> {
        self.b.follow(*parent, cut, count)
    }

    fn a_apart<C: Count>(&self, _: &Spans<3>, _: &Spans<3>, _: Cut, _: &mut C) -> bool {
        false
    }

    fn b_apart<C: Count>(&self, a: &Spans<3>, b: &Spans<3>, cut: Cut, count: &mut C) -> bool {
        self.b.has_left(b, cut, a, count)
    }

    fn faces_apart<C: Count>(
        &self,
        (a, cut): (&Spans<3>, Option<Cut>),
        (b, _): (&Spans<3>, Option<Cut>),
        count: &mut C,
    ) -> bool {
        cut.is_some_and(|cut| face_left(a, cut, b, count))
    }
}

/// [`Alignment`] with the products read from tables.
pub struct Lookup {
    exact: Alignment,
    per_mm: f64,
    /// `table[i][q][x]`: what a cut across axis i of q steps moves along x.
    table: [Vec<[f64; 3]>; 3],
}

/// Entries of a table, the source's number.
const STEPS: usize = 1000;

impl Lookup {
    /// For one pose, and cuts of B of at most `largest` mm.
    pub fn new(pose: &Pose, largest: f32) -> Self {
        let exact = Alignment::new(pose);
        let step = f64::from(largest.max(f32::MIN_POSITIVE)) / STEPS as f64;
        let table = [0, 1, 2].map(|i| {
            (0..=STEPS)
                .map(|q| [0, 1, 2].map(|x| q as f64 * step * exact.b.matrix[(x, i)]))
                .collect()
        });
        Self { exact, per_mm: 1.0 / step, table }
    }
}

impl BoxPairTest for Lookup {
    type A = Spans<3>;
    type B = Spans<3>;

    fn roots(&self, a: &Aabb, b: &Aabb) -> (Spans<3>, Spans<3>) {
        self.exact.roots(a, b)
    }

    fn roots_apart(&self, a: &Spans<3>, b: &Spans<3>) -> bool {
        apart(a, b)
    }

    fn child_a<C: Count>(&self, parent: &Spans<3>, cut: Cut, count: &mut C) -> Spans<3> {
        move_face(*parent, cut, count)
    }

    /// Cuts are rounded down to whole steps, so enclosures only grow.
    fn child_b<C: Count>(&self, parent: &Spans<3>, cut: Cut, count: &mut C) -> Spans<3> {
        let step = ((f64::from(cut.by) * self.per_mm) as usize).min(STEPS);
        let (mut seen, end, by) = (*parent, moved(cut).0, &self.table[cut.axis][step]);
        for x in 0..3 {
            let signed = if cut.upper { by[x] } else { -by[x] };
            seen[x][self.exact.b.follows(x, cut.axis, end)] += signed;
        }
        count.note(1, 3, 0);
        seen
    }

    fn a_apart<C: Count>(&self, _: &Spans<3>, _: &Spans<3>, _: Cut, _: &mut C) -> bool {
        false
    }

    fn b_apart<C: Count>(&self, a: &Spans<3>, b: &Spans<3>, cut: Cut, count: &mut C) -> bool {
        self.exact.b_apart(a, b, cut, count)
    }

    fn faces_apart<C: Count>(
        &self,
        a: (&Spans<3>, Option<Cut>),
        b: (&Spans<3>, Option<Cut>),
        count: &mut C,
    ) -> bool {
        self.exact.faces_apart(a, b, count)
    }
}
