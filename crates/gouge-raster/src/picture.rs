//! Coloured pixels.

/// Red, green, blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// Brightness, 0 to 1 (ITU-R BT.601 weights).
    pub fn brightness(self) -> f32 {
        let [r, g, b] = self.0.map(f32::from);
        (0.299 * r + 0.587 * g + 0.114 * b) / 255.0
    }

    /// As much of `other` as `share` says.
    #[must_use]
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |k: usize| {
            let (a, b) = (f32::from(self.0[k]), f32::from(other.0[k]));
            (a + share.clamp(0.0, 1.0) * (b - a)).round() as u8
        };
        Self([mix(0), mix(1), mix(2)])
    }

    /// Weighted square distance, 0 for equal colours and some 1.5e6 for black and white; the
    /// weights are those of the eye, roughly (T. Riemersma, "Colour metric").
    pub fn distance(self, other: Self) -> i32 {
        let [r, g, b] = [0, 1, 2].map(|k| i32::from(self.0[k]) - i32::from(other.0[k]));
        let mean = (i32::from(self.0[0]) + i32::from(other.0[0])) / 2;
        ((512 + mean) * r * r + 1024 * g * g + (767 - mean) * b * b) >> 8
    }
}

/// Rows of pixels, top first; `None` is background.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Row by row.
    pub pixels: Vec<Option<Rgb>>,
}

impl Picture {
    /// All background.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![None; width * height] }
    }

    /// A pixel; background outside.
    pub fn at(&self, x: usize, y: usize) -> Option<Rgb> {
        (x < self.width && y < self.height).then(|| self.pixels[y * self.width + x]).flatten()
    }
}
