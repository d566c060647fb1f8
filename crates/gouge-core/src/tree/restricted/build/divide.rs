//! Dividing a box's triangles between two children that each move one face of it.
//!
//! The cost of a division is the sum of the children's volumes (Zachmann's criterion after
//! bounding the Minkowski sums), here as a share of the parent's: with one face moved along
//! an axis, that is the sum of the children's lengths along it over the parent's.

use super::{Builder, Piece};
use gouge_mesh::geom::Aabb;

/// Which face a child moves: axis, and whether it is the lower one (an upper child).
pub type Face = (usize, bool);

/// A division that leaves a child a smaller share than this is not taken: greedy divisions
/// into two lower or two upper children otherwise peel off one triangle at a time.
const MINORITY: f64 = 0.1;

/// Reorders the pieces and returns how many are the first child's, and each child's face.
pub fn divide(
    builder: Builder,
    bounds: &Aabb,
    inner: &Aabb,
    pieces: &mut [Piece],
) -> (usize, [Face; 2]) {
    let found = match builder {
        Builder::Halves => None,
        Builder::Greedy => greedy(bounds, pieces, &[0, 1, 2]),
        Builder::GreedyLongest => greedy(bounds, pieces, &[bounds.size().imax()]),
        Builder::Sweep => sweep(bounds, pieces),
    };
    found.unwrap_or_else(|| halves(inner, pieces))
}

fn halves(inner: &Aabb, pieces: &mut [Piece]) -> (usize, [Face; 2]) {
    let axis = inner.size().imax();
    let half = pieces.len() / 2;
    let middle = |p: &Piece| f64::from(p.lo[axis]) + f64::from(p.hi[axis]);
    pieces.select_nth_unstable_by(half, |a, b| {
        middle(a).total_cmp(&middle(b)).then(a.triangle.cmp(&b.triangle))
    });
    (half, [(axis, false), (axis, true)])
}

/// A child being filled: how far its moving face has to stand out from the far one.
#[derive(Clone, Copy)]
struct Part {
    face: Face,
    length: f64,
    count: usize,
}

impl Part {
    fn new(axis: usize, upper: bool) -> Self {
        Self { face: (axis, upper), length: 0.0, count: 0 }
    }

    /// The length the child needs to hold `piece` alone.
    fn need(&self, bounds: &Aabb, piece: &Piece) -> f64 {
        let (axis, upper) = self.face;
        if upper {
            bounds.hi[axis] - f64::from(piece.lo[axis])
        } else {
            f64::from(piece.hi[axis]) - bounds.lo[axis]
        }
    }

    fn growth(&self, bounds: &Aabb, piece: &Piece) -> f64 {
        (self.need(bounds, piece) - self.length).max(0.0)
    }

    fn take(&mut self, bounds: &Aabb, piece: &Piece) {
        self.length = self.length.max(self.need(bounds, piece));
        self.count += 1;
    }
}

/// Fills two children greedily: each piece goes where the volume grows least, ties to the
/// child with fewer. `taken(i, second)` hears of each.
fn fill(
    bounds: &Aabb,
    pieces: &[Piece],
    mut parts: [Part; 2],
    mut taken: impl FnMut(usize, bool),
) -> [Part; 2] {
    let seed = |part: &Part, other: Option<usize>| {
        (0..pieces.len()).filter(|&i| Some(i) != other).min_by(|&i, &j| {
            part.need(bounds, &pieces[i]).total_cmp(&part.need(bounds, &pieces[j]))
        })
    };
    let first = seed(&parts[0], None);
    let seeds = [first, seed(&parts[1], first)];
    for (part, seed) in parts.iter_mut().zip(seeds) {
        if let Some(i) = seed {
            part.take(bounds, &pieces[i]);
        }
    }
    for (i, piece) in pieces.iter().enumerate() {
        if let Some(which) = seeds.iter().position(|&s| s == Some(i)) {
            taken(i, which == 1);
            continue;
        }
        let [a, b] = [&parts[0], &parts[1]].map(|p| p.growth(bounds, piece));
        let second = if a == b { parts[1].count < parts[0].count } else { b < a };
        parts[usize::from(second)].take(bounds, piece);
        taken(i, second);
    }
    parts
}

fn greedy(bounds: &Aabb, pieces: &mut [Piece], axes: &[usize]) -> Option<(usize, [Face; 2])> {
    let mut best: Option<(f64, [Part; 2])> = None;
    for &axis in axes {
        let extent = bounds.size()[axis];
        if extent <= 0.0 {
            continue;
        }
        for sides in [[false, true], [false, false], [true, true]] {
            let parts = sides.map(|upper| Part::new(axis, upper));
            let filled = fill(bounds, pieces, parts, |_, _| ());
            let least = filled[0].count.min(filled[1].count);
            let cost = (filled[0].length + filled[1].length) / extent;
            if least as f64 >= MINORITY * pieces.len() as f64
                && best.as_ref().is_none_or(|b| cost < b.0)
            {
                best = Some((cost, parts));
            }
        }
    }
    let (_, parts) = best?;
    let mut second = vec![false; pieces.len()];
    let filled = fill(bounds, pieces, parts, |i, s| second[i] = s);
    let mut front = 0;
    for i in 0..pieces.len() {
        if !second[i] {
            pieces.swap(i, front);
            second.swap(i, front);
            front += 1;
        }
    }
    Some((front, filled.map(|p| p.face)))
}

/// The order in which prefixes are the lower child.
fn by_upper_end(axis: usize) -> impl Fn(&Piece, &Piece) -> std::cmp::Ordering {
    move |a, b| {
        (a.hi[axis].total_cmp(&b.hi[axis]))
            .then(a.lo[axis].total_cmp(&b.lo[axis]))
            .then(a.triangle.cmp(&b.triangle))
    }
}

fn sweep(bounds: &Aabb, pieces: &mut [Piece]) -> Option<(usize, [Face; 2])> {
    let least = ((MINORITY * pieces.len() as f64).ceil() as usize).max(1);
    let mut best: Option<(f64, usize, usize)> = None;
    for axis in 0..3 {
        let extent = bounds.size()[axis];
        if extent <= 0.0 {
            continue;
        }
        pieces.sort_unstable_by(by_upper_end(axis));
        let mut lowest = f64::INFINITY;
        for count in (1..pieces.len()).rev() {
            lowest = lowest.min(pieces[count].lo[axis].into());
            if count < least || pieces.len() - count < least {
                continue;
            }
            let lower = f64::from(pieces[count - 1].hi[axis]) - bounds.lo[axis];
            let cost = (lower + bounds.hi[axis] - lowest) / extent;
            if best.is_none_or(|b| cost < b.0) {
                best = Some((cost, axis, count));
            }
        }
    }
    let (_, axis, count) = best?;
    pieces.sort_unstable_by(by_upper_end(axis));
    Some((count, [(axis, false), (axis, true)]))
}
