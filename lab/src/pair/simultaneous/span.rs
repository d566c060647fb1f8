//! Boxes as intervals along fixed directions, of which a cut moves one end each.

use nalgebra::Matrix3;

use super::Count;
use crate::pair::Pose;
use crate::tree::Cut;
use gouge_core::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Aabb, Vec3};

/// `[lo, hi]` along K directions.
pub(super) type Spans<const K: usize> = [[f64; 2]; K];

pub(super) fn spans(b: &Aabb) -> Spans<3> {
    [0, 1, 2].map(|i| [b.lo[i], b.hi[i]])
}

/// Which end of the span a cut moves, and in which direction of the cut's axis: the lower
/// child moves its upper face down.
pub(super) fn moved(cut: Cut) -> (usize, f64) {
    if cut.upper { (0, f64::from(cut.by)) } else { (1, -f64::from(cut.by)) }
}

pub(super) fn move_face<C: Count>(mut own: Spans<3>, cut: Cut, count: &mut C) -> Spans<3> {
    let (end, by) = moved(cut);
    own[cut.axis][end] += by;
    count.note(0, 1, 0);
    own
}

/// Whether the end of `new` moved by `end` (0 lower, 1 upper) has left `other`.
#[inline]
pub(super) fn left(new: &[f64; 2], end: usize, other: &[f64; 2]) -> bool {
    if end == 0 { new[0] > other[1] } else { new[1] < other[0] }
}

pub(super) fn face_left<C: Count>(
    own: &Spans<3>,
    cut: Cut,
    other: &Spans<3>,
    count: &mut C,
) -> bool {
    count.note(0, 0, 1);
    left(&own[cut.axis], moved(cut).0, &other[cut.axis])
}

pub(super) fn apart<const K: usize>(a: &Spans<K>, b: &Spans<K>) -> bool {
    a.iter().zip(b).any(|(a, b)| a[0] > b[1] || b[0] > a[1])
}

/// One frame seen from another: where the enclosure of a box of the one moves in the other
/// when a face of the box is moved. Row x, column i: along axis x of the seer, per mm along
/// axis i of the seen.
pub(super) struct Seen {
    pub matrix: Matrix3<f64>,
    origin: Vec3,
}

impl Seen {
    /// B in the frame of A, and A in the frame of B.
    pub(super) fn both(pose: &Pose) -> [Self; 2] {
        let back = pose.rotation.transpose() / pose.scale;
        [
            Self { matrix: pose.rotation * pose.scale, origin: pose.translation },
            Self { matrix: back, origin: -(back * pose.translation) },
        ]
    }

    pub(super) fn enclose(&self, b: &Aabb, pad: f64) -> Spans<3> {
        [0, 1, 2].map(|x| {
            let (mut lo, mut hi) = (self.origin[x] - pad, self.origin[x] + pad);
            for i in 0..3 {
                let (p, q) = (self.matrix[(x, i)] * b.lo[i], self.matrix[(x, i)] * b.hi[i]);
                (lo, hi) = (lo + p.min(q), hi + p.max(q));
            }
            [lo, hi]
        })
    }

    /// The end of the span along x that follows end `end` of the seen box along axis i.
    #[inline]
    pub(super) fn follows(&self, x: usize, i: usize, end: usize) -> usize {
        if self.matrix[(x, i)] > 0.0 { end } else { 1 - end }
    }

    pub(super) fn follow<C: Count>(&self, mut seen: Spans<3>, cut: Cut, count: &mut C) -> Spans<3> {
        let (end, by) = moved(cut);
        for x in 0..3 {
            seen[x][self.follows(x, cut.axis, end)] += by * self.matrix[(x, cut.axis)];
        }
        count.note(3, 3, 0);
        seen
    }

    pub(super) fn has_left<C: Count>(
        &self,
        seen: &Spans<3>,
        cut: Cut,
        other: &Spans<3>,
        count: &mut C,
    ) -> bool {
        let end = moved(cut).0;
        (0..3).any(|x| {
            count.note(0, 0, 1);
            left(&seen[x], self.follows(x, cut.axis, end), &other[x])
        })
    }
}

pub(super) fn pad(a: &Aabb, b: &Aabb, pose: &Pose) -> f64 {
    let size = |b: &Aabb| b.lo.amax().max(b.hi.amax());
    PRUNE_PAD * (size(a) + size(b) * pose.scale + pose.translation.amax())
}
