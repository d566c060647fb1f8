//! From a posted program to `clean`, typing nothing but what messages told.

use super::scene::{Run, Scene};

/// Checks `program` against the block until it is clean: each time with the options that the last
/// run ended with, at most `steps` times. Gives the runs.
fn walk(s: &Scene, program: &str, dialect: &str, steps: usize) -> Vec<Run> {
    let typed = ["check", "block.stl", program, "--dialect", dialect];
    let mut told: Vec<String> = Vec::new();
    let mut runs = Vec::new();
    for _ in 0..=steps {
        let words: Vec<&str> =
            typed.iter().copied().chain(told.iter().map(String::as_str)).collect();
        let run = s.gouge(&words);
        let again = run.out.lines().find_map(|l| l.strip_prefix("again with: "));
        let more = again.map(|line| line.split(' ').map(|w| w.trim_matches('\'').to_owned()));
        let more: Vec<String> = more.into_iter().flatten().collect();
        let code = run.code;
        runs.push(run);
        if code == 0 || more.is_empty() {
            break;
        }
        told.extend(more);
    }
    runs
}

fn ends_clean(runs: &[Run], assumptions: usize) {
    let last = runs.last().unwrap();
    assert_eq!(last.code, 0, "{}{}", last.out, last.err);
    let counted = format!("under {assumptions} assumption");
    assert!(last.out.contains(&counted), "{}", last.out);
    let listed = last.out.lines().filter(|l| l.starts_with("assumed: ")).count();
    assert_eq!(listed, assumptions, "{}", last.out);
}

/// As Fusion's post for Fanuc writes it: tools in the header, a return home before each tool.
#[test]
fn a_fusion_program_comes_to_clean() {
    let s = Scene::new();
    s.write(
        "fusion.nc",
        "%\nO1001 (TOP)\n(T1 D=6. CR=0. - ZMIN=10. - FLAT END MILL)\n\
         (T2 D=8. CR=0. TAPER=118DEG - ZMIN=10. - DRILL)\nN10 G90 G94 G17\nN15 G21\n\
         N20 G53 G0 Z0.\n(FACE)\nN30 T1 M6\nN35 S5000 M3\nN40 G54\nN45 G0 X-10. Y10.\n\
         N50 G43 Z25. H1\nN55 G1 Z10. F300.\nN60 X50.\nN65 G0 Z25.\nN70 G53 G0 Z0.\n(DRILL)\n\
         N80 T2 M6\nN85 G0 X20. Y10.\nN90 G43 Z25. H2\nN95 G1 Z10. F100.\nN96 G0 Z25.\n\
         N97 G53 G0 Z0.\nN98 M30\n%\n",
    );
    let runs = walk(&s, "fusion.nc", "fanuc", 1);
    assert_eq!(runs[0].code, 3, "{}", runs[0].out);
    for fact in ["  start: ", "  home: ", "--assume start=safe", "--home X,Y,Z", "--start ,,"] {
        assert!(runs[0].out.contains(fact), "{fact}: {}", runs[0].out);
    }
    ends_clean(&runs, 4);
}

/// As FreeCAD's post for LinuxCNC writes it: numbers, and no word about the tools.
#[test]
fn a_freecad_program_comes_to_clean_with_its_tool_table() {
    let s = Scene::new();
    s.write("tool.tbl", "T3 P3 Z0 D10 ; endmill\n");
    s.write(
        "freecad.ngc",
        "(Exported by FreeCAD)\nG17 G54 G40 G49 G80 G90\nG21\n(begin operation: T3)\n(T3)\nM5\n\
         M6 T3\nG43 H3\nM3 S8000\nG0 Z36.0\nG0 X-10.0 Y11.0\nG1 X-10.0 Y11.0 Z10.0 F450.0\n\
         G1 X50.0 Y11.0 Z10.0 F900.0\nG0 Z36.0\nM05\nG17 G54 G90 G80 G40\nM2\n",
    );
    s.write("gouge.toml", "tools_from = 'tool.tbl'\n");
    let runs = walk(&s, "freecad.ngc", "linuxcnc", 1);
    assert!(runs[0].out.contains("T3 is not declared (3 motions"), "{}", runs[0].out);
    assert!(runs[0].out.contains("gives its diameter, 10 mm, but no shape"), "{}", runs[0].out);
    assert!(runs[0].out.contains("--tool '3=flat:10'"), "{}", runs[0].out);
    ends_clean(&runs, 1);
}

