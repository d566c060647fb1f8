//! Tool bits of FreeCAD as its own drawings have them.

use super::{build, library, read, specs};

/// The declaration of a tool bit and what is assumed of it, or why it is not used.
fn bit(head: &str, parameter: &str) -> Result<(String, Vec<String>), String> {
    let text = format!(r#"{{"version": 2, {head}, "parameter": {{{parameter}}}}}"#);
    let mut library = library("a.fctb", &text, Some(1)).unwrap();
    build(&library);
    let tool = library.tools.remove(&1);
    tool.map(|tool| (tool.spec, tool.assumed)).ok_or_else(|| library.remarks[0].1.clone())
}

fn cone(shape: &str, [full, tip, diameter, high]: [&str; 4]) -> Result<String, String> {
    let sizes = format!(
        r#""CuttingEdgeAngle": "{full} °", "TipDiameter": "{tip} mm", "Diameter": "{diameter} mm",
           "CuttingEdgeHeight": "{high} mm", "Length": "50 mm", "ShankDiameter": "6 mm""#
    );
    bit(&format!(r#""shape": "{shape}.fcstd""#), &sizes).map(|(spec, _)| spec)
}

/// The crown of a V-bit, which is as wide as the bit, was left out: 0.5 mm into a plate, clean.
#[test]
fn a_v_bit_keeps_its_full_diameter_for_its_crown() {
    for shape in ["v-bit", "VBit"] {
        let stock = cone(shape, ["90", "2", "12", "10"]).unwrap();
        assert_eq!(stock, "chamfer:2,45,12;len=15;shank=6,6,35", "{shape}");
    }
    let default = cone("v-bit", ["60", "0.2", "12", "10"]).unwrap();
    assert!(default.starts_with("chamfer:0.2,30,12;len=20.2190997"), "{default}");
    let sharp = cone("v-bit", ["90", "2", "12", "0"]).unwrap();
    assert_eq!(sharp, "chamfer:2,45,12;len=5.000000001;shank=6,6,45");
    let below = cone("v-bit", ["90", "2", "12", "-1"]).unwrap_err();
    assert!(below.contains("`-1 mm` is not a quantity"), "{below}");
}

/// A chamfer bit was as wide as its `Diameter` says, which FreeCAD does not draw: a false gouge.
#[test]
fn a_chamfer_bit_whose_cone_ends_at_another_diameter_is_kept_out() {
    assert_eq!(
        cone("chamfer", ["90", "2", "12", "5"]),
        Ok("chamfer:2,45,12;len=5.000000001;shank=6,6,45".to_owned())
    );
    // Figures of lists are rounded.
    assert!(cone("chamfer", ["45", "5", "10.2605", "6.35"]).is_ok());
    let stock = cone("chamfer", ["45", "5", "12.3323", "6.35"]).unwrap_err();
    assert!(stock.contains("not used: its `Diameter` is 12.3323 mm"), "{stock}");
    assert!(stock.contains("is 10.2605 mm wide") && stock.contains("--tool"), "{stock}");
}

/// A bit left beside a library counted in place of the one in `../Bit` that FreeCAD takes: a mill of
/// 8 mm was 5 mm wide and clean.
#[test]
fn bits_of_one_name_that_differ_are_kept_out() {
    let folder = tempfile::tempdir().unwrap();
    let mill = |width: &str| {
        format!(r#"{{"shape": "endmill.fcstd", "parameter": {{"Diameter": "{width}"}}}}"#)
    };
    for (name, text) in [
        ("Bit/mill.fctb", mill("8 mm")),
        ("Bit/same.fctb", mill("8 mm")),
        ("Bit/only.fctb", mill("4 mm")),
        ("Library/mill.fctb", mill("5 mm")),
        ("Library/same.fctb", mill("0.8 cm")),
        ("Library/beside.fctb", mill("3 mm")),
        ("Library/Bit/beside.fctb", "broken".to_owned()),
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let path = folder.path().join("Library/Default.fctl");
    let names = ["mill", "same", "only", "beside"];
    let tools = names.iter().zip(1..).map(|(name, nr)| {
        let path = format!("{name}.fctb");
        format!(r#"{{"nr": {nr}, "path": "{path}"}}"#)
    });
    let list = format!(r#"{{"tools": [{}]}}"#, tools.collect::<Vec<_>>().join(", "));
    std::fs::write(&path, list).unwrap();
    let library = read(&path, None).unwrap();
    assert_eq!(specs(&library), [(2, "flat:8"), (3, "flat:4")]);
    let why = |number| {
        let mut of = library.remarks.iter().filter(|(of, _)| *of == Some(number));
        of.next().unwrap().1.as_str()
    };
    assert_eq!(
        why(1),
        "not used: `../Bit/mill.fctb` is flat:8 and `mill.fctb` is flat:5, and the library may mean \
         either: keep the one that counts, or declare the tool with --tool"
    );
    assert!(why(4).contains("`Bit/beside.fctb` is one that is not understood"), "{}", why(4));
}

const MILL: &str = r#""Diameter": "6 mm", "CuttingEdgeHeight": "20 mm""#;

/// A bit that was drawn as an end mill and called a ball was a ball, and one of 8 mm among its
/// attributes was 6 mm wide: each clean.
#[test]
fn a_bit_that_contradicts_itself_is_kept_out() {
    let two = |shape: &str, kind: &str| {
        let head = format!(r#""shape": "{shape}", "shape-type": "{kind}""#);
        let sizes = format!(r#"{MILL}, "CornerRadius": "1 mm""#);
        bit(&head, if kind == "Bullnose" { &sizes } else { MILL })
    };
    let why = two("endmill.fcstd", "Ballend").unwrap_err();
    assert!(
        why.contains("its `shape` is `endmill.fcstd`, and its `shape-type` `Ballend`"),
        "{why}"
    );
    assert!(two("dovetail.fcstd", "Endmill").is_err());
    for (shape, kind, spec) in [
        ("Shape/endmill.fcstd", "Endmill", "flat:6;len=20"),
        ("torus.fcstd", "Bullnose", "bull:6,1;len=20"),
        ("ballend", "BallEnd", "ball:6;len=20"),
        ("", "Endmill", "flat:6;len=20"),
        ("endmill.fcstd", "", "flat:6;len=20"),
    ] {
        let (told, remarks) = two(shape, kind).unwrap();
        assert!(told == spec && remarks.len() == 1, "{shape} {kind}: {told} {remarks:?}");
    }
    let (_, own) = two("my-mill.fcstd", "Endmill").unwrap();
    assert!(
        own[0].contains("FreeCAD draws its own endmill: the drawing `my-mill.fcstd`"),
        "{own:?}"
    );
    let with = |attribute: &str| {
        bit(&format!(r#""shape": "endmill", "attribute": {attribute}"#), MILL).map(|(spec, _)| spec)
    };
    let why = with(r#"{"Diameter": "8 mm"}"#).unwrap_err();
    assert!(why.contains("its `Diameter` is 6 mm in `parameter` and 8 mm in `attribute`"), "{why}");
    assert_eq!(with(r#"{"Diameter": "0.6 cm"}"#), Ok("flat:6;len=20".to_owned()));
    let shank = with(r#"{"ShankDiameter": "4 mm", "Length": "50 mm"}"#);
    assert_eq!(shank, Ok("flat:6;len=20;shank=4,4,30".to_owned()));
}

/// Figures in a list, or beside the parameters, were passed over without a word.
#[test]
fn figures_of_a_bit_in_another_place_keep_it_out() {
    let with = |more: &str| bit(&format!(r#""shape": "endmill", {more}"#), MILL);
    for (more, name) in [
        (r#""attribute": [{"CornerRadius": "1 mm"}]"#, "attribute"),
        (r#""holder": {"D": 40}"#, "holder"),
        (r#""parameters": {"Diameter": "8 mm"}"#, "parameters"),
        (r#""Diameter": "8 mm""#, "Diameter"),
    ] {
        let why = with(more).unwrap_err();
        assert!(why.contains(&format!("its `{name}` is")), "{more}: {why}");
    }
    for more in [
        r#""attribute": []"#,
        r#""attribute": null"#,
        r#""id": "7d0a-12", "label": "6 mm", "presets": [{"chipload": 0.1}]"#,
    ] {
        assert!(with(more).is_ok_and(|(_, remarks)| remarks.len() == 1), "{more}");
    }
}

/// The point of a tap was left out without a word.
#[test]
fn a_tap_is_told_to_be_a_cylinder() {
    let tap = |angle: &str| {
        let sizes = r#""Diameter": "9.25 mm", "CuttingEdgeLength": "24 mm", "Length": "79 mm",
            "ShankDiameter": "8 mm""#;
        let head = r#""shape": "tap.fcstd", "shape-type": "tap""#;
        bit(head, &format!(r#"{sizes}, "TipAngle": "{angle}""#)).unwrap()
    };
    let (spec, remarks) = tap("90.000 °");
    assert_eq!(spec, "flat:9.25;len=24;shank=8,8,55");
    assert!(remarks.len() == 1 && remarks[0].contains("holds its point (TipAngle)"), "{remarks:?}");
    assert!(tap("0 °").1.is_empty() && tap("180 °").1.is_empty());
}
