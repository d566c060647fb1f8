//! What tool libraries, lists and tool tables tell, and what is said where they contradict each
//! other.

use super::scene::{Scene, clean_program};

/// Of two libraries that hold the same tool the first counted, unsaid, and both were written to one
/// table: with the libraries the other way round the same program gouged.
#[test]
fn a_tool_that_two_libraries_declare_differently_is_not_taken_over() {
    let s = Scene::new();
    s.write("a.nc", "G21 G90\nT1 M6\nG0 X10 Y10 Z15\nM30\n");
    s.write("small.json", r#"{"1": "ball:4", "2": "ball:2"}"#);
    s.write("large.json", r#"{"1": "ball:6", "2": "ball:2"}"#);
    let both = ["--tools", "small.json", "--tools", "large.json"];
    let start = ["check", "block.stl", "a.nc", "--start=0,0,50"];
    let told = s.gouge(&[&start[..], &both].concat()).out;
    let what = "warning[T022]: T1 not used: it is ball:4 in small.json and ball:6 in large.json";
    assert!(told.contains(what) && told.contains("T1 is not declared"), "{told}");
    let typed = s.gouge(&[&start[..], &both, &["--tool", "1=ball:3"]].concat()).out;
    assert!(!typed.contains("T022"), "what is typed counts: {typed}");
    let table = s.gouge(&["tools", "import", "small.json", "large.json"]);
    assert_eq!(table.out.matches("\n1 = ").count(), 0, "{}", table.out);
    assert_eq!(table.out.matches("\n2 = ").count(), 1, "{}", table.out);
    assert!(table.err.contains("T1 not used: it is ball:4 in small.json"), "{}", table.err);
    // What is typed counts more than what the job names.
    s.write("gouge.toml", "tools_from = 'large.json'\n");
    let typed = s.gouge(&[&start[..], &both[..2]].concat()).out;
    let what = "T1 is ball:4 in small.json and ball:6 in large.json: the first counts";
    assert!(typed.contains(what) && typed.contains("T1: 4 mm ball"), "{typed}");
}

/// A tapered mill that one library described, which is not understood, was taken from another library, or
/// from the program's comment, as the flat one of that number: clean.
#[test]
fn a_tool_that_a_library_describes_unread_is_taken_from_no_lesser_source() {
    let s = Scene::new();
    s.write("a.nc", "(T1 D=4. CR=0. - flat end mill)\nG21 G90\nT1 M6\nG0 X10 Y10 Z15\nM30\n");
    s.write("flat.json", r#"{"1": "flat:4", "2": "ball:2"}"#);
    s.write("taper.json", r#"{"1": {"kind": "tapered mill", "d": 4}}"#);
    let start = ["check", "block.stl", "a.nc", "--start=0,0,50"];
    let told = s.gouge(&[&start[..], &["--tools", "flat.json", "--tools", "taper.json"]].concat());
    let what = "T1 not used: it is flat:4 in flat.json and not understood in taper.json";
    assert!(told.code == 3 && told.out.contains(what), "{}", told.out);
    let comment = s.gouge(&[&start[..], &["--tools", "taper.json"]].concat());
    assert!(comment.code == 3 && comment.out.contains("T1 is not declared"), "{}", comment.out);
    assert!(!comment.out.contains("--tool '1=flat:4'"), "{}", comment.out);
    let typed = ["--tools", "taper.json", "--tool", "1=flat:4"];
    assert_eq!(s.gouge(&[&start[..], &typed].concat()).code, 0);
    let table = s.gouge(&["tools", "import", "flat.json", "taper.json"]);
    assert!(!table.out.contains("\n1 = ") && table.out.contains("\n2 = "), "{}", table.out);
    assert!(table.err.contains(what), "{}", table.err);
    let job = s.gouge(&["job", "init", "--print"]).out;
    assert!(!job.contains("\n1 = ") && job.contains("# 1 = \"flat:D\""), "{job}");
    // A job beside the library says what its own tools are; one of less rank does not.
    s.write("gouge.toml", "tools_from = 'flat.json'\n");
    assert_eq!(s.gouge(&[&start[..], &["--tools", "taper.json"]].concat()).code, 3);
    s.write("gouge.toml", "tools_from = 'taper.json'\n[tools]\n1 = 'flat:4'\n");
    assert_eq!(s.gouge(&start).code, 0);
}

/// Names of files in a library were written to the table as they stood, where they mean the files
/// beside that: another mill of the same name, or none. Of two folders' mills of one name the first
/// counted.
#[test]
fn a_table_names_the_files_of_the_libraries_that_it_is_made_of() {
    let s = Scene::new();
    for (folder, radius) in [("a", 2), ("b", 3)] {
        std::fs::create_dir(s.path(folder)).unwrap();
        s.write(
            &format!("{folder}/mill.txt"),
            format!("start 0 0\nline {radius} 0\nline {radius} 30\n"),
        );
        s.write(&format!("{folder}/tools.json"), r#"{"1": "profile:mill.txt", "2": "ball:2"}"#);
    }
    s.write("mill.txt", "start 0 0\nline 1 0\nline 1 30\n");
    let one = s.gouge(&["tools", "import", "a/tools.json", "-o", "shop.toml"]);
    assert_eq!(one.code, 0, "{}", one.err);
    let table = std::fs::read_to_string(s.path("shop.toml")).unwrap();
    let mill = std::path::Path::new("a").join("mill.txt");
    assert!(table.contains(&format!("1 = \"profile:{}\"", mill.display())), "{table}");
    let both = s.gouge(&["tools", "import", "a/tools.json", "b/tools.json"]);
    assert!(both.err.contains("T1 not used: it is profile:a"), "{}", both.err);
    assert!(both.out.contains("\n2 = ") && !both.out.contains("\n1 = "), "{}", both.out);
}

/// Of two offsets of one name, and of two tool tables, one counted without a word.
#[test]
fn what_is_declared_twice_is_refused() {
    let s = Scene::new();
    s.write("a.nc", "G21 G90\nT1 M6\nG0 X10 Y10 Z15\nM30\n");
    let start = ["check", "block.stl", "a.nc", "--start=0,0,50", "--tool", "1=ball:4"];
    let refused = |more: &[&str], part: &str| {
        let run = s.gouge(&[&start[..], more].concat());
        assert!(run.code == 2 && run.err.contains(part), "{}", run.err);
    };
    refused(&["--offset", "G55=1,2,3", "--offset", "g55=4,5,6"], "--offset declares G55 twice");
    s.write("a.tbl", "T1 Z50\n");
    s.write("b.tbl", "T1 Z60\n");
    refused(&["--tools", "a.tbl", "--tools", "b.tbl"], "a.tbl and b.tbl: two tool tables");
    s.write("gouge.toml", "[offsets]\nG55 = [1, 2, 3]\ng55 = [4, 5, 6]\n");
    refused(&[], "G55 is declared twice");
}

/// What a library did not say of a tool that was used was a warning alone: the verdict was
/// clean without a word about it.
#[test]
fn what_is_assumed_of_a_library_tool_counts_in_the_verdict() {
    let s = Scene::new();
    s.write("a.nc", "G21 G90\nT1 M6\nG0 X10 Y10 Z15\nM30\n");
    s.write("a.csv", "T,kind,DC,LCF,OAL\n1,ball,4,10,60\n");
    let start = ["check", "block.stl", "a.nc", "--start=0,0,50"];
    let bare = s.gouge(&[&start[..], &["--tool", "1=ball:4;len=10"]].concat()).out;
    let told = s.gouge(&[&start[..], &["--tools", "a.csv"]].concat()).out;
    assert!(bare.contains("under 1 assumption"), "{bare}");
    assert!(told.contains("under 3 assumptions"), "{told}");
    assert!(told.contains("T1 states no shank diameter: taken without shank"), "{told}");
}

/// A list that states no unit was read in millimetres without a word, under an inch program as well:
/// a mill of a quarter of an inch was 0.25 mm wide and clean.
#[test]
fn the_unit_that_a_list_does_not_state_is_an_assumption() {
    let s = Scene::new();
    s.write("a.nc", "G20 G90\nT1 M6\nG0 X0.4 Y0.4 Z0.7\nM30\n");
    let check = ["check", "block.stl", "a.nc", "--start=0,0,50", "--format", "json", "--tools"];
    let taken = "T1 is taken in mm: the list states no unit";
    for (file, text) in [
        ("a.csv", "T,kind,DC\n1,flat,0.25\n2,flat,6\n"),
        ("a.json", r#"{"1": {"kind": "flat", "d": 0.25}}"#),
    ] {
        s.write(file, text);
        let told = s.gouge(&[&check[..], &[file]].concat()).out;
        assert!(told.contains(taken), "{told}");
        s.write("report.json", &told);
        assert_eq!(s.gouge(&["recheck", "report.json"]).code, 0);
    }
    assert!(s.gouge(&["tools", "show", "a.csv"]).out.contains("T1, T2 are taken in mm"));
    s.write("a.csv", "T,kind,DC,unit\n1,flat,0.25,inch\n");
    assert!(!s.gouge(&[&check[..], &["a.csv"]].concat()).out.contains("states no unit"));
}

/// The table of an inch machine was read in millimetres, without a word: a tool 3 inches long was 3
/// mm long.
#[test]
fn a_tool_table_has_a_unit() {
    let s = Scene::new();
    s.write("a.nc", "G20 G90\nT2 M6\nG43 H1\nG0 X0.4 Y0.4 Z2\nG1 Z1.9 F10\nM30\n");
    s.write("tool.tbl", "\u{feff}T1 Z2 D0.25\nT2 Z3 D0.25\n");
    let start = ["check", "block.stl", "a.nc", "--start=0,0,100", "--tool", "2=ball:6.35"];
    let with = |more: &[&str]| {
        s.gouge(&[&start[..], &["--tools", "tool.tbl", "--format", "json"], more].concat()).out
    };
    let taken = with(&[]);
    assert!(taken.contains("the tool table is in mm") && taken.contains("\"T012\""), "{taken}");
    assert!(taken.contains("--table-units inch"), "{taken}");
    let stated = with(&["--table-units", "inch"]);
    assert!(!stated.contains("the tool table is in mm") && !stated.contains("T012"), "{stated}");
    assert!(stated.contains("\"tool_table_units\":\"inch\""), "{stated}");
    s.write("report.json", &stated);
    let again = s.gouge(&["recheck", "report.json"]);
    assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    s.write("report.json", &taken);
    assert_eq!(s.gouge(&["recheck", "report.json"]).code, 0);
    let moved =
        |more: &[&str]| s.gouge(&[&["motions", "a.nc", "--tools", "tool.tbl"], more].concat()).out;
    assert_eq!(moved(&[]), moved(&["--table-units", "mm"]));
}

/// Tools that `--tool` refuses were written to a table as if they were sound.
#[test]
fn a_library_shows_which_of_its_tools_are_none() {
    let s = Scene::new();
    s.write("a.json", r#"{"1": "bull:10,7", "2": "ball:4"}"#);
    let info = s.gouge(&["info", "a.json"]).out;
    assert!(info.contains("T1 is not a valid tool: "), "{info}");
    let table = s.gouge(&["tools", "import", "a.json"]);
    assert!(!table.out.contains("\n1 = ") && table.out.contains("\n2 = "), "{}", table.out);
    assert!(table.err.contains("warning[T022]: T1 not used: "), "{}", table.err);
}

/// Of two comments on one tool the last counted, for motions before it as well: a 24 mm mill was
/// 10 mm wide and clean.
#[test]
fn a_tool_that_two_comments_describe_differently_is_not_taken_over() {
    let s = Scene::new();
    let comment = |d: u32| format!("(T1 D={d}. CR=0. - ZMIN=-10. - flat end mill)\n");
    let program = |first: u32| {
        let cut = "T1 M6\nG0 X10 Y10 Z15\n";
        format!("(mill)\nG21 G90\n{}{cut}M0\n{}{cut}M30\n", comment(first), comment(10))
    };
    let run = |first: u32, more: &[&str]| {
        s.write("a.nc", program(first));
        s.gouge(&[&["check", "block.stl", "a.nc", "--start=0,0,50"], more].concat())
    };
    let two = run(24, &[]);
    let what = "warning[T022]: T1 not used: it is flat:24 in the comment on line 3 and flat:10 \
                in that on line 7; --tool settles it";
    let (code, out) = (two.code, two.out.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!(code, 3, "{out}");
    assert!(out.contains(what) && out.contains("T1 is not declared"), "{out}");
    assert!(out.contains("the comments on lines 3 and 7 contradict each other"), "{out}");
    assert_eq!(run(10, &[]).code, 0);
    let declared = run(24, &["--tool", "1=flat:10"]);
    assert_eq!(declared.code, 0, "{}", declared.out);
    assert!(declared.out.contains("diameter 24 mm, but 10 mm is declared"), "{}", declared.out);
}

/// A comment that names more than is read of it described a tool without that: the shank of 12 mm on
/// a mill of 3 was not there, a bull nose was flat, a V bit straight.
#[test]
fn a_tool_is_taken_from_a_comment_that_is_read_whole() {
    let s = Scene::new();
    let run = |comment: &str| {
        s.write("a.nc", format!("({comment})\nG21 G90\nT3 M6\nG0 X10 Y10 Z15\nM30\n"));
        let run = s.gouge(&["check", "block.stl", "a.nc", "--start=0,0,50"]);
        (run.code, run.out.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    for (comment, words) in [
        ("T3 3MM FLAT 12MM SHANK", "12mm shank"),
        ("T3 1MM FLAT 30 DEG V", "30 deg v"),
        ("T3 10MM BULL", "bull"),
    ] {
        let (code, out) = run(comment);
        let what = format!("T3 not used: this comment says `{words}`, which is not understood");
        assert!(code == 3 && out.contains(&what) && out.contains("--tool 3=SPEC"), "{out}");
        assert!(out.contains("'3=flat:D'"), "{out}");
    }
    for comment in ["T3 4MM BULL NOSE R1", "T3 4MM END MILL R1", "T3 4MM BULL NOSE 1MM RAD"] {
        let (code, out) = run(comment);
        assert!(code == 0 && out.contains("bull nose"), "{out}");
    }
}

/// A report named the job's own tool and library, though a library that was typed took their place.
#[test]
fn what_a_typed_library_takes_the_place_of_is_not_named_as_the_jobs() {
    let s = Scene::new();
    s.write("a.nc", "G21 G90\nT1 M6\nG0 X10 Y10 Z15\nM30\n");
    s.write("one.toml", "[tools]\n1 = 'flat:1'\n");
    s.write("unread.json", r#"{"1": {"kind": "tapered mill", "d": 4}}"#);
    s.write("six.toml", "[tools]\n1 = 'flat:6'\n");
    s.write("more.toml", "[tools]\n1 = 'flat:6'\n2 = 'flat:8'\n");
    let values = |job: &str, typed: &[&str]| {
        s.write("gouge.toml", format!("part = 'block.stl'\nprogram = 'a.nc'\n{job}"));
        let base = ["check", "--start=0,0,50", "--format", "json"];
        let run = s.gouge(&[&base[..], typed].concat());
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let values = report["job"]["values"].as_object().unwrap();
        values.keys().filter(|key| key.starts_with("tools")).cloned().collect::<Vec<_>>()
    };
    let own = "[tools]\n1 = 'flat:6'\n";
    assert_eq!(values(own, &[]), ["tools.1"]);
    assert!(values(own, &["--tool", "1=flat:1"]).is_empty());
    assert!(values(own, &["--tools", "one.toml"]).is_empty());
    assert!(values(own, &["--tools", "unread.json"]).is_empty());
    assert_eq!(values("tools_from = 'six.toml'\n", &[]), ["tools_from"]);
    assert!(values("tools_from = 'six.toml'\n", &["--tools", "one.toml"]).is_empty());
    assert_eq!(values("tools_from = 'more.toml'\n", &["--tools", "one.toml"]), ["tools_from"]);
    s.write("gouge.toml", own);
    let base = ["check", "block.stl", "a.nc", "--start=0,0,50", "--tools", "one.toml"];
    let told = s.gouge(&base).out;
    assert!(told.contains("job file gouge.toml: no value of it is used"), "{told}");
}

/// Of two comments on one line only the last was read: a 30 mm mill was 8 mm wide and clean.
#[test]
fn two_comments_on_a_line_that_contradict_each_other_describe_no_tool() {
    let s = Scene::new();
    for line in [
        "(T1 30 MM FLAT END MILL) (T1 8 MM FLAT END MILL)",
        "(T1 30 MM FLAT END MILL) ; T1 8 MM FLAT END MILL",
    ] {
        s.write("a.nc", format!("{line}\n{}", clean_program()));
        let run = s.gouge(&["check", "block.stl", "a.nc", "--start=0,0,50"]);
        assert_eq!(run.code, 3, "{line}: {}", run.out);
        assert!(run.out.contains("flat:30 in the comment on line 1"), "{}", run.out);
    }
}
