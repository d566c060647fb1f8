//! Lines and words of text files in any encoding that keeps ASCII, with their places.

/// Lines ended by LF, CR LF or CR; a UTF-8 byte order mark before the first is dropped.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
    ended: bool,
}

/// One line without its end.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub text: &'a [u8],
    /// From 1.
    pub number: usize,
}

/// A run of anything but blanks.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub text: &'a [u8],
    /// From 1, in bytes.
    pub column: usize,
}

impl<'a> Lines<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        Self { rest, number: 0, ended: false }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.ended {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|b| matches!(b, b'\n' | b'\r'));
        let text = match end {
            Some(at) => {
                let skip = if self.rest[at..].starts_with(b"\r\n") { 2 } else { 1 };
                let text = &self.rest[..at];
                self.rest = &self.rest[at + skip..];
                text
            }
            None => {
                self.ended = true;
                std::mem::take(&mut self.rest)
            }
        };
        Some(Line { text, number: self.number })
    }
}

/// Readers of numbers pass over a vertical tab as well, which Rust's ASCII blanks leave out.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}

impl<'a> Line<'a> {
    pub fn words(&self) -> impl Iterator<Item = Word<'a>> + use<'a> {
        let text = self.text;
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = at + text[at..].iter().position(|b| !is_blank(*b))?;
            let length = text[start..].iter().position(|b| is_blank(*b));
            at = length.map_or(text.len(), |l| start + l);
            Some(Word { text: &text[start..at], column: start + 1 })
        })
    }
}

impl Word<'_> {
    /// The word as a number, when it is one (it may be NaN or infinite).
    pub fn number<T: std::str::FromStr>(&self) -> Option<T> {
        std::str::from_utf8(self.text).ok()?.parse().ok()
    }
}

/// A text without what systems put behind its end: zeros, and the end mark of old ones (^Z).
pub(super) fn unpadded(bytes: &[u8]) -> &[u8] {
    const END_MARK: u8 = 0x1A;
    let end = bytes.iter().rposition(|byte| !matches!(byte, 0 | &END_MARK));
    &bytes[..end.map_or(0, |last| last + 1)]
}

/// Bytes for a message: printable, and short.
pub(super) fn shown(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let printable = |b: &u8| if (b' '..=b'~').contains(b) { char::from(*b) } else { '?' };
    let mut text: String = bytes.iter().take(LONGEST).map(printable).collect();
    if bytes.len() > LONGEST {
        text.push('…');
    }
    text
}
