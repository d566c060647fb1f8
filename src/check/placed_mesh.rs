//! A mesh, read and placed.

use std::path::Path;

use crate::error::Result;
use crate::files::{self, MeshFile};
use crate::mesh::{Mesh, Units, complaints, defects};
use crate::nc::Span;
use crate::report::data::MeshInput;
use crate::report::{Placement, Remark};

/// A mesh in work coordinates.
pub struct PlacedMesh {
    /// Its facets.
    pub mesh: Mesh,
    /// What is odd about them.
    pub defects: defects::Report,
    /// As the report shows it.
    pub input: MeshInput,
    /// As [`mesh::Loaded::bent`](crate::mesh::Loaded::bent).
    pub bent: f64,
    /// What is to be said about it.
    pub remarks: Vec<Remark>,
}

impl PlacedMesh {
    /// Reads a mesh and places it.
    pub fn read(path: &Path, units: Units, placement: &Placement) -> Result<Self> {
        let MeshFile { loaded, sha256 } = files::mesh(path, units)?;
        let mut mesh = loaded.mesh;
        let defects = defects::examine(&mesh);
        let input = MeshInput::of(&path.display().to_string(), sha256, &mesh, &defects);
        if placement.turns() {
            for v in &mut mesh.vertices {
                *v = placement.part_to_work(*v);
            }
        }
        let warnings = loaded.warnings.into_iter().chain(complaints(&defects));
        let remarks = warnings
            .map(|w| Remark {
                span: Span::default(),
                code: w.code,
                message: format!("{}: {}", path.display(), w.message),
            })
            .collect();
        Ok(Self { mesh, defects, input, bent: loaded.bent, remarks })
    }
}
