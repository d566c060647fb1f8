use std::path::{Path, PathBuf};

/// The folder of programs and judges beside the project; it is not part of it.
pub const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");

/// Every G-code program of the shared collection, sorted.
pub fn all() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(Path::new(SHARED).join("data/programs").as_path(), &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path
            .extension()
            .is_some_and(|end| ["ngc", "nc", "gcode", "tap"].iter().any(|known| end == *known))
        {
            found.push(path);
        }
    }
}
