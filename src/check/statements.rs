//! What a report states about the check itself: options, job file, boxes, assumptions, suspicions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::loaded::Loaded;
use super::read::Read;
use super::{Check, Opened};
use crate::geom::Aabb;
use crate::mesh::Says;
use crate::nc::{self, Manner, Motions};
use crate::report::data::{Assumption, Boxes, MeshInput, Options};
use crate::report::{Remark, Report, codes, span};
use crate::verify::{self, scale};

impl Check {
    /// What nothing proves.
    pub(super) fn assumptions(&self, read: &Read, tools: &[Assumption]) -> Vec<Assumption> {
        let point = |p: [Option<f64>; 3]| {
            let axes = ["X", "Y", "Z"].iter().zip(p);
            let known = axes.filter_map(|(axis, v)| v.map(|v| format!("{axis}{v}")));
            known.collect::<Vec<_>>().join(" ")
        };
        let declared = |name: &str, value: Option<[Option<f64>; 3]>| {
            value.map(|p| Assumption {
                name: name.to_owned(),
                value: point(p),
                source: self.settings.source(name).unwrap_or("option").to_owned(),
            })
        };
        let rests = |m: &Manner| m.machine || self.travel.stated().is_some();
        let home = self.reading.home.filter(|_| read.motions.manners().any(rests));
        let facts = declared("start", self.reading.start).into_iter().chain(declared("home", home));
        let of_program = read.assumptions.iter().map(|a| Assumption {
            name: a.name.to_owned(),
            value: a.value.clone(),
            source: format!("line {}", a.span.line),
        });
        facts.chain(of_program).chain(tools.iter().cloned()).collect()
    }

    /// On which side of an open surface the material is, nothing proves either.
    pub(super) fn material(&self, loaded: &[Loaded], outcome: &verify::Outcome) -> Vec<Assumption> {
        let open = |l: &&Loaded| {
            let mut facets = 0..l.mesh.triangles.len();
            facets.any(|i| l.defects.shells.says(i) == Says::Loose)
        };
        let files = loaded.iter().filter(|_| outcome.coverage.checked > 0).filter(open);
        let entry = |l: &Loaded| Assumption {
            name: "material".to_owned(),
            value: "below the surface, away from its normals, where it is open".to_owned(),
            source: l.input.path.clone(),
        };
        files.map(entry).collect()
    }

    /// That what fits but for rounding is one surface, nothing proves either.
    pub(super) fn cracks(loaded: &[Loaded], outcome: &verify::Outcome) -> Vec<Assumption> {
        let files = loaded.iter().filter(|_| outcome.coverage.checked > 0);
        let cracked = files.filter(|l| l.defects.shells.crack_mm() > 0.0);
        let entry = |l: &Loaded| Assumption {
            name: "cracks".to_owned(),
            value: format!("closed, no wider than {:.1e} mm", l.defects.shells.crack_mm()),
            source: l.input.path.clone(),
        };
        cracked.map(entry).collect()
    }

    /// How faces that are not flat are cut into triangles, a file does not say.
    pub(super) fn bent(loaded: &[Loaded], outcome: &verify::Outcome) -> Vec<Assumption> {
        let files = loaded.iter().filter(|_| outcome.coverage.checked > 0);
        let entry = |l: &Loaded| Assumption {
            name: "faces".to_owned(),
            value: format!(
                "as cut into triangles here; cut another way, up to {:.4} mm elsewhere",
                l.bent
            ),
            source: l.input.path.clone(),
        };
        files.filter(|l| l.bent > 0.0).map(entry).collect()
    }

    /// That the numbers of a transform are a rotation but for rounding.
    pub(super) fn rounded(&self, loaded: &[Loaded]) -> Option<Assumption> {
        let all = loaded.iter().map(|l| l.mesh.bounds()).fold(Aabb::EMPTY, |a, b| a.union(&b));
        let corner = |i: usize| {
            let at = |axis: usize| if i >> axis & 1 == 0 { all.lo[axis] } else { all.hi[axis] };
            self.placement.off_mm(self.placement.work_to_part([at(0), at(1), at(2)].into()))
        };
        // The farthest point of a box is one of its corners.
        let off = if all.is_empty() { 0.0 } else { (0..8).map(corner).fold(0.0, f64::max) };
        let source = self.settings.source("transform").unwrap_or("option").to_owned();
        // Rounded up in the two digits that are written.
        (off > 0.0).then(|| Assumption {
            name: "transform".to_owned(),
            value: format!(
                "the nearest rotation, up to {:.1e} mm from where its rounded numbers put the part",
                1.05 * off
            ),
            source,
        })
    }

    /// Where parts and cutting lie in program coordinates.
    pub(super) fn boxes(&self, loaded: &[Loaded], outcome: &verify::Outcome) -> Boxes {
        let shift = self.placement.program_to_work();
        let corners =
            |b: Aabb| (!b.is_empty()).then(|| [(b.lo - shift).into(), (b.hi - shift).into()]);
        let parts = loaded.iter().take(self.parts.len());
        let part = parts.map(|l| l.mesh.bounds()).fold(Aabb::EMPTY, |a, b| a.union(&b));
        Boxes { part: corners(part), cutting: corners(outcome.cutting) }
    }

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

    /// Says so when the program is 25.4 times as large as the parts, or as small.
    pub(super) fn scale(&self, loaded: &[Loaded], motions: &Motions) -> Option<Remark> {
        let parts = loaded.iter().take(self.parts.len()).map(|l| l.mesh.bounds());
        let found = scale::mismatch(&parts.reduce(|a, b| a.union(&b))?, motions)?;
        let [x, y] = found.ratio;
        let message = format!(
            "the cutting motions are {x:.3} times as long in X and {y:.3} times in Y as the part: \
             one of them may be in inches"
        );
        Some(Remark { span: found.span, code: nc::code::SCALE, message })
    }
}

/// The suspicion that program and part have nothing to do with each other.
pub(super) fn far(boxes: &Boxes) -> Remark {
    let part = boxes.part.map_or_else(|| "nowhere".to_owned(), span);
    let message = match boxes.cutting {
        Some(cutting) => format!(
            "no cutting motion comes near the part: the part lies at {part}, the cutting at {}",
            span(cutting)
        ),
        None => format!("nothing cuts, and no rapid comes near the part, which lies at {part}"),
    };
    Remark { span: nc::Span::default(), code: codes::PLACE, message }
}

/// The counters of the search, by name.
pub(super) fn counters(stats: &crate::tree::Stats) -> BTreeMap<String, u64> {
    [
        ("nodes", stats.nodes),
        ("triangles", stats.triangles),
        ("front_kept", stats.kept),
        ("front_dropped", stats.dropped),
        ("front_raised", stats.raised),
    ]
    .map(|(name, count)| (name.to_owned(), count))
    .into()
}
