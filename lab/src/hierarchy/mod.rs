//! Hierarchies of the sources that the product does not ship.

mod engine;
mod grid;
mod kdop_store;
mod obb;
mod oriented;
mod patent;
mod restricted_store;
mod space;
mod store;

pub use engine::{Engine, Task};
pub use grid::Grid;
pub use obb::{Obb, ObbTree};
pub use oriented::Oriented;
pub use patent::PatentTree;
pub use space::{BoxTree95, Choose, SpaceTree, ThreeD};
pub use store::{Store, StoreError};
