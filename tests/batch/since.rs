//! What became of jobs, their files and what is accepted between a share and its merge.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use gouge::batch;
use serde_json::Value;

use super::scene::{Run, Scene, acceptance, clean_program, gouging_program};

/// A tool library, a holder, a tool drawn as a profile, a subprogram and a transform.
const JOB: &str = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n\
    tools_from = 'lib.toml'\ntransform = 'move.txt'\n[tools]\n\
    1 = 'ball:6;len=20;holder=holder.txt'\n2 = 'profile:cutter.txt'\n";

/// The files of that job beside part and program.
const FILES: [(&str, &str); 6] = [
    ("gouge.toml", JOB),
    ("holder.txt", "start 0 0\nline 10 0\nline 10 30\n"),
    ("cutter.txt", "start 0 0\nline 3 0\nline 3 30\n"),
    ("lib.toml", "[tools]\n7 = 'flat:4'\n"),
    ("move.txt", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"),
    ("sub.ngc", "o<sub> sub\nG0 Z35\no<sub> endsub\n"),
];

fn job(s: &Scene) {
    fs::create_dir_all(s.path("job")).unwrap();
    fs::copy(s.path("block.stl"), s.path("job/block.stl")).unwrap();
    for (name, text) in FILES {
        s.write(&format!("job/{name}"), text);
    }
    let program = clean_program().replace("M30", "o<sub> call\nT2 M6\nG0 Z40\nM30");
    s.write("job/op1.nc", program);
}

fn share(s: &Scene) -> Run {
    s.gouge(&["batch", "job", "--partition", "slice:1/1", "--results", "out"])
}

fn merge(s: &Scene) -> Run {
    s.gouge(&["merge", "out/part-slice-1-1.json", "--results", "merged"])
}

/// Of all files a program, a part and a fixture alone were looked at.
#[test]
fn a_share_whose_job_or_tool_files_are_others_by_now_is_refused() {
    let s = Scene::new();
    job(&s);
    let run = share(&s);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let run = merge(&s);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    for (name, text) in FILES {
        s.write(&format!("job/{name}"), format!("{text}\n"));
        let run = merge(&s);
        assert_eq!(run.code, 2, "{name}: {}", run.out);
        assert!(run.err.contains(&format!("job/{name} ")), "{name}: {}", run.err);
        assert!(run.err.contains("out/part-slice-1-1.json"), "{name}: {}", run.err);
        s.write(&format!("job/{name}"), text);
    }
    // A shop's file counts for its jobs.
    s.write("gouge-shop.toml", "tolerance = 0.5\n");
    let run = merge(&s);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("gouge-shop.toml above it"), "{}", run.err);
    fs::remove_file(s.path("gouge-shop.toml")).unwrap();
    // The whole is told as by a run of it.
    assert_eq!(merge(&s).code, 0);
    s.gouge(&["batch", "job", "--results", "whole"]);
    assert_eq!(s.read("merged/summary.json"), s.read("whole/summary.json"));
    assert_eq!(s.read("merged/op1.nc.json"), s.read("whole/op1.nc.json"));
}

/// What was posted after the shares ran was in none of them.
#[test]
fn a_program_that_is_new_in_a_job_is_missed() {
    let s = Scene::new();
    super::found::job(&s, "job", &clean_program());
    assert_eq!(share(&s).code, 0);
    assert_eq!(merge(&s).code, 0);
    s.write("job/op2.nc", gouging_program(0.5));
    let run = merge(&s);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("job/op2.nc: job/gouge.toml now has this program"), "{}", run.err);
}

/// Who stays to watch did not see that a tool became another.
#[test]
fn a_file_of_a_tool_that_is_replaced_is_a_change() {
    let s = Scene::new();
    job(&s);
    let stamp = || batch::Stamp::of(&batch::find(&[s.path("job")]).unwrap()[0]);
    for name in ["holder.txt", "cutter.txt"] {
        let before = stamp();
        assert_eq!(stamp(), before);
        s.write(&format!("job/{name}"), "start 0 0\nline 4 0\nline 4 30.5\n");
        assert_ne!(stamp(), before, "{name}");
    }
}

