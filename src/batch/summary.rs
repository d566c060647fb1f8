//! The result of a batch: one row per task, in the order of their names.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Partition, Task};
use crate::check::inputs::Digests;
use crate::files::sha256;
use crate::report::Report;
use crate::report::data::{Verdict, is_zero};

/// What [`Summary::schema`] says.
pub const SUMMARY_SCHEMA: &str = "gouge-batch/1";

/// One task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// What names the task.
    pub name: String,
    /// The job file.
    pub job: String,
    /// SHA-256 of what that file said, and the shop's; empty where it could not be read.
    pub job_sha256: String,
    /// In a share, what the report rests on beside its job, program and meshes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<Digests>,
    /// What was proved; `None` where the task could not run.
    pub verdict: Option<Verdict>,
    /// What is left of it where somebody accepted regions; left out where that is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Verdict>,
    /// What the job expects it to come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Verdict>,
    /// Why it could not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Motions found.
    pub motions: u64,
    /// Motions proved to gouge.
    pub gouging: u64,
    /// Motions not decided.
    pub unknown: u64,
    /// Blocks not understood.
    #[serde(default)]
    pub refused: u64,
    /// Something was not checked, whatever else was found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unchecked: bool,
    /// Why it is unknown, where neither refused blocks nor missing facts tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Regions.
    pub regions: u64,
    /// Those of them that somebody accepted.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub accepted: u64,
    /// Proved depth of the deepest region, mm.
    pub deepest_mm: Option<f64>,
    /// Facts the verdict rests on that were not proved.
    pub assumptions: u64,
    /// Names of the facts that the verdict misses, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Warnings.
    pub warnings: u64,
    /// File of the report, below the folder of the results.
    pub result: String,
    /// SHA-256 of that file; empty where the task could not run.
    pub sha256: String,
}

/// A whole batch, or one share of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Always [`SUMMARY_SCHEMA`].
    pub schema: String,
    /// Which share this is, as `--partition` said; left out for the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Tasks of the whole batch.
    pub tasks_total: u64,
    /// SHA-256 over all tasks, what names them and what their jobs said, so that only shares of one
    /// batch are merged.
    pub tasks_sha256: String,
    /// The tasks of this share, by name.
    pub tasks: Vec<Row>,
}

impl Row {
    /// File of a task's report below the folder of the results.
    pub fn result_of(name: &str) -> String {
        format!("{}.json", fitting(name))
    }

    /// File of a task's page below the folder of the results.
    pub fn page(&self) -> String {
        format!("{}.html", fitting(&self.name))
    }

    /// Whether its report lies in the folder of the results, under the name that it goes by: rows
    /// that come from elsewhere may name any file.
    pub(super) fn is_inside(&self) -> bool {
        let normal = |c| matches!(c, std::path::Component::Normal(_));
        !self.name.is_empty()
            && self.result == Self::result_of(&self.name)
            && Path::new(&self.result).components().all(normal)
    }

    /// A task that was checked; `bytes` are those of its report.
    pub fn of(task: &Task, report: &Report, bytes: &[u8]) -> Self {
        Self::failed(task, String::new()).told_by(report, bytes)
    }

    /// The same row, with all that its report says.
    pub(super) fn told_by(self, report: &Report, bytes: &[u8]) -> Self {
        let c = &report.coverage;
        let depths = report.regions.iter().map(|r| r.depth_mm[0]);
        let mut missing: Vec<String> = report.missing.iter().map(|m| m.name.clone()).collect();
        missing.dedup();
        let undecided = c.refused_blocks == 0 && missing.is_empty();
        Self {
            verdict: Some(report.verdict),
            left: Some(report.left()).filter(|left| *left != report.verdict),
            failure: None,
            motions: c.motions,
            gouging: c.gouging,
            unknown: c.unknown,
            refused: c.refused_blocks,
            unchecked: report.is_open(),
            reason: report
                .undecided
                .first()
                .filter(|_| undecided && report.left() != Verdict::Clean)
                .map(|undecided| undecided.message.clone()),
            regions: report.regions.len() as u64,
            accepted: report.regions.iter().filter(|r| r.accepted.is_some()).count() as u64,
            deepest_mm: depths.reduce(f64::max),
            assumptions: report.assumptions.len() as u64,
            missing,
            warnings: report.warnings.len() as u64,
            sha256: sha256(bytes),
            ..self
        }
    }

    /// A task that could not run.
    pub fn failed(task: &Task, why: String) -> Self {
        Self {
            name: task.name.clone(),
            job: task.job.display().to_string(),
            job_sha256: task.job_sha256.clone(),
            files: None,
            verdict: None,
            left: None,
            expected: task.expected,
            failure: Some(why),
            motions: 0,
            gouging: 0,
            unknown: 0,
            refused: 0,
            unchecked: false,
            reason: None,
            regions: 0,
            accepted: 0,
            deepest_mm: None,
            assumptions: 0,
            missing: Vec::new(),
            warnings: 0,
            result: Self::result_of(&task.name),
            sha256: String::new(),
        }
    }

