//! The progress of a run, to be read while it runs.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::verify::Progress;

/// What a run is busy with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// The program's text becomes motions.
    #[default]
    Program,
    /// Meshes are read and examined.
    Meshes,
    /// Motions are checked; [`Watch::progress`] counts them.
    Motions,
    /// The report is put together.
    Report,
}

/// A run as seen from outside.
#[derive(Debug, Default)]
pub struct Watch {
    phase: AtomicU8,
    /// How far the check of motions is, and a way to end it early.
    pub progress: Progress,
}

impl Watch {
    /// A run that is counted, and perhaps ended, by `progress`.
    pub fn new(progress: Progress) -> Self {
        Self { progress, ..Self::default() }
    }

    /// What the run is busy with.
    pub fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Program,
            1 => Phase::Meshes,
            2 => Phase::Motions,
            _ => Phase::Report,
        }
    }

    /// Motions checked, of all, while they are: hierarchies are built before the first, and after
    /// the last the worst of each region are measured in full.
    pub fn counted(&self) -> Option<[u64; 2]> {
        let [done, total] =
            [&self.progress.done, &self.progress.total].map(|n| n.load(Ordering::Relaxed));
        (self.phase() == Phase::Motions && 0 < done && done < total).then_some([done, total])
    }

    /// What the run is busy with, for people.
    pub fn doing(&self) -> &'static str {
        match self.phase() {
            Phase::Program => "reading the program",
            Phase::Meshes => "reading the meshes",
            Phase::Motions if self.counted().is_some() => "checking",
            Phase::Motions if self.progress.done.load(Ordering::Relaxed) == 0 => {
                "building hierarchies"
            }
            Phase::Motions => "measuring the regions",
            Phase::Report => "putting the report together",
        }
    }

    pub(super) fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }
}
