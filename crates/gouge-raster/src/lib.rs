//! Meshes and paths into pixels, on one processor core, without a graphics card.
//!
//! ```text
//! mesh ─► model (levels of detail, clusters) ─┐
//! path ─► track (boxes of boxes) ─────────────┼─► frame (depth, material, normal) ─► shade ─► picture
//!                                    camera ──┘
//! ```
//!
//! Parallel projection throughout: lengths can be read off the picture, and one level of detail
//! fits a whole frame. What is drawn is a picture; no verdict rests on it.

mod camera;
mod cone;
mod fill;
mod frame;
mod levels;
mod model;
mod picture;
mod shade;
mod track;

pub use camera::{Camera, Side};
pub use fill::{Drawn, Paint};
pub use frame::{Frame, Material};
pub use model::Model;
pub use picture::{Picture, Rgb};
pub use shade::{Colours, Light, shade};
pub use track::Track;
