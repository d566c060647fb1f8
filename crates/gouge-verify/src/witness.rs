//! The witness of a gouge: what a reader gets to know of it.

use super::body::Body;
use super::finding::{Finding, PartSide, WitnessSide};
use super::interior::Reached;
use super::thresholds::Thresholds;
use super::verdict::Trial;
use gouge_mesh::geom::Vec3;
use gouge_nc::MotionRef;

/// What a reader gets to know of a gouge: of a trial that [`Trial::shows`] one.
pub(super) fn finding(
    index: u32,
    motion: &MotionRef,
    body: u32,
    trial: &Trial,
    target: &Body,
    thresholds: &Thresholds,
) -> Finding {
    // Within the allowance a tool stays off the part; elsewhere no surface in it says nothing.
    let stays_off = thresholds.allowance(target) > 0.0 && trial.surface.contact.is_some();
    let least = if stays_off { f64::NEG_INFINITY } else { 0.0 };
    let mut finding = Finding {
        motion: index,
        span: motion.span,
        kind: motion.kind,
        tool: motion.tool,
        operation: motion.operation,
        role: trial.role,
        body,
        side: WitnessSide::Tool,
        triangle: 0,
        t: 0.0,
        dogleg: trial.surface.dogleg,
        control_point: Vec3::zeros(),
        surface_point: Vec3::zeros(),
        inner_point: None,
        normal: Vec3::zeros(),
        tool_side: trial.surface.depth.map(|d| d.max(least)),
        part_side: None,
        depth: thresholds.judged(target, trial.surface.depth, trial.part),
        lift: None,
        shift: None,
        buried: trial.buried(),
    };
    match (&trial.reached, &trial.surface.contact) {
        (Some(reached), contact)
            if contact.is_none()
                || !thresholds.counts_tool_side(target)
                || reached.depth > trial.surface.depth[0] =>
        {
            finding.side = WitnessSide::Part;
            (finding.triangle, finding.t) = (reached.triangle, reached.t);
            (finding.control_point, finding.dogleg) = (reached.control, reached.dogleg);
            (finding.surface_point, finding.inner_point) =
                (reached.foot, Some(Box::new(reached.x)));
        }
        (_, Some(contact)) => {
            (finding.triangle, finding.t) = (contact.triangle, contact.t);
            (finding.control_point, finding.surface_point) = (contact.control, contact.point);
        }
        (_, None) => {}
    }
    let part_side = |r: &Reached| PartSide {
        depth: [trial.part[0], trial.part[1].max(trial.part[0])],
        inner: r.x,
        triangle: r.triangle,
        point: r.foot,
        t: r.t,
    };
    finding.part_side = trial.reached.as_deref().map(part_side).map(Box::new);
    finding.normal = target.outward(finding.triangle);
    finding
}
