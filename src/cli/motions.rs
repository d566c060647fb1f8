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
    center: Option<[Option<f64>; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweep: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotary: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uvw: Option<[f64; 3]>,
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
    let mut before = [false; 3];
    let home = options.home;
    let summary = nc::Interpreter::new(options.clone()).run(source, |event| {
        let done = match event {
            Event::Motion(motion) => {
                let apart = unplaced(motion.at_machine, home);
                let line =
                    motion_line(index, &motion, std::mem::replace(&mut before, apart), apart);
                index += 1;
                put(out, &line)
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

/// Axes that stand at a machine position of which nothing says where it lies in the program: their
/// numbers are no places of it.
fn unplaced(at_machine: [bool; 3], home: [Option<f64>; 3]) -> [bool; 3] {
    std::array::from_fn(|axis| at_machine[axis] && home[axis].is_none())
}

fn put(out: &mut dyn Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// `before` and `after` are the axes that are not placed where the motion begins and ends.
fn motion_line(index: u64, m: &nc::Motion, before: [bool; 3], after: [bool; 3]) -> MotionLine {
    let placed = |at: [Option<f64>; 3], unplaced: [bool; 3]| {
        std::array::from_fn(|axis| at[axis].filter(|_| !unplaced[axis]))
    };
    MotionLine {
        index,
        line: m.span.line,
        kind: match m.kind {
            Kind::Rapid => "rapid",
            Kind::Feed => "feed",
            Kind::Arc => "arc",
        },
        from: placed(m.from.axes(), before),
        to: placed(m.to.axes(), after),
        tool: m.tool,
        center: m.arc.as_ref().map(|a| placed(a.center.map(Some), before)),
        normal: m.arc.as_ref().map(|a| a.normal),
        sweep: m.arc.as_ref().map(|a| a.sweep),
        rotary: m.rotary.as_deref().copied(),
        uvw: m.secondary.as_deref().copied(),
    }
}
