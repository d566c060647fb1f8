//! The state of a control while it runs a program: modal state, parameters, names, tools, offsets.
//!
//! [`crate::flow`] decides where the program goes, [`crate::emit`] what goes out. Lengths are in
//! the unit in force unless a name or comment says mm; parameters hold machine units. The layout of
//! offsets and their order (base = rotation(work + G92) + origin) follow LinuxCNC's
//! `interp_internal.h` and the user manual's "Coordinate Systems".

pub(crate) mod contour;
pub(crate) mod current_line;
pub(crate) mod invalid;
pub(crate) mod length;
mod machine_zero;
pub(crate) mod memory;
pub(crate) mod params;
pub(crate) mod plane;
pub(crate) mod scope;
pub(crate) mod snapshot;
pub(crate) mod state;
pub(crate) mod system_names;
pub(crate) mod tool_table;
pub(crate) mod tools;
pub(crate) mod transform;
pub(crate) mod trust;

use std::collections::{BTreeMap, BTreeSet};

use crate::code;
use crate::comp::Side;
use crate::control::contour::Contour;
use crate::control::current_line::CurrentLine;
use crate::control::invalid::Invalid;
use crate::control::length::LengthOffset;
use crate::control::params::{
    G92_APPLIED, G92_FIRST, MOST_NAMES, Names, Parameters, SYSTEM, system_first,
};
use crate::control::scope::Scope;
use crate::control::state::{FIRST_SECONDARY, MM_PER_INCH, Rest, State, Units};
use crate::control::tools::Tools;
use crate::control::trust::Trusted;
use crate::dialect::Dialect;
use crate::execute::spline::Nurbs;
use crate::fanuc::first_rotated_move::Rotated;
use crate::fanuc::variables::Variables;
use crate::fault::{BLOCK, Step, give_up};
use crate::options::{FURTHER, Options, WorkOffset};
use crate::read::block::{Block, Setting};
use crate::tolerance::REST_STILL;
use crate::words::{Group, Lookup, g};

/// Everything that words read and set.
pub(crate) struct Control<'o> {
    pub options: &'o Options,
    pub lookup: Lookup,
    pub state: State,
    pub params: Parameters,
    pub names: Names,
    pub tools: Tools,
    /// Fanuc and Haas: variables of macro B.
    pub variables: Variables,
    /// Fanuc and Haas: work offsets beyond the ninth, mm.
    pub further: BTreeMap<usize, [f64; 3]>,
    /// Work offsets that G10 has placed.
    pub placed: BTreeSet<usize>,
    /// The line being carried out.
    pub here: CurrentLine,
    /// The calls that are open.
    pub scope: Scope,
    pub contour: Contour,
    /// Compensation ended with the block before: an arc may not follow.
    pub arc_barred: bool,
    /// Blocks are being gathered into a lathe cycle's contour.
    pub gathers: bool,
    /// The spline that G5.2 blocks are building.
    pub nurbs: Option<Nurbs>,
    /// The point that G28 or G30 passed, mm, tool length not applied, for the axes that they named.
    pub passed: [Option<f64>; 3],
    /// G28.1 and G30.1 stored these: axes whose place is in the coordinates of the work, because
    /// machine zero is not known.
    pub stored_home: [Option<[bool; 3]>; 2],
    /// Axes that the block before left at a machine position which nobody placed in the program.
    pub unplaced: [bool; 3],
    /// What the program has read and nothing states.
    pub trusted: Trusted,
    /// Fanuc and Haas: a rotation set or ended since the last move.
    pub rotated: Option<Rotated>,
    /// Whose length offset is in force.
    pub length: LengthOffset,
    /// What a refused block may have changed.
    pub invalid: Invalid,
    /// G20 or G21 has set the unit.
    pub units_set: bool,
    /// G90 or G91 has said how coordinates count.
    pub distance_set: bool,
    /// F, or a word that takes it back, has said the feed; or the control was switched on with the
    /// parameters that were given.
    pub feed_set: bool,
    /// S has said the spindle speed, or the same.
    pub speed_set: bool,
    /// G90.1 or G91.1 has said how the words of arc centres count.
    pub arcs_set: bool,
    /// Where the other axes stood before the first block, all offsets counted, degrees and mm.
    home_rest: Rest,
}

