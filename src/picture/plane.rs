//! A plane with two directions in it.

use crate::geom::Vec3;
use crate::report::data::picture::{Plane, Point};

/// Shorter than this a direction is none, mm.
const NO_DIRECTION_MM: f64 = 1e-6;

impl Plane {
    /// The plane through `origin` that holds +Z and the horizontal part of the first of
    /// `directions` that has one; X otherwise.
    pub fn upright(origin: Vec3, directions: &[Vec3]) -> Self {
        let flat = directions.iter().map(|d| Vec3::new(d.x, d.y, 0.0));
        let along = flat
            .filter(|d| d.norm() > NO_DIRECTION_MM)
            .map(|d| d.normalize())
            .next()
            .unwrap_or_else(Vec3::x);
        Self { origin: origin.into(), along: along.into(), up: Vec3::z().into() }
    }

    /// A level plane, X to the right, Y up.
    pub fn level(origin: Vec3) -> Self {
        Self { origin: origin.into(), along: Vec3::x().into(), up: Vec3::y().into() }
    }

    /// Unit normal.
    pub fn normal(&self) -> Vec3 {
        Vec3::from(self.along).cross(&Vec3::from(self.up))
    }

    /// Signed distance of a point, mm.
    pub fn distance(&self, p: &Vec3) -> f64 {
        self.normal().dot(&(p - Vec3::from(self.origin)))
    }

    /// A point seen along the normal.
    pub fn project(&self, p: &Vec3) -> Point {
        let d = p - Vec3::from(self.origin);
        [Vec3::from(self.along).dot(&d), Vec3::from(self.up).dot(&d)]
    }

    /// The point in space of a point of the plane.
    pub fn lift(&self, p: Point) -> Vec3 {
        Vec3::from(self.origin) + Vec3::from(self.along) * p[0] + Vec3::from(self.up) * p[1]
    }
}
