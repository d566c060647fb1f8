//! Whether program and part are as large as each other: an inch program read as millimetres, or a
//! part, is 25.4 times off and may well be proved clean.

use gouge_mesh::geom::Aabb;
use gouge_nc::{Kind, Motions, Span};

/// Millimetres in an inch.
const INCH: f64 = 25.4;

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

/// Compares the cutting motions in X and Y with the part's `bounds`, mm, program and part in
/// line with each other.
pub fn mismatch(bounds: &Aabb, motions: &Motions) -> Option<Mismatch> {
    let cutting = || motions.iter().filter(|m| m.kind != Kind::Rapid);
    let mut ratio = [0.0; 2];
    let mut span = None;
    for axis in [0, 1] {
        let places = || cutting().filter_map(move |m| Some((m.to.axis(axis)?, m.span)));
        let least = places().map(|p| p.0).fold(f64::INFINITY, f64::min);
        let most = places().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let part = bounds.size()[axis];
        if part <= 0.0 {
            return None;
        }
        ratio[axis] = (most.0 - least) / part;
        if axis == 0 || ratio[1] > ratio[0] {
            span = Some(most.1);
        }
    }
    let near = |r: f64, unit: f64, spread: f64| r > unit / spread && r < unit * spread;
    let large = ratio.iter().any(|&r| near(r, INCH, SPREAD[0]));
    let small = ratio.iter().all(|&r| near(r, 1.0 / INCH, SPREAD[1]));
    (large || small).then_some(Mismatch { ratio, span: span? })
}
