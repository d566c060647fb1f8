//! The modal state: RS274NGC, section 3.4 (modal groups), and how work coordinates become those of
//! the controlled point (LinuxCNC: `interp_internal.hh`, `setup`).

use crate::control::memory::{CycleMemory, Drilling, Polar};
use crate::control::plane::Plane;
use crate::control::transform::CoordinateTransform;
use crate::motion::Zero;
use crate::words::g;

/// Millimetres per inch, exactly.
pub(crate) const MM_PER_INCH: f64 = 25.4;

/// Unit of lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// Millimetres.
    #[default]
    Mm,
    /// Inches.
    Inch,
}

impl Units {
    /// Millimetres in one unit.
    #[must_use]
    pub fn mm(self) -> f64 {
        match self {
            Units::Mm => 1.0,
            Units::Inch => MM_PER_INCH,
        }
    }
}

/// What F means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum FeedMode {
    #[default]
    PerMinute,
    PerRevolution,
    InverseTime,
}

/// Which way the spindle turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Spindle {
    #[default]
    Stopped,
    Clockwise,
    CounterClockwise,
}

/// The axes beside X, Y and Z: A, B, C in degrees, then U, V, W in the unit in force.
pub(crate) type Rest = [f64; 6];

/// Number of the first length (U) in a [`Rest`].
pub(crate) const FIRST_SECONDARY: usize = 3;

/// Everything modal. Lengths are in the unit in force, angles in degrees; an unknown value is NaN.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// Current point in work coordinates.
    pub pos: [f64; 3],
    pub rest: Rest,
    pub units: Units,
    pub plane: Plane,
    pub incremental: bool,
    pub arc_absolute: bool,
    pub feed_mode: FeedMode,
    pub feed: f64,
    pub spindle: Spindle,
    pub speed: f64,
    /// Motion word in force, tenths; `None` before the first and after NURBS.
    pub motion: Option<u16>,
    /// G99: cycles return to R only.
    pub return_to_r: bool,
    pub lathe_diameter: bool,
    pub surface_speed: bool,
    pub path_control: u16,
    /// Work offset in force, 1 is G54.
    pub system: usize,
    pub origin: [f64; 3],
    pub origin_rest: Rest,
    /// Rotation of the work offset about Z, degrees.
    pub rotation: f64,
    pub g92: [f64; 3],
    pub g92_rest: Rest,
    pub tool_length: [f64; 3],
    pub tool_length_rest: Rest,
    pub mist: bool,
    pub flood: bool,
    pub feed_override: bool,
    pub speed_override: bool,
    pub adaptive_feed: bool,
    pub feed_hold: bool,
    pub cycle: CycleMemory,
    /// Fanuc and Haas: holes, polar coordinates, mirror, scaling and rotation.
    pub drilling: Drilling,
    /// G92 has moved the work offsets, and G52 has not undone it.
    pub zero_moved: bool,
    pub polar: Option<Polar>,
    pub transform: CoordinateTransform,
}

impl State {
    pub fn new(units: Units) -> Self {
        State {
            pos: [f64::NAN; 3],
            rest: [0.0; 6],
            units,
            plane: Plane::Xy,
            incremental: false,
            arc_absolute: false,
            feed_mode: FeedMode::PerMinute,
            feed: 0.0,
            spindle: Spindle::Stopped,
            speed: 0.0,
            motion: Some(g::G80),
            return_to_r: false,
            lathe_diameter: false,
            surface_speed: false,
            path_control: g::G64,
            system: 1,
            origin: [0.0; 3],
            origin_rest: [0.0; 6],
            rotation: 0.0,
            g92: [0.0; 3],
            g92_rest: [0.0; 6],
            tool_length: [0.0; 3],
            tool_length_rest: [0.0; 6],
            mist: false,
            flood: false,
            feed_override: true,
            speed_override: true,
            adaptive_feed: false,
            feed_hold: true,
            cycle: CycleMemory::default(),
            drilling: Drilling::default(),
            zero_moved: false,
            polar: None,
            transform: CoordinateTransform::default(),
        }
    }

