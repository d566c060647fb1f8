//! Nothing that a folder of jobs holds is left out without a word.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use super::scene::{Scene, clean_program, gouging_program};

/// A job over whatever ends in `.nc`.
pub const JOB: &str =
    "part = 'block.stl'\nprogram = '*.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n";

/// A folder with a job file, the part and one program.
pub fn job(s: &Scene, folder: &str, program: &str) {
    fs::create_dir_all(s.path(folder)).unwrap();
    fs::copy(s.path("block.stl"), s.path(&format!("{folder}/block.stl"))).unwrap();
    s.write(&format!("{folder}/gouge.toml"), JOB);
    s.write(&format!("{folder}/op1.nc"), program);
}

/// A program under such a name was dropped, and the batch said clean.
#[test]
fn a_program_whose_name_is_not_text_is_a_failed_task() {
    let s = Scene::new();
    job(&s, "a", &clean_program());
    let name = std::ffi::OsStr::from_bytes(b"op\xff2.nc");
    // Some systems do not take such names.
    if fs::write(s.path("a").join(name), gouging_program(0.5)).is_err() {
        return;
    }
    let run = s.gouge(&["batch", "a"]);
    assert_eq!(run.code, 2, "{}{}", run.out, run.err);
    assert!(run.out.contains("2 programs: 1 failed, 1 clean"), "{}", run.out);
    assert!(run.err.contains("not UTF-8 text"), "{}", run.err);
    let check = s.command(&["check"]).arg(s.path("a").join(name)).output().unwrap();
    assert_eq!(check.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&check.stderr).contains("not UTF-8 text"));
    fs::remove_file(s.path("a/op1.nc")).unwrap();
    let alone = s.gouge(&["check", "--job", "a/gouge.toml"]);
    assert_eq!(alone.code, 2, "{}", alone.out);
    assert!(alone.err.contains("not UTF-8 text"), "{}", alone.err);
    fs::remove_file(s.path("a/gouge.toml")).unwrap();
    let init = s.gouge(&["job", "init", "a"]);
    assert_eq!(init.code, 2, "{}", init.out);
    assert!(init.err.contains("not UTF-8 text"), "{}", init.err);
}

/// Beyond the line end in a program's name, `job init` wrote a tool.
#[test]
fn a_name_of_two_lines_declares_no_tool() {
    let s = Scene::new();
    job(&s, "a", &clean_program());
    fs::remove_file(s.path("a/gouge.toml")).unwrap();
    let name = "a/op\n1 = \"flat:0.5\" #.nc";
    fs::rename(s.path("a/op1.nc"), s.path(name)).unwrap();
    let init = s.gouge(&["job", "init", "a"]);
    assert_eq!(init.code, 0, "{}", init.err);
    let job: toml::Table = s.read("a/gouge.toml").parse().unwrap();
    assert!(job["tools"].as_table().unwrap().is_empty(), "{job}");
    assert_eq!(job["program"].as_str(), Some(&name[2..]), "{job}");
}

