//! The description of a tool that all of a program's comments together give: the last counts, if no
//! other contradicts it.

use super::tool_note::{SAME_SIZE_MM, figure, note_spec};
use crate::nc::ToolNote;

/// A tool as the comments describe it.
pub enum Description<'n> {
    /// This declaration, out of this comment.
    Whole(String, &'n ToolNote),
    /// Too little for a declaration, in this comment.
    Partial(&'n ToolNote),
    /// Two tools, in these comments.
    TwoWays([&'n ToolNote; 2]),
    /// Nothing.
    None,
}

/// What the comments say of a tool.
pub fn description(number: u32, notes: &[ToolNote]) -> Description<'_> {
    let mut of_tool = notes.iter().filter(|note| note.number == number);
    let Some(last) = of_tool.next_back() else { return Description::None };
    let Some(spec) = note_spec(last) else { return Description::Partial(last) };
    match of_tool.find(|other| !agrees(other, last, &spec)) {
        Some(other) => Description::TwoWays([other, last]),
        None => Description::Whole(spec, last),
    }
}

/// That a tool is described in two ways, as a sentence after its number.
pub fn in_two_ways([one, other]: [&ToolNote; 2]) -> String {
    format!(
        "not used: it is {} in the comment on line {} and {} in that on line {}; --tool \
         settles it",
        says(one),
        one.span.line,
        says(other),
        other.span.line
    )
}

/// Whether a comment, with what it leaves out taken from the one that counts, describes the same
/// tool.
fn agrees(note: &ToolNote, counts: &ToolNote, spec: &str) -> bool {
    let whole = ToolNote {
        diameter: note.diameter.or(counts.diameter),
        corner_radius: note.corner_radius.or(counts.corner_radius),
        point_angle: note.point_angle.or(counts.point_angle),
        kind: note.kind.clone().or_else(|| counts.kind.clone()),
        ..note.clone()
    };
    note_spec(&whole).is_some_and(|other| is_same(&other, spec))
}

/// Whether two declarations are of one kind with the same figures, as tool lists round them.
fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.split_once(':'), other.split_once(':'));
    let (Some((kind, one)), Some((other_kind, other))) = (one, other) else { return false };
    let figures = |text: &str| text.split(',').map(str::parse::<f64>).collect::<Vec<_>>();
    let (one, other) = (figures(one), figures(other));
    let near = |pair: (&Result<f64, _>, &Result<f64, _>)| match pair {
        (Ok(one), Ok(other)) => (one - other).abs() <= SAME_SIZE_MM,
        _ => false,
    };
    kind == other_kind && one.len() == other.len() && one.iter().zip(&other).all(near)
}

/// A comment's tool in a few words.
fn says(note: &ToolNote) -> String {
    let kind = note.kind.as_deref().unwrap_or("a tool");
    let unread = match note.unread.join(" ") {
        none if none.is_empty() => none,
        words => format!(" with `{words}`"),
    };
    match (note_spec(note), note.diameter) {
        (Some(spec), _) => spec,
        (None, Some(diameter)) => format!("{kind} of {} mm{unread}", figure(diameter)),
        (None, None) => format!("{kind}{unread}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nc::Span;

    fn note(line: u32, diameter: Option<f64>, kind: &str) -> ToolNote {
        ToolNote {
            span: Span { line, ..Span::default() },
            number: 1,
            diameter,
            corner_radius: None,
            point_angle: None,
            lowest: None,
            doubtful: false,
            kind: (!kind.is_empty()).then(|| kind.to_owned()),
            unread: Vec::new(),
        }
    }

    fn of(notes: &[ToolNote]) -> String {
        match description(1, notes) {
            Description::Whole(spec, note) => format!("{spec} by {}", note.span.line),
            Description::Partial(note) => format!("partly by {}", note.span.line),
            Description::TwoWays(notes) => in_two_ways(notes),
            Description::None => "nowhere".to_owned(),
        }
    }

    /// The last comment counted, whatever the others said: a 24 mm mill was 10 mm wide and clean.
    #[test]
    fn comments_that_contradict_each_other_describe_no_tool() {
        let wide = note(3, Some(24.0), "flat end mill");
        let narrow = note(9, Some(10.0), "flat end mill");
        let both = of(&[wide.clone(), narrow.clone()]);
        assert!(both.contains("flat:24 in the comment on line 3"), "{both}");
        assert!(both.contains("flat:10 in that on line 9"), "{both}");
        for other in [
            note(2, Some(10.0), "ball end mill"),
            note(2, Some(10.0), "chamfer mill"),
            note(2, None, "chamfer mill"),
            note(2, Some(10.01), "flat end mill"),
        ] {
            assert!(of(&[other.clone(), narrow.clone()]).contains("not used"), "{other:?}");
        }
    }

    #[test]
    fn comments_that_say_the_same_or_less_describe_one_tool() {
        let last = note(9, Some(10.0), "flat end mill");
        for other in [
            last.clone(),
            ToolNote { corner_radius: Some(0.0), lowest: Some(-5.0), ..last.clone() },
            note(2, Some(10.0), ""),
            note(2, None, "endmill"),
            note(2, Some(9.998), "flat end mill"),
            ToolNote { number: 2, ..note(2, Some(24.0), "flat end mill") },
        ] {
            assert_eq!(of(&[other, last.clone()]), "flat:10 by 9");
        }
        assert_eq!(of(&[last, note(11, Some(10.0), "chamfer mill")]), "partly by 11");
        assert_eq!(of(&[]), "nowhere");
    }
}
