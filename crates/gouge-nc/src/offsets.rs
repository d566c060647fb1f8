//! Everything that shifts coordinates: work offsets, G92, G52, G10, reference points.

use super::block::{AXES, Block, bit};
use super::code;
use super::expr::whole;
use super::fault::{Step, refuse};
use super::machine::Machine;
use super::motion::Kind;
use super::params::{G92_APPLIED, G92_FIRST, HOME, SYSTEM, system_first};
use super::state::{Rest, State, add, sub};
use super::words::{Group, g};

impl Machine<'_> {
    /// Changes offsets while the machine stands still: the current point follows.
    pub(crate) fn keep_place(&mut self, change: impl FnOnce(&mut Self)) {
        let base = self.state.to_base(self.state.pos);
        let rest: Rest = std::array::from_fn(|axis| {
            self.state.rest[axis] + self.state.g92_rest[axis] + self.state.origin_rest[axis]
        });
        change(self);
        self.state.pos = self.state.at_base(base);
        for (axis, place) in rest.into_iter().enumerate() {
            self.state.rest[axis] =
                place - self.state.g92_rest[axis] - self.state.origin_rest[axis];
        }
    }

    /// G54 … G59.3.
    pub(crate) fn set_system(&mut self, code: u16, block: &Block) -> Step {
        let at = block.code_place(Group::WorkOffset);
        if self.compensating() {
            let message = "the work offset cannot change while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        let system = if let Some(further) = self.further_system(code, block)? {
            further
        } else if code <= g::G59 {
            usize::from((code - g::G54) / 10) + 1
        } else {
            usize::from(code - g::G59) + 6
        };
        if system == self.state.system {
            return Ok(());
        }
        self.keep_place(|machine| {
            machine.state.system = system;
            machine.params.set(SYSTEM, system as f64);
            machine.load_system();
        });
        self.warn_assumed_offset(system, code, at)
    }

    /// A second work offset that nobody placed is taken equal to the first.
    fn warn_assumed_offset(
        &mut self,
        system: usize,
        code: u16,
        at: std::ops::Range<usize>,
    ) -> Step {
        let first = system_first(system);
        let placed = self.further.contains_key(&system)
            || (0..10).any(|slot| self.params.get(first + slot) != 0.0)
            || self.options.offsets.iter().any(|offset| offset.system == system)
            || self.options.parameters.as_ref().is_some_and(|file| file.states_system(system));
        if placed || self.count.motions == 0 {
            return Ok(());
        }
        let name = super::words::code_name('G', code);
        let message =
            format!("where {name} lies is not declared: it is taken equal to the offset before it");
        self.warn(code::OFFSET_ASSUMED, at, message)
    }

    /// G92, G52 and G92.1 … G92.3.
    pub(crate) fn set_zero(&mut self, code: u16, block: &Block) -> Step {
        if self.compensating() {
            let message = "offsets cannot change while cutter compensation is on";
            return refuse(code::COMPENSATION, block.code_place(Group::Once), message);
        }
        match code {
            g::G92 | g::G52 => {
                self.params.set(G92_APPLIED, 1.0);
                let mut lost = false;
                for axis in 0..3 {
                    if let Some(value) = block.axis(axis) {
                        let state = &mut self.state;
                        let sum = state.pos[axis] + state.g92[axis];
                        state.g92[axis] = if code == g::G92 { sum - value } else { value };
                        state.pos[axis] = if code == g::G92 { value } else { sum - value };
                        lost |= code == g::G92 && sum.is_nan();
                    }
                }
                for axis in 0..6 {
                    if let Some(value) = block.rest(axis) {
                        let state = &mut self.state;
                        let sum = state.rest[axis] + state.g92_rest[axis];
                        state.g92_rest[axis] = if code == g::G92 { sum - value } else { value };
                        state.rest[axis] = if code == g::G92 { value } else { sum - value };
                    }
                }
                self.store_zero();
                if lost {
                    let message = "G92 sets the zero here, and where the tool stands is not \
                                   declared (see --start)";
                    let at = block.code_place(Group::Once);
                    self.warn(code::UNKNOWN_ZERO, at, message.to_owned())?;
                }
            }
            g::G92_3 => {
                self.params.set(G92_APPLIED, 1.0);
                let nine = self.params.nine(G92_FIRST);
                let zero = self.in_force(nine);
                self.keep_place(|machine| {
                    (machine.state.g92, machine.state.g92_rest) = zero;
                });
            }
            _ => {
                self.params.set(G92_APPLIED, 0.0);
                self.keep_place(|machine| {
                    machine.state.g92 = [0.0; 3];
                    machine.state.g92_rest = [0.0; 6];
                });
                if code == g::G92_1 {
                    self.params.set_nine(G92_FIRST, [0.0; 9]);
                }
            }
        }
        Ok(())
    }

    fn store_zero(&mut self) {
        let nine = self.to_store(self.state.g92, self.state.g92_rest);
        self.params.set_nine(G92_FIRST, nine);
    }

    /// G10.
    pub(crate) fn set_data(&mut self, block: &Block) -> Step {
        match block.get(b'l').and_then(whole) {
            Some(1 | 10 | 11) => self.set_tool_data(block),
            Some(2 | 20) => self.set_origin(block),
            _ => {
                if self.tools.spindle_number > 0 {
                    let at = block.code_place(Group::Once);
                    return refuse(code::TOOL, at, "G10 L0 needs an empty spindle");
                }
                Ok(())
            }
        }
    }

    /// G10 L2 and L20.
    fn set_origin(&mut self, block: &Block) -> Step {
        let at = block.code_place(Group::Once);
        if block.any(bit(b'i') | bit(b'j')) {
            let at = block.first_place(bit(b'i') | bit(b'j'));
            return refuse(code::UNUSED, at, "G10 L2 and L20 do not use I and J");
        }
        let here = block.get(b'l') == Some(20.0);
        if here && block.has(b'r') {
            return refuse(code::UNUSED, block.place(b'r'), "G10 L20 does not use R");
        }
        let number = block.get(b'p').map_or(0, |value| (value + 0.0001) as usize);
        let system = if number == 0 { self.state.system } else { number };
        let active = system == self.state.system;
        if active && self.compensating() {
            let message = "the work offset cannot change while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        let first = system_first(system);
        let (old_xyz, mut rest) = self.in_force(self.params.nine(first));
        let mut xyz = old_xyz;
        let mut rotation = self.params.get(first + 9);
        // The current point in the system to be set, before it is.
        let base = self.state.to_base(self.state.pos);
        let local = State::turn(sub(base, old_xyz), -rotation);
        let zero = if self.params.get(G92_APPLIED) != 0.0 { self.state.g92 } else { [0.0; 3] };
        let local = sub(local, zero);
        if let Some(angle) = block.get(b'r') {
            rotation = angle;
        }
        if here {
            let wanted: [f64; 3] =
                std::array::from_fn(|axis| block.axis(axis).unwrap_or(local[axis]));
            let turned = State::turn(local, rotation);
            let moved = add(sub(turned, State::turn(wanted, rotation)), old_xyz);
            // An axis that is neither named nor turned keeps its value, known place or not.
            for axis in 0..3 {
                let touched = block.axis(axis).is_some() || (axis < 2 && rotation != 0.0);
                if touched && (block.has(b'x') || block.has(b'y') || axis == 2) {
                    xyz[axis] = moved[axis];
                }
            }
            for (axis, value) in rest.iter_mut().enumerate() {
                if let Some(word) = block.rest(axis) {
                    let place = self.state.rest[axis]
                        + self.state.g92_rest[axis]
                        + self.state.origin_rest[axis];
                    *value = place - self.state.g92_rest[axis] - word;
                }
            }
        } else {
            for (axis, value) in xyz.iter_mut().enumerate() {
                *value = block.axis(axis).unwrap_or(*value);
            }
            for (axis, value) in rest.iter_mut().enumerate() {
                *value = block.rest(axis).unwrap_or(*value);
            }
        }
        let nine = self.to_store(xyz, rest);
        self.params.set_nine(first, nine);
        self.params.set(first + 9, rotation);
        if active {
            self.keep_place(|machine| {
                machine.state.origin = xyz;
                machine.state.origin_rest = rest;
                machine.state.rotation = rotation;
            });
        }
        Ok(())
    }

    /// G10 L1, L10 and L11: tool data.
    fn set_tool_data(&mut self, block: &Block) -> Step {
        let number = block.get(b'p').map_or(0, |value| (value + 0.5) as u32);
        let Some(mut entry) = self.tools.entry(number) else {
            let message = format!("tool {number} is not in the tool table");
            return refuse(code::TOOL, block.place(b'p'), message);
        };
        let others = bit(b'r') | bit(b'q') | bit(b'i') | bit(b'j');
        if !block.any(AXES | others) {
            let at = block.code_place(Group::Once);
            return refuse(code::MISSING, at, "G10 L1, L10, L11 need something to set");
        }
        let to_mm = self.state.units.mm();
        let rest_units = self.in_mm([1.0; 6]);
        let kind = block.get(b'l').and_then(whole).unwrap_or(1);
        if kind == 1 {
            for axis in 0..3 {
                if let Some(value) = block.axis(axis) {
                    entry.offset[axis] = value * to_mm;
                }
            }
            for (axis, unit) in rest_units.into_iter().enumerate() {
                if let Some(value) = block.rest(axis) {
                    entry.offset[3 + axis] = value * unit;
                }
            }
        } else {
            let system = if kind == 11 { 9 } else { self.state.system };
            let measured = self.measured_offset(system, kind == 11, block, entry.offset);
            for (axis, measured) in measured.into_iter().enumerate() {
                if block.axis(axis).is_some() || (axis < 2 && block.any(bit(b'x') | bit(b'y'))) {
                    entry.offset[axis] = measured;
                }
            }
            let (_, origin) = self.in_force(self.params.nine(system_first(system)));
            let zeroed = kind == 10 && self.params.get(G92_APPLIED) != 0.0;
            let base = self.state.rest_base();
            for (axis, unit) in rest_units.into_iter().enumerate() {
                if let Some(word) = block.rest(axis) {
                    let zero = if zeroed { self.state.g92_rest[axis] } else { 0.0 };
                    entry.offset[3 + axis] = (base[axis] - origin[axis] - zero - word) * unit;
                }
            }
        }
        if let Some(radius) = block.get(b'r') {
            entry.diameter = radius * to_mm * 2.0;
        }
        if let Some(angle) = block.get(b'i') {
            entry.angles[0] = angle;
        }
        if let Some(angle) = block.get(b'j') {
            entry.angles[1] = angle;
        }
        match block.get(b'q') {
            None | Some(-1.0) => {}
            Some(value) => match whole(value) {
                Some(orientation @ 0..=9) => entry.orientation = orientation as u8,
                _ => {
                    let message = "Q of G10 is a tool orientation: a whole number up to 9";
                    return refuse(code::RANGE, block.place(b'q'), message);
                }
            },
        }
        self.tools.change(number, entry);
        self.store_tool();
        Ok(())
    }

    /// The tool offset that makes the current place read what the words say, mm.
    fn measured_offset(
        &self,
        system: usize,
        fixture: bool,
        block: &Block,
        old: [f64; 9],
    ) -> [f64; 3] {
        let to_mm = self.state.units.mm();
        let first = system_first(system);
        let (origin, _) = self.in_force(self.params.nine(first));
        let rotation = self.params.get(first + 9);
        let place = add(self.state.to_base(self.state.pos), self.state.tool_length);
        let mut local = State::turn(sub(place, origin), -rotation);
        if !fixture && self.params.get(G92_APPLIED) != 0.0 {
            local = sub(local, self.state.g92);
        }
        let (x, y) = (block.axis(0), block.axis(1));
        let rest = |word: Option<f64>, value: f64| word.map_or(0.0, |word| value - word);
        let mut wanted = [rest(x, local[0]), rest(y, local[1]), rest(block.axis(2), local[2])];
        // With one of X and Y alone, the other keeps its share in the turned system.
        let kept = State::turn([old[0] / to_mm, old[1] / to_mm, 0.0], -rotation);
        if x.is_none() {
            wanted[0] = kept[0];
        }
        if y.is_none() {
            wanted[1] = kept[1];
        }
        State::turn(wanted, rotation).map(|value| value * to_mm)
    }

    /// G28 and G30: to the point the words give, then on to the reference point.
    pub(crate) fn go_home(&mut self, code: u16, block: &Block) -> Step {
        let (between, between_rest) = self.target(block)?;
        if self.compensating() {
            let at = block.code_place(Group::Once);
            let message = "G28 and G30 are not allowed while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        self.send(Kind::Rapid, between, between_rest)?;
        self.passed = Some(self.base_mm(between));
        self.state.pos = between;
        self.state.rest = between_rest;
        let nine = self.params.nine(HOME[usize::from(code == g::G30)]);
        let (lengths, home_rest) = self.in_force(nine);
        let state = &self.state;
        let home = sub(sub(lengths, state.origin), state.tool_length);
        let home = sub(State::turn(home, -state.rotation), state.g92);
        let all = !block.any(AXES);
        let mut to = between;
        let mut rest = between_rest;
        for axis in 0..3 {
            if all || block.axis(axis).is_some() {
                to[axis] = home[axis];
            }
        }
        for axis in 0..6 {
            if all || block.rest(axis).is_some() {
                rest[axis] = state.rest_of_machine(axis, home_rest[axis]);
            }
        }
        self.send_to_machine(Kind::Rapid, to, rest)?;
        self.state.pos = to;
        self.state.rest = rest;
        Ok(())
    }

    /// G28.1 and G30.1.
    pub(crate) fn save_home(&mut self, code: u16, block: &Block) -> Step {
        if self.compensating() {
            let at = block.code_place(Group::Once);
            let message = "a reference point cannot be set while cutter compensation is on";
            return refuse(code::COMPENSATION, at, message);
        }
        let state = &self.state;
        let place = add(state.to_base(state.pos), state.tool_length);
        let nine = self.to_store(place, state.rest_base());
        let first = HOME[usize::from(code == g::G30_1)];
        self.params.set_nine(first, nine);
        Ok(())
    }
}
