//! `gouge sample`: parts and programs to try, test and measure with.

use std::io::{Write, stdout};
use std::path::Path;
use std::process::ExitCode;

use super::args::SampleArgs;
use crate::error::{Error, Result};
use crate::files;
use crate::sample::{self, Grid, NAMES, SHOP, SampleError, Size};

/// Runs the command.
pub fn run(args: &SampleArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    if args.names.is_empty() {
        for (name, about) in NAMES {
            writeln!(out, "{name:<15} {about}")?;
        }
        writeln!(out, "{SHOP:<15} forty jobs, each a folder with its job file, for `gouge batch`")?;
        writeln!(
            out,
            "\n`gouge sample NAME…` writes them; `gouge sample all` writes all but the shop."
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown =
        |name: &String| ["all", SHOP].contains(&name.as_str()) || name.starts_with("terrain");
    if let (Some(grid), false) = (&args.grid, args.names.iter().any(shown)) {
        let what = format!("--grid {}: only the terrains are made from a grid", grid.display());
        return Err(
            Error::new("J006", what).help("name terrain or terrain-zigzag, or leave it out")
        );
    }
    let defaults = Size::default();
    let size = Size {
        triangles: args.triangles.unwrap_or(defaults.triangles),
        rows: args.rows.unwrap_or(defaults.rows),
        grid: args.grid.as_deref().map(grid).transpose()?,
        closed: !args.open,
    };
    if args.names.iter().any(|n| n == SHOP) {
        let folder = args.folder.join(SHOP);
        sample::write_shop(&folder, &size)?;
        writeln!(out, "gouge batch {}", folder.display())?;
    }
    let all: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    let names: Vec<&str> = if args.names.iter().any(|n| n == "all") {
        all
    } else {
        args.names.iter().map(String::as_str).collect()
    };
    for name in names.into_iter().filter(|name| *name != SHOP) {
        let made = sample::make(name, &size)?;
        let written = sample::write(name, &args.folder, &size)?;
        let tools: Vec<String> =
            made.tools.iter().map(|(n, spec)| format!(" --tool '{n}={spec}'")).collect();
        let [x, y, z] = made.start;
        writeln!(
            out,
            "gouge check {} {}{} --start {x},{y},{z}",
            written.part.display(),
            written.program.display(),
            tools.concat()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn grid(path: &Path) -> Result<Grid> {
    let bytes = files::bytes(path).map_err(|e| Error::unreadable(path, &e))?;
    Grid::from_npy(&bytes).map_err(|e| Error::new("J005", format!("{}: {e}", path.display())))
}

impl From<SampleError> for Error {
    fn from(e: SampleError) -> Self {
        let code = if matches!(e, SampleError::Unknown(_)) { "J006" } else { "J007" };
        Self::new(code, e.to_string())
    }
}
