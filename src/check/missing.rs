//! Facts that the program does not contain, with the options that supply them.

use std::collections::BTreeMap;

use super::accepted;
use super::declarations::Declarations;
use crate::nc::{self, Motions, Refusal, ToolNote};
use crate::report::data::Missing;
use crate::report::{codes, count};
use crate::verify::{Outcomes, reason};

/// What a check came to, as far as it was for want of facts.
pub struct Findings<'a> {
    /// The program's motions.
    pub motions: &'a Motions,
    /// What was proved of each.
    pub outcomes: &'a Outcomes,
    /// Blocks not understood.
    pub refusals: &'a [Refusal],
    /// Tools described in comments.
    pub notes: &'a [ToolNote],
    /// Codes of the suspicions that keep the verdict open.
    pub suspicions: &'a [&'static str],
    /// The control.
    pub dialect: nc::Dialect,
    /// It was said where the tool stands before the first block, on all axes.
    pub started: bool,
    /// That it reaches its first known place untouched is accepted.
    pub start_accepted: bool,
    /// Highest point of parts, fixtures and program, program coordinates, mm.
    pub top: f64,
}

/// Motions of one reason: how many, the line of the first.
#[derive(Clone, Copy, Default)]
struct Group {
    motions: u64,
    line: u32,
}

/// Motions that are open for want of facts.
#[derive(Default)]
struct Groups {
    of_reason: BTreeMap<&'static str, Group>,
    of_tool: BTreeMap<u32, Group>,
}

impl Groups {
    fn of(findings: &Findings) -> Self {
        let mut groups = Self::default();
        // From there on, or where the start was said, a place that is not known was lost in a
        // refused block.
        let arrives = |i: &usize| findings.motions.at(*i).to.known().is_some();
        let arrived = (0..findings.outcomes.len()).find(arrives).unwrap_or(usize::MAX);
        for (index, _, doubt) in findings.outcomes.open() {
            let motion = findings.motions.at(index);
            let why = doubt.map_or(reason::UNDECIDED, |d| d.reason);
            if why == reason::START_UNKNOWN && (findings.started || index > arrived) {
                continue;
            }
            let count = |group: &mut Group| {
                if group.motions == 0 {
                    group.line = motion.span.line;
                }
                group.motions += 1;
            };
            count(groups.of_reason.entry(why).or_default());
            if why == reason::TOOL_UNDECLARED {
                count(groups.of_tool.entry(motion.tool).or_default());
            }
        }
        groups
    }

    fn get(&self, reason: &str) -> Option<Group> {
        self.of_reason.get(reason).copied()
    }
}

/// Everything that is missing, in the order in which it is best supplied.
pub fn missing(findings: &Findings, declarations: &Declarations) -> Vec<Missing> {
    let groups = Groups::of(findings);
    let undeclared = groups
        .of_tool
        .iter()
        .map(|(&number, &group)| undeclared(number, group, findings.notes, declarations));
    let facts = [
        groups.get(reason::NO_TOOL).map(|group| no_tool(group, findings, declarations)),
        groups.get(reason::START_UNKNOWN).map(|group| start(group, findings)),
        groups.get(reason::MACHINE_POSITION).map(home),
        [nc::code::WRONG_OFFSET, nc::code::BEFORE_OFFSET]
            .iter()
            .find_map(|code| groups.get(code))
            .map(length),
        compensation(findings),
        findings.suspicions.contains(&nc::code::SCALE).then(units),
        findings.suspicions.contains(&codes::PLACE).then(place),
    ];
    undeclared.chain(facts.into_iter().flatten()).collect()
}

fn start(group: Group, findings: &Findings) -> Missing {
    let high = ((findings.top / 10.0).ceil() * 10.0 + 50.0).max(50.0);
    let mut options = vec![
        pair("--start X,Y,Z", "the control point then, program coordinates, mm"),
        pair(&format!("--start ,,{high}"), "its height alone, if that is all you know"),
    ];
    // Where no known place is ever reached it is of no use.
    if !findings.start_accepted {
        options.push(pair("--assume start=safe", accepted::says("start")));
    }
    Missing {
        name: "start".to_owned(),
        message: format!("where the tool stands before the first block ({})", motions(group)),
        options,
        again: (!findings.start_accepted).then(|| "--assume start=safe".to_owned()),
    }
}

