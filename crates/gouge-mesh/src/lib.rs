#![doc = include_str!("../README.md")]

pub mod digest;
pub mod disjoint;
pub mod geom;
pub mod input;
pub mod mesh;
pub mod output;
pub mod tolerance;
