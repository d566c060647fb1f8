//! A cone around the normals of a few facets: if all of them face away, none need be drawn.

/// Axis and greatest angle from it.
#[derive(Clone, Copy, Debug)]
pub struct Cone {
    axis: [f32; 3],
    /// Sine of the greatest angle between the axis and a normal; 2 when it is a right one or more.
    sine: f32,
}

/// What rounding to `f32` may add to a sine.
const ROUNDING: f32 = 1e-5;

impl Cone {
    /// Around unit `normals`.
    pub fn around(normals: &[[f32; 3]]) -> Self {
        let mut sum = [0f32; 3];
        for n in normals {
            (0..3).for_each(|k| sum[k] += n[k]);
        }
        let length = dot(sum, sum).sqrt();
        if length <= f32::EPSILON {
            return Self { axis: [0.0; 3], sine: 2.0 };
        }
        let axis = sum.map(|x| x / length);
        let cosine = normals.iter().map(|n| dot(axis, *n)).fold(1f32, f32::min);
        let sine = if cosine <= 0.0 { 2.0 } else { (1.0 - cosine * cosine).max(0.0).sqrt() };
        Self { axis, sine: sine + ROUNDING }
    }

    /// Every normal points away from a viewer in direction `toward`.
    ///
    /// A normal at angle a ≤ α from the axis, the axis at angle θ from the viewer: it faces away
    /// for sure when θ − α > 90°, that is −cos θ > sin α.
    pub fn faces_away(&self, toward: [f32; 3]) -> bool {
        -dot(self.axis, toward) > self.sine
    }
}

pub fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
