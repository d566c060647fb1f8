//! Parts and programs for newcomers, tests and benchmarks, each with the answer that a checker must
//! give.

mod ball;
mod finish;
mod part;
mod pocket;
mod program;
mod shop;
mod solid;
mod terrain;
mod waterline;
mod zigzag;

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::mesh::{Mesh, write_stl_to};
use crate::output::{OutputError, write_whole};
use crate::tolerance::DEPTH_DEFAULT_MM;
use finish::Raster;
use part::{BOTTLE_SIZE, DUCT_MIDDLE, DUCT_SIZE};

pub use program::{Expected, Planted};
pub use shop::write_shop;
pub use terrain::{Grid, GridError};

/// A part, a program for it, and the truth about both.
#[derive(Clone, Debug)]
pub struct Sample {
    /// One of [`NAMES`].
    pub name: &'static str,
    /// The goal shape, mm; an STL file holds it exactly.
    pub part: Mesh,
    /// File of the part, below the folder of the samples.
    pub part_file: String,
    /// Program in the LinuxCNC dialect, part and program coordinates the same.
    pub program: String,
    /// File of the program, below the folder of the samples.
    pub program_file: String,
    /// Tool number and declaration, as `--tool` takes them.
    pub tools: Vec<(u32, String)>,
    /// Control point before the first block, mm.
    pub start: [f64; 3],
    /// What a checker must say at the default tolerance.
    pub expected: Expected,
}

/// How large a sample is to be.
#[derive(Clone, Debug)]
pub struct Size {
    /// Triangles of the part, about.
    pub triangles: usize,
    /// Distance of finishing rows, mm.
    pub rows: f64,
    /// Elevations for the terrains instead of made-up ones; `triangles` is then ignored.
    pub grid: Option<Grid>,
    /// Terrains as closed blocks instead of open sheets.
    pub closed: bool,
}

impl Default for Size {
    /// Small enough to read and to keep beside the source.
    fn default() -> Self {
        Self { triangles: 3_000, rows: 5.0, grid: None, closed: true }
    }
}

/// Every sample and what it shows.
pub const NAMES: [(&str, &str); 13] = [
    ("duct", "duct mold, finished in rows with a ball: clean"),
    (
        "duct-low",
        "duct mold, finished in rows with a ball: one point on the duct's floor 0.05 mm too low",
    ),
    ("bottle", "bottle mold, finished in rows with a ball: clean"),
    (
        "bottle-low",
        "bottle mold, finished in rows with a ball: two points on the parting face too low",
    ),
    ("block", "deep pocket with a flat end mill: clean"),
    ("block-wide", "deep pocket with a flat end mill: one pass 0.2 mm into the wall"),
    ("block-shank", "deep pocket with a flat end mill: the shank hits the rim of the pocket"),
    ("cavity", "cavity with core and fin, bull nose end mill: clean"),
    ("cavity-fin", "cavity with core and fin, bull nose end mill: straight through the thin fin"),
    ("boss", "around a boss in circles and helices: clean"),
    ("boss-tight", "around a boss in circles and helices: one circle 0.1 mm too small"),
    ("terrain", "terrain, finished in rows with a ball: clean"),
    (
        "terrain-zigzag",
        "terrain, each row offset by the ball for itself alone: gouges the neighbouring rows",
    ),
];

/// Name of the sample that is a whole shop, which [`write_shop`] writes.
pub const SHOP: &str = "shop";

/// Why a sample could not be made or written.
#[derive(Debug, Error)]
pub enum SampleError {
    /// No sample has that name.
    #[error("there is no sample `{0}`; there are {known} and {SHOP}", known = names())]
    Unknown(String),
    /// Another file stands there.
    #[error("{}: a different file is already here; name another --folder, or remove it", .0.display())]
    Taken(PathBuf),
    /// A folder could not be made.
    #[error("{}: cannot be created: {cause}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        #[source]
        cause: std::io::Error,
    },
    /// A file could not be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

fn names() -> String {
    NAMES.map(|(name, _)| name).join(", ")
}

/// Makes the sample `name`, one of [`NAMES`].
///
/// # Errors
/// When no sample has that name.
pub fn make(name: &str, size: &Size) -> Result<Sample, SampleError> {
    let unknown = || SampleError::Unknown(name.to_string());
    let &(name, about) = NAMES.iter().find(|(known, _)| *known == name).ok_or_else(unknown)?;
    let (part_name, part, program, tool) = match name {
        "duct" => duct(size, 0.0),
        "duct-low" => duct(size, 0.05),
        "bottle" => bottle(size, [0.0, 0.0]),
        "bottle-low" => bottle(size, [0.1, 0.03]),
        "block" => block(size, pocket::deep(0.0, None), "flat:6"),
        "block-wide" => block(size, pocket::deep(0.2, None), "flat:6"),
        "block-shank" => block(size, pocket::deep(0.0, Some(SHANK)), "flat:6;len=13;shank=10,30"),
        "cavity" => block(size, pocket::cavity(false), "bull:6,1"),
        "cavity-fin" => block(size, pocket::cavity(true), "bull:6,1"),
        "boss" => boss(size, 0.0),
        "boss-tight" => boss(size, 0.1),
        "terrain" => terrain(size, false),
        "terrain-zigzag" => terrain(size, true),
        _ => return Err(unknown()),
    };
    let part_file = format!("molds/{part_name}.stl");
    let (program, expected) = program.finish(about, &part_file, tool);
    Ok(Sample {
        name,
        part,
        part_file,
        program,
        program_file: format!("toolpaths/{name}.ngc"),
        tools: vec![(1, tool.to_string())],
        start: [0.0, 0.0, program::SAFE],
        expected,
    })
}

