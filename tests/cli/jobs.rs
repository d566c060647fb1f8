//! Job files, tool libraries and names, as a user meets them.

use super::scene::{Scene, clean_program, gouging_program};

#[test]
fn a_folder_with_a_job_needs_no_words() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    s.write("op2.nc", gouging_program(0.5));
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", job);
    assert_eq!(s.gouge(&["check"]).code, 0);
    let other = s.gouge(&["check", "op2.nc"]);
    assert_eq!(other.code, 1, "{}{}", other.out, other.err);
    assert!(other.out.contains("job file gouge.toml: part = block.stl"), "{}", other.out);
    s.write("gouge.toml", "tolerance = 5\n");
    let loose = s.gouge(&["check", "op2.nc"]);
    assert_eq!(loose.code, 2);
    assert!(loose.err.contains("names no part"), "{}", loose.err);
    // A loose tolerance from some folder above is never silent.
    let all = ["check", "block.stl", "op2.nc", "--tool", "1=ball:6", "--start=0,0,50"];
    let loose = s.gouge(&all);
    assert_eq!(loose.code, 0);
    assert!(loose.out.contains("job file gouge.toml: tolerance = 5"), "{}", loose.out);
    s.write("gouge.toml", "tolerence = 5\n");
    let typo = s.gouge(&all);
    assert_eq!(typo.code, 2);
    assert!(
        typo.err.contains("line 1, column 1") && typo.err.contains("`tolerance`"),
        "{}",
        typo.err
    );
}

/// `--part` took the place of the job's part, whose gouges were then not looked for.
#[test]
fn another_mesh_of_the_part_adds_to_the_part_of_the_job() {
    let s = Scene::new();
    s.write("gouge.nc", gouging_program(0.5));
    let mut far = super::scene::block();
    far.vertices.iter_mut().for_each(|v| v.x += 200.0);
    gouge::mesh::write_stl(&s.path("far.stl"), &far).unwrap();
    let job =
        "part = 'block.stl'\nprogram = 'gouge.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", job);
    for words in [vec![], vec!["gouge.nc"]] {
        let run = s.gouge(&[&["check", "--part", "far.stl"], &words[..]].concat());
        assert_eq!(run.code, 1, "{words:?}: {}{}", run.out, run.err);
        let bodies: Vec<&str> = run.out.lines().filter(|l| l.starts_with("part ")).collect();
        assert!(bodies[0].contains("block.stl:"), "{bodies:?}");
        assert!(bodies[1].contains("far.stl:"), "{bodies:?}");
    }
    let named = s.gouge(&["check", "far.stl", "gouge.nc", "--assume", "place"]);
    assert!(!named.out.contains("block.stl"), "{}", named.out);
}

#[test]
fn a_side_of_its_own_is_a_program_of_its_own_not_an_offset() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\n[offsets.G55]\nflip = 'x'\n";
    s.write("gouge.toml", job);
    let refused = s.gouge(&["check"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("offsets.G55: three lengths"), "{}", refused.err);
    assert!(refused.err.contains("[for.program.'op2.nc'] with flip"), "{}", refused.err);
}

#[test]
fn every_key_of_a_job_file_is_in_the_help() {
    let s = Scene::new();
    let page = s.gouge(&["help", "job"]).out;
    for key in gouge::job::KEYS {
        assert!(page.lines().any(|l| l.trim_start().starts_with(key.name)), "{}", key.name);
    }
    let page = s.gouge(&["help", "assumptions"]).out;
    assert!(page.contains("--assume start=safe") && page.contains("--assume place"), "{page}");
}

/// Some were listed in reports and in no help.
#[test]
fn every_assumption_of_a_report_is_in_the_help() {
    let page = Scene::new().gouge(&["help", "assumptions"]).out;
    let told = |name: &str| {
        page.lines().any(|line| {
            let line = line.trim_start().trim_start_matches("--assume ");
            line.split(['=', ' ']).next() == Some(name)
        })
    };
    for (name, _) in gouge::nc::assumptions() {
        assert!(told(name), "{name} is missing");
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check");
    let mut named = 0;
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for rest in text.split("name: \"").skip(1) {
            let name = rest.split('"').next().unwrap();
            assert!(told(name), "{name} of {} is missing", path.display());
            named += 1;
        }
    }
    assert!(named > 10, "{named}");
}

