//! Part files, good and bad, and what is made of them.

#[path = "../../crates/gouge-nc/tests/support/absent.rs"]
mod absent;
mod corpus;
mod formats;
mod noise;
mod packages;
mod solids;

use std::path::{Path, PathBuf};

use gouge::mesh::{Loaded, MeshError, Units, read_bytes};

fn load(name: &str, bytes: &[u8]) -> Result<Loaded, MeshError> {
    read_bytes(Path::new(name), bytes, Units::Millimetre)
}

/// The message of a file that must not load.
fn refusal(name: &str, bytes: &[u8]) -> String {
    load(name, bytes).expect_err("must not load").to_string()
}

/// The collection of real files beside the project; not part of it.
fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    if !folder.is_dir() {
        absent::absent("../shared/data");
        return None;
    }
    Some(folder)
}
