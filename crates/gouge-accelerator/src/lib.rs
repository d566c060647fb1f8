//! An emulator of a card that finds collisions by traversing two BoxTrees at once.
//!
//! The card is the one of US patent 6862026 (Zachmann, "Process and device for collision
//! detection of objects"): on-board memory for hierarchies, polygon indices and points; a
//! calculating unit with four kinds of arithmetic and comparison; control logic with a stack;
//! a polygon unit; an output FIFO. It never was built. The emulator is cycle-level: every unit
//! has its own state and one `tick` a clock cycle, and units talk only through bounded queues.
//! Results are bit-exact by a stated arithmetic ([`arithmetic`]), and a separate software
//! traversal ([`mod@reference`]) gives the same hits in the same order.
//!
//! ```
//! use gouge_accelerator::{Card, Description, Mode, Placement, Request};
//!
//! let card = Card::new(Description::preset("card")?);
//! let context = card.context();
//! let mut object = context.new_object();
//! object.vertices(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, 0.3, 1.0]]);
//! object.indices(&[0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
//! let id = object.finish()?;
//! let check = context.check(&Request {
//!     objects: [id, id],
//!     placement: Placement::moved([0.2, 0.1, 0.1]),
//!     mode: Mode::default(),
//!     capacity: 100,
//! })?;
//! card.work(500); // the host goes on meanwhile
//! let outcome = check.wait()?;
//! assert!(!outcome.hits.pairs.is_empty());
//! println!("{} cycles\n{}", outcome.cycles, card.statistics());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The map: bytes of a tree ([`BoxTree`], [`Encoding`]) → a device by [`Description`] → its
//! units (`device/`, one file each) → the driver ([`Card`], [`Context`], [`Check`]) →
//! [`Statistics`] and a trace ([`Card::trace`]).

mod api;
pub mod arithmetic;
mod boxtree;
mod description;
mod device;
mod geometry;
mod intersection;
mod margin;
pub mod reference;
mod statistics;
mod trace;

pub use api::{
    Card, Check, CheckError, Context, Mode, NewObject, ObjectError, ObjectId, Outcome, Request,
};
pub use boxtree::{BoxTree, Encoding};
pub use description::{
    Bus, Calculating, Description, DescriptionError, Entries, Memory, Polygon, Transformation,
};
pub use geometry::{Bounds, Placement, Point, Triangle};
pub use reference::{Hits, Solid};
pub use statistics::{Statistic, Statistics, Unit};
