//! Entering the terminal and leaving it as it was: at the end, on a panic, when killed, when
//! suspended.

use std::io::{self, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ratatui::Terminal;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::backend::ThriftyBackend;
use super::signals::Signals;
use crate::tui::graphics::{Mode, clear};

/// The terminal is ours at the moment.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// What broke in other threads, told when the screen is gone.
static BROKEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The terminal of this process while it shows our screen.
pub struct Session {
    /// What is drawn on.
    pub terminal: Terminal<ThriftyBackend<Stdout>>,
    /// What other processes ask of this one.
    pub(in crate::tui) signals: Arc<Signals>,
    /// The mouse is listened to.
    mouse: bool,
}

impl Session {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it is none or cannot be written.
    pub fn enter() -> io::Result<Self> {
        let signals = Signals::listen()?;
        let before = std::panic::take_hook();
        let own = thread::current().id();
        std::panic::set_hook(Box::new(move |info| {
            if thread::current().id() != own && ENTERED.load(Ordering::SeqCst) {
                // The screen goes on without that thread, and words would tear it.
                BROKEN.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
                return;
            }
            leave();
            before(info);
        }));
        take()?;
        let terminal = Terminal::new(ThriftyBackend::new(stdout(), None))?;
        Ok(Self { terminal, signals, mouse: false })
    }

    /// Gives the terminal back for as long as `during` runs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn away<T>(&mut self, during: impl FnOnce() -> T) -> io::Result<T> {
        leave();
        let result = during();
        self.again()?;
        Ok(result)
    }

    /// Takes the terminal again after somebody else had it: a shell that stopped this process
    /// without asking.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn again(&mut self) -> io::Result<()> {
        // Without this the terminal counts as being in our mode already.
        disable_raw_mode()?;
        take()?;
        self.mouse(self.mouse)?;
        self.terminal.clear()
    }

    /// Listens to the mouse, or not.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub fn mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
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
        for text in BROKEN.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            eprintln!("{text}");
        }
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen)
}

/// Puts the terminal back. What cannot be written any more is nobody's any more.
pub(super) fn leave() {
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
