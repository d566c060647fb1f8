//! Numbered and named parameters. LinuxCNC: user manual, "Parameters"; files as `interp_array.cc`.

use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use crate::control::state::is_same;
use crate::read::source::small_file;

/// Parameters `#1` … `#30` belong to the call.
pub(crate) const CALL_PARAMETERS: usize = 30;

/// Number of the first parameter that does not exist.
pub(crate) const PARAMETERS: usize = 5602;

/// Numbered parameters, `#1` … `#5601`: `None` where nothing has stated the value, NaN where
/// reading the program cannot give it any more.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    values: Vec<Option<f64>>,
}

impl Parameters {
    pub fn new() -> Self {
        let mut values = vec![None; PARAMETERS];
        values[SYSTEM] = Some(1.0);
        values[MESSAGES] = Some(1.0);
        Parameters { values }
    }

    /// The value, 0 where nothing has stated it.
    pub fn get(&self, number: usize) -> f64 {
        self.stated(number).unwrap_or(0.0)
    }

    /// The value, where something has stated it.
    pub fn stated(&self, number: usize) -> Option<f64> {
        self.values.get(number).copied().flatten()
    }

    pub fn set(&mut self, number: usize, value: f64) {
        self.put(number, Some(value));
    }

    /// Puts a value back as [`stated`](Self::stated) gave it.
    pub fn put(&mut self, number: usize, value: Option<f64>) {
        if let Some(slot) = self.values.get_mut(number) {
            *slot = value;
        }
    }

    /// None is known any more.
    pub fn lose_all(&mut self) {
        self.values.fill(Some(f64::NAN));
    }

    /// Whether every value is within `most` of the other's, unknown ones included.
    pub fn same(&self, other: &Self, most: f64) -> bool {
        let value = |value: &Option<f64>| value.unwrap_or(0.0);
        let mut both = self.values.iter().zip(&other.values);
        both.all(|(one, other)| is_same(value(one), value(other), most))
    }

    /// Nine in a row (X … W), machine units and degrees.
    pub fn nine(&self, first: usize) -> [f64; 9] {
        std::array::from_fn(|axis| self.get(first + axis))
    }

    pub fn set_nine(&mut self, first: usize, values: [f64; 9]) {
        self.set_named(first, values, [true; 9]);
    }

    /// Sets those that a block names, and of the others those that were stated before.
    pub fn set_named(&mut self, first: usize, values: [f64; 9], named: [bool; 9]) {
        for (axis, value) in values.into_iter().enumerate() {
            if named[axis] || self.stated(first + axis).is_some() {
                self.set(first + axis, value);
            }
        }
    }
}

/// G28 and G30 positions.
pub(crate) const HOME: [usize; 2] = [5161, 5181];
/// 1 while the G92 offset is in force.
pub(crate) const G92_APPLIED: usize = 5210;
/// G92 offset X … W.
pub(crate) const G92_FIRST: usize = 5211;
/// Number of the work offset in force.
pub(crate) const SYSTEM: usize = 5220;
/// The first that is not the user's.
pub(crate) const MACHINES: usize = 5001;
/// Where the last probing ended, X … W, and whether it met something.
pub(crate) const PROBE_RESULT: RangeInclusive<usize> = 5061..=5070;
/// What M66 read.
pub(crate) const INPUT_RESULT: RangeInclusive<usize> = 5399..=5399;
/// Tool in the spindle: number, offsets X … W, diameter, angles, orientation.
pub(crate) const TOOL: usize = 5400;
/// Its diameter.
pub(crate) const DIAMETER: usize = TOOL + 10;
/// Current position X … W, program units.
pub(crate) const POSITION: usize = 5420;
/// Whether `(DEBUG,…)` comments speak.
const MESSAGES: usize = 5599;

/// First of the ten parameters of work offset `system` (1 is G54): X … W, rotation.
pub(crate) fn system_first(system: usize) -> usize {
    5201 + 20 * system
}

/// The work offset that a parameter belongs to, and which of its values that is.
pub(crate) fn offset_slot(number: usize) -> Option<(usize, usize)> {
    let first = system_first(1);
    let within = (first..system_first(10)).contains(&number);
    let slot = number.checked_sub(first).filter(|_| within)?;
    Some((1 + slot / 20, slot % 20))
}

/// Whether it holds the G92 offset, or whether that is in force.
pub(crate) fn is_zero(number: usize) -> bool {
    (G92_APPLIED..G92_FIRST + 9).contains(&number)
}

