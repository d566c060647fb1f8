//! Macro B values: bracketed expressions, as Fanuc and Haas controls read them.

use super::macro_precision::{nearly, nearly_divides};
use super::operators::{COMPARISONS, FUNCTIONS, bits};
use super::rounding::Rounding;
use super::variables::{Unreadable, Value, Variables};
use crate::read::cursor::Cursor;

/// Deepest nesting of brackets; controls allow five.
const DEEPEST: u32 = 32;

/// A malformed expression: bytes of the line, and what is wrong.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Malformed {
    pub at: std::ops::Range<usize>,
    pub message: String,
    /// The value is only known at the machine.
    pub unknown: bool,
}

type Read<T = Value> = Result<T, Malformed>;

fn malformed<T>(at: std::ops::Range<usize>, message: impl Into<String>) -> Read<T> {
    Err(Malformed { at, message: message.into(), unknown: false })
}

/// What only the machine tells.
fn unknown<T>(at: std::ops::Range<usize>, message: impl Into<String>) -> Read<T> {
    Err(Malformed { at, message: message.into(), unknown: true })
}

/// Gives system variables (`#1000` and up).
pub(crate) type System<'a> = &'a dyn Fn(u32) -> Option<Value>;

/// Reads expressions at a cursor.
pub(crate) struct Reader<'a> {
    pub variables: &'a Variables,
    pub system: System<'a>,
    /// What `ROUND` rounds to where the value stands.
    pub rounding: Rounding,
}

