//! Scenarios in files: keys pressed, what is then on the screen, what is asked for outside.
//!
//! A line each: `open REPORT`, `size 80x24`, `press KEYS`, `type TEXT`, `shows TEXT`,
//! `hides TEXT`, `asks EFFECT` (of the keys just pressed).

use std::fs;

use gouge::tui::Background;
use gouge::tui::effect::Effect;
use gouge::tui::state::State;
use gouge::tui::update::{Message, update};

use crate::desk::{begun, cells, document, press, root, text};

struct Play {
    state: Option<State>,
    size: (u16, u16),
    effects: Vec<Effect>,
}

impl Play {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "open" {
            self.state = Some(begun(document(rest), Background::Dark));
            return Ok(());
        }
        if word == "size" {
            let (w, h) = rest.split_once('x').ok_or("a size is 80x24")?;
            let number = |n: &str| n.parse::<u16>().map_err(|e| e.to_string());
            self.size = (number(w)?, number(h)?);
            return Ok(());
        }
        let state = self.state.as_mut().ok_or("nothing is open")?;
        match word {
            "press" => self.effects = press(state, rest),
            "type" => {
                let typed = |c: char| if c == ' ' { "Space".into() } else { c.to_string() };
                for key in rest.chars().map(typed) {
                    update(state, Message::Key(key.parse()?));
                }
            }
            "shows" | "hides" => {
                let screen = text(&cells(state, self.size));
                if screen.contains(rest) != (word == "shows") {
                    return Err(format!("the screen is\n{screen}"));
                }
            }
            "asks" => {
                let asked = self.effects.iter().any(|e| format!("{e:?}").contains(rest));
                if !asked {
                    return Err(format!("asked was {:?}", self.effects));
                }
            }
            other => return Err(format!("`{other}` is no step")),
        }
        Ok(())
    }
}

#[test]
fn scenarios_play_as_written() {
    let mut played = 0;
    let mut files: Vec<_> = fs::read_dir(root().join("tests/browse"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "scenario"))
        .collect();
    files.sort();
    for path in files {
        let mut play = Play { state: None, size: (80, 24), effects: Vec::new() };
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Err(why) = play.line(line) {
                panic!("{}:{}: {line}: {why}", path.display(), number + 1);
            }
        }
        played += 1;
    }
    assert!(played >= 4, "{played} scenarios");
}

/// Shells know Ctrl-Z from everywhere: it must not be typed into what is asked.
#[test]
fn ctrl_z_suspends_while_something_is_asked_or_explained() {
    for keys in ["f", ":", "a", "E", "?"] {
        let mut state = begun(document("duct-low"), Background::Dark);
        press(&mut state, keys);
        assert_eq!(press(&mut state, "Ctrl-z"), [Effect::Suspend], "{keys}");
    }
}
