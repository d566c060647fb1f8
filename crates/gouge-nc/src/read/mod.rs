//! Words of one line into a [`Block`], as LinuxCNC reads them: `interp_read.cc`.

pub(crate) mod arithmetic;
pub(crate) mod block;
pub(crate) mod cursor;
pub(crate) mod expr;
pub(crate) mod plain;
pub(crate) mod source;
pub(crate) mod stripped;

use crate::code;
use crate::control::Control;
use crate::control::params::{INPUT_RESULT, PROBE_RESULT, is_read_only};
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::fanuc::check::check_beside_cycle;
use crate::fanuc::rounding::Rounding;
use crate::fanuc::values::{MacroValue, macro_value};
use crate::fault::{Fault, Step, fault, refuse};
use crate::read::block::{ANGLE, Block, RADIUS, SECONDARY, SPINDLE, Setting, slot};
use crate::read::cursor::Cursor;
use crate::read::expr::read_name;
use crate::read::expr::{integer, parameter_number, value};
use crate::tolerance::G_NUMBER;
use crate::words::table::UNMADE_PATH;
use crate::words::{Group, Use, Word, code_name, g};

/// Most M words in a block.
const MOST_M_WORDS: u32 = 4;

/// Reads the words from the cursor to the end of the line.
pub(crate) fn read_words(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let mut m_words = 0;
    loop {
        let start = cursor.position();
        match cursor.peek() {
            0 => break,
            b'g' => read_g(cursor, block, start, control)?,
            b'm' => {
                m_words += 1;
                read_m(cursor, block, start, control, emitter)?;
            }
            b'#' if control.options.dialect.macro_b() => {
                let message = "a macro statement needs a block of its own";
                return refuse(code::FLOW, start..start + 1, message);
            }
            b'#' if control.options.dialect.expressions() => {
                read_setting(cursor, block, start, control)?;
            }
            b'(' => read_comment(cursor, block)?,
            b';' => {
                let rest = cursor.rest();
                check_end_of_block(cursor.text(rest.clone()), start, control)?;
                block.remark = Some(rest.start + 1..rest.end);
            }
            letter => read_word(cursor, block, letter, start, control, emitter)?,
        }
    }
    if m_words > MOST_M_WORDS {
        let at = block.code_place(Group::User);
        return refuse(code::CONFLICT, at, "more than four M words in one block");
    }
    Ok(())
}

/// A comment, its `(` next.
pub(crate) fn read_comment(cursor: &mut Cursor<'_>, block: &mut Block) -> Step {
    let start = cursor.position();
    match cursor.comment() {
        Ok(text) => {
            block.comment = Some(text);
            Ok(())
        }
        Err(at) if at.start == start => {
            refuse(code::COMMENT, at, "this comment is not closed on its line")
        }
        Err(at) => refuse(code::COMMENT, at, "a second `(` inside a comment"),
    }
}

/// On Fanuc and Haas controls `;` ends the block, so nothing but a comment may follow it.
fn check_end_of_block(rest: &[u8], start: usize, control: &Control<'_>) -> Step {
    if control.options.dialect.macro_b() { one_block(rest, start) } else { Ok(()) }
}

/// Refuses a second block behind the `;` at `start`, with which `rest` begins, whatever comments
/// stand before it.
pub(crate) fn one_block(rest: &[u8], start: usize) -> Step {
    let mut text = rest.strip_prefix(b";").unwrap_or(rest).trim_ascii();
    while text.starts_with(b"(") {
        let mut comment = Cursor::new(text);
        if comment.comment().is_err() {
            let message = "a comment behind `;` is not closed, or holds another `(`";
            return refuse(code::COMMENT, start..start + 1, message);
        }
        let after = &text[comment.end()..];
        text = after.trim_ascii_start().strip_prefix(b";").unwrap_or(after).trim_ascii();
    }
    if !text.is_empty() {
        let message = "a second block follows `;`: write it on a line of its own";
        return refuse(code::CHARACTER, start..start + 1, message);
    }
    Ok(())
}

