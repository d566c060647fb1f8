//! A report's statements about undecided motions, against its own reading of the program.

use std::collections::BTreeMap;

use gouge_mesh::geom::Vec3;

use crate::Failure;
use crate::document::{Document, Undecided, Verdict};
use crate::failures::Out;
use crate::path::{MACHINE, START};
use crate::place::Placement;
use crate::program::{Program, Step};
use crate::tolerance::SLACK_MOST_MM;

/// Codes of motions that were looked at, and not decided.
pub(crate) const LOOKED_AT: [&str; 2] = ["G010", "G015"];

/// Code of motions that a check ended before.
pub(crate) const STOPPED: &str = "G014";

/// The tool of a motion is not declared.
const UNDECLARED: &str = "T001";

/// No tool is in the spindle.
const NO_TOOL: &str = "T002";

/// Why motions were not looked at, each by its place; of some the report alone says whether they
/// are above everything.
#[derive(Default)]
struct Asides {
    certain: Vec<usize>,
    all: Vec<usize>,
}

/// Groups of motions that are not decided: their codes, how many they are, which is the first.
pub(crate) fn agree(d: &Document, program: &Program, out: &mut Out) {
    let reading = Reading { d, program };
    let asides = reading.set_aside();
    for (code, group) in &asides {
        if !group.certain.is_empty() && !d.undecided.iter().any(|u| u.code == *code) {
            out.fail("undecided.code", format!("is nowhere {code}, the reason of some motions"));
        }
    }
    // Of motions that gouge it is not told which; but it is one of them.
    let gouges = |i: &usize| reading.verdict(*i).is_none_or(|v| v == Verdict::Gouge);
    for u in d.undecided.iter().filter(|u| u.motions == 0 && u.gouging > 0) {
        let mut named = (0..program.steps.len()).filter(gouges);
        if !named.any(|i| stands_at(u, program, &program.steps[i])) {
            let what = format!("of {} is {}, where no motion gouges", u.code, u.line);
            out.fail("undecided.line", what);
        }
    }
    let able = reading.able();
    for u in d.undecided.iter().filter(|u| u.motions > 0) {
        reading.group(u, &asides, &able, out);
        reading.bounds(u, &able, out);
    }
}

/// A report beside the program that it is about.
struct Reading<'a> {
    d: &'a Document,
    program: &'a Program,
}

impl<'a> Reading<'a> {
    fn declared(&self, s: &Step) -> bool {
        self.d.inputs.tools.iter().any(|t| t.number == s.tool)
    }

    /// Of a motion, where motions are listed.
    fn verdict(&self, i: usize) -> Option<Verdict> {
        Some(self.d.motions.as_ref()?.get(i)?.verdict)
    }

    /// Whether a motion may be undecided.
    fn open(&self, i: usize) -> bool {
        self.verdict(i).is_none_or(|v| v == Verdict::Unknown)
    }

    /// Motions that were looked at and may be undecided.
    fn able(&self) -> Vec<usize> {
        let looked_at = |s: &Step| s.path.is_ok() && self.declared(s);
        let steps = self.program.steps.iter().enumerate();
        steps.filter(|&(i, s)| self.open(i) && looked_at(s)).map(|(i, _)| i).collect()
    }

