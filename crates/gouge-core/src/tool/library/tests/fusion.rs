//! Fusion tools that describe themselves in other forms or places than Fusion does.

use super::{fusion, listed};

const SIZES: &str = r#""DC": 6, "LCF": 13, "LB": 30, "OAL": 57, "SFDM": 6"#;
const SEGMENT: &str = r#"{"height": 10, "lower-diameter": 40, "upper-diameter": 40}"#;

fn mill(more: &str) -> Result<(String, usize), String> {
    fusion("flat end mill", SIZES, &format!(", {more}"))
}

/// A holder of 40 mm in a list of one, and a shaft that was a bare list of segments, were left out
/// without a word: both rims of a slot, clean.
#[test]
fn a_holder_or_shaft_that_is_no_object_keeps_the_tool_out() {
    for (part, form) in [
        (format!(r#""holder": [{{"segments": [{SEGMENT}]}}]"#), "its holder is a list"),
        (r#""holder": "ER16 collet chuck D40""#.to_owned(), "its holder is a text"),
        (r#""holder": 40"#.to_owned(), "its holder is a bare value"),
        (format!(r#""shaft": [{SEGMENT}]"#), "its shaft is a list"),
    ] {
        let why = mill(&part).unwrap_err();
        assert!(why.contains("not used") && why.contains(form), "{part}: {why}");
        assert!(why.contains("`segments`") && why.contains("--tool"), "{part}: {why}");
    }
    let bare = "flat:6;len=13;shank=6,6,44".to_owned();
    for nothing in ["null", "[]", "\"\"", "false"] {
        for part in ["holder", "shaft"] {
            assert_eq!(mill(&format!("\"{part}\": {nothing}")), Ok((bare.clone(), 0)), "{nothing}");
        }
    }
    let whole = format!(
        r#""shaft": {{"type": "shaft", "segments": []}}, "holder": {{"type": "holder",
           "gaugeLength": 90.5, "last_modified": 1688000000000, "vendor": "us",
           "expressions": {{"tool_holderGaugeLength": "segment_1_height"}}, "segments": [{SEGMENT}]}}"#
    );
    assert_eq!(mill(&whole).unwrap(), ("flat:6;len=13;shank=6,6,17;holder=40,40,10".to_owned(), 0));
    assert_eq!(mill(r#""shaft": {"type": "shaft"}"#), Ok((bare, 1)));
    let why = mill(r#""shaft": {"diameter": 40}"#).unwrap_err();
    assert!(why.contains("of its shaft, its `diameter` is 40"), "{why}");
}

/// A holder under another name was left out without a word, clean.
#[test]
fn a_holder_under_another_name_keeps_the_tool_out_or_is_told() {
    let part = format!(r#"{{"type": "holder", "segments": [{SEGMENT}]}}"#);
    for name in ["toolholder", "Holder", "holders", "collet", "arbor", "assembly", "adapter"] {
        let why = mill(&format!(r#""{name}": {part}"#)).unwrap_err();
        assert!(why.contains(&format!("its `{name}` is")), "{name}: {why}");
    }
    assert!(mill(r#""assembly": {"gauge": {"neck-diameter": 40}}"#).is_err());
    let (spec, remarks) = mill(r#""toolholder": "ER16""#).unwrap();
    assert_eq!((spec.as_str(), remarks), ("flat:6;len=13;shank=6,6,44", 1));
    for nothing in [r#""collet": null"#, r#""holders": []"#, r#""assembly": {"id": 7}"#] {
        assert_eq!(mill(nothing).unwrap().1, 0, "{nothing}");
    }
}

/// A mill of 8 mm, as its user had typed it, was one of 6, as its figures have it: clean. So it was
/// with a unit.
#[test]
fn expressions_that_say_something_else_keep_a_fusion_tool_out() {
    let sizes = r#""DC": 6, "LCF": 13, "RE": 0, "TA": 0, "SIG": 0, "LB": 30, "OAL": 57, "SFDM": 6"#;
    let of = |name: &str, text: &str| {
        let typed = format!(r#", "expressions": {{"{name}": "{text}"}}"#);
        fusion("flat end mill", sizes, &typed).map(|(spec, _)| spec)
    };
    for (name, text, own) in [
        ("tool_diameter", "8 mm", "its DC is `6`"),
        ("tool_diameter", ".25 in", "its DC is `6`"),
        ("tool_diameter", "8", "its DC is `6`"),
        ("tool_diameter", "(5/16) in", "its DC is `6`"),
        ("tool_diameter", "10 mm - 2 mm", "its DC is `6`"),
        ("tool_diameter", "4 mm * 2", "its DC is `6`"),
        ("tool_diameter", "8 mm + 0 mm", "its DC is `6`"),
        ("tool_diameter", "8 mm / 1", "its DC is `6`"),
        ("tool_diameter", "0.008 m", "its DC is `6`"),
        ("tool_diameter", "8e0 mm", "its DC is `6`"),
        ("tool_diameter", "8,0 mm", "its DC is `6`"),
        ("tool_diameter", "8 xx", "its DC is `6`"),
        ("tool_fluteLength", "1 in-.25", "its LCF is `13`"),
        ("tool_fluteLength", "(,9) in", "its LCF is `13`"),
        ("tool_fluteLength", "1 + 2 in", "its LCF is `13`"),
        ("tool_fluteLength", "20 mm", "its LCF is `13`"),
        ("tool_bodyLength", "(30-5) mm", "its LB is `30`"),
        ("tool_overallLength", "10 cm", "its OAL is `57`"),
        ("tool_cornerRadius", "1 mm", "its RE is `0`"),
        ("tool_shaftDiameter", "20 mm", "its SFDM is `6`"),
        ("tool_shoulderDiameter", "20 mm", "its shoulder-diameter is `not stated`"),
        ("tool_tipAngle", "118 degrees", "its SIG is `0`"),
        ("tool_taperAngle", "5 deg", "its TA is `0`"),
        ("tool_fluteLength", "0", "its LCF is `13`"),
        ("tool_unit", "'inches'", "its unit is `millimeters`"),
        ("tool_unit", "inches", "its unit is `millimeters`"),
        ("tool_type", "'ball end mill'", "its type is `flat end mill`"),
        ("tool_number", "7", "its number is `1`"),
    ] {
        let why = of(name, text).unwrap_err();
        assert!(why.contains("not used: its expressions say") && why.contains(own), "{why}");
        assert!(why.contains(name) && why.contains("--tool"), "{why}");
    }
    // As Fusion writes them, and formulas that only it can work out.
    for (name, text) in [
        ("tool_diameter", "6 mm"),
        ("tool_diameter", "0.23622 in"),
        ("tool_diameter", "6."),
        ("tool_diameter", "(12/2) mm"),
        ("tool_diameter", "2 + 4 mm"),
        ("tool_diameter", "tool_shaftDiameter * 2"),
        ("tool_fluteLength", "tool_diameter / 2"),
        ("tool_fluteLength", "1 in-12.4"),
        ("tool_fluteLength", "(,013) m"),
        ("tool_fluteLength", "10 mm + 3"),
        ("tool_shaftDiameter", "((tool_type == 'reamer') ? (tool_diameter * 0.9) : (4mm))"),
        ("tool_cornerRadius", "0 mm"),
        ("tool_tipDiameter", "0"),
        ("tool_diameter", ""),
        ("tool_type", "tool_type == 'reamer' ? 'reamer' : 'drill'"),
        ("tool_unit", "'millimeters'"),
        ("tool_type", "'flat end mill'"),
        ("tool_number", "1"),
        ("tool_lengthOffset", "tool_number"),
        ("tool_description", "'8 mm, not the old one'"),
        ("tool_vendor", "'7'"),
    ] {
        assert!(of(name, text).is_ok(), "{name} {text}: {:?}", of(name, text));
    }
    let list = fusion("flat end mill", sizes, r#", "expressions": ["8 mm"]"#).unwrap_err();
    assert!(list.contains("its `expressions` is"), "{list}");
    // A unit of its own does not change what the tool's figures count in.
    let inches = r#"{"data": [{"type": "flat end mill", "unit": "inches", "geometry": {"DC": 0.25},
        "expressions": {"tool_diameter": "6.35 mm"}, "post-process": {"number": 1}}]}"#;
    assert_eq!(listed("a.json", inches), "flat:6.35");
}

/// A shoulder that ends 1e-13 in above its flutes was a shank without a height, which is refused.
#[test]
fn noise_in_the_figures_of_a_fusion_tool_makes_no_shank() {
    let sizes = |noise: &str| {
        format!(
            r#""DC": 6, "LCF": 20, "LB": 40{noise}, "OAL": 60, "SFDM": 6, "SIG": 135,
               "shoulder-length": 20{noise}"#
        )
    };
    let [plain, noisy] =
        ["", ".0000000000001"].map(|noise| fusion("drill", &sizes(noise), "").unwrap().0);
    let words = |spec: &str| spec.matches(',').count();
    assert_eq!(words(&plain), words(&noisy), "{plain} {noisy}");
}
