//! The program as a user runs it: exit codes, messages, files.

#[path = "cli/accelerator.rs"]
mod accelerator;
#[path = "cli/accepted.rs"]
mod accepted;
#[path = "cli/advice.rs"]
mod advice;
#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/baseline.rs"]
mod baseline;
#[path = "cli/budget.rs"]
mod budget;
#[path = "cli/compensation.rs"]
mod compensation;
#[path = "cli/forged.rs"]
mod forged;
#[path = "cli/job_faults.rs"]
mod job_faults;
#[path = "cli/job_init.rs"]
mod job_init;
#[path = "cli/jobs.rs"]
mod jobs;
#[path = "cli/kept.rs"]
mod kept;
#[path = "cli/libraries.rs"]
mod libraries;
#[path = "cli/limits.rs"]
mod limits;
#[path = "cli/recheck.rs"]
mod recheck;
#[path = "cli/scene.rs"]
mod scene;
#[path = "cli/stacks.rs"]
mod stacks;
#[path = "cli/void.rs"]
mod void;
#[path = "cli/walk.rs"]
mod walk;
#[path = "cli/wording.rs"]
mod wording;
#[path = "cli/written.rs"]
mod written;

use scene::{Scene, clean_program, gouging_program};

#[test]
fn clean_is_0_gouge_is_1_unknown_is_3_usage_is_2() {
    let s = Scene::new();
    let check = |name: &str, program: &str| {
        s.write(name, program);
        s.gouge(&["check", "block.stl", name, "--tool", "1=ball:6", "--start=0,0,50"]).code
    };
    assert_eq!(check("clean.nc", &clean_program()), 0);
    assert_eq!(check("gouge.nc", &gouging_program(0.5)), 1);
    assert_eq!(check("refused.nc", &clean_program().replace("M30", "G187 P1\nM30")), 3);
    assert_eq!(s.gouge(&["check", "block.stl", "clean.nc", "--start=0,0,50"]).code, 3);
    assert_eq!(s.gouge(&["check", "block.stl", "clean.nc", "--tool", "1=ball:6"]).code, 3);
    assert_eq!(s.gouge(&["check", "--no-such-option"]).code, 2);
    assert_eq!(s.gouge(&["check", "block.stl"]).code, 2);
    assert_eq!(s.gouge(&[]).code, 2);
}

#[test]
fn the_planted_depth_comes_out_on_its_line() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    let run = s.gouge(&["check", "block.stl", "gouge.nc", "--tool", "1=ball:6", "--start=0,0,50"]);
    insta::assert_snapshot!("gouge", run.out);
    assert_eq!(run.err, "");
}

#[test]
fn a_job_file_says_what_would_be_typed_and_typing_counts_more() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    s.write(
        "gouge.toml",
        "part = 'block.stl'\nprogram = 'gouge.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n",
    );
    assert_eq!(s.gouge(&["check", "--job", "gouge.toml"]).code, 1);
    assert_eq!(s.gouge(&["check", "block.stl", "gouge.nc"]).code, 1);
    assert_eq!(s.gouge(&["check", "--job", "gouge.toml", "--tolerance", "0.6"]).code, 0);
    assert_eq!(s.gouge(&["check", "block.stl", "gouge.nc", "--origin", "0,0,1"]).code, 0);
}

#[test]
fn an_origin_and_the_same_transform_agree() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    s.write("move.txt", "1 0 0 -1\n0 1 0 0\n0 0 1 0.25\n0 0 0 1\n");
    // A quarter turn about Z and back: the same part, seen from the program's side.
    s.write("turn.json", "[[0,-1,0,0],[1,0,0,0],[0,0,1,0],[0,0,0,1]]");
    s.write("turned.nc", gouging_program(0.5).replace("X10", "X-10").replace("X30", "X-15"));
    let base = ["--tool", "1=ball:6", "--start=0,0,50", "--format", "json", "--no-run"];
    let run = |program: &str, extra: &[&str]| {
        s.gouge(&[&["check", "block.stl", program], &base[..], extra].concat())
    };
    let origin = run("gouge.nc", &["--origin=1,0,-0.25"]);
    let moved = run("gouge.nc", &["--transform", "move.txt"]);
    assert_eq!((origin.code, &origin.out), (1, &moved.out));
    let turned = run("turned.nc", &["--transform", "turn.json"]);
    assert_eq!(turned.code, 1, "{}{}", turned.out, turned.err);
    s.write("turned.json", &turned.out);
    let held = s.gouge(&["recheck", "turned.json"]);
    assert!(held.code == 0 && held.out.ends_with("\n1 of 1 witnesses hold\n"), "{}", held.out);
}

