//! The errors that calls can return.

use super::id::ObjectId;
use crate::reference::Hits;

/// Why there is no object.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// Three indices make a triangle.
    #[error("{0} indices are not a whole number of triangles")]
    NotTriangles(usize),
    /// No triangle at all.
    #[error("the object has no triangle")]
    Empty,
    /// An index that names no point.
    #[error("index {index} names no point: there are {points}")]
    NoPoint {
        /// The index.
        index: u32,
        /// How many points there are.
        points: usize,
    },
    /// A coordinate that is infinite or not a number.
    #[error("point {0} is not finite")]
    NotFinite(usize),
    /// More than links can tell apart.
    #[error("{0} triangles are more than a node's link can tell apart")]
    TooLarge(usize),
    /// A fault of the emulator: no unit can go on.
    #[error("the card is stuck: no unit can go on")]
    Stuck,
}

/// Why a check has no result.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// Not an object of this context, not finished, or deleted.
    #[error("the context has no object {0:?}")]
    UnknownObject(ObjectId),
    /// An object was deleted before the check had ended.
    #[error("an object of the check was deleted before it ended")]
    Deleted,
    /// More hits than the arrays have room for.
    #[error("{found} hits, but room for {} only", kept.pairs.len())]
    Overflow {
        /// Those that there was room for, the first ones.
        kept: Hits,
        /// How many there were.
        found: u64,
    },
    /// A fault of the emulator: no unit can go on.
    #[error("the card is stuck: no unit can go on")]
    Stuck,
}
