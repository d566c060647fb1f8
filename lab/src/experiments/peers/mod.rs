//! A ball over terrain, motion by motion: Gouge beside parry's hierarchy, in one run, on one
//! thread, by processor time; Embree, coal and FCL too, where they are installed.
//!
//! parry is used in the way that is fastest for it: its BVH with a visitor of ours, which prunes by
//! the distance between boxes and measures what is left in closed form, all contacts, in `f64`. It
//! looks for facets nearer to the segment of the ball's centre than the radius less the tolerance.
//! Gouge's search states how deep each motion is, to nanometres, with its deepest facet; its sweep
//! goes on to the verdict with part-side depth and sides. Both are for an endless column above the
//! ball, not for the ball alone.

use std::collections::BTreeMap;

mod embree;
mod parry;
mod program;
mod standing;

use self::parry::Parry;
use super::clock::{build_seconds, seconds_of};
use super::ground::{Land, RADIUS, Rows};
use super::table::{Table, number};
use super::{Extent, Progress};
use gouge_core::sweep::{Gap, Segment, deepest};
use gouge_core::tool::{Piece, Spec};
use gouge_core::tree::{Course, Facets, WideTree};
use gouge_mesh::geom::{Swept, Vec3};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_nc::{Motion, Motions};
use gouge_verify::{Body, Options, Progress as Watched, Verdict, check};

/// Depth above which a motion gouges, mm.
const TOLERANCE: f64 = 0.01;

/// parry's own query takes so long that it is asked about one motion in so many.
const STRIDE: usize = 100;

/// Other tools, and the points along a side of the land on which they run the ball's path.
const TOOLS: [&str; 5] =
    ["flat:20", "bull:20,3", "taper:2,10,20", "drill:20,118", "ball:20;len=30;shank=20,60"];
const SMALLER: usize = 300;

/// The tool that the paths are made for.
pub const BALL: &str = "ball:20";

/// As it is built.
pub fn ball() -> Option<Spec> {
    Spec::parse(BALL, ".".as_ref()).ok()
}

/// The piece of a ball that reaches above the land.
pub fn column(spec: &Spec) -> Option<Piece> {
    let tool = spec.build(300.0);
    tool.components.into_iter().flat_map(|component| component.pieces).next()
}

/// Motions of each row.
pub fn motions(rows: &[Vec<Vec3>]) -> Vec<Motion> {
    let each = rows.iter().flat_map(|row| row.windows(2));
    each.map(|ends| Motion::feed(1, ends[0].into(), ends[1].into())).collect()
}

/// Seconds of the sweep of some motions, without the building of the tree, and how many gouge.
pub fn sweep(mesh: &Mesh, spec: &Spec, motions: &[Motion], rounds: usize) -> (f64, usize) {
    let report = defects::examine(mesh);
    let body = [Body::new(mesh, &report, false)];
    let specs = BTreeMap::from([(1, spec.clone())]);
    let options = Options { tolerance: TOLERANCE, ..Options::default() };
    let run = |motions: &[Motion]| {
        let motions = Motions::from(motions);
        build_seconds(rounds, || {
            let outcome = check(&body, &specs, &motions, &options, &Watched::default());
            outcome.motions.iter().filter(|m| m.verdict == Verdict::Gouge).count()
        })
    };
    let few = &motions[..motions.len().min(2)];
    // What a body works out when it is first asked is no part of a sweep.
    run(few);
    let (all, gouging) = run(motions);
    let (two, _) = run(few);
    ((all - two).max(0.0), gouging)
}

/// Seconds of the search of some rows, and how many motions are deeper than the tolerance.
pub fn search(
    mesh: &Mesh,
    facets: &dyn Facets,
    piece: &Piece,
    rows: &[Vec<Vec3>],
    rounds: usize,
) -> (f64, usize) {
    seconds_of(rounds, || {
        let mut gouging = 0;
        each_depth(
            facets,
            piece,
            rows,
            TOLERANCE,
            |index, from, travel, floor| {
                let facet = mesh.triangle(index as usize);
                let found = deepest(
                    piece,
                    &facet,
                    &Segment::straight(*from, *travel),
                    floor,
                    &Gap::of(GAP),
                );
                found.map_or(floor, |found| found.lo)
            },
            |depth| gouging += usize::from(depth > TOLERANCE),
        );
        gouging
    })
}

/// How closely depths are told, mm.
const GAP: f64 = 1e-5;

/// Tells the depth of every motion of some rows, `floor` where it is not deeper than that, given
/// how deep one facet is in a motion.
fn each_depth(
    facets: &dyn Facets,
    body: &dyn gouge_mesh::geom::Body,
    rows: &[Vec<Vec3>],
    floor: f64,
    mut facet: impl FnMut(u32, &Vec3, &Vec3, f64) -> f64,
    mut tell: impl FnMut(f64),
) {
    for row in rows {
        let mut searcher = facets.searcher(Course { carry: true, points: row });
        for ends in row.windows(2) {
            let (from, travel) = (ends[0], ends[1] - ends[0]);
            let swept = Swept { from, travel, body, grow: 0.0 };
            tell(searcher.deepest(&swept, floor, GAP, &mut |index, floor| {
                facet(index, &from, &travel, floor).max(floor)
            }));
        }
    }
}

