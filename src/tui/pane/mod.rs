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

use super::depths::Proved;
use super::ground::rows;
use super::place::base_name;
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
                // As it is written in the list, narrow or wide, and in the witness.
                let [a, z] = r.lines;
                let file = r.witness.file.as_deref().map_or("", base_name);
                format!(
                    "{} {} {} mm T{} {} {file} line {a}–{z} {file}:{a}–{z} {} {} {}",
                    r.id,
                    r.code,
                    mm(r.depth_mm[0]),
                    r.tool,
                    regions::component(r.component),
                    r.message,
                    r.operation.as_deref().unwrap_or(""),
                    r.fingerprint
                )
            };
            state.listed.iter().map(text).collect()
        }
        Pane::Assumptions => rows(&state.document).into_iter().map(|r| r.text).collect(),
        Pane::Witness => witness::texts(state),
        Pane::Program | Pane::View => Vec::new(),
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

/// Writes a line into a row of an area; what is too long ends with `…`.
pub fn put(buf: &mut Buffer, area: Rect, row: usize, line: &Line) {
    if row >= usize::from(area.height) || area.width == 0 {
        return;
    }
    let y = area.y + row as u16;
    buf.set_line(area.x, y, line, area.width);
    // Blanks at the end may be cut.
    let blanks = line.spans.iter().rev().flat_map(|span| span.content.chars().rev());
    let blanks = blanks.take_while(|c| *c == ' ').count();
    if line.width() - blanks > usize::from(area.width)
        && let Some(cell) = buf.cell_mut((area.right() - 1, y))
    {
        cell.set_char('…');
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

/// A depth, behind `≥` where it may be more, mm.
pub fn proved(depth: Proved) -> String {
    let least = if depth.at_least { "≥ " } else { "" };
    format!("{least}{}", mm(depth.mm))
}

/// A length with as many digits as are of use, mm.
pub fn mm(v: f64) -> String {
    // Minus nothing is nothing.
    let v = if v.abs() < 5e-6 { 0.0 } else { v };
    let digits = match v.abs() {
        x if x >= 100.0 => 1,
        x if x >= 10.0 => 2,
        x if x >= 0.01 || x == 0.0 => 3,
        _ => 5,
    };
    format!("{v:.digits$}")
}
