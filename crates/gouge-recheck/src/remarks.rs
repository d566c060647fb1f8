//! The warnings and assumptions of a report: none may be missing that its own settings and the
//! reading of its program give rise to.

use std::path::Path;

use crate::document::{Assumption, Document};
use crate::failures::Out;
use crate::program::Program;

/// Warnings and assumptions of the program and of the options that the report lacks.
pub(crate) fn agree(d: &Document, program: &Program, out: &mut Out) {
    for (line, column, code) in &program.warnings {
        // Where warnings are denied, they stand among what leaves the verdict open.
        let place = (*line, *column, code.as_str());
        let said = d.warnings.iter().any(|w| (w.line, w.column, w.code.as_str()) == place)
            || d.undecided.iter().any(|u| (u.line, u.column, u.code.as_str()) == place);
        if !said {
            out.fail("warnings", format!("lack {code} at line {line}, column {column}"));
        }
    }
    for (name, value, line) in &program.assumptions {
        let source = format!("line {line}");
        let said = d
            .assumptions
            .iter()
            .any(|a| (&a.name, &a.value, a.source.as_str()) == (name, value, source.as_str()));
        if !said {
            out.fail("assumptions", format!("lack `{name}`: {value}, of {source}"));
        }
    }
    let accepted = d.options.accepted.iter().map(|text| text.split('=').next().unwrap_or(text));
    // The tool in the spindle is listed where it counts.
    let accepted = accepted.map(str::trim).filter(|name| *name != "tool");
    for name in accepted {
        if !d.assumptions.iter().any(|a| a.name == name) {
            out.fail("assumptions", format!("lack `{name}`, which the options take for granted"));
        }
    }
    places(d, out);
}

/// Where the tool stands at first and where machine zero lies is what the options say. Machine zero
/// is listed where something rests on it.
fn places(d: &Document, out: &mut Out) {
    for (name, place) in [("start", d.options.start_mm), ("home", d.options.home_mm)] {
        let told = place.map(point);
        let of_options = d.assumptions.iter().filter(|a| a.name == name && !is_of_program(a));
        let accepted = d.options.accepts(&format!("{name}=safe"));
        for a in of_options.clone().filter(|_| !accepted) {
            if told.as_ref() != Some(&a.value) {
                let options = told.as_deref().unwrap_or("none");
                let what = format!("have `{name}`: {}, and the options {options}", a.value);
                out.fail("assumptions", what);
            }
        }
        if let Some(told) = told.filter(|_| name == "start")
            && !of_options.into_iter().any(|a| a.value == told)
        {
            let what = format!("lack `{name}`: {told}, which the options take for granted");
            out.fail("assumptions", what);
        }
    }
}

/// Whether it comes from a line of the program.
fn is_of_program(a: &Assumption) -> bool {
    a.source.starts_with("line ")
}

/// "X0 Y0 Z60", axes that are not known left out.
fn point(place: [Option<f64>; 3]) -> String {
    let axes = ["X", "Y", "Z"].iter().zip(place);
    let known = axes.filter_map(|(axis, v)| v.map(|v| format!("{axis}{v}")));
    known.collect::<Vec<_>>().join(" ")
}

/// The subprogram files are those that the program calls, in the order of their first calls, with
/// the bytes that were checked.
pub(crate) fn subprograms(d: &Document, program: &Program, out: &mut Out) {
    let said = &d.inputs.program.subprograms;
    if said.len() != program.subprograms.len() {
        let names: Vec<&str> = program.subprograms.iter().map(|(name, _)| name.as_str()).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return out.fail("inputs.program.subprograms", format!("are not those called: {names}"));
    }
    for (said, (name, digest)) in said.iter().zip(&program.subprograms) {
        if said.sha256 != *digest {
            let what = format!("of {name} is {digest}: not the file that was checked");
            out.fail("inputs.program.subprograms.sha256", what);
        }
        // The folder may be found beside the report, and `./` stands only before what is not.
        let file = Path::new(&said.file);
        if !Path::new(name).ends_with(file.strip_prefix(".").unwrap_or(file)) {
            let what = format!("{} is not {name}, which the program calls there", said.file);
            out.fail("inputs.program.subprograms.file", what);
        }
    }
}