/// Cells of a row of the table.
struct Measured<'a> {
    /// Triangles of the part.
    count: usize,
    path: &'a str,
    motions: usize,
}

impl Measured<'_> {
    /// What was measured, its seconds, those of the sweep that it is held against, and what was
    /// found.
    fn row(
        &self,
        what: &str,
        seconds: f64,
        swept: f64,
        gouging: &str,
        contacts: &str,
    ) -> [String; 8] {
        [
            self.count.to_string(),
            self.path.to_owned(),
            self.motions.to_string(),
            what.to_owned(),
            number(1e6 * seconds / self.motions as f64),
            number(seconds / swept),
            gouging.to_owned(),
            contacts.to_owned(),
        ]
    }
}

/// A row about all of a part, without times of motions.
fn remark(count: usize, what: String) -> [String; 8] {
    let none = || "-".to_owned();
    [count.to_string(), none(), none(), what, none(), none(), none(), none()]
}

/// The table.
pub fn peers(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "A ball of 20 mm over 300 mm of land, and mesh tools as wide, on one thread, processor time; \
         ratio: of the sweep's time",
        &["triangles", "path", "motions", "what", "us/motion", "ratio", "gouging", "contacts"],
    );
    let land = Land::default();
    let (Some(spec), Some(column)) = (ball(), ball().as_ref().and_then(column)) else {
        return table;
    };
    progress("compiling what is installed");
    let embree = program::EMBREE.made();
    let sparse = Rows { count: 30, motions: 199, step: 1.5 };
    let dense = Rows { count: 10, motions: extent.pick(300, 3333), step: 0.09 };
    let rounds = extent.pick(1, 3);
    let lands = extent.pick(vec![100], vec![SMALLER, 1200]);
    for &side in &lands {
        progress("land");
        let mesh = land.mesh(side);
        let count = mesh.triangles.len();
        let (build, tree) = build_seconds(1, || WideTree::new(&mesh));
        let (build_theirs, parry) = build_seconds(1, || Parry::new(&mesh));
        let Some(parry) = parry else { continue };
        let built = |what: &str, seconds: f64| {
            let speed = number(count as f64 / seconds / 1e6);
            remark(count, format!("build, {what}: {speed} Mtri/s"))
        };
        table.row(built("gouge", build));
        table.row(built("parry", build_theirs));
        if let Err(why) = &embree {
            table.row(remark(count, format!("Embree: {why}")));
        }
        for (name, rows, lowered) in [
            ("sparse, clean", sparse, false),
            ("sparse, heavy", sparse, true),
            ("dense, clean", dense, false),
            ("dense, heavy", dense, true),
        ] {
            progress(&format!("{count} triangles, {name}"));
            let path =
                if lowered { land.heavy(&rows) } else { land.clean(&rows, &mesh, &tree, &column) };
            let motions = motions(&path);
            let about = Measured { count, path: name, motions: rows.total() };
            let swept = sweep(&mesh, &spec, &motions, rounds);
            let searched = search(&mesh, &tree, &column, &path, rounds);
            let up = Vec3::new(0.0, 0.0, RADIUS);
            let radius = RADIUS - TOLERANCE;
            let ends = || path.iter().flat_map(|row| row.windows(2));
            let (visited, (hit, contacts)) = seconds_of(rounds, || {
                ends().fold((0, 0), |(hit, all), ends| {
                    let found = parry.contacts(&(ends[0] + up), &(ends[1] + up), radius);
                    (hit + usize::from(found > 0), all + found)
                })
            });
            let (stock, met) = seconds_of(1, || {
                let some = ends().step_by(STRIDE);
                some.filter(|ends| parry.stock(&(ends[0] + up), &(ends[1] + up), radius)).count()
            });
            let stock = stock * rows.total() as f64 / rows.total().div_ceil(STRIDE) as f64;
            for (what, seconds, gouging, contacts) in [
                ("gouge, sweep and verdict", swept.0, swept.1.to_string(), "-"),
                ("gouge, search", searched.0, searched.1.to_string(), "-"),
                ("parry, visitor", visited, hit.to_string(), &*contacts.to_string()),
                ("parry, capsule, 1 in 100", stock, met.to_string(), "-"),
            ] {
                table.row(about.row(what, seconds, swept.0, &gouging, contacts));
            }
            if let Ok(embree) = &embree {
                progress(&format!("{count} triangles, {name}, Embree"));
                let centres: Vec<Vec<Vec3>> =
                    path.iter().map(|row| row.iter().map(|p| p + up).collect()).collect();
                embree::rows(embree, &mesh, &tree, &centres, rounds, &about, swept.0, &mut table);
            }
            if side != lands[0] {
                continue;
            }
            // Other tools on the same path, on the smaller land.
            let others = TOOLS.iter().filter(|_| name.starts_with("sparse"));
            for (tool, spec) in others.filter_map(|t| Some((t, Spec::parse(t, ".".as_ref()).ok()?)))
            {
                progress(&format!("{count} triangles, {name}, {tool}"));
                let (seconds, gouging) = sweep(&mesh, &spec, &motions, 1);
                let what = format!("gouge, sweep and verdict, {tool}");
                table.row(about.row(&what, seconds, swept.0, &gouging.to_string(), "-"));
            }
        }
    }
    standing::rows(&land, lands[0], [sparse, dense], progress, &mut table);
    table
}
