//! Enters the terminal and leaves it as it was: at the end, on a panic, when killed, when
//! suspended.

use std::io::{self, Stdout, Write, stdout};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use ratatui::Terminal;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::disable_raw_mode;

use super::alternate_screen::{BEGIN_UPDATE, END_UPDATE, enter, entered, leave};
use super::backend::ThriftyBackend;
use super::signals::Signals;
use crate::stderr;

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
            if thread::current().id() != own && entered() {
                // The screen goes on without that thread, and words would tear it.
                BROKEN.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
                return;
            }
            leave();
            before(info);
        }));
        enter()?;
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

    /// Stands still where that was asked for, until a shell lets this process go on. True when the
    /// shell had the terminal in between, even without asking: all of it is to be drawn anew.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub fn stood_still(&mut self) -> io::Result<bool> {
        if self.signals.stop() {
            self.away(suspend)?;
            return Ok(true);
        }
        let resumed = self.signals.resumed();
        if resumed {
            self.again()?;
        }
        Ok(resumed)
    }

    /// Draws what appears whole: nothing of it is shown before all is there.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub fn frame<T>(
        &mut self,
        draw: impl FnOnce(&mut Terminal<ThriftyBackend<Stdout>>) -> io::Result<T>,
    ) -> io::Result<T> {
        self.terminal.backend_mut().raw(BEGIN_UPDATE)?;
        let drawn = draw(&mut self.terminal)?;
        self.terminal.backend_mut().raw(END_UPDATE)?;
        stdout().flush()?;
        Ok(drawn)
    }

    /// Takes the terminal after somebody else had it.
    fn again(&mut self) -> io::Result<()> {
        // Without this the terminal counts as being in our mode already.
        disable_raw_mode()?;
        enter()?;
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
            stderr::line(text);
        }
    }
}

/// Ends this process's turn until the shell continues it.
#[cfg(unix)]
fn suspend() {
    // The default action of the signal: this process stops here.
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// Other systems have no such thing.
#[cfg(not(unix))]
fn suspend() {}
