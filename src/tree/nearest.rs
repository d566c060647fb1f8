//! The point of a mesh nearest to a given point.

use super::{Hierarchy, Open};
use crate::geom::{Aabb, Triangle, Vec3};
use crate::mesh::Mesh;
use crate::tolerance::PRUNE_PAD;

/// Distance (mm) and index of the triangle of `mesh` nearest to `p`, if one is within
/// `within` mm. Of equally near triangles the one with the lowest index, in every hierarchy.
pub fn nearest<H: Hierarchy>(tree: &H, mesh: &Mesh, p: Vec3, within: f64) -> Option<(f64, u32)> {
    let root = tree.root()?;
    let mut best: Option<(f64, u32)> = None;
    let scale = {
        let b = tree.bounds(&root);
        [b.lo, b.hi, p].iter().flat_map(|v| v.iter().copied()).fold(0.0_f64, |m, x| m.max(x.abs()))
    };
    let mut stack = vec![(gap(&tree.bounds(&root), &p), root)];
    while let Some((distance, at)) = stack.pop() {
        let limit = best.map_or(within, |b| b.0) + PRUNE_PAD * scale;
        if distance > limit {
            continue;
        }
        match tree.open(&at) {
            Open::Pair(a, b) => {
                let (near, far) = ((gap(&tree.bounds(&a), &p), a), (gap(&tree.bounds(&b), &p), b));
                let (near, far) = if near.0 <= far.0 { (near, far) } else { (far, near) };
                stack.extend([far, near]);
            }
            Open::One(child) => stack.push((gap(&tree.bounds(&child), &p), child)),
            Open::Leaf(triangles) => {
                for &index in triangles {
                    let d = distance_to(&mesh.triangle(index as usize), &p);
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

/// Distance from `p` to a box, mm.
fn gap(b: &Aabb, p: &Vec3) -> f64 {
    (0..3).map(|i| (b.lo[i] - p[i]).max(p[i] - b.hi[i]).max(0.0).powi(2)).sum::<f64>().sqrt()
}

/// Distance from `p` to a triangle, degenerate or not, mm: to the face where `p` projects
/// into it, else to the nearest edge.
fn distance_to([a, b, c]: &Triangle, p: &Vec3) -> f64 {
    let edges = to_segment(a, b, p).min(to_segment(b, c, p)).min(to_segment(c, a, p));
    let normal = (b - a).cross(&(c - a));
    let weights = [(b, c), (c, a), (a, b)].map(|(u, v)| (v - u).cross(&(p - u)).dot(&normal));
    if weights.iter().any(|w| !(0.0..f64::INFINITY).contains(w)) {
        return edges;
    }
    // By weights rather than along the normal: the foot stays on the triangle, however thin.
    let sum = weights[0] + weights[1] + weights[2];
    let foot =
        (a - p) * (weights[0] / sum) + (b - p) * (weights[1] / sum) + (c - p) * (weights[2] / sum);
    if sum > 0.0 { edges.min(foot.norm()) } else { edges }
}

fn to_segment(a: &Vec3, b: &Vec3, p: &Vec3) -> f64 {
    let along = b - a;
    let squared = along.norm_squared();
    let t = if squared > 0.0 { ((p - a).dot(&along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (p - (a + along * t)).norm()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_to_faces_edges_corners_and_degenerate_triangles() {
        let v = Vec3::new;
        let t = [v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0), v(0.0, 3.0, 0.0)];
        for (p, d) in [
            (v(1.0, 1.0, 2.0), 2.0),
            (v(1.0, 1.0, 0.0), 0.0),
            (v(2.0, -1.0, 0.0), 1.0),
            (v(7.0, 0.0, 4.0), 5.0),
        ] {
            assert!((distance_to(&t, &p) - d).abs() < 1e-12);
        }
        let point = [v(1.0, 1.0, 1.0); 3];
        assert_eq!(distance_to(&point, &v(1.0, 1.0, 3.0)), 2.0);
        let line = [v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(2.0, 0.0, 0.0)];
        assert_eq!(distance_to(&line, &v(1.5, 0.0, 2.0)), 2.0);
    }
}
