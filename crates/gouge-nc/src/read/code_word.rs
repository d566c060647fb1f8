//! G and M words: their numbers, whether the control follows them, and which of them exclude each
//! other in one block.

use std::ops::Range;

use crate::code;
use crate::control::Control;
use crate::control::params::{INPUT_RESULT, PROBE_RESULT};
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::fanuc::check::check_beside_cycle;
use crate::fanuc::rounding::Rounding;
use crate::fanuc::values::{MacroValue, macro_value};
use crate::fault::{Step, fault, refuse};
use crate::read::block::Block;
use crate::read::cursor::Cursor;
use crate::read::expr::{value, whole};
use crate::tolerance::G_NUMBER;
use crate::words::table::UNMADE_PATH;
use crate::words::{Group, Use, Word, code_name, g};

#[inline]
pub(super) fn read_g(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    start: usize,
    control: &mut Control<'_>,
) -> Step {
    cursor.bump();
    let number = code_value(cursor, control)?;
    let at = start..cursor.end();
    let tenths = 10.0 * number;
    let floor = tenths.floor();
    let rest = tenths - floor;
    let tenths = if rest > 1.0 - G_NUMBER { floor + 1.0 } else { floor };
    let broken = rest > G_NUMBER && rest <= 1.0 - G_NUMBER;
    if broken || !(0.0..3000.0).contains(&tenths) {
        return refuse(code::NO_SUCH_WORD, at, format!("there is no G{number}"));
    }
    let tenths = tenths as u16;
    let Some(word) = control.lookup.g(tenths) else {
        return refuse(code::NO_SUCH_WORD, at, control.lookup.absent('G', tenths));
    };
    check_use(word, &at, control)?;
    check_beside_cycle(word, block, &at, control)?;
    let grbl = control.options.dialect == Dialect::Grbl;
    match block.code(word.group) {
        None => {}
        // G80 steps aside for another motion word, on either side; on Grbl it is one of them.
        Some(_) if tenths == g::G80 && !grbl => return Ok(()),
        Some(g::G80) if word.group == Group::Motion && !grbl => {}
        // Of several words of a group the last is in force on these controls.
        Some(_) if control.options.dialect.macro_b() && word.group != Group::Once => {}
        Some(other) => {
            return refuse(
                code::CONFLICT,
                at,
                format!(
                    "{} and {} exclude each other in one block",
                    code_name('G', other),
                    word.name()
                ),
            );
        }
    }
    block.put_code(word, at.start, at.end);
    Ok(())
}

pub(super) fn read_m(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    start: usize,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    cursor.bump();
    let value = code_value(cursor, control)?;
    let at = start..cursor.end();
    let Some(number) = whole(value) else {
        return refuse(code::NO_SUCH_WORD, at, format!("there is no M{value}"));
    };
    let number = u16::try_from(number)
        .map_err(|_| fault(code::NO_SUCH_WORD, at.clone(), format!("there is no M{number}")))?;
    let Some(word) = control.lookup.m(number) else {
        if control.options.dialect.macro_b() {
            let why = "is the machine builder's: what it does is not known here";
            return emitter.warn_of_unknown(number, at, why, control);
        }
        return refuse(code::NO_SUCH_WORD, at, control.lookup.absent('M', number));
    };
    check_use(word, &at, control)?;
    if let Some(other) = block.code(word.group) {
        let (one, two) = (code_name('M', other), word.name());
        let message = format!("{one} and {two} exclude each other in one block");
        return refuse(code::CONFLICT, at, message);
    }
    block.put_code(word, at.start, at.end);
    Ok(())
}

#[inline]
fn check_use(word: &Word, at: &Range<usize>, control: &mut Control<'_>) -> Step {
    match control.lookup.use_of(word) {
        Use::Refused(reason) => {
            lose_results(word, control);
            let (name, what) = (word.name(), word.what);
            let message = match reason {
                // That it is not followed is all there is to say.
                UNMADE_PATH => format!("{name} ({what}) is not supported"),
                _ => format!("{name} ({what}) is not followed: {reason}"),
            };
            refuse(code::NOT_FOLLOWED, at.clone(), message)
        }
        _ => Ok(()),
    }
}

/// What a probe or an input would have left in the parameters is not known.
fn lose_results(word: &Word, control: &mut Control<'_>) {
    let lost = match (word.letter, word.code) {
        ('G', g::G38_2..=g::G38_5) => PROBE_RESULT,
        ('M', 66) => INPUT_RESULT,
        _ => return,
    };
    for number in lost {
        control.params.set(number, f64::NAN);
    }
}

/// The number of a G or M word.
pub(crate) fn code_value(cursor: &mut Cursor<'_>, control: &Control<'_>) -> Step<f64> {
    if !control.options.dialect.macro_b() {
        return value(cursor, control);
    }
    let start = cursor.position();
    match macro_value(cursor, control, || Rounding::Whole)? {
        Some(MacroValue { value, .. }) => Ok(value),
        None => refuse(
            code::NUMBER,
            start..cursor.end(),
            "the variable is vacant: there is no word to carry out",
        ),
    }
}
