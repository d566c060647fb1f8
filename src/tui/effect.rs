//! Effects: what an update requests outside the program's state.

use std::path::PathBuf;

/// Something to be done outside of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave.
    Quit,
    /// Stop this process until the shell continues it.
    Suspend,
    /// Put a text into the clipboard.
    Copy(String),
    /// Open a file at a line.
    Edit(PathBuf, usize),
    /// Write the picture, over what is there or not.
    Export(PathBuf, bool),
    /// Stop the check.
    Stop,
    /// Listen to the mouse, or not.
    Mouse(bool),
    /// Keep what was decided about the region of a fingerprint.
    Keep(String),
}
