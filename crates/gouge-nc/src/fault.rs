//! Why a block was not carried out, as a value.

use std::ops::Range;

/// Why a block was not carried out: becomes a [`Refusal`](crate::Refusal) with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub code: &'static str,
    pub message: String,
    /// Bytes of the line that are to blame; empty for the whole block.
    pub at: Range<usize>,
    /// Line of another place to blame (a call, a loop's head) instead of the current one.
    pub line: Option<u32>,
    /// Nothing after this block can be read with any meaning.
    pub fatal: bool,
}

/// What ends the work on a block early.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    Fault(Box<Fault>),
    /// The receiver of the motions wants no more.
    Stop,
}

impl Halt {
    /// Lays the blame on another line.
    pub fn at_line(self, line: u32) -> Halt {
        match self {
            Halt::Fault(mut fault) => {
                fault.line = Some(line);
                Halt::Fault(fault)
            }
            Halt::Stop => Halt::Stop,
        }
    }
}

/// The result of one step of the interpreter.
pub(crate) type Step<T = ()> = Result<T, Halt>;

/// Refuses the words at `at` (bytes of the line; an empty range means the whole block).
pub(crate) fn refuse<T>(
    code: &'static str,
    at: Range<usize>,
    message: impl Into<String>,
) -> Step<T> {
    Err(fault(code, at, message))
}

/// The same as a value, for `ok_or_else`.
pub(crate) fn fault(code: &'static str, at: Range<usize>, message: impl Into<String>) -> Halt {
    Halt::Fault(Box::new(Fault { code, message: message.into(), at, line: None, fatal: false }))
}

/// Refuses this block and all that follows it: where the program goes from here is unknown.
pub(crate) fn give_up<T>(
    code: &'static str,
    at: Range<usize>,
    message: impl Into<String>,
) -> Step<T> {
    Err(Halt::Fault(Box::new(Fault { code, message: message.into(), at, line: None, fatal: true })))
}

/// What is said of a call or jump whose target is nowhere: the rest of the program depends on it.
pub(crate) const UNREAD: &str = "nothing after this line was read";

/// The whole block.
pub(crate) const BLOCK: Range<usize> = 0..0;