impl Control<'_> {
    /// The unit that the words of a block count in: its own G20 or G21 (G70 or
    /// G71 of Mach3) holds for all of them.
    pub fn units_in(&self, block: &Block) -> Units {
        match block.code(Group::Units) {
            Some(g::G20 | g::G70) => Units::Inch,
            Some(_) => Units::Mm,
            None => self.state.units,
        }
    }

    /// Whether the coordinates of a block are ways: its own G90 or G91 holds for all of them.
    pub fn is_incremental_in(&self, block: &Block) -> bool {
        block.code(Group::Distance).map_or(self.state.incremental, |code| code == g::G91)
    }
}

impl<'o> Control<'o> {
    /// As it is when it is switched on.
    pub fn new(options: &'o Options) -> Self {
        let mut params = Parameters::new();
        if let Some(file) = &options.parameters {
            file.apply(&mut params);
        }
        let is_usual = |offset: &&WorkOffset| offset.system <= FURTHER;
        for offset in options.offsets.iter().filter(is_usual) {
            let first = system_first(offset.system.clamp(1, 9));
            for axis in 0..3 {
                params.set(first + axis, offset.at[axis] / options.machine_units.mm());
            }
            params.set(first + 9, offset.rotation);
        }
        let mut state = State::new(options.units);
        state.arc_absolute = options.absolute_arc_centers;
        // LinuxCNC starts with G99, the others with G98.
        state.return_to_r = options.dialect == Dialect::LinuxCnc;
        if options.dialect == Dialect::Grbl {
            // Grbl v1.1 wiki, "G-code states": its first motion mode.
            state.motion = Some(g::G0);
        }
        state.system = (params.get(SYSTEM) as usize).clamp(1, 9);
        let mut control = Control {
            options,
            lookup: Lookup::new(options.dialect),
            state,
            params,
            names: Names::new(),
            tools: Tools::new(options.tools.clone()),
            variables: Variables::new(options.dialect == Dialect::Haas),
            further: options
                .offsets
                .iter()
                .filter(|offset| !is_usual(offset))
                .map(|offset| (offset.system, offset.at))
                .collect(),
            placed: BTreeSet::new(),
            here: CurrentLine { number: 1, column: 1, ..CurrentLine::default() },
            scope: Scope::new(),
            contour: Contour::Off,
            arc_barred: false,
            gathers: false,
            nurbs: None,
            passed: [None; 3],
            stored_home: [None; 2],
            unplaced: [false; 3],
            trusted: Trusted::default(),
            rotated: None,
            length: LengthOffset::default(),
            invalid: Invalid::default(),
            units_set: false,
            distance_set: false,
            arcs_set: false,
            feed_set: options.parameters.is_some(),
            speed_set: options.parameters.is_some(),
            home_rest: [0.0; 6],
        };
        control.load_system();
        if control.params.get(G92_APPLIED) != 0.0 {
            let nine = control.params.nine(G92_FIRST);
            (control.state.g92, control.state.g92_rest) = control.in_force(nine);
        }
        let unit = control.state.units.mm();
        control.state.pos = options.start.map(|known| known.map_or(f64::NAN, |mm| mm / unit));
        control.home_rest = control.rest_mm();
        control
    }

