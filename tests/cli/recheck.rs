//! What `check` reports, `recheck` proves again, and nothing else.

use crate::scene::{Scene, block, gouging_program};
use gouge::mesh::write_stl;
use gouge_recheck::{leaves, proves};
use serde_json::Value;

/// Tolerance and ε of these runs, mm.
const TOLERANCE: f64 = 0.01;
const EPSILON: f64 = TOLERANCE / 100.0;

fn report(s: &Scene, tool: &str, program: &str, extra: &[&str]) -> serde_json::Value {
    s.write("job.nc", program);
    let base = ["check", "block.stl", "job.nc", "--format", "json", "--no-run"];
    let start =
        if extra.iter().any(|e| e.starts_with("--start")) { &[][..] } else { &["--start=0,0,50"] };
    let run = s.gouge(&[&base[..], start, &["--tool", tool], extra].concat());
    assert_eq!(run.code, 1, "{tool}: {}{}", run.out, run.err);
    serde_json::from_str(&run.out).unwrap()
}

fn recheck(s: &Scene, report: &serde_json::Value) -> (i32, String) {
    s.write("report.json", serde_json::to_string(report).unwrap());
    let run = s.gouge(&["recheck", "report.json"]);
    (run.code, run.out + &run.err)
}

#[test]
fn every_kind_of_tool_and_motion_holds() {
    let s = Scene::new();
    s.write("lollipop.txt", "start 0 0\narc 3 3 3\narc 1 5.82842712474619 3\nline 1 40\n");
    s.write("slot.txt", "start 0 0\nline 4 0\nline 4 2\nline 2 2\nline 2 30\n");
    s.write("hollow.txt", "start 0 0\nline 2 0\narc 4 2 -2\nline 4 30\n");
    let line = gouging_program(0.5);
    let slope = "G21 G90\nT1 M6\nG0 X10 Y10 Z9.5\nG1 X45 Y25 Z4 F100\nG0 Z30\nM30\n".to_owned();
    let arc = line.replace("N60 G1 X30 (along)", "N60 G3 X20 Y10 I5 J0");
    let helix = line.replace("N60 G1 X30 (along)", "N60 G2 X10 Y10 I7 J0 Z8");
    let plunge = "G21 G90\nT1 M6\nG0 X20 Y10\nG1 Z6 F100\nG0 Z30\nM30\n".to_owned();
    let mut failures = Vec::new();
    for tool in [
        "1=ball:6",
        "1=flat:6",
        "1=bull:6,1",
        "1=taper:0.5,7,6",
        "1=drill:6,118",
        "1=chamfer:1,45,6",
        "1=ball:6;len=5;holder=8,16,4/16,16,10",
        "1=flat:6;len=4;shank=10,20;clearance=0.5",
        "1=flat:6;len=4.5;shank=10,20",
        "1=flat:6;len=0.5;shank=4,20;holder=30,20",
        "1=flat:2;len=0.5;holder=40,40,6/30,30,4/40,40,4/30,30,4/40,40,20",
        "1=profile:lollipop.txt",
        "1=profile:slot.txt",
        "1=profile:hollow.txt",
    ] {
        for program in [&line, &slope, &arc, &helix, &plunge] {
            let report = report(&s, tool, program, &[]);
            let count = report["regions"].as_array().unwrap().len();
            let (code, out) = recheck(&s, &report);
            let holds = format!("\n{count} of {count} witnesses hold\n");
            if code != 0 || !out.starts_with("not proved: ") || !out.ends_with(&holds) {
                failures.push(format!("{tool}\n{program}\n{out}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn allowance_deviation_and_dog_legs_hold() {
    let s = Scene::new();
    let line = gouging_program(0.5);
    for extra in [&["--allowance", "0.3"][..], &["--deviation", "0.05"], &["--origin=3,1,0.2"]] {
        let (code, out) = recheck(&s, &report(&s, "1=bull:6,1", &line, extra));
        assert_eq!(code, 0, "{extra:?}: {out}");
    }
    let rapid = "G21 G90\nT1 M6\nG0 X-20 Y-20 Z5\nG0 X60 Y10 Z12\nM30\n";
    let (code, out) = recheck(&s, &report(&s, "1=flat:6", rapid, &["--dialect", "haas"]));
    assert_eq!(code, 0, "{out}");
}

#[test]
fn a_tool_buried_in_the_material_holds() {
    let s = Scene::new();
    let buried = "G21 G90\nT1 M6\nG1 X22 F100\nM30\n";
    let report = report(&s, "1=flat:3;len=4", buried, &["--start=20,10,3"]);
    assert_eq!(report["regions"][0]["witness"]["side"], "part", "{}", report["regions"]);
    let (code, out) = recheck(&s, &report);
    assert_eq!(code, 0, "{out}");
    for (place, value) in [
        ("/regions/0/witness/inner_point_mm/2", serde_json::json!(20.0)),
        ("/regions/0/witness/inner_point_mm/0", serde_json::json!(10.0)),
        ("/regions/0/witness/inner_point_mm", serde_json::Value::Null),
    ] {
        let mut copy = report.clone();
        *copy.pointer_mut(place).unwrap() = value;
        assert_eq!(recheck(&s, &copy).0, 1, "{place}");
    }
}

/// Midway between two sheets that look up neither side is told: recheck refused the point.
#[test]
fn a_witness_midway_between_two_sheets_holds() {
    let s = Scene::new();
    let sheets = [(0.0, ["0 0", "9 0", "9 9", "0 9"]), (-4.0, ["0 0", "9 0", "9 9", "0 9"])];
    let facets = sheets.iter().flat_map(|(z, [a, b, c, d])| {
        [[a, b, c], [a, c, d]].map(|facet| {
            let corners = facet.map(|xy| format!("vertex {xy} {z}\n")).concat();
            format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
        })
    });
    s.write("block.stl", format!("solid sheets\n{}endsolid sheets\n", facets.collect::<String>()));
    for height in ["-3", "-2.9", "-2.75", "-2.5"] {
        for end in ["X5.5", "X5.5 Y5"] {
            let program = format!("G21 G90\nT1 M6\nG1 {end} F100\nM30\n");
            let start = format!("--start=3.5,4.5,{height}");
            let report = report(&s, "1=ball:2", &program, &[&start]);
            let (code, out) = recheck(&s, &report);
            assert!(
                code == 0 && out.ends_with("\n1 of 1 witnesses hold\n"),
                "{start} {end}: {out}"
            );
        }
    }
}

/// Only one of two loose pieces was asked whether it is in the material, and recheck looked for the
/// middle of the tool on its axis, from the tip upwards.
#[test]
fn any_loose_piece_of_a_mesh_tool_may_be_buried() {
    let s = Scene::new();
    let cube = |at: [f64; 3], side: f64| {
        let corner = |i: usize| (0..3).map(move |a| at[a] + side * f64::from(i >> a & 1 == 1));
        let vertices =
            (0..8).map(|i| corner(i).map(|c| c.to_string()).collect::<Vec<_>>().join(" "));
        vertices.map(|v| format!("v {v}\n")).collect::<String>()
    };
    let faces = |from: usize| {
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let face = |q: [usize; 4]| format!("f {}\n", q.map(|i| (i + from).to_string()).join(" "));
        quads.map(face).concat()
    };
    // The small one is inside the block, the large one far above it.
    let (small, large) = (cube([4.0, 0.0, -3.0], 2.0), cube([-4.0, -4.0, 40.0], 8.0));
    s.write("tool.obj", small + &large + &faces(1) + &faces(9));
    let program = "G21 G90\nT1 M6\nG1 X17 F100\nM30\n";
    let report = report(&s, "1=mesh:tool.obj", program, &["--start=16,10,7"]);
    assert_eq!(report["regions"][0]["witness"]["side"], "part");
    let (code, out) = recheck(&s, &report);
    assert_eq!(code, 0, "{out}");
}

/// Of a block whose facets disagree about the outside, or one of which is there twice, the nearest
/// facet was asked: recheck called the middle of the block air.
#[test]
fn reports_of_blocks_with_a_facet_the_wrong_way_round_hold() {
    let s = Scene::new();
    let block = block();
    let program = "G21 G90\nT1 M6\nG1 X24 Y11 Z3 F100\nM30\n";
    for wrong in 0..block.triangles.len() {
        let [a, b, c] = block.triangles[wrong];
        let (mut turned, mut twice) = (block.clone(), block.clone());
        turned.triangles[wrong] = [a, c, b];
        twice.triangles.push([a, c, b]);
        for part in [turned, twice] {
            write_stl(&s.path("block.stl"), &part).unwrap();
            let report = report(&s, "1=ball:2;len=3", program, &["--start=16,9,4"]);
            assert_eq!(report["regions"][0]["witness"]["side"], "part");
            let (code, out) = recheck(&s, &report);
            assert_eq!(code, 0, "{wrong}: {out}");
        }
    }
}

#[test]
fn whatever_is_altered_by_two_epsilon_is_found_and_named() {
    let s = Scene::new();
    let report = report(&s, "1=bull:6,1", &gouging_program(0.5), &[]);
    assert_eq!(recheck(&s, &report).0, 0);
    let altered = |path: &[&str], index: usize| {
        let mut copy = report.clone();
        let mut at = &mut copy["regions"][0];
        for key in path {
            at = &mut at[*key];
        }
        at = &mut at[index];
        *at = serde_json::json!(at.as_f64().unwrap() + 2.0 * EPSILON);
        copy
    };
    for (path, indices) in [
        (&["witness", "control_point_mm"][..], 0..3),
        (&["witness", "surface_point_mm"], 0..3),
        (&["witness", "normal"], 0..3),
        (&["witness", "tool_side_mm"], 0..1),
        (&["depth_mm"], 0..1),
    ] {
        for index in indices {
            let (code, out) = recheck(&s, &altered(path, index));
            let field = path.join(".");
            assert_eq!(code, 1, "{field}[{index}]: {out}");
            assert!(out.contains("region 1: "), "{field}[{index}]: {out}");
        }
    }
    let (code, out) = recheck(&s, &altered(&["witness", "part_side_mm"], 0));
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("region 1: "), "{out}");
    for (off, field) in [(-2.0 * EPSILON, "witness.control_point_mm"), (2.0, "witness.t")] {
        let mut copy = report.clone();
        let t = &mut copy["regions"][0]["witness"]["t"];
        *t = serde_json::json!(t.as_f64().unwrap() + off);
        let (code, out) = recheck(&s, &copy);
        assert_eq!(code, 1, "{out}");
        assert!(out.contains(field), "{out}");
    }
}

/// A program of many kinds of motion: operations, two tools and one that is not declared, a
/// fixture, a block not understood, machine positions.
const MIXED: &str = "G21 G90 G17\nT1 M6\n(begin operation: Floor)\nG0 X10 Y10 Z30\nG1 Z9.5 F300\n\
                     G1 X30\nG3 X20 Y15 I-5 J0\nG0 Z30\n(begin operation: Side)\nG0 X-5 Y10\n\
                     G1 Z4.5\nG0 Z30\nG0 X20 Y10 Z2\nG0 Z30\nG1 Q5\nT3 M6\nG1 X5 Y5\nT2 M6\n\
                     (begin operation: Ball)\nG0 X20 Y-10 Z30\nG1 Z5\nG1 Y30\nG0 Z30\nG28 Z0\nG0 X0\n\
                     M30\n";

/// What is said of it before a block and a vise.
fn mixed(s: &Scene) -> Value {
    let mut vise = block();
    vise.vertices.iter_mut().for_each(|v| {
        (v.x, v.y, v.z) = (0.25 * v.x - 10.0, 1.5 * v.y - 5.0, v.z - 5.0);
    });
    write_stl(&s.path("vise.stl"), &vise).unwrap();
    let more = ["--fixture=vise.stl", "--tool=2=ball:6", "--moves"];
    report(s, "1=flat:6;len=8;shank=8,20", MIXED, &more)
}

/// What of a report is altered and passes is not among what recheck says that it proves: a count of
/// motions checked was.
#[test]
fn whatever_is_proved_of_a_report_cannot_be_altered() {
    let s = Scene::new();
    let report = mixed(&s);
    let here = s.path("");
    let holds = |report: &Value| {
        gouge_recheck::recheck(&report.to_string(), &here).is_ok_and(|outcome| outcome.holds())
    };
    assert!(holds(&report), "{:?}", gouge_recheck::recheck(&report.to_string(), &here));
    let coverage = &report["coverage"];
    let open = report["undecided"].as_array().unwrap().len();
    assert!(open >= 3 && coverage["refused_blocks"] != 0 && coverage["gouging"] != 0, "{coverage}");
    let all = leaves(&report);
    let mut missed = Vec::new();
    for leaf in all.iter().filter(|leaf| proves(&report, &leaf.path)) {
        let pointer = &leaf.pointer;
        for other in others(report.pointer(pointer).unwrap()) {
            let mut copy = report.clone();
            *copy.pointer_mut(pointer).unwrap() = other.clone();
            if holds(&copy) {
                missed.push(format!("{pointer} as {other}"));
            }
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), all.len(), missed.join("\n"));
}

/// What else could stand there: other words, numbers one or two ε off and far off.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(b) => vec![Value::from(!b)],
        Value::String(s) => vec![Value::from(format!("{s}x"))],
        Value::Number(n) => match n.as_u64() {
            Some(n) => {
                vec![Value::from(n + 1), Value::from(n.wrapping_sub(1)), Value::from(n + 100)]
            }
            None => {
                let v = n.as_f64().unwrap();
                [2.0 * EPSILON, -2.0 * EPSILON, 1e6].map(|by| Value::from(v + by)).into()
            }
        },
        _ => Vec::new(),
    }
}

/// The corners of a region's box were turned with the part: what was between them was another box,
/// which reached beyond the part or did not hold the region.
#[test]
fn extents_of_parts_that_are_turned_are_boxes_of_the_part() {
    let s = Scene::new();
    let steps = "G21 G90\nT1 M6\nG0 X0 Y3 Z30\nG1 Z9 F300\nG1 X-4 Y7\nG1 X-8 Y11\nG1 X-9 Y13\nG0 Z30\nM30\n";
    for turn in ["--rotate=45", "--rotate=37.5", "--rotate=30"] {
        let report = report(&s, "1=flat:3", steps, &[turn]);
        assert!(report["regions"][0]["contacts"].as_u64().unwrap() > 2, "{}", report["regions"]);
        let (code, out) = recheck(&s, &report);
        assert_eq!(code, 0, "{turn}: {out}");
    }
}

/// One said `dialect`, and no more; others that something does not agree.
#[test]
fn refusals_say_what_was_expected_and_what_stands_there() {
    let s = Scene::new();
    let report = mixed(&s);
    for (pointer, value, words) in [
        ("/inputs/program/dialect", "klingon".into(), ["klingon", "linuxcnc, "]),
        ("/options/mesh_units", "ell".into(), ["options.mesh_units", "mm, inch"]),
        ("/options/compensation", "x".into(), ["options.compensation: `x`", "wear"]),
        ("/coverage/clean", 1.into(), ["coverage does not add up: 1 clean", "gouging"]),
        ("/coverage/refused_blocks", 7.into(), ["refused_blocks is 7", "of 2 refusals"]),
        ("/verdict", "clean".into(), ["verdict is clean", "regions"]),
        ("/inputs/parts/0/watertight", false.into(), ["is true", "edges"]),
        ("/refusals/0/line", 1.into(), ["refusals 0 is not", "at line "]),
        ("/regions/0/witness/block/text", "G9".into(), ["witness.block is not `G", "stands"]),
        ("/regions/0/witness/kind", "arc".into(), ["witness.kind is ", "in the program"]),
        ("/regions/0/extent_mm/0/0", 900.into(), ["extent_mm 900 to", "along x"]),
        ("/undecided/0/code", "G010".into(), ["undecided.code is nowhere", "the reason"]),
    ] {
        let mut copy = report.clone();
        let value: Value = value;
        *copy.pointer_mut(pointer).unwrap_or(&mut Value::Null) = value.clone();
        if pointer == "/options/compensation" {
            copy["options"]["compensation"] = value;
        }
        let (code, out) = recheck(&s, &copy);
        assert!(code != 0 && words.iter().all(|word| out.contains(word)), "{pointer}: {out}");
    }
}

/// Options and lists were shown as the code has them, and of a share only that a number is no list.
#[test]
fn a_recheck_speaks_of_the_report_and_not_of_its_code() {
    let s = Scene::new();
    let report = mixed(&s);
    let null = Value::Null;
    for (pointer, value, words) in [
        (
            "/operations/0/tool",
            9.into(),
            "operations 1 is not `Floor` of T1, lines 4 to 8, motions 0 to 3",
        ),
        ("/operations/0/deepest_mm/holder", serde_json::json!([9.0, 9.0]), "regions: none to ["),
        ("/inputs/parts/0/bounds_mm", null, "bounds_mm of block.stl are ["),
    ] {
        let mut copy = report.clone();
        *copy.pointer_mut(pointer).unwrap() = value;
        let (code, out) = recheck(&s, &copy);
        assert!(code != 0 && out.contains(words), "{pointer}: {out}");
        assert!(!out.contains("None") && !out.contains("Some("), "{pointer}: {out}");
    }
    let args = ["check", "block.stl", "job.nc", "--tool=1=ball:6", "--start=0,0,50"];
    s.write("job.nc", gouging_program(0.5));
    s.gouge(&[&args[..], &["--partition=slice:1/2", "--output", "share.json"]].concat());
    let run = s.gouge(&["recheck", "share.json"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("this is a `gouge-share/1`, not a `gouge-report/1`"), "{}", run.err);
    assert!(run.err.contains("`gouge merge` makes a report of all shares"), "{}", run.err);
}

/// Boxes, sums of operations, places of motions not decided and points of the side that a witness
/// does not show were named as not looked at, and could say anything.
#[test]
fn what_follows_from_program_and_mesh_is_made_anew() {
    let s = Scene::new();
    let report = mixed(&s);
    assert_eq!(recheck(&s, &report).0, 0, "{}", recheck(&s, &report).1);
    let tool_side = report["regions"]
        .as_array()
        .unwrap()
        .iter()
        .position(|r| r["witness"]["side"] == "tool" && r["witness"]["part_side"].is_object());
    let by_tool = format!("/regions/{}/witness", tool_side.unwrap());
    let [inner, point, t] =
        ["inner_point_mm/2", "point_mm/0", "t"].map(|field| format!("{by_tool}/part_side/{field}"));
    let rapids = report["operations"].as_array().unwrap().iter();
    let rapids = rapids.clone().position(|o| o["gouging_rapids"] != 0).unwrap();
    let rapids = format!("/operations/{rapids}/gouging_rapids");
    for (pointer, value) in [
        ("/boxes_program_mm/part/0/0", serde_json::json!(-1.0)),
        ("/boxes_program_mm/part/1/2", serde_json::json!(10.001)),
        ("/boxes_program_mm/cutting/0/1", serde_json::json!(3.0)),
        ("/boxes_program_mm/cutting", Value::Null),
        ("/operations/0/length_mm", serde_json::json!(1.0)),
        (rapids.as_str(), serde_json::json!(0)),
        ("/operations/0/depths/0/motions/0", serde_json::json!(0)),
        ("/operations/0/depths/1/length_mm/1", serde_json::json!(9.0)),
        ("/operations/0/depths/2/than_mm", serde_json::json!(0.04)),
        ("/operations/0/deepest_mm/cutter", Value::Null),
        ("/operations/0/deepest_mm/cutter/1", serde_json::json!(90.0)),
        ("/depth_zones_mm/0", serde_json::json!(0.02)),
        ("/undecided/0/code", serde_json::json!("G010")),
        ("/undecided/0/line", serde_json::json!(4)),
        ("/undecided/0/column", serde_json::json!(2)),
        ("/undecided/0/block/text", serde_json::json!("G0")),
        (inner.as_str(), serde_json::json!(20.0)),
        (point.as_str(), serde_json::json!(-3.0)),
        (t.as_str(), serde_json::json!(1.5)),
    ] {
        let mut copy = report.clone();
        let Some(at) = copy.pointer_mut(pointer) else { panic!("{pointer}") };
        assert_ne!(*at, value, "{pointer}");
        *at = value;
        let (code, out) = recheck(&s, &copy);
        assert_eq!(code, 1, "{pointer}: {out}");
    }
    // Of these the inner point is elsewhere, the tool is, or the facet is another.
    for (field, value, named) in [
        ("part_side/inner_point_mm/2", serde_json::json!(20.0), "not in the material"),
        ("part_side/triangle", serde_json::json!(99), "no facet 99"),
        ("part_side", Value::Null, "witness.part_side is missing"),
        ("inner_point_mm", serde_json::json!([1.0, 1.0, 1.0]), "part side"),
        ("buried", Value::Bool(true), "G006"),
    ] {
        let mut copy = report.clone();
        *copy.pointer_mut(&format!("{by_tool}/{field}")).unwrap() = value;
        let (code, out) = recheck(&s, &copy);
        assert!(code == 1 && out.contains(named), "{field}: {out}");
    }
}

/// Whether a tool is wholly inside was believed, and with it the code that says so.
#[test]
fn a_tool_that_meets_the_surface_is_not_wholly_inside() {
    let s = Scene::new();
    let buried = "G21 G90\nT1 M6\nG1 X22 F100\nM30\n";
    let report = report(&s, "1=flat:3;len=4", buried, &["--start=20,10,3"]);
    assert_eq!((&report["regions"][0]["code"], recheck(&s, &report).0), (&"G006".into(), 0));
    let altered = |witness: &str, code: &str, value: Value| {
        let mut copy = report.clone();
        (copy["regions"][0]["witness"][witness], copy["regions"][0]["code"]) = (value, code.into());
        recheck(&s, &copy)
    };
    for (code, buried) in [("G001", true), ("G006", false)] {
        assert_eq!(altered("buried", code, Value::Bool(buried)).0, 1, "{code}");
    }
    // A longer tool comes out of the block's top.
    let mut longer = report.clone();
    longer["inputs"]["tools"][0]["spec"] = "flat:3;len=40".into();
    let profile = &mut longer["inputs"]["tools"][0]["components"][0]["profile_mm"];
    let last = profile.as_array().unwrap().len() - 1;
    assert_eq!(profile[last]["to"][1], 4.0);
    profile[last]["to"][1] = 40.0.into();
    let (code, out) = recheck(&s, &longer);
    assert!(code == 1 && out.contains("witness.buried but"), "{out}");
}

#[test]
fn changed_inputs_are_reported() {
    let s = Scene::new();
    let report = report(&s, "1=ball:6", &gouging_program(0.5), &[]);
    s.write("job.nc", gouging_program(0.4));
    let (code, out) = recheck(&s, &report);
    assert_eq!(code, 1);
    assert!(out.contains("job.nc") && out.contains("not the file that was checked"), "{out}");
    std::fs::remove_file(s.path("block.stl")).unwrap();
    assert_eq!(recheck(&s, &report).0, 2);
}

/// Of a part that is gone it was said that the report is none, and of a holder's file that its name
/// is not a number.
#[test]
fn files_that_are_gone_are_told_as_such() {
    let s = Scene::new();
    s.write("hold.txt", "start 0 0\nline 10 0\nline 10 30\n");
    let report = report(&s, "1=ball:6;len=20;holder=hold.txt", &gouging_program(0.5), &[]);
    assert_eq!(recheck(&s, &report).0, 0);
    std::fs::remove_file(s.path("hold.txt")).unwrap();
    let (code, out) = recheck(&s, &report);
    assert!(code == 1 && out.contains("hold.txt is not there"), "{out}");
    std::fs::remove_file(s.path("block.stl")).unwrap();
    let run = s.gouge(&["recheck", "report.json"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("error[J001]: block.stl: no such file"), "{}", run.err);
    assert!(run.err.contains("beside the report"), "{}", run.err);
}

/// All of these used to pass: nothing looked at them.
#[test]
fn what_a_report_says_beside_its_witnesses_is_compared_too() {
    let s = Scene::new();
    let report = report(&s, "1=flat:6;len=8;shank=8,20", &gouging_program(0.5), &["--moves"]);
    assert_eq!(recheck(&s, &report).0, 0, "{}", recheck(&s, &report).1);
    for (place, value) in [
        ("/inputs/parts/0/triangles", serde_json::json!(13)),
        ("/inputs/parts/0/watertight", serde_json::json!(false)),
        ("/inputs/parts/0/bounds_mm/1/0", serde_json::json!(41.0)),
        ("/inputs/program/lines", serde_json::json!(1)),
        ("/inputs/program/units", serde_json::json!("inch")),
        ("/inputs/tools/0/kind", serde_json::json!("ball")),
        ("/inputs/tools/0/components/0/clearance_mm", serde_json::json!(0.1)),
        ("/coverage/motions", serde_json::json!(1)),
        ("/coverage/checked", serde_json::json!(0)),
        ("/coverage/refused_blocks", serde_json::json!(1)),
        ("/coverage/length_mm", serde_json::json!(-1.0)),
        ("/error_budget_mm/arc", serde_json::json!(-1.0)),
        ("/error_budget_mm/float", serde_json::json!(0.0)),
        ("/error_budget_mm/deviation", serde_json::json!(0.5)),
        ("/undecided", serde_json::json!([])),
        ("/regions/0/id", serde_json::json!(2)),
        ("/regions/0/fingerprint", serde_json::json!("0123456789abcdef")),
        ("/regions/0/code", serde_json::json!("G003")),
        ("/regions/0/contacts", serde_json::json!(1000)),
        ("/regions/0/extent_mm/0/0", serde_json::json!(1e9)),
        ("/regions/0/lift_mm", serde_json::json!(-1.0)),
        ("/regions/0/motions/1", serde_json::json!(1000)),
        ("/regions/0/witness/barycentric/0", serde_json::json!(7.0)),
        ("/regions/0/witness/dogleg", serde_json::json!(true)),
        ("/regions/0/witness/block/text", serde_json::json!("G1 X1")),
        ("/motions/0/index", serde_json::json!(7)),
        ("/motions/0/depth_mm/0", serde_json::json!(1e9)),
        ("/motions", serde_json::json!([])),
    ] {
        let mut copy = report.clone();
        let at = copy.pointer_mut(place).unwrap();
        if place == "/undecided" {
            let open = r#"[{"code":"G010","message":"","motions":1,"line":1,"column":1,
                            "block":{"text":"","mark":[0,0]}}]"#;
            *at = serde_json::from_str(open).unwrap();
        } else {
            assert_ne!(*at, value, "{place}");
            *at = value;
        }
        let (code, out) = recheck(&s, &copy);
        assert_eq!(code, 1, "{place}: {out}");
    }
}

#[test]
fn a_shorter_shift_and_operations_of_another_program_are_found() {
    let s = Scene::new();
    let wall = "G21 G90\nT1 M6\n(begin operation: Wall)\nG0 Z30\nG0 X-10 Y22.9\nG1 Z5 F300\nG1 X50\n\
                G0 Z30\nM30\n";
    let held = report(&s, "1=flat:6", wall, &["--moves"]);
    assert_eq!(recheck(&s, &held).0, 0, "{}", recheck(&s, &held).1);
    for (pointer, value) in [
        ("/regions/0/shift_mm/1", serde_json::json!(0.05)),
        ("/regions/0/shift_mm/2", serde_json::json!(0.01)),
        ("/regions/0/advice/0/by_mm", serde_json::json!(0.05)),
        ("/regions/0/operation", serde_json::json!("Floor")),
        ("/regions/0/witness/surface_point_program/0", serde_json::json!(7.0)),
        ("/operations/0/name", serde_json::json!("Floor")),
        ("/operations/0/gouging", serde_json::json!(0)),
        ("/operations/0/motion_range/1", serde_json::json!(2)),
        ("/operations/0/regions", serde_json::json!([])),
        ("/motions/0/operation_id", serde_json::json!(7)),
    ] {
        let mut altered = held.clone();
        *altered.pointer_mut(pointer).unwrap() = value;
        assert_eq!(recheck(&s, &altered).0, 1, "{pointer}");
    }
}

#[test]
fn a_page_holds_the_report_that_is_proved_again() {
    let s = Scene::new();
    s.write("a & <b>.nc", gouging_program(0.5));
    let base = ["check", "block.stl", "a & <b>.nc", "--tool", "1=ball:6", "--start=0,0,50"];
    s.gouge(&[&base[..], &["--format", "html", "--output", "r.html"]].concat());
    let held = s.gouge(&["recheck", "r.html"]);
    assert!(held.code == 0 && held.out.ends_with("\n1 of 1 witnesses hold\n"), "{}", held.out);
    // A page whose text says something else than the report inside it held, and nothing was said.
    assert!(
        held.out.contains("\nnot proved: the text and the pictures of the page"),
        "{}",
        held.out
    );
    s.write(
        "r.html",
        s.read("r.html").replace("&quot;depth_mm&quot;:[0.49", "&quot;depth_mm&quot;:[0.59"),
    );
    assert_eq!(s.gouge(&["recheck", "r.html"]).code, 1);
}

/// A turn with seven decimals was refused as scaling.
#[test]
fn a_transform_of_rounded_numbers_is_a_rotation_and_an_assumption() {
    let s = Scene::new();
    s.write("a.nc", "G21 G90\nG0 X0 Y0 Z30\nG1 Z5 F100\nG0 Z30\nM30\n");
    s.write("m.txt", "0.8660254 -0.5 0 0\n0.5 0.8660254 0 0\n0 0 1 0\n0 0 0 1\n");
    let check = ["check", "block.stl", "a.nc", "--tool", "1=flat:6", "--assume", "tool=1"];
    let more = ["--start=0,0,50", "--transform", "m.txt", "--format", "json"];
    let told = s.gouge(&[&check[..], &more].concat()).out;
    let what = "the nearest rotation, up to ";
    assert!(told.contains("\"transform\"") && told.contains(what), "{told}");
    s.write("report.json", &told);
    let again = s.gouge(&["recheck", "report.json"]);
    assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    s.write("m.txt", "0 -1 0 0\n1 0 0 0\n0 0 1 0\n0 0 0 1\n");
    assert!(!s.gouge(&[&check[..], &more].concat()).out.contains(what));
}
