//! Where a gouge is and what would clear it, by its cause; what is advised clears.

use serde_json::Value;

use crate::scene::{Scene, clean_program};

/// A program that goes to `at`, down to `z`, and on to `to`.
fn cut(units: &str, at: &str, z: &str, to: &str) -> String {
    format!("{units} G90 G17\nT1 M6\nG0 Z30\nG0 {at}\nG1 Z{z} F300\nG1 {to}\nG0 Z30\nM30\n")
}

fn check(s: &Scene, program: &str, tool: &str, extra: &[&str]) -> (String, Value) {
    s.write("job.nc", program);
    let base = ["check", "block.stl", "job.nc", "--tool", tool, "--start=0,0,50", "--no-run"];
    let outputs = ["--format", "json", "--output", "r.json", "--format", "text"];
    let run = s.gouge(&[&base[..], &outputs, extra].concat());
    assert!(run.code < 2, "{}{}", run.out, run.err);
    let held = s.gouge(&["recheck", "r.json"]);
    let failed = held.out.lines().filter(|l| !l.starts_with("not proved"));
    assert_eq!(held.code, 0, "{:?}{}", failed.collect::<Vec<_>>(), held.err);
    (run.out, serde_json::from_str(&s.read("r.json")).unwrap())
}

#[test]
fn a_wall_is_moved_away_from() {
    let s = Scene::new();
    let (text, report) = check(&s, &cut("G21", "X-10 Y22.9", "5", "X50"), "1=flat:6", &[]);
    let region = &report["regions"][0];
    assert_eq!(region["advice"][0]["remedy"], "shift", "{region:#}");
    let by = region["advice"][0]["by_mm"].as_f64().unwrap();
    assert!((0.09..0.0903).contains(&by), "{by}");
    assert!(text.contains("the wall faces +Y: moving this motion by Y0.09"), "{text}");
    let moved = cut("G21", &format!("X-10 Y{}", 22.9 + by), "5", "X50");
    assert_eq!(check(&s, &moved, "1=flat:6", &[]).1["verdict"], "clean");
}

#[test]
fn a_slot_that_is_too_narrow_is_not_moved_in() {
    let s = Scene::new();
    let program = cut("G21", "X-10 Y10", "5", "X50");
    let (_, report) = check(&s, &program, "1=flat:6", &[]);
    let remedies: Vec<&Value> =
        report["regions"][0]["advice"].as_array().unwrap().iter().map(|a| &a["remedy"]).collect();
    assert_eq!(remedies, ["lift"]);
}

#[test]
fn places_are_the_programs_first_and_in_its_units() {
    let s = Scene::new();
    let (text, report) =
        check(&s, &cut("G20", "X0.5 Y0.5", "0.37", "X1"), "1=ball:6", &["--origin=2.54,0,0"]);
    let w = &report["regions"][0]["witness"];
    let near = |field: &str, want: [f64; 3]| {
        let got: Vec<f64> = serde_json::from_value(w[field].clone()).unwrap();
        let x = got[0] - want[0];
        let off = (got[1] - want[1]).hypot(got[2] - want[2]);
        assert!(x.abs() < 13.0 && off < 1e-9, "{field}: {got:?}");
    };
    near("control_point_program", [0.75, 0.5, 0.37]);
    near("control_point_mm", [21.59, 12.7, 9.398]);
    assert_eq!(w["control_point_program"][1], 0.5);
    assert!(text.contains("Y0.5 Z0.37 in the program, inch"), "{text}");
    assert!(text.contains("on the part: control point X"), "{text}");
    assert!(text.contains(" in (0.59"), "{text}");
}

#[test]
fn a_holder_sticks_out_farther_until_it_is_clear() {
    let s = Scene::new();
    let program = cut("G21", "X-4 Y10", "2", "X-4.5");
    let (text, report) = check(&s, &program, "1=flat:6;len=5;holder=16,20", &[]);
    let advice = &report["regions"][0]["advice"][0];
    assert_eq!(advice["remedy"], "stick_out", "{report:#}");
    let long = advice["to_mm"].as_f64().unwrap();
    assert!((7.98..8.0).contains(&long), "{long}");
    assert!(text.contains("instead of 5 mm clears the holder here"), "{text}");
    let tool = format!("1=flat:6;len={long};holder=16,20");
    assert_eq!(check(&s, &program, &tool, &[]).1["verdict"], "clean");
}

