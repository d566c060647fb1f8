//! The value of a number without a decimal point on Fanuc and Haas controls: least increments.
//! Fanuc 0i-MD user's manual, "Decimal Point Programming"; Haas setting 162.

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::control::state::Units;
use crate::dialect::Dialect;
use crate::emit::{Emitter, Fact};
use crate::execute::plane_of;
use crate::fanuc::check::takes_settings;
use crate::fault::Step;
use crate::options::Decimals;
use crate::read::block::Block;
use crate::words::{Group, g};

/// Letters whose numbers without a decimal point count least increments.
const INCREMENT_LETTERS: &[u8] = b"xyzabcijkqr";

/// Least increments: mm and degrees; inches.
const STEP_MM: f64 = 0.001;
const STEP_INCH: f64 = 0.0001;
/// How many of them make one: dividing by it gives the nearest number, multiplying by a step does
/// not.
pub(crate) const STEPS_MM: f64 = 1e3;
const STEPS_INCH: f64 = 1e4;

/// How many least increments make one of a unit.
pub(crate) fn steps(units: Units) -> f64 {
    match units {
        Units::Mm => STEPS_MM,
        Units::Inch => STEPS_INCH,
    }
}

/// Gives numbers without a decimal point their worth: X1 is 0.001 mm or 0.0001 inch.
pub(crate) fn scale_increments(
    block: &mut Block,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    if control.options.decimals == Some(Decimals::Whole) {
        return Ok(());
    }
    let units = control.units_in(block);
    let factors = block.is(Group::Scaling, g::G51);
    for letter in INCREMENT_LETTERS {
        let factor = factors && matches!(letter, b'i'..=b'k');
        if block.pointed(*letter) || factor || counts(*letter, block, control) {
            continue;
        }
        if let Some(value) = block.get(*letter) {
            let rotary = matches!(letter, b'a'..=b'c');
            let turns = *letter == b'r' && block.is(Group::Rotation, g::G68);
            let angle = rotary || turns || is_polar_angle(*letter, block, control);
            let step = if angle || units == Units::Mm { STEP_MM } else { STEP_INCH };
            block.change(*letter, value * step);
            let unit = match units {
                _ if angle => "degrees",
                Units::Mm => "mm",
                Units::Inch => "inch",
            };
            if value != 0.0 && !rotary && control.options.decimals.is_none() {
                let at = block.place(*letter);
                say_decimals(
                    *letter,
                    value,
                    &format!("{} {unit}", value * step),
                    at,
                    control,
                    emitter,
                )?;
            }
        }
    }
    Ok(())
}

/// Whether a letter counts something, or sets something of the control's own, and is no length: K
/// repeats a cycle on a Fanuc, J of G84 is how many times as fast the tap comes out, X of G4 is a
/// time.
fn counts(letter: u8, block: &Block, control: &Control<'_>) -> bool {
    let motion = block.code(Group::Motion).or(control.state.motion);
    let cycle = motion.is_some_and(g::is_cycle);
    match letter {
        b'k' if cycle && control.options.dialect == Dialect::Fanuc => true,
        b'j' if motion == Some(g::G84) => true,
        b'x' if block.is(Group::Once, g::G4) => true,
        b'i'..=b'r' => takes_settings(block),
        _ => false,
    }
}

/// Whether a letter is the angle of polar coordinates (G16).
fn is_polar_angle(letter: u8, block: &Block, control: &Control<'_>) -> bool {
    let polar = match block.code(Group::Polar) {
        Some(code) => code == g::G16,
        None => control.state.polar.is_some(),
    };
    let plane = block.code(Group::Plane).map_or(control.state.plane, plane_of);
    let second = b"xyz"[plane.axes()[1]];
    polar && letter == second && block.code(Group::Once).is_none()
}

/// Nothing says how this control is set: the first number that depends on it is named.
fn say_decimals(
    letter: u8,
    written: f64,
    worth: &str,
    at: Range<usize>,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let name = char::from(letter).to_ascii_uppercase();
    let value = format!("{name}{written} is {worth}");
    let span = control.here.part(&at);
    let message = "numbers without a decimal point count least increments on this control unless \
                   it is set to whole units";
    if emitter.assume((Fact::Decimals, 0), span, value.clone(), message)? {
        let message =
            format!("{value}: without a decimal point it is in least increments (see --decimals)");
        return emitter.warn(code::DECIMALS, at, message, control);
    }
    Ok(())
}

/// The worth of such a number as an argument of a macro call: U, V and W count as X, Y and Z do.
pub(crate) fn argument_worth(
    letter: u8,
    written: f64,
    at: Range<usize>,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step<f64> {
    let scaled = INCREMENT_LETTERS.contains(&letter) || matches!(letter, b'u'..=b'w');
    if !scaled || control.options.decimals == Some(Decimals::Whole) {
        return Ok(written);
    }
    let angle = matches!(letter, b'a'..=b'c');
    let (step, unit) = match control.state.units {
        // What A, B and C mean is the macro's.
        _ if angle => (STEP_MM, ""),
        Units::Inch => (STEP_INCH, " inch"),
        Units::Mm => (STEP_MM, " mm"),
    };
    let worth = written * step;
    if worth != 0.0 && control.options.decimals.is_none() {
        say_decimals(letter, written, &format!("{worth}{unit}"), at, control, emitter)?;
    }
    Ok(worth)
}
