//! `gouge merge`: the shares of a batch, or of one program, as one.

use std::io::stdout;
use std::path::Path;
use std::process::ExitCode;

use super::args::MergeArgs;
use super::batch::{exit, show};
use super::share;
use crate::batch;
use crate::error::Result;
use crate::escape::shown;
use crate::stderr;

/// Runs the command.
pub fn run(args: &MergeArgs) -> Result<ExitCode> {
    if let Some(shares) = share::read(&args.parts)? {
        return share::merge(&shares, args);
    }
    let beside = args.parts.first().and_then(|p| p.parent()).map(Path::to_owned);
    let results = args.results.clone().or(beside).unwrap_or_default();
    let (summary, unseen) = batch::merge(&args.parts, &results)?;
    if let Some(first) = unseen.first() {
        let more = match unseen.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        stderr::line(format!(
            "warning: {}{more} not found from here: the shares stand as they were checked and \
             accepted; `gouge merge` in the folder of the batch compares them with what is there now",
            shown(first)
        ));
    }
    batch::write_all(&summary, &results)?;
    show(&summary, &mut stdout().lock())?;
    Ok(exit(&summary, args.exit_zero))
}
