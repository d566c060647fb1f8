//! Programmed transforms: mirror image, scaling and rotation of what follows (G51.1, G51, G68).
//!
//! A control applies them to programmed points in this order, before work offsets. All three are
//! kept apart, because each is cancelled by itself, and combined into one affine map.

use crate::control::plane::Plane;

/// Scaling about a point (G51).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scaling {
    /// Fixed point, work coordinates.
    pub center: [f64; 3],
    /// Factor of each axis, not 0.
    pub factor: [f64; 3],
}

/// Rotation about an axis square to a plane (G68).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rotation {
    pub plane: Plane,
    /// Fixed point, work coordinates; its place along the axis does not matter.
    pub center: [f64; 3],
    /// Degrees, counter-clockwise in the plane.
    pub angle: f64,
}

/// What is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CoordinateTransform {
    /// Mirror planes: where each mirrored axis is reflected.
    pub mirror: [Option<f64>; 3],
    pub scaling: Option<Scaling>,
    pub rotation: Option<Rotation>,
}

/// An affine map: three rows of factors and a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Map {
    rows: [[f64; 3]; 3],
    shift: [f64; 3],
}

impl Map {
    const SAME: Map =
        Map { rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], shift: [0.0; 3] };

    fn turn(&self, v: [f64; 3]) -> [f64; 3] {
        self.rows.map(|row| {
            // An axis that plays no part stays out of it, so that an unknown X leaves Z known.
            (0..3).filter(|k| row[*k] != 0.0).map(|k| row[k] * v[k]).sum()
        })
    }

    fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        let turned = self.turn(p);
        std::array::from_fn(|k| turned[k] + self.shift[k])
    }

    /// This map, then a linear map `rows` about the fixed point `center`.
    fn then(&self, rows: [[f64; 3]; 3], center: [f64; 3]) -> Map {
        let next = Map { rows, shift: [0.0; 3] };
        let column = |k: usize| next.turn([self.rows[0][k], self.rows[1][k], self.rows[2][k]]);
        let columns = [column(0), column(1), column(2)];
        let moved = next.turn(std::array::from_fn(|k| self.shift[k] - center[k]));
        Map {
            rows: std::array::from_fn(|i| std::array::from_fn(|k| columns[k][i])),
            shift: std::array::from_fn(|k| moved[k] + center[k]),
        }
    }
}

impl CoordinateTransform {
    /// Whether anything is in force.
    pub fn active(&self) -> bool {
        *self != CoordinateTransform::default()
    }

    /// Whether circles in `plane` stay circles.
    pub fn keeps_circles(&self, plane: Plane) -> bool {
        let [u, v, _] = plane.axes();
        let scaled_alike = self.scaling.is_none_or(|s| s.factor[u].abs() == s.factor[v].abs());
        let turned_within = self.rotation.is_none_or(|r| r.plane == plane || r.angle == 0.0);
        scaled_alike && (turned_within || self.scaling.is_none())
    }

    fn map(&self) -> Map {
        let mut map = Map::SAME;
        for (axis, at) in self.mirror.iter().enumerate() {
            if let Some(at) = at {
                let mut rows = Map::SAME.rows;
                rows[axis][axis] = -1.0;
                let mut center = [0.0; 3];
                center[axis] = *at;
                map = map.then(rows, center);
            }
        }
        let mut scale = Map::SAME;
        if let Some(s) = &self.scaling {
            let rows = std::array::from_fn(|i| {
                std::array::from_fn(|k| if i == k { s.factor[i] } else { 0.0 })
            });
            map = map.then(rows, s.center);
            scale = scale.then(rows, s.center);
        }
        if let Some(r) = &self.rotation {
            let [u, v, _] = r.plane.axes();
            let (sin, cos) = exact_sin_cos(r.angle);
            let mut rows = Map::SAME.rows;
            (rows[u][u], rows[u][v]) = (cos, -sin);
            (rows[v][u], rows[v][v]) = (sin, cos);
            // Scaling in force moves the centre of rotation too.
            map = map.then(rows, scale.apply(r.center));
        }
        map
    }

    /// Where a programmed point goes.
    pub fn apply(&self, point: [f64; 3]) -> [f64; 3] {
        if self.active() { self.map().apply(point) } else { point }
    }

    /// The normal about which an arc of `plane` runs, a rotation about another axis included.
    /// Which way round it runs is [`flips`](Self::flips).
    pub fn axis_of(&self, plane: Plane) -> [f64; 3] {
        let normal = plane.unfold([0.0, 0.0, 1.0]);
        match self.rotation {
            Some(rotation) if rotation.plane != plane => {
                let only = CoordinateTransform {
                    rotation: Some(rotation),
                    ..CoordinateTransform::default()
                };
                only.map().turn(normal)
            }
            _ => normal,
        }
    }

