//! The emulated card as an engine: the same bytes, its own figures, its own refusals.

use std::f64::consts::{PI, TAU};
use std::process::Command;

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, write_stl};
use gouge::sample::{self, Size};
use gouge::tree::Engine;

use crate::scene::{Scene, clean_program, gouging_program};

const CHECK: [&str; 6] =
    ["check", "block.stl", "a.nc", "--tool", "1=bull:8,1;len=20;shank=6,40", "--start=0,0,50"];

#[test]
fn the_report_is_that_of_every_other_engine_on_every_device() {
    let s = Scene::new();
    s.write("small.toml", "base = \"ecp5-85\"\nencoding = \"9\"\n[memory]\nbytes = 300\n");
    for program in [clean_program(), gouging_program(0.5), gouging_program(12.0)] {
        // An arc, too.
        s.write("a.nc", program.replace("G0 Z30\nM30", "G2 X30 Y10 I-4 J0\nG0 Z30\nM30"));
        let check = |more: &[&str]| {
            s.gouge(&[&CHECK[..], &["--format", "json", "--no-run", "--moves"], more].concat())
        };
        let expected = check(&[]);
        for device in ["card", "ecp5-85", "datacentre", "small.toml"] {
            let run = check(&["--engine", "accelerator", "--device", device]);
            assert_eq!(run.code, expected.code, "{device}: {}", run.err);
            assert_eq!(run.out, expected.out, "{device}");
        }
    }
}

/// The analogues of terrain and molds, with every shape of tool that the samples have; all of
/// them at full size with `GOUGE_FULL_CASES=1`. Then with tools of many facets.
#[test]
fn the_reports_of_samples_are_those_of_every_other_engine() {
    let full = std::env::var_os("GOUGE_FULL_CASES").is_some();
    let few = ["duct-low", "bottle-low", "block-shank", "terrain"];
    let folder = tempfile::tempdir().unwrap();
    let size =
        if full { Size::default() } else { Size { triangles: 300, rows: 8.0, ..Size::default() } };
    write_stl(&folder.path().join("ball.stl"), &faceted_ball(3.0, 24)).unwrap();
    for (name, _) in sample::NAMES.iter().filter(|(name, _)| full || few.contains(name)) {
        let made = sample::make(name, &size).unwrap();
        let written = sample::write(name, folder.path(), &size).unwrap();
        let own = made.tools.iter().map(|(number, spec)| format!("{number}={spec}"));
        for tool in [own.collect(), vec!["1=mesh:ball.stl".to_owned()]] {
            let check = |engine: &str| {
                let [x, y, z] = made.start;
                let done = Command::new(env!("CARGO_BIN_EXE_gouge"))
                    .current_dir(folder.path())
                    .arg("check")
                    .args([&written.part, &written.program])
                    .args(tool.iter().flat_map(|t| ["--tool", t]))
                    .args(["--start", &format!("{x},{y},{z}"), "--engine", engine])
                    .args(["--format", "json", "--no-run"])
                    .output()
                    .unwrap();
                let error = String::from_utf8_lossy(&done.stderr);
                assert!(matches!(done.status.code(), Some(0 | 1 | 3)), "{name}: {error}");
                (done.status.code(), String::from_utf8(done.stdout).unwrap())
            };
            let (card, default) = (check("accelerator"), check(Engine::default().name));
            assert_eq!(card, default, "{name} with {tool:?}");
        }
    }
}

/// A ball of `radius` mm with its tip at the origin, of triangles.
fn faceted_ball(radius: f64, sides: u32) -> Mesh {
    let at = |ring: u32, side: u32| {
        let (up, around) = (
            PI * f64::from(ring) / f64::from(sides),
            TAU * f64::from(side % sides) / f64::from(sides),
        );
        let out = radius * up.sin();
        Vec3::new(out * around.cos(), out * around.sin(), radius * (1.0 - up.cos()))
    };
    let mut mesh = Mesh::default();
    mesh.vertices.push(at(0, 0));
    mesh.vertices.extend((1..sides).flat_map(|ring| (0..sides).map(move |side| at(ring, side))));
    mesh.vertices.push(at(sides, 0));
    let index = |ring: u32, side: u32| match ring {
        0 => 0,
        _ if ring == sides => 1 + (sides - 1) * sides,
        _ => 1 + (ring - 1) * sides + side % sides,
    };
    for ring in 0..sides {
        for side in 0..sides {
            let [a, b] = [index(ring, side), index(ring, side + 1)];
            let [c, d] = [index(ring + 1, side + 1), index(ring + 1, side)];
            mesh.triangles.extend(
                [[a, c, b], [a, d, c]]
                    .into_iter()
                    .filter(|t| t[0] != t[1] && t[1] != t[2] && t[2] != t[0]),
            );
        }
    }
    mesh
}

#[test]
fn its_figures_come_with_every_parameter_a_unit_and_a_sentence() {
    let s = Scene::new();
    s.write("a.nc", gouging_program(0.5));
    let run =
        s.gouge(&[&CHECK[..], &["--engine", "accelerator", "--stats", "--threads", "1"]].concat());
    for line in ["# parameters", "calculating.multipliers", "# idealised", "device.cycles"] {
        assert!(run.err.contains(line), "{line}: {}", run.err);
    }
    let figures = run.err.split("# statistics\n").nth(1).unwrap();
    for line in figures.lines() {
        let (figure, sentence) = line.split_once("  # ").unwrap_or_else(|| panic!("{line}"));
        assert_eq!(figure.split_whitespace().count(), 3, "{line}");
        assert!(sentence.ends_with('.'), "{line}");
    }
    let value = |name: &str| -> u64 {
        let line = figures.lines().find(|l| l.starts_with(&format!("{name} "))).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    assert!(value("lane0.pairs") > 0 && value("lane0.checks") > 0);
    assert_eq!(value("calculate.sums"), value("calculate.sums_retired"));
}

#[test]
fn devices_that_are_none_are_refused() {
    let s = Scene::new();
    s.write("a.nc", clean_program());
    s.write("bad.toml", "base = \"card\"\n[fifo]\nentries = 0\n");
    let refused = |more: &[&str], says: &str| {
        let run = s.gouge(&[&CHECK[..], more].concat());
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("J00") && run.err.contains(says), "{}", run.err);
    };
    refused(&["--engine", "accelerator", "--device", "none.toml"], "none.toml");
    refused(&["--engine", "accelerator", "--device", "bad.toml"], "fifo.entries is 0");
    refused(&["--device", "card"], "--engine accelerator");
    let listed = s.gouge(&["check", "--list-engines"]);
    assert!(listed.out.contains("accelerator"), "{}", listed.out);
}
