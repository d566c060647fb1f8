//! G-code text into motions. Knows dialects; never sees meshes.

pub mod comp;
pub mod motion;
pub mod spline;
pub mod thread;

pub use motion::{Arc, Event, Kind, Motion, Refusal, Span, ToolNote, Warning};
