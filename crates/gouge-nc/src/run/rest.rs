//! What follows the end of a program. Grbl knows no end of a file: it goes on with whatever is sent,
//! and senders send the whole file.

use crate::code;
use crate::dialect::Dialect;
use crate::fault::{BLOCK, Fault, Step};
use crate::read::cursor::Cursor;
use crate::run::session::Session;
use crate::run::{Files, unreadable};

impl Session<'_> {
    /// Refuses the first block after the end that moves, on a Grbl.
    pub(super) fn watch_rest(&mut self, files: &mut Files<'_>) -> Step {
        // A run that was given up has said so.
        let ended = self.flow.route().ended;
        if !ended || self.control.options.dialect != Dialect::Grbl {
            return Ok(());
        }
        let reader = &mut files.readers[files.current];
        loop {
            let Some(line) = reader.next().map_err(|error| unreadable(&error))? else {
                return Ok(());
            };
            if moves(line.text) {
                let here = &mut self.control.here;
                (here.number, here.column, here.length) = (line.number, 1, line.text.len() as u32);
                let message = "this stands behind the end of the program, and Grbl carries out \
                               what a sender sends after it: it is not followed"
                    .to_owned();
                let code = code::NOT_FOLLOWED;
                return self.report(Fault { code, message, at: BLOCK, line: None, fatal: false });
            }
        }
    }
}

/// Whether a line has words that move: axes, G28, G30, a command such as `$H`.
fn moves(text: &[u8]) -> bool {
    let mut cursor = Cursor::new(text);
    loop {
        match cursor.peek() {
            0 | b';' => return false,
            b'(' if cursor.comment().is_ok() => continue,
            b'a'..=b'c' | b'x'..=b'z' | b'$' => return true,
            b'g' if [&b"g28"[..], b"g30"].iter().any(|word| cursor.take(word)) => return true,
            _ => {}
        }
        cursor.bump();
    }
}
