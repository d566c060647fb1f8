//! Where things stand: lengths as the parameters keep them and as the program has them, work offsets,
//! the controlled point, and the axes beside X, Y and Z.

use super::machine::Machine;
use super::params::system_first;
use super::state::{FIRST_SECONDARY, MM_PER_INCH, Rest, Units};
use crate::tolerance::REST_STILL;

impl Machine<'_> {
    /// Machine units in one unit in force, inverted: what a stored length is worth now.
    pub(crate) fn stored(&self) -> f64 {
        match (self.options.machine_units, self.state.units) {
            (Units::Inch, Units::Mm) => MM_PER_INCH,
            (Units::Mm, Units::Inch) => 1.0 / MM_PER_INCH,
            _ => 1.0,
        }
    }

    /// Nine stored values (X … W) in the unit in force.
    pub(crate) fn in_force(&self, nine: [f64; 9]) -> ([f64; 3], Rest) {
        let stored = self.stored();
        let [x, y, z, a, b, c, u, v, w] = nine;
        ([x, y, z].map(|value| value * stored), [a, b, c, u * stored, v * stored, w * stored])
    }

    /// The inverse: how nine values are stored.
    pub(crate) fn to_store(&self, xyz: [f64; 3], rest: Rest) -> [f64; 9] {
        let stored = self.stored();
        let [x, y, z] = xyz.map(|value| value / stored);
        let [a, b, c, u, v, w] = rest;
        [x, y, z, a, b, c, u / stored, v / stored, w / stored]
    }

    /// Values of the other axes, their lengths in mm.
    pub(crate) fn in_mm(&self, mut rest: Rest) -> Rest {
        let unit = self.state.units.mm();
        rest[FIRST_SECONDARY..].iter_mut().for_each(|value| *value *= unit);
        rest
    }

    /// Whether other axes that end at `rest` stand elsewhere than before the first block.
    pub(crate) fn away(&self, rest: Rest) -> bool {
        let moved = std::array::from_fn(|axis| rest[axis] - self.state.rest[axis]);
        let (base, moved) = (self.rest_mm(), self.in_mm(moved));
        (0..6).any(|axis| (base[axis] + moved[axis] - self.home_rest[axis]).abs() > REST_STILL)
    }

    /// Where the machine's other axes stand, degrees and mm.
    pub(crate) fn rest_mm(&self) -> Rest {
        self.in_mm(self.state.rest_base())
    }

    /// Where a work offset lies, unit in force.
    pub(crate) fn origin_of(&self, system: usize) -> [f64; 3] {
        if system <= 9 {
            return self.in_force(self.params.nine(system_first(system))).0;
        }
        let unit = self.state.units.mm();
        self.further.get(&system).map_or([0.0; 3], |origin| origin.map(|mm| mm / unit))
    }

    /// Places a work offset, unit in force.
    pub(crate) fn set_origin_of(&mut self, system: usize, origin: [f64; 3]) {
        if system <= 9 {
            let stored = self.stored();
            for (axis, value) in origin.into_iter().enumerate() {
                self.params.set(system_first(system) + axis, value / stored);
            }
        } else {
            let unit = self.state.units.mm();
            self.further.insert(system, origin.map(|value| value * unit));
        }
    }

    /// Takes the work offset in force from the parameters.
    pub(crate) fn load_system(&mut self) {
        let first = system_first(self.state.system);
        let nine = self.params.nine(first);
        self.state.origin = self.origin_of(self.state.system);
        self.state.origin_rest = self.in_force(nine).1;
        self.state.rotation = self.params.get(first + 9);
    }

    /// The controlled point of a point in work coordinates, mm.
    pub(crate) fn base_mm(&self, point: [f64; 3]) -> [f64; 3] {
        let unit = self.state.units.mm();
        self.state.to_base(point).map(|value| value * unit)
    }

    /// Where the last motion ended, in work coordinates, unit in force.
    pub(crate) fn last_point(&self) -> [f64; 3] {
        let unit = self.state.units.mm();
        self.state.at_base(self.out.map(|value| value / unit))
    }

    /// `#5420` … `#5428`.
    pub(crate) fn position_parameter(&self, axis: usize) -> f64 {
        match axis {
            0..=2 => self.state.pos[axis],
            _ => self.state.rest[axis - 3],
        }
    }
}
