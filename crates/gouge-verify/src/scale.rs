//! Whether program and part have the same scale: an inch program read as millimetres is 25.4 times
//! too small and may well be proved clean.

use rayon::prelude::*;

use gouge_mesh::geom::{Aabb, MM_PER_INCH};
use gouge_nc::{Kind, Motions, Span};

/// How far the ratio of the sizes may be from that of the units, as a factor: a program larger
/// than a part by ten times or more has no other reason; a smaller one may cut one small feature,
/// so both its sides must fit.
const SPREAD: [f64; 2] = [2.5, 1.25];

/// A program whose cutting motions are some 25.4 times as large as the part, or as small.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatch {
    /// Size of the program's cutting motions over that of the part, along X and Y.
    pub ratio: [f64; 2],
    /// The motion that reaches farthest in the larger direction.
    pub span: Span,
}

/// The least coordinate along X and Y that motions lead to, and the greatest with the last motion
/// that leads there.
type Ranges = [(f64, Option<(f64, usize)>); 2];

/// Motions that are looked at by one thread.
const AT_ONCE: usize = 8192;

/// Nothing yet.
const NOWHERE: Ranges = [(f64::INFINITY, None); 2];

/// Of some of the motions that cut, from one on.
fn ranges(motions: &Motions, first: usize) -> Ranges {
    let mut ranges = NOWHERE;
    for i in first..motions.len().min(first + AT_ONCE) {
        let motion = motions.at(i);
        if motion.kind == Kind::Rapid {
            continue;
        }
        for (axis, (least, most)) in ranges.iter_mut().enumerate() {
            let Some(at) = motion.to.axis(axis) else { continue };
            *least = least.min(at);
            *most = greater(*most, Some((at, i)));
        }
    }
    ranges
}

/// The greater of two coordinates, of equal ones the second.
fn greater(a: Option<(f64, usize)>, b: Option<(f64, usize)>) -> Option<(f64, usize)> {
    let (Some(most), Some(at)) = (a, b) else { return a.or(b) };
    if at.0.total_cmp(&most.0).is_ge() { b } else { a }
}

fn joined(a: Ranges, b: Ranges) -> Ranges {
    [0, 1].map(|axis| (a[axis].0.min(b[axis].0), greater(a[axis].1, b[axis].1)))
}

/// Compares the cutting motions in X and Y with the part's `bounds`, mm, program and part in
/// line with each other.
pub fn mismatch(bounds: &Aabb, motions: &Motions) -> Option<Mismatch> {
    let firsts = (0..motions.len()).into_par_iter().step_by(AT_ONCE);
    let range = firsts.map(|first| ranges(motions, first)).reduce(|| NOWHERE, joined);
    let mut ratio = [0.0; 2];
    let mut span = None;
    for (axis, (least, most)) in range.into_iter().enumerate() {
        let most = most?;
        let part = bounds.size()[axis];
        if part <= 0.0 {
            return None;
        }
        ratio[axis] = (most.0 - least) / part;
        if axis == 0 || ratio[1] > ratio[0] {
            span = Some(motions.at(most.1).span);
        }
    }
    let near = |r: f64, unit: f64, spread: f64| r > unit / spread && r < unit * spread;
    let large = ratio.iter().any(|&r| near(r, MM_PER_INCH, SPREAD[0]));
    let small = ratio.iter().all(|&r| near(r, 1.0 / MM_PER_INCH, SPREAD[1]));
    (large || small).then_some(Mismatch { ratio, span: span? })
}
