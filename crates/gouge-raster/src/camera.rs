//! Where a picture is taken from: parallel projection, Z up.

use gouge_mesh::geom::{Aabb, Vec3};

/// Steepest elevation; beyond it left and right would swap, radians.
const STEEPEST: f64 = std::f64::consts::FRAC_PI_2;

/// Share of the picture that a fitted box fills.
const FITTED: f64 = 0.92;

/// A standard view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From +Z.
    Top,
    /// From -Z.
    Bottom,
    /// From -Y, as one stands at the machine.
    Front,
    /// From +Y.
    Back,
    /// From -X.
    Left,
    /// From +X.
    Right,
    /// From the front, the right and above.
    Corner,
}

impl Side {
    /// Azimuth and elevation, radians.
    fn angles(self) -> (f64, f64) {
        let quarter = std::f64::consts::FRAC_PI_2;
        match self {
            Self::Top => (0.0, quarter),
            Self::Bottom => (0.0, -quarter),
            Self::Front => (0.0, 0.0),
            Self::Right => (quarter, 0.0),
            Self::Back => (2.0 * quarter, 0.0),
            Self::Left => (-quarter, 0.0),
            Self::Corner => (0.5 * quarter, (1.0 / 3f64.sqrt()).asin()),
        }
    }
}

/// A camera infinitely far away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point in the middle of the picture, mm.
    pub target: Vec3,
    /// Angle about +Z from the front, radians; the right side is at a quarter turn.
    pub azimuth: f64,
    /// Angle above the horizon, radians, within a quarter turn.
    pub elevation: f64,
    /// Pixels a millimetre, across.
    pub scale: f64,
    /// Width of a pixel over its height.
    pub aspect: f64,
}

impl Camera {
    /// Looks at the middle of `bounds` from a standard side, one pixel a millimetre.
    pub fn new(bounds: &Aabb, side: Side) -> Self {
        let (azimuth, elevation) = side.angles();
        let target = if bounds.is_empty() { Vec3::zeros() } else { 0.5 * (bounds.lo + bounds.hi) };
        Self { target, azimuth, elevation, scale: 1.0, aspect: 1.0 }
    }

    /// Turns about the target, radians.
    pub fn orbit(&mut self, azimuth: f64, elevation: f64) {
        self.azimuth = (self.azimuth + azimuth).rem_euclid(std::f64::consts::TAU);
        self.elevation = (self.elevation + elevation).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves the target across the picture, pixels right and up.
    pub fn pan(&mut self, right: f64, up: f64) {
        let [r, u, _] = self.axes();
        self.target += (r * right + u * (up / self.aspect)) / self.scale;
    }

    /// Unit vectors to the right, up and toward the viewer.
    pub fn axes(&self) -> [Vec3; 3] {
        let (sin_a, cos_a) = self.azimuth.sin_cos();
        let (sin_e, cos_e) = self.elevation.sin_cos();
        let toward = Vec3::new(sin_a * cos_e, -cos_a * cos_e, sin_e);
        let right = Vec3::new(cos_a, sin_a, 0.0);
        [right, toward.cross(&right), toward]
    }

    /// Scales so that `bounds` fills a picture of `width` × `height` pixels.
    pub fn fit(&mut self, bounds: &Aabb, width: usize, height: usize) {
        if bounds.is_empty() {
            return;
        }
        self.target = 0.5 * (bounds.lo + bounds.hi);
        let half = 0.5 * bounds.size();
        let reach = |axis: Vec3| half.dot(&axis.abs()).max(f64::MIN_POSITIVE);
        let [right, up, _] = self.axes();
        let across = width as f64 / (2.0 * reach(right));
        let upward = height as f64 / (2.0 * reach(up) * self.aspect);
        self.scale = FITTED * across.min(upward);
    }

    /// A point in a picture of `width` × `height`: pixels from the left, pixels from the top, mm
    /// toward the viewer from the target. The middle of the first pixel is at ½, ½.
    pub fn project(&self, p: &Vec3, width: usize, height: usize) -> [f64; 3] {
        let d = p - self.target;
        let [right, up, toward] = self.axes();
        [
            0.5 * width as f64 + self.scale * d.dot(&right),
            0.5 * height as f64 - self.scale * self.aspect * d.dot(&up),
            d.dot(&toward),
        ]
    }

    /// The point that [`Camera::project`] puts at `at`.
    pub fn unproject(&self, at: [f64; 3], width: usize, height: usize) -> Vec3 {
        let [right, up, toward] = self.axes();
        let x = (at[0] - 0.5 * width as f64) / self.scale;
        let y = (0.5 * height as f64 - at[1]) / (self.scale * self.aspect);
        self.target + right * x + up * y + toward * at[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_look_where_they_say() {
        let unit = Aabb { lo: Vec3::repeat(-1.0), hi: Vec3::repeat(1.0) };
        for (side, toward) in [
            (Side::Top, Vec3::z()),
            (Side::Bottom, -Vec3::z()),
            (Side::Front, -Vec3::y()),
            (Side::Back, Vec3::y()),
            (Side::Left, -Vec3::x()),
            (Side::Right, Vec3::x()),
            (Side::Corner, Vec3::new(1.0, -1.0, 1.0).normalize()),
        ] {
            let axes = Camera::new(&unit, side).axes();
            assert!((axes[2] - toward).norm() < 1e-12, "{side:?}");
            assert!((axes[0].cross(&axes[1]) - axes[2]).norm() < 1e-12, "{side:?}");
        }
    }

    #[test]
    fn a_point_comes_back_from_the_picture() {
        let mut camera =
            Camera::new(&Aabb { lo: Vec3::zeros(), hi: Vec3::repeat(8.0) }, Side::Corner);
        camera.aspect = 0.75;
        camera.scale = 3.7;
        camera.orbit(0.3, -0.9);
        let p = Vec3::new(1.0, -2.0, 3.0);
        assert!((camera.unproject(camera.project(&p, 80, 48), 80, 48) - p).norm() < 1e-12);
    }
}
