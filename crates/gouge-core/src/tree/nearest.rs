//! The point of a mesh nearest to a given point.

use super::{Hierarchy, Open};
use crate::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// Distance (mm) and index of the triangle of `mesh` nearest to `p`, if one is within
/// `within` mm. Of equally near triangles the one with the lowest index, in every hierarchy.
pub fn nearest<H: Hierarchy>(tree: &H, mesh: &Mesh, p: Vec3, within: f64) -> Option<(f64, u32)> {
    let root = tree.root()?;
    let mut best: Option<(f64, u32)> = None;
    let scale = {
        let b = tree.bounds(&root);
        [b.lo, b.hi, p].iter().flat_map(|v| v.iter().copied()).fold(0.0_f64, |m, x| m.max(x.abs()))
    };
    let mut stack = vec![(tree.gap(&root, &p), root)];
    while let Some((distance, at)) = stack.pop() {
        let limit = best.map_or(within, |b| b.0) + PRUNE_PAD * scale;
        if distance > limit {
            continue;
        }
        match tree.open(&at) {
            Open::Pair(a, b) => {
                let (near, far) = ((tree.gap(&a, &p), a), (tree.gap(&b, &p), b));
                let (near, far) = if near.0 <= far.0 { (near, far) } else { (far, near) };
                stack.extend([far, near]);
            }
            Open::One(child) => stack.push((tree.gap(&child, &p), child)),
            Open::Leaf(triangles) => {
                for &index in triangles {
                    let d = (closest_on_triangle(&p, &mesh.triangle(index as usize)) - p).norm();
                    let closer = match best {
                        None => d <= within,
                        Some((least, first)) => d < least || (d == least && index < first),
                    };
                    if closer {
                        best = Some((d, index));
                    }
                }
            }
        }
    }
    best
}
