//! See the crate map in the library root.
