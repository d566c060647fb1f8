//! How Grbl reads a number: `read_float` in `nuts_bolts.c`.

/// Most digits of a number that count, leading zeros among them (`MAX_INT_DIGITS`).
pub(crate) const MOST_DIGITS: usize = 8;

/// What a number that is written out is to Grbl: of the digits beyond the eighth, those before the
/// point make it ten times as large, whatever they are, and those behind it are dropped. Both steps
/// are exact but for one division; that Grbl calculates in single precision is not modelled.
pub(crate) fn as_read(text: &[u8]) -> f64 {
    let (mut mantissa, mut digits, mut exponent, mut behind) = (0u32, 0, 0i32, false);
    for byte in text {
        match byte {
            b'.' => behind = true,
            b'0'..=b'9' if digits < MOST_DIGITS => {
                mantissa = mantissa * 10 + u32::from(byte - b'0');
                digits += 1;
                exponent -= i32::from(behind);
            }
            b'0'..=b'9' => exponent += i32::from(!behind),
            _ => {}
        }
    }
    let scale = 10f64.powi(exponent.abs());
    let magnitude = f64::from(mantissa);
    let magnitude = if exponent < 0 { magnitude / scale } else { magnitude * scale };
    if text.contains(&b'-') { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::as_read;

    #[test]
    fn eight_digits_of_a_number_count() {
        let cases: [(&str, f64); 9] = [
            ("0000000050", 0.0),
            ("0000014.9950", 14.9),
            ("-0000080.0000", -80.0),
            ("123456.789", 123_456.78),
            ("-.123456789", -0.123_456_78),
            ("123456789", 123_456_780.0),
            ("0000001234.5", 1200.0),
            ("1 2.5", 12.5),
            ("+0.1", 0.1),
        ];
        for (text, value) in cases {
            assert_eq!(as_read(text.as_bytes()), value, "{text}");
        }
    }
}
