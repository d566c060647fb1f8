//! Completions for shells, and man pages, made from the definition of the command line.

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::topics::TOPICS;
use crate::accelerator;
use crate::error::{Error, Result};
use crate::nc::Dialect;
use crate::output;
use crate::tree::Engine;

/// Writes the completions of one shell.
pub fn completions(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut with_values(Cli::command()), "gouge", &mut bytes);
    stdout().lock().write_all(&bytes)?;
    Ok(ExitCode::SUCCESS)
}

/// A command whose options name their values. When they are read they take any text: what is wrong
/// with one is said with more than its values.
fn with_values(command: Command) -> Command {
    let values = |arg: Arg| match (arg.get_long(), arg.get_id().as_str()) {
        (Some("dialect"), _) => arg.value_parser(PossibleValuesParser::new(Dialect::NAMES)),
        (Some("engine"), _) => {
            let shipped = Engine::SHIPPED.iter().map(|engine| engine.name);
            arg.value_parser(PossibleValuesParser::new(shipped.chain([accelerator::NAME])))
        }
        (None, "topic") => {
            arg.value_parser(PossibleValuesParser::new(TOPICS.iter().map(|topic| topic.name)))
        }
        _ => arg,
    };
    command.mut_args(values).mut_subcommands(with_values)
}

/// Writes a page a command into a folder.
pub fn man(args: &ManArgs) -> Result<ExitCode> {
    std::fs::create_dir_all(&args.folder).map_err(|e| {
        Error::new("J007", format!("{}: cannot be created: {e}", args.folder.display()))
            .help("name a place you may write to")
    })?;
    let mut root = Cli::command();
    root.build();
    page(root, "gouge", &args.folder)?;
    Ok(ExitCode::SUCCESS)
}

fn page(command: clap::Command, name: &str, folder: &Path) -> Result<()> {
    for inner in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        page(inner.clone(), &format!("{name}-{}", inner.get_name()), folder)?;
    }
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command.display_name(name.to_owned()).bin_name(name.replace('-', " ")))
        .render(&mut bytes)?;
    Ok(output::write_whole(&folder.join(format!("{name}.1")), &bytes)?)
}
