//! Overlap by separating axes: the six face axes, as alignment in both frames ("SAT lite"),
//! or all fifteen.

use super::span::{Seen, Spans, apart, face_left, left, move_face, moved, pad, spans};
use super::{BoxPairTest, Count};
use crate::pair::Pose;
use crate::tree::Cut;
use gouge_mesh::geom::{Aabb, Vec3};

/// Alignment in both frames: the six face axes.
pub struct SatLite {
    pose: Pose,
    /// B from A, A from B.
    seen: [Seen; 2],
}

/// A box in its own frame and its enclosure in the other.
#[derive(Clone, Copy)]
pub struct Both {
    own: Spans<3>,
    seen: Spans<3>,
}

impl SatLite {
    /// For one pose.
    pub fn new(pose: &Pose) -> Self {
        Self { pose: *pose, seen: Seen::both(pose) }
    }
}

impl BoxPairTest for SatLite {
    type A = Both;
    type B = Both;

    fn roots(&self, a: &Aabb, b: &Aabb) -> (Both, Both) {
        let pad = pad(a, b, &self.pose);
        let back = pad / self.pose.scale;
        (
            Both { own: spans(a), seen: self.seen[1].enclose(a, back) },
            Both { own: spans(b), seen: self.seen[0].enclose(b, pad) },
        )
    }

    fn roots_apart(&self, a: &Both, b: &Both) -> bool {
        apart(&a.own, &b.seen) || apart(&b.own, &a.seen)
    }

    fn child_a<C: Count>(&self, parent: &Both, cut: Cut, count: &mut C) -> Both {
        Both {
            own: move_face(parent.own, cut, count),
            seen: self.seen[1].follow(parent.seen, cut, count),
        }
    }

    fn child_b<C: Count>(&self, parent: &Both, cut: Cut, count: &mut C) -> Both {
        Both {
            own: move_face(parent.own, cut, count),
            seen: self.seen[0].follow(parent.seen, cut, count),
        }
    }

    fn a_apart<C: Count>(&self, child: &Both, b: &Both, cut: Cut, count: &mut C) -> bool {
        self.seen[1].has_left(&child.seen, cut, &b.own, count)
    }

    fn b_apart<C: Count>(&self, a: &Both, child: &Both, cut: Cut, count: &mut C) -> bool {
        self.seen[0].has_left(&child.seen, cut, &a.own, count)
    }

    fn faces_apart<C: Count>(
        &self,
        (a, cut_a): (&Both, Option<Cut>),
        (b, cut_b): (&Both, Option<Cut>),
        count: &mut C,
    ) -> bool {
        cut_a.is_some_and(|cut| face_left(&a.own, cut, &b.seen, count))
            || cut_b.is_some_and(|cut| face_left(&b.own, cut, &a.seen, count))
    }
}

/// All fifteen axes, with both boxes' spans along them carried down.
pub struct SatIncremental {
    pose: Pose,
    axes: [Vec3; 15],
    /// Per axis, the product with each axis of A and of B.
    along: [[[f64; 3]; 15]; 2],
}

impl SatIncremental {
    /// For one pose.
    pub fn new(pose: &Pose) -> Self {
        let unit = [Vec3::x(), Vec3::y(), Vec3::z()];
        let turned = unit.map(|u| pose.rotation * u);
        let axes: [Vec3; 15] = std::array::from_fn(|k| match k {
            0..3 => unit[k],
            3..6 => turned[k - 3],
            _ => unit[(k - 6) / 3].cross(&turned[(k - 6) % 3]),
        });
        let along = [unit, turned.map(|t| t * pose.scale)]
            .map(|frame| axes.map(|s| frame.map(|f| s.dot(&f))));
        Self { pose: *pose, axes, along }
    }

    fn project(&self, which: usize, b: &Aabb, pad: f64) -> Spans<15> {
        std::array::from_fn(|k| {
            let origin = if which == 0 { 0.0 } else { self.axes[k].dot(&self.pose.translation) };
            let (mut lo, mut hi) = (origin - pad, origin + pad);
            for i in 0..3 {
                let p = self.along[which][k][i];
                (lo, hi) =
                    (lo + (p * b.lo[i]).min(p * b.hi[i]), hi + (p * b.lo[i]).max(p * b.hi[i]));
            }
            [lo, hi]
        })
    }

    /// The end along axis k that a cut of tree `which` moves, if it moves one.
    #[inline]
    fn end(&self, which: usize, k: usize, cut: Cut) -> Option<usize> {
        let (product, end) = (self.along[which][k][cut.axis], moved(cut).0);
        (product != 0.0).then(|| if product > 0.0 { end } else { 1 - end })
    }

    fn follow<C: Count>(
        &self,
        which: usize,
        mut seen: Spans<15>,
        cut: Cut,
        count: &mut C,
    ) -> Spans<15> {
        let by = moved(cut).1;
        for (k, span) in seen.iter_mut().enumerate() {
            if let Some(end) = self.end(which, k, cut) {
                span[end] += by * self.along[which][k][cut.axis];
                count.note(1, 1, 0);
            }
        }
        seen
    }

    fn has_left<C: Count>(
        &self,
        which: usize,
        seen: &Spans<15>,
        cut: Cut,
        other: &Spans<15>,
        count: &mut C,
    ) -> bool {
        (0..15).any(|k| {
            self.end(which, k, cut).is_some_and(|end| {
                count.note(0, 0, 1);
                left(&seen[k], end, &other[k])
            })
        })
    }
}

impl BoxPairTest for SatIncremental {
    type A = Spans<15>;
    type B = Spans<15>;

    fn roots(&self, a: &Aabb, b: &Aabb) -> (Spans<15>, Spans<15>) {
        (self.project(0, a, 0.0), self.project(1, b, pad(a, b, &self.pose)))
    }

    fn roots_apart(&self, a: &Spans<15>, b: &Spans<15>) -> bool {
        apart(a, b)
    }

    fn child_a<C: Count>(&self, parent: &Spans<15>, cut: Cut, count: &mut C) -> Spans<15> {
        self.follow(0, *parent, cut, count)
    }

    fn child_b<C: Count>(&self, parent: &Spans<15>, cut: Cut, count: &mut C) -> Spans<15> {
        self.follow(1, *parent, cut, count)
    }

    fn a_apart<C: Count>(&self, a: &Spans<15>, b: &Spans<15>, cut: Cut, count: &mut C) -> bool {
        self.has_left(0, a, cut, b, count)
    }

    fn b_apart<C: Count>(&self, a: &Spans<15>, b: &Spans<15>, cut: Cut, count: &mut C) -> bool {
        self.has_left(1, b, cut, a, count)
    }

    /// Only ends that both moved, towards each other, can be new.
    fn faces_apart<C: Count>(
        &self,
        (a, cut_a): (&Spans<15>, Option<Cut>),
        (b, cut_b): (&Spans<15>, Option<Cut>),
        count: &mut C,
    ) -> bool {
        let (Some(cut_a), Some(cut_b)) = (cut_a, cut_b) else {
            return false;
        };
        (0..15).any(|k| match (self.end(0, k, cut_a), self.end(1, k, cut_b)) {
            (Some(end), Some(facing)) if end != facing => {
                count.note(0, 0, 1);
                left(&a[k], end, &b[k])
            }
            _ => false,
        })
    }
}
