//! `gouge help`: commands and topics.

use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::CommandFactory;

use super::args::{Cli, HelpArgs};
use super::topics::TOPICS;
use crate::check::{self, accepted};
use crate::error::{Error, Result};
use crate::job::KEYS;
use crate::nc;
use crate::report::schema;
use crate::tui::binding::BINDINGS;

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
        match topic.name {
            "job" => keys(&mut out)?,
            "keys" => bindings(&mut out)?,
            "assumptions" => assumptions(&mut out)?,
            "reports" => write!(out, "{}", schema::page())?,
            "json" => write!(out, "{}", schema::TEXT)?,
            _ => {}
        }
    } else if let Some(command) = root.find_subcommand_mut(name) {
        write!(out, "{}", command.render_long_help())?;
    } else {
        let topics: Vec<&str> = TOPICS.iter().map(|t| t.name).collect();
        let what = format!("`{}` is neither a command nor a topic", name.escape_debug());
        return Err(Error::new("J006", what).help(format!("topics are {}", topics.join(", "))));
    }
    Ok(ExitCode::SUCCESS)
}

/// Every key of a job file.
fn keys(out: &mut impl Write) -> Result<()> {
    let wide = KEYS.iter().map(|key| key.name.len()).max().unwrap_or(0);
    for key in KEYS {
        let default = match key.default {
            "" => String::new(),
            default => format!(" [{default}]"),
        };
        writeln!(out, "  {:<wide$}  {}{default}", key.name, key.about)?;
    }
    Ok(())
}

/// Everything that a key does in browse.
fn bindings(out: &mut impl Write) -> Result<()> {
    let wide = BINDINGS.iter().map(|b| b.name.len()).max().unwrap_or(0);
    for b in &BINDINGS {
        writeln!(out, "  {:<wide$}  {:<16}  {}", b.name, b.keys.join(" "), b.about)?;
    }
    Ok(())
}

/// Every assumption that a report can list, and those that are accepted.
fn assumptions(out: &mut impl Write) -> Result<()> {
    let mut list = |head: &str, names: &[(&str, &str)]| -> Result<()> {
        writeln!(out, "\n{head}\n")?;
        for (name, says) in names {
            writeln!(out, "  {name:<15}  {says}")?;
        }
        Ok(())
    };
    list("Of the program and the control:", nc::assumptions())?;
    list("Of parts, fixtures and tools:", &check::ASSUMPTIONS)?;
    writeln!(out, "\nWhat --assume accepts:\n")?;
    for (name, says) in accepted::NAMES {
        writeln!(out, "  --assume {name:<11} {says}")?;
    }
    Ok(())
}
