//! Following a moving object from pose to pose (Tropp, Tal and Shimshoni).

use super::PairFront;
use super::boxes::{Axes, BoxTest, Tally};
use super::{Contacts, Descent, Pairs, Pose, TreePair, contacts};
use crate::tree::{Open, Oriented, Stats};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;

/// When the last query's answer is built on, in motion per pose over box size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coherence {
    /// Larger motions start from the root.
    pub coherent: f64,
    /// The front goes below boxes for which the motion is smaller than this.
    pub sprout: f64,
    /// The front rises once the motion since it last rose exceeds this.
    pub prune: f64,
}

impl Coherence {
    /// The source's choice for oriented boxes.
    pub const OBB: Self = Self { coherent: 0.14, sprout: f64::INFINITY, prune: 0.17 };
    /// The source's choice for axis-aligned boxes by six axes.
    pub const AABB_LITE: Self = Self { coherent: 0.20, sprout: f64::INFINITY, prune: 0.15 };
    /// Every query from the root.
    pub const NONE: Self = Self { coherent: -1.0, sprout: 0.0, prune: 0.0 };
}

/// Two objects, one of them followed from pose to pose.
pub struct Follower<'a, H: Oriented> {
    trees: [&'a H; 2],
    meshes: [&'a Mesh; 2],
    axes: Axes,
    coherence: Coherence,
    front: PairFront<Pairs<H, BoxTest<'a, H>>>,
    last: Option<Pose>,
    since_pruned: f64,
    /// Longest edge of the smaller root box, mm.
    size: f64,
    /// Largest distance of any box corner of B from its origin, mm. Of all nodes: oriented
    /// boxes stick out of their parents.
    reach: f64,
    /// How pairs were decided: by margin, by axis, in full, axes tried.
    pub decided: [u64; 4],
}

impl<'a, H: Oriented> Follower<'a, H> {
    /// Follows `b` about `a`.
    pub fn new(
        (a, mesh_a): (&'a H, &'a Mesh),
        (b, mesh_b): (&'a H, &'a Mesh),
        axes: Axes,
        coherence: Coherence,
    ) -> Self {
        let longest = |t: &H| t.root().map_or(0.0, |r| 2.0 * t.oriented(&r).half.max());
        Self {
            trees: [a, b],
            meshes: [mesh_a, mesh_b],
            axes,
            coherence,
            front: if coherence == Coherence::NONE {
                PairFront::without()
            } else {
                PairFront::new()
            },
            last: None,
            since_pruned: 0.0,
            size: longest(a).min(longest(b)),
            reach: reach(b),
            decided: [0; 4],
        }
    }

    /// The largest displacement of any point of B from one pose to another, mm, from above.
    pub fn motion(&self, from: &Pose, to: &Pose) -> f64 {
        // For a rotation Q by the angle w, |Q x - x| <= 2 sin(w/2) |x|, and the Frobenius
        // norm of Q - 1 is 2 sqrt(2) sin(w/2).
        let turn = (to.rotation - from.rotation).norm() / std::f64::consts::SQRT_2;
        let grow = (to.scale - from.scale).abs();
        (to.translation - from.translation).norm()
            + self.reach * (turn * to.scale.max(from.scale) + grow)
    }

    /// All touching pairs of triangles at `pose`, handed to `contact` until it says no more.
    pub fn query(
        &mut self,
        pose: &Pose,
        stats: &mut Stats,
        mut contact: impl FnMut(u32, u32) -> bool,
    ) {
        let [a, b] = self.trees;
        let mut test = BoxTest::new(a, b, pose, self.axes);
        if let Some(last) = self.last {
            let moved = self.motion(&last, pose);
            if moved / self.size <= self.coherence.coherent {
                self.since_pruned += moved;
                let prune = self.since_pruned / self.size > self.coherence.prune;
                if prune {
                    self.since_pruned = 0.0;
                }
                let still = last.rotation == pose.rotation && last.scale == pose.scale;
                let shifted = still.then(|| pose.translation - last.translation);
                let sprout_from = moved / self.coherence.sprout;
                test = test.following(moved, shifted, sprout_from, prune);
            } else {
                self.front.reset();
            }
        }
        let pair = TreePair { a, b, test: &test, descent: Descent::Larger };
        let meshes = Contacts { a: self.meshes[0], b: self.meshes[1], pose };
        let mut ended = false;
        contacts(&pair, &meshes, &mut self.front, stats, |i, j| {
            ended = !contact(i, j);
            !ended
        });
        if ended {
            // What was not looked at carries notes of an older pose.
            self.front.reset();
        }
        let Tally { by_margin, by_axis, in_full, axes } = test.tally();
        for (sum, one) in self.decided.iter_mut().zip([by_margin, by_axis, in_full, axes]) {
            *sum += one.get();
        }
        self.last = Some(*pose);
    }
}

fn reach<H: Oriented>(tree: &H) -> f64 {
    let mut farthest = 0.0_f64;
    let mut stack: Vec<H::Cursor> = tree.root().into_iter().collect();
    while let Some(at) = stack.pop() {
        let b = tree.oriented(&at);
        for corner in 0..8 {
            let half =
                Vec3::from_fn(|i, _| if corner >> i & 1 == 0 { -b.half[i] } else { b.half[i] });
            farthest = farthest.max((b.center + b.axes * half).norm());
        }
        match tree.open(&at) {
            Open::Pair(a, b) => stack.extend([a, b]),
            Open::One(child) => stack.push(child),
            Open::Leaf(_) => {}
        }
    }
    farthest
}
