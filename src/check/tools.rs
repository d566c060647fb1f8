//! The tools that a program uses, both prepared for the check and in the form that the report
//! shows.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::declarations::parse;
use super::shape;
use super::tool_name::{name, with_article};
use super::tool_note::differences;
use crate::error::Result;
use crate::nc::ToolNote;
use crate::report::Remark;
use crate::report::data::{Assumption, ToolInput};
use crate::tool::library::Declared;
use crate::tool::{Shape, Spec};

/// The tools a program uses.
#[derive(Default)]
pub struct Tools {
    /// Ready to be checked.
    pub specs: BTreeMap<u32, Spec>,
    /// As the report shows them.
    pub inputs: Vec<ToolInput>,
    /// What is to be said about them.
    pub remarks: Vec<Remark>,
    /// Those that only a comment describes.
    pub assumptions: Vec<Assumption>,
}

impl Tools {
    /// Says where comments have other figures than the declaration, once for each figure.
    pub(super) fn compare(&mut self, number: u32, shape: &Shape, notes: &[ToolNote]) {
        for note in notes.iter().filter(|note| note.number == number) {
            let Some(remark) = differences(note, shape) else { continue };
            if self.remarks.iter().all(|said| said.message != remark.message) {
                self.remarks.push(remark);
            }
        }
    }

    /// Takes over a tool that only a comment describes.
    pub(super) fn take_commented(&mut self, spec: String, note: &ToolNote) -> Result<()> {
        let declared = Declared {
            spec,
            base: PathBuf::new(),
            source: format!("the program's comment on line {}", note.span.line),
            assumed: Vec::new(),
            unit_taken: false,
        };
        let spec = parse(note.number, &declared, &declared.source)?;
        let (number, name) = (note.number, name(&spec));
        let message = format!("T{number} is taken from this comment: {name}");
        self.remarks.push(Remark { span: note.span, code: "T011", message });
        self.assumptions.push(Assumption {
            name: "tool".to_owned(),
            value: format!("T{number} is {}", with_article(&name)),
            source: format!("comment on line {}", note.span.line),
        });
        self.take(number, spec, &declared);
        Ok(())
    }

    /// Takes over a tool that is declared.
    pub(super) fn take(&mut self, number: u32, spec: Spec, declared: &Declared) {
        let assumed = declared.assumed.iter().map(|what| format!("T{number} {what}"));
        self.assumptions.extend(assumed.map(|value| Assumption {
            name: "tool".to_owned(),
            value,
            source: declared.source.clone(),
        }));
        self.inputs.push(ToolInput {
            number,
            kind: spec.shape.kind().to_owned(),
            spec: declared.spec.clone(),
            name: name(&spec),
            source: declared.source.clone(),
            base: declared.base.display().to_string(),
            sha256: spec.files.iter().map(|file| file.sha256.clone()).collect(),
            components: shape::components(&spec),
        });
        self.specs.insert(number, spec);
    }
}
