//! The result of one format's reader.

use serde::Serialize;

use super::{Mesh, Units};

/// Something odd that does not keep a part from being used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Stable code, `M…`.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
}

/// What a reader hands back.
pub(super) struct Parsed {
    pub mesh: Mesh,
    pub units: Units,
    pub warnings: Vec<Warning>,
    /// As [`Loaded::bent`](super::read::Loaded::bent).
    pub bent: f64,
}
