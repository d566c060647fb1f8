//! Handles of objects.

use crate::device::Object;

/// A handle of an object in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub(super) Object);
