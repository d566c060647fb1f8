//! How the time of a sweep grows: exponents over triangles, motions, regions and threads; and that
//! of reading a program, over the lines of its subprogram.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use super::clock::build_seconds;
use super::ground::{Land, Rows};
use super::peers::{ball, column, motions, search, sweep};
use super::table::{Table, number};
use super::{Extent, Progress};
use gouge_core::tool::Spec;
use gouge_core::tree::{Facets, WideTree};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Dialect, Interpreter, Motion, Source};
use gouge_verify::{Body, Options, Outcome, Progress as Watched, check};

/// Points of the lattice along a side of the land that motions, regions and threads are tried on.
const SIDE: usize = 300;

/// Slope of the straight line through the logarithms of some points, by least squares.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let over: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    over / logs.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}

/// A program that calls one subprogram of as many lines, as a control has it.
fn calling(dialect: Dialect, times: usize, lines: usize) -> String {
    let (before, after) = match dialect {
        Dialect::LinuxCnc => (
            "o100 sub\n".to_owned(),
            format!("o100 endsub\nF500\n{}M2\n", "o100 call\n".repeat(times)),
        ),
        _ => (
            format!("%\nO1\nF500\n{}M30\nO100\n", "M98 P100\n".repeat(times)),
            "M99\n%\n".to_owned(),
        ),
    };
    let mut text = before;
    for line in 0..lines {
        let _ = writeln!(text, "G1 X{}.{:03} Y{}", line % 97, line % 1000, line % 89);
    }
    text + &after
}

/// What grows with what.
struct Curve {
    over: &'static str,
    what: &'static str,
    points: Vec<(f64, f64)>,
}

impl Curve {
    fn new(over: &'static str, what: &'static str) -> Self {
        Self { over, what, points: Vec::new() }
    }

    fn put(self, table: &mut Table) {
        let fitted = exponent(&self.points);
        for (at, seconds) in &self.points {
            table.row([
                self.over.to_owned(),
                number(*at),
                self.what.to_owned(),
                number(1e3 * seconds),
                number(fitted),
            ]);
        }
    }
}

/// The table.
pub fn scaling(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "A ball of 20 mm over 300 mm of land, processor time of one thread (threads: wall time); \
         the exponent is fitted over all rows of a curve",
        &["over", "size", "what", "ms", "exponent"],
    );
    let land = Land::default();
    let Some(spec) = ball() else { return table };
    over_triangles(&land, &spec, extent, progress, &mut table);
    let mesh = land.mesh(extent.pick(100, SIDE));
    over_motions(&land, &mesh, &spec, extent, progress, &mut table);
    over_regions(&land, &mesh, extent, progress, &mut table);
    over_lines(extent, progress, &mut table);
    over_threads(&land, &mesh, &spec, extent, progress, &mut table);
    table
}

fn over_triangles(land: &Land, spec: &Spec, extent: Extent, progress: Progress, table: &mut Table) {
    let Some(column) = column(spec) else { return };
    let rows = Rows { count: 10, motions: extent.pick(100, 1000), step: 0.09 };
    let mut build = Curve::new("triangles", "build");
    let mut clean = Curve::new("triangles", "search, dense, clean");
    let mut heavy = Curve::new("triangles", "search, dense, heavy");
    for side in extent.pick(vec![40, 100], vec![72, 225, 708, 2237]) {
        progress(&format!("{} triangles", 2 * (side - 1) * (side - 1)));
        let mesh = land.mesh(side);
        let count = mesh.triangles.len() as f64;
        let (seconds, tree) = build_seconds(1, || WideTree::new(&mesh));
        build.points.push((count, seconds));
        let rounds = extent.pick(1, 3);
        let tree: &dyn Facets = &tree;
        let path = land.clean(&rows, &mesh, tree, &column);
        clean.points.push((count, search(&mesh, tree, &column, &path, rounds).0));
        let path = land.heavy(&rows);
        heavy.points.push((count, search(&mesh, tree, &column, &path, rounds).0));
    }
    [build, clean, heavy].into_iter().for_each(|curve| curve.put(table));
}

