//! What `gouge info` says about a part.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::defects::{self, Component, Report};
use super::{Format, Loaded, Units, Warning, codes};

/// A part file in figures.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// The file as the user named it.
    pub path: PathBuf,
    /// How it is written.
    pub format: Format,
    /// What one unit of its coordinates was taken to be.
    pub units: Units,
    /// Triangles, all of them.
    pub triangles: usize,
    /// Different corner points.
    pub vertices: usize,
    /// Least and greatest coordinates, mm.
    pub bounds_mm: [[f64; 3]; 2],
    /// See [`Report::watertight`].
    pub watertight: bool,
    /// See [`Report::closed`].
    pub closed: bool,
    /// See [`Report::inverted`].
    pub inverted: bool,
    /// See [`Report::degenerate`].
    pub degenerate: usize,
    /// See [`Report::duplicates`].
    pub duplicates: usize,
    /// See [`Report::open_edges`].
    pub open_edges: usize,
    /// See [`Report::non_manifold_edges`].
    pub non_manifold_edges: usize,
    /// See [`Report::flipped_edges`].
    pub flipped_edges: usize,
    /// See [`Report::volume`], mm³.
    pub volume_mm3: Option<f64>,
    /// How many pieces there are.
    pub component_count: usize,
    /// The first [`MOST_COMPONENTS`] of them.
    pub components: Vec<Component>,
    /// What is odd about the file and the mesh.
    pub warnings: Vec<Warning>,
}

/// Pieces listed one by one; triangle soups have millions.
pub const MOST_COMPONENTS: usize = 100;

/// Parts whose longest side is outside of this, mm, were probably drawn in other units.
const LIKELY_SIZE: std::ops::RangeInclusive<f64> = 1.0..=10_000.0;

/// Examines a part that was read from `path`.
pub fn describe(path: &Path, part: &Loaded) -> Description {
    let report = defects::examine(&part.mesh);
    let bounds = part.mesh.bounds();
    let mut warnings = part.warnings.clone();
    warnings.extend(complaints(&report));
    let size = bounds.size().max();
    if !LIKELY_SIZE.contains(&size) && part.format != Format::ThreeMf {
        let unit = part.units.name();
        let message = format!("the longest side is {size:.3} mm, taking one unit as {unit}");
        warnings.push(Warning { code: codes::SIZE, message });
    }
    Description {
        path: path.to_path_buf(),
        format: part.format,
        units: part.units,
        triangles: report.triangles,
        vertices: report.vertices,
        bounds_mm: [bounds.lo.into(), bounds.hi.into()],
        watertight: report.watertight,
        closed: report.closed,
        inverted: report.inverted,
        degenerate: report.degenerate,
        duplicates: report.duplicates,
        open_edges: report.open_edges,
        non_manifold_edges: report.non_manifold_edges,
        flipped_edges: report.flipped_edges,
        volume_mm3: report.volume,
        component_count: report.components.len(),
        components: report.components.into_iter().take(MOST_COMPONENTS).collect(),
        warnings,
    }
}

/// One warning for each kind of defect there is.
pub fn complaints(report: &Report) -> Vec<Warning> {
    let inward = report.components.iter().filter(|c| c.volume.is_some_and(|v| v < 0.0)).count();
    // In an inverted part every piece does.
    let inward = if report.inverted { 0 } else { inward };
    let counts = [
        (codes::OPEN, report.open_edges, "edges of a single facet"),
        (codes::NON_MANIFOLD, report.non_manifold_edges, "edges of more than two facets"),
        (codes::FLIPPED, report.flipped_edges, "edges whose facets disagree about the outside"),
        (codes::DEGENERATE, report.degenerate, "facets without area"),
        (codes::DUPLICATE, report.duplicates, "facets that repeat earlier ones"),
        (
            codes::DUPLICATE,
            report.empty,
            "pieces that enclose nothing, their facets lying on each other",
        ),
        (codes::INWARD, inward, "pieces that face inwards"),
    ];
    let some = counts.into_iter().filter(|(_, count, _)| *count > 0);
    let mut warnings: Vec<Warning> = some
        .map(|(code, count, what)| Warning { code, message: format!("{what}: {count}") })
        .collect();
    let width = report.shells.crack_mm();
    if width > 0.0 {
        let message = format!("cracks no wider than {width:.1e} mm count as closed");
        warnings.push(Warning { code: codes::OPEN, message });
    }
    if !report.shells.whole() && report.triangles > 0 {
        let message = "inside and outside are not known everywhere: what begins near the part and \
                       touches no facet may be unknown (G015)";
        warnings.push(Warning { code: codes::OPEN, message: message.into() });
    }
    if report.inverted {
        let message = "the facets face inwards".into();
        warnings.push(Warning { code: codes::INVERTED, message });
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{codes::CODES, read_bytes, write_stl_to};

    #[test]
    fn codes_are_sorted_and_explained() {
        assert!(CODES.windows(2).all(|w| w[0].0 < w[1].0));
        assert!(CODES.iter().all(|(code, title, text)| {
            code.starts_with('M') && !title.is_empty() && text.ends_with('.')
        }));
    }

    #[test]
    fn a_sheet_is_described() {
        let mesh = crate::mesh::Mesh {
            vertices: vec![[0., 0., 0.].into(), [0.5, 0., 0.].into(), [0., 0.25, 0.].into()],
            triangles: vec![[0, 1, 2], [1, 2, 0]],
        };
        let mut bytes = Vec::new();
        write_stl_to(&mut bytes, &mesh).unwrap();
        let path = Path::new("sheet.stl");
        let text = describe(path, &read_bytes(path, &bytes, Units::Millimetre).unwrap());
        let codes: Vec<_> = text.warnings.iter().map(|w| w.code).collect();
        assert_eq!(codes, ["M105", "M108", "M103", "M110"]);
        let json = serde_json::to_value(&text).unwrap();
        assert_eq!(json["format"], "stl-binary");
        assert_eq!(json["units"], "mm");
        assert_eq!(json["bounds_mm"][1][0], 0.5);
    }
}
