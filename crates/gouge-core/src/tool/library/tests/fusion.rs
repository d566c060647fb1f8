//! Fusion tools that describe themselves in other forms or places than Fusion does.

use super::fusion;

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
