//! What a batch says while it runs, and to whom.

use std::fs;

use super::found::job;
use super::scene::{Scene, clean_program, gouging_program};

/// A standard error that cannot be written to ended the process (134), the batch half way.
#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_is_full_ends_nothing() {
    let s = Scene::new();
    job(&s, "a", &gouging_program(0.5));
    let run = |args: &[&str]| {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        s.command(args).stderr(full).output().unwrap().status.code()
    };
    assert_eq!(run(&["batch", "a", "--results", "out"]), Some(1));
    assert!(s.path("out/index.html").exists());
    assert_eq!(run(&["check", "a/op1.nc", "--stats"]), Some(1));
    for args in [
        &["check", "none.stl", "none.nc"][..],
        &["info", "none.stl"],
        &["merge", "none.json"],
        &["job", "init", "a"],
        &["tools", "show", "none.json"],
        &["recheck", "none.json"],
        &["motions", "none.nc"],
        &["no-such-command"],
    ] {
        assert_eq!(run(args), Some(2), "{args:?}");
    }
}

/// Names went to the terminal as they were: rows could be forged.
#[test]
fn names_of_programs_never_leave_their_line() {
    let s = Scene::new();
    job(&s, "a", &gouging_program(0.5));
    s.write("a/x\nclean    op2.nc\u{1b}[2J\u{202e}.nc", gouging_program(0.5));
    let shared = |m: &str| {
        s.gouge(&["batch", "a", "--partition", &format!("slice:{m}/2"), "--results", "out"])
    };
    let parts = ["out/part-slice-1-2.json", "out/part-slice-2-2.json"];
    let runs = [
        s.gouge(&["batch", "a", "--results", "out"]),
        shared("1"),
        shared("2"),
        s.gouge(&[&["merge"], &parts[..]].concat()),
    ];
    for run in runs {
        assert_eq!(run.code, 1, "{}", run.err);
        let all = run.out + &run.err;
        assert!(!all.contains(['\u{1b}', '\u{202e}']), "{all}");
        assert!(!all.lines().any(|line| line.starts_with("clean")), "{all}");
    }
    assert!(!s.read("out/index.html").contains('\u{202e}'));
}

/// A cache that could not be written to made a failure of what was proved.
#[test]
fn a_proof_that_cannot_be_kept_is_a_proof() {
    let s = Scene::new();
    job(&s, "a", &gouging_program(0.5));
    // Under the name of every key there is a folder: nothing can be written there.
    let batch = ["batch", "a", "--results", "out", "--cache", "cache"];
    assert_eq!(s.gouge(&batch).code, 1);
    for kind in ["keys", "results"] {
        for entry in fs::read_dir(s.path(&format!("cache/{kind}"))).unwrap() {
            let path = entry.unwrap().path();
            fs::remove_file(&path).unwrap();
            fs::create_dir(&path).unwrap();
        }
    }
    let run = s.gouge(&batch);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.err.contains("not kept in the cache: "), "{}", run.err);
}

/// A report that could not be written took the verdict with it, and no table was printed.
#[test]
fn what_is_proved_is_reported_even_if_it_cannot_be_written() {
    let s = Scene::new();
    job(&s, "a", &gouging_program(0.5));
    fs::create_dir_all(s.path("out/op1.nc.json")).unwrap();
    let run = s.gouge(&["batch", "a", "--results", "out"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("gouge, but its report is lost: "), "{}", run.err);
    fs::remove_dir(s.path("out/op1.nc.json")).unwrap();
    fs::remove_file(s.path("out/junit.xml")).unwrap();
    fs::create_dir(s.path("out/junit.xml")).unwrap();
    let run = s.gouge(&["batch", "a", "--results", "out"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("junit.xml: cannot be removed"), "{}", run.err);
}

/// A watched folder that went away was not spoken of, and a program that was deleted was "changed".
#[test]
fn changes_of_a_watched_folder_are_reported() {
    let s = Scene::new();
    job(&s, "shop/a", &clean_program());
    s.write("shop/a/op2.nc", clean_program());
    let log = fs::File::create(s.path("log")).unwrap();
    let mut run = s.command(&["batch", "shop", "--watch"]).stderr(log).spawn().unwrap();
    let waits_for = |said: &str| {
        let begun = std::time::Instant::now();
        while !s.read("log").contains(said) && begun.elapsed().as_secs() < 60 {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        s.read("log")
    };
    waits_for("clean    a/op2.nc");
    fs::remove_file(s.path("shop/a/op2.nc")).unwrap();
    waits_for("gone: ");
    let gone = waits_for("(cached)");
    fs::rename(s.path("shop"), s.path("away")).unwrap();
    let away = waits_for("nothing is checked");
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(gone.contains("gone: a/op2.nc") && !gone.contains("changed: "), "{gone}");
    assert!(away.contains("nothing is checked until this is fixed: shop: no such file"), "{away}");
}

/// A report of a batch left out which program its job names, and one of a check had it.
#[test]
fn a_batch_lists_what_a_job_says_as_a_check_does() {
    let s = Scene::new();
    job(&s, "a", &gouging_program(0.5));
    s.write("a/gouge.toml", s.read("a/gouge.toml").replace("*.nc", "op1.nc"));
    assert_eq!(s.gouge(&["batch", "a", "--results", "out"]).code, 1);
    let values = |text: &str| {
        serde_json::from_str::<serde_json::Value>(text).unwrap()["job"]["values"].clone()
    };
    let alone = s.command(&["check", "--format", "json"]).current_dir(s.path("a")).output();
    let alone = values(&String::from_utf8_lossy(&alone.unwrap().stdout));
    assert_eq!(values(&s.read("out/op1.nc.json")), alone);
    assert_eq!(alone["program"], "op1.nc");
}
