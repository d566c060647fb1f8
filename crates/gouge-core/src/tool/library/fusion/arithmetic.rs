//! The plain arithmetic that stands in expressions of Fusion: `6`, `.25`, `(5/16)`, `(4.01+.1595)`.
//! What names anything else is left to Fusion.

/// How deep brackets are followed.
const DEEPEST: usize = 32;

/// The value of a text, and whether it is a sum outside of all brackets: then a unit behind it
/// belongs to the last number alone.
pub fn value(text: &str) -> Option<(f64, bool)> {
    let mut left = Left { text: text.trim(), depth: 0 };
    let (value, sum) = left.sum()?;
    (left.text.is_empty() && value.is_finite()).then_some((value, sum))
}

/// What is left to read.
struct Left<'a> {
    text: &'a str,
    depth: usize,
}

impl Left<'_> {
    fn take(&mut self, signs: [char; 2]) -> Option<char> {
        let sign = self.text.chars().next().filter(|sign| signs.contains(sign))?;
        self.text = self.text[sign.len_utf8()..].trim_start();
        Some(sign)
    }

    fn sum(&mut self) -> Option<(f64, bool)> {
        let (mut value, mut sum) = (self.product()?, false);
        while let Some(sign) = self.take(['+', '-']) {
            let next = self.product()?;
            value = if sign == '+' { value + next } else { value - next };
            sum = true;
        }
        Some((value, sum))
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.number()?;
        while let Some(sign) = self.take(['*', '/']) {
            let next = self.number()?;
            value = if sign == '*' { value * next } else { value / next };
        }
        Some(value)
    }

    fn number(&mut self) -> Option<f64> {
        if let Some(sign) = self.take(['+', '-']) {
            let digits = self.digits()?;
            return Some(if sign == '+' { digits } else { -digits });
        }
        if self.take(['(', '(']).is_none() {
            return self.digits();
        }
        self.depth += 1;
        let inside = (self.depth <= DEEPEST).then(|| self.sum()).flatten();
        self.depth -= 1;
        self.take([')', ')'])?;
        inside.map(|(value, _)| value)
    }

    fn digits(&mut self) -> Option<f64> {
        let end = self.text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (digits, rest) = self.text.split_at(end.unwrap_or(self.text.len()));
        self.text = rest.trim_start();
        digits.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_arithmetic_has_a_value_and_nothing_else_has() {
        for (text, is) in [
            ("6", 6.0),
            (" .57000000000 ", 0.57),
            ("(5/16)", 0.3125),
            ("(.125 -(.02*2))", 0.085),
            ("-2 * (1 + 3)", -8.0),
            ("7/2/2", 1.75),
        ] {
            let (value, sum) = value(text).unwrap();
            assert!((value - is).abs() < 1e-12 && !sum, "{text}: {value}");
        }
        assert_eq!(value("3+1"), Some((4.0, true)));
        let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
        for text in ["", "6,5", "(,9)", "tool_diameter / 2", "1 in-.25", "(1", "1)", "1/0", "2 3"] {
            assert_eq!(value(text), None, "{text}");
        }
        assert_eq!(value(&deep), None);
    }
}
