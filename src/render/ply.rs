//! The bodies with their depths as binary PLY (Turk 1994).

use std::io::{self, Write};

use super::field::Field;
use super::remarks::lines;
use crate::escape::shown;
use crate::report::data::Report;

/// Writes `report`: `depth_mm` and `region` at every vertex and face, `body` at every face;
/// comments tell the verdict and what it leaves open.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let field = Field::of(report)?;
    writeln!(out, "ply\nformat binary_little_endian 1.0")?;
    writeln!(out, "comment {}, part coordinates, mm", report.schema)?;
    let bodies = report.inputs.parts.iter().map(|m| ("part", m));
    let bodies = bodies.chain(report.inputs.fixtures.iter().map(|m| ("fixture", m)));
    for (i, (role, mesh)) in bodies.enumerate() {
        writeln!(out, "comment body {i} is the {role} {}", shown(&mesh.path))?;
    }
    for line in lines(report) {
        writeln!(out, "comment {}", shown(&line))?;
    }
    writeln!(out, "element vertex {}", field.points.len())?;
    for name in ["x", "y", "z", "depth_mm"] {
        writeln!(out, "property double {name}")?;
    }
    writeln!(out, "property uint region\nelement face {}", field.facets.len())?;
    writeln!(out, "property list uchar uint vertex_indices\nproperty double depth_mm")?;
    writeln!(out, "property uint region\nproperty uint body\nend_header")?;
    for (point, (depth, region)) in field.points.iter().zip(&field.at_points) {
        for number in point.iter().chain([depth]) {
            out.write_all(&number.to_le_bytes())?;
        }
        out.write_all(&region.to_le_bytes())?;
    }
    let facets = field.facets.iter().zip(&field.at_facets).zip(&field.bodies);
    for ((corners, (depth, region)), body) in facets {
        out.write_all(&[3])?;
        for corner in corners {
            out.write_all(&corner.to_le_bytes())?;
        }
        out.write_all(&depth.to_le_bytes())?;
        out.write_all(&region.to_le_bytes())?;
        out.write_all(&body.to_le_bytes())?;
    }
    Ok(())
}
