//! Nothing deep is lost, whatever the tree, the threshold and the front.

use gouge::geom::{Body, Swept, Vec3};
use gouge::mesh::Mesh;
use gouge_lab::tree::{self, Engine, Front, Hierarchy, Open, Stats, Task};

use crate::support::{Random, Rod, soup, travel};

/// Cases per engine; the full count of the acceptance runs with `GOUGE_FULL_CASES=1`.
fn cases() -> usize {
    if std::env::var_os("GOUGE_FULL_CASES").is_some() { 100_000 } else { 2_000 }
}

struct Motion {
    rod: Rod,
    from: Vec3,
    travel: Vec3,
    grow: f64,
}

impl Motion {
    fn random(random: &mut Random) -> Self {
        Self {
            rod: Rod::random(random),
            from: random.vector(6.0),
            travel: travel(random),
            grow: if random.below(2) == 0 { 0.0 } else { random.between(-0.05, 0.2) },
        }
    }

    fn swept(&self) -> Swept<'_> {
        let body: &dyn Body = &self.rod;
        Swept { from: self.from, travel: self.travel, body, grow: self.grow }
    }
}

/// All triangles handed over at a fixed depth.
fn found<H: Hierarchy>(tree: &H, motion: &Motion, front: &mut Front<H>, depth: f64) -> Vec<u32> {
    let mut found = Vec::new();
    let probe = tree.probe(&motion.swept());
    tree::visit(tree, &probe, front, depth, &mut Stats::default(), |t, d| {
        found.push(t);
        d
    });
    found.sort_unstable();
    assert!(found.windows(2).all(|w| w[0] != w[1]), "a triangle comes once");
    found
}

struct NothingLost<'a> {
    mesh: &'a Mesh,
    seed: u64,
    cases: usize,
}

impl Task for NothingLost<'_> {
    type Out = ();

    fn run<H: Hierarchy>(self, tree: &H) {
        let mut random = Random::new(self.seed);
        let mut deep = 0;
        for _ in 0..self.cases {
            let motion = Motion::random(&mut random);
            let depth = random.between(-0.3, 0.6);
            let found = found(tree, &motion, &mut Front::without(), depth);
            for index in 0..self.mesh.triangles.len() {
                let sampled = motion.grow
                    + motion.rod.sampled(
                        &mut random,
                        (motion.from, motion.travel),
                        &self.mesh.triangle(index),
                        5,
                    );
                if sampled > depth {
                    deep += 1;
                    let index = index as u32;
                    assert!(found.binary_search(&index).is_ok(), "lost {index} at {sampled}");
                }
            }
        }
        assert!(deep > self.cases / 10, "only {deep} hits: the test proves little");
    }
}

#[test]
fn no_engine_loses_a_triangle() {
    let mut random = Random::new(1);
    for &engine in Engine::ALL {
        for side in [0.02, 0.5, 5.0] {
            let mesh = soup(&mut random, 200, 5.0, side);
            let seed = random.bits();
            engine.with_tree(&mesh, NothingLost { mesh: &mesh, seed, cases: cases() / 3 });
        }
    }
}

struct FrontsAgree<'a> {
    mesh: &'a Mesh,
}

impl Task for FrontsAgree<'_> {
    type Out = ();

    fn run<H: Hierarchy>(self, tree: &H) {
        tree::validate(tree, self.mesh).unwrap();
        let mut random = Random::new(3);
        let (mut carried, mut plain) = (Front::new(), Front::without());
        let rod = Rod { axis: [0.0, 0.0], radius: 0.7, round: true };
        let mut at = Vec3::zeros();
        let (mut with, mut without) = (Stats::default(), Stats::default());
        let mut cuts = 0;
        for step in 0..400 {
            let travel = random.vector(if step % 50 == 0 { 4.0 } else { 0.2 });
            let motion = Motion { rod, from: at, travel, grow: 0.0 };
            at = (at + travel).map(|x| x.clamp(-5.0, 5.0));
            let probe = tree.probe(&motion.swept());
            // The exact test of a ball: the depth threshold rises as triangles are met.
            let depth_of = |t: u32| {
                let corners = self.mesh.triangle(t as usize);
                corners.iter().map(|q| rod.depth(&(q - motion.from))).fold(f64::MIN, f64::max)
            };
            let run = |front: &mut Front<H>, stats: &mut Stats| {
                let mut best: Vec<(u32, f64)> = Vec::new();
                let last = tree::visit(tree, &probe, front, 0.0, stats, |t, d| {
                    best.push((t, depth_of(t)));
                    d.max(depth_of(t))
                });
                best.retain(|b| b.1 >= last);
                (last, best)
            };
            let (a, b) = (run(&mut carried, &mut with), run(&mut plain, &mut without));
            assert_eq!(a, b, "step {step}");
            cuts += usize::from(assert_cut(tree, &carried, self.mesh.triangles.len()));
        }
        assert!(cuts > 0, "nothing was ever carried");
        assert!(with.kept > 0 && with.dropped > 0 && with.raised > 0, "{with:?}");
        assert!(with.nodes < without.nodes, "{with:?} {without:?}");
    }
}

