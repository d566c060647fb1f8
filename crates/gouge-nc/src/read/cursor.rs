//! Reads a line byte by byte: blanks and case do not count (RS274NGC, section 3.3.4).

use std::ops::Range;

use memchr::memchr;

/// Reads one line as controls do: blanks mean nothing outside comments and capitals are small
/// letters. Positions stay those of the line as written, so that messages can point at words.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'l> {
    bytes: &'l [u8],
    at: usize,
}

const BLANK: u8 = 1;
const DIGIT: u8 = 2;

const fn classes() -> [u8; 256] {
    let mut class = [0; 256];
    class[b' ' as usize] = BLANK;
    class[b'\t' as usize] = BLANK;
    class[b'\r' as usize] = BLANK;
    let mut digit = b'0';
    while digit <= b'9' {
        class[digit as usize] = DIGIT;
        digit += 1;
    }
    class
}

static CLASS: [u8; 256] = classes();

/// Whether a byte is a blank that controls skip.
pub(crate) fn is_blank(byte: u8) -> bool {
    CLASS[byte as usize] == BLANK
}

/// A number as written: its decimal point matters to some controls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Literal {
    pub value: f64,
    pub point: bool,
    /// Digits behind the point.
    pub decimals: usize,
}

/// Exact powers of ten: 10^22 is the largest that f64 holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Digits that surely fit u64.
const SAFE_DIGITS: usize = 19;

/// The quotient of digits and the power of ten that their fraction has: dividing two exact numbers
/// rounds once, so it is the nearest f64. `None` where one of them is not exact.
fn exact(mantissa: u64, digits: usize, fraction: usize) -> Option<f64> {
    let power = POWERS.get(fraction)?;
    (digits < SAFE_DIGITS && mantissa < 1 << 53).then(|| mantissa as f64 / power)
}

/// The number that a text begins with and how many bytes it takes: sign, digits and at most one
/// point, without blanks. `None` where it has more than `most` digits, or too many to be exact before
/// one division, or where what follows could belong to it.
pub(crate) fn exact_literal(text: &[u8], most: usize) -> Option<(Literal, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let (mut at, mut mantissa, mut point) = (start, 0u64, None);
    while let Some(&byte) = text.get(at) {
        if CLASS[byte as usize] == DIGIT {
            // As many digits as are let through below fit; of more the value is not used.
            mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
        } else if byte == b'.' && point.is_none() {
            point = Some(at);
        } else {
            break;
        }
        at += 1;
    }
    let digits = at - start - usize::from(point.is_some());
    let fraction = point.map_or(0, |point| at - point - 1);
    let next = text[at..].iter().find(|byte| !is_blank(**byte));
    let ended = next.is_none_or(|byte| byte.is_ascii_alphabetic());
    if digits == 0 || digits > most || !ended {
        return None;
    }
    let magnitude = exact(mantissa, digits, fraction)?;
    let value = if negative { -magnitude } else { magnitude };
    Some((Literal { value, point: point.is_some(), decimals: fraction }, at))
}

/// A byte of the line as a small letter. A NUL would look like the line's end and hide what follows,
/// so it is shown as DEL, which no control reads either.
fn shown(byte: u8) -> u8 {
    if byte == 0 { b'\x7f' } else { byte.to_ascii_lowercase() }
}

impl<'l> Cursor<'l> {
    pub fn new(bytes: &'l [u8]) -> Self {
        Cursor { bytes, at: 0 }
    }

    /// Position of the next byte that is not blank, which is also what [`peek`](Self::peek) shows.
    pub fn position(&mut self) -> usize {
        while self.at < self.bytes.len() && is_blank(self.bytes[self.at]) {
            self.at += 1;
        }
        self.at
    }

    /// Position right after the last byte consumed.
    pub fn end(&self) -> usize {
        self.at
    }

    /// The next byte that is not blank, as a small letter; 0 at the end of the line and nowhere else.
    pub fn peek(&mut self) -> u8 {
        let at = self.position();
        self.bytes.get(at).map_or(0, |byte| shown(*byte))
    }

    /// The byte after the next one, both not blank; 0 when there is none.
    pub fn peek_second(&self) -> u8 {
        self.bytes[self.at.min(self.bytes.len())..]
            .iter()
            .filter(|byte| !is_blank(**byte))
            .nth(1)
            .map_or(0, |byte| shown(*byte))
    }

    /// Consumes what [`peek`](Self::peek) showed.
    pub fn bump(&mut self) {
        self.at = (self.at + 1).min(self.bytes.len());
    }

    /// Consumes the word if it comes next, blanks between its letters included.
    pub fn take(&mut self, word: &[u8]) -> bool {
        let start = self.at;
        for letter in word {
            if self.peek() != *letter {
                self.at = start;
                return false;
            }
            self.bump();
        }
        true
    }

