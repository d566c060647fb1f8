//! `gouge job`: writes job files from what is found, and shows what one says.

pub(super) mod found;
mod init;
mod said;
mod written;

use std::io::{Write, stdout};
use std::process::ExitCode;

use super::args::{JobCommand, JobShowArgs};
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::job::{self, KEYS, PLACES};

/// Runs the command.
pub fn run(command: &JobCommand) -> Result<ExitCode> {
    match command {
        JobCommand::Init(args) => init::init(args),
        JobCommand::Show(args) => show(args),
    }
}

fn show(args: &JobShowArgs) -> Result<ExitCode> {
    if !args.job.exists() {
        let what = format!("{}: no such file or folder", args.job.display());
        return Err(Error::new("J001", what).help("name a job file, a folder or a program"));
    }
    let named = args.job.extension().is_some_and(|e| e == "toml");
    let path = if named { Some(args.job.clone()) } else { job::find(&args.job) };
    let Some(path) = path else {
        return Err(Error::new(
            "J006",
            format!("{}: no job file here or above", args.job.display()),
        )
        .help("`gouge job init` writes one"));
    };
    let mut settings = job::read_with_shop(&path)?;
    // What holds for a program is what its own table says, then the rest.
    if !named && args.job.is_file() {
        settings = settings.of_program(&args.job)?;
    }
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (key, items) in settings.iter() {
        let texts: Vec<&str> = items.iter().map(|i| i.text.as_str()).collect();
        let places: Vec<String> = items.iter().map(|i| i.origin.place()).collect();
        rows.push([key.to_owned(), shown(&texts.join(", ")), shown(&places[0])]);
    }
    // A transform says the place whole: no default of another word for it holds.
    let placed = !settings.items("transform").is_empty();
    let holds = |key: &&job::Key| {
        let unsaid = settings.items(key.name).is_empty() && !key.default.is_empty();
        unsaid && !(placed && PLACES.contains(&key.name))
    };
    for key in KEYS.iter().filter(holds) {
        rows.push([key.name.to_owned(), key.default.to_owned(), "default".to_owned()]);
    }
    let wide = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let [first, second] = [wide(0), wide(1).min(48)];
    let mut out = stdout().lock();
    for [key, value, place] in &rows {
        writeln!(out, "{key:<first$}  {value:<second$}  {place}")?;
    }
    Ok(ExitCode::SUCCESS)
}
