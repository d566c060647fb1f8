//! A mesh seen from above: which facets stand over a point.

use super::Mesh;
use super::long_facets::LongFacets;
use crate::geom::{Aabb, Triangle};

/// Columns over the rectangle of a mesh, each with the facets whose boxes reach into it.
pub struct Columns {
    x: Ruler,
    y: Ruler,
    starts: Vec<u32>,
    facets: Vec<u32>,
    /// Facets that reach into too many columns to be in them.
    long: LongFacets,
}

/// Where a facet is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Columns,
    Long,
    Nowhere,
}

/// The columns that the box of a facet reaches into.
struct Reach {
    across: Span,
    up: Span,
}

/// Least and greatest cell of a facet along an axis.
type Span = [u32; 2];

impl Reach {
    fn of([a, b, c]: &Triangle, (x, y): &(Ruler, Ruler)) -> Self {
        Self { across: x.span([a.x, b.x, c.x]), up: y.span([a.y, b.y, c.y]) }
    }

    /// How many there are.
    fn area(&self) -> usize {
        let count = |[first, last]: Span| (last - first + 1) as usize;
        count(self.across) * count(self.up)
    }

    /// Their places where `wide` of them stand in a row.
    fn columns(&self, wide: usize) -> impl Iterator<Item = usize> {
        let [[left, right], [low, high]] = [self.across, self.up];
        (low..=high)
            .flat_map(move |row| (left..=right).map(move |c| row as usize * wide + c as usize))
    }
}

impl Columns {
    /// Facets that lie across the axes fill many columns; the columns are widened until the entries
    /// stay within this many times the facets.
    const MOST_ENTRIES: usize = 8;

    /// A facet that reaches into more columns is in none of them: the sectors of a disc would make
    /// them as wide as the disc.
    const LONG: usize = 32;
    const MOST_COLUMNS: usize = 1 << 22;

    /// Facets for each column, at first: with one each, most facets would reach into six.
    const FACETS_A_COLUMN: usize = 2;

    /// Sorts the facets that `keep` holds for; linear in their number, on one thread: who waits for
    /// the first question to be answered must not be given another one meanwhile.
    pub fn over(mesh: &Mesh, keep: impl Fn(usize, &Triangle) -> bool) -> Self {
        let bounds = mesh.bounds();
        let size = bounds.size();
        let facets = mesh.triangles.len();
        let mut count = (facets / Self::FACETS_A_COLUMN).clamp(1, Self::MOST_COLUMNS);
        loop {
            let rulers = rulers(&bounds, (size.x * size.y / count as f64).sqrt(), count);
            let most = if count == 1 { usize::MAX } else { Self::MOST_ENTRIES };
            if let Some((counts, places)) = counted(mesh, &keep, &rulers, most) {
                let (starts, facets) = filled(counts, mesh, &places, &rulers);
                let long = (0..mesh.triangles.len() as u32)
                    .filter(|&i| places[i as usize] == Place::Long)
                    .collect();
                let (x, y) = rulers;
                return Self { x, y, starts, facets, long: LongFacets::over(mesh, long) };
            }
            count /= 2;
        }
    }

    /// Every facet over or under the place, and some near it.
    pub fn at(&self, x: f64, y: f64) -> impl Iterator<Item = u32> {
        let column = if self.x.holds(x) && self.y.holds(y) {
            self.column(self.x.cell(x), self.y.cell(y))
        } else {
            &[]
        };
        column.iter().copied().chain(self.long.at(x, y))
    }

    /// Every facet that reaches into the rectangle, and some near it; some more than once.
    pub fn within(&self, lo: [f64; 2], hi: [f64; 2]) -> impl Iterator<Item = u32> {
        let across = self.x.cell(lo[0])..=self.x.cell(hi[0]);
        let up = self.y.cell(lo[1])..=self.y.cell(hi[1]);
        up.flat_map(move |row| across.clone().map(move |c| (row, c)))
            .flat_map(|(row, c)| self.column(c, row).iter().copied())
            .chain(self.long.within(lo, hi))
    }

