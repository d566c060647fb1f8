//! The line at the foot of the screen: the question, what is typed, and what the answer does.

use std::path::PathBuf;

use super::command;
use super::direction::Direction;
use super::effect::Effect;
use super::filter::Filter;
use super::focus::{focus, moved};
use super::key::Key;
use super::state::{Pane, State};

/// A line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What for.
    pub what: Asked,
    /// As far as typed.
    pub text: String,
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To look for.
    Search,
    /// Regions to list.
    Filter,
    /// A command.
    Command,
    /// Why the region is accepted.
    Reason,
    /// Until when.
    Expiry,
    /// What to remember of it.
    Note,
    /// A file for the picture.
    Picture,
    /// Whether the picture goes over what is in that file.
    Overwrite,
}

/// Asks, with this text to begin with.
pub(super) fn ask(state: &mut State, what: Asked, text: &str) {
    state.prompt = Some(Prompt { what, text: text.to_owned() });
}

/// A key while something is asked.
pub(super) fn typed(state: &mut State, key: Key) -> Vec<Effect> {
    let Some(prompt) = &mut state.prompt else { return Vec::new() };
    state.message.clear();
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
        grown(state);
    }
    Vec::new()
}

/// Pasted text: its first line goes into what is typed. Where nothing is asked it is nothing, its
/// letters would be keys.
pub(super) fn pasted(state: &mut State, text: &str) {
    let Some(prompt) = &mut state.prompt else { return };
    state.message.clear();
    let line = text.lines().next().unwrap_or("");
    prompt.text.extend(line.chars().filter(|c| !c.is_control()));
    grown(state);
}

/// A filter lists as it is typed.
fn grown(state: &mut State) {
    if let Some(prompt) = state.prompt.as_ref().filter(|prompt| prompt.what == Asked::Filter) {
        let text = prompt.text.clone();
        filter(state, &text);
    }
}

fn answered(state: &mut State, prompt: &Prompt) -> Vec<Effect> {
    let text = prompt.text.trim();
    match prompt.what {
        Asked::Search => {
            state.search = text.to_owned();
            search(state, Direction::Forward);
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
                return vec![Effect::Keep(fingerprint)];
            }
        }
        Asked::Picture if text.is_empty() => {}
        Asked::Picture => return vec![Effect::Export(PathBuf::from(text), false)],
        Asked::Overwrite if text.eq_ignore_ascii_case("y") || text.eq_ignore_ascii_case("yes") => {
            return vec![Effect::Export(std::mem::take(&mut state.picture), true)];
        }
        Asked::Overwrite => state.message = "nothing written".to_owned(),
    }
    Vec::new()
}

fn filter(state: &mut State, text: &str) {
    match Filter::parse(text) {
        Ok(_) => {
            state.filter = text.to_owned();
            state.list();
            state.message.clear();
        }
        Err(why) => state.message = why,
    }
}

/// The next row or line that holds the text searched for.
pub(super) fn search(state: &mut State, direction: Direction) {
    if state.search.is_empty() {
        return;
    }
    let what = state.search.clone();
    let found = match state.focus {
        Pane::Program | Pane::View => {
            let (lines, text) = state.page();
            lines.find(text, &what, state.line.at, direction)
        }
        _ => {
            let texts = super::pane::texts(state);
            let (count, at) = (texts.len(), state.row().at);
            let place = |i: usize| match direction {
                Direction::Forward => (at + 1 + i) % count,
                Direction::Backward => (at + 2 * count - 1 - i) % count,
            };
            let what = what.to_lowercase();
            (0..count).map(place).find(|&i| texts[i].to_lowercase().contains(&what))
        }
    };
    match found {
        Some(row) => {
            if state.focus == Pane::View {
                focus(state, Pane::Program);
            }
            state.row().at = row;
            moved(state);
        }
        None => state.message = format!("`{what}` is not found"),
    }
}
