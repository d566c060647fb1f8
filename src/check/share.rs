//! One huge program shared by several machines: each proves what is clean in its slice of the
//! motions, and the merged check searches only what none of them did.
//!
//! The merged report is that of the whole, byte for byte: the same check makes it, measuring every
//! gouge itself and taking nothing from the shares but clean motions.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::inputs::{self, Digests};
use super::{Check, Opened, Running, Watch, baseline};
use crate::error::{Error, Result};
use crate::files::sha256;
use crate::job::Settings;
use crate::report::Report;
use crate::report::data::Verdict;
use crate::verify;

/// What [`Share::schema`] says.
pub const SHARE_SCHEMA: &str = "gouge-share/1";

/// What one slice of a program's motions came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Always [`SHARE_SCHEMA`].
    pub schema: String,
    /// Which of how many slices, from 1.
    pub slice: [u32; 2],
    /// The hash of all that the check rests on ([`Check::key`]).
    pub key: String,
    /// What is checked.
    pub settings: Settings,
    /// The files that it rests on beside program and meshes, which the key tells: job, libraries,
    /// subprograms.
    #[serde(default)]
    pub files: Digests,
    /// Borders of the zones that depths are counted in, mm.
    pub zones: Vec<f64>,
    /// The verdict is unknown when there are warnings.
    pub deny_warnings: bool,
    /// The file of accepted regions; it counts when the whole is put together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<PathBuf>,
    /// Motions of the whole program.
    pub motions: u64,
    /// Runs of clean motions of like depth: first, last, and the bounds of the depth, mm.
    pub clean: Vec<(u64, u64, f64, f64)>,
    /// What the motions of the slice came to; the merged report finds out again.
    pub verdict: Verdict,
    /// SHA-256 of the share with nothing here: tells a damaged one. Who may write it is trusted.
    pub sha256: String,
}

impl Share {
    /// With the file of accepted regions that the report of the whole is to be held against.
    ///
    /// # Errors
    /// None that a share of this program has.
    pub fn with_baseline(self, baseline: Option<PathBuf>) -> Result<Self> {
        Self { baseline, ..self }.sealed()
    }

    fn sealed(mut self) -> Result<Self> {
        self.sha256 = self.digest()?;
        Ok(self)
    }

    /// What [`Share::sha256`] should be.
    fn digest(&self) -> Result<String> {
        let bare = Self { sha256: String::new(), ..self.clone() };
        Ok(sha256(&serde_json::to_vec(&bare).map_err(std::io::Error::from)?))
    }
}

impl Check {
    /// Proves what is clean in the slice `m` of `n` (from 1) of the motions.
    ///
    /// # Errors
    /// As [`Check::run`].
    pub fn share(
        &self,
        opened: Opened,
        [m, n]: [u32; 2],
        running: &Running,
        program: &str,
        watch: &Watch,
    ) -> Result<Share> {
        let key = self.key(&opened, running, program)?;
        let mut files = self.rests_on(&opened)?;
        files.append(&mut self.jobs_now()?);
        let count = opened.read.motions.len();
        let border = |at: u32| (count as u128 * u128::from(at) / u128::from(n)) as usize;
        let slice = border(m - 1)..border(m);
        // Motions of others are left to them.
        let others = (0..count).map(|i| (!slice.contains(&i)).then_some([0.0; 2])).collect();
        let outcome = self.outcome(&opened, running, watch, others)?;
        let mut clean: Vec<(u64, u64, f64, f64)> = Vec::new();
        // A program that is not understood, or makes no motion, is unknown in every slice.
        let mut verdict = match opened.read.refusals.is_empty() && count > 0 {
            true => Verdict::Clean,
            false => Verdict::Unknown,
        };
        for motion in slice {
            let (index, motion) = (motion as u64, outcome.motions.at(motion));
            let [lo, hi] = motion.depth;
            match (motion.verdict, verdict) {
                (verify::Verdict::Clean, _) => {}
                (verify::Verdict::Gouge, _) => verdict = Verdict::Gouge,
                // What is taken to touch nothing leaves no verdict open.
                (_, Verdict::Clean) if !motion.accepted => verdict = Verdict::Unknown,
                _ => {}
            }
            if motion.verdict != verify::Verdict::Clean {
                continue;
            }
            match clean.last_mut() {
                Some(run) if run.1 + 1 == index && (run.2, run.3) == (lo, hi) => run.1 = index,
                _ => clean.push((index, index, lo, hi)),
            }
        }
        let share = Share {
            schema: SHARE_SCHEMA.to_owned(),
            slice: [m, n],
            key,
            settings: self.settings.clone(),
            files,
            zones: running.zones.clone(),
            deny_warnings: running.deny_warnings,
            baseline: None,
            motions: count as u64,
            clean,
            verdict,
            sha256: String::new(),
        };
        share.sealed()
    }
}