#[test]
fn a_rapid_gets_its_safe_height() {
    let s = Scene::new();
    let across = "G21 G90\nT1 M6\nG0 Z8\nG0 X-10 Y10\nG0 X50\nG0 Z30\nM30\n";
    let over = |z: f64| across.replace("G0 Z8", &format!("G0 X-10 Y10\nG0 Z{z}"));
    let (text, report) = check(&s, &over(8.0), "1=flat:6", &[]);
    let z = report["regions"][0]["advice"][0]["to_mm"].as_f64().unwrap();
    assert!((9.99..9.9903).contains(&z), "{z}");
    assert!(text.contains("or higher this rapid is clear"), "{text}");
    assert_eq!(check(&s, &over(z), "1=flat:6", &[]).1["verdict"], "clean");
    let down = "G21 G90\nT1 M6\nG0 X20 Y10\nG0 Z9\nG0 Z30\nM30\n";
    let (text, _) = check(&s, down, "1=flat:6", &[]);
    assert!(text.contains("this rapid is clear down to Z9.99"), "{text}");
}

#[test]
fn an_operation_deep_by_one_constant_names_the_likely_cause() {
    let s = Scene::new();
    let mut face =
        "G21 G90\nT1 M6\n(begin operation: Face)\nG0 X-10 Y2\nG1 Z9.75 F300\n".to_owned();
    for (i, y) in (2..19).step_by(2).enumerate() {
        face += &format!("G1 Y{y}\nG1 X{}\n", if i % 2 == 0 { 50 } else { -10 });
    }
    let (text, report) = check(&s, &(face + "G0 Z30\nM30\n"), "1=flat:6", &[]);
    let advice = &report["operations"][0]["advice"][0];
    assert_eq!(advice["remedy"], "length", "{:#}", report["operations"]);
    assert!(text.contains("every floor it cuts is 0.25"), "{text}");
    let mut wall = "G21 G90\nT1 M6\nG0 X-10 Y22.9\nG1 Z8 F300\n".to_owned();
    for i in 0..9 {
        wall += &format!(
            "G1 Z{}\nG1 X{}\n",
            8.0 - 0.5 * f64::from(i),
            if i % 2 == 0 { 50 } else { -10 }
        );
    }
    let (text, _) = check(&s, &(wall + "G0 Z30\nM30\n"), "1=flat:6", &[]);
    assert!(text.contains("the tool's radius (the diameter by 0.2"), "{text}");
}

/// The Z advised was that of the end alone, with which the rest of a sloping rapid stayed as low as
/// before.
#[test]
fn a_rapid_that_falls_on_its_way_is_clear_where_it_runs_level() {
    let s = Scene::new();
    let program = "G21 G90\nT1 M6\nG0 X-10 Y10 Z12\nG0 X50 Z9\nG0 Z30\nM30\n";
    let (text, report) = check(&s, program, "1=flat:6", &[]);
    let z = report["regions"][0]["advice"][0]["to_mm"].as_f64().unwrap();
    // What is proved is the rapid raised as it is; its highest point raised so was named as if that
    // were enough.
    let by = report["regions"][0]["advice"][0]["by_mm"].as_f64().unwrap();
    assert!(text.contains("this rapid is clear if the whole of it is raised by "), "{text}");
    assert!(!text.contains(&format!("Z{z}")), "{text}");
    let raised = program.replace("Z12", &format!("Z{}", 12.0 + by));
    let raised = raised.replace("Z9", &format!("Z{}", 9.0 + by));
    assert_eq!(check(&s, &raised, "1=flat:6", &[]).1["verdict"], "clean");
    let level = program.replace("Z12", &format!("Z{z}")).replace("Z9", &format!("Z{z}"));
    assert_eq!(check(&s, &level, "1=flat:6", &[]).1["verdict"], "clean");
}

