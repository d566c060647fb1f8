//! Job files as `job init` writes them, and where a shop's file and an operation's limits count.

use super::scene::{Scene, clean_program, gouging_program};

/// What a comment says, and G55 as G54, became facts of the job: a check no longer listed them. Of
/// two programs whose comments differ the second was checked with the first one's tool, and what
/// the shop says was overridden.
#[test]
fn a_job_that_was_written_states_no_guess_that_a_check_lists() {
    let s = Scene::new();
    let program = |d: u32| {
        format!(
            "(T1 D={d}. CR=0. - flat end mill)\n{}",
            clean_program().replace("M30", "G54\nG55\nM30")
        )
    };
    s.write("op1.nc", program(6));
    s.write("op2.nc", program(30));
    assert_eq!(s.gouge(&["job", "init"]).code, 0);
    let text = s.read("gouge.toml");
    for (spec, place) in [("flat:6", "op1.nc:1"), ("flat:30", "op2.nc:1")] {
        let line = format!("# 1 = \"{spec}\"  # guess: the comment in {place}");
        assert!(text.contains(&line), "{text}");
    }
    assert!(text.contains("# G55 = [0, 0, 0]  # guess"), "{text}");
    let wide = s.gouge(&["check", "op2.nc", "--assume", "start=safe"]);
    assert!(
        wide.out.contains("assumed: tool: T1 is a 30 mm flat (comment on line 1)"),
        "{}",
        wide.out
    );
    // The shop comes first.
    s.write("gouge-shop.toml", "dialect = 'haas'\norigin = [0, 0, 5]\n[tools]\n1 = 'flat:8'\n");
    let made = s.gouge(&["job", "init", "--print"]).out;
    let job: toml::Table = made.parse().unwrap();
    assert!(!job.contains_key("dialect") && !job.contains_key("origin"), "{made}");
    assert!(made.contains("dialect = \"haas\", by ") && !made.contains("1 = "), "{made}");
}

/// A device was a vise, so that nothing was the part; a subprogram was a program of the job,
/// LinuxCNC's O words those of a Fanuc, and a list of points a tool library.
#[test]
fn a_job_that_was_written_can_be_checked() {
    let s = Scene::new();
    std::fs::rename(s.path("block.stl"), s.path("device.stl")).unwrap();
    s.write("main.ngc", format!("o100 call\n{}", clean_program()));
    s.write("100.ngc", "o100 sub\nG0 Z50\no100 endsub\nM2\n");
    s.write("points.csv", "X,Y\n1,2\n");
    let made = s.gouge(&["job", "init", "--print"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let job: toml::Table = made.out.parse().unwrap();
    assert_eq!(job["part"].as_str(), Some("device.stl"), "{}", made.out);
    assert_eq!(job["program"].as_str(), Some("main.ngc"), "{}", made.out);
    assert_eq!(job["dialect"].as_str(), Some("linuxcnc"), "{}", made.out);
    assert!(made.out.contains("# 100.ngc is left out: a subprogram of main.ngc"), "{}", made.out);
    assert!(!job.contains_key("tools_from"), "{}", made.out);
    assert!(made.out.contains("# points.csv is left out: "), "{}", made.out);
    for name in ["a.tbl", "b.tbl"] {
        s.write(name, "T1 P1 D6 Z0\n");
    }
    let made = s.gouge(&["job", "init", "--print"]).out;
    assert!(
        made.contains("tools_from = \"a.tbl\"") && made.contains("# b.tbl is left out: "),
        "{made}"
    );
    // A mesh that is called as fixtures are is the part where there is no other.
    std::fs::rename(s.path("device.stl"), s.path("table.stl")).unwrap();
    let made = s.gouge(&["job", "init", "--print"]).out;
    assert!(made.contains("part = \"table.stl\""), "{made}");
}

/// A shop file behind a link that leads nowhere was as if it were not there: with its allowance a
/// program gouges. A job named through a linked folder had another shop than by its own path.
#[cfg(unix)]
#[test]
fn a_shop_file_counts_behind_links() {
    use std::os::unix::fs::symlink;
    let s = Scene::new();
    std::fs::create_dir_all(s.path("real/job")).unwrap();
    std::fs::create_dir_all(s.path("here")).unwrap();
    std::fs::rename(s.path("block.stl"), s.path("real/job/block.stl")).unwrap();
    s.write("real/job/op1.nc", clean_program());
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n";
    s.write("real/job/gouge.toml", job);
    symlink("../real/job", s.path("here/job")).unwrap();
    let check = |path: &str| s.gouge(&["check", "--job", path]);
    assert_eq!(check("here/job/gouge.toml").code, 0);
    s.write("real/gouge-shop.toml", "allowance = 12\n");
    assert_eq!(check("real/job/gouge.toml").code, 1);
    assert_eq!(check("here/job/gouge.toml").code, 1);
    std::fs::remove_file(s.path("real/gouge-shop.toml")).unwrap();
    symlink("gone.toml", s.path("real/gouge-shop.toml")).unwrap();
    for path in ["real/job/gouge.toml", "here/job/gouge.toml"] {
        let run = check(path);
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains("gouge-shop.toml: this link leads nowhere"), "{}", run.err);
    }
}

/// An operation's own limits went on past the comment that names the next one.
#[test]
fn limits_of_an_operation_end_with_it_or_that_is_listed() {
    let s = Scene::new();
    let program = |next: &str| {
        let cut = gouging_program(0.5);
        let (head, tail) = cut.split_once("T1 M6\n").unwrap();
        format!("(PART 100)\n{head}(Engrave logo)\nT1 M6\nG0 Z40\nG1 X5 F99\n({next})\n{tail}")
    };
    let job = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n[tools]\n1 = 'ball:6'\n\
               [for.operation.'Engrave logo']\nallowance = -1.5\n";
    s.write("gouge.toml", job);
    s.write("op1.nc", program("OPERATION 2 FINISH FLOOR"));
    assert_eq!(s.gouge(&["check"]).code, 1);
    s.write("op1.nc", program("Kontur"));
    let run = s.gouge(&["check"]);
    let listed = "operation: `Engrave logo` goes on past the comment `Kontur` (line ";
    assert!(run.code == 0 && run.out.contains(listed), "{}", run.out);
}
