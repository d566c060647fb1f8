//! Lines of the program, cut out for a report: long or undecodable ones included.

use super::data::Excerpt;
use crate::escape::leaves_its_line;
use crate::nc::{Span, line_starts, without_line_end};

/// Longest excerpt, characters. Longer lines are shown around the mark.
pub const WIDEST: usize = 400;

/// Bytes that hold so many characters in any case.
const WIDEST_BYTES: usize = 4 * WIDEST;

/// A program and the subprogram files it called, by the numbers that spans carry.
pub struct Texts<'a> {
    program: Lines<'a>,
    files: &'a [SubFile],
}

/// A subprogram file.
#[derive(Clone, Debug)]
pub struct SubFile {
    /// As it is named in messages.
    pub name: String,
    /// Its bytes; empty when it cannot be read again.
    pub bytes: Vec<u8>,
}

impl<'a> Texts<'a> {
    /// `files` are those that spans number from 1.
    pub fn new(program: &'a [u8], files: &'a [SubFile]) -> Self {
        Self { program: Lines::new(program), files }
    }

    /// Lines of the program itself.
    pub fn count(&self) -> u64 {
        self.program.count()
    }

    /// The subprogram file of a span; `None` for the program itself.
    pub fn file(&self, span: Span) -> Option<&'a SubFile> {
        usize::from(span.file).checked_sub(1).and_then(|i| self.files.get(i))
    }

    /// A line of the program, or of the subprogram file of that name.
    pub fn span_of(&self, file: Option<&str>, line: u32) -> Span {
        let file = file.and_then(|name| self.files.iter().position(|f| f.name == name));
        Span { file: file.map_or(0, |i| i as u16 + 1), line, column: 1, length: 1 }
    }

    /// Number of the last line of a span's file.
    pub fn last_line(&self, span: Span) -> u32 {
        let count = self.file(span).map_or(self.count(), |f| Lines::new(&f.bytes).count());
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The bytes of a span's line.
    pub fn line(&self, span: Span) -> &'a [u8] {
        match self.file(span) {
            Some(file) => Lines::new(&file.bytes).line(span.line),
            None => self.program.line(span.line),
        }
    }

    /// A span's line with its words marked.
    pub fn excerpt(&self, span: Span) -> Excerpt {
        match self.file(span) {
            Some(file) => Lines::new(&file.bytes).excerpt(span),
            None => self.program.excerpt(span),
        }
    }
}

/// Finds lines of a text by number.
struct Lines<'a> {
    source: &'a [u8],
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Indexes `source` in one pass.
    fn new(source: &'a [u8]) -> Self {
        Self { source, starts: line_starts(source) }
    }

    /// Number of lines; an ending line break opens no further line.
    fn count(&self) -> u64 {
        let open = self.starts.last().is_some_and(|&s| s < self.source.len());
        self.starts.len() as u64 - u64::from(!open)
    }

    /// The bytes of line `line`, from 1, without its line break; empty beyond the end.
    fn line(&self, line: u32) -> &'a [u8] {
        let index = line as usize;
        let Some(&start) = index.checked_sub(1).and_then(|i| self.starts.get(i)) else {
            return &[];
        };
        let end = self.starts.get(index).copied().unwrap_or(self.source.len());
        without_line_end(&self.source[start..end])
    }

    /// The line of `span` with its words marked.
    fn excerpt(&self, span: Span) -> Excerpt {
        let line = self.line(span.line);
        let first = (span.column.max(1) as usize - 1).min(line.len());
        let last = (first + span.length.max(1) as usize).min(line.len());
        // A line may be as long as the file: only what can be shown of it is decoded.
        let from = boundary(line, first.saturating_sub(WIDEST_BYTES));
        let to = boundary(line, first.saturating_add(WIDEST_BYTES).min(line.len()));
        let (bytes, first, last) = (&line[from..to], first - from, last.min(to) - from);
        let (before, marked, after) =
            (text(&bytes[..first]), text(&bytes[first..last]), text(&bytes[last..]));

        let all: Vec<char> = [before.as_str(), &marked, &after].concat().chars().collect();
        let (from, to) = (before.chars().count(), (before + &marked).chars().count());
        let skip = if all.len() <= WIDEST { 0 } else { from.min(all.len() - WIDEST) };
        let shown = &all[skip..all.len().min(skip + WIDEST)];
        let mark = [from - skip, (to - skip).min(shown.len())];
        Excerpt { text: shown.iter().collect(), mark: mark.map(|m| m as u32) }
    }
}

