//! The vertex of a mesh farthest in a direction, found through a table of directions.
//!
//! The cube around all directions is cut into squares, each with the vertices that are farthest in
//! some direction of it: two or three of a mesh ball's 842. A search asks for the support in eight
//! directions at a time; going through all vertices for each would take most of the time of a mesh
//! tool.
//!
//! A vertex v is left out of a square if another vertex w is farther in the directions of all four
//! corners: `u · (w - v)` is linear, so it is positive for every u between them.

use std::ops::Range;

use super::bound_tree::{BoundTree, Extent};
use crate::tolerance::EXTREME_SHARE;
use gouge_mesh::geom::Vec3;

/// The fewest and most squares along each side of a face of the cube: powers of two.
const SIDE: [usize; 2] = [16, 64];

/// Squares are as many as give each so many vertices of a ball.
const OF_A_BALL: f64 = 8.0;

/// Fewer vertices are gone through one by one.
const FEW: usize = 24;

/// More vertices of a square than these are found through boxes around them: a square may hold a
/// quarter of a rim.
const MANY: usize = 64;

/// The vertices of a mesh by the directions in which they are farthest.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Extreme {
    vertices: Vec<Vec3>,
    /// Squares along each side of a face.
    side: usize,
    /// Where the vertices of each square begin among the candidates, and where the last ones end;
    /// none for a few vertices.
    first: Vec<u32>,
    candidates: Vec<Vec3>,
    /// Boxes around the vertices of squares that have many.
    boxes: Vec<Option<BoundTree<Extent<3>>>>,
}

/// A square of a face of the cube: from where to where along its two sides, -1 to 1.
#[derive(Clone, Copy)]
struct Square {
    face: usize,
    from: [f64; 2],
    size: f64,
    /// Squares of the finest along each side of a face.
    side: usize,
}

impl Extreme {
    /// The table of some vertices.
    pub fn new(vertices: Vec<Vec3>) -> Self {
        let side = (vertices.len() as f64 / (6.0 * OF_A_BALL)).sqrt() as usize;
        let side = side.next_power_of_two().clamp(SIDE[0], SIDE[1]);
        let (first, candidates, boxes) = Default::default();
        let mut table = Self { vertices, side, first, candidates, boxes };
        if table.vertices.len() <= FEW {
            return table;
        }
        let size = table.vertices.iter().map(|v| v.amax()).fold(0.0, f64::max);
        let mut squares = vec![Vec::new(); 6 * side * side];
        for face in 0..6 {
            let whole = Square { face, from: [-1.0, -1.0], size: 2.0, side };
            fill(&whole, &table.vertices, EXTREME_SHARE * size, &mut squares);
        }
        for square in squares {
            table.first.push(table.candidates.len() as u32);
            table.boxes.push((square.len() > MANY).then(|| boxes_around(&square)));
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
        let far = |v: &Vec3| u.dot(v);
        let farthest = |all: &[Vec3]| all.iter().map(far).fold(f64::NEG_INFINITY, f64::max);
        let Some(square) = square_of(u, self.side).filter(|_| !self.first.is_empty()) else {
            return farthest(&self.vertices);
        };
        let among = &self.candidates[self.range(square)];
        let Some(boxes) = &self.boxes[square] else { return farthest(among) };
        // Rounding keeps the order of sums of the same kind. What is only as far need not be looked
        // at: a rim is all as far along its axis.
        let bound = |b: &Extent<3>| {
            let corner = Vec3::from_fn(|k, _| b[k][usize::from(u[k] > 0.0)]);
            (-far(&corner)).next_up()
        };
        boxes.find(bound, |i| -far(&among[i])).map_or(f64::NEG_INFINITY, |(_, least)| -least)
    }

    /// Where the candidates of a square are.
    fn range(&self, square: usize) -> Range<usize> {
        self.first[square] as usize..self.first[square + 1] as usize
    }
}

/// A tree over vertices.
fn boxes_around(vertices: &[Vec3]) -> BoundTree<Extent<3>> {
    let places: Vec<Extent<3>> = vertices.iter().map(|v| [v.x, v.y, v.z].map(|c| [c, c])).collect();
    BoundTree::new(&places)
}

/// Puts the vertices that are farthest in some direction of a square into the table, square by
/// square of the finest.
fn fill(square: &Square, among: &[Vec3], margin: f64, squares: &mut [Vec<Vec3>]) {
    let corners = square.corners();
    let middle = corners.iter().sum::<Vec3>() * 0.25;
    let farthest = |u: &Vec3| among.iter().copied().max_by(|a, b| u.dot(a).total_cmp(&u.dot(b)));
    let rivals: Vec<Vec3> = [&middle].into_iter().chain(&corners).filter_map(farthest).collect();
    // Directions of a square are up to the square root of three long, and so is the margin.
    let nearer = |v: &Vec3, w: &Vec3| corners.iter().all(|u| u.dot(&(w - v)) > 4.0 * margin);
    let left = among.iter().filter(|v| !rivals.iter().any(|w| nearer(v, w)));
    let left: Vec<Vec3> = left.copied().collect();
    if square.size <= 2.0 / square.side as f64 {
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
        place(self.face, self.from.map(|from| from + 0.5 * self.size), self.side)
    }
}

/// The square that a place of a face lies in.
fn place(face: usize, at: [f64; 2], side: usize) -> usize {
    let step = |x: f64| ((0.5 * (x + 1.0) * side as f64) as usize).min(side - 1);
    (face * side + step(at[0])) * side + step(at[1])
}

/// The square of a direction; none for what is no direction.
fn square_of(u: &Vec3, side: usize) -> Option<usize> {
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
    (per.is_finite() && at.iter().all(|x| x.abs() <= 1.0 + EXTREME_SHARE))
        .then(|| place(face, at, side))
}

#[cfg(test)]
mod tests {
    use gouge_random::Random;