#[test]
fn reports_are_the_same_bytes_for_every_thread_count() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    let base = ["check", "block.stl", "gouge.nc", "--tool", "1=bull:6,1", "--start=0,0,50"];
    let run = |threads: &str| {
        let extra = ["--format", "json", "--moves", "--no-run", "--threads", threads];
        s.gouge(&[&base[..], &extra].concat()).out
    };
    let one = run("1");
    assert!(one.contains("\"verdict\":\"gouge\""), "{one}");
    for threads in ["2", "7"] {
        assert_eq!(run(threads), one, "{threads}");
    }
}

#[test]
fn comments_stand_in_for_undeclared_tools_and_are_compared_with_declared_ones() {
    let s = Scene::new();
    let comment = "(T1  D=6. CR=3. - ball end mill)\n";
    s.write("noted.nc", format!("{comment}{}", gouging_program(0.5)));
    let run = |tool: &[&str]| {
        s.gouge(&[&["check", "block.stl", "noted.nc", "--start=0,0,50"], tool].concat())
    };
    let taken = run(&[]);
    assert_eq!(taken.code, 1);
    assert!(taken.out.contains("warning[T011]"), "{}", taken.out);
    let differs = run(&["--tool", "1=ball:8"]);
    assert!(differs.out.contains("warning[T010]"), "{}", differs.out);
    assert!(differs.out.contains("diameter 6 mm, but 8 mm is declared"), "{}", differs.out);
}

#[test]
fn a_program_in_another_unit_than_the_part_is_suspicious() {
    let s = Scene::new();
    let round = |unit: f64| {
        let [x, y] = [40.0 * unit, 20.0 * unit];
        format!("G21 G90\nT1 M6\nG0 Z50\nG1 X0 Y0 Z40 F100\nX{x:.4}\nY{y:.4}\nX0\nM30\n")
    };
    let check = |unit: f64, more: &[&str]| {
        s.write("unit.nc", round(unit));
        let check = ["check", "block.stl", "unit.nc", "--tool", "1=ball:1", "--start=0,0,50"];
        s.gouge(&[&check[..], more].concat())
    };
    for unit in [1.0, 0.2, 5.0] {
        let run = check(unit, &[]);
        assert_eq!((run.code, run.out.contains("P911")), (0, false), "{}", run.out);
    }
    for unit in [25.4, 1.0 / 25.4] {
        let run = check(unit, &[]);
        assert_eq!((run.code, run.out.contains("error[P911]")), (3, true), "{}", run.out);
        assert!(run.out.contains("--assume units"), "{}", run.out);
        let run = check(unit, &["--assume", "units"]);
        assert_eq!((run.code, run.out.contains("warning[P911]")), (0, true), "{}", run.out);
        assert!(run.out.contains("under 2 assumptions"), "{}", run.out);
    }
}

#[test]
fn motions_are_json_lines() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    let run = s.gouge(&["motions", "gouge.nc"]);
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!("motions", run.out);
    s.write("refused.nc", "G21 G90\nG0 X1\nG187 P1\n");
    let run = s.gouge(&["motions", "refused.nc"]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("{\"line\":3,\"refused\":\"P"), "{}", run.out);
}

