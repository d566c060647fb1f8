//! The results of macro B's comparisons, functions and bitwise operators.

use super::variables::Value;
use crate::read::arithmetic;
use crate::read::cursor::Cursor;

/// A function of one bracketed argument; `None` outside its range.
pub(super) type Function = fn(f64) -> Option<f64>;

pub(super) const FUNCTIONS: [(&[u8], Function); 14] = [
    // Angles count from 0 to 360 degrees (NAT, bit 0 of parameter 6004, is 0).
    (b"asin", |x| (x.abs() <= 1.0).then(|| x.asin().to_degrees().rem_euclid(360.0))),
    (b"acos", |x| (x.abs() <= 1.0).then(|| x.acos().to_degrees())),
    (b"sin", |x| Some(arithmetic::radians(x).sin())),
    (b"cos", |x| Some(arithmetic::radians(x).cos())),
    (b"tan", |x| Some(arithmetic::radians(x).tan())),
    (b"sqrt", |x| (x >= 0.0).then(|| x.sqrt())),
    (b"sqr", |x| (x >= 0.0).then(|| x.sqrt())),
    (b"abs", |x| Some(x.abs())),
    (b"fix", |x| Some(x.trunc())),
    (b"fup", |x| Some(x.abs().ceil().copysign(x))),
    (b"ln", |x| (x > 0.0).then(|| x.ln())),
    (b"exp", |x| Some(x.exp())),
    (b"bin", |x| from_decimal_coded(x)),
    (b"bcd", |x| to_decimal_coded(x)),
];

#[derive(Clone, Copy)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
    Less,
    LessEqual,
}

pub(super) const COMPARISONS: [(&[u8], Comparison); 6] = [
    (b"eq", Comparison::Equal),
    (b"ne", Comparison::NotEqual),
    (b"gt", Comparison::Greater),
    (b"ge", Comparison::GreaterEqual),
    (b"lt", Comparison::Less),
    (b"le", Comparison::LessEqual),
];

impl Comparison {
    /// Vacant equals vacant only; in comparisons of size it counts as 0.
    pub fn holds(self, left: Value, right: Value) -> bool {
        let (a, b) = (left.unwrap_or(0.0), right.unwrap_or(0.0));
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
        }
    }
}

/// A bitwise operation on whole numbers.
pub(super) fn bits(a: f64, b: f64, operation: fn(i64, i64) -> i64) -> f64 {
    operation(a.round() as i64, b.round() as i64) as f64
}

fn from_decimal_coded(value: f64) -> Option<f64> {
    let hex = format!("{:x}", value.round() as i64);
    hex.parse().ok()
}

fn to_decimal_coded(value: f64) -> Option<f64> {
    let decimal = format!("{}", value.round() as i64);
    i64::from_str_radix(&decimal, 16).ok().map(|coded| coded as f64)
}

/// Passes an operation, comparison or function that is written in letters.
pub(crate) fn take_operation(cursor: &mut Cursor<'_>) -> bool {
    const OTHERS: [&[u8]; 7] = [b"and", b"or", b"xor", b"mod", b"atan", b"pow", b"round"];
    let functions = FUNCTIONS.iter().map(|(name, _)| *name);
    let comparisons = COMPARISONS.iter().map(|(name, _)| *name);
    functions.chain(comparisons).chain(OTHERS).any(|name| cursor.take(name))
}
