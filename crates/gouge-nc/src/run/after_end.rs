//! What follows the end of a program. Controls stop there; Grbl knows no end of a file: it goes on
//! with whatever is sent, and senders send the whole file.

use std::collections::BTreeSet;

use crate::code;
use crate::dialect::Dialect;
use crate::fault::{BLOCK, Fault, Step};
use crate::flow::Flow;
use crate::read::cursor::Cursor;
use crate::read::expr::read_name;
use crate::run::files::Files;
use crate::run::session::Session;
use crate::run::unreadable;

impl Session<'_> {
    /// Reads on after the end and reports the first block there that moves and was never run: a
    /// Grbl would run it, and elsewhere it is a program of its own, or lost.
    pub(super) fn watch_after_end(&mut self, files: &mut Files<'_>) -> Step {
        let grbl = self.control.options.dialect == Dialect::Grbl;
        // A run that was given up has said so.
        if !self.flow.route().ended || (files.current != 0 && !grbl) {
            return Ok(());
        }
        let end = self.control.here.number;
        let reader = &mut files.readers[files.current];
        // The subprogram that the lines belong to, and whether it was called.
        let (mut program, mut called) = (None, false);
        // A block of the main program that was jumped to (M97, GOTO), as far as that leads.
        let mut reached = false;
        let (mut lost, mut twice) = (None, None);
        // The first block of a program that is not called, and that of one that may be selected.
        let (mut moving, mut selectable) = (None, None);
        let macro_b = self.control.options.dialect.macro_b();
        let mut seen = BTreeSet::new();
        while let Some(line) = reader.next().map_err(|error| unreadable(&error))? {
            if files.current == 0 {
                files.lines = files.lines.max(u64::from(line.number));
            }
            if let (Flow::Numbers(flow), Some(number)) = (&self.flow, program_number(line.text)) {
                (program, called) = (Some(format!("O{number:04}")), flow.has_called(number));
                moving = None;
                if !seen.insert(number) && called && twice.is_none() {
                    twice = Some((line.number, line.text.len() as u32, number));
                }
            }
            if macro_b && let Some(name) = program_name(line.text) {
                (program, called, moving) = (Some(name), false, None);
            }
            if let (Flow::Words(flow), Some(head)) = (&self.flow, subprogram(line.text)) {
                called = head.is_some_and(|name| flow.has_called(&name));
            }
            if let (Flow::Numbers(flow), None, Some(number)) =
                (&self.flow, &program, block_number(line.text))
            {
                reached |= flow.has_jumped_to(number);
            }
            reached &= program.is_none();
            let sought = lost.is_none() || moving.is_none();
            if sought && !called && !reached && moves(line.text) {
                let place = (line.number, line.text.len() as u32, program.clone());
                lost.get_or_insert_with(|| place.clone());
                moving.get_or_insert(place);
            }
            if macro_b && program.is_some() && matches!(last_end(line.text), Some(2 | 30)) {
                selectable = selectable.or_else(|| moving.clone());
            }
            reached &= !leads_away(line.text);
        }
        if let Some((line, length, number)) = twice {
            let message = format!(
                "O{number:04} is there more than once: the first was followed, and controls may \
                 keep the last"
            );
            self.refuse_line((line, length), code::SUBPROGRAM, message)?;
        }
        if let Some((line, length, Some(program))) = selectable {
            let message = format!(
                "{program} is a program of its own that this one never calls, and the operator \
                 selects which one runs: its motions are not checked (check it in a file of its own)"
            );
            return self.refuse_line((line, length), code::AFTER_THE_END, message);
        }
        let Some((number, length, program)) = lost else { return Ok(()) };
        if grbl {
            let message =
                "this comes after the end of the program, where Grbl still carries out what \
                 a sender sends: it is not followed"
                    .to_owned();
            return self.refuse_line((number, length), code::NOT_FOLLOWED, message);
        }
        self.stand_at((number, length));
        let message = match program {
            Some(program) => format!(
                "{program} is a program of its own that this one never calls: its motions are \
                 not checked"
            ),
            None => format!(
                "the program ends in line {end}: motions from here on are never run, and not checked"
            ),
        };
        self.emitter.warn(code::AFTER_THE_END, BLOCK, message, &self.control)
    }

    /// Goes to a line of so many bytes, by its number, for what is said of it.
    fn stand_at(&mut self, (number, length): (u32, u32)) {
        let here = &mut self.control.here;
        (here.number, here.column, here.length) = (number, 1, length);
    }

    fn refuse_line(&mut self, line: (u32, u32), code: &'static str, message: String) -> Step {
        self.stand_at(line);
        self.report(Fault { code, message, at: BLOCK, line: None, fatal: false })
    }
}

