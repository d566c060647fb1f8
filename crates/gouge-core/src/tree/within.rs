//! The facets whose boxes meet a cell.

use super::{Hierarchy, Open};
use gouge_mesh::geom::Aabb;
use gouge_mesh::mesh::Mesh;

/// Hands out the facets of `mesh` whose own boxes meet `cell`, in any order; hierarchies that keep
/// a facet in several leaves may repeat it. Ends as soon as `facet` says `false`.
pub fn within<H: Hierarchy>(
    tree: &H,
    mesh: &Mesh,
    cell: &Aabb,
    facet: &mut dyn FnMut(u32) -> bool,
) {
    let mut stack: Vec<H::Cursor> = tree.root().into_iter().collect();
    while let Some(at) = stack.pop() {
        if !tree.bounds(&at).meets(cell) {
            continue;
        }
        match tree.open(&at) {
            Open::Pair(a, b) => stack.extend([b, a]),
            Open::One(child) => stack.push(child),
            Open::Leaf(triangles) => {
                let meets = |i: u32| Aabb::around(mesh.triangle(i as usize)).meets(cell);
                for &index in triangles {
                    if meets(index) && !facet(index) {
                        return;
                    }
                }
            }
        }
    }
}
