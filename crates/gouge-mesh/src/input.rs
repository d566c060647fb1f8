//! Files read whole, as far as they are of a size that makes sense: an endless one (a device, a
//! pipe) is no reason to fill the memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest file of settings, tools or profiles, bytes.
pub const LARGEST_TEXT: u64 = 1 << 28;

/// Largest mesh that stands for a tool, bytes.
pub const LARGEST_MESH: u64 = 1 << 31;

/// All bytes of a file.
///
/// # Errors
/// As the system says; [`io::ErrorKind::IsADirectory`] for a folder, and
/// [`io::ErrorKind::FileTooLarge`] for more than `most` bytes.
pub fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    bounded(file, most)
}

/// All that a reader gives.
///
/// # Errors
/// As [`bytes`].
pub fn bounded(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it holds more than {} MB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// A text file.
///
/// # Errors
/// As [`bytes`]; [`io::ErrorKind::InvalidData`] for what is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    let bytes = bytes(path, LARGEST_TEXT)?;
    String::from_utf8(bytes).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_files_end() {
        assert!(bounded(io::repeat(0), 1000).is_err());
        assert_eq!(bounded(&[7; 1000][..], 1000).unwrap().len(), 1000);
    }
}
