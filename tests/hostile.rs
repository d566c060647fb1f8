//! Job files and reports that nobody wrote: they end with a value or a sentence.
//!
//! `GOUGE_FUZZ=1000000 cargo test --test hostile` tries more than the default.

use std::path::Path;

use clap::ValueEnum as _;
use gouge::check::{Check, Running, Watch};
use gouge::job::{self, Settings};
use gouge::render::{Format, Look, render};
use gouge::report::Report;
use gouge_random::{Random, inputs};

/// Inputs of each kind by default.
const FEW: u64 = 1_000;

/// A folder in memory where there is one.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

const JOBS: [&[u8]; 3] = [
    b"part = ['a.stl', 'b.stl']\nprogram = 'op*.nc'\nfixture = 'v.stl'\norigin = [1, '0.5in', -3.5]\n\
      start = ['', '', 50]\ndialect = 'haas'\ntolerance = '0.001in'\nallowance = -0.2\nrotate = '90'\n\
      block_delete = true\nassume = ['start=safe', 'tool=1']\n[tools]\n1 = 'ball:6;len=20'\nT12 = 'flat:10'\n",
    b"transform = [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]\npart = 'a.stl'\nprogram = ['a.nc']\n\
      max_motions = 5\n[offsets]\nG55 = [1, 2, 3]\n[tools]\n1 = \"drill:5,118\"\n",
    b"\xef\xbb\xbfpart = \"\"\"a\n\"\"\"\nflip = 'x'\nhome = ['', 1e3, '']\ncompensation = 'wear'\n",
];

#[test]
fn job_files() {
    let folder = folder();
    let path = folder.path().join("gouge.toml");
    std::fs::write(folder.path().join("op1.nc"), "G0 X1\n").unwrap();
    let mut random = Random::new(1);
    for i in 0..inputs(FEW) {
        std::fs::write(&path, random.mutated(&JOBS)).unwrap();
        match job::read(&path, i % 2 == 0) {
            Ok(settings) => drop(Check::new(&settings)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn transforms() {
    let folder = folder();
    let path = folder.path().join("place.txt");
    let mut settings = Settings::default();
    settings.say("part", ["a.stl"]);
    settings.say("program", ["a.nc"]);
    settings.say("transform", [path.display()]);
    let mut random = Random::new(2);
    let corpus: [&[u8]; 2] = [
        b"0 -1 0 5\n1 0 0 -2.5\n0 0 1 1e2\n0 0 0 1\n",
        b"[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]",
    ];
    for _ in 0..inputs(FEW) {
        std::fs::write(&path, random.mutated(&corpus)).unwrap();
        drop(Check::new(&settings));
    }
}

/// SARIF added the two up: a panic, found by the search below.
#[test]
fn marks_and_columns_beyond_all_measure_are_shown() {
    let (report, _) = saved();
    let mut value = serde_json::to_value(&report).unwrap();
    let region = &mut value["regions"][0];
    region["body"] = u32::MAX.into();
    region["witness"]["column"] = u32::MAX.into();
    for mark in [[0, u32::MAX], [9, 2], [u32::MAX, 0]] {
        value["regions"][0]["witness"]["block"]["mark"] = mark.to_vec().into();
        let report: Report = serde_json::from_value(value.clone()).unwrap();
        for &format in Format::value_variants() {
            let _ = render(&report, format, Look::default(), &mut Vec::new());
        }
    }
}

/// A report of a gouge, and its bytes.
fn saved() -> (Report, Vec<u8>) {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut settings = Settings::default();
    settings.say("part", [format!("{root}/molds/duct.stl")]);
    settings.say("program", [format!("{root}/toolpaths/duct-low.ngc")]);
    settings.say("tools.1", ["ball:6"]);
    settings.say("start", [0, 0, 60]);
    let running = Running { zones: vec![0.01, 0.1], ..Running::default() };
    let report = Check::new(&settings).unwrap().run(&running, &Watch::default()).unwrap();
    let text = serde_json::to_vec(&report).unwrap();
    (report, text)
}

/// Saved reports are read by `browse`, `merge` and the cache, and written in every format.
#[test]
fn saved_reports() {
    let (_, text) = saved();
    let mut random = Random::new(3);
    let mut read = 0;
    for i in 0..inputs(FEW) {
        let bytes = random.mutated(&[&text]);
        let Ok(report) = serde_json::from_slice::<Report>(&bytes) else { continue };
        read += 1;
        // A format may refuse what it cannot show.
        let formats = Format::value_variants();
        let _ =
            render(&report, formats[i as usize % formats.len()], Look::default(), &mut Vec::new());
    }
    assert!(read > 0);
}
