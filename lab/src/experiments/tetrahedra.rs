//! The tetrahedral mesh among the thesis's second-chapter baselines: free space and triangles in
//! a Delaunay mesh, a box followed through it from tetrahedron to tetrahedron.
//!
//! The thesis makes the mesh conform to the triangles with further points; here a triangle is
//! listed in every tetrahedron it may meet instead, and points are moved by a hair so that no
//! five lie on a sphere. Neither changes an answer, for lists only have to be complete.

use std::collections::HashMap;

use robust::{Coord3D, insphere, orient3d};

use gouge_mesh::geom::{Aabb, Triangle, Vec3};
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;

const NONE: u32 = u32::MAX;

/// Corners of the face opposite each corner; the corner is on the face's positive side.
const FACES: [[usize; 3]; 4] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];

/// How far points are moved, as a share of the domain.
const JITTER: f64 = 1e-9;

/// A Delaunay mesh of a domain and the triangles each of its tetrahedra may meet.
pub struct Tetrahedra {
    points: Vec<Vec3>,
    cells: Vec<[u32; 4]>,
    /// Across the face opposite each corner.
    neighbours: Vec<[u32; 4]>,
    free: Vec<u32>,
    last: u32,
    lists: Vec<Vec<u32>>,
}

/// Marks of one query, kept from query to query.
#[derive(Default)]
pub struct Walk {
    at: u32,
    stamp: u32,
    cells: Vec<u32>,
    triangles: Vec<u32>,
}

fn coord(p: &Vec3) -> Coord3D<f64> {
    Coord3D { x: p.x, y: p.y, z: p.z }
}

impl Tetrahedra {
    /// Of the vertices of `mesh`, all within `domain`.
    pub fn build(mesh: &Mesh, domain: &Aabb) -> Self {
        let (middle, size) = ((domain.lo + domain.hi) / 2.0, domain.size().max());
        let corner = |x: f64, y: f64, z: f64| middle + Vec3::new(x, y, z) * (20.0 * size);
        let points = vec![
            corner(1.0, 1.0, 1.0),
            corner(-1.0, 1.0, -1.0),
            corner(1.0, -1.0, -1.0),
            corner(-1.0, -1.0, 1.0),
        ];
        let mut built = Self {
            points,
            cells: vec![[0, 1, 2, 3]],
            neighbours: vec![[NONE; 4]],
            free: Vec::new(),
            last: 0,
            lists: Vec::new(),
        };
        if built.side(0, 3, &built.points[3]) < 0.0 {
            built.cells[0] = [1, 0, 2, 3];
        }
        // Along a curve through space, so that the next point is near the last.
        let mut order: Vec<(u64, u32)> =
            mesh.vertices.iter().zip(0..).map(|(v, i)| (curve(v, domain), i)).collect();
        order.sort_unstable();
        let mut random = Random::new(9);
        for (_, i) in order {
            built.insert(mesh.vertices[i as usize] + random.vector(JITTER * size));
        }
        built.lists = vec![Vec::new(); built.cells.len()];
        let mut walk = built.walker();
        for t in 0..mesh.triangles.len() {
            built.list(t as u32, &mesh.triangle(t), &mut walk);
        }
        built
    }

