//! Regions that somebody accepted, and what became of regions from one report to the next.

use serde_json::Value;

use crate::scene::{Run, Scene, acceptance, gouging_program};

pub const BASE: [&str; 5] = ["check", "block.stl", "job.nc", "--start=0,0,50", "--no-run"];

pub fn check(s: &Scene, tool: &str, depth: f64, extra: &[&str]) -> Run {
    s.write("job.nc", gouging_program(depth));
    s.gouge(&[&BASE[..], &["--tool", tool], extra].concat())
}

pub fn report(s: &Scene, tool: &str, depth: f64, name: &str) -> Value {
    check(s, tool, depth, &["--format", "json", "--output", name]);
    serde_json::from_str(&s.read(name)).unwrap()
}

/// A file that accepts the region of `report`, with `more` lines.
pub fn accept(s: &Scene, report: &Value, more: &str) {
    s.write("accepted.toml", acceptance(report, &format!("who = \"A. Miller\"\n{more}")));
}

#[test]
fn an_accepted_region_fails_no_check_and_stays_a_gouge() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "until = \"9999-12-31\"\n");
    let run = check(&s, "1=ball:6", 0.5, &["--baseline", "accepted.toml"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("accepted by A. Miller until 9999-12-31: it is meant"), "{}", run.out);
    assert!(run.out.contains("in 1 region, all accepted"), "{}", run.out);
    let json = ["--baseline", "accepted.toml", "--format", "json", "--output", "a.json"];
    check(&s, "1=ball:6", 0.5, &json);
    let report: Value = serde_json::from_str(&s.read("a.json")).unwrap();
    assert_eq!(report["verdict"], "gouge");
    assert_eq!(s.gouge(&["recheck", "a.json"]).code, 0);
}

#[test]
fn an_acceptance_is_void_where_part_tool_depth_or_day_are_others() {
    let s = Scene::new();
    let accepted = report(&s, "1=ball:6", 0.5, "r.json");
    let base = ["--baseline", "accepted.toml"];
    let void = |why: &str, tool: &str, depth: f64| {
        let run = check(&s, tool, depth, &base);
        assert_eq!(run.code, 1, "{why}: {}", run.out);
        assert!(run.out.contains(why), "{why}: {}", run.out);
    };
    accept(&s, &accepted, "until = \"2020-01-31\"\n");
    void("it was accepted until 2020-01-31", "1=ball:6", 0.5);
    accept(&s, &accepted, "");
    s.write("accepted.toml", s.read("accepted.toml").replace("ball:6", "ball:8"));
    void("the tool is not the one it was accepted for", "1=ball:6", 0.5);
    accept(&s, &accepted, "");
    s.write("accepted.toml", s.read("accepted.toml").replace("mesh = \"", "mesh = \"0"));
    void("the mesh is not the one it was accepted for", "1=ball:6", 0.5);
    accept(&s, &accepted, "");
    void("the tool is not the one it was accepted for", "1=ball:6;len=20", 0.5);
    accept(&s, &accepted, "");
    s.write("accepted.toml", s.read("accepted.toml").replace("depth_mm = 0.5", "depth_mm = 0.4"));
    void("it is deeper than the accepted depth", "1=ball:6", 0.5);
    s.write("accepted.toml", "[regions.2433e2002131bb7e]\nreason = \"gone\"\n");
    void("1 accepted region of that file not found", "1=ball:6", 0.5);
    s.write("accepted.toml", "[regions.2433e2002131bb7e]\nreasons = \"gone\"\n");
    assert_eq!(check(&s, "1=ball:6", 0.5, &base).code, 2);
}

