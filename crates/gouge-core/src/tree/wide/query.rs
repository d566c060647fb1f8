//! A sweep prepared for queries, in coordinates from the middle of the motion, so that numbers stay
//! small.

use crate::sweep::Slope;
use crate::tree::{clip::pad, outward};
use gouge_mesh::geom::{Body, Outline, Swept, Vec3, Wall};
use smallvec::SmallVec;

/// A sweep made ready.
pub(super) struct Query<'a> {
    /// The control point in the middle of the motion; everything else is measured from it, mm.
    pub middle: Vec3,
    /// From there to the end of the motion, mm.
    pub half: [f32; 3],
    /// One over the square of that, zero for a position.
    pub per: f32,
    /// What the body is thicker, and the pad, mm.
    pub grow: f32,
    pub body: &'a dyn Body,
    /// Widening of the spine where the body's hull is round: that hull stands for the body.
    pub round: Option<f32>,
    pub outline: Option<&'a Outline>,
    /// Around a body that is none of revolution.
    pub around: Option<&'a Outline>,
    /// Where all of them are known, how deep a point lies can be told.
    pub walls: &'a [Wall],
    /// What the body is thicker at least, mm.
    pub grown: f32,
    /// The stretch of the axis about which the body lies, mm above the control point.
    pub spine: [f32; 2],
    /// How far the sweep reaches down and up every axis, from the middle, mm.
    pub reach: [[f32; 2]; 3],
    /// What counts of the body for rounding, mm (see [`super::planes`]).
    pub size: f32,
    /// The motion is so long that where on it the body comes nearest makes a difference.
    pub long: bool,
    /// Linear bounds of the depth: normals, and what the least along them is taken from, mm.
    pub slopes: SmallVec<[([f32; 3], f32); 2]>,
    /// The same of a body of revolution, before the motion counts, which may be turned about its
    /// axis: how far the normal leads outwards and up, and what the least along it is taken from,
    /// mm.
    pub turned: SmallVec<[([f32; 2], f32); 2]>,
}

/// A motion longer than this share of the body's radius is long.
const LONG: f64 = 0.05;

impl<'a> Query<'a> {
    /// `farthest` is the largest coordinate of what will be tested.
    ///
    /// Over the whole motion a slope is highest at one of its ends. Its normal is rounded, not the
    /// offset that goes with it: that takes no more than 2⁻²⁴ of the size of what is bounded,
    /// which the pad of [`super::planes`] has to spare.
    pub fn new(swept: &Swept<'a>, farthest: f64, slopes: &[Slope]) -> Self {
        let Swept { from, travel, body, grow } = *swept;
        let half = 0.5 * travel;
        let middle = from + half;
        let grown = outward::below(grow);
        let grow = grow + pad(swept, farthest);
        let hull = body.hull();
        let [low, high] = hull.axis;
        let spine = if hull.round {
            hull.axis
        } else {
            let inset = hull.radius.min(0.5 * (high - low));
            [low + inset, high - inset]
        };
        let per = (1.0 / half.norm_squared()) as f32;
        let reach = [0, 1, 2].map(|axis| {
            let unit = Vec3::ith(axis, 1.0);
            let [down, up] = match axis {
                2 if hull.round => [hull.radius - low, hull.radius + high],
                _ if hull.round => [hull.radius; 2],
                _ => [body.support(&-unit), body.support(&unit)],
            };
            let moved = half[axis].abs() + grow;
            [outward::below(-(down + moved)), outward::above(up + moved)]
        });
        let outline = body.outline().filter(|_| !hull.round);
        let around = body.around().filter(|_| !hull.round && outline.is_none());
        let wide = outline.or(around).map_or(hull.radius, wideness);
        Self {
            middle,
            half: single(half),
            per: if per.is_finite() { per } else { 0.0 },
            grow: outward::above(grow),
            body,
            round: hull.round.then(|| outward::above(hull.radius)),
            outline,
            around,
            walls: body.walls(),
            grown,
            spine: spine.map(|z| z as f32),
            reach,
            size: outward::above(2.0 * (wide + half.abs().sum() + grow.abs())),
            long: travel.norm() > LONG * hull.radius,
            slopes: slopes
                .iter()
                .map(|slope| {
                    let moved = slope.normal.dot(&half).abs() + grow;
                    (single(slope.normal), outward::above(slope.offset + moved))
                })
                .collect(),
            turned: slopes
                .iter()
                .filter(|_| outline.is_some())
                .map(|slope| {
                    let across = slope.normal.xy().norm();
                    ([across as f32, slope.normal.z as f32], outward::above(slope.offset))
                })
                .collect(),
        }
    }
}

/// The nearest `f32` of each coordinate.
fn single(v: Vec3) -> [f32; 3] {
    [v.x as f32, v.y as f32, v.z as f32]
}

/// What is added to the share of the height in any support is no more, mm.
fn wideness(outline: &Outline) -> f64 {
    let corners = outline.corners.iter().map(|[r, _]| r.abs());
    let arcs = outline.arcs.iter().map(|arc| arc.center[0].abs() + arc.radius);
    corners.chain(arcs).fold(0.0, f64::max)
}
