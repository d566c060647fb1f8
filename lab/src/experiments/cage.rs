//! Two objects bouncing in a cage (Zachmann 1995).

use nalgebra::Matrix3;

use super::clock::{build_seconds, seconds_of};
use super::shape::{fitted, torus};
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::PairFront;
use crate::pair::{
    Axes, BoxTest, Contacts, Descent, EdgeTest, PairTest, Pose, TreePair, contacts, simple,
};
use crate::tree::{BoxTree95, Hierarchy, KdopTree, Oriented, RestrictedTree, SpaceTree, Stats};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;

/// Poses of one object seen from the other, both drifting and spinning in a cube, turning
/// back at its walls and exchanging velocities where their balls meet: mostly near misses.
pub fn bounce(frames: usize, seed: u64) -> Vec<Pose> {
    // The cage is 1.7 radii wide about objects of radius 1, which stay inside it.
    const CAGE: f64 = 0.7;
    let mut random = Random::new(seed);
    let mut at = [Vec3::new(-0.7, -0.6, 0.5), Vec3::new(0.7, 0.6, -0.5)];
    let mut speed = [random.direction() * 0.02, random.direction() * 0.02];
    let spin = [random.direction() * 0.03, random.direction() * 0.03];
    let mut turn = [Matrix3::identity(); 2];
    (0..frames)
        .map(|_| {
            for k in 0..2 {
                at[k] += speed[k];
                turn[k] = nalgebra::Rotation3::new(spin[k]).into_inner() * turn[k];
                for i in 0..3 {
                    if at[k][i].abs() > CAGE {
                        speed[k][i] = -speed[k][i].abs() * at[k][i].signum();
                    }
                }
            }
            if (at[1] - at[0]).norm() < 1.1 && (at[1] - at[0]).dot(&(speed[1] - speed[0])) < 0.0 {
                speed.swap(0, 1);
            }
            Pose {
                rotation: turn[0].transpose() * turn[1],
                translation: turn[0].transpose() * (at[1] - at[0]),
                scale: 1.0,
            }
        })
        .collect()
}

pub fn trees<H: Oriented, T: PairTest<H>>(
    tree: &H,
    mesh: &Mesh,
    poses: &[Pose],
    test: impl Fn(&Pose) -> T,
) -> (f64, u64) {
    let (seconds, hits) = seconds_of(2, || {
        let mut hits = 0;
        for pose in poses {
            let test = test(pose);
            let pair = TreePair { a: tree, b: tree, test: &test, descent: Descent::Larger };
            let meshes = Contacts { a: mesh, b: mesh, pose };
            let mut stats = Stats::default();
            contacts(&pair, &meshes, &mut PairFront::without(), &mut stats, |_, _| {
                hits += 1;
                false
            });
        }
        hits
    });
    (1e6 * seconds / poses.len() as f64, hits)
}

fn pairs(mesh: &Mesh, poses: &[Pose], prefilter: bool) -> (f64, u64) {
    let (seconds, hits) = seconds_of(1, || {
        let mut hits = 0;
        for pose in poses {
            simple(&Contacts { a: mesh, b: mesh, pose }, prefilter, |_, _| {
                hits += 1;
                false
            });
        }
        hits
    });
    (1e6 * seconds / poses.len() as f64, hits)
}