/// A program and a mesh that were replaced by others of the same length and time were no change:
/// who stayed to watch said nothing.
#[cfg(unix)]
#[test]
fn a_file_replaced_with_its_length_and_time_kept_is_a_change() {
    let s = Scene::new();
    job(&s);
    let stamp = || batch::Stamp::of(&batch::find(&[s.path("job")]).unwrap()[0]);
    for name in ["job/op1.nc", "job/block.stl"] {
        let time = fs::metadata(s.path(name)).unwrap().modified().unwrap();
        let timed = |name: &str| {
            let file = fs::File::options().append(true).open(s.path(name)).unwrap();
            file.set_modified(time).unwrap();
        };
        let before = stamp();
        assert_eq!(stamp(), before);
        fs::copy(s.path(name), s.path("new")).unwrap();
        timed("new");
        fs::rename(s.path("new"), s.path(name)).unwrap();
        let moved = stamp();
        assert_ne!(moved, before, "{name}: another one in its place");
        // Times are kept in steps of some milliseconds.
        std::thread::sleep(Duration::from_millis(50));
        s.write(name, fs::read(s.path(name)).unwrap());
        timed(name);
        assert_ne!(stamp(), moved, "{name}: written again");
    }
}

/// A batch that stays, ended with the test.
struct Staying(Child);

impl Drop for Staying {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Who stayed looked at none of these: a program was still clean whose subprogram was posted again,
/// or had another before it, whose library drew its tool anew, whose shop held it to more.
#[test]
fn whatever_a_verdict_rests_on_is_watched() {
    let s = Scene::new();
    job(&s);
    fs::create_dir_all(s.path("job/subs")).unwrap();
    fs::rename(s.path("job/sub.ngc"), s.path("job/subs/sub.ngc")).unwrap();
    s.write("job/gouge.toml", format!("subprograms = ['subs']\n{JOB}").replace("1 = 'ball:6", "#"));
    s.write("job/lib.toml", "[tools]\n1 = 'profile:drawn.txt'\n");
    s.write("job/drawn.txt", "start 0 0\nline 3 0\nline 3 30\n");
    let mut batch = s.command(&["batch", "job", "--results", "out", "--watch"]);
    batch.stdout(Stdio::null()).stderr(Stdio::null());
    let _staying = Staying(batch.spawn().unwrap());
    // A task that cannot run comes to no verdict.
    let comes_to = |verdict: &str, why: &str| {
        let since = Instant::now();
        loop {
            let summary = fs::read(s.path("out/summary.json")).unwrap_or_default();
            let summary: Value = serde_json::from_slice(&summary).unwrap_or_default();
            let row = &summary["tasks"][0];
            if row["name"].is_string() && row["verdict"].as_str().unwrap_or_default() == verdict {
                return;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "{why}: {summary}");
            std::thread::sleep(Duration::from_millis(100));
        }
    };
    let sub = |z: i32| format!("o<sub> sub\nG1 Z{z}\no<sub> endsub\n");
    comes_to("clean", "to begin with");
    s.write("job/subs/sub.ngc", sub(9));
    comes_to("gouge", "a subprogram");
    s.write("job/sub.ngc", sub(35));
    comes_to("clean", "another one that is found first");
    s.write("job/drawn.txt", "start 0 -1\nline 3 -1\nline 3 30\n");
    comes_to("gouge", "the drawing of a tool in a library");
    s.write("gouge-shop.toml", "tolerance = 2\n");
    comes_to("clean", "a shop's file");
    fs::rename(s.path("job/subs"), s.path("away")).unwrap();
    comes_to("", "a folder of subprograms that is gone");
    fs::rename(s.path("away"), s.path("job/subs")).unwrap();
    comes_to("clean", "a folder of subprograms that is there again");
}

/// The settings of the first slice were taken for those of the job.
#[test]
fn slices_of_a_job_that_was_edited_meanwhile_are_refused() {
    let s = Scene::new();
    job(&s);
    for m in ["1", "2"] {
        let (slice, file) = (format!("slice:{m}/2"), format!("share-{m}.json"));
        let run = s.gouge(&["check", "job/op1.nc", "--partition", &slice, "--output", &file]);
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    }
    let merge = || s.gouge(&["merge", "share-1.json", "share-2.json"]);
    assert_eq!(merge().code, 0);
    s.write("job/gouge.toml", JOB.replace("ball:6", "ball:8"));
    let run = merge();
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("job/gouge.toml is not the file that the shares"), "{}", run.err);
    // Where the job cannot be seen, the shares are all there is.
    fs::remove_file(s.path("job/gouge.toml")).unwrap();
    let run = merge();
    assert_eq!(run.code, 0, "{}", run.err);
}

