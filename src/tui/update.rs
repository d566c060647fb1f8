//! Updates: a message changes the state and may ask for something outside it.

use std::path::PathBuf;
use std::sync::Arc;

use ratatui::layout::Rect;

use super::binding::Action;
use super::check_state::CheckState;
use super::direction::Direction;
use super::document::Document;
use super::effect::Effect;
use super::filter::Sort;
use super::focus::{focus, moved, rows, step_pane};
use super::graphics::Mode;
use super::key::Key;
use super::motion;
use super::place::Place;
use super::prompt::{Asked, ask, pasted, search, typed};
use super::screen::is_alone;
use super::state::{AT_ONCE, Clip, Field, Pane, State, View};
use super::steer::{MOVE, ZOOM, fit, next_side, steer, turn, zoom};
use crate::files;
use crate::verify::Sighting;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// Seconds passed.
    Tick(f64),
    /// The check went on.
    Check(CheckState),
    /// The check has seen these gouges so far.
    Sighted(Vec<Sighting>),
    /// There is another report of the same job.
    Report(Arc<Document>),
    /// The mouse was clicked on a row of a pane, or on the view.
    Click(Pane, usize),
    /// The wheel was turned: rows down.
    Wheel(isize),
}

/// Changes the state.
pub fn update(state: &mut State, message: Message) -> Vec<Effect> {
    let effects = happened(state, message);
    state.settle(AT_ONCE);
    effects
}

fn happened(state: &mut State, message: Message) -> Vec<Effect> {
    match message {
        Message::Key(key) => return pressed(state, key),
        Message::Paste(text) => pasted(state, &text),
        Message::Tick(seconds) => motion::play(state, seconds),
        Message::Check(now) => state.check = now,
        Message::Sighted(seen) => state.sight(&seen),
        Message::Report(document) => state.replace(document),
        Message::Click(pane, row) => click(state, pane, row),
        Message::Wheel(rows) => {
            let count = state.count();
            if state.focus == Pane::View {
                zoom(state, if rows > 0 { ZOOM } else { 1.0 / ZOOM });
            } else {
                state.row().step(rows, count);
                moved(state);
            }
        }
    }
    Vec::new()
}

fn pressed(state: &mut State, key: Key) -> Vec<Effect> {
    let action = state.keys.action(key);
    if action == Some(Action::Suspend) {
        return vec![Effect::Suspend];
    }
    if state.prompt.is_some() {
        return typed(state, key);
    }
    let Some(action) = action else { return Vec::new() };
    if let Some(scroll) = &mut state.help {
        match action {
            Action::Down => *scroll += 1,
            Action::Up => *scroll = scroll.saturating_sub(1),
            Action::HalfDown => *scroll += 10,
            Action::HalfUp => *scroll = scroll.saturating_sub(10),
            _ => state.help = None,
        }
        return Vec::new();
    }
    state.message.clear();
    act(state, action)
}

fn click(state: &mut State, pane: Pane, row: usize) {
    focus(state, pane);
    let count = state.count();
    if pane != Pane::View && row < count {
        let step = row as isize - state.row().at as isize;
        state.row().step(step, count);
        moved(state);
    }
}