/// Where [`write()`] put a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The binary STL.
    pub part: PathBuf,
    /// The program.
    pub program: PathBuf,
}

/// Makes the sample `name` and writes `molds/*.stl` and `toolpaths/*.ngc` below `folder`,
/// each whole or not at all.
///
/// # Errors
/// When no sample has that name, or a folder or file cannot be written.
pub fn write(name: &str, folder: &Path, size: &Size) -> Result<Written, SampleError> {
    let sample = make(name, size)?;
    let [part, program] = [&sample.part_file, &sample.program_file].map(|f| folder.join(f));
    for parent in [&part, &program].into_iter().filter_map(|f| f.parent()) {
        fs::create_dir_all(parent)
            .map_err(|cause| SampleError::Folder { folder: parent.to_path_buf(), cause })?;
    }
    let mesh = stl(&part, &sample.part)?;
    let files = [(&part, mesh.as_slice()), (&program, sample.program.as_bytes())];
    put(&files)?;
    Ok(Written { part, program })
}

/// A mesh as the bytes of its file.
fn stl(path: &Path, mesh: &Mesh) -> Result<Vec<u8>, OutputError> {
    let mut bytes = Vec::new();
    let written = write_stl_to(&mut bytes, mesh);
    written.map_err(|cause| OutputError { file: path.to_owned(), cause })?;
    Ok(bytes)
}

/// Writes files where nothing stands, or the same.
fn put(files: &[(&PathBuf, &[u8])]) -> Result<(), SampleError> {
    for (path, bytes) in files {
        // Somebody's own part may be called as a sample is.
        if fs::read(path).is_ok_and(|there| there != *bytes) {
            return Err(SampleError::Taken((*path).clone()));
        }
    }
    for (path, bytes) in files {
        write_whole(path, bytes)?;
    }
    Ok(())
}

/// Where the shank of the deep pocket's tool begins, and its radius, mm.
const SHANK: [f64; 2] = [13.0, 5.0];

type Made = (&'static str, Mesh, program::Program, &'static str);

/// Molds need cells fine enough that the planted points lie on flat ground.
const LEAST_TRIANGLES: usize = 2_000;

/// Rows at 5 mm and every further 5 mm, as many in between as `size` asks for, up to 55 mm.
fn stations(size: &Size) -> impl Iterator<Item = f64> {
    const FIRST: f64 = 5.0;
    const COUNT: usize = 10;
    let between = (FIRST / size.rows.clamp(0.01, FIRST)).ceil() as usize;
    (0..=COUNT * between).map(move |k| FIRST + FIRST * k as f64 / between as f64)
}

fn duct(size: &Size, low: f64) -> Made {
    let part = part::duct(size.triangles.max(LEAST_TRIANGLES));
    let rows = stations(size).map(|y| [[0.0, y], [DUCT_SIZE[0], y]]).collect();
    let raster = Raster { radius: 3.0, stock: 0.05, rows, dips: vec![([20.0, DUCT_MIDDLE], low)] };
    let program = raster.program(&part);
    ("duct", part, program, "ball:6")
}

fn bottle(size: &Size, low: [f64; 2]) -> Made {
    let part = part::bottle(size.triangles.max(LEAST_TRIANGLES));
    let rows = stations(size).map(|x| [[x, 0.0], [x, BOTTLE_SIZE[1]]]).collect();
    let dips = vec![([5.0, 40.0], low[0]), ([55.0, 80.0], low[1])];
    let raster = Raster { radius: 3.0, stock: 0.05, rows, dips };
    let program = raster.program(&part);
    ("bottle", part, program, "ball:6")
}

fn block(size: &Size, program: program::Program, tool: &'static str) -> Made {
    ("block", part::block(size.triangles), program, tool)
}

fn boss(size: &Size, tight: f64) -> Made {
    let program = waterline::program(part::boss_sides(size.triangles), tight);
    ("boss", part::boss(size.triangles), program, "bull:10,2")
}

fn terrain(size: &Size, zigzag: bool) -> Made {
    const SIDE: f64 = 300.0;
    const RELIEF: f64 = 50.0;
    const FLOOR: f64 = -10.0;
    const RADIUS: f64 = 10.0;
    /// Rows of the finishing to rows on the molds: the ball is larger.
    const WIDER: f64 = 3.0;
    let side = (size.triangles as f64 / 2.0).sqrt() as usize + 1;
    let grid = size.grid.clone().unwrap_or_else(|| Grid::synthetic(side));
    let lattice = grid.lattice(SIDE, RELIEF);
    let part = lattice.mesh(size.closed.then_some(FLOOR));
    let program = if zigzag {
        zigzag::program(&lattice, &part, RADIUS, DEPTH_DEFAULT_MM)
    } else {
        let ends = [lattice.x[lattice.x.len() - 1], lattice.y[lattice.y.len() - 1]];
        let count = (ends[0] / (WIDER * size.rows.max(0.01))).ceil() as usize;
        let rows = solid::steps(0.0, ends[0], count.max(1));
        let rows = rows.into_iter().map(|x| [[x, 0.0], [x, ends[1]]]).collect();
        Raster { radius: RADIUS, stock: 0.5, rows, dips: Vec::new() }.program(&part)
    };
    ("terrain", part, program, "ball:20")
}

#[cfg(test)]
mod tests;
