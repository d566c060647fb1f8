use super::*;

fn note(text: &str, program: Units) -> Option<ToolNote> {
    parse(text.as_bytes(), Span::default()).map(|note| note.settle(program, 7))
}

#[test]
fn reads_what_cam_systems_write() {
    let fusion = note("T1  D=6.35 CR=0.5 - ZMIN=-19.8 - flat end mill", Units::Mm).unwrap();
    assert_eq!((fusion.number, fusion.diameter), (1, Some(6.35)));
    assert_eq!(fusion.corner_radius, Some(0.5));
    assert_eq!(fusion.kind.as_deref(), Some("flat end mill"));

    assert_eq!(fusion.lowest, Some(-19.8));
    let drill = note("T2 D=8. CR=0. TAPER=118deg - ZMIN=-5. - drill", Units::Mm).unwrap();
    assert_eq!(drill.point_angle, Some(118f64.to_radians()));

    let fraction = note("T3| 1/4 FLAT ENDMILL|H0", Units::Mm).unwrap();
    assert_eq!((fraction.number, fraction.diameter), (3, Some(6.35)));

    let bull = note("T2| 1/2 BULL ENDMILL 0.125 RAD|H0", Units::Inch).unwrap();
    assert_eq!((bull.diameter, bull.corner_radius), (Some(12.7), Some(3.175)));

    let metric = note("T3|6MM EM|H0", Units::Inch).unwrap();
    assert_eq!(metric.diameter, Some(6.0));

    let face = note("T15|2\" FACE MILL|H313", Units::Mm).unwrap();
    assert_eq!(face.diameter, Some(50.8));

    let old = note("TOOL - 1 DIA. OFF. - 41 LEN. - 1 DIA. - 12.", Units::Mm).unwrap();
    assert_eq!((old.number, old.diameter), (1, Some(12.0)));

    let fabex = note("Tool: D = 3.0 mm  type END flutes 2", Units::Mm).unwrap();
    assert_eq!((fabex.number, fabex.diameter), (7, Some(3.0)));

    let words = note(" TOOL: T1 = 10.0 dia. ENDMILL", Units::Mm).unwrap();
    assert_eq!((words.number, words.diameter), (1, Some(10.0)));
}

/// The first number after the tool's was its diameter, whatever it counted: "3 flute 6mm flat
/// end mill" was 3 mm wide and clean.
#[test]
fn a_number_of_flutes_is_no_diameter() {
    let wide = |text: &str| note(text, Units::Mm).and_then(|note| note.diameter);
    for text in [
        "T1 3 flute 6mm flat end mill",
        "T1 3FL 6mm end mill",
        "T1 2-flute end mill 6mm",
        "T1 2F endmill 6mm",
        "T1 2x 6mm end mill",
        "T1 2 mm deep, 6mm end mill",
        "T1 4 FLUTE ENDMILL D6",
        "T1 60deg V-bit",
        "T1 90 degree chamfer mill 6mm",
    ] {
        assert_eq!(wide(text), None, "{text}");
    }
    for (text, told) in [
        ("T1 6,35mm end mill", 6.35),
        ("T1 6mm 3 flute end mill", 6.0),
        ("T1 6 flat end mill", 6.0),
        ("T1 - 6. ENDMILL", 6.0),
        ("T1|6MM 4FL EM|H1", 6.0),
        ("T1 D=6,5 CR=0 - flat end mill", 6.5),
    ] {
        assert_eq!(wide(text), Some(told), "{text}");
    }
}

/// A taper was a tap, and so as wide as its tip.
#[test]
fn what_is_wider_than_its_diameter_is_called_so() {
    let kind = |text: &str| note(text, Units::Mm).and_then(|note| note.kind);
    assert_eq!(kind("T1| 1/4 TAPER BALL|H1").as_deref(), Some("taper"));
    assert_eq!(kind("T1 D=6. CR=0. TAPER=3deg - tapered mill").as_deref(), Some("taper"));
    assert_eq!(kind("T1 D=6. TAPER=118deg - drill").as_deref(), Some("drill"));
    assert_eq!(kind("T1 D=6. - tap right hand").as_deref(), Some("tap"));
    assert_eq!(kind("T1 D=20. - t-slot end mill").as_deref(), Some("t-slot"));
}

#[test]
fn leaves_other_comments_alone() {
    for text in
        ["Tom Kramer", "This is a test", "TOOL/MILL,0.1,0.05,0.000,0", "Top of stock at Z=2"]
    {
        assert_eq!(note(text, Units::Mm), None, "{text}");
    }
}

