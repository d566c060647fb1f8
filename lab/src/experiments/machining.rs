//! The thesis's tables 43 and 44: tools over parts, by hierarchy; and what sampling misses.

use super::clock::seconds_of;
use super::scene::{Scene, molds, terrains};
use super::shape::{ball_tool, cone_tool, rounded_tool};
use super::sphere::Sphere;
use super::table::{Table, number};
use super::{Extent, Progress};
use crate::pair::PairFront;
use crate::pair::{Axes, BoxTest, Contacts, Descent, DopTest, PairTest, Pose, TreePair, contacts};
use crate::tree::{
    Builder, Front, Hierarchy, KdopTree, ObbTree, Oriented, RestrictedTree, Splitting, Stats, visit,
};
use gouge_core::sweep::{Gap, Segment, deepest};
use gouge_core::tool::{Piece, Spec};
use gouge_mesh::geom::{Body, Hull, Swept, Vec3};
use gouge_mesh::mesh::Mesh;
use gouge_verify::tolerance::DEPTH_DEFAULT_MM;

/// What one tool and one hierarchy came to on one path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Run {
    contacts: u64,
    ms: f64,
    stats: Stats,
}

/// The tools of the thesis, and an upright cylinder by its exact sweep.
#[derive(Clone, Copy, Debug)]
enum Cutter {
    Ball,
    SweptBall,
    SweptFlat,
    Faceted(&'static str, fn(f64) -> Mesh),
}

const CUTTERS: [Cutter; 6] = [
    Cutter::Ball,
    Cutter::SweptBall,
    Cutter::SweptFlat,
    Cutter::Faceted("polyball", ball_tool),
    Cutter::Faceted("rounded", rounded_tool),
    Cutter::Faceted("cone", cone_tool),
];

impl Cutter {
    fn name(self) -> &'static str {
        match self {
            Self::Ball => "ball",
            Self::SweptBall => "ball, swept",
            Self::SweptFlat => "flat, swept",
            Self::Faceted(name, _) => name,
        }
    }
}

/// All contacts of a body of revolution along a path.
fn round<H: Oriented>(
    tree: &H,
    front: &mut Front<H>,
    scene: &Scene,
    body: &dyn Body,
    swept: bool,
    mut depth: impl FnMut(&Vec3, &Vec3, u32) -> f64,
) -> (u64, Stats) {
    let (mut found, mut stats) = (0, Stats::default());
    for (from, travel) in &scene.steps {
        let travel = if swept { *travel } else { Vec3::zeros() };
        let probe = tree.probe(&Swept { from: *from, travel, body, grow: 0.0 });
        visit(tree, &probe, front, DEPTH_DEFAULT_MM, &mut stats, |t, floor| {
            found += u64::from(depth(from, &travel, t) > DEPTH_DEFAULT_MM);
            floor
        });
    }
    (found, stats)
}

/// A ball whose control point is its tip.
struct Tipped(Sphere);

impl Body for Tipped {
    fn support(&self, u: &Vec3) -> f64 {
        self.0.support(u) + self.0.0 * u.z
    }

    fn hull(&self) -> Hull {
        Hull { axis: [self.0.0; 2], radius: self.0.0, round: true }
    }
}

fn run_round<H: Oriented>(tree: &H, scene: &Scene, cutter: Cutter, rounds: usize) -> Run {
    let ball = Tipped(Sphere(scene.radius));
    let up = Vec3::z() * scene.radius;
    let triangle = |t: u32| scene.part.triangle(t as usize);
    let flat = flat(scene);
    let (seconds, (contacts, stats)) = seconds_of(rounds, || {
        let mut front = Front::new();
        match (cutter, &flat) {
            (Cutter::SweptFlat, Some(piece)) => {
                round(tree, &mut front, scene, piece, true, |from, travel, t| {
                    let way = Segment::straight(*from, *travel);
                    let gap = Gap::of(DEPTH_DEFAULT_MM / 10.0);
                    let found = deepest(piece, &triangle(t), &way, DEPTH_DEFAULT_MM, &gap);
                    found.map_or(f64::NEG_INFINITY, |d| d.lo)
                })
            }
            _ => {
                let swept = matches!(cutter, Cutter::SweptBall);
                round(tree, &mut front, scene, &ball, swept, |from, travel, t| {
                    ball.0.depth(&(from + up), travel, &triangle(t))
                })
            }
        }
    });
    Run { contacts, ms: 1e3 * seconds / scene.steps.len() as f64, stats }
}

/// A flat end mill as wide as the ball, its column higher than the part: where a column ends is
/// no part of its depth.
fn flat(scene: &Scene) -> Option<Piece> {
    let diameter = 2.0 * scene.radius;
    let spec = Spec::parse(&format!("flat:{diameter}"), std::path::Path::new(".")).ok()?;
    let tool = spec.build(scene.part.bounds().size().z + diameter);
    tool.components.first()?.pieces.first().cloned()
}

