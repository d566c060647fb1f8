//! The point of a mesh nearest to a given point.

use super::{Hierarchy, Open};
use crate::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Aabb, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// The nearest facet found so far: of equally near ones the one with the lowest index, in whatever
/// order a hierarchy comes upon them.
pub(super) struct Nearest {
    within: f64,
    pad: f64,
    best: Option<(f64, u32)>,
}

impl Nearest {
    /// Looks within this distance (mm) of `p` in a mesh that keeps within these corners.
    pub(super) fn new(p: &Vec3, within: f64, bounds: &Aabb) -> Self {
        let scale = [&bounds.lo, &bounds.hi, p].into_iter().map(|v| v.amax()).fold(0.0, f64::max);
        Self { within, pad: PRUNE_PAD * scale, best: None }
    }

    /// Whether a box this far away (mm, rounded) may hold a nearer facet, or one as near.
    pub(super) fn may_hold(&self, distance: f64) -> bool {
        distance <= self.best.map_or(self.within, |b| b.0) + self.pad
    }

    /// Takes the facet if it is nearer to `p`.
    fn offer(&mut self, mesh: &Mesh, p: &Vec3, index: u32) {
        if self.may_hold(Aabb::around(mesh.triangle(index as usize)).gap(p)) {
            self.measure(mesh, p, index);
        }
    }

    /// The same without a look at its box.
    pub(super) fn measure(&mut self, mesh: &Mesh, p: &Vec3, index: u32) {
        let facet = mesh.triangle(index as usize);
        let d = (closest_on_triangle(p, &facet) - p).norm();
        let nearer = match self.best {
            None => d <= self.within,
            Some((least, first)) => d < least || (d == least && index < first),
        };
        if nearer {
            self.best = Some((d, index));
        }
    }

    /// Distance (mm) and index of the nearest.
    pub(super) fn found(self) -> Option<(f64, u32)> {
        self.best
    }
}

/// Distance (mm) and index of the triangle of `mesh` nearest to `p`, if one is within
/// `within` mm. Of equally near triangles the one with the lowest index, in every hierarchy.
pub fn nearest<H: Hierarchy>(tree: &H, mesh: &Mesh, p: Vec3, within: f64) -> Option<(f64, u32)> {
    let root = tree.root()?;
    let mut best = Nearest::new(&p, within, &tree.bounds(&root));
    let mut stack = vec![(tree.gap(&root, &p), root)];
    while let Some((distance, at)) = stack.pop() {
        if !best.may_hold(distance) {
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
                    best.offer(mesh, &p, index);
                }
            }
        }
    }
    best.found()
}
