//! Two restricted BoxTrees descended together: both nodes are opened at once, and the four pairs of
//! children are distinguished by the faces that changed (Zachmann 2002).
//!
//! With one pose a query, the directions along which a box of one tree is seen from the
//! other never change. So each test keeps, for a node, intervals along fixed directions; a
//! child differs from its parent in one end of each. What depends on one node only is
//! computed while its parent is visited ("hoisting"), not again for each pair it is in.

mod align;
mod sat;
mod span;

pub use align::{Alignment, Lookup};
pub use sat::{SatIncremental, SatLite};

use crate::tree::{Cut, Flag, Nodes};
use crate::tree::{RestrictedTree, Stats};
use gouge_mesh::geom::Aabb;

/// Arithmetic done by a test, in operations on floats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flops {
    /// Multiplications.
    pub mul: u64,
    /// Additions and subtractions.
    pub add: u64,
    /// Comparisons.
    pub cmp: u64,
}

impl Flops {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.mul + self.add + self.cmp
    }
}

/// Where arithmetic is counted, or not: `()` compiles to nothing.
pub trait Count {
    /// Notes operations.
    fn note(&mut self, mul: u64, add: u64, cmp: u64);
}

impl Count for () {
    fn note(&mut self, _: u64, _: u64, _: u64) {}
}

impl Count for Flops {
    fn note(&mut self, mul: u64, add: u64, cmp: u64) {
        self.mul += mul;
        self.add += add;
        self.cmp += cmp;
    }
}

/// Whether two boxes of restricted BoxTrees are apart, from what their parents knew.
pub trait BoxPairTest {
    /// What is kept for a node of A.
    type A: Copy;
    /// What is kept for a node of B.
    type B: Copy;

    /// For the root boxes, each in its own frame.
    fn roots(&self, a: &Aabb, b: &Aabb) -> (Self::A, Self::B);
    /// Whether the roots are apart.
    fn roots_apart(&self, a: &Self::A, b: &Self::B) -> bool;
    /// For a child of a node of A.
    fn child_a<C: Count>(&self, parent: &Self::A, cut: Cut, count: &mut C) -> Self::A;
    /// For a child of a node of B.
    fn child_b<C: Count>(&self, parent: &Self::B, cut: Cut, count: &mut C) -> Self::B;
    /// Whether a child of A, seen from B, left a node of B that its parent met.
    fn a_apart<C: Count>(&self, child: &Self::A, b: &Self::B, cut: Cut, count: &mut C) -> bool;
    /// Whether a child of B, seen from A, left a node of A that its parent met.
    fn b_apart<C: Count>(&self, a: &Self::A, child: &Self::B, cut: Cut, count: &mut C) -> bool;
    /// Whether the faces that were moved leave the other node, which may be new itself.
    fn faces_apart<C: Count>(
        &self,
        a: (&Self::A, Option<Cut>),
        b: (&Self::B, Option<Cut>),
        count: &mut C,
    ) -> bool;
}

/// Visits pairs of leaves that `test` cannot tell apart with `leaves(triangle of a, triangle of
/// b)`, all of them or until it says no more. Without `hoisted`, what depends on one node only is
/// computed anew for every pair it is in.
pub fn simultaneous<T: BoxPairTest, C: Count>(
    (a, b): (&RestrictedTree, &RestrictedTree),
    test: &T,
    hoisted: bool,
    stats: &mut Stats,
    count: &mut C,
    mut leaves: impl FnMut(u32, u32) -> bool,
) {
    let (Some(root_a), Some(root_b)) = (a.root_box(), b.root_box()) else {
        return;
    };
    let (na, nb) = (a.parts().2, b.parts().2);
    let roots = test.roots(root_a, root_b);
    stats.nodes += 1;
    if test.roots_apart(&roots.0, &roots.1) {
        return;
    }
    let mut stack = vec![(0, roots.0, 0, roots.1)];
    while let Some((ia, sa, ib, sb)) = stack.pop() {
        match (children(na, ia), children(nb, ib)) {
            (None, None) => {
                stats.triangles += 1;
                if !leaves(na.links[ia as usize], nb.links[ib as usize]) {
                    return;
                }
            }
            (Some(below), None) => {
                for (index, cut) in below.into_iter().flatten() {
                    stats.nodes += 1;
                    let child = test.child_a(&sa, cut, count);
                    if !(test.a_apart(&child, &sb, cut, count)
                        || test.faces_apart((&child, Some(cut)), (&sb, None), count))
                    {
                        stack.push((index, child, ib, sb));
                    }
                }
            }
            (None, Some(below)) => {
                for (index, cut) in below.into_iter().flatten() {
                    stats.nodes += 1;
                    let child = test.child_b(&sb, cut, count);
                    if !(test.b_apart(&sa, &child, cut, count)
                        || test.faces_apart((&sa, None), (&child, Some(cut)), count))
                    {
                        stack.push((ia, sa, index, child));
                    }
                }
            }
            (Some(below_a), Some(below_b)) if hoisted => {
                // A child that has left the other tree's node has left all below it too.
                let seen_b = below_b.map(|c| {
                    let (index, cut) = c?;
                    let child = test.child_b(&sb, cut, count);
                    let apart = test.b_apart(&sa, &child, cut, count);
                    Some((index, cut, child, apart))
                });
                let pairs = seen_b.iter().flatten().count() as u64;
                for (index_a, cut_a) in below_a.into_iter().flatten() {
                    stats.nodes += pairs;
                    let da = test.child_a(&sa, cut_a, count);
                    if test.a_apart(&da, &sb, cut_a, count) {
                        continue;
                    }
                    for (index_b, cut_b, db, b_apart) in seen_b.iter().flatten() {
                        let faces = ((&da, Some(cut_a)), (db, Some(*cut_b)));
                        if !(*b_apart || test.faces_apart(faces.0, faces.1, count)) {
                            stack.push((index_a, da, *index_b, *db));
                        }
                    }
                }
            }
            (Some(below_a), Some(below_b)) => {
                for (index_a, cut_a) in below_a.into_iter().flatten() {
                    for (index_b, cut_b) in below_b.into_iter().flatten() {
                        stats.nodes += 1;
                        let da = test.child_a(&sa, cut_a, count);
                        let db = test.child_b(&sb, cut_b, count);
                        let faces = ((&da, Some(cut_a)), (&db, Some(cut_b)));
                        if !(test.a_apart(&da, &sb, cut_a, count)
                            || test.b_apart(&sa, &db, cut_b, count)
                            || test.faces_apart(faces.0, faces.1, count))
                        {
                            stack.push((index_a, da, index_b, db));
                        }
                    }
                }
            }
        }
    }
}

type Below = [Option<(u32, Cut)>; 2];

/// The children of a node and how they are cut, `None` at a leaf.
fn children(nodes: &Nodes, at: u32) -> Option<Below> {
    let (flag, link) = (nodes.flags[at as usize], nodes.links[at as usize]);
    let child = |index: u32| Some((index, nodes.cut(index)));
    if flag.has(Flag::LEAF) {
        None
    } else if flag.has(Flag::ONLY_CHILD_BELOW) {
        Some([child(link), None])
    } else {
        Some([child(link), child(link + 1)])
    }
}
