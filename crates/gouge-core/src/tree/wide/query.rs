//! A sweep made ready: seen from the middle of the motion, so that numbers stay small.

use crate::tree::clip::pad;
use gouge_mesh::geom::{Aabb, Body, Outline, Swept, Vec3};

/// A sweep made ready.
pub(super) struct Query<'a> {
    /// The control point in the middle of the motion; everything else is measured from it, mm.
    pub middle: Vec3,
    /// From there to the end of the motion, mm.
    pub half: Vec3,
    /// One over the square of that, zero for a position.
    pub per: f64,
    /// What the body is thicker, and the pad, mm.
    pub grow: f64,
    pub body: &'a dyn Body,
    /// Widening of the spine where the body's hull is round: that hull stands for the body.
    pub round: Option<f64>,
    pub outline: Option<&'a Outline>,
    /// The stretch of the axis about which the body lies, mm above the control point.
    pub spine: [f64; 2],
    /// How far the sweep reaches down and up every axis, from the middle, mm.
    pub reach: [[f64; 2]; 3],
    /// The motion is so long that where on it the body comes nearest makes a difference.
    pub long: bool,
}

/// A motion longer than this share of the body's radius is long.
const LONG: f64 = 0.05;

impl<'a> Query<'a> {
    /// `bounds` lie around everything that will be tested.
    pub fn new(swept: &Swept<'a>, bounds: &Aabb) -> Self {
        let Swept { from, travel, body, grow } = *swept;
        let half = 0.5 * travel;
        let middle = from + half;
        let grow = grow + pad(swept, bounds);
        let hull = body.hull();
        let [low, high] = hull.axis;
        let spine = if hull.round {
            hull.axis
        } else {
            let inset = hull.radius.min(0.5 * (high - low));
            [low + inset, high - inset]
        };
        let per = 1.0 / half.norm_squared();
        let reach = [Vec3::x(), Vec3::y(), Vec3::z()].map(|axis| {
            let moved = half.dot(&axis).abs() + grow;
            [-(body.support(&-axis) + moved), body.support(&axis) + moved]
        });
        Self {
            middle,
            half,
            per: if per.is_finite() { per } else { 0.0 },
            grow,
            body,
            round: hull.round.then_some(hull.radius),
            outline: body.outline(),
            spine,
            reach,
            long: travel.norm() > LONG * hull.radius,
        }
    }
}
