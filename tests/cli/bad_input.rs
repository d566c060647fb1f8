//! Bad input: one clear message with the place, exit 2, no panic, no partial file.

use std::io::Read;
use std::process::Stdio;

use serde_json::Value;

use crate::scene::{Scene, clean_program, gouging_program};

/// One message, with a code and what would help, and nothing else.
fn refused(s: &Scene, args: &[&str], parts: &[&str]) {
    let run = s.gouge(args);
    assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
    assert_eq!(run.out, "", "{args:?}");
    assert_eq!(run.err.matches("error[").count(), 1, "{args:?}: {}", run.err);
    for part in parts {
        assert!(run.err.contains(part), "{args:?}: `{part}` is not in {}", run.err);
    }
}

/// No option of this command.
fn unknown(s: &Scene, args: &[&str], option: &str) {
    let run = s.gouge(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
    assert!(run.err.contains(&format!("unexpected argument '{option}'")), "{args:?}: {}", run.err);
}

/// A holder without a length was taken for a file that is not there, and a shank for three numbers
/// of which two are missing.
#[test]
fn a_holder_or_shank_without_a_length_is_refused_for_that() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    for (part, what) in [
        ("holder=40", "a diameter and a length"),
        ("shank=10", "a diameter and a length"),
        ("shank=10,x", "`x` is not a number"),
        ("holder=nowhere.txt", "no such file"),
    ] {
        let tool = format!("1=ball:6;len=9;{part}");
        let told = if what.contains("file") { "nowhere.txt" } else { part };
        refused(&s, &["check", "block.stl", "clean.nc", "--tool", &tool], &["T020", told, what]);
    }
}

/// A wrong number was told with its line, but no column, a step that does not join with neither,
/// and a size that is too small without saying which.
#[test]
fn faults_in_a_profile_are_reported_with_their_place() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    for (profile, told, what) in [
        ("start 0 0\n  line 3 O\n", "tool.txt:2:10: ", "`O` is not a number"),
        ("start 0 0\nturn 3 1\n", "tool.txt:2:1: ", "`turn` is not a profile step"),
        (
            "start 0 0\n# a foot\nline 3 0\n\narc 30 30 2\n",
            "tool.txt:5:1: ",
            "cannot join its ends",
        ),
        ("\nstart 1 0\nline 3 9\n", "tool.txt:2:1: ", "must start on the axis"),
        ("start 0 0\nline 3 0\n", "tool.txt: ", "has no volume"),
        (
            "start 0 0\nline 2 1\narc 5 2 -1.6\nline 5 9\n",
            "tool.txt:3:1: ",
            "mm downwards between its ends",
        ),
        (
            "start 0 0\nline 1 1\nline 1 2\narc 1 5 -1.55\nline 1 9\n",
            "tool.txt:4:1: ",
            "crosses the axis",
        ),
        ("start 0 0\nline 0.00002 9\n", "tool.txt", "0.00004 mm is less than"),
    ] {
        s.write("tool.txt", profile);
        let tool = ["check", "block.stl", "clean.nc", "--tool", "1=profile:tool.txt"];
        refused(&s, &tool, &["T020", told, what]);
    }
}

/// An arc a thousandth of a millimetre wide was said to have its centre on its start, and a letter
/// O amid a number to stand in the wrong place.
#[test]
fn tiny_arcs_and_letters_for_digits_are_reported_as_such() {
    let s = Scene::new();
    let told = |block: &str, parts: &[&str]| {
        s.write("odd.nc", format!("G21 G90 G17\nT1 M6\nG1 X0 Y0 Z9 F100\n{block}\nM2\n"));
        let run = s.gouge(&["check", "block.stl", "odd.nc", "--tool", "1=ball:6"]);
        let all = run.out + &run.err;
        assert!(parts.iter().all(|part| all.contains(part)), "{block}: {all}");
    };
    told("G2 X0 Y0 I0.00103", &["0.00103 from its start", "less than 0.00127"]);
    told("G1 X1O.5", &["is the digit 0 meant?"]);
}

