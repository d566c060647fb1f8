//! A folder with a block in it, and the program run there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, write_stl};
use serde_json::Value;

/// A folder of its own.
pub struct Scene(tempfile::TempDir);

/// What a run left.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Scene {
    /// With `block.stl`, 40 × 20 × 10 mm from the origin.
    pub fn new() -> Self {
        let scene = Self(tempfile::tempdir().unwrap());
        write_stl(&scene.path("block.stl"), &block()).unwrap();
        scene
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gouge"));
        command.args(args).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    pub fn gouge(&self, args: &[&str]) -> Run {
        let done = self.command(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Run { code: done.status.code().unwrap(), out: text(done.stdout), err: text(done.stderr) }
    }

    /// Names in the folder.
    pub fn names(&self) -> Vec<String> {
        let name = |e: std::io::Result<std::fs::DirEntry>| e.unwrap().file_name();
        let list = std::fs::read_dir(Path::new(self.0.path())).unwrap();
        let mut names: Vec<_> = list.map(|e| name(e).into_string().unwrap()).collect();
        names.sort();
        names
    }
}

pub fn block() -> Mesh {
    let corner = |i: u32| {
        let side = |bit: u32, length: f64| if i >> bit & 1 == 1 { length } else { 0.0 };
        Vec3::new(side(0, 40.0), side(1, 20.0), side(2, 10.0))
    };
    let triangles = vec![
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

/// Over the block, touching its top.
pub fn clean_program() -> String {
    gouging_program(0.0)
}

/// Into the block's top by `depth`, mm, from X10 to X30 on line 6.
pub fn gouging_program(depth: f64) -> String {
    format!(
        "G21 G90 G17\nT1 M6\nG0 Z30\nG0 X10 Y10\nN50 G1 Z{z} F300\nN60 G1 X30 (along)\nG0 Z30\nM30\n",
        z = 10.0 - depth
    )
}

/// The cells of a region as TOML.
fn toml_of(cells: &Value) -> String {
    let (size, up, runs) = (&cells["cell_mm"], &cells["up"], &cells["runs"]);
    format!("{{ cell_mm = {size}, up = {up}, runs = {runs} }}")
}

/// A file that accepts the first region of `report`, with `more` lines.
pub fn acceptance(report: &Value, more: &str) -> String {
    let (region, inputs) = (&report["regions"][0], &report["inputs"]);
    format!(
        "[regions.{}]\nreason = \"it is meant\"\nmesh = {}\ntool = {}\ndepth_mm = {}\n\
         contacts = {}\nlength_mm = {}\nreach_mm = {}\ncells = {}\n{more}",
        region["fingerprint"].as_str().unwrap(),
        inputs["parts"][0]["sha256"],
        inputs["tools"][0]["spec"],
        region["depth_mm"][1],
        region["contacts"],
        region["length_mm"],
        region["reach_mm"],
        toml_of(&region["cells"]),
    )
}
