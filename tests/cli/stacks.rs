//! Tools of several pieces: their depth is that of all of them together, and every witness holds.

use serde_json::Value;

use crate::scene::{Scene, gouging_program};

/// A report that `recheck` found to hold.
fn report(s: &Scene, part: &str, tool: &str, start: &str, program: &str, more: &[&str]) -> Value {
    s.write("job.nc", format!("G21 G90\nT1 M6\n{program}\nM2\n"));
    let args = ["check", part, "job.nc", "--tool", tool, "--start", start, "--format", "json"];
    let run = s.gouge(&[&args[..], &["-o", "report.json", "--moves"], more].concat());
    assert!(run.code < 2, "{tool}: {}{}", run.out, run.err);
    let again = s.gouge(&["recheck", "report.json"]);
    assert_eq!(again.code, 0, "{tool}: {}{}", again.out, again.err);
    serde_json::from_str(&s.read("report.json")).unwrap()
}

fn bounds(depth: &Value) -> [f64; 2] {
    [0, 1].map(|end| depth[end].as_f64().unwrap())
}

/// The least and the greatest bound over all regions.
fn deepest(report: &Value) -> [f64; 2] {
    let regions = report["regions"].as_array().unwrap();
    let all = regions.iter().map(|r| bounds(&r["depth_mm"]));
    all.reduce(|a, b| [a[0].max(b[0]), a[1].max(b[1])]).unwrap()
}

fn pyramid(s: &Scene) {
    s.write(
        "pyramid.obj",
        "v 0 0 0\nv 20 0 0\nv 20 20 0\nv 0 20 0\nv 12 9 8\n\
         f 1 3 2\nf 1 4 3\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n",
    );
}

/// A way down through shank and cutter ended at the seam, and counted as both bounds.
#[test]
fn a_stack_goes_as_deep_as_the_same_tool_of_a_piece() {
    let s = Scene::new();
    for (tool, way, depth) in [
        ("flat:6;len=32", "G0 X20 Y10\nG1 Z5.5 F100\nG1 X22 Z5.2", 4.8),
        ("flat:6;len=2;shank=6,30", "G0 X20 Y10\nG1 Z5.5 F100\nG1 X22 Z5.2", 4.8),
        ("flat:6;len=0.5;shank=6,31.5", "G0 X28 Y10\nG1 Z6.5 F100", 3.5),
        // Below the middle of the block its underside is nearer.
        ("flat:6;len=2;shank=6,3;holder=6,27", "G0 X20 Y10\nG1 Z2 F100", 5.0),
    ] {
        let [lo, hi] = deepest(&report(&s, "block.stl", &format!("1={tool}"), "0,0,50", way, &[]));
        assert!(lo <= depth + 1e-6 && depth <= hi, "{tool}: {depth} is not in [{lo}, {hi}]");
        assert!(lo >= 3.0 - 1e-6, "{tool}: no more than {lo} is proved");
    }
}

/// The ways through one window of pockets were taken for all ways.
#[test]
fn a_profile_of_many_pockets_goes_as_deep_as_it_is_long() {
    let s = Scene::new();
    s.write(
        "teeth.txt",
        "start 0 0\nline 0.212 2.223\nline 0.214 2.774\nline 0.266 3.538\nline 0.912 3.731\n\
         line 0.743 4.308\nline 0.781 5.039\nline 0.629 5.307\n",
    );
    let way = "G0 X33.593 Y9.109\nG1 Z5.649 F100\nG1 X38.067 Y9.109 Z5.097 F100";
    let report = report(&s, "block.stl", "1=profile:teeth.txt", "33.593,9.109,40", way, &[]);
    let [lo, hi] = deepest(&report);
    assert!(lo > 1.3 && hi >= 4.2, "[{lo}, {hi}]");
}

/// A tool whose middle is in the material was said to be exactly as deep as its own thickness.
#[test]
fn a_buried_tool_is_at_least_as_deep_as_it_is_thick() {
    let s = Scene::new();
    let way = "G0 X10 Y10\nG1 Z6.005 F100\nG1 X30";
    let report = report(&s, "block.stl", "1=flat:6;len=4", "0,0,50", way, &[]);
    let [lo, hi] = deepest(&report);
    assert!(lo <= 3.995 && 3.995 <= hi, "[{lo}, {hi}]");
}

/// Depth across a seam is taken in convex parts: bounds as wide as those leave them are no fault.
#[test]
fn deep_cuts_across_a_seam_hold() {
    let s = Scene::new();
    pyramid(&s);
    let way = "G1 X6.278 Y17.073 Z2.621 F100";
    let (start, fine) = ("17.493,21.873,5.992", ["--tolerance", "0.001"]);
    report(&s, "pyramid.obj", "1=flat:6;len=11;shank=12,20", start, way, &fine);
}

/// The end of a way that the nearest surface cuts short was placed at a time when the tool missed
/// it by microns.
#[test]
fn ways_cut_short_end_in_the_tool() {
    let s = Scene::new();
    s.write(
        "groove.txt",
        "start 0 0\nline 3 0\nline 3 4.37\nline 2.9999 4.37\nline 2.9999 4.371\nline 3 4.371\n\
         line 3 32\n",
    );
    let way = "G0 X27.266 Y22.9862\nG1 Z0.422 F100\nG1 X40.5236 Y22.9862 Z0.422 F100";
    report(&s, "block.stl", "1=profile:groove.txt", "27.266,22.9862,60", way, &[]);
}

