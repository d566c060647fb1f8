//! `gouge info`: what a mesh, a program or a tool library holds.

mod library;
mod mesh;
mod program;

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::args::{InfoArgs, InfoFormat};
use crate::check::reading::Reading;
use crate::error::{Error, Result};
use crate::files;
use crate::job::Settings;
use crate::mesh::{Description, Units, describe};
use crate::stderr;
use crate::tool;

/// Facts about one file, as `--format json` writes them.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Facts {
    Mesh {
        sha256: String,
        #[serde(flatten)]
        description: Description,
    },
    Program(program::Facts),
    Library(library::Facts),
}

/// Runs the command.
pub fn run(args: &InfoArgs) -> Result<ExitCode> {
    let units: Units = match &args.mesh_units {
        Some(word) => word.parse().map_err(|e: String| Error::new("J006", e))?,
        None => Units::default(),
    };
    let mut settings = Settings::default();
    settings.say("dialect", &args.dialect);
    let reading = Reading::new(&settings, None)?;
    let mut out = stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for file in &args.files {
        let facts = match look(file, units, &reading) {
            Ok(facts) => facts,
            Err(error) => {
                // The other files are no worse for it.
                stderr::line(error);
                code = ExitCode::from(super::COULD_NOT_RUN);
                continue;
            }
        };
        match (args.format, &facts) {
            (InfoFormat::Json, facts) => {
                serde_json::to_writer(&mut out, facts).map_err(std::io::Error::from)?;
                writeln!(out)?;
            }
            (InfoFormat::Text, Facts::Mesh { description, .. }) => {
                mesh::print(description, &mut out)?;
            }
            (InfoFormat::Text, Facts::Program(program)) => program.print(&mut out)?,
            (InfoFormat::Text, Facts::Library(library)) => library.print(&mut out)?,
        }
    }
    Ok(code)
}

/// What a file is shows in its name, and where that says nothing in its bytes: part files are
/// binary or begin with words of their own, everything else is a program.
fn look(path: &Path, units: Units, reading: &Reading) -> Result<Facts> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("stl" | "obj" | "ply" | "3mf") => mesh_facts(path, units),
        Some("tbl") => Ok(Facts::Library(library::table(path)?)),
        Some("toml" | "json" | "fctb" | "fctl" | "tools" | "csv") => {
            // The number of a single tool bit is the user's to give.
            let library = tool::library::read(path, Some(1))
                .map_err(|e| Error::new("T021", e.to_string()))?;
            Ok(Facts::Library(library::facts(path, library)))
        }
        _ => match mesh_facts(path, units) {
            Err(e) if e.is_code("M003") || e.is_code("M004") => {
                Ok(Facts::Program(program::look(path, reading)?))
            }
            other => other,
        },
    }
}

fn mesh_facts(path: &Path, units: Units) -> Result<Facts> {
    let file = files::mesh(path, units)?;
    Ok(Facts::Mesh { sha256: file.sha256, description: describe(path, &file.loaded) })
}