    /// A motion word other than a cycle ends a series of holes: the next one has a level of its own.
    pub fn end_series(&mut self) {
        self.cycle.initial = None;
        (self.drilling.initial, self.drilling.left) = (None, None);
    }

    /// G80 on Fanuc and Haas controls: the levels are forgotten, and the motion word of before is
    /// in force again.
    pub fn end_drilling(&mut self) {
        if self.motion.is_some_and(g::is_cycle) {
            self.motion = self.drilling.before;
        }
        self.drilling = Drilling::default();
    }

    /// Turns a point about Z by an angle in degrees.
    pub fn turn(point: [f64; 3], degrees: f64) -> [f64; 3] {
        if degrees == 0.0 {
            return point;
        }
        let (sin, cos) = degrees.to_radians().sin_cos();
        let [x, y, z] = point;
        [x * cos - y * sin, x * sin + y * cos, z]
    }

    /// Work coordinates to the controlled point, tool length not applied; unit in force.
    pub fn to_base(&self, point: [f64; 3]) -> [f64; 3] {
        let shifted = add(self.transform.apply(point), self.g92);
        add(Self::turn(shifted, self.rotation), self.origin)
    }

    /// Where the zero of work coordinates lies.
    pub fn zero(&self) -> Zero {
        if self.rotation != 0.0 || self.transform.active() {
            return Zero::Turned;
        }
        let unit = self.units.mm();
        match add(self.g92, self.origin).map(|value| value * unit) {
            [0.0, 0.0, 0.0] => Zero::Alike,
            by if by.iter().all(|value| value.is_finite()) => Zero::Moved(Box::new(by)),
            _ => Zero::Unknown,
        }
    }

    /// The inverse of [`to_base`](Self::to_base).
    pub fn at_base(&self, point: [f64; 3]) -> [f64; 3] {
        let shifted = sub(Self::turn(sub(point, self.origin), -self.rotation), self.g92);
        self.transform.invert(shifted)
    }

    /// Where an axis beside X, Y, Z stands in work coordinates when the machine has it at `place`.
    /// LinuxCNC leaves the tool's offset out of rotary axes here.
    pub fn rest_of_machine(&self, axis: usize, place: f64) -> f64 {
        let tool = if axis < FIRST_SECONDARY { 0.0 } else { self.tool_length_rest[axis] };
        place - self.origin_rest[axis] - self.g92_rest[axis] - tool
    }

    /// Where the machine's other axes stand, all offsets counted.
    pub fn rest_base(&self) -> Rest {
        std::array::from_fn(|axis| {
            self.rest[axis]
                + self.g92_rest[axis]
                + self.origin_rest[axis]
                + self.tool_length_rest[axis]
        })
    }

    /// Changes the unit of every length kept here.
    pub fn convert(&mut self, units: Units) {
        if units == self.units {
            return;
        }
        let ratio = self.units.mm() / units.mm();
        let lengths = [&mut self.pos, &mut self.origin, &mut self.g92, &mut self.tool_length];
        for values in lengths {
            for value in values {
                *value *= ratio;
            }
        }
        let rests =
            [&mut self.rest, &mut self.origin_rest, &mut self.g92_rest, &mut self.tool_length_rest];
        for values in rests {
            for value in &mut values[FIRST_SECONDARY..] {
                *value *= ratio;
            }
        }
        self.feed *= ratio;
        self.drilling.convert(ratio);
        self.transform.convert(ratio);
        if let Some(polar) = &mut self.polar {
            polar.radius = polar.radius.map(|radius| radius * ratio);
            polar.center = polar.center.map(|place| place * ratio);
        }
        self.units = units;
    }
}

/// Whether numbers are the same to within `most`, unknown ones included.
pub(crate) fn same(one: &[f64], other: &[f64], most: f64) -> bool {
    one.iter().zip(other).all(|(a, b)| is_same(*a, *b, most))
}

/// Whether two numbers are the same to within `most`, or both unknown.
pub(crate) fn is_same(a: f64, b: f64, most: f64) -> bool {
    (a - b).abs() <= most || (a.is_nan() && b.is_nan())
}

pub(crate) fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