    fn column(&self, x: usize, y: usize) -> &[u32] {
        let column = y * self.x.cells + x;
        &self.facets[self.starts[column] as usize..self.starts[column + 1] as usize]
    }
}

/// How many facets reach into each column, and zero, and where each facet is; none where they reach
/// into more than `most` times as many columns as they are.
fn counted(
    mesh: &Mesh,
    keep: &impl Fn(usize, &Triangle) -> bool,
    rulers: &(Ruler, Ruler),
    most: usize,
) -> Option<(Vec<u32>, Vec<Place>)> {
    let limit = |facets: usize| facets.saturating_mul(most).min(u32::MAX as usize);
    let mut counts = vec![0u32; rulers.0.cells * rulers.1.cells + 1];
    let mut places = vec![Place::Nowhere; mesh.triangles.len()];
    let (mut facets, mut entries) = (0, 0);
    for (i, place) in places.iter_mut().enumerate() {
        let facet = mesh.triangle(i);
        if !keep(i, &facet) {
            continue;
        }
        let reach = Reach::of(&facet, rulers);
        if reach.area() > Columns::LONG {
            *place = Place::Long;
            continue;
        }
        (facets, entries) = (facets + 1, entries + reach.area());
        if entries > limit(mesh.triangles.len()) {
            return None;
        }
        reach.columns(rulers.0.cells).for_each(|column| counts[column] += 1);
        *place = Place::Columns;
    }
    (entries <= limit(facets)).then_some((counts, places))
}

/// The facets sorted by columns and where each begins, given how many reach into each, and zero.
/// What they reach into is told once more: a list of it would take more room than the mesh.
fn filled(
    counts: Vec<u32>,
    mesh: &Mesh,
    places: &[Place],
    rulers: &(Ruler, Ruler),
) -> (Vec<u32>, Vec<u32>) {
    // Running ends; filling backwards turns them into starts.
    let mut starts = counts;
    let mut end = 0;
    for start in &mut starts {
        end += *start;
        *start = end;
    }
    let mut sorted = vec![0; end as usize];
    for (i, _) in places.iter().enumerate().filter(|(_, place)| **place == Place::Columns) {
        for column in Reach::of(&mesh.triangle(i), rulers).columns(rulers.0.cells) {
            starts[column] -= 1;
            sorted[starts[column] as usize] = i as u32;
        }
    }
    (starts, sorted)
}

/// Square cells of this width over a box, at most `most` along an axis.
fn rulers(bounds: &Aabb, cell: f64, most: usize) -> (Ruler, Ruler) {
    let size = bounds.size();
    (Ruler::new(bounds.lo.x, size.x, cell, most), Ruler::new(bounds.lo.y, size.y, cell, most))
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

    fn span(&self, ends: [f64; 3]) -> Span {
        let [a, b, c] = ends.map(|at| self.cell(at));
        [a.min(b).min(c) as u32, a.max(b).max(c) as u32]
    }

    fn holds(&self, at: f64) -> bool {
        (0.0..=self.length).contains(&(at - self.from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Vec3;

    /// Six columns for each facet of a land took more room than the land.
    #[test]
    fn a_land_is_in_no_more_than_five_columns_a_facet() {
        const SIDE: u32 = 60;
        let at = |i: u32| Vec3::new(f64::from(i % SIDE), f64::from(i / SIDE), f64::from(i % 7));
        let cells = (0..(SIDE - 1) * SIDE).filter(|i| i % SIDE < SIDE - 1);
        let halves = |i: u32| [[i, i + 1, i + SIDE], [i + 1, i + SIDE + 1, i + SIDE]];
        let mesh = Mesh {
            vertices: (0..SIDE * SIDE).map(at).collect(),
            triangles: cells.flat_map(halves).collect(),
        };
        let columns = Columns::over(&mesh, |_, _| true);
        assert!(columns.facets.len() <= 5 * mesh.triangles.len(), "{}", columns.facets.len());
        assert!(columns.starts.len() <= mesh.triangles.len());
    }
}