/// The report of the whole that shares belong to.
///
/// # Errors
/// Shares of several checks, slices that are missing or there twice, inputs that changed since.
pub fn merge(shares: &[Share], running: &Running, program: &str, watch: &Watch) -> Result<Report> {
    let wrong = |what: String| Error::new("J010", what);
    let Some(first) = shares.first() else { return Err(wrong("no share is named".to_owned())) };
    let n = first.slice[1];
    for share in shares {
        if share.digest()? != share.sha256 {
            let [m, n] = share.slice;
            return Err(wrong(format!(
                "the share of slice {m}/{n} was changed since it was written"
            ))
            .help("run it again"));
        }
    }
    let mut seen: Vec<u32> = shares.iter().map(|share| share.slice[0]).collect();
    seen.sort_unstable();
    let is_another = |(path, then): &(&String, &String)| {
        inputs::now(path.as_ref()).is_some_and(|now| now != **then)
    };
    if let Some((path, _)) = shares.iter().flat_map(|share| &share.files).find(is_another) {
        return Err(wrong(format!("{path} is not the file that the shares were checked with"))
            .help("run the shares again"));
    }
    let of =
        |s: &Share| (s.key.clone(), s.slice[1], s.motions, s.baseline.clone(), s.files.clone());
    if shares.iter().any(|s| of(s) != of(first)) {
        return Err(wrong("these are shares of different checks".to_owned())
            .help("run every share with the same files, options and program"));
    }
    if !seen.iter().copied().eq(1..=n) {
        let seen: Vec<String> = seen.iter().map(u32::to_string).collect();
        let here = match seen.as_slice() {
            [one] => format!("share {one} is here"),
            [all @ .., last] => format!("shares {} and {last} are here", all.join(", ")),
            [] => "no share is here".to_owned(),
        };
        return Err(wrong(format!("{here}, and 1 to {n} are needed")).help("name every share once"));
    }
    let running = Running {
        zones: first.zones.clone(),
        deny_warnings: first.deny_warnings,
        ..running.clone()
    };
    let check = Check::new(&first.settings)?;
    let opened = check.open(watch)?;
    let key = check.key(&opened, &running, program)?;
    if key != first.key {
        return Err(wrong("an input, or this program, is not the one of the shares".to_owned())
            .help("run the shares again"));
    }
    let mut proved = vec![None; opened.read.motions.len()];
    for &(from, to, lo, hi) in shares.iter().flat_map(|share| &share.clean) {
        let run = usize::try_from(from).ok().zip(usize::try_from(to).ok());
        let run = run.and_then(|(from, to)| proved.get_mut(from..=to));
        let fits = lo.is_finite() && hi.is_finite() && lo <= hi;
        run.filter(|_| fits && from <= to)
            .ok_or_else(|| wrong(format!("motions {from} to {to} are not of this program")))?
            .fill(Some([lo, hi]));
    }
    let mut report = check.search_rest(opened, &running, watch, proved)?;
    if let Some(path) = &first.baseline {
        baseline::accept(&mut report, path)?;
    }
    Ok(report)
}
