//! The vertex of a mesh that is farthest in a direction, found through a table of directions.
//!
//! The cube around all directions is cut into squares, each with the vertices that are farthest in
//! some direction of it: two or three of a mesh ball's 842. A search asks for the support of eight
//! directions at a time; going through all vertices for each would take most of the time of a mesh
//! tool.
//!
//! A vertex v is left out of a square where another one w is farther in the directions of all four
//! corners: `u · (w - v)` is linear, so it is positive for every u between them.

use crate::tolerance::EXTREME_SHARE;
use gouge_mesh::geom::Vec3;

/// Squares along each side of a face of the cube: a power of two.
const SIDE: usize = 16;

/// Fewer vertices are gone through one by one.
const FEW: usize = 24;

/// The vertices of a mesh by the directions in which they are farthest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extreme {
    vertices: Vec<Vec3>,
    /// Where the vertices of each square begin among the candidates, and where the last ones end;
    /// none for a few vertices.
    first: Vec<u32>,
    candidates: Vec<Vec3>,
}

/// A square of a face of the cube: from where to where along its two sides, -1 to 1.
#[derive(Clone, Copy)]
struct Square {
    face: usize,
    from: [f64; 2],
    size: f64,
}

impl Extreme {
    /// The table of some vertices.
    pub fn new(vertices: Vec<Vec3>) -> Self {
        let mut table = Self { vertices, first: Vec::new(), candidates: Vec::new() };
        if table.vertices.len() <= FEW {
            return table;
        }
        let size = table.vertices.iter().map(|v| v.amax()).fold(0.0, f64::max);
        let mut squares = vec![Vec::new(); 6 * SIDE * SIDE];
        for face in 0..6 {
            let whole = Square { face, from: [-1.0, -1.0], size: 2.0 };
            fill(&whole, &table.vertices, EXTREME_SHARE * size, &mut squares);
        }
        for square in squares {
            table.first.push(table.candidates.len() as u32);
            table.candidates.extend(square);
        }
        table.first.push(table.candidates.len() as u32);
        table
    }

