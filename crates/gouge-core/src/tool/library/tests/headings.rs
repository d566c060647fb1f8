//! Figures under headings, units, offsets and kinds that say more than is read.

use super::{fusion, listed};

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
    assert!(taper.contains("not taken over: its `taperAngle` is `5`"), "{taper}");
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
