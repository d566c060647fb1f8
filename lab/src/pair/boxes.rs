//! Two boxes by separating axes: all fifteen, or the six face axes ("SAT lite").
//!
//! Margins are those of Tropp et al.: along a unit axis L, `|T·L| - r_A - r_B`. A rigid
//! motion of B that moves no point of it farther than x lowers no margin by more than x.
//! Cross products of face axes are shorter than one and left so: their margins are smaller
//! than the true ones, never larger.

use crate::tree::Oriented;
use std::cell::Cell;

use nalgebra::Matrix3;

use super::{PairTest, Pose};
use gouge_core::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Aabb, Vec3};

/// A box at an angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Columns: unit axes.
    pub axes: Matrix3<f64>,
    /// Middle, mm.
    pub center: Vec3,
    /// Half the sides, mm.
    pub half: Vec3,
}

impl From<Aabb> for OrientedBox {
    fn from(b: Aabb) -> Self {
        Self {
            axes: Matrix3::identity(),
            center: b.lo / 2.0 + b.hi / 2.0,
            half: (b.hi / 2.0 - b.lo / 2.0).map(|x| x.max(0.0)),
        }
    }
}

/// Which axes are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// The six face normals. Conservative: misses only separations by an edge pair.
    Six,
    /// Also the nine cross products: exact.
    Fifteen,
}

/// Box B relative to box A, in the frame of A's box.
pub(super) struct Relative {
    /// From A's centre to B's.
    pub t: Vec3,
    /// B's axes.
    r: Matrix3<f64>,
    a: Vec3,
    b: Vec3,
    /// Rounding stays far below this.
    pub pad: f64,
}

impl Relative {
    pub fn new(a: &OrientedBox, b: &OrientedBox, pose: &Pose) -> Self {
        let center = pose.apply(&b.center);
        let (t, half) = (a.axes.transpose() * (center - a.center), b.half * pose.scale);
        let largest = center.amax().max(a.center.amax()).max(a.half.amax()).max(half.amax());
        Self {
            t,
            r: a.axes.transpose() * pose.rotation * b.axes,
            a: a.half,
            b: half,
            pad: PRUNE_PAD * largest,
        }
    }

    /// The first separating axis in the frame of A's box and the margin along it.
    fn separation(&self, axes: Axes, tried: &Cell<u64>) -> Option<(Vec3, f64)> {
        let count = |n| tried.set(tried.get() + n);
        let abs = self.r.abs();
        for i in 0..3 {
            count(1);
            let margin = self.t[i].abs() - self.a[i] - abs.row(i).transpose().dot(&self.b);
            if margin > self.pad {
                return Some((Vec3::ith(i, 1.0), margin));
            }
        }
        for j in 0..3 {
            count(1);
            let axis: Vec3 = self.r.column(j).into();
            let margin = self.t.dot(&axis).abs() - abs.column(j).dot(&self.a) - self.b[j];
            if margin > self.pad {
                return Some((axis, margin));
            }
        }
        if axes == Axes::Six {
            return None;
        }
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                count(1);
                let along = self.t[i2] * self.r[(i1, j)] - self.t[i1] * self.r[(i2, j)];
                let reach = self.a[i1] * abs[(i2, j)]
                    + self.a[i2] * abs[(i1, j)]
                    + self.b[j1] * abs[(i, j2)]
                    + self.b[j2] * abs[(i, j1)];
                if along.abs() - reach > self.pad {
                    let axis = Vec3::ith(i, 1.0).cross(&self.r.column(j));
                    return Some((axis, along.abs() - reach));
                }
            }
        }
        None
    }
}

/// What a pair found apart leaves for the next pose.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxNote {
    /// Lower bound of the distance, mm; zero when nothing is known.
    margin: f64,
    /// The separating axis in the frame of B's object, towards B; at most unit length.
    axis: Vec3,
    /// Reach of B's box along it before scaling, mm.
    reach: f64,
}

/// Boxes of two trees under a pose, with or without what the last pose left.
pub struct BoxTest<'a, H> {
    a: &'a H,
    b: &'a H,
    pose: Pose,
    axes: Axes,
    /// No point of B moved farther than this since the last query, mm. Infinite: nothing is
    /// known of the last query.
    moved: f64,
    /// The displacement in the frame of B's object, if B was not turned.
    shifted: Option<Vec3>,
    prune: bool,
    sprout_from: f64,
    /// Rounding of margins stays below this, mm.
    pad: f64,
    tally: Tally,
}

/// Boxes at an angle may stick out of the root's, but not to this many times its distance.
const BOXES_STICK_OUT: f64 = 4.0;

/// How pairs were decided.
#[derive(Debug, Default)]
pub struct Tally {
    /// Pairs apart by their margin alone.
    pub by_margin: Cell<u64>,
    /// Pairs apart by the axis of the last pose.
    pub by_axis: Cell<u64>,
    /// Pairs tested in full.
    pub in_full: Cell<u64>,
    /// Axes tried in full tests.
    pub axes: Cell<u64>,
}

impl<'a, H: Oriented> BoxTest<'a, H> {
    /// A test that knows nothing of earlier poses.
    pub fn new(a: &'a H, b: &'a H, pose: &Pose, axes: Axes) -> Self {
        let far = |t: &H| {
            t.root().map(|r| t.oriented(&r)).map_or(0.0, |b| b.center.norm() + b.half.norm())
        };
        let farthest = far(a).max(far(b) * pose.scale + pose.translation.norm());
        Self {
            a,
            b,
            pose: *pose,
            axes,
            moved: f64::INFINITY,
            shifted: None,
            prune: true,
            sprout_from: 0.0,
            pad: BOXES_STICK_OUT * PRUNE_PAD * farthest,
            tally: Tally::default(),
        }
    }

