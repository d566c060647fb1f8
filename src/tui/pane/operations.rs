//! Operations of the program, each with what was proved of it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::assumptions::wrapped;
use super::regions::component;
use super::{choose, frame, mm, proved, put};
use crate::report::data::{BodyRole, Component, Operation};
use crate::report::summary::grouped;
use crate::tui::state::{Pane, State};

/// Draws it.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) -> usize {
    let list = &state.document.report.operations;
    let inner = frame(state, Pane::Operations, &format!("operations {}", list.len()), area, buf);
    if list.is_empty() {
        put(buf, inner, 0, &Line::styled("none is known", state.theme.faint()));
        return 0;
    }
    let near = near(state, usize::from(inner.width));
    // The list comes first where there is no room for both.
    let near = if usize::from(inner.height) > near.len() { near } else { Vec::new() };
    let height = usize::from(inner.height) - near.len();
    for (row, text) in near.iter().enumerate() {
        put(buf, inner, height + row, &Line::styled(text.clone(), state.theme.accent()));
    }
    let top = state.operation.scrolled(height, list.len());
    for (row, operation) in list.iter().skip(top).take(height).enumerate() {
        put(buf, inner, row, &line(state, top + row, operation));
        if top + row == state.operation.at {
            choose(state, buf, inner, row, state.focus == Pane::Operations);
        }
    }
    top
}

/// How near the chosen operation's tool comes to what it must not touch, in lines of so many
/// characters; none where that was not measured.
pub fn near(state: &State, width: usize) -> Vec<String> {
    let report = &state.document.report;
    let Some((clearances, chosen)) =
        report.clearances.as_ref().zip(report.operations.get(state.operation.at))
    else {
        return Vec::new();
    };
    let own = clearances.distances.iter().filter(|d| d.operation_id == chosen.id);
    let said = own.filter_map(|d| {
        let (bounds, place) = d.distance_mm.zip(d.place.as_ref())?;
        // From fixtures all motions count, of a cutter from parts its rapids alone.
        let of = match (d.body_role, d.component) {
            (BodyRole::Fixture, _) => " from fixtures",
            (_, Component::Cutter) => " in rapids",
            _ => "",
        };
        let name = component(d.component);
        Some(format!("{name}{of} {} :{}", mm(bounds[0]), place.line))
    });
    let words = said.collect::<Vec<_>>().join(" · ");
    if words.is_empty() {
        return Vec::new();
    }
    let lines = wrapped(&format!("least mm: {words}"), width.saturating_sub(1).max(8));
    lines.into_iter().map(|line| format!(" {line}")).collect()
}

fn line(state: &State, index: usize, o: &Operation) -> Line<'static> {
    let theme = &state.theme;
    let gouge = state.depths.of_operation(index);
    let verdict = match gouge {
        Some(depth) => Span::styled(format!(" ✗{:>8} mm", proved(depth)), theme.bad()),
        None if o.unknown > 0 => {
            Span::styled(format!(" ?{:>7} open", grouped(o.unknown)), theme.doubtful())
        }
        None if o.assumed > 0 => {
            Span::styled(format!(" ?{:>4} assumed", grouped(o.assumed)), theme.doubtful())
        }
        None => Span::styled(" ✓      clean", theme.good()),
    };
    let beside = match gouge {
        Some(_) if o.unknown > 0 => format!("  {} open", grouped(o.unknown)),
        _ => String::new(),
    };
    // One that has no name goes by its tool.
    let name = o.name.as_ref().map_or(String::new(), |name| format!("  {name}"));
    Line::from(vec![
        verdict,
        Span::styled(format!("  T{}", o.tool), theme.accent()),
        Span::styled(beside, theme.doubtful()),
        Span::raw(name),
        Span::styled(format!("  {}–{}", o.lines[0], o.lines[1]), theme.faint()),
    ])
}
