//! Hierarchies, the traversal and the front, against brute force.

mod degenerate;
mod nearest;
mod search;
mod support;
