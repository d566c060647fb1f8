//! C++ libraries, called by small programs of ours that are compiled here and now where the library
//! is installed, and run as processes of their own: the laboratory has no unsafe code.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;
use tempfile::TempDir;

/// What all of them read and print.
const FILES: &str = include_str!("../../../peers/files.hpp");

/// Compiler and how it is called; `CXX` names another one.
const COMPILER: &str = "c++";
const OPTIONS: [&str; 3] = ["-std=c++17", "-O3", "-march=native"];

/// Both libraries are built for any machine of a kind: with the vectors of this one Eigen would lay
/// its matrices out in another way.
const NARROW: &str = "-DEIGEN_MAX_ALIGN_BYTES=16";

/// A library and the program that asks it.
pub struct Peer {
    /// As it is called in the table.
    pub name: &'static str,
    source: &'static str,
    /// Without this header it is not installed.
    header: &'static str,
    /// What to install.
    package: &'static str,
    /// What the compiler is told, in addition to what `pkg-config` says of `module`.
    flags: &'static [&'static str],
    module: Option<&'static str>,
}

/// Embree 3, as Debian has it.
pub const EMBREE: Peer = Peer {
    name: "Embree",
    source: include_str!("../../../peers/embree.cpp"),
    header: "embree3/rtcore.h",
    package: "libembree-dev",
    flags: &["-lembree3"],
    module: None,
};

/// FCL, as Debian has it.
pub const FCL: Peer = Peer {
    name: "FCL",
    source: include_str!("../../../peers/discrete.cpp"),
    header: "fcl/fcl.h",
    package: "libfcl-dev",
    flags: &["-I/usr/include/eigen3", NARROW, "-lfcl", "-lccd"],
    module: None,
};

/// coal, of which PyPI has headers and library too: `PKG_CONFIG_PATH` has to name the folders
/// `cmeel.prefix/lib/pkgconfig` and `cmeel.prefix/share/pkgconfig` then.
pub const COAL: Peer = Peer {
    name: "coal",
    source: include_str!("../../../peers/discrete.cpp"),
    header: "coal/collision.h",
    package: "coal, or from PyPI coal and cmeel-eigen",
    flags: &["-DCOAL", NARROW],
    module: Some("coal"),
};

/// A program that was compiled, in a folder that goes with it.
pub struct Program {
    folder: TempDir,
    binary: PathBuf,
}

/// A line that it printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was asked.
    pub what: String,
    /// Processor time of all queries, or of building.
    pub seconds: f64,
    /// Motions that gouge.
    pub gouging: u64,
    /// Triangles found.
    pub found: u64,
}

impl Peer {
    /// Compiles the program; else why there is none, in a few words.
    pub fn made(&self) -> Result<Program, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let at = |name: &str| folder.path().join(name);
        let probe = format!("#include <{}>\n", self.header);
        for (name, text) in [("files.hpp", FILES), ("main.cpp", self.source), ("probe.cpp", &probe)]
        {
            fs::write(at(name), text).map_err(|e| e.to_string())?;
        }
        let absent = || format!("not installed: {}", self.package);
        let told = self.module.map_or_else(|| Some(Vec::new()), configured).ok_or_else(absent)?;
        let compiler = std::env::var_os("CXX").unwrap_or_else(|| COMPILER.into());
        let compile = |source: &str, options: &[&str]| -> io::Result<Output> {
            let mut command = Command::new(&compiler);
            // What pkg-config says may name an older standard: ours comes last.
            command.arg(at(source)).args(&told).args(self.flags).args(OPTIONS).args(options);
            command.current_dir(folder.path()).output()
        };
        match compile("probe.cpp", &["-fsyntax-only"]) {
            Err(_) => return Err(format!("no C++ compiler: `{}`", compiler.display())),
            Ok(done) if !done.status.success() => return Err(absent()),
            Ok(_) => {}
        }
        let done = compile("main.cpp", &["-o", "peer"]).map_err(|e| e.to_string())?;
        if !done.status.success() {
            return Err(format!("does not compile: {}", first_error(&done.stderr)));
        }
        let binary = at("peer");
        Ok(Program { folder, binary })
    }
}

/// What `pkg-config` says of a library, with the place of its files for when the program runs.
fn configured(module: &str) -> Option<Vec<String>> {
    let ask = |options: &[&str]| {
        let done = Command::new("pkg-config").args(options).arg(module).output().ok()?;
        let text = String::from_utf8(done.stdout).ok()?;
        done.status.success().then(|| text.split_whitespace().map(String::from).collect::<Vec<_>>())
    };
    let mut flags = ask(&["--cflags", "--libs"])?;
    let folders = ask(&["--variable=libdir"])?;
    flags.extend(folders.iter().map(|folder| format!("-Wl,-rpath,{folder}")));
    Some(flags)
}

