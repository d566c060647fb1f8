//! The operators and functions of program expressions.

use std::f64::consts::PI;

use crate::tolerance::EXPRESSION_EQUAL;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Close,
    And,
    Xor,
    Or,
    Less,
    Equal,
    NotEqual,
    LessEqual,
    GreaterEqual,
    Greater,
    Minus,
    Plus,
    Divide,
    Modulo,
    Times,
    Power,
}

impl Operator {
    /// Higher binds tighter; equals bind from the left, powers too.
    pub fn precedence(self) -> u8 {
        match self {
            Operator::Close => 1,
            Operator::And | Operator::Xor | Operator::Or => 2,
            Operator::Less
            | Operator::Equal
            | Operator::NotEqual
            | Operator::LessEqual
            | Operator::GreaterEqual
            | Operator::Greater => 3,
            Operator::Minus | Operator::Plus => 4,
            Operator::Divide | Operator::Modulo | Operator::Times => 5,
            Operator::Power => 6,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Function {
    Abs,
    Acos,
    Asin,
    Atan,
    Cos,
    Exists,
    Exp,
    Fix,
    Fup,
    Ln,
    Round,
    Sin,
    Sqrt,
    Tan,
}

pub(crate) const FUNCTIONS: [(&[u8], Function); 14] = [
    (b"abs", Function::Abs),
    (b"acos", Function::Acos),
    (b"asin", Function::Asin),
    (b"atan", Function::Atan),
    (b"cos", Function::Cos),
    (b"exists", Function::Exists),
    (b"exp", Function::Exp),
    (b"fix", Function::Fix),
    (b"fup", Function::Fup),
    (b"ln", Function::Ln),
    (b"round", Function::Round),
    (b"sin", Function::Sin),
    (b"sqrt", Function::Sqrt),
    (b"tan", Function::Tan),
];

pub(crate) const OPERATORS: [(&[u8], Operator); 16] = [
    (b"**", Operator::Power),
    (b"*", Operator::Times),
    (b"+", Operator::Plus),
    (b"-", Operator::Minus),
    (b"/", Operator::Divide),
    (b"]", Operator::Close),
    (b"and", Operator::And),
    (b"mod", Operator::Modulo),
    (b"or", Operator::Or),
    (b"xor", Operator::Xor),
    (b"eq", Operator::Equal),
    (b"ne", Operator::NotEqual),
    (b"ge", Operator::GreaterEqual),
    (b"gt", Operator::Greater),
    (b"le", Operator::LessEqual),
    (b"lt", Operator::Less),
];

/// An angle in radians, rounded once: program loops compare such values.
pub(crate) fn radians(degrees: f64) -> f64 {
    fine_radians(degrees).0
}

/// The same with what the rounding lost. LinuxCNC computes angles with 64 bits of mantissa, and its
/// π is by this much larger than ours.
fn fine_radians(degrees: f64) -> (f64, f64) {
    const PI_REST: f64 = 1.225_148_454_908_62e-16;
    let product = degrees * PI;
    let rest = degrees.mul_add(PI, -product) + degrees * PI_REST;
    let quotient = product / 180.0;
    let low = ((-quotient).mul_add(180.0, product) + rest) / 180.0;
    let high = quotient + low;
    (high, (quotient - high) + low)
}

fn sine(degrees: f64) -> f64 {
    let (angle, lost) = fine_radians(degrees);
    angle.sin() + lost * angle.cos()
}

fn cosine(degrees: f64) -> f64 {
    let (angle, lost) = fine_radians(degrees);
    angle.cos() - lost * angle.sin()
}

fn tangent(degrees: f64) -> f64 {
    let (angle, lost) = fine_radians(degrees);
    let tangent = angle.tan();
    tangent + lost * (1.0 + tangent * tangent)
}

fn truth(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

/// # Errors
/// A sentence on why the operation has no value.
pub(crate) fn binary(left: f64, operator: Operator, right: f64) -> Result<f64, &'static str> {
    Ok(match operator {
        Operator::Divide if right == 0.0 => return Err("division by zero"),
        Operator::Divide => left / right,
        Operator::Modulo => {
            let rest = left % right;
            if rest < 0.0 { rest + right.abs() } else { rest }
        }
        Operator::Power if left < 0.0 && right.floor() != right => {
            return Err("a negative number cannot be raised to a broken power");
        }
        Operator::Power => left.powf(right),
        Operator::Times => left * right,
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::And => truth(left != 0.0 && right != 0.0),
        Operator::Or => truth(left != 0.0 || right != 0.0),
        Operator::Xor => truth((left != 0.0) != (right != 0.0)),
        Operator::Less => truth(left < right),
        Operator::Equal => truth((left - right).abs() < EXPRESSION_EQUAL),
        Operator::NotEqual => truth((left - right).abs() >= EXPRESSION_EQUAL),
        Operator::LessEqual => truth(left <= right),
        Operator::GreaterEqual => truth(left >= right),
        Operator::Greater => truth(left > right),
        Operator::Close => right,
    })
}

/// # Errors
/// A sentence on why the function has no value.
pub(crate) fn unary(function: Function, value: f64) -> Result<f64, &'static str> {
    Ok(match function {
        // A negative zero stays one, as on the control: ATAN tells the two apart.
        Function::Abs if value < 0.0 => -value,
        Function::Abs => value,
        Function::Acos | Function::Asin if value.abs() > 1.0 => {
            return Err("the argument must lie between -1 and 1");
        }
        Function::Acos => value.acos().to_degrees(),
        Function::Asin => value.asin().to_degrees(),
        Function::Cos => cosine(value),
        Function::Exp => value.exp(),
        Function::Fix => value.floor(),
        Function::Fup => value.ceil(),
        Function::Ln if value <= 0.0 => return Err("LN needs an argument above zero"),
        Function::Ln => value.ln(),
        // It goes through a whole number there, which has no negative zero.
        Function::Round => (value + 0.5f64.copysign(value)).trunc() + 0.0,
        Function::Sin => sine(value),
        Function::Sqrt if value < 0.0 => return Err("SQRT needs an argument of zero or more"),
        Function::Sqrt => value.sqrt(),
        Function::Tan => tangent(value),
        Function::Atan | Function::Exists => value,
    })
}
