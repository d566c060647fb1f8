//! Blocks of nothing but X, Y and Z with numbers written out: most blocks of most large programs.

use crate::read::cursor::{Literal, exact_literal, is_blank};

/// The numbers that a block gives X, Y and Z, where these words are all that it holds, each at most
/// once; `None` where anything else stands in it, a block number too, or a number that is not
/// exactly one of a few digits, or has more than `most`.
///
/// What it reads, [`read_words`](super::read_words) reads in the same way.
pub(crate) fn plain_axes(text: &[u8], most: usize) -> Option<[Option<f64>; 3]> {
    let mut axes = [None; 3];
    let mut rest = text;
    loop {
        while let [first, more @ ..] = rest
            && is_blank(*first)
        {
            rest = more;
        }
        let [letter, more @ ..] = rest else { break };
        let axis = (letter | 0x20).wrapping_sub(b'x');
        let place = axes.get_mut(usize::from(axis)).filter(|place| place.is_none())?;
        let (Literal { value, .. }, read) = exact_literal(more, most)?;
        *place = Some(value);
        rest = &more[read..];
    }
    (axes != [None; 3]).then_some(axes)
}

#[cfg(test)]
mod tests {
    use super::plain_axes;

    #[test]
    fn only_axes_with_numbers_written_out_are_plain() {
        let plain = |text: &str| plain_axes(text.as_bytes(), 8);
        assert_eq!(plain("X1.5 y-2 Z+.25"), Some([Some(1.5), Some(-2.0), Some(0.25)]));
        assert_eq!(plain("\tz3."), Some([None, None, Some(3.0)]));
        assert_eq!(plain("X12345.678"), Some([Some(12345.678), None, None]));
        assert_eq!(plain_axes(b"X12345678901234567890", usize::MAX), None);
        for text in [
            "",
            " ",
            "X",
            "X.",
            "X1.2.3",
            "X1X2",
            "X1 G1",
            "N1 X1",
            "X#1",
            "X[1]",
            "X1F5",
            "X--1",
            "X1 2",
            "X1(a)",
            "X1;",
            "/X1",
            "X- 1",
            "8",
            "X1e5",
            "X123456789",
            "X1234567.89",
            "XY1",
            "\u{18}1",
            "\u{38}1",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
