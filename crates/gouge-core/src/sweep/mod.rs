//! Exact tests: one convex piece along one straight motion against one facet.

mod capsule;
mod ceiling;
mod deepest;
mod domain;
mod grooved;
mod hollow;
mod lp;
mod refine;
mod slide;
mod stroke;

pub use ceiling::{Box3, Ceiling, Top};
pub(crate) use deepest::touch;
pub use deepest::{Deepest, Sag, deepest};
pub use domain::Patch;
pub use refine::refine;
pub use slide::{Push, Slide, farthest, slide};
pub use stroke::{Pose, Stroke};
