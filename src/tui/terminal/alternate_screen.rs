//! The alternate screen: taking the terminal, and putting it back as it was.

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::tui::graphics::{Mode, clear};

/// Nothing is shown from here until [`END_UPDATE`].
pub(super) const BEGIN_UPDATE: &[u8] = b"\x1b[?2026h";
/// The frame is complete.
pub(super) const END_UPDATE: &[u8] = b"\x1b[?2026l";

/// The terminal is ours at the moment.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// Whether the terminal is ours.
pub(super) fn entered() -> bool {
    ENTERED.load(Ordering::SeqCst)
}

/// Takes the terminal.
pub(super) fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste)
}

/// Puts the terminal back. What cannot be written any more is nobody's any more.
pub(super) fn leave() {
    if !ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    let _ = out.write_all(END_UPDATE);
    let _ = out.write_all(clear(Mode::Kitty));
    let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
