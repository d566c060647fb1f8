//! Which build of the program this is.

use crate::error::{Error, Result};
use crate::files;

/// What stands for this program in a proof's key: the hash of its own file, so that no two builds
/// share proofs by mistake.
pub fn version() -> Result<String> {
    let path = std::env::current_exe()?;
    let bytes = std::fs::read(&path).map_err(|e| Error::unreadable(&path, &e))?;
    Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), files::sha256(&bytes)))
}
