//! Panes: a border, a title, rows.

pub mod assumptions;
pub mod help;
pub mod operations;
pub mod program;
pub mod regions;
pub mod status;
pub mod witness;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Widget};

use super::ground::rows;
use super::state::{Pane, State};

/// Draws a pane, and gives the first row that is shown.
pub fn draw(state: &State, pane: Pane, area: Rect, buf: &mut Buffer) -> usize {
    match pane {
        Pane::Operations => operations::draw(state, area, buf),
        Pane::Regions => regions::draw(state, area, buf),
        Pane::Program => program::draw(state, area, buf),
        Pane::Witness => witness::draw(state, area, buf),
        Pane::Assumptions => assumptions::draw(state, area, buf),
        Pane::View => 0,
    }
}

/// Rows of the focused list as text, for searching.
pub fn texts(state: &State) -> Vec<String> {
    match state.focus {
        Pane::Operations => {
            let all = state.document.report.operations.iter();
            all.map(|o| format!("{} T{}", o.title(), o.tool)).collect()
        }
        Pane::Regions => {
            let regions = &state.document.report.regions;
            let text = |i: &u32| {
                let r = &regions[*i as usize];
                format!(
                    "{} {} T{} {}",
                    r.code,
                    r.message,
                    r.tool,
                    r.operation.as_deref().unwrap_or("")
                )
            };
            state.listed.iter().map(text).collect()
        }
        Pane::Assumptions => rows(&state.document).into_iter().map(|r| r.text).collect(),
        _ => Vec::new(),
    }
}

/// The border of a pane; gives what is inside.
pub fn frame(state: &State, pane: Pane, title: &str, area: Rect, buf: &mut Buffer) -> Rect {
    let focused = state.focus == pane;
    let style = state.theme.border(focused);
    let number = Pane::ALL.iter().position(|p| *p == pane).unwrap_or(0) + 1;
    let name = if pane == Pane::View { " ".to_owned() } else { format!(" {number} ") };
    let head = if focused { state.theme.strong() } else { Style::new() };
    let block = Block::bordered()
        .border_type(if focused { BorderType::Thick } else { BorderType::Plain })
        .border_style(style)
        .title(Line::from(vec![
            Span::styled(name, style),
            Span::styled(format!("{title} "), head),
        ]));
    let inner = block.inner(area);
    block.render(area, buf);
    inner
}

/// Writes a line into a row of an area, cut off at its end; gives the column after it.
pub fn put(buf: &mut Buffer, area: Rect, row: usize, line: &Line) {
    if row < usize::from(area.height) {
        buf.set_line(area.x, area.y + row as u16, line, area.width);
    }
}

/// Marks a whole row as the chosen one.
pub fn choose(state: &State, buf: &mut Buffer, area: Rect, row: usize, focused: bool) {
    if row < usize::from(area.height) {
        let line = Rect { y: area.y + row as u16, height: 1, ..area };
        if focused {
            buf.set_style(line, state.theme.chosen());
        } else if let Some(cell) = buf.cell_mut((area.x, line.y)) {
            cell.set_char('›');
        }
    }
}

/// A length with as many digits as are of use, mm.
pub fn mm(v: f64) -> String {
    let digits = match v.abs() {
        x if x >= 100.0 => 1,
        x if x >= 10.0 => 2,
        x if x >= 0.01 || x == 0.0 => 3,
        _ => 5,
    };
    format!("{v:.digits$}")
}

/// A number of things.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// Digits in groups of three.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}
