//! The tool in the spindle when a program never changes it: posts for controls without a tool
//! changer (Grbl) write the change as a comment, or not at all.

use crate::nc::{MotionRef, Motions, ToolNote, line_starts};
use crate::report::data::Assumption;

/// Which tool is taken to be in the spindle, from which line on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spindle {
    changes: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq)]
struct Change {
    /// Line from which on it counts; 0 from the beginning, subprograms included.
    line: u32,
    tool: u32,
    source: String,
}

impl Spindle {
    /// What settles the tool, the surer sign first: a tool that was accepted, changes in comments,
    /// the only tool that a comment describes, the only one declared.
    pub fn settle(
        motions: &Motions,
        text: &[u8],
        notes: &[ToolNote],
        declared: &[u32],
        accepted: Option<(u32, &str)>,
    ) -> Self {
        let whole = |tool, source: String| Self { changes: vec![Change { line: 0, tool, source }] };
        if let Some((tool, source)) = accepted {
            return whole(tool, source.to_owned());
        }
        if motions.manners().any(|m| m.tool != 0) || declared.contains(&0) {
            return Self::default();
        }
        let changes = commented(text);
        if !changes.is_empty() {
            return Self { changes };
        }
        match (notes, declared) {
            ([note], _) => whole(note.number, format!("comment on line {}", note.span.line)),
            ([], [only]) => whole(*only, "the only tool declared".to_owned()),
            _ => Self::default(),
        }
    }

    /// As a report says it.
    pub fn of_report(spindle: &[[u32; 2]]) -> Self {
        let change = |&[line, tool]: &[u32; 2]| Change { line, tool, source: String::new() };
        Self { changes: spindle.iter().map(change).collect() }
    }

    /// For a report.
    pub fn lines(&self) -> Vec<[u32; 2]> {
        self.changes.iter().map(|c| [c.line, c.tool]).collect()
    }

    /// The tool that makes a motion.
    pub fn tool(&self, motion: &MotionRef) -> u32 {
        if motion.tool != 0 {
            return motion.tool;
        }
        let line = if motion.span.file == 0 { motion.span.line } else { 0 };
        self.changes.iter().rev().find(|c| c.line <= line).map_or(0, |c| c.tool)
    }

    /// Puts it into motions that have none; the assumptions that this takes.
    pub fn apply(&self, motions: &mut Motions) -> Vec<Assumption> {
        let open = motions.manners().any(|manner| manner.tool == 0);
        let used = open && motions.change_tools(|motion| self.tool(motion));
        let say = |change: &Change| Assumption {
            name: "tool".to_owned(),
            value: match change.line {
                0 => format!("T{} is in the spindle", change.tool),
                line => format!("T{} is in the spindle from line {line} on", change.tool),
            },
            source: change.source.clone(),
        };
        if used { self.changes.iter().map(say).collect() } else { Vec::new() }
    }
}

/// Tool changes in comments that are all of a line: `( M6 T3 )`; where there are none, `(T3)`.
fn commented(text: &[u8]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut labels = Vec::new();
    let starts = line_starts(text);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    for (line, (&start, end)) in (1..).zip(starts.iter().zip(ends)) {
        let bytes = &text[start..end];
        let Some(inner) = comment(bytes) else { continue };
        let words = inner.to_ascii_uppercase();
        let mut words = words.split_ascii_whitespace();
        let (found, list) = match (words.next(), words.next(), words.next()) {
            (Some("M6" | "M06"), Some(tool), None) | (Some(tool), Some("M6" | "M06"), None) => {
                (number(tool), &mut changes)
            }
            (Some(tool), None, None) => (number(tool), &mut labels),
            _ => continue,
        };
        if let Some(tool) = found {
            let source = format!("comment on line {line}");
            list.push(Change { line, tool, source });
        }
    }
    if changes.is_empty() { labels } else { changes }
}

/// What a line's only comment holds.
fn comment(line: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(line).ok()?.trim();
    let inner = match line.strip_prefix(';') {
        Some(rest) => rest,
        None => line.strip_prefix('(')?.strip_suffix(')')?,
    };
    (!inner.contains(['(', ')'])).then(|| inner.trim())
}

/// The number of `T3`.
fn number(word: &str) -> Option<u32> {
    word.strip_prefix('T')?.parse().ok().filter(|n| *n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nc::{Motion, Span};

    fn at(line: u32) -> Motion {
        let span = Span { line, ..Span::default() };
        Motion { span, ..Motion::feed(0, [0.0; 3], [1.0, 0.0, 0.0]) }
    }

    #[test]
    fn changes_in_comments_count_from_their_line_on() {
        let text = b"(T9)\n( M6 T3 )\nG1 X1\n(M6 T1)\nG1 X2\n(T1 is done)\n";
        let mut motions = Motions::from_iter([at(1), at(3), at(5)]);
        let spindle = Spindle::settle(&motions, text, &[], &[1, 3], None);
        assert_eq!(spindle.apply(&mut motions).len(), 2);
        assert!(motions.iter().map(|m| m.tool).eq([0, 3, 1]));
        assert_eq!(
            Spindle::of_report(&spindle.lines()).tool(&Motions::from_iter([at(7)]).at(0)),
            1
        );
        let labels =
            Spindle::settle(&Motions::from_iter([at(2)]), b"(T9)\nG1\n;T2\n", &[], &[], None);
        assert_eq!(labels.lines(), [[1, 9], [3, 2]]);
    }

    #[test]
    fn a_tool_is_settled_only_where_nothing_speaks_against_it() {
        let settle = |motions: &[Motion], declared: &[u32]| {
            Spindle::settle(&motions.into(), b"G1 X1\n", &[], declared, None).lines()
        };
        assert_eq!(settle(&[at(1)], &[4]), [[0, 4]]);
        assert_eq!(settle(&[at(1)], &[4, 5]), [[0; 2]; 0]);
        assert_eq!(settle(&[at(1)], &[0]), [[0; 2]; 0]);
        let changed = Motion { tool: 2, ..at(1) };
        assert_eq!(settle(&[at(1), changed], &[4]), [[0; 2]; 0]);
    }
}
