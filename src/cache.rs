//! The proof cache: reports by the hash of everything they rest on.
//!
//! Two folders. `results/HASH` holds a report under the SHA-256 of its own bytes, `keys/KEY` the
//! hash of the report that belongs to a key ([`crate::check::Check::key`]). Both are written whole
//! or not at all, so that machines may share a folder; what is read is hashed again, and what does
//! not match is reported and treated as absent. Whoever may write to the folder is trusted like
//! whoever may write the program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::error::{Error, Result};
use crate::files::{self, sha256};
use crate::output::write_whole;
use crate::report::Report;
use crate::report::data::SCHEMA;
use crate::verify::reason::STOPPED;

/// A folder of proved reports.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// What a cache said of a key.
pub enum Found {
    /// The report, and its bytes.
    Proof(Box<Report>, Vec<u8>),
    /// Nothing is kept under the key.
    Nothing,
    /// Something is, but it is damaged: why.
    Damaged(String),
}

/// What a cache holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Keys.
    pub keys: u64,
    /// Reports.
    pub results: u64,
    /// Bytes of the reports.
    pub bytes: u64,
}

impl Cache {
    /// The cache in `folder`, which is made where it is not there.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn open(folder: &Path) -> Result<Self> {
        for kind in ["keys", "results"] {
            let inner = folder.join(kind);
            fs::create_dir_all(&inner).map_err(|e| {
                Error::new("J007", format!("{}: cannot be created: {e}", inner.display()))
                    .help("name a place you may write to with --cache")
            })?;
        }
        Ok(Self { folder: folder.to_owned() })
    }

    fn key(&self, key: &str) -> PathBuf {
        self.folder.join("keys").join(key)
    }

    fn result(&self, hash: &str) -> PathBuf {
        self.folder.join("results").join(hash)
    }

    /// What is kept under `key`, read and verified.
    pub fn find(&self, key: &str) -> Found {
        let path = self.key(key);
        let hash = match fs::read_to_string(&path) {
            Ok(hash) => hash,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Found::Nothing,
            Err(e) => return Found::Damaged(format!("{}: {e}", path.display())),
        };
        if !is_hash(&hash) {
            return Found::Damaged(format!("{}: this is not a hash", path.display()));
        }
        let path = self.result(&hash);
        match files::bytes(&path) {
            Ok(bytes) => verified(&path, &hash, bytes),
            Err(e) => Found::Damaged(format!("{}: {e}", path.display())),
        }
    }

    /// Keeps a report that is proved: not one that is unknown because time ran out.
    ///
    /// # Errors
    /// A folder that cannot be written to.
    pub fn keep(&self, key: &str, report: &Report, bytes: &[u8]) -> Result<()> {
        if is_unfinished(report) {
            return Ok(());
        }
        let hash = sha256(bytes);
        write_whole(&self.result(&hash), bytes)?;
        write_whole(&self.key(key), hash.as_bytes())?;
        Ok(())
    }

    /// How much it holds.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn holdings(&self) -> Result<Holdings> {
        let mut held = Holdings { keys: self.names("keys")?.len() as u64, ..Holdings::default() };
        for path in self.names("results")? {
            held.results += 1;
            held.bytes += fs::metadata(&path).map_or(0, |m| m.len());
        }
        Ok(held)
    }

    /// Files of one kind, sorted. Anything else in the folder is someone else's.
    fn names(&self, kind: &str) -> Result<Vec<PathBuf>> {
        let folder = self.folder.join(kind);
        let unreadable = |e: io::Error| Error::unreadable(&folder, &e);
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if is_file && entry.file_name().to_str().is_some_and(is_hash) {
                names.push(entry.path());
            }
        }
        names.sort();
        Ok(names)
    }

    /// Removes what was kept longer ago than `age`, and what no key names; returns how many files.
    ///
    /// # Errors
    /// A folder that cannot be read or written to.
    pub fn prune(&self, age: Duration) -> Result<u64> {
        let oldest = SystemTime::now().checked_sub(age);
        let mut removed = 0;
        let mut remove = |path: &Path| match fs::remove_file(path) {
            Ok(()) => {
                removed += 1;
                Ok(())
            }
            // Another run was faster.
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(e) => {
                Err(Error::new("J007", format!("{}: cannot be removed: {e}", path.display())))
            }
        };
        let is_old = |path: &Path| {
            let written = fs::metadata(path).and_then(|m| m.modified()).ok();
            oldest.is_some_and(|oldest| written.is_some_and(|w| w < oldest))
        };
        let (mut named, mut dropped) = (Vec::new(), Vec::new());
        for key in self.names("keys")? {
            match fs::read_to_string(&key) {
                Ok(hash) if !is_old(&key) => named.push(hash),
                hash => {
                    remove(&key)?;
                    dropped.extend(hash);
                }
            }
        }
        for result in self.names("results")? {
            let name = result.file_name().map(|n| n.to_string_lossy().into_owned());
            let is_of = |list: &[String]| name.as_ref().is_some_and(|n| list.contains(n));
            // A report is written before its key: a young one may be waiting for it.
            if !is_of(&named) && (is_of(&dropped) || is_old_enough(&result)) {
                remove(&result)?;
            }
        }
        Ok(removed)
    }

    /// Every entry that is damaged, and why.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn verify(&self) -> Result<Vec<String>> {
        let mut faults = Vec::new();
        for path in self.names("keys")? {
            let Some(key) = path.file_name().and_then(|n| n.to_str()) else { continue };
            if let Found::Damaged(why) = self.find(key) {
                faults.push(why);
            }
        }
        Ok(faults)
    }
}

