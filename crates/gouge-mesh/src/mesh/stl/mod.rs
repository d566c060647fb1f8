//! STL. Binary is read here, on all threads; text through stl_io behind a preflight. By itself
//! stl_io drops a second text solid, ignores bytes after the count, accepts NaN, takes a binary
//! file that begins with "solid" for text, rounds numbers to f32, and names no place in its errors.

pub(super) mod ascii;
pub(super) mod binary;
pub(super) mod write;
