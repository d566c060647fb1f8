//! Reads the words of one line into a [`Block`], as LinuxCNC does: `interp_read.cc`.

pub(crate) mod arithmetic;
pub(crate) mod block;
pub(crate) mod code_word;
pub(crate) mod cursor;
pub(crate) mod expr;
pub(crate) mod plain;
mod setting;
pub(crate) mod source;
pub(crate) mod stripped;

use crate::code;
use crate::control::Control;
use crate::dialect::Dialect;
use crate::emit::Emitter;
use crate::fanuc::rounding::Rounding;
use crate::fanuc::values::{MacroValue, macro_value};
use crate::fault::{Fault, Step, refuse};
use crate::grbl::check::pass_line_number;
use crate::read::block::{ANGLE, Block, RADIUS, SECONDARY, SPINDLE, slot};
use crate::read::code_word::{read_g, read_m};
use crate::read::cursor::Cursor;
use crate::read::expr::{integer, value};
use crate::read::setting::read_setting;
use crate::words::{Group, g};

/// Most M words in a block.
const MOST_M_WORDS: u32 = 4;

/// Reads the words from the cursor to the end of the line.
pub(crate) fn read_words(
    cursor: &mut Cursor<'_>,
    block: &mut Block,
    control: &mut Control<'_>,
    emitter: &mut Emitter<'_>,
) -> Step {
    let (mut m_words, mut numbered) = (0, false);
    let grbl = control.options.dialect == Dialect::Grbl;
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
            b'(' if grbl => {
                let text = cursor.comment_of_grbl();
                block.earlier_comments.extend(block.comment.replace(text));
            }
            b'(' => read_comment(cursor, block)?,
            b'n' if grbl => {
                pass_line_number(cursor, numbered)?;
                numbered = true;
            }
            // Grbl drops control characters too; 0x18 resets it.
            b'/' | 1..=0x17 | 0x19..=0x1f if grbl => cursor.bump(),
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
            block.earlier_comments.extend(block.comment.replace(text));
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
        b'?' | b'!' | b'~' | 0x18 if control.options.dialect == Dialect::Grbl => {
            format!(
                "{what} is a real-time command of Grbl's: it acts as soon as it is received, and is \
                 no part of a program"
            )
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
