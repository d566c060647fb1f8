//! Where part and cutting lie in program coordinates, compared with meshes and motions, and whether
//! they are near each other.

use std::collections::BTreeMap;

use gouge_mesh::geom::Vec3;

use crate::Failure;
use crate::document::{Corners, Document, Kind};
use crate::failures::Out;
use crate::place::Placement;
use crate::program::Program;
use crate::surface::Surface;
use crate::tolerance::{NEAR_MM, SLACK_MOST_MM};
use crate::tool::Body;

/// A box that no point is in.
const EMPTY: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// The boxes of a report that are not those of its parts and of its cutting motions.
pub(crate) fn agree(
    d: &Document,
    placement: &Placement,
    parts: &[Surface],
    program: &Program,
    failures: &mut Vec<Failure>,
) {
    let Some(said) = &d.boxes_program_mm else { return };
    let mut out = Out(failures);
    let empty = EMPTY.map(Vec3::repeat);
    let join = |a: [Vec3; 2], b: [Vec3; 2]| [a[0].inf(&b[0]), a[1].sup(&b[1])];
    let corners = parts.iter().flat_map(|part| part.facets.iter().flatten());
    let part = corners.map(|v| [placement.to_program(v); 2]).fold(empty, join);
    if !between(said.part, [part, part]) {
        out.fail("boxes_program_mm.part", format!("is not {}", words(part)));
    }
    let declared = |tool: u32| d.inputs.tools.iter().any(|t| t.number == tool);
    let cutting = program.steps.iter().filter(|s| s.kind != Kind::Rapid && declared(s.tool));
    let ways = cutting.filter_map(|s| Some(s.path.as_ref().ok()?.bounds()));
    let both = ways.fold([empty; 2], |a, b| [join(a[0], b[0]), join(a[1], b[1])]);
    if !between(said.cutting, both) {
        out.fail("boxes_program_mm.cutting", format!("is not {}", words(both[0])));
    }
}

/// The code of a report whose cutting comes nowhere near a part.
const FAR: &str = "G020";

/// A program that comes nowhere near the part proves nothing: where every cutting motion is farther
/// from every part than its tool is wide and than the part is large, that must be said. Where
/// nothing cuts, rapids count.
pub(crate) fn far(
    d: &Document,
    placement: &Placement,
    parts: &[Surface],
    tools: &BTreeMap<u32, Body>,
    program: &Program,
    failures: &mut Vec<Failure>,
) {
    if d.options.accepts("place") || d.undecided.iter().any(|u| u.code == FAR) {
        return;
    }
    let boxes: Vec<[Vec3; 2]> = parts
        .iter()
        .map(|part| {
            let corners = part.facets.iter().flatten().map(|v| placement.to_program(v));
            corners.fold(EMPTY.map(Vec3::repeat), |[lo, hi], v| [lo.inf(&v), hi.sup(&v)])
        })
        .collect();
    let known = program.steps.iter().filter_map(|s| {
        let (bounds, diameter) =
            (s.path.as_ref().ok()?.bounds()[1], tools.get(&s.tool)?.diameter());
        Some((s.kind != Kind::Rapid, bounds, diameter))
    });
    let known: Vec<_> = known.collect();
    let cuts = known.iter().any(|(cuts, ..)| *cuts);
    let mut counting = known.into_iter().filter(|own| own.0 == cuts).peekable();
    let near = |(_, [lo, hi], diameter): (bool, [Vec3; 2], f64)| {
        boxes.iter().any(|part| {
            let size = (part[1] - part[0]).max().min(NEAR_MM);
            let wide = Vec3::repeat(diameter.max(size) + SLACK_MOST_MM);
            let (lo, hi) = (lo - wide, hi + wide);
            // The tool stands above the control point.
            (0..2).all(|i| lo[i] <= part[1][i] && part[0][i] <= hi[i]) && lo.z <= part[1].z
        })
    };
    if counting.peek().is_some() && !counting.any(near) {
        Out(failures).fail("undecided", format!("lack {FAR}: no motion comes near a part"));
    }
}

/// Whether a box holds the first and is within the second; one that is not said is empty.
fn between(said: Option<Corners>, [inner, outer]: [[Vec3; 2]; 2]) -> bool {
    let Some([lo, hi]) = said else { return inner[0].x > inner[1].x };
    let room = Vec3::repeat(SLACK_MOST_MM);
    let within = |a: Vec3, b: Vec3| (0..3).all(|i| a[i] <= b[i]);
    let (lo, hi) = (Vec3::from(lo), Vec3::from(hi));
    within(lo, inner[0] + room)
        && within(inner[1] - room, hi)
        && within(outer[0] - room, lo)
        && within(hi, outer[1] + room)
}

fn words([lo, hi]: [Vec3; 2]) -> String {
    if lo.x > hi.x {
        return "null: there is nothing to be in it".to_owned();
    }
    format!("{:?} to {:?}", lo.as_slice(), hi.as_slice())
}
