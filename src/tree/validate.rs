//! Whether a hierarchy really bounds its mesh.

use super::{Hierarchy, Open};
use crate::mesh::Mesh;

/// What is wrong with a hierarchy: a fault in its builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// A corner lies outside a volume above its leaf.
    #[error("triangle {triangle} reaches out of a bounding volume {above} levels above its leaf")]
    Outside {
        /// The triangle.
        triangle: u32,
        /// Levels between the leaf and the volume.
        above: usize,
    },
    /// A triangle is in no leaf.
    #[error("triangle {0} is in no leaf")]
    Missing(u32),
    /// A triangle is in two leaves of a tree that puts each in one.
    #[error("triangle {0} is in more than one leaf")]
    Twice(u32),
    /// A leaf names a triangle the mesh does not have.
    #[error("a leaf names triangle {0}, which the mesh does not have")]
    Unknown(u32),
}

/// Checks that every triangle is in exactly one leaf and inside every volume above it.
///
/// # Errors
/// The first fault found, in the tree's order.
pub fn validate<H: Hierarchy>(tree: &H, mesh: &Mesh) -> Result<(), Invalid> {
    let mut seen = vec![false; mesh.triangles.len()];
    let mut path: Vec<H::Cursor> = Vec::new();
    let mut stack: Vec<(H::Cursor, usize)> = tree.root().map(|r| (r, 0)).into_iter().collect();
    while let Some((at, depth)) = stack.pop() {
        path.truncate(depth);
        path.push(at);
        match tree.open(&at) {
            Open::Pair(a, b) => stack.extend([(b, depth + 1), (a, depth + 1)]),
            Open::One(child) => stack.push((child, depth + 1)),
            Open::Leaf(triangles) => {
                for &triangle in triangles {
                    match seen.get_mut(triangle as usize) {
                        None => return Err(Invalid::Unknown(triangle)),
                        Some(true) => return Err(Invalid::Twice(triangle)),
                        Some(seen) => *seen = true,
                    }
                    let corners = mesh.triangle(triangle as usize);
                    for (above, place) in path.iter().rev().enumerate() {
                        if !corners.iter().all(|p| tree.holds(place, p)) {
                            return Err(Invalid::Outside { triangle, above });
                        }
                    }
                }
            }
        }
    }
    match seen.iter().position(|s| !s) {
        Some(missing) => Err(Invalid::Missing(missing as u32)),
        None => Ok(()),
    }
}
