//! The proof of a gouge, and what would clear it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::assumptions::wrapped;
use super::regions::component;
use super::{frame, mm, proved, put};
use crate::number::trimmed;
use crate::report::Frame;
use crate::report::data::{BodyRole, Kind, Region, WitnessSide};
use crate::report::summary::{self, count, grouped};
use crate::tui::decision::Standing;
use crate::tui::depths::Proved;
use crate::tui::screen::layout;
use crate::tui::state::{Pane, State};

/// A coordinate to the micrometre, as short as in a program.
fn short(x: f64) -> String {
    trimmed(x, 3)
}

fn point(p: [f64; 3]) -> String {
    let [x, y, z] = p.map(short);
    format!("X{x} Y{y} Z{z}")
}

/// Bounds, or the one number that both are written as.
fn bounds(b: [f64; 2]) -> String {
    let [lo, hi] = b.map(mm);
    if lo == hi { format!("{lo} mm") } else { format!("{lo} … {hi} mm") }
}

/// A point of the part as the program would write it, and its unit.
fn program_point(state: &State, p: [f64; 3]) -> String {
    let units = &state.document.report.inputs.program.units;
    let frame = Frame::new(state.document.placement, units);
    let at = frame.of_work(state.document.work(p));
    // A thousandth of an inch is coarse.
    let [x, y, z] = at.map(if units == "inch" { summary::short } else { short });
    format!("X{x} Y{y} Z{z} {}", frame.unit_name())
}

/// What would clear it, in one sentence.
pub fn advice(state: &State) -> Option<String> {
    let r = state.chosen()?;
    let line = state.document.place_of(r).map_or(r.witness.line, |place| place.line);
    let file = r.witness.file.as_ref().unwrap_or(&state.document.report.inputs.program.path);
    let place = format!("{file}:{line}");
    let depth = proved(Proved::of(r));
    let name = component(r.component);
    let remedies = remedies(state, r).join("; or ");
    Some(format!("{place}: T{} {name} {depth} mm too deep; {remedies}", r.tool))
}

/// What the report advises.
fn remedies<'a>(state: &State, r: &'a Region) -> Vec<&'a str> {
    match r.advice.as_slice() {
        _ if r.unmeasured && state.is_running() => vec!["shown when the check is over"],
        [] if r.unmeasured => vec!["not looked for: the check was stopped"],
        [] => vec!["no single change is known to clear it"],
        list => list.iter().map(|advice| advice.message.as_str()).collect(),
    }
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

/// Rows that it takes in so many columns, with its border.
pub fn height(state: &State, columns: u16) -> u16 {
    let width = usize::from(columns.saturating_sub(2)).max(12);
    let rows = state.chosen().map_or(1, |region| lines(state, region, width).len());
    u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(2)
}

/// Its rows as text, as they are on the screen.
pub fn texts(state: &State) -> Vec<String> {
    let screen = Rect { x: 0, y: 1, width: state.columns as u16, height: state.rows as u16 };
    let places = layout(state, screen);
    let own = places.iter().find(|(pane, _)| *pane == Pane::Witness);
    let width = own.map_or(0, |(_, area)| usize::from(area.width.saturating_sub(2)));
    let rows = state.chosen().map_or(Vec::new(), |region| lines(state, region, width.max(12)));
    // What goes on below itself is found whole where it begins.
    let goes_on = |row: &&String| row.starts_with("   ");
    let rows: Vec<String> = rows.iter().map(Line::to_string).collect();
    let whole = |i: usize| {
        let rest = rows[i + 1..].iter().take_while(goes_on).map(|row| row.trim());
        [rows[i].trim()].into_iter().chain(rest).collect::<Vec<_>>().join(" ")
    };
    (0..rows.len()).map(whole).collect()
}

/// Columns of the names, and the blank before them.
const NAMES: usize = 12;

fn lines(state: &State, r: &Region, width: usize) -> Vec<Line<'static>> {
    let message = wrapped(&r.message, width - 1).into_iter();
    let mut rows = Rows {
        width,
        names: state.theme.faint(),
        lines: message.map(|l| Line::styled(format!(" {l}"), state.theme.strong())).collect(),
    };
    depths(&mut rows, state, r);
    for (i, remedy) in remedies(state, r).into_iter().enumerate() {
        rows.put_styled(if i == 0 { "remedy" } else { "or" }, remedy, state.theme.good());
    }
    decision(&mut rows, state, r);
    place(&mut rows, state, r);
    geometry(&mut rows, state, r);
    contacts(&mut rows, r);
    rows.put("baseline", &r.fingerprint);
    rows.lines
}

/// Rows, each a name and a value.
struct Rows {
    width: usize,
    names: Style,
    lines: Vec<Line<'static>>,
}

impl Rows {
    fn put(&mut self, name: &str, value: &str) {
        self.put_styled(name, value, Style::default());
    }

    /// A value that is too long goes on below itself.
    fn put_styled(&mut self, name: &str, value: &str, style: Style) {
        let room = self.width.saturating_sub(NAMES + 1).max(8);
        for (i, part) in wrapped(value, room).into_iter().enumerate() {
            let name = if i == 0 { name } else { "" };
            self.lines.push(Line::from(vec![
                Span::styled(format!(" {name:<width$}", width = NAMES - 1), self.names),
                Span::styled(part, style),
            ]));
        }
    }
}