/// A job whose gouge is accepted until a day.
fn accepted(s: &Scene) -> String {
    fs::create_dir_all(s.path("job")).unwrap();
    fs::copy(s.path("block.stl"), s.path("job/block.stl")).unwrap();
    s.write("job/op1.nc", gouging_program(0.5));
    let job = super::found::JOB;
    s.write("job/gouge.toml", job);
    s.gouge(&["check", "job/op1.nc", "--format", "json", "--output", "r.json"]);
    let report: Value = serde_json::from_str(&s.read("r.json")).unwrap();
    let text = acceptance(&report, "until = \"9999-12-31\"\n");
    s.write("job/ok.toml", &text);
    s.write("job/gouge.toml", format!("baseline = 'ok.toml'\n{job}"));
    text
}

/// What was accepted when the share ran was accepted for ever.
#[test]
fn a_merge_takes_what_is_accepted_today() {
    let s = Scene::new();
    let text = accepted(&s);
    let over = text.replace("9999", "2020");
    assert_eq!(share(&s).code, 0);
    assert_eq!(merge(&s).code, 0);
    s.write("job/ok.toml", &over);
    for (results, args) in [("merged", &["--results", "merged"][..]), ("out", &[])] {
        let run = s.gouge(&[&["merge", "out/part-slice-1-1.json"], args].concat());
        assert_eq!(run.code, 1, "{}{}", run.out, run.err);
        assert!(run.out.starts_with("verdict") && run.out.contains("gouge"), "{}", run.out);
        let page = s.read(&format!("{results}/op1.nc.html"));
        assert!(page.contains("it was accepted until 2020-12-31"), "{page}");
    }
    s.gouge(&["batch", "job", "--results", "whole"]);
    assert_eq!(s.read("merged/summary.json"), s.read("whole/summary.json"));
    assert_eq!(s.read("out/summary.json"), s.read("whole/summary.json"));
    // What was merged where its share lies is merged again.
    s.write("job/ok.toml", &text);
    assert_eq!(merge(&s).code, 0);
    assert_eq!(s.gouge(&["merge", "out/part-slice-1-1.json"]).code, 0);
    fs::remove_file(s.path("job/ok.toml")).unwrap();
    let run = merge(&s);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("job/ok.toml: no such file"), "{}", run.err);
    // Where neither can be seen, days end all the same.
    let summary = "out/part-slice-1-1.json";
    fs::rename(s.path("job"), s.path("moved")).unwrap();
    assert_eq!(merge(&s).code, 0);
    let then = s.read("out/op1.nc.json").replace("9999-12-31", "2020-12-31");
    let digest = |text: &str| gouge::files::sha256(text.as_bytes());
    let share = s.read(summary).replace(&digest(&s.read("out/op1.nc.json")), &digest(&then));
    s.write("out/op1.nc.json", then);
    s.write(summary, share);
    fs::remove_dir_all(s.path("merged")).unwrap();
    let run = merge(&s);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
}

/// The folder was left out, and the batch said clean.
#[test]
fn a_folder_that_is_named_and_holds_no_job_fails_beside_the_others() {
    let s = Scene::new();
    job(&s);
    fs::create_dir_all(s.path("empty")).unwrap();
    let run = s.gouge(&["batch", "job", "empty"]);
    assert_eq!(run.code, 2, "{}{}", run.out, run.err);
    assert!(run.out.contains("2 programs: 1 failed, 1 clean"), "{}", run.out);
    assert!(run.err.contains("error[J006]: empty: no job is here"), "{}", run.err);
    assert_eq!(s.gouge(&["batch", "empty"]).code, 2);
}

/// A program that could not run passed for one with a verdict.
#[test]
fn exit_zero_is_for_verdicts_alone() {
    let s = Scene::new();
    job(&s);
    s.write("job/op1.nc", gouging_program(0.5));
    let batch = |more: &[&str]| s.gouge(&[&["batch", "job", "--exit-zero"], more].concat()).code;
    let slice = ["--partition", "slice:1/1", "--results", "out"];
    let merge = || s.gouge(&["merge", "out/part-slice-1-1.json", "--exit-zero"]).code;
    assert_eq!((batch(&[]), batch(&slice), merge()), (0, 0, 0));
    s.write("job/block.stl", "no mesh");
    assert_eq!((batch(&[]), batch(&slice), merge()), (2, 2, 2));
}