#[test]
fn browse_ignores_no_option() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let none = |args: &[&str]| {
        let all = [&["browse", "block.stl", "clean.nc"], args].concat();
        unknown(&s, &all, args[0]);
    };
    none(&["--budget", "2s"]);
    none(&["--format", "json"]);
    none(&["--output", "r.json"]);
    none(&["--stats"]);
    none(&["--color", "never"]);
    let help = s.gouge(&["browse", "--help"]).out;
    assert!(help.contains("--clearance") && !help.contains("--budget"), "{help}");
    s.gouge(&["check", "block.stl", "clean.nc", "--format", "json", "-o", "r.json"]);
    refused(&s, &["browse", "r.json", "--moves"], &["J006", "saved report", "when the report"]);
    for option in [["--tolerance", "5"], ["--tool", "1=ball:6"], ["--origin", "0,0,5"]] {
        let args = [&["browse", "r.json"][..], &option].concat();
        refused(&s, &args, &["J006", option[0], "no meaning for a saved report"]);
    }
}

/// `bench` took thirteen options and followed none, `motions` took assumptions that are none.
#[test]
fn bench_and_motions_ignore_no_option() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let none = |command: &[&str], option: &[&str]| {
        unknown(&s, &[command, option].concat(), option[0]);
    };
    let bench = ["bench", "block.stl", "clean.nc", "--tool", "1=ball:6", "--start=0,0,50"];
    for option in [
        &["--engine", "wide"][..],
        &["--list-engines"],
        &["--device", "card"],
        &["--format", "json"],
        &["--output", "r.json"],
        &["--budget", "2s"],
        &["--partition", "slice:1/2"],
        &["--deny", "warnings"],
        &["--zones", "1"],
        &["--baseline", "b.toml"],
        &["--moves"],
        &["--stats"],
    ] {
        none(&bench, option);
    }
    assert_eq!(s.gouge(&[&bench[..], &["--threads", "1"]].concat()).code, 0);
    for option in [["--assume", "nonsense"], ["--rapid", "dogleg"]] {
        none(&["motions", "clean.nc"], &option);
    }
}

#[test]
fn keys_of_browse_are_read_from_a_file_of_ones_own() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    std::fs::create_dir(s.path("gouge")).unwrap();
    let told = |text: &str| {
        s.write("gouge/browse.toml", text);
        let args = ["browse", "block.stl", "clean.nc"];
        let done = s.command(&args).env("XDG_CONFIG_HOME", s.path(".")).output().unwrap();
        assert_eq!(done.status.code(), Some(2));
        String::from_utf8(done.stderr).unwrap()
    };
    assert!(
        told("[keys]\nquit = [\"j\"]")
            .contains("browse.toml: key `j` is bound to `down` and to `quit`")
    );
    // Without a key that leaves, only another terminal could end it.
    assert!(told("[keys]\nquit = []").contains("`quit` needs a key"));
    assert!(told("[keys]\ndance = [\"D\"]").contains("`dance` is not an action"));
    assert!(told("colors = \"7\"").contains("`7` is not a valid number of colours"));
    let wrong = told("color = \"16\"");
    assert!(
        wrong.contains("browse.toml: line 1, column 1") && wrong.contains("`color`"),
        "{wrong}"
    );
    assert!(!wrong.contains("\\n"), "{wrong}");
    let right = "graphics = \"sextant\"\ncolors = \"16\"\n[keys]\nquit = [\"Q\"]";
    assert!(told(right).contains("needs a terminal"));
}

#[test]
fn parts_and_programs_that_do_not_read() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    std::fs::create_dir(s.path("folder")).unwrap();
    refused(&s, &["check", "none.stl", "clean.nc"], &["M001", "none.stl: no such file"]);
    refused(&s, &["check", "folder", "clean.nc"], &["M001", "directory"]);
    refused(&s, &["check", "block.stl", "none.nc"], &["J001", "none.nc: no such file"]);
    refused(&s, &["check", "block.stl", "folder"], &["J001", "directory"]);
    refused(&s, &["motions", "folder"], &["J001", "directory"]);

    let mesh = std::fs::read(s.path("block.stl")).unwrap();
    s.write("short.stl", &mesh[..mesh.len() - 60]);
    s.write("long.stl", [&mesh[..], &[0; 60]].concat());
    s.write("empty.stl", "");
    refused(&s, &["check", "short.stl", "clean.nc"], &["short.stl", "M006", "cut off"]);
    refused(&s, &["check", "long.stl", "clean.nc"], &["long.stl", "M006", "something was added"]);
    refused(&s, &["check", "empty.stl", "clean.nc"], &["M003", "empty"]);
    refused(&s, &["info", "short.stl"], &["M006"]);

    // Arguments the wrong way round, and bytes of every kind.
    refused(&s, &["check", "clean.nc", "block.stl"], &["J002", "the part comes first"]);
    let garbage: Vec<u8> = (0..=255).cycle().take(4096).collect();
    s.write("garbage.nc", garbage);
    refused(&s, &["check", "block.stl", "garbage.nc"], &["garbage.nc: byte", "J002"]);
    refused(&s, &["motions", "garbage.nc"], &["J002"]);
}

