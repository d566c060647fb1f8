//! Where a search in the wide tree begins: at the root each time, with the facet that was deepest
//! before as a seed, or with what a group of motions keeps besides.

use super::clock::seconds_of;
use super::ground::{Land, Rows};
use super::peers::{ball, column as column_of};
use super::scene::molds;
use super::table::{Table, number};
use super::{Extent, Progress};
use gouge_core::sweep::{Gap, Segment, deepest};
use gouge_core::tool::{Piece, Spec};
use gouge_core::tree::{Course, Facets, Stats, WideTree};
use gouge_mesh::geom::{Swept, Vec3};
use gouge_mesh::mesh::Mesh;
use gouge_verify::tolerance::DEPTH_DEFAULT_MM;

/// How searches of one path have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Begin {
    Root,
    Seed,
    Group,
}

/// How nearly depths are told, mm.
const GAP_MM: f64 = 1e-5;

const WAYS: [Begin; 3] = [Begin::Root, Begin::Seed, Begin::Group];

/// A ball's tips over a part, row by row.
struct Path<'m> {
    mesh: &'m Mesh,
    tree: &'m WideTree<'m>,
    ball: &'m Piece,
    rows: Vec<Vec<Vec3>>,
}

impl Path<'_> {
    /// Work done, and the depths of all motions together, mm.
    fn go(&self, begin: Begin) -> (Stats, f64) {
        let (mut stats, mut sum) = (Stats::default(), 0.0);
        for row in &self.rows {
            let points: &[Vec3] = if begin == Begin::Group { row } else { &[] };
            let course = Course { carry: begin != Begin::Root, points };
            let mut searcher = self.tree.searcher(course);
            for ends in row.windows(2) {
                if begin == Begin::Root {
                    stats += searcher.stats();
                    searcher = self.tree.searcher(course);
                }
                let (from, travel) = (ends[0], ends[1] - ends[0]);
                let swept = Swept { from, travel, body: self.ball, grow: 0.0 };
                sum += searcher.deepest(&swept, DEPTH_DEFAULT_MM, GAP_MM, &mut |index, floor| {
                    let facet = self.mesh.triangle(index as usize);
                    let found = deepest(
                        self.ball,
                        &facet,
                        &Segment::straight(from, travel),
                        floor,
                        &Gap::of(GAP_MM),
                    );
                    found.map_or(floor, |found| found.lo.max(floor))
                });
            }
            stats += searcher.stats();
        }
        (stats, sum)
    }

    fn put(&self, name: &str, rounds: usize, table: &mut Table) -> bool {
        let motions = self.rows.iter().map(|row| row.len().saturating_sub(1)).sum::<usize>();
        let each = |work: u64| number(work as f64 / motions as f64);
        let found = WAYS.map(|begin| seconds_of(rounds, || self.go(begin)));
        let mut cells =
            vec![name.to_owned(), self.mesh.triangles.len().to_string(), motions.to_string()];
        cells.extend(found.map(|(seconds, _)| number(1e6 * seconds / motions as f64)));
        cells.extend(found.map(|(_, (stats, _))| each(stats.nodes)));
        cells.extend(found.map(|(_, (stats, _))| each(stats.triangles)));
        table.rows.push(cells);
        let sum = found[0].1.1;
        found.iter().all(|(_, (_, other))| (other - sum).abs() <= GAP_MM * motions as f64)
    }
}

/// Rows of steps that follow each other.
fn joined(steps: &[(Vec3, Vec3)]) -> Vec<Vec<Vec3>> {
    let mut rows: Vec<Vec<Vec3>> = Vec::new();
    for (from, travel) in steps {
        let to = from + travel;
        match rows.last_mut() {
            Some(row) if row.last() == Some(from) => row.push(to),
            _ => rows.push(vec![*from, to]),
        }
    }
    rows
}

/// The table.
pub fn seeds(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Swept ball, deepest facet of each motion, wide tree: from the root each time, with the last deepest \
         facet as a seed, with groups of motions besides; one thread, processor time, each of one motion",
        &[
            "path",
            "triangles",
            "motions",
            "us, root",
            "us, seed",
            "us, group",
            "nodes, root",
            "nodes, seed",
            "nodes, group",
            "exact, root",
            "exact, seed",
            "exact, group",
        ],
    );
    let land = Land::default();
    let Some(column) = ball().as_ref().and_then(column_of) else { return table };
    let rounds = extent.pick(1, 3);
    let sparse = Rows { count: 30, motions: extent.pick(20, 199), step: 1.5 };
    let dense = Rows { count: 10, motions: extent.pick(50, 999), step: 0.09 };
    let mut same = true;
    for side in extent.pick(vec![60], vec![300, 1200]) {
        progress("land");
        let mesh = land.mesh(side);
        let tree = WideTree::new(&mesh);
        for (name, rows) in [("sparse", sparse), ("dense", dense)] {
            for (how, path) in
                [("clean", land.clean(&rows, &mesh, &tree, &column)), ("heavy", land.heavy(&rows))]
            {
                progress(&format!("{name}, {how}"));
                let path = Path { mesh: &mesh, tree: &tree, ball: &column, rows: path };
                same &= path.put(&format!("{name}, {how}"), rounds, &mut table);
            }
        }
    }
    for scene in molds(extent) {
        progress(scene.name);
        let tree = WideTree::new(&scene.part);
        let spec = Spec::parse(&format!("ball:{}", 2.0 * scene.radius), ".".as_ref()).ok();
        let Some(ball) = spec.as_ref().and_then(column_of) else { continue };
        let rows = joined(&scene.steps);
        let path = Path { mesh: &scene.part, tree: &tree, ball: &ball, rows };
        same &= path.put(scene.name, rounds, &mut table);
    }
    table.claim(
        "same",
        "wherever a search begins, it finds the same depths.",
        if same { "all equal" } else { "they differ" },
        same,
    );
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_follow_each_other_are_a_row() {
        let [a, b, c] = [0.0, 1.0, 3.0].map(|x| Vec3::new(x, 0.0, 0.0));
        let rows = joined(&[(a, b - a), (b, c - b), (a, c - a)]);
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
        assert_eq!(rows[0][2], c);
    }
}
