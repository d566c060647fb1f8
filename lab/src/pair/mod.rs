//! Two meshes and a pose: which of their triangles touch.
//!
//! The sources' general setting. A pair of nodes is a place like any other, so the one
//! traversal and the one front serve here too; what differs between kinds of trees is a
//! [`PairTest`].

mod boxes;
mod budget;
mod coherence;
mod crowd;
mod dops;
mod edges;
mod front;
mod hull;
mod search;
mod simple;
mod simultaneous;
mod traverse;
mod triangles;
mod witness;

use std::marker::PhantomData;

use nalgebra::Matrix3;

pub use boxes::{Axes, BoxTest, OrientedBox};
pub use budget::{Answer, LOCK_STEP, contacts_in_parallel, within};
pub use coherence::{Coherence, Follower};
pub use crowd::Crowd;
pub use dops::{DopTest, Thinnest, Tumbler};
pub use edges::{Crossings, EdgeTest};
pub use front::PairFront;
pub use hull::Climber;
pub use simple::simple;
pub use simultaneous::{
    Alignment, BoxPairTest, Count, Flops, Lookup, SatIncremental, SatLite, simultaneous,
};
pub use triangles::touch;
pub use witness::{Crossing, crossing};

use crate::tree::{Open, Oriented, Stats};
use gouge_mesh::geom::{Triangle, Vec3};
use gouge_mesh::mesh::Mesh;
use search::{Below, Places, Search};
use traverse::search;

/// Where the moving object B is: `x` in its own frame lies at `scale * rotation * x +
/// translation` in that of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Orthonormal.
    pub rotation: Matrix3<f64>,
    /// mm.
    pub translation: Vec3,
    /// Uniform and positive.
    pub scale: f64,
}

impl Pose {
    /// Neither turned nor scaled.
    pub fn at(translation: Vec3) -> Self {
        Self { rotation: Matrix3::identity(), translation, scale: 1.0 }
    }

    /// A point of B in the frame of A, mm.
    pub fn apply(&self, p: &Vec3) -> Vec3 {
        self.rotation * p * self.scale + self.translation
    }

    /// A triangle of B in the frame of A.
    pub fn triangle(&self, t: &Triangle) -> Triangle {
        [self.apply(&t[0]), self.apply(&t[1]), self.apply(&t[2])]
    }
}

/// Which of two nodes was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// Neither: a root pair.
    Neither,
    /// The node of A.
    A,
    /// The node of B.
    B,
}

/// Whether two nodes can be proved apart, for one pose.
pub trait PairTest<H: Oriented> {
    /// What a test taught, of use to the pairs below.
    type Trace: Copy + Send;
    /// What a test taught, of use to the next pose.
    type Note: Copy + Default + Send;

    /// `None` only if the volumes at `a` and `b` are apart.
    fn meets(&self, a: &H::Cursor, b: &H::Cursor, note: &mut Self::Note) -> Option<Self::Trace>;

    /// As [`PairTest::meets`], for a pair one step below that whose test gave `above`.
    fn narrow(
        &self,
        _above: &Self::Trace,
        _opened: Opened,
        a: &H::Cursor,
        b: &H::Cursor,
        note: &mut Self::Note,
    ) -> Option<Self::Trace> {
        self.meets(a, b, note)
    }

    /// See `Search::sprouts`.
    fn sprouts(&self, _a: &H::Cursor, _b: &H::Cursor) -> bool {
        true
    }

    /// See `Search::prunes`.
    fn prunes(&self) -> bool {
        true
    }
}

/// Which node of an overlapping pair is opened. Fixed, so that the tree of tests is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Descent {
    /// The node with the longer box, A's when equal.
    #[default]
    Larger,
    /// A's as long as it can be opened (QuickCD's environment first).
    FirstA,
}

/// The kinds of values in a search over pairs.
pub struct Pairs<H, T>(PhantomData<(H, T)>);

impl<H: Oriented, T: PairTest<H>> Places for Pairs<H, T> {
    type Place = (H::Cursor, H::Cursor, Opened);
    type Trace = T::Trace;
    type Note = T::Note;
}

/// What is asked: two trees and their test for the present pose.
pub struct TreePair<'a, H, T> {
    /// The fixed object's tree.
    pub a: &'a H,
    /// The moving object's tree.
    pub b: &'a H,
    /// The test, made for the pose.
    pub test: &'a T,
    /// Order of descent.
    pub descent: Descent,
}