/// As FreeCAD's post for Grbl writes it: tool changes are comments.
#[test]
fn a_freecad_program_for_grbl_comes_to_clean() {
    let s = Scene::new();
    let program = "(Exported by FreeCAD)\nG17 G90\nG21\n(Begin operation: T3)\n(Path: T3)\n(T3)\n\
         (Begin toolchange)\n( M6 T3 )\nM3 S8000\nG0 Z36.0000\nG0 X-10.0000 Y11.0000\n\
         G1 X-10.0000 Y11.0000 Z10.0000 F450.0000\nG1 X50.0000 Y11.0000 Z10.0000 F900.0000\n\
         G0 Z36.0000\nM5\nG17 G90\nM2\n";
    s.write("freecad.gcode", program);
    s.write("gouge.toml", "[tools]\n3 = 'flat:10'\n");
    let runs = walk(&s, "freecad.gcode", "grbl", 1);
    assert!(!runs[0].out.contains("T002"), "{}", runs[0].out);
    ends_clean(&runs, 2);
    let last = runs.last().unwrap();
    assert!(last.out.contains("T3 is in the spindle from line 8 on (comment on line 8)"));
}

/// A line said T1, and the report that the program names no tool.
#[test]
fn a_tool_that_is_only_named_is_said_to_be_changed_nowhere() {
    let s = Scene::new();
    s.write("named.nc", "G21 G90 G17\nT1\nG0 X-10 Y-10 Z30\nM2\n");
    let check = ["check", "block.stl", "named.nc", "--dialect", "grbl", "--start=0,0,50"];
    let run = s.gouge(&check);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("the program never changes one in with M6"), "{}", run.out);
}

/// As a Haas post writes it: no point needed, G53 for home, G28 at the end.
#[test]
fn a_haas_program_comes_to_clean() {
    let s = Scene::new();
    s.write(
        "haas.nc",
        "%\nO00001 (TOP)\n(T1 D=6. CR=3. - ZMIN=10. - BALL END MILL)\nN10 G00 G90 G17 G40 G49 G80\n\
         N20 G21\nN30 G53 G00 Z0.\nN40 T1 M06\nN50 G00 G54 X-10. Y10.\nN60 S5000 M03\n\
         N70 G43 H01 Z25.\nN80 G01 Z10. F300.\nN90 X50.\nN100 G00 Z25.\nN110 G28 G91 Z0.\n\
         N120 G28 Y0.\nN130 G90\nN140 M30\n%\n",
    );
    ends_clean(&walk(&s, "haas.nc", "haas", 1), 3);
}

/// As a Fanuc post of older make writes it: bare tool numbers, a return by G91 G28.
#[test]
fn a_fanuc_program_comes_to_clean() {
    let s = Scene::new();
    s.write(
        "fanuc.nc",
        "%\nO0001\n(T3| 1/4 FLAT ENDMILL|H3)\nN100 G21\nN110 G0 G17 G40 G49 G80 G90\nN120 T3 M6\n\
         N130 G0 G90 G54 X-10. Y10. S5000 M3\nN140 G43 H3 Z25.\nN150 G1 Z10. F300.\nN160 X50.\n\
         N170 G0 Z25.\nN180 M5\nN190 G91 G28 Z0.\nN200 G28 X0. Y0.\nN210 M30\n%\n",
    );
    ends_clean(&walk(&s, "fanuc.nc", "fanuc", 1), 3);
}

/// Known heights prove what unknown X and Y cannot: nothing is accepted without proof.
#[test]
fn heights_alone_prove_what_happens_above_the_part() {
    let s = Scene::new();
    s.write(
        "high.nc",
        "%\nO1\nG21 G90\nT1 M6\nG0 G54 X10. Y10.\nG43 H1 Z25.\nG1 Z10. F300.\nX30.\nG0 Z25.\n\
         G53 G0 Z0.\nG53 G0 X0. Y0.\nM30\n%\n",
    );
    let check = |start: &str, home: &str| {
        let known = [format!("--start={start}"), format!("--home={home}")];
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let check = ["check", "block.stl", "high.nc", "--tool", "1=flat:6", "--dialect", "haas"];
        s.gouge(&[&check[..], &known].concat())
    };
    let run = check(",,100", ",,150");
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(!run.out.contains("accepted without proof"), "{}", run.out);
    // The same heights within the part prove nothing.
    assert_eq!(check(",,10.005", ",,150").code, 3);
    assert_eq!(check(",,100", ",,5").code, 1, "the way down to home is a gouge");
}

#[test]
fn a_part_far_away_is_no_proof() {
    let s = Scene::new();
    s.write("far.nc", super::scene::clean_program());
    let check = |more: &[&str]| {
        let args = ["check", "block.stl", "far.nc", "--tool", "1=ball:6", "--start=0,0,50"];
        s.gouge(&[&args[..], more].concat())
    };
    let far = check(&["--origin=1000,0,0"]);
    assert_eq!(far.code, 3, "{}", far.out);
    assert!(far.out.contains("error[G020]"), "{}", far.out);
    assert!(far.out.contains("part at X-1000..-960 Y0..20 Z0..10"), "{}", far.out);
    assert!(far.out.contains("cutting at X10..30 Y10..10"), "{}", far.out);
    let accepted = check(&["--origin=1000,0,0", "--assume", "place"]);
    assert_eq!(accepted.code, 0, "{}", accepted.out);
    assert!(accepted.out.contains("assumed: place: "), "{}", accepted.out);
    assert_eq!(check(&[]).code, 0);
}