    /// What is left to object to; `None` where the task could not run.
    pub fn left(&self) -> Option<Verdict> {
        self.left.or(self.verdict)
    }

    /// The word for what it came to.
    pub fn word(&self) -> &'static str {
        match (self.left(), self.verdict) {
            (Some(Verdict::Clean), Some(Verdict::Gouge)) => "accepted",
            (Some(Verdict::Clean), _) => "clean",
            (Some(Verdict::Gouge), _) => "gouge",
            (Some(Verdict::Unknown), _) => "unknown",
            (None, _) => "failed",
        }
    }

    /// Whether it came to what the job expects; `None` where it expects nothing or could not run.
    pub fn is_expected(&self) -> Option<bool> {
        let (expected, verdict) = (self.expected?, self.verdict?);
        Some(expected == verdict || self.left == Some(expected))
    }

    /// Whether it came to what the job expects, in words: that decides of the exit code.
    pub fn expected_words(&self) -> Option<&'static str> {
        Some(match self.is_expected()? {
            true if self.exit_code() == 3 => MET_BUT_OPEN,
            true => MET,
            false => NOT_MET,
        })
    }

    /// Exit code of a check that came to this. A gouge that was expected is no failure, as long as
    /// everything was checked; a clean program that was expected to be none is one.
    pub fn exit_code(&self) -> u8 {
        match (self.left(), self.is_expected()) {
            (None, _) => 2,
            (Some(Verdict::Unknown), _) => 3,
            (Some(Verdict::Gouge), Some(true)) if self.unchecked => 3,
            (Some(_), Some(true)) => 0,
            (Some(Verdict::Clean), None) => 0,
            (Some(Verdict::Clean | Verdict::Gouge), _) => 1,
        }
    }
}

const MET: &str = "as expected";
const MET_BUT_OPEN: &str = "as expected, but not everything was checked";
const NOT_MET: &str = "not as expected";

/// All that [`Row::expected_words`] says.
pub const EXPECTED_WORDS: [&str; 3] = [MET, MET_BUT_OPEN, NOT_MET];

/// Longest name of a file that systems take, less the ending, bytes.
const LONGEST_NAME: usize = 255 - ".json".len();

/// A task's name as that of its files: where it is too long for the system, its beginning and its
/// hash.
fn fitting(name: &str) -> String {
    let file = name.rfind('/').map_or(0, |at| at + 1);
    if name.len() - file <= LONGEST_NAME {
        return name.to_owned();
    }
    let hash = &sha256(name.as_bytes())[..16];
    let mut end = file + LONGEST_NAME - hash.len() - 1;
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}-{hash}", &name[..end])
}

/// Whether a task of that name would take the place of a summary's own files.
pub(super) fn is_of_a_summary(name: &str) -> bool {
    let share = || {
        let (kind, share) = name.strip_prefix("part-")?.split_once('-')?;
        format!("{kind}:{}", share.replacen('-', "/", 1)).parse::<Partition>().ok()
    };
    matches!(name, "summary" | "index") || share().is_some()
}

impl Summary {
    /// The rows of one share of a batch of these tasks.
    pub fn new(partition: Option<String>, all: &[Task], mut tasks: Vec<Row>) -> Self {
        tasks.sort_by(|a, b| a.name.cmp(&b.name));
        let names = all.iter().map(|task| (task.name.as_str(), task.job_sha256.as_str()));
        Self {
            schema: SUMMARY_SCHEMA.to_owned(),
            partition,
            tasks_total: all.len() as u64,
            tasks_sha256: digest(names),
            tasks,
        }
    }

    /// Whether every task of the batch is here.
    pub(super) fn is_whole(&self) -> bool {
        let names = self.tasks.iter().map(|row| (row.name.as_str(), row.job_sha256.as_str()));
        digest(names) == self.tasks_sha256
    }

    /// The worst of all: what could not run, then what gouges, then what is not known.
    pub fn exit_code(&self) -> u8 {
        let rank = |code: u8| match code {
            2 => 3,
            1 => 2,
            3 => 1,
            _ => 0,
        };
        self.tasks.iter().map(Row::exit_code).max_by_key(|code| rank(*code)).unwrap_or(0)
    }

    /// As JSON, one task a line.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let head = Self { tasks: Vec::new(), ..self.clone() };
        let head = serde_json::to_string(&head)?;
        let Some(head) = head.strip_suffix("[]}") else {
            return Err(io::Error::other("the list of tasks comes last"));
        };
        write!(out, "{head}[")?;
        for (i, row) in self.tasks.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(out, "{comma}\n{}", serde_json::to_string(row)?)?;
        }
        writeln!(out, "\n]}}")
    }
}

/// Tasks as one hash: names, in their order, and what their jobs said.
fn digest<'a>(tasks: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let text: String = tasks.map(|(name, job)| format!("{} {name} {job}\n", name.len())).collect();
    sha256(text.as_bytes())
}

/// File of a share's summary, or of the whole one's, in the folder of the results.
pub fn summary_of(partition: Option<&str>) -> String {
    match partition {
        None => "summary.json".to_owned(),
        Some(partition) => format!("part-{}.json", partition.replace([':', '/'], "-")),
    }
}
