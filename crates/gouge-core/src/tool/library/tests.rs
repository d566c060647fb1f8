mod fits;
mod freecad;
mod fusion;
mod headings;

use super::*;
use crate::tool::Spec;

fn library(name: &str, text: &str, number: Option<u32>) -> Result<Library, LibraryError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    read(&path, number)
}

fn specs(library: &Library) -> Vec<(u32, &str)> {
    library.tools.iter().map(|(n, d)| (*n, d.spec.as_str())).collect()
}

/// Every declaration that a library gives must read.
fn build(library: &Library) {
    for declared in library.tools.values() {
        let spec = Spec::parse(&declared.spec, &declared.base).unwrap();
        assert!(!spec.build(100.0).components.is_empty());
    }
}

#[test]
fn fusion_libraries() {
    let text = r#"{"version": 36, "data": [
      {"type": "ball end mill", "unit": "millimeters", "post-process": {"number": 1},
       "geometry": {"DC": 6, "RE": 3, "LCF": 15, "LB": 40, "SFDM": 6, "shoulder-length": 20},
       "holder": {"unit": "inches", "segments": [
          {"height": 0.5, "lower-diameter": 1, "upper-diameter": 1.5},
          {"height": 1, "lower-diameter": 1.5, "upper-diameter": 1.5}]}},
      {"type": "chamfer mill", "unit": "inches", "post-process": {"number": 2},
       "geometry": {"DC": 0.5, "tip-diameter": 0, "TA": 45, "LCF": 0.25, "LB": 1, "SFDM": 0.5}},
      {"type": "bull nose end mill", "unit": "millimeters", "post-process": {"number": 3},
       "geometry": {"DC": 10, "RE": 1}},
      {"type": "thread mill", "unit": "millimeters", "post-process": {"number": 4},
       "geometry": {"DC": 10}},
      {"type": "drill", "unit": "millimeters", "geometry": {"DC": 5, "SIG": 118}},
      {"type": "holder", "segments": []}]}"#;
    let library = library("lib.json", text, None).unwrap();
    assert_eq!(
        specs(&library),
        [
            (1, "ball:6;len=15;shank=6,6,5/6,6,20;holder=25.4,38.1,12.7/38.1,38.1,25.4"),
            (2, "chamfer:0,45,12.7;len=6.350000001;shank=12.7,12.7,19.05"),
            (3, "bull:10,1"),
        ]
    );
    build(&library);
    let remarks: Vec<_> = library.remarks.iter().map(|(n, what)| (*n, what.as_str())).collect();
    assert_eq!(remarks.len(), 3, "{remarks:?}");
    assert!(remarks[0].0 == Some(3) && remarks[0].1.contains("LCF"));
    assert!(remarks[1].0 == Some(4) && remarks[1].1.contains("`thread mill`"));
    assert!(remarks[2].0.is_none() && remarks[2].1.contains("no tool number"));
}

/// A shank that a library states without saying how far it sticks out was dropped without a word,
/// and a program that ran it into a wall came out clean.
#[test]
fn a_fusion_tool_without_its_body_length_keeps_its_shank_or_says_so() {
    let read = |geometry: &str, more: &str| {
        let text = format!(
            r#"{{"data": [{{"type": "flat end mill", "unit": "millimeters",
               "geometry": {{"DC": 6, "LCF": 13{geometry}}}, "post-process": {{"number": 1}}{more}}}]}}"#
        );
        let library = library("a.json", &text, None).unwrap();
        build(&library);
        (library.tools[&1].spec.clone(), library.remarks.len())
    };
    let holder = r#", "holder": {"unit": "millimeters", "segments":
        [{"lower-diameter": 20, "upper-diameter": 30, "height": 25}]}"#;
    let whole = ("flat:6;len=13;shank=10,10,47".to_owned(), 1);
    assert_eq!(read(r#", "OAL": 60, "SFDM": 10"#, ""), whole);
    // Without a holder all of it counts, whatever of it would be in one.
    let told = ("flat:6;len=13;shank=10,10,47".to_owned(), 0);
    assert_eq!(read(r#", "OAL": 60, "SFDM": 10, "LB": 40"#, ""), told);
    for geometry in [r#", "SFDM": 10"#, r#", "OAL": 60"#] {
        assert_eq!(read(geometry, ""), ("flat:6;len=13".to_owned(), 1), "{geometry}");
    }
    assert_eq!(read(r#", "OAL": 60, "SFDM": 10"#, holder).1, 1);
    assert_eq!(read("", ""), ("flat:6;len=13".to_owned(), 1));
}

fn fusion(kind: &str, geometry: &str, more: &str) -> Result<(String, usize), String> {
    let text = format!(
        r#"{{"data": [{{"type": "{kind}", "unit": "millimeters", "geometry": {{{geometry}}},
           "post-process": {{"number": 1}}{more}}}]}}"#
    );
    let library = library("a.json", &text, None).unwrap();
    build(&library);
    let spec = library.tools.get(&1).map(|declared| declared.spec.clone());
    spec.map(|spec| (spec, library.remarks.len())).ok_or_else(|| library.remarks[0].1.clone())
}

