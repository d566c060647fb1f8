//! Reads part files into one indexed triangle mesh in millimetres.

mod caps;
mod chains;
pub mod codes;
mod columns;
mod cracks;
mod cross;
pub mod defects;
mod describe;
mod edges;
mod enclosure;
mod error;
mod gaps;
mod inside;
mod long_facets;
mod no_material;
mod obj;
mod parsed;
mod pieces;
mod ply;
mod polygon;
mod read;
mod repeats;
mod rims;
mod seams;
mod shells;
mod stl;
mod text;
mod threemf;
mod units;
mod weld;

pub use caps::Capped;
pub use columns::Columns;
pub use describe::{Description, MOST_COMPONENTS, complaints, describe};
pub use enclosure::{Enclosure, Side};
pub use error::{Fault, MeshError, Place};
pub use inside::Classifier;
pub use parsed::Warning;
pub use pieces::connected;
pub use read::{Format, Loaded, bytes, foreign, read, read_bytes};
pub use rims::Rims;
pub use shells::{Says, Shells};
pub use stl::write::{write_stl, write_stl_to};
pub use units::Units;

use rayon::prelude::*;

use crate::geom::{Aabb, Triangle, Vec3};

/// Triangles that a thread looks at together.
const PART: usize = 1 << 14;

/// An indexed triangle mesh, mm. File coordinates are converted exactly: every
/// `f32` of a binary STL is the same number here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corner points, each once.
    pub vertices: Vec<Vec3>,
    /// Indices into `vertices`, counter-clockwise seen from outside the material.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// The corners of triangle `index`.
    #[inline]
    pub fn triangle(&self, index: usize) -> Triangle {
        // Spelled out: a list that is mapped goes through memory once more.
        let [a, b, c] = self.triangles[index];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }

    /// The corners of all triangles, in their order.
    pub fn facets(&self) -> impl Iterator<Item = Triangle> + '_ {
        (0..self.triangles.len()).map(|index| self.triangle(index))
    }

    /// The smallest box around every triangle (a vertex no triangle uses does not count).
    pub fn bounds(&self) -> Aabb {
        let around = |triangles: &[[u32; 3]]| {
            Aabb::around(triangles.iter().flatten().map(|&v| self.vertices[v as usize]))
        };
        let parts = self.triangles.par_chunks(PART).map(around);
        parts.reduce(|| Aabb::EMPTY, |a, b| a.union(&b))
    }
}
