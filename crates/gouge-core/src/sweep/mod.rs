//! Exact tests: one convex piece along one straight motion against one facet.

mod capsule;
mod ceiling;
mod climb;
mod cut;
mod deepest;
mod domain;
mod grooved;
mod hollow;
mod lp;
mod push;
mod refine;
mod sag;
mod stroke;

pub use ceiling::{Box3, Ceiling, Top};
pub use climb::Deepest;
pub(crate) use deepest::touch;
pub use deepest::{Loose, deepest, deepest_loosely};
pub use domain::Patch;
pub use push::{Push, farthest};
pub use refine::refine;
pub use sag::Sag;
pub use stroke::{Pose, Stroke};
