//! Where the program goes after a line, and when it loops without moving.

use crate::code;
use crate::control::Control;
use crate::control::current_line::Mark;
use crate::emit::Emitter;
use crate::fault::{BLOCK, Step, give_up};

/// Where the program goes after a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Next {
    /// On to the following line.
    #[default]
    Line,
    /// To the line at a mark.
    Jump(Mark),
    /// To the file of this subprogram if there is one, else on to the following line.
    File(String),
    /// Nowhere: it has ended.
    End,
}

/// The way through the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Route {
    pub next: Next,
    /// M2, M30 or the closing % was met.
    pub ended: bool,
    idle_jumps: u64,
    /// Lines read since the last motion, once the program jumps.
    idle_lines: u64,
    /// Motions made when the last jump was.
    sent: u64,
}

/// Lines between two motions after which a program that jumps is taken to be endless.
const MOST_IDLE_LINES: u64 = 100_000_000;

impl Route {
    /// Goes on at a mark. Jumps without a motion between them are counted.
    pub fn jump(&mut self, mark: Mark, control: &Control<'_>, emitter: &Emitter<'_>) -> Step {
        if self.sent != emitter.sent {
            (self.sent, self.idle_jumps, self.idle_lines) = (emitter.sent, 0, 0);
        }
        self.idle_jumps += 1;
        self.idle_lines += u64::from(control.here.number.abs_diff(mark.before));
        let most = control.options.max_idle_jumps;
        if self.idle_jumps > most || self.idle_lines > MOST_IDLE_LINES {
            let message = format!(
                "the loop from line {} to line {} went round {} times without moving: it is taken \
                 to be endless",
                mark.before + 1,
                control.here.number,
                self.idle_jumps - 1,
            );
            return give_up(code::LIMIT, BLOCK, message);
        }
        self.next = Next::Jump(mark);
        Ok(())
    }

    /// The program is over.
    pub fn end(&mut self) {
        (self.next, self.ended) = (Next::End, true);
    }
}