    /// Whether counter-clockwise becomes clockwise in `plane`.
    pub fn flips(&self, plane: Plane) -> bool {
        let [u, v, _] = plane.axes();
        let negative = |axis: usize| {
            let scaled = self.scaling.is_some_and(|s| s.factor[axis] < 0.0);
            self.mirror[axis].is_some() != scaled
        };
        negative(u) != negative(v)
    }

    /// The programmed point that goes to `image`; no factor may be 0.
    pub fn invert(&self, image: [f64; 3]) -> [f64; 3] {
        if !self.active() {
            return image;
        }
        let mut p = image;
        let scale = |p: [f64; 3], s: &Scaling| -> [f64; 3] {
            std::array::from_fn(|k| s.center[k] + (p[k] - s.center[k]) * s.factor[k])
        };
        if let Some(r) = &self.rotation {
            let back = Rotation {
                angle: -r.angle,
                center: self.scaling.as_ref().map_or(r.center, |s| scale(r.center, s)),
                ..*r
            };
            p = CoordinateTransform { rotation: Some(back), ..CoordinateTransform::default() }
                .map()
                .apply(p);
        }
        if let Some(s) = &self.scaling {
            p = scale(p, &Scaling { factor: s.factor.map(f64::recip), ..*s });
        }
        for (axis, at) in self.mirror.iter().enumerate() {
            if let Some(at) = at {
                p[axis] = 2.0 * at - p[axis];
            }
        }
        p
    }

    /// Changes the unit of every length.
    pub fn convert(&mut self, ratio: f64) {
        for at in self.mirror.iter_mut().flatten() {
            *at *= ratio;
        }
        let centers = self.scaling.iter_mut().map(|s| &mut s.center);
        for center in centers.chain(self.rotation.iter_mut().map(|r| &mut r.center)) {
            *center = center.map(|value| value * ratio);
        }
    }
}

/// Sine and cosine of degrees, exact at multiples of 90.
fn exact_sin_cos(degrees: f64) -> (f64, f64) {
    match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        _ => degrees.to_radians().sin_cos(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: [f64; 3], b: [f64; 3]) {
        assert!((0..3).all(|k| (a[k] - b[k]).abs() < 1e-12), "{a:?} {b:?}");
    }

    #[test]
    fn rotation_turns_about_its_center() {
        let rotation = Rotation { plane: Plane::Xy, center: [10.0, 5.0, 0.0], angle: 90.0 };
        let transform =
            CoordinateTransform { rotation: Some(rotation), ..CoordinateTransform::default() };
        close(transform.apply([20.0, 5.0, 3.0]), [10.0, 15.0, 3.0]);
        assert!(transform.keeps_circles(Plane::Xy) && !transform.flips(Plane::Xy));
    }

    #[test]
    fn scaling_moves_the_center_of_rotation() {
        let transform = CoordinateTransform {
            scaling: Some(Scaling { center: [0.0; 3], factor: [2.0; 3] }),
            rotation: Some(Rotation { plane: Plane::Xy, center: [10.0, 0.0, 0.0], angle: 90.0 }),
            ..CoordinateTransform::default()
        };
        close(transform.apply([15.0, 0.0, 1.0]), [20.0, 10.0, 2.0]);
        close(transform.invert(transform.apply([3.0, 4.0, 5.0])), [3.0, 4.0, 5.0]);
    }

    #[test]
    fn one_mirrored_axis_reverses_arcs_and_two_do_not() {
        let one = CoordinateTransform {
            mirror: [Some(50.0), None, None],
            ..CoordinateTransform::default()
        };
        close(one.apply([60.0, 10.0, 0.0]), [40.0, 10.0, 0.0]);
        assert!(one.flips(Plane::Xy) && !one.flips(Plane::Yz));
        let two = CoordinateTransform {
            mirror: [Some(0.0), Some(0.0), None],
            ..CoordinateTransform::default()
        };
        assert!(!two.flips(Plane::Xy));
    }

    #[test]
    fn an_unknown_axis_leaves_the_others_known() {
        let transform = CoordinateTransform {
            mirror: [Some(0.0), None, None],
            ..CoordinateTransform::default()
        };
        let image = transform.apply([f64::NAN, 2.0, 3.0]);
        assert!(image[0].is_nan() && image[1] == 2.0 && image[2] == 3.0);
    }
}
