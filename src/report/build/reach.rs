//! How far a region's cutting goes: where the tool's tip is during its motions, as long as the tool
//! can be at the body at all. A retract that ends at another height does not make another gouge.

use super::Draft;
use crate::geom::{Aabb, Vec3};
use crate::nc::MotionRef;
use crate::report::data::ToolComponent;
use crate::report::placement::Placement;
use crate::report::track::Track;
use crate::verify::Finding;

/// The tip's way during some motions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    /// The box around it, part coordinates, mm.
    pub around: Aabb,
    /// Its length, mm.
    pub length: f64,
    /// Its points and their squares, by coordinates, summed up along it, mm² and mm³.
    moments: [Vec3; 2],
}

impl Reach {
    pub const NOTHING: Self =
        Self { around: Aabb::EMPTY, length: 0.0, moments: [Vec3::new(0.0, 0.0, 0.0); 2] };

    /// That of one motion inside of `window`; `shift` takes program to work coordinates.
    pub fn of(motion: &MotionRef, shift: &Vec3, window: &Aabb, placement: &Placement) -> Self {
        let Some(track) = Track::of(motion, shift) else { return Self::NOTHING };
        let around =
            |points: &[Vec3]| Aabb::around(points.iter().map(|p| placement.work_to_part(*p)));
        let leg = |ends: &[Vec3]| match clipped(window, [ends[0], ends[1]]) {
            Some(ends) => Self::straight(ends.map(|p| placement.work_to_part(p))),
            None => Self::NOTHING,
        };
        if motion.arc.is_some() {
            return track.points().windows(2).map(leg).fold(Self::NOTHING, Self::and);
        }
        let straight = leg(&track.ends());
        // A dog-leg may be anywhere between its ends.
        let between = Aabb::around(track.ends()).intersection(window);
        if motion.dogleg && !between.is_empty() {
            return Self { around: around(&between.corners()), ..straight };
        }
        straight
    }

    /// That of a straight way between two places of the part.
    fn straight([a, b]: [Vec3; 2]) -> Self {
        let length = (b - a).norm();
        let square = |p: &Vec3, q: &Vec3| p.component_mul(q);
        let squares = square(&a, &a) + square(&a, &b) + square(&b, &b);
        let moments = [(a + b) * (0.5 * length), squares * (length / 3.0)];
        Self { around: Aabb::around([a, b]), length, moments }
    }

    /// That of one place of the part.
    pub fn at(place: Vec3) -> Self {
        Self { around: Aabb::around([place]), ..Self::NOTHING }
    }

    pub fn and(self, other: Self) -> Self {
        Self {
            around: self.around.union(&other.around),
            length: self.length + other.length,
            moments: [0, 1].map(|k| self.moments[k] + other.moments[k]),
        }
    }

    /// The middle of the way, and how far from it its points are along each axis, as a root mean
    /// square, part coordinates, mm.
    pub fn spread(&self) -> [Vec3; 2] {
        if self.length <= 0.0 {
            return [0.5 * (self.around.lo + self.around.hi), Vec3::zeros()];
        }
        let [middle, squares] = self.moments.map(|moment| moment / self.length);
        let variance = squares - middle.component_mul(&middle);
        [middle, variance.map(|v| v.max(0.0).sqrt())]
    }
}

impl Draft<'_> {
    /// Where the tip is when the component of a gouge can be at its body, work coordinates;
    /// `bounds` are those of all bodies.
    pub(super) fn window(&self, f: &Finding, bounds: &[Aabb]) -> Aabb {
        const EVERYWHERE: Aabb = Aabb {
            lo: Vec3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
            hi: Vec3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        };
        let (Some(body), Some(own)) = (bounds.get(f.body as usize), self.component(f)) else {
            return EVERYWHERE;
        };
        let Some(Cylinder { radius, bottom, top }) = Cylinder::around(own) else {
            return EVERYWHERE;
        };
        let limits = self.limits(f);
        let near = body.grown(own.clearance_mm + limits.deviation + limits.allowance.max(0.0));
        Aabb {
            lo: near.lo - Vec3::new(radius, radius, top),
            hi: near.hi + Vec3::new(radius, radius, -bottom),
        }
    }
}

/// Around a component of revolution, about the tip, mm.
struct Cylinder {
    radius: f64,
    bottom: f64,
    top: f64,
}

impl Cylinder {
    /// `None` of a mesh.
    fn around(component: &ToolComponent) -> Option<Self> {
        let nothing = Self { radius: 0.0, bottom: f64::INFINITY, top: f64::NEG_INFINITY };
        let mut all = component.profile_mm.as_ref()?.iter().fold(nothing, |all, edge| {
            let long =
                edge.center.map_or(0.0, |c| (edge.from[0] - c[0]).hypot(edge.from[1] - c[1]));
            let points = edge.center.map_or([edge.from, edge.to], |c| [c, c]);
            points.iter().fold(all, |all, [r, z]| Self {
                radius: all.radius.max(r + long),
                bottom: all.bottom.min(z - long),
                top: all.top.max(z + long),
            })
        });
        if component.endless {
            all.top = f64::INFINITY;
        }
        (all.bottom <= all.top).then_some(all)
    }
}

/// What of a straight way lies in a box (Liang and Barsky 1984).
fn clipped(window: &Aabb, [a, b]: [Vec3; 2]) -> Option<[Vec3; 2]> {
    let d = b - a;
    let mut times = [0.0f64, 1.0];
    for k in 0..3 {
        let (lo, hi) = (window.lo[k], window.hi[k]);
        if d[k] == 0.0 {
            if a[k] < lo || hi < a[k] {
                return None;
            }
            continue;
        }
        let (p, q) = ((lo - a[k]) / d[k], (hi - a[k]) / d[k]);
        times = [times[0].max(p.min(q)), times[1].min(p.max(q))];
    }
    (times[0] <= times[1]).then(|| times.map(|t| a + d * t))
}
