//! The word table as text: for `gouge explain` and for the documentation.

use std::fmt::Write;

use crate::dialect::Dialect;
use crate::words::table::WORDS;
use crate::words::{Use, Word};

/// What every control does with a word such as `G81`, `m6` or `G59.1`; `None` when none has it.
#[must_use]
pub fn explain_word(name: &str) -> Option<String> {
    let rows: Vec<&Word> =
        WORDS.iter().filter(|word| word.name().eq_ignore_ascii_case(name.trim())).collect();
    if rows.is_empty() {
        return None;
    }
    let mut text = format!("{}\n", rows[0].name());
    for dialect in Dialect::ALL {
        let row = rows.iter().find(|word| word.uses[dialect.index()] != Use::Absent);
        let says = told(row.unwrap_or(&rows[0]), dialect);
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{:10}{says}", dialect.title());
    }
    Some(text)
}

fn told(word: &Word, dialect: Dialect) -> String {
    match word.uses[dialect.index()] {
        Use::Done => format!("{}: followed", word.what),
        Use::Ignored => format!("{}: read, moves nothing", word.what),
        Use::Refused(reason) => format!("{}: refused, {reason}", word.what),
        Use::Absent if word.letter == 'M' && dialect.macro_b() => {
            "the machine builder's: a warning, and an assumption that it moves nothing".to_owned()
        }
        Use::Absent => "does not have it".to_owned(),
    }
}

/// The whole table in Markdown, a row a word; neighbours that differ in number only share one.
#[must_use]
pub fn word_guide() -> String {
    let mut text = String::from(
        "# G and M words, control by control\n\n\
         Written from the table in `crates/gouge-nc/src/words/table.rs`; do not edit.\n\n\
         ✓ followed · ○ read, moves nothing · ✗ refused, for the reason below the table · \
         empty: the control does not have it, and the block is refused; M words that Fanuc and Haas do \
         not have are the machine builder's: a warning, and an assumption that they move nothing.\n\n\
         | word | meaning |",
    );
    for dialect in Dialect::ALL {
        let _ = write!(text, " {} |", dialect.title());
    }
    let _ = writeln!(text, "\n|---|---|{}", "---|".repeat(Dialect::ALL.len()));
    let mut reasons: Vec<&str> = Vec::new();
    let mut rows = WORDS.iter().peekable();
    while let Some(first) = rows.next() {
        let mut last = first;
        while let Some(next) = rows.next_if(|next| continues(last, next)) {
            last = next;
        }
        let name = if last.code == first.code {
            first.name()
        } else {
            format!("{} … {}", first.name(), last.name())
        };
        let _ = write!(text, "| {name} | {} |", first.what);
        for each in first.uses {
            match each {
                Use::Done => text.push_str(" ✓ |"),
                Use::Ignored => text.push_str(" ○ |"),
                Use::Absent => text.push_str(" |"),
                Use::Refused(reason) => {
                    let known = reasons.iter().position(|known| *known == reason);
                    let number = known.unwrap_or_else(|| {
                        reasons.push(reason);
                        reasons.len() - 1
                    });
                    let _ = write!(text, " ✗ {} |", number + 1);
                }
            }
        }
        text.push('\n');
    }
    text.push('\n');
    for (number, reason) in reasons.iter().enumerate() {
        let _ = writeln!(text, "{}. {reason}", number + 1);
    }
    text
}

fn continues(last: &Word, next: &Word) -> bool {
    let step = if last.letter == 'G' { 10 } else { 1 };
    next.letter == last.letter
        && (next.code == last.code + 1 || next.code == last.code + step)
        && next.what == last.what
        && next.uses == last.uses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_explained_for_every_control() {
        let text = explain_word("g81").unwrap();
        assert!(text.contains("drilling: followed"), "{text}");
        assert!(text.contains("Grbl      does not have it"), "{text}");
        assert_eq!(explain_word("G12345"), None);
    }

    /// It was said that the control refuses it, which reads it.
    #[test]
    fn m_words_of_a_builder_are_no_words_that_are_refused() {
        let text = explain_word("M60").unwrap();
        assert!(text.contains("Fanuc     the machine builder's: a warning"), "{text}");
        assert!(text.contains("Mach3     does not have it"), "{text}");
    }

    #[test]
    fn user_words_share_a_row() {
        assert!(word_guide().contains("| M100 … M198 | user program |"));
    }
}