    /// All of them.
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// The greatest `u · v` over the vertices v: to the last bit what going through all of them
    /// gives.
    pub fn support(&self, u: &Vec3) -> f64 {
        let among = match square_of(u) {
            Some(square) if !self.first.is_empty() => {
                let [from, to] = [square, square + 1].map(|k| self.first[k] as usize);
                &self.candidates[from..to]
            }
            _ => &self.vertices[..],
        };
        among.iter().map(|v| u.dot(v)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Puts the vertices that are farthest in some direction of a square into the table, square by
/// square of the finest.
fn fill(square: &Square, among: &[Vec3], margin: f64, squares: &mut [Vec<Vec3>]) {
    let corners = square.corners();
    let middle = corners.iter().sum::<Vec3>() * 0.25;
    let farthest = |u: &Vec3| among.iter().copied().max_by(|a, b| u.dot(a).total_cmp(&u.dot(b)));
    let rivals: Vec<Vec3> = corners.iter().chain([&middle]).filter_map(farthest).collect();
    // Directions of a square are up to the square root of three long, and so is the margin.
    let nearer = |v: &Vec3, w: &Vec3| corners.iter().all(|u| u.dot(&(w - v)) > 4.0 * margin);
    let left = among.iter().filter(|v| !rivals.iter().any(|w| nearer(v, w)));
    let left: Vec<Vec3> = left.copied().collect();
    if square.size <= 2.0 / SIDE as f64 {
        squares[square.index()] = left;
        return;
    }
    let half = 0.5 * square.size;
    for (i, j) in [(0.0, 0.0), (0.0, half), (half, 0.0), (half, half)] {
        let from = [square.from[0] + i, square.from[1] + j];
        fill(&Square { from, size: half, ..*square }, &left, margin, squares);
    }
}

impl Square {
    /// Directions of the four corners, of any length.
    fn corners(&self) -> [Vec3; 4] {
        let axis = self.face / 2;
        let ends =
            |k: usize| [self.from[k] - EXTREME_SHARE, self.from[k] + self.size + EXTREME_SHARE];
        let ([a, b], [c, d]) = (ends(0), ends(1));
        [[a, c], [b, c], [a, d], [b, d]].map(|[s, t]| {
            let mut u = Vec3::zeros();
            u[axis] = if self.face.is_multiple_of(2) { 1.0 } else { -1.0 };
            u[(axis + 1) % 3] = s;
            u[(axis + 2) % 3] = t;
            u
        })
    }

    fn index(&self) -> usize {
        place(self.face, self.from.map(|from| from + 0.5 * self.size))
    }
}

/// The square that a place of a face lies in.
fn place(face: usize, at: [f64; 2]) -> usize {
    let step = |x: f64| ((0.5 * (x + 1.0) * SIDE as f64) as usize).min(SIDE - 1);
    (face * SIDE + step(at[0])) * SIDE + step(at[1])
}

/// The square of a direction; none for what is no direction.
fn square_of(u: &Vec3) -> Option<usize> {
    let axis = if u.x.abs() >= u.y.abs() {
        if u.x.abs() >= u.z.abs() { 0 } else { 2 }
    } else if u.y.abs() >= u.z.abs() {
        1
    } else {
        2
    };
    let per = 1.0 / u[axis].abs();
    let face = 2 * axis + usize::from(u[axis] < 0.0);
    let at = [u[(axis + 1) % 3] * per, u[(axis + 2) % 3] * per];
    (per.is_finite() && at.iter().all(|x| x.abs() <= 1.0 + EXTREME_SHARE)).then(|| place(face, at))
}

#[cfg(test)]
mod tests {
    use gouge_random::Random;

    use super::*;

    /// On balls, boxes, cylinders, crowds inside a hull, needles far from the origin.
    #[test]
    fn the_table_loses_no_support() {
        let mut random = Random::new(21);
        for case in 0..60 {
            let count = [3, 25, 200, 900][case % 4];
            let at = random.vector([0.0, 10.0, 1e5][case % 3]);
            let stretch =
                Vec3::new(1.0, [1.0, 1e-3][random.below(2)], [1.0, 20.0][random.below(2)]);
            let vertex = |random: &mut Random| match case % 5 {
                0 => random.direction() * 8.0,
                1 => random.vector(4.0).map(|c| if c < 0.0 { -4.0 } else { 4.0 }),
                2 => {
                    let d = random.direction();
                    Vec3::new(d.x, d.y, 0.0) / d.xy().norm() * 3.0
                        + Vec3::z() * random.below(2) as f64
                }
                3 => random.vector(5.0),
                _ => random.direction() * random.between(7.999_999, 8.0),
            };
            let vertices: Vec<Vec3> =
                (0..count).map(|_| at + vertex(&mut random).component_mul(&stretch)).collect();
            let table = Extreme::new(vertices.clone());
            let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
            for k in 0..2000 {
                let u = match k % 4 {
                    0 => axes[k % 3] * if k % 8 < 4 { 1.0 } else { -1.0 },
                    // Borders of squares and of faces.
                    1 => Vec3::from_fn(|_, _| (random.below(33) as f64 - 16.0) / 16.0),
                    2 => {
                        Vec3::from_fn(|_, _| (random.below(33) as f64 - 16.0) / 16.0)
                            + random.vector(1e-15)
                    }
                    _ => random.direction(),
                };
                let all = vertices.iter().map(|v| u.dot(v)).fold(f64::NEG_INFINITY, f64::max);
                assert_eq!(table.support(&u), all, "{case}: {u:?}");
            }
        }
    }

    #[test]
    fn few_vertices_are_left_in_a_square_of_a_ball() {
        let mut random = Random::new(22);
        let vertices = (0..842).map(|_| random.direction() * 10.0).collect();
        let table = Extreme::new(vertices);
        assert!(table.candidates.len() < 8 * 6 * SIDE * SIDE, "{}", table.candidates.len());
    }
}
