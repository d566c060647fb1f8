//! Inside or outside of a closed mesh, decided exactly.
//!
//! The winding number of a point is the signed count of the facets above it: a vertical ray
//! leaves the material through facets that look up and enters it through those that look
//! down. A ray through an edge or a corner is shifted by an infinitely small (ε, ε²) in x and
//! y, the same for every facet, so it passes each seam through exactly one of the facets at it.

use robust::{Coord, Coord3D, orient2d, orient3d};

use super::Mesh;
use crate::geom::{Triangle, Vec3};

/// Classifies points against a closed mesh (see [`super::defects::Report::closed`]).
pub struct Classifier<'a> {
    mesh: &'a Mesh,
    grid: Grid,
}

impl<'a> Classifier<'a> {
    /// Sorts the facets into a grid seen from above; linear in their number.
    pub fn new(mesh: &'a Mesh) -> Self {
        Self { mesh, grid: Grid::over(mesh) }
    }

    /// How often the surface winds around `point`: 0 outside, 1 in the material of a normal
    /// mesh, -1 in that of an inverted one, more where bodies overlap, 0 again in a cavity.
    /// Exact wherever the point lies off the surface; on it, either side may be answered.
    /// Meaningless for meshes that are not closed.
    pub fn winding(&self, point: &Vec3) -> i32 {
        let facets = self.grid.column(point).iter();
        facets.map(|&facet| crossing(&self.mesh.triangle(facet as usize), point)).sum()
    }

    /// True when the point is in the material, whichever way the facets look. Where a normal
    /// and an inverted body overlap, their windings cancel.
    pub fn contains(&self, point: &Vec3) -> bool {
        self.winding(point) != 0
    }
}

/// +1 when the ray up from `point` leaves through the facet, -1 when it enters, else 0.
fn crossing(facet: &Triangle, point: &Vec3) -> i32 {
    let (lowest, highest) =
        facet.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v.z), h.max(v.z)));
    if highest < point.z {
        return 0;
    }
    let turn = sign(orient2d(flat(&facet[0]), flat(&facet[1]), flat(&facet[2])));
    // The shifted ray misses every facet that is seen from its edge.
    if turn == 0 || (0..3).any(|i| side(&facet[i], &facet[(i + 1) % 3], point) != turn) {
        return 0;
    }
    if lowest > point.z {
        return turn;
    }
    let [a, b, c, p] =
        [&facet[0], &facet[1], &facet[2], point].map(|v| Coord3D { x: v.x, y: v.y, z: v.z });
    // Positive when `p` lies below a facet that is counter-clockwise seen from above.
    if sign(orient3d(a, b, c, p)) == turn { turn } else { 0 }
}

/// Which side of the line `from` → `to`, seen from above, the shifted point lies on: +1 left,
/// -1 right, never 0 unless the line is a point.
fn side(from: &Vec3, to: &Vec3, point: &Vec3) -> i32 {
    match sign(orient2d(flat(from), flat(to), flat(point))) {
        0 if from.y != to.y => sign(from.y - to.y),
        0 => sign(to.x - from.x),
        side => side,
    }
}

fn sign(value: f64) -> i32 {
    i32::from(value > 0.0) - i32::from(value < 0.0)
}

fn flat(v: &Vec3) -> Coord<f64> {
    Coord { x: v.x, y: v.y }
}

/// Columns over a rectangle, each with the facets whose boxes reach into it.
struct Grid {
    x: Ruler,
    y: Ruler,
    starts: Vec<u32>,
    facets: Vec<u32>,
}

impl Grid {
    /// Long facets that lie across the axes fill many columns; the grid is coarsened until the
    /// entries stay within this many times the facets.
    const MOST_ENTRIES: usize = 8;
    const MOST_COLUMNS: usize = 1 << 22;

    fn over(mesh: &Mesh) -> Self {
        let bounds = mesh.bounds();
        let facets: Vec<u32> = (0..mesh.triangles.len() as u32)
            .filter(|&i| {
                let [a, b, c] = mesh.triangle(i as usize);
                orient2d(flat(&a), flat(&b), flat(&c)) != 0.0
            })
            .collect();
        let mut columns = facets.len().clamp(1, Self::MOST_COLUMNS);
        let most = facets.len().saturating_mul(Self::MOST_ENTRIES).min(u32::MAX as usize);
        loop {
            let size = bounds.size();
            let square = (size.x * size.y / columns as f64).sqrt();
            let x = Ruler::new(bounds.lo.x, size.x, square, columns);
            let y = Ruler::new(bounds.lo.y, size.y, square, columns);
            let reach = |facet: u32| {
                let triangle = mesh.triangle(facet as usize);
                let span = |ruler: &Ruler, axis: usize| {
                    let at = triangle.map(|v| ruler.cell(v[axis]));
                    (at[0].min(at[1]).min(at[2]), at[0].max(at[1]).max(at[2]))
                };
                (span(&x, 0), span(&y, 1))
            };
            let area =
                |((l, r), (b, t)): ((usize, usize), (usize, usize))| (r - l + 1) * (t - b + 1);
            let entries: usize = facets.iter().map(|&f| area(reach(f))).sum();
            if entries > most && columns > 1 {
                columns /= 2;
                continue;
            }
            let mut starts = vec![0u32; x.cells * y.cells + 1];
            let each = |facet: u32| {
                let ((left, right), (bottom, top)) = reach(facet);
                (bottom..=top).flat_map(move |row| (left..=right).map(move |c| row * x.cells + c))
            };
            for &facet in &facets {
                each(facet).for_each(|column| starts[column] += 1);
            }
            let mut end = 0;
            for start in &mut starts {
                end += *start;
                *start = end;
            }
            let mut sorted = vec![0; entries];
            for &facet in &facets {
                for column in each(facet) {
                    starts[column] -= 1;
                    sorted[starts[column] as usize] = facet;
                }
            }
            return Self { x, y, starts, facets: sorted };
        }
    }

    fn column(&self, point: &Vec3) -> &[u32] {
        let inside = self.x.holds(point.x) && self.y.holds(point.y);
        if !inside {
            return &[];
        }
        let column = self.y.cell(point.y) * self.x.cells + self.x.cell(point.x);
        &self.facets[self.starts[column] as usize..self.starts[column + 1] as usize]
    }
}

/// Equal cells along an axis.
#[derive(Clone, Copy)]
struct Ruler {
    from: f64,
    length: f64,
    scale: f64,
    cells: usize,
}

impl Ruler {
    fn new(from: f64, length: f64, cell: f64, most: usize) -> Self {
        // An empty mesh has no length; NaN becomes 0.
        let cells = ((length / cell).min(most as f64) as usize).max(1);
        let scale = if length > 0.0 { cells as f64 / length } else { 0.0 };
        Self { from, length, scale, cells }
    }

    /// Rises with `at` even after rounding, so a point between the ends of a facet falls
    /// into a cell between theirs.
    fn cell(&self, at: f64) -> usize {
        (((at - self.from) * self.scale) as usize).min(self.cells - 1)
    }

    fn holds(&self, at: f64) -> bool {
        (0.0..=self.length).contains(&(at - self.from))
    }
}
