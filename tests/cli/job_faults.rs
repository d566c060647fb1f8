//! What is wrong with a job file is told where it stands.

use super::scene::{Scene, clean_program};

/// A value under the name of a table was "not a key", and the same name was suggested; values of
/// the wrong kind were taken as they came.
#[test]
fn a_value_of_the_wrong_kind_is_refused_where_it_stands() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    let base = "part = 'block.stl'\nprogram = 'op1.nc'\nstart = [0, 0, 50]\n";
    let tool = "[tools]\n1 = 'ball:6'\n";
    for (job, said) in [
        (format!("{base}tools = 3\n"), "line 4, column 1: `tools` is a table of keys"),
        (format!("{base}expect = 'gouge'\n"), "`expect` is a table of keys"),
        (format!("{base}offsets = 3\n"), "`offsets` is a table of keys"),
        (format!("{base}machines = 3\n"), "`machines` is a table of keys"),
        (format!("{base}for.tool = 3\n"), "`for.tool` is a table of keys"),
        (format!("{base}tolerance = [0.1]\n{tool}"), "tolerance: a number (mm) is needed here"),
        (format!("{base}[tools]\n1 = ['ball:6']\n"), "tools.1: a text is needed here, not a list"),
        ("part = ['block.stl', 3]\n".to_owned(), "part: a text is needed here, or a list"),
        (format!("{base}origin = [[0, 0], 0]\n"), "origin: three lengths are needed here"),
        ("program = ''\n".to_owned(), "program: an empty text names no file"),
        (format!("{base}[offsets]\nG53 = [0, 0, 0]\n"), "gouge.toml:5: `G53` is not a work offset"),
        (format!("{base}assume = ['foo']\n"), "gouge.toml:4: `foo` is not an assumption"),
        (format!("{base}rotate = '90deg'\n"), "gouge.toml:4: `90deg` is not an angle"),
        (format!("{base}{tool}T1 = 'ball:8'\n"), "gouge.toml:6: T1 is declared twice"),
        (format!("{base}[tools]\n1 = 'bal:6'\n"), "gouge.toml:5): `bal`"),
    ] {
        s.write("gouge.toml", &job);
        let run = s.gouge(&["check"]);
        assert_eq!(run.code, 2, "{job}: {}", run.out);
        assert!(run.err.contains(said), "{said}: {}", run.err);
    }
    s.write("gouge.toml", format!("{base}rotate = 90\n{tool}"));
    assert_ne!(s.gouge(&["check"]).code, 2);
}

/// A job was read as a program, and a program as a job.
#[test]
fn jobs_and_programs_are_told_apart() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    s.write("gouge.toml", "part = 'block.stl'\nprogram = 'op1.nc'\n");
    let said = |args: &[&str], said: &str| {
        let run = s.gouge(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.out);
        assert!(run.err.contains(said), "{said}: {}", run.err);
    };
    let program = "gouge.toml: this is a job file, not a program";
    said(&["check", "block.stl", "gouge.toml"], program);
    // Named alone it is the job.
    let run = s.gouge(&["check", "gouge.toml"]);
    assert!(run.code == 3 && run.out.contains("program = op1.nc"), "{}{}", run.out, run.err);
    said(&["batch", "op1.nc"], "op1.nc: this is a program, not a job");
    said(&["check", "-"], "--job gouge.toml");
}

/// Every mesh became a part without a word, the stock too.
#[test]
fn lists_of_a_job_that_was_written_are_marked_as_guesses() {
    let s = Scene::new();
    let block = std::fs::read(s.path("block.stl")).unwrap();
    for name in ["lid.stl", "stock.stl"] {
        s.write(name, &block);
    }
    for name in ["op1.nc", "op2.nc"] {
        s.write(name, clean_program());
    }
    assert_eq!(s.gouge(&["job", "init"]).code, 0);
    let text = s.read("gouge.toml");
    for line in [
        "part = [\"block.stl\", \"lid.stl\"]  # guess: ",
        "# stock.stl is left out: stock, by its name  # guess",
        "program = [\"op1.nc\", \"op2.nc\"]  # guess: ",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

/// A library as TOML was passed over, a tool that a list describes was "not described", and a file
/// in place of a folder was said to be a matter of permissions.
#[test]
fn what_libraries_of_a_folder_describe_is_left_to_them() {
    let s = Scene::new();
    s.write("op1.nc", clean_program());
    let made = || s.gouge(&["job", "init", "--print"]).out;
    assert!(made().contains("# 1 = \"flat:D\"") && made().contains("not described"), "{}", made());
    s.write("shelf.toml", "[tools]\n1 = 'ball:6'\n");
    // Tools of another job, and what only looks like a list of tools.
    s.write("other.toml", "part = 'block.stl'\n[tools]\n1 = 'ball:8'\n");
    s.write("mise.toml", "[tools]\nnode = '20'\n");
    s.write("gouge-shop.toml", "[tools]\n1 = 'ball:6'\n");
    assert!(made().contains("tools_from = \"shelf.toml\"\n"), "{}", made());
    assert!(!made().contains("1 = "), "{}", made());
    std::fs::remove_file(s.path("shelf.toml")).unwrap();
    s.write("list.csv", "T,kind,DC,unit\n1,ball,6,mm\n");
    assert!(made().contains("tools_from = \"list.csv\"") && !made().contains("1 = "), "{}", made());
    s.write("list.csv", "T,kind,DC,unit\n1,lollipop,6,mm\n");
    let line = made().lines().find(|line| line.contains("1 = \"flat:D\"")).unwrap().to_owned();
    assert!(line.contains("list.csv describes it: `gouge tools show`"), "{line}");
    let file = s.gouge(&["job", "init", "block.stl"]);
    assert_eq!(file.code, 2);
    assert!(file.err.contains("block.stl: this is a file, not a folder"), "{}", file.err);
    assert!(file.err.contains("gouge job init .") && !file.err.contains("disk"), "{}", file.err);
}
