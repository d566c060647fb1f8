//! `gouge batch`, `merge` and `cache` as a shop uses them.

#[cfg(unix)]
#[path = "batch/found.rs"]
mod found;
#[cfg(unix)]
#[path = "batch/reported.rs"]
mod reported;
#[path = "cli/scene.rs"]
mod scene;
#[cfg(unix)]
#[path = "batch/shares.rs"]
mod shares;
#[cfg(unix)]
#[path = "batch/since.rs"]
mod since;
#[cfg(unix)]
#[path = "batch/verdicts.rs"]
mod verdicts;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use gouge::batch::{self, Event, Orders};
use gouge::cache::Cache;
use gouge::check::Running;
use gouge::files::sha256;
use gouge_random::Random;

fn gouge(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gouge")).current_dir(folder).args(args).output().unwrap()
}

/// A small shop: the jobs whose numbers divide by `every`.
fn shop(folder: &Path, every: usize) {
    let made = gouge(folder, &["sample", "shop", "--triangles", "300", "--folder", "."]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut jobs: Vec<_> =
        fs::read_dir(folder.join("shop")).unwrap().map(|e| e.unwrap().path()).collect();
    jobs.sort();
    let folders = jobs.into_iter().filter(|p| p.is_dir());
    for (_, job) in folders.enumerate().filter(|(i, _)| i % every != 0) {
        fs::remove_dir_all(job).unwrap();
    }
}

/// Every file of a folder of results, hidden ones left out.
fn results(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let shown =
        |e: &walkdir::DirEntry| e.depth() == 0 || !e.file_name().to_string_lossy().starts_with('.');
    walk.filter_entry(shown)
        .map(|e| e.unwrap().into_path())
        .filter(|p| p.is_file())
        .map(|p| (p.strip_prefix(folder).unwrap().display().to_string(), fs::read(p).unwrap()))
        .collect()
}

fn assert_same(a: &Path, b: &Path) {
    let (a, b) = (results(a), results(b));
    let names = |r: &[(String, Vec<u8>)]| r.iter().map(|(n, _)| n.clone()).collect::<Vec<_>>();
    assert_eq!(names(&a), names(&b));
    for ((name, a), (_, b)) in a.iter().zip(&b) {
        assert_eq!(a, b, "{name}");
    }
}

#[test]
fn one_table_one_page_and_the_worst_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 6);
    let done = gouge(folder.path(), &["batch", "shop", "--results", "out"]);
    let text = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(1), "{text}");
    assert!(text.contains("7 programs: "), "{text}");
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    assert!(page.contains("href=\"./01-duct/op1.ngc.html\""), "{page}");
    let sarif = fs::read(folder.path().join("out/results.sarif")).unwrap();
    let log: serde_json::Value = serde_json::from_slice(&sarif).unwrap();
    // What takes up SARIF for code scanning takes one run of a tool, and no more than twenty in
    // all.
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    assert_eq!(log["runs"][0]["invocations"].as_array().unwrap().len(), 7);
    assert_eq!(log["runs"][0]["properties"]["programs"].as_array().unwrap().len(), 7);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(result["ruleId"], rules[index]["id"]);
    }
    let junit = fs::read_to_string(folder.path().join("out/junit.xml")).unwrap();
    assert_eq!(junit.matches("<testsuite ").count(), 7, "{junit}");
    let zero = gouge(folder.path(), &["batch", "shop", "--results", "out", "--exit-zero"]);
    assert_eq!(zero.status.code(), Some(0));
    let text = String::from_utf8(zero.stdout).unwrap();
    assert!(text.contains("7 of them from the cache"), "{text}");
}

#[test]
fn a_job_that_does_not_read_is_a_row_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 13);
    fs::write(folder.path().join("shop/01-duct/gouge.toml"), "part = 'part.stl'\ntolerence = 1\n")
        .unwrap();
    fs::remove_file(folder.path().join("shop/14-duct/part.stl")).unwrap();
    let done = gouge(folder.path(), &["batch", "shop"]);
    let text = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(2), "{text}");
    assert!(text.contains("2 failed"), "{text}");
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.contains("`tolerence` is not a key") && told.contains("no such file"), "{told}");
    // Its line ends were printed as a backslash and an n.
    assert!(told.contains("the job does not read: ") && !told.contains("\\n"), "{told}");
}

#[test]
fn shares_merge_to_the_bytes_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 4);
    for kind in ["slice", "hash"] {
        let shares = folder.path().join(format!("{kind}-shares"));
        for m in 1..=3 {
            let part = format!("{kind}:{m}/3");
            let results = shares.join(m.to_string());
            gouge(
                folder.path(),
                &[
                    "batch",
                    "shop",
                    "--partition",
                    &part,
                    "--results",
                    results.to_str().unwrap(),
                    "--cache",
                    "cache",
                ],
            );
        }
        let parts: Vec<String> = (1..=3)
            .map(|m| shares.join(format!("{m}/part-{kind}-{m}-3.json")).display().to_string())
            .collect();
        let merged = folder.path().join(format!("{kind}-merged"));
        fs::create_dir(&merged).unwrap();
        let mut args = vec!["merge", "--results", merged.to_str().unwrap()];
        args.extend(parts.iter().map(String::as_str));
        let done = gouge(folder.path(), &args);
        assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
        gouge(folder.path(), &["batch", "shop", "--results", "whole", "--cache", "cache"]);
        assert_same(&folder.path().join("whole"), &merged);
        let missing = gouge(folder.path(), &["merge", &parts[0], &parts[1]]);
        assert_eq!(missing.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&missing.stderr).contains("tasks are in the shares"));
    }
}