#[test]
fn options_that_do_not_read() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let check = |extra: &[&str], parts: &[&str]| {
        refused(&s, &[&["check", "block.stl", "clean.nc"], extra].concat(), parts);
    };
    check(&["--tool", "ball:6"], &["T020", "N=SPEC"]);
    check(&["--tool", "1=cube:6"], &["T020", "`cube`"]);
    check(&["--tool", "1=ball:-6"], &["T020"]);
    check(&["--tool", "1=ball:6;len=20;len=30"], &["T020", "`len=30`", "twice"]);
    check(&["--tool", "1=profile:none.txt"], &["T020", "none.txt"]);
    check(&["--dialect", "siemens"], &["J006", "siemens"]);
    // It dropped cuts that Grbl makes.
    check(&["--dialect", "grbl", "--block-delete"], &["J006", "Grbl has no block delete switch"]);
    check(&["--mesh-units", "furlong"], &["J006", "furlong"]);
    check(&["--engine", "magic"], &["J006", "--list-engines"]);
    s.write("scale.txt", "2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1");
    check(&["--transform", "scale.txt"], &["J003", "scale.txt", "scales", "--mesh-units"]);
    // Sixteen numbers were asked for where there were sixteen.
    let told = s.gouge(&["check", "block.stl", "clean.nc", "--transform", "scale.txt"]).err;
    assert!(!told.contains("write 16 numbers") && told.contains("without scale"), "{told}");
    s.write("few.txt", "1 0 0");
    check(&["--transform", "few.txt"], &["J003", "3 numbers"]);
    s.write("lib.json", "{\"data\": [");
    check(&["--tools", "lib.json"], &["T021", "lib.json"]);
    s.write("bit.fctb", "{}");
    check(&["--tools", "bit.fctb"], &["T021", "--tools N="]);
    s.write("bad.toml", "tolerance = -1\n");
    check(&["--job", "bad.toml"], &["J004", "bad.toml", "tolerance"]);
    refused(&s, &["check", "-", "-"], &["J006", "standard input"]);
    refused(&s, &["recheck", "clean.nc"], &["J008", "clean.nc"]);
}

/// A later version may mean something else by the same words.
#[test]
fn a_report_of_another_version_is_not_taken_for_one_of_this() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let check = ["check", "block.stl", "clean.nc", "--tool", "1=ball:6", "--start=0,0,50"];
    s.gouge(&[&check[..], &["--format", "json", "-o", "r.json"]].concat());
    s.write("other.json", s.read("r.json").replace("gouge-report/1", "gouge-report/2"));
    s.write("later.json", "{\"schema\": \"gouge-report/3\", \"verdicts\": []}");
    for (name, schema) in [("other.json", "gouge-report/2"), ("later.json", "gouge-report/3")] {
        let parts = ["J008", name, schema, "make it again"];
        refused(&s, &["render", name, "--format", "text"], &parts);
        refused(&s, &["browse", name, "--shot", "x.svg"], &parts);
    }
}

#[test]
fn browse_tells_a_terminal_that_cannot_show_it() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let mut command = s.command(&["browse", "block.stl", "clean.nc"]);
    let done = command.env("TERM", "dumb").output().unwrap();
    let message = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{message}");
    assert!(message.contains("J006") && message.contains("dumb"), "{message}");
}