impl Reader<'_> {
    /// A number, `#…`, `[…]`, a function, or a signed one of these.
    pub fn value(&self, cursor: &mut Cursor<'_>) -> Read {
        self.factor(cursor, 0)
    }

    /// An expression without brackets, as it stands behind `=`.
    pub fn open_expression(&self, cursor: &mut Cursor<'_>) -> Read {
        self.sum(cursor, 0)
    }

    /// `[…]` as a condition.
    pub fn condition(&self, cursor: &mut Cursor<'_>) -> Read<bool> {
        Ok(self.bracket(cursor, 0)?.unwrap_or(0.0) != 0.0)
    }

    /// The number of a variable after its `#`: digits, another variable or an expression.
    pub fn number(&self, cursor: &mut Cursor<'_>) -> Read<u32> {
        self.number_at(cursor, 0)
    }

    fn number_at(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read<u32> {
        let start = cursor.position();
        let value = match cursor.peek() {
            b'[' => self.bracket(cursor, depth + 1)?.unwrap_or(0.0),
            b'#' => self.factor(cursor, depth + 1)?.unwrap_or(0.0),
            _ => match cursor.digits() {
                Some(number) => number as f64,
                None => {
                    return malformed(start..start + 1, "a variable number is missing after `#`");
                }
            },
        };
        if !(0.0..1e6).contains(&value) {
            return malformed(start..cursor.end(), format!("there is no variable #{value}"));
        }
        Ok(value.round() as u32)
    }

    /// Comparisons, then sums: what a bracket holds.
    fn bracket(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read {
        let open = cursor.position();
        if cursor.peek() != b'[' || depth > DEEPEST {
            return malformed(open..open + 1, "a `[` is needed here, nested not too deep");
        }
        cursor.bump();
        let mut left = self.sum(cursor, depth)?;
        let mut compared = false;
        while let Some((_, comparison)) = COMPARISONS.iter().find(|(name, _)| cursor.take(name)) {
            let right = self.sum(cursor, depth)?;
            let at = open..cursor.end();
            if compared || joins(cursor.text(at.clone())) {
                let message = "which of these goes first is not told: write each comparison in \
                               brackets of its own, [[#1 EQ 1] AND [#2 EQ 2]]";
                return malformed(at, message);
            }
            if let (Some(a), Some(b)) = (left, right)
                && nearly(a, b)
            {
                let message = format!(
                    "{a} and {b} differ by rounding alone: controls, which keep about eight \
                     digits, may decide otherwise; compare with half a step to spare"
                );
                return unknown(at, message);
            }
            left = Some(f64::from(u8::from(comparison.holds(left, right))));
            compared = true;
        }
        if cursor.peek() != b']' {
            return malformed(open..open + 1, "this bracket is not closed");
        }
        cursor.bump();
        Ok(left)
    }

    /// `+`, `-`, `OR`, `XOR` from the left.
    fn sum(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read {
        let start = cursor.position();
        let mut left = self.product(cursor, depth)?;
        loop {
            let operation: fn(f64, f64) -> f64 = if cursor.take(b"+") {
                |a, b| a + b
            } else if cursor.take(b"-") {
                |a, b| a - b
            } else if cursor.take(b"xor") {
                |a, b| bits(a, b, |a, b| a ^ b)
            } else if cursor.take(b"or") {
                |a, b| bits(a, b, |a, b| a | b)
            } else {
                return Ok(left);
            };
            let right = self.product(cursor, depth)?;
            left = finite(operation(left.unwrap_or(0.0), right.unwrap_or(0.0)), start, cursor)?;
        }
    }

    /// `*`, `/`, `MOD`, `AND` from the left.
    fn product(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read {
        let start = cursor.position();
        let mut left = self.factor(cursor, depth)?;
        loop {
            let mut modulo = false;
            let operation: fn(f64, f64) -> f64 = if cursor.take(b"*") {
                |a, b| a * b
            } else if cursor.take(b"/") {
                |a, b| a / b
            } else if cursor.take(b"mod") {
                modulo = true;
                |a, b| a % b
            } else if cursor.take(b"and") {
                |a, b| bits(a, b, |a, b| a & b)
            } else {
                return Ok(left);
            };
            let right = self.factor(cursor, depth)?;
            let (a, b) = (left.unwrap_or(0.0), right.unwrap_or(0.0));
            if modulo && nearly_divides(a, b) {
                let message = format!(
                    "{a} is a multiple of {b} but for rounding: controls, which keep about eight \
                     digits, may leave another rest"
                );
                return unknown(start..cursor.end(), message);
            }
            left = finite(operation(a, b), start, cursor)?;
        }
    }

    fn factor(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read {
        let start = cursor.position();
        if depth > DEEPEST {
            return malformed(start..start + 1, "brackets are nested too deep");
        }
        match cursor.peek() {
            b'[' => self.bracket(cursor, depth + 1),
            b'#' => self.variable(cursor, depth + 1),
            sign @ (b'-' | b'+') => {
                cursor.bump();
                let value = self.factor(cursor, depth + 1)?;
                Ok(if sign == b'-' { value.map(|x| -x) } else { value })
            }
            b'a'..=b'z' => self.function(cursor, depth + 1),
            _ => match cursor.literal() {
                Some(literal) => Ok(Some(literal.value)),
                None => {
                    let end = cursor.end().max(start + 1);
                    malformed(start..end, "a number is missing or malformed here")
                }
            },
        }
    }

    fn variable(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read {
        let start = cursor.position();
        cursor.bump();
        let number = self.number_at(cursor, depth)?;
        let at = start..cursor.end();
        match self.variables.get(number) {
            Ok(value) => Ok(value),
            Err(Unreadable::Missing) => malformed(at, format!("there is no variable #{number}")),
            Err(Unreadable::Lost) => {
                unknown(at, format!("what #{number} holds is not known since it was set"))
            }
            Err(Unreadable::AtMachine) => (self.system)(number).ok_or_else(|| Malformed {
                at,
                message: format!("#{number} is known at the machine only"),
                unknown: true,
            }),
        }
    }

    fn function(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read {
        let start = cursor.position();
        if cursor.take(b"atan") {
            return self.arc_tangent(cursor, depth, start);
        }
        if cursor.take(b"pow") {
            let [base, exponent] = self.pair(cursor, depth)?;
            return finite(base.powf(exponent), start, cursor);
        }
        if cursor.take(b"round") {
            let argument = self.bracket(cursor, depth)?.unwrap_or(0.0);
            if self.rounding.is_split(argument) {
                let at = start..cursor.end();
                let message = format!(
                    "{argument} is half a step but for rounding: controls, which keep about eight \
                     digits, may round it the other way"
                );
                return unknown(at, message);
            }
            let Some(value) = self.rounding.of(argument) else {
                let message = "to what ROUND rounds in an argument of a macro call, whole numbers \
                               or least increments, is not known: round in a statement before";
                let at = start..cursor.end();
                return unknown(at, message);
            };
            return finite(value, start, cursor);
        }
        let Some((name, function)) = FUNCTIONS.iter().find(|(name, _)| cursor.take(name)) else {
            let message = match cursor.peek() {
                b'o' | b'O' => "a value or a function is needed here: is a zero meant?",
                _ => "a value or a function is needed here",
            };
            return malformed(start..start + 1, message);
        };
        let is_cut = matches!(*name, b"fix" | b"fup");
        let argument = self.bracket(cursor, depth)?.unwrap_or(0.0);
        if is_cut && nearly(argument, argument.round()) {
            let at = start..cursor.end();
            let message = format!(
                "{argument} is whole but for rounding: controls, which keep about eight digits, may \
                 take it for {}; ROUND it first",
                argument.round()
            );
            return unknown(at, message);
        }
        match function(argument).filter(|value| value.is_finite()) {
            Some(value) => Ok(Some(value)),
            None => {
                malformed(start..cursor.end(), format!("the function has no value at {argument}"))
            }
        }
    }

    /// `ATAN[y]/[x]`, `ATAN[y,x]` (0 to 360 degrees) or `ATAN[q]`.
    fn arc_tangent(&self, cursor: &mut Cursor<'_>, depth: u32, start: usize) -> Read {
        let mark = cursor.position();
        let [y, x] = match self.bracket(cursor, depth) {
            Ok(first) => {
                let y = first.unwrap_or(0.0);
                if cursor.peek() != b'/' || cursor.peek_second() != b'[' {
                    return finite(y.atan().to_degrees(), start, cursor);
                }
                cursor.bump();
                [y, self.bracket(cursor, depth)?.unwrap_or(0.0)]
            }
            Err(_) => {
                cursor.rewind(mark);
                self.pair(cursor, depth)?
            }
        };
        let angle = y.atan2(x).to_degrees();
        finite(if angle < 0.0 { angle + 360.0 } else { angle }, start, cursor)
    }

    /// `[a,b]`.
    fn pair(&self, cursor: &mut Cursor<'_>, depth: u32) -> Read<[f64; 2]> {
        let open = cursor.position();
        let mut values = [0.0; 2];
        for (value, before) in values.iter_mut().zip([b'[', b',']) {
            if cursor.peek() != before {
                return malformed(open..open + 1, "two arguments are needed here: [a,b]");
            }
            cursor.bump();
            *value = self.sum(cursor, depth)?.unwrap_or(0.0);
        }
        if cursor.peek() != b']' {
            return malformed(open..open + 1, "this bracket is not closed");
        }
        cursor.bump();
        Ok(values)
    }
}

/// Whether AND, OR or XOR stands beside a comparison, not in brackets of its own.
fn joins(bracket: &[u8]) -> bool {
    let mut depth = 0;
    let own: Vec<u8> = bracket
        .iter()
        .filter(|byte| {
            depth += i32::from(**byte == b'[') - i32::from(**byte == b']');
            depth == 1
        })
        .map(u8::to_ascii_lowercase)
        .collect();
    let words = own.split(|byte| !byte.is_ascii_lowercase());
    words.filter(|word| !word.is_empty()).any(|word| matches!(word, b"and" | b"or" | b"xor"))
}

fn finite(value: f64, start: usize, cursor: &Cursor<'_>) -> Read {
    if value.is_finite() {
        Ok(Some(value))
    } else {
        malformed(start..cursor.end(), "division by zero, or a value out of range")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(text: &str) -> Read {
        let mut variables = Variables::new(false);
        variables.set(1, Some(5.0));
        variables.set(100, Some(-2.5));
        let reader = Reader { variables: &variables, system: &|_| None, rounding: Rounding::Whole };
        reader.value(&mut Cursor::new(text.as_bytes()))
    }

    #[test]
    fn expressions_follow_the_manual() {
        for (text, value) in [
            ("[#1+2*3]", 11.0),
            ("[#1*[2+1]]", 15.0),
            ("-#100", 2.5),
            ("FIX[-1.8]", -1.0),
            ("FUP[-1.2]", -2.0),
            ("ROUND[1.5]", 2.0),
            ("ATAN[1]/[-1]", 135.0),
            ("ATAN[-1,0]", 270.0),
            ("[10 MOD 4]", 2.0),
            ("[6 AND 3]", 2.0),
            ("POW[2,10]", 1024.0),
            ("[[1 EQ 1] AND [2 GT 3]]", 0.0),
            ("#[#1-4]", 5.0),
        ] {
            let got = evaluate(text).unwrap().unwrap();
            assert!((got - value).abs() < 1e-9, "{text}: {got}");
        }
    }

    #[test]
    fn vacant_is_not_zero_but_counts_as_zero() {
        assert_eq!(evaluate("#2"), Ok(None));
        assert_eq!(evaluate("[#2 EQ #0]"), Ok(Some(1.0)));
        assert_eq!(evaluate("[#2 EQ 0]"), Ok(Some(0.0)));
        assert_eq!(evaluate("[#2 NE 0]"), Ok(Some(1.0)));
        assert_eq!(evaluate("[#2 GE 0]"), Ok(Some(1.0)));
        assert_eq!(evaluate("[#2+1]"), Ok(Some(1.0)));
    }

    #[test]
    fn system_and_lasting_variables_need_the_machine() {
        assert!(evaluate("#501").unwrap_err().unknown);
        assert!(evaluate("#3001").unwrap_err().unknown);
        assert!(!evaluate("#50").unwrap_err().unknown);
        assert!(evaluate("[1/0]").is_err());
    }
}