    /// A walk that starts anywhere.
    pub fn walker(&self) -> Walk {
        Walk { at: self.last, ..Walk::default() }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.points[..])
            + size_of_val(&self.cells[..])
            + size_of_val(&self.neighbours[..])
            + size_of_val(&self.lists[..])
            + self.lists.iter().map(|l| size_of_val(&l[..])).sum::<usize>()
    }

    /// Positive where `p` is on the inner side of a cell's face.
    fn side(&self, cell: u32, face: usize, p: &Vec3) -> f64 {
        let corner =
            |k: usize| coord(&self.points[self.cells[cell as usize][FACES[face][k]] as usize]);
        orient3d(corner(0), corner(1), corner(2), coord(p))
    }

    fn in_sphere(&self, cell: u32, p: &Vec3) -> bool {
        let [a, b, c, d] = self.cells[cell as usize].map(|v| coord(&self.points[v as usize]));
        insphere(a, b, c, d, coord(p)) > 0.0
    }

    /// The cell that holds `p`, from a cell near by.
    fn walk(&self, mut at: u32, p: &Vec3) -> u32 {
        loop {
            let next = (0..4)
                .filter(|&f| self.neighbours[at as usize][f] != NONE)
                .find(|&f| self.side(at, f, p) < 0.0);
            match next {
                Some(face) => at = self.neighbours[at as usize][face],
                None => return at,
            }
        }
    }

    /// Bowyer and Watson: the cells whose spheres hold the point make room for a fan to it.
    fn insert(&mut self, p: Vec3) {
        let start = self.walk(self.last, &p);
        let (mut hole, mut rim) = (vec![start], Vec::new());
        let mut at = 0;
        while at < hole.len() {
            let cell = hole[at];
            at += 1;
            for (face, &corners) in FACES.iter().enumerate() {
                let beyond = self.neighbours[cell as usize][face];
                if beyond != NONE && hole.contains(&beyond) {
                    continue;
                }
                if beyond != NONE && self.in_sphere(beyond, &p) {
                    hole.push(beyond);
                } else {
                    rim.push((corners.map(|k| self.cells[cell as usize][k]), beyond));
                }
            }
        }
        let flat = |(f, _): &([u32; 3], u32)| {
            let [a, b, c] = f.map(|v| coord(&self.points[v as usize]));
            orient3d(a, b, c, coord(&p)) <= 0.0
        };
        if rim.iter().any(flat) {
            return;
        }
        let own = self.points.len() as u32;
        self.points.push(p);
        self.free.extend(&hole);
        let mut open: HashMap<(u32, u32), (u32, usize)> = HashMap::with_capacity(3 * rim.len());
        for ([a, b, c], beyond) in rim {
            let cell = self.free.pop().unwrap_or(self.cells.len() as u32);
            if cell as usize == self.cells.len() {
                self.cells.push([0; 4]);
                self.neighbours.push([NONE; 4]);
            }
            self.cells[cell as usize] = [a, b, c, own];
            self.neighbours[cell as usize] = [NONE, NONE, NONE, beyond];
            if beyond != NONE {
                let theirs = self.cells[beyond as usize];
                if let Some(k) = theirs.iter().position(|v| ![a, b, c].contains(v)) {
                    self.neighbours[beyond as usize][k] = cell;
                }
            }
            for (face, (u, v)) in [(0, (b, c)), (1, (a, c)), (2, (a, b))] {
                let edge = (u.min(v), u.max(v));
                match open.remove(&edge) {
                    Some((other, theirs)) => {
                        self.neighbours[cell as usize][face] = other;
                        self.neighbours[other as usize][theirs] = cell;
                    }
                    None => {
                        open.insert(edge, (cell, face));
                    }
                }
            }
            self.last = cell;
        }
    }

    /// Cells that `apart` cannot rule out, from one on through its neighbours.
    fn spread(&self, walk: &mut Walk, apart: impl Fn(&[Vec3; 4]) -> bool) -> Vec<u32> {
        walk.stamp += 1;
        walk.cells.resize(self.cells.len(), 0);
        walk.cells[walk.at as usize] = walk.stamp;
        let mut met = vec![walk.at];
        let mut at = 0;
        while at < met.len() {
            for &next in &self.neighbours[met[at] as usize] {
                if next == NONE || walk.cells[next as usize] == walk.stamp {
                    continue;
                }
                walk.cells[next as usize] = walk.stamp;
                if !apart(&self.cells[next as usize].map(|v| self.points[v as usize])) {
                    met.push(next);
                }
            }
            at += 1;
        }
        met
    }

    fn list(&mut self, index: u32, t: &Triangle, walk: &mut Walk) {
        let (around, slack) = (Aabb::around(*t), 1e-6);
        let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
        walk.at = self.walk(walk.at, &t[0]);
        let met = self.spread(walk, |cell| {
            let off = cell.map(|p| normal.dot(&(p - t[0])));
            let pad = slack * normal.norm();
            boxes_apart(&around, &Aabb::around(*cell), slack)
                || off.iter().all(|x| *x > pad)
                || off.iter().all(|x| *x < -pad)
                || faces_apart(cell, t, slack)
        });
        met.into_iter().for_each(|cell| self.lists[cell as usize].push(index));
    }

    /// Hands every listed triangle of the cells that may meet a box to `triangle`, once; returns
    /// how many cells were looked at.
    pub fn near(&self, walk: &mut Walk, b: &Aabb, mut triangle: impl FnMut(u32)) -> u64 {
        walk.at = self.walk(walk.at, &b.lo);
        let corners: [Vec3; 8] = std::array::from_fn(|k| {
            Vec3::from_fn(|i, _| if k >> i & 1 == 0 { b.lo[i] } else { b.hi[i] })
        });
        let met = self.spread(walk, |cell| {
            boxes_apart(b, &Aabb::around(*cell), 1e-9) || faces_apart(cell, &corners, 1e-9)
        });
        for &cell in &met {
            for &t in &self.lists[cell as usize] {
                let at = t as usize;
                if walk.triangles.len() <= at {
                    walk.triangles.resize(at + 1, 0);
                }
                if walk.triangles[at] != walk.stamp {
                    walk.triangles[at] = walk.stamp;
                    triangle(t);
                }
            }
        }
        met.len() as u64
    }
}

