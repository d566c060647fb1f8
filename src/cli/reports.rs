//! Writes and reads reports: where each format goes, and what a saved report must be.

use std::borrow::Cow;
use std::io::{BufWriter, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chrono::Utc;

use super::args::{Color, OutputArgs, RenderArgs, ReportArgs};
use super::wrap::{self, Breaking};
use crate::check::share::SHARE_SCHEMA;
use crate::error::{Error, Result};
use crate::files;
use crate::output;
use crate::render::{Format, Look, render};
use crate::report::data::{SCHEMA, Verdict};
use crate::report::{Report, damage};

/// A format and its file; none for the standard output.
pub struct Target<'a> {
    format: Format,
    path: Option<&'a PathBuf>,
}

/// What is asked for: the nth `--output` takes the nth `--format`. Where there is one format more,
/// it goes to the standard output, and each file belongs to the format right before it.
///
/// # Errors
/// More files than formats, more than one format for the standard output, files that cannot be.
pub fn targets(args: &ReportArgs) -> Result<Vec<Target<'_>>> {
    let formats = if args.format.is_empty() { &[Format::Text][..] } else { &args.format };
    if args.output.len() > formats.len() {
        return Err(Error::new("J006", "there are more --output than --format")
            .help("each --output takes one --format: --format json --output r.json --format html --output r.html"));
    }
    if formats.len() > args.output.len() + 1 {
        return Err(Error::new("J006", "more than one format would go to standard output")
            .help("give each --format its --output; one may go without"));
    }
    for (i, path) in args.output.iter().enumerate() {
        if files::is_stdin(path) {
            return Err(Error::new("J006", "`-` does not name a file to write to")
                .help("omit --output for standard output, or write ./- for a file of that name"));
        }
        output::expect_folder(path)?;
        if args.output[..i].iter().any(|other| output::is_same_place(other, path)) {
            let what = format!("{}: two formats would go to this file", path.display());
            return Err(Error::new("J006", what).help("name another file for one of them"));
        }
    }
    let without = (args.output.len() < formats.len()).then(|| fileless(&args.places));
    let mut paths = args.output.iter();
    let target = |(i, format): (usize, &Format)| {
        let path = if without == Some(i) { None } else { paths.next() };
        Target { format: *format, path }
    };
    Ok(formats.iter().enumerate().map(target).collect())
}

/// Which format goes to the standard output where there is one more of them than of files, by the
/// places of both: the one without which most files stand right behind their format, the last of
/// such.
fn fileless([formats, files]: &[Vec<usize>; 2]) -> usize {
    let behind = |format: usize, file: usize| {
        let mut all = formats.iter().chain(files);
        format < file && !all.any(|place| (format + 1..file).contains(place))
    };
    let fit = |without: &usize| {
        let with = formats.iter().enumerate().filter(|(i, _)| i != without).map(|(_, at)| *at);
        with.zip(files).filter(|(format, file)| behind(*format, **file)).count()
    };
    (0..formats.len()).max_by_key(fit).unwrap_or(0)
}

impl Target<'_> {
    /// It shows pictures.
    pub fn has_pictures(&self) -> bool {
        self.format.has_pictures()
    }

    /// It shows depth over the meshes.
    pub fn has_surfaces(&self) -> bool {
        self.format.has_surfaces()
    }

    /// Its file must be none of those that are read.
    ///
    /// # Errors
    /// When it is one.
    pub fn expect_apart<'p>(&self, read: impl Iterator<Item = &'p PathBuf>) -> Result<()> {
        match self.path {
            Some(path) => Ok(output::expect_apart(path, read)?),
            None => Ok(()),
        }
    }

    fn write(&self, report: &Report, args: &ReportArgs) -> Result<()> {
        let color = self.format == Format::Text && self.path.is_none() && colored(args.color);
        let width = wrap::of_stdout().filter(|_| self.path.is_none());
        let look = Look { color, quiet: args.quiet, width };
        if let Some(path) = self.path {
            return Ok(output::write_with(path, |out| render(report, self.format, look, out))?);
        }
        let mut out: Box<dyn Write> = match width {
            Some(width) if self.format == Format::Text => {
                Box::new(Breaking::new(BufWriter::new(stdout().lock()), width))
            }
            _ => Box::new(BufWriter::new(stdout().lock())),
        };
        // A reader that went away got no report: that is no verdict, and exit code 2.
        Ok(render(report, self.format, look, &mut out).and_then(|()| out.flush())?)
    }
}

/// Whether text is coloured: as asked, else by the customs of the environment (NO_COLOR,
/// CLICOLOR_FORCE), else on terminals that are not dumb.
fn colored(asked: Color) -> bool {
    let said = |name: &str| std::env::var_os(name).and_then(|v| v.into_string().ok());
    coloured_by(asked, said, stdout().is_terminal())
}

