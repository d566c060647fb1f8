//! Linear upper bounds on depth over facet and time.

/// A plane above the depth surface: `g s <= a + b α + c β + d t`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub g: f64,
}

impl Cut {
    pub(super) fn at(&self, y: [f64; 2], t: f64) -> f64 {
        self.a + self.b * y[0] + self.c * y[1] + self.d * t
    }
}