#[test]
fn an_inch_diameter_in_a_metric_program_is_odd() {
    let parsed = |text: &str| parse(text.as_bytes(), Span::default()).unwrap();
    assert!(parsed("T1 D=0.25 CR=0 - flat end mill").oddity(Units::Mm).is_some());
    assert!(parsed("T1 D=6. CR=0 - flat end mill").oddity(Units::Inch).is_some());
    assert!(parsed("T1 D=6. CR=0 - flat end mill").oddity(Units::Mm).is_none());
    let doubtful = |text: &str| note(text, Units::Mm).unwrap().doubtful;
    assert!(doubtful("T1 D=0.25 CR=0 - flat end mill"));
    assert!(!doubtful("T1 D=6. CR=0 - flat end mill"));
}

/// `1 1/4 in` was tool 1, a quarter of an inch wide, and `1.1/4` 0.275 inches: both cut clean.
#[test]
fn a_mixed_fraction_is_not_taken_for_a_smaller_diameter() {
    for text in ["Tool: 1 1/4 in Carbide End Mill", "TOOL 1-1/4 in end mill"] {
        assert_eq!(note(text, Units::Mm).unwrap().unread, ["1 1/4"], "{text}");
    }
    for text in ["T1 1.1/4 in End Mill", "T1 1 1/4 in End Mill", "T1 1-1/4 in End Mill"] {
        let note = note(text, Units::Mm).unwrap();
        assert!(note.diameter.is_none() || !note.unread.is_empty(), "{text}: {note:?}");
    }
    for text in ["T1 1/4 in End Mill", "TOOL 1 - 1/4 END MILL", "TOOL 12 1/4 END MILL"] {
        let note = note(text, Units::Mm).unwrap();
        assert_eq!((note.diameter, note.unread.len()), (Some(6.35), 0), "{text}");
    }
}

/// A flat end mill with a radius of half its diameter was a ball, and cut clean.
#[test]
fn a_square_end_with_a_corner_radius_is_not_understood() {
    for text in [
        "T1 6MM FLAT END MILL R3",
        "T1 D=6. CR=3. - flat end mill",
        "T1 6MM SQUARE ENDMILL R1",
        "T1 D=6 R1 SQUARE",
    ] {
        assert!(!note(text, Units::Mm).unwrap().unread.is_empty(), "{text}");
    }
    for text in ["T1 D=6. CR=0. - flat end mill", "T1 6MM SQUARE ENDMILL", "T1 6MM ENDMILL R1"] {
        assert!(note(text, Units::Mm).unwrap().unread.is_empty(), "{text}");
    }
}

/// A figure that was equal to one already read, a word of shape that was not known and a unit that
/// stood apart were passed over: tools narrower than they are cut clean.
#[test]
fn what_makes_a_tool_wider_than_its_figures_is_not_passed_over() {
    for text in [
        "T1 D=6. CR=3. TA=3. - BALL END MILL",
        "T1 D=6. CR=0. DMAX=6 - flat end mill",
        "T1: 3MM BALL ENDMILL 3 TPR",
        "T1: 1MM ENDMILL TIP DIA 1IN",
        "T1: 6MM FLAT/BALL ENDMILL",
        "T1: 6MM BALL ENDMILL, NOW FLAT",
        "T1: 1/8 TAP NPT",
        "T1 D=6. TAPER=118DEG - STEP DRILL",
        "T1 D=6. TAPER=118DEG - SUBLAND DRILL",
        "T1: 6MM SPECIAL FORM",
        "T1 = D10",
        "T1: KUGELFRAESER D10",
        "T1 SHANK DIA 12MM",
    ] {
        assert!(!note(text, Units::Mm).unwrap().unread.is_empty(), "{text}");
    }
    for text in ["Tool: D = 3.0 mm type BALLCONE flutes 2", "Tool: D = 3.0 mm type CYLCONE"] {
        assert_eq!(note(text, Units::Mm).unwrap().kind.as_deref(), Some("cone"), "{text}");
    }
    for text in ["T1: .500 ENDMILL INCH", "T1 D=.5 CR=0. UNIT=INCH - FLAT END MILL"] {
        assert_eq!(note(text, Units::Mm).unwrap().diameter, Some(12.7), "{text}");
    }
    let twice = note("T1 | 1/2 INCH FLAT ENDMILL | TOOL DIA. - .5", Units::Mm).unwrap();
    assert_eq!((twice.diameter, twice.unread.len()), (Some(12.7), 0));
    for text in [
        "T1 M6",
        "T1 H1 D1",
        "T1 RPM 8000",
        "T1",
        "T1 CYCLE TIME 12:30",
        "T1 PRODUCT ID 12345",
        "T1 ZERO AT TOP CENTER OF STOCK",
    ] {
        assert_eq!(note(text, Units::Mm), None, "{text}");
    }
}

