//! Two nested spheres with a gap: pairs of nodes tested by kind of volume (Klosowski).

use super::shape::ball;
use super::table::Table;
use super::{Extent, Progress};
use crate::pair::PairFront;
use crate::pair::{Axes, BoxTest, Contacts, Descent, DopTest, PairTest, Pose, TreePair, contacts};
use crate::tree::{Hierarchy, KdopTree, ObbTree, Oriented, Stats};
use gouge_mesh::mesh::Mesh;

fn tests<H: Oriented, T: PairTest<H>>(
    trees: (&H, &H),
    meshes: (&Mesh, &Mesh),
    test: &T,
) -> (u64, u64) {
    let pose = Pose::at(gouge_mesh::geom::Vec3::zeros());
    let pair = TreePair { a: trees.0, b: trees.1, test, descent: Descent::Larger };
    let mut stats = Stats::default();
    let meshes = Contacts { a: meshes.0, b: meshes.1, pose: &pose };
    contacts(&pair, &meshes, &mut PairFront::without(), &mut stats, |_, _| true);
    (stats.nodes, stats.triangles)
}

fn dop<const N: usize>(outer: &Mesh, inner: &Mesh) -> (u64, u64) {
    let trees = (KdopTree::<N>::build(outer), KdopTree::<N>::build(inner));
    let test = DopTest::translated(&trees.0, &trees.1, gouge_mesh::geom::Vec3::zeros());
    tests((&trees.0, &trees.1), (outer, inner), &test)
}

fn obb(outer: &Mesh, inner: &Mesh) -> (u64, u64) {
    let trees = (ObbTree::build(outer), ObbTree::build(inner));
    let pose = Pose::at(gouge_mesh::geom::Vec3::zeros());
    let test = BoxTest::new(&trees.0, &trees.1, &pose, Axes::Fifteen);
    tests((&trees.0, &trees.1), (outer, inner), &test)
}

/// Node tests against the gap.
pub fn nested(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Node tests (and triangle tests) of two concentric spheres, the inner one smaller by a gap",
        &["triangles", "gap", "6-dop", "14-dop", "18-dop", "26-dop", "OBB", "fewest"],
    );
    let sizes: &[(usize, usize)] = extent.pick(&[(32, 31)], &[(32, 31), (100, 100)]);
    let names = ["6-dop", "14-dop", "18-dop", "26-dop", "OBB"];
    let mut fewest = Vec::new();
    for &(sides, rings) in sizes {
        for gap in [0.55, 0.3, 0.1, 0.03, 0.01, 0.001, 0.0001] {
            let (outer, inner) = (ball(1.0, sides, rings), ball(1.0 - gap, sides, rings));
            // The chords of the outer sphere may reach inside the inner one; the counts are
            // what is compared, as in the source.
            progress(&format!("{} triangles, gap {gap}", outer.triangles.len()));
            let counts = [
                dop::<3>(&outer, &inner),
                dop::<7>(&outer, &inner),
                dop::<9>(&outer, &inner),
                dop::<13>(&outer, &inner),
                obb(&outer, &inner),
            ];
            let best = (0..5).min_by_key(|&i| counts[i].0).unwrap_or(0);
            fewest.push((gap, best));
            let [a, b, c, d, e] = counts.map(|(n, t)| format!("{n} ({t})"));
            table.row([
                outer.triangles.len().to_string(),
                gap.to_string(),
                a,
                b,
                c,
                d,
                e,
                names[best].into(),
            ]);
        }
    }
    let wide = fewest.iter().find(|f| f.0 == 0.55).map_or(0, |f| f.1);
    table.claim(
        "S3.16",
        "at the widest gap 14-, 18- and 26-dops need fewest, at middle gaps OBBs.",
        format!(
            "{} at 0.55; OBB at {} of {} gaps",
            names[wide],
            fewest.iter().filter(|f| f.1 == 4).count(),
            fewest.len()
        ),
        (1..=3).contains(&wide) && fewest.iter().any(|f| f.1 == 4),
    );
    table
}
