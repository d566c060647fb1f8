//! The check behind the document in view.

/// How far the check is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum CheckState {
    /// Nothing runs: the report is complete.
    #[default]
    Done,
    /// The check runs.
    Running {
        /// What it is busy with.
        phase: &'static str,
        /// Motions checked.
        done: u64,
        /// All motions; 0 where it is busy with something else.
        total: u64,
        /// Seconds until now, where it goes on until all are checked.
        seconds: Option<f64>,
    },
    /// It was stopped: what was not checked is unknown.
    Stopped,
    /// It could not run.
    Failed(String),
}

impl CheckState {
    /// Of a check that is about to begin: there is no verdict yet.
    pub fn begun() -> Self {
        Self::Running { phase: "beginning the check", done: 0, total: 0, seconds: None }
    }
}
