//! Everything that a report rests on, as one hash: equal hashes, equal reports.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::{Check, Opened, Running};
use crate::error::{Error, Result};
use crate::files;
use crate::tool::Shape;

/// Every byte that goes into a report, hashed: each item behind its length, so that no two lists
/// of items run together into the same bytes.
struct Hasher(Sha256);

impl Hasher {
    fn item(&mut self, bytes: impl AsRef<[u8]>) {
        let bytes = bytes.as_ref();
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn file(&mut self, path: &Path) -> Result<()> {
        let bytes = files::bytes(path).map_err(|e| Error::unreadable(path, &e))?;
        self.item(path.as_os_str().as_encoded_bytes());
        self.item(bytes);
        Ok(())
    }
}

impl Check {
    /// The hash, lower-case hex, of everything that the report of this check rests on: every input
    /// byte that is read, every setting with its origin, and `program`, which stands for the
    /// version of the program that checks. The engine and the number of threads do not count.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn key(&self, opened: &Opened, running: &Running, program: &str) -> Result<String> {
        let mut hash = Hasher(Sha256::new());
        hash.item("gouge-proof/1");
        hash.item(program);
        for (key, items) in self.settings.iter() {
            hash.item(key);
            for item in items {
                hash.item(&item.text);
                hash.item(item.origin.word());
                hash.item(item.origin.folder().as_os_str().as_encoded_bytes());
            }
        }
        for path in &self.job_files {
            hash.item(path.as_os_str().as_encoded_bytes());
        }
        // Every field is named, so that a new one is decided about here.
        let Running {
            engine: _,
            listed,
            zones,
            pictures,
            surfaces,
            clearance,
            run_facts: _,
            counters: _,
            deny_warnings,
        } = running;
        let asked = (listed, zones, pictures, surfaces, clearance, deny_warnings);
        hash.item(format!("{asked:?}"));
        hash.item(format!("{:?}", (opened.spindle.lines(), self.declarations.numbers())));
        hash.item(self.program.as_os_str().as_encoded_bytes());
        hash.item(&opened.program.bytes[..]);
        for file in &opened.read.files {
            hash.item(&file.name);
            hash.item(&file.bytes);
        }
        if let Some(table) = &self.reading.tool_table {
            hash.file(table)?;
        }
        for (number, spec) in &opened.tools.specs {
            hash.item(number.to_le_bytes());
            hash.item(format!("{spec:?}"));
            if let Shape::Mesh(piece) = &spec.shape {
                let corners = piece.triangles().into_iter().flatten();
                let bytes: Vec<u8> =
                    corners.flat_map(|c| [c.x, c.y, c.z]).flat_map(f64::to_le_bytes).collect();
                hash.item(bytes);
            }
        }
        hash.item(format!("{:?}", (&opened.tools.remarks, &opened.tools.assumptions)));
        hash.item(format!("{:?}", self.placement.rows()));
        for tool in &opened.tools.inputs {
            hash.item(serde_json::to_vec(tool).map_err(std::io::Error::from)?);
        }
        for mesh in self.parts.iter().chain(&self.fixtures) {
            hash.file(mesh)?;
        }
        Ok(files::hex(&hash.0.finalize()))
    }
}
