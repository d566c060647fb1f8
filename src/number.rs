//! Numbers as people and programs read them.

/// At most so many decimals, without trailing zeros; what rounds to nothing has no sign.
pub fn trimmed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let short = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match short {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_go_only_behind_the_point() {
        let four = [-0.00001, 1.5, 20.0, -2.71234].map(|value| trimmed(value, 4));
        assert_eq!(four, ["0", "1.5", "20", "-2.7123"]);
        assert_eq!([100.0, -0.4].map(|value| trimmed(value, 0)), ["100", "0"]);
    }
}
