//! Figures under headings, units and kinds that say more of a shape than is read.

use super::listed;

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
