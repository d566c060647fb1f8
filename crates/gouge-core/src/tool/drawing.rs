//! Tools given in files of their own: profiles and meshes.

use std::io::ErrorKind;
use std::path::Path;

use super::declaration::{SpecError, TOO_LARGE, numbers, positive};
use super::profile::Profile;
use super::profile_file;
use super::{NonconvexMesh, Piece, Polyhedron, Solid, ToolFile};
use crate::tolerance::LARGEST_MM;
use gouge_mesh::digest::sha256;
use gouge_mesh::input::{self, NotAFile};
use gouge_mesh::mesh::{Format, Units, defects};

pub(super) fn read_profile(
    name: &str,
    base: &Path,
    scale: f64,
) -> Result<(Profile, ToolFile), SpecError> {
    let path = &base.join(name);
    let text = input::text(path).map_err(|e| {
        let what = match e.kind() {
            ErrorKind::NotFound => "no such file; check the name and the folder".to_owned(),
            ErrorKind::IsADirectory => "this is a directory; name a file in it".to_owned(),
            ErrorKind::InvalidData => "this is not text; a profile has one step a line".to_owned(),
            _ if NotAFile::is_cause(&e) => format!("{e}; name a file"),
            _ => format!("cannot be read: {e}"),
        };
        SpecError::File { path: path.to_owned(), what }
    })?;
    let profile = profile_file::read(&text, scale)
        .map_err(|source| SpecError::Profile { path: path.to_owned(), source })?;
    positive(&path.display().to_string(), 2.0 * profile.radius())?;
    Ok((profile, ToolFile { path: name.to_owned(), sha256: sha256(text.as_bytes()) }))
}

const NOT_CLOSED: &str = "a mesh tool must be closed: every edge shared by two facets that agree \
                          about the outside; close it where it was drawn, or with a mesh repair \
                          tool";

const INSIDE_OUT: &str = "a mesh tool with a cavity must not be inside out: its facets face \
                          inwards; flip its normals";

const OWN_UNIT: &str = "a 3MF file states its own unit; leave unit= out, and write the unit behind \
                        other figures (0.5in)";

pub(super) fn read_mesh(
    name: &str,
    base: &Path,
    scale: f64,
) -> Result<(Piece, ToolFile), SpecError> {
    let path = &base.join(name);
    let bytes = gouge_mesh::mesh::bytes(path)?;
    let file = ToolFile { path: name.to_owned(), sha256: sha256(&bytes) };
    let loaded = gouge_mesh::mesh::read_bytes(path, &bytes, Units::Millimetre)?;
    if loaded.format == Format::ThreeMf && scale != 1.0 {
        return Err(numbers(&path.display().to_string(), OWN_UNIT));
    }
    let mut mesh = loaded.mesh;
    let report = defects::examine(&mesh);
    let what = match report.inverted {
        true => INSIDE_OUT,
        false => NOT_CLOSED,
    };
    let open = || SpecError::File { path: path.to_owned(), what: what.to_owned() };
    let shells = report.shells;
    // How deep a place lies in a tool with cracks is no plain distance to its facets.
    if !shells.whole() || shells.crack_mm() > 0.0 {
        return Err(open());
    }
    mesh.vertices.iter_mut().for_each(|v| *v *= scale);
    if mesh.vertices.iter().any(|v| v.amax() > LARGEST_MM) {
        return Err(numbers(&path.display().to_string(), TOO_LARGE));
    }
    let piece = match Polyhedron::new(&mesh) {
        Some(body) => Piece::Solid(Solid::Faceted(body)),
        None => NonconvexMesh::new(mesh, shells).map(Piece::Nonconvex).ok_or_else(open)?,
    };
    Ok((piece, file))
}
