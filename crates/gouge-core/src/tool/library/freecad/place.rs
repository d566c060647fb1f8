//! Where the bits of a FreeCAD library are.

use std::path::Path;

use super::super::{Read, json, quoted, slurp};

/// FreeCAD looks in `../Bit` alone. Libraries are handed on with their bits beside or below them as
/// well.
const FOLDERS: [&str; 3] = ["../Bit", "Bit", "."];

/// The bit that a library in `folder` means by `file`. Where there are several of that name, all of
/// them have to be the same tool.
pub fn bit(folder: &Path, file: &str) -> Read {
    let mut found: Option<(&str, Read)> = None;
    for place in FOLDERS {
        let path = folder.join(place).join(file);
        if !path.is_file() {
            continue;
        }
        let text = slurp(&path).map_err(|e| e.to_string());
        let other = match text.and_then(|text| json(&text)) {
            Ok(value) => super::bit(&value),
            Err(why) => Err(why).into(),
        };
        match &found {
            None => found = Some((place, other)),
            Some((_, first)) if first.spec == other.spec => {}
            Some((before, first)) => {
                return differ(file, [(before, first), (place, &other)]).into();
            }
        }
    }
    found.map_or_else(
        || {
            let file = quoted(file);
            Err(format!("its file `{file}` is neither beside the library nor in `../Bit`")).into()
        },
        |(_, read)| read,
    )
}

fn differ(file: &str, both: [(&str, &Read); 2]) -> Result<String, String> {
    let [one, other] = both.map(|(place, read)| {
        let spec = read.spec.as_deref().unwrap_or("one that is not understood");
        let folder = if place == "." { String::new() } else { format!("{place}/") };
        format!("`{folder}{}` is {spec}", quoted(file))
    });
    Err(format!(
        "{one} and {other}, and the library may mean either: keep the one that counts, or declare \
         the tool with --tool"
    ))
}