/// The same by what the environment has `said`.
fn coloured_by(asked: Color, said: impl Fn(&str) -> Option<String>, terminal: bool) -> bool {
    let set = |name: &str| said(name).is_some_and(|v| !v.is_empty() && v != "0");
    match asked {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR") => false,
        Color::Auto if set("CLICOLOR_FORCE") => true,
        Color::Auto => terminal && said("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Writes a report everywhere it was asked for; pictures and depths of the surface go where they
/// are shown, and into data only with `--pictures`.
///
/// # Errors
/// Files that cannot be written.
pub fn write(report: &Report, targets: &[Target], args: &OutputArgs) -> Result<()> {
    let drawn = report.pictures.is_some() || report.surfaces.is_some();
    let plain = if drawn && !args.pictures {
        Cow::Owned(Report { pictures: None, surfaces: None, ..report.clone() })
    } else {
        Cow::Borrowed(report)
    };
    for target in targets {
        let draws = target.has_pictures() || target.has_surfaces();
        let report = if draws { report } else { plain.as_ref() };
        target.write(report, &args.written)?;
    }
    Ok(())
}

/// The exit code of a verdict.
pub fn exit(verdict: Verdict) -> ExitCode {
    ExitCode::from(verdict.exit_code())
}

/// `gouge render`: any format from a saved report.
///
/// # Errors
/// Reports that do not read, pictures that they do not hold, files that cannot be written.
pub fn run(args: &RenderArgs) -> Result<ExitCode> {
    let targets = targets(&args.written)?;
    for target in &targets {
        target.expect_apart([&args.report].into_iter())?;
    }
    let mut report = read(&args.report)?;
    report.expire(Utc::now().date_naive());
    let lacks = |what| {
        let what = format!("{}: the report holds no {what}", args.report.display());
        Error::new("J008", what)
            .help("check again with --pictures, or make this format with the check")
    };
    if report.pictures.is_none() && targets.iter().any(Target::has_pictures) {
        return Err(lacks("pictures"));
    }
    if report.surfaces.is_none() && targets.iter().any(Target::has_surfaces) {
        return Err(lacks("depths of the surface"));
    }
    for target in &targets {
        target.write(&report, &args.written)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A JSON report.
///
/// # Errors
/// Files that cannot be read, and what is no report.
pub fn read(path: &Path) -> Result<Report> {
    let text = files::text(path)?;
    let wrong = |what: String| Error::new("J008", format!("{}: {what}", path.display()));
    expect_report(path, &text)?;
    let report = serde_json::from_str::<Report>(&text).map_err(|e| {
        match text.trim_start().starts_with('{') {
            true => wrong(e.to_string())
                .help("this is not a JSON report of `gouge check --format json`"),
            false => wrong("this is not a report".to_owned())
                .help("name what `gouge check` writes with --format json"),
        }
    })?;
    match damage(&report) {
        None => Ok(report),
        Some(what) => Err(wrong(what).help("the file was altered or damaged: check again")),
    }
}

/// The text, if it says at all what it is, is a report and nothing else that is written here.
///
/// # Errors
/// When it is another thing, or a report of another version.
pub fn expect_report(path: &Path, text: &str) -> Result<()> {
    /// What all of them have.
    #[derive(serde::Deserialize)]
    struct Version {
        schema: String,
    }
    let object = text.trim_start().starts_with('{');
    if !object && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        let what =
            format!("{}: this is JSON, but not a report: a report is an object", path.display());
        return Err(
            Error::new("J008", what).help("name what `gouge check` writes with --format json")
        );
    }
    let Ok(Version { schema }) = serde_json::from_str(text) else { return Ok(()) };
    if schema == SCHEMA {
        return Ok(());
    }
    let what = format!("{}: this is a `{schema}`, not a `{SCHEMA}`", path.display());
    Err(Error::new("J008", what).help(match schema.as_str() {
        SHARE_SCHEMA => "`gouge merge` makes a report of all shares",
        _ => "make it again with this version of `gouge check`",
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal that shows no colours was sent their escape sequences.
    #[test]
    fn a_dumb_terminal_gets_no_colours() {
        let colored = |said: &[(&str, &str)], terminal: bool| {
            let said = |name: &str| {
                said.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            coloured_by(Color::Auto, said, terminal)
        };
        assert!(!colored(&[("TERM", "dumb")], true));
        assert!(colored(&[("TERM", "xterm")], true) && colored(&[], true));
        assert!(!colored(&[("TERM", "xterm")], false));
        assert!(colored(&[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], true));
        assert!(!colored(&[("NO_COLOR", "1")], true));
    }
}
