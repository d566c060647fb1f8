//! The outcome of one input is the same, bit by bit, in every hierarchy, with any number of
//! threads, with and without fronts, and wherever chunks begin.

use std::borrow::Cow;

use fearless_simd::Level;
use gouge::geom::{Triangle, Vec3};
use gouge::mesh::Mesh;
use gouge::nc::Motion;
use gouge::tree::{Engine, WideTree};
use gouge::verify::{Options, Outcome};

use crate::cases;
use crate::judge::{options, run};
use crate::path::{KINDS, Path, path};
use crate::random::{Random, seeded};
use crate::scene::{aim, mesh_of, soup};
use crate::solids::block;
use crate::tools::{self, Tool, tool};

/// Everything but the counters, as text; motions are counted from `first`.
fn bytes(outcome: &Outcome, first: usize) -> String {
    let mut findings: Vec<_> = outcome.findings.iter().map(Cow::into_owned).collect();
    let motions: Vec<_> = outcome.motions.iter().skip(first).collect();
    findings.retain(|f| f.motion as usize >= first);
    findings.iter_mut().for_each(|f| f.motion -= first as u32);
    // Regions count motions too, in more places than are worth moving here: they come last.
    let regions = if first == 0 { format!("{:#?}", outcome.regions) } else { String::new() };
    format!("{findings:#?}\n{motions:#?}\n{:?}\n{regions}", outcome.budget)
}

/// Facets that lie nearly equally deep: planes a few nanometres apart.
fn near_ties(tool: &Tool, random: &mut Random) -> Vec<Triangle> {
    let base = soup(tool, 1, random)[0];
    let normal = (base[1] - base[0]).cross(&(base[2] - base[0]));
    let step = if normal.norm() > 0.0 { normal.normalize() * 3e-6 } else { Vec3::z() * 3e-6 };
    let mut facets = Vec::new();
    for i in 0..40 {
        let at = step * f64::from(i) + random.vector(1e-3);
        facets.push(base.map(|v| v + at));
    }
    facets
}

fn scene(kind: &str, random: &mut Random) -> (Tool, Mesh, Vec<Motion>, Options) {
    let tool = tool(kind, random);
    let (mesh, facets) = match random.below(3) {
        0 => {
            let facets = near_ties(&tool, random);
            (mesh_of(&facets), facets)
        }
        1 => {
            let size = Vec3::from_fn(|_, _| tool.size * random.between(0.2, 3.0));
            let mesh = block(&-size, &size);
            let facets = (0..mesh.triangles.len()).map(|i| mesh.triangle(i)).collect();
            (mesh, facets)
        }
        _ => {
            let facets = soup(&tool, 30, random);
            (mesh_of(&facets), facets)
        }
    };
    let mut options = options();
    options.all_depths = random.chance(0.3);
    if random.chance(0.3) {
        options.allowance = 0.2;
    }
    let mut motions = Vec::new();
    for _ in 0..4 {
        let path = path(KINDS[random.below(KINDS.len())], tool.size, random);
        let near = &facets[random.below(facets.len())..][..1];
        let (path, _) =
            aim(&tool, path, near, random.between(-0.5, 3.0) * options.tolerance, random);
        motions.push(path.motion());
        // A chain: a second motion from where this one ended.
        let from = path.at(1.0);
        let to = from + random.vector(tool.size);
        motions.push(Path::Line { from, to, dogleg: random.chance(0.3) }.motion());
    }
    (tool, mesh, motions, options)
}

fn differs(a: &str, b: &str) -> Option<String> {
    let (at, pair) = a.lines().zip(b.lines()).enumerate().find(|(_, (x, y))| x != y)?;
    Some(format!("line {at}: {} | {}", pair.0.trim(), pair.1.trim()))
}

fn variants(scene: &(Tool, Mesh, Vec<Motion>, Options)) -> Vec<String> {
    let (tool, mesh, motions, options) = scene;
    let base = bytes(&run(mesh, &tool.spec, motions, options), 0);
    let mut wrong = Vec::new();
    let mut compare = |what: String, other: Outcome, first: usize| {
        wrong.extend(differs(&base, &bytes(&other, first)).map(|d| format!("{what}: {d}")));
    };
    let plain = Engine {
        name: "wide, the least instructions",
        about: "",
        build: &|mesh| Box::new(WideTree::with_level(mesh, Level::baseline())),
    };
    for engine in Engine::SHIPPED.iter().copied().chain([plain]) {
        let fronts: &[bool] =
            if engine.name == Engine::default().name { &[true, false] } else { &[true] };
        for &front in fronts {
            let options = Options { engine, front, ..options.clone() };
            compare(
                format!("{engine:?} front {front}"),
                run(mesh, &tool.spec, motions, &options),
                0,
            );
        }
    }
    for before in [1, 250] {
        let far = Vec3::new(0.0, 0.0, 1e3);
        let mut padded = vec![Path::Line { from: far, to: far, dogleg: false }.motion(); before];
        padded.extend_from_slice(motions);
        let outcome = run(mesh, &tool.spec, &padded, options);
        compare(format!("{before} motions before"), outcome, before);
    }
    wrong
}

#[test]
fn every_hierarchy_front_and_chunk_gives_the_same_bytes() {
    let mut failures = Vec::new();
    for (k, kind) in tools::KINDS.iter().enumerate().step_by(if cases(0) == 0 { 5 } else { 1 }) {
        for s in 0..cases(240).div_ceil(240) {
            let seed = (k * 1_000_003 + s) as u64 + 5_000_000_000;
            let wrong = variants(&scene(kind, &mut seeded(seed)));
            wrong.iter().for_each(|w| eprintln!("{kind} seed {seed} {w}"));
            failures.extend(wrong);
        }
    }
    assert!(failures.is_empty(), "{} differ", failures.len());
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let random = &mut seeded(77);
    let (tool, mesh, motions, options) = scene("bull", random);
    let many: Vec<Motion> = motions.iter().cycle().take(600).cloned().collect();
    let outcomes: Vec<String> = [1, 2, 7]
        .iter()
        .map(|&threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| bytes(&run(&mesh, &tool.spec, &many, &options), 0))
        })
        .collect();
    assert!(outcomes.iter().all(|o| *o == outcomes[0]));
}