/// A countersink with a tip 4 mm wide was taken for a pointed one: 1 mm into the part, clean.
#[test]
fn a_drill_with_a_tip_is_as_wide_there() {
    let sizes = r#""DC": 10, "SIG": 90, "LCF": 10, "LB": 10, "tip-diameter": 4"#;
    for kind in ["counter sink", "spot drill", "drill"] {
        let told = ("chamfer:4,45,10;len=10".to_owned(), 0);
        assert_eq!(fusion(kind, sizes, ""), Ok(told), "{kind}");
    }
    assert_eq!(fusion("center drill", sizes, "").unwrap().1, 1);
    let bare = r#""DC": 10, "SIG": 60, "LCF": 10"#;
    assert!(fusion("center drill", bare, "").unwrap_err().contains("pilot"));
    // Its point angle was taken for that of the cone above the pilot: 2.4 mm into the hole drawn
    // for it.
    let whole =
        r#""DC": 8, "SIG": 118, "TA": 30, "LCF": 10, "tip-diameter": 3.15, "tip-length": 3.9"#;
    assert!(fusion("center drill", whole, "").unwrap_err().contains("declare it with --tool"));
    let list = r#"{"1": {"kind": "countersink", "d": 10, "sig": 90, "tip": 4}}"#;
    assert_eq!(specs(&library("a.json", list, None).unwrap()), [(1, "chamfer:4,45,10")]);
}

