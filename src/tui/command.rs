//! Typed commands.

use std::path::PathBuf;

use super::effect::Effect;
use super::focus::focus;
use super::motion;
use super::state::{Pane, State, View};

/// What can be typed after `:`, for help.
pub const COMMANDS: [(&str, &str); 9] = [
    (":120", "line 120 of the program"),
    (":motion 57", "motion 57"),
    (":region 3", "region 3"),
    (":operation 2", "operation 2"),
    (":view section|3d|map|setup", "a kind of picture"),
    (":pictures half-block|octant|kitty|…", "how pictures are drawn"),
    (":export FILE.png", "write the picture"),
    (":speed 50", "play at 50 mm/s"),
    (":q", "leave"),
];

/// Runs a command.
pub fn run(state: &mut State, text: &str) -> Vec<Effect> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let whole = rest.parse::<usize>().ok();
    if let Ok(line) = word.parse::<u32>() {
        state.drop_crumb();
        motion::to_line(state, line);
        focus(state, Pane::Program);
        return Vec::new();
    }
    match (word, whole) {
        ("", _) => {}
        ("q" | "quit", _) => return vec![Effect::Quit],
        ("help" | "h", _) => state.help = Some(0),
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
                None => state.message = format!("region {id} is not listed"),
            }
        }
        ("operation", Some(id)) => {
            match state.document.report.operations.iter().position(|o| o.id as usize == id) {
                Some(row) => {
                    state.drop_crumb();
                    motion::to_operation(state, row);
                }
                None => state.message = format!("there is no operation {id}"),
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
        ("export", _) if !rest.is_empty() => return vec![Effect::Export(PathBuf::from(rest))],
        ("filter", _) => {
            state.filter = rest.to_owned();
            state.list();
        }
        _ => state.message = format!("`{text}` is not a command; :help lists them"),
    }
    Vec::new()
}

/// Accepts the chosen region for the reason given before, until a day or for good.
pub fn accept(state: &mut State, until: &str) -> Vec<Effect> {
    if !until.is_empty() && !is_day(until) {
        state.message = format!("`{until}` is not a day; write 2027-03-31, or nothing");
        let what = super::state::Asked::Expiry;
        state.prompt = Some(super::state::Prompt { what, text: until.to_owned() });
        return Vec::new();
    }
    let Some(fingerprint) = state.chosen().map(|r| r.fingerprint.clone()) else {
        return Vec::new();
    };
    let reason = std::mem::take(&mut state.reason);
    let expiry = (!until.is_empty()).then(|| until.to_owned());
    let decision = state.decisions.entry(fingerprint.clone()).or_default();
    decision.accepted = Some((reason.clone(), expiry.clone()));
    decision.anew = true;
    vec![Effect::Accept(fingerprint, reason, expiry)]
}

/// A day as 2027-03-31.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let number =
        |s: &str, digits: usize| (s.len() == digits).then(|| s.parse::<u32>().ok()).flatten();
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::is_day;

    #[test]
    fn days_of_the_calendar() {
        for day in ["2027-03-31", "2028-02-29", "2000-02-29"] {
            assert!(is_day(day), "{day}");
        }
        for day in ["2027-02-29", "1900-02-29", "2027-13-01", "27-1-1", "2027-04-31", "soon"] {
            assert!(!is_day(day), "{day}");
        }
    }
}
