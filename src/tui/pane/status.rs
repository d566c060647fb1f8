//! The first and the last row of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{mm, put};
use crate::report::data::Verdict;
use crate::report::summary::{count, grouped};
use crate::tui::binding::Action;
use crate::tui::check_state::CheckState;
use crate::tui::prompt::{Asked, Prompt};
use crate::tui::state::{Pane, State, View};

/// Verdict, coverage, progress.
pub fn head(state: &State, area: Rect, buf: &mut Buffer) {
    let theme = &state.theme;
    let report = &state.document.report;
    let c = &report.coverage;
    let mut spans = vec![Span::styled(" gouge ", theme.strong())];
    match &state.check {
        CheckState::Running { phase, done, total, seconds } => {
            spans.push(Span::styled(format!("▶ {phase} "), theme.accent()));
            if *total > 0 {
                let percent = 100 * done / total;
                spans.push(Span::raw(format!(
                    "{percent} %, {} of {} ",
                    grouped(*done),
                    grouped(*total)
                )));
            }
            if let (Some(seconds), true) = (seconds, *done > 0) {
                let left = seconds * (*total as f64 / *done as f64 - 1.0);
                spans.push(Span::raw(format!("{left:.0} s left ")));
            }
            if !report.regions.is_empty() {
                let regions = count(report.regions.len() as u64, "region");
                spans.push(Span::styled(format!("✗ {regions} so far "), theme.bad()));
            }
            spans.push(Span::styled(
                format!("({} stops) ", state.keys.first(Action::Stop)),
                theme.faint(),
            ));
        }
        CheckState::Failed(why) => spans.push(Span::styled(format!("✗ {why} "), theme.bad())),
        CheckState::Done | CheckState::Stopped => {
            spans.push(verdict(state));
            if let Some(worst) = report.regions.first() {
                // Another one that was not measured may be deeper.
                let least = if state.unmeasured > 0 { "≥ " } else { "" };
                spans.push(Span::raw(format!("worst {least}{} mm ", mm(worst.depth_mm[0]))));
            }
        }
    }
    let see = state.keys.first(Action::Assumptions);
    if !state.document.changed.is_empty() {
        spans.push(Span::styled(format!("· FILES CHANGED, see {see} "), theme.bad()));
    } else if !state.document.missing.is_empty() {
        spans.push(Span::styled(format!("· FILES NOT FOUND, see {see} "), theme.bad()));
    }
    if c.unknown + c.refused_blocks > 0 && !matches!(state.check, CheckState::Running { .. }) {
        spans.push(Span::styled(format!("· {} unknown ", grouped(c.unknown)), theme.doubtful()));
    }
    let assumed = report.assumptions.len() as u64;
    if assumed > 0 {
        spans.push(Span::styled(format!("· {} ", count(assumed, "assumption")), theme.doubtful()));
    }
    if matches!(state.check, CheckState::Done | CheckState::Stopped) {
        let motions = count(c.motions, "motion");
        spans.push(Span::raw(format!("· {} of {motions} checked ", grouped(c.checked))));
    }
    put(buf, area, 0, &Line::from(whole(spans, area.width)));
}

/// What was proved, and what of it is accepted.
fn verdict(state: &State) -> Span<'static> {
    let (theme, report) = (&state.theme, &state.document.report);
    let stopped = if state.check == CheckState::Stopped { "■ STOPPED, " } else { "" };
    let all = report.regions.len();
    let regions = count(all as u64, "region");
    match (report.verdict, state.accepted) {
        (Verdict::Clean, _) => Span::styled(format!("{stopped}✓ CLEAN "), theme.good()),
        (Verdict::Gouge, 0) => Span::styled(format!("{stopped}✗ GOUGE in {regions} "), theme.bad()),
        (Verdict::Gouge, accepted) if accepted == all => {
            let text = match report.is_open() {
                true => {
                    format!("{stopped}? ACCEPTED gouge in {regions}, not everything is decided ")
                }
                false => format!("{stopped}✓ ACCEPTED gouge in {regions} "),
            };
            Span::styled(text, theme.doubtful())
        }
        (Verdict::Gouge, accepted) => {
            let text = format!("{stopped}✗ GOUGE in {regions}, {accepted} accepted ");
            Span::styled(text, theme.bad())
        }
        (Verdict::Unknown, _) => Span::styled(format!("{stopped}? UNKNOWN "), theme.doubtful()),
    }
}

