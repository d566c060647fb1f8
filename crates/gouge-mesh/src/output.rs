//! Files written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;

/// A file that could not be written. Whatever stood there before still does.
#[derive(Debug, Error)]
#[error("{}: cannot be written: {cause}; {}", file.display(), self.help())]
pub struct OutputError {
    /// The file as the user named it.
    pub file: PathBuf,
    /// What the system said.
    #[source]
    pub cause: io::Error,
}

impl OutputError {
    fn help(&self) -> &'static str {
        match self.cause.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "make room or name another disk"
            }
            io::ErrorKind::FileTooLarge => "raise the limit of a file's size (ulimit -f)",
            io::ErrorKind::NotFound => "create the folder first",
            io::ErrorKind::NotADirectory => "name a folder",
            io::ErrorKind::IsADirectory => "name a file in it",
            io::ErrorKind::InvalidInput => "name another file",
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "name a place you may write to"
            }
            _ => "check the place and the disk",
        }
    }
}

/// Writes `bytes` to `path` through a temporary file beside it, so that no reader and no
/// failure ever sees a part of it. A link is followed; what is no regular file (a pipe, a
/// device) is written to directly. A file keeps who may read and write it.
///
/// # Errors
/// When the temporary file cannot be made, filled or moved; it is then removed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    write_with(path, |out| out.write_all(bytes))
}

/// The same for what is made while it is written.
///
/// # Errors
/// As [`write_whole`], and whatever `fill` fails with.
pub fn write_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    attempt(path, fill).map_err(|cause| OutputError { file: path.to_path_buf(), cause })
}

fn attempt(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let target = followed(path)?;
    let before = fs::metadata(&target).ok();
    match &before {
        Some(facts) if facts.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Some(facts) if !facts.is_file() => {
            let file = fs::OpenOptions::new().write(true).open(&target)?;
            return buffered(&file, fill);
        }
        _ => {}
    }
    let (file, _unfinished) = Unfinished::begin(folder(&target)?)?;
    // Held while it is written, which tells it from what a killed run left. Where there are no
    // locks it can be taken for such a file only when it is old.
    let _ = file.as_file().try_lock();
    if let Some(facts) = before {
        file.as_file().set_permissions(facts.permissions())?;
    }
    buffered(file.as_file(), fill)?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|e| e.error)?;
    Ok(())
}

/// What a path names once links are followed, those too that lead to nothing yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_path_buf();
    loop {
        match fs::canonicalize(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => return found,
        }
        let Ok(to) = fs::read_link(&place) else { return Ok(place) };
        place = folder(&place)?.join(to);
    }
}

/// Temporary files that this process has begun and not moved to their places.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One of them, until it is dropped.
struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a temporary file in `folder`. The list is held meanwhile: no file is there without
    /// being listed.
    fn begin(folder: &Path) -> io::Result<(tempfile::NamedTempFile, Self)> {
        let mut list = unfinished();
        let file = builder().tempfile_in(folder)?;
        list.push(file.path().to_owned());
        let own = Self(file.path().to_owned());
        Ok((file, own))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// Removes the temporary files of this process, which is about to end. None is begun as long as
/// what this returns is kept.
pub fn abandon() -> impl Sized {
    let list = unfinished();
    for path in &*list {
        // What was just moved to its place is there no more.
        let _ = fs::remove_file(path);
    }
    list
}

/// Removes the temporary files in `folder` that a killed run left: those that nobody holds and that
/// stood still for a while, so that none is taken that is just being made. What cannot be read or
/// removed is left.
pub fn remove_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_temporary = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let old = || {
            let written = entry.metadata().and_then(|facts| facts.modified()).ok()?;
            Some(written.elapsed().ok()? >= SETTLED)
        };
        if !is_temporary || old() != Some(true) {
            continue;
        }
        let unheld = File::open(entry.path()).is_ok_and(|file| match file.try_lock() {
            Ok(()) => true,
            Err(fs::TryLockError::WouldBlock) => false,
            Err(fs::TryLockError::Error(_)) => old_enough_without_locks(&file),
        });
        if unheld {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn old_enough_without_locks(file: &File) -> bool {
    let written = file.metadata().and_then(|facts| facts.modified()).ok();
    written.and_then(|w| w.elapsed().ok()).is_some_and(|age| age >= FORGOTTEN)
}

/// How temporary files begin.
const PREFIX: &str = ".gouge-";

/// From making a temporary file to holding it: far longer than that takes.
const SETTLED: Duration = Duration::from_millis(500);

/// No file is written for this long.
const FORGOTTEN: Duration = Duration::from_secs(24 * 3600);

/// Refuses a place whose folder does not exist, before the work is done that would be lost.
///
/// # Errors
/// With the folder's name.
pub fn expect_folder(path: &Path) -> Result<(), OutputError> {
    let refused = |cause| OutputError { file: path.to_path_buf(), cause };
    folder(path).map(|_| ()).map_err(refused)
}

/// Refuses a place where a file lies that the same command reads.
///
/// # Errors
/// With the name of the place.
pub fn expect_apart<'a>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), OutputError> {
    let Ok(target) = fs::canonicalize(path) else { return Ok(()) };
    if inputs.into_iter().any(|input| fs::canonicalize(input).is_ok_and(|i| i == target)) {
        let cause = io::Error::new(io::ErrorKind::InvalidInput, "it is read by this command");
        return Err(OutputError { file: path.to_path_buf(), cause });
    }
    Ok(())
}

/// Whether what is written to one would take the place of the other, however they are named.
pub fn is_same_place(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let whole = || fs::canonicalize(path).ok();
        let within = || Some(fs::canonicalize(folder(path).ok()?).ok()?.join(path.file_name()?));
        whole().or_else(within)
    };
    a == b || place(a).is_some_and(|a| place(b) == Some(a))
}

