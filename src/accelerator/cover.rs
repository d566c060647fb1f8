//! A swept convex piece in the form that the card receives: one box, turned so that it lies along
//! the motion.
//!
//! The box bounds the body's hull at both ends, shrunk by the required depth. Its faces come from
//! the support function in f64; the f32 error of coordinates and turn is added to them, so that the
//! box the card decodes holds the sweep.

use gouge_accelerator::{Placement, Point};

use crate::geom::{Swept, Triangle, Vec3};
use gouge_core::tolerance::PRUNE_PAD;

/// A rotation's entries are off by 2⁻²⁵ each once they are f32, so a point at distance d (in
/// each coordinate) by 3·2⁻²⁵·d; its way back through a matrix that is nearly a rotation by a
/// hundredth more.
const TURN: f64 = 1.0e-7;

/// A box about its own middle, and where it stands.
pub struct Cover {
    pub placement: Placement,
    pub lo: Point,
    pub hi: Point,
    /// Its axes and, along each, the range of the sweep before shrinking, mm.
    axes: [Vec3; 3],
    range: [[f64; 2]; 3],
    pad: f64,
}

impl Cover {
    /// Of what reaches deeper than `depth` into the sweep; `None` if nothing can. `rounding` is
    /// how far (mm, in each coordinate) the card's facets may lie from the true ones.
    pub fn new(swept: &Swept, depth: f64, rounding: f64) -> Option<Self> {
        let axes = frame(&swept.travel);
        let range = axes.map(|u| {
            let reach = |u: Vec3| {
                u.dot(&swept.from)
                    + u.dot(&swept.travel).max(0.0)
                    + swept.body.support(&u)
                    + swept.grow
            };
            [-reach(-u), reach(u)]
        });
        let largest = range.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        let pad = PRUNE_PAD * (1.0 + largest);
        // The body shrunk by the depth is empty where its width is.
        if range.iter().any(|[lo, hi]| hi - lo < 2.0 * (depth - pad)) {
            return None;
        }
        let middle: Vec3 = axes.iter().zip(&range).map(|(u, [lo, hi])| u * (0.5 * (lo + hi))).sum();
        let translation = [middle.x as f32, middle.y as f32, middle.z as f32];
        let off = middle - Vec3::from(translation.map(f64::from));
        let half = range.map(|[lo, hi]| (0.5 * (hi - lo) - depth).max(0.0));
        let farthest = half.iter().fold(0.0, |m: f64, x| m.max(*x)) + off.amax();
        // A facet's corner may be off by √3 times the rounding along an axis at an angle.
        let grow = pad + 1.8 * (rounding + off.amax()) + TURN * farthest;
        let hi = half.map(|h| upward(h + grow));
        let matrix = [0, 1, 2].map(|x| axes.map(|u| u[x] as f32));
        Some(Self {
            placement: Placement { matrix, translation },
            lo: hi.map(|h| -h),
            hi,
            axes,
            range,
            pad,
        })
    }

    /// False only if the facet provably does not reach deeper than `depth` (mm): it lies beyond
    /// one face of the box.
    pub fn passes(&self, facet: &Triangle, depth: f64) -> bool {
        let inset = depth - self.pad;
        self.axes.iter().zip(&self.range).all(|(u, [lo, hi])| {
            let along = facet.map(|p| u.dot(&p));
            let least = along.into_iter().fold(f64::INFINITY, f64::min);
            let most = along.into_iter().fold(f64::NEG_INFINITY, f64::max);
            least <= hi - inset && lo + inset <= most
        })
    }
}

/// Along the motion, and across it as level as can be; at rest the world's axes.
fn frame(travel: &Vec3) -> [Vec3; 3] {
    let Some(along) = travel.try_normalize(0.0).filter(|u| u.iter().all(|x| x.is_finite())) else {
        return [Vec3::x(), Vec3::y(), Vec3::z()];
    };
    // Whatever is farthest from parallel among the horizontal axes gives the second direction.
    let side = Vec3::z().cross(&along);
    let across = side.try_normalize(1e-6).unwrap_or_else(|| {
        // Nearly plunging.
        let level = Vec3::y() - along * along.y;
        level.normalize()
    });
    [along, across, along.cross(&across)]
}

/// The next f32 at or above.
fn upward(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) < x { near.next_up() } else { near }
}
