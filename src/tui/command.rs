//! Typed commands.

use std::path::PathBuf;

use chrono::NaiveDate;

use super::effect::Effect;
use super::focus::focus;
use super::motion;
use super::place::Place;
use super::state::{Pane, State, View};
use crate::report::baseline::Entry;

/// What can be typed after `:`, for help.
pub const COMMANDS: [(&str, &str); 9] = [
    (":120", "line 120 of the program"),
    (":motion 57", "motion 57"),
    (":region 3", "region 3"),
    (":operation 2", "operation 2"),
    (":view section|3d|map|setup", "a kind of picture"),
    (":pictures half-block|octant|kitty|…", "how pictures are drawn"),
    (":export FILE.svg", "write the picture; FILE.png: without words"),
    (":speed 50", "play at 50 mm/s"),
    (":q", "leave"),
];

/// Runs a command.
pub fn run(state: &mut State, text: &str) -> Vec<Effect> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let whole = number(rest);
    if let Some(line) = number(word) {
        match u32::try_from(line) {
            Ok(line) if state.has_line(Place { file: 0, line }) => {
                state.drop_crumb();
                motion::to_line(state, Place { file: 0, line });
                focus(state, Pane::Program);
            }
            _ => state.message = format!("there is no line {word}"),
        }
        return Vec::new();
    }
    match (word, whole) {
        ("", _) => {}
        ("q" | "quit", _) => return vec![Effect::Quit],
        ("help" | "h", _) => state.help = Some(0),
        ("motion", Some(motion)) if motion >= state.document.path.len() => {
            state.message = format!("there is no motion {rest}");
        }
        ("motion", Some(motion)) => {
            state.drop_crumb();
            motion::to_motion(state, motion);
        }
        ("region", Some(id)) => {
            let regions = &state.document.report.regions;
            match state.listed.iter().position(|i| regions[*i as usize].id as usize == id) {
                Some(row) => {
                    state.drop_crumb();
                    state.region.at = row;
                    state.go_to_region();
                    focus(state, Pane::Regions);
                }
                None => state.message = format!("region {rest} is not listed"),
            }
        }
        ("operation", Some(id)) => {
            match state.document.report.operations.iter().position(|o| o.id as usize == id) {
                Some(row) => {
                    state.drop_crumb();
                    motion::to_operation(state, row);
                }
                None => state.message = format!("there is no operation {rest}"),
            }
        }
        ("speed", _) => match rest.parse::<f64>() {
            Ok(speed) if speed > 0.0 => state.speed = speed,
            _ => state.message = "a speed is a number of mm/s".to_owned(),
        },
        ("view", _) => match rest {
            "section" => state.view = View::Section,
            "3d" => state.view = View::Solid,
            "map" => state.view = View::Map,
            "setup" => state.view = View::Setup,
            _ => state.message = "views are section, 3d, map, setup".to_owned(),
        },
        ("pictures", _) => match rest.parse() {
            Ok(mode) => state.mode = mode,
            Err(why) => state.message = why,
        },
        ("export", _) if !rest.is_empty() => {
            return vec![Effect::Export(PathBuf::from(rest), false)];
        }
        ("filter", _) => {
            state.filter = rest.to_owned();
            state.list();
        }
        _ => state.message = format!("`{text}` is not a command; :help lists them"),
    }
    Vec::new()
}

/// A whole number; one that is too great for any place is the greatest.
fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}

/// Accepts the chosen region for the reason given before, until a day or without expiry: for
/// the mesh, the tool and the depth of this report.
pub fn accept(state: &mut State, until: &str) -> Vec<Effect> {
    if let Some(why) = objection(until, state.today) {
        state.message = why;
        let what = super::prompt::Asked::Expiry;
        state.prompt = Some(super::prompt::Prompt { what, text: until.to_owned() });
        return Vec::new();
    }
    let reason = Some(std::mem::take(&mut state.reason));
    let Some(region) = state.chosen() else { return Vec::new() };
    let fingerprint = region.fingerprint.clone();
    let entry = Entry {
        reason,
        who: state.who.clone(),
        until: (!until.is_empty()).then(|| until.to_owned()),
        note: state.decisions.get(&fingerprint).and_then(|e| e.note.clone()),
        ..Entry::bound(&state.document.report, region)
    };
    state.decisions.insert(fingerprint.clone(), entry);
    state.weigh();
    vec![Effect::Keep(fingerprint)]
}

/// What is wrong with a last day; nothing where none is given.
fn objection(until: &str, today: Option<NaiveDate>) -> Option<String> {
    if until.is_empty() {
        return None;
    }
    // One way to write it: the library takes 27-3-1 for a day two thousand years ago.
    let day = NaiveDate::parse_from_str(until, "%Y-%m-%d").ok().filter(|d| d.to_string() == until);
    match (day, today) {
        (None, _) => Some(format!("`{until}` is not a day; write 2027-03-31, or nothing")),
        (Some(day), Some(today)) if day < today => {
            Some(format!("{until} is over: today is {today}"))
        }
        (Some(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        let is_day = |text| objection(text, None).is_none();
        for day in ["2027-03-31", "2028-02-29", "2000-02-29", ""] {
            assert!(is_day(day), "{day}");
        }
        for day in ["2027-02-29", "1900-02-29", "2027-13-01", "27-1-1", "2027-04-31", "soon"] {
            assert!(!is_day(day), "{day}");
        }
    }

    /// A day of the past was taken without a word, and `check` did not count it.
    #[test]
    fn a_day_that_is_over_is_refused() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 26);
        assert!(objection("2026-11-25", today).is_some_and(|why| why.contains("is over")));
        assert_eq!(objection("2026-11-26", today), None);
    }
}
