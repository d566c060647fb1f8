//! Files and standard input as bytes, with their digests.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use gouge_mesh::digest::{hex, sha256};

use crate::error::{Error, Result};
use crate::input;
use crate::memory;
use crate::mesh::{self, Loaded, MeshError, Place, Units};

/// A mesh file, read.
pub struct MeshFile {
    /// The mesh and what is odd about its file.
    pub loaded: Loaded,
    /// Of the bytes, lower-case hex.
    pub sha256: String,
}

/// The name that stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What came from standard input: it gives its bytes once, and who shows a file beside the check of
/// it reads that twice.
static STDIN: OnceLock<Vec<u8>> = OnceLock::new();

/// Whether standard input was read, so that it can be read again.
pub fn has_stdin() -> bool {
    STDIN.get().is_some()
}

/// All bytes of a file, or of standard input for `-`: as many as fit into memory.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    read(path, memory::file())
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if is_stdin(path) {
        if STDIN.get().is_none() {
            let bytes = input::bounded(io::stdin().lock(), most)?;
            return Ok(STDIN.get_or_init(|| bytes).clone());
        }
        return Ok(STDIN.get().cloned().unwrap_or_default());
    }
    input::bytes(path, most)
}

/// All bytes of a program. Garbage shows at the head: an endless file of it is not read to its end.
///
/// # Errors
/// Files that cannot be read or are binary.
pub fn program(path: &Path) -> Result<Vec<u8>> {
    let unreadable = |e: io::Error| Error::unreadable(path, &e);
    let bytes = match is_stdin(path) {
        true => bytes(path).map_err(unreadable)?,
        false => {
            let mut file = open_program(path)?;
            let head = head(&mut file).map_err(unreadable)?;
            expect_program(path, &head)?;
            if file.metadata().is_ok_and(|facts| facts.is_file()) {
                bytes(path).map_err(unreadable)?
            } else {
                // What a pipe gave once it does not give again.
                input::bounded(head.chain(file), memory::file()).map_err(unreadable)?
            }
        }
    };
    expect_program(path, &bytes)?;
    Ok(bytes)
}

/// Refuses a program that is not text, by its head alone.
///
/// # Errors
/// Files that cannot be read or are binary.
pub fn expect_text_at_head(path: &Path) -> Result<()> {
    let bytes = head(&mut open_program(path)?).map_err(|e| Error::unreadable(path, &e))?;
    expect_program(path, &bytes)
}

/// A file's name as text: settings and reports hold no other.
///
/// # Errors
/// Names that are not UTF-8.
pub fn name(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| {
        let what = "this name is not UTF-8 text, which reports hold names as";
        Error::new("J001", format!("{}: {what}", path.display())).help("give it another name")
    })
}

/// Where a file lies, whichever way it is named: its folder without links, and its own name.
pub fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// Whether a file can be read more than once: no pipe, no terminal.
pub fn is_regular(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|facts| facts.is_file())
}

fn open_program(path: &Path) -> Result<fs::File> {
    let open = || {
        if fs::metadata(path)?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        fs::File::open(path)
    };
    open().map_err(|e: io::Error| Error::unreadable(path, &e))
}

/// The first bytes of a file, as many as it takes to tell text from garbage.
fn head(file: &mut fs::File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(LOOKED_AT as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All bytes of a text that this command reads itself.
pub fn text(path: &Path) -> Result<String> {
    let bytes = read(path, input::LARGEST_TEXT).map_err(|e| Error::unreadable(path, &e))?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Error::new("J002", format!("{}: byte {at}: this is not text", path.display()))
            .help("name the right file; text files are UTF-8")
    })?;
    // Some editors mark a file as UTF-8.
    if let Some(rest) = text.strip_prefix('\u{feff}') {
        return Ok(rest.to_owned());
    }
    Ok(text)
}

/// How much of a program is looked at to tell text from garbage, bytes.
const LOOKED_AT: usize = 1 << 16;

/// Refuses bytes that no control would be sent: two-byte text, or more than one in fifty a control
/// character. A leader of zeros (paper tape) and the device codes DC1 to DC4 are usual.
fn expect_program(path: &Path, bytes: &[u8]) -> Result<()> {
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = bytes {
        let what = format!("{}: the text is UTF-16, two bytes a character", path.display());
        return Err(Error::new("J002", what).help("save it as plain text, ASCII or UTF-8"));
    }
    if let Some(what) = mesh::foreign(path, bytes) {
        let what = format!("{}: this is {what}, not a program", path.display());
        return Err(Error::new("J002", what).help("post the program from the CAM system"));
    }
    let leader = bytes.iter().take_while(|b| **b == 0).count();
    let looked = &bytes[leader..bytes.len().min(leader + LOOKED_AT)];
    let odd = |b: &u8| matches!(b, 0..=8 | 14..=16 | 21..=25 | 27..=31 | 127);
    let count = looked.iter().filter(|b| odd(b)).count();
    let only_zeros = leader > 0 && looked.is_empty();
    if 50 * count <= looked.len() && !only_zeros {
        return Ok(());
    }
    let at = if only_zeros { 0 } else { leader + looked.iter().position(odd).unwrap_or(0) };
    Err(Error::new(
        "J002",
        format!("{}: byte {at}: this is not program text but binary data", path.display()),
    )
    .help("the part comes first, then the program"))
}

/// Reads a mesh.
pub fn mesh(path: &Path, units: Units) -> Result<MeshFile> {
    let bytes = bytes(path).map_err(|cause| MeshError {
        file: path.to_path_buf(),
        place: Place::Whole,
        fault: cause.into(),
    })?;
    let name = path.display().to_string();
    memory::expect((bytes.len() as u64).saturating_mul(memory::OF_MESH), &name)?;
    let (loaded, sha256) = rayon::join(|| mesh::read_bytes(path, &bytes, units), || sha256(&bytes));
    Ok(MeshFile { loaded: loaded?, sha256 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_from_garbage() {
        let path = Path::new("a.nc");
        let garbage: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for good in [
            &b""[..],
            b"G0 X1\n",
            b"\0\0\0%\nG0\n",
            "(M\u{fc}ller \u{f8})".as_bytes(),
            b"(\xfc\xe4)",
        ] {
            assert!(expect_program(path, good).is_ok(), "{good:?}");
        }
        for bad in [&garbage[..], b"\0\0", b"\x7fELF\x02\x01\x01\0\0\0"] {
            assert!(expect_program(path, bad).is_err(), "{bad:?}");
        }
    }
}
