//! Queries that stop on time: breadth first, so that what remains when the budget is spent
//! is spread over both objects, with a bound on how bad it can be (Zachmann 1995; the
//! lock-step descent of the k-DOP source).

use std::collections::VecDeque;

use rayon::prelude::*;

use super::{Contacts, Descent, Opened, PairTest, TreePair, touch};
use crate::pair::search::{Below, Search};
use crate::tree::{Oriented, Stats};
use gouge_mesh::geom::{Aabb, Vec3};

/// What is known when the budget is spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Proved apart.
    Apart,
    /// These triangles touch.
    Touching(u32, u32),
    /// Not known: no pair of boxes still open reaches deeper than this into each other, mm.
    Perhaps(f64),
}

/// Looks for a contact with at most `budget` pairs of nodes and triangles tested.
pub fn within<H: Oriented, T: PairTest<H>>(
    pair: &TreePair<H, T>,
    contacts: &Contacts,
    budget: u64,
    stats: &mut Stats,
) -> Answer {
    // With each pair the bound of those above it: boxes at an angle may stick out of their
    // parents, and what is below reaches no deeper for that.
    let mut open: VecDeque<_> = pair.root().into_iter().map(|p| (p, f64::INFINITY)).collect();
    let mut left = budget;
    while let Some((place, above)) = open.pop_front() {
        let (a, b, _) = place;
        let bound = reach(pair, &a, &b, contacts).min(above);
        if left == 0 {
            let deepest =
                open.iter().map(|((a, b, _), above)| reach(pair, a, b, contacts).min(*above));
            return Answer::Perhaps(deepest.fold(bound.max(0.0), f64::max));
        }
        left -= 1;
        stats.nodes += 1;
        if pair.test.meets(&a, &b, &mut T::Note::default()).is_none() {
            continue;
        }
        match pair.open(&place) {
            Below::Pair(c, d) => open.extend([(c, bound), (d, bound)]),
            Below::One(c) => open.push_back((c, bound)),
            Below::Leaf((a, b)) => {
                for &j in b {
                    let moved = contacts.pose.triangle(&contacts.b.triangle(j as usize));
                    for &i in a {
                        stats.triangles += 1;
                        left = left.saturating_sub(1);
                        if touch(&contacts.a.triangle(i as usize), &moved) {
                            return Answer::Touching(i, j);
                        }
                    }
                }
            }
        }
    }
    Answer::Apart
}

/// How far two volumes can reach into each other, mm: the overlap of their boxes in A's
/// frame along the axis where it is least.
fn reach<H: Oriented, T>(
    pair: &TreePair<H, T>,
    a: &H::Cursor,
    b: &H::Cursor,
    contacts: &Contacts,
) -> f64 {
    let (a, b) = (pair.a.bounds(a), pair.b.oriented(b));
    let pose = contacts.pose;
    let center = pose.apply(&b.center);
    let half: Vec3 = (pose.rotation * b.axes).abs() * b.half * pose.scale;
    let b = Aabb { lo: center - half, hi: center + half };
    (0..3).map(|i| a.hi[i].min(b.hi[i]) - a.lo[i].max(b.lo[i])).fold(f64::INFINITY, f64::min)
}

/// Pairs of nodes below which a query is cut into tasks. Fixed, so that the order of the
/// answer does not depend on the threads.
const TASKS: usize = 64;

/// All touching pairs, found by all threads, in an order that does not depend on them.
/// `test` makes the test anew for each task.
pub fn contacts_in_parallel<H: Oriented, T: PairTest<H>>(
    (a, b): (&H, &H),
    test: impl Fn() -> T + Sync,
    contacts: &Contacts,
) -> Vec<(u32, u32)> {
    let own = test();
    let pair = TreePair { a, b, test: &own, descent: LOCK_STEP };
    let mut open = VecDeque::from_iter(pair.root());
    let mut leaves = Vec::new();
    while open.len() + leaves.len() < TASKS {
        let Some(place) = open.pop_front() else { break };
        if pair.test.meets(&place.0, &place.1, &mut T::Note::default()).is_none() {
            continue;
        }
        match pair.open(&place) {
            Below::Pair(c, d) => open.extend([c, d]),
            Below::One(c) => open.push_back(c),
            Below::Leaf(_) => leaves.push(place),
        }
    }
    let tasks: Vec<_> = leaves.into_iter().chain(open).collect();
    tasks
        .into_par_iter()
        .flat_map_iter(|place| {
            let test = test();
            below(&TreePair { a, b, test: &test, descent: LOCK_STEP }, contacts, place)
        })
        .collect()
}

fn below<H: Oriented, T: PairTest<H>>(
    pair: &TreePair<H, T>,
    contacts: &Contacts,
    start: (H::Cursor, H::Cursor, Opened),
) -> Vec<(u32, u32)> {
    let (mut found, mut open) = (Vec::new(), vec![start]);
    while let Some(place) = open.pop() {
        if pair.test.meets(&place.0, &place.1, &mut T::Note::default()).is_none() {
            continue;
        }
        match pair.open(&place) {
            Below::Pair(c, d) => open.extend([d, c]),
            Below::One(c) => open.push(c),
            Below::Leaf((a, b)) => {
                found.extend(contacts.touching(a, b));
            }
        }
    }
    found
}

/// The order of descent in which [`within`] bounds best: both objects at the same pace.
pub const LOCK_STEP: Descent = Descent::Larger;
