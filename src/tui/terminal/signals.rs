//! Signals by which other processes ask this one to end, to stop, to continue.
//!
//! A thread of its own takes the signals; the drawing loop looks at what came. If that loop does
//! not come round in time, because the terminal takes nothing any more, the thread ends the process
//! itself.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// What was heard.
#[derive(Debug, Default)]
pub struct Signals {
    /// To end, with this signal; 0 while nobody asks.
    end: AtomicI32,
    /// To stand still.
    stop: AtomicBool,
    /// It goes on after it stood still.
    resumed: AtomicBool,
}

impl Signals {
    /// The signal that asks this process to end.
    pub fn end(&self) -> Option<i32> {
        Some(self.end.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
    }

    /// Asks this process to stand still.
    pub fn stand_still(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// Whether this process is to stand still; answers yes once.
    pub fn stop(&self) -> bool {
        self.stop.swap(false, Ordering::SeqCst)
    }

    /// Whether this process stood still since the last question.
    pub fn resumed(&self) -> bool {
        self.resumed.swap(false, Ordering::SeqCst)
    }

    /// Listens from now on.
    ///
    /// # Errors
    /// When the system refuses.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Arc<Self>> {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
        use signal_hook::iterator;
        let mut all = iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT])?;
        let heard = Arc::new(Self::default());
        let told = Arc::clone(&heard);
        std::thread::spawn(move || {
            for signal in &mut all {
                match signal {
                    SIGTSTP => told.stand_still(),
                    SIGCONT => told.resumed.store(true, Ordering::SeqCst),
                    // Asked twice, it ends at once.
                    _ if told.end.swap(signal, Ordering::SeqCst) != 0 => end_now(signal),
                    _ => drop(std::thread::spawn(move || {
                        std::thread::sleep(PATIENCE);
                        end_now(signal);
                    })),
                }
            }
        });
        Ok(heard)
    }

    /// Other systems have no signals.
    #[cfg(not(unix))]
    pub fn listen() -> io::Result<Arc<Self>> {
        Ok(Arc::default())
    }
}

/// How long the loop may take to leave by itself.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);

/// Ends without the loop: puts the terminal back if that can be done soon.
#[cfg(unix)]
fn end_now(signal: i32) {
    // Where the loop hangs in the middle of a write, this would hang behind it.
    std::thread::spawn(super::alternate_screen::leave);
    std::thread::sleep(PATIENCE / 4);
    std::process::exit(128 + signal);
}
