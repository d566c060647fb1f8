//! Hostile and unlucky input: every run ends, in bounded memory, with a message.

use std::ops::ControlFlow;

use gouge_nc::{
    Dialect, Event, Interpreter, Options, ParameterFile, Refusal, Source, Summary, ToolTable,
};

fn refusals(source: &Source, options: Options) -> (Vec<Refusal>, Summary) {
    let mut all = Vec::new();
    let summary = Interpreter::new(options).run(source, |event| {
        if let Event::Refusal(refusal) = event {
            all.push(refusal);
        }
        ControlFlow::Continue(())
    });
    (all, summary)
}

fn of_text(text: impl Into<Vec<u8>>) -> (Vec<Refusal>, Summary) {
    refusals(&Source::from_bytes("test", text), Options::default())
}

#[test]
fn a_lone_carriage_return_ends_a_line() {
    for end in ["\r", "\n", "\r\n", "\r\r\n"] {
        let text = ["G21 G90", "G0 X1 (a", "G0 X2", "M2", ""].join(end);
        let source = Source::from_bytes("test", text);
        let options = Options { dialect: Dialect::Mach3, ..Options::default() };
        let (refused, summary) = refusals(&source, options);
        let places: Vec<_> = refused.iter().map(|r| (r.span.line, r.code)).collect();
        assert_eq!((places, summary.lines), (vec![(2, "P104")], 4), "{end:?}");
    }
}

#[test]
fn utf_16_is_named() {
    for mark in [false, true] {
        let units = "\u{feff}G0 X1\nM2\n".encode_utf16().skip(usize::from(!mark));
        for bytes in [
            units.clone().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
            units.flat_map(u16::to_be_bytes).collect(),
        ] {
            let (refused, _) = of_text(bytes);
            assert_eq!(refused.len(), 1);
            assert!(refused[0].message.contains("UTF-16"), "{}", refused[0].message);
        }
    }
}

#[test]
fn a_line_without_end_is_refused_once() {
    let (refused, _) = of_text(format!("G0 X1\n({}\nM2\n", "x".repeat(3_000_000)));
    assert_eq!(refused.iter().map(|r| r.code).collect::<Vec<_>>(), ["P106"]);
    if let Ok(zeros) = Source::open("/dev/zero") {
        let (refused, _) = refusals(&zeros, Options::default());
        assert_eq!(refused.len(), 1, "{refused:?}");
    }
}

#[test]
fn a_loop_that_goes_nowhere_is_refused_by_its_lines() {
    let (refused, _) =
        of_text("G21 G0 X1\n(a)\no1 repeat [1000000000]\n#1=[#1+1]\no1 endrepeat\nM2\n");
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].code, "P503");
    assert!(refused[0].message.contains("from line 3 to line 5"), "{}", refused[0].message);
}

#[test]
fn subprogram_names_stay_inside_their_folders() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir_all(inside.join("deeper")).unwrap();
    let sub = |name: &str| format!("o<{name}> sub\nG0 X5\no<{name}> endsub\nM2\n");
    std::fs::write(folder.path().join("secret.ngc"), sub("secret")).unwrap();
    std::fs::write(inside.join("deeper/near.ngc"), sub("near")).unwrap();
    let run = |name: &str| {
        let options = Options { program_folder: Some(inside.clone()), ..Options::default() };
        let source = Source::from_bytes("test", format!("G21\no<{name}> call\nM2\n"));
        refusals(&source, options)
    };
    let (refused, summary) = run("deeper/near");
    assert_eq!((refused.len(), summary.motions), (0, 1), "{refused:?}");
    let absolute = folder.path().join("secret").display().to_string();
    for name in ["../secret", "deeper/../../secret", &absolute] {
        let (refused, summary) = run(name);
        assert_eq!((refused.len(), summary.motions), (1, 0), "{name}");
        assert_eq!(refused[0].code, "P502");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path().join("secret.ngc"), inside.join("link.ngc"))
            .unwrap();
        assert_eq!(run("link").0.len(), 1);
    }
}

/// Every reader on every dialect: nothing panics, everything ends. More with `GOUGE_FUZZ=N`.
#[test]
fn spliced_bytes_end_in_every_dialect() {
    let corpus: [&[u8]; 6] = [
        b"G21 G90\nG0 X1 Y2 Z3\nG1 Z-1 F100\nG2 X5 Y5 I2 J0\nM2\n",
        b"%\nO1\nG65 P2 A1.\n#1=[#2+SIN[30]]\nIF [#1 GT 2] GOTO 10\nN10 M98 P2\nM99\n%\n",
        b"o1 sub\n#<a>=[#1 ** 2]\no2 while [#<a> gt 0]\n#<a>=[#<a>-1]\no2 endwhile\no1 endsub\no1 call [3]\n",
        b"T1 M6 G43 H1\nG41.1 D2 X1\nG3 X3 Y3 R2\nG40\nG83 X1 Z-5 R1 Q.1 L3\nG5.2 X1 P1\nG5.3\n",
        b"G18 G7\nG71 Q5 I1\nG76 P1 Z-9 I-1 J.1 K1\nG10 L2 P1 R30\nG92 X0\nM70\nM72\n",
        b"G68 X0 Y0 R30\nG51 X0 P2.\nG16\nG81 X1 R1 Z-1\nG66 P1\nG28 X0\nG29 X1\n\xff\xfe\x00\r\r\n",
    ];
    let mut random = gouge_random::Random::new(16);
    for _ in 0..gouge_random::inputs(2_000) {
        let text = random.mutated(&corpus);
        let options = Options {
            dialect: Dialect::ALL[random.below(5)],
            start: [[None; 3], [Some(0.0); 3]][random.below(2)],
            max_motions: 500,
            max_idle_jumps: 500,
            ..Options::default()
        };
        let _ = refusals(&Source::from_bytes("fuzz", text), options);
    }
}

/// Tool tables and parameter files end with what they hold or a sentence.
#[test]
fn tables_of_the_control_end() {
    let corpus: [&[u8]; 3] = [
        b"T1 P1 Z50.0 D6.0 ; ball\nt2 p2 z-12.5 d.5 I5 J-3 Q9\n; nothing\n",
        b"5220\t1.0\n5221\t25.4\n5222 -3e2\n5161 0\n",
        b"POC FMS LEN DIAM COMMENT\n1 1 0.5 0.25 mill\n",
    ];
    let mut random = gouge_random::Random::new(17);
    for _ in 0..gouge_random::inputs(2_000) {
        let text = String::from_utf8_lossy(&random.mutated(&corpus)).into_owned();
        let tools = ToolTable::parse("a.tbl", &text, 25.4).ok();
        let parameters = ParameterFile::parse("a.var", &text).ok();
        let options = Options { tools, parameters, max_motions: 50, ..Options::default() };
        let program = "G21 G90\nT1 M6\nG43 H2\nG41 D1\nG1 X5 F1\nG40 X0\nM2\n";
        let _ = refusals(&Source::from_bytes("fuzz", program), options);
    }
}