    /// Motions that were not looked at, by the code of the reason.
    fn set_aside(&self) -> BTreeMap<&'a str, Asides> {
        let Reading { d, program } = *self;
        // What leads to the first known place is accepted, where there is one.
        let arrives = program.steps.iter().any(|s| match &s.path {
            Ok(_) => true,
            Err(aside) => aside.stands.is_some() || !aside.approach,
        });
        let start = arrives && d.options.accepts("start=safe");
        let home = d.options.accepts("home=safe");
        let mut asides: BTreeMap<&str, Asides> = BTreeMap::new();
        for (i, s) in program.steps.iter().enumerate().filter(|(i, _)| self.open(*i)) {
            let (code, certain) = match &s.path {
                Err(aside) => {
                    let accepted = (aside.approach && start) || (aside.code == MACHINE && home);
                    if accepted {
                        continue;
                    }
                    let sure =
                        ![START, MACHINE].contains(&aside.code) || !self.declared(s) || !s.high;
                    (aside.code, sure || self.verdict(i).is_some())
                }
                Ok(_) if self.declared(s) => continue,
                Ok(_) => (if s.tool == 0 { NO_TOOL } else { UNDECLARED }, true),
            };
            let group = asides.entry(code).or_default();
            group.all.push(i);
            if certain {
                group.certain.push(i);
            }
        }
        asides
    }

    /// The bounds of a group: of what is listed, some that stayed open has each of them.
    fn bounds(&self, u: &Undecided, able: &[usize], out: &mut Out) {
        let Some([lo, hi]) = u.depth_mm else { return };
        let motions = self.d.motions.as_ref();
        let is_said = |k: usize, bound: f64| {
            motions.is_none_or(|all| {
                able.iter().any(|&i| all.get(i).is_some_and(|m| m.depth_mm[k] == bound))
            })
        };
        let told = 0.0 <= lo && lo <= hi && hi.is_finite() && is_said(0, lo) && is_said(1, hi);
        if !told {
            let what = format!("[{lo}, {hi}] of {} are the bounds of no open motion", u.code);
            out.fail("undecided.depth_mm", what);
        }
    }

    /// One group: how many motions it has, and where the first of them stands.
    fn group(&self, u: &Undecided, asides: &BTreeMap<&str, Asides>, able: &[usize], out: &mut Out) {
        let Reading { d, program } = *self;
        let searched = |code: &str| LOOKED_AT.contains(&code) || code == STOPPED;
        let first: &[usize] = match asides.get(u.code.as_str()) {
            Some(group) => {
                let (least, most) = (group.certain.len() as u64, group.all.len() as u64);
                if !(least..=most).contains(&u.motions) {
                    let what = format!("of {} are not {least} to {most}", u.code);
                    out.fail("undecided.motions", what);
                }
                let surely = group.certain.first();
                let until = surely.map_or(group.all.len(), |i| {
                    group.all.iter().position(|own| own == i).map_or(0, |at| at + 1)
                });
                &group.all[..until]
            }
            None if searched(&u.code) => {
                // The first of all that were looked at, where they are listed and one reason holds
                // for all of them.
                let codes = d.undecided.iter().filter(|u| searched(&u.code) && u.motions > 0);
                let alone = d.motions.is_some() && u.code != STOPPED && codes.count() == 1;
                if alone { &able[..able.len().min(1)] } else { able }
            }
            None => {
                let what = format!("`{}` is the reason of no motion", u.code);
                return out.fail("undecided.code", what);
            }
        };
        if !first.iter().any(|&i| stands_at(u, program, &program.steps[i])) {
            let line = first.first().map_or(0, |&i| program.steps[i].span.line);
            let what = format!("of {} is not {line}, that of the first of these motions", u.code);
            out.fail("undecided.line", what);
        }
    }
}

fn stands_at(u: &Undecided, program: &Program, step: &Step) -> bool {
    let shown = u.block.as_ref().is_none_or(|block| program.shows(step.span, block));
    shown && (u.line, u.column) == (step.span.line, step.span.column)
}

/// A place is the same in the program's coordinates and in the part's.
pub(crate) fn places(
    d: &Document,
    placement: &Placement,
    units: &str,
    failures: &mut Vec<Failure>,
) {
    let mut out = Out(failures);
    let inch = if units == "inch" { 25.4 } else { 1.0 };
    for u in &d.undecided {
        let same = match (u.place_program, u.place_mm) {
            (None, None) => true,
            (Some(program), Some(part)) => {
                let there = placement.to_part(Vec3::from(program) * inch);
                (there - Vec3::from(part)).norm() <= SLACK_MOST_MM
            }
            _ => false,
        };
        if !same {
            out.fail("undecided.place_program", "is not the same place as `place_mm`");
        }
    }
}
