//! What is proved all the same of motions that are taken to touch nothing, and what is said of
//! distances that must be kept.

use super::scene::Scene;

fn holds(s: &Scene) {
    let held = s.gouge(&["recheck", "report.json"]);
    assert_eq!(held.code, 0, "{}{}", held.out, held.err);
}

/// A tool that stands in the part where its way is taken for granted was clean: where it stands is
/// known, whatever leads there.
#[test]
fn a_known_place_in_the_part_is_a_gouge_whatever_leads_there() {
    let s = Scene::new();
    let check = |program: &str, more: &[&str]| {
        s.write("a.nc", program);
        let all = ["check", "block.stl", "a.nc", "--dialect", "fanuc", "--tool", "1=flat:6"];
        let json = s.gouge(&[&all[..], more, &["--format", "json"]].concat());
        s.write("report.json", &json.out);
        holds(&s);
        (json.code, s.gouge(&[&all[..], more].concat()).out)
    };
    let start = ["--assume", "start=safe"];
    let (code, text) = check("G21 G90\nT1 M6\nG0 X10. Y10. Z5.\nM30\n", &start);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("cuts 5.0000 mm into the part at rapid"), "{text}");
    assert!(text.contains("--> a.nc:3:1"), "{text}");
    let (code, text) = check("G21 G90\nT1 M6\nG0 X10. Y10. Z15.\nM30\n", &start);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1 accepted"), "{text}");

    let home = ["--assume", "home=safe", "--start=50,10,20"];
    let away =
        |z: &str| format!("G21 G90\nT1 M6\nG0 X10.\nG53 G0 Z0.\nG1 Z{z} F100\nG53 G0 Z0.\nM30\n");
    let (code, text) = check(&away("5."), &home);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("cuts 5.0000 mm into the part"), "{text}");
    assert_eq!(check(&away("15."), &home).0, 0);

    // Where it stands before it leaves counts as well.
    let leave = "G21 G90\nT1 M6\nG53 G0 Z0.\nM30\n";
    assert_eq!(check(leave, &["--assume", "home=safe", "--start=10,10,5"]).0, 1);
    assert_eq!(check(leave, &["--assume", "home=safe", "--start=10,10,15"]).0, 0);
    assert_eq!(check(leave, &["--start=10,10,15"]).0, 3, "nothing is taken for granted");
}

/// A slice of motions that are taken to touch nothing ended with 3, the whole of it with 0.
#[test]
fn slices_know_what_is_taken_for_granted() {
    let s = Scene::new();
    for (z, ends, whole) in [("15.", [0, 0], 0), ("5.", [0, 1], 1)] {
        s.write("a.nc", format!("G21 G90\nG0 X10.\nG53 G0 Z0.\nG1 Z{z} F100\nG53 G0 Z0.\nM30\n"));
        let tool = [
            "--dialect",
            "fanuc",
            "--tool",
            "1=flat:6",
            "--assume",
            "home=safe",
            "--assume",
            "tool=1",
        ];
        let all = [&["check", "block.stl", "a.nc", "--start=50,10,20"], &tool[..]].concat();
        let slice = |m: usize| {
            let (slice, file) = (format!("slice:{m}/2"), format!("share{m}.json"));
            s.gouge(&[&all[..], &["--partition", &slice, "--output", &file]].concat()).code
        };
        assert_eq!([slice(1), slice(2)], ends, "{z}");
        let merged = s.gouge(&["merge", "share1.json", "share2.json"]);
        assert_eq!(merged.code, whole, "{z}: {}", merged.err);
        let check = s.gouge(&[&all[..], &["--format", "json", "--no-run"]].concat());
        assert_eq!(merged.out, check.out, "{z}");
    }
}

/// A shank that came half a millimetre near was said to go half a millimetre in.
#[test]
fn what_only_comes_too_near_is_not_reported_to_go_in() {
    let s = Scene::new();
    let check = |x: f64, more: &[&str]| {
        s.write("a.nc", format!("G21 G90\nT1 M6\nG0 X{x} Y10 Z5\nG1 Y12 F100\nM30\n"));
        let tool = "1=flat:8;len=3;shank=10,20;clearance=1";
        let all = ["check", "block.stl", "a.nc", "--tool", tool, "--start=-20,10,5"];
        s.gouge(&[&all[..], more].concat()).out
    };
    let near = check(-5.5, &[]);
    let who = "the shank of T1 (8 mm flat, shank)";
    assert!(
        near.contains(&format!("{who} comes within 0.5000 mm of the part, 1 mm must stay")),
        "{near}"
    );
    let both = check(-5.5, &["--allowance", "0.25"]);
    assert!(
        both.contains(&format!("{who} comes within 0.5000 mm of the part, 1.25 mm must")),
        "{both}"
    );
    let deep = check(-4.5, &[]);
    assert!(
        deep.contains(&format!("{who} goes 0.5000 mm into the part, 1 mm must stay")),
        "{deep}"
    );
    assert!(check(-6.5, &[]).contains("\nclean: "));
}

