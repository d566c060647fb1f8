//! Figures under headings, units, offsets and kinds that say more than is read.

use super::{fusion, library, listed, read};

/// Columns in other words than the expected ones were passed over: a chamfer mill with a tip of 2
/// mm was a point, a taper of 5 degrees straight, a shank of 20 mm not there, each clean.
#[test]
fn a_column_that_tells_of_a_shape_is_read_or_keeps_the_tool_out() {
    let tip = |name: &str, figure: &str| {
        listed("a.csv", &format!("T,kind,DC,TA,{name}\n1,chamfer,10,45,{figure}\n"))
    };
    for name in ["tip dia", "tip_dia", "TipDia", "tip diameter (mm)"] {
        assert_eq!(tip(name, "2"), "chamfer:2,45,10", "{name}");
    }
    assert_eq!(tip("tip radius", "1"), "chamfer:2,45,10");
    assert_eq!(tip("tip", "0"), "chamfer:0,45,10");
    assert!(tip("vendor", "us").contains("it states no diameter of its tip"));
    assert!(tip("tip", "-").contains("it states no diameter of its tip"));
    let json = r#"[{"T": 1, "kind": "flat", "DC": 10, "taperAngle": 5}]"#;
    let taper = listed("a.json", json);
    assert!(taper.contains("not used: its `taperAngle` is `5`"), "{taper}");
    assert!(taper.contains("`gouge help tools` names those that are"), "{taper}");
    assert_eq!(listed("a.json", &json.replace('5', "0")), "flat:10");
    let shank = "T,kind,DC,LCF,shank dia,overall\n1,flat,10,20,20,60\n";
    assert_eq!(listed("a.csv", shank), "flat:10;len=20;shank=20,20,40");
    let more = "T,kind,DC,vendor,price,flutes,number of flutes,helix angle,coating\n\
                1,flat,10,us,20,3,3,30,TiN\n";
    assert_eq!(listed("a.csv", more), "flat:10");
}

/// What stood in brackets behind a name counted only where it was a unit that was known: half an
/// angle was a whole one, a radius a diameter.
#[test]
fn a_bracket_that_is_not_understood_keeps_the_tool_out() {
    let drill = |name: &str, figure: &str| {
        listed("a.csv", &format!("T,kind,DC,{name}\n1,drill,10,{figure}\n"))
    };
    assert!(drill("SIG (rad)", "2.0595").starts_with("drill:10,118.00"));
    assert_eq!(drill("SIG (deg)", "118"), "drill:10,118");
    assert!(drill("SIG (half)", "59").contains("what `half` means in the heading `SIG (half)`"));
    let flat =
        |name: &str, figure: &str| listed("a.csv", &format!("T,kind,{name}\n1,flat,{figure}\n"));
    assert_eq!(flat("DC (thou)", "500"), "flat:12.7");
    assert!(flat("DC (radius)", "5").contains("what `radius` means"));
    let bull = "T,kind,DC,RE (dia)\n1,bull,10,4\n";
    assert!(listed("a.csv", bull).contains("what `dia` means"));
    assert_eq!(listed("a.csv", "T,kind,DC,RE (dia)\n1,flat,10,0\n"), "flat:10");
}