/// All touching pairs of triangles of a faceted tool, standing at the start of each step.
fn faceted<'a, H: Oriented + 'a, T: PairTest<H>>(
    scene: &Scene,
    tool: &Mesh,
    trees: (&'a H, &'a H),
    front: bool,
    rounds: usize,
    test: impl Fn(Vec3) -> T,
) -> Run {
    let (seconds, (found, stats)) = seconds_of(rounds, || {
        let (mut found, mut stats) = (0u64, Stats::default());
        let mut front = if front { PairFront::new() } else { PairFront::without() };
        for (from, _) in &scene.steps {
            let (test, pose) = (test(*from), Pose::at(*from));
            let pair = TreePair { a: trees.0, b: trees.1, test: &test, descent: Descent::FirstA };
            let meshes = Contacts { a: &scene.part, b: tool, pose: &pose };
            contacts(&pair, &meshes, &mut front, &mut stats, |_, _| {
                found += 1;
                true
            });
        }
        (found, stats)
    });
    Run { contacts: found, ms: 1e3 * seconds / scene.steps.len() as f64, stats }
}

/// The source's leaf sizes for moving objects.
fn moving() -> Splitting {
    Splitting { leaf: 20, ..Splitting::default() }
}

fn run_dop<const N: usize>(scene: &Scene, cutter: Cutter, rounds: usize) -> Run {
    let tree = KdopTree::<N>::build(&scene.part);
    match cutter {
        Cutter::Faceted(_, make) => {
            let tool = make(scene.radius);
            let moved = KdopTree::<N>::with(&tool, &moving());
            let trees = (&tree, &moved);
            faceted(scene, &tool, trees, true, rounds, |at| {
                DopTest::translated(trees.0, trees.1, at)
            })
        }
        _ => run_round(&tree, scene, cutter, rounds),
    }
}

fn run_boxes<H: Oriented>(
    scene: &Scene,
    cutter: Cutter,
    rounds: usize,
    axes: Axes,
    build: impl Fn(&Mesh) -> H,
) -> Run {
    let tree = build(&scene.part);
    match cutter {
        Cutter::Faceted(_, make) => {
            let tool = make(scene.radius);
            let trees = (&tree, &build(&tool));
            faceted(scene, &tool, trees, false, rounds, |at| {
                BoxTest::new(trees.0, trees.1, &Pose::at(at), axes)
            })
        }
        _ => run_round(&tree, scene, cutter, rounds),
    }
}

const KINDS: [&str; 7] =
    ["6-dop", "14-dop", "18-dop", "26-dop", "OBB", "restricted", "restricted, swept build"];

fn run(kind: usize, scene: &Scene, cutter: Cutter, rounds: usize) -> Run {
    let restricted = |builder| move |mesh: &Mesh| RestrictedTree::with(mesh, builder);
    match kind {
        0 => run_dop::<3>(scene, cutter, rounds),
        1 => run_dop::<7>(scene, cutter, rounds),
        2 => run_dop::<9>(scene, cutter, rounds),
        3 => run_dop::<13>(scene, cutter, rounds),
        4 => run_boxes(scene, cutter, rounds, Axes::Fifteen, ObbTree::build),
        5 => run_boxes(scene, cutter, rounds, Axes::Six, restricted(Builder::Halves)),
        _ => run_boxes(scene, cutter, rounds, Axes::Six, restricted(Builder::Sweep)),
    }
}

fn measure(
    title: &str,
    scenes: &[Scene],
    extent: Extent,
    progress: Progress,
) -> (Table, Vec<[[Run; 7]; 6]>) {
    let columns = [
        "part",
        "triangles",
        "tool",
        "hierarchy",
        "contacts",
        "ms/step",
        "node tests/step",
        "triangle tests/step",
    ];
    let mut table = Table::new(title, &columns);
    let mut all = Vec::new();
    for scene in scenes {
        let runs = CUTTERS.map(|cutter| {
            progress(&format!("{}: {}", scene.name, cutter.name()));
            [0, 1, 2, 3, 4, 5, 6].map(|kind| run(kind, scene, cutter, extent.pick(1, 3)))
        });
        let steps = scene.steps.len() as f64;
        for (cutter, runs) in CUTTERS.iter().zip(&runs) {
            for (kind, run) in KINDS.iter().zip(runs) {
                table.row([
                    scene.name.into(),
                    scene.part.triangles.len().to_string(),
                    cutter.name().into(),
                    (*kind).into(),
                    run.contacts.to_string(),
                    number(run.ms),
                    number(run.stats.nodes as f64 / steps),
                    number(run.stats.triangles as f64 / steps),
                ]);
            }
        }
        all.push(runs);
    }
    (table, all)
}

fn agree(table: &mut Table, all: &[[[Run; 7]; 6]]) {
    let same =
        all.iter().flatten().all(|runs| runs.windows(2).all(|w| w[0].contacts == w[1].contacts));
    table.claim(
        "S3.20",
        "every hierarchy finds the same contacts.",
        if same { "all equal" } else { "contacts differ" },
        same,
    );
}

