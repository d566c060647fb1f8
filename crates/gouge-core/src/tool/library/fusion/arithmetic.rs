//! The plain arithmetic in expressions of Fusion: `6`, `.25 in`, `(5/16) in`, `10 mm - 2 mm`. Formulas
//! over other figures are left to Fusion.

/// How deep brackets are followed.
const DEEPEST: usize = 32;

/// The value of a text; `unit` says what a unit behind a number or a bracket multiplies it by.
pub fn value(text: &str, unit: &dyn Fn(&str) -> Option<f64>) -> Option<f64> {
    let mut left = Left { text: text.trim(), depth: 0, unit };
    let value = left.sum()?;
    (left.text.is_empty() && value.is_finite()).then_some(value)
}

/// Whether a text names other figures: holds a word that stands behind no number or bracket, as units
/// do.
pub fn is_formula(text: &str) -> bool {
    let mut behind = ' ';
    let mut within = false;
    text.chars().filter(|c| !c.is_whitespace()).any(|c| {
        let is_word = c.is_alphabetic() || c == '_';
        let names =
            is_word && !within && !(behind.is_ascii_digit() || [')', '.'].contains(&behind));
        (within, behind) = (is_word, c);
        names || c == '_'
    })
}

/// What is left to read.
struct Left<'a> {
    text: &'a str,
    depth: usize,
    unit: &'a dyn Fn(&str) -> Option<f64>,
}

impl Left<'_> {
    fn take(&mut self, signs: [char; 2]) -> Option<char> {
        let sign = self.text.chars().next().filter(|sign| signs.contains(sign))?;
        self.text = self.text[sign.len_utf8()..].trim_start();
        Some(sign)
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while let Some(sign) = self.take(['+', '-']) {
            let next = self.product()?;
            value = if sign == '+' { value + next } else { value - next };
        }
        Some(value)
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
        self.with_unit(inside?)
    }

    fn digits(&mut self) -> Option<f64> {
        // Where decimals have a comma, arguments are parted by a semicolon.
        let is_digit = |c: char| c.is_ascii_digit() || ['.', ','].contains(&c);
        let mut end = self.text.find(|c| !is_digit(c)).unwrap_or(self.text.len());
        if let Some(power) = self.text[end..].strip_prefix(['e', 'E']) {
            let digits = power.strip_prefix(['+', '-']).unwrap_or(power);
            if digits.starts_with(|c: char| c.is_ascii_digit()) {
                let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
                end = self.text.len() - rest.len();
            }
        }
        let (digits, rest) = self.text.split_at(end);
        self.text = rest.trim_start();
        self.with_unit(digits.replace(',', ".").parse().ok()?)
    }

    /// A value and the unit behind it, if one is there.
    fn with_unit(&mut self, value: f64) -> Option<f64> {
        let is_unit = |c: char| c.is_alphabetic() || ['°', '"'].contains(&c);
        let rest = self.text.trim_start_matches(is_unit);
        let word = &self.text[..self.text.len() - rest.len()];
        if word.is_empty() {
            return Some(value);
        }
        self.text = rest.trim_start();
        (self.unit)(word).map(|unit| value * unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_arithmetic_has_a_value_and_nothing_else_has() {
        let unit = |word: &str| match word {
            "mm" => Some(1.0),
            "in" => Some(25.4),
            _ => None,
        };
        for (text, is) in [
            ("10 mm - 2 mm", 8.0),
            ("4 mm * 2", 8.0),
            ("(5/16) in", 7.9375),
            ("2+1in", 27.4),
            ("8e0 mm", 8.0),
            ("1.5E-1 in", 3.81),
            ("6,5", 6.5),
            ("(,9)", 0.9),
            ("6", 6.0),
            (" .57000000000 ", 0.57),
            ("(5/16)", 0.3125),
            ("(.125 -(.02*2))", 0.085),
            ("-2 * (1 + 3)", -8.0),
            ("7/2/2", 1.75),
        ] {
            let value = value(text, &unit).unwrap();
            assert!((value - is).abs() < 1e-12, "{text}: {value}");
        }
        let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
        for text in ["", "6,5,1", "tool_diameter / 2", "(1", "1)", "1/0", "2 3", "8 m", "1e"] {
            assert_eq!(value(text, &unit), None, "{text}");
        }
        assert_eq!(value(&deep, &unit), None);
    }

    #[test]
    fn a_formula_names_other_figures() {
        for text in ["tool_diameter / 2", "2 * diameter", "max(1; 2)", "(neck + 1 mm)", "x"] {
            assert!(is_formula(text), "{text}");
        }
        for text in ["8,0 mm", "0.008 m", "(5/16) in", "1 / 0", "2.mm", ""] {
            assert!(!is_formula(text), "{text}");
        }
    }
}
