//! Runs the search and makes the report of what it found.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::missing::{Findings, missing};
use super::placed_mesh::PlacedMesh;
use super::suspicions::far;
use super::watch::{Phase, Watch};
use super::{Check, Opened, Running};
use crate::files::sha256;
use crate::geom::Aabb;
use crate::mesh::Mesh;
use crate::picture::{Scene, surface};
use crate::report::clearance::{self, Measured};
use crate::report::data::picture::Pictures;
use crate::report::data::{
    Boxes, ErrorBudget, Inputs, Missing, ProgramInput, Run, SubprogramInput,
};
use crate::report::operations::zones;
use crate::report::{Draft, Remark, Report, SubFile, Texts, build};
use crate::tree::Stats;
use crate::verify::{self, Body};

/// Answers and report take about this share of the time that reading the inputs took: of a limited
/// time so much is kept for them.
const REPORT_SHARE: f64 = 0.5;

/// What a reader is told beside the findings.
struct Remarks {
    warnings: Vec<Remark>,
    /// What leaves the verdict unknown.
    suspicions: Vec<Remark>,
}

/// How long it took, s.
struct Times {
    read: f64,
    check: f64,
}

/// What the search came to.
struct Found {
    outcome: verify::Outcome,
    /// Least distances, where they are asked for.
    distances: Option<verify::Clearances>,
    times: Times,
}

impl Check {
    /// Checks the motions that are not `proved` clean against what was read, puts the report
    /// together.
    pub(super) fn conclude(
        &self,
        mut opened: Opened,
        (loaded, bodies): (&[PlacedMesh], Vec<Body>),
        running: &Running,
        watch: &Watch,
        proved: Vec<Option<[f64; 2]>>,
    ) -> Report {
        let options = self.asked(&opened, running, proved);
        let mut remarks = self.remarks(&mut opened, loaded);
        let Found { outcome, distances, times } = find(&opened, &bodies, &options, running, watch);
        watch.enter(Phase::Report);
        let boxes = self.boxes(loaded, &outcome);
        if !outcome.within_reach && !self.accepted.place {
            remarks.suspicions.push(far(&boxes));
        }
        if running.deny_warnings {
            remarks.suspicions.append(&mut remarks.warnings);
        }
        let missing = self.missing(&opened, &outcome, &remarks, &boxes);
        let texts = Texts::new(&opened.program.bytes, &opened.read.files);
        let meshes: Vec<&Mesh> = loaded.iter().map(|l| &l.mesh).collect();
        let mut report = build(Draft {
            inputs: self.inputs(&opened, loaded, &texts),
            options: self.options(&opened),
            asked: &options,
            placement: self.placement,
            texts: &texts,
            meshes: &meshes,
            regions: &outcome.regions,
            findings: &outcome.findings,
            program: &opened.read.motions,
            operations: &opened.read.operations,
            zones: zones(options.tolerance, &running.zones),
            motions: &outcome.motions,
            coverage: outcome.coverage,
            budget: ErrorBudget {
                arc: outcome.budget.arc,
                tool_facets: outcome.budget.tool_facets,
                deviation: outcome.budget.deviation,
                float: outcome.budget.float,
                mesh_chord: self.mesh_chord,
            },
            refusals: &opened.read.refusals,
            warnings: remarks.warnings,
            boxes,
            suspicions: remarks.suspicions,
            missing,
            assumptions: self.assumptions(&opened, loaded, &outcome),
            job: self.job(),
            listed: running.listed,
        });
        report.clearances = distances.map(|found| {
            clearance::of(&Measured {
                found: &found,
                program: &opened.read.motions,
                notes: &opened.read.notes,
                texts: &texts,
                parts: self.parts.len() as u32,
                placement: self.placement,
                units: opened.read.units,
                tolerance: options.tolerance,
            })
        });
        let scene = Scene {
            meshes: &meshes,
            parts: self.parts.len(),
            motions: &opened.read.motions,
            outcomes: &outcome.motions,
            findings: &outcome.findings,
            tools: &opened.tools.specs,
            placement: self.placement,
        };
        report.surfaces = running.surfaces.then(|| surface::of(&scene, &outcome.regions, &options));
        report.pictures = running.pictures.then(|| Pictures::draw(&report, &scene, &texts));
        report.run = running.run_facts.then(|| run(running, &times, &outcome));
        report
    }