fn depths(rows: &mut Rows, state: &State, r: &Region) {
    let w = &r.witness;
    let unmeasured = match (r.unmeasured, state.is_running()) {
        (false, _) => None,
        (true, true) => Some("not measured yet"),
        (true, false) => Some("not measured: the check was stopped"),
    };
    let depth = match unmeasured {
        None => bounds(r.depth_mm),
        Some(why) => format!("{} mm, {why}", proved(Proved::of(r))),
    };
    rows.put_styled("depth", &depth, state.theme.bad());
    // The depth is the greater of both; the witness proves one of them.
    let proved = |side: WitnessSide| if w.side == side { " ✓ proved" } else { "" };
    let side = match w.tool_side_mm {
        [lo, hi] if hi < 0.0 => format!("stays {} mm off", mm(-lo)),
        side => bounds(side),
    };
    rows.put("tool side", &format!("{side}{}", proved(WitnessSide::Tool)));
    let side = match (w.part_side_mm, unmeasured) {
        (Some(b), _) => format!("{}{}", bounds(b), proved(WitnessSide::Part)),
        (None, Some(why)) => why.to_owned(),
        (None, None) => "undefined: no inside here".to_owned(),
    };
    rows.put("part side", &side);
}

/// What somebody decided about it.
fn decision(rows: &mut Rows, state: &State, r: &Region) {
    match state.standing(r) {
        Some(Standing::Accepted(entry)) => {
            let until =
                entry.until.as_ref().map_or("no expiry".to_owned(), |u| format!("until {u}"));
            let reason = entry.reason.as_deref().unwrap_or_default();
            rows.put("accepted", &format!("{reason}, {until}"));
        }
        Some(Standing::Void(why)) => {
            rows.put_styled("! void", &format!("not accepted: {why}"), state.theme.bad());
        }
        None => {}
    }
    if let Some(note) = state.decisions.get(&r.fingerprint).and_then(|d| d.note.as_ref()) {
        rows.put("note", note);
    }
}

/// Where it is in the program.
fn place(rows: &mut Rows, state: &State, r: &Region) {
    let w = &r.witness;
    let kind = match w.kind {
        Kind::Rapid if w.dogleg => "rapid, dog-leg",
        Kind::Rapid => "rapid",
        Kind::Feed => "feed",
        Kind::Arc => "arc",
    };
    let file = w.file.as_ref().map_or(String::new(), |f| format!("{f}, "));
    let now = match (state.document.place_of(r), state.document.file_of(w.file.as_deref())) {
        (Some(now), _) if now.line != w.line => format!(" (now {})", now.line),
        (Some(_), _) => String::new(),
        (None, Some(0)) => " of the program as it was checked".to_owned(),
        (None, Some(_)) => " of that file as it was checked".to_owned(),
        (None, None) => " of a file that is not found from here".to_owned(),
    };
    let at = format!(
        "{file}line {}{now}, {kind}, motion {}, {:.1}\u{a0}%",
        w.line,
        w.motion,
        100.0 * w.t
    );
    rows.put("at", &at);
    let witnessed = state.standing_at().filter(|_| state.witnessed().is_some());
    if let Some(calls) = witnessed.and_then(|situation| super::program::calls(state, situation)) {
        rows.put("called", &calls);
    }
    if let Some(operation) = &r.operation {
        rows.put("operation", operation);
    }
}

/// Tool and body, and where they meet.
fn geometry(rows: &mut Rows, state: &State, r: &Region) {
    let w = &r.witness;
    rows.put("tool", &tool(state, r));
    let body = match r.body_role {
        BodyRole::Part => "part",
        BodyRole::Fixture => "fixture",
    };
    rows.put("body", &format!("{body} {}, facet {}", r.body + 1, w.triangle));
    rows.put("tip, prog.", &program_point(state, w.control_point_mm));
    rows.put("tip, part", &format!("{} mm", point(w.control_point_mm)));
    if let Some(inner) = w.inner_point_mm {
        rows.put("deepest", &point(inner));
    }
    rows.put("surface", &point(w.surface_point_mm));
    rows.put("normal", &w.normal.map(short).join(" "));
}

/// The other motions of the region.
fn contacts(rows: &mut Rows, r: &Region) {
    let contacts = count(r.contacts, "motion");
    rows.put("contacts", &format!("{contacts}, {}–{}", r.motions[0], r.motions[1]));
    if r.rapids > 0 {
        rows.put("rapids", &format!("{} of these", grouped(r.rapids)));
    }
    if let (Some([lo, hi]), Some(length)) = (r.reach_mm, r.length_mm) {
        let around = [0, 1, 2].map(|i| short(hi[i] - lo[i])).join(" × ");
        rows.put("extent", &format!("{} mm of the tip's way, within {around} mm", short(length)));
    }
}

fn tool(state: &State, r: &Region) -> String {
    let known = state.document.report.inputs.tools.iter().find(|t| t.number == r.tool);
    let name = known.map_or(String::new(), |t| format!(", {}", t.name));
    format!("T{}{name}: {}", r.tool, component(r.component))
}
