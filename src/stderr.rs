//! Messages on standard error.

use std::fmt::Display;
use std::io::{Write, stderr};

/// Says one line. That nobody can hear it (a full disk, a reader that went away) is no reason to
/// end: the result is elsewhere.
pub fn line(text: impl Display) {
    // At once: lines of several threads and programs stay whole.
    let _ = stderr().write_all(format!("{text}\n").as_bytes());
}