/// The folder that a file lies in.
fn folder(path: &Path) -> io::Result<&Path> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if folder.is_dir() {
        return Ok(folder);
    }
    if folder.exists() {
        let what = format!("{} is a file, not a folder", folder.display());
        return Err(io::Error::new(io::ErrorKind::NotADirectory, what));
    }
    let what = format!("there is no folder {}", folder.display());
    Err(io::Error::new(io::ErrorKind::NotFound, what))
}

fn buffered(file: &File, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    out.flush()
}

/// Temporary files are private by default; these become what the user asked for, so they get
/// the usual permissions of a new file.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Killed runs left `.gouge-…` files in the folders of results for good.
    #[test]
    fn what_a_killed_run_left_goes_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in [".gouge-left", ".gouge-held", "report.json", ".other"] {
            fs::write(at(name), "half").unwrap();
        }
        let held = File::open(at(".gouge-held")).unwrap();
        held.lock().unwrap();
        remove_unfinished(folder.path());
        assert!(at(".gouge-left").exists(), "it may be just being made");
        for name in [".gouge-left", ".gouge-held"] {
            let file = File::options().write(true).open(at(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - 2 * SETTLED).unwrap();
        }
        remove_unfinished(folder.path());
        let mut left: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [".gouge-held", ".other", "report.json"]);
    }

    #[test]
    fn replaces_the_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report.json");
        fs::write(&file, "a longer text that stood there before").unwrap();
        write_whole(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn leaves_nothing_behind_when_it_fails() {
        let folder = tempfile::tempdir().unwrap();
        let missing = write_whole(&folder.path().join("none/report.json"), b"x").unwrap_err();
        assert!(missing.to_string().contains("create the folder first"), "{missing}");
        let file = tempfile::NamedTempFile::new().unwrap();
        let within = write_whole(&file.path().join("report.json"), b"x").unwrap_err();
        assert!(within.to_string().contains("name a folder"), "{within}");
        let directory = write_whole(folder.path(), b"x").unwrap_err();
        assert!(directory.to_string().contains("name a file in it"), "{directory}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn says_when_the_disk_is_full() {
        let full = write_whole(Path::new("/dev/full"), b"x").unwrap_err();
        assert!(full.to_string().contains("make room"), "{full}");
        assert!(fs::metadata("/dev/full").is_ok());
    }

    /// A report that others may not read became one that everybody may.
    #[cfg(unix)]
    #[test]
    fn a_file_keeps_who_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report.json");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&file, b"new").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    /// A link to a file that is not there yet was replaced by one.
    #[cfg(unix)]
    #[test]
    fn follows_links_to_what_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("results")).unwrap();
        std::os::unix::fs::symlink("second", at("first")).unwrap();
        std::os::unix::fs::symlink("results/file", at("second")).unwrap();
        write_whole(&at("first"), b"new").unwrap();
        assert_eq!(fs::read(at("results/file")).unwrap(), b"new");
        assert!(fs::symlink_metadata(at("first")).unwrap().is_symlink());
        std::os::unix::fs::symlink("round", at("round")).unwrap();
        assert!(write_whole(&at("round"), b"new").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn follows_links() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
