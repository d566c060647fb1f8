#![doc = include_str!("../README.md")]

mod api;
pub mod arithmetic;
mod boxtree;
mod description;
mod device;
mod geometry;
mod intersection;
mod margin;
mod mode;
pub mod reference;
mod statistics;
mod trace;

pub use api::{
    Card, Check, CheckError, Context, NewObject, ObjectError, ObjectId, Outcome, Request,
};
pub use boxtree::{BoxTree, Encoding};
pub use description::{
    Bus, Calculating, Description, DescriptionError, Entries, Memory, Polygon, Transformation,
};
pub use geometry::{Bounds, Placement, Point, Triangle};
pub use mode::Mode;
pub use reference::{Hits, Solid};
pub use statistics::{Statistic, Statistics, Unit};
