#![doc = include_str!("../README.md")]

pub mod sweep;
pub mod tolerance;
pub mod tool;
pub mod tree;
