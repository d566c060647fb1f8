//! Reads a file's bytes into a mesh: finds out the format and calls its reader.

use std::path::Path;

use serde::Serialize;

use super::error::{Fault, Found, MeshError};
use super::parsed::{Parsed, Warning};
use super::{Mesh, Units, codes, obj, ply, stl, threemf};
use crate::geom::Vec3;
use crate::input;
use crate::tolerance::LARGEST_MM;

/// A part file, read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The triangles in file order, mm.
    pub mesh: Mesh,
    /// How the file is written.
    pub format: Format,
    /// What one unit of its coordinates was taken to be.
    pub units: Units,
    /// What is odd about the file, though it could be read.
    pub warnings: Vec<Warning>,
    /// How far apart the surfaces may lie that come of cutting its polygons into triangles in
    /// different ways, mm; zero where they are flat but for rounding.
    pub bent: f64,
}

/// How a part file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// STL, 50 bytes a triangle.
    StlBinary,
    /// STL, text.
    StlAscii,
    /// Wavefront OBJ.
    Obj,
    /// Polygon file format, text or binary.
    Ply,
    /// 3D manufacturing format: a zip package, units included.
    #[serde(rename = "3mf")]
    ThreeMf,
}

/// Reads a part file; `units` says what one unit of its coordinates is (3MF files say it
/// themselves).
///
/// # Errors
/// Every fault carries the file, the place and what would help.
pub fn read(path: &Path, units: Units) -> Result<Loaded, MeshError> {
    read_bytes(path, &bytes(path)?, units)
}

/// The bytes of a part file, for [`read_bytes`].
///
/// # Errors
/// Files that cannot be read, or are too large for one.
pub fn bytes(path: &Path) -> Result<Vec<u8>, MeshError> {
    slurp(path).map_err(|fault| MeshError::new(path, fault.into()))
}

/// Reads a part from memory. `name` stands in messages, and its extension decides where the
/// content does not.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(name: &Path, bytes: &[u8], units: Units) -> Result<Loaded, MeshError> {
    parse(name, bytes, units).map_err(|found| MeshError::new(name, found))
}

fn parse(name: &Path, bytes: &[u8], units: Units) -> Result<Loaded, Found> {
    if bytes.is_empty() {
        return Err(Fault::Empty("the file is empty".into()).into());
    }
    if let Some(what) = foreign(name, bytes) {
        return Err(Fault::Unsupported(format!("this is {what}")).into());
    }
    let format = sniff(name, bytes).ok_or(Fault::UnknownFormat)?;
    let parsed = match format {
        Format::StlBinary => stl::binary::read(bytes, units)?,
        Format::StlAscii => stl::ascii::read(bytes, units)?,
        Format::Obj => obj::read(bytes, units)?,
        Format::Ply => ply::read(bytes, units)?,
        Format::ThreeMf => threemf::read(bytes)?,
    };
    let far = |v: &&Vec3| v.amax() > LARGEST_MM;
    if let Some(corner) = parsed.mesh.vertices.iter().find(far) {
        return Err(Fault::TooFar(corner[corner.iamax()]).into());
    }
    let Parsed { mesh, units, mut warnings, bent } = parsed;
    if bent > 0.0 {
        let message = format!(
            "faces of more than three corners that are not flat: cut into triangles another way, \
             the surface may lie up to {bent:.4} mm elsewhere"
        );
        warnings.push(Warning { code: codes::BENT, message });
    }
    Ok(Loaded { mesh, format, units, warnings, bent })
}

/// What a file is that holds no mesh, where its first bytes or its name tell.
pub fn foreign(name: &Path, bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.trim_ascii_start();
    let begins = |with: &[u8]| text.starts_with(with);
    let extension = name.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    if begins(&[0x1f, 0x8b]) {
        Some("a file packed with gzip")
    } else if begins(b"ISO-10303-21") {
        Some("a STEP file, which holds surfaces and no triangles")
    } else if begins(b"%PDF") {
        Some("a PDF document")
    } else if bytes.get(72) == Some(&b'S') && bytes.get(73..80).is_some_and(is_count) {
        Some("an IGES file, which holds surfaces and no triangles")
    } else if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        Some("text in UTF-16, two bytes a character: save it as plain text")
    } else if begins(b"<!DOCTYPE") || begins(b"<html") {
        Some("a web page: what was to be loaded may be missing on its server")
    } else if begins(b"PK\x03\x04") && extension.as_deref() == Some("tools") {
        Some("a Fusion tool library: give it with --tools")
    } else {
        None
    }
}

/// The number of a line of IGES: seven columns, to the right.
fn is_count(columns: &[u8]) -> bool {
    columns.trim_ascii_start() == b"1"
}

/// Content first, extension second. The length rule of binary STL goes before its text rule:
/// some systems begin binary files with "solid".
fn sniff(name: &Path, bytes: &[u8]) -> Option<Format> {
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Some(Format::ThreeMf);
    }
    if bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r") {
        return Some(Format::Ply);
    }
    if stl::binary::fits(bytes) {
        return Some(Format::StlBinary);
    }
    if stl::ascii::begins(bytes) {
        return Some(Format::StlAscii);
    }
    let extension = name.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("obj") => Some(Format::Obj),
        Some("ply") => Some(Format::Ply),
        Some("3mf") => Some(Format::ThreeMf),
        // Text whose first line is lost, or stands behind a comment, is told so.
        Some("stl") if stl::ascii::is_text(bytes) => Some(Format::StlAscii),
        Some("stl") if is_prose(bytes) => None,
        Some("stl") => Some(Format::StlBinary),
        _ if obj::begins(bytes) => Some(Format::Obj),
        _ => None,
    }
}

/// Text throughout. The header of a binary STL may be, but hardly its count and its triangles.
fn is_prose(bytes: &[u8]) -> bool {
    bytes.len() > stl::binary::PREAMBLE
        && bytes.iter().all(|byte| *byte >= b' ' || byte.is_ascii_whitespace())
}

fn slurp(path: &Path) -> Result<Vec<u8>, Fault> {
    let file = input::open(path)?;
    let facts = file.metadata()?;
    let bytes = input::bounded(file, input::LARGEST_MESH)?;
    // A pipe has no length to compare with.
    if facts.is_file() && bytes.len() as u64 != facts.len() {
        return Err(Fault::Changed { expected: facts.len(), got: bytes.len() as u64 });
    }
    Ok(bytes)
}
