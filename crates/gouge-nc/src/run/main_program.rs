//! Which program of a text is the main one. On a Fanuc and a Haas the operator selects it; posts
//! put it first, and some put the subprograms that it calls first.

use std::collections::BTreeSet;

use super::LOOK_AHEAD;
use super::after_end::{last_end, program_number};
use super::percent::is_percent;
use crate::control::current_line::Mark;
use crate::read::cursor::Cursor;
use crate::read::source::Source;

/// One program of a text.
struct Program {
    number: u32,
    /// Its first block.
    start: Mark,
    calls: BTreeSet<u32>,
    /// The last word that ends it: M2, M30 or M99.
    end: Option<u64>,
}

/// The main program, where it is not the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MainProgram {
    pub number: u32,
    pub start: Mark,
}

/// The main program of a text that begins with a subprogram: the only one that no other calls and
/// that ends in M2 or M30. `None` where the first is as good, or which one it is cannot be told.
pub(super) fn main_program(source: &Source) -> Option<MainProgram> {
    // Most texts hold one program, and may be long.
    if !holds_several(source)? {
        return None;
    }
    let programs = programs(source)?;
    let numbers: BTreeSet<u32> = programs.iter().map(|program| program.number).collect();
    if numbers.len() < programs.len() {
        return None;
    }
    let first = programs.first()?;
    let called = |number| programs.iter().any(|other| other.calls.contains(&number));
    let mut mains = programs.iter().filter(|p| !called(p.number) && matches!(p.end, Some(2 | 30)));
    let (main, others) = (mains.next()?, mains.next());
    let behind = main.calls.contains(&first.number) || first.end == Some(99);
    let Program { number, start, .. } = *main;
    (others.is_none() && number != first.number && behind).then_some(MainProgram { number, start })
}

/// Whether more than one program begins in a text; `None` where that is too long.
fn holds_several(source: &Source) -> Option<bool> {
    let (mut reader, mut heads) = (source.reader().ok()?, 0);
    while let Some(line) = reader.next().ok()? {
        heads += u32::from(program_number(line.text).is_some());
        if heads > 1 {
            return Some(true);
        }
        if reader.offset() > LOOK_AHEAD {
            return None;
        }
    }
    Some(false)
}

/// The programs of a text; `None` where what one calls is not a number, or the text is too long.
fn programs(source: &Source) -> Option<Vec<Program>> {
    let mut programs: Vec<Program> = Vec::new();
    let mut reader = source.reader().ok()?;
    while let Some(line) = reader.next().ok()? {
        let (text, before, cut) = (line.text, line.number, line.cut);
        if is_percent(text) && !programs.is_empty() {
            break;
        }
        let head = program_number(text);
        if let Some(program) = programs.last_mut().filter(|_| head.is_none()) {
            program.end = last_end(text).or(program.end);
            program.calls.extend(called(text)?);
        }
        let offset = reader.offset();
        if cut || offset > LOOK_AHEAD {
            return None;
        }
        if let Some(number) = head {
            let start = Mark { file: 0, offset, before };
            programs.push(Program { number, start, calls: BTreeSet::new(), end: None });
        }
    }
    Some(programs)
}

/// The programs that a block calls (M98, G65, G66): one, but that digits above the four of its
/// number may count the runs. `None` where it says another way which.
fn called(text: &[u8]) -> Option<Vec<u32>> {
    let mut cursor = Cursor::new(text);
    let (mut calls, mut program) = (false, None);
    loop {
        match cursor.peek() {
            0 | b';' => break,
            b'(' if cursor.comment().is_ok() => continue,
            letter @ (b'm' | b'g' | b'p') => {
                cursor.bump();
                let number = cursor.digits();
                match (letter, number) {
                    (b'm', Some(98)) | (b'g', Some(65 | 66)) => calls = true,
                    (b'p', number) => program = number,
                    _ => {}
                }
                continue;
            }
            _ => {}
        }
        cursor.bump();
    }
    match program.and_then(|number| u32::try_from(number).ok()) {
        _ if !calls => Some(Vec::new()),
        Some(number) => Some(vec![number, number % 10_000]),
        None => None,
    }
}
