//! A tool's comment split into words and numbers, and the corner radius that it states.

use super::tool_note::Length;
use crate::control::state::Units;

/// A word or a number of a comment in lower case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// What it counts, where it is a number: a fraction is in inches.
    pub number: Option<Length>,
    /// Nothing stands between it and the one before.
    pub joined: bool,
    /// An equals sign stands before it.
    pub equals: bool,
}

/// Signs that name units.
const SIGNS: [char; 2] = ['"', '°'];

/// The words and numbers of `text`.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let numeric = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/');
    let mut tokens = Vec::new();
    let (mut rest, mut joined, mut equals) = (text, false, false);
    while let Some(first) = rest.chars().next() {
        let begins = |c: char| c.is_ascii_digit() || c == '.';
        let decimal = rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        let end = if first.is_ascii_digit() || first == '.' && decimal {
            rest.find(|c: char| !numeric(c)).unwrap_or(rest.len())
        } else if first.is_alphabetic() {
            rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        let text = word.trim_end_matches(['.', ',', '/']);
        if first.is_alphabetic() || begins(first) && !text.is_empty() || SIGNS.contains(&first) {
            tokens.push(Token { text, number: number(text), joined, equals });
            (joined, equals) = (true, false);
        } else {
            joined = false;
            equals |= first == '=';
        }
        rest = after;
    }
    tokens
}

fn number(text: &str) -> Option<Length> {
    let (above, below) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
    let above: f64 = above.replace(',', ".").parse().ok()?;
    match below {
        None => Some(Length { value: above, units: None }),
        Some(_) if text.contains(['.', ',']) => None,
        Some(below) => {
            let below: f64 = below.parse().ok().filter(|below| *below > 0.0)?;
            Some(Length { value: above / below, units: Some(Units::Inch) })
        }
    }
}

/// The unit that a word names.
pub(super) fn unit(word: &str) -> Option<Units> {
    match word {
        "mm" => Some(Units::Mm),
        "in" | "inch" | "\"" => Some(Units::Inch),
        _ => None,
    }
}

/// The unit of a number, where it or the word behind it says one.
pub(super) fn unit_at(tokens: &[Token], at: usize) -> Option<Units> {
    let own = tokens[at].number.and_then(|number| number.units);
    own.or_else(|| tokens.get(at + 1).and_then(|next| unit(next.text)))
}

/// Whether a word for inches stands apart from all numbers: it counts for those without a unit.
pub(super) fn says_inches(tokens: &[Token]) -> bool {
    const INCHES: [&str; 4] = ["inch", "inches", "imperial", "zoll"];
    tokens.iter().enumerate().any(|(at, token)| {
        let before = tokens[..at].last();
        INCHES.contains(&token.text) && before.is_none_or(|before| before.number.is_none())
    })
}

/// Words for the radius of a corner.
const RADIUS: [&str; 4] = ["r", "rad", "radius", "cr"];

/// The corner radius where a number stands right before or after a word for one: `R2`, `2MM RAD`,
/// `.5 CORNER RADIUS`, `RADIUS=2`.
pub(super) fn corner(tokens: &[Token]) -> Option<Length> {
    let is_radius = |token: &Token| RADIUS.contains(&token.text);
    tokens.iter().enumerate().find_map(|(at, token)| {
        let mut found = token.number?;
        let mut next = at + 1;
        if let Some(unit) = tokens.get(next).and_then(|token| unit(token.text)) {
            (found.units, next) = (Some(unit), next + 1);
        }
        let after = tokens[..at].last().is_some_and(is_radius);
        if tokens.get(next).is_some_and(|token| token.text == "corner") {
            next += 1;
        }
        (after || tokens.get(next).is_some_and(is_radius)).then_some(found)
    })
}
