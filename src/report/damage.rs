//! Whether a report that was read can be shown: pictures and views use its figures as they are.

use serde_json::Value;

use super::Report;
use crate::tolerance::LARGEST_MM;

/// What cannot be, and in which field; `None` of a report as it was written.
pub fn damage(report: &Report) -> Option<String> {
    boxes(report).or_else(|| figures(report))
}

/// Boxes have their least corner first.
fn boxes(report: &Report) -> Option<String> {
    let mut wrong: Option<String> = None;
    let mut expect = |field: std::fmt::Arguments, ordered: bool| {
        if !ordered && wrong.is_none() {
            wrong = Some(format!("{field}: the first corner is not the least one"));
        }
    };
    for (i, region) in report.regions.iter().enumerate() {
        expect(format_args!("regions[{i}].extent_mm"), ordered(Some(region.extent_mm)));
        expect(format_args!("regions[{i}].reach_mm"), ordered(region.reach_mm));
    }
    for (role, list) in [("parts", &report.inputs.parts), ("fixtures", &report.inputs.fixtures)] {
        for (i, mesh) in list.iter().enumerate() {
            expect(format_args!("inputs.{role}[{i}].bounds_mm"), ordered(mesh.bounds_mm));
        }
    }
    let boxes = &report.boxes_program_mm;
    expect(format_args!("boxes_program_mm.part"), ordered(boxes.part));
    expect(format_args!("boxes_program_mm.cutting"), ordered(boxes.cutting));
    if let Some(pictures) = &report.pictures {
        for (i, section) in pictures.sections.iter().enumerate() {
            expect(format_args!("pictures.sections[{i}].window"), ordered(Some(section.window)));
            expect(format_args!("pictures.sections[{i}].detail"), ordered(section.detail));
        }
        expect(format_args!("pictures.setup.cutting"), ordered(pictures.setup.cutting));
        for (i, body) in pictures.setup.bodies.iter().enumerate() {
            expect(format_args!("pictures.setup.bodies[{i}].bounds"), ordered(body.bounds));
        }
    }
    wrong
}

fn ordered<const N: usize>(corners: Option<[[f64; N]; 2]>) -> bool {
    corners.is_none_or(|[lo, hi]| lo.iter().zip(&hi).all(|(lo, hi)| lo <= hi))
}

/// What is drawn lies where something can be.
fn figures(report: &Report) -> Option<String> {
    let pictures = report.pictures.as_ref()?;
    // Points of the view are packed; the rest of it is small.
    let view = (pictures.view.origin, pictures.view.step);
    let drawn = [
        ("pictures.sections", serde_json::to_value(&pictures.sections)),
        ("pictures.setup", serde_json::to_value(&pictures.setup)),
        ("pictures.view", serde_json::to_value(view)),
    ];
    drawn.iter().find_map(|(name, value)| beyond(value.as_ref().ok()?, &mut (*name).to_owned()))
}

/// The first number that is farther than anything can be, with the field that holds it.
fn beyond(value: &Value, at: &mut String) -> Option<String> {
    let length = at.len();
    let mut below = |name: String, value: &Value| {
        at.push_str(&name);
        let found = beyond(value, at);
        at.truncate(length);
        found
    };
    match value {
        Value::Array(list) => {
            list.iter().enumerate().find_map(|(i, value)| below(format!("[{i}]"), value))
        }
        // A depth without an upper bound is the greatest number.
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| *name != "depth_mm")
            .find_map(|(name, value)| below(format!(".{name}"), value)),
        Value::Number(number) => {
            let mm = number.as_f64().filter(|mm| number.is_f64() && mm.abs() > FARTHEST_MM)?;
            Some(format!("{at}: {mm} is farther than anything that is drawn"))
        }
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}

/// Farther than any corner of a picture, mm: what is measured, seen across, with its margins.
const FARTHEST_MM: f64 = 100.0 * LARGEST_MM;
