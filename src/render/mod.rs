//! A report written out, one file a format. Nothing here measures: everything written is in
//! [`Report`].

mod clearance;
mod csv;
mod field;
mod github;
mod gitlab;
mod html;
mod json;
mod jsonl;
pub mod junit;
mod missing;
mod ply;
mod remarks;
mod safe;
pub mod sarif;
mod svg;
mod table;
mod text;
mod vtp;
mod xml;

use std::io::{self, Write};

pub use text::Look;

use safe::safe;

use crate::report::Report;

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people, as a compiler would say it.
    #[default]
    Text,
    /// The whole report as one JSON object.
    Json,
    /// One JSON object a line.
    Jsonl,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit XML, for test dashboards.
    Junit,
    /// GitHub workflow commands.
    Github,
    /// Code Quality JSON, for GitLab.
    Gitlab,
    /// A table of motions (with --moves) or of regions.
    Csv,
    /// The pictures as one sheet.
    Svg,
    /// One page that shows all of it, for people and printers.
    Html,
    /// The meshes with the depth at every corner and facet, binary PLY.
    Ply,
    /// The same for VTK and ParaView.
    Vtp,
}

impl Format {
    /// It shows pictures, which the report must then hold.
    pub fn has_pictures(self) -> bool {
        matches!(self, Self::Svg | Self::Html)
    }

    /// It shows depth over the meshes, which the report must then hold.
    pub fn has_surfaces(self) -> bool {
        matches!(self, Self::Ply | Self::Vtp)
    }
}

/// What is said when a report without pictures is to be drawn.
const NO_PICTURES: &str = "the report holds no pictures: check again with --pictures";

/// Writes `report` in `format`; `look` matters to text only.
///
/// # Errors
/// When `out` cannot be written.
pub fn render(report: &Report, format: Format, look: Look, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::render(&*safe(report)?, look, out),
        Format::Json => json::render(report, out),
        Format::Jsonl => jsonl::render(report, out),
        Format::Sarif => sarif::render(report, out),
        Format::Junit => junit::render(&*safe(report)?, out),
        Format::Svg => svg::render(&*safe(report)?, out),
        Format::Github => github::render(&*safe(report)?, out),
        Format::Gitlab => gitlab::render(&*safe(report)?, out),
        Format::Csv => csv::render(report, out),
        Format::Html => html::render(report, out),
        Format::Ply => ply::render(report, out),
        Format::Vtp => vtp::render(report, out),
    }
}
