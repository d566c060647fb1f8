//! Exact tests: one convex piece along one straight motion against one facet.

mod capsule;
mod deepest;
mod domain;
mod grooved;
mod hollow;
mod lp;
mod slide;

pub(crate) use deepest::touch;
pub use deepest::{Deepest, Sag, deepest};
pub use domain::Patch;
pub use slide::{Push, Slide, farthest, slide};
