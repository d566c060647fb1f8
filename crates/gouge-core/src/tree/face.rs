//! Boxes that differ from their parents in one face: where they lie, and the test of a sweep
//! against them.

use super::clip::{Core, Interval, Projection, WHOLE, farthest, pad};
use gouge_mesh::geom::{Aabb, Swept, Vec3};

/// A node, its box, and the face by which that differs from its parent's.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The node.
    pub index: u32,
    /// Axis, and [`UPPER`] where the child is the upper one.
    face: u8,
    /// Its box, mm.
    pub bounds: Aabb,
}

/// The child keeps the upper part: its lower face was moved.
const UPPER: u8 = 4;

impl Place {
    /// The root: nothing was moved.
    pub fn root(bounds: Aabb) -> Self {
        Self { index: 0, face: 0, bounds }
    }

    /// A child whose lower (`upper`) or upper face across `axis` lies at `to`.
    #[inline]
    pub fn child(&self, index: u32, axis: usize, upper: bool, to: f64) -> Self {
        let mut bounds = self.bounds;
        if upper {
            bounds.lo[axis] = to;
        } else {
            bounds.hi[axis] = to;
        }
        Self { index, face: axis as u8 | if upper { UPPER } else { 0 }, bounds }
    }

    /// Axis and side (true: lower) of the face that was moved last.
    #[inline]
    pub fn face(&self) -> (usize, bool) {
        (usize::from(self.face & 3), self.face & UPPER != 0)
    }
}

/// A sweep's shadows along the axes, and its core.
pub struct AxisProbe {
    shadows: [Projection; 3],
    core: Core,
}

impl AxisProbe {
    /// A sweep against a tree whose root has the box `root`.
    pub fn new(swept: &Swept, root: &Aabb) -> Self {
        let pad = pad(swept, farthest(root));
        Self {
            shadows: [Vec3::x(), Vec3::y(), Vec3::z()].map(|d| Projection::new(swept, &d, pad)),
            core: Core::new(swept, pad),
        }
    }

    /// The stretch of the motion that a place's box leaves, from nothing.
    #[inline]
    pub fn meets(&self, at: &Place, depth: f64) -> Option<Interval> {
        self.clip(&at.bounds, depth)
    }

    /// The same, from the stretch that its parent's box left.
    #[inline]
    pub fn narrow(&self, above: &Interval, at: &Place, depth: f64) -> Option<Interval> {
        self.clip_face(*above, &at.bounds, at.face(), depth)
    }

    /// The stretch of the motion that a box may meet, from nothing.
    #[inline]
    pub fn clip(&self, bounds: &Aabb, depth: f64) -> Option<Interval> {
        let mut stretch = WHOLE;
        for (axis, shadow) in self.shadows.iter().enumerate() {
            if !(shadow.reaches_up_to(bounds.lo[axis], depth, &mut stretch)
                && shadow.reaches_down_to(bounds.hi[axis], depth, &mut stretch))
            {
                return None;
            }
        }
        self.near(bounds, depth, stretch)
    }

    /// The same, from the stretch for a box whose lower (`upper`) or upper face along `axis`
    /// has since moved in: one half-space.
    #[inline]
    fn clip_face(
        &self,
        mut stretch: Interval,
        bounds: &Aabb,
        (axis, upper): (usize, bool),
        depth: f64,
    ) -> Option<Interval> {
        let met = if upper {
            self.shadows[axis].reaches_up_to(bounds.lo[axis], depth, &mut stretch)
        } else {
            self.shadows[axis].reaches_down_to(bounds.hi[axis], depth, &mut stretch)
        };
        if met { self.near(bounds, depth, stretch) } else { None }
    }

    #[inline]
    fn near(&self, bounds: &Aabb, depth: f64, stretch: Interval) -> Option<Interval> {
        self.core.near(bounds.lo.into(), bounds.hi.into(), depth, stretch).then_some(stretch)
    }
}
