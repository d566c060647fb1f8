//! Shares: what is merged is what was checked, of the files that are there.

use std::fs;

use super::found::job;
use super::scene::{Scene, clean_program, gouging_program};

/// Two jobs, and which share of two each of them falls into.
fn shares_of_two(s: &Scene) -> [usize; 2] {
    job(s, "shop/a", &clean_program());
    job(s, "shop/b", &clean_program());
    for m in ["1", "2"] {
        let run = share(s, m);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    }
    let holds = |m: usize, name: &str| s.read(&format!("out/part-slice-{m}-2.json")).contains(name);
    ["\"a/op1.nc\"", "\"b/op1.nc\""].map(|name| if holds(1, name) { 1 } else { 2 })
}

fn share(s: &Scene, m: &str) -> super::scene::Run {
    s.gouge(&["batch", "shop", "--partition", &format!("slice:{m}/2"), "--results", "out"])
}

const PARTS: [&str; 2] = ["out/part-slice-1-2.json", "out/part-slice-2-2.json"];

fn merge(s: &Scene) -> super::scene::Run {
    s.gouge(&[&["merge", "--results", "merged"], &PARTS[..]].concat())
}

/// A share of yesterday, of a program that gouges by now, merged to a clean batch.
#[test]
fn a_share_of_other_files_is_refused() {
    let s = Scene::new();
    let [of_a, _] = shares_of_two(&s);
    assert_eq!(merge(&s).code, 0);
    s.write("shop/a/op1.nc", gouging_program(0.5));
    let stale = merge(&s);
    assert_eq!(stale.code, 2, "{}", stale.out);
    assert!(stale.err.contains("a/op1.nc is not the file that"), "{}", stale.err);
    // Nothing of the earlier merge says clean.
    assert!(!s.path("merged/summary.json").exists() && !s.path("merged/index.html").exists());
    assert_eq!(share(&s, &of_a.to_string()).code, 1);
    assert_eq!(merge(&s).code, 1);
    // A share of what the job said before.
    let other = if of_a == 1 { "2" } else { "1" };
    s.write("shop/a/gouge.toml", super::found::JOB.replace("part", "tolerance = 1\npart"));
    assert_eq!(share(&s, other).code, 0);
    let mixed = merge(&s);
    assert_eq!(mixed.code, 2, "{}", mixed.out);
    assert!(mixed.err.contains("a/gouge.toml no longer says what"), "{}", mixed.err);
    fs::rename(s.path("shop"), s.path("moved")).unwrap();
    let unseen = merge(&s);
    assert_eq!(unseen.code, 2, "{}", unseen.out);
    assert!(unseen.err.contains("of another batch, or of other job files"), "{}", unseen.err);
    fs::rename(s.path("moved"), s.path("shop")).unwrap();
    s.write("shop/a/gouge.toml", super::found::JOB);
    assert_eq!(share(&s, other).code, 0);
    // Where the files cannot be seen, the shares are all there is, and that is said.
    assert!(merge(&s).err.is_empty());
    fs::rename(s.path("shop"), s.path("moved")).unwrap();
    let unseen = merge(&s);
    assert_eq!(unseen.code, 1);
    assert!(unseen.err.contains("not found from here"), "{}", unseen.err);
}

/// A run that was killed left the summary of the one before, which said clean.
#[test]
fn the_summary_of_an_earlier_run_goes_when_a_run_begins() {
    let s = Scene::new();
    job(&s, "shop/a", &clean_program());
    assert_eq!(s.gouge(&["batch", "shop", "--results", "out"]).code, 0);
    let pages = ["summary.json", "index.html", "junit.xml", "results.sarif"];
    assert!(pages.iter().all(|page| s.path(&format!("out/{page}")).exists()));
    s.write("shop/a/op1.nc", gouging_program(0.5));
    // The lock of the task is held: the run waits, and is killed there.
    let lock =
        fs::File::create(s.path("out/.locks").join(gouge::files::sha256("a/op1.nc".as_bytes())))
            .unwrap();
    lock.lock().unwrap();
    let log = fs::File::create(s.path("log")).unwrap();
    let mut run = s.command(&["batch", "shop", "--results", "out"]).stderr(log).spawn().unwrap();
    let begun = std::time::Instant::now();
    // That it waits was not told either.
    while !s.read("log").contains("another run is at a/op1.nc") {
        assert!(begun.elapsed().as_secs() < 60, "{}", s.read("log"));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    for page in pages {
        assert!(!s.path(&format!("out/{page}")).exists(), "{page}");
    }
}

/// The verdict was taken from the summary, which nothing vouches for.
#[test]
fn a_share_that_says_something_else_than_its_report_is_refused() {
    let s = Scene::new();
    let [of_a, _] = shares_of_two(&s);
    s.write("shop/a/op1.nc", gouging_program(0.5));
    assert_eq!(share(&s, &of_a.to_string()).code, 1);
    let path = PARTS[of_a - 1];
    let text = s.read(path);
    let edited = text.replace("\"verdict\":\"gouge\"", "\"verdict\":\"clean\"");
    assert_ne!(edited, text);
    s.write(path, edited);
    let run = merge(&s);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("a/op1.nc is not what the report says"), "{}", run.err);
    // A failed merge leaves nothing behind.
    assert!(!s.names().contains(&"merged".to_owned()), "{:?}", s.names());
}

/// `check --partition` ended with 0 whatever it found, and took any format for a share.
#[test]
fn a_slice_ends_with_the_code_of_its_verdict() {
    let s = Scene::new();
    s.write("op1.nc", gouging_program(0.5));
    let slice = |more: &[&str]| {
        let args = ["check", "block.stl", "op1.nc", "--tool", "1=ball:6", "--partition=slice:1/1"];
        s.gouge(&[&args[..], more].concat())
    };
    assert_eq!(slice(&["--start=0,0,50"]).code, 1);
    assert_eq!(slice(&["--start=0,0,50", "--exit-zero"]).code, 0);
    s.write("op1.nc", clean_program());
    assert_eq!(slice(&[]).code, 3, "the start is not known");
    assert_eq!(slice(&["--start=0,0,50"]).code, 0);
    let sarif = slice(&["--start=0,0,50", "--format", "sarif"]);
    assert_eq!(sarif.code, 2);
    assert!(
        sarif.err.contains("cannot be shown as sarif") && sarif.out.is_empty(),
        "{}",
        sarif.err
    );
    let json = slice(&["--start=0,0,50", "--format", "json", "--output", "share.json"]);
    assert_eq!(json.code, 0, "{}", json.err);
    assert_eq!(s.gouge(&["merge", "share.json", "--results", "deep/er"]).code, 0);
    assert!(s.path("deep/er/report.json").exists());
    // Motions that nobody proved.
    let text = s.read("share.json");
    let at = text.find("\"clean\":[[").unwrap() + "\"clean\":[[".len();
    let edited = format!("{}1{}", &text[..at], &text[at + 1..]);
    s.write("share.json", edited);
    let run = s.gouge(&["merge", "share.json"]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("was changed since it was written"), "{}", run.err);
}
