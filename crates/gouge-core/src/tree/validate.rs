//! Whether a hierarchy really bounds its mesh.

use super::{Hierarchy, Open};
use gouge_mesh::geom::{Triangle, Vec3};
use gouge_mesh::mesh::Mesh;

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

/// Checks that every triangle is in a leaf and inside every volume above it. In trees whose
/// triangles repeat, parts may be in other leaves: there, corners, middles of sides and
/// centroid must each be inside a leaf that has the triangle.
///
/// # Errors
/// The first fault found, in the tree's order.
pub fn validate<H: Hierarchy>(tree: &H, mesh: &Mesh) -> Result<(), Invalid> {
    // Per triangle, which of its sample points some leaf holds; bit 7: it is in a leaf.
    let mut held = vec![0u8; mesh.triangles.len()];
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
                    match held.get_mut(triangle as usize) {
                        None => return Err(Invalid::Unknown(triangle)),
                        Some(0) => {}
                        Some(_) if !H::REPEATS => return Err(Invalid::Twice(triangle)),
                        Some(_) => {}
                    }
                    let held = &mut held[triangle as usize];
                    *held |= IN_A_LEAF;
                    for (bit, p) in samples(&mesh.triangle(triangle as usize)).enumerate() {
                        let out = path.iter().rev().position(|place| !tree.holds(place, &p));
                        match out {
                            Some(above) if !H::REPEATS && bit < 3 => {
                                return Err(Invalid::Outside { triangle, above });
                            }
                            Some(_) => {}
                            None => *held |= 1 << bit,
                        }
                    }
                }
            }
        }
    }
    for (triangle, &held) in held.iter().enumerate() {
        if held == 0 {
            return Err(Invalid::Missing(triangle as u32));
        }
        // Other than corners, samples are rounded and may lie beside a thin leaf.
        if H::REPEATS && held & CORNERS != CORNERS {
            return Err(Invalid::Outside { triangle: triangle as u32, above: 0 });
        }
    }
    Ok(())
}

const IN_A_LEAF: u8 = 128;
const CORNERS: u8 = 7;

fn samples([a, b, c]: &Triangle) -> impl Iterator<Item = Vec3> {
    [*a, *b, *c, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0, (a + b + c) / 3.0].into_iter()
}
