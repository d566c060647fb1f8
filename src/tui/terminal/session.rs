//! Entering the terminal and leaving it as it was: at the end, on a panic, when killed, when
//! suspended.

use std::io::{self, Stdout, Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::backend::ThriftyBackend;
use crate::tui::graphics::{Mode, clear};

/// The terminal is ours at the moment.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// The terminal of this process while it shows our screen.
pub struct Session {
    /// What is drawn on.
    pub terminal: Terminal<ThriftyBackend<Stdout>>,
}

impl Session {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it is none or cannot be written.
    pub fn enter() -> io::Result<Self> {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            leave();
            before(info);
        }));
        take()?;
        Ok(Self { terminal: Terminal::new(ThriftyBackend::new(stdout(), None))? })
    }

    /// Gives the terminal back for as long as `during` runs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn away<T>(&mut self, during: impl FnOnce() -> T) -> io::Result<T> {
        leave();
        let result = during();
        take()?;
        self.terminal.clear()?;
        Ok(result)
    }

    /// Listens to the mouse, or not.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub fn mouse(&mut self, on: bool) -> io::Result<()> {
        if on {
            execute!(stdout(), EnableMouseCapture)
        } else {
            execute!(stdout(), DisableMouseCapture)
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        leave();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen)
}

/// Puts the terminal back. What cannot be written any more is nobody's any more.
fn leave() {
    if !ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = stdout();
    let _ = out.write_all(END_UPDATE);
    let _ = out.write_all(clear(Mode::Kitty));
    let _ =
        execute!(out, DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

/// Nothing is shown from here until [`END_UPDATE`]: frames appear whole.
pub const BEGIN_UPDATE: &[u8] = b"\x1b[?2026h";
/// The frame is complete.
pub const END_UPDATE: &[u8] = b"\x1b[?2026l";

/// Ends this process's turn until the shell continues it.
#[cfg(unix)]
pub fn suspend() {
    // The default action of the signal: this process stops here.
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// Other systems have no such thing.
#[cfg(not(unix))]
pub fn suspend() {}

/// Set when somebody asks this process to end.
pub fn killed() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::flag::{register, register_conditional_shutdown};
        // A terminal that is gone needs no restoring, and reading from it would never return.
        let gone = Arc::new(AtomicBool::new(true));
        register_conditional_shutdown(SIGHUP, 128 + SIGHUP, gone)?;
        for signal in [SIGTERM, SIGINT] {
            // Asked twice, it ends at once.
            register_conditional_shutdown(signal, 128 + signal, flag.clone())?;
            register(signal, flag.clone())?;
        }
    }
    Ok(flag)
}
