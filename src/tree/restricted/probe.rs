//! A sweep against boxes that change one face at a time.

use crate::geom::{Aabb, Swept, Vec3};
use crate::tree::clip::{Core, Shadow, Stretch, WHOLE, pad};

/// A sweep's shadows along the axes, and its core.
pub struct AxisProbe {
    shadows: [Shadow; 3],
    core: Core,
}

impl AxisProbe {
    pub(in crate::tree) fn new(swept: &Swept, root: &Aabb) -> Self {
        let pad = pad(swept, root);
        Self {
            shadows: [Vec3::x(), Vec3::y(), Vec3::z()].map(|d| Shadow::new(swept, &d, pad)),
            core: Core::new(swept, pad),
        }
    }

    /// The stretch of the motion that a box may meet, from nothing.
    #[inline]
    pub(in crate::tree) fn clip(&self, bounds: &Aabb, depth: f64) -> Option<Stretch> {
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
    pub(in crate::tree) fn clip_face(
        &self,
        mut stretch: Stretch,
        bounds: &Aabb,
        (axis, upper): (usize, bool),
        depth: f64,
    ) -> Option<Stretch> {
        let met = if upper {
            self.shadows[axis].reaches_up_to(bounds.lo[axis], depth, &mut stretch)
        } else {
            self.shadows[axis].reaches_down_to(bounds.hi[axis], depth, &mut stretch)
        };
        if met { self.near(bounds, depth, stretch) } else { None }
    }

    #[inline]
    fn near(&self, bounds: &Aabb, depth: f64, stretch: Stretch) -> Option<Stretch> {
        self.core.near(bounds.lo.into(), bounds.hi.into(), depth, stretch).then_some(stretch)
    }
}