/// A holder of which one figure was missing, or a text, was left out without a word, clean.
#[test]
fn what_a_holder_does_not_tell_is_said() {
    let sizes = r#""DC": 10, "LCF": 20, "SFDM": 10, "LB": 30"#;
    let holder = |segment: &str| format!(r#", "holder": {{"segments": [{{{segment}}}]}}"#);
    let read = |segment: &str| fusion("flat end mill", sizes, &holder(segment));
    let whole = ("flat:10;len=20;shank=10,10,10;holder=30,40,10".to_owned(), 0);
    let text = r#""height": 10, "lower-diameter": "30", "upper-diameter": 40"#;
    assert_eq!(read(text), Ok(whole));
    let part = read(r#""height": 10, "upper-diameter": 40"#).unwrap_err();
    assert!(part.contains("holder states no lower-diameter"), "{part}");
    let wrong = read(&text.replace("\"30\"", "\"wide\"")).unwrap_err();
    assert!(wrong.contains("\"wide\", which is no number"), "{wrong}");
    let wrong = fusion("flat end mill", r#""DC": 10, "LCF": true"#, "").unwrap_err();
    assert!(wrong.contains("its LCF is true"), "{wrong}");
    let unit = fusion("flat end mill", sizes, r#", "holder": {"unit": "ells", "segments": []}"#);
    assert!(unit.unwrap_err().contains("ells"));
    let low = read(r#""height": -10, "lower-diameter": 30, "upper-diameter": 40"#).unwrap_err();
    assert!(low.contains("height of a segment of its holder is -10"), "{low}");
    let leans = fusion("ball end mill", &format!("{sizes}, \"TA\": 3"), "").unwrap_err();
    assert!(leans.contains("leans (TA)"), "{leans}");
    let none = fusion("flat end mill", sizes, r#", "holder": {"description": "ER 32"}"#);
    assert_eq!(none, Ok(("flat:10;len=20;shank=10,10,10".to_owned(), 1)));
}

/// Flutes that reach into the holder moved it up to where they end: 5 mm too high, clean.
#[test]
fn a_holder_begins_where_it_says_whatever_of_the_tool_is_in_it() {
    let holder = r#", "holder": {"segments": [
        {"height": 10, "lower-diameter": 30, "upper-diameter": 40}]}"#;
    let read = |sizes: &str, more: &str| {
        let sizes = format!(r#""DC": 10, "SFDM": 10, {sizes}"#);
        fusion("flat end mill", &sizes, &format!("{more}{holder}"))
    };
    let told = |spec: &str| Ok((spec.to_owned(), 0));
    let flutes = read(r#""LCF": 35, "LB": 30"#, "");
    assert_eq!(flutes, told("flat:10;len=30;holder=30,40,10"));
    let shoulder =
        read(r#""LCF": 20, "LB": 30, "shoulder-length": 40, "shoulder-diameter": 9"#, "");
    assert_eq!(shoulder, told("flat:10;len=20;shank=9,9,10;holder=30,40,10"));
    let shaft = r#", "shaft": {"segments": [
        {"height": 5, "lower-diameter": 8, "upper-diameter": 8},
        {"height": 10, "lower-diameter": 8, "upper-diameter": 16},
        {"height": 10, "lower-diameter": 16, "upper-diameter": 16}]}"#;
    let shaft = read(r#""LCF": 20, "LB": 30"#, shaft);
    assert_eq!(shaft, told("flat:10;len=20;shank=8,8,5/8,12,5;holder=30,40,10"));
    let low = read(r#""LCF": 20, "LB": 30"#, "");
    assert_eq!(low, told("flat:10;len=20;shank=10,10,10;holder=30,40,10"));
    let sizes = r#""DC": 10, "LCF": 5, "LB": 3"#;
    let ball = fusion("ball end mill", sizes, holder).unwrap_err();
    assert!(ball.contains("less than its cutting part"), "{ball}");
}

/// The unit of a list by number was not looked at, nor one in brackets: 6.35 mm came as 0.25,
/// clean.
#[test]
fn a_list_is_read_in_the_unit_it_states() {
    let one = |name: &str, text: &str| {
        let library = library(name, text, None).unwrap();
        let spec = library.tools.get(&1).map(|declared| declared.spec.clone());
        spec.unwrap_or_else(|| library.remarks[0].1.clone())
    };
    let camotics = |units: &str| {
        let text = format!(
            r#"{{"1": {{"units": "{units}", "shape": "cylindrical", "length": 1, "diameter": 0.25}}}}"#
        );
        one("a.json", &text)
    };
    assert_eq!(camotics("imperial"), "flat:6.35");
    assert_eq!(camotics("metric"), "flat:0.25");
    assert!(camotics("ells").contains("its unit is `ells`"));
    assert_eq!(one("a.csv", "T,type,diameter (in)\n1,flat,0.25\n"), "flat:6.35");
    assert_eq!(one("a.csv", "T,type,DC [mm],unit\n1,flat,6,inch\n"), "flat:6");
    assert_eq!(one("a.csv", "T,type,diameter (DC)\n1,flat,6\n"), "flat:6");
}

/// Columns that were no numbers, and shanks of which one figure was missing, were left out without
/// a word; a corner wider than the tool made a ball of it: each clean.
#[test]
fn what_a_list_does_not_tell_is_said() {
    let read = |row: &str| {
        let text = format!("T,kind,DC,RE,LCF,SFDM,OAL\n1,{row}\n");
        let library = library("a.csv", &text, None).unwrap();
        let spec = library.tools.get(&1).map(|declared| declared.spec.clone());
        (spec.unwrap_or_default(), library.remarks.first().map(|r| r.1.clone()).unwrap_or_default())
    };
    let whole = ("flat:10;len=20;shank=12,12,40".to_owned(), String::new());
    assert_eq!(read("flat,10,,20,12,60"), whole);
    assert_eq!(read("flat,10,-,20,12,60"), whole);
    let bare = "flat:10;len=20".to_owned();
    assert_eq!(read("flat,10,0,20,,").0, bare);
    for (row, spec, part) in [
        ("flat,10,,,30,60", "flat:10", "no fluted length"),
        ("flat,10,,20,30,", "flat:10;len=20", "no length of the whole tool"),
        ("flat,10,,20,,60", "flat:10;len=20", "no shank diameter"),
        ("flat,10,,20,30,15", "flat:10;len=20", "no more than that of its flutes"),
        ("flat,10,,20,30mm,60", "", "its SFDM is `30mm`, which is no size"),
        ("flat,-10,,20,30,60", "", "its DC is `-10`"),
    ] {
        let (told, remark) = read(row);
        assert!(told == spec && remark.contains(part), "{row}: {told} {remark}");
    }
    assert_eq!(read("ball,10,5,20,,").0, "ball:10;len=20");
    assert_eq!(read("bull,10,4.9999999,20,,").0, "ball:10;len=20");
    let wide = read("bull,10,9,20,,").0;
    assert!(Spec::parse(&wide, Path::new("")).is_err(), "{wide}");
    let twice = library("a.toml", "[tools]\n1 = 'ball:4'\n01 = 'ball:6'\n", None).unwrap_err();
    assert!(twice.to_string().contains("are one tool"), "{twice}");
}

/// With its flutes alone a tool ended where they do, unsaid, and a program that ran its shank into a
/// wall came out clean; with one more figure beside them that was said.
#[test]
fn a_tool_of_which_only_the_flutes_are_stated_is_told_to_end_there() {
    let bit = r#"{"shape": "endmill", "parameter":
        {"Diameter": "6 mm", "CuttingEdgeHeight": "13 mm"}}"#;
    let fusion = r#"{"data": [{"type": "flat end mill", "unit": "millimeters",
        "geometry": {"DC": 6, "LCF": 13}, "post-process": {"number": 1}}]}"#;
    for (name, text) in [
        ("a.csv", "T,kind,DC,LCF,unit\n1,flat,6,13,mm\n"),
        ("a.json", r#"{"1": {"kind": "flat", "DC": 6, "LCF": 13, "unit": "mm"}}"#),
        ("a.json", r#"[{"T": 1, "kind": "flat", "DC": 6, "LCF": 13, "unit": "mm"}]"#),
        ("a.fctb", bit),
        ("b.json", fusion),
    ] {
        let tool = library(name, text, Some(1)).unwrap().tools.remove(&1).unwrap();
        assert_eq!(tool.spec, "flat:6;len=13", "{name}");
        let [said] = &tool.assumed[..] else { panic!("{name}: {:?}", tool.assumed) };
        assert!(said.contains("without") && said.contains("shank"), "{name}: {said}");
    }
    // What is declared as it stands is the whole tool.
    let declared = library("a.toml", "[tools]\n1 = 'flat:6;len=13'\n", None).unwrap();
    assert!(declared.remarks.is_empty(), "{:?}", declared.remarks);
}

/// Of a tool of a list its declaration, or the first thing that is said about it.
fn listed(name: &str, text: &str) -> String {
    let library = library(name, text, None).unwrap();
    build(&library);
    let spec = library.tools.get(&1).map(|declared| declared.spec.clone());
    spec.unwrap_or_else(|| library.remarks[0].1.clone())
}

/// A taper's angle, a corner that no ball has and the like were dropped without a word, and the
/// tool was a smaller one, clean.
#[test]
fn a_tool_of_a_list_is_taken_with_all_of_its_shape_or_not_at_all() {
    let read = |row: &str| listed("a.csv", &format!("T,kind,DC,RE,TA,SIG,tip\n1,{row}\n"));
    for (row, spec) in [
        ("ball end mill,6,3,,,", "ball:6"),
        ("slot drill,10,,,,", "flat:10"),
        ("square end mill,10,0,,180,", "flat:10"),
        ("end mill,10,1,,,", "bull:10,1"),
        ("bull nose,10,5,,,", "ball:10"),
        ("drill,5,,,140,", "drill:5,140"),
        ("drill,5,,59,118,", "drill:5,118"),
        ("spot drill,6,,,90,1", "chamfer:1,45,6"),
        ("centre drill,6,,,60,2", "chamfer:2,30,6"),
        ("chamfer mill,6,,45,90,0", "chamfer:0,45,6"),
    ] {
        assert_eq!(read(row), spec, "{row}");
    }
    for (row, part) in [
        ("ball nose,6,3,5,,", "says nothing of its TA 5"),
        ("ball nose,10,1,,,", "its RE 1 is not half of its DC 10"),
        ("flat,10,,5,,", "says nothing of its TA 5"),
        ("flat,10,1,,,", "says nothing of its RE 1"),
        ("end mill,10,5,,,", "its RE 5 is half of its diameter"),
        ("slot drill,10,,,118,", "says nothing of its SIG 118"),
        ("bull nose,10,,,,", "no corner radius"),
        ("drill,5,,,,", "no point angle"),
        ("drill,5,,30,118,", "its SIG 118 and its TA 30 contradict each other"),
        ("centre drill,6,,,60,", "pilot"),
        ("tapered ball end mill,3,1.5,5,,", "a taper is not understood"),
        ("chamfer,6,1,45,,", "says nothing of its RE 1"),
    ] {
        let told = read(row);
        assert!(told.contains("not used") && told.contains(part), "{row}: {told}");
    }
    let edge = |row: &str| listed("a.csv", &format!("T,kind,DC,KAPR,tip\n1,{row},0\n"));
    assert_eq!(edge("end mill,10,90"), "flat:10");
    assert_eq!(edge("chamfer,10,45"), "chamfer:0,45,10");
    assert!(edge("chamfer,10,60").contains("from the axis or from across it"));
    assert!(edge("face mill,50,45").contains("says nothing of its KAPR 45"));
    let bare = library("a.csv", "T,DC\n1,6\n", None).unwrap();
    assert_eq!(bare.tools[&1].assumed, ["states no kind: taken as an end mill"]);
}

/// Of two columns for one thing, and of two tools of one number, the last counted.
#[test]
fn a_list_that_contradicts_itself_is_not_taken_over() {
    for (text, part) in [
        ("T,kind,DC,DC\n1,ball,6,9\n", "its DC 6 and its DC 9 contradict"),
        ("T,kind,DC,diameter\n1,ball,6,9\n", "its DC 6 and its diameter 9 contradict"),
        ("T,kind,DC,DCX\n1,chamfer,6,9\n", "its DC 6 and its DCX 9 contradict"),
        ("T,kind,DC,SIG,TA\n1,chamfer,6,90,30\n", "its SIG 90 and its TA 30 contradict"),
        ("T,kind,DC,LCF,LCF,OAL\n1,flat,6,9,8,60\n", "its LCF 9 and its LCF 8 contradict"),
        ("T,kind,type,DC\n1,flat,ball,6\n", "its kind is `flat` and its type `ball`"),
        ("T,kind,DC\n1,flat,6\n1,flat,8\n", "several tools of this number: flat:6 and flat:8"),
        ("T,kind,DC\n1,flat,6\n1,lens,6\n", "flat:6 and one that is not understood"),
        ("T,kind,DC\n1,lens,6\n1,flat,6\n", "`lens` is not understood"),
    ] {
        let told = listed("a.csv", text);
        assert!(told.contains("not used") && told.contains(part), "{text}: {told}");
    }
    assert_eq!(listed("a.csv", "T,kind,DC (in),DC [mm]\n1,flat,0.25,6.35\n"), "flat:6.35");
    assert_eq!(listed("a.csv", "T,kind,DC\n1,flat,6\nT1,flat,6\n"), "flat:6");
    let numbers = "T,number,kind,DC\n1,7,flat,6\n";
    let numbers = library("a.csv", numbers, None).unwrap_err().to_string();
    assert!(numbers.contains("line 2: its T is 1 and its number 7"), "{numbers}");
    assert_eq!(listed("a.csv", "id,tool,T,kind,DC\n7,mine,1,flat,6\n"), "flat:6");
    assert_eq!(listed("a.csv", "id,kind,DC\n1,flat,6\n"), "flat:6");
    let twice = library("a.json", r#"{"1": "flat:6", "1": "flat:8"}"#, None).unwrap_err();
    assert!(twice.to_string().contains("`1` stands twice"), "{twice}");
    let own = listed("a.json", r#"{"1": {"T": 2, "kind": "flat", "d": 6}}"#);
    assert!(own.contains("it stands under 1, and its own number is 2"), "{own}");
    let tool = |d| {
        format!(
            r#"{{"type": "flat end mill", "unit": "millimeters", "geometry": {{"DC": {d}}},
               "post-process": {{"number": 1}}}}"#
        )
    };
    let fusion = listed("a.json", &format!(r#"{{"data": [{}, {}]}}"#, tool(6), tool(8)));
    assert!(fusion.contains("several tools of this number"), "{fusion}");
    let spec = library("a.csv", "T,spec,DC\n1,ball:6,8\n", None).unwrap();
    assert_eq!(spec.tools[&1].assumed, ["is what its declaration says, not its DC"]);
}

/// Help says that a list may be JSON, and `[{"T": 1, …}]` was no library.
#[test]
fn a_json_list_is_read() {
    let text =
        r#"[{"T": 1, "kind": "ball", "DC": 6}, {"number": "T2", "spec": "flat:8"}, {"DC": 3}]"#;
    let list = library("a.json", text, None).unwrap();
    assert_eq!(specs(&list), [(1, "ball:6"), (2, "flat:8")]);
    assert_eq!(list.remarks[0].1, "entry 3 has no tool number (T) and is left out");
    let rows = library("a.csv", "T,kind,DC\n,flat,6\n,,\n", None).unwrap();
    assert_eq!(rows.remarks, [(None, "line 2 has no tool number and is left out".to_owned())]);
}

#[test]
fn freecad_tool_bits() {
    let bit = |shape: &str, parameter: &str| {
        let text = format!(r#"{{"version": 2, "shape": "{shape}", "parameter": {{{parameter}}}}}"#);
        let library = library("a.fctb", &text, Some(7)).unwrap();
        build(&library);
        let spec = library.tools.get(&7).map(|d| d.spec.clone());
        spec.ok_or_else(|| library.remarks[0].1.clone())
    };
    let sizes = r#""Diameter": "5.0000 mm", "CuttingEdgeHeight": "30 mm", "Length": "50,00 mm", "ShankDiameter": "3 mm""#;
    assert_eq!(bit("endmill.fcstd", sizes).unwrap(), "flat:5;len=30;shank=3,3,20");
    assert_eq!(bit("ballend.fcstd", r#""Diameter": "0.25 in""#).unwrap(), "ball:6.35");
    let torus = r#""Diameter": "6 mm", "FlatRadius": "1.5 mm""#;
    assert_eq!(bit("bullnose.fcstd", torus).unwrap(), "bull:6,1.5");
    let vee = r#""Diameter": "6 mm", "TipDiameter": "1 mm", "CuttingEdgeAngle": "90 °""#;
    assert_eq!(bit("v-bit.fcstd", vee).unwrap(), "chamfer:1,45,6");
    let point = vee.replace("1 mm", "0 mm");
    assert_eq!(bit("v-bit.fcstd", &point).unwrap(), "chamfer:0,45,6");
    // One of 2 mm came as a point where it was not stated.
    let bare = vee.replace("TipDiameter", "Tip");
    assert!(bit("v-bit.fcstd", &bare).unwrap_err().contains("no `TipDiameter`"));
    let drill = r#""Diameter": "3 mm", "TipAngle": "119.0000 °""#;
    assert_eq!(bit("drill.fcstd", drill).unwrap(), "drill:3,119");
    assert!(bit("dovetail.fcstd", sizes).unwrap_err().contains("`dovetail`"));
    assert!(bit("endmill.fcstd", r#""Diameter": "5 ells""#).unwrap_err().contains("5 ells"));
    assert!(matches!(library("a.fctb", "{}", None), Err(LibraryError::NoNumber { .. })));
}

#[test]
fn freecad_libraries_point_at_bits() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("Bit")).unwrap();
    std::fs::create_dir_all(folder.path().join("Library")).unwrap();
    let bit = r#"{"shape": "endmill.fcstd", "parameter": {"Diameter": "5 mm"}}"#;
    std::fs::write(folder.path().join("Bit/5mm.fctb"), bit).unwrap();
    let list = r#"{"tools": [{"nr": 3, "path": "5mm.fctb"}, {"nr": 4, "path": "none.fctb"}]}"#;
    let path = folder.path().join("Library/a.fctl");
    std::fs::write(&path, list).unwrap();
    let library = read(&path, None).unwrap();
    assert_eq!(specs(&library), [(3, "flat:5")]);
    assert!(library.remarks.iter().any(|r| r.0 == Some(4) && r.1.contains("none.fctb")));
}

#[test]
fn lists_and_job_files() {
    let text = r#"{"1": {"kind": "cyl", "d": 6, "r": 0.0}, "T2": {"kind": "drill", "d": 5},
                   "3": "bull:8,1"}"#;
    let list = library("tools.json", text, None).unwrap();
    assert_eq!(specs(&list), [(1, "flat:6"), (3, "bull:8,1")]);
    assert!(list.remarks[0].1.contains("no point angle"), "{:?}", list.remarks);
    build(&list);
    let job = library("gouge.toml", "tolerance = 0.1\n[tools]\n4 = 'ball:3'\n", None).unwrap();
    assert_eq!(specs(&job), [(4, "ball:3")]);
}

#[test]
fn what_is_no_library_is_said() {
    for (name, text, part) in [
        ("a.txt", "hello", "not a tool library"),
        ("a.json", "[1, 2]", "not a tool library"),
        ("a.json", "{\"x\": 1}", "`x` is not a tool number"),
        ("a.toml", "[tools]\n1 = 5\n", "tool 1 must be a text"),
        ("a.toml", "[tools\n", "line 1"),
        ("a.fctl", "{}", "no list `tools`"),
    ] {
        let message = library(name, text, None).unwrap_err().to_string();
        assert!(message.contains(part), "{name} {text}: {message}");
    }
    assert!(matches!(read(Path::new("/none.json"), None), Err(LibraryError::Unreadable { .. })));
}

#[test]
fn lists_with_a_heading_take_catalogue_names() {
    let text = "T;Type;DC;RE;APMX;DCONMS;OAL;SIG\n1;ball nose;6;3;12,5;6;57;\n\
                T2;Drill;5;;30;5;62;140\n3;end mill;10;0,5;22;10;72;\n4;lollipop;8;;;;;\n";
    let list = library("tools.csv", text, None).unwrap();
    assert_eq!(
        specs(&list),
        [
            (1, "ball:6;len=12.5;shank=6,6,44.5"),
            (2, "drill:5,140;len=30;shank=5,5,32"),
            (3, "bull:10,0.5;len=22;shank=10,10,50"),
        ]
    );
    build(&list);
    assert!(list.remarks[0].1.contains("`lollipop` is not understood"), "{:?}", list.remarks);
    let inches = library("a.csv", "number,kind,diameter,unit\n7,flat,0.25,inch\n", None).unwrap();
    assert_eq!(specs(&inches), [(7, "flat:6.35")]);
    let wrong = library("a.csv", "kind,d\nflat,6\n", None).unwrap_err().to_string();
    assert!(wrong.contains("no column names the tool numbers"), "{wrong}");
}

#[test]
fn packed_fusion_libraries() {
    use std::io::Write;
    let json = r#"{"data": [{"type": "flat end mill", "unit": "millimeters",
        "post-process": {"number": 5}, "geometry": {"DC": 8}}]}"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lib.tools");
    let packed = |name: &str| {
        let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(json.as_bytes()).unwrap();
        zip.finish().unwrap();
        read(&path, None)
    };
    assert_eq!(specs(&packed("tools.json").unwrap()), [(5, "flat:8")]);
    let other = packed("../tools.json").unwrap_err().to_string();
    assert!(other.contains("a ZIP without `tools.json`"), "{other}");
}

/// Of two lists in one `.tools` the last counted: a mill of 8 mm was 6 mm wide and clean.
#[test]
fn a_packed_library_with_two_lists_is_refused() {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, width) in [("tools.json", 8), ("toolz.json", 6)] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        let list = format!(
            r#"{{"data": [{{"type": "flat end mill", "unit": "millimeters",
               "post-process": {{"number": 1}}, "geometry": {{"DC": {width}}}}}]}}"#
        );
        zip.write_all(list.as_bytes()).unwrap();
    }
    let mut packed = zip.finish().unwrap().into_inner();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tools");
    std::fs::write(&path, &packed).unwrap();
    assert_eq!(specs(&read(&path, None).unwrap()), [(1, "flat:8")]);
    // A writer of ZIP files refuses to do this.
    for at in 0..packed.len() {
        if packed[at..].starts_with(b"toolz.json") {
            packed[at + 4] = b's';
        }
    }
    std::fs::write(&path, &packed).unwrap();
    let why = read(&path, None).unwrap_err().to_string();
    assert!(why.contains("several entries of one name"), "{why}");
}

