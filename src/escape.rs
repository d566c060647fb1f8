//! Text from files, made safe to display: whatever names and declarations contain, they stay on
//! their line.

/// The same text without control characters: they are written as escapes.
pub fn shown(text: &str) -> String {
    text.chars()
        .flat_map(|c| match leaves_its_line(c) {
            true => c.escape_default().collect::<Vec<_>>(),
            false => vec![c],
        })
        .collect()
}

/// Control characters, and those that turn the direction of text or break lines without being any.
pub fn leaves_its_line(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn nothing_shown_leaves_its_line() {
        assert_eq!(shown("a\nb\u{1b}[31m\u{202e}c\r"), "a\\nb\\u{1b}[31m\\u{202e}c\\r");
        assert_eq!(shown("Fräser ø6 | 1/4\""), "Fräser ø6 | 1/4\"");
    }
}
