//! One data set flown with one kind of tree and one way of querying it.

use crate::experiments::clock::{build_seconds, seconds_of};
use crate::experiments::flights::Flight;
use crate::pair::PairFront;
use crate::pair::{
    Axes, BoxTest, Contacts, Descent, DopTest, PairTest, Thinnest, TreePair, Tumbler, contacts,
};
use crate::tree::{Hierarchy, KdopTree, ObbTree, Open, Oriented, Splitting, Stats};

/// What one way of asking came to in one data set.
#[derive(Clone, Copy, Default)]
pub struct Run {
    /// Touching pairs, all steps.
    pub contacts: u64,
    pub us: f64,
    pub build_ms: f64,
    pub stats: Stats,
    pub updates: u64,
    pub comparisons: u64,
    /// Most node tests of a query.
    pub worst: u64,
}

/// How the 18-dop trees are built and asked.
#[derive(Clone, Copy)]
pub struct How {
    pub fixed: Splitting,
    pub moving: Splitting,
    pub front: bool,
    /// Directions tried, thinnest first.
    pub thinnest: Option<usize>,
    pub climb: bool,
    pub restart: bool,
}

/// The source's leaf size for small moving objects.
const MOVING_LEAF: usize = 20;

impl Default for How {
    fn default() -> Self {
        let fixed = Splitting::default();
        Self {
            fixed,
            moving: Splitting { leaf: MOVING_LEAF, ..fixed },
            front: false,
            thinnest: None,
            climb: false,
            restart: false,
        }
    }
}

pub fn fly<const N: usize>(flight: &Flight, how: How) -> Run {
    let (build, (fixed, moving)) = build_seconds(1, || {
        let fixed = KdopTree::<N>::with(&flight.fixed, &how.fixed);
        (fixed, KdopTree::<N>::with(&flight.moving, &how.moving))
    });
    let tumbler =
        if how.climb { Tumbler::climbing(&moving, &flight.moving) } else { Tumbler::new(&moving) };
    let orders = Thinnest::new(&fixed);
    let (seconds, run) = seconds_of(1, || {
        let (mut run, updates) = (Run::default(), tumbler.updates());
        let mut front = if how.front { PairFront::new() } else { PairFront::without() };
        for pose in &flight.poses {
            let mut test = DopTest::new(&fixed, &moving, &tumbler, pose);
            if let Some(limit) = how.thinnest {
                test = test.thinnest(&orders, limit);
            }
            if how.front {
                test = test.with_root_front();
            }
            let pair = TreePair { a: &fixed, b: &moving, test: &test, descent: Descent::FirstA };
            let meshes = Contacts { a: &flight.fixed, b: &flight.moving, pose };
            let before = run.stats.nodes;
            if how.restart {
                run.contacts += restarting(&pair, &meshes, &mut run.stats);
            } else {
                contacts(&pair, &meshes, &mut front, &mut run.stats, |_, _| {
                    run.contacts += 1;
                    true
                });
            }
            run.worst = run.worst.max(run.stats.nodes - before);
            run.comparisons += test.comparisons();
        }
        run.updates = tumbler.updates() - updates;
        run
    });
    Run { us: 1e6 * seconds / flight.poses.len() as f64, build_ms: 1e3 * build, ..run }
}

/// The variant that starts at the environment's root again for every node of the moving tree.
fn restarting<H: Oriented, T: PairTest<H>>(
    pair: &TreePair<H, T>,
    meshes: &Contacts,
    stats: &mut Stats,
) -> u64 {
    let Some(root) = pair.a.root() else { return 0 };
    let mut found = 0;
    let mut open: Vec<H::Cursor> = pair.b.root().into_iter().collect();
    while let Some(b) = open.pop() {
        let (mut met, mut stack) = (false, vec![root]);
        while let Some(a) = stack.pop() {
            stats.nodes += 1;
            if pair.test.meets(&a, &b, &mut T::Note::default()).is_none() {
                continue;
            }
            match pair.a.open(&a) {
                Open::Pair(c, d) => stack.extend([d, c]),
                Open::One(c) => stack.push(c),
                Open::Leaf(fixed) => {
                    met = true;
                    let Open::Leaf(moving) = pair.b.open(&b) else { continue };
                    stats.triangles += (fixed.len() * moving.len()) as u64;
                    found += meshes.touching(fixed, moving).count() as u64;
                }
            }
        }
        match pair.b.open(&b) {
            Open::Pair(c, d) if met => open.extend([d, c]),
            Open::One(c) if met => open.push(c),
            _ => {}
        }
    }
    found
}

pub fn fly_obb(flight: &Flight) -> Run {
    let (build, trees) =
        build_seconds(1, || (ObbTree::build(&flight.fixed), ObbTree::build(&flight.moving)));
    let (seconds, run) = seconds_of(1, || {
        let mut run = Run::default();
        for pose in &flight.poses {
            let test = BoxTest::new(&trees.0, &trees.1, pose, Axes::Fifteen);
            let pair = TreePair { a: &trees.0, b: &trees.1, test: &test, descent: Descent::Larger };
            let meshes = Contacts { a: &flight.fixed, b: &flight.moving, pose };
            let before = run.stats.nodes;
            contacts(&pair, &meshes, &mut PairFront::without(), &mut run.stats, |_, _| {
                run.contacts += 1;
                true
            });
            run.worst = run.worst.max(run.stats.nodes - before);
        }
        run
    });
    Run { us: 1e6 * seconds / flight.poses.len() as f64, build_ms: 1e3 * build, ..run }
}
