//! What happens: a message changes the state and may ask for something outside of it.

use std::path::PathBuf;
use std::sync::Arc;

use super::binding::Action;
use super::command;
use super::document::Document;
use super::filter::Sort;
use super::graphics::Mode;
use super::key::Key;
use super::motion;
use super::state::{Asked, Clip, Pane, Prompt, State, View, Work};
use super::steer::{MOVE, ZOOM, fit, next_side, steer, turn, zoom};

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key was pressed.
    Key(Key),
    /// Seconds passed.
    Tick(f64),
    /// The check went on.
    Work(Work),
    /// There is another report of the same job.
    Report(Arc<Document>),
    /// The mouse was clicked on a row of a pane, or on the view.
    Click(Pane, usize),
    /// The wheel was turned: rows down.
    Wheel(isize),
}

/// Something to be done outside of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave.
    Quit,
    /// Stop this process until the shell continues it.
    Suspend,
    /// Put a text into the clipboard.
    Copy(String),
    /// Open a file at a line.
    Edit(PathBuf, usize),
    /// Write the picture.
    Export(PathBuf),
    /// Stop the check.
    Stop,
    /// Listen to the mouse, or not.
    Mouse(bool),
    /// Keep a decision: fingerprint, reason, expiry.
    Accept(String, String, Option<String>),
    /// Keep a note: fingerprint, text.
    Note(String, String),
}

