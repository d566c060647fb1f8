//! Sentences for whoever mistyped something, and numbers in sentences.

use super::scene::{Scene, clean_program};

/// What a command says that could not run.
fn said(s: &Scene, args: &[&str]) -> String {
    let run = s.gouge(args);
    assert_eq!(run.code, 2, "{args:?}: {}", run.out);
    run.err
}

/// Messages of the parsers came out as they were: "invalid digit found in string".
#[test]
fn a_mistyped_value_is_answered_with_what_to_write() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    s.write("report.json", "{\"schema\":\"gouge-report/1\"}");
    s.write("list.txt", "no report");
    let check = ["check", "block.stl", "clean.nc"];
    for threads in ["abc", "0", "1025"] {
        let err = said(&s, &[&check[..], &["--threads", threads]].concat());
        assert!(err.contains("write a whole number from 1 to 1024"), "{err}");
    }
    for size in ["0x0", "80x1001", "80x-1"] {
        let err = said(&s, &["browse", "report.json", "--size", size]);
        assert!(err.contains("columns and rows are whole numbers from 1 to 1000"), "{err}");
    }
    let err = said(&s, &["cache", "prune", ".", "--older", "abc"]);
    assert!(err.contains("write a whole number of days"), "{err}");
    let err = said(&s, &["batch", ".", "--memory", "0"]);
    assert!(err.contains("write a whole number of MB, 1 or more"), "{err}");
    for origin in [",,5", "1,2,"] {
        let err = said(&s, &[&check[..], &["--origin", origin]].concat());
        assert!(err.contains("write all three lengths, X,Y,Z"), "{err}");
    }
    let err = said(&s, &["render", "list.txt", "--format", "text"]);
    assert!(err.contains("list.txt: this is not a report"), "{err}");
    assert!(!err.contains("line 1 column"), "{err}");
    for (name, parts) in
        [("report.json", "`gouge-report/1`, not a share"), ("list.txt", "not a share")]
    {
        let err = said(&s, &["merge", name]);
        assert!(err.contains(parts) && !err.contains("missing field"), "{err}");
    }
}

/// "a 8 mm flat", "1 motions".
#[test]
fn numbers_take_their_article_and_their_noun() {
    let s = Scene::new();
    for (d, named) in [
        ("8", "an 8 mm"),
        ("11", "an 11 mm"),
        ("18", "an 18 mm"),
        ("81.5", "an 81.5 mm"),
        ("110", "a 110 mm"),
    ] {
        let comment = format!("G21 G90\n(T1 D={d}. CR=0. - FLAT)\nT1 M6\nG0 X60 Z30\nM2\n");
        s.write("comment.ngc", comment.replace(".5.", ".5"));
        let run = s.gouge(&["check", "block.stl", "comment.ngc", "--start=60,0,50"]);
        assert!(run.out.contains(&format!("T1 is {named} flat")), "{d}: {}", run.out);
    }
    let info = s.gouge(&["info", "comment.ngc"]).out;
    assert!(info.contains("T1, 1 motion\n"), "{info}");
}

/// "comes within 0.0000 mm of the part, 0.5 mm must stay clear".
#[test]
fn what_is_no_distance_away_touches() {
    let s = Scene::new();
    s.write("wall.nc", "G21 G90\nT1 M6\nG0 X-10 Y-3 Z30\nG1 Z-5 F300\nX50\nG0 Z30\nM30\n");
    let tool = ["--tool", "1=flat:6;len=12;shank=6,60;clearance=0.5", "--start=-10,-3,50"];
    let run = s.gouge(&[&["check", "block.stl", "wall.nc"], &tool[..]].concat());
    assert!(run.out.contains(" touches the part; it must stay 0.5 mm clear"), "{}", run.out);
    assert!(!run.out.contains("within 0.0000"), "{}", run.out);
}

/// "0.19999999999999998 mm must stay clear".
#[test]
fn what_must_stay_clear_is_told_without_its_rounding() {
    let s = Scene::new();
    s.write("wall.nc", "G21 G90\nT1 M6\nG0 X-10 Y-3 Z30\nG1 Z-5 F300\nX50\nG0 Z30\nM30\n");
    let tool = ["--tool", "1=flat:6;len=12;shank=7,60;clearance=0.3", "--start=-10,-3,50"];
    let run =
        s.gouge(&[&["check", "block.stl", "wall.nc", "--allowance=-0.1"], &tool[..]].concat());
    assert!(run.out.contains(", 0.2 mm must stay clear"), "{}", run.out);
}

/// "cuts 0.5000 mm" of something that may be three times as deep: beside the rim of a skin nothing
/// tells how far the tool is below it.
#[test]
fn a_region_whose_bounds_are_far_apart_says_both() {
    let s = Scene::new();
    let corners = [[-10, -10], [10, -10], [10, 10], [-10, 10]];
    let vertices = corners.map(|[x, y]| format!("v {x} {y} 0\n")).concat();
    s.write("skin.obj", vertices + "f 1 2 3\nf 1 3 4\n");
    s.write("job.nc", "G21 G90 G17 F100\nG0 X12 Y0 Z20\nG1 Z-1.5\nG1 X5\nM2\n");
    let run = s.gouge(&["check", "skin.obj", "job.nc", "--tool=1=flat:4;len=2", "--start=0,0,80"]);
    assert!(run.out.contains("cuts at least 0.5000 and at most 1.5"), "{}", run.out);
}
