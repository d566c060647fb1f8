//! The files in `molds/` and `toolpaths/` are what the generator writes today.
//!
//! After a change of the generator, `GOUGE_BLESS=1 cargo test --test samples` writes them anew.

use std::fs;
use std::path::Path;

use gouge::sample::{NAMES, Size, make, write};

#[test]
fn kept_files_are_those_of_the_generator() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fresh = tempfile::tempdir().unwrap();
    let folder = if std::env::var_os("GOUGE_BLESS").is_some() { root } else { fresh.path() };
    for (name, _) in NAMES {
        let written = write(name, folder, &Size::default()).unwrap();
        let sample = make(name, &Size::default()).unwrap();
        for (made, kept) in [
            (written.part, root.join(&sample.part_file)),
            (written.program, root.join(&sample.program_file)),
        ] {
            assert!(fs::metadata(&made).unwrap().len() <= 200_000, "{}", made.display());
            let same = fs::read(&made).unwrap() == fs::read(&kept).unwrap_or_default();
            assert!(same, "{} differs from the generator's", kept.display());
        }
    }
}