/// Changes the state.
pub fn update(state: &mut State, message: Message) -> Vec<Effect> {
    match message {
        Message::Key(key) => return pressed(state, key),
        Message::Tick(seconds) => motion::play(state, seconds),
        Message::Work(work) => state.work = work,
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
    if state.prompt.is_some() {
        return typed(state, key);
    }
    let Some(action) = state.keys.action(key) else { return Vec::new() };
    if let Some(scroll) = &mut state.help {
        match action {
            Action::Down => *scroll += 1,
            Action::Up => *scroll = scroll.saturating_sub(1),
            Action::HalfDown => *scroll += 10,
            Action::HalfUp => *scroll = scroll.saturating_sub(10),
            Action::Suspend => return vec![Effect::Suspend],
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

/// What a chosen row brings with it.
fn moved(state: &mut State) {
    match state.focus {
        Pane::Regions => state.go_to_region(),
        Pane::Operations => {
            let operation = state.document.report.operations.get(state.operation.at);
            if let Some(first) = operation.map(|o| o.motion_range[0] as usize) {
                state.cursor = super::state::Cursor { motion: first, t: 0.0 };
                state.line.at = line_of(state, first);
            }
        }
        Pane::Program => {
            if let Some(motion) = state.document.path.of_line(state.line.at as u32 + 1) {
                let line = state.document.path.steps[motion].line;
                if line == state.line.at as u32 + 1 {
                    state.cursor = super::state::Cursor { motion, t: 1.0 };
                }
            }
        }
        Pane::Witness | Pane::Assumptions | Pane::View => {}
    }
}

fn line_of(state: &State, motion: usize) -> usize {
    let step = state.document.path.steps.get(motion).filter(|s| s.file == 0);
    step.map_or(state.line.at, |s| (s.line as usize).saturating_sub(1))
}

/// Gives a pane the keys.
pub fn focus(state: &mut State, pane: Pane) {
    state.focus = pane;
    if pane != Pane::View {
        state.side = pane;
    }
}

fn rows(state: &mut State, step: isize) {
    let count = state.count();
    state.row().step(step, count);
    moved(state);
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
        A::NextMatch => search(state, true),
        A::PreviousMatch => search(state, false),
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
        A::Section => state.view = View::Section,
        A::Solid => state.view = View::Solid,
        A::Map => state.view = View::Map,
        A::Setup => state.view = View::Setup,
        A::ZoomIn => zoom(state, 1.0 / ZOOM),
        A::ZoomOut => zoom(state, ZOOM),
        A::Fit => fit(state),
        A::TurnLeft => turn(state, -1.0, 0.0),
        A::TurnRight => turn(state, 1.0, 0.0),
        A::TurnUp => turn(state, 0.0, 1.0),
        A::TurnDown => turn(state, 0.0, -1.0),
        A::Side => next_side(state),
        A::Clip => {
            state.clip.0 = match state.clip.0 {
                Clip::None => Clip::Across,
                Clip::Across => Clip::Along,
                Clip::Along => Clip::Level,
                Clip::Level => Clip::None,
            };
            state.clip.1 = 0.0;
        }
        A::ClipIn => state.clip.1 -= MOVE * 0.25 * state.eye.span,
        A::ClipOut => state.clip.1 += MOVE * 0.25 * state.eye.span,
        A::Sheer => state.sheer = !state.sheer,
        A::NextRegion => motion::by_region(state, 1),
        A::PreviousRegion => motion::by_region(state, -1),
        A::NextGouge => motion::by_gouge(state, true),
        A::PreviousGouge => motion::by_gouge(state, false),
        A::NextMotion => motion::by_motion(state, 1),
        A::PreviousMotion => motion::by_motion(state, -1),
        A::NextBlock => motion::by_block(state, true),
        A::PreviousBlock => motion::by_block(state, false),
        A::NextOperation => motion::by_operation(state, 1),
        A::PreviousOperation => motion::by_operation(state, -1),
        A::Forward => motion::scrub(state, 0.05),
        A::Backward => motion::scrub(state, -0.05),
        A::Play => {
            state.playing = if state.playing.is_some() { None } else { Some(state.speed) };
        }
        A::Faster | A::Slower => {
            state.speed =
                (state.speed * if action == A::Faster { 2.0 } else { 0.5 }).clamp(0.1, 1e5);
            state.playing = state.playing.map(|_| state.speed);
            state.message = format!("{} mm/s", state.speed);
        }
        A::Accept if state.chosen().is_some() => ask(state, Asked::Reason, ""),
        A::Note if state.chosen().is_some() => {
            let note =
                state.chosen().and_then(|r| state.decisions.get(&r.fingerprint)?.note.clone());
            ask(state, Asked::Note, &note.unwrap_or_default());
        }
        A::Accept | A::Note => state.message = "no region is chosen".to_owned(),
        A::Export => ask(state, Asked::Picture, "gouge.png"),
        A::Copy => return copy(state, super::pane::witness::advice),
        A::CopyWitness => return copy(state, super::pane::witness::proof),
        A::Edit => return edit(state),
        A::Pictures => {
            let at = Mode::ALL.iter().position(|m| *m == state.mode).unwrap_or(0);
            state.mode = Mode::ALL[(at + 1) % Mode::ALL.len()];
            state.message = format!("pictures: {}", state.mode.name());
        }
        A::Background => state.theme.light = !state.theme.light,
        A::Mouse => {
            state.mouse = !state.mouse;
            return vec![Effect::Mouse(state.mouse)];
        }
        A::Stop => return vec![Effect::Stop],
        A::Cancel => {
            state.full = false;
            if !state.filter.is_empty() {
                state.filter.clear();
                state.list();
            }
        }
        A::Help => state.help = Some(0),
        A::Suspend => return vec![Effect::Suspend],
        A::Quit => return vec![Effect::Quit],
    }
    Vec::new()
}

fn ask(state: &mut State, what: Asked, text: &str) {
    state.prompt = Some(Prompt { what, text: text.to_owned() });
}

fn step_pane(state: &mut State, step: usize) {
    let at = Pane::ALL.iter().position(|p| *p == state.focus).unwrap_or(0);
    focus(state, Pane::ALL[(at + step) % Pane::ALL.len()]);
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
            let line = state.line.at as u32 + 1;
            motion::to_line(state, line);
        }
        Pane::Witness => focus(state, Pane::Program),
        Pane::Assumptions => {
            let line =
                super::pane::assumptions::rows(state).get(state.assumption.at).and_then(|r| r.line);
            if let Some(line) = line {
                motion::to_line(state, line);
                focus(state, Pane::Program);
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

fn search(state: &mut State, forward: bool) {
    if state.search.is_empty() {
        return;
    }
    let what = state.search.clone();
    let found = match state.focus {
        Pane::Program | Pane::View | Pane::Witness => {
            state.lines.find(&state.document.program, &what, state.line.at, forward)
        }
        _ => {
            let texts = super::pane::texts(state);
            let (count, at) = (texts.len(), state.row().at);
            let place = |i: usize| {
                if forward { (at + 1 + i) % count } else { (at + 2 * count - 1 - i) % count }
            };
            let what = what.to_lowercase();
            (0..count).map(place).find(|&i| texts[i].to_lowercase().contains(&what))
        }
    };
    match found {
        Some(row) => {
            if matches!(state.focus, Pane::View | Pane::Witness) {
                focus(state, Pane::Program);
            }
            state.row().at = row;
            moved(state);
        }
        None => state.message = format!("`{what}` is not found"),
    }
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
    let path = PathBuf::from(&state.document.report.inputs.program.path);
    vec![Effect::Edit(path, state.line.at + 1)]
}

fn typed(state: &mut State, key: Key) -> Vec<Effect> {
    let Some(prompt) = &mut state.prompt else { return Vec::new() };
    if key.is("Esc") || key.is("Ctrl-c") {
        state.prompt = None;
    } else if key.is("Backspace") {
        if prompt.text.pop().is_none() {
            state.prompt = None;
        }
    } else if key.is("Ctrl-u") {
        prompt.text.clear();
    } else if key.is("Enter") {
        if let Some(prompt) = state.prompt.take() {
            return answered(state, &prompt);
        }
    } else if let Some(c) = key.typed() {
        prompt.text.push(c);
        if prompt.what == Asked::Filter {
            let text = prompt.text.clone();
            filter(state, &text);
        }
    }
    Vec::new()
}

fn filter(state: &mut State, text: &str) {
    match super::filter::Filter::parse(text) {
        Ok(_) => {
            state.filter = text.to_owned();
            state.list();
            state.message.clear();
        }
        Err(why) => state.message = why,
    }
}

fn answered(state: &mut State, prompt: &Prompt) -> Vec<Effect> {
    let text = prompt.text.trim();
    match prompt.what {
        Asked::Search => {
            state.search = text.to_owned();
            search(state, true);
        }
        Asked::Filter => {
            filter(state, text);
            focus(state, Pane::Regions);
            state.go_to_region();
        }
        Asked::Command => return command::run(state, text),
        Asked::Reason if text.is_empty() => {
            state.message = "nothing accepted: a reason is needed".to_owned()
        }
        Asked::Reason => {
            state.reason = text.to_owned();
            ask(state, Asked::Expiry, "");
        }
        Asked::Expiry => return command::accept(state, text),
        Asked::Note => {
            if let Some(fingerprint) = state.chosen().map(|r| r.fingerprint.clone()) {
                state.decisions.entry(fingerprint.clone()).or_default().note =
                    (!text.is_empty()).then(|| text.to_owned());
                return vec![Effect::Note(fingerprint, text.to_owned())];
            }
        }
        Asked::Picture if text.is_empty() => {}
        Asked::Picture => return vec![Effect::Export(PathBuf::from(text))],
    }
    Vec::new()
}
