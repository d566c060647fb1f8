//! Lines with `%` alone, as in RS274NGC, section 3.1.

use crate::code;
use crate::control::current_line::CurrentLine;
use crate::fault::{BLOCK, Fault, Step};
use crate::read::cursor::is_blank;
use crate::run::files::Files;
use crate::run::session::Session;

/// What was seen of lines with `%` alone: a program that opens with one ends with one.
#[derive(Default)]
pub(super) struct Percents {
    /// Whether the first line that counts is one; `None` before it.
    pub opened: Option<bool>,
    /// One that neither opens nor ends the program.
    pub stray: Option<CurrentLine>,
}

impl Session<'_> {
    /// A line with `%` alone; `true` where the program ends with it.
    pub(super) fn percent(&mut self, percents: &mut Percents, files: &mut Files<'_>) -> Step<bool> {
        let here = self.control.here;
        match percents.opened {
            _ if here.offset == 0 => percents.opened = Some(true),
            None => percents.opened = Some(true),
            Some(true) if here.file == 0 && self.seek_from_top(files)? => {}
            Some(true) if here.file == 0 => {
                self.flow.route().ended = true;
                return Ok(true);
            }
            _ => percents.stray = percents.stray.or(Some(here)),
        }
        Ok(false)
    }
}

/// A `%` in a program that does not begin with one.
pub(super) fn stray(followed: bool) -> Fault {
    let message = if followed {
        "% inside a program that does not begin with %"
    } else {
        "the program ends with % and does not begin with it: the control refuses the %"
    };
    Fault {
        code: code::CHARACTER,
        message: message.to_owned(),
        at: BLOCK,
        line: None,
        fatal: false,
    }
}

pub(super) fn is_percent(text: &[u8]) -> bool {
    matches!(text, [lead @ .., b'%'] if lead.iter().all(|byte| is_blank(*byte)))
}

/// Whether a line holds nothing but comments in brackets.
pub(super) fn is_comment(text: &[u8]) -> bool {
    matches!(text.trim_ascii(), [b'(', inner @ .., b')'] if !inner.contains(&b')'))
}
