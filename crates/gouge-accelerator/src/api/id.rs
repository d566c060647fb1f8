//! What an object is called.

use crate::device::Object;

/// An object of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub(super) Object);
