//! Whole programs: this interpreter's motions and refusals against the judge's.

use std::ops::ControlFlow;
use std::path::Path;

use gouge_nc::{
    Compensation, Event, Interpreter, Kind, Motion, Options, ParameterFile, Source, ToolTable,
};

use super::generate::{self, LIBRARY, TOOLS};
use super::oracle::{self, Judgement, Placed};

/// Largest difference of a coordinate, mm.
const SAME_MM: f64 = 1e-6;
/// Shorter motions are left out on both sides.
const NO_LENGTH: f64 = 1e-9;

/// What this interpreter makes of a program, up to its first refusal.
pub struct Ours {
    motions: Vec<Motion>,
    refused: Option<(u32, String)>,
}

fn options(folder: &Path) -> Options {
    Options {
        // The judge takes its machine to stand at zero.
        start: [Some(0.0); 3],
        home: [Some(0.0); 3],
        block_delete: true,
        secondary_axes: true,
        program_folder: Some(folder.to_owned()),
        tools: ToolTable::parse("tools", TOOLS, 1.0).ok(),
        // Nor has its file a parameter.
        parameters: Some(ParameterFile::default()),
        compensation: Some(Compensation::Control),
        ..Options::default()
    }
}

pub fn ours(text: &str, folder: &Path) -> Ours {
    let mut ours = Ours { motions: Vec::new(), refused: None };
    let source = Source::from_bytes("program", text);
    Interpreter::new(options(folder)).run(&source, |event| match event {
        Event::Motion(motion) => {
            // The judge's machine zero is the program's: from one to the other is no way for it.
            if motion.changes_a_number() {
                ours.motions.push(motion);
            }
            ControlFlow::Continue(())
        }
        Event::Refusal(refusal) => {
            ours.refused = Some((refusal.span.line, refusal.message));
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    });
    ours
}

fn distance(a: &[Option<f64>; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|k| a[k].map_or(f64::INFINITY, |v| (v - b[k]).abs())).fold(0.0, f64::max)
}

fn motion_difference(a: &Motion, b: &Placed) -> Option<&'static str> {
    let kind = match a.kind {
        Kind::Rapid => "rapid",
        Kind::Feed => "feed",
        Kind::Arc => "arc",
    };
    if kind != b.kind {
        return Some("kind");
    }
    if distance(&a.from.axes(), &b.from) > SAME_MM {
        return Some("start");
    }
    if distance(&a.to.axes(), &b.to) > SAME_MM {
        return Some("end");
    }
    if a.span.line != b.line {
        return Some("line");
    }
    if a.tool != b.tool {
        return Some("tool");
    }
    let differ = |ours: Option<[f64; 3]>, theirs: Option<[f64; 3]>| match (ours, theirs) {
        (None, None) => false,
        (Some(p), Some(q)) => (0..3).any(|k| (p[k] - q[k]).abs() > SAME_MM),
        _ => true,
    };
    if differ(a.rotary.as_deref().copied(), b.rotary) {
        return Some("rotary axes");
    }
    if differ(a.secondary.as_deref().copied(), b.secondary) {
        return Some("secondary axes");
    }
    if let (Some(arc), Some((center, normal, sweep))) = (&a.arc, &b.arc) {
        if distance(&arc.center.map(Some), center) > SAME_MM {
            return Some("centre");
        }
        if distance(&arc.normal.map(Some), normal) > SAME_MM {
            return Some("normal");
        }
        let radius = (0..3).map(|k| (b.from[k] - center[k]).powi(2)).sum::<f64>().sqrt();
        if (arc.sweep - sweep).abs() * radius.max(1e-3) > SAME_MM {
            return Some("sweep");
        }
    }
    None
}

/// The first way in which ours differs from the judge's.
pub fn difference(ours: &Ours, judge: &Judgement) -> Option<String> {
    if let Some(crash) = &judge.crashed {
        return Some(format!("judge crashed: {crash}"));
    }
    let still = |m: &&Placed| {
        m.arc.is_some()
            || m.rotary.is_some()
            || m.secondary.is_some()
            || (0..3).any(|k| (m.to[k] - m.from[k]).abs() > NO_LENGTH)
    };
    let theirs: Vec<&Placed> = judge.motions.iter().filter(still).collect();
    for (i, (a, b)) in ours.motions.iter().zip(&theirs).enumerate() {
        if let Some(what) = motion_difference(a, b) {
            return Some(format!("motion {i}: {what}\n  ours  {a:?}\n  judge {b:?}"));
        }
    }
    if ours.motions.len() != theirs.len() {
        let at = ours.motions.len().min(theirs.len());
        return Some(format!(
            "{} motions, judge {}; refusals: {:?}, judge {:?}\n  next ours  {:?}\n  next judge {:?}",
            ours.motions.len(),
            theirs.len(),
            ours.refused,
            judge.refused,
            ours.motions.get(at),
            theirs.get(at)
        ));
    }
    match (&ours.refused, &judge.refused) {
        (None, None) => None,
        // The judge's module counts one line further for errors in reading a line.
        (Some((line, _)), Some((theirs, _))) if line == theirs || line + 1 == *theirs => None,
        (ours, theirs) => Some(format!("refusals: {ours:?}, judge {theirs:?}")),
    }
}

pub fn run_all(first: u64, count: u64) {
    let programs: Vec<String> = (first..first + count).map(generate::program).collect();
    let Some(judged) = oracle::judge(&programs, TOOLS, &LIBRARY) else {
        super::absent::absent("LinuxCNC's interpreter");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in LIBRARY {
        std::fs::write(folder.path().join(name), text).expect("a subprogram file");
    }
    let (mut wrong, mut motions, mut refused) = (0, 0, 0);
    for (seed, (text, judge)) in (first..).zip(programs.iter().zip(&judged)) {
        motions += judge.motions.len();
        refused += usize::from(judge.refused.is_some());
        if let Some(what) = difference(&ours(text, folder.path()), judge) {
            wrong += 1;
            if wrong <= 6 {
                eprintln!("--- seed {seed}: {what}\n{text}");
            } else {
                eprintln!("--- seed {seed}: {}", what.lines().next().unwrap_or_default());
            }
        }
    }
    eprintln!(
        "{count} programs, {motions} motions, {refused} refused by the judge, {wrong} differ"
    );
    assert_eq!(wrong, 0);
}
