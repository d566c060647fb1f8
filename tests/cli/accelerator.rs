//! The emulated card as an engine: the same bytes, its own figures, its own refusals.

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
