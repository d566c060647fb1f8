//! The proof of a gouge, and what would clear it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::assumptions::wrapped;
use super::regions::component;
use super::{frame, mm, put};
use crate::report::data::{BodyRole, Kind, Region, WitnessSide};
use crate::tui::state::{Pane, State};

fn point(p: [f64; 3]) -> String {
    format!("X{:.3} Y{:.3} Z{:.3}", p[0], p[1], p[2])
}

fn bounds(b: [f64; 2]) -> String {
    if b[0] == b[1] {
        format!("{} mm", mm(b[0]))
    } else {
        format!("{} … {} mm", mm(b[0]), mm(b[1]))
    }
}

/// A point of the part, in the program's coordinates.
fn program_point(state: &State, p: [f64; 3]) -> [f64; 3] {
    let placement = &state.document.placement;
    (state.document.work(p) - placement.program_to_work()).into()
}

/// What would clear it, in one sentence.
pub fn advice(state: &State) -> Option<String> {
    let r = state.chosen()?;
    let place = format!("{}:{}", state.document.report.inputs.program.path, r.witness.line);
    let depth = mm(r.depth_mm[0]);
    let name = component(r.component);
    Some(match r.lift_mm {
        Some(lift) => format!(
            "{place}: T{} {name} {depth} mm too deep; raising Z by {} mm clears this motion",
            r.tool,
            mm(lift)
        ),
        None => format!(
            "{place}: T{} {name} {depth} mm too deep; no raise of Z alone clears this motion",
            r.tool
        ),
    })
}

/// The witness as JSON, as the report has it.
pub fn proof(state: &State) -> Option<String> {
    serde_json::to_string_pretty(&state.chosen()?.witness).ok()
}

/// Draws it.
pub fn draw(state: &State, area: Rect, buf: &mut Buffer) -> usize {
    let Some(region) = state.chosen() else {
        let inner = frame(state, Pane::Witness, "witness", area, buf);
        put(buf, inner, 0, &Line::styled("no region is chosen", state.theme.faint()));
        return 0;
    };
    let title = format!("region {} · {}", region.id, region.code);
    let inner = frame(state, Pane::Witness, &title, area, buf);
    let lines = lines(state, region, usize::from(inner.width).max(12));
    let top = state.witness.at.min(lines.len().saturating_sub(usize::from(inner.height)));
    for (row, line) in lines.iter().skip(top).enumerate() {
        put(buf, inner, row, line);
    }
    top
}

fn lines(state: &State, r: &Region, width: usize) -> Vec<Line<'static>> {
    let theme = &state.theme;
    let w = &r.witness;
    let mut lines: Vec<Line> = wrapped(&r.message, width - 1)
        .into_iter()
        .map(|l| Line::styled(format!(" {l}"), theme.strong()))
        .collect();
    let row = |name: &str, value: String| {
        Line::from(vec![Span::styled(format!(" {name:<11}"), theme.faint()), Span::raw(value)])
    };
    lines.push(Line::from(vec![
        Span::styled(format!(" {:<11}", "depth"), theme.faint()),
        Span::styled(bounds(r.depth_mm), theme.bad()),
    ]));
    // The depth is the greater of both; the witness proves one of them.
    let proved = |side: WitnessSide| if w.side == side { ", proved" } else { "" };
    lines
        .push(row("tool side", format!("{}{}", bounds(w.tool_side_mm), proved(WitnessSide::Tool))));
    lines.push(row(
        "part side",
        w.part_side_mm.map_or("not told: no inside here".to_owned(), |b| {
            format!("{}{}", bounds(b), proved(WitnessSide::Part))
        }),
    ));
    let advice = match r.lift_mm {
        Some(lift) => format!("raise Z by {} mm", mm(lift)),
        None => "no raise of Z alone clears it".to_owned(),
    };
    lines.push(Line::from(vec![
        Span::styled(format!(" {:<11}", "remedy"), theme.faint()),
        Span::styled(advice, theme.good()),
    ]));
    let decision = state.decisions.get(&r.fingerprint);
    if let Some((reason, until)) = decision.and_then(|d| d.accepted.as_ref()) {
        let until = until.as_ref().map_or("for good".to_owned(), |u| format!("until {u}"));
        lines.push(row("accepted", format!("{reason}, {until}")));
    }
    if let Some(note) = decision.and_then(|d| d.note.as_ref()) {
        lines.push(row("note", note.clone()));
    }
    let kind = match w.kind {
        Kind::Rapid if w.dogleg => "rapid, dog-leg",
        Kind::Rapid => "rapid",
        Kind::Feed => "feed",
        Kind::Arc => "arc",
    };
    let file = w.file.as_ref().map_or(String::new(), |f| format!("{f}, "));
    lines.push(row(
        "at",
        format!("{file}line {}, {kind}, motion {}, {:.1} %", w.line, w.motion, 100.0 * w.t),
    ));
    if let Some(operation) = &r.operation {
        lines.push(row("operation", operation.clone()));
    }
    lines.push(row("tool", tool(state, r)));
    let body = match r.body_role {
        BodyRole::Part => "part",
        BodyRole::Fixture => "fixture",
    };
    lines.push(row("body", format!("{body} {}, facet {}", r.body + 1, w.triangle)));
    lines.push(row("tip, prog.", point(program_point(state, w.control_point_mm))));
    lines.push(row("tip, part", point(w.control_point_mm)));
    if let Some(inner) = w.inner_point_mm {
        lines.push(row("deepest", format!("{} (part)", point(inner))));
    }
    lines.push(row("surface", format!("{} (part)", point(w.surface_point_mm))));
    lines.push(row("normal", format!("{:.3} {:.3} {:.3}", w.normal[0], w.normal[1], w.normal[2])));
    lines.push(row(
        "contacts",
        format!("{} motions, {}–{}", r.contacts, r.motions[0], r.motions[1]),
    ));
    lines.push(row("extent", {
        let [lo, hi] = r.extent_mm;
        format!("{} × {} × {} mm", mm(hi[0] - lo[0]), mm(hi[1] - lo[1]), mm(hi[2] - lo[2]))
    }));
    lines.push(row("mark", r.fingerprint.clone()));
    lines
}

fn tool(state: &State, r: &Region) -> String {
    let known = state.document.report.inputs.tools.iter().find(|t| t.number == r.tool);
    let name = known.map_or(String::new(), |t| format!(", {}", t.name));
    format!("T{}{name}: {}", r.tool, component(r.component))
}
