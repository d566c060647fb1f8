//! The cost of a verdict for a motion that gouges, compared with one that is clean, and of the
//! depth of its region: random parts and motions, by kind of tool.
//!
//! Each motion that gouges is checked by itself, so that it is a region of its own; the time that a
//! check of a motion far above the part takes is not counted. The scenes are those that the depth
//! of every motion is judged on (`gouge-oracle`): most motions touch, or cut about as deep as the
//! tolerance, which is where verdicts cost most.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Instant;

use super::table::{Table, number};
use super::{Extent, Progress};
use gouge_core::tool::Spec;
use gouge_mesh::mesh::defects::{self, Report};
use gouge_mesh::mesh::{self, Mesh, Units};
use gouge_nc::{Event, Interpreter, Motion, Motions, Source};
use gouge_oracle::scene::Scene;
use gouge_oracle::{shapes, tools};
use gouge_verify::{Body, Options, Outcome, Progress as Watched, Verdict, check};

/// Motions of a scene.
const MOTIONS: usize = 12;

/// The tool of every scene.
const TOOL: u32 = 1;

/// What is so far above a scene touches nothing, mm.
const ABOVE: f64 = 300.0;

/// Clean motions are repeated until there are so many: one takes less than clocks tell.
const CLEAN_MOTIONS: usize = 1000;

/// Of so many runs the shortest counts.
const ROUNDS: usize = 2;

/// The depth of a region is to be told within this, s.
const REGION_SECONDS: f64 = 0.05;

/// A scene as a check takes it.
struct Job {
    mesh: Mesh,
    report: Report,
    specs: BTreeMap<u32, Spec>,
    motions: Vec<Motion>,
    options: Options,
}

/// Seconds until all verdicts are known, and from there to the end, which the depths of regions
/// take.
#[derive(Clone, Copy)]
struct Spent {
    verdicts: f64,
    regions: f64,
}

impl Job {
    fn of(scene: &Scene) -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        for (name, text) in scene.files() {
            std::fs::write(folder.path().join(name), text).ok()?;
        }
        let spec = Spec::parse(&scene.tool.spec, folder.path()).ok()?;
        let mesh = mesh::read(&folder.path().join("part.obj"), Units::Millimetre).ok()?.mesh;
        let report = defects::examine(&mesh);
        let start: [f64; 3] = scene.motions.first()?.ends()[0].into();
        let options = gouge_nc::Options { start: start.map(Some), ..gouge_nc::Options::default() };
        let mut motions = Vec::new();
        let source = Source::from_bytes("program.nc", scene.program());
        Interpreter::new(options).run(&source, |event| {
            if let Event::Motion(motion) = event {
                motions.push(motion);
            }
            ControlFlow::Continue(())
        });
        let Scene { tolerance, allowance, deviation, .. } = *scene;
        let options = Options { tolerance, allowance, deviation, ..Options::default() };
        Some(Self { mesh, report, specs: BTreeMap::from([(TOOL, spec)]), motions, options })
    }

    fn check(&self, body: &Body, motions: &[Motion]) -> (Spent, Outcome) {
        let motions = Motions::from(motions);
        let watched = Watched::default();
        let start = Instant::now();
        let bodies = std::slice::from_ref(body);
        let outcome = check(bodies, &self.specs, &motions, &self.options, &watched);
        let end = Instant::now();
        let decided = watched.decided.get().copied().unwrap_or(end);
        let verdicts = (decided - start).as_secs_f64();
        let regions = (end - decided).as_secs_f64();
        (Spent { verdicts, regions }, outcome)
    }

    /// The least of some rounds, each stage for itself.
    fn least(&self, body: &Body, motions: &[Motion]) -> Spent {
        let rounds = (0..ROUNDS).map(|_| self.check(body, motions).0);
        rounds.fold(Spent { verdicts: f64::INFINITY, regions: f64::INFINITY }, |least, spent| {
            Spent {
                verdicts: least.verdicts.min(spent.verdicts),
                regions: least.regions.min(spent.regions),
            }
        })
    }
}