/// A run that is killed at some moment goes on where it stopped, to the same bytes.
#[test]
fn a_killed_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 3);
    gouge(folder.path(), &["batch", "shop", "--results", "calm"]);
    let mut random = Random::new(17);
    for round in 0..3 {
        let results = format!("killed-{round}");
        for _ in 0..3 {
            let mut run = Command::new(env!("CARGO_BIN_EXE_gouge"))
                .current_dir(folder.path())
                .args(["batch", "shop", "--results", &results])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(random.below(400) as u64));
            run.kill().unwrap();
            run.wait().unwrap();
        }
        let done = gouge(folder.path(), &["batch", "shop", "--results", &results]);
        assert_eq!(done.status.code(), Some(1));
        assert_same(&folder.path().join("calm"), &folder.path().join(&results));
    }
}

#[test]
fn damaged_proofs_are_reported_and_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 13);
    gouge(folder.path(), &["batch", "shop", "--results", "out", "--cache", "cache"]);
    for entry in fs::read_dir(folder.path().join("cache/results")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"clean\"", "\"glean\"").replace("\"gouge\"", "\"clean\""))
            .unwrap();
    }
    let found = gouge(folder.path(), &["cache", "verify", "cache"]);
    assert_eq!(found.status.code(), Some(1));
    let again = gouge(folder.path(), &["batch", "shop", "--results", "again", "--cache", "cache"]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("damaged in the cache"));
    assert_same(&folder.path().join("out"), &folder.path().join("again"));
    let sound = gouge(folder.path(), &["cache", "verify", "cache"]);
    assert_eq!(sound.status.code(), Some(0), "{}", String::from_utf8_lossy(&sound.stdout));
}

/// A changed program, mesh or tool is checked anew.
#[test]
fn a_proof_belongs_to_its_inputs() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 40);
    let run = || {
        let done = gouge(folder.path(), &["batch", "shop", "--results", "out"]);
        String::from_utf8(done.stdout).unwrap().contains("from the cache")
    };
    assert!(!run());
    assert!(run());
    let job = folder.path().join("shop/01-duct");
    let change = |name: &str, from: &str, to: &str| {
        let path = job.join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
    };
    change("gouge.toml", "ball:6", "ball:5");
    assert!(!run());
    change("op1.ngc", "G21", "G21 (metric)");
    assert!(!run());
    let mut mesh = fs::read(job.join("part.stl")).unwrap();
    mesh[0] ^= 1;
    fs::write(job.join("part.stl"), &mesh).unwrap();
    assert!(!run());
    assert!(run());
}

/// One program in slices of its motions.
#[test]
fn slices_of_one_program_merge_to_the_bytes_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 6);
    for job in ["01-duct", "13-terrain-zigzag", "37-boss-tight"] {
        let job = folder.path().join("shop").join(job);
        let run = |args: &[&str]| gouge(&job, args);
        let whole = run(&["check", "op1.ngc", "--format", "json", "--no-run"]);
        let mut worst = Some(0);
        for m in 1..=3 {
            let (slice, file) = (format!("slice:{m}/3"), format!("share-{m}.json"));
            let done = run(&["check", "op1.ngc", "--partition", &slice, "--output", &file]);
            worst = worst.max(done.status.code());
        }
        assert_eq!(worst, whole.status.code());
        let shares = ["share-1.json", "share-2.json", "share-3.json"];
        let merged = run(&[&["merge"], &shares[..]].concat());
        assert_eq!(merged.status.code(), whole.status.code());
        assert!(merged.stdout == whole.stdout, "{}", job.display());
        assert_eq!(run(&["merge", "share-1.json", "share-3.json"]).status.code(), Some(2));
        // What is proved belongs to its inputs.
        let text = fs::read_to_string(job.join("op1.ngc")).unwrap();
        fs::write(job.join("op1.ngc"), text.replacen("G21", "G21 (metric)", 1)).unwrap();
        let done = run(&[&["merge"], &shares[..]].concat());
        assert_eq!(done.status.code(), Some(2));
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(said.contains("not the one of the shares"), "{said}");
    }
}

