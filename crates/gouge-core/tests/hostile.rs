//! Tool declarations and libraries that make no sense: reading them ends with tools or an error
//! message.
//!
//! `GOUGE_FUZZ=1000000 cargo test -p gouge-core --test hostile` tries more than the default.

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use gouge_core::tool::{Spec, library};
use gouge_random::{Random, inputs};

/// Inputs of each kind by default.
const FEW: u64 = 2_000;

/// A folder in memory where there is one.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    tempfile::tempdir_in(if memory.is_dir() { memory } else { Path::new(".") })
        .or_else(|_| tempfile::tempdir())
        .unwrap()
}

/// Every tool that a library gives reads, or says why not; those that read can be built.
fn read(path: &PathBuf, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap();
    match library::read(path, Some(1)) {
        Ok(found) => {
            for declared in found.tools.values() {
                declare(&declared.spec, &declared.base);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn declare(text: &str, base: &Path) {
    match Spec::parse(text, base) {
        Ok(spec) => {
            let tool = spec.build(100.0);
            assert!(!tool.components.is_empty(), "{text}");
            let _ = spec.declared();
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn search(name: &str, seed: u64, corpus: &[&[u8]]) {
    let folder = folder();
    let path = folder.path().join(name);
    let mut random = Random::new(seed);
    for _ in 0..inputs(FEW) {
        read(&path, &random.mutated(corpus));
    }
}

const FUSION: &[u8] = br#"{"version": 36, "data": [
 {"type": "ball end mill", "unit": "millimeters", "post-process": {"number": 1},
  "geometry": {"DC": 6, "RE": 3, "LCF": 15, "LB": 40, "SFDM": 6, "shoulder-length": 20},
  "holder": {"unit": "inches", "segments": [{"height": 0.5, "lower-diameter": 1, "upper-diameter": 1.5}]}},
 {"type": "chamfer mill", "unit": "inches", "post-process": {"number": 2},
  "geometry": {"DC": 0.5, "tip-diameter": 0, "TA": 45, "LCF": 0.25, "LB": 1, "SFDM": 0.5}},
 {"type": "drill", "unit": "millimeters", "post-process": {"number": 4}, "geometry": {"DC": 5, "SIG": 118, "LCF": 20}}]}"#;

const BIT: &[u8] = br#"{"version": 2, "name": "a", "shape": "ballend.fcstd", "parameter": {"CuttingEdgeHeight": "30.0 mm", "Diameter": "5.0 mm", "Length": "50 mm", "ShankDiameter": "3 mm"}, "attribute": {}}"#;

const PROFILE: &[u8] =
    b"# a bull nose\nstart 0 0\nline 3 0\narc 5 2 2\nline 5 30\nline 4 30\narc 4 40 -7\n";

#[test]
fn fusion() {
    search("a.json", 1, &[FUSION, br#"{"1": "ball:6", "T2": "flat:0.5in;len=20"}"#]);
}

#[test]
fn fusion_packed() {
    let folder = folder();
    let path = folder.path().join("a.tools");
    let mut random = Random::new(2);
    let pack = |bytes: &[u8]| {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let plain = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Stored);
        zip.start_file("tools.json", plain).unwrap();
        zip.write_all(bytes).unwrap();
        zip.finish().unwrap().into_inner()
    };
    let sound = pack(FUSION);
    for i in 0..inputs(FEW) {
        let bytes = match i % 2 {
            0 => random.mutated(&[&sound]),
            _ => pack(&random.mutated(&[FUSION])),
        };
        read(&path, &bytes);
    }
}

#[test]
fn freecad() {
    search(
        "a.fctb",
        3,
        &[BIT, br#"{"shape": "v-bit", "parameter": {"CuttingEdgeAngle": "90 \u00b0"}}"#],
    );
    search(
        "a.fctl",
        4,
        &[br#"{"label": "l", "tools": [{"nr": 1, "path": "a.fctb"}, {"nr": "2", "path": "../b.fctb"}], "version": 1}"#],
    );
}

#[test]
fn lists() {
    search(
        "a.toml",
        5,
        &[b"[tools]\n1 = \"ball:6;len=20;shank=6,40\"\nT2 = 'flat:10'\n[tools.3]\nshape = 'drill'\nDC = 5\nSIG = 118\n"],
    );
    search(
        "a.csv",
        6,
        &[
            b"number,kind,diameter,corner radius,length\n1,ball,6,,20\n2,bull,10,1,\n",
            b"T;TYPE;DC;RE\n1;\"flat end mill\";0,5;0\n",
        ],
    );
}

#[test]
fn declarations() {
    let folder = folder();
    std::fs::write(folder.path().join("p.txt"), PROFILE).unwrap();
    let corpus: [&[u8]; 9] = [
        b"ball:6;len=20;shank=6,40;clearance=0.5",
        b"flat:0.5in;unit=inch",
        b"bull:10,2;holder=27,27,40/30,35,20",
        b"taper:0.5,12.5,6;len=30",
        b"drill:5,118;len=60",
        b"chamfer:0,45,12;len=8",
        b"profile:p.txt;len=40",
        b"shank=6,8,10/8,8,30;ball:1e-3",
        b"mesh:p.txt;unit=inch",
    ];
    let mut random = Random::new(7);
    for _ in 0..inputs(FEW) {
        declare(&String::from_utf8_lossy(&random.mutated(&corpus)), folder.path());
    }
}

#[test]
fn profiles() {
    let folder = folder();
    let path = folder.path().join("p.txt");
    let mut random = Random::new(8);
    for _ in 0..inputs(FEW) {
        let corpus: [&[u8]; 2] = [PROFILE, b"apt 10 2 3 2 0 0 30\n"];
        std::fs::write(&path, random.mutated(&corpus)).unwrap();
        declare("profile:p.txt;len=40", folder.path());
        declare("ball:6;len=20;holder=p.txt", folder.path());
    }
}
