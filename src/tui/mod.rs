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

mod app;
mod background;
pub mod bench;
pub mod binding;
pub mod checking;
mod command;
mod decision;
mod document;
mod editor;
pub mod effect;
mod export;
mod filter;
mod focus;
mod found;
mod graphics;
mod ground;
pub mod key;
mod load;
mod look;
mod motion;
pub mod opening;
mod pane;
mod path;
pub mod picture;
pub mod prompt;
mod scene;
pub mod screen;
mod section;
pub mod shot;
mod sighted;
mod signs;
pub mod state;
mod steer;
mod terminal;
mod text;
mod theme;
mod tool_outline;
pub mod update;
mod visit;
pub mod work;

pub use app::run;
pub use document::Document;
pub use export::Target;
pub use graphics::test_card::test_card;
pub use graphics::{ColorDepth, Mode};
pub use load::load;
pub use terminal::backend::ThriftyBackend;
pub use terminal::session::Session;
pub use theme::Theme;