fn act(state: &mut State, action: Action) -> Vec<Effect> {
    use Action as A;
    let half = (state.rows / 2).max(1) as isize;
    let in_view = state.focus == Pane::View;
    match action {
        A::Down if in_view => steer(state, 0.0, -1.0),
        A::Up if in_view => steer(state, 0.0, 1.0),
        A::Left if in_view => steer(state, -1.0, 0.0),
        A::Right if in_view => steer(state, 1.0, 0.0),
        A::Left => motion::by_motion(state, -1),
        A::Right => motion::by_motion(state, 1),
        A::Down => rows(state, 1),
        A::Up => rows(state, -1),
        A::HalfDown => rows(state, half),
        A::HalfUp => rows(state, -half),
        A::First => rows(state, isize::MIN / 2),
        A::Last => rows(state, isize::MAX / 2),
        A::Open => open(state),
        A::Back => back(state),
        A::Search => ask(state, Asked::Search, ""),
        A::NextMatch => search(state, Direction::Forward),
        A::PreviousMatch => search(state, Direction::Backward),
        A::Filter => {
            let text = state.filter.clone();
            ask(state, Asked::Filter, &text);
        }
        A::Sort => sort(state),
        A::Command => ask(state, Asked::Command, ""),
        A::NextPane => step_pane(state, 1),
        A::PreviousPane => step_pane(state, Pane::ALL.len() - 1),
        A::Operations => focus(state, Pane::Operations),
        A::Regions => focus(state, Pane::Regions),
        A::Program => focus(state, Pane::Program),
        A::Witness => focus(state, Pane::Witness),
        A::Assumptions => focus(state, Pane::Assumptions),
        A::View => focus(state, Pane::View),
        A::Full => state.full = !state.full,
        A::Section => look(state, View::Section),
        A::Solid => look(state, View::Solid),
        A::Map if state.view == View::Map && has_picture(state) => other_field(state),
        A::Map => look(state, View::Map),
        A::Setup => look(state, View::Setup),
        A::ZoomIn => zoom(state, 1.0 / ZOOM),
        A::ZoomOut => zoom(state, ZOOM),
        A::Fit => fit(state),
        A::TurnLeft => turn(state, -1.0, 0.0),
        A::TurnRight => turn(state, 1.0, 0.0),
        A::TurnUp => turn(state, 0.0, 1.0),
        A::TurnDown => turn(state, 0.0, -1.0),
        A::Side => next_side(state),
        A::Clip | A::ClipIn | A::ClipOut if state.view != View::Solid => {
            let solid = state.keys.first(A::Solid);
            state.message = format!("only the view in space has a clip plane: {solid}");
        }
        A::Clip => next_clip(state),
        A::ClipIn => state.clip.1 -= MOVE * 0.25 * state.eye.span,
        A::ClipOut => state.clip.1 += MOVE * 0.25 * state.eye.span,
        A::Sheer => state.sheer = !state.sheer,
        A::NextRegion => motion::by_region(state, 1),
        A::PreviousRegion => motion::by_region(state, -1),
        A::NextGouge => motion::by_gouge(state, Direction::Forward),
        A::PreviousGouge => motion::by_gouge(state, Direction::Backward),
        A::NextMotion => motion::by_motion(state, 1),
        A::PreviousMotion => motion::by_motion(state, -1),
        A::NextBlock => motion::by_block(state, Direction::Forward),
        A::PreviousBlock => motion::by_block(state, Direction::Backward),
        A::NextOperation => motion::by_operation(state, 1),
        A::PreviousOperation => motion::by_operation(state, -1),
        A::Forward => motion::scrub(state, 0.05),
        A::Backward => motion::scrub(state, -0.05),
        A::Play => {
            state.playing = if state.playing.is_some() { None } else { Some(state.speed) };
        }
        A::Faster => hasten(state, 2.0),
        A::Slower => hasten(state, 0.5),
        A::Accept => decide(state, Asked::Reason),
        A::Note => decide(state, Asked::Note),
        A::Export => ask(state, Asked::Picture, "gouge.svg"),
        A::Copy => return copy(state, super::pane::witness::advice),
        A::CopyWitness => return copy(state, super::pane::witness::proof),
        A::Edit => return edit(state),
        A::Pictures => next_mode(state),
        A::Background => state.theme.background = state.theme.background.other(),
        A::Mouse => {
            state.mouse = !state.mouse;
            return vec![Effect::Mouse(state.mouse)];
        }
        A::Stop => return vec![Effect::Stop],
        A::Cancel => cancel(state),
        A::Help => state.help = Some(0),
        A::Suspend => return vec![Effect::Suspend],
        A::Quit => return vec![Effect::Quit],
    }
    Vec::new()
}

/// Shows a kind of picture, also where another pane has the whole screen.
pub(super) fn look(state: &mut State, view: View) {
    state.view = view;
    if !has_picture(state) {
        focus(state, Pane::View);
    }
}

/// Whether the picture is on the screen.
fn has_picture(state: &State) -> bool {
    let (width, height) = (state.columns as u16, state.rows.saturating_sub(2) as u16);
    state.focus == Pane::View || !is_alone(state, Rect { x: 0, y: 0, width, height })
}

fn other_field(state: &mut State) {
    state.field = match state.field {
        Field::Depth => Field::Clearance,
        Field::Clearance => Field::Depth,
    };
}

fn next_clip(state: &mut State) {
    let next = match state.clip.0 {
        Clip::None => Clip::Across,
        Clip::Across => Clip::Along,
        Clip::Along => Clip::Level,
        Clip::Level => Clip::None,
    };
    state.clip = (next, 0.0);
}

