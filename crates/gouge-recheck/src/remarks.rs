//! The files that a program calls.

use std::path::Path;

use crate::document::Document;
use crate::failures::Out;
use crate::program::Program;

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