/// Where the character ends that `at` lies in, as far as one of UTF-8 reaches. A line begins with
/// its first byte, whatever that is.
fn boundary(line: &[u8], at: usize) -> usize {
    if at == 0 {
        return 0;
    }
    let inside = line[at..].iter().take(3).take_while(|b| matches!(b, 0x80..=0xbf)).count();
    at + inside
}

/// UTF-8, or Latin-1 where it is not; what would leave the line as blanks.
fn text(bytes: &[u8]) -> String {
    let decoded = std::str::from_utf8(bytes)
        .map_or_else(|_| bytes.iter().map(|&b| b as char).collect(), str::to_owned);
    decoded.chars().map(|c| if leaves_its_line(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(source: &[u8], line: u32, column: u32, length: u32) -> (String, [u32; 2]) {
        let e = Lines::new(source).excerpt(Span { file: 0, line, column, length });
        (e.text, e.mark)
    }

    #[test]
    fn marks_words_in_any_encoding() {
        assert_eq!(excerpt(b"%\r\nG1 X5\r\n", 2, 4, 2), ("G1 X5".into(), [3, 5]));
        assert_eq!(excerpt(b"(\xfcber) X5", 1, 8, 2), ("(\u{fc}ber) X5".into(), [7, 9]));
        assert_eq!(excerpt("(über) X5".as_bytes(), 1, 9, 2), ("(über) X5".into(), [7, 9]));
    }

    /// A line that began with a byte from the inside of a character was cut behind its mark, and that
    /// was a panic.
    #[test]
    fn a_line_begins_with_any_byte() {
        assert_eq!(excerpt(b"G21\n\x80\x81\xbf", 2, 1, 1).1, [0, 1]);
        assert_eq!(excerpt(b"\xb5m", 1, 1, 2), ("\u{b5}m".into(), [0, 2]));
        let pieces = [&b"\x80"[..], b"\xbf\x80", "ü".as_bytes(), "€😀".as_bytes(), b"G1", b"\xff"];
        let ends = [0, 1, 2, 3, 4, 5, WIDEST_BYTES - 2, WIDEST_BYTES, WIDEST_BYTES + 3, 9999];
        for (before, piece) in ends.iter().flat_map(|n| pieces.map(|piece| (*n, piece))) {
            let line = [&piece.repeat(before)[..], b"X5", &piece.repeat(40)].concat();
            for (column, length) in ends.iter().flat_map(|c| ends.map(|length| (*c, length))) {
                let (text, mark) = excerpt(&line, 1, column as u32, length as u32);
                assert!(mark[0] <= mark[1] && mark[1] as usize <= text.chars().count());
            }
        }
    }

    /// Lines that carriage returns alone end were counted, and shown empty.
    #[test]
    fn every_line_end_of_the_interpreter_ends_a_line() {
        for end in ["\n", "\r", "\r\n", "\r\r\n"] {
            let source = ["%", "G1 X5", ""].join(end);
            assert_eq!(excerpt(source.as_bytes(), 2, 4, 2), ("G1 X5".into(), [3, 5]), "{end:?}");
            assert_eq!(Lines::new(source.as_bytes()).count(), 2, "{end:?}");
        }
    }

    #[test]
    fn long_lines_are_shown_around_the_mark() {
        let line = "X".repeat(5000);
        let (text, mark) = excerpt(line.as_bytes(), 1, 4990, 400);
        assert_eq!((text.len(), mark), (WIDEST, [389, 400]));
        let (text, mark) = excerpt("ü".repeat(5000).as_bytes(), 1, 5001, 2000);
        assert_eq!((text, mark), ("ü".repeat(WIDEST), [0, WIDEST as u32]));
    }

    #[test]
    fn places_beyond_the_end_are_empty() {
        assert_eq!(excerpt(b"", 1, 1, 1), (String::new(), [0, 0]));
        assert_eq!(excerpt(b"G1\n", 7, 3, 1), (String::new(), [0, 0]));
        assert_eq!([&b""[..], b"a", b"a\n", b"a\nb"].map(|s| Lines::new(s).count()), [0, 1, 1, 2]);
    }
}