/// A sample of more triangles than there is memory for ran until it was killed.
#[test]
fn a_sample_that_nobody_could_read_is_refused() {
    let s = Scene::new();
    for [option, value] in
        [["--triangles", "99999999999"], ["--triangles", "0"], ["--rows", "1e-9"]]
    {
        let run = s.gouge(&["sample", "duct", option, value]);
        assert!(run.code == 2 && run.err.contains(value), "{}", run.err);
    }
}

/// A comment in inches in a metric program made a tool of a quarter of a millimetre, and the
/// program was clean with a warning.
#[test]
fn a_tool_whose_unit_is_in_doubt_is_not_taken_from_a_comment() {
    let s = Scene::new();
    let check = |size: &str| {
        let program = "G21 G90\nM6\nG0 X-2.9 Y5 Z5\nG1 Y15 F100\nM30\n";
        s.write("a.nc", format!("(T1 D={size} CR=0. - flat end mill)\nT1 {program}"));
        s.gouge(&["check", "block.stl", "a.nc", "--start=-20,0,50"])
    };
    let doubtful = check("0.25");
    assert_eq!(doubtful.code, 3, "{}", doubtful.out);
    assert!(doubtful.out.contains("T1 is not declared"), "{}", doubtful.out);
    assert_eq!(check("6.").code, 1);
    assert_eq!(check("5.").code, 0);
}

/// All of a program was taken to touch nothing that never comes to a place that is known, and the
/// check ended with 0.
#[test]
fn a_way_to_a_place_that_is_never_reached_is_not_accepted() {
    let s = Scene::new();
    for program in [
        "G21 G91\nT1 M6\nG1 X20 Y20 Z-5 F100\nG1 X20\nM2\n",
        "G21 G90\nT1 M6\nG1 X20 Y20 F100\nG1 X30\nG1 Y1\nM2\n",
    ] {
        s.write("a.nc", program);
        let all = ["check", "block.stl", "a.nc", "--tool", "1=flat:6", "--assume", "start=safe"];
        let json = s.gouge(&[&all[..], &["--format", "json", "--moves"]].concat());
        assert_eq!(json.code, 3, "{}", json.out);
        s.write("report.json", &json.out);
        holds(&s);
        assert!(s.gouge(&all).out.contains("not decided"));
    }
}

/// Motions that the coverage counted as accepted were unknown in the operations beside it.
#[test]
fn operations_add_up_to_the_coverage() {
    let s = Scene::new();
    let program = "G21 G90\nT1 M6\n(begin operation: Face)\nG0 X10 Y10\nG0 Z15\nG1 X30 F300\n\
                   G53 G0 Z0\n(begin operation: Wall)\nG0 X20\nG0 Z15\nG1 Z9.5\nM30\n";
    s.write("a.nc", program);
    let base = ["check", "block.stl", "a.nc", "--tool", "1=flat:6"];
    for more in [&["--assume", "start=safe", "--assume", "home=safe"][..], &[]] {
        let all = [&base[..], more, &["--moves"]].concat();
        let json = s.gouge(&[&all[..], &["--format", "json"]].concat()).out;
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        let coverage = &report["coverage"];
        for count in ["motions", "clean", "gouging", "unknown", "assumed"] {
            let of = report["operations"].as_array().unwrap().iter();
            let sum: u64 = of.map(|o| o[count].as_u64().unwrap()).sum();
            assert_eq!(sum, coverage[count].as_u64().unwrap(), "{count}: {json}");
        }
        let assumed = coverage["assumed"] != 0;
        assert_eq!(assumed, !more.is_empty(), "{coverage}");
        s.write("report.json", &json);
        holds(&s);
        let mut forged = report;
        let first = forged["operations"][0].as_object_mut().unwrap();
        let counts = [&first["unknown"], &first["assumed"]].map(serde_json::Value::clone);
        (first["assumed"], first["unknown"]) = (counts[0].clone(), counts[1].clone());
        s.write("report.json", forged.to_string());
        assert_eq!(s.gouge(&["recheck", "report.json"]).code, 1);
        let text = s.gouge(&all).out;
        assert_eq!(text.contains("  assumed"), assumed, "{text}");
        s.gouge(&[&all[..], &["--format", "html", "--output", "r.html"]].concat());
        assert_eq!(s.read("r.html").contains("<th class=\"n\">assumed</th>"), assumed);
    }
}