fn boxes_apart(a: &Aabb, b: &Aabb, slack: f64) -> bool {
    (0..3).any(|i| a.lo[i] > b.hi[i] + slack || b.lo[i] > a.hi[i] + slack)
}

/// Whether some face of a cell has all points on its outer side.
fn faces_apart(cell: &[Vec3; 4], points: &[Vec3], slack: f64) -> bool {
    FACES.iter().any(|f| {
        let [a, b, c] = f.map(|k| cell[k]);
        let outward = (b - a).cross(&(c - a));
        points.iter().all(|p| outward.dot(&(p - a)) > slack * outward.norm())
    })
}

/// Where a point is along a curve through the domain that keeps near points near (Morton).
fn curve(p: &Vec3, domain: &Aabb) -> u64 {
    let cell = |i: usize| {
        let share = (p[i] - domain.lo[i]) / domain.size()[i].max(f64::MIN_POSITIVE);
        (share.clamp(0.0, 1.0) * 1023.0) as u64
    };
    let (x, y, z) = (cell(0), cell(1), cell(2));
    (0..10).fold(0, |key, bit| {
        key | (x >> bit & 1) << (3 * bit)
            | (y >> bit & 1) << (3 * bit + 1)
            | (z >> bit & 1) << (3 * bit + 2)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_mesh::geom::closest_on_triangle;

    #[test]
    fn the_mesh_finds_every_triangle_near_a_box() {
        let mut random = Random::new(3);
        let mut mesh = Mesh::default();
        for i in 0..400u32 {
            let at = random.vector(0.5) + Vec3::repeat(0.5);
            // Some of them flat and in line with others.
            let at = if i % 5 == 0 { at.map(|x| (x * 8.0).round() / 8.0) } else { at };
            mesh.vertices.extend((0..3).map(|_| at + random.vector(0.06)));
            mesh.triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
        }
        let domain = Aabb { lo: Vec3::repeat(-0.1), hi: Vec3::repeat(1.1) };
        let built = Tetrahedra::build(&mesh, &domain);
        let mut walk = built.walker();
        for _ in 0..300 {
            let (at, half) = (random.vector(0.5) + Vec3::repeat(0.5), 0.04);
            let b = Aabb { lo: at - Vec3::repeat(half), hi: at + Vec3::repeat(half) };
            let mut found = vec![false; mesh.triangles.len()];
            let mut times = 0;
            built.near(&mut walk, &b, |t| {
                found[t as usize] = true;
                times += 1;
            });
            assert_eq!(times, found.iter().filter(|f| **f).count(), "each once");
            for (t, found) in found.iter().enumerate() {
                let nearest = closest_on_triangle(&at, &mesh.triangle(t));
                assert!(*found || !b.holds(&nearest), "{t}");
            }
        }
    }
}