/// What motions of one kind of tool took, s.
#[derive(Default)]
struct Costs {
    clean_motions: usize,
    /// Of one clean motion of each scene.
    clean: Vec<f64>,
    /// Of each motion that gouges.
    gouging: Vec<f64>,
    /// Of each of their regions.
    regions: Vec<f64>,
}

impl Costs {
    fn add(&mut self, job: &Job) {
        let body = Body::new(&job.mesh, &job.report, false);
        let top = job.mesh.vertices.iter().map(|v| v.z).fold(0.0, f64::max);
        let high = [0.0, 0.0, top + ABOVE];
        let idle = job.least(&body, &[Motion::feed(TOOL, high, high)]).verdicts;
        let verdicts: Vec<Verdict> =
            job.check(&body, &job.motions).1.motions.iter().map(|motion| motion.verdict).collect();
        let all = || job.motions.iter().zip(&verdicts);
        let clean: Vec<Motion> =
            all().filter(|(_, v)| **v == Verdict::Clean).map(|(m, _)| m.clone()).collect();
        if !clean.is_empty() {
            let many = clean.len() * CLEAN_MOTIONS.div_ceil(clean.len());
            let many: Vec<Motion> = clean.iter().cycle().take(many).cloned().collect();
            let spent = job.least(&body, &many).verdicts - idle;
            self.clean_motions += clean.len();
            self.clean.push(spent.max(0.0) / many.len() as f64);
        }
        for (motion, _) in all().filter(|(_, verdict)| **verdict == Verdict::Gouge) {
            let spent = job.least(&body, std::slice::from_ref(motion));
            self.gouging.push((spent.verdicts - idle).max(0.0));
            self.regions.push(spent.regions);
        }
    }
}

/// The median and the greatest.
fn spread(mut of: Vec<f64>) -> [f64; 2] {
    of.sort_unstable_by(f64::total_cmp);
    [of.len() / 2, of.len().saturating_sub(1)].map(|at| of.get(at).copied().unwrap_or(0.0))
}

/// The table.
pub fn verdicts(extent: Extent, progress: Progress) -> Table {
    let mut table = Table::new(
        "Verdicts of random motions and depths of their regions, wall time on one thread",
        &[
            "tool",
            "clean",
            "us each",
            "gouging",
            "us, median",
            "of a clean one",
            "ms, longest",
            "of a clean one",
            "region: ms, median",
            "ms, longest",
            "longer than 50",
        ],
    );
    let Ok(alone) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else { return table };
    for (kind, first) in tools::KINDS.into_iter().zip(0..) {
        let mut costs = Costs::default();
        for (part, scene) in shapes::KINDS.into_iter().zip(0..).take(extent.pick(2, usize::MAX)) {
            progress(&format!("{kind} on {part}"));
            let seed = (first * shapes::KINDS.len() + scene) as u64;
            let scene = Scene::of(part, kind, seed, extent.pick(4, MOTIONS));
            let job = Job::of(&scene);
            assert!(job.is_some(), "the scene of a {kind} on a {part} is read");
            job.iter().for_each(|job| alone.install(|| costs.add(job)));
        }
        let [count, many] = [costs.clean_motions, costs.gouging.len()];
        let slow = costs.regions.iter().filter(|s| **s > REGION_SECONDS).count();
        let [clean, _] = spread(costs.clean);
        let [median, longest] = spread(costs.gouging);
        let [region, last] = spread(costs.regions);
        table.row([
            kind.to_owned(),
            count.to_string(),
            number(1e6 * clean),
            many.to_string(),
            number(1e6 * median),
            number(median / clean),
            number(1e3 * longest),
            number(longest / clean),
            number(1e3 * region),
            number(1e3 * last),
            slow.to_string(),
        ]);
    }
    table
}