impl<'a, H: Oriented, T: PairTest<H>> Search<Pairs<H, T>> for TreePair<'a, H, T> {
    type Leaf = (&'a [u32], &'a [u32]);

    fn root(&self) -> Option<(H::Cursor, H::Cursor, Opened)> {
        Some((self.a.root()?, self.b.root()?, Opened::Neither))
    }

    fn open(
        &self,
        &(a, b, _): &(H::Cursor, H::Cursor, Opened),
    ) -> Below<(H::Cursor, H::Cursor, Opened), Self::Leaf> {
        let (below_a, below_b) = (self.a.open(&a), self.b.open(&b));
        let a_first = match (&below_a, &below_b) {
            (Open::Leaf(a), Open::Leaf(b)) => return Below::Leaf((a, b)),
            (Open::Leaf(_), _) => false,
            (_, Open::Leaf(_)) => true,
            _ => match self.descent {
                Descent::FirstA => true,
                Descent::Larger => self.a.oriented(&a).half.max() >= self.b.oriented(&b).half.max(),
            },
        };
        if a_first {
            match below_a {
                Open::Pair(c, d) => Below::Pair((c, b, Opened::A), (d, b, Opened::A)),
                Open::One(c) => Below::One((c, b, Opened::A)),
                Open::Leaf(_) => Below::Leaf((&[], &[])),
            }
        } else {
            match below_b {
                Open::Pair(c, d) => Below::Pair((a, c, Opened::B), (a, d, Opened::B)),
                Open::One(c) => Below::One((a, c, Opened::B)),
                Open::Leaf(_) => Below::Leaf((&[], &[])),
            }
        }
    }

    fn meets(
        &self,
        (a, b, _): &(H::Cursor, H::Cursor, Opened),
        note: &mut T::Note,
        depth: f64,
    ) -> Option<T::Trace> {
        if depth == f64::INFINITY { None } else { self.test.meets(a, b, note) }
    }

    fn narrow(
        &self,
        above: &T::Trace,
        (a, b, opened): &(H::Cursor, H::Cursor, Opened),
        note: &mut T::Note,
        depth: f64,
    ) -> Option<T::Trace> {
        if depth == f64::INFINITY { None } else { self.test.narrow(above, *opened, a, b, note) }
    }

    fn sprouts(&self, (a, b, _): &(H::Cursor, H::Cursor, Opened)) -> bool {
        self.test.sprouts(a, b)
    }

    fn prunes(&self) -> bool {
        self.test.prunes()
    }

    /// Pruning is rare here, so the whole front rises as far as it can when it does.
    fn prunes_fully(&self) -> bool {
        true
    }
}

/// The triangles of two objects under a pose.
#[derive(Clone, Copy)]
pub struct Contacts<'a> {
    /// The fixed object.
    pub a: &'a Mesh,
    /// The moving object.
    pub b: &'a Mesh,
    /// Where it is.
    pub pose: &'a Pose,
}

impl Contacts<'_> {
    /// The pairs that touch of some triangles of A and some of B.
    pub fn touching(&self, a: &[u32], b: &[u32]) -> impl Iterator<Item = (u32, u32)> {
        b.iter().flat_map(move |&j| {
            let moved = self.pose.triangle(&self.b.triangle(j as usize));
            let near = a.iter().filter(move |&&i| touch(&self.a.triangle(i as usize), &moved));
            near.map(move |&i| (i, j))
        })
    }
}

/// Hands every pair of touching triangles (index in A, index in B) to `contact`, which says
/// whether to go on. Each pair once, for trees that do not cut triangles.
pub fn contacts<H: Oriented, T: PairTest<H>>(
    pair: &TreePair<H, T>,
    meshes: &Contacts,
    front: &mut PairFront<Pairs<H, T>>,
    stats: &mut Stats,
    mut contact: impl FnMut(u32, u32) -> bool,
) {
    search(pair, front, f64::NEG_INFINITY, stats, |(a, b), depth, stats| {
        if depth == f64::INFINITY {
            return depth;
        }
        for &j in b {
            let moved = meshes.pose.triangle(&meshes.b.triangle(j as usize));
            for &i in a {
                stats.triangles += 1;
                if touch(&meshes.a.triangle(i as usize), &moved) && !contact(i, j) {
                    return f64::INFINITY;
                }
            }
        }
        depth
    });
}