/// The name of the program that begins in a line, as a Fanuc takes it: `<PART2>`.
fn program_name(text: &[u8]) -> Option<String> {
    let text = text.trim_ascii();
    let end = text.iter().position(|byte| *byte == b'>').filter(|_| text.starts_with(b"<"))?;
    Some(String::from_utf8_lossy(&text[..=end]).into_owned())
}

/// The number of the program that begins in a line.
pub(super) fn program_number(text: &[u8]) -> Option<u32> {
    let mut cursor = Cursor::new(text);
    if !matches!(cursor.peek(), b'o' | b':') {
        return None;
    }
    cursor.bump();
    cursor.digits().and_then(|number| u32::try_from(number).ok())
}

/// The name of the subprogram that a line of LinuxCNC begins, or none where it ends one.
fn subprogram(text: &[u8]) -> Option<Option<String>> {
    let mut cursor = Cursor::new(text);
    if cursor.peek() != b'o' {
        return None;
    }
    cursor.bump();
    let name = match cursor.peek() {
        b'<' => read_name(&mut cursor).ok()?,
        _ => cursor.digits()?.to_string(),
    };
    if cursor.take(b"endsub") {
        return Some(None);
    }
    let begins = cursor.take(b"sub") || matches!(cursor.peek(), 0 | b'(' | b';');
    begins.then_some(Some(name))
}

/// The last of M2, M30 and M99 in a line.
pub(super) fn last_end(text: &[u8]) -> Option<u64> {
    let mut cursor = Cursor::new(text);
    let mut end = None;
    loop {
        match cursor.peek() {
            0 | b';' => return end,
            b'(' if cursor.comment().is_ok() => continue,
            b'm' => {
                cursor.bump();
                end = cursor.digits().filter(|word| [2, 30, 99].contains(word)).or(end);
                continue;
            }
            _ => {}
        }
        cursor.bump();
    }
}

/// `N…` at the head of a line.
fn block_number(text: &[u8]) -> Option<u32> {
    let mut cursor = Cursor::new(text);
    if cursor.peek() == b'/' {
        cursor.bump();
    }
    if cursor.peek() != b'n' {
        return None;
    }
    cursor.bump();
    cursor.digits().and_then(|number| u32::try_from(number).ok())
}

/// Whether nothing goes on behind a line: M2, M30, M99, a GOTO without a condition, a closing `%`.
fn leads_away(text: &[u8]) -> bool {
    let mut cursor = Cursor::new(text);
    loop {
        match cursor.peek() {
            0 | b';' => return false,
            b'%' => return true,
            b'(' if cursor.comment().is_ok() => continue,
            b'i' if cursor.take(b"if") => return false,
            b'g' if cursor.take(b"goto") => return true,
            b'm' => {
                cursor.bump();
                if cursor.digits().is_some_and(|word| [2, 30, 99].contains(&word)) {
                    return true;
                }
                continue;
            }
            _ => {}
        }
        cursor.bump();
    }
}

/// Whether a line has words that move: axes, G28, G30, a command such as `$H`.
fn moves(text: &[u8]) -> bool {
    let mut cursor = Cursor::new(text);
    loop {
        match cursor.peek() {
            0 | b';' => return false,
            b'(' if cursor.comment().is_ok() => continue,
            b'$' => return true,
            b'a'..=b'c' | b'x'..=b'z' => {
                cursor.bump();
                // A figure, not a word of some sentence.
                if matches!(cursor.peek(), b'0'..=b'9' | b'-' | b'+' | b'.' | b'[' | b'#') {
                    return true;
                }
                continue;
            }
            b'g' if [&b"g28"[..], b"g30"].iter().any(|word| cursor.take(word)) => return true,
            _ => {}
        }
        cursor.bump();
    }
}