/// The name, the state, and as many of the others as stand whole in so many columns.
fn whole(spans: Vec<Span<'_>>, width: u16) -> Vec<Span<'_>> {
    // The blank at the end may be cut.
    let mut left = usize::from(width) + 1;
    let fits = |(i, span): &(usize, Span<'_>)| {
        let rest = left.checked_sub(span.width());
        left = rest.unwrap_or(0);
        *i < 2 || rest.is_some()
    };
    spans.into_iter().enumerate().take_while(fits).map(|(_, span)| span).collect()
}

/// What is asked and typed so far, and what was wrong with it; where the cursor stands.
fn asked(state: &State, prompt: &Prompt, area: Rect, buf: &mut Buffer) -> (u16, u16) {
    let theme = &state.theme;
    let name = match prompt.what {
        Asked::Search => "/",
        Asked::Filter => "filter: ",
        Asked::Command => ":",
        Asked::Reason => "accept, because: ",
        // An objection says how a day is written.
        Asked::Expiry if !state.message.is_empty() => "until: ",
        Asked::Expiry => "accepted until (2027-03-31, or Enter for no expiry): ",
        Asked::Note => "note: ",
        Asked::Picture => "write picture to: ",
        Asked::Overwrite => "that file exists; write over it? (y/n) ",
    };
    // What is typed stays in sight, whatever is said before it.
    let typed = name.chars().count() + prompt.text.chars().count() + 1;
    let room = usize::from(area.width).saturating_sub(typed);
    let said = match state.message.as_str() {
        "" => String::new(),
        why if why.chars().count() + 3 <= room => format!("{why} · "),
        why if room > 4 => format!("{}… · ", why.chars().take(room - 4).collect::<String>()),
        _ => String::new(),
    };
    let line = Line::from(vec![
        Span::styled(said.clone(), theme.bad()),
        Span::styled(name, theme.accent()),
        Span::raw(prompt.text.clone()),
    ]);
    put(buf, area, 0, &line);
    let at = (said.chars().count() + typed - 1) as u16;
    (area.x + at.min(area.width.saturating_sub(1)), area.y)
}

/// What is asked, said, or can be done.
pub fn foot(state: &State, area: Rect, buf: &mut Buffer) -> Option<(u16, u16)> {
    let theme = &state.theme;
    if let Some(prompt) = &state.prompt {
        return Some(asked(state, prompt, area, buf));
    }
    if !state.message.is_empty() {
        put(buf, area, 0, &Line::styled(format!(" {}", state.message), theme.accent()));
        return None;
    }
    let hint = |(action, what): (Action, &str)| {
        [
            Span::styled(format!(" {}", state.keys.first(action)), theme.accent()),
            Span::styled(format!(" {what} "), theme.faint()),
        ]
    };
    let mut all: Vec<[Span; 2]> = hints(state).into_iter().map(hint).collect();
    // The blank at the end may be cut; the ways to help and out may not.
    let wide = |all: &[[Span; 2]]| all.iter().flatten().map(Span::width).sum::<usize>();
    while all.len() > LAST_HINTS && wide(&all) > usize::from(area.width) + 1 {
        all.remove(all.len() - 1 - LAST_HINTS);
    }
    put(buf, area, 0, &Line::from_iter(all.into_iter().flatten()));
    None
}

/// Help and quit, at the end of the hints.
const LAST_HINTS: usize = 2;

/// What one most likely wants next.
fn hints(state: &State) -> Vec<(Action, &'static str)> {
    use Action as A;
    let mut list = match (state.focus, state.view) {
        (Pane::View, View::Section) => {
            vec![
                (A::Left, "move"),
                (A::ZoomIn, "nearer"),
                (A::TurnRight, "turn plane"),
                (A::TurnUp, "step plane"),
                (A::Fit, "fit"),
            ]
        }
        (Pane::View, View::Map | View::Setup) => {
            let arrows = if state.view == View::Map { "move" } else { "turn" };
            vec![(A::Left, arrows), (A::ZoomIn, "nearer"), (A::Side, "side"), (A::Fit, "fit")]
        }
        (Pane::View, _) => {
            vec![
                (A::Left, "turn"),
                (A::ZoomIn, "nearer"),
                (A::TurnRight, "move"),
                (A::Side, "side"),
                (A::Clip, "clip"),
                (A::Fit, "fit"),
            ]
        }
        (Pane::Regions | Pane::Witness, _) if state.listed.is_empty() => {
            let open = state.document.report.is_open() && !state.is_running();
            if open { vec![(A::Assumptions, "what is open")] } else { Vec::new() }
        }
        (Pane::Regions, _) => {
            vec![
                (A::Open, "witness"),
                (A::NextRegion, "next"),
                (A::Filter, "filter"),
                (A::Sort, "sort"),
                (A::Accept, "accept"),
            ]
        }
        (Pane::Witness, _) => {
            vec![
                (A::Open, "line"),
                (A::Copy, "copy advice"),
                (A::Accept, "accept"),
                (A::Edit, "edit"),
            ]
        }
        (Pane::Program, _) => vec![
            (A::Search, "search"),
            (A::NextMotion, "next motion"),
            (A::NextGouge, "next gouge"),
            (A::Edit, "edit"),
        ],
        _ => vec![(A::Open, "go there")],
    };
    list.extend([
        (A::Section, "section"),
        (A::Solid, "3-D"),
        (A::NextPane, "pane"),
        (A::Help, "help"),
        (A::Quit, "leave"),
    ]);
    list
}
