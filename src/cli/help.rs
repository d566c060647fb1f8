//! `gouge help`: commands and topics.

use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::CommandFactory;

use super::args::{Cli, HelpArgs};
use super::topics::TOPICS;
use crate::check::{Error, Result};

/// Runs the command.
pub fn run(args: &HelpArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let mut root = Cli::command();
    root.build();
    let Some(name) = &args.topic else {
        write!(out, "{}", root.render_help())?;
        writeln!(out, "\nTopics (`gouge help TOPIC`):")?;
        for topic in TOPICS {
            writeln!(out, "  {:<12} {}", topic.name, topic.about)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    if let Some(topic) = TOPICS.iter().find(|t| t.name == name) {
        write!(out, "{}", topic.page)?;
    } else if let Some(command) = root.find_subcommand_mut(name) {
        write!(out, "{}", command.render_long_help())?;
    } else {
        let topics: Vec<&str> = TOPICS.iter().map(|t| t.name).collect();
        return Err(Error::new("J006", format!("`{name}` is no command and no topic"))
            .help(format!("topics are {}", topics.join(", "))));
    }
    Ok(ExitCode::SUCCESS)
}