/// The angle of a taper was left out where the kind has none: a reamer and a tap of 10 degrees came
/// as straight ones, clean, and of a face mill it was said that its type is not read.
#[test]
fn a_fusion_taper_is_used_or_keeps_the_tool_out() {
    let of = |kind: &str, taper: &str| {
        fusion(kind, &format!(r#""DC": 10, "LCF": 20, "SIG": 90, "TA": {taper}"#), "")
    };
    for kind in [
        "reamer",
        "tap right hand",
        "counter bore",
        "boring bar",
        "drill",
        "spot drill",
        "counter sink",
        "face mill",
        "flat end mill",
    ] {
        assert!(of(kind, "10").unwrap_err().contains("its flank leans (TA)"), "{kind}");
        assert!(of(kind, "-10").unwrap_err().contains("its flank leans (TA)"), "{kind}");
        assert!(of(kind, "0").is_ok() && of(kind, "null").is_ok(), "{kind}");
    }
    assert_eq!(of("counter sink", "45").unwrap().0, "drill:10,90;len=20");
    let chamfer = fusion("chamfer mill", r#""DC": 10, "LCF": 20, "TA": 45"#, "").unwrap_err();
    assert!(chamfer.contains("(tip-diameter; 0 is a point)"), "{chamfer}");
}

/// The segments of a shaft in inches were read in the millimetres of its tool.
#[test]
fn a_fusion_shaft_has_a_unit_of_its_own() {
    let shaft = |unit: &str| {
        let segment = r#"{"height": 2, "lower-diameter": 1, "upper-diameter": 1}"#;
        let more = format!(r#", "shaft": {{{unit} "segments": [{segment}]}}"#);
        fusion("flat end mill", r#""DC": 10, "LCF": 20"#, &more)
    };
    assert_eq!(shaft(r#""unit": "inches","#).unwrap().0, "flat:10;len=20;shank=25.4,25.4,50.8");
    assert_eq!(shaft("").unwrap().0, "flat:10;len=20;shank=1,1,2");
    assert!(shaft(r#""unit": "ells","#).unwrap_err().contains("ells"));
}

/// The H that a library gives a tool was not looked at: that of its number passed for its own,
/// clean, where it is another tool's length.
#[test]
fn a_fusion_tool_of_another_length_offset_is_kept_out() {
    let of = |offset: &str| {
        let text = format!(
            r#"{{"data": [{{"type": "flat end mill", "unit": "millimeters", "geometry": {{"DC": 10}},
               "post-process": {{"number": 1, "length-offset": {offset}}}}}]}}"#
        );
        listed("a.json", &text)
    };
    for own in ["1", "0", "null"] {
        assert_eq!(of(own), "flat:10", "{own}");
    }
    let other = of("7");
    assert!(
        other.contains("its length offset is H7") && other.contains("H1 is followed"),
        "{other}"
    );
    assert!(other.contains("--tool '1=flat:10'"), "{other}");
}

/// A list in inches was one in millimetres where its unit stood under another heading than `unit`,
/// or in a column that was left empty: clean.
#[test]
fn the_unit_of_a_list_is_read_or_keeps_the_tool_out() {
    let of = |name: &str, unit: &str| {
        listed("a.csv", &format!("T,kind,DC,{name}\n1,flat,0.25,{unit}\n"))
    };
    for name in ["Unit System", "UOM", "Einheit", "Measurement", "System", "Measure", "unit"] {
        assert_eq!(of(name, "inch"), "flat:6.35", "{name}");
    }
    for (name, unit) in [("Metric", "no"), ("Inch", "yes"), ("Imperial", "TRUE"), ("inch", "1")] {
        assert_eq!(of(name, unit), "flat:6.35", "{name} {unit}");
    }
    assert_eq!(of("Metric", "yes"), "flat:0.25");
    assert!(of("Metric", "partly").contains("write yes or no"));
    assert!(of("Counts in", "inch").contains("its `Counts in` is `inch`"));
    for blank in ["unit", "Metric"] {
        let told = of(blank, "");
        let what = format!("its {blank} is empty: write mm or inch in it (line 2)");
        assert!(told.contains("not used") && told.contains(&what), "{told}");
    }
    // A lone M was metres.
    assert!(of("unit", "M").contains("its unit is `m`: write mm or inch"));
    let json =
        r#"[{"T": 2, "kind": "flat", "DC": 6, "unit": "inch"}, {"T": 1, "kind": "flat", "DC": 6}]"#;
    assert!(listed("a.json", json).contains("its unit is empty"));
    assert_eq!(listed("a.csv", "T,kind,DC (in),unit\n1,flat,0.25,\n"), "flat:6.35");
    let both = listed("a.csv", "T,kind,DC,unit,Metric\n1,flat,6,mm,no\n");
    assert!(both.contains("its Metric contradicts another column for the unit"), "{both}");
}

/// A row of units below the headings was left out as one without a number, and a mill of half an
/// inch was 0.5 mm wide: clean.
#[test]
fn a_row_of_units_below_the_headings_is_read() {
    let of = |rows: &str| library("a.csv", &format!("T,kind,DC,LCF\n{rows}\n"), None);
    for units in [
        ",,in,in",
        "0,,in,in",
        ",,″,''",
        ",,[inch],(in)",
        "-,-,in,in",
        "No.,mill,Inch,\"\"\"\"",
        ",,,\n,,in,in",
    ] {
        let list = of(&format!("{units}\n1,flat,0.5,1")).unwrap();
        let tool = list.tools.get(&1).unwrap_or_else(|| panic!("{units}: {:?}", list.remarks));
        assert_eq!(tool.spec, "flat:12.7;len=25.4", "{units}");
        assert!(!tool.unit_taken && list.remarks.len() == 1, "{units}: {:?}", list.remarks);
    }
    let mixed = "T;kind;DC;SIG;vendor;LCF (mm)\n;;in;deg;pcs;\n1;drill;0,5;118;us;30\n";
    assert_eq!(listed("a.csv", mixed), "drill:12.7,118;len=30");
    let column = "T,kind,DC,LCF,unit\n,,in,,\n1,flat,0.5,9,mm\n";
    assert_eq!(listed("a.csv", column), "flat:12.7;len=9");
    for (text, part) in [
        (
            "T,kind,DC,LCF\n,,in,\n1,flat,0.5,1\n",
            "line 2: it states units below the headings, and none for `LCF`",
        ),
        ("T,kind,DC\n1,flat,6\n,,in\n2,flat,0.5\n", "line 3: it has units in place of figures"),
        ("T,kind,DC\n,,mm\n,,in\n2,flat,0.5\n", "line 3: it has units in place of figures"),
    ] {
        let why = library("a.csv", text, None).unwrap_err().to_string();
        assert!(why.contains(part), "{text}: {why}");
    }
    let two = listed("a.csv", "T,kind,DC (mm)\n,,in\n1,flat,0.5\n");
    assert!(two.contains("its heading `DC (mm) (in)` states two units"), "{two}");
    assert_eq!(listed("a.csv", "T,kind,DC (in)\n,,inch\n1,flat,0.5\n"), "flat:12.7");
    // A row without a number that states no unit is no such row.
    let bare = library("a.csv", "T,kind,DC\n,flat,6\n1,flat,6\n", None).unwrap();
    assert!(bare.tools[&1].unit_taken && bare.remarks.len() == 1, "{:?}", bare.remarks);
}

/// Nothing told that a list without a unit was taken in millimetres.
#[test]
fn a_unit_that_is_taken_is_marked() {
    let taken = |text: &str| library("a.csv", text, None).unwrap().tools[&1].unit_taken;
    assert!(taken("T,kind,DC\n1,flat,6\n"));
    assert!(!taken("T,kind,DC,unit\n1,flat,6,mm\n"));
    assert!(!taken("T,kind,DC (mm)\n1,flat,6\n"));
    assert!(!taken("T,spec\n1,flat:6\n"));
}

/// Columns that were on no list of bad words were passed over: shanks and bodies of 12 mm behind a
/// cutter of 1 mm, each clean.
#[test]
fn a_figure_under_a_heading_that_is_not_read_keeps_the_tool_out() {
    for (name, figure) in [
        ("BD1", "12"),
        ("LB1", "20"),
        ("BHTA", "45"),
        ("LPR", "60"),
        ("d2", "12"),
        ("L", "60"),
        ("SD", "12"),
        ("Schaft", "12"),
        ("Schaftdurchmesser", "12"),
        ("Dmax", "12"),
        ("neck diameter", "12"),
        ("neck length", "20"),
        ("what", "12 x 3"),
    ] {
        let told = listed("a.csv", &format!("T,kind,DC,LCF,{name}\n1,flat,1,3,{figure}\n"));
        assert!(told.contains("not used") && told.contains(name), "{name}: {told}");
    }
    let json = r#"[{"T": 1, "kind": "flat", "DC": 1, "LCF": 3, "body": {"d": 12}}]"#;
    assert!(listed("a.json", json).contains("its `body` is"));
    let words = library("a.csv", "T,kind,DC,mood,collet\n1,flat,6,odd,ER20\n", None).unwrap();
    assert_eq!(words.tools[&1].spec, "flat:6");
    let told = words.tools[&1].assumed.join("; ");
    assert!(told.contains("under `mood`, which is not understood"), "{told}");
    assert!(told.contains("without a holder") && told.contains("(collet)"), "{told}");
}

/// The list of an honest program, with all that CAM systems write beside a tool's shape.
#[test]
fn what_says_nothing_of_a_shape_keeps_no_tool_out() {
    let row = |cells: &[(&str, &str)]| {
        let line =
            |of: fn(&(&str, &str)) -> String| cells.iter().map(of).collect::<Vec<_>>().join(";");
        listed("a.csv", &format!("{}\n{}\n", line(|c| c.0.to_owned()), line(|c| c.1.to_owned())))
    };
    let fusion = row(&[
        ("Tool Index (tool_index)", "1"),
        ("Number (tool_number)", "1"),
        ("Tool type (tool_type)", "flat end mill"),
        ("Description (tool_description)", "6mm x 2 flute, taper 0"),
        ("Unit (tool_unit)", "millimeters"),
        ("Vendor (tool_vendor)", "3M"),
        ("Product ID (tool_productId)", "AB-12"),
        ("Diameter (tool_diameter)", "6"),
        ("Flute length (tool_fluteLength)", "20"),
        ("Shoulder length (tool_shoulderLength)", "25"),
        ("Overall length (tool_overallLength)", "60"),
        ("Shaft diameter (tool_shaftDiameter)", "6"),
        ("Taper angle (tool_taperAngle)", "0"),
        ("Number of flutes (tool_numberOfFlutes)", "2"),
        ("Spindle speed (tool_spindleSpeed)", "12000"),
        ("Ramp spindle speed (tool_rampSpindleSpeed)", "12000"),
        ("Surface speed (tool_surfaceSpeed)", "226"),
        ("Cutting feedrate (tool_feedCutting)", "1000"),
        ("Feed per tooth (tool_feedPerTooth)", "0.04"),
        ("Coolant (tool_coolant)", "flood"),
        ("Length offset (tool_lengthOffset)", "1"),
        ("Turret (tool_turret)", "0"),
        ("Vorschub [mm/min]", "1000"),
        ("Zähnezahl", "2"),
        ("Preis (EUR)", "12,50"),
    ]);
    assert_eq!(fusion, "flat:6;len=20;shank=6,6,5/6,6,35");
}

/// The neck of a necked ball was passed over, and its shank stood at the end of its flutes: a false
/// gouge.
#[test]
fn a_neck_is_read() {
    let list =
        |row: &str| listed("a.csv", &format!("T,kind,DC,DN,LH,LCF,SFDM,OAL,unit\n1,{row},mm\n"));
    assert_eq!(list("ball,1,0.9,10,1.5,4,50"), "ball:1;len=1.5;shank=0.9,0.9,8.5/4,4,40");
    for row in
        ["flat,1,12,20,3,12,50", "flat,1,0.9,,3,4,50", "flat,1,0.9,2,3,4,50", "flat,1,0.9,9,,4,50"]
    {
        let told = list(row);
        assert!(
            told.contains("not used") && told.contains("neck that is not understood"),
            "{told}"
        );
    }
}

/// What a column told of a tool without a kind was passed over: a taper of 45 degrees was an end
/// mill, clean.
#[test]
fn a_tool_without_a_kind_is_an_end_mill_only_where_no_word_tells_of_another() {
    for name in ["Typ", "Geometry", "Category", "Art", "Form", "Class", "Cutter"] {
        let of = |kind: &str| listed("a.csv", &format!("T,{name},DC\n1,{kind},1\n"));
        assert!(of("taper 45 deg a side").contains("a taper is not understood"), "{name}");
        assert_eq!(of("ball nose"), "ball:1", "{name}");
    }
    for name in ["Description", "Tool", "Name", "notes", "what"] {
        let of = |said: &str| listed("a.csv", &format!("T,{name},DC\n1,{said},1\n"));
        for said in ["taper all round", "conical"] {
            let told = of(said);
            let what = format!("its {name} is `{said}`, which may name one");
            assert!(told.contains("not used") && told.contains(&what), "{name}: {told}");
        }
        assert_eq!(of("end mill"), "flat:1", "{name}");
    }
    assert!(listed("a.csv", "T,name,DC\n1,Kugelfräser,1\n").contains("which may name one"));
    assert_eq!(listed("a.csv", "T,name,DC\n1,1mm 2-flute endmill,1\n"), "flat:1");
    assert_eq!(listed("a.csv", "T,kind,name,DC\n1,flat,Bertha,1\n"), "flat:1");
}

/// A kind that names a size beside the diameter was read without it.
#[test]
fn a_length_in_a_kind_is_the_diameter() {
    let of = |kind: &str| listed("a.csv", &format!("T,kind,DC\n1,{kind},6\n"));
    assert_eq!(of("6mm flat end mill"), "flat:6");
    assert!(of("flat neck 12mm").contains("names 12 mm, and its diameter is 6 mm"));
    for kind in ["End mill 45°", "Face mill 45", "Ball 15deg"] {
        assert!(of(kind).contains(&format!("the kind `{kind}` is not understood")), "{kind}");
    }
}

/// Of `1,000` in a list with decimal points nobody knows whether it is 1 or 1000; it was 1.
#[test]
fn a_comma_in_a_list_with_points_keeps_the_tool_out() {
    let told = listed("a.csv", "T;kind;DC;LCF\n1;flat;9.525;1,000\n");
    assert!(told.contains("its LCF is `1,000`, which may be 1000 or 1.000"), "{told}");
    assert_eq!(listed("a.csv", "T;kind;DC;LCF\n1;flat;9,525;1,000\n"), "flat:9.525;len=1");
    let json = r#"[{"T": 1, "kind": "flat", "DC": 9.525, "LCF": "1,000"}]"#;
    assert!(listed("a.json", json).contains("may be 1000 or 1.000"));
}

/// Excel's first line `sep=;` was the heading.
#[test]
fn a_first_line_that_says_the_divider_is_obeyed() {
    assert_eq!(listed("a.csv", "sep=;\nT;kind;DC\n1;flat;6\n"), "flat:6");
    assert_eq!(listed("a.csv", "\"sep=|\"\r\nT|kind|DC\r\n1|flat|6,5\r\n"), "flat:6.5");
    let wrong = listed("a.csv", "sep=;\nT;kind;DC\n1;flat;wide\n");
    assert!(wrong.contains("(line 3)"), "{wrong}");
}

/// Lists in UTF-16 had no column for the tool numbers, or were no tool library.
#[test]
fn a_list_in_utf_16_is_told_so() {
    for name in ["a.csv", "a.json", "a.fctl"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let text = "\u{feff}T,kind,DC\n1,flat,6\n";
        std::fs::write(&path, text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>())
            .unwrap();
        let told = read(&path, None).unwrap_err().to_string();
        assert!(told.contains("the text is UTF-16") && told.contains("save it as that"), "{told}");
    }
}

/// An apostrophe came with a backslash that the list does not have.
#[test]
fn what_a_list_says_is_quoted_as_it_stands() {
    let told = listed("a.csv", "T,kind,DC\n1,flat,1'000\n");
    assert!(told.contains("its DC is `1'000`, which is no size"), "{told}");
}
