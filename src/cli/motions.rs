//! `gouge motions`: a program's motions and events, one JSON object a line, as it is read.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use super::args::MotionsArgs;
use super::typed;
use crate::check::reading::{Program, Reading};
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::files;
use crate::job::Settings;
use crate::nc::{self, Event, Kind, Source};
use crate::output;
use crate::stderr;

/// Warnings told one by one on standard error.
const WARNINGS_SHOWN: usize = 20;

#[derive(Serialize)]
struct MotionLine {
    index: u64,
    line: u32,
    kind: &'static str,
    from: [Option<f64>; 3],
    to: [Option<f64>; 3],
    tool: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    center: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweep: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotary: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uvw: Option<[f64; 3]>,
    /// The end is a machine position.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    machine: bool,
}

#[derive(Serialize)]
struct RefusedLine {
    line: u32,
    refused: &'static str,
    message: String,
}

/// Runs the command.
pub fn run(args: &MotionsArgs) -> Result<ExitCode> {
    let mut settings = Settings::default();
    typed::reading(&args.reading, &mut settings)?;
    let reading = Reading::new(&settings, args.tools.clone())?;
    let source = source(args)?;
    let mut diameters = BTreeMap::new();
    reading.add_commented(&args.program, &source, &mut diameters)?;
    let options = reading.options(&args.program, &diameters)?;
    let mut refused = false;
    let mut write = |out: &mut dyn Write| -> io::Result<()> {
        let summary = stream(&source, &options, out)?;
        refused = summary.refusals > 0;
        let called: Vec<PathBuf> = summary.files.iter().map(PathBuf::from).collect();
        match &args.output {
            Some(path) => output::expect_apart(path, &called).map_err(|e| e.cause),
            None => Ok(()),
        }
    };
    match &args.output {
        Some(path) => {
            output::expect_apart(path, std::iter::once(&args.program).chain(&args.tools))?;
            output::write_with(path, write)?;
        }
        None => {
            let mut out = BufWriter::new(stdout().lock());
            write(&mut out)?;
            out.flush()?;
        }
    }
    Ok(ExitCode::from(if refused { 3 } else { 0 }))
}

/// A file is read in pieces, so that its size does not matter; only its head is looked at here.
fn source(args: &MotionsArgs) -> Result<Source> {
    let path = &args.program;
    if !files::is_regular(path) {
        return Ok(Program::read(path)?.source());
    }
    files::expect_text_at_head(path)?;
    Source::open(path).map_err(|e| Error::unreadable(path, &e))
}

/// Writes every motion and refusal.
fn stream(source: &Source, options: &nc::Options, out: &mut dyn Write) -> io::Result<nc::Summary> {
    let mut index = 0;
    let mut warnings = 0;
    let mut failed = None;
    let declared = options.home;
    let mut guessed = false;
    // Where nothing is checked, machine zero is taken to be the program's unless it is declared:
    // places of the machine are shown with its numbers, and what is counted from them goes on.
    let home = options.home.map(|axis| axis.or(Some(0.0)));
    let options = nc::Options { home, ..options.clone() };
    let summary = nc::Interpreter::new(options).run(source, |event| {
        let done = match event {
            Event::Motion(motion) => {
                if !guessed && guesses(&motion, declared) {
                    guessed = true;
                    let (line, name) = (motion.span.line, shown(source.name()));
                    stderr::line(format_args!(
                        "warning: machine zero is shown as the program's zero: no --home says where \
                         it lies\n --> {name}:{line}"
                    ));
                }
                let line = motion_line(index, &motion);
                index += 1;
                // Home with the numbers of the work: without a home to tell them apart, no way.
                if motion.changes_a_number() { put(out, &line) } else { Ok(()) }
            }
            Event::Refusal(r) => {
                put(out, &RefusedLine { line: r.span.line, refused: r.code, message: r.message })
            }
            Event::Warning(w) => {
                warnings += 1;
                if warnings <= WARNINGS_SHOWN {
                    let (line, column) = (w.span.line, w.span.column);
                    let (message, name) = (shown(&w.message), shown(source.name()));
                    let code = w.code;
                    stderr::line(format_args!(
                        "warning[{code}]: {message}\n --> {name}:{line}:{column}"
                    ));
                }
                Ok(())
            }
            Event::ToolNote(_) | Event::Assumption(_) | Event::Zero(_) => Ok(()),
        };
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(e) => {
                failed = Some(e);
                ControlFlow::Break(())
            }
        }
    });
    if warnings > WARNINGS_SHOWN {
        stderr::line(format_args!("… and {} more warnings", warnings - WARNINGS_SHOWN));
    }
    failed.map_or(Ok(summary), Err)
}

/// Whether a motion ends at a machine position on an axis whose zero is not declared.
fn guesses(m: &nc::Motion, home: [Option<f64>; 3]) -> bool {
    let (from, to) = (m.from.axes(), m.to.axes());
    m.machine && (0..3).any(|axis| home[axis].is_none() && from[axis] != to[axis])
}

fn put(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

fn motion_line(index: u64, m: &nc::Motion) -> MotionLine {
    MotionLine {
        index,
        line: m.span.line,
        kind: match m.kind {
            Kind::Rapid => "rapid",
            Kind::Feed => "feed",
            Kind::Arc => "arc",
        },
        from: m.from.axes(),
        to: m.to.axes(),
        tool: m.tool,
        center: m.arc.as_ref().map(|a| a.center),
        normal: m.arc.as_ref().map(|a| a.normal),
        sweep: m.arc.as_ref().map(|a| a.sweep),
        rotary: m.rotary.as_deref().copied(),
        uvw: m.secondary.as_deref().copied(),
        machine: m.machine,
    }
}
