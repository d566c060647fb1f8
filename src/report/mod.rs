//! The report as data: what one check proved, in the form that a reader gets.
//! [`render`](crate::render) writes it.

pub mod advice;
pub mod approach;
pub mod baseline;
mod build;
mod cells;
pub mod change;
pub mod clearance;
pub mod codes;
mod damage;
pub mod data;
mod excerpt;
mod fingerprint;
mod frame;
mod lacking;
pub mod operations;
mod placement;
mod remark;
pub mod schema;
mod size;
pub mod summary;
pub mod track;
mod undecided;

pub use build::{Draft, Listed, build, sighted};
pub use damage::damage;
pub use data::Report;
pub use excerpt::{SubFile, Texts, WIDEST};
pub use frame::Frame;
pub use lacking::lacking;
pub use placement::{Placement, PlacementError};
pub use remark::Remark;
pub use size::Size;
pub use summary::{count, depth, short, span};
