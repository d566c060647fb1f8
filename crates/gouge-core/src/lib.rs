#![doc = include_str!("../README.md")]

mod budget;
pub mod sweep;
pub mod tolerance;
pub mod tool;
pub mod tree;