/// Every triangle is below exactly one place of the cut, if one is carried; whether it is.
fn assert_cut<H: Hierarchy>(tree: &H, front: &Front<H>, triangles: usize) -> bool {
    if front.cut().next().is_none() {
        return false;
    }
    let mut below = vec![0; triangles];
    let mut stack: Vec<H::Cursor> = front.cut().copied().collect();
    while let Some(at) = stack.pop() {
        match tree.open(&at) {
            Open::Pair(a, b) => stack.extend([a, b]),
            Open::One(child) => stack.push(child),
            Open::Leaf(list) => list.iter().for_each(|&t| below[t as usize] += 1),
        }
    }
    let covered = |n: &i32| if H::REPEATS { *n >= 1 } else { *n == 1 };
    assert!(below.iter().all(covered));
    true
}

#[test]
fn fronts_stay_cuts_and_change_no_answer() {
    let mesh = soup(&mut Random::new(2), 3_000, 5.0, 0.2);
    for &engine in Engine::ALL {
        engine.with_tree(&mesh, FrontsAgree { mesh: &mesh });
    }
}

struct Ends<'a>(&'a Mesh);

impl Task for Ends<'_> {
    type Out = ();

    fn run<H: Hierarchy>(self, tree: &H) {
        for round in [true, false] {
            let rod = Rod { axis: [-100.0, 100.0], radius: 100.0, round };
            let motion = Motion { rod, from: Vec3::zeros(), travel: Vec3::x(), grow: 0.0 };
            let all = |front: &mut Front<H>| found(tree, &motion, front, f64::NEG_INFINITY).len();
            let mut front = Front::new();
            for start in 0..2 {
                let probe = tree.probe(&motion.swept());
                let mut count = 0;
                let mut stats = Stats::default();
                let last = tree::visit(tree, &probe, &mut front, 0.0, &mut stats, |_, _| {
                    count += 1;
                    f64::INFINITY
                });
                assert_eq!((last, count), (f64::INFINITY, 1), "an infinite depth ends the search");
                let cut = assert_cut(tree, &front, self.0.triangles.len());
                assert!(cut || start > 0, "what ends early leaves a cut");
                let everything = self.0.triangles.len();
                assert_eq!(all(&mut front), everything, "everything is deeper than -inf");
                assert_cut(tree, &front, everything);
            }
            // Seen along a diagonal only, the rod may be up to 171 mm deep.
            let none = found(tree, &motion, &mut Front::new(), 180.0);
            assert_eq!(none, Vec::<u32>::new());
        }
    }
}

#[test]
fn thresholds_at_infinity() {
    let mesh = soup(&mut Random::new(5), 300, 5.0, 0.5);
    for &engine in Engine::ALL {
        engine.with_tree(&mesh, Ends(&mesh));
    }
}

#[test]
fn ties_are_kept() {
    let from = Vec3::new(100.25, -200.5, 303.1);
    for depth in [0.1, 1.0, 2.9] {
        let z = from.z - 3.0 + depth;
        let corner = |x: f64, y: f64| Vec3::new(from.x + x, from.y + y, z);
        let mesh = crate::support::mesh_of(&[
            [corner(-5.0, -5.0), corner(5.0, -5.0), corner(0.0, 5.0)],
            [corner(-6.0, -5.0), corner(6.0, -5.0), corner(0.0, 6.0)],
        ]);
        for &engine in Engine::ALL {
            engine.with_tree(&mesh, KeepsBoth { from, depth });
        }
    }
}

struct KeepsBoth {
    from: Vec3,
    depth: f64,
}

impl Task for KeepsBoth {
    type Out = ();

    fn run<H: Hierarchy>(self, tree: &H) {
        let rod = Rod { axis: [0.0, 0.0], radius: 3.0, round: true };
        for travel in [Vec3::zeros(), Vec3::new(1.0, 0.5, 0.0), Vec3::new(1e-12, 0.0, 0.0)] {
            let motion = Motion { rod, from: self.from, travel, grow: 0.0 };
            assert_eq!(found(tree, &motion, &mut Front::without(), self.depth), [0, 1]);
        }
    }
}