fn range(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    (values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max))
}

/// Table 43: tools over terrains.
pub fn table43(extent: Extent, progress: Progress) -> Table {
    let scenes = terrains(extent);
    let (mut table, all) = measure(
        "Tools over terrains, all contacts (table 43 of the source)",
        &scenes,
        extent,
        progress,
    );
    agree(&mut table, &all);
    let cheapest = all.iter().all(|runs| {
        let ms = |cutter: usize| runs[cutter][2].ms;
        ms(0) < ms(1) && (3..6).all(|polyhedron| ms(1) < ms(polyhedron))
    });
    let ratios = all.iter().map(|r| r[3][2].ms / r[1][2].ms);
    let (low, high) = range(ratios.into_iter());
    table.claim(
        "S3.24",
        "the ball is cheapest, its sweep cheaper than any polyhedron where contacts abound.",
        format!("18-dop, polyball over swept ball {} to {}", number(low), number(high)),
        cheapest,
    );
    let (low, high) = range(all.iter().flat_map(|r| (3..6).map(|c| r[c][4].ms / r[c][2].ms)));
    table.claim(
        "S3.24",
        "OBB trees (RAPID) take 4 to 16 times as long as 18-dops on terrains.",
        format!("{} to {}", number(low), number(high)),
        low > 1.0,
    );
    let (low, high) =
        range(all.iter().map(|r| r[4][0].stats.nodes as f64 / r[4][2].stats.nodes as f64));
    table.claim(
        "S3.14",
        "18-dops need fewer node tests than boxes for polyhedra.",
        format!("6-dop over 18-dop {} to {}", number(low), number(high)),
        low > 1.0,
    );
    table
}

/// Table 44: tools in molds.
pub fn table44(extent: Extent, progress: Progress) -> Table {
    let scenes = molds(extent);
    let (mut table, all) =
        measure("Tools in molds, all contacts (table 44 of the source)", &scenes, extent, progress);
    agree(&mut table, &all);
    let (low, high) = range(all.iter().flat_map(|r| (3..6).map(|c| r[c][4].ms / r[c][2].ms)));
    table.claim(
        "S3.25",
        "OBB trees take 0.36 to 7.25 times as long as 18-dops in molds.",
        format!("{} to {}", number(low), number(high)),
        high > 1.0,
    );
    table
}

/// Gouges that positions miss: each step of the first terrain with relief, at positions no
/// farther apart than a given distance, against the exact sweep.
pub fn sampling(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Gouging steps found by sampled positions of a ball, against the exact sweep",
        &["part", "spacing, mm", "steps", "gouging", "found", "missed", "us/step"],
    );
    let mut missed_any = false;
    for scene in terrains(extent) {
        progress(scene.name);
        let tree = KdopTree::<9>::build(&scene.part);
        let ball = Tipped(Sphere(scene.radius));
        let up = Vec3::z() * scene.radius;
        let deepest = |front: &mut Front<_>, from: Vec3, travel: Vec3| {
            let probe = tree.probe(&Swept { from, travel, body: &ball, grow: 0.0 });
            let mut stats = Stats::default();
            visit(&tree, &probe, front, DEPTH_DEFAULT_MM, &mut stats, |t, d| {
                d.max(ball.0.depth(&(from + up), &travel, &scene.part.triangle(t as usize)))
            }) > DEPTH_DEFAULT_MM
        };
        let per_step = |seconds: f64| number(1e6 * seconds / scene.steps.len() as f64);
        let (seconds, exact) = seconds_of(extent.pick(1, 3), || {
            let mut front = Front::new();
            scene.steps.iter().map(|(from, by)| deepest(&mut front, *from, *by)).collect::<Vec<_>>()
        });
        let gouging = exact.iter().filter(|g| **g).count();
        let count = scene.steps.len().to_string();
        let mut row = |spacing: &str, found: usize, seconds: f64| {
            table.row([
                scene.name.into(),
                spacing.into(),
                count.clone(),
                gouging.to_string(),
                found.to_string(),
                (gouging - found).to_string(),
                per_step(seconds),
            ]);
        };
        row("exact", gouging, seconds);
        for spacing in [f64::INFINITY, 1.0, 0.5, 0.1] {
            let (seconds, found) = seconds_of(extent.pick(1, 3), || {
                let mut front = Front::new();
                let mut found = 0;
                for ((from, by), truth) in scene.steps.iter().zip(&exact) {
                    let pieces = (by.norm() / spacing).ceil().max(1.0) as usize;
                    let hit = (0..=pieces).any(|k| {
                        deepest(&mut front, from + by * (k as f64 / pieces as f64), Vec3::zeros())
                    });
                    found += usize::from(hit && *truth);
                }
                found
            });
            missed_any |= found < gouging;
            row(&number(spacing).replace('-', "ends"), found, seconds);
        }
    }
    table.claim(
        "S3.26",
        "positions miss gouges that the sweep finds.",
        if missed_any { "gouges are missed" } else { "none missed" },
        missed_any,
    );
    table
}
