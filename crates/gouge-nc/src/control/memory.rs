//! What canned cycles and polar coordinates remember from block to block.

/// What canned cycles remember from block to block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CycleMemory {
    /// R level.
    pub r: f64,
    /// Bottom.
    pub depth: f64,
    /// Dwell, seconds.
    pub dwell: f64,
    /// Peck.
    pub peck: f64,
    /// I, J, K of back boring; I, J also carry a spline's end direction.
    pub ijk: [f64; 3],
    /// Level that G98 returns to, while a series of cycles runs.
    pub initial: Option<f64>,
}

/// What a series of holes remembers, unit in force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Drilling {
    /// Level that the series began on, to which G98 returns.
    pub initial: Option<f64>,
    /// Between two holes G28, G30 or G53 went to a machine position: the word and its line.
    pub left: Option<(u16, u32)>,
    /// R level.
    pub clear: Option<f64>,
    /// Bottom.
    pub bottom: Option<f64>,
    /// First peck, its decrease and its least value: Q, or I, J, K on Haas controls.
    pub peck: [Option<f64>; 3],
    /// The line being carried out has noted its levels.
    pub noted: bool,
    /// Motion word that G80 gives back.
    pub before: Option<u16>,
}

impl Drilling {
    /// Changes the unit of every length.
    pub fn convert(&mut self, ratio: f64) {
        let levels = [&mut self.initial, &mut self.clear, &mut self.bottom].into_iter();
        for value in levels.chain(&mut self.peck).flatten() {
            *value *= ratio;
        }
    }
}

/// Polar coordinates: the radius and angle last programmed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Polar {
    pub radius: Option<f64>,
    /// Degrees.
    pub angle: Option<f64>,
    /// Mach3: where G16 was given, work coordinates.
    pub center: [f64; 2],
}
