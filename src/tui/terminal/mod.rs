//! The terminal: entered, left, and restored whatever happens.

mod alternate_screen;
pub mod backend;
pub mod late_answer;
pub mod pace;
pub mod session;
pub mod signals;
