//! Lines of the program, found by number and by content.

use std::ops::Range;

use memchr::memchr2;
use rayon::prelude::*;

use super::direction::Direction;
use crate::nc::{line_starts, without_line_end};

/// Lines that one thread looks through at a time.
const STRETCH: usize = 20_000;

/// Where lines begin.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    starts: Vec<usize>,
    end: usize,
}

impl Lines {
    /// Those of no text.
    pub const NONE: Self = Self { starts: Vec::new(), end: 0 };

    /// Indexes a text.
    pub fn new(text: &[u8]) -> Self {
        let mut starts = line_starts(text);
        if starts.last() == Some(&text.len()) {
            starts.pop();
        }
        Self { starts, end: text.len() }
    }

    /// Number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// A line, from 0, without its break.
    pub fn bytes<'a>(&self, text: &'a [u8], index: usize) -> &'a [u8] {
        let Some(&start) = self.starts.get(index) else { return &[] };
        let end = self.starts.get(index + 1).copied().unwrap_or(self.end);
        let bytes = text.get(start..end).unwrap_or(&[]);
        without_line_end(bytes)
    }

    /// A line, from 0, as it can be shown: control characters are blanks.
    pub fn line(&self, text: &[u8], index: usize) -> String {
        let bytes = self.bytes(text, index);
        let decoded = std::str::from_utf8(bytes)
            .map_or_else(|_| bytes.iter().map(|&b| b as char).collect(), str::to_owned);
        decoded.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
    }

    /// The first line after `from`, going round, that holds `what` in any case.
    pub fn find(
        &self,
        text: &[u8],
        what: &str,
        from: usize,
        direction: Direction,
    ) -> Option<usize> {
        let count = self.count();
        // After `from` first, then from the other end up to it.
        let parts = match direction {
            Direction::Forward => [(from + 1).min(count)..count, 0..(from + 1).min(count)],
            Direction::Backward => [0..from.min(count), from.min(count)..count],
        };
        let first = direction == Direction::Forward;
        parts.into_iter().find_map(|part| self.find_in(text, what, part, first))
    }

    /// The first or the last of these lines that holds `what`.
    fn find_in(&self, text: &[u8], what: &str, part: Range<usize>, first: bool) -> Option<usize> {
        let what = what.to_lowercase();
        let stretches = part.len().div_ceil(STRETCH);
        let stretch = |i: usize| {
            let from = part.start + i * STRETCH;
            from..(from + STRETCH).min(part.end)
        };
        let holds = |i: &usize| self.line(text, *i).to_lowercase().contains(&what);
        let found = |i: usize| match what.as_bytes() {
            [head, rest @ ..] if what.bytes().all(|b| (b' '..=b'~').contains(&b)) => {
                self.plain(text, (*head, rest), stretch(i), first)
            }
            _ if first => stretch(i).find(holds),
            _ => stretch(i).rev().find(holds),
        };
        let all = (0..stretches).into_par_iter();
        if first { all.find_map_first(found) } else { all.find_map_last(found) }
    }

    /// The same for a text of plain characters, in small letters: byte by byte, for programs of
    /// hundreds of megabytes.
    fn plain(
        &self,
        text: &[u8],
        (head, rest): (u8, &[u8]),
        lines: Range<usize>,
        first: bool,
    ) -> Option<usize> {
        let start = self.starts[lines.start];
        let end = self.starts.get(lines.end).copied().unwrap_or(self.end);
        let bytes = text.get(start..end)?;
        // Control characters are shown as blanks; breaks are no part of a line.
        let shown = |b: u8| match b {
            b'\r' | b'\n' => u8::MAX,
            b if b.is_ascii_control() => b' ',
            b => b.to_ascii_lowercase(),
        };
        let line = |at: usize| self.starts.partition_point(|s| *s <= start + at) - 1;
        let (mut from, mut last) = (0, None);
        // A blank may stand for a control character.
        let next = |from: usize| match head {
            b' ' => bytes[from..].iter().position(|b| shown(*b) == b' '),
            _ => memchr2(head, head.to_ascii_uppercase(), &bytes[from..]),
        };
        while let Some(at) = next(from).map(|i| from + i) {
            from = at + 1;
            let tail = bytes[from..].iter().map(|b| shown(*b)).take(rest.len());
            if tail.eq(rest.iter().copied()) {
                last = Some(line(at));
                if first {
                    break;
                }
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_by_number_and_by_text() {
        let text = b"%\r\nG0 X1\nG1 Y2\n";
        let lines = Lines::new(text);
        assert_eq!(lines.count(), 3);
        assert_eq!(lines.line(text, 1), "G0 X1");
        assert_eq!(lines.line(text, 7), "");
        assert_eq!(lines.find(text, "g", 1, Direction::Forward), Some(2));
        assert_eq!(lines.find(text, "g", 2, Direction::Forward), Some(1));
        assert_eq!(lines.find(text, "x1", 0, Direction::Backward), Some(1));
        assert_eq!(lines.find(text, "q", 0, Direction::Forward), None);
        assert_eq!(Lines::new(b"").count(), 0);
    }

    /// Beside every line looked at in turn, on both sides of where stretches end.
    #[test]
    fn a_text_is_found_where_it_stands_first_after_the_line() {
        let row = |i: usize| format!("N{i}\tG1 X{} (\u{e9})\r\n", i % 7_919);
        let text: String = (0..3 * STRETCH / 2).map(row).collect();
        let lines = Lines::new(text.as_bytes());
        let count = lines.count();
        for what in ["x13 ", "N20000", "n19999 g1", "x7918 (\u{e9}", "\u{e9}) ", "5\nn", "nothing"]
        {
            let holds = |i: &usize| {
                lines.line(text.as_bytes(), *i).to_lowercase().contains(&what.to_lowercase())
            };
            for from in [0, 12, 13, 14, 19_999, 20_000, count - 1] {
                let forward = (from + 1..count).chain(0..=from).find(holds);
                assert_eq!(
                    lines.find(text.as_bytes(), what, from, Direction::Forward),
                    forward,
                    "{what} {from}"
                );
                let back = (0..from).rev().chain((from..count).rev()).find(holds);
                assert_eq!(
                    lines.find(text.as_bytes(), what, from, Direction::Backward),
                    back,
                    "{what} {from}"
                );
            }
        }
    }
}
