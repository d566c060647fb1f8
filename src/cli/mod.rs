//! What a user types: arguments in, exit code out.

use std::process::ExitCode;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    ExitCode::from(2)
}
