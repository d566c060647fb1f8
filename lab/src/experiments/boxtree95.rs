//! The parameters of the BoxTree of 1995: depth, empty boxes, thick planes, parallel tasks.

use std::time::Instant;

use super::cage::{bounce, trees};
use super::shape::{ball, fitted, torus};
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::PairFront;
use crate::pair::{
    Axes, BoxTest, Contacts, Descent, EdgeTest, Pose, TreePair, contacts, contacts_in_parallel,
};
use crate::tree::{BoxTree95, Hierarchy, KdopTree, SpaceTree, Stats};
use gouge_mesh::mesh::Mesh;

/// Polygons and near-optimal depth in the source.
const DEPTHS: [(usize, u32); 6] = [(100, 4), (300, 5), (700, 6), (1300, 7), (2000, 8), (3000, 9)];

struct Measure<'a> {
    table: Table,
    poses: &'a [Pose],
}

impl Measure<'_> {
    /// Time a frame in the cage.
    fn row(&mut self, what: &str, mesh: &Mesh, value: String, choose: BoxTree95) -> f64 {
        let tree = SpaceTree::with(mesh, choose);
        let (us, _) = trees(&tree, mesh, self.poses, |p| EdgeTest::new(&tree, &tree, p));
        self.table.row([
            what.into(),
            mesh.triangles.len().to_string(),
            value,
            number(us),
            number(tree.entries() as f64 / mesh.triangles.len() as f64),
            number(100.0 * tree.empty_share()),
        ]);
        us
    }
}

/// About so many triangles.
fn torus_of(triangles: usize) -> Mesh {
    let across = ((triangles as f64 / 4.0).sqrt().round() as usize).max(3);
    fitted(torus(1.0, 0.4, 2 * across, across))
}

/// Every sweep of a parameter.
pub fn boxtree95(extent: Extent, progress: Progress) -> Table {
    let poses = bounce(extent.pick(60, 600), 3);
    let columns = ["parameter", "triangles", "value", "us/frame", "entries/triangle", "empty, %"];
    let table = Table::new("BoxTree of 1995, two tori in a cage, time to first contact", &columns);
    let mut measure = Measure { table, poses: &poses };
    let mut found = Vec::new();
    for (count, said) in DEPTHS.into_iter().take(extent.pick(4, 6)) {
        let mesh = torus_of(count);
        progress(&format!("depth of {} triangles", mesh.triangles.len()));
        let depths = (said - 3)..=(said + 5);
        let times: Vec<(f64, u32)> = depths
            .map(|d| {
                let choose = BoxTree95 { deepest: Some(d), ..BoxTree95::default() };
                (measure.row("depth", &mesh, d.to_string(), choose), d)
            })
            .collect();
        let best = times.iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |t| t.1);
        let at_said = times.iter().find(|t| t.1 == said).map_or(1.0, |t| t.0);
        let least = times.iter().map(|t| t.0).fold(f64::INFINITY, f64::min);
        found.push((said, best, at_said / least));
    }
    let mesh = torus_of(400);
    progress("empty boxes");
    let mut shares = Vec::new();
    for empty in [0.05, 0.1, 0.15, 0.3, 0.5, 2.0] {
        let value = if empty > 1.0 { "none".into() } else { number(empty) };
        let choose = BoxTree95 { empty, ..BoxTree95::default() };
        let us = measure.row("empty share", &mesh, value, choose);
        shares.push((SpaceTree::with(&mesh, choose).empty_share(), us));
    }
    progress("thick planes");
    let sphere = fitted(ball(1.0, 24, 23));
    let thin = SpaceTree::with(&sphere, BoxTree95::default()).entries();
    let mut thick = usize::MAX;
    for thickness in [0.0, 1e-6, 1e-3, 1e-2] {
        let choose = BoxTree95 { thickness, ..BoxTree95::default() };
        measure.row("thickness", &sphere, number(thickness), choose);
        thick = thick.min(SpaceTree::with(&sphere, choose).entries());
    }
    let mut table = measure.table;
    let listed: Vec<String> = found
        .iter()
        .map(|(said, best, loss)| format!("{best} (source {said}, there {} times)", number(*loss)))
        .collect();
    table.claim(
        "S1.5",
        "the best depth is 4, 5, 6, 7, 8, 9 for 100, 300, 700, 1300, 2000, 3000 polygons, give or take one.",
        listed.join(", "),
        found.iter().all(|(said, best, _)| said.abs_diff(*best) <= 1),
    );
    table.claim(
        "S1.2",
        "empty boxes cover 23 % of a torus of 400 polygons.",
        format!(
            "{} % at a threshold of 0.15, {} % at 0.05",
            number(100.0 * shares[2].0),
            number(100.0 * shares[0].0)
        ),
        (0.15..0.35).contains(&shares[2].0),
    );
    let best = shares[..5].iter().map(|s| s.1).fold(f64::INFINITY, f64::min);
    table.claim(
        "S1.2",
        "they help, over a broad range of thresholds.",
        format!("time without over the best with {}", number(shares[5].1 / best)),
        shares[5].1 > best,
    );
    table.claim(
        "S1.4",
        "a thick plane spares the crossings of facets that end at a plane of symmetry.",
        format!("entries of a sphere {thin} with thin planes, {thick} with thick ones"),
        thick < thin,
    );
    parallel(&mut table, extent, progress);
    table
}

/// S1.13: up to four tasks at a time.
fn parallel(table: &mut Table, extent: Extent, progress: Progress) {
    progress("tasks in parallel");
    let mesh = fitted(torus(1.0, 0.4, extent.pick(120, 240), extent.pick(60, 120)));
    let tree = KdopTree::<3>::build(&mesh);
    let pose = Pose::at(gouge_mesh::geom::Vec3::new(0.3, 0.2, 0.1));
    let meshes = Contacts { a: &mesh, b: &mesh, pose: &pose };
    let test = || BoxTest::new(&tree, &tree, &pose, Axes::Six);
    // Wall time: what counts here is how soon the answer is there.
    let best = |work: &mut dyn FnMut() -> usize| {
        let mut least = (f64::INFINITY, 0);
        for _ in 0..extent.pick(3, 7) {
            let start = Instant::now();
            let count = work();
            least = (least.0.min(start.elapsed().as_secs_f64()), count);
        }
        least
    };
    let alone = best(&mut || {
        let (own, mut count) = (test(), 0);
        let pair = TreePair { a: &tree, b: &tree, test: &own, descent: Descent::Larger };
        contacts(&pair, &meshes, &mut PairFront::without(), &mut Stats::default(), |_, _| {
            count += 1;
            true
        });
        count
    });
    let shared = best(&mut || contacts_in_parallel((&tree, &tree), test, &meshes).len());
    let threads = rayon::current_num_threads();
    table.claim(
        "S1.13",
        "parallel tasks speed a query up, with the same result.",
        format!(
            "{} times on {threads} threads, {} and {} contacts",
            number(alone.0 / shared.0),
            alone.1,
            shared.1
        ),
        alone.1 == shared.1 && (threads == 1 || alone.0 > 1.2 * shared.0),
    );
}
