//! k-DOPs of a turned object (Klosowski): "tumbling".
//!
//! A turned k-DOP is no k-DOP along the fixed directions, so it is enclosed anew: the corners
//! of the *original* volume are turned and their extents taken, never those of an enclosure
//! already made. Lazily, each node at most once a pose. An object that is only shifted needs
//! none of this: its slabs move by `t·d`. That is the source's way II; its way I, exact and for
//! the root only, climbs a hull ([`Climber`]).

use std::cell::Cell;

use super::{Climber, PairTest, Pose};
use crate::tree::{Hierarchy, KdopTree, Open};
use crate::tree::{Slabs, vector};
use gouge_core::tolerance::PRUNE_PAD;
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;

/// The corners of all of a moving tree's volumes, and their enclosures for the present pose.
pub struct Tumbler<const N: usize> {
    corners: Vec<Vec3>,
    /// Where each node's corners start; one more than there are nodes.
    starts: Vec<usize>,
    enclosures: Vec<Cell<(u64, [[f64; 2]; N])>>,
    stamp: Cell<u64>,
    updates: Cell<u64>,
    pad: f64,
    climber: Option<Climber<N>>,
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
            stamp: Cell::new(0),
            updates: Cell::new(0),
            pad: PRUNE_PAD * size,
            climber: None,
        }
    }

    /// The same, with the root's enclosure taken from the hull of the mesh itself.
    pub fn climbing(tree: &KdopTree<N>, mesh: &Mesh) -> Self {
        Self { climber: Climber::new(&mesh.vertices), ..Self::new(tree) }
    }

    /// Nodes enclosed anew so far (the cost model's N_u).
    pub fn updates(&self) -> u64 {
        self.updates.get()
    }

    /// The corners of a node's volume.
    pub fn corners(&self, node: u32) -> &[Vec3] {
        &self.corners[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    /// A mark for the enclosures of one pose: what bears it need not be made again.
    fn next_stamp(&self) -> u64 {
        self.stamp.set(self.stamp.get() + 1);
        self.stamp.get()
    }

    /// Slabs around a node's volume under `pose`.
    pub fn enclosure(&self, node: u32, pose: &Pose) -> [[f64; 2]; N] {
        self.enclosure_at(node, pose, self.next_stamp())
    }

    /// The same; `stamp` was given out for `pose`.
    fn enclosure_at(&self, node: u32, pose: &Pose, stamp: u64) -> [[f64; 2]; N] {
        let cell = &self.enclosures[node as usize];
        let (made, slabs) = cell.get();
        if made == stamp {
            return slabs;
        }
        self.updates.set(self.updates.get() + 1);
        let pad = self.pad * pose.scale + PRUNE_PAD * pose.translation.amax();
        let slabs = self.enclose(node, pose, pad);
        cell.set((stamp, slabs));
        slabs
    }

    fn enclose(&self, node: u32, pose: &Pose, pad: f64) -> [[f64; 2]; N] {
        if node == 0
            && let Some(climber) = &self.climber
        {
            return climber.slabs(&Slabs::<N>::DIRECTIONS, pose);
        }
        Slabs::<N>::DIRECTIONS.map(|d| {
            let d = vector(d);
            let (turned, shift) = (pose.rotation.tr_mul(&d) * pose.scale, d.dot(&pose.translation));
            let (lo, hi) = self
                .corners(node)
                .iter()
                .map(|c| turned.dot(c))
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)));
            let pad = pad * d.norm();
            [lo + shift - pad, hi + shift + pad]
        })
    }
}

/// For every node of a tree its directions, thinnest slab first: k/2 bytes a node.
pub struct Thinnest<const N: usize>(Vec<[u8; N]>);

impl<const N: usize> Thinnest<N> {
    /// The orders of all nodes.
    pub fn new(tree: &KdopTree<N>) -> Self {
        let order = |at: usize| {
            let slabs = tree.volume(at as u32).slabs();
            let width = |i: u8| {
                let [lo, hi] = slabs[usize::from(i)];
                f64::from(hi - lo) / vector(Slabs::<N>::DIRECTIONS[usize::from(i)]).norm()
            };
            let mut order: [u8; N] = std::array::from_fn(|i| i as u8);
            order.sort_by(|a, b| width(*a).total_cmp(&width(*b)));
            order
        };
        Self((0..tree.node_count()).map(order).collect())
    }
}

/// The slabs of two trees under a pose.
pub struct DopTest<'a, const N: usize> {
    a: &'a KdopTree<N>,
    b: &'a KdopTree<N>,
    /// None: B is only shifted. With the stamp of this pose.
    tumbler: Option<(&'a Tumbler<N>, u64)>,
    pose: Pose,
    shifts: [f64; N],
    /// Directions in the order they are tried; fewer than N truncates the test.
    order: Vec<u8>,
    /// The same for each node of A, before `limit`.
    by_node: Option<&'a Thinnest<N>>,
    limit: usize,
    /// Touching volumes are not told apart by rounding, mm.
    pad: f64,
    /// Fronts stay above B's root: places of A against the whole of B.
    root_front: bool,
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
        let stamp = tumbler.next_stamp();
        Self { tumbler: Some((tumbler, stamp)), ..Self::shifted(a, b, pose.translation, pose) }
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
            order: (0..N as u8).collect(),
            by_node: None,
            limit: N,
            pad,
            root_front: false,
            comparisons: Cell::new(0),
        }
    }

    /// Tries the directions along which the objects' middles lie farthest apart first, and
    /// only the first `limit` of them.
    pub fn ordered(mut self, limit: usize) -> Self {
        let middle = |t: &KdopTree<N>| t.whole().lo / 2.0 + t.whole().hi / 2.0;
        let apart = self.pose.apply(&middle(self.b)) - middle(self.a);
        let key = |&i: &u8| {
            let d = vector(Slabs::<N>::DIRECTIONS[usize::from(i)]);
            -(d.dot(&apart).abs() / d.norm())
        };
        self.order.sort_by(|i, j| key(i).total_cmp(&key(j)));
        self.order.truncate(limit.max(1));
        self
    }

    /// Tries the thinnest slabs of A's node first, and only the first `limit` of them.
    pub fn thinnest(mut self, orders: &'a Thinnest<N>, limit: usize) -> Self {
        (self.by_node, self.limit) = (Some(orders), limit.max(1));
        self
    }

    /// Lets fronts go down A's tree only, each place against the whole of B (QuickCD's front).
    pub fn with_root_front(mut self) -> Self {
        self.root_front = true;
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
        let order = self
            .by_node
            .map_or(&self.order[..], |orders| &orders.0[a as usize][..self.limit.min(N)]);
        let a = self.a.volume(a).slabs();
        let enclosure = self.tumbler.map(|(t, stamp)| t.enclosure_at(b, &self.pose, stamp));
        let own = self.b.volume(b).slabs();
        let mut compared = 0;
        let apart = order.iter().any(|&i| {
            let i = usize::from(i);
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

    fn sprouts(&self, a: &u32, &b: &u32) -> bool {
        !self.root_front || (b == 0 && !matches!(self.a.open(a), Open::Leaf(_)))
    }
}
