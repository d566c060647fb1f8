//! Keys as people write them: `j`, `Ctrl-u`, `Shift-Tab`, `PageDown`.

use std::fmt;
use std::str::FromStr;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
}

/// Names of keys that have no character.
const NAMES: [(&str, KeyCode); 17] = [
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Shift-Tab", KeyCode::BackTab),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Space", KeyCode::Char(' ')),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("F1", KeyCode::F(1)),
    ("F5", KeyCode::F(5)),
];

impl Key {
    /// As the terminal tells it. Shift is in the character already.
    pub fn of(event: &KeyEvent) -> Self {
        Self { code: event.code, ctrl: event.modifiers.contains(KeyModifiers::CONTROL) }
    }

    /// The character typed, for prompts.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.ctrl => Some(c),
            _ => None,
        }
    }

    /// Whether this is a key of that name.
    pub fn is(self, name: &str) -> bool {
        name.parse() == Ok(self)
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (ctrl, rest) = match text.strip_prefix("Ctrl-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if let Some((_, code)) = NAMES.iter().find(|(name, _)| *name == rest) {
            return Ok(Self { code: *code, ctrl });
        }
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(Self { code: KeyCode::Char(c), ctrl }),
            _ => Err(format!("`{text}` is not a valid key; write j, Ctrl-u, Enter, PageDown")),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl-")?;
        }
        if let Some((name, _)) = NAMES.iter().find(|(_, code)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            KeyCode::Char(c) => write!(f, "{c}"),
            other => write!(f, "{other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_they_are_read() {
        for text in ["j", "G", "Ctrl-u", "Shift-Tab", "Space", "/", "-", "PageDown"] {
            let key: Key = text.parse().unwrap();
            assert_eq!(key.to_string(), text);
        }
        assert!("Hyper-x".parse::<Key>().is_err());
    }
}