#[test]
fn output_is_whole_or_not_at_all() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    let args = ["check", "block.stl", "gouge.nc", "--tool", "1=ball:6", "--start=0,0,50"];
    let before = s.names();
    refused(&s, &[&args[..], &["-o", "none/r.json"]].concat(), &["J007", "create the folder"]);
    assert_eq!(s.names(), before);
    assert_eq!(s.gouge(&[&args[..], &["--format", "json", "-o", "r.json"]].concat()).code, 1);
    assert!(s.read("r.json").ends_with("}\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_message() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    let args = ["check", "block.stl", "gouge.nc", "--tool", "1=ball:6", "--start=0,0,50"];
    refused(&s, &[&args[..], &["-o", "/dev/full"]].concat(), &["J007", "make room"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let done = s.command(&args).stdout(full).output().unwrap();
    let message = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{message}");
    assert!(message.contains("J007") && message.lines().count() <= 2, "{message}");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let s = Scene::new();
    let rows: String = (0..20_000).map(|i| format!("G1 X{} Y{}\n", i % 7, i % 11)).collect();
    s.write("long.nc", format!("G21 G90 F100\nG0 X0 Y0 Z50\n{rows}M30\n"));
    let mut child = s
        .command(&["motions", "long.nc"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    child.wait().unwrap();
    assert_eq!(message, "");
}

/// Squares of such numbers overflow, and a motion through the part once passed as clean.
#[test]
fn sizes_beyond_all_measure_are_no_proof() {
    let s = Scene::new();
    s.write("through.nc", "G21\nT1 M6\nG0 X-20 Y20 Z9\nG1 X60 F100\nM2\n");
    let huge =
        s.gouge(&["check", "block.stl", "through.nc", "--tool", "1=ball:1e160", "--start=0,0,50"]);
    assert_eq!(huge.code, 2, "{}", huge.err);
    assert!(huge.err.contains("100 km"), "{}", huge.err);
    let far = format!("G21\nT1 M6\nG0 X-1{0} Y20 Z9\nG1 X1{0} F100\nM2\n", "0".repeat(200));
    s.write("far.nc", &far);
    let far = s.gouge(&["check", "block.stl", "far.nc", "--tool", "1=ball:6", "--start=0,0,50"]);
    assert_eq!(far.code, 3, "{}{}", far.out, far.err);
}

#[test]
fn what_a_part_that_is_not_closed_hides_is_never_clean() {
    let s = Scene::new();
    let mut bytes = std::fs::read(s.path("block.stl")).unwrap();
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) - 1;
    bytes[80..84].copy_from_slice(&count.to_le_bytes());
    bytes.truncate(bytes.len() - 50);
    s.write("open.stl", &bytes);
    s.write("job.nc", "G21 G90\nT1 M6\nG1 X21 F100\nM30\n");
    let tool = ["--tool", "1=flat:1;len=2", "--start=20,10,4"];
    let run = s.gouge(&[&["check", "open.stl", "job.nc"], &tool[..]].concat());
    // The nearest surface tells that the tool begins below it.
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("error[G006]") && run.out.contains("M103"), "{}{}", run.out, run.err);
    // Beside the missing facet its rim is nearest, which tells nothing.
    s.write("rim.nc", "G21 G90\nT1 M6\nG1 X40.5 F100\nM30\n");
    let tool = ["--tool", "1=flat:1;len=2", "--start=40.4,10,4"];
    let run = s.gouge(&[&["check", "open.stl", "rim.nc"], &tool[..]].concat());
    assert_ne!(run.code, 0, "{}{}", run.out, run.err);
    assert!(s.gouge(&["explain", "G015"]).out.contains("Close the mesh"));
}

#[test]
fn a_part_without_a_known_inside_is_reported() {
    let s = Scene::new();
    let mut bytes = std::fs::read(s.path("block.stl")).unwrap();
    // Inside out, and open: a facet far away.
    for facet in bytes[84..].chunks_mut(50) {
        facet[12..36].rotate_left(12);
    }
    bytes.extend_from_within(84..134);
    let stray = bytes.len() - 50;
    for (i, at) in bytes[stray + 12..stray + 48].chunks_mut(4).enumerate() {
        at.copy_from_slice(&(500.0 + (i * i) as f32).to_le_bytes());
    }
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap());
    bytes[80..84].copy_from_slice(&(count + 1).to_le_bytes());
    s.write("turned.stl", &bytes);
    s.write("job.nc", "G20 G90\nT1 M6\nG1 X0.82 F100\nM30\n");
    let check = ["check", "turned.stl", "job.nc", "--tool", "1=flat:1;len=2", "--start=20,10,4"];
    let run = s.gouge(&check);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    let (_, near) = run.out.split_once(", near X").expect(&run.out);
    let x: f64 = near.split_once(' ').unwrap().0.parse().unwrap();
    // As the control shows it: in inches.
    assert!((0.7..0.9).contains(&x), "{}", run.out);
    let run = s.gouge(&[&check[..], &["--format=json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let place = report["undecided"][0]["place_mm"][0].as_f64().unwrap();
    assert!((place - 25.4 * x).abs() < 0.01, "{place} {x}");
}

/// It used to be `clean: 0 motions proved clean`.
#[test]
fn a_program_without_motion_proves_nothing() {
    let s = Scene::new();
    for program in ["", "(just a comment)\n; and another\n", "G21 G90\nT1 M6\nM2\n", "/G0 X1\n"] {
        s.write("job.nc", program);
        let skip = ["check", "block.stl", "job.nc", "--tool", "1=ball:6", "--block-delete"];
        for format in ["text", "json", "jsonl", "sarif", "junit", "github"] {
            let run = s.gouge(&[&skip[..], &["--format", format]].concat());
            assert_eq!(run.code, 3, "{program:?} {format}: {}{}", run.out, run.err);
            assert!(run.out.contains("G016"), "{program:?} {format}: {}", run.out);
        }
        s.write("report.json", s.gouge(&[&skip[..], &["--format", "json"]].concat()).out);
        assert_eq!(s.gouge(&["recheck", "report.json"]).code, 0);
    }
}

#[test]
fn tools_that_do_not_read_say_which_file_and_why() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let mut bytes = std::fs::read(s.path("block.stl")).unwrap();
    s.write("short.stl", &bytes[..bytes.len() - 60]);
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) - 2;
    bytes[80..84].copy_from_slice(&count.to_le_bytes());
    bytes.truncate(bytes.len() - 100);
    s.write("lidless.stl", &bytes);
    std::fs::create_dir(s.path("folder")).unwrap();
    let tool = |spec: &str, parts: &[&str]| {
        refused(&s, &["check", "block.stl", "clean.nc", "--tool", spec], parts);
    };
    tool("1=profile:none.txt", &["T020", "none.txt: no such file", "check the name"]);
    tool("1=profile:folder", &["T020", "folder: this is a directory"]);
    tool("1=ball:6;len=9;holder=none.txt", &["T020", "none.txt: no such file"]);
    tool("1=mesh:lidless.stl", &["T020", "lidless.stl: a mesh tool must be closed"]);
    tool("1=mesh:short.stl", &["T020", "short.stl: byte 80"]);
    tool("1=ball:1e-300", &["T020", "check its unit"]);
    tool("-1=ball:6", &["T020", "`-1` is not a tool number"]);
    tool("7=cube:6", &["T020", "`cube`"]);
    s.write("thin.txt", "line 1e-320 0\nline 1e-320 30\n");
    tool("1=profile:thin.txt", &["T020", "thin.txt", "check its unit"]);
    let twice = ["--tool", "1=ball:6", "--tool", "T1=flat:6"];
    refused(&s, &[&["check", "block.stl", "clean.nc"], &twice[..]].concat(), &["T020", "T1 twice"]);
    for spec in ["1=mesh:none.stl", "1=mesh:short.stl"] {
        let run = s.gouge(&["check", "block.stl", "clean.nc", "--tool", spec]);
        assert_eq!(run.err.matches(".stl").count(), 1, "{}", run.err);
    }
    let check = ["check", "block.stl", "clean.nc", "--tool", "1=ball:6"];
    refused(
        &s,
        &[&check[..], &["--output", "none/report.json"]].concat(),
        &["J007", "no folder none"],
    );
    let run = s.gouge(&[&check[..], &["--max-motions", "0"]].concat());
    assert_eq!(run.code, 2);
    assert!(run.err.contains("a whole number, 1 or more"), "{}", run.err);
}

/// Squares of such numbers overflow, and what they were part of passed as clean.
#[test]
fn parts_and_placements_beyond_all_measure_are_refused() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    s.write("far.obj", "v 0 0 0\nv 1e9 0 0\nv 0 1 0\nf 1 2 3\n");
    refused(&s, &["check", "far.obj", "clean.nc"], &["M014", "far.obj", "1e9 mm"]);
    refused(&s, &["check", "block.stl", "clean.nc", "--fixture", "far.obj"], &["M014"]);
    refused(&s, &["check", "block.stl", "clean.nc", "--tool", "1=mesh:far.obj"], &["far.obj"]);
    s.write("far.txt", "1 0 0 1e200 0 1 0 0 0 0 1 0 0 0 0 1");
    refused(&s, &["check", "block.stl", "clean.nc", "--transform", "far.txt"], &["J003", "100 km"]);
    for line in ["origin = [0, 0, 1e300]", "tolerance = 1e200", "start = [0, '1e30m', 0]"] {
        s.write("gouge.toml", format!("{line}\n"));
        refused(&s, &["check", "block.stl", "clean.nc"], &["J004", "gouge.toml", "100 km"]);
    }
}

/// One slip of the hand after `-o` took the part, or the program.
#[test]
fn what_is_read_is_not_written_over() {
    let s = Scene::new();
    s.write("job.nc", gouging_program(0.5));
    s.write("gouge.toml", "part = 'block.stl'\nprogram = 'job.nc'\n");
    let before: Vec<Vec<u8>> =
        s.names().iter().map(|name| std::fs::read(s.path(name)).unwrap()).collect();
    let check = ["check", "block.stl", "job.nc", "--tool", "1=flat:6", "--start=0,0,50"];
    for name in ["block.stl", "job.nc", "./job.nc", "gouge.toml"] {
        let args = [&check[..], &["--job", "gouge.toml", "-o", name]].concat();
        refused(&s, &args, &["J007", "is read by this command", "name another file"]);
    }
    refused(&s, &["motions", "job.nc", "-o", "job.nc"], &["is read by this command"]);
    let after: Vec<Vec<u8>> =
        s.names().iter().map(|name| std::fs::read(s.path(name)).unwrap()).collect();
    assert!(before == after);
}

#[test]
fn files_in_a_wrapping_are_named_as_such() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let wide: Vec<u8> = clean_program().encode_utf16().flat_map(u16::to_le_bytes).collect();
    s.write("wide.nc", [&[0xff, 0xfe], &wide[..]].concat());
    refused(&s, &["check", "block.stl", "wide.nc"], &["J002", "UTF-16", "ASCII or UTF-8"]);
    s.write("part.stl", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    refused(&s, &["check", "part.stl", "clean.nc"], &["M012", "gzip", "not packed"]);
}

/// They were taken for binary STL that had been cut off while it was copied.
#[test]
fn text_that_is_no_part_is_not_called_cut_off() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let refused = |said: &[&str]| refused(&s, &["check", "part.stl", "clean.nc"], said);
    s.write("part.stl", "A drawing of the part, see attachment.\n".repeat(5));
    refused(&["M004", "neither STL, OBJ, PLY nor 3MF"]);
    s.write("part.stl", format!("<!DOCTYPE html>\n<p>{}</p>", "Not found. ".repeat(20)));
    refused(&["M012", "a web page"]);
    let wide: Vec<u8> = "\u{feff}solid x\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    s.write("part.stl", wide.repeat(20));
    refused(&["M012", "UTF-16", "plain text"]);
}

/// Runs with so much address space, as `ulimit -v` gives it.
#[cfg(target_os = "linux")]
fn limited(s: &Scene, megabytes: u64, args: &[&str]) -> (Option<i32>, String) {
    limited_by(s, &format!("-v {}", megabytes << 10), args)
}

/// Runs under a limit of `ulimit`.
#[cfg(target_os = "linux")]
fn limited_by(s: &Scene, limit: &str, args: &[&str]) -> (Option<i32>, String) {
    let script = format!("ulimit {limit}; exec \"$0\" \"$@\"");
    let done = std::process::Command::new("sh")
        .current_dir(s.path("."))
        .args(["-c", &script, env!("CARGO_BIN_EXE_gouge")])
        .args(args)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    (done.status.code(), said + &String::from_utf8_lossy(&done.stdout))
}

/// A limit of the size of files ended the process by a signal, and what it had begun to write
/// stayed.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_the_size_of_files_is_an_error_like_others() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    s.write("o.json", "OLD");
    let args = ["check", "block.stl", "clean.nc", "--tool", "1=ball:6", "--start=0,0,50"];
    let written = ["--moves", "--format", "json", "--output", "o.json"];
    let (code, said) = limited_by(&s, "-f 1", &[&args[..], &written[..]].concat());
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("J007") && said.contains("ulimit -f"), "{said}");
    assert_eq!(std::fs::read(s.path("o.json")).unwrap(), b"OLD");
    let left = std::fs::read_dir(s.path(".")).unwrap().flatten();
    assert!(left.into_iter().all(|e| !e.file_name().to_string_lossy().starts_with(".gouge")));
}

