//! Closed, outward-looking meshes from a few numbers. Corners are rounded to `f32`, so that
//! an STL file holds exactly the mesh the programs were made for.

use std::collections::HashMap;

use crate::geom::Vec3;
use crate::mesh::Mesh;

/// Corners collected, each position once.
#[derive(Default)]
pub(super) struct Builder {
    mesh: Mesh,
    known: HashMap<[u32; 3], u32>,
}

impl Builder {
    pub fn corner(&mut self, at: [f64; 3]) -> u32 {
        // Adding zero turns -0 into 0.
        let rounded = at.map(|c| c as f32 + 0.0);
        *self.known.entry(rounded.map(f32::to_bits)).or_insert_with(|| {
            self.mesh.vertices.push(Vec3::from(rounded.map(f64::from)));
            self.mesh.vertices.len() as u32 - 1
        })
    }

    /// Two triangles for a quadrilateral, counter-clockwise seen from outside.
    pub fn quad(&mut self, [a, b, c, d]: [[f64; 3]; 4]) {
        let [a, b, c, d] = [a, b, c, d].map(|p| self.corner(p));
        self.mesh.triangles.extend([[a, b, c], [a, c, d]]);
    }

    pub fn triangle(&mut self, corners: [[f64; 3]; 3]) {
        let triangle = corners.map(|p| self.corner(p));
        self.mesh.triangles.push(triangle);
    }

    pub fn finish(self) -> Mesh {
        self.mesh
    }
}

/// `count` equal steps from `from` to `to`, both ends included.
pub(super) fn steps(from: f64, to: f64, count: usize) -> Vec<f64> {
    let at = |i: usize| from + (to - from) * i as f64 / count as f64;
    (0..=count).map(|i| if i == count { to } else { at(i) }).collect()
}

/// A surface over the lattice `x` × `y`, looking up. With `floor` it becomes a block: walls
/// down from its rim, and a bottom at that height.
pub(super) fn relief(
    x: &[f64],
    y: &[f64],
    height: impl Fn(usize, usize) -> f64,
    floor: Option<f64>,
) -> Mesh {
    let mut builder = Builder::default();
    let at = |i: usize, j: usize| [x[i], y[j], height(i, j)];
    for j in 1..y.len() {
        for i in 1..x.len() {
            builder.quad([at(i - 1, j - 1), at(i, j - 1), at(i, j), at(i - 1, j)]);
        }
    }
    if let Some(floor) = floor {
        let (right, top) = (x.len() - 1, y.len() - 1);
        let south = (0..right).map(|i| (i, 0));
        let east = (0..top).map(|j| (right, j));
        let north = (1..=right).rev().map(|i| (i, top));
        let west = (1..=top).rev().map(|j| (0, j));
        let rim: Vec<_> =
            south.chain(east).chain(north).chain(west).map(|(i, j)| at(i, j)).collect();
        let middle = [(x[0] + x[right]) / 2.0, (y[0] + y[top]) / 2.0, floor];
        let below = |p: [f64; 3]| [p[0], p[1], floor];
        for (i, p) in rim.iter().enumerate() {
            let q = rim[(i + 1) % rim.len()];
            builder.quad([below(*p), below(q), q, *p]);
            builder.triangle([middle, below(q), below(*p)]);
        }
    }
    builder.finish()
}

/// The surface of the cells of a rectangular grid that are `solid`, told by their numbers
/// along the three lists of planes. Cells that touch only along an edge make it non-manifold.
pub(super) fn cells(planes: [&[f64]; 3], solid: impl Fn([usize; 3]) -> bool) -> Mesh {
    let count = planes.map(|p| p.len() - 1);
    let filled = |cell: [isize; 3]| {
        let inside = (0..3).all(|a| (0..count[a] as isize).contains(&cell[a]));
        inside && solid(cell.map(|c| c as usize))
    };
    let mut builder = Builder::default();
    let all = (0..count[2]).flat_map(|k| {
        (0..count[1]).flat_map(move |j| (0..count[0]).map(move |i| [i, j, k].map(|c| c as isize)))
    });
    for cell in all.filter(|c| filled(*c)) {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut next = cell;
                next[axis] += 2 * side - 1;
                if filled(next) {
                    continue;
                }
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let corner = |du: isize, dv: isize| {
                    let mut at = cell;
                    at[axis] += side;
                    at[u] += du;
                    at[v] += dv;
                    [0, 1, 2].map(|a| planes[a][at[a] as usize])
                };
                let round = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                let [a, b, c, d] = round;
                builder.quad(if side == 1 { round } else { [d, c, b, a] });
            }
        }
    }
    builder.finish()
}

/// Rings of equally many points, each below or around the one before, closed by a point above
/// the first and one below the last; counter-clockwise seen from above.
pub(super) fn rings(top: [f64; 3], rings: &[Vec<[f64; 3]>], bottom: [f64; 3]) -> Mesh {
    let mut builder = Builder::default();
    let (Some(first), Some(last)) = (rings.first(), rings.last()) else {
        return Mesh::default();
    };
    let next = |i: usize| (i + 1) % first.len();
    for i in 0..first.len() {
        builder.triangle([top, first[i], first[next(i)]]);
        for pair in rings.windows(2) {
            let (upper, lower) = (&pair[0], &pair[1]);
            builder.quad([upper[i], lower[i], lower[next(i)], upper[next(i)]]);
        }
        builder.triangle([bottom, last[next(i)], last[i]]);
    }
    builder.finish()
}
