//! LinuxCNC's own test cases for its interpreter, where they are at hand: the motions must be those
//! of the expected canonical output, and what LinuxCNC calls bad must be refused on the right line.

mod support;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gouge_nc::{
    Compensation, Event, Interpreter, Kind, Motion, Options, ParameterFile, Source, ToolTable,
    Units,
};
use support::canon::{self, Call};
use support::programs::SHARED;

/// The expected output has four decimals, of an inch at worst: half a digit, and rounding, mm.
const PRINTED: f64 = 0.000_051 * 25.4;

struct Outcome {
    motions: Vec<Motion>,
    refused: Option<(u32, String)>,
}

fn interpret(path: &Path, tools: Option<&Path>) -> Outcome {
    let source = Source::open(path).unwrap();
    let options = Options {
        start: [Some(0.0); 3],
        home: [Some(0.0); 3],
        compensation: Some(Compensation::Control),
        machine_units: Units::Inch,
        tools: tools.map(|path| ToolTable::read(path, 25.4).unwrap()),
        // The suite's control has just been switched on.
        parameters: Some(ParameterFile::default()),
        ..Options::default()
    };
    let mut outcome = Outcome { motions: Vec::new(), refused: None };
    Interpreter::new(options.clone()).run(&source, |event| {
        match event {
            Event::Motion(motion) if is_noise(&motion) => {}
            Event::Motion(motion) => outcome.motions.push(motion),
            Event::Refusal(refusal) if outcome.refused.is_none() => {
                outcome.refused = Some((refusal.span.line, refusal.message));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    outcome
}

fn is_noise(motion: &Motion) -> bool {
    let length = |axis: usize| Some((motion.from.axis(axis)? - motion.to.axis(axis)?).abs());
    let short = (0..3).all(|axis| length(axis).is_some_and(|length| length <= canon::NOISE));
    short && motion.arc.is_none() && motion.rotary.is_none()
}

fn differs(theirs: &Call, ours: &Motion) -> bool {
    let kind = match (ours.kind, &ours.arc) {
        (Kind::Rapid, _) => "rapid",
        (Kind::Arc, Some(arc)) if arc.sweep > 0.0 => "arc ccw",
        (Kind::Arc, _) => "arc cw",
        _ => "feed",
    };
    let near = |ours: f64, theirs: f64| (ours - theirs).abs() <= PRINTED;
    let ends = (0..3).all(|axis| near(ours.to.axis(axis).unwrap_or(f64::NAN), theirs.to[axis]));
    let centers = match (&ours.arc, theirs.center) {
        (Some(arc), Some(center)) => (0..3).all(|axis| near(arc.center[axis], center[axis])),
        (None, None) => true,
        _ => false,
    };
    kind != theirs.kind || !ends || !centers
}

fn folders(root: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(root) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            folders(&path, found);
        } else if path.file_name().is_some_and(|name| name == "expected") {
            found.push(root.to_owned());
        }
    }
}

/// Where the cases are: `GOUGE_INTERP_CASES` names a folder of further ones.
fn root() -> PathBuf {
    std::env::var_os("GOUGE_INTERP_CASES")
        .map_or_else(|| Path::new(SHARED).join("data/interp/linuxcnc"), PathBuf::from)
}

/// Cases whose expected output holds messages only.
const MESSAGES_ONLY: [&str; 1] = ["machine-coord-params"];

#[test]
fn expected_outputs() {
    let root = root();
    let mut cases = Vec::new();
    folders(&root, &mut cases);
    cases.sort();
    if cases.is_empty() {
        support::absent::absent("LinuxCNC's suite");
        return;
    }
    let mut wrong = Vec::new();
    for folder in cases {
        let name = folder.strip_prefix(&root).unwrap().display().to_string();
        let expected = std::fs::read_to_string(folder.join("expected")).unwrap();
        let mut programs: Vec<PathBuf> = std::fs::read_dir(&folder)
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|end| end == "ngc"))
            .collect();
        programs.sort();
        let table = Some(folder.join("test.tbl")).filter(|path| path.exists());
        if MESSAGES_ONLY.contains(&name.as_str()) {
            println!("{name}\tnot compared: messages only");
            continue;
        }
        // The outputs of several programs stand in one file, each with its own beginning.
        let outputs: Vec<Vec<Call>> = expected
            .split("SET_FEED_REFERENCE")
            .skip(1)
            .map(|output| canon::motions(&format!("SET_FEED_REFERENCE{output}")))
            .collect();
        for path in programs {
            let ours = interpret(&path, table.as_deref());
            let same = |theirs: &&Vec<Call>| {
                theirs.len() == ours.motions.len()
                    && !theirs.iter().zip(&ours.motions).any(|(a, b)| differs(a, b))
            };
            let theirs = outputs.iter().find(same).or(outputs.first()).cloned().unwrap_or_default();
            let at = theirs.iter().zip(&ours.motions).position(|(a, b)| differs(a, b));
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            let refused = match &ours.refused {
                Some((line, why)) => format!("refused line {line}: {why}"),
                None => "not refused".to_owned(),
            };
            let counts = (theirs.len(), ours.motions.len());
            let verdict = match at {
                Some(index) => format!(
                    "DIFFERS at {index}: {:?} / {:?} {:?}",
                    theirs[index], ours.motions[index].kind, ours.motions[index].to
                ),
                None if counts.0 != counts.1 => format!("DIFFERS in number: {counts:?}"),
                None => format!("equal, {}", counts.0),
            };
            println!("{name}/{file}\t{verdict}\t{refused}");
            if verdict.starts_with("DIFFERS") {
                wrong.push(format!("{name}/{file}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn bad_programs_are_refused() {
    let root = root().join("bad");
    let Ok(entries) = std::fs::read_dir(&root) else {
        support::absent::absent("LinuxCNC's suite");
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let ours = interpret(&path, None);
        println!("{}\t{:?}", path.display(), ours.refused);
        assert!(ours.refused.is_some(), "{} is not refused", path.display());
    }
}