/// A motion that gouges one body was not asked what it does to another: with its region accepted
/// the check ended with 0, though nothing told whether the tool came beneath the skin.
#[test]
fn an_accepted_gouge_leaves_open_what_is_not_decided_of_another_body() {
    let s = Scene::new();
    let corners = [[100, 0], [120, 0], [120, 20], [100, 20]];
    let vertices = corners.map(|[x, y]| format!("v {x} {y} 0\n")).concat();
    s.write("skin.obj", vertices + "f 1 2 3\nf 1 3 4\n");
    s.write("job.nc", "G21 G90\nT1 M6\nG0 X10 Y10 Z30\nG1 Z9.5 F100\nX110 Z-8\nM2\n");
    let run = |extra: &[&str]| {
        let base = ["--tool=1=flat:3;len=4", "--fixture=skin.obj"];
        s.gouge(&[&BASE[..], &base, extra].concat())
    };
    let json = ["--format", "json", "--output", "r.json"];
    assert_eq!(run(&json).code, 1);
    let report: Value = serde_json::from_str(&s.read("r.json")).unwrap();
    let altered = |change: &dyn Fn(&mut Value)| {
        let mut report = report.clone();
        change(&mut report);
        s.write("altered.json", report.to_string());
        s.gouge(&["recheck", "altered.json"])
    };
    assert_eq!(altered(&|r| r["undecided"][0]["line"] = 99.into()).code, 1);
    let stripped = altered(&|r| r["undecided"] = Value::Array(Vec::new()));
    assert!(stripped.out.contains("nothing else is open of motions that gouge"));
    let counts = ["motions", "gouging"].map(|of| report["undecided"][0][of].as_u64());
    assert_eq!((report["coverage"]["unknown"].as_u64(), counts), (Some(0), [Some(0), Some(1)]));
    assert_eq!(s.gouge(&["recheck", "r.json"]).code, 0);
    accept(&s, &report, "");
    let accepted = run(&["--baseline", "accepted.toml"]);
    assert_eq!(accepted.code, 3, "{}{}", accepted.out, accepted.err);
    for said in
        ["1 gouging motion not decided elsewhere", "all accepted, but not everything is decided"]
    {
        assert!(accepted.out.contains(said), "{}", accepted.out);
    }
}

/// A scratch 2 mm long was accepted, and with it the whole face cut as deep by the same block.
#[test]
fn an_accepted_region_does_not_grow_unseen() {
    let s = Scene::new();
    let cut = |ways: &str, retract: f64| {
        let program =
            format!("G21 G90\nT1 M6\nG0 Z30\nG0 X10 Y10\nG1 Z9.95 F100\n{ways}G0 Z{retract}\nM2\n");
        s.write("job.nc", program);
    };
    let args = [&BASE[..], &["--tool=1=flat:6"]].concat();
    let check = |extra: &[&str]| s.gouge(&[&args[..], extra].concat());
    let report = |name: &str| -> Value {
        check(&["--format=json", "--output", name]);
        serde_json::from_str(&s.read(name)).unwrap()
    };
    let (scratch, face) = ("G1 X12\n", "G1 X30\nG1 Y12\nG1 X10\nG1 Y14\nG1 X30\n");
    cut(scratch, 30.0);
    let accepted = report("scratch.json");
    accept(&s, &accepted, "");
    let base = ["--baseline=accepted.toml"];
    assert_eq!(check(&base).code, 0);
    cut(face, 30.0);
    let grown = report("face.json");
    assert_eq!(grown["regions"][0]["fingerprint"], accepted["regions"][0]["fingerprint"]);
    let run = check(&base);
    assert_eq!(run.code, 1, "{}", run.out);
    let why = "it is 7 motions over 64.1 mm, and 3 motions over 2.1 mm were accepted";
    assert!(run.out.contains(why), "{}", run.out);
    let diff = s.gouge(&["diff", "scratch.json", "face.json"]);
    assert_eq!(diff.code, 1, "{}", diff.out);
    let line = "larger, was 3 motions over 2.1 mm and is 7 motions over 64.1 mm: line 5, ";
    assert!(diff.out.starts_with(line), "{}", diff.out);
    let back = s.gouge(&["diff", "face.json", "scratch.json"]);
    assert_eq!(back.code, 0, "{}", back.out);
    assert!(back.out.starts_with("smaller, was 7 motions"), "{}", back.out);
    // As many motions as long a way, but elsewhere.
    cut("G1 Y12\n", 30.0);
    let run = check(&base);
    assert!(run.code == 1 && run.out.contains("the tool reaches X10..10 Y10..12"), "{}", run.out);
    // How high the tool goes afterwards makes no other gouge.
    cut(scratch, 80.0);
    let run = check(&base);
    assert_eq!(run.code, 0, "{}", run.out);
}

