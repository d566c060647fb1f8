//! Regions of gouges that are told of before a check is over.

use super::region::Gouges;
use super::{Draft, Region, Report};
use crate::mesh::Mesh;
use crate::report::excerpt::Texts;
use crate::report::placement::Placement;
use crate::verify::{Coverage, Sighting};

/// Shows `sightings` as regions of `report`, numbered after its own: nothing is advised yet, and
/// later they may turn out deeper or belong together. `meshes` are all its bodies in work
/// coordinates, parts first.
pub fn sighted(
    report: &Report,
    placement: Placement,
    texts: &Texts,
    meshes: &[&Mesh],
    sightings: &[Sighting],
) -> Vec<Region> {
    let draft = Draft {
        inputs: report.inputs.clone(),
        options: report.options.clone(),
        tolerance: report.tolerance_mm,
        placement,
        texts,
        meshes,
        findings: &[],
        regions: &[],
        program: &[],
        operations: &[],
        zones: Vec::new(),
        motions: &[],
        coverage: Coverage::default(),
        budget: report.error_budget_mm,
        refusals: &[],
        warnings: Vec::new(),
        boxes: report.boxes_program_mm.clone(),
        suspicions: Vec::new(),
        missing: Vec::new(),
        assumptions: Vec::new(),
        job: None,
        moves: false,
    };
    let region = |(sighting, id): (&Sighting, u32)| {
        let motion = sighting.worst.motion;
        let holds = |range: [u32; 2]| range[0] <= motion && motion <= range[1];
        let operation = report.operations.iter().find(|o| holds(o.motion_range));
        let region = draft.region(id, &Gouges::seen(sighting), operation);
        Region { advice: Vec::new(), ..region }
    };
    sightings.iter().zip(report.regions.len() as u32 + 1..).map(region).collect()
}
