//! Two objects and a pose: every kind of tree and test finds the same contacts.

use gouge::geom::Vec3;
use gouge::mesh::Mesh;
use gouge_lab::pair::{
    Answer, Axes, BoxTest, Coherence, Contacts, Descent, DopTest, EdgeTest, Follower, LOCK_STEP,
    PairFront, PairTest, Pose, TreePair, Tumbler, contacts, contacts_in_parallel, simple, touch,
    within,
};
use gouge_lab::tree::{
    BoxTree95, Choose, Hierarchy, KdopTree, ObbTree, Oriented, PatentTree, RestrictedTree,
    SpaceTree, Stats, ThreeD,
};

use crate::support::{Random, mesh_of, soup};

fn turn(random: &mut Random, angle: f64) -> nalgebra::Matrix3<f64> {
    let axis = loop {
        let v = random.vector(1.0);
        if v.norm() > 0.1 {
            break v.normalize();
        }
    };
    nalgebra::Rotation3::new(axis * angle).into_inner()
}

fn brute(a: &Mesh, b: &Mesh, pose: &Pose) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    for j in 0..b.triangles.len() {
        let moved = pose.triangle(&b.triangle(j));
        for i in 0..a.triangles.len() {
            if touch(&a.triangle(i), &moved) {
                all.push((i as u32, j as u32));
            }
        }
    }
    all.sort_unstable();
    all
}

fn found<H: Oriented, T: PairTest<H>>(
    (a, b): (&H, &H),
    meshes: (&Mesh, &Mesh),
    pose: &Pose,
    test: &T,
    descent: Descent,
) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    contacts(
        &TreePair { a, b, test, descent },
        &Contacts { a: meshes.0, b: meshes.1, pose },
        &mut PairFront::without(),
        &mut Stats::default(),
        |i, j| {
            all.push((i, j));
            true
        },
    );
    all.sort_unstable();
    all
}

fn boxes<H: Oriented>(a: &Mesh, b: &Mesh, poses: &[Pose], expected: &[Vec<(u32, u32)>]) {
    let trees = (&H::build(a), &H::build(b));
    for (pose, expected) in poses.iter().zip(expected) {
        for axes in [Axes::Six, Axes::Fifteen] {
            for descent in [Descent::Larger, Descent::FirstA] {
                let test = BoxTest::new(trees.0, trees.1, pose, axes);
                assert_eq!(&found(trees, (a, b), pose, &test, descent), expected);
            }
        }
    }
}

fn edges<C: Choose>(a: &Mesh, b: &Mesh, pose: &Pose, expected: &[(u32, u32)]) {
    let trees = (&SpaceTree::<C>::build(a), &SpaceTree::<C>::build(b));
    let test = EdgeTest::new(trees.0, trees.1, pose);
    let mut all = found(trees, (a, b), pose, &test, Descent::Larger);
    all.dedup();
    assert_eq!(all, expected);
}

#[test]
fn answers_within_a_budget_are_never_falsely_free() {
    budgets::<KdopTree<3>>();
    // Boxes that may stick out of their parents.
    budgets::<ObbTree>();
}

fn budgets<H: Oriented>() {
    let mut random = Random::new(16);
    let (a, b) = (soup(&mut random, 200, 3.0, 0.3), soup(&mut random, 80, 1.5, 0.3));
    let trees = (&H::build(&a), &H::build(&b));
    for _ in 0..40 {
        let pose = Pose { rotation: turn(&mut random, 1.0), ..Pose::at(random.vector(4.0)) };
        let truth = brute(&a, &b, &pose);
        let test = BoxTest::new(trees.0, trees.1, &pose, Axes::Fifteen);
        let pair = TreePair { a: trees.0, b: trees.1, test: &test, descent: LOCK_STEP };
        let meshes = Contacts { a: &a, b: &b, pose: &pose };
        let mut last = f64::INFINITY;
        for budget in [0, 1, 3, 10, 30, 100, 1000, 1_000_000] {
            match within(&pair, &meshes, budget, &mut Stats::default()) {
                Answer::Apart => assert!(truth.is_empty()),
                Answer::Touching(i, j) => assert!(truth.contains(&(i, j))),
                Answer::Perhaps(bound) => {
                    assert!(bound <= last && budget < 1_000_000);
                    last = bound;
                }
            }
        }
        let mut all = contacts_in_parallel(
            trees,
            || BoxTest::new(trees.0, trees.1, &pose, Axes::Six),
            &meshes,
        );
        all.sort_unstable();
        assert_eq!(all, truth);
    }
}