/// Whether a name is a SHA-256 as the cache writes it.
fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|b| b.is_ascii_hexdigit())
}

/// A report whose bytes have the hash that names them.
fn verified(path: &Path, hash: &str, bytes: Vec<u8>) -> Found {
    let damaged = |what: &str| Found::Damaged(format!("{}: {what}", path.display()));
    if sha256(&bytes) != hash {
        return damaged("its bytes are not those that were kept");
    }
    match serde_json::from_slice::<Report>(&bytes) {
        Ok(report) if report.schema == SCHEMA && !is_unfinished(&report) => {
            Found::Proof(Box::new(report), bytes)
        }
        Ok(_) => damaged("this is not a finished report"),
        Err(e) => damaged(&format!("this is not a report: {e}")),
    }
}

/// Whether more time could have told more.
fn is_unfinished(report: &Report) -> bool {
    report.undecided.iter().any(|u| u.code == STOPPED)
}

/// How long a report may wait for its key.
const YOUNG: Duration = Duration::from_secs(3600);

fn is_old_enough(path: &Path) -> bool {
    let written = fs::metadata(path).and_then(|m| m.modified()).ok();
    written.and_then(|w| w.elapsed().ok()).is_some_and(|age| age > YOUNG)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Check, Running, Watch};
    use crate::job::Settings;

    fn report() -> (Report, Vec<u8>) {
        let settings = Settings::duct_low();
        let check = Check::new(&settings).unwrap();
        let report = check.run(&Running::default(), &Watch::default()).unwrap();
        let bytes = serde_json::to_vec(&report).unwrap();
        (report, bytes)
    }

    #[test]
    fn a_damaged_entry_is_reported_and_never_used() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let (report, bytes) = report();
        let key = sha256(b"key");
        assert!(matches!(cache.find(&key), Found::Nothing));
        cache.keep(&key, &report, &bytes).unwrap();
        assert!(matches!(cache.find(&key), Found::Proof(_, kept) if kept == bytes));
        assert!(cache.verify().unwrap().is_empty());
        let path = cache.result(&sha256(&bytes));
        let forged = String::from_utf8(bytes).unwrap().replace("\"gouge\"", "\"clean\"");
        fs::write(&path, forged).unwrap();
        assert!(matches!(cache.find(&key), Found::Damaged(_)));
        assert_eq!(cache.verify().unwrap().len(), 1);
        fs::write(cache.key(&key), "../../../etc/passwd").unwrap();
        assert!(matches!(cache.find(&key), Found::Damaged(_)));
    }

    /// Whatever was old in a folder of that layout was removed, a private key among it.
    #[test]
    fn pruning_removes_nothing_but_what_the_cache_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let (report, bytes) = report();
        cache.keep(&sha256(b"key"), &report, &bytes).unwrap();
        let others = ["keys/id_rsa", "results/thesis.txt"].map(|name| folder.path().join(name));
        for other in &others {
            fs::write(other, "someone else's").unwrap();
            let file = fs::File::options().write(true).open(other).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }
        assert_eq!(cache.holdings().unwrap().keys, 1);
        assert!(cache.verify().unwrap().is_empty());
        assert_eq!(cache.prune(Duration::ZERO).unwrap(), 2);
        assert!(others.iter().all(|other| other.exists()));
    }

    #[test]
    fn what_ran_out_of_time_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let (mut report, _) = report();
        report.undecided.push(
            serde_json::from_value(serde_json::json!({
                "code": STOPPED, "message": "", "motions": 1, "line": 1, "column": 1,
                "block": {"text": "", "mark": [0, 0]}
            }))
            .unwrap(),
        );
        let key = sha256(b"key");
        cache.keep(&key, &report, b"{}").unwrap();
        assert!(matches!(cache.find(&key), Found::Nothing));
    }
}
