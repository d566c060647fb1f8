//! What a job says of one of its programs alone: `[for.program.'op2.nc']`. Two sides of a part are
//! two programs, each with the part turned over in its own way.

use std::collections::BTreeSet;
use std::path::Path;

use super::settings::PLACES;
use super::{Origin, Settings, programs, read_with_shop};
use crate::error::{Error, Result};

/// The table, by the file names of programs.
const TABLE: &str = "for.program";

impl Settings {
    /// What counts for a program: what is typed, then what its own table says, then the rest.
    ///
    /// # Errors
    /// A table of the job file that names none of its programs.
    pub fn of_program(mut self, program: &Path) -> Result<Self> {
        if self.table(TABLE).next().is_none() {
            return Ok(self);
        }
        let name = file_name(program);
        self.expect_programs(&name)?;
        let within = format!("{name}.");
        let typed = |key: &str| self.items(key).iter().any(|item| item.origin == Origin::Option);
        let placed = PLACES.iter().any(|key| typed(key));
        let mut own = Settings::default();
        for (key, items) in self.table(TABLE) {
            let Some(key) = key.strip_prefix(within.as_str()) else { continue };
            let covered = typed(key) || placed && PLACES.contains(&key);
            if !covered {
                own.put(key, items.to_vec());
            }
        }
        self.drop_table(TABLE);
        Ok(own.over(self))
    }

    /// Names in the table that are no program of the job are errors; what a shop says is for many
    /// jobs.
    fn expect_programs(&self, here: &str) -> Result<()> {
        let mut known: Option<BTreeSet<String>> = None;
        for (key, items) in self.table(TABLE) {
            let Some((name, _)) = key.rsplit_once('.') else { continue };
            let of_job =
                |item: &&super::Item| matches!(item.origin, Origin::File { shop: false, .. });
            let Some(item) = items.first().filter(of_job).filter(|_| name != here) else {
                continue;
            };
            if known.is_none() {
                let named = match &self.job {
                    Some(job) => programs(&read_with_shop(job)?)?,
                    None => Vec::new(),
                };
                known = Some(named.iter().map(|path| file_name(path)).collect());
            }
            let names = known.as_ref().into_iter().flatten();
            if names.clone().any(|known| known == name) {
                continue;
            }
            let alike = |known: &&String| strsim::jaro_winkler(name, known);
            let near = names.max_by(|a, b| alike(a).total_cmp(&alike(b)));
            let what = format!("{}: `{name}` is not a program of this job", item.origin.place());
            return Err(Error::new("J004", what).help(match near {
                Some(near) => format!("is `{near}` meant?"),
                None => "the job names no program".to_owned(),
            }));
        }
        Ok(())
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
