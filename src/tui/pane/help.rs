//! All keys, from the table that binds them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

use super::assumptions::wrapped;
use super::put;
use crate::tui::binding::{Action, BINDINGS, SUSPEND};
use crate::tui::command::COMMANDS;
use crate::tui::state::State;

/// Draws it over everything, in as many columns as there is room for.
pub fn draw(state: &State, scroll: usize, area: Rect, buf: &mut Buffer) {
    let theme = &state.theme;
    Clear.render(area, buf);
    let [down, up] = [Action::Down, Action::Up].map(|action| state.keys.of(action));
    let title = format!(" keys · {down} {up} to scroll, any other key closes ");
    let block = Block::bordered()
        .border_type(BorderType::Thick)
        .border_style(theme.border(true))
        .title(title);
    let inner = block.inner(area);
    block.render(area, buf);
    const COLUMN: u16 = 62;
    let columns = (inner.width / COLUMN).clamp(1, 3);
    let width = inner.width / columns;
    let lines = lines(state, usize::from(width));
    let height = usize::from(inner.height);
    let most = lines.len().saturating_sub(height * usize::from(columns));
    let scroll = scroll.min(most);
    for column in 0..columns {
        let place = Rect { x: inner.x + column * width, width, ..inner };
        let from = scroll + usize::from(column) * height;
        for (row, line) in lines.iter().skip(from).take(height).enumerate() {
            put(buf, place, row, line);
        }
    }
}

fn lines(state: &State, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let mut lines = Vec::new();
    let tell = |keys: &str, about: &str, lines: &mut Vec<Line<'static>>| {
        let head = format!("  {keys:<15} ");
        let taken = head.chars().count();
        for (i, text) in wrapped(about, width.saturating_sub(taken).max(8)).into_iter().enumerate()
        {
            let head = if i == 0 { head.clone() } else { " ".repeat(taken) };
            lines.push(Line::from(vec![Span::styled(head, theme.accent()), Span::raw(text)]));
        }
    };
    let mut group = "";
    for b in &BINDINGS {
        if b.group != group {
            group = b.group;
            lines.push(Line::styled(format!(" {group}"), theme.strong()));
        }
        tell(&state.keys.of(b.action), b.about, &mut lines);
    }
    tell(SUSPEND, "back to the shell; `fg` comes back", &mut lines);
    lines.push(Line::styled(" Commands", theme.strong()));
    for (command, about) in COMMANDS {
        tell(command, about, &mut lines);
    }
    lines
}
