//! The options of a check as its report states them.

use std::path::PathBuf;

use super::{Check, Opened};
use crate::report::Report;
use crate::report::data::{MeshInput, Options};

impl Check {
    /// Whether a report is of these files, tools and options, whatever it found.
    pub fn would_state(&self, opened: &Opened, report: &Report) -> bool {
        let names = |list: &[PathBuf]| -> Vec<String> {
            list.iter().map(|path| path.display().to_string()).collect()
        };
        let stated = |list: &[MeshInput]| -> Vec<String> {
            list.iter().map(|mesh| mesh.path.clone()).collect()
        };
        let inputs = &report.inputs;
        inputs.program.path == self.program.display().to_string()
            && stated(&inputs.parts) == names(&self.parts)
            && stated(&inputs.fixtures) == names(&self.fixtures)
            && inputs.tools == opened.tools.inputs
            && report.tolerance_mm == self.limits.all.tolerance
            && report.options == self.options(opened)
    }

    /// The options as the report shows them.
    pub(super) fn options(&self, opened: &Opened) -> Options {
        let r = &self.reading;
        let text = |p: &PathBuf| p.display().to_string();
        Options {
            allowance_mm: self.limits.all.allowance,
            deviation_mm: self.limits.all.deviation,
            limits: self.limits_used(opened),
            travel_mm: self.travel.stated(),
            tool_change_mm: r.tool_change,
            mesh_units: self.units.name().to_owned(),
            placement: self.placement.rows(),
            start_mm: r.start,
            home_mm: r.home,
            block_delete: r.block_delete,
            max_motions: r.max_motions,
            accepted: self.accepted.texts(),
            spindle: opened.spindle.lines(),
            rapid: r.rapid.clone(),
            whole_units: r.whole_units,
            compensation: r.compensation.clone(),
            offsets_mm: r.offsets.clone(),
            tool_table: r.tool_table.as_ref().map(text),
            tool_table_units: r.table_units.clone().filter(|_| r.tool_table.is_some()),
            subprograms: r.subprograms.iter().map(text).collect(),
        }
    }
}