fn home(group: Group) -> Missing {
    Missing {
        name: "home".to_owned(),
        message: format!(
            "where machine zero lies, which G28, G30 and G53 go by ({})",
            motions(group)
        ),
        options: vec![
            pair("--home X,Y,Z", "machine zero in program coordinates, mm: minus G54"),
            pair("--home ,,Z", "only its height"),
            pair("--assume home=safe", accepted::says("home")),
        ],
        again: Some("--assume home=safe".to_owned()),
    }
}

fn length(group: Group) -> Missing {
    Missing {
        name: "length".to_owned(),
        message: format!(
            "the lengths of tools that move under another tool's offset, or before their own ({})",
            motions(group)
        ),
        options: vec![
            pair("--tools FILE.tbl", "the control's tool table, which holds the lengths"),
            pair("--assume length", accepted::says("length")),
        ],
        again: Some("--assume length".to_owned()),
    }
}

fn compensation(findings: &Findings) -> Option<Missing> {
    let undeclared = |r: &&Refusal| r.code == nc::code::COMPENSATION_UNDECLARED;
    let refusal = findings.refusals.iter().find(undeclared)?;
    let mut options = Vec::new();
    if findings.dialect == nc::Dialect::LinuxCnc {
        let what = "the contour: the control offsets by the radius";
        options.push(pair("--compensation control", what));
    }
    options.extend([
        pair("--compensation wear", "the tool's path: the control adds wear only"),
        pair("--compensation none", "they are taken to do nothing"),
    ]);
    Some(Missing {
        name: "compensation".to_owned(),
        message: format!("what G41 and G42 hold, from line {}", refusal.span.line),
        options,
        again: None,
    })
}

fn units() -> Missing {
    Missing {
        name: "units".to_owned(),
        message: "the unit of the mesh, or of the program".to_owned(),
        options: vec![
            pair("--mesh-units inch", "the mesh is in inches; also mm and m"),
            pair("--assume units", accepted::says("units")),
        ],
        again: None,
    }
}

fn place() -> Missing {
    Missing {
        name: "place".to_owned(),
        message: "where the part lies".to_owned(),
        options: vec![
            pair("--origin X,Y,Z", "program zero in part coordinates, mm"),
            pair("--flip x, --rotate 90", "the part is turned over, or about Z"),
            pair("--transform FILE", "sixteen numbers, part to program coordinates"),
            pair("--assume place", accepted::says("place")),
        ],
        again: None,
    }
}

fn pair(option: &str, says: &str) -> [String; 2] {
    [option.to_owned(), says.to_owned()]
}

fn motions(group: Group) -> String {
    match group.motions {
        1 => format!("1 motion, line {}", group.line),
        n => format!("{}, the first on line {}", count(n, "motion"), group.line),
    }
}

fn undeclared(
    number: u32,
    group: Group,
    notes: &[ToolNote],
    declarations: &Declarations,
) -> Missing {
    let guess = declarations.guess(number, notes);
    let because = guess.why.map_or_else(String::new, |why| format!(": {why}"));
    let mut options = vec![pair(
        &format!("--tool '{number}={}'", guess.spec),
        if guess.sure { "as far as that shows" } else { "or ball:D, bull:D,R, drill:D,118 …" },
    )];
    if !guess.sure {
        options.push(pair("--tools FILE", "a tool library that holds it"));
    }
    Missing {
        name: "tool".to_owned(),
        message: format!("T{number} is not declared ({}){because}", motions(group)),
        again: guess.sure.then(|| options[0][0].clone()),
        options,
    }
}

fn no_tool(group: Group, findings: &Findings, declarations: &Declarations) -> Missing {
    let declared = declarations.numbers();
    let number = declared.first().copied().unwrap_or(1);
    let mut options = vec![
        pair(
            "--tool 0=flat:D",
            "or ball:D, bull:D,R, drill:D,118 …: it is in the spindle from the start",
        ),
        pair(&format!("--assume tool={number}"), "a tool that is declared is in the spindle"),
    ];
    if declared.is_empty() {
        options[1][1] = "that tool is in the spindle; declare it with --tool as well".to_owned();
    }
    let why = match findings.motions.manners().any(|manner| manner.tool != 0) {
        true => "which tool is in the spindle before the first M6",
        false => "no tool is in the spindle: the program never changes one in with M6",
    };
    Missing {
        name: "tool".to_owned(),
        message: format!("{why} ({})", motions(group)),
        options,
        again: (declared.len() == 1).then(|| format!("--assume tool={number}")),
    }
}