/// What a job expects is no failure, and a program that no longer gouges is one.
#[test]
fn expected_verdicts_end_with_success() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 40);
    let job = folder.path().join("shop/01-duct/gouge.toml");
    let text = fs::read_to_string(&job).unwrap();
    let run = |verdict: &str| {
        fs::write(&job, format!("{text}\n[expect]\n{verdict}\n")).unwrap();
        let done = gouge(folder.path(), &["batch", "shop", "--results", "out"]);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        (done.status.code(), said + &String::from_utf8_lossy(&done.stdout))
    };
    let (code, said) = run("'op1.ngc' = 'clean'");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(", as expected"), "{said}");
    let (code, said) = run("'op1.ngc' = 'gouge'");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("not as expected"), "{said}");
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    assert!(page.contains("not as expected") && page.contains("op1.ngc.html"), "{page}");
    assert!(folder.path().join("out/01-duct/op1.ngc.html").is_file());
    let (code, said) = run("'op9.ngc' = 'gouge'");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("`op9.ngc` is not a program of this job"), "{said}");
}

#[test]
fn a_program_that_is_not_understood_says_how_many_blocks() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 40);
    let job = fs::read_dir(folder.path().join("shop")).unwrap().next().unwrap().unwrap().path();
    for entry in fs::read_dir(&job).unwrap().map(|e| e.unwrap().path()) {
        if entry.extension().is_some_and(|e| e == "ngc") {
            fs::write(&entry, "G21 G90\nG1 X1 X2 F100\nM2\n").unwrap();
        }
    }
    let done = gouge(folder.path(), &["batch", "shop", "--results", "out"]);
    assert_eq!(done.status.code(), Some(3));
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(told.contains(", 1 block refused"), "{told}");
    let page = fs::read_to_string(folder.path().join("out/index.html")).unwrap();
    assert!(page.contains("blocks refused: 1"), "{page}");
}

/// A part that was replaced after its check left the old part's report in the summary.
#[test]
fn a_part_that_is_replaced_meanwhile_is_checked_again() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 40);
    let part = folder.path().join("shop/01-duct/part.stl");
    let results = folder.path().join("out");
    let orders = Orders {
        cache: Cache::open(&results.join(".cache")).unwrap(),
        results: results.clone(),
        version: "1".to_owned(),
        workers: 2,
        memory: u64::MAX,
        baseline: None,
        partition: None,
        running: Running { pictures: true, ..Running::default() },
    };
    let tasks = batch::find(&[folder.path().join("shop")]).unwrap();
    let replaced = |times: usize| {
        let left = std::sync::Mutex::new(times);
        let rows = batch::run(&tasks, &orders, &|event| {
            let mut left = left.lock().unwrap();
            if let (Event::Ends(_), true) = (event, *left > 0) {
                *left -= 1;
                let mut bytes = fs::read(&part).unwrap();
                bytes[0] ^= 1;
                fs::write(&part, bytes).unwrap();
            }
        });
        rows.unwrap().remove(0)
    };
    let row = replaced(1);
    let bytes = fs::read(results.join(&row.result)).unwrap();
    assert_eq!(row.sha256, sha256(&bytes));
    let report: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(report["inputs"]["parts"][0]["sha256"], sha256(&fs::read(&part).unwrap()));
    // One that never stands still has no result.
    let row = replaced(usize::MAX);
    assert!(row.failure.unwrap().contains("again and again"));
    assert!(!results.join(&row.result).exists());
    // What was checked and is gone then was as its report says.
    let row = batch::run(&tasks, &orders, &|event| {
        if let Event::Ends(_) = event {
            fs::remove_file(&part).unwrap();
        }
    });
    assert_eq!(row.unwrap()[0].failure, None);
}

/// A key that names the report of a looser check passed for a proof of this one.
#[test]
fn a_proof_under_another_name_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 40);
    let job = folder.path().join("shop/01-duct/gouge.toml");
    let text = fs::read_to_string(&job).unwrap();
    let run = |results: &str| {
        gouge(folder.path(), &["batch", "shop/01-duct", "--results", results, "--cache", "cache"])
    };
    let keys = || -> Vec<std::path::PathBuf> {
        let list = fs::read_dir(folder.path().join("cache/keys")).unwrap();
        list.map(|e| e.unwrap().path()).collect()
    };
    assert_eq!(run("loose").status.code(), Some(0));
    let loose = fs::read(&keys()[0]).unwrap();
    fs::write(&job, format!("allowance = 1\n{text}")).unwrap();
    assert_eq!(run("tight").status.code(), Some(1));
    for key in keys() {
        fs::write(key, &loose).unwrap();
    }
    let done = run("forged");
    assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(String::from_utf8_lossy(&done.stderr).contains("another report, checked anew"));
    assert_same(&folder.path().join("tight"), &folder.path().join("forged"));
}

/// Every job said that it could not be locked.
#[test]
fn a_folder_that_takes_no_results_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    shop(folder.path(), 40);
    fs::create_dir_all(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("out/.locks"), "in the way").unwrap();
    let done = gouge(folder.path(), &["batch", "shop", "--results", "out"]);
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{told}");
    assert_eq!(told.matches("J007").count(), 1, "{told}");
    assert!(told.contains("--results"), "{told}");
}
