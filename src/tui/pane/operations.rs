//! Operations of the program, each with what was proved of it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{choose, frame, mm, put};
use crate::report::operations::Operation;
use crate::tui::state::{Pane, State};

/// Draws it.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) -> usize {
    let list = &state.document.report.operations;
    let inner = frame(state, Pane::Operations, &format!("operations {}", list.len()), area, buf);
    if list.is_empty() {
        put(buf, inner, 0, &Line::styled("none is known", state.theme.faint()));
        return 0;
    }
    let height = usize::from(inner.height);
    let top = state.operation.scrolled(height, list.len());
    for (row, operation) in list.iter().skip(top).take(height).enumerate() {
        put(buf, inner, row, &line(state, operation));
        if top + row == state.operation.at {
            choose(state, buf, inner, row, state.focus == Pane::Operations);
        }
    }
    top
}

fn line(state: &State, o: &Operation) -> Line<'static> {
    let theme = &state.theme;
    let d = &o.deepest_mm;
    let worst = [d.cutter, d.shank, d.holder, d.fixture].into_iter().flatten();
    let worst = worst.map(|b| b[0]).reduce(f64::max);
    let verdict = match worst {
        Some(depth) => Span::styled(format!(" ✗{:>8} mm", mm(depth)), theme.bad()),
        None if o.unknown > 0 => Span::styled(format!(" ?{:>7} open", o.unknown), theme.doubtful()),
        None => Span::styled(" ✓      clean", theme.good()),
    };
    Line::from(vec![
        verdict,
        Span::styled(format!("  T{}", o.tool), theme.accent()),
        Span::raw(format!("  {}", o.title())),
        Span::styled(format!("  {}–{}", o.lines[0], o.lines[1]), theme.faint()),
    ])
}
