//! Figures that contradict each other or their kind, and figures with unknown names.

use super::{fusion, library, listed};

fn bit(shape: &str, name: &str, more: &str) -> (String, Vec<String>) {
    let text = format!(
        r#"{{"version": 2, "name": "{name}", "shape": "{shape}.fcstd", "attribute": {{}},
           "parameter": {{"Diameter": "6 mm", "CuttingEdgeHeight": "15 mm"{more}}}}}"#
    );
    let library = library("a.fctb", &text, Some(1)).unwrap();
    let spec = library.tools.get(&1).map(|declared| declared.spec.clone());
    let remarks: Vec<String> = library.remarks.into_iter().map(|(_, what)| what).collect();
    (spec.unwrap_or_else(|| remarks[0].clone()), remarks)
}

/// A chamfer mill that stated half an angle of 45 degrees and a whole one of 120 was one of 90,
/// clean, and a drill with a pilot 5 mm long a blunt one.
#[test]
fn figures_of_a_fusion_tool_that_contradict_each_other_keep_it_out() {
    let of = |kind: &str, more: &str| {
        fusion(kind, &format!(r#""DC": 6, "LCF": 15, "LB": 15, {more}"#), "")
    };
    for (kind, figures, part) in [
        ("chamfer mill", r#""TA": 45, "SIG": 120, "tip-diameter": 1"#, "TA 45 and its SIG 120"),
        ("chamfer mill", r#""TA": 45, "RE": 1, "tip-diameter": 1"#, "no use for its RE 1"),
        ("drill", r#""SIG": 118, "tip-diameter": 3, "tip-length": 5"#, "its tip-length 5"),
        ("counter bore", r#""tip-diameter": 3, "tip-length": 5"#, "its tip-diameter 3"),
        ("counter bore", r#""tip-length": 5"#, "its tip-length 5"),
        ("flat end mill", r#""DCX": 10"#, "its DC 6 and its DCX 10 contradict"),
        ("ball end mill", r#""RE": 3, "SIG": 90"#, "no use for its SIG 90"),
        ("bull nose end mill", r#""RE": 1, "tip-diameter": 2"#, "its tip-diameter 2"),
    ] {
        let why = of(kind, figures).unwrap_err();
        assert!(why.contains("not used") && why.contains(part), "{kind} {figures}: {why}");
    }
    for (kind, figures, spec) in [
        ("chamfer mill", r#""TA": 45, "SIG": 90, "tip-diameter": 1"#, "chamfer:1,45,6;len=15"),
        ("drill", r#""SIG": 90, "tip-diameter": 4, "tip-length": 1"#, "chamfer:4,45,6;len=15"),
        ("bull nose end mill", r#""RE": 1, "tip-diameter": 4"#, "bull:6,1;len=15"),
        ("face mill", r#""DCX": 6, "tip-diameter": 6"#, "flat:6;len=15"),
        ("tap right hand", r#""TP": 1, "tip-diameter": 5, "SIG": 90"#, "flat:6;len=15"),
    ] {
        let told = of(kind, figures).map(|(spec, _)| spec);
        assert_eq!(told, Ok(spec.to_owned()), "{kind} {figures}");
    }
}

/// A collar of 20 mm under a name that is not read was left out without a word, clean.
#[test]
fn a_figure_of_a_fusion_tool_of_no_known_name_keeps_it_out() {
    let of = |name: &str, value: &str| {
        fusion("flat end mill", &format!(r#""DC": 6, "LCF": 15, "LB": 15, "{name}": {value}"#), "")
    };
    for name in ["collar-diameter", "collar-height", "upper-radius", "tip-offset", "neck"] {
        let why = of(name, "8").unwrap_err();
        assert!(why.contains(&format!("its `{name}` is 8, which is not understood")), "{why}");
        for nothing in ["0", "null", "false", "\"\""] {
            assert!(of(name, nothing).is_ok(), "{name} {nothing}");
        }
    }
    assert!(of("shape", "\"tapered\"").unwrap_err().contains("its `shape` is tapered"));
    // All that Fusion itself writes.
    let whole = r#""CSP": true, "HAND": true, "NOF": 3, "NT": 1, "TP": 1, "OAL": 60, "SFDM": 6,
        "DC": 6, "LCF": 15, "LB": 30, "TA": 0, "RE": 0, "assemblyGaugeLength": 98.4,
        "shoulder-diameter": 6, "shoulder-length": 20, "thread-profile-angle": 60,
        "tip-diameter": 0, "tip-length": 0, "tip-offset": 0"#;
    let more = r#", "start-values": {"presets": [{"n": 5000}]}, "last_modified": 1688000000000,
        "expressions": {"tool_diameter": "6 mm"}, "vendor": "us", "product-id": "X12""#;
    let spec = "flat:6;len=15;shank=6,6,5/6,6,40".to_owned();
    assert_eq!(fusion("flat end mill", whole, more), Ok((spec, 0)));
    let beside = fusion("flat end mill", whole, r#", "collar": {"diameter": 20}"#).unwrap_err();
    assert!(beside.contains("its `collar` is"), "{beside}");
    let segment = r#", "shaft": {"segments": [
        {"height": 5, "lower-diameter": 6, "upper-diameter": 6, "fillet": 2}]}"#;
    assert!(fusion("flat end mill", whole, segment).unwrap_err().contains("states a fillet"));
}

/// A collar of a tool bit and the taper of an end mill were left out without a word, clean.
#[test]
fn a_parameter_of_a_tool_bit_that_its_shape_does_not_use_keeps_it_out() {
    let of = |shape: &str, more: &str| bit(shape, "", more).0;
    for (shape, more, name) in [
        ("endmill", r#", "CollarDiameter": "20 mm""#, "CollarDiameter"),
        ("endmill", r#", "TaperAngle": "5 °""#, "TaperAngle"),
        ("endmill", r#", "NeckDiameter": "9 mm""#, "NeckDiameter"),
        ("endmill", r#", "TipAngle": "118 °""#, "TipAngle"),
        ("ballend", r#", "CornerRadius": "1 mm""#, "CornerRadius"),
    ] {
        let why = of(shape, more);
        assert!(why.contains("not used") && why.contains(&format!("its `{name}` is")), "{why}");
    }
    let both = of("bullnose", r#", "CornerRadius": "1 mm", "FlatRadius": "1 mm""#);
    assert!(both.contains("contradict each other"), "{both}");
    let fit = of("bullnose", r#", "CornerRadius": "1 mm", "FlatRadius": "2 mm""#);
    assert_eq!(fit, "bull:6,1;len=15");
    let plain = r#", "Chipload": "0.05 mm", "Flutes": "2", "Material": "Carbide", "Pitch": "1 mm",
        "SpindleDirection": "Forward", "Units": "Metric", "NeckDiameter": "0.00 mm""#;
    assert_eq!(of("endmill", plain), "flat:6;len=15");
    let tap = r#", "CuttingEdgeLength": "20 mm", "TipAngle": "90 °", "Pitch": "1 mm""#;
    assert_eq!(of("tap", tap), "flat:6;len=20");
    let (spec, remarks) = bit("endmill", "", r#", "Holder": "ER20", "Stickout": "30 mm""#);
    assert_eq!(spec, "flat:6;len=15");
    assert!(remarks.iter().any(|what| what.contains("without a holder")), "{remarks:?}");
}

/// A ball end mill that is described as a flat one was a ball, clean.
#[test]
fn a_description_that_names_another_kind_keeps_the_tool_out() {
    let fusion = |kind: &str, name: &str| {
        let figures = r#""DC": 6, "LCF": 15, "LB": 15, "TA": 45, "SIG": 90, "tip-diameter": 0"#;
        let (taper, flat) = (r#""TA": 45, "#, r#""SIG": 90, "#);
        let figures = match kind {
            "chamfer mill" | "spot drill" => figures.to_owned(),
            _ => figures.replace(taper, "").replace(flat, ""),
        };
        fusion(kind, &figures, &format!(r#", "description": "{name}""#))
    };
    for (kind, name) in [
        ("ball end mill", "6 mm flat end mill"),
        ("ball end mill", "tapered ball 3 degrees"),
        ("flat end mill", "6mm Ballnose"),
        ("flat end mill", "bull nose R1"),
        ("chamfer mill", "6mm square endmill"),
    ] {
        let why = fusion(kind, name).unwrap_err();
        let part = format!("its description is `{name}`, and its type `{kind}`");
        assert!(why.contains(&part), "{why}");
    }
    for (kind, name) in [
        ("ball end mill", "R3 ball, straight shank"),
        ("flat end mill", "slot drill 6 mm"),
        ("flat end mill", "6 mm flat, taper 0"),
        ("face mill", "shell mill"),
        ("chamfer mill", "90° spotting drill, taper shank"),
        ("spot drill", "chamfer tool"),
        ("flat end mill", "Bertha"),
    ] {
        assert!(fusion(kind, name).is_ok(), "{kind} {name}: {:?}", fusion(kind, name));
    }
    let list = |kind: &str, name: &str| {
        listed("a.csv", &format!("T,kind,DC,description\n1,{kind},6,{name}\n"))
    };
    let told = list("ball", "6 mm flat end mill");
    assert!(
        told.contains("its description is `6 mm flat end mill`, and its kind `ball`"),
        "{told}"
    );
    assert_eq!(list("ball", "6 mm ball"), "ball:6");
    assert_eq!(list("end mill", "6 mm square end mill"), "flat:6");
    assert!(bit("endmill", "8mm ball", "").0.contains("its name is `8mm ball`, and its shape"));
    assert_eq!(bit("endmill", "6mm Endmill", "").0, "flat:6;len=15");
}

/// Of a tool without a name and a number nothing told which one it is.
#[test]
fn a_fusion_tool_without_a_number_is_told_by_its_place() {
    let tool = |name: &str| {
        format!(
            r#"{{"type": "flat end mill", "unit": "millimeters", "geometry": {{"DC": 6}},
               "description": "{name}"}}"#
        )
    };
    let text = format!(r#"{{"data": [{}, {}]}}"#, tool(""), tool("6 mm flat"));
    let remarks = library("a.json", &text, None).unwrap().remarks;
    let told: Vec<&str> = remarks.iter().map(|(_, what)| what.as_str()).collect();
    assert_eq!(
        told,
        [
            "entry 1 has no tool number and is left out",
            "entry 2 (`6 mm flat`) has no tool number and is left out",
        ]
    );
}