/// The number of a G or M word.
fn code_value(cursor: &mut Cursor<'_>, control: &mut Control<'_>) -> Step<f64> {
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

#[inline]
fn read_word(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    letter: u8,
    start: usize,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let linuxcnc = control.options.dialect == Dialect::LinuxCnc;
    let slot = match letter {
        b'a'..=b'f' | b'h'..=b'l' | b'p'..=b't' | b'x'..=b'z' => slot(letter),
        b'u'..=b'w' if linuxcnc => {
            report_secondary(block, letter, start, control, emitter)?;
            slot(letter)
        }
        b'@' if linuxcnc => RADIUS,
        b'^' if linuxcnc => ANGLE,
        b'$' if linuxcnc => SPINDLE,
        b'u'..=b'w' => {
            let name = char::from(letter).to_ascii_uppercase();
            return refuse(
                code::NO_SUCH_WORD,
                start..start + 1,
                format!(
                    "the machine is taken to have no {name} axis: it cannot be placed on the part"
                ),
            );
        }
        _ => {
            let byte = cursor.text(start..start + 1).first().copied().unwrap_or(letter);
            return strange_character(byte.to_ascii_lowercase(), start, control);
        }
    };
    cursor.bump();
    let macro_b = control.options.dialect.macro_b();
    let repeated = match letter {
        b'@' | b'^' => false,
        // These two tell "not there" by a value, which a program can write.
        b'p' => block.get(b'p').is_some_and(|value| value > -1.0),
        b'q' => block.get(b'q').is_some_and(|value| value > -1.0),
        _ => block.slot(slot).is_some(),
    };
    if repeated {
        let name = char::from(letter).to_ascii_uppercase();
        let message = format!("the block has two {name} words");
        return refuse(code::REPEATED, start..start + 1, message);
    }
    let value = if macro_b {
        let rounding = || Rounding::of_word(letter, block, control);
        let Some(MacroValue { value, pointed, fine }) = macro_value(cursor, control, rounding)?
        else {
            return Ok(());
        };
        if fine {
            block.put_fine(slot);
        }
        if !pointed {
            block.put_whole(slot);
        }
        value
    } else {
        match letter {
            b'h' | b'l' | b't' => integer(cursor, control)? as f64,
            _ => value(cursor, control)?,
        }
    };
    let least = match letter {
        b'f' | b's' | b'l' | b't' => 0.0,
        b'h' => -1.0,
        _ => f64::NEG_INFINITY,
    };
    if value < least {
        let name = char::from(letter).to_ascii_uppercase();
        let message = format!("{name} may not be negative");
        return refuse(code::RANGE, start..cursor.end(), message);
    }
    let value = if letter == b'x' && control.state.lathe_diameter { value / 2.0 } else { value };
    block.put(slot, value, start, cursor.end());
    Ok(())
}

/// Unless the machine is said to have U, V and W, the first of them in a block is reported; the
/// motion is carried all the same. In lathe cycles they are steps, not axes.
fn report_secondary(
    block: &Block,
    letter: u8,
    start: usize,
    control: &Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let steps = block.code(Group::Motion).is_some_and(g::is_lathe_cycle);
    let told = block.any(SECONDARY) || steps || control.gathers;
    if control.options.secondary_axes || told || control.scope.defining {
        return Ok(());
    }
    let name = char::from(letter).to_ascii_uppercase();
    let message = format!(
        "the machine is taken to have no {name} axis: its motion is carried along, and it \
         cannot be placed on the part"
    );
    emitter.report(
        Fault { code: code::NO_SUCH_WORD, message, at: start..start + 1, line: None, fatal: false },
        control,
    )
}

fn strange_character<T>(letter: u8, start: usize, control: &Control<'_>) -> Step<T> {
    let (what, length) = if letter.is_ascii_graphic() {
        (format!("`{}`", char::from(letter).to_ascii_uppercase()), 1)
    } else {
        (format!("the byte {letter:#04x}"), 1)
    };
    let message = match letter {
        b'o' if control.options.dialect != Dialect::LinuxCnc => {
            format!("{} does not read O words", control.options.dialect.title())
        }
        b'$' => "a command to the control's settings: what it does is not read here".to_owned(),
        b',' if control.options.dialect.macro_b() => {
            let corners = "corner rounding and chamfers (,R ,C) are not followed";
            return refuse(code::NOT_FOLLOWED, start..start + 1, corners);
        }
        b'o' => "an O word must come first in its block; is the digit 0 meant?".to_owned(),
        b'n' => "N must come first in its block".to_owned(),
        _ => format!("{} does not read {what}", control.options.dialect.title()),
    };
    refuse(code::CHARACTER, start..start + length, message)
}

#[inline]
fn read_g(
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
    match block.code(word.group) {
        None => {}
        // G80 steps aside for another motion word, on either side.
        Some(_) if tenths == g::G80 => return Ok(()),
        Some(g::G80) if word.group == Group::Motion => {}
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

fn read_m(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    start: usize,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    cursor.bump();
    let value = code_value(cursor, control)?;
    let at = start..cursor.end();
    let Some(number) = crate::read::expr::whole(value) else {
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
fn check_use(word: &Word, at: &std::ops::Range<usize>, control: &mut Control<'_>) -> Step {
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

/// `#… = …`: takes effect after the whole line is read.
fn read_setting(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    start: usize,
    control: &mut Control<'_>,
) -> Step {
    cursor.bump();
    if cursor.peek() == b'<' {
        let name = read_name(cursor)?;
        let at = start..cursor.end();
        let machines = name.starts_with("_ini[") || name.starts_with("_hal[");
        if machines || crate::control::system_names::value(&name, control).is_some() {
            let message = format!("#<{name}> cannot be set by a program");
            return refuse(code::PARAMETER, at, message);
        }
        control.names.declare(&name);
        expect_equals(cursor, start)?;
        let value = value(cursor, control)?;
        block.settings.push(Setting::Name(name, value));
        return Ok(());
    }
    let number = parameter_number(cursor, 0, start, control)?;
    let at = start..cursor.end();
    if is_read_only(number) {
        return refuse(code::PARAMETER, at, format!("#{number} cannot be set by a program"));
    }
    expect_equals(cursor, start)?;
    let value = value(cursor, control)?;
    block.settings.push(Setting::Number(number, value));
    Ok(())
}

fn expect_equals(cursor: &mut Cursor<'_>, start: usize) -> Step {
    if cursor.peek() != b'=' {
        return refuse(
            code::PARAMETER,
            start..cursor.end(),
            "a `=` is missing after the parameter",
        );
    }
    cursor.bump();
    Ok(())
}
