//! Compares a share with the present state of the files that its reports rest on and of the
//! accepted regions. Files that are not here (another machine) cannot be compared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use chrono::Utc;

use super::find::hash_of;
use super::summary::Row;
use crate::check::{baseline, inputs};
use crate::error::{Error, Result};
use crate::files;
use crate::job;
use crate::render::{Format, Look, render};
use crate::report::Report;

/// Digests of files and jobs as they are now, each taken once.
#[derive(Default)]
pub(super) struct Now {
    files: BTreeMap<String, Option<String>>,
    jobs: BTreeMap<String, Option<String>>,
    /// The programs of each job that have a report.
    programs: BTreeMap<String, BTreeSet<String>>,
    /// Files of accepted regions that are not there.
    unread: BTreeSet<String>,
}

impl Now {
    /// Refuses a row whose report rests on files that are others by now.
    ///
    /// # Errors
    /// The first of them.
    pub fn expect_same(&mut self, row: &Row, report: &Report, share: &Path) -> Result<()> {
        let again = |what: String| Error::new("J010", what).help("run this share again");
        let inputs = &report.inputs;
        let programs = self.programs.entry(row.job.clone()).or_default();
        programs.insert(inputs.program.path.clone());
        let meshes = inputs.parts.iter().chain(&inputs.fixtures).map(|m| (&m.path, &m.sha256));
        let program = (&inputs.program.path, &inputs.program.sha256);
        for (path, then) in meshes.chain([program]).chain(row.files.iter().flatten()) {
            let now =
                self.files.entry(path.clone()).or_insert_with(|| inputs::now(Path::new(path)));
            if now.as_ref().is_some_and(|now| now != then) {
                let share = share.display();
                return Err(again(format!("{path} is not the file that {share} checked")));
            }
        }
        let path = Path::new(&row.job);
        let hash = || files::is_regular(path).then(|| hash_of(path));
        let now = self.jobs.entry(row.job.clone()).or_insert_with(hash);
        if now.as_ref().is_some_and(|now| *now != row.job_sha256) {
            let or_the_shop = job::find_shop(path)
                .map_or_else(String::new, |shop| format!(", or {} above it,", shop.display()));
            let (job, share) = (&row.job, share.display());
            return Err(again(format!("{job}{or_the_shop} no longer says what {share} checked")));
        }
        Ok(())
    }

    /// Files that the shares rest on and that are not there, each once: nothing was compared with
    /// them.
    pub fn unseen(&self) -> BTreeSet<String> {
        let gone = self.files.iter().filter(|(_, now)| now.is_none());
        gone.map(|(path, _)| path).chain(&self.unread).cloned().collect()
    }

    /// Refuses a batch without a program that one of its jobs has by now: a pattern fits what was
    /// posted since.
    ///
    /// # Errors
    /// The first of them.
    pub fn expect_all(&self, rows: &[Row]) -> Result<()> {
        for (job, known) in &self.programs {
            let path = Path::new(job);
            let failed = rows.iter().any(|row| row.job == *job && row.failure.is_some());
            if failed || !files::is_regular(path) {
                continue;
            }
            // Where no file fits any more, none can be seen from here.
            let programs = job::read_with_shop(path).and_then(|job| job::programs(&job));
            let mut names =
                programs.unwrap_or_default().into_iter().map(|p| p.display().to_string());
            if let Some(new) = names.find(|name| !known.contains(name)) {
                let what = format!("{new}: {job} now has this program, and no share checked it");
                return Err(Error::new("J010", what).help("run the shares again"));
            }
        }
        Ok(())
    }

    /// The bytes of a report with what is accepted today in place of what was then; the row is told
    /// by them.
    ///
    /// # Errors
    /// A file of accepted regions that does not read, or is gone while its job is there.
    pub fn accept_again(
        &mut self,
        row: &mut Row,
        mut report: Report,
        bytes: Vec<u8>,
    ) -> Result<Vec<u8>> {
        let Some(applied) = &report.baseline else { return Ok(bytes) };
        let path = Path::new(&applied.path).to_owned();
        if path.exists() || Path::new(&row.job).exists() {
            report.forget_accepted();
            baseline::accept(&mut report, &path)?;
        } else {
            self.unread.insert(applied.path.clone());
            report.expire(Utc::now().date_naive());
        }
        let mut again = Vec::new();
        render(&report, Format::Json, Look::default(), &mut again)?;
        *row = row.clone().told_by(&report, &again);
        Ok(again)
    }
}
