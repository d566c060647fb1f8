#![doc = include_str!("../README.md")]

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
pub use shade::{Colours, Light, SHADOW, shade};
pub use track::Track;
