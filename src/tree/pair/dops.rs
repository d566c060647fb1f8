//! k-DOPs of a turned object (Klosowski): "tumbling".
//!
//! A turned k-DOP is no k-DOP along the fixed directions, so it is enclosed anew: the corners
//! of the *original* volume are turned and their extents taken, never those of an enclosure
//! already made. Lazily, each node at most once a pose. An object that is only shifted needs
//! none of this: its slabs move by `t·d`.

use std::cell::Cell;

use super::{PairTest, Pose};
use crate::geom::Vec3;
use crate::tolerance::PRUNE_PAD;
use crate::tree::KdopTree;
use crate::tree::kdop::{Slabs, vector};

/// The corners of all of a moving tree's volumes, and their enclosures for the present pose.
pub struct Tumbler<const N: usize> {
    corners: Vec<Vec3>,
    /// Where each node's corners start; one more than there are nodes.
    starts: Vec<usize>,
    enclosures: Vec<Cell<(u64, [[f64; 2]; N])>>,
    pose: Cell<(u64, Option<Pose>)>,
    updates: Cell<u64>,
    pad: f64,
}

impl<const N: usize> Tumbler<N> {
    /// Prepares the tree of a moving object.
    pub fn new(tree: &KdopTree<N>) -> Self {
        let (mut corners, mut starts) = (Vec::new(), vec![0]);
        for at in 0..tree.node_count() {
            corners.extend(tree.volume(at as u32).corners());
            starts.push(corners.len());
        }
        let size = corners.iter().fold(0.0_f64, |m, c: &Vec3| m.max(c.amax()));
        Self {
            corners,
            enclosures: vec![Cell::new((0, [[0.0; 2]; N])); tree.node_count()],
            starts,
            pose: Cell::new((0, None)),
            updates: Cell::new(0),
            pad: PRUNE_PAD * size,
        }
    }

    /// Nodes enclosed anew so far (the cost model's N_u).
    pub fn updates(&self) -> u64 {
        self.updates.get()
    }

    /// The corners of a node's volume.
    pub fn corners(&self, node: u32) -> &[Vec3] {
        &self.corners[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// Slabs around a node's volume under `pose`.
    pub fn enclosure(&self, node: u32, pose: &Pose) -> [[f64; 2]; N] {
        let (stamp, last) = self.pose.get();
        let stamp = if last.as_ref() == Some(pose) { stamp } else { stamp + 1 };
        self.pose.set((stamp, Some(*pose)));
        let cell = &self.enclosures[node as usize];
        if cell.get().0 == stamp {
            return cell.get().1;
        }
        self.updates.set(self.updates.get() + 1);
        let slabs = Slabs::<N>::DIRECTIONS.map(|d| {
            let d = vector(d);
            let (turned, shift) = (pose.rotation.tr_mul(&d) * pose.scale, d.dot(&pose.translation));
            let (lo, hi) = self
                .corners(node)
                .iter()
                .map(|c| turned.dot(c))
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)));
            let pad = (self.pad * pose.scale + PRUNE_PAD * pose.translation.amax()) * d.norm();
            [lo + shift - pad, hi + shift + pad]
        });
        cell.set((stamp, slabs));
        slabs
    }
}

/// The slabs of two trees under a pose.
pub struct DopTest<'a, const N: usize> {
    a: &'a KdopTree<N>,
    b: &'a KdopTree<N>,
    /// None: B is only shifted.
    tumbler: Option<&'a Tumbler<N>>,
    pose: Pose,
    shifts: [f64; N],
    /// Directions in the order they are tried; fewer than N truncates the test.
    order: Vec<usize>,
    /// Touching volumes are not told apart by rounding, mm.
    pad: f64,
    comparisons: Cell<u64>,
}

impl<'a, const N: usize> DopTest<'a, N> {
    /// For an object that may be turned.
    pub fn new(
        a: &'a KdopTree<N>,
        b: &'a KdopTree<N>,
        tumbler: &'a Tumbler<N>,
        pose: &Pose,
    ) -> Self {
        Self { tumbler: Some(tumbler), ..Self::shifted(a, b, pose.translation, pose) }
    }

    /// For an object that is only shifted, by `by` mm.
    pub fn translated(a: &'a KdopTree<N>, b: &'a KdopTree<N>, by: Vec3) -> Self {
        Self::shifted(a, b, by, &Pose::at(by))
    }

    fn shifted(a: &'a KdopTree<N>, b: &'a KdopTree<N>, by: Vec3, pose: &Pose) -> Self {
        let size = [a, b].into_iter().flat_map(|t| [t.whole().lo, t.whole().hi]);
        let pad = PRUNE_PAD * size.fold(by.amax(), |m, v| m.max(v.amax()));
        Self {
            a,
            b,
            tumbler: None,
            pose: *pose,
            shifts: Slabs::<N>::DIRECTIONS.map(|d| vector(d).dot(&by)),
            order: (0..N).collect(),
            pad,
            comparisons: Cell::new(0),
        }
    }

    /// Tries the directions along which the objects' middles lie farthest apart first, and
    /// only the first `limit` of them.
    pub fn ordered(mut self, limit: usize) -> Self {
        let middle = |t: &KdopTree<N>| t.whole().lo / 2.0 + t.whole().hi / 2.0;
        let apart = self.pose.apply(&middle(self.b)) - middle(self.a);
        let key = |&i: &usize| {
            let d = vector(Slabs::<N>::DIRECTIONS[i]);
            -(d.dot(&apart).abs() / d.norm())
        };
        self.order.sort_by(|i, j| key(i).total_cmp(&key(j)));
        self.order.truncate(limit.max(1));
        self
    }

    /// Comparisons made.
    pub fn comparisons(&self) -> u64 {
        self.comparisons.get()
    }
}

impl<const N: usize> PairTest<KdopTree<N>> for DopTest<'_, N> {
    type Trace = ();
    type Note = ();

    fn meets(&self, &a: &u32, &b: &u32, (): &mut ()) -> Option<()> {
        let a = self.a.volume(a).slabs();
        let enclosure = self.tumbler.map(|t| t.enclosure(b, &self.pose));
        let own = self.b.volume(b).slabs();
        let mut compared = 0;
        let apart = self.order.iter().any(|&i| {
            let [lo, hi] = match &enclosure {
                Some(slabs) => slabs[i],
                None => own[i].map(|x| f64::from(x) + self.shifts[i]),
            };
            compared += 1;
            if lo - self.pad > f64::from(a[i][1]) {
                return true;
            }
            compared += 1;
            hi + self.pad < f64::from(a[i][0])
        });
        self.comparisons.set(self.comparisons.get() + compared);
        if apart { None } else { Some(()) }
    }
}