/// A rapid in the place of a feed that was accepted passed: the worst motion of the region is
/// another one.
/// Two sides of a square were accepted, and a program that cuts the other two passed.
#[test]
fn an_acceptance_holds_for_no_other_way_within_its_box() {
    let s = Scene::new();
    let program = |corner: &str| {
        format!(
            "G21 G90 G17\nT1 M6\nG0 Z30\nG0 X10 Y5\nG1 Z9.95 F300\nG1 Z9.97\nG1 {corner}\n\
             G1 X20 Y15\nG0 Z30\nM30\n"
        )
    };
    let run = |corner: &str, name: &str, more: &[&str]| {
        s.write("job.nc", program(corner));
        let written = ["--tool", "1=ball:6", "--format", "json", "--output", name];
        s.gouge(&[&BASE[..], &written, more].concat())
    };
    assert_eq!(run("X20 Y5", "a.json", &[]).code, 1);
    let accepted: Value = serde_json::from_str(&s.read("a.json")).unwrap();
    accept(&s, &accepted, "");
    let base = ["--baseline", "accepted.toml", "--format", "text"];
    assert_eq!(run("X20 Y5", "b.json", &base).code, 0);
    let other = run("X10 Y15", "b.json", &base);
    assert_eq!(other.code, 1, "{}", other.out);
    assert!(other.out.contains("the tool takes another way within X"), "{}", other.out);
    let diff = s.gouge(&["diff", "a.json", "b.json"]);
    assert_eq!(diff.code, 1, "{}", diff.out);
    assert!(diff.out.contains("takes another way within X"), "{}", diff.out);
}

/// A rapid that was accepted as a straight line dog-legs 5 mm beside that.
#[test]
fn an_acceptance_of_a_straight_rapid_holds_for_no_dogleg() {
    let s = Scene::new();
    s.write(
        "job.nc",
        "%\nG21 G90 G17\nT1 M6\nG0 Z30.\nG0 X5. Y2.\nG0 Z9.5\nG0 X35. Y18.\nG0 Z30.\nM30\n%\n",
    );
    let run = |rapid: &str, name: &str, more: &[&str]| {
        let written = ["--tool", "1=ball:6", "--format", "json", "--output", name];
        s.gouge(&[&BASE[..], &["--dialect", "fanuc", "--rapid", rapid], &written, more].concat())
    };
    assert_eq!(run("straight", "a.json", &[]).code, 1);
    let accepted: Value = serde_json::from_str(&s.read("a.json")).unwrap();
    accept(&s, &accepted, &format!("rapids = {}\n", accepted["regions"][0]["rapids"]));
    let base = ["--baseline", "accepted.toml", "--format", "text"];
    assert_eq!(run("straight", "b.json", &base).code, 0);
    let other = run("dogleg", "b.json", &base);
    assert_eq!(other.code, 1, "{}{}", other.out, other.err);
}

