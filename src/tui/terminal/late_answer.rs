//! Discards terminal answers that come when nobody waits for them and look like typing: `ESC ]`,
//! the colour of the background letter by letter, and the end. None of it is a key.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Longer than any answer.
const LONGEST: usize = 64;

/// Takes such answers out of what is typed.
#[derive(Clone, Copy, Debug, Default)]
pub struct LateAnswer {
    /// Letters that may still come, inside of one.
    left: usize,
}

impl LateAnswer {
    /// Whether this belongs to one.
    pub fn holds(&mut self, key: &KeyEvent) -> bool {
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.left == 0 {
            if alt && key.code == KeyCode::Char(']') {
                self.left = LONGEST;
            }
            return self.left > 0;
        }
        let over = (alt && key.code == KeyCode::Char('\\'))
            || (ctrl && key.code == KeyCode::Char('g'))
            || !matches!(key.code, KeyCode::Char(_));
        self.left = if over { 0 } else { self.left - 1 };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over a slow line `rgb:0000` pressed `r`, `g`, `b` and went through motions.
    #[test]
    fn the_colour_of_the_background_is_no_key() {
        let key = |c, modifiers| KeyEvent::new(KeyCode::Char(c), modifiers);
        for end in [key('\\', KeyModifiers::ALT), key('g', KeyModifiers::CONTROL)] {
            let mut late = LateAnswer::default();
            assert!(!late.holds(&key('g', KeyModifiers::NONE)));
            assert!(late.holds(&key(']', KeyModifiers::ALT)));
            assert!(
                "11;rgb:0000/1111/0000".chars().all(|c| late.holds(&key(c, KeyModifiers::NONE)))
            );
            assert!(late.holds(&end));
            assert!(!late.holds(&key('q', KeyModifiers::NONE)));
        }
    }
}
