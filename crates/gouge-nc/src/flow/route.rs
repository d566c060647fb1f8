//! Where the program goes after a line, and when it goes round in vain.

use crate::code;
use crate::control::Control;
use crate::emit::Emitter;
use crate::fault::{BLOCK, Step, give_up};
use crate::here::Mark;

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
    /// Motions made when the last jump was.
    sent: u64,
}

impl Route {
    /// Goes on at a mark. Jumps without a motion between them are counted.
    pub fn jump(&mut self, mark: Mark, control: &Control<'_>, emitter: &Emitter<'_>) -> Step {
        if self.sent != emitter.sent {
            (self.sent, self.idle_jumps) = (emitter.sent, 0);
        }
        self.idle_jumps += 1;
        let most = control.options.max_idle_jumps;
        if self.idle_jumps > most {
            let message = format!(
                "the program jumped {most} times without moving: it is taken to be endless"
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