/// Fifteen axes and parallel edges are both exact, and share nothing: they must agree.
#[test]
fn axes_and_edges_agree_on_boxes() {
    let full = std::env::var_os("GOUGE_FULL_CASES").is_some();
    let mut random = Random::new(17);
    let corner = |p: Vec3| [p; 3];
    let (mut both, mut lite) = (0, 0);
    for _ in 0..if full { 100_000 } else { 3_000 } {
        let mesh = |random: &mut Random| {
            let reach = Vec3::from_fn(|_, _| random.between(0.1, 1.0));
            mesh_of(&[corner(-reach), corner(Vec3::from_fn(|_, _| random.between(0.1, 1.0)))])
        };
        let (a, b) = (mesh(&mut random), mesh(&mut random));
        let angle = random.between(0.0, 3.0);
        let rotation = if random.below(10) == 0 {
            nalgebra::Matrix3::identity()
        } else {
            turn(&mut random, angle)
        };
        let pose = Pose { rotation, ..Pose::at(random.vector(2.0)) };
        let spaces = (SpaceTree::<ThreeD>::build(&a), SpaceTree::<ThreeD>::build(&b));
        let edges = EdgeTest::new(&spaces.0, &spaces.1, &pose).overlap(&a.bounds(), &b.bounds());
        let trees = (KdopTree::<3>::build(&a), KdopTree::<3>::build(&b));
        let [six, fifteen] = [Axes::Six, Axes::Fifteen].map(|axes| {
            let test = BoxTest::new(&trees.0, &trees.1, &pose, axes);
            test.meets(&0, &0, &mut Default::default()).is_some()
        });
        assert_eq!(edges, fifteen, "{pose:?}");
        assert!(six || !fifteen, "six axes said apart where fifteen do not");
        both += u32::from(fifteen);
        lite += u32::from(six);
    }
    assert!(both > 500 && lite > both);
}

fn dops<const N: usize>(a: &Mesh, b: &Mesh, poses: &[Pose], expected: &[Vec<(u32, u32)>]) {
    let trees = (&KdopTree::<N>::build(a), &KdopTree::<N>::build(b));
    let tumbler = Tumbler::new(trees.1);
    for (pose, expected) in poses.iter().zip(expected) {
        for limit in [usize::MAX, 2] {
            let test = DopTest::new(trees.0, trees.1, &tumbler, pose).ordered(limit);
            assert_eq!(&found(trees, (a, b), pose, &test, Descent::FirstA), expected);
        }
        if pose.rotation == nalgebra::Matrix3::identity() && pose.scale == 1.0 {
            let test = DopTest::translated(trees.0, trees.1, pose.translation);
            assert_eq!(&found(trees, (a, b), pose, &test, Descent::Larger), expected);
        }
    }
}

#[test]
fn every_test_finds_what_brute_force_finds() {
    let mut random = Random::new(11);
    let (a, b) = (soup(&mut random, 250, 3.0, 0.6), soup(&mut random, 120, 1.5, 0.6));
    let mut poses = Vec::new();
    for i in 0..30 {
        let translation = random.vector(4.0);
        poses.push(if i % 3 == 0 {
            Pose::at(translation)
        } else {
            let angle = random.between(0.0, 3.0);
            let scale = if i % 3 == 1 { 1.0 } else { random.between(0.3, 2.0) };
            Pose { rotation: turn(&mut random, angle), translation, scale }
        });
    }
    let expected: Vec<_> = poses.iter().map(|p| brute(&a, &b, p)).collect();
    assert!(expected.iter().map(Vec::len).sum::<usize>() > 300);
    for (pose, expected) in poses.iter().zip(&expected) {
        edges::<BoxTree95>(&a, &b, pose, expected);
        edges::<ThreeD>(&a, &b, pose, expected);
        let mut plain = Vec::new();
        let all = Contacts { a: &a, b: &b, pose };
        simple(&all, true, |i, j| {
            plain.push((i, j));
            true
        });
        plain.sort_unstable();
        assert_eq!(&plain, expected);
    }
    boxes::<KdopTree<3>>(&a, &b, &poses, &expected);
    boxes::<ObbTree>(&a, &b, &poses, &expected);
    boxes::<RestrictedTree>(&a, &b, &poses, &expected);
    boxes::<PatentTree>(&a, &b, &poses, &expected);
    boxes::<KdopTree<9>>(&a, &b, &poses, &expected);
    dops::<3>(&a, &b, &poses, &expected);
    dops::<4>(&a, &b, &poses, &expected);
    dops::<6>(&a, &b, &poses, &expected);
    dops::<7>(&a, &b, &poses, &expected);
    dops::<9>(&a, &b, &poses, &expected);
    dops::<10>(&a, &b, &poses, &expected);
    dops::<13>(&a, &b, &poses, &expected);
}