/// An allocation that failed ended the process by a signal.
#[cfg(target_os = "linux")]
#[test]
fn what_does_not_fit_into_memory_is_a_sentence() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let tool = ["--tool", "1=ball:6", "--start=0,0,50"];
    let check = |part: &str, program: &str| {
        limited(&s, 600, &[&["check", part, program], &tool[..]].concat())
    };
    assert_eq!(check("block.stl", "clean.nc").0, Some(0));
    // Triangles of no size, as many as a file of 100 MB holds.
    let count = 2_000_000u32;
    let mut big = vec![0; 80];
    big.extend(count.to_le_bytes());
    big.resize(84 + 50 * count as usize, 0);
    s.write("big.stl", big);
    let (code, said) = check("big.stl", "clean.nc");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("J012") && said.contains("big.stl needs about"), "{said}");
    let comment = format!("G21\n({})\nM2\n", "x".repeat(250_000_000));
    s.write("comment.nc", comment);
    let (code, said) = check("block.stl", "comment.nc");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("comment.nc"), "{said}");
    s.write("long.nc", "G21 G90 F100\nT1 M6\no1 repeat [9000000]\nG1 X1\nX0\no1 endrepeat\nM2\n");
    let (code, said) = check("block.stl", "long.nc");
    assert!(matches!(code, Some(2 | 3)), "{said}");
    assert!(said.contains("P503") || said.contains("J012"), "{said}");
    let deep =
        "G21 G90 F100\nT1 M6\nG1 X10 Y10 Z9\no1 repeat [9000000]\nG1 X11\nX10\no1 endrepeat\nM2\n";
    s.write("deep.nc", deep);
    let (code, said) = check("block.stl", "deep.nc");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("P503"), "{said}");
    // One line that fits itself, and that an excerpt is not to copy.
    s.write("line.nc", format!("({})\nM2\n", "x".repeat(120_000_000)));
    let (code, said) = check("block.stl", "line.nc");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("P106"), "{said}");
    s.write("refused.nc", "G1 X\n".repeat(3_000_000));
    let (code, said) = check("block.stl", "refused.nc");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("J012") && said.contains("messages"), "{said}");
    let names: String = (0..1_500_000).map(|i| format!("#<_n{i}>=1\n")).collect();
    s.write("names.nc", names);
    let (code, said) = check("block.stl", "names.nc");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("more than 1048576 named parameters"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn endless_files_end() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let check = |more: &[&str]| {
        let (code, said) = limited(&s, 1200, &[&["check", "block.stl", "clean.nc"], more].concat());
        assert_eq!(code, Some(2), "{more:?}: {said}");
        assert_eq!(said.matches("error[").count(), 1, "{said}");
    };
    check(&["--tool", "1=mesh:/dev/zero"]);
    check(&["--tool", "1=profile:/dev/zero"]);
    check(&["--tools", "/dev/zero"]);
    check(&["--transform", "/dev/zero"]);
    check(&["--job", "/dev/zero"]);
    for args in [["/dev/zero", "clean.nc"], ["block.stl", "/dev/zero"]] {
        let (code, said) = limited(&s, 1200, &[&["check"], &args[..]].concat());
        assert_eq!(code, Some(2), "{said}");
    }
    let (code, said) = limited(&s, 1200, &["recheck", "/dev/zero"]);
    assert_eq!(code, Some(2), "{said}");
}