/// The line along which a tool touches the rim of a sheet counted as a way of that length.
#[test]
fn touching_the_rim_of_an_open_part_is_no_gouge() {
    let s = Scene::new();
    s.write("lollipop.txt", "start 0 0\narc 1.69 5.47868917 3.0\nline 1.69 9.764\n");
    s.write("sheet.obj", "v 0 0 0\nv 20 0 0\nv 20 20 0\nv 0 20 0\nf 1 3 2\nf 1 4 3\n");
    for tool in ["1=profile:lollipop.txt", "1=ball:6", "1=flat:6"] {
        let report =
            report(&s, "sheet.obj", tool, "0,0,50", "G0 X10 Y23\nG1 Z-3 F100\nG0 Z30", &[]);
        assert_eq!(report["coverage"]["gouging"], 0, "{tool}: {report}");
    }
}

/// Two corners of a patch lay so near each other that the side between them faced anywhere, and the
/// way began beside the facet.
#[test]
fn ways_begin_on_their_facet() {
    let s = Scene::new();
    let way = "G0 X39.142 Y-1.888\nG1 Z1.425 F100\nG1 X32.965 Y-1.888 Z1.597 F100";
    let report = report(&s, "block.stl", "1=flat:6", "39.142,-1.888,40", way, &[]);
    let [lo, hi] = deepest(&report);
    assert!(lo <= 1.112 + 1e-4 && hi >= 1.112, "[{lo}, {hi}]");
    pyramid(&s);
    let way = "G1 Z1.639 F100\nG1 X12.51 Y-2.549 Z1.137 F100";
    let tool = "1=chamfer:1.05,30,6;len=7.45;shank=3.01,7.5";
    self::report(&s, "pyramid.obj", tool, "12.51,7.504,40", way, &[]);
}

/// A clean verdict rested on distances to faces inside the tool, which only an assumption told.
#[test]
fn bodies_of_a_mesh_tool_are_as_deep_together_as_one() {
    let s = Scene::new();
    let brick = |lo: [i32; 3], hi: [i32; 3], first: i32| {
        let corner = |k: usize| [0, 1, 2].map(|axis| [lo, hi][k >> axis & 1][axis]);
        let corners = (0..8).map(corner).map(|[x, y, z]| format!("v {x} {y} {z}\n"));
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let face = |q: [i32; 4]| {
            q.map(|k| (k + first).to_string()).iter().fold("f".to_owned(), |line, k| line + " " + k)
        };
        corners.collect::<String>() + &quads.map(|q| face(q) + "\n").concat()
    };
    s.write("whole.obj", brick([-4, -4, 0], [4, 4, 8], 1));
    let halves = brick([-4, -4, 0], [0, 4, 8], 1) + &brick([0, -4, 0], [4, 4, 8], 9);
    s.write("halves.obj", halves);
    let crossed = brick([-4, -4, 0], [2, 4, 8], 1) + &brick([-3, -4, 0], [4, 4, 8], 9);
    s.write("crossed.obj", crossed);
    s.write("nested.obj", brick([-4, -4, 0], [4, 4, 8], 1) + &brick([-3, -3, 1], [3, 3, 7], 9));
    // A rib between two of its facets.
    s.write("rib.obj", brick([-1, -9, -9], [1, 9, 3], 1));
    let told = |tool: &str| {
        let tool = format!("1=mesh:{tool}");
        report(&s, "rib.obj", &tool, "0,0,50", "G1 Z4 F100\nG1 Z-1 Y1", &[])
    };
    let whole = deepest(&told("whole.obj"));
    for tool in ["halves.obj", "crossed.obj", "nested.obj"] {
        let report = told(tool);
        assert!(report["assumptions"].as_array().unwrap().iter().all(|a| a["name"] != "tool"));
        let [lo, hi] = deepest(&report);
        assert!(lo <= whole[1] && hi >= whole[0], "{tool}: {lo} {hi}, {whole:?}");
    }
}

/// The report held a unit, and the digest of a file, that were read once more, by other rules.
#[test]
fn a_second_unit_is_refused_and_the_report_has_what_was_read() {
    let s = Scene::new();
    s.write("job.nc", gouging_program(0.5));
    std::fs::copy(s.path("block.stl"), s.path("tool.stl")).unwrap();
    for tool in ["1=mesh:tool.stl;unit=mm;unit=inch", "1=ball:6;unit=mm;unit=mm"] {
        let run = s.gouge(&["check", "block.stl", "job.nc", "--tool", tool, "--start=0,0,50"]);
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains("given twice"), "{}", run.err);
    }
    let tool = "1=mesh: tool.stl ; unit = inch";
    let base =
        ["check", "block.stl", "job.nc", "--tool", tool, "--start=0,0,50", "--format", "json"];
    let report: serde_json::Value = serde_json::from_str(&s.gouge(&base).out).unwrap();
    let mesh = &report["inputs"]["tools"][0]["components"][0]["mesh"];
    assert_eq!((&mesh["path"], &mesh["scale"]), (&"tool.stl".into(), &25.4.into()));
    s.write("r.json", report.to_string());
    let run = s.gouge(&["recheck", "r.json"]);
    assert_eq!(run.code, 0, "{}", run.out);
}
