//! Machine zero, and the work offsets that are counted from it. Parameters hold offsets from
//! machine zero, in machine units; a program reads and sets them in the unit in force.

use crate::control::Control;
use crate::control::params::{offset_slot, system_first};
use crate::control::state::{add, sub};

impl Control<'_> {
    /// Where a machine position of an axis lies in program coordinates, unit in force; the
    /// program's zero stands in for machine zero where that is not known.
    pub fn of_machine(&self, axis: usize, place: f64) -> f64 {
        place + self.options.home[axis].unwrap_or(0.0) / self.state.units.mm()
    }

    /// Where the machine's axes stand, unit in force; the program's zero stands in for machine zero
    /// where that is not known.
    pub fn machine_point(&self) -> [f64; 3] {
        let base = add(self.state.to_base(self.state.pos), self.state.tool_length);
        sub(base, self.options.home.map(|mm| mm.unwrap_or(0.0) / self.state.units.mm()))
    }

    /// Machine zero, mm, on the axes that are named and on which it is known.
    pub fn home_of_axes(&self, named: [bool; 3]) -> [Option<f64>; 3] {
        [0, 1, 2].map(|axis| self.options.home[axis].filter(|_| named[axis]))
    }

    /// The program sets a numbered parameter.
    pub(super) fn set_parameter(&mut self, number: usize, value: f64) {
        let value = self.home_of(number).map_or(value, |home| value + home);
        self.params.set(number, value);
    }

    /// Machine zero on the axis of a work offset that a parameter holds, machine units.
    pub(super) fn home_of(&self, number: usize) -> Option<f64> {
        let (_, axis) = offset_slot(number)?;
        let home = self.options.home.get(axis).copied().flatten()?;
        Some(home / self.options.machine_units.mm())
    }

    /// Whether it was said where a work offset lies; the first one's place is the program's zero.
    pub fn is_placed(&self, system: usize) -> bool {
        let first = system_first(system);
        self.placed.contains(&system)
            || (0..10).any(|slot| self.params.get(first + slot) != 0.0)
            || self.options.offsets.iter().any(|offset| offset.system == system)
            || self.options.parameters.as_ref().is_some_and(|file| file.states_system(system))
    }

    /// Where a work offset lies, unit in force.
    pub fn origin_of(&self, system: usize) -> [f64; 3] {
        if system <= 9 {
            return self.in_force(self.params.nine(system_first(system))).0;
        }
        let unit = self.state.units.mm();
        self.further.get(&system).map_or([0.0; 3], |origin| origin.map(|mm| mm / unit))
    }

    /// Places a work offset, unit in force.
    pub fn set_origin_of(&mut self, system: usize, origin: [f64; 3]) {
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
    pub fn load_system(&mut self) {
        let first = system_first(self.state.system);
        let nine = self.params.nine(first);
        self.state.origin = self.origin_of(self.state.system);
        self.state.origin_rest = self.in_force(nine).1;
        self.state.rotation = self.params.get(first + 9);
        self.invalidate_origin();
    }

    /// Where work coordinates lie is not known while it is in doubt which they are, or which tool
    /// moves.
    pub fn invalidate_origin(&mut self) {
        if self.invalid.system || self.invalid.tool {
            self.state.origin = [f64::NAN; 3];
        }
    }
}