    use super::*;

    /// On balls, boxes, cylinders, crowds inside a hull, needles far from the origin.
    #[test]
    fn the_table_loses_no_support() {
        let mut random = Random::new(21);
        for case in 0..75 {
            let count = [3, 25, 200, 900, 14_000][case % 5];
            let at = random.vector([0.0, 10.0, 1e5][case % 3]);
            let stretch =
                Vec3::new(1.0, [1.0, 1e-3][random.below(2)], [1.0, 20.0][random.below(2)]);
            let vertex = |random: &mut Random| match case % 7 {
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

    /// Of a fine ball hundreds of vertices were left in a square.
    #[test]
    fn few_vertices_are_left_in_a_square_of_a_ball() {
        let mut random = Random::new(22);
        for count in [842, 100_000] {
            let vertices = (0..count).map(|_| random.direction() * 10.0).collect();
            let table = Extreme::new(vertices);
            let squares = 6 * table.side * table.side;
            assert!(table.candidates.len() < 24 * squares, "{} {squares}", table.candidates.len());
        }
    }

    /// Each of a rim is as far along its axis, and was held against each face there.
    #[test]
    fn a_rim_is_held_in_boxes() {
        let at = |k: u32| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 4096.0).sin_cos();
            Vec3::new(cos, sin, 0.0)
        };
        let table = Extreme::new((0..4096).map(at).chain([Vec3::z()]).collect());
        let square = square_of(&-Vec3::z(), table.side).unwrap();
        assert!(table.range(square).len() > 1000);
        let asked = std::cell::Cell::new(0);
        let boxes = table.boxes[square].as_ref().unwrap();
        boxes.find(
            |b| (-b[2][0]).next_up(),
            |_| {
                asked.set(asked.get() + 1);
                0.0
            },
        );
        assert!(asked.get() < 20, "{asked:?}");
    }
}
