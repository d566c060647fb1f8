//! Temporal coherence (Tropp, Tal and Shimshoni): what the front on the tree of tests gains.

use super::clock::seconds_of;
use super::shape::{ball, fitted, pipes, scaled, torus};
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::{Axes, Coherence, Follower, Pose};
use crate::tree::{Hierarchy, KdopTree, ObbTree, Oriented, RestrictedTree, Stats};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;

/// A fixed and a wandering object.
pub struct Chase {
    /// The source's name for it.
    pub name: &'static str,
    /// Stays.
    pub fixed: Mesh,
    /// Wanders.
    pub moving: Mesh,
}

/// Analogues of the source's scenes.
pub fn chases(extent: Extent) -> Vec<Chase> {
    let n = extent.pick(20, 60);
    vec![
        Chase {
            name: "torus",
            fixed: fitted(torus(1.0, 0.4, 3 * n, n)),
            moving: scaled(&ball(1.0, n, n), 0.25),
        },
        Chase {
            name: "pipes",
            fixed: fitted(pipes(12, 4 * n, n / 2)),
            moving: scaled(&pipes(6, 2 * n, n / 2), 0.8),
        },
        Chase {
            name: "hand",
            fixed: fitted(pipes(9, 4 * n, n / 2)),
            moving: scaled(&torus(1.0, 0.3, n, n / 2), 0.4),
        },
    ]
}

/// A wander about the fixed object whose motions are of a given size relative to the moving
/// object, mostly near misses.
pub fn wander(chase: &Chase, size: impl Fn(usize) -> f64, frames: usize) -> Vec<Pose> {
    let mut random = Random::new(5);
    let edge = chase.moving.bounds().size().max();
    let mut pose = Pose::at(Vec3::new(0.9, 0.3, 0.2));
    let (mut heading, mut spin) = (random.direction(), random.direction());
    (0..frames)
        .map(|i| {
            if i % 50 == 0 {
                (heading, spin) = (random.direction(), random.direction());
            }
            let size = size(i);
            // Half of the motion is a shift, half a turn of the farthest point.
            let turn = nalgebra::Rotation3::new(spin * (size / 3f64.sqrt()));
            pose.rotation = turn.into_inner() * pose.rotation;
            pose.translation += heading * (0.5 * size * edge);
            for k in 0..3 {
                if pose.translation[k].abs() > 1.4 {
                    heading[k] = -heading[k].abs() * pose.translation[k].signum();
                }
            }
            pose
        })
        .collect()
}

/// What following came to.
pub struct Measured {
    /// Time a frame.
    pub us: f64,
    /// Work in all.
    pub stats: Stats,
    /// Touching pairs in all.
    pub contacts: u64,
    /// By margin, by axis, in full, axes tried.
    pub decided: [u64; 4],
}

/// Follows the object through all poses.
pub fn follow<H: Oriented>(
    chase: &Chase,
    trees: (&H, &H),
    poses: &[Pose],
    axes: Axes,
    coherence: Coherence,
    rounds: usize,
) -> Measured {
    let (seconds, (stats, contacts, decided)) = seconds_of(rounds, || {
        let (a, b) = ((trees.0, &chase.fixed), (trees.1, &chase.moving));
        let mut follower = Follower::new(a, b, axes, coherence);
        let (mut stats, mut contacts) = (Stats::default(), 0);
        for pose in poses {
            follower.query(pose, &mut stats, |_, _| {
                contacts += 1;
                true
            });
        }
        (stats, contacts, follower.decided)
    });
    Measured { us: 1e6 * seconds / poses.len() as f64, stats, contacts, decided }
}

/// Non-coherent over coherent time in the source, original motions: torus, pipes, hand.
const SOURCE_OBB: [f64; 3] = [2.07, 1.10, 1.37];
const SOURCE_AABB: [f64; 3] = [1.41, 1.01, 1.09];
/// Motion over edge of the smaller object in the source's data.
const SOURCE_MOTION: [f64; 3] = [0.09, 0.018, 0.147];

/// The limits that are best here: see the table of parameters.
const OURS: Coherence = Coherence { coherent: 0.05, sprout: f64::INFINITY, prune: 0.0 };