fn over_motions(
    land: &Land,
    mesh: &Mesh,
    spec: &Spec,
    extent: Extent,
    progress: Progress,
    table: &mut Table,
) {
    let row = land.heavy(&Rows { count: 10, motions: 1000, step: 0.09 });
    let raised: Vec<Vec<Vec3>> = row
        .iter()
        .map(|tips| tips.iter().map(|p| p + Vec3::new(0.0, 0.0, 8.0)).collect())
        .collect();
    for (what, path) in [("sweep, clear", &raised), ("sweep, heavy", &row)] {
        let each = motions(path);
        let mut curve = Curve::new("motions", what);
        for count in extent.pick(vec![1000, 10_000], vec![1000, 10_000, 100_000, 1_000_000]) {
            progress(&format!("{count} motions, {what}"));
            let many: Vec<Motion> = each.iter().cycle().take(count).cloned().collect();
            curve.points.push((count as f64, sweep(mesh, spec, &many, 1).0));
        }
        curve.put(table);
    }
}

fn run(mesh: &Mesh, spec: &Spec, motions: &[Motion]) -> Outcome {
    let report = defects::examine(mesh);
    let body = [Body::new(mesh, &report, false)];
    let specs = BTreeMap::from([(1, spec.clone())]);
    check(&body, &specs, &motions.into(), &Options::default(), &Watched::default())
}

/// Plunges of a small ball into the land, far enough from each other to be regions of their own.
fn over_regions(land: &Land, mesh: &Mesh, extent: Extent, progress: Progress, table: &mut Table) {
    const HIGH: f64 = 150.0;
    let Ok(small) = Spec::parse("ball:1", ".".as_ref()) else { return };
    let mut curve = Curve::new("regions", "check, plunges");
    for side in extent.pick(vec![4, 8], vec![10, 32, 100]) {
        progress(&format!("{} plunges", side * side));
        let at = |k: usize| 10.0 + 280.0 * (k as f64 + 0.37) / side as f64;
        let mut plunges = Vec::new();
        for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
            let (x, y) = (at(i), at(j));
            let down = land.height(x, y) - 0.3;
            plunges.push(Motion::feed(1, [x, y, HIGH], [x, y, down]));
            plunges.push(Motion::feed(1, [x, y, down], [x, y, HIGH]));
        }
        let (seconds, outcome) = build_seconds(1, || run(mesh, &small, &plunges));
        curve.points.push((outcome.regions.len() as f64, seconds));
    }
    curve.put(table);
}

/// Subprograms that are called ten times: each call finds its lines anew.
fn over_lines(extent: Extent, progress: Progress, table: &mut Table) {
    const CALLS: usize = 10;
    for (what, dialect) in
        [("reading, LinuxCNC", Dialect::LinuxCnc), ("reading, Fanuc", Dialect::Fanuc)]
    {
        let mut curve = Curve::new("subprogram lines", what);
        for lines in extent.pick(vec![100, 1000], vec![100, 1000, 10_000, 100_000]) {
            progress(&format!("{lines} lines of a subprogram, {what}"));
            let source = Source::from_bytes("lines.nc", calling(dialect, CALLS, lines));
            let options = gouge_nc::Options { dialect, ..gouge_nc::Options::default() };
            let interpreter = Interpreter::new(options);
            let read = || interpreter.run(&source, |_| ControlFlow::Continue(())).motions;
            let (seconds, motions) = build_seconds(extent.pick(1, 3), read);
            assert_eq!(
                motions,
                (CALLS * lines) as u64,
                "{what}: every line of every call is a motion"
            );
            curve.points.push((lines as f64, seconds));
        }
        curve.put(table);
    }
}

fn over_threads(
    land: &Land,
    mesh: &Mesh,
    spec: &Spec,
    extent: Extent,
    progress: Progress,
    table: &mut Table,
) {
    let path = land.heavy(&Rows { count: 30, motions: extent.pick(100, 3333), step: 0.09 });
    let each = motions(&path);
    let mut curve = Curve::new("threads", "check, dense, heavy");
    for threads in [1, 2] {
        progress(&format!("{threads} threads"));
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else { return };
        let best = (0..extent.pick(1, 5))
            .map(|_| {
                let start = Instant::now();
                pool.install(|| run(mesh, spec, &each));
                start.elapsed().as_secs_f64()
            })
            .fold(f64::INFINITY, f64::min);
        curve.points.push((threads as f64, best));
    }
    curve.put(table);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_of_powers() {
        let curve = |power: f64| [1.0, 10.0, 300.0].map(|x: f64| (x, 7.0 * x.powf(power)));
        assert!((exponent(&curve(1.0)) - 1.0).abs() < 1e-12);
        assert!((exponent(&curve(0.5)) - 0.5).abs() < 1e-12);
    }
}