/// Time a frame against the number of polygons, and the parameters of the tree.
pub fn cage(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Two tori bouncing in a cage, time to first contact",
        &[
            "triangles",
            "all pairs",
            "prefiltered",
            "BoxTree 1995",
            "no empty boxes",
            "by six axes",
            "restricted",
            "AABB",
            "hits",
            "entries/triangle",
            "empty, %",
            "build, ms",
        ],
    );
    let poses = bounce(extent.pick(200, 2000), 3);
    let (mut crossovers, mut prefilter, mut empties) = ([None; 2], Vec::new(), Vec::new());
    let (mut entries, mut slope, mut same) = (Vec::new(), Vec::new(), true);
    for across in extent.pick(&[4, 6, 9, 14, 20][..], &[4, 6, 9, 14, 20, 32, 50]) {
        let mesh = fitted(torus(1.0, 0.4, 2 * across, *across));
        let count = mesh.triangles.len();
        progress(&format!("{count} triangles"));
        let (build, own) = build_seconds(3, || SpaceTree::<BoxTree95>::build(&mesh));
        let plain = SpaceTree::with(&mesh, BoxTree95 { empty: 2.0, ..BoxTree95::default() });
        let boxes = RestrictedTree::build(&mesh);
        let aabb = KdopTree::<3>::build(&mesh);
        // A sample of the whole flight: its beginning alone has no near misses.
        let few = (40_000 / count.max(1)).clamp(10, poses.len());
        let few: Vec<Pose> = poses.iter().step_by(poses.len() / few).copied().collect();
        let filtered = pairs(&mesh, &few, true);
        let all = pairs(&mesh, &few, false);
        let edges = trees(&own, &mesh, &poses, |p| EdgeTest::new(&own, &own, p));
        let bare = trees(&plain, &mesh, &poses, |p| EdgeTest::new(&plain, &plain, p));
        let faces = trees(&own, &mesh, &poses, |p| BoxTest::new(&own, &own, p, Axes::Six));
        let nine = trees(&boxes, &mesh, &poses, |p| BoxTest::new(&boxes, &boxes, p, Axes::Six));
        let six = trees(&aabb, &mesh, &poses, |p| BoxTest::new(&aabb, &aabb, p, Axes::Six));
        same &= [edges, bare, faces, nine, six].iter().all(|run| run.1 == six.1);
        for (crossover, tree) in crossovers.iter_mut().zip([edges, faces]) {
            if tree.0 < filtered.0 && crossover.is_none() {
                *crossover = Some(count);
            }
        }
        prefilter.push(all.0 / filtered.0);
        empties.push(bare.0 / edges.0);
        entries.push(own.entries() as f64 / count as f64);
        slope.push((count as f64, build));
        table.row([
            count.to_string(),
            number(all.0),
            number(filtered.0),
            number(edges.0),
            number(bare.0),
            number(faces.0),
            number(nine.0),
            number(six.0),
            edges.1.to_string(),
            number(own.entries() as f64 / count as f64),
            number(100.0 * own.empty_share()),
            number(1e3 * build),
        ]);
    }
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    table.claim(
        "S1.11",
        "the tree overtakes the simple algorithm at 100 to 200 polygons.",
        {
            let [edges, faces] = crossovers
                .map(|c| c.map_or("never".into(), |n: usize| format!("at {n} triangles or fewer")));
            format!("by the source's test of edges {edges}, by six axes {faces}")
        },
        crossovers[0].is_some_and(|n| n <= 400),
    );
    table.claim(
        "S1.10",
        "leaving out what lies outside the other's box gains about 1.5.",
        format!("mean {}", number(mean(&prefilter))),
        mean(&prefilter) > 1.0,
    );
    table.claim(
        "S1.2",
        "empty boxes help.",
        format!("time without over with {}", number(mean(&empties))),
        mean(&empties) > 1.0,
    );
    table.claim(
        "S1.3",
        "1.2 to 1.6 entries a polygon.",
        format!("mean {}", number(mean(&entries))),
        (1.0..=2.0).contains(&mean(&entries)),
    );
    if let (Some(first), Some(last)) = (slope.first(), slope.last()) {
        let exponent = (last.1 / first.1).ln() / (last.0 / first.0).ln();
        table.claim(
            "S1.12",
            "building is linear.",
            format!("exponent {}", number(exponent)),
            exponent < 1.3,
        );
    }
    table.claim(
        "S1.7",
        "the same traversal serves every tree.",
        if same { "the same frames are hits" } else { "answers differ" },
        same,
    );
    table
}