/// Table 2 of the source.
pub fn tropp2(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "All contacts of a wandering object, with and without coherence",
        &[
            "scene",
            "motion",
            "tree",
            "front",
            "us/frame",
            "pairs/frame",
            "by margin",
            "by axis",
            "in full",
            "contacts",
            "gain",
            "source",
        ],
    );
    let frames = extent.pick(150, 1500);
    let rounds = 1;
    let (mut gains, mut lite_share) = ([Vec::new(), Vec::new()], Vec::new());
    let mut ours = Vec::new();
    let mut same = true;
    for (i, chase) in chases(extent).iter().enumerate() {
        let obb = (ObbTree::build(&chase.fixed), ObbTree::build(&chase.moving));
        let aabb = (KdopTree::<3>::build(&chase.fixed), KdopTree::<3>::build(&chase.moving));
        let dop = (KdopTree::<9>::build(&chase.fixed), KdopTree::<9>::build(&chase.moving));
        let nine = (RestrictedTree::build(&chase.fixed), RestrictedTree::build(&chase.moving));
        for motion in [SOURCE_MOTION[i], 0.03] {
            progress(&format!("{} at motion {motion}", chase.name));
            let poses = wander(chase, |_| motion, frames);
            let obb = |c| follow(chase, (&obb.0, &obb.1), &poses, Axes::Fifteen, c, rounds);
            let boxes = |axes, c| follow(chase, (&aabb.0, &aabb.1), &poses, axes, c, rounds);
            let dop = |c| follow(chase, (&dop.0, &dop.1), &poses, Axes::Six, c, rounds);
            let nine = |c| follow(chase, (&nine.0, &nine.1), &poses, Axes::Six, c, rounds);
            let (none, lite) = (Coherence::NONE, Coherence::AABB_LITE);
            let runs = [
                ("OBB", [none, Coherence::OBB, OURS].map(obb), Some(SOURCE_OBB[i])),
                (
                    "AABB lite",
                    [none, lite, OURS].map(|c| boxes(Axes::Six, c)),
                    Some(SOURCE_AABB[i]),
                ),
                ("18-dop's boxes", [none, lite, OURS].map(dop), None),
                ("restricted", [none, lite, OURS].map(nine), None),
            ];
            let full = boxes(Axes::Fifteen, none);
            let apart = |m: &Measured| m.stats.nodes as f64;
            lite_share.push(apart(&full) / apart(&runs[1].1[0]));
            for (gains, (_, [without, with, tuned], _)) in gains.iter_mut().zip(&runs) {
                gains.push(without.us / with.us);
                ours.push(without.us / tuned.us);
            }
            for (tree, measured, source) in &runs {
                let without = &measured[0];
                for (front, m) in ["no", "yes", "own limits"].into_iter().zip(measured) {
                    same &= m.contacts == full.contacts;
                    let per_frame = |n: u64| number(n as f64 / frames as f64);
                    table.row([
                        chase.name.into(),
                        number(motion),
                        (*tree).into(),
                        front.into(),
                        number(m.us),
                        per_frame(m.stats.nodes),
                        per_frame(m.decided[0]),
                        per_frame(m.decided[1]),
                        per_frame(m.decided[2]),
                        m.contacts.to_string(),
                        if front == "no" { "-".into() } else { number(without.us / m.us) },
                        source.map_or("-".into(), number),
                    ]);
                }
            }
        }
    }
    let span = |v: &[f64]| {
        let (lo, hi) = v.iter().fold((f64::MAX, 0.0_f64), |(l, h), x| (l.min(*x), h.max(*x)));
        (lo, format!("{} to {}", number(lo), number(hi)))
    };
    let (low, text) = span(&gains[0]);
    table.claim("S2.7", "coherence gains 1.1 to 2.07 with OBB trees.", text, low > 1.0);
    let (low, text) = span(&gains[1]);
    table.claim("S2.7", "coherence gains 1.01 to 1.41 with AABB trees.", text, low > 1.0);
    let least = |v: &mut dyn Iterator<Item = &f64>| v.fold(f64::MAX, |m, x| m.min(*x));
    let (worst, tuned) = (least(&mut gains.iter().flatten()), least(&mut ours.iter()));
    table.claim(
        "S2.6",
        "coherence is never more than 5 % slower.",
        format!(
            "least gain {} with the source's limits, {} with our own",
            number(worst),
            number(tuned)
        ),
        worst > 0.95,
    );
    let (low, text) = span(&lite_share);
    table.claim(
        "S2.9",
        "six axes find about 95 % of the separations of fifteen.",
        format!("pairs by fifteen over pairs by six axes {text}"),
        low > 0.85,
    );
    table.claim(
        "S2.10",
        "one front serves every kind of tree.",
        if same { "all contacts equal" } else { "contacts differ" },
        same,
    );
    table
}

/// Gain against the size of the motion.
pub fn motion_size(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Gain by coherence (time without over time with) against motion over object size",
        &["scene", "motion", "OBB", "AABB lite", "OBB pairs with / without"],
    );
    let frames = extent.pick(120, 1000);
    let rounds = 1;
    let sizes = [0.003, 0.01, 0.03, 0.05, 0.1, 0.2];
    let mut curves = [vec![], vec![]];
    for chase in chases(extent) {
        let obb = (ObbTree::build(&chase.fixed), ObbTree::build(&chase.moving));
        let aabb = (KdopTree::<3>::build(&chase.fixed), KdopTree::<3>::build(&chase.moving));
        for motion in sizes {
            progress(&format!("{} at motion {motion}", chase.name));
            let poses = wander(&chase, |_| motion, frames);
            let obb = |c| follow(&chase, (&obb.0, &obb.1), &poses, Axes::Fifteen, c, rounds);
            let boxes = |c| follow(&chase, (&aabb.0, &aabb.1), &poses, Axes::Six, c, rounds);
            let (plain, front) = (obb(Coherence::NONE), obb(Coherence::OBB));
            let (lite, lite_front) = (boxes(Coherence::NONE), boxes(Coherence::AABB_LITE));
            let gain = [plain.us / front.us, lite.us / lite_front.us];
            curves[0].push((motion, gain[0]));
            curves[1].push((motion, gain[1]));
            table.row([
                chase.name.into(),
                number(motion),
                number(gain[0]),
                number(gain[1]),
                number(front.stats.nodes as f64 / plain.stats.nodes as f64),
            ]);
        }
    }
    let mean = |curve: &[(f64, f64)], keep: fn(f64) -> bool| {
        let kept: Vec<f64> = curve.iter().filter(|c| keep(c.0)).map(|c| c.1).collect();
        kept.iter().sum::<f64>() / kept.len() as f64
    };
    let (small, large) = (mean(&curves[0], |m| m <= 0.01), mean(&curves[0], |m| m >= 0.1));
    table.claim(
        "S2.8",
        "the gain rises as motions shrink.",
        format!("OBB, small motions {}, large ones {}", number(small), number(large)),
        small > large,
    );
    let lite = mean(&curves[1], |m| m <= 0.01);
    table.claim(
        "S2.8",
        "OBB trees gain more than AABB trees.",
        format!("{} against {}", number(small), number(lite)),
        small > lite,
    );
    table
}
