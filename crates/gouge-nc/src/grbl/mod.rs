//! How Grbl 1.1 differs from LinuxCNC, which its parser follows.
//!
//! `line` is what it keeps of a line, `command` its commands that begin with `$`; `check` rejects
//! whole blocks that LinuxCNC carries out, and `before` takes back one that was begun; `number` is
//! what it makes of long numbers.

pub(crate) mod before;
pub(crate) mod check;
pub(crate) mod command;
pub(crate) mod line;
pub(crate) mod number;