/// Places and heights were told from the program's zero, where the block counts from that of a work
/// offset: a rapid at Z18 was said to be clear at Z-0.01 or higher.
#[test]
fn under_a_work_offset_advice_is_in_the_coordinates_of_the_block() {
    let s = Scene::new();
    let program = "G21 G90\nT1 M6\nG0 X-10 Y10 Z30\nG55\nG0 X-10 Y10 Z18\nG0 X50\nG0 Z40\nM30\n";
    let lower = ["--offset", "G55=0,0,-10"];
    let (text, report) = check(&s, program, "1=flat:6", &lower);
    let region = &report["regions"][0];
    assert!(text.contains("at Z19.99") && text.contains("or higher this rapid is clear"), "{text}");
    assert!(text.contains("Y10 Z18 in the coordinates of its block, X"), "{text}");
    assert!(text.contains("Y10 Z8 in the program's"), "{text}");
    let z = region["advice"][0]["to_mm"].as_f64().unwrap();
    let higher = program.replace("Z18", &format!("Z{}", z + 10.0));
    assert_eq!(check(&s, &higher, "1=flat:6", &lower).1["verdict"], "clean");
    // Turned, what is advised is along the axes of the program's zero.
    let turned = "G21 G90\nT1 M6\nG10 L2 P2 X0 Y0 Z0 R90\nG0 X-10 Y22.9 Z30\nG55\nG0 X22.9 Y10 Z15\n\
                  G1 Z5 F300\nG1 Y-50\nG0 Z30\nM30\n";
    let (text, report) = check(&s, turned, "1=flat:6", &["--home=0,0,0"]);
    assert!(report["regions"][0]["witness"]["control_point_block"].is_null(), "{text}");
    assert!(text.contains("along the axes of the program's zero, not its own"), "{text}");
}

/// The lowest Z of blocks under a work offset was held against the header's figure from the
/// program's zero.
#[test]
fn a_header_speaks_of_the_heights_that_blocks_say() {
    let s = Scene::new();
    let program = |z: f64| {
        format!(
            "%\nO1\n(T1 D=6. CR=3. - ZMIN=-5. - ball end mill)\nG21 G90 G55\nT1 M6\nG0 X-20. Y10.\n\
             G43 H1 Z50.\nG1 Z{z:.1} F100.\nG0 Z50.\nM30\n%\n"
        )
    };
    let lowest = |z: f64, offset: &str| {
        s.write("job.nc", program(z));
        let head = ["check", "block.stl", "job.nc", "--dialect", "fanuc", "--clearance"];
        let run = s.gouge(&[&head[..], &["--start=0,0,90", "--offset", offset]].concat());
        run.out.lines().find(|l| l.contains("lowest Z")).unwrap_or_default().to_owned()
    };
    let deep = lowest(-25.0, "G55=0,0,20");
    assert!(deep.contains("lowest Z-25 (below the header's ZMIN=-5)"), "{deep}");
    let right = lowest(-5.0, "G55=0,0,-20");
    assert!(right.contains("lowest Z-5 (header's ZMIN=-5)"), "{right}");
}

/// Raises were up to a fifth greater than the least: along arcs by the sagittas of chords, and of a
/// flat mill whatever was less than half the tolerance.
#[test]
fn the_raise_that_is_told_is_the_least() {
    let s = Scene::new();
    // A step 4 mm high at X20, drawn by its sides.
    let profile = [[0, -20], [40, -20], [40, 0], [20, 0], [20, -4], [0, -4]];
    let mut step = String::new();
    for y in [0, 40] {
        for [x, z] in profile {
            step += &format!("v {x} {y} {z}\n");
        }
    }
    step += "f 1 2 3 4 5 6\nf 12 11 10 9 8 7\n";
    for i in 1..=6 {
        let next = i % 6 + 1;
        step += &format!("f {i} {} {} {next}\n", i + 6, next + 6);
    }
    s.write("step.obj", step);
    let ramp = "G0 X18.262 Y26.918\nG0 Z-0.05\nG1 X14.541 Y24.673 Z-0.768 F99";
    let arc = "G0 X25 Y20\nG0 Z-0.05\nG2 X28 Y20 I1.5 J0 F99";
    let corner = "G0 X19.695 Y21.437\nG0 Z-0.3\nG2 X19.941 Y26.613 I0.123 J2.588 F99";
    for (tool, way, tolerance, deviation) in [
        ("1=drill:6,90", arc, 0.01, "0"),
        ("1=flat:6", ramp, 0.1, "0"),
        ("1=drill:6,90", corner, 0.1, "0.02"),
    ] {
        s.write("job.nc", format!("G21 G90 G17\nT1 M6\n{way}\nG0 Z100\nM2\n"));
        let asked = tolerance.to_string();
        let check = |origin: &str, more: &[&str]| {
            let base = ["check", "step.obj", "job.nc", "--start=0,0,100", "--tool", tool];
            let limits = ["--tolerance", &asked, "--deviation", deviation, "--origin", origin];
            s.gouge(&[&base[..], &limits, more].concat())
        };
        let report: Value =
            serde_json::from_str(&check("0,0,0", &["--format", "json"]).out).unwrap();
        let lift = report["regions"][0]["lift_mm"].as_f64().unwrap();
        let code = |lift: f64| check(&format!("0,0,{lift}"), &[]).code;
        assert_eq!(code(lift + 1e-6), 0, "{way}: {lift}");
        assert_eq!(code(0.985 * lift - 0.01 * tolerance), 1, "{way}: {lift}");
    }
}