    /// Why coordinates without a motion word of their own are no motion.
    pub fn lack_of_motion(&self) -> &'static str {
        match self.state.motion {
            // As it is after a refused block that may have changed it.
            None => {
                "which motion word (G0, G1, …) is in force is not known after the block that was refused"
            }
            Some(_) => "no motion word (G0, G1, …) is in force for these coordinates",
        }
    }

    /// Parameters take the values that the block gives them.
    pub fn set_parameters(&mut self, block: &mut Block) -> Step {
        for setting in block.settings.drain(..) {
            match setting {
                Setting::Number(number, value) => self.set_parameter(number, value),
                Setting::Name(name, value) => self.names.set(&name, value),
            }
        }
        if self.names.count() > MOST_NAMES {
            let message = format!("the program has more than {MOST_NAMES} named parameters");
            return give_up(code::LIMIT, BLOCK, message);
        }
        Ok(())
    }

    /// Changes the unit of length.
    pub fn set_units(&mut self, units: Units) {
        let ratio = self.state.units.mm() / units.mm();
        self.state.convert(units);
        if ratio != 1.0
            && let Contour::On { compensator, .. } = &mut self.contour
        {
            compensator.rescale(ratio, units == Units::Inch);
        }
    }

    /// Cutter compensation is on.
    pub fn compensating(&self) -> bool {
        !matches!(self.contour, Contour::Off)
    }

    /// The word that describes its state, tenths.
    pub fn compensation_code(&self) -> u16 {
        match &self.contour {
            Contour::On { side: Side::Left, .. } => g::G41,
            Contour::On { side: Side::Right, .. } => g::G42,
            _ => g::G40,
        }
    }

    /// Whether motions go another way than programmed.
    pub fn diverts(&self) -> bool {
        match &self.contour {
            Contour::Off => false,
            Contour::On { compensator, .. } => compensator.changes_moves(),
            Contour::Unknown => true,
        }
    }

    /// Changes offsets while the machine stands still: the current point follows.
    pub fn keep_place(&mut self, change: impl FnOnce(&mut Self)) {
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

    /// Machine units in one unit in force, inverted: what a stored length is worth now.
    pub fn stored(&self) -> f64 {
        match (self.options.machine_units, self.state.units) {
            (Units::Inch, Units::Mm) => MM_PER_INCH,
            (Units::Mm, Units::Inch) => 1.0 / MM_PER_INCH,
            _ => 1.0,
        }
    }

    /// Nine stored values (X … W) in the unit in force.
    pub fn in_force(&self, nine: [f64; 9]) -> ([f64; 3], Rest) {
        let stored = self.stored();
        let [x, y, z, a, b, c, u, v, w] = nine;
        ([x, y, z].map(|value| value * stored), [a, b, c, u * stored, v * stored, w * stored])
    }

    /// The inverse: how nine values are stored.
    pub fn to_store(&self, xyz: [f64; 3], rest: Rest) -> [f64; 9] {
        let stored = self.stored();
        let [x, y, z] = xyz.map(|value| value / stored);
        let [a, b, c, u, v, w] = rest;
        [x, y, z, a, b, c, u / stored, v / stored, w / stored]
    }

    /// Values of the other axes, their lengths in mm.
    pub fn in_mm(&self, mut rest: Rest) -> Rest {
        let unit = self.state.units.mm();
        rest[FIRST_SECONDARY..].iter_mut().for_each(|value| *value *= unit);
        rest
    }

    /// Whether the tool may be elsewhere than where X, Y and Z place it on the part: other axes
    /// that end at `rest` stand elsewhere than before the first block, or what X, Y and Z mean is
    /// in doubt.
    pub fn away(&self, rest: Rest) -> bool {
        if self.invalid.doubts_frame() {
            return true;
        }
        let moved = std::array::from_fn(|axis| rest[axis] - self.state.rest[axis]);
        let (base, moved) = (self.rest_mm(), self.in_mm(moved));
        // A place that is not known is no number.
        !(0..6).all(|axis| (base[axis] + moved[axis] - self.home_rest[axis]).abs() <= REST_STILL)
    }

    /// Where the machine's other axes stand, degrees and mm.
    pub fn rest_mm(&self) -> Rest {
        self.in_mm(self.state.rest_base())
    }

    /// Where an axis stands in work coordinates, unit in force; not a number where that is not
    /// known.
    pub fn work_place(&self, axis: usize) -> f64 {
        if self.unplaced[axis] { f64::NAN } else { self.state.pos[axis] }
    }

    /// A point in work coordinates, mm.
    pub fn work_mm(&self, point: [f64; 3]) -> [f64; 3] {
        point.map(|value| value * self.state.units.mm())
    }

    /// The controlled point of a point in work coordinates, mm.
    pub fn base_mm(&self, point: [f64; 3]) -> [f64; 3] {
        let unit = self.state.units.mm();
        self.state.to_base(point).map(|value| value * unit)
    }
}