fn next_mode(state: &mut State) {
    let at = Mode::ALL.iter().position(|m| *m == state.mode).unwrap_or(0);
    state.mode = Mode::ALL[(at + 1) % Mode::ALL.len()];
    state.message = format!("pictures: {}", state.mode.name());
}

fn hasten(state: &mut State, times: f64) {
    state.speed = (state.speed * times).clamp(0.1, 1e5);
    state.playing = state.playing.map(|_| state.speed);
    state.message = format!("{} mm/s", state.speed);
}

/// Asks for the reason to accept the chosen region, or for the note on it.
fn decide(state: &mut State, asked: Asked) {
    let Some(region) = state.chosen() else {
        state.message = "no region is chosen".to_owned();
        return;
    };
    let refused = if state.is_running() {
        Some("cannot be accepted until it is measured: the check is still running")
    } else if region.unmeasured {
        Some("not accepted: the check was stopped before its depth was measured")
    } else {
        None
    };
    if let Some(why) = refused {
        state.message = why.to_owned();
        return;
    }
    let known = state.decisions.get(&region.fingerprint);
    let text = known.filter(|_| asked == Asked::Note).and_then(|known| known.note.clone());
    ask(state, asked, &text.unwrap_or_default());
}

fn cancel(state: &mut State) {
    state.full = false;
    if !state.filter.is_empty() {
        state.filter.clear();
        state.list();
    }
}

fn sort(state: &mut State) {
    let chosen = state.listed.get(state.region.at).copied();
    state.sort = match state.sort {
        Sort::Contacts => Sort::Depth,
        other => other.next(),
    };
    state.list();
    state.region.at = state.listed.iter().position(|r| Some(*r) == chosen).unwrap_or(0);
    state.message = format!("regions by {}", state.sort.name());
}

fn open(state: &mut State) {
    state.drop_crumb();
    match state.focus {
        Pane::Regions => {
            state.go_to_region();
            focus(state, Pane::Witness);
        }
        Pane::Operations => {
            let id = state.document.report.operations.get(state.operation.at).map(|o| o.id);
            let regions = &state.document.report.regions;
            let in_it = |i: &u32| Some(regions[*i as usize].operation_id) == id;
            match state.listed.iter().position(in_it) {
                Some(row) => {
                    state.region.at = row;
                    state.go_to_region();
                    focus(state, Pane::Regions);
                }
                None => focus(state, Pane::Program),
            }
        }
        Pane::Program => {
            let here = Place { file: state.file, line: state.line.at as u32 + 1 };
            motion::to_line(state, here);
        }
        Pane::Witness => focus(state, Pane::Program),
        Pane::Assumptions => {
            let rows = super::ground::rows(&state.document);
            let Some((file, line)) = rows.get(state.assumption.at).and_then(|r| r.at.as_ref())
            else {
                return;
            };
            match state.document.file_of(file.as_deref()) {
                Some(file) => {
                    motion::to_line(state, Place { file, line: *line });
                    focus(state, Pane::Program);
                }
                None => {
                    let name = file.as_deref().unwrap_or_default();
                    state.message = format!("{name} is not found from here");
                }
            }
        }
        Pane::View => {
            state.view = if state.view == View::Section { View::Solid } else { View::Section };
        }
    }
}

fn back(state: &mut State) {
    let Some(crumb) = state.crumbs.pop() else {
        state.message = "this is where you began".to_owned();
        return;
    };
    if let Some(row) = state.listed.iter().position(|r| Some(*r) == crumb.region) {
        state.region.at = row;
        state.go_to_region();
    }
    state.cursor = crumb.cursor;
    state.view = crumb.view;
    focus(state, crumb.focus);
    state.follow();
}

fn copy(state: &mut State, text: fn(&State) -> Option<String>) -> Vec<Effect> {
    match text(state) {
        Some(text) => {
            state.message = "copied".to_owned();
            vec![Effect::Copy(text)]
        }
        None => {
            state.message = "no region is chosen".to_owned();
            Vec::new()
        }
    }
}

fn edit(state: &mut State) -> Vec<Effect> {
    // The file that was read: beside a report it may lie elsewhere than the report says.
    let document = &state.document;
    let called = usize::from(state.file).checked_sub(1).and_then(|i| document.files.get(i));
    let shown = called.map(|file| PathBuf::from(&file.name));
    match shown.or_else(|| document.program_file.clone()) {
        Some(path) if !files::is_stdin(&path) => vec![Effect::Edit(path, state.line.at + 1)],
        _ => {
            state.message = "there is no program file to edit".to_owned();
            Vec::new()
        }
    }
}
