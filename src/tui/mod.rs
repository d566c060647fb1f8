//! `gouge browse`: see it, understand it, decide, in the terminal.
//!
//! ```text
//! keys ─► binding ─► update ─► state ─► screen ─► cells ─► bytes
//!                      │         ▲        │
//!                   effects    check    picture (section, space, map, setup)
//! ```
//!
//! State, update and drawing are three things: [`state::State`] knows no terminal, [`update`]
//! changes it by messages, [`screen`] draws it into any buffer.

// What is looked at, and what changes it.
pub mod binding;
mod command;
mod decision;
mod depths;
mod direction;
mod document;
pub mod effect;
mod filter;
mod focus;
mod ground;
pub mod key;
mod line_marks;
mod line_match;
mod motion;
mod path;
mod place;
pub mod prompt;
mod sightings;
pub mod state;
mod steer;
mod text;
pub mod update;
mod view;
mod visit;

// Drawing.
mod export;
mod graphics;
mod pane;
pub mod picture;
mod scene;
pub mod screen;
mod section;
pub mod shot;
mod theme;
mod tool_outline;

// The terminal.
mod app;
pub mod bench;
mod editor;
mod terminal;

// What is made in the background.
mod background;
pub mod check_state;
pub mod checking;
mod load;
pub mod opening;

pub use app::run;
pub use document::Document;
pub use export::Target;
pub use graphics::test_card::test_card;
pub use graphics::{Background, ColorDepth, Mode};
pub use load::load;
pub use terminal::backend::ThriftyBackend;
pub use terminal::session::Session;
pub use theme::Theme;
