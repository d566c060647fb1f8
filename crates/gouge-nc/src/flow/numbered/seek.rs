//! Searches for labels and programs as the control does: down from the block, then from the
//! program's top. Fanuc 0i-MD user's manual, "Subprogram (M98, M99)" and "GOTO".

use super::places::{NumberFlow, Search, Target};
use crate::code;
use crate::control::Control;
use crate::control::current_line::Mark;
use crate::emit::Emitter;
use crate::fanuc::operators::take_operation;
use crate::fault::{BLOCK, Step, UNREAD, give_up, refuse};
use crate::flow::route::Next;
use crate::read::cursor::Cursor;
use crate::read::one_block;
use crate::run::no_file;

impl NumberFlow {
    /// At the end of the text or of the program searched: once more from its top.
    pub fn search_again(&mut self, control: &mut Control<'_>, emitter: &mut Emitter<'_>) -> Step {
        let Some(search) = &mut self.search else { return Ok(()) };
        let target = search.target;
        if let Target::Program(number) = target
            && search.wrapped
            && !search.filed
            && control.options.dialect.macro_b()
        {
            search.filed = true;
            self.opened = None;
            self.route.next = Next::File(format!("O{number:04}"));
            return Ok(());
        }
        if search.wrapped || matches!(target, Target::End(_)) {
            let (from, filed) = (search.from, search.filed);
            let (code, message) = match target {
                Target::Program(number) if filed => {
                    let why = match self.opened.take() {
                        Some(file) => format!(
                            "{file} does not hold it: the line O{number:04} with which it begins is \
                             missing there"
                        ),
                        None => no_file(&format!("O{number:04}")),
                    };
                    (
                        code::SUBPROGRAM,
                        format!("program O{number:04} is not in this text, and {why}"),
                    )
                }
                Target::Program(number) => {
                    (code::SUBPROGRAM, format!("program O{number:04} is not in this text"))
                }
                Target::Label(_, number) => {
                    (code::FLOW, format!("block N{number} is not in this program"))
                }
                Target::End(number) => {
                    (code::FLOW, format!("END {number} of this loop is missing"))
                }
            };
            self.search = None;
            let message = format!("{message}; {UNREAD}");
            let (file, line) = from;
            control.here.file = file;
            return give_up(code, BLOCK, message).map_err(|halt| halt.at_line(line));
        }
        search.wrapped = true;
        let top = match target {
            Target::Program(_) => Mark { file: control.here.file, offset: 0, before: 0 },
            _ => self.frame().start,
        };
        self.route.jump(top, control, emitter)
    }

    pub(super) fn seek(
        &mut self,
        target: Target,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        if let Some(mark) = self.found.get(&target).copied() {
            return self.route.jump(mark, control, emitter);
        }
        let from = (control.here.file, control.here.number);
        self.search = Some(Search { target, from, wrapped: false, filed: false });
        Ok(())
    }

    /// Seeks a label of the program that a called one goes back to: what stands below is not of it.
    pub(super) fn seek_from_top(
        &mut self,
        label: u32,
        control: &mut Control<'_>,
        emitter: &mut Emitter<'_>,
    ) -> Step {
        let program = self.frame().start;
        self.seek(Target::Label(program, label), control, emitter)?;
        self.search_again(control, emitter)
    }
}

/// Refuses what stands behind a macro statement and would vanish: words, or a second block.
pub(super) fn only_comment(cursor: &mut Cursor<'_>) -> Step {
    while cursor.peek() == b'(' {
        if let Err(at) = cursor.comment() {
            return refuse(code::COMMENT, at, "this comment is not closed, or holds another `(`");
        }
    }
    let start = cursor.position();
    match cursor.peek() {
        0 => Ok(()),
        b';' => {
            let rest = cursor.rest();
            one_block(cursor.text(rest), start)
        }
        _ => refuse(code::FLOW, start..start + 1, "a macro statement needs a block of its own"),
    }
}

/// The same behind a statement that is not carried out: variables, their values and a block number
/// are passed over, and no words with them.
pub(super) fn pass_expressions(cursor: &mut Cursor<'_>) -> Step {
    while !matches!(cursor.peek(), 0 | b';' | b'(') {
        let start = cursor.position();
        if cursor.peek().is_ascii_alphabetic() {
            if !take_operation(cursor) {
                let message = "a macro statement needs a block of its own";
                return refuse(code::FLOW, start..start + 1, message);
            }
        } else {
            cursor.bump();
        }
    }
    only_comment(cursor)
}

/// The same behind a statement whose words move nothing.
pub(super) fn pass_statement(cursor: &mut Cursor<'_>) -> Step {
    while !matches!(cursor.peek(), 0 | b';' | b'(') {
        cursor.bump();
    }
    only_comment(cursor)
}