/// The job behind a link was skipped.
#[test]
fn a_job_folder_behind_a_link_is_checked() {
    let s = Scene::new();
    job(&s, "shop/k", &clean_program());
    job(&s, "elsewhere", &gouging_program(0.5));
    symlink("../elsewhere", s.path("shop/j")).unwrap();
    symlink("..", s.path("shop/k/up")).unwrap();
    // A second way to the same job is none, and leaves it its name.
    symlink("k", s.path("shop/also-k")).unwrap();
    let run = s.gouge(&["batch", "shop"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("2 programs: 1 gouging, 1 clean"), "{}", run.out);
    assert!(run.out.contains("gouge    j/op1.nc") && run.out.contains("clean    k/op1.nc"));
    // A program that is listed twice is one.
    s.write("shop/k/gouge.toml", JOB.replace("'*.nc'", "['op1.nc', '*.nc', './op1.nc']"));
    let run = s.gouge(&["batch", "shop"]);
    assert!(run.out.contains("2 programs: 1 gouging, 1 clean"), "{}", run.out);
    s.write("shop/k/gouge.toml", JOB);
    // A job file that is a link stands for the programs beside the link.
    job(&s, "shop/m", &gouging_program(0.5));
    fs::remove_file(s.path("shop/m/gouge.toml")).unwrap();
    symlink("../k/gouge.toml", s.path("shop/m/gouge.toml")).unwrap();
    let run = s.gouge(&["batch", "shop"]);
    assert!(run.out.contains("3 programs: 2 gouging, 1 clean"), "{}{}", run.out, run.err);
}

/// Links that lead nowhere, folders and pipes under the name of a program or a job were skipped.
#[test]
fn what_cannot_be_checked_under_a_name_that_fits_is_a_failed_task() {
    let s = Scene::new();
    job(&s, "shop/a", &clean_program());
    let failed = |said: &str| {
        let run = s.gouge(&["batch", "shop"]);
        assert_eq!(run.code, 2, "{}{}", run.out, run.err);
        assert!(run.out.contains("2 programs: 1 failed, 1 clean"), "{}", run.out);
        assert!(run.err.contains(said), "{said}: {}", run.err);
    };
    let odd = s.path("shop/a/op2.nc");
    symlink("nowhere.nc", &odd).unwrap();
    failed("op2.nc: this link leads nowhere");
    fs::remove_file(&odd).unwrap();
    fs::create_dir(&odd).unwrap();
    failed("op2.nc: this is a directory");
    fs::remove_dir(&odd).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&odd).status();
    if made.is_ok_and(|status| status.success()) {
        failed("op2.nc: this is a pipe or a device");
        fs::remove_file(&odd).unwrap();
    }
    fs::create_dir(s.path("shop/b")).unwrap();
    symlink("nowhere", s.path("shop/b/gouge.toml")).unwrap();
    failed("b/gouge.toml: this link leads nowhere");
    fs::remove_file(s.path("shop/b/gouge.toml")).unwrap();
    fs::create_dir(s.path("shop/b/gouge.toml")).unwrap();
    failed("b/gouge.toml: this is a directory");
    fs::remove_dir(s.path("shop/b/gouge.toml")).unwrap();
    symlink("nowhere", s.path("shop/c")).unwrap();
    failed("shop/c: this link leads nowhere");
    fs::remove_file(s.path("shop/c")).unwrap();
    // Beside a job file the job says what is needed; and an editor's mark is no program.
    symlink("nowhere", s.path("shop/a/notes")).unwrap();
    symlink("me@here.1234", s.path("shop/a/.#op1.nc")).unwrap();
    let run = s.gouge(&["batch", "shop"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
}

/// One folder that could not be read ended the batch before any job ran.
#[test]
fn a_folder_that_cannot_be_read_is_a_row_and_the_others_go_on() {
    use std::os::unix::fs::PermissionsExt;
    let s = Scene::new();
    job(&s, "shop/a", &clean_program());
    job(&s, "shop/b", &gouging_program(0.5));
    let closed = |mode| fs::set_permissions(s.path("shop/b"), fs::Permissions::from_mode(mode));
    closed(0o000).unwrap();
    // Root reads everything.
    let readable = fs::read_dir(s.path("shop/b")).is_ok();
    let run = s.gouge(&["batch", "shop"]);
    closed(0o755).unwrap();
    if !readable {
        assert_eq!(run.code, 2, "{}{}", run.out, run.err);
        assert!(run.out.contains("2 programs: 1 failed, 1 clean"), "{}", run.out);
    }
}

/// A program called `summary` or `index` took the place of the batch's own files.
#[test]
fn no_program_takes_the_place_of_a_summary() {
    let s = Scene::new();
    job(&s, "a", &gouging_program(0.5));
    for name in ["summary", "index", "part-hash-1-2"] {
        s.write(&format!("a/{name}"), clean_program());
    }
    let job = JOB.replace("'*.nc'", "['op1.nc', 'summary', 'index', 'part-hash-1-2']");
    s.write("a/gouge.toml", job);
    let run = s.gouge(&["batch", "a", "--results", "out"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    assert!(run.out.contains("clean    summary-2"), "{}", run.out);
    let summary: serde_json::Value = serde_json::from_str(&s.read("out/summary.json")).unwrap();
    assert_eq!(summary["tasks"].as_array().unwrap().len(), 4);
    assert!(s.read("out/index.html").contains("4 programs: 1 gouging, 3 clean"));
}

/// What a pipe gave while its head was looked at was lost: a program began where 64 KiB had passed.
#[test]
fn a_program_from_a_pipe_is_read_whole() {
    let s = Scene::new();
    let pipe = s.path("pipe.nc");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let program = format!("{}{}", gouging_program(0.5), "(nothing more)\n".repeat(10_000));
    let feed = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::write(pipe, program))
    };
    let run = s.gouge(&["check", "block.stl", "pipe.nc", "--tool", "1=ball:6", "--start=0,0,50"]);
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    feed.join().unwrap().unwrap();
}

/// A pipe as the part held up the whole batch for good, and so did one under the name of any other
/// file that a job reads.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_an_input_is_a_row_and_the_others_go_on() {
    let s = Scene::new();
    job(&s, "shop/b", &clean_program());
    job(&s, "shop/a", &clean_program().replace("M30", "T8 M6\nG0 Z40\nT2 M6\nG0 Z41\nM30"));
    s.write("shop/a/lib.csv", "number,type,diameter\n7,ball,6\n");
    s.write("shop/a/move.txt", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n");
    s.write("shop/a/tool.tbl", "T1 P1 D6\nT8 P8 D6\nT2 P2 D6\n");
    let draw = |name: &str| s.write(name, "start 0 0\nline 3 0\nline 3 30\n");
    for name in ["holder.txt", "form.txt", "drawn.txt"] {
        draw(&format!("shop/a/{name}"));
    }
    s.write("shop/a/lib.toml", "[tools]\n8 = 'profile:drawn.txt'\n");
    s.write("shop/a/ok.toml", "");
    s.write(
        "shop/a/gouge.toml",
        "part = 'block.stl'\nprogram = '*.nc'\nstart = [0, 0, 50]\nbaseline = 'ok.toml'\n\
         transform = 'move.txt'\nfixture = 'clamp.stl'\n\
         tools_from = ['lib.csv', 'lib.toml', 'tool.tbl']\n[tools]\n\
         1 = 'ball:6;len=20;holder=holder.txt'\n2 = 'profile:form.txt'\n3 = 'mesh:block.stl'\n",
    );
    let mut aside = super::scene::block();
    aside.vertices.iter_mut().for_each(|v| v.x += 500.0);
    gouge::mesh::write_stl(&s.path("shop/a/clamp.stl"), &aside).unwrap();
    let run = s.gouge(&["batch", "shop"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let names = ["block.stl", "clamp.stl", "lib.csv", "lib.toml", "tool.tbl", "drawn.txt"];
    for name in names.into_iter().chain(["holder.txt", "form.txt", "move.txt", "ok.toml"]) {
        let place = s.path("shop/a").join(name);
        let kept = fs::read(&place).unwrap();
        fs::remove_file(&place).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&place).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        let run = s.gouge(&["batch", "shop"]);
        assert_eq!(run.code, 2, "{name}: {}{}", run.out, run.err);
        assert!(run.out.contains("2 programs: 1 failed, 1 clean"), "{name}: {}", run.out);
        let told = format!("{name}: this is a pipe or a device");
        assert!(run.err.contains(&told) && run.err.contains("name a file"), "{name}: {}", run.err);
        let run = s.gouge(&["check", "--job", "shop/a/gouge.toml"]);
        assert!(run.code == 2 && run.err.contains(&told), "{name}: {}", run.err);
        fs::remove_file(&place).unwrap();
        fs::write(&place, kept).unwrap();
    }
}
