//! G-code text into motions. Knows dialects; never sees meshes.

pub mod motion;

pub use motion::{Arc, Event, Kind, Motion, Refusal, Span, ToolNote, Warning};
