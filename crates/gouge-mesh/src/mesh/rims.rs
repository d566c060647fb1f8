//! Where the surface, seen from above, ends or does not know its sides: edges not shared by two
//! facets that run along them in opposite directions.

use super::Mesh;
use crate::geom::{Aabb, Vec3};

/// Tells whether such edges of open pieces reach into a rectangle, or to next to it.
#[derive(Clone, Debug, Default)]
pub struct Rims {
    /// The least corner of the grid, and its cells a millimetre, along X and Y.
    from: [f64; 2],
    scale: [f64; 2],
    /// Of each corner of the grid, how many cells before it have a piece of an edge; row by row.
    before: Box<[u32]>,
}

/// Cells of the grid along each axis: a rectangle is told to one part in so many of the size of
/// all.
const CELLS: usize = 512;

impl Rims {
    /// Those between such vertices, seen along Z; linear in their length.
    #[must_use]
    pub fn of(mesh: &Mesh, ends: &[[u32; 2]]) -> Self {
        let edges = ends.iter().map(|ends| ends.map(|v| mesh.vertices[v as usize]));
        let edges: Vec<[Vec3; 2]> = edges.collect();
        if edges.is_empty() {
            return Self::default();
        }
        let bounds = Aabb::around(edges.iter().flatten().copied());
        let size = bounds.size();
        let per = |size: f64| if size > 0.0 { CELLS as f64 / size } else { 0.0 };
        let scale = [per(size.x), per(size.y)].map(|s| if s.is_finite() { s } else { 0.0 });
        let mut rims = Self { from: [bounds.lo.x, bounds.lo.y], scale, before: Box::default() };
        let wide = CELLS + 1;
        let mut cells = vec![0u32; wide * wide];
        for [a, b] in edges {
            // Pieces no longer than a cell: the box around each is as good as the piece.
            let long = [(b.x - a.x) * rims.scale[0], (b.y - a.y) * rims.scale[1]];
            let pieces = long.map(f64::abs).into_iter().fold(1.0, f64::max).ceil() as u32;
            let at = |i: u32| a + (b - a) * (f64::from(i) / f64::from(pieces));
            for i in 0..pieces {
                let piece = Aabb::around([at(i), at(i + 1)]);
                let Some([[left, right], [low, high]]) = rims.cells(&piece) else { continue };
                for row in low..=high {
                    for column in left..=right {
                        cells[(row + 1) * wide + column + 1] = 1;
                    }
                }
            }
        }
        for row in 1..wide {
            for column in 1..wide {
                let [above, left] = [(row - 1) * wide + column, row * wide + column - 1];
                let before = cells[above] + cells[left] - cells[above - 1];
                cells[row * wide + column] += before;
            }
        }
        rims.before = cells.into();
        rims
    }

    /// Whether any may reach over or under a box, or into it.
    pub fn meet(&self, room: &Aabb) -> bool {
        if self.before.is_empty() || room.is_empty() {
            return false;
        }
        let wide = CELLS + 1;
        let Some([[left, right], [low, high]]) = self.cells(room) else { return false };
        let before = |row: usize, column: usize| self.before[row * wide + column];
        before(high + 1, right + 1) + before(low, left)
            > before(low, right + 1) + before(high + 1, left)
    }

    /// First and last cell of a box along X and Y, one more on each side for rounding; `None`
    /// beside the grid.
    fn cells(&self, room: &Aabb) -> Option<[[usize; 2]; 2]> {
        let last = CELLS as f64 - 1.0;
        let span = |lo: f64, hi: f64, axis: usize| {
            let cell = |v: f64| ((v - self.from[axis]) * self.scale[axis]).floor();
            let [lo, hi] = [cell(lo) - 1.0, cell(hi) + 1.0];
            (hi >= 0.0 && lo <= last).then(|| [lo, hi].map(|c| c.clamp(0.0, last) as usize))
        };
        Some([span(room.lo.x, room.hi.x, 0)?, span(room.lo.y, room.hi.y, 1)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Says, defects};
    use gouge_random::Random;

    /// A level sheet of 8 by 6 cells without one of them.
    fn sheet() -> Mesh {
        let mut mesh = Mesh::default();
        let wide = 9;
        mesh.vertices.extend(
            (0..9 * 7).map(|i| Vec3::new(f64::from(i % wide), 2.0 * f64::from(i / wide), 0.0)),
        );
        for row in 0..6u32 {
            for column in 0..8u32 {
                let a = row * 9 + column;
                let [b, c, d] = [a + 1, a + 10, a + 9];
                if (row, column) != (2, 5) {
                    mesh.triangles.extend([[a, b, c], [a, c, d]]);
                }
            }
        }
        mesh
    }

    #[test]
    fn no_rim_in_a_box_is_missed() {
        let mesh = sheet();
        let rims = Rims::of(&mesh, &defects::examine(&mesh).rims);
        let mut random = Random::new(3);
        let (mut near, mut far) = (0, 0);
        for _ in 0..20_000 {
            let at = Vec3::new(random.between(-1.0, 9.0), random.between(-1.0, 13.0), 0.0);
            let half = random.between(0.0, 2.0);
            let room = Aabb { lo: at, hi: at }.grown(half);
            let within = |lo: f64, hi: f64, at: f64, half: f64| lo - half <= at && at <= hi + half;
            let frame = |lo: Vec3, hi: Vec3, slack: f64| {
                let half = half + slack;
                let inside = at.x - half > lo.x
                    && at.x + half < hi.x
                    && at.y - half > lo.y
                    && at.y + half < hi.y;
                within(lo.x, hi.x, at.x, half) && within(lo.y, hi.y, at.y, half) && !inside
            };
            let frames = |slack: f64| {
                frame(Vec3::zeros(), Vec3::new(8.0, 12.0, 0.0), slack)
                    || frame(Vec3::new(5.0, 4.0, 0.0), Vec3::new(6.0, 6.0, 0.0), slack)
            };
            assert!(rims.meet(&room) || !frames(0.0), "{room:?}");
            assert!(!rims.meet(&room) || frames(0.1), "{room:?}");
            near += usize::from(frames(0.0));
            far += usize::from(!rims.meet(&room));
        }
        assert!(near > 2_000 && far > 2_000, "{near} {far}");
        assert!(!Rims::default().meet(&Aabb { lo: Vec3::zeros(), hi: Vec3::zeros() }));
    }

    /// A facet that says nothing closed the rim that it lies on: one that repeats another the wrong
    /// way round, and one without area.
    #[test]
    fn what_says_nothing_closes_no_rim() {
        let on = Aabb::around([Vec3::new(0.5, 0.0, 0.0)]).grown(0.01);
        let repeated = |mesh: &mut Mesh| mesh.triangles.push([0, 10, 1]);
        let flat = |mesh: &mut Mesh| {
            mesh.vertices.push(Vec3::new(0.25, 0.0, 0.0));
            mesh.triangles.push([1, 0, mesh.vertices.len() as u32 - 1]);
        };
        for add in [repeated as fn(&mut Mesh), flat] {
            let mut mesh = sheet();
            add(&mut mesh);
            let report = defects::examine(&mesh);
            assert_eq!(report.shells.says(mesh.triangles.len() - 1), Says::Nothing);
            assert!(Rims::of(&mesh, &report.rims).meet(&on));
        }
    }
}