/// The start was asked for again where a refused block had lost the position.
#[test]
fn a_start_that_is_stated_is_not_missing_after_a_refused_block() {
    let s = Scene::new();
    let program = "G21 G90\nT1 M6\nF300.\nG0 X0. Y0. Z5.\nG1 Y10. ,C2.\nG1 X20.\nM30\n";
    s.write("job.nc", program);
    let check = |start: &[&str]| -> (u64, Vec<String>) {
        let base = ["check", "block.stl", "job.nc", "--tool", "1=ball:6", "--dialect", "fanuc"];
        let run = s.gouge(&[&base[..], &["--format", "json"], start].concat());
        let report: Value = serde_json::from_str(&run.out).unwrap();
        let names = report["missing"].as_array().unwrap().iter().map(|m| m["name"].to_string());
        (report["coverage"]["unknown"].as_u64().unwrap(), names.collect())
    };
    assert_eq!(check(&["--start=0,0,50"]), (1, vec![]));
    assert_eq!(check(&[]), (2, vec!["\"start\"".to_owned()]));
    // The first block that moves anything is refused: no motion has arrived anywhere yet.
    s.write("job.nc", "G21 G90\nT1 M6\nZ20.\nG0 X0. Y0. Z5.\nG1 Y10.\nM30\n");
    assert_eq!(check(&["--start=0,0,50"]), (1, vec![]));
}

