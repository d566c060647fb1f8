//! Signals while files are written: half-written files are removed, and reaching a limit on file
//! size is an error like any other.

use crate::output;

/// From now on a write beyond the limit of a file's size (`ulimit -f`) fails; by default it ends
/// the process, and what it has begun stays.
#[cfg(unix)]
pub fn outlive_file_limit() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // Where the system refuses, the limit ends the process as before.
    let _ =
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Other systems have no signals.
#[cfg(not(unix))]
pub fn outlive_file_limit() {}

/// Listens from now on, for commands that do not listen themselves.
#[cfg(unix)]
pub fn listen() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let heard: Vec<i32> = [SIGINT, SIGTERM].into_iter().filter(|s| !is_ignored(*s)).collect();
    // Where the system refuses, files are left as they were before anybody listened.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _none_begun = output::abandon();
            // Who started this process is told by what it ended.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Other systems have no signals.
#[cfg(not(unix))]
pub fn listen() {}

/// Whether this process was started to ignore a signal, as shells start what runs in the background
/// of a script: it goes on ignoring it. Told on Linux alone.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