/// The line of a compiler's or program's complaints that says most.
fn first_error(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let line = lines().find(|line| line.contains("error")).or_else(|| lines().next());
    line.unwrap_or("it says nothing").to_owned()
}

impl Program {
    /// Where a file of this name lies.
    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a mesh for the program; the word that names it.
    pub fn mesh(&self, name: &str, mesh: &Mesh) -> io::Result<String> {
        let path = self.at(name);
        let mut out = io::BufWriter::new(fs::File::create(&path)?);
        out.write_all(&(mesh.vertices.len() as u64).to_ne_bytes())?;
        for vertex in &mesh.vertices {
            point(&mut out, vertex)?;
        }
        out.write_all(&(mesh.triangles.len() as u64).to_ne_bytes())?;
        for corner in mesh.triangles.iter().flatten() {
            out.write_all(&corner.to_ne_bytes())?;
        }
        out.flush()?;
        Ok(word(&path))
    }

    /// Writes rows of points for the program; the word that names them.
    pub fn rows(&self, name: &str, rows: &[Vec<Vec3>]) -> io::Result<String> {
        let path = self.at(name);
        let mut out = io::BufWriter::new(fs::File::create(&path)?);
        out.write_all(&(rows.len() as u64).to_ne_bytes())?;
        for row in rows {
            out.write_all(&(row.len() as u64).to_ne_bytes())?;
            for place in row {
                point(&mut out, place)?;
            }
        }
        out.flush()?;
        Ok(word(&path))
    }

    /// Runs it: what it printed, and the numbers of the file that it wrote, whose name comes last.
    pub fn run(&self, words: &[String]) -> Result<(Vec<Answer>, Vec<f64>), String> {
        let out = self.at("out");
        let done = Command::new(&self.binary).args(words).arg(&out).output();
        let done = done.map_err(|e| e.to_string())?;
        if !done.status.success() {
            return Err(format!("{}: {}", done.status, first_error(&done.stderr)));
        }
        let bytes = fs::read(&out).map_err(|e| e.to_string())?;
        let numbers =
            bytes.chunks_exact(8).map(|b| f64::from_ne_bytes(b.try_into().unwrap_or_default()));
        Ok((answers(&String::from_utf8_lossy(&done.stdout))?, numbers.collect()))
    }
}

fn word(path: &Path) -> String {
    path.display().to_string()
}

fn point(out: &mut impl Write, p: &Vec3) -> io::Result<()> {
    p.iter().try_for_each(|c| out.write_all(&c.to_ne_bytes()))
}

/// The lines of a program: what was asked, seconds, motions that gouge, triangles found.
fn answers(text: &str) -> Result<Vec<Answer>, String> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let what = words.next()?.to_owned();
        let seconds: f64 = words.next()?.parse().ok()?;
        let [gouging, found] = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
        let whole = words.next().is_none() && seconds.is_finite() && seconds >= 0.0;
        whole.then_some(Answer { what, seconds, gouging, found })
    };
    text.lines().map(|l| line(l).ok_or_else(|| format!("it printed `{l}`"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_whole_or_refused() {
        let read = answers("build 0.062 0 0\ncontacts 0.0551 4394 26186\n").unwrap();
        assert_eq!(read.len(), 2);
        let contacts =
            Answer { what: "contacts".into(), seconds: 0.0551, gouging: 4394, found: 26186 };
        assert_eq!(read[1], contacts);
        for wrong in ["depth", "depth x 1 2", "depth nan 1 2", "depth -1 1 2", "depth 1 2 3 4", ""]
        {
            assert!(answers(&format!("build 1 0 0\n{wrong}\n")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_library_that_is_nowhere_is_told_as_such() {
        let absent = Peer {
            name: "none",
            source: "",
            header: "no/such/header.hpp",
            package: "libnone-dev",
            flags: &[],
            module: None,
        };
        let why = absent.made().err().unwrap();
        assert!(why == "not installed: libnone-dev" || why.starts_with("no C++ compiler"), "{why}");
    }

    #[test]
    fn the_line_with_the_error_is_shown() {
        let text = b"main.cpp: In function:\nmain.cpp:3: error: what is it\n  3 | x\n";
        assert_eq!(first_error(text), "main.cpp:3: error: what is it");
    }
}
