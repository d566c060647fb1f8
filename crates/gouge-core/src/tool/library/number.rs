//! Numbers as lists write them: with a point or with a comma.

/// With which signs the figures of a list divide off their decimals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decimals {
    point: bool,
    comma: bool,
}

impl Decimals {
    /// Of these figures.
    pub fn of<'a>(figures: impl Iterator<Item = &'a str>) -> Self {
        figures.fold(Self::default(), |all, text| Self {
            point: all.point || text.contains('.'),
            comma: all.comma || text.contains(',') && !may_be_thousands(text, ','),
        })
    }

    /// The number, where `text` is one, and why it may be two.
    pub fn number(self, text: &str) -> Result<Option<f64>, String> {
        let other = [(',', self.point, "points"), ('.', self.comma, "commas")];
        match other.iter().find(|(sign, other, _)| *other && may_be_thousands(text, *sign)) {
            Some((sign, _, others)) => {
                let thousands = text.replace(*sign, "");
                Err(format!(
                    "may be {thousands} or {}, since other figures of the list have decimal {others}: \
                     write it without the sign between thousands",
                    text.replace(*sign, ".")
                ))
            }
            None => Ok(text.replace(',', ".").parse().ok().filter(|v: &f64| v.is_finite())),
        }
    }
}

/// Whether the sign may stand between thousands: `1,000`.
fn may_be_thousands(text: &str, sign: char) -> bool {
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    text.trim().split_once(sign).is_some_and(|(whole, rest)| {
        (1..=3).contains(&whole.len())
            && digits(whole)
            && whole != "0"
            && rest.len() == 3
            && digits(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A length of 1000 was one of 1 beside figures with decimal points.
    #[test]
    fn a_comma_beside_decimal_points_may_stand_between_thousands() {
        let of = |text: &str, all: &[&str]| Decimals::of(all.iter().copied()).number(text);
        assert!(of("1,000", &["9.525", "1,000"]).unwrap_err().contains("may be 1000 or 1.000"));
        assert!(of("1.000", &["9,5", "1.000"]).unwrap_err().contains("decimal commas"));
        assert_eq!(of("9.525", &["9.525", "1,000"]), Ok(Some(9.525)));
        assert_eq!(of("12,5", &["12,5", "1.5"]), Ok(Some(12.5)));
        assert_eq!(of("0,125", &["0,125", "1.5"]), Ok(Some(0.125)));
        assert_eq!(of("1,000", &["1,000", "9,525"]), Ok(Some(1.0)));
        assert_eq!(of("1'000", &[]), Ok(None));
    }
}