    /// The same, when B moved by at most `moved` mm since the last query with this front,
    /// and by exactly `shifted` if it was not turned. The front goes below boxes of at least
    /// `sprout_from` mm, and rises only if `prune`.
    pub fn following(
        mut self,
        moved: f64,
        shifted: Option<Vec3>,
        sprout_from: f64,
        prune: bool,
    ) -> Self {
        self.moved = moved;
        self.shifted = shifted.map(|by| self.pose.rotation.tr_mul(&by));
        (self.sprout_from, self.prune) = (sprout_from, prune);
        self
    }

    /// How the pairs of this query were decided.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether the margin of the last pose still proves the boxes apart; brings it up to date.
    fn margin_is_left(&self, note: &mut BoxNote) -> bool {
        match &self.shifted {
            Some(by) => note.margin += note.axis.dot(by),
            None => note.margin -= self.moved,
        }
        note.margin > self.pad
    }

    /// Whether the axis of the last pose still parts the boxes; brings the margin up to date.
    fn axis_parts(&self, a: &OrientedBox, b: &OrientedBox, note: &mut BoxNote) -> bool {
        let axis = self.pose.rotation * note.axis;
        let reach_a = a.axes.tr_mul(&axis).abs().dot(&a.half);
        let apart = (self.pose.apply(&b.center) - a.center).dot(&axis);
        note.margin = apart - reach_a - note.reach * self.pose.scale;
        note.margin > self.pad
    }
}

impl<H: Oriented> PairTest<H> for BoxTest<'_, H> {
    type Trace = ();
    type Note = BoxNote;

    fn meets(&self, a: &H::Cursor, b: &H::Cursor, note: &mut BoxNote) -> Option<()> {
        let bump = |c: &Cell<u64>| c.set(c.get() + 1);
        let known = note.margin > 0.0 && self.moved.is_finite();
        if known && self.margin_is_left(note) {
            bump(&self.tally.by_margin);
            return None;
        }
        let (a, b) = (self.a.oriented(a), self.b.oriented(b));
        // An exact margin says already what the axis would.
        if known && self.shifted.is_none() && self.axis_parts(&a, &b, note) {
            bump(&self.tally.by_axis);
            return None;
        }
        bump(&self.tally.in_full);
        let relative = Relative::new(&a, &b, &self.pose);
        let Some((axis, margin)) = relative.separation(self.axes, &self.tally.axes) else {
            *note = BoxNote::default();
            return Some(());
        };
        let towards_b = if relative.t.dot(&axis) < 0.0 { -axis } else { axis };
        let axis = self.pose.rotation.transpose() * (a.axes * towards_b);
        let reach = (b.axes.transpose() * axis).abs().dot(&b.half);
        *note = BoxNote { margin, axis, reach };
        None
    }

    fn sprouts(&self, a: &H::Cursor, b: &H::Cursor) -> bool {
        if self.sprout_from == 0.0 {
            return true;
        }
        let longest = self.a.oriented(a).half.max().max(self.b.oriented(b).half.max());
        2.0 * longest >= self.sprout_from
    }

    fn prunes(&self) -> bool {
        self.prune
    }
}

#[cfg(test)]
mod tests {
    use crate::tree::Hierarchy;
    use nalgebra::Rotation3;

    use super::*;
    use crate::tree::KdopTree;
    use gouge_mesh::mesh::Mesh;

    /// S2.4: a shift changes the margin by exactly its part along the stored axis.
    #[test]
    fn margins_follow_a_shift_exactly() {
        let points = |at: Vec3| Mesh {
            vertices: vec![at, at + Vec3::new(1.0, 0.2, 0.0), at + Vec3::new(0.1, 0.9, 0.7)],
            triangles: vec![[0, 1, 2]],
        };
        let (a, b) = (points(Vec3::zeros()), points(Vec3::new(-0.4, -0.3, -0.2)));
        let trees = (KdopTree::<3>::build(&a), KdopTree::<3>::build(&b));
        let rotation = Rotation3::new(Vec3::new(0.3, -0.7, 0.5)).into_inner();
        let mut pose = Pose { rotation, translation: Vec3::new(3.0, 1.5, -2.0), scale: 1.0 };
        let mut note = BoxNote::default();
        let first = BoxTest::new(&trees.0, &trees.1, &pose, Axes::Fifteen);
        assert!(first.meets(&0, &0, &mut note).is_none() && note.margin > 0.5);
        for i in 0..200 {
            let along = f64::from(i) * 0.7;
            let shift = Vec3::new(along.sin(), along.cos(), (2.0 * along).sin()) * 0.01;
            pose.translation += shift;
            let test = BoxTest::new(&trees.0, &trees.1, &pose, Axes::Fifteen).following(
                shift.norm(),
                Some(shift),
                0.0,
                true,
            );
            assert!(test.meets(&0, &0, &mut note).is_none());
            assert_eq!(test.tally().by_margin.get(), 1);
            let (a, b) = (trees.0.oriented(&0), trees.1.oriented(&0));
            let axis = pose.rotation * note.axis;
            let own = (a.axes.transpose() * axis).abs().dot(&a.half);
            let afresh = (pose.apply(&b.center) - a.center).dot(&axis) - own - note.reach;
            assert!((note.margin - afresh).abs() < 1e-12, "{} {afresh}", note.margin);
        }
    }
}
