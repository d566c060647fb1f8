//! `check --budget`: what is proved in time, and the rest unknown.

use serde_json::Value;

use super::scene::{Scene, clean_program, gouging_program};

fn args<'a>(program: &'a str, extra: &[&'a str]) -> Vec<&'a str> {
    let base = ["check", "block.stl", program, "--tool", "1=ball:6;len=8;shank=8,30"];
    [&base[..], &["--start=0,0,50", "--format", "json", "--no-run"], extra].concat()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn without_time_nothing_is_proved_and_nothing_is_called_clean() {
    let s = Scene::new();
    s.write("clean.nc", clean_program());
    s.write("gouge.nc", gouging_program(0.5));
    for program in ["clean.nc", "gouge.nc"] {
        let run = s.gouge(&args(program, &["--budget", "0"]));
        assert_eq!(run.code, 3, "{}", run.err);
        let report = json(&run.out);
        let motions = report["coverage"]["motions"].as_u64().unwrap();
        assert_eq!(report["verdict"], "unknown");
        for (field, count) in [("unknown", motions), ("checked", 0), ("clean", 0), ("gouging", 0)] {
            assert_eq!(report["coverage"][field], count, "{field}");
        }
        let undecided = &report["undecided"][0];
        assert_eq!((&undecided["code"], &undecided["motions"]), (&"G014".into(), &motions.into()));
        let open = undecided["open"].as_array().unwrap();
        assert_eq!(open.len() as u64, motions);
        // Nothing was asked of the hierarchy: the bound is the size of the widest component.
        assert!(open.iter().all(|o| o["bound_mm"] == 4.0), "{open:?}");
    }
}

#[test]
fn with_time_enough_the_report_is_the_same() {
    let s = Scene::new();
    let arcs = "G21 G90 G17\nT1 M6\nG0 Z30\nG0 X10 Y10\nG1 Z9.6\nG3 X30 I10 J0\nG2 X10 I-10 J0\n\
                G0 Z30\nG0 X-20\nM30\n";
    s.write("clean.nc", clean_program());
    s.write("gouge.nc", gouging_program(0.5));
    s.write("arcs.nc", arcs);
    s.write("lines.nc", rows());
    for program in ["clean.nc", "gouge.nc", "arcs.nc", "lines.nc"] {
        let run = |extra: &[&str]| s.gouge(&args(program, &[&["--moves"], extra].concat()));
        let (free, timed) = (run(&[]), run(&["--budget", "1000min"]));
        assert_eq!((free.code, &free.out), (timed.code, &timed.out), "{program}");
    }
}

/// Whatever the time is, the verdicts that come are those of the full check.
#[test]
fn what_is_proved_in_time_stands() {
    let s = Scene::new();
    s.write("rows.nc", rows());
    let verdicts = |extra: &[&str]| -> Vec<String> {
        let run = s.gouge(&args("rows.nc", &[&["--moves"], extra].concat()));
        let report = json(&run.out);
        let list = report["motions"].as_array().unwrap();
        let open = report["undecided"][0]["open"].as_array().cloned().unwrap_or_default();
        let bounds: Vec<f64> = open.iter().map(|o| o["bound_mm"].as_f64().unwrap()).collect();
        assert!(bounds.is_sorted_by(|a, b| a >= b), "{bounds:?}");
        list.iter().map(|m| m["verdict"].as_str().unwrap().to_owned()).collect()
    };
    let full = verdicts(&[]);
    assert!(full.iter().any(|v| v == "gouge") && full.iter().any(|v| v == "clean"));
    for time in ["1ms", "10ms", "30ms", "100ms"] {
        for (i, (known, is)) in full.iter().zip(verdicts(&["--budget", time])).enumerate() {
            assert!(is == "unknown" || is == *known, "{time}, motion {i}: {is}, not {known}");
        }
    }
}

/// Rows over the block, every seventh of them 0.2 mm too low.
fn rows() -> String {
    let mut text = "G21 G90 G17\nT1 M6\nG0 Z30\nG0 X5 Y1\nG1 Z10 F300\n".to_owned();
    for row in 0..200 {
        let (y, x) = (1.0 + 0.09 * f64::from(row), if row % 2 == 0 { 35 } else { 5 });
        let z = if row % 7 == 3 { 9.8 } else { 10.0 };
        text += &format!("G1 Y{y:.2} Z{z}\nG1 X{x}\n");
    }
    text + "G0 Z30\nM30\n"
}