#[test]
fn info_explain_and_help_speak() {
    let s = Scene::new();
    insta::assert_snapshot!("info", s.gouge(&["info", "block.stl"]).out);
    let json = s.gouge(&["info", "block.stl", "--format", "json"]).out;
    assert!(json.contains("\"kind\":\"mesh\"") && json.contains("\"watertight\":true"), "{json}");
    assert!(s.gouge(&["explain", "g001"]).out.starts_with("G001: "));
    assert_eq!(s.gouge(&["explain", "G999"]).code, 2);
    let help = s.gouge(&["--help"]).out;
    assert!(help.lines().count() <= 24, "{help}");
    for topic in ["verdicts", "tools", "coordinates", "reports", "job", "check"] {
        let page = s.gouge(&["help", topic]);
        assert_eq!(page.code, 0);
        assert!(page.out.len() > 200, "{topic}");
    }
    assert_eq!(s.gouge(&["help", "nothing"]).code, 2);
}

#[test]
fn the_readme_shows_what_comes_out() {
    let root = env!("CARGO_MANIFEST_DIR");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let picture = readme.split("```text\n").nth(1).and_then(|t| t.split("```").next()).unwrap();
    let command = readme.lines().find_map(|l| l.strip_prefix("cargo run --release -- ")).unwrap();
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_gouge"))
        .args(command.split_whitespace())
        .current_dir(root)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(done.stdout).unwrap(), picture);
    assert_eq!(done.status.code(), Some(1));
}

#[test]
fn samples_come_with_the_command_that_checks_them() {
    let s = Scene::new();
    let listed = s.gouge(&["sample"]);
    assert!(listed.out.contains("duct-low"), "{}", listed.out);
    let made = s.gouge(&["sample", "duct-low", "--folder", "."]);
    assert_eq!(made.code, 0, "{}", made.err);
    let line = made.out.lines().next().unwrap().replace('\'', "");
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    assert_eq!(s.gouge(&words).code, 1, "{line}");
    assert_eq!(s.gouge(&["sample", "nothing"]).code, 2);
}

#[test]
fn programs_and_libraries_show_what_they_hold() {
    let s = Scene::new();
    s.write("gouge.nc", format!("(T1  D=6. CR=3. - ball end mill)\n{}", gouging_program(0.5)));
    let program = s.gouge(&["info", "gouge.nc"]).out;
    assert!(program.contains("motions      5 (3 rapid, 2 straight, 0 round)"), "{program}");
    assert!(program.contains("T1 is a ball end mill, 6 mm"), "{program}");
    assert!(!program.contains("operation"), "{program}");
    s.write("named.nc", format!("(begin operation: Face)\n{}", gouging_program(0.5)));
    let program = s.gouge(&["info", "named.nc"]).out;
    assert!(program.contains("operation    Face, T1, 5 motions (line 1, "), "{program}");
    s.write("tools.json", "{\"1\": {\"kind\": \"cyl\", \"d\": 6, \"r\": 0}, \"2\": \"ball:4\"}");
    let library = s.gouge(&["info", "tools.json"]).out;
    assert!(library.contains("flat:6") && library.contains("ball:4"), "{library}");
}

/// Lines that carriage returns alone end were shown empty, and their regions had another
/// fingerprint.
#[test]
fn carriage_returns_alone_end_the_lines_of_a_report() {
    let s = Scene::new();
    let program = gouging_program(0.5);
    let report = |name: &str, text: String| {
        s.write(name, text);
        let tool = ["--tool", "1=ball:6", "--start=0,0,50", "--dialect", "mach3"];
        let tool = [&tool[..], &["--format", "json", "--no-run"]].concat();
        let run = s.gouge(&[&["check", "block.stl", name], &tool[..]].concat());
        assert_eq!(run.code, 1, "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap()
    };
    let plain = report("lf.nc", program.clone());
    let returns = report("cr.nc", program.replace('\n', "\r"));
    assert_ne!(plain["regions"][0]["block"]["text"], "");
    for of in ["block", "fingerprint", "lines"] {
        assert_eq!(returns["regions"][0][of], plain["regions"][0][of], "{of}");
    }
    assert_eq!(returns["inputs"]["program"]["lines"], plain["inputs"]["program"]["lines"]);
}
