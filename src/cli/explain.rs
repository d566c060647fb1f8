//! `gouge explain`: what a code means.

use std::io::{Write, stdout};
use std::process::ExitCode;

use super::args::ExplainArgs;
use crate::check::{Error, Result};
use crate::nc::explain_word;
use crate::report::codes;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let Some(wanted) = &args.code else {
        for code in codes::all() {
            writeln!(out, "{}  {}", code.code, code.title)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    if let Some(text) = explain_word(wanted) {
        writeln!(out, "{text}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let code = codes::find(wanted).ok_or_else(|| {
        Error::new("J006", format!("`{wanted}` is no code of this program"))
            .help("`gouge explain` lists them all")
    })?;
    writeln!(out, "{}: {}\n", code.code, code.title)?;
    for line in wrapped(code.text, 78) {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Breaks `text` between words into lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let used = lines[last].chars().count();
        if used > 0 && used + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if used > 0 {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}