/// Plain mills were not taken since `CENTER` told of a shape and the last figure was a kind.
#[test]
fn what_most_mills_are_called_does_not_rule_them_out() {
    for text in [
        "T1 6MM END MILL CENTER CUTTING",
        "T1 D=6. CR=0. - flat end mill, centre cutting",
        "TOOL - 1 DIA. OFF. - 1 LEN. - 1 DIA. - 6.",
        "T1 DIA 6.0",
    ] {
        let note = note(text, Units::Mm).unwrap();
        assert_eq!((note.diameter, note.unread.len()), (Some(6.0), 0), "{text}: {note:?}");
    }
    assert_eq!(note("TOOL - 1 DIA. OFF. - 1 LEN. - 1 DIA. - 6.", Units::Mm).unwrap().kind, None);
}

/// What stands beside a tool in the same block is about it, too.
#[test]
fn comments_of_one_block_are_read_together() {
    let read = |comments: &[&str]| {
        let comments: Vec<_> = comments.iter().map(|c| (c.as_bytes(), Span::default())).collect();
        of_block(&comments, None).map(|note| note.unread.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(read(&["T1 6MM END MILL", "SHANK 12MM"]), ["shank 12mm"]);
    assert_eq!(read(&["TAPERED 10 DEG", "T1 6MM BALL"]), ["tapered 10 deg"]);
    assert_eq!(read(&["T1 6MM BALL", "ROUGHING"]), [""]);
    assert_eq!(read(&["T1 6MM BALL", "T2 8MM BALL"]), ["", ""]);
}

/// `T1 M6 (10MM ENDMILL)` told nothing: the tool had to be declared, and a header that said something
/// else was believed.
#[test]
fn a_comment_beside_the_word_of_a_tool_describes_it() {
    let read = |comment: &str| {
        let notes: Vec<_> = of_block(&[(comment.as_bytes(), Span::default())], Some(4)).collect();
        notes.into_iter().map(|note| note.settle(Units::Mm, 7)).next()
    };
    for (text, wide) in [
        ("10MM ENDMILL", 10.0),
        ("1/2 FLAT END MILL", 12.7),
        ("6MM HSS END MILL", 6.0),
        ("6MM BALL", 6.0),
        ("50MM FACEMILL", 50.0),
        ("D=8. CR=0. - flat end mill", 8.0),
    ] {
        let note = read(text).unwrap();
        assert_eq!((note.number, note.diameter, note.unread), (4, Some(wide), vec![]), "{text}");
    }
    assert_eq!(read("T5 10MM ENDMILL").unwrap().number, 5);
    assert_eq!(read("10MM ENDMILL 12MM SHANK").unwrap().unread, ["12mm", "shank"]);
    for text in [
        "10MM FLAT BOTTOM POCKET",
        "10MM DEEP POCKET",
        "FINISH - BOTTOM",
        "ROUND BOSS",
        "REPLACES 10MM ENDMILL",
        "NEXT TOOL IS A DRILL",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

/// An oversize mill was one of its nominal diameter, and clean.
#[test]
fn a_mill_that_is_oversize_is_none_of_its_diameter() {
    assert_eq!(note("T1 6MM END MILL OVERSIZE", Units::Mm).unwrap().unread, ["oversize"]);
    assert_eq!(note("T1 6MM END MILL UNDERSIZED", Units::Mm).unwrap().unread, ["undersized"]);
}

/// `T1-3`, tools 1 to 3, was a flat mill of 3 mm, and CamBam's `T0 : 3.175` one whatever it was.
#[test]
fn a_number_alone_is_no_tool() {
    for text in ["T1-3", "T1 -3", "T1: 4", "T1 2", "T1 2019", " T0 : 3.175 ", "T1 | 3"] {
        assert_eq!(note(text, Units::Mm), None, "{text}");
    }
    for text in ["T1 3mm", "T1 1/8", "T1 DIA 3", "T1| 3. FLAT ENDMILL"] {
        assert!(note(text, Units::Mm).unwrap().diameter.is_some(), "{text}");
    }
}