/// Whether a program may not set this parameter.
pub(crate) fn is_read_only(number: usize) -> bool {
    (TOOL..=5413).contains(&number) || (POSITION..POSITION + 9).contains(&number)
}

/// A parameter file as LinuxCNC keeps it: a number and a value a line, machine units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParameterFile {
    values: Vec<(usize, f64)>,
}

/// Why a parameter file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ParameterFileError {
    /// The file could not be opened or read.
    #[error("cannot read parameter file {path}: {source}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A number outside #1 … #5601.
    #[error("{path}:{line}: parameter #{number} does not exist: they run from 1 to 5601")]
    Number {
        /// The file.
        path: String,
        /// Line, from 1.
        line: usize,
        /// What was written.
        number: i64,
    },
}

impl ParameterFile {
    /// Reads a `.var` file; lines that are not two numbers are passed over, as LinuxCNC does.
    ///
    /// # Errors
    /// When the file cannot be read or a number is out of range.
    pub fn read(path: &Path) -> Result<Self, ParameterFileError> {
        let name = path.display().to_string();
        let text = small_file(path)
            .map_err(|source| ParameterFileError::Unreadable { path: name.clone(), source })?;
        Self::parse(&name, &String::from_utf8_lossy(&text))
    }

    /// The same for text already read.
    ///
    /// # Errors
    /// When a number is out of range.
    pub fn parse(name: &str, text: &str) -> Result<Self, ParameterFileError> {
        let mut values = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let mut fields = line.split_ascii_whitespace();
            let (Some(number), Some(value)) = (fields.next(), fields.next()) else { continue };
            let (Ok(number), Ok(value)) = (number.parse::<i64>(), value.parse::<f64>()) else {
                continue;
            };
            match usize::try_from(number) {
                Ok(slot) if slot > 0 && slot < PARAMETERS && value.is_finite() => {
                    values.push((slot, value));
                }
                _ => {
                    return Err(ParameterFileError::Number {
                        path: name.to_owned(),
                        line: index + 1,
                        number,
                    });
                }
            }
        }
        Ok(ParameterFile { values })
    }

    /// The parameters of a control that has just been switched on with it: what it does not hold
    /// is 0.
    pub(crate) fn apply(&self, parameters: &mut Parameters) {
        for value in &mut parameters.values {
            value.get_or_insert(0.0);
        }
        for (number, value) in &self.values {
            parameters.set(*number, *value);
        }
    }

    /// Whether it says where work offset `system` lies.
    pub(crate) fn states_system(&self, system: usize) -> bool {
        let first = system_first(system);
        self.states(first..first + 10)
    }

    /// Whether it sets one of these.
    pub(crate) fn states(&self, numbers: Range<usize>) -> bool {
        self.values.iter().any(|(number, _)| numbers.contains(number))
    }
}

/// Most named parameters, and most labels, that a program may have: a text of nothing else does
/// not fill the memory.
pub(crate) const MOST_NAMES: usize = 1 << 20;

/// Named parameters: `#<_name>` is seen everywhere, `#<name>` within one call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Names {
    global: HashMap<String, f64>,
    local: Vec<HashMap<String, f64>>,
}

impl Names {
    pub fn new() -> Self {
        Names { global: HashMap::new(), local: vec![HashMap::new()] }
    }

    fn scope(&self, name: &str) -> Option<&HashMap<String, f64>> {
        if name.starts_with('_') { Some(&self.global) } else { self.local.last() }
    }

    pub fn get(&self, name: &str) -> Option<f64> {
        self.scope(name).and_then(|scope| scope.get(name)).copied()
    }

    /// Names that are seen here.
    pub fn count(&self) -> usize {
        self.global.len() + self.local.last().map_or(0, HashMap::len)
    }

    /// Makes the name exist, with the value 0 when it is new.
    pub fn declare(&mut self, name: &str) {
        if self.get(name).is_none() {
            self.set(name, 0.0);
        }
    }

    pub fn set(&mut self, name: &str, value: f64) {
        let scope = if name.starts_with('_') {
            &mut self.global
        } else if let Some(scope) = self.local.last_mut() {
            scope
        } else {
            return;
        };
        match scope.get_mut(name) {
            Some(slot) => *slot = value,
            None => {
                scope.insert(name.to_owned(), value);
            }
        }
    }

    pub fn enter(&mut self) {
        self.local.push(HashMap::new());
    }

    pub fn leave(&mut self) {
        if self.local.len() > 1 {
            self.local.pop();
        }
    }
}
