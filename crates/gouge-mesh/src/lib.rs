//! Triangle meshes: plain geometry, part files read and welded, defects told.

pub mod disjoint;
pub mod geom;
pub mod mesh;
pub mod output;
pub mod tolerance;
