//! What a report warns of and takes for granted: nothing may be missing there that its own settings
//! and the reading of its program give rise to.

use std::path::Path;

use crate::document::Document;
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
    for name in accepted.chain(d.options.start_mm.map(|_| "start")) {
        if !d.assumptions.iter().any(|a| a.name == name) {
            out.fail("assumptions", format!("lack `{name}`, which the options take for granted"));
        }
    }
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
