//! The coordinates that a reader works in: the program's, in the program's units.

use super::placement::Placement;
use super::summary::short;
use crate::geom::{MM_PER_INCH, Vec3};

/// Four decimals: steps to one unit.
const STEPS: f64 = 1e4;

/// What rounding leaves of a step.
const STEP_ROUNDING: f64 = 1e-6;

/// Program coordinates: the placement of the part in them, and their unit.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    placement: Placement,
    inch: bool,
}

impl Frame {
    /// Of a program that works in `units`, as the report names them; what is mixed is told in mm.
    pub fn new(placement: Placement, units: &str) -> Self {
        Self { placement, inch: units == "inch" }
    }

    /// Millimetres for one unit.
    fn unit(&self) -> f64 {
        if self.inch { MM_PER_INCH } else { 1.0 }
    }

    /// What it is called.
    pub fn unit_name(&self) -> &'static str {
        if self.inch { "inch" } else { "mm" }
    }

    /// A point in work coordinates (mm) in program coordinates and units.
    pub fn of_work(&self, p: Vec3) -> [f64; 3] {
        ((p - self.placement.program_to_work()) / self.unit()).into()
    }

    /// A length or a height (mm) in program units.
    pub fn of_length(&self, mm: f64) -> f64 {
        mm / self.unit()
    }

    /// The next length or coordinate that is not less, mm, which four decimals tell in program
    /// units: advice is rounded up, so that it is enough.
    pub fn enough(&self, mm: f64) -> f64 {
        let steps = mm / self.unit() * STEPS;
        // What is a whole number of steps is one, however it was rounded.
        let whole = steps.round();
        (if (steps - whole).abs() < STEP_ROUNDING { whole } else { steps.ceil() }) / STEPS
            * self.unit()
    }

    /// A coordinate or a length as the program would write it: four decimals at most.
    pub fn number(&self, mm: f64) -> String {
        short(mm / self.unit())
    }

    /// A length with its unit; inches are told in millimetres too.
    pub fn length(&self, mm: f64) -> String {
        match self.inch {
            true => format!("{} in ({} mm)", self.number(mm), short(mm)),
            false => format!("{} mm", short(mm)),
        }
    }

    /// A level move as words of the program, no shorter than it is.
    pub fn moved(&self, by: &Vec3) -> String {
        let word =
            |name: &str, mm: f64| match self.number(self.enough(mm.abs()).copysign(mm)).as_str() {
                "0" => None,
                number => Some(format!("{name}{number}")),
            };
        let words: Vec<String> = [word("X", by.x), word("Y", by.y)].into_iter().flatten().collect();
        let unit = if self.inch { " in" } else { " mm" };
        words.join(" ") + unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A height of 0.359313 in was advised as 0.3593, which gouged.
    #[test]
    fn what_is_advised_is_enough_in_either_unit() {
        for (units, unit) in [("mm", 1.0), ("inch", MM_PER_INCH)] {
            let frame = Frame::new(Placement::at_origin(Vec3::zeros()), units);
            for mm in [0.0123, 0.01231, 1.0, 0.99999, 7.0 / 3.0, 9.126_55, -3.000_01] {
                let by = frame.enough(mm);
                assert!(by >= mm - 1e-8 && by - mm <= 1.01 * unit / STEPS, "{mm}: {by}");
                let said: f64 = frame.number(by).parse().unwrap();
                assert!(said * unit >= mm - 1e-8, "{units} {mm}: {said}");
            }
        }
    }

    #[test]
    fn inches_are_shown_in_both_units() {
        let frame = Frame::new(Placement::at_origin(Vec3::new(25.4, 0.0, 0.0)), "inch");
        assert_eq!(frame.of_work(Vec3::new(50.8, 0.0, -25.4)), [1.0, 0.0, -1.0]);
        assert_eq!(frame.length(0.254), "0.01 in (0.254 mm)");
        assert_eq!(frame.moved(&Vec3::new(-0.254, 0.0, 0.0)), "X-0.01 in");
        let frame = Frame::new(Placement::at_origin(Vec3::zeros()), "mm");
        assert_eq!(frame.length(0.25), "0.25 mm");
    }
}