fn followed<H: Oriented>(a: &Mesh, b: &Mesh, axes: Axes, coherence: Coherence) {
    let trees = (&H::build(a), &H::build(b));
    let mut follower = Follower::new((trees.0, a), (trees.1, b), axes, coherence);
    let mut plain = Follower::new((trees.0, a), (trees.1, b), axes, Coherence::NONE);
    let mut random = Random::new(12);
    let mut pose = Pose::at(Vec3::new(2.0, 0.0, 0.0));
    let (mut with, mut without) = (Stats::default(), Stats::default());
    for step in 0..600 {
        let size = if step % 97 == 0 { 0.5 } else { 0.01 };
        if step % 150 < 100 {
            pose.rotation = turn(&mut random, size) * pose.rotation;
        }
        pose.translation = (pose.translation + random.vector(size)).map(|x| x.clamp(-4.0, 4.0));
        let ask = |f: &mut Follower<H>, stats: &mut Stats| {
            let mut all = Vec::new();
            let only_first = step % 41 == 7;
            f.query(&pose, stats, |i, j| {
                all.push((i, j));
                !only_first
            });
            if only_first { all.is_empty() as usize } else { all.len() }
        };
        assert_eq!(ask(&mut follower, &mut with), ask(&mut plain, &mut without), "{step}");
    }
    assert!(with.dropped > 0 && with.raised > 0 && follower.decided[0] > 0);
}

#[test]
fn following_finds_what_starting_over_finds() {
    let mut random = Random::new(13);
    let (a, b) = (soup(&mut random, 500, 3.0, 0.3), soup(&mut random, 200, 1.5, 0.3));
    let eager = Coherence { coherent: f64::INFINITY, sprout: 0.2, prune: 0.0 };
    followed::<ObbTree>(&a, &b, Axes::Fifteen, Coherence::OBB);
    followed::<KdopTree<3>>(&a, &b, Axes::Six, Coherence::AABB_LITE);
    followed::<KdopTree<9>>(&a, &b, Axes::Six, Coherence::AABB_LITE);
    followed::<RestrictedTree>(&a, &b, Axes::Six, Coherence::AABB_LITE);
    followed::<ObbTree>(&a, &b, Axes::Fifteen, eager);
    followed::<KdopTree<3>>(&a, &b, Axes::Six, eager);
}

/// Klosowski's tumbling (II): a volume's enclosure under any turn holds the turned content.
#[test]
fn tumbled_volumes_hold_what_they_held() {
    fn check<const N: usize>(mesh: &Mesh) {
        let tree = KdopTree::<N>::build(mesh);
        let tumbler = Tumbler::new(&tree);
        let mut random = Random::new(14);
        for _ in 0..20 {
            let rotation = turn(&mut random, 2.0);
            let pose = Pose { rotation, translation: random.vector(3.0), scale: 1.0 };
            let slabs = tumbler.enclosure(0, &pose);
            for v in &mesh.vertices {
                let p = pose.apply(v);
                for (slab, d) in slabs.iter().zip(gouge_lab::tree::Slabs::<N>::DIRECTIONS) {
                    let x = Vec3::from_fn(|i, _| d[i].into()).dot(&p);
                    assert!(slab[0] <= x && x <= slab[1]);
                }
            }
        }
        for node in 0..tree.node_count() {
            let corners = tumbler.corners(node as u32).len();
            assert!(corners > 0 && corners <= 4 * N - 4, "{corners} corners with {N}");
        }
    }
    let mesh = soup(&mut Random::new(15), 60, 3.0, 1.0);
    check::<3>(&mesh);
    check::<4>(&mesh);
    check::<6>(&mesh);
    check::<7>(&mesh);
    check::<9>(&mesh);
    check::<10>(&mesh);
    check::<13>(&mesh);
}
