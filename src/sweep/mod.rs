//! Exact tests: one convex piece along one straight motion against one facet.

mod capsule;
mod deepest;
mod domain;
mod lp;
mod slide;

pub use deepest::{Deepest, Sag, deepest};
pub use domain::Patch;
pub use slide::{Push, Slide, farthest, slide};
