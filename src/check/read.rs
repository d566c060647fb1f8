//! The program as the interpreter reads it for a check.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::Check;
use super::reading::{Program, sub_files, units_name};
use crate::error::Result;
use crate::memory;
use crate::nc::{self, Event, Motions, Refusal, ToolNote};
use crate::report::{Remark, SubFile};

/// What the interpreter handed out.
#[derive(Default)]
pub(super) struct Read {
    pub(super) motions: Motions,
    pub(super) refusals: Vec<Refusal>,
    pub(super) warnings: Vec<Remark>,
    pub(super) notes: Vec<ToolNote>,
    pub(super) assumptions: Vec<nc::Assumption>,
    pub(super) files: Vec<SubFile>,
    /// Where files of subprograms were looked for and were not.
    pub(super) absent: Vec<PathBuf>,
    pub(super) operations: Vec<nc::Operation>,
    pub(super) units: &'static str,
}

impl Check {
    /// Every motion, and what else was said on the way.
    pub(super) fn read(&self, program: &Program) -> Result<Read> {
        let mut diameters = self.declarations.diameters()?;
        self.reading.add_commented(&program.path, &program.source(), &mut diameters)?;
        let mut options = self.reading.options(&program.path, &diameters)?;
        if self.settings.text("max_motions").is_none() {
            options.max_motions = options.max_motions.min(memory::motions());
        }
        let mut read = Read::default();
        let (mut full, mut messages) = (false, 0);
        let most_messages = memory::messages();
        let summary = nc::Interpreter::new(options.clone()).run(&program.source(), |event| {
            if !matches!(event, Event::Motion(_)) {
                messages += 1;
                if messages > most_messages {
                    return ControlFlow::Break(());
                }
            }
            match event {
                Event::Motion(m) => {
                    if !read.motions.has_room() {
                        full = true;
                        return ControlFlow::Break(());
                    }
                    read.motions.push(m);
                }
                Event::Refusal(r) => read.refusals.push(r),
                Event::Warning(nc::Warning { span, code, message }) => {
                    read.warnings.push(Remark { span, code, message });
                }
                Event::ToolNote(n) => read.notes.push(n),
                Event::Assumption(a) => read.assumptions.push(a),
                Event::Zero(zero) => read.motions.put_zero(zero),
            }
            ControlFlow::Continue(())
        });
        let count = read.motions.len() as u64;
        if full {
            return Err(memory::too_many_motions(read.motions.len()));
        }
        if messages > most_messages {
            return Err(memory::too_many_messages(most_messages));
        }
        memory::expect(count.saturating_mul(memory::OF_MOTION), "checking the motions")?;
        read.units = units_name(&summary);
        read.files = sub_files(&summary);
        read.absent = summary.absent;
        read.operations = summary.operations;
        Ok(read)
    }
}
