//! The bodies with their depths as VTK XML PolyData (VTK File Formats, "XML File Formats"): arrays
//! in base64, each preceded by its length in bytes.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::field::Field;
use super::remarks::lines;
use crate::escape::shown;
use crate::report::data::Report;

/// Writes `report`: `depth_mm` and `region` at every point and cell, `body` at every cell; the
/// field data `report` tells the verdict and what it leaves open.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let field = Field::of(report)?;
    writeln!(out, "<?xml version=\"1.0\"?>")?;
    writeln!(
        out,
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">"
    )?;
    writeln!(
        out,
        "<PolyData>{}<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" \
         NumberOfStrips=\"0\" NumberOfPolys=\"{}\">",
        strings("report", &lines(report)),
        field.points.len(),
        field.facets.len()
    )?;
    for (tag, values) in [("PointData", &field.at_points), ("CellData", &field.at_facets)] {
        writeln!(out, "<{tag} Scalars=\"depth_mm\">")?;
        let depths = values.iter().flat_map(|v| v.0.to_le_bytes());
        array(out, "Name=\"depth_mm\" type=\"Float64\"", depths)?;
        let regions = values.iter().flat_map(|v| v.1.to_le_bytes());
        array(out, "Name=\"region\" type=\"UInt32\"", regions)?;
        if tag == "CellData" {
            let bodies = field.bodies.iter().flat_map(|b| b.to_le_bytes());
            array(out, "Name=\"body\" type=\"UInt32\"", bodies)?;
        }
        writeln!(out, "</{tag}>")?;
    }
    writeln!(out, "<Points>")?;
    let points = field.points.iter().flatten().flat_map(|c| c.to_le_bytes());
    array(out, "type=\"Float64\" NumberOfComponents=\"3\"", points)?;
    writeln!(out, "</Points>\n<Polys>")?;
    let corners = field.facets.iter().flatten().flat_map(|&c| i64::from(c).to_le_bytes());
    array(out, "Name=\"connectivity\" type=\"Int64\"", corners)?;
    let ends = (1..=field.facets.len() as i64).flat_map(|i| (3 * i).to_le_bytes());
    array(out, "Name=\"offsets\" type=\"Int64\"", ends)?;
    writeln!(out, "</Polys></Piece></PolyData></VTKFile>")
}

fn array(out: &mut dyn Write, said: &str, bytes: impl Iterator<Item = u8>) -> io::Result<()> {
    let mut data = vec![0; size_of::<u64>()];
    data.extend(bytes);
    let length = (data.len() - size_of::<u64>()) as u64;
    data[..size_of::<u64>()].copy_from_slice(&length.to_le_bytes());
    writeln!(out, "<DataArray {said} format=\"binary\">{}</DataArray>", STANDARD.encode(data))
}

/// Texts of the whole, as VTK writes them: the number of every byte, and a zero behind each text.
fn strings(name: &str, texts: &[String]) -> String {
    let bytes = texts.iter().flat_map(|text| shown(text).into_bytes().into_iter().chain([0]));
    let numbers: Vec<String> = bytes.map(|byte| byte.to_string()).collect();
    format!(
        "<FieldData><DataArray type=\"String\" Name=\"{name}\" NumberOfTuples=\"{}\" format=\"ascii\">{}\
         </DataArray></FieldData>",
        texts.len(),
        numbers.join(" ")
    )
}
