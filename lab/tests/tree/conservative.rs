//! No test says "apart" where the triangles inside touch; what the sources count, counted.

use std::collections::BTreeSet;

use gouge::geom::{Swept, Triangle, Vec3};
use gouge::mesh::Mesh;
use gouge_lab::pair::{
    Alignment, Axes, BoxPairTest, BoxTest, Crowd, DopTest, EdgeTest, Lookup, PairTest, Pose,
    SatIncremental, SatLite, Tumbler, crossing, simultaneous, touch,
};
use gouge_lab::tree::{
    self, BoxTree95, Front, Hierarchy, KdopTree, ObbTree, Open, Oriented, PatentTree,
    RestrictedTree, Slabs, SpaceTree, Splitting, Stats, ThreeD,
};

use crate::support::{Random, Rod, mesh_of, soup};

/// Cases per kind; the full count of the acceptance with `GOUGE_FULL_CASES=1`.
fn cases() -> usize {
    if std::env::var_os("GOUGE_FULL_CASES").is_some() { 100_000 } else { 2_000 }
}

/// Two triangles, one of them moved, that touch about every second time.
fn duel(random: &mut Random) -> (Triangle, Triangle, Pose) {
    let triangle = |random: &mut Random| {
        let flat = random.below(5) == 0;
        [0; 3].map(|_| {
            let v = random.vector(1.0);
            if flat { Vec3::new(v.x, v.y, 0.25) } else { v }
        })
    };
    let (a, b) = (triangle(random), triangle(random));
    let turn = nalgebra::Rotation3::new(random.vector(2.0)).into_inner();
    let rotation = if random.below(4) == 0 { nalgebra::Matrix3::identity() } else { turn };
    let scale = if random.below(4) == 0 { random.between(0.5, 1.5) } else { 1.0 };
    (a, b, Pose { rotation, translation: random.vector(0.7), scale })
}

fn never_apart(name: &str, apart: impl Fn(&Mesh, &Mesh, &Pose) -> bool) {
    let mut random = Random::new(71);
    let (mut touching, mut told) = (0, 0);
    for _ in 0..cases() {
        let (a, b, pose) = duel(&mut random);
        let apart = apart(&mesh_of(&[a]), &mesh_of(&[b]), &pose);
        let touches = touch(&a, &pose.triangle(&b));
        assert!(!(apart && touches), "{name}: {a:?} {b:?} {pose:?}");
        touching += usize::from(touches);
        told += usize::from(apart);
    }
    assert!(touching > cases() / 10 && told > cases() / 50, "{name}: {touching}, {told}");
}

fn dops<const N: usize>() {
    never_apart(&format!("{}-dop", 2 * N), |a, b, pose| {
        let trees = (KdopTree::<N>::build(a), KdopTree::<N>::build(b));
        let tumbler = Tumbler::new(&trees.1);
        let test = DopTest::new(&trees.0, &trees.1, &tumbler, pose);
        let apart = test.meets(&0, &0, &mut ()).is_none();
        assert!(test.comparisons() <= 2 * N as u64, "S3.2: at most k comparisons");
        apart
    });
}

fn boxes<H: Oriented>(name: &str, axes: Axes) {
    never_apart(name, |a, b, pose| {
        let trees = (H::build(a), H::build(b));
        let test = BoxTest::new(&trees.0, &trees.1, pose, axes);
        let roots = (trees.0.root().unwrap(), trees.1.root().unwrap());
        test.meets(&roots.0, &roots.1, &mut Default::default()).is_none()
    });
}

#[test]
fn slabs_are_never_apart_where_triangles_touch() {
    dops::<3>();
    dops::<4>();
    dops::<6>();
    dops::<7>();
    dops::<9>();
    dops::<10>();
    dops::<13>();
}

