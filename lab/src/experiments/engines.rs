//! Bytes against time: every hierarchy as an engine on the ball's paths over land.

use super::clock::build_seconds;
use super::ground::{Land, Rows};
use super::peers::{ball, column, search};
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::tree::Engine as Known;
use gouge_core::tree::{Engine, WideTree};

/// Triangles above which only what the product ships is tried.
const MOST: usize = 200_000;

/// What is asked of the default engine.
const BYTES: f64 = 12.0;

/// The table.
pub fn engines(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Hierarchies over 300 mm of land, a ball of 20 mm in motions of 1.5 mm (sparse) and 0.09 mm (dense), \
         one thread, processor time; search in us a motion",
        &[
            "triangles",
            "engine",
            "bytes/triangle",
            "build, Mtri/s",
            "sparse, clean",
            "sparse, heavy",
            "dense, clean",
            "dense, heavy",
        ],
    );
    let land = Land::default();
    let Some(column) = ball().as_ref().and_then(column) else { return table };
    let sparse = Rows { count: 30, motions: extent.pick(20, 199), step: 1.5 };
    let dense = Rows { count: 10, motions: extent.pick(50, 999), step: 0.09 };
    let rounds = extent.pick(1, 3);
    let shipped = || Engine::SHIPPED.iter().copied();
    let mut most = 0.0f64;
    let mut same = true;
    for side in extent.pick(vec![60], vec![300, 1200]) {
        progress("land");
        let mesh = land.mesh(side);
        let count = mesh.triangles.len();
        let tree = WideTree::new(&mesh);
        let paths = [
            (sparse, land.clean(&sparse, &mesh, &tree, &column)),
            (sparse, land.heavy(&sparse)),
            (dense, land.clean(&dense, &mesh, &tree, &column)),
            (dense, land.heavy(&dense)),
        ];
        drop(tree);
        let others = Known::ALL.iter().map(|known| known.registered());
        let others = others.filter(|known| shipped().all(|engine| engine.name != known.name));
        let mut first = None;
        for engine in shipped().chain(others.filter(|_| count <= MOST)) {
            progress(&format!("{count} triangles, {}", engine.name));
            let (seconds, facets) = build_seconds(1, || (engine.build)(&mesh));
            let bytes = facets.bytes() as f64 / count as f64;
            if engine.name == Engine::default().name {
                most = most.max(bytes);
            }
            let found = paths
                .each_ref()
                .map(|(rows, path)| (rows, search(&mesh, &*facets, &column, path, rounds)));
            let gouging = found.map(|(_, (_, gouging))| gouging);
            same &= *first.get_or_insert(gouging) == gouging;
            let [a, b, c, d] =
                found.map(|(rows, (seconds, _))| number(1e6 * seconds / rows.total() as f64));
            table.row([
                count.to_string(),
                engine.name.to_owned(),
                number(bytes),
                number(count as f64 / seconds / 1e6),
                a,
                b,
                c,
                d,
            ]);
        }
    }
    table.claim(
        "bytes",
        format!("the default engine takes at most {BYTES} bytes a triangle."),
        number(most),
        most <= BYTES,
    );
    table.claim(
        "same",
        "every engine finds the same motions that gouge.",
        if same { "all equal" } else { "they differ" },
        same,
    );
    table
}
