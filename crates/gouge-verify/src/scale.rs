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
    let mut range = [(f64::INFINITY, None::<(f64, usize)>); 2];
    for (i, motion) in motions.iter().enumerate().filter(|(_, m)| m.kind != Kind::Rapid) {
        for (axis, (least, most)) in range.iter_mut().enumerate() {
            let Some(at) = motion.to.axis(axis) else { continue };
            *least = least.min(at);
            if most.is_none_or(|(most, _)| at.total_cmp(&most).is_ge()) {
                *most = Some((at, i));
            }
        }
    }
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
    let large = ratio.iter().any(|&r| near(r, INCH, SPREAD[0]));
    let small = ratio.iter().all(|&r| near(r, 1.0 / INCH, SPREAD[1]));
    (large || small).then_some(Mismatch { ratio, span: span? })
}