#[test]
fn boxes_are_never_apart_where_triangles_touch() {
    boxes::<KdopTree<3>>("AABB, six axes", Axes::Six);
    boxes::<KdopTree<3>>("AABB, fifteen axes", Axes::Fifteen);
    boxes::<ObbTree>("OBB, fifteen axes", Axes::Fifteen);
    boxes::<RestrictedTree>("restricted, fifteen axes", Axes::Fifteen);
    boxes::<PatentTree>("patent, fifteen axes", Axes::Fifteen);
    fn edges<C: tree::Choose>(name: &str) {
        never_apart(name, |a, b, pose| {
            let trees = (SpaceTree::<C>::build(a), SpaceTree::<C>::build(b));
            let test = EdgeTest::new(&trees.0, &trees.1, pose);
            !test.overlap(&a.bounds(), &b.bounds())
        });
    }
    edges::<BoxTree95>("parallel edges");
    edges::<ThreeD>("parallel edges, 3d-tree");
}

/// Each test of the restricted BoxTree, down to a leaf below several cuts.
#[test]
fn incremental_tests_are_never_apart_where_triangles_touch() {
    fn check<T: BoxPairTest>(name: &str, test: impl Fn(&Pose, &RestrictedTree) -> T) {
        never_apart(name, |a, b, pose| {
            // Two more triangles, far away, so that the ones that matter hang below cuts.
            let beside = |m: &Mesh, by: Vec3| {
                let t = m.triangle(0);
                mesh_of(&[t.map(|v| v + by), t, t.map(|v| v - by)])
            };
            let (a, b) =
                (beside(a, Vec3::new(40.0, 1.0, 0.0)), beside(b, Vec3::new(0.0, 90.0, 7.0)));
            let trees = (RestrictedTree::build(&a), RestrictedTree::build(&b));
            let mut met = false;
            let (mut stats, test) = (Stats::default(), test(pose, &trees.1));
            simultaneous((&trees.0, &trees.1), &test, true, &mut stats, &mut (), |i, j| {
                met |= (i, j) == (1, 1);
                !met
            });
            !met
        });
    }
    check("alignment", |pose, _| Alignment::new(pose));
    check("lookup", |pose, b| Lookup::new(pose, b.largest_cut()));
    check("SAT lite", |pose, _| SatLite::new(pose));
    check("SAT", |pose, _| SatIncremental::new(pose));
}

/// S1.8: whatever touches has an edge of one triangle on the other, and it is really there.
#[test]
fn witnesses_of_contacts_are_real() {
    let mut random = Random::new(72);
    let (mut touching, mut second_only) = (0, 0);
    for _ in 0..cases() {
        let (a, b, pose) = duel(&mut random);
        let b = pose.triangle(&b);
        let found = crossing(&a, &b, 1e-9);
        assert_eq!(found.is_some(), touch(&a, &b), "{a:?} {b:?}");
        let Some(found) = found else { continue };
        let (own, other) = if found.of_first { (a, b) } else { (b, a) };
        let edge = [own[found.edge], own[(found.edge + 1) % 3]];
        // Both written out as a segment's and a triangle's own equations.
        let along = edge[1] - edge[0];
        let s = (found.point - edge[0]).dot(&along) / along.norm_squared();
        assert!(
            (edge[0] + along * s - found.point).norm() < 1e-8 && (-1e-8..=1.0 + 1e-8).contains(&s)
        );
        let normal = (other[1] - other[0]).cross(&(other[2] - other[0]));
        let off = normal.dot(&(found.point - other[0])) / normal.norm();
        let inside = (0..3).all(|i| {
            let side = normal.cross(&(other[(i + 1) % 3] - other[i]));
            side.dot(&(found.point - other[i])) >= -1e-8 * side.norm()
        });
        assert!(off.abs() < 1e-8 && inside, "{found:?}");
        touching += 1;
        second_only += usize::from(!found.of_first);
    }
    assert!(touching > cases() / 10 && second_only > 0, "{touching} {second_only}");
}