/// A holder in a list, a ball whose corner is no ball's and a shoulder wider than the flutes were
/// left out without a word: each clean.
#[test]
fn what_is_said_of_holders_and_shoulders_is_not_dropped() {
    let list = library("a.csv", "T,kind,DC,LCF,holder diameter\n1,flat,10,20,50\n", None).unwrap();
    assert_eq!(list.tools[&1].spec, "flat:10;len=20");
    assert!(list.remarks[1].1.contains("(holder diameter)"), "{:?}", list.remarks);
    let long = library("a.csv", "T,kind,DC,LCF\n1,flat,10,5,20\n", None).unwrap_err();
    assert!(long.to_string().contains("line 2 has more cells"), "{long}");
    let json = r#"[{"T": 1, "kind": "flat", "DC": 10, "LCF": 20, "holder": {"DC": 60}}]"#;
    let list = library("a.json", json, None).unwrap();
    assert!(list.remarks[1].1.contains("(holder)"), "{:?}", list.remarks);
    let ball = fusion("ball end mill", r#""DC": 10, "RE": 2, "LCF": 20"#, "").unwrap_err();
    assert!(ball.contains("not half of its diameter"), "{ball}");
    assert!(fusion("ball end mill", r#""DC": 10, "RE": 5, "LCF": 20"#, "").is_ok());
    let sizes = r#""DC": 10, "LCF": 20, "shoulder-length": 10, "shoulder-diameter": 30"#;
    let shoulder = fusion("flat end mill", sizes, "").unwrap_err();
    assert!(shoulder.contains("wider than its flutes"), "{shoulder}");
}

/// A flat end mill whose corner radius is stated was a bull nose, narrower than it says it is.
#[test]
fn a_flat_end_mill_has_no_corner_radius() {
    let fusion = r#"{"data": [{"type": "flat end mill", "unit": "millimeters",
        "geometry": {"DC": 6, "RE": 2}, "post-process": {"number": 1}}]}"#;
    let library = library("a.json", fusion, None).unwrap();
    assert!(library.tools.is_empty());
    assert!(
        library.remarks[0].1.contains("which a flat end mill has not"),
        "{:?}",
        library.remarks
    );
}

/// Without a holder a tool ended where its holder would begin (LB): its own shank above that went
/// into a wall. A round point was a sharp one, which is narrower.
#[test]
fn a_fusion_tool_without_a_holder_is_as_long_as_it_is() {
    let read = |kind: &str, geometry: &str| {
        let text = format!(
            r#"{{"data": [{{"type": "{kind}", "unit": "millimeters", "geometry": {{{geometry}}},
            "post-process": {{"number": 1}}}}]}}"#
        );
        library("a.json", &text, None).unwrap()
    };
    let long = read("flat end mill", r#""DC": 6, "LCF": 15, "OAL": 75, "SFDM": 6, "LB": 30"#);
    assert_eq!(long.tools[&1].spec, "flat:6;len=15;shank=6,6,60");
    let round = read("spot drill", r#""DC": 10, "RE": 1, "SIG": 90, "LCF": 15"#);
    assert!(round.tools.is_empty() && round.remarks[0].1.contains("its point is round (RE)"));
}
