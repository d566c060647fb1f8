//! Hierarchies, the traversal and the front, against brute force.

mod conservative;
mod degenerate;
mod nearest;
mod rigid;
mod search;
mod simultaneous;
mod store;
mod support;
