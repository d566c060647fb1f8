//! The pieces of a mesh's surface that have the outside above them once the mesh has grown.

use super::mesh_of;
use crate::tolerance::FLOAT_MM;
use crate::tree::{Hierarchy, KdopTree, nearest};
use gouge_mesh::geom::{Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// The pieces of a mesh's surface with the outside above them, when it has grown.
pub(super) struct Clear {
    pub pieces: Mesh,
    /// Unit normals to the outside; zero where that is not needed.
    normals: Vec<Vec3>,
    tree: KdopTree<9>,
}

impl Clear {
    /// Pieces and their unit normals.
    pub fn new(pieces: Vec<(Triangle, Vec3)>) -> Self {
        let (facets, normals): (Vec<Triangle>, Vec<Vec3>) = pieces.into_iter().unzip();
        let pieces = mesh_of(&facets);
        Self { tree: KdopTree::build(&pieces), pieces, normals }
    }

    /// How far the points between some corners are from the outside of what grew by `by` at most, that
    /// not counted, by the facet that is nearest to a point amid them, mm.
    ///
    /// The distances to the facet and to a place above it are convex: greatest at a corner.
    pub fn farthest(&self, middle: &Vec3, corners: impl Iterator<Item = Vec3>, by: f64) -> f64 {
        let told = nearest(&self.tree, &self.pieces, *middle, f64::INFINITY);
        let Some((_, number)) = told else { return f64::INFINITY };
        let facet = self.pieces.triangle(number as usize);
        let outside = closest_on_triangle(middle, &facet) + self.normals[number as usize] * by;
        let [mut to_facet, mut to_place] = [0.0f64; 2];
        for corner in corners {
            to_facet = to_facet.max((closest_on_triangle(&corner, &facet) - corner).norm());
            to_place = to_place.max((outside - corner).norm());
        }
        to_facet.min(to_place - by) + FLOAT_MM
    }

    /// The same of all points of a facet.
    pub fn from(&self, facet: &Triangle, by: f64) -> f64 {
        let middle = (facet[0] + facet[1] + facet[2]) / 3.0;
        self.farthest(&middle, facet.iter().copied(), by)
    }
}
