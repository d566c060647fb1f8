//! How far a region's cutting goes: where the tool's tip is during its motions, as long as the tool
//! can be at the body at all. A retract that ends at another height does not make another gouge.

use std::iter;

use super::Draft;
use crate::geom::{Aabb, Vec3};
use crate::nc::MotionRef;
use crate::report::cells::Passed;
use crate::report::data::ToolComponent;
use crate::report::placement::Placement;
use crate::report::track::Track;
use crate::tolerance::SAME_REACH_MM;
use crate::verify::{Finding, dogleg};

/// The tip's way during some motions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    /// The box around it, part coordinates, mm.
    pub around: Aabb,
    /// Its length, mm.
    pub length: f64,
}

impl Reach {
    pub const NOTHING: Self = Self { around: Aabb::EMPTY, length: 0.0 };

    /// That of one motion inside of `window`; `shift` takes program to work coordinates. Adds the
    /// cells that it passes to `passed`, those of a dog-leg among them.
    pub fn of(
        motion: &MotionRef,
        shift: &Vec3,
        window: &Aabb,
        placement: &Placement,
        passed: &mut Passed,
    ) -> Self {
        let Some(track) = Track::of(motion, shift) else { return Self::NOTHING };
        let ends = track.ends();
        let mut reach = Self::NOTHING;
        let pass = |[a, b]: [Vec3; 2]| {
            reach = reach.and(Self { around: Aabb::around([a, b]), length: (b - a).norm() });
            passed.pass([a, b]);
        };
        if motion.arc.is_some() {
            each_leg(&track.within(REACH_SAG_MM), window, placement, pass);
        } else {
            each_leg(&ends, window, placement, pass);
        }
        if !motion.dogleg {
            return reach;
        }
        let [from, to] = ends;
        let corners = dogleg(from, to - from).into_iter().map(|(_, corner)| corner);
        let corners: Vec<Vec3> = iter::once(from).chain(corners).collect();
        each_leg(&corners, window, placement, |leg| passed.pass(leg));
        // A dog-leg may be anywhere between its ends.
        let between = Aabb::around(ends).intersection(window);
        let corners = (!between.is_empty()).then(|| between.corners());
        let corners = corners.into_iter().flatten().map(|p| placement.work_to_part(p));
        Self { around: reach.around.union(&Aabb::around(corners)), ..reach }
    }

    pub fn and(self, other: Self) -> Self {
        let around = self.around.union(&other.around);
        Self { around, length: self.length + other.length }
    }
}

/// Hands out the legs between some points that are inside of `window`, part coordinates, mm.
fn each_leg(points: &[Vec3], window: &Aabb, placement: &Placement, leg: impl FnMut([Vec3; 2])) {
    let clipped = points.windows(2).filter_map(|ends| clipped(window, [ends[0], ends[1]]));
    clipped.map(|ends| ends.map(|p| placement.work_to_part(p))).for_each(leg);
}

/// How far legs may be from an arc that they stand for, mm: a small part of what reposting may
/// change.
const REACH_SAG_MM: f64 = 0.1 * SAME_REACH_MM;

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