    /// Goes back to a position noted before.
    pub fn rewind(&mut self, position: usize) {
        self.at = position;
    }

    /// The text of a parenthesised comment at the cursor, consumed with its `)`; `None` when it is
    /// not closed (the range is then what was read) or holds another `(`.
    pub fn comment(&mut self) -> Result<Range<usize>, Range<usize>> {
        let open = self.position();
        let text = open + 1;
        for (offset, byte) in self.bytes[text..].iter().enumerate() {
            match byte {
                b')' => {
                    self.at = text + offset + 1;
                    return Ok(text..text + offset);
                }
                b'(' => return Err(text + offset..text + offset + 1),
                _ => {}
            }
        }
        Err(open..open + 1)
    }

    /// The same as Grbl reads it: it ends at the first `)`, or with the line.
    pub fn comment_of_grbl(&mut self) -> Range<usize> {
        let text = self.position() + 1;
        let length = memchr(b')', &self.bytes[text..]);
        let end = length.map_or(self.bytes.len(), |length| text + length);
        self.at = (end + 1).min(self.bytes.len());
        text..end
    }

    /// Skips the rest of the line and gives its range.
    pub fn rest(&mut self) -> Range<usize> {
        let start = self.position();
        self.at = self.bytes.len();
        start..self.at
    }

    /// The bytes of a range.
    pub fn text(&self, range: Range<usize>) -> &'l [u8] {
        self.bytes.get(range).unwrap_or_default()
    }

    /// A run of digits, as an unsigned whole number (saturating); `None` when there is no digit.
    pub fn digits(&mut self) -> Option<u64> {
        let mut value = None;
        loop {
            let byte = self.peek();
            if CLASS[byte as usize] != DIGIT {
                return value;
            }
            let digit = u64::from(byte - b'0');
            value = Some(value.unwrap_or(0u64).saturating_mul(10).saturating_add(digit));
            self.bump();
        }
    }

    /// A plain number: sign, digits, one point. Correctly rounded. `None` (cursor past what was
    /// read) when it is malformed.
    pub fn literal(&mut self) -> Option<Literal> {
        let mut at = self.position();
        let start = at;
        let mut negative = false;
        if let Some(sign @ (b'-' | b'+')) = self.bytes.get(at) {
            negative = *sign == b'-';
            at += 1;
        }
        let mut end = at;
        let mut mantissa = 0u64;
        let (mut digits, mut fraction, mut points) = (0usize, 0usize, 0usize);
        while let Some(&byte) = self.bytes.get(at) {
            match CLASS[byte as usize] {
                DIGIT => {
                    if digits < SAFE_DIGITS {
                        mantissa = mantissa * 10 + u64::from(byte - b'0');
                    }
                    digits += 1;
                    fraction += usize::from(points > 0);
                }
                BLANK => {
                    at += 1;
                    continue;
                }
                _ if byte == b'.' => points += 1,
                _ => break,
            }
            at += 1;
            end = at;
        }
        self.at = end;
        if digits == 0 || points > 1 {
            return None;
        }
        let magnitude = if let Some(exact) = exact(mantissa, digits, fraction) {
            exact
        } else {
            let text: String = self.bytes[start..end]
                .iter()
                .filter(|byte| byte.is_ascii_digit() || **byte == b'.')
                .map(|byte| char::from(*byte))
                .collect();
            text.parse().ok()?
        };
        let value = if negative { -magnitude } else { magnitude };
        Some(Literal { value, point: points > 0, decimals: fraction })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<f64> {
        Cursor::new(text.as_bytes()).literal().map(|literal| literal.value)
    }

    #[test]
    fn numbers_round_as_the_standard_parser_does() {
        for text in [
            "0",
            "1",
            "-1.5",
            ".5",
            "5.",
            "123456.789012",
            "0.1",
            "9007199254740993",
            "1.7976931348623157",
        ] {
            assert_eq!(number(text), text.parse().ok(), "{text}");
        }
        assert_eq!(number("1234567890123456789012.5"), Some(1_234_567_890_123_456_789_012.5));
    }

    #[test]
    fn blanks_inside_numbers_mean_nothing() {
        assert_eq!(number("1 2 . 5"), Some(12.5));
        let mut cursor = Cursor::new(b"- 1.5  Y2");
        assert_eq!(cursor.literal().map(|literal| literal.value), Some(-1.5));
        assert_eq!(cursor.end(), 5);
        assert_eq!(cursor.peek(), b'y');
    }

    #[test]
    fn malformed_numbers_are_none() {
        for text in ["", ".", "-", "1.2.3", "x"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
