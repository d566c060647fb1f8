//! The line being carried out.

use std::ops::Range;

use crate::motion::Span;

/// The line being carried out: its places in the text and in messages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CurrentLine {
    pub file: u16,
    pub number: u32,
    /// The block's text in the line.
    pub column: u32,
    pub length: u32,
    /// Place of the line in the text and of the line after it.
    pub offset: u64,
    pub after: u64,
}

impl CurrentLine {
    /// The whole block.
    pub fn span(&self) -> Span {
        Span { file: self.file, line: self.number, column: self.column, length: self.length.max(1) }
    }

    /// Some bytes of the line; the whole block when there are none.
    pub fn part(&self, at: &Range<usize>) -> Span {
        if at.is_empty() {
            return self.span();
        }
        Span {
            file: self.file,
            line: self.number,
            column: at.start as u32 + 1,
            length: (at.end - at.start) as u32,
        }
    }

    /// The line itself, as a place to go to.
    pub fn mark(&self) -> Mark {
        Mark { file: self.file, offset: self.offset, before: self.number.saturating_sub(1) }
    }

    /// The line after it.
    pub fn next(&self) -> Mark {
        Mark { file: self.file, offset: self.after, before: self.number }
    }
}

/// A line that the program can go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Mark {
    pub file: u16,
    pub offset: u64,
    /// Number of the line before it.
    pub before: u32,
}