#[test]
fn a_job_is_written_from_what_is_found_and_shows_its_values() {
    let s = Scene::new();
    s.write("op1.nc", format!("(T1  D=6. CR=3. - ball end mill)\n{}", clean_program()));
    let made = s.gouge(&["job", "init"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let text = s.read("gouge.toml");
    for line in [
        "part = \"block.stl\"",
        "program = \"op1.nc\"",
        "1 = \"ball:6\"  # guess: the comment in op1.nc:1",
        "origin = [0, 0, 0]  # guess",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert_eq!(s.gouge(&["check", "--assume", "start=safe"]).code, 0);
    assert_eq!(s.gouge(&["job", "init"]).code, 2, "a job file is not written over");
    s.write("gouge-shop.toml", "tolerance = 0.02\nallowance = 0.1\n");
    let shown = s.gouge(&["job", "show"]).out;
    let row = |key: &str| shown.lines().find(|l| l.starts_with(key)).unwrap().to_owned();
    assert!(row("tolerance").ends_with("gouge-shop.toml:1"), "{shown}");
    assert!(row("part").contains("block.stl") && row("part").ends_with("gouge.toml:2"), "{shown}");
    assert!(row("deviation").ends_with("default"), "{shown}");
}

#[test]
fn libraries_become_toml_and_keep_every_number() {
    let s = Scene::new();
    let text = r#"{"data": [{"type": "ball end mill", "unit": "inches", "post-process": {"number": 1},
      "geometry": {"DC": 0.25, "RE": 0.125, "LCF": 0.75, "LB": 1.5, "SFDM": 0.25}},
      {"type": "thread mill", "unit": "inches", "post-process": {"number": 2}, "geometry": {"DC": 1}}]}"#;
    s.write("lib.json", text);
    let done = s.gouge(&["tools", "import", "lib.json", "--output", "lib.toml"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("T2 not used"), "{}", done.err);
    assert!(s.read("lib.toml").contains("# T2 not used"), "{}", s.read("lib.toml"));
    let show = |file: &str| {
        let out = s.gouge(&["tools", "show", file]).out;
        out.lines().filter(|l| !l.contains("not used")).map(str::to_owned).collect::<Vec<_>>()
    };
    let shown = show("lib.json");
    assert_eq!(shown, show("lib.toml"));
    assert!(shown[0].starts_with("T1: 6.35 mm ball") && shown.iter().any(|l| l.contains('█')));
}

#[test]
fn names_never_leave_their_line() {
    let s = Scene::new();
    let name = "a\n::error::x\u{1b}[31m.nc";
    s.write(name, gouging_program(0.5));
    let program = format!("./{name}");
    for format in ["text", "github", "junit", "sarif", "json", "jsonl"] {
        let args = ["check", "block.stl", &program, "--tool", "1=ball:6", "--start=0,0,50"];
        let run = s.gouge(&[&args[..], &["--format", format]].concat());
        assert_eq!(run.code, 1, "{}", run.err);
        let all = run.out + &run.err;
        assert!(!all.contains('\u{1b}'), "{format}: {all}");
        assert!(!all.lines().any(|l| l.trim_start().starts_with("::error::x")), "{format}: {all}");
    }
    for args in [
        ["check", "none\n::error::x\u{1b}.stl", "a.nc"],
        ["check", "block.stl", "\n::error::x\u{1b}"],
        ["info", "--mesh-units=mm", "\n::error::x\u{1b}"],
        ["explain", "\n::error::x\u{1b}", ""],
        ["tools", "show", "\n::error::x\u{1b}"],
    ] {
        let args: Vec<&str> = args.into_iter().filter(|a| !a.is_empty()).collect();
        let run = s.gouge(&args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(!run.err.contains('\u{1b}'), "{}", run.err);
        assert!(!run.err.lines().any(|l| l.starts_with("::error")), "{}", run.err);
    }
    let spec = "1=ball:6;\n::error::x\u{1b}";
    let run = s.gouge(&["check", "block.stl", &program, "--tool", spec]);
    assert_eq!(run.code, 2);
    assert!(!run.err.contains('\u{1b}') && !run.err.contains("\n::error"), "{}", run.err);
}

/// `check` looks patterns up as `batch` does; it said that there is no such file.
#[test]
fn patterns_of_a_job_are_looked_up() {
    let s = Scene::new();
    s.write("op1.nc", super::scene::clean_program());
    s.write(
        "gouge.toml",
        "part = 'block.stl'\nprogram = 'op*.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n",
    );
    let run = s.gouge(&["check"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    s.write("op2.nc", super::scene::clean_program());
    let run = s.gouge(&["check"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("op1.nc, ") && run.err.contains("op2.nc"), "{}", run.err);
    assert_eq!(s.gouge(&["check", "op2.nc"]).code, 0);
}

/// What stands on a screen that was written as a picture, a letter an element.
pub fn words(svg: &str) -> String {
    let letters = svg.lines().filter_map(|line| line.strip_suffix("</text>"));
    letters.filter_map(|line| line.rsplit('>').next()).collect()
}

/// A job file that was named alone was read as a program.
#[test]
fn browse_begins_on_a_job_file() {
    let s = Scene::new();
    s.write("op1.nc", super::scene::gouging_program(0.5));
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", job);
    for file in ["gouge.toml", "./gouge.toml"] {
        let run = s.gouge(&["browse", file, "--shot", "a.svg"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(words(&s.read("a.svg")).contains("GOUGE"));
    }
}

/// The check took what standard input had, and what shows it found nothing there.
#[test]
fn browse_shows_a_part_and_a_program_from_standard_input() {
    let s = Scene::new();
    s.write("op1.nc", super::scene::gouging_program(0.5));
    let given = |args: &[&str], file: &str| {
        let more = ["--tool", "1=ball:6", "--start=0,0,50"];
        let args = if args[0] == "browse" && args.len() > 2 {
            [args, &more].concat()
        } else {
            args.to_vec()
        };
        let mut command = s.command(&[&args[..], &["--shot", "a.svg"]].concat());
        let done = command.stdin(std::fs::File::open(s.path(file)).unwrap()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        words(&s.read("a.svg"))
    };
    for (args, file) in
        [(["browse", "block.stl", "-"], "op1.nc"), (["browse", "-", "op1.nc"], "block.stl")]
    {
        let shown = given(&args, file);
        assert!(shown.contains("GOUGEin1region") && !shown.contains("CHANGED"), "{shown}");
    }
    let check =
        ["check", "block.stl", "-", "--tool", "1=ball:6", "--start=0,0,50", "--format", "json"];
    let mut command = s.command(&check);
    let done = command.stdin(std::fs::File::open(s.path("op1.nc")).unwrap()).output().unwrap();
    s.write("r.json", &done.stdout);
    assert!(given(&["browse", "-"], "r.json").contains("GOUGEin1region"));
    // Its program is gone: that is said, and nobody waits for it.
    let run = s.gouge(&["browse", "r.json", "--shot", "a.svg"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(words(&s.read("a.svg")).contains("CHANGED"));
}

#[test]
fn shells_and_manuals_know_every_command() {
    let s = Scene::new();
    for shell in ["bash", "zsh", "fish"] {
        let run = s.gouge(&["completions", shell]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains("recheck") && run.out.contains("tolerance"), "{shell}");
        // Files were offered for a control and an engine, and nothing for a topic of help.
        for value in ["linuxcnc", "mach3", "dop18", "accelerator", "assumptions"] {
            assert!(run.out.contains(value), "{shell}: {value}");
        }
    }
    assert_eq!(s.gouge(&["man", "pages"]).code, 0);
    let page = s.read("pages/gouge-check.1");
    assert!(page.contains(".TH gouge-check 1") && page.contains("tolerance"), "{page}");
    assert!(s.read("pages/gouge-job-init.1").contains("gouge job init"));
}

/// A folder of folders took one `job init` for each of them.
#[test]
fn folders_below_become_jobs() {
    let s = Scene::new();
    let block = std::fs::read(s.path("block.stl")).unwrap();
    for job in ["shop/one", "shop/deep/two"] {
        std::fs::create_dir_all(s.path(job)).unwrap();
        s.write(&format!("{job}/part.stl"), &block);
        s.write(&format!("{job}/op1.nc"), super::scene::clean_program());
    }
    let run = s.gouge(&["job", "init", "shop"]);
    assert_eq!((run.code, run.out.matches("look through").count()), (0, 2), "{}", run.err);
    let text = s.read("shop/deep/two/gouge.toml");
    // What the program does not describe is named, not guessed.
    assert!(text.contains("# 1 = \"flat:D\"  # moves from op1.nc:"), "{text}");
    let run = s.gouge(&["batch", "shop/one", "shop/deep"]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    assert!(run.err.contains("unknown  one/op1.nc, missing: "), "{}", run.err);
    assert!(run.err.contains("unknown  deep/two/op1.nc, missing: "), "{}", run.err);
    assert_eq!(s.gouge(&["job", "init", "shop"]).code, 2, "nothing is left to write");
}

/// A second program was "an unexpected argument".
#[test]
fn several_programs_are_refused_with_what_helps() {
    let s = Scene::new();
    for args in [
        &["check", "block.stl", "a.nc", "b.nc"][..],
        &["check", "a.nc", "b.nc"],
        &["check", "block.stl", "a.nc", "b.nc", "c.nc"],
    ] {
        let run = s.gouge(args);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("a check takes one program, and "), "{}", run.err);
        assert!(
            run.err.contains("gouge batch") && run.err.contains("['a.nc', 'b.nc'"),
            "{}",
            run.err
        );
    }
    let run = s.gouge(&["check", "block.stl", "a.nc", "vise.stl"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--fixture vise.stl"), "{}", run.err);
}

#[test]
fn two_sides_of_a_part_are_two_programs_each_with_its_own_place() {
    let s = Scene::new();
    // From below, with the part turned over about X, a step is cut where its bottom is.
    s.write("op1.nc", clean_program());
    s.write("op2.nc", clean_program().replace("Z10", "Z-0.5"));
    let job = "part = 'block.stl'\nprogram = ['op1.nc', 'op2.nc']\nstart = [0, 0, 50]\n\
               [tools]\n1 = 'ball:6'\n[for.program.'op2.nc']\nflip = 'x'\norigin = [0, 20, 0]\n";
    s.write("gouge.toml", job);
    assert_eq!(s.gouge(&["check", "op1.nc"]).code, 0);
    let below = s.gouge(&["check", "op2.nc", "--format", "json"]);
    assert_eq!(below.code, 1, "{}{}", below.out, below.err);
    let report: serde_json::Value = serde_json::from_str(&below.out).unwrap();
    // Half a millimetre above the part's lower side, where Y20 of the part is the program's zero.
    let point = report["regions"][0]["witness"]["control_point_mm"].as_array().unwrap();
    assert!((point[2].as_f64().unwrap() - 0.5).abs() < 1e-9, "{point:?}");
    assert!((point[1].as_f64().unwrap() - 10.0).abs() < 1e-9, "{point:?}");
    s.write("report.json", &below.out);
    assert_eq!(s.gouge(&["recheck", "report.json"]).code, 0);
    // What is typed counts more, key by key.
    let typed = s.gouge(&["check", "op2.nc", "--flip", "top", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&typed.out).unwrap();
    assert_eq!(report["options"]["placement"][5], 1.0, "{}", typed.err);
    assert_eq!(report["options"]["placement"][7], -20.0);
    let both = s.gouge(&["batch", "gouge.toml", "--results", "out"]);
    assert_eq!(both.code, 1, "{}", both.err);
    assert!(
        both.out.contains("clean    op1.nc") && both.out.contains("gouge    op2.nc"),
        "{}",
        both.out
    );
    s.write("gouge.toml", job.replace("[for.program.'op2.nc']", "[for.program.'op3.nc']"));
    let wrong = s.gouge(&["check", "op1.nc"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("`op3.nc` is not a program of this job"), "{}", wrong.err);
}

#[test]
fn a_machine_is_described_once_and_its_travel_is_held() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    let shop = "[machines.mill]\nhome = [0, 0, 40]\ntravel.x = [-100, 25]\ntravel.z = [-200, 0]\n\
                [machines.other]\ndialect = 'fanuc'\n";
    s.write("gouge-shop.toml", shop);
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 40]\nmachine = 'mill'\n\
               [tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", job);
    let run = s.gouge(&["check"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let said = "X goes to 30 mm in machine coordinates, 5 mm beyond the travel of the machine (-100 to 25 mm)";
    assert!(run.out.contains(said) && run.out.contains("J013"), "{}", run.out);
    assert!(run.out.contains("op1.nc:6:"), "{}", run.out);
    assert!(run.out.contains("assumed: home: X0 Y0 Z40 (shop)"), "{}", run.out);
    assert_eq!(s.gouge(&["check", "--deny", "warnings"]).code, 3);
    let shown = s.gouge(&["job", "show"]).out;
    let row = |key: &str| shown.lines().find(|l| l.starts_with(key)).unwrap().to_owned();
    assert!(row("travel.x").ends_with("gouge-shop.toml:3"), "{shown}");
    assert!(!shown.contains("fanuc"), "{shown}");
    // Without a home nothing is said to be within.
    s.write("gouge-shop.toml", shop.replace("home = [0, 0, 40]\n", ""));
    let run = s.gouge(&["check"]);
    assert!(
        run.out.contains("the travel in X is not checked: where machine zero lies in X"),
        "{}",
        run.out
    );
    for (job, said) in [
        (job.replace("'mill'", "'mil'"), "no machine is named `mil`"),
        (format!("travel.x = [1, 0]\n{job}"), "the lesser one first"),
        (format!("travel.x = 5\n{job}"), "the lesser one first"),
        (format!("travle.x = [0, 1]\n{job}"), "is `travel."),
    ] {
        s.write("gouge.toml", job);
        let run = s.gouge(&["check"]);
        assert_eq!(run.code, 2, "{said}: {}", run.out);
        assert!(run.err.contains(said), "{said}: {}", run.err);
    }
}

/// A tool that is changed beside a fixture went there unseen.
#[test]
fn the_way_to_the_tool_change_is_checked() {
    let s = Scene::new();
    // Ends beside the block, low; the change is across it.
    let program = "G21 G90\nT1 M6\nG0 Z30\nG0 X-10 Y10\nG1 Z5 F300\nT2 M6\nG0 Z30\nG0 X60\nM30\n";
    s.write("op1.nc", program);
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\nhome = [0, 0, 0]\n\
               [tools]\n1 = 'flat:6'\n2 = 'flat:6'\n";
    s.write("gouge.toml", job);
    assert_eq!(s.gouge(&["check"]).code, 0);
    s.write("gouge.toml", format!("tool_change = [60, 10, '']\n{job}"));
    let across = s.gouge(&["check", "--format", "json"]);
    assert_eq!(across.code, 1, "{}{}", across.out, across.err);
    let report: serde_json::Value = serde_json::from_str(&across.out).unwrap();
    assert_eq!(report["regions"][0]["witness"]["line"], 6);
    s.write("report.json", &across.out);
    assert_eq!(s.gouge(&["recheck", "report.json"]).code, 0);
    let altered = across.out.replace("\"tool_change_mm\":[60.0", "\"tool_change_mm\":[61.0");
    assert_ne!(altered, across.out, "{}", across.out);
    s.write("report.json", &altered);
    assert_eq!(s.gouge(&["recheck", "report.json"]).code, 1);
    // Up first, then across.
    s.write("gouge.toml", format!("tool_change = [60, 10, 100]\n{job}"));
    let run = s.gouge(&["check"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
}

/// Folders that are no job were passed over without a word, and a comment that was not understood
/// was to be looked up by hand.
#[test]
fn what_is_left_to_do_after_job_init_is_reported() {
    let s = Scene::new();
    let block = std::fs::read(s.path("block.stl")).unwrap();
    for folder in ["shop/one", "shop/apt", "shop/loose"] {
        std::fs::create_dir_all(s.path(folder)).unwrap();
    }
    s.write("shop/one/part.stl", &block);
    let comment = "(T1|3\" face mill|H313)\n";
    s.write("shop/one/op1.nc", format!("{comment}{}", clean_program()));
    s.write("shop/apt/part.stl", &block);
    s.write("shop/apt/op1.apt", "PARTNO");
    s.write("shop/loose/a.nc", clean_program());
    let run = s.gouge(&["job", "init", "shop"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("passed over shop/apt: part.stl is there, but no program"),
        "{}",
        run.err
    );
    assert!(
        run.err.contains("passed over shop/loose: 1 program (a.nc, …), but no mesh"),
        "{}",
        run.err
    );
    let text = s.read("shop/one/gouge.toml");
    assert!(text.contains("on; op1.nc:1 says (T1|3\" FACE MILL|H313)"), "{text}");
}

/// A rotation that was typed, as it was in the job, dropped the job's origin: a gouge was clean.
#[test]
fn what_is_typed_of_a_place_leaves_the_rest_of_it() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", format!("origin = [1, 2, -3]\nrotate = 0\n{job}"));
    let placement = |args: &[&str]| {
        let run = s.gouge(&[&["check", "--format", "json"], args].concat());
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        report["options"]["placement"].clone()
    };
    let told = placement(&[]);
    assert_eq!([told[3].as_f64(), told[7].as_f64()], [Some(-1.0), Some(-2.0)]);
    for typed in [["--rotate", "0"], ["--flip", "top"]] {
        assert_eq!(placement(&typed), told, "{typed:?}");
    }
    s.write(
        "gouge.toml",
        format!("origin = [1, 2, -3]\n{job}[for.program.'op1.nc']\nrotate = 0\n"),
    );
    assert_eq!(placement(&[]), told);
    // A transform says it whole.
    s.write("same.txt", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    assert_eq!(placement(&["--transform", "same.txt"])[3], 0.0);
}

/// A transform beside a rotation was all that counted, and both were listed as taken.
#[test]
fn a_transform_and_another_word_for_the_place_are_refused() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n";
    let rows = "transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]\n";
    for other in ["origin = [0, 0, 0]\n", "rotate = 270\n", "flip = 'x'\n"] {
        for table in ["", "[for.program.'op1.nc']\n"] {
            s.write("gouge.toml", format!("{job}{table}{rows}{other}"));
            let run = s.gouge(&["check"]);
            assert_eq!(run.code, 2, "{}", run.out);
            assert!(run.err.contains("exclude each other"), "{}", run.err);
        }
    }
}

/// `job show` named an origin of 0, 0, 0 beside a transform that excludes it.
#[test]
fn no_default_is_shown_that_does_not_hold() {
    let s = Scene::new();
    let rows = "1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1";
    s.write("gouge.toml", format!("transform = [{rows}]\n"));
    let shown = s.gouge(&["job", "show"]).out;
    let has = |key: &str| shown.lines().any(|l| l.split_whitespace().next() == Some(key));
    assert!(has("transform") && has("tolerance"), "{shown}");
    assert!(!has("origin") && !has("flip") && !has("rotate"), "{shown}");
}

/// One odd tool of a library that the program does not use ended the check, and `tools show`
/// halfway.
#[test]
fn a_tool_of_a_library_that_nobody_uses_may_be_odd() {
    let s = Scene::new();
    s.write("op1.nc", super::scene::clean_program());
    s.write("lib.toml", "[tools]\n1 = 'ball:6'\n2 = 'ball:-6'\n3 = 'flat:4'\n");
    let args = ["block.stl", "op1.nc", "--start=0,0,50", "--tools", "lib.toml"];
    let run = s.gouge(&[&["check"][..], &args].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let run = s.gouge(&["tools", "show", "lib.toml"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("T2 not used") && run.out.contains("T3: "), "{}", run.out);
    s.write("op2.nc", super::scene::clean_program().replace("T1", "T2"));
    let args = ["check", "block.stl", "op2.nc", "--start=0,0,50", "--tools", "lib.toml"];
    assert_eq!(s.gouge(&args).code, 2);
}

/// A job was shown for a program that is not there.
#[test]
fn a_job_is_shown_for_what_is_there() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    s.write("gouge.toml", "part = 'block.stl'\nprogram = 'op1.nc'\n");
    assert_eq!(s.gouge(&["job", "show", "op1.nc"]).code, 0);
    let run = s.gouge(&["job", "show", "none.nc"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("none.nc: no such file or folder"), "{}", run.err);
}
