//! Edges that fit together though they do not share their corners: T-junctions.
//!
//! An edge from A to B fits the edges B to M and M to A when M lies on it exactly. Two edges that
//! lead away from a corner along one line, one directed towards it and one away, amount to the one
//! edge between their other ends: joining such pairs until none is left leaves nothing exactly when
//! every line is run through as often in one direction as in the other. The outermost end of what
//! runs along a line always has such a pair.

use std::collections::HashMap;

use robust::{Coord, orient2d};

use super::Mesh;
use crate::disjoint::DisjointSets;
use crate::geom::Vec3;

/// An edge that its facets leave open, with one of them.
#[derive(Clone, Copy)]
pub(super) struct Seam {
    pub from: u32,
    pub to: u32,
    pub facet: usize,
}

/// A mesh with more open edges is no solid with flaws.
pub(super) const MOST_SEAMS: usize = 1 << 16;

/// A corner with more open edges is not looked at: each is compared with each.
const MOST_AT_CORNER: usize = 256;

/// Joins what fits and returns what stays open. Facets whose edges fit become one piece. Where
/// `directed`, edges only fit that run in opposite directions.
pub(super) fn left_open(
    mesh: &Mesh,
    seams: Vec<Seam>,
    directed: bool,
    pieces: &DisjointSets,
) -> Vec<Seam> {
    if seams.len() > MOST_SEAMS {
        return seams;
    }
    let mut net = Net { mesh, directed, seams, at: HashMap::new() };
    let mut corners = Vec::new();
    for seam in 0..net.seams.len() {
        let Seam { from, to, .. } = net.seams[seam];
        net.attach(seam);
        corners.extend([from, to]);
    }
    while let Some(corner) = corners.pop() {
        while let Some((in_, out)) = net.pair(corner) {
            let (a, b) = (net.seams[in_], net.seams[out]);
            pieces.join(a.facet, b.facet);
            net.detach(in_);
            net.detach(out);
            let (from, to) = (a.other(corner), b.other(corner));
            if from != to {
                net.seams.push(Seam { from, to, facet: a.facet });
                net.attach(net.seams.len() - 1);
            }
            corners.extend([from, to]);
        }
    }
    let mut left: Vec<usize> = net.at.into_values().flatten().collect();
    left.sort_unstable();
    left.dedup();
    left.into_iter().map(|seam| net.seams[seam]).collect()
}

impl Seam {
    fn other(&self, corner: u32) -> u32 {
        if self.from == corner { self.to } else { self.from }
    }
}

/// Open edges by their corners.
struct Net<'a> {
    mesh: &'a Mesh,
    directed: bool,
    seams: Vec<Seam>,
    at: HashMap<u32, Vec<usize>>,
}

impl Net<'_> {
    fn attach(&mut self, seam: usize) {
        let Seam { from, to, .. } = self.seams[seam];
        for corner in [from, to] {
            self.at.entry(corner).or_default().push(seam);
        }
    }

    fn detach(&mut self, seam: usize) {
        let Seam { from, to, .. } = self.seams[seam];
        for corner in [from, to] {
            if let Some(list) = self.at.get_mut(&corner) {
                list.retain(|&other| other != seam);
            }
        }
    }

    /// An edge towards the corner and one away from it, along the same line.
    fn pair(&self, corner: u32) -> Option<(usize, usize)> {
        let list = self.at.get(&corner).filter(|list| list.len() <= MOST_AT_CORNER)?;
        let apex = &self.mesh.vertices[corner as usize];
        let end = |seam: usize| &self.mesh.vertices[self.seams[seam].other(corner) as usize];
        for (i, &a) in list.iter().enumerate() {
            for &b in &list[i + 1..] {
                let towards = [a, b].map(|seam| self.seams[seam].to == corner);
                if (self.directed && towards[0] == towards[1]) || !one_ray(apex, end(a), end(b)) {
                    continue;
                }
                return Some(if towards[0] { (a, b) } else { (b, a) });
            }
        }
        None
    }
}

/// Whether both points lie in the same direction from `apex`, exactly.
fn one_ray(apex: &Vec3, a: &Vec3, b: &Vec3) -> bool {
    let way = |p: &Vec3, axis: usize| p[axis].total_cmp(&apex[axis]);
    (0..3).all(|axis| way(a, axis) == way(b, axis)) && collinear([apex, a, b])
}

/// Whether three points lie on a line: exactly when each of their shadows on the axis planes does.
pub(super) fn collinear(points: [&Vec3; 3]) -> bool {
    (0..3).all(|axis| {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let [a, b, c] = points.map(|p| Coord { x: p[u], y: p[v] });
        orient2d(a, b, c) == 0.0
    })
}
