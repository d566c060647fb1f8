//! What the verdict rests on, what was not understood, what is suspicious, what changed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{choose, frame, put};
use crate::tui::ground::{Kind, rows};
use crate::tui::place::base_name;
use crate::tui::state::{Pane, State};

/// Draws it.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) -> usize {
    let rows = rows(&state.document);
    let inner =
        frame(state, Pane::Assumptions, &format!("assumptions, remarks {}", rows.len()), area, buf);
    if rows.is_empty() {
        put(buf, inner, 0, &Line::styled("nothing that is not proved", state.theme.good()));
        return 0;
    }
    // The chosen row is shown whole, over as many lines as it takes.
    let height = usize::from(inner.height);
    let top = state.assumption.scrolled(height.saturating_sub(3).max(1), rows.len());
    let mut at = 0;
    for (index, row) in rows.iter().enumerate().skip(top) {
        if at >= height {
            break;
        }
        let theme = &state.theme;
        let (word, style) = match row.kind {
            Kind::Changed => ("changed ", theme.bad()),
            Kind::Gone => ("no file ", theme.bad()),
            Kind::Missing => ("needed  ", theme.doubtful()),
            Kind::Assumed => ("assumed ", theme.accent()),
            Kind::Refused => ("refused ", theme.bad()),
            Kind::Undecided => ("unknown ", theme.doubtful()),
            Kind::Warned => ("odd     ", theme.doubtful()),
        };
        let place = match &row.at {
            Some((Some(file), line)) => format!("{}:{line}: ", base_name(file)),
            Some((None, line)) => format!("{line}: "),
            None => String::new(),
        };
        let text = format!("{place}{}", row.text);
        let room = usize::from(inner.width).saturating_sub(10).max(8);
        let chosen = index == state.assumption.at;
        let pieces = if chosen { wrapped(&text, room) } else { vec![text] };
        for (i, piece) in pieces.into_iter().enumerate() {
            let head = if i == 0 { word } else { "        " };
            let line = Line::from(vec![Span::styled(format!(" {head} "), style), Span::raw(piece)]);
            put(buf, inner, at, &line);
            if chosen && i == 0 {
                choose(state, buf, inner, at, state.focus == Pane::Assumptions);
            }
            at += 1;
        }
    }
    top
}

/// Words over lines of at most `width` characters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |l| l.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(last) = lines.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
