//! Regions of gouges that are reported before a check is over.

use super::region::Gouges;
use super::{Draft, Listed, Region, Report, case};
use crate::mesh::Mesh;
use crate::nc::Motions;
use crate::report::data::Operation;
use crate::report::excerpt::Texts;
use crate::report::placement::Placement;
use crate::verify::{self, Coverage, Findings, Outcomes, Sighting};

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
    let operation = |sighting: &Sighting| {
        let motion = sighting.worst.motion;
        let holds = |range: [u32; 2]| range[0] <= motion && motion <= range[1];
        report.operations.iter().find(|o| holds(o.motion_range))
    };
    let asked = asked(report, sightings, operation);
    let draft = Draft {
        inputs: report.inputs.clone(),
        options: report.options.clone(),
        asked: &asked,
        placement,
        texts,
        meshes,
        findings: &Findings::default(),
        regions: &[],
        program: &Motions::default(),
        operations: &[],
        zones: Vec::new(),
        motions: &Outcomes::default(),
        coverage: Coverage::default(),
        budget: report.error_budget_mm,
        refusals: &[],
        warnings: Vec::new(),
        boxes: report.boxes_program_mm.clone(),
        suspicions: Vec::new(),
        missing: Vec::new(),
        assumptions: Vec::new(),
        job: None,
        listed: Listed::Nothing,
    };
    let region = |(sighting, id): (&Sighting, u32)| {
        let region =
            draft.region(id, &Gouges::seen(sighting, &draft.placement), operation(sighting));
        Region { advice: Vec::new(), ..region }
    };
    sightings.iter().zip(report.regions.len() as u32 + 1..).map(region).collect()
}

/// What the report says that sightings are held to.
fn asked<'a>(
    report: &Report,
    sightings: &[Sighting],
    operation: impl Fn(&Sighting) -> Option<&'a Operation>,
) -> verify::Options {
    let mut asked = verify::Options {
        tolerance: report.tolerance_mm,
        allowance: report.options.allowance_mm,
        deviation: report.options.deviation_mm,
        ..verify::Options::default()
    };
    for sighting in sightings {
        let (role, body) = report.inputs.body(sighting.worst.body);
        let own = operation(sighting).and_then(|o| o.limits_before(role, body));
        if let Some(limits) = own {
            let [tolerance, allowance, deviation] =
                [limits.tolerance_mm, limits.allowance_mm, limits.deviation_mm];
            asked
                .own
                .put(case(&sighting.worst), verify::Limits { tolerance, allowance, deviation });
        }
    }
    asked
}
