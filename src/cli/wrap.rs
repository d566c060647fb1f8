//! Long lines for the width of the terminal.

use std::io::{self, IsTerminal, Write, stderr, stdout};

use ratatui::crossterm::terminal;
use textwrap::{Options, WordSplitter};

/// Narrower than this nothing is broken, columns.
const NARROWEST: u16 = 40;

/// How a line begins that holds options to be typed: broken, a shell would take it for two.
const TO_TYPE: &str = "again with: ";

/// What continues a line stands so much further in than its beginning.
const HANGING: &str = "    ";

/// Width of the terminal that standard output is; `None` where it is none.
pub fn of_stdout() -> Option<usize> {
    stdout().is_terminal().then(columns).flatten()
}

/// The same of standard error.
pub fn of_stderr() -> Option<usize> {
    stderr().is_terminal().then(columns).flatten()
}

fn columns() -> Option<usize> {
    let (columns, _) = terminal::size().ok()?;
    (columns >= NARROWEST).then_some(columns.into())
}

/// `text` in lines of at most `width` columns. Lines of a program and of tables stay whole: what is
/// below them stands by column; so does what is to be typed as it is.
pub fn broken(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches('\n');
        let columns = columns_of(body);
        let whole = is_excerpt(body) || columns.len() > 1 || body.starts_with(TO_TYPE);
        if whole || textwrap::core::display_width(body) <= width {
            out += body;
        } else {
            let indent: String = body.chars().take_while(|c| *c == ' ').collect();
            let hanging = match columns.first() {
                Some(&column) if 2 * column <= width => " ".repeat(column),
                _ => format!("{indent}{HANGING}"),
            };
            let options = Options::new(width)
                .initial_indent(&indent)
                .subsequent_indent(&hanging)
                .break_words(false)
                .word_splitter(WordSplitter::NoHyphenation);
            out += &textwrap::fill(body.trim_start(), options);
        }
        out += &line[body.len()..];
    }
    out
}

/// Where columns begin behind the first: after two blanks or more.
fn columns_of(line: &str) -> Vec<usize> {
    let body = line.trim_start();
    let indent = line.len() - body.len();
    let (mut gap, mut columns) = (0, Vec::new());
    for (at, c) in body.char_indices() {
        if c != ' ' && gap >= 2 {
            columns.push(indent + textwrap::core::display_width(&body[..at]));
        }
        gap = if c == ' ' { gap + 1 } else { 0 };
    }
    columns
}

/// Whether a line shows the program: a number or blanks before an upright line.
fn is_excerpt(line: &str) -> bool {
    let mut plain = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain += before;
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain += rest;
    let begins = plain.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
    begins.starts_with('|') || begins.starts_with("-->")
}

/// Breaks what is written to it, line by line.
pub struct Breaking<W: Write> {
    out: W,
    width: usize,
    line: Vec<u8>,
}

impl<W: Write> Breaking<W> {
    /// Writes to `out` in lines of at most `width` columns.
    pub fn new(out: W, width: usize) -> Self {
        Self { out, width, line: Vec::new() }
    }
}

impl<W: Write> Write for Breaking<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|b| *b == b'\n') {
            self.line.extend(piece);
            if piece.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                let text = broken(&String::from_utf8_lossy(&line), self.width);
                self.out.write_all(text.as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&std::mem::take(&mut self.line))?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_and_programs_are_not() {
        let text = "error[P402]: the program compensates for the radius (G41), and how is not told\n\
                    12 | G1 X1.000000 Y2.000000 Z3.000000 I4.000000 (a long block)\n   |    ^^\n   \
                    = help: raising this motion by 0.0401 mm clears it altogether\n";
        let lines = broken(text, 40);
        let mut lines = lines.lines();
        assert_eq!(lines.next(), Some("error[P402]: the program compensates for"));
        assert_eq!(lines.next(), Some("    the radius (G41), and how is not"));
        assert_eq!(lines.next(), Some("    told"));
        assert!(lines.next().unwrap().ends_with("(a long block)"));
        assert_eq!(lines.next(), Some("   |    ^^"));
        assert_eq!(lines.next(), Some("   = help: raising this motion by 0.0401"));
        assert_eq!(lines.next(), Some("       mm clears it altogether"));
    }

    #[test]
    fn columns_stay_below_each_other() {
        let option = "  --start ,,60    only its height, where that is all you know";
        let lines =
            "  --start ,,60    only its height, where\n                  that is all you know";
        assert_eq!(broken(option, 40), lines);
        let table = "operation  tool  lines  motions  mm  gouging  unknown  cutter";
        assert_eq!(broken(table, 40), table);
        let typed = "again with: --tool '7=drill:12.7,118' --assume start=safe";
        assert_eq!(broken(typed, 40), typed);
    }

    #[test]
    fn colours_have_no_width() {
        let text = "\u{1b}[1m\u{1b}[91merror\u{1b}[0m: a sentence of thirty-eight wide";
        assert_eq!(broken(text, 40), text);
        assert!(is_excerpt("\u{1b}[1m\u{1b}[94m67\u{1b}[0m \u{1b}[1m|\u{1b}[0m G1"));
        let mut out = Vec::new();
        let mut breaking = Breaking::new(&mut out, 40);
        breaking.write_all(b"one two\nthree").unwrap();
        breaking.flush().unwrap();
        assert_eq!(out, b"one two\nthree");
    }
}