/// Where the part may be cut, the tool was raised until its surface was no deeper in the tool.
#[test]
fn a_raise_out_of_what_may_be_cut_is_the_least() {
    let s = Scene::new();
    // A ridge of 90 degrees along Y.
    let mut roof = String::new();
    for y in [-20, 20] {
        roof += &format!("v -20 {y} -20\nv 20 {y} -20\nv 0 {y} 0\n");
    }
    s.write("roof.obj", roof + "f 1 2 3\nf 6 5 4\nf 1 4 5 2\nf 2 5 6 3\nf 3 6 4 1\n");
    s.write("job.nc", "G21 G90 G17\nT1 M6\nF100\nG1 X3 Y0 Z-1\nM2\n");
    let check = |more: &[&str]| {
        let base = ["check", "roof.obj", "job.nc", "--start=-3,0,-1", "--tool", "1=flat:8"];
        s.gouge(&[&base[..], &["--allowance=-0.05"], more].concat())
    };
    let report: Value = serde_json::from_str(&check(&["--format", "json"]).out).unwrap();
    let lift = report["regions"][0]["lift_mm"].as_f64().unwrap();
    // What is left of the ridge is 0.06 mm from its sides where it is 0.06 √2 mm deep.
    let least = 1.0 - 0.06 * 2f64.sqrt();
    assert!((least..1.01 * least).contains(&lift), "{lift} {least}");
    assert_eq!(check(&["--origin", &format!("0,0,{}", lift + 1e-6)]).code, 0);
    assert_eq!(check(&["--origin", &format!("0,0,{}", 0.99 * least)]).code, 1);
}

/// A point angle, a tip and the flank of a taper that nobody stated were in the line to type next: a
/// tapered mill was to be declared as a flat one.
#[test]
fn what_a_comment_does_not_say_of_a_tool_is_not_to_be_typed() {
    let s = Scene::new();
    for (comment, told) in [
        ("(T1 6MM SPOTDRILL)", false),
        ("(T1 D=6. CR=0. - chamfer mill)", false),
        ("(T1 D=6. CR=0. TAPER=3deg - tapered mill)", false),
        ("(T1 D=6. CR=1. - ball end mill)", true),
    ] {
        s.write("a.nc", format!("{comment}\n{}", clean_program()));
        let run = s.gouge(&["check", "block.stl", "a.nc", "--start=0,0,50"]);
        assert_eq!(run.code, 3, "{comment}: {}", run.out);
        assert!(run.out.contains("T1 is not declared"), "{comment}: {}", run.out);
        assert_eq!(run.out.contains("again with: --tool"), told, "{comment}: {}", run.out);
    }
}

/// Of a drill whose comment says more than is read, a square end was to be typed.
#[test]
fn the_kind_that_a_comment_names_is_the_one_to_be_typed() {
    let s = Scene::new();
    for (comment, option) in [
        ("(T1 .3125 DRILL 03-0018)", "--tool '1=drill:D,118'"),
        ("(T1 6MM BALL 12MM SHANK)", "--tool '1=ball:D'"),
        ("(T1 6MM ENDMILL 12MM SHANK)", "--tool '1=flat:D'"),
    ] {
        s.write("a.nc", format!("{comment}\n{}", clean_program()));
        let run = s.gouge(&["check", "block.stl", "a.nc", "--start=0,0,50"]);
        assert!(run.code == 3 && run.out.contains(option), "{comment}: {}", run.out);
        assert!(!run.out.contains("again with: --tool"), "{comment}: {}", run.out);
    }
}