/// A byte order mark, which some editors put before UTF-8, was taken in programs and jobs and
/// refused in profiles, transforms and tool tables.
#[test]
fn a_byte_order_mark_is_no_fault() {
    let s = Scene::new();
    s.write("a.nc", "\u{feff}G21 G90\nT1 M6\nG0 X10 Y10 Z15\nM30\n");
    s.write("a.profile", "\u{feff}line 2 0\nline 2 20\n");
    s.write("move.txt", "\u{feff}1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1\n");
    s.write("tool.tbl", "\u{feff}T1 Z50 D4\n");
    let run = s.gouge(&[
        "check",
        "block.stl",
        "a.nc",
        "--start=0,0,50",
        "--tool",
        "1=profile:a.profile",
        "--transform",
        "move.txt",
        "--tools",
        "tool.tbl",
        "--format",
        "json",
    ]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    s.write("report.json", format!("\u{feff}{}", run.out));
    let again = s.gouge(&["recheck", "report.json"]);
    assert_eq!(again.code, 0, "{}{}", again.out, again.err);
}

/// `[]` was told to be a structure of 16 elements.
#[test]
fn json_that_is_not_a_report_is_refused_for_that() {
    let s = Scene::new();
    for text in ["[]", "[1]", "5", "\"gouge-report/1\""] {
        s.write("report.json", text);
        for command in ["recheck", "render"] {
            let run = s.gouge(&[command, "report.json"]);
            let told =
                run.err.contains("this is JSON, but not a report") && !run.err.contains("struct");
            assert!(run.code == 2 && told, "{command} {text}: {}", run.err);
        }
    }
}

/// The list of samples left out the shop, and a grid for a sample that has none was passed over.
#[test]
fn an_unknown_sample_and_a_grid_without_terrain_are_refused() {
    let s = Scene::new();
    let none = s.gouge(&["sample", "duck"]).err;
    assert!(none.contains("terrain-zigzag and shop"), "{none}");
    s.write("grid.npy", "no numbers");
    let grid = s.gouge(&["sample", "terrain", "--grid", "grid.npy"]).err;
    assert!(grid.contains("not an elevation grid: it is not a NumPy file"), "{grid}");
    let other = s.gouge(&["sample", "duct", "--grid", "grid.npy"]);
    assert!(other.code == 2 && other.err.contains("only the terrains"), "{}", other.err);
}

/// A folder of subprograms that is not there was taken without a word, and every call in it was
/// refused.
#[test]
fn a_folder_of_subprograms_that_is_not_there_is_told() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    let check = |folder: &str, part: &str| {
        let tool = ["--tool", "1=ball:6", "--start=0,0,50", "--subprograms", folder];
        refused(&s, &[&["check", "block.stl", "clean.nc"], &tool[..]].concat(), &["J001", part]);
        refused(&s, &["motions", "clean.nc", "--subprograms", folder], &["J001", part]);
    };
    check("nowhere", "nowhere: no such folder");
    check("clean.nc", "clean.nc: this is not a folder");
    let job = "part = 'block.stl'\nprogram = 'clean.nc'\nsubprograms = ['nowhere']\n";
    s.write("gouge.toml", job);
    refused(&s, &["check"], &["J001", "nowhere: no such folder", "gouge.toml:3"]);
}
