//! LinuxCNC's interpreter as judge, by the script beside the project.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use gouge_nc::{Compensation, Event, Interpreter, Kind, Motion, Options, ParameterFile, Source};
use serde_json::Value;

use super::programs::SHARED;

/// One motion as the oracle prints it.
pub struct Theirs {
    pub kind: String,
    pub from: [f64; 3],
    pub to: [f64; 3],
    pub line: u64,
    pub tool: u64,
    pub center: [f64; 3],
    pub sweep: f64,
}

/// What the oracle says of a program.
pub struct Judged {
    pub motions: Vec<Theirs>,
    pub error: Option<String>,
}

/// What this interpreter says of it.
pub struct Ours {
    pub motions: Vec<Motion>,
    /// Motions before the first refusal.
    refused_after: Option<usize>,
    pub refusal: Option<String>,
}

impl Ours {
    pub fn before_refusal(&self) -> usize {
        self.refused_after.unwrap_or(self.motions.len())
    }
}

pub fn installed() -> bool {
    Path::new("/usr/bin/rs274").exists() && Path::new(SHARED).join("oracles").exists()
}

fn point(value: &Value) -> [f64; 3] {
    std::array::from_fn(|axis| value[axis].as_f64().unwrap_or(f64::NAN))
}

/// Runs the oracle; motions of no length are left out.
pub fn motions(path: &Path) -> Judged {
    let out = tempfile::NamedTempFile::new().unwrap();
    let status = Command::new("/usr/bin/python3")
        .arg(Path::new(SHARED).join("oracles/rs274_motions.py"))
        .arg(path)
        .args(["--auto-tools", "-o"])
        .arg(out.path())
        .output()
        .unwrap();
    let text = std::fs::read_to_string(out.path()).unwrap();
    assert!(!text.is_empty(), "oracle: {}", String::from_utf8_lossy(&status.stderr));
    let mut judged = Judged { motions: Vec::new(), error: None };
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        if value["end"].as_bool() == Some(true) {
            if value["status"] != "ok" {
                let text = value["error"].as_str().unwrap_or("?");
                judged.error = Some(format!("line {}: {text}", value["error_line"]));
            }
            continue;
        }
        let theirs = Theirs {
            kind: value["kind"].as_str().unwrap_or_default().to_owned(),
            from: point(&value["from"]),
            to: point(&value["to"]),
            line: value["line"].as_u64().unwrap_or(0),
            tool: value["tool"].as_u64().unwrap_or(0),
            center: point(&value["center"]),
            sweep: value["sweep"].as_f64().unwrap_or(0.0),
        };
        let still = (0..3).all(|axis| (theirs.from[axis] - theirs.to[axis]).abs() < 1e-9);
        if !still || theirs.kind == "arc" || value.get("abc").is_some() {
            judged.motions.push(theirs);
        }
    }
    judged
}

/// Runs this interpreter from the zero that the oracle starts from.
pub fn ours(path: &Path) -> Ours {
    let source = Source::open(path).unwrap();
    let options = Options {
        start: [Some(0.0); 3],
        home: [Some(0.0); 3],
        compensation: Some(Compensation::Control),
        // Its control has just been switched on.
        parameters: Some(ParameterFile::default()),
        ..Options::default()
    };
    let mut ours = Ours { motions: Vec::new(), refused_after: None, refusal: None };
    Interpreter::new(options.clone()).run(&source, |event| {
        match event {
            // The script tells nothing of U, V and W.
            Event::Motion(motion) if only_secondary(&motion) => {}
            // Its machine zero is the program's.
            Event::Motion(motion) if !motion.changes_a_number() => {}
            Event::Motion(motion) => ours.motions.push(motion),
            Event::Refusal(refusal) if ours.refusal.is_none() => {
                ours.refused_after = Some(ours.motions.len());
                ours.refusal = Some(format!(
                    "line {}: {} {}",
                    refusal.span.line, refusal.code, refusal.message
                ));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    ours
}

fn only_secondary(motion: &Motion) -> bool {
    let near = |axis: usize| match (motion.from.axis(axis), motion.to.axis(axis)) {
        (Some(from), Some(to)) => (from - to).abs() < 1e-9,
        (from, to) => from == to,
    };
    let still = (0..3).all(near);
    still && motion.secondary.is_some() && motion.rotary.is_none() && motion.arc.is_none()
}

/// What is different between a motion of theirs and one of ours, if anything is.
pub fn difference(theirs: &Theirs, ours: &Motion, close: f64) -> Option<String> {
    let kind = match ours.kind {
        Kind::Rapid => "rapid",
        Kind::Feed => "feed",
        Kind::Arc => "arc",
    };
    if theirs.kind != kind {
        return Some(format!("{kind}, not {}", theirs.kind));
    }
    if u64::from(ours.span.line) != theirs.line {
        return Some(format!("line {}, not {}", ours.span.line, theirs.line));
    }
    if u64::from(ours.tool) != theirs.tool {
        return Some(format!("tool {}, not {}", ours.tool, theirs.tool));
    }
    let near = |a: Option<f64>, b: f64| a.is_none_or(|a| (a - b).abs() <= close);
    for axis in 0..3 {
        if !near(ours.from.axis(axis), theirs.from[axis]) {
            return Some(format!("from {:?}, not {:?}", ours.from, theirs.from));
        }
        if !near(ours.to.axis(axis), theirs.to[axis]) {
            return Some(format!("to {:?}, not {:?}", ours.to, theirs.to));
        }
    }
    if let Some(arc) = &ours.arc {
        let centers = (0..3).all(|axis| (arc.center[axis] - theirs.center[axis]).abs() <= close);
        if !centers || (arc.sweep - theirs.sweep).abs() > close {
            return Some(format!(
                "centre {:?} sweep {}, not {:?} {}",
                arc.center, arc.sweep, theirs.center, theirs.sweep
            ));
        }
    }
    None
}
