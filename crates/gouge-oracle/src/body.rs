//! A tool at rest, about its control point: how deep a point lies in it.

use crate::Vec3;
use crate::outline::Outline;
use crate::part::{Facet, distance, winding};

/// A shape before it is made larger.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Turned about +Z.
    Turned(Outline),
    /// A closed mesh.
    Faceted(Vec<Facet>),
}

/// One convex or not convex solid, made larger by a ball.
#[derive(Clone, Debug)]
pub struct Component {
    /// What it is.
    pub shape: Shape,
    /// Radius of the ball, mm.
    pub grow: f64,
    /// Between two of its points there is nothing outside of it.
    pub convex: bool,
}

/// All that stands on each other, as one body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its solids; where they meet is no surface.
    pub components: Vec<Component>,
}

impl Body {
    /// A body of one solid.
    pub fn one(shape: Shape, convex: bool) -> Self {
        Self { components: vec![Component { shape, grow: 0.0, convex }] }
    }

    /// Everything larger by a ball of radius `by`.
    #[must_use]
    pub fn grown(mut self, by: f64) -> Self {
        self.components.iter_mut().for_each(|c| c.grow += by);
        self
    }

    /// Depths inside are exact: one solid, convex where it is made larger. Otherwise they are
    /// lower bounds, since what lies between two solids or in a hollow may be filled.
    pub fn exact(&self) -> bool {
        match &self.components[..] {
            [one] => one.convex || one.grow == 0.0,
            _ => false,
        }
    }

    /// How deep `y`, relative to the control point, lies inside (negative outside), and the
    /// direction in which that grows fastest.
    pub fn depth(&self, y: &Vec3) -> (f64, Vec3) {
        let deepest = |a: (f64, Vec3), b: (f64, Vec3)| if b.0 > a.0 { b } else { a };
        let none = (f64::NEG_INFINITY, Vec3::z());
        self.components.iter().map(|c| c.depth(y)).fold(none, deepest)
    }

    /// The same without the direction, which takes longest.
    pub fn deep(&self, y: &Vec3) -> f64 {
        self.components.iter().map(|c| c.deep(y)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Points that stick out: corners of meshes, and those of outlines all around.
    pub fn marks(&self) -> Vec<Vec3> {
        let mut marks = Vec::new();
        for c in &self.components {
            match &c.shape {
                Shape::Turned(outline) => {
                    marks.push(Vec3::new(0.0, 0.0, outline.level()[0] - c.grow));
                    for [r, z] in outline.corners() {
                        let ring = (0..8).map(|i| f64::from(i) * std::f64::consts::FRAC_PI_4);
                        marks.extend(ring.map(|a| Vec3::new(r * a.cos(), r * a.sin(), z)));
                    }
                }
                Shape::Faceted(facets) => marks.extend(facets.iter().flatten()),
            }
        }
        marks
    }

    /// Least and greatest corner about the control point.
    pub fn bounds(&self) -> [Vec3; 2] {
        let each = self.components.iter().map(|c| {
            let [lo, hi] = match &c.shape {
                Shape::Turned(o) => {
                    let (r, [low, high]) = (o.radius(), o.level());
                    [Vec3::new(-r, -r, low), Vec3::new(r, r, high)]
                }
                Shape::Faceted(facets) => {
                    let all = || facets.iter().flatten();
                    let start = facets[0][0];
                    [all().fold(start, |m, v| m.inf(v)), all().fold(start, |m, v| m.sup(v))]
                }
            };
            [lo.add_scalar(-c.grow), hi.add_scalar(c.grow)]
        });
        each.reduce(|a, b| [a[0].inf(&b[0]), a[1].sup(&b[1])]).unwrap_or([Vec3::zeros(); 2])
    }
}

impl Component {
    fn deep(&self, y: &Vec3) -> f64 {
        match &self.shape {
            Shape::Turned(_) => self.depth(y).0,
            Shape::Faceted(facets) => inner(facets, y) + self.grow,
        }
    }

    fn depth(&self, y: &Vec3) -> (f64, Vec3) {
        let (d, slope) = match &self.shape {
            Shape::Turned(outline) => {
                let r = (y.x * y.x + y.y * y.y).sqrt();
                let (cx, cy) = if r > 0.0 { (y.x / r, y.y / r) } else { (1.0, 0.0) };
                let (d, [gr, gz]) = outline.depth([r, y.z]);
                (d, Vec3::new(gr * cx, gr * cy, gz))
            }
            Shape::Faceted(facets) => faceted(facets, y),
        };
        (d + self.grow, slope)
    }
}

/// How deep `y` lies in a closed mesh, negative outside.
fn inner(facets: &[Facet], y: &Vec3) -> f64 {
    let gap = facets.iter().map(|f| distance(y, f)).fold(f64::INFINITY, f64::min);
    if winding(y, facets) > 0.5 { gap } else { -gap }
}

fn faceted(facets: &[Facet], y: &Vec3) -> (f64, Vec3) {
    // The direction by differences: only the climb to a better lower bound uses it.
    let h = 1e-6;
    let depth = inner(facets, y);
    let at = |p: Vec3| facets.iter().map(|f| distance(&p, f)).fold(f64::INFINITY, f64::min);
    let slope = Vec3::from_fn(|i, _| {
        let mut step = Vec3::zeros();
        step[i] = h;
        (at(y + step) - at(y - step)) * depth.signum()
    });
    (depth, slope.try_normalize(0.0).unwrap_or_else(Vec3::z))
}
