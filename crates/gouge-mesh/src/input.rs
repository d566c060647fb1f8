//! Files read whole, if their size makes sense: an endless one (a device, a pipe) is no reason to
//! fill the memory.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use rayon::prelude::*;

/// Largest file of settings, tools or profiles, bytes.
pub const LARGEST_TEXT: u64 = 1 << 28;

/// Largest mesh that stands for a tool, bytes.
pub const LARGEST_MESH: u64 = 1 << 31;

/// What helps where memory does not hold something.
pub const MORE_MEMORY: &str =
    "close other programs, raise the limit (ulimit -v), or take a larger machine";

/// What one thread reads of a large file, bytes.
const PART: u64 = 1 << 23;

/// What has the name of a file and is none.
#[derive(Debug, thiserror::Error)]
#[error("this is a pipe or a device, not a file")]
pub struct NotAFile;

impl NotAFile {
    /// Whether this is why something cannot be read.
    pub fn is_cause(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<Self>())
    }
}

/// Opens a file to be read. Whoever opens a pipe by its name waits until somebody writes into it,
/// perhaps for ever.
///
/// # Errors
/// As the system says; [`io::ErrorKind::IsADirectory`] for a folder, [`NotAFile`] for pipes and
/// devices, unless they were handed to this process open.
pub fn open(path: &Path) -> io::Result<File> {
    let facts = fs::metadata(path)?;
    if facts.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !facts.is_file() && !is_handed_over(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NotAFile));
    }
    File::open(path)
}

/// Standard input and what shells substitute for the output of a command.
fn is_handed_over(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"].map(Path::new);
    path == Path::new("/dev/stdin") || path.parent().is_some_and(|p| folders.contains(&p))
}

/// All bytes of a file.
///
/// # Errors
/// As [`open`], and [`io::ErrorKind::FileTooLarge`] for more than `most` bytes.
pub fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let facts = file.metadata()?;
    if facts.is_file() && (2 * PART..=most).contains(&facts.len()) {
        return side_by_side(path, &file, facts.len());
    }
    bounded(file, most)
}

/// A large file in parts, on all threads: most of the time goes into the first touch of memory.
fn side_by_side(path: &Path, file: &File, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length as usize];
    bytes.par_chunks_mut(PART as usize).enumerate().try_for_each(|(at, part)| {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(at as u64 * PART))?;
        file.read_exact(part)
    })?;
    if file.metadata()?.len() == length {
        return Ok(bytes);
    }
    Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it changed while it was read"))
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
    fn large_files_are_the_same_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("parts");
        let written: Vec<u8> = (0..2 * PART + 12_345).map(|i| ((i * i) >> 7) as u8).collect();
        std::fs::write(&path, &written).unwrap();
        let read = bytes(&path, u64::MAX);
        let refused = bytes(&path, 2 * PART);
        assert!(read.unwrap() == written);
        assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn endless_files_end() {
        assert!(bounded(io::repeat(0), 1000).is_err());
        assert_eq!(bounded(&[7; 1000][..], 1000).unwrap().len(), 1000);
    }
}