    /// What there is to say of the inputs.
    fn remarks(&self, opened: &mut Opened, loaded: &[PlacedMesh]) -> Remarks {
        let mut warnings = std::mem::take(&mut opened.read.warnings);
        warnings.extend(opened.tools.remarks.iter().cloned());
        warnings.extend(self.travel.remarks(&opened.read.motions, self.reading.home));
        warnings.extend(loaded.iter().flat_map(|l| l.remarks.iter().cloned()));
        let mut suspicions = Vec::new();
        match self.scale(loaded, &opened.read.motions) {
            Some(found) if self.accepted.units => warnings.push(found),
            found => suspicions.extend(found),
        }
        Remarks { warnings, suspicions }
    }

    /// What has to be declared before all is told.
    fn missing(
        &self,
        opened: &Opened,
        outcome: &verify::Outcome,
        remarks: &Remarks,
        boxes: &Boxes,
    ) -> Vec<Missing> {
        let codes: Vec<&'static str> = remarks.suspicions.iter().map(|s| s.code).collect();
        let top = |corners: Option<[[f64; 3]; 2]>| corners.map_or(0.0, |[_, hi]| hi[2]);
        let findings = Findings {
            motions: &opened.read.motions,
            outcomes: &outcome.motions,
            refusals: &opened.read.refusals,
            notes: &opened.read.notes,
            suspicions: &codes,
            dialect: self.reading.dialect,
            started: self.reading.start.is_some_and(|s| s.iter().all(Option::is_some)),
            start_accepted: self.accepted.start,
            top: top(boxes.part).max(top(boxes.cutting)),
        };
        missing(&findings, &self.declarations)
    }

    /// Where parts and cutting lie in program coordinates.
    pub(super) fn boxes(&self, loaded: &[PlacedMesh], outcome: &verify::Outcome) -> Boxes {
        let shift = self.placement.program_to_work();
        let corners =
            |b: Aabb| (!b.is_empty()).then(|| [(b.lo - shift).into(), (b.hi - shift).into()]);
        let parts = loaded.iter().take(self.parts.len());
        let part = parts.map(|l| l.mesh.bounds()).fold(Aabb::EMPTY, |a, b| a.union(&b));
        Boxes { part: corners(part), cutting: corners(outcome.cutting) }
    }

    /// The files as the report states them.
    fn inputs(&self, opened: &Opened, loaded: &[PlacedMesh], texts: &Texts) -> Inputs {
        let (parts, fixtures) = loaded.split_at(self.parts.len());
        Inputs {
            parts: parts.iter().map(|l| l.input.clone()).collect(),
            fixtures: fixtures.iter().map(|l| l.input.clone()).collect(),
            program: ProgramInput {
                path: self.program.display().to_string(),
                sha256: opened.sha256.clone(),
                lines: texts.count(),
                dialect: self.reading.dialect.name().to_owned(),
                units: opened.read.units.to_owned(),
                subprograms: opened.read.files.iter().map(subprogram).collect(),
            },
            tools: opened.tools.inputs.clone(),
        }
    }
}

/// Searches, with so much of a limited time kept as the report will take.
fn find(
    opened: &Opened,
    bodies: &[Body],
    options: &verify::Options,
    running: &Running,
    watch: &Watch,
) -> Found {
    let read = opened.began.elapsed().as_secs_f64();
    let kept = REPORT_SHARE * read * 1e9;
    watch.progress.kept.store(kept as u64, Ordering::Relaxed);

    let began = Instant::now();
    watch.enter(Phase::Motions);
    let (specs, motions) = (&opened.tools.specs, &opened.read.motions);
    let mut outcome = verify::check(bodies, specs, motions, options, &watch.progress);
    let check = began.elapsed().as_secs_f64();
    let distances = running.clearance.then(|| {
        let found = (&outcome.motions, &outcome.findings);
        verify::clearances(bodies, specs, motions, options, found, &watch.progress)
    });
    outcome.coverage.refused_blocks = opened.read.refusals.len() as u64;
    Found { outcome, distances, times: Times { read, check } }
}

fn subprogram(file: &SubFile) -> SubprogramInput {
    SubprogramInput { file: file.name.clone(), sha256: sha256(&file.bytes) }
}

/// Times and host facts.
fn run(running: &Running, times: &Times, outcome: &verify::Outcome) -> Run {
    Run {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine: running.engine.name.to_owned(),
        threads: rayon::current_num_threads() as u64,
        host: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        read_s: times.read,
        check_s: times.check,
        stats: running.counters.then(|| counters(&outcome.stats)),
    }
}

/// The counters of the search, by name.
fn counters(stats: &Stats) -> BTreeMap<String, u64> {
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
