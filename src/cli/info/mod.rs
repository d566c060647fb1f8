//! `gouge info`: what a mesh, a program or a tool library holds.

mod mesh;

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::args::{InfoArgs, InfoFormat};
use super::error::{Error, Result};
use super::input;
use crate::mesh::{Description, Units, describe};

/// Facts about one file, as `--format json` writes them.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Facts {
    Mesh {
        sha256: String,
        #[serde(flatten)]
        description: Description,
    },
}

/// Runs the command.
pub fn run(args: &InfoArgs) -> Result<ExitCode> {
    let units: Units = match &args.mesh_units {
        Some(word) => word.parse().map_err(|e: String| Error::new("J006", e))?,
        None => Units::default(),
    };
    let mut out = stdout().lock();
    for file in &args.files {
        let facts = look(file, units)?;
        match (args.format, &facts) {
            (InfoFormat::Json, facts) => {
                serde_json::to_writer(&mut out, facts).map_err(std::io::Error::from)?;
                writeln!(out)?;
            }
            (InfoFormat::Text, Facts::Mesh { description, .. }) => {
                mesh::print(description, &mut out)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn look(path: &Path, units: Units) -> Result<Facts> {
    let file = input::mesh(path, units)?;
    Ok(Facts::Mesh { sha256: file.sha256, description: describe(path, &file.loaded) })
}
