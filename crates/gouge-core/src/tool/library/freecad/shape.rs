//! The shape of a tool bit. Older files name its drawing (`shape`: "endmill.fcstd"), newer ones the
//! kind of it as well (`shape-type`: "Endmill").

use serde_json::Value;

use super::super::quoted;

/// The drawings that FreeCAD comes with, and what else it has called them.
const OWN: [(&str, &[&str]); 15] = [
    ("endmill", &[]),
    ("ballend", &[]),
    ("bullnose", &["torus"]),
    ("chamfer", &[]),
    ("v-bit", &["vbit"]),
    ("drill", &[]),
    ("reamer", &[]),
    ("tap", &[]),
    ("dovetail", &[]),
    ("probe", &[]),
    ("slittingsaw", &["slitting-saw"]),
    ("thread-mill", &["threadmill"]),
    ("taperedballnose", &["tapered-ball-nose"]),
    ("radius", &[]),
    ("fillet", &[]),
];

/// The kind of a bit. Which drawing FreeCAD takes where the two contradict each other depends on its
/// version.
pub fn kind(bit: &Value, remarks: &mut Vec<String>) -> Result<String, String> {
    let [kind, drawing] = ["shape-type", "shape"].map(|key| bit[key].as_str().unwrap_or("").trim());
    let plain = [kind, drawing].map(plain);
    match &plain {
        [kind, drawing] if kind.is_empty() => Ok(drawing.clone()),
        [kind, drawing] if drawing.is_empty() || kind == drawing => Ok(kind.clone()),
        [_, other] if OWN.iter().any(|(own, _)| own == other) => Err(format!(
            "its `shape` is `{}`, and its `shape-type` `{}`: keep the one that counts, or declare \
             the tool with --tool",
            quoted(drawing),
            quoted(kind)
        )),
        [own, _] => {
            let drawing = quoted(drawing);
            remarks.push(format!(
                "is taken as FreeCAD draws its own {own}: the drawing `{drawing}` is not read"
            ));
            Ok(own.clone())
        }
    }
}

/// The name of a drawing without folder and ending, as FreeCAD has it now.
fn plain(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let stem = file.strip_suffix(".fcstd").unwrap_or(&file);
    let own = OWN.iter().find(|(_, others)| others.contains(&stem));
    own.map_or(stem, |(own, _)| own).to_owned()
}
