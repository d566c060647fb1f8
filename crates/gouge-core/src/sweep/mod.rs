//! Exact tests: one convex piece along one straight motion against one facet.

mod apart;
mod arc;
mod ascent;
mod capsule;
mod ceiling;
mod climb;
mod concave;
mod cut;
mod deepest;
mod domain;
mod gap;
mod learned;
mod lp;
mod nonconvex;
mod push;
mod refine;
mod sag;
mod segment;
mod slope;
mod stroke;
mod successive;
mod turned;

pub use arc::{Arc, Turn};
pub use ceiling::{Box3, Ceiling};
pub use climb::Deepest;
pub use deepest::deepest;
pub(crate) use deepest::touch;
pub use domain::Patch;
pub use gap::Gap;
pub use push::{Push, farthest};
pub use refine::refine;
pub use sag::Sag;
pub use segment::Segment;
pub use slope::Slope;
pub use stroke::{Pose, Stroke};
pub use successive::Successive;
