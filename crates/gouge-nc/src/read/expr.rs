//! Values: numbers, parameters, functions and bracketed expressions, as LinuxCNC reads them:
//! `interp_read.cc`, `interp_execute.cc`; RS274NGC, section 3.3.2.

use crate::code;
use crate::control::Control;
use crate::control::params::PARAMETERS;
use crate::control::system_names;
use crate::dialect::Dialect;
use crate::fault::{Step, fault, refuse};
use crate::grbl::number::as_read;
use crate::read::arithmetic::{FUNCTIONS, Function, OPERATORS, Operator, binary, unary};
use crate::read::block::Block;
use crate::read::cursor::Cursor;
use crate::tolerance::INTEGER_WORD;

/// Deepest nesting of brackets and functions; a LinuxCNC line cannot hold more.
const DEEPEST: u32 = 260;

/// Reads one value: a number, `#…`, `[…]`, a function, or a signed one of these.
pub(crate) fn value(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<f64> {
    nested_value(cursor, 0, control)
}

/// Reads a value that must be whole.
pub(crate) fn integer(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<i64> {
    nested_integer(cursor, 0, control)
}

fn nested_integer(cursor: &mut Cursor<'_>, depth: u32, control: &Control<'_>) -> Step<i64> {
    let start = cursor.position();
    let value = nested_value(cursor, depth, control)?;
    whole(value).ok_or_else(|| {
        fault(
            code::RANGE,
            start..cursor.end(),
            format!("a whole number is needed here, not {value}"),
        )
    })
}

fn nested_value(cursor: &mut Cursor<'_>, depth: u32, control: &Control<'_>) -> Step<f64> {
    let start = cursor.position();
    if depth > DEEPEST {
        return refuse(code::EXPRESSION, start..start + 1, "brackets are nested too deep");
    }
    let value = match cursor.peek() {
        0 => return refuse(code::NUMBER, before(start), "a value is missing here"),
        b'[' | b'#' | b'a'..=b'z' if !control.options.dialect.expressions() => {
            let message = format!(
                "{} takes plain numbers only: no parameters, no expressions",
                control.options.dialect.title()
            );
            return refuse(code::EXPRESSION, start..start + 1, message);
        }
        b'[' => expression(cursor, depth + 1, control)?,
        b'#' => parameter(cursor, depth + 1, control)?,
        sign @ (b'+' | b'-') => {
            let next = cursor.peek_second();
            // Only LinuxCNC reads a sign before a value that has one (`read_float` of Grbl, and
            // `read_real_number` of RS274NGC, which Mach3 comes from, do not).
            if matches!(next, b'+' | b'-') && control.options.dialect != Dialect::LinuxCnc {
                return refuse(code::NUMBER, start..start + 2, "this number has two signs");
            }
            if next == 0 || next == b'.' || next.is_ascii_digit() {
                literal(cursor, control)?
            } else {
                cursor.bump();
                let value = nested_value(cursor, depth + 1, control)?;
                if sign == b'-' { -value } else { value }
            }
        }
        b'a'..=b'z' => function(cursor, depth + 1, control)?,
        _ => literal(cursor, control)?,
    };
    if value.is_finite() {
        Ok(value)
    } else {
        refuse(code::EXPRESSION, start..cursor.end(), "the value is not a finite number")
    }
}

fn literal(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<f64> {
    let start = cursor.position();
    match cursor.literal() {
        Some(_) if control.options.dialect == Dialect::Grbl => {
            Ok(as_read(cursor.text(start..cursor.end())))
        }
        Some(literal) => Ok(literal.value),
        None => {
            let end = cursor.end().max(start + 1);
            refuse(code::NUMBER, start..end, "a number is missing or malformed here")
        }
    }
}

/// A bracketed expression, its `[` next.
pub(crate) fn bracketed(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<f64> {
    expression(cursor, 0, control)
}

fn expression(cursor: &mut Cursor<'_>, depth: u32, control: &Control<'_>) -> Step<f64> {
    let open = cursor.position();
    if cursor.peek() != b'[' {
        return refuse(code::EXPRESSION, before(open), "a `[` is missing here");
    }
    cursor.bump();
    // Waiting operators bind ever tighter, so there are at most as many as precedences.
    let mut waiting: [(f64, Operator); 8] = [(0.0, Operator::Close); 8];
    let mut held = 0;
    loop {
        let start = cursor.position();
        let mut value = nested_value(cursor, depth, control)?;
        let operator = read_operator(cursor, open)?;
        while held > 0 && operator.precedence() <= waiting[held - 1].1.precedence() {
            held -= 1;
            let (left, pending) = waiting[held];
            value = binary(left, pending, value)
                .map_err(|why| fault(code::EXPRESSION, start..cursor.end(), why))?;
        }
        if operator == Operator::Close {
            return Ok(value);
        }
        waiting[held] = (value, operator);
        held += 1;
    }
}

const NO_PLACE: &str = "the current position cannot be read while cutter compensation is on";

/// The number of a parameter after its `#`, or its name.
fn parameter(cursor: &mut Cursor<'_>, depth: u32, control: &Control<'_>) -> Step<f64> {
    let start = cursor.position();
    cursor.bump();
    if cursor.peek() == b'<' {
        let name = read_name(cursor)?;
        if system_names::is_compensated_place(&name, control) {
            return refuse(code::COMPENSATION, start..cursor.end(), NO_PLACE);
        }
        return match named(&name, control) {
            Some(value) => known(value, start..cursor.end(), &format!("#<{name}>")),
            // A definition is only read through; its names get values when it is called.
            None if control.scope.defining => Ok(0.0),
            None => refuse(
                code::PARAMETER,
                start..cursor.end(),
                format!("#<{name}> is read before the program has set it"),
            ),
        };
    }
    let number = parameter_number(cursor, depth, start, control)?;
    let (at, place) = (start..cursor.end(), control.is_position(number));
    if place && control.compensating() {
        return refuse(code::COMPENSATION, at, NO_PLACE);
    }
    let what = if place { " (current position)" } else { "" };
    known(control.parameter(number), at, &format!("#{number}{what}"))
}

/// Reads a parameter's number and checks that it exists.
pub(crate) fn parameter_number(
    cursor: &mut Cursor<'_>,
    depth: u32,
    start: usize,
    control: &Control<'_>,
) -> Step<usize> {
    let number = nested_integer(cursor, depth, control)?;
    match usize::try_from(number) {
        Ok(number) if (1..PARAMETERS).contains(&number) => Ok(number),
        _ => refuse(
            code::PARAMETER,
            start..cursor.end(),
            format!("parameter #{number} does not exist: they run from 1 to 5601"),
        ),
    }
}

/// A named parameter's value, NaN when only the machine knows it.
pub(crate) fn named(name: &str, control: &Control<'_>) -> Option<f64> {
    if name.starts_with('_')
        && let Some(value) = system_names::value(name, control)
    {
        return Some(value);
    }
    control.names.get(name)
}

fn function(cursor: &mut Cursor<'_>, depth: u32, control: &Control<'_>) -> Step<f64> {
    let start = cursor.position();
    let Some((_, function)) = FUNCTIONS.iter().find(|(name, _)| cursor.take(name)) else {
        let letter = char::from(cursor.peek()).to_ascii_uppercase();
        let before = cursor.text(start.saturating_sub(1)..start);
        let hint = match letter {
            'O' => ": is a zero meant?",
            _ if before == b"$" => ": a command of Grbl's? (see --dialect grbl)",
            _ => "",
        };
        return refuse(
            code::EXPRESSION,
            start..start + 1,
            format!("a value is needed here; `{letter}` begins no function this control has{hint}"),
        );
    };
    if cursor.peek() != b'[' {
        let at = start..cursor.end();
        return refuse(code::EXPRESSION, at, "a function needs its argument in brackets");
    }
    if matches!(function, Function::Exists) {
        return exists(cursor, depth, control);
    }
    let value = expression(cursor, depth, control)?;
    if matches!(function, Function::Atan) {
        if cursor.peek() != b'/' {
            let at = start..cursor.end();
            return refuse(code::EXPRESSION, at, "ATAN needs two arguments: ATAN[y]/[x]");
        }
        cursor.bump();
        let second = expression(cursor, depth, control)?;
        return Ok(value.atan2(second).to_degrees());
    }
    unary(*function, value).map_err(|why| fault(code::EXPRESSION, start..cursor.end(), why))
}

fn exists(cursor: &mut Cursor<'_>, depth: u32, control: &Control<'_>) -> Step<f64> {
    cursor.bump();
    let start = cursor.position();
    if cursor.peek() != b'#' {
        return refuse(code::EXPRESSION, start..start + 1, "EXISTS asks for a parameter: `#`");
    }
    cursor.bump();
    let there = if cursor.peek() == b'<' {
        let name = read_name(cursor)?;
        named(&name, control).is_some()
    } else {
        let number = nested_integer(cursor, depth, control)?;
        number >= 1 && usize::try_from(number).is_ok_and(|number| number < PARAMETERS)
    };
    let end = cursor.position();
    if cursor.peek() != b']' {
        return refuse(code::EXPRESSION, start..end, "EXISTS asks for one parameter and a `]`");
    }
    cursor.bump();
    Ok(f64::from(u8::from(there)))
}

/// How many times, as a word says it.
pub(crate) fn count(value: f64, at: std::ops::Range<usize>) -> Step<u32> {
    match whole(value).and_then(|times| u32::try_from(times.max(0)).ok()) {
        Some(times) => Ok(times),
        None => refuse(code::RANGE, at, format!("a whole number is needed here, not {value}")),
    }
}

/// How many times a block says by a letter: once where it says nothing.
pub(crate) fn times(block: &Block, letter: u8) -> Step<u32> {
    block.get(letter).map_or(Ok(1), |value| count(value, block.place(letter)))
}

/// The whole number that a value stands for, if it is one.
pub(crate) fn whole(value: f64) -> Option<i64> {
    let floor = value.floor();
    let rest = value - floor;
    let number = if rest > 1.0 - INTEGER_WORD {
        floor + 1.0
    } else if rest > INTEGER_WORD {
        return None;
    } else {
        floor
    };
    (number.abs() < 2f64.powi(31)).then_some(number as i64)
}

/// A name between `<` and `>`: blanks and capitals mean nothing in it.
pub(crate) fn read_name(cursor: &mut Cursor<'_>) -> Step<String> {
    let start = cursor.position();
    cursor.bump();
    let mut name = String::new();
    loop {
        match cursor.peek() {
            0 => {
                return refuse(
                    code::PARAMETER,
                    start..cursor.end(),
                    "the name is not closed by `>`",
                );
            }
            b'>' => {
                cursor.bump();
                return Ok(name);
            }
            letter => {
                name.push(char::from(letter));
                cursor.bump();
            }
        }
    }
}

fn known(value: f64, at: std::ops::Range<usize>, what: &str) -> Step<f64> {
    if value.is_nan() {
        refuse(code::UNKNOWN_VALUE, at, format!("{what} is known at the machine only"))
    } else {
        Ok(value)
    }
}

/// The byte before a missing word, so that something is underlined.
fn before(at: usize) -> std::ops::Range<usize> {
    at.saturating_sub(1)..at.max(1)
}

fn read_operator(cursor: &mut Cursor<'_>, open: usize) -> Step<Operator> {
    let start = cursor.position();
    if cursor.peek() == 0 {
        return refuse(code::EXPRESSION, open..open + 1, "this bracket is not closed");
    }
    for (name, operator) in OPERATORS {
        if cursor.take(name) {
            return Ok(operator);
        }
    }
    refuse(code::EXPRESSION, start..start + 1, "an operation or `]` is needed here")
}
