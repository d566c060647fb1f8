//! Gouges, worst first.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::assumptions::wrapped;
use super::{choose, frame, mm, put};
use crate::report::data::{BodyRole, Component, Region};
use crate::tui::binding::Action;
use crate::tui::check_state::CheckState;
use crate::tui::decision::Standing;
use crate::tui::place::base_name;
use crate::tui::state::{Pane, State};

/// Narrower lists leave units out.
const NARROW: u16 = 48;

/// For a column.
pub fn component(c: Component) -> &'static str {
    match c {
        Component::Cutter => "cutter",
        Component::Shank => "shank",
        Component::Holder => "holder",
    }
}

/// Draws it.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) -> usize {
    let all = state.document.report.regions.len();
    let shown = state.listed.len();
    let many = if shown == all { format!("{all}") } else { format!("{shown} of {all}") };
    let yet = if state.is_running() { " yet" } else { "" };
    let seen = match state.unmeasured {
        0 => String::new(),
        seen => format!(" · ≥ {seen} not measured{yet}"),
    };
    let accepted = match state.accepted {
        0 => String::new(),
        accepted => format!(" · ✓ {accepted} accepted"),
    };
    let filter =
        if state.filter.is_empty() { String::new() } else { format!(" · {}", state.filter) };
    let title = format!("regions {many} · by {}{seen}{accepted}{filter}", state.sort.name());
    let inner = frame(state, Pane::Regions, &title, area, buf);
    if shown == 0 {
        let text = match (all, &state.check) {
            (0, CheckState::Running { .. }) => "none found yet".to_owned(),
            (0, CheckState::Stopped) => "none was found before the check was stopped".to_owned(),
            (0, _) if state.document.report.is_open() => {
                let key = state.keys.first(Action::Assumptions);
                format!(
                    "no gouge was found, but not everything is decided: {key} lists what is open"
                )
            }
            (0, _) => "no gouge was found".to_owned(),
            _ => "none matches the filter; Esc clears it".to_owned(),
        };
        for (row, text) in wrapped(&text, usize::from(inner.width)).into_iter().enumerate() {
            put(buf, inner, row, &Line::styled(text, state.theme.faint()));
        }
        return 0;
    }
    let height = usize::from(inner.height);
    let top = state.region.scrolled(height, shown);
    for (row, index) in state.listed.iter().skip(top).take(height).enumerate() {
        let region = &state.document.report.regions[*index as usize];
        put(buf, inner, row, &line(state, region, inner.width));
        if top + row == state.region.at {
            choose(state, buf, inner, row, state.focus == Pane::Regions);
        }
    }
    top
}

fn line(state: &State, r: &Region, width: u16) -> Line<'static> {
    let theme = &state.theme;
    let noted = state.decisions.get(&r.fingerprint).is_some_and(|d| d.note.is_some());
    let mark = match state.standing(r) {
        Some(Standing::Accepted(_)) => "✓",
        Some(Standing::Void(_)) => "!",
        None if r.unmeasured => "≥",
        None if noted => "✎",
        None => " ",
    };
    let body = match r.body_role {
        BodyRole::Part => "",
        BodyRole::Fixture => " in fixture",
    };
    let name = format!("T{} {}{body}", r.tool, component(r.component));
    if width < NARROW {
        let mut spans = vec![
            Span::raw(format!(" {mark}")),
            Span::styled(format!("{:>5}", mm(r.depth_mm[0])), theme.bad()),
            Span::styled(format!(" {name}"), theme.accent()),
        ];
        let taken: usize = spans.iter().map(Span::width).sum();
        let room = usize::from(width).saturating_sub(taken);
        spans.push(Span::raw(place(state, r, room, [":", ":"])));
        return Line::from(spans);
    }
    let mut spans = vec![
        Span::raw(format!(" {mark}")),
        Span::styled(format!("{:>9}", mm(r.depth_mm[0])), theme.bad()),
        Span::raw(" mm "),
        Span::styled(name, theme.accent()),
        Span::raw(" "),
    ];
    let taken: usize = spans.iter().map(Span::width).sum();
    let room = usize::from(width).saturating_sub(taken);
    spans.push(Span::raw(place(state, r, room, ["line ", " line "])));
    if width >= 60 {
        let operation = r.operation.as_deref().unwrap_or("");
        spans.push(Span::styled(format!("  ×{}  {operation}", r.contacts), theme.faint()));
    }
    Line::from(spans)
}

/// First and last line, behind the name of their file where that is not the program, in so many
/// columns. `words` stand before lines of the program and of another file.
fn place(state: &State, r: &Region, room: usize, words: [&str; 2]) -> String {
    // First and last may count in several files.
    let mixed = state.document.is_mixed(r);
    let [first, last] = if mixed { [r.witness.line; 2] } else { r.lines };
    let short = format!("{first}…");
    let lines = match first == last {
        true if mixed => short.clone(),
        true => first.to_string(),
        false => format!("{first}–{last}"),
    };
    let fits = |text: &String| text.chars().count() <= room;
    let Some(file) = r.witness.file.as_deref().map(base_name) else {
        // Half a number is another number.
        return [lines, short]
            .map(|lines| format!(" {}{lines}", words[0]))
            .into_iter()
            .reduce(|whole, short| if fits(&whole) { whole } else { short })
            .unwrap_or_default();
    };
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let ways = [(file, &lines), (stem, &lines), (stem, &short)];
    let written = |(file, lines): (&str, &String)| format!(" {file}{}{lines}", words[1]);
    ways.into_iter().map(written).find(fits).unwrap_or_else(|| {
        let rest = 2 + words[1].chars().count() + short.chars().count();
        let start: String = stem.chars().take(room.saturating_sub(rest)).collect();
        written((&format!("{start}…"), &short))
    })
}