#[test]
fn a_rapid_into_the_part_is_not_what_was_accepted_as_a_feed() {
    let s = Scene::new();
    let accepted = report(&s, "1=ball:6", 0.5, "feed.json");
    assert_eq!(accepted["regions"][0]["rapids"], 1, "the retract");
    accept(&s, &accepted, "rapids = 1\n");
    let base = ["--baseline", "accepted.toml"];
    let run = check(&s, "1=ball:6", 0.5, &base);
    assert_eq!(run.code, 0, "{}", run.out);
    let rapid = gouging_program(0.5).replace("N60 G1", "N60 G0");
    s.write("job.nc", rapid);
    let check = |extra: &[&str]| s.gouge(&[&BASE[..], &["--tool=1=ball:6"], extra].concat());
    let run = check(&base);
    assert_eq!(run.code, 1, "{}", run.out);
    let whole = "3 motions, 2 of them rapids";
    assert!(run.out.contains(whole), "{}", run.out);
    let why =
        "it is 3 motions over 21 mm, 2 of them rapids, and 3 motions over 21 mm, 1 of them a rapid";
    assert!(run.out.contains(why), "{}", run.out);
    check(&["--format=json", "--output=rapid.json"]);
    let diff = s.gouge(&["diff", "feed.json", "rapid.json"]);
    assert!(
        diff.code == 1 && diff.out.starts_with("larger, was 3 motions over 21 mm, 1 of"),
        "{}",
        diff.out
    );
    assert_eq!(s.gouge(&["recheck", "rapid.json"]).code, 0);
}

/// A file that says nothing of the size accepted any.
#[test]
fn an_acceptance_that_is_bound_to_nothing_is_void() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "");
    for keys in [&["mesh"][..], &["contacts", "length_mm", "reach_mm"]] {
        let whole = s.read("accepted.toml");
        let holds = |line: &&str| !keys.iter().any(|key| line.starts_with(key));
        s.write("less.toml", whole.lines().filter(holds).collect::<Vec<_>>().join("\n"));
        let run = check(&s, "1=ball:6", 0.5, &["--baseline", "less.toml"]);
        assert_eq!(run.code, 1, "{}", run.out);
        let why = format!("does not say what it was accepted for: no {};", keys.join(", "));
        assert!(run.out.contains(&why), "{}", run.out);
    }
}

/// A region accepted while 0.5 mm had to stay on the part let a cut 0.5 mm into it pass.
#[test]
fn an_acceptance_under_other_limits_hides_no_depth() {
    let s = Scene::new();
    let base = ["--baseline", "accepted.toml"];
    for (option, key, mm, other) in [
        ("--allowance", "allowance_mm", "0.5", "0"),
        ("--deviation", "deviation_mm", "0.3", "0"),
        ("--tolerance", "tolerance_mm", "0.01", "0.05"),
    ] {
        let under =
            |mm: &str, extra: &[&str]| check(&s, "1=ball:6", 0.5, &[&[option, mm], extra].concat());
        under(mm, &["--format", "json", "--output", "r.json"]);
        let report: Value = serde_json::from_str(&s.read("r.json")).unwrap();
        accept(&s, &report, &format!("{key} = {mm}\n"));
        let same = under(mm, &base);
        assert_eq!(same.code, 0, "{option}: {}{}", same.out, same.err);
        let run = under(other, &base);
        assert_eq!(run.code, 1, "{option}: {}", run.out);
        let why = format!("of {mm} mm, which is {other} mm now");
        assert!(run.out.contains(&why), "{option}: {}", run.out);
    }
    // One of before says none of this: it was accepted without an allowance.
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "");
    assert_eq!(check(&s, "1=ball:6", 0.5, &base).code, 0);
    let run = check(&s, "1=ball:6", 0.5, &[&base[..], &["--allowance=-0.1"]].concat());
    let why = "an allowance of 0 mm, which is -0.1 mm now";
    assert!(run.code == 1 && run.out.contains(why), "{}", run.out);
    s.write("accepted.toml", s.read("accepted.toml") + "deviation_mm = -1.0\n");
    assert_eq!(check(&s, "1=ball:6", 0.5, &base).code, 2);
}

