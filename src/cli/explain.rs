//! `gouge explain`: what a code means.

use std::io::{Write, stdout};
use std::process::ExitCode;

use super::args::ExplainArgs;
use crate::error::{Error, Result};
use crate::nc::explain_word;
use crate::report::codes;

/// Columns of the text.
const WIDTH: usize = 78;

/// Runs the command.
pub fn run(args: &ExplainArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let Some(wanted) = &args.code else {
        for code in codes::all() {
            writeln!(out, "{}  {}", code.code, code.title)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let (code, word) = (codes::find(wanted), explain_word(wanted));
    if code.is_none() && word.is_none() {
        let what = format!("`{}` is neither a code nor a word", wanted.escape_debug());
        return Err(Error::new("J006", what)
            .help("`gouge explain` lists the codes; words are those of a program: G43, M98"));
    }
    if let Some(code) = &code {
        writeln!(out, "{}: {}\n", code.code, code.title)?;
        for line in textwrap::wrap(code.text, WIDTH) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(text) = word {
        if code.is_some() {
            writeln!(out, "\nAs a word of a program:\n")?;
        }
        writeln!(out, "{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}