/// A program that was cut off after its way to the part, or one for another fixture, was clean:
/// only cutting motions were looked at.
#[test]
fn rapids_far_away_are_no_proof_where_nothing_cuts() {
    let s = Scene::new();
    let check = |start: &str, way: &str, more: &[&str]| {
        s.write("rapids.nc", format!("G21 G90 G17\nT1 M6\nG0 X{way}\nG0 Z20\nM2\n"));
        let args = ["check", "block.stl", "rapids.nc", "--tool", "1=ball:6", "--start", start];
        s.gouge(&[&args[..], &["--format", "json", "-o", "r.json"], more].concat())
    };
    let far = check("2000,2000,50", "2000 Y3000", &[]);
    assert_eq!(far.code, 3, "{}", far.out);
    let report = s.read("r.json");
    assert!(report.contains("nothing cuts, and no rapid comes near the part"), "{report}");
    assert_eq!(s.gouge(&["recheck", "r.json"]).code, 0);
    s.write("forged.json", report.replace("\"G020\"", "\"G011\""));
    let forged = s.gouge(&["recheck", "forged.json"]);
    assert!(forged.code == 1 && forged.out.contains("undecided lack G020"), "{}", forged.out);
    assert_eq!(check("2000,2000,50", "2000 Y3000", &["--assume", "place"]).code, 0);
    assert_eq!(check("0,0,50", "10 Y10", &[]).code, 0);
    assert_eq!(s.gouge(&["recheck", "r.json"]).code, 0);
}

/// A way up to machine zero was shown with its number, and what came next counted from there,
/// without a word.
#[test]
fn a_place_of_the_machine_is_shown_with_a_warning_where_no_home_is_declared() {
    let s = Scene::new();
    s.write(
        "home.nc",
        "G21 G90 G17\nT1 M6\nG0 X0 Y0 Z40\nG53 G0 Z0\nG0 X5\nG53 G0 Z0\nG0 X9\nM2\n",
    );
    let motions = |more: &[&str]| {
        let args = ["motions", "home.nc", "--start", "0,0,50"];
        let ran = s.gouge(&[&args[..], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.err
    };
    let warned = motions(&[]);
    let said = "warning: machine zero is shown as the program's zero";
    assert_eq!(warned.matches(said).count(), 1, "{warned}");
    assert!(warned.contains("home.nc:4"), "{warned}");
    assert_eq!(motions(&["--home", "0,0,300"]), "");
    // Only X and Y are declared: Z is not.
    assert!(motions(&["--home", "0,0,"]).contains(said));
}

/// By the corner that a face began with, the same cut was 1.9 mm deep or clean, without a word.
#[test]
fn how_a_face_that_is_not_flat_is_cut_is_an_assumption() {
    let s = Scene::new();
    let corners = "v 0 0 -10\nv 20 0 -10\nv 20 20 -10\nv 0 20 -10\n\
                   v 0 0 0\nv 20 0 5\nv 20 20 0\nv 0 20 5\n";
    let walls = "f 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    s.write("saddle.obj", format!("{corners}{walls}f 6 7 8 5\n"));
    s.write("a.nc", super::scene::clean_program());
    let run = s.gouge(&[
        "check",
        "saddle.obj",
        "a.nc",
        "--tool",
        "1=ball:6",
        "--start",
        "0,0,60",
        "--origin",
        "0,0,20",
    ]);
    assert!(run.out.contains("assumed: faces: as cut into triangles here"), "{}", run.out);
    assert!(run.out.contains("up to 5.0000 mm elsewhere"), "{}", run.out);
    assert!(run.out.contains("warning[M111]: saddle.obj: "), "{}", run.out);
}

#[test]
fn assumptions_have_names_and_sources() {
    let s = Scene::new();
    s.write("a.nc", super::scene::clean_program());
    s.write("gouge.toml", "part = 'block.stl'\nassume = 'start=safe'\n[tools]\n1 = 'ball:6'\n");
    let run = s.gouge(&["check", "block.stl", "a.nc", "--format", "json", "--no-run"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let first = &report["assumptions"][0];
    assert_eq!((first["name"].as_str(), first["source"].as_str()), (Some("start"), Some("job")));
    assert_eq!(report["coverage"]["assumed"], 1);
    assert_eq!(report["job"]["path"], "gouge.toml");
    assert_eq!(report["job"]["values"]["assume"], "start=safe");
    s.write("report.json", &run.out);
    assert_eq!(s.gouge(&["recheck", "report.json"]).code, 0);
    let wrong = s.gouge(&["check", "block.stl", "a.nc", "--assume", "luck"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("start=safe, home=safe, tool=N"), "{}", wrong.err);
}