/// Line ends stood as `\n` in the message, a day as TOML has it was no day, and a table of another
/// name accepted nothing without a word.
#[test]
fn a_file_of_accepted_regions_says_what_is_wrong_with_it_and_where() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "until = 9999-12-31\n");
    let base = ["--baseline", "accepted.toml"];
    let run = check(&s, "1=ball:6", 0.5, &base);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("accepted by A. Miller until 9999-12-31"), "{}", run.out);
    let whole = s.read("accepted.toml");
    for (from, to, words) in [
        ("reason = ", "reason = = ", "accepted.toml: line 2, column 10: "),
        ("[regions.", "[region.", "unknown field `region`, expected `regions`"),
        ("until = 9999-12-31", "until = 31", "a day is written as \"2027-03-31\""),
        ("until = 9999-12-31", "until = 9999-12-31T12:00:00", "is not a day such as 2027-03-31"),
    ] {
        s.write("accepted.toml", whole.replace(from, to));
        let run = check(&s, "1=ball:6", 0.5, &base);
        assert_eq!(run.code, 2, "{to}: {}", run.out);
        assert!(run.err.contains(words) && !run.err.contains("\\n"), "{to}: {}", run.err);
    }
}

/// Shares of one program were merged as if nobody had accepted anything.
#[test]
fn merged_shares_know_what_was_accepted() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "");
    let share = |number: u32, extra: &[&str]| {
        let (slice, file) = (format!("slice:{number}/2"), format!("share-{number}.json"));
        let args = ["--tool=1=ball:6", "--partition", &slice, "--output", &file];
        s.gouge(&[&BASE[..], &args, extra].concat());
    };
    let base = ["--baseline", "accepted.toml"];
    (1..=2).for_each(|number| share(number, &base));
    let merged = s.gouge(&["merge", "share-1.json", "share-2.json"]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    let whole = check(&s, "1=ball:6", 0.5, &[&base[..], &["--format=json"]].concat());
    assert_eq!(merged.out, whole.out);
    share(2, &[]);
    assert_eq!(s.gouge(&["merge", "share-1.json", "share-2.json"]).code, 2);
}

#[test]
fn what_is_unknown_is_never_accepted() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "");
    s.write("job.nc", gouging_program(0.5).replace("M30", "G187 P1\nM30"));
    let run =
        s.gouge(&[&BASE[..], &["--tool", "1=ball:6", "--baseline", "accepted.toml"]].concat());
    assert_eq!(run.code, 3, "{}", run.out);
}

#[test]
fn a_diff_tells_what_became_of_regions_and_what_changed() {
    let s = Scene::new();
    report(&s, "1=ball:6", 0.5, "half.json");
    report(&s, "1=ball:6", 0.8, "more.json");
    report(&s, "1=ball:6;len=20", 0.5, "long.json");
    report(&s, "1=ball:6", 0.0, "clean.json");
    let diff = |old: &str, new: &str| s.gouge(&["diff", old, new]);
    let deeper = diff("half.json", "more.json");
    assert_eq!(deeper.code, 1, "{}", deeper.out);
    assert!(deeper.out.starts_with("deeper, was 0.5000 mm: line"), "{}", deeper.out);
    assert!(deeper.out.contains("changed: inputs.program.sha256: "), "{}", deeper.out);
    let back = diff("more.json", "half.json");
    assert_eq!(back.code, 0);
    assert!(back.out.starts_with("shallower, was 0.8000 mm"), "{}", back.out);
    let same = diff("half.json", "long.json");
    assert_eq!(same.code, 0);
    assert!(same.out.contains("changed: inputs.tools.T1: ball:6 -> ball:6;len=20"), "{}", same.out);
    let none_but_one =
        "0 regions new, 0 deeper, 0 larger, 1 same, 0 shallower, 0 smaller, 0 gone\n";
    assert!(same.out.ends_with(none_but_one), "{}", same.out);
    assert_eq!(diff("clean.json", "half.json").code, 1);
    assert!(diff("half.json", "clean.json").out.starts_with("gone: "));
    let json = s.gouge(&["diff", "half.json", "more.json", "--json"]);
    let change: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(change["regions"][0]["became"], "deeper");
    assert_eq!(change["regions"][0]["known_by"], "place");
}