/// The glob that the help shows failed, and did not say why.
#[test]
fn shares_of_another_partition_are_named() {
    let s = Scene::new();
    job(&s);
    for slice in ["slice:1/2", "slice:2/2", "slice:1/1"] {
        s.gouge(&["batch", "job", "--partition", slice, "--results", "out"]);
    }
    let parts = ["slice-1-1", "slice-1-2", "slice-2-2"].map(|p| format!("out/part-{p}.json"));
    let run = s.gouge(&["merge", &parts[0], &parts[1], &parts[2], "--results", "merged"]);
    assert_eq!(run.code, 2, "{}", run.out);
    let told = "several partitions: slice:M/1 is out/part-slice-1-1.json; slice:M/2 is \
                out/part-slice-1-2.json, out/part-slice-2-2.json";
    assert!(run.err.contains(told) && run.err.contains("remove the others"), "{}", run.err);
    assert_eq!(s.gouge(&["merge", &parts[1], &parts[2], "--results", "merged"]).code, 0);
}

/// Its report was lost: the name with its ending is longer than a file's can be.
#[test]
fn a_program_with_the_longest_name_has_a_report() {
    let s = Scene::new();
    job(&s);
    let name = format!("{}.nc", "o".repeat(252));
    fs::rename(s.path("job/op1.nc"), s.path("job").join(&name)).unwrap();
    s.write("job/gouge.toml", JOB.replace("op1.nc", &name));
    let run = s.gouge(&["batch", "job", "--results", "whole"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert_eq!(share(&s).code, 0);
    let run = merge(&s);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(s.read("merged/summary.json"), s.read("whole/summary.json"));
    assert_eq!(s.read("merged/index.html"), s.read("whole/index.html"));
}

/// Reports stayed for an hour whose keys it had just removed.
#[test]
fn a_cache_that_is_pruned_of_all_holds_nothing() {
    let s = Scene::new();
    job(&s);
    s.gouge(&["batch", "job", "--cache", "cache"]);
    let run = s.gouge(&["cache", "prune", "cache", "--older", "0"]);
    assert_eq!(run.out, "2 files removed\n");
    assert_eq!(s.gouge(&["cache", "show", "cache"]).out, "0 proofs, 0 reports, 0.0 MB\n");
}

/// The page of a program that was removed said `clean` beside the others.
#[test]
fn results_of_a_program_that_is_no_more_are_removed() {
    let s = Scene::new();
    super::found::job(&s, "a", &clean_program());
    super::found::job(&s, "b", &clean_program());
    s.write("a/op2.nc", gouging_program(0.5));
    let names = |folder: &str| {
        let list = fs::read_dir(s.path("out").join(folder)).unwrap();
        let mut names: Vec<_> =
            list.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let batch = |places: &[&str]| s.gouge(&[&["batch"], places, &["--results", "out"]].concat());
    batch(&["a", "b"]);
    let own = ["op1.nc.html", "op1.nc.json"];
    assert_eq!(names("a"), [own, ["op2.nc.html", "op2.nc.json"]].concat());
    fs::remove_file(s.path("a/op2.nc")).unwrap();
    batch(&["a", "b"]);
    assert_eq!(names("a"), own);
    // A job that is left out keeps its own; what nobody wrote as a report is not touched.
    s.write("out/b/op1.nc.txt", "mine");
    s.write("out/a/op1.nc.html", "mine");
    let written = s.read("out/a/op1.nc.json");
    batch(&["b"]);
    assert_eq!(s.read("out/a/op1.nc.json"), written);
    batch(&["a", "b"]);
    fs::remove_dir_all(s.path("b")).unwrap();
    s.write("out/a/op1.nc.json", "changed");
    batch(&["a", "a"]);
    assert_eq!(names("b"), ["op1.nc.txt"]);
}

/// Who stays to watch went on without results, and without a cache, until something else changed; or
/// ended, where they were removed as soon as the page was there: others were written after it.
#[test]
fn results_that_are_removed_are_made_again() {
    let s = Scene::new();
    job(&s);
    let mut batch = s.command(&["batch", "job", "--results", "out", "--watch"]);
    batch.stdout(Stdio::null()).stderr(Stdio::null());
    let _staying = Staying(batch.spawn().unwrap());
    let made = || {
        let since = Instant::now();
        while !s.path("out/index.html").exists() {
            assert!(since.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    made();
    fs::remove_dir_all(s.path("out")).unwrap();
    made();
    assert!(s.path("out/op1.nc.json").exists());
    assert_eq!(s.gouge(&["cache", "show", "out/.cache"]).out.split(',').next(), Some("1 proof"));
}