/// S3.2: the axes that an exact test of two k-DOPs needs are its directions and the cross
/// products of its edges: 3, 13, 25 and 97, not 3, 13, 25 and at most 62.
#[test]
fn closures_have_the_sizes_of_the_digest() {
    fn canonical(v: [i32; 3]) -> Option<[i32; 3]> {
        let gcd = v.iter().fold(0, |g, &x| {
            let (mut a, mut b) = (g, i32::abs(x));
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        });
        let first = *v.iter().find(|x| **x != 0)?;
        Some(v.map(|x| x / gcd * first.signum()))
    }
    fn crosses(set: &BTreeSet<[i32; 3]>) -> BTreeSet<[i32; 3]> {
        let cross = |a: [i32; 3], b: [i32; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        set.iter().flat_map(|&a| set.iter().filter_map(move |&b| canonical(cross(a, b)))).collect()
    }
    fn closure<const N: usize>() -> BTreeSet<[i32; 3]> {
        let faces: BTreeSet<_> =
            Slabs::<N>::DIRECTIONS.iter().filter_map(|d| canonical(d.map(i32::from))).collect();
        // Edges lie along crosses of two faces; axes are crosses of two edges.
        let edges = crosses(&faces);
        faces.union(&crosses(&edges)).copied().collect()
    }
    assert_eq!(closure::<3>().len(), 3);
    assert_eq!(closure::<7>().len(), 13);
    assert_eq!(closure::<9>().len(), 25);
    let largest = closure::<13>();
    assert_eq!(largest.len(), 97);
    assert_eq!(largest.iter().flatten().map(|x| x.abs()).max(), Some(5));
    let set = |d: &[[i8; 3]]| -> BTreeSet<_> {
        d.iter().filter_map(|d| canonical(d.map(i32::from))).collect()
    };
    assert_eq!(closure::<7>(), set(&Slabs::<13>::DIRECTIONS), "that of 14 is the set of 26");
}

/// S3.3: a tree inflated by ε hands over whatever comes within ε of a body.
#[test]
fn inflated_trees_miss_nothing_that_is_near() {
    fn check<const N: usize>() {
        const EPSILON: f64 = 0.3;
        let mut random = Random::new(73);
        let mesh = soup(&mut random, 120, 5.0, 0.4);
        let tree =
            KdopTree::<N>::with(&mesh, &Splitting { inflate: EPSILON, ..Splitting::default() });
        tree::validate(&tree, &mesh).unwrap();
        let mut near = 0;
        for _ in 0..cases().div_ceil(20) {
            let rod = Rod::random(&mut random);
            let (from, travel) = (random.vector(6.0), random.vector(1.0));
            let probe = tree.probe(&Swept { from, travel, body: &rod, grow: 0.0 });
            let mut found = vec![false; mesh.triangles.len()];
            tree::visit(
                &tree,
                &probe,
                &mut Front::without(),
                0.0,
                &mut Stats::default(),
                |t, d| {
                    found[t as usize] = true;
                    d
                },
            );
            for (t, found) in found.iter().enumerate() {
                let depth = rod.sampled(&mut random, (from, travel), &mesh.triangle(t), 4);
                // A point that far outside the rod, moved by ε straight inward, is inside.
                let within = depth > -EPSILON * if rod.round { 1.0 } else { 0.7 };
                assert!(*found || !within, "{}-dop lost {t}: {depth}", 2 * N);
                near += usize::from(within && depth < 0.0);
            }
        }
        assert!(near > cases() / 50, "{near}");
    }
    check::<3>();
    check::<4>();
    check::<6>();
    check::<7>();
    check::<9>();
    check::<10>();
    check::<13>();
}

/// S3.13: a tree of n triangles takes (4k + 8) bytes a node and four a triangle; the source's
/// took 8k + 12 a node and 84 a triangle.
#[test]
fn bytes_follow_the_formula() {
    fn check<const N: usize>(mesh: &Mesh) {
        let (n, k) = (mesh.triangles.len(), 2 * N);
        assert_eq!(KdopTree::<N>::build(mesh).bytes(), (2 * n - 1) * (4 * k + 8) + 4 * n);
        assert!((2 * n - 1) * (4 * k + 8) + 4 * n < (16 * k + 108) * n);
    }
    let mesh = soup(&mut Random::new(74), 500, 3.0, 0.3);
    check::<3>(&mesh);
    check::<7>(&mesh);
    check::<9>(&mesh);
    check::<13>(&mesh);
}

/// S2.1: after every pose the front holds each pair of triangles exactly once.
#[test]
fn the_front_of_a_pair_is_a_cut() {
    fn below<H: Oriented>(tree: &H, at: H::Cursor) -> Vec<u32> {
        let (mut list, mut stack) = (Vec::new(), vec![at]);
        while let Some(at) = stack.pop() {
            match tree.open(&at) {
                Open::Pair(a, b) => stack.extend([a, b]),
                Open::One(child) => stack.push(child),
                Open::Leaf(triangles) => list.extend(triangles),
            }
        }
        list
    }
    fn check<H: Oriented>(axes: Axes, sprout_from: f64) {
        let mut random = Random::new(75);
        let (a, b) = (soup(&mut random, 60, 2.0, 0.5), soup(&mut random, 40, 1.0, 0.5));
        let trees = (H::build(&a), H::build(&b));
        let mut front = gouge_lab::pair::PairFront::new();
        let mut pose = Pose::at(Vec3::new(1.5, 0.0, 0.0));
        let mut raised = Stats::default();
        for step in 0..120 {
            let shift = random.vector(if step % 30 == 0 { 1.0 } else { 0.05 });
            pose.translation = (pose.translation + shift).map(|x| x.clamp(-3.0, 3.0));
            let test = BoxTest::new(&trees.0, &trees.1, &pose, axes).following(
                f64::INFINITY,
                None,
                sprout_from,
                step % 3 == 0,
            );
            let pair = gouge_lab::pair::TreePair {
                a: &trees.0,
                b: &trees.1,
                test: &test,
                descent: gouge_lab::pair::Descent::Larger,
            };
            let meshes = gouge_lab::pair::Contacts { a: &a, b: &b, pose: &pose };
            gouge_lab::pair::contacts(&pair, &meshes, &mut front, &mut raised, |_, _| true);
            let mut covered = vec![0u8; a.triangles.len() * b.triangles.len()];
            for (at, bt, _) in front.cut() {
                let (list_a, list_b) = (below(&trees.0, *at), below(&trees.1, *bt));
                for i in &list_a {
                    for j in &list_b {
                        covered[*i as usize * b.triangles.len() + *j as usize] += 1;
                    }
                }
            }
            assert!(covered.iter().all(|c| *c == 1), "step {step}");
        }
        assert!(raised.raised > 0 && raised.dropped > 0, "{raised:?}");
    }
    check::<ObbTree>(Axes::Fifteen, 0.0);
    check::<KdopTree<3>>(Axes::Six, 0.0);
    check::<KdopTree<9>>(Axes::Six, 0.8);
    check::<RestrictedTree>(Axes::Six, 0.8);
}

/// S3.6: climbing the hull holds every point, and is never wider than turned corners.
#[test]
fn climbing_encloses_and_is_tighter() {
    fn check<const N: usize>(mesh: &Mesh) {
        let tree = KdopTree::<N>::build(mesh);
        let corners = Tumbler::new(&tree);
        let climbing = Tumbler::climbing(&tree, mesh);
        let mut random = Random::new(76);
        let mut rotation = nalgebra::Matrix3::identity();
        for step in 0..300 {
            let by = random.vector(if step % 20 == 0 { 2.0 } else { 0.05 });
            rotation = nalgebra::Rotation3::new(by).into_inner() * rotation;
            let pose = Pose { rotation, translation: random.vector(2.0), scale: 1.0 };
            let (wide, tight) = (corners.enclosure(0, &pose), climbing.enclosure(0, &pose));
            for (k, d) in Slabs::<N>::DIRECTIONS.iter().enumerate() {
                let d = Vec3::from_fn(|i, _| d[i].into());
                let extent = mesh.vertices.iter().map(|v| d.dot(&pose.apply(v)));
                let lo = extent.clone().fold(f64::INFINITY, f64::min);
                let hi = extent.fold(f64::NEG_INFINITY, f64::max);
                assert!(tight[k][0] <= lo && hi <= tight[k][1], "{step}: {:?} {lo} {hi}", tight[k]);
                assert!(lo - tight[k][0] < 1e-6 && tight[k][1] - hi < 1e-6, "exact");
                assert!(wide[k][0] <= tight[k][0] + 1e-6 && tight[k][1] <= wide[k][1] + 1e-6);
            }
        }
    }
    let cloud = soup(&mut Random::new(77), 200, 1.0, 0.5);
    check::<3>(&cloud);
    check::<9>(&cloud);
    check::<13>(&cloud);
    // Flat, collinear and doubled points.
    let mut sheet = soup(&mut Random::new(78), 60, 1.0, 0.5);
    sheet.vertices.iter_mut().for_each(|v| v.z = 0.5);
    check::<9>(&sheet);
    let grid: Vec<Triangle> = (0..27)
        .map(|i| {
            let at = Vec3::new((i % 3).into(), (i / 3 % 3).into(), (i / 9).into());
            [at, at, at + Vec3::x()]
        })
        .collect();
    check::<9>(&mesh_of(&grid));
}

/// S3.27: the pairs of a crowd are those of brute force, whoever moves, comes or goes.
#[test]
fn a_crowd_finds_all_pairs() {
    let mut random = Random::new(79);
    let mut crowd = Crowd::<9>::new();
    let mut present: Vec<(u32, [[f64; 2]; 9])> = Vec::new();
    let body = |random: &mut Random| {
        let at = random.vector(2.0);
        Crowd::<9>::around((0..4).map(|_| at + random.vector(0.5)))
    };
    for step in 0..400 {
        match random.below(5) {
            0 if present.len() > 3 => {
                let (gone, _) = present.swap_remove(random.below(present.len()));
                crowd.remove(gone);
            }
            1 | 2 => {
                let slabs = body(&mut random);
                present.push((crowd.insert(slabs), slabs));
            }
            _ if !present.is_empty() => {
                let moved = random.below(present.len());
                present[moved].1 = body(&mut random);
                crowd.update(present[moved].0, present[moved].1);
            }
            _ => {}
        }
        if step % 50 == 0 {
            crowd.rebuild();
        }
        let mut expected = Vec::new();
        for (i, (a, own)) in present.iter().enumerate() {
            for (b, other) in &present[..i] {
                if own.iter().zip(other).all(|(x, y)| x[0] <= y[1] && y[0] <= x[1]) {
                    expected.push((*a.min(b), *a.max(b)));
                }
            }
        }
        expected.sort_unstable();
        assert_eq!(crowd.pairs(), expected, "step {step}");
    }
}

/// S3.11: splits along all lines and oscillating splits give trees that hold their mesh.
#[test]
fn other_splits_hold_their_mesh() {
    let (mut random, huge) = (Random::new(80), 1e30);
    let mut meshes = vec![
        Mesh::default(),
        soup(&mut random, 1, 1.0, 1.0),
        soup(&mut random, 700, 3.0, 0.3),
        mesh_of(&[[Vec3::x(), Vec3::y(), Vec3::z()]; 50]),
    ];
    let mut vast = soup(&mut random, 200, 3.0, 0.3);
    vast.vertices.iter_mut().for_each(|v| *v *= huge);
    meshes.push(vast);
    for mesh in &meshes {
        for rule in [tree::Rule::Splatter, tree::Rule::LongestSide, tree::Rule::MinSum] {
            for (lines, oscillate) in [(9, false), (13, false), (3, true), (13, true)] {
                let splitting = Splitting { rule, lines, oscillate, ..Splitting::default() };
                tree::validate(&KdopTree::<9>::with(mesh, &splitting), mesh).unwrap();
                tree::validate(&ObbTree::with(mesh, &splitting), mesh).unwrap();
            }
        }
    }
}