/// One block more was refused, or the program came to lie far from the part, and a diff told
/// nothing.
/// Fewer motions were open, but others, and a depth of which less was known than before.
#[test]
fn a_diff_tells_which_motions_are_open_now_and_what_may_be_deeper() {
    let s = Scene::new();
    check(&s, "1=ball:6", 0.5, &["--moves", "--format", "json", "--output", "r.json"]);
    let report: Value = serde_json::from_str(&s.read("r.json")).unwrap();
    let write = |name: &str, open: &[usize], hi: f64| {
        let mut report = report.clone();
        report["regions"][0]["depth_mm"][1] = hi.into();
        report["coverage"]["unknown"] = open.len().into();
        for &at in open {
            report["motions"][at]["verdict"] = "unknown".into();
        }
        s.write(name, report.to_string());
    };
    let hi = report["regions"][0]["depth_mm"][1].as_f64().unwrap();
    write("two.json", &[0, 1], hi);
    write("other.json", &[2], hi);
    write("wide.json", &[], 3.0 * hi);
    let run = s.gouge(&["diff", "two.json", "other.json"]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("1 motion that was decided before"), "{}", run.out);
    let run = s.gouge(&["diff", "r.json", "wide.json"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert_eq!(s.gouge(&["diff", "wide.json", "r.json"]).code, 0);
}

#[test]
fn a_diff_tells_what_more_is_unknown() {
    let s = Scene::new();
    let report = |name: &str, blocks: &str, extra: &[&str]| {
        s.write("job.nc", gouging_program(0.0).replace("M30", &format!("{blocks}M30")));
        let args = ["--tool=1=ball:6", "--format=json", "--output", name];
        s.gouge(&[&BASE[..], &args, extra].concat());
    };
    report("clean.json", "", &[]);
    report("one.json", "G187 P1\n", &[]);
    report("two.json", "G187 P1\nG187 P2\n", &[]);
    report("far.json", "G187 P1\n", &["--origin=500,0,0"]);
    let diff = |old: &str, new: &str, line: &str| {
        let run = s.gouge(&["diff", old, new]);
        assert_eq!(run.code, 3, "{}", run.out);
        assert!(run.out.contains(line), "{line}: {}", run.out);
    };
    diff("one.json", "two.json", "\nblocks refused: 1 -> 2\n");
    diff("clean.json", "one.json", "\nverdict: clean -> unknown\n");
    diff("one.json", "far.json", "\nnot decided now: no cutting motion comes near the part");
    assert_eq!(s.gouge(&["diff", "two.json", "one.json"]).code, 0);
}

#[test]
fn a_diff_tells_which_distances_became_less() {
    let s = Scene::new();
    let measured = |height: f64, out: &str| {
        s.write("job.nc", format!("G21 G90\nT1 M6\nG0 X-5 Y10 Z50\nG0 Z{height}\nG0 X15\n"));
        let run = s.gouge(&[
            "check",
            "block.stl",
            "job.nc",
            "--tool",
            "1=ball:6",
            "--start",
            "0,0,50",
            "--clearance",
            "--format",
            "json",
            "--output",
            out,
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
    };
    measured(14.0, "far.json");
    measured(12.5, "near.json");
    let nearer = s.gouge(&["diff", "far.json", "near.json"]);
    assert_eq!(nearer.code, 0, "{}", nearer.out);
    let line = nearer.out.lines().next().unwrap();
    assert!(line.starts_with("nearer, was 3.9990 mm: 2.4990 mm between the cutter"), "{line}");
    assert!(line.ends_with("of T1 and the part, T1, line 5"), "{line}");
    let json = s.gouge(&["diff", "near.json", "far.json", "--json"]);
    let change: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(change["clearances"][0]["went"], "farther", "{}", json.out);
    assert_eq!(change["clearances"][0]["component"], "cutter");
    let same = s.gouge(&["diff", "far.json", "far.json"]);
    assert!(!same.out.contains("was"), "{}", same.out);
}

#[test]
fn a_batch_takes_what_a_job_or_the_command_says_is_accepted() {
    let s = Scene::new();
    accept(&s, &report(&s, "1=ball:6", 0.5, "r.json"), "until = \"9999-12-31\"\n");
    let job = "part = 'block.stl'\nprogram = 'job.nc'\nstart = [0, 0, 50]\n";
    let tools = "[tools]\n1 = 'ball:6'\n";
    s.write("gouge.toml", format!("{job}{tools}"));
    let batch = |extra: &[&str]| s.gouge(&[&["batch", "gouge.toml"], extra].concat());
    assert_eq!(batch(&[]).code, 1);
    let run = batch(&["--baseline", "accepted.toml"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.err.contains("regions: 1, 1 of them accepted"), "{}", run.err);
    s.write("gouge.toml", format!("{job}baseline = 'accepted.toml'\n{tools}"));
    assert_eq!(batch(&[]).code, 0);
    assert_eq!(s.gouge(&["check", "job.nc"]).code, 0);
    // What is kept of a proof holds no acceptance.
    s.write("gouge.toml", format!("{job}{tools}"));
    assert_eq!(batch(&[]).code, 1);
}

/// As many motions were not decided, but others: they hid a cut, and a diff ended with 0.
#[test]
fn a_diff_tells_that_other_motions_are_not_decided() {
    let s = Scene::new();
    let report = |name: &str, program: &str| {
        s.write("job.nc", program);
        let args = ["--tool=1=ball:6", "--format=json", "--output", name];
        s.gouge(&[&BASE[..], &args].concat());
    };
    let (head, cut) = ("G21 G90\nT1 M6\nG0 Z30\nG0 X10 Y10\n", "G1 Z9.5 F300\nG1 X30\n");
    let end = "T2 M6\nG0 Z40\nG0 Z45\nG0 Z50\nM30\n";
    report("old.json", &format!("{head}G0 Z35\n{end}"));
    report("new.json", &format!("{head}T2 M6\n{cut}G0 Z30\nT1 M6\nG0 Z35\nM30\n"));
    report("moved.json", &format!("{head}G0 Z36\nG0 Z35\n{end}"));
    report("fewer.json", &format!("{head}G0 Z35\nG0 Z40\nG0 Z45\nT2 M6\nG0 Z50\nM30\n"));
    report("two.json", &format!("{head}T2 M6\nG0 Z40\nT3 M6\nG0 Z45\nG0 Z50\nM30\n"));
    let diff = |old: &str, new: &str| s.gouge(&["diff", old, new]);
    let run = diff("old.json", "new.json");
    assert_eq!(run.code, 3, "{}", run.out);
    let line = "not decided now: 3 motions not decided: ";
    assert!(run.out.contains(line), "{}", run.out);
    assert!(run.out.contains(", from line 6 on: other motions than before"), "{}", run.out);
    for (old, new) in [("old.json", "moved.json"), ("old.json", "fewer.json")] {
        let run = diff(old, new);
        assert_eq!(run.code, 0, "{old} {new}: {}", run.out);
    }
    let more = diff("fewer.json", "old.json");
    assert!(more.code == 3 && more.out.contains("motions not decided: 1 -> 3\n"), "{}", more.out);
    // The same first motion, but of another operation those behind it.
    let run = diff("two.json", "old.json");
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("not decided now: T2: 3 motions, 1 before"), "{}", run.out);
}
