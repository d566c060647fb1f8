//! The emulated card (US 6862026): where its cycles and bytes go, by encoding, direction and
//! parameter, against software on one core.

mod encodings;
mod memory;
mod parameters;

use std::sync::Arc;

use gouge_accelerator::{
    Card, Description, Hits, Mode, Placement, Request, Solid, Statistics, reference,
};
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;
use nalgebra::Matrix3;

use super::Extent;
use super::clock::seconds_of;
use super::shape::{fitted, torus};
use crate::pair::{Axes, BoxTest, Contacts, Descent, PairFront, Pose, TreePair, contacts};
use crate::tree::{Hierarchy, ObbTree, Stats};
use gouge_mesh::geom::Vec3;

pub use encodings::card;
pub use memory::memory;
pub use parameters::parameters;

/// In both directions, all hits with their points.
const BOTH: Mode = Mode { one_direction: false, candidates: false, first_hit: false };

/// What a lane does with a cycle; idle ones are no query's.
const LANE: [&str; 7] =
    ["headers", "enclosing", "reading", "computing", "pushing", "popping", "handing_over"];

/// A unit that is busy for more than this share of all cycles limits the card; otherwise what
/// its lanes wait for does.
const LIMITING: f64 = 0.7;

/// Two copies of a model and where the second one stands.
struct Scene {
    mesh: Mesh,
    solid: Arc<Solid>,
    placements: Vec<Placement>,
}

impl Scene {
    /// Tori around first contact: centres at a quarter to one and a third of the size.
    fn new(extent: Extent) -> Option<Self> {
        let (around, across) = extent.pick((16, 10), (48, 24));
        let mut mesh = fitted(torus(1.0, 0.4, around, across));
        // Card and software get the same coordinates.
        mesh.vertices.iter_mut().for_each(|v| *v = v.map(|x| f64::from(x as f32)));
        let mut random = Random::new(14);
        let placements = (0..extent.pick(20, 100))
            .map(|_| {
                let angle = random.between(0.0, 3.0);
                let turn = random.turn(angle);
                let at = random.direction() * random.between(0.5, 2.6);
                Placement {
                    matrix: [0, 1, 2].map(|x| [0, 1, 2].map(|k| turn[(x, k)] as f32)),
                    translation: [at.x as f32, at.y as f32, at.z as f32],
                }
            })
            .collect();
        let solid = solid(&mesh)?;
        Some(Self { mesh, solid, placements })
    }

    fn queries(&self) -> f64 {
        self.placements.len() as f64
    }

    /// All queries ordered at once, as an application would: `None` if the card fails.
    fn run(&self, description: &Description, mode: Mode) -> Option<Run> {
        let card = Card::new(description.clone());
        let context = card.context();
        let objects = [context.insert(Arc::clone(&self.solid)).ok()?; 2];
        let (began, before) = (card.clock(), card.statistics());
        let ordered: Vec<_> = self
            .placements
            .iter()
            .map(|&placement| {
                context.check(&Request { objects, placement, mode, capacity: usize::MAX }).ok()
            })
            .collect();
        let mut hits = Vec::new();
        for check in ordered {
            hits.push(check?.wait().ok()?.hits);
        }
        let cycles = (card.clock() - began) as f64;
        Some(Run { hits, cycles, before, after: card.statistics() })
    }

    /// What the card's software reference says.
    fn expected(&self, description: &Description, mode: Mode) -> Vec<Hits> {
        let check = |p| reference::check(&self.solid, &self.solid, p, description.encoding, mode).0;
        self.placements.iter().map(check).collect()
    }

    /// All contacts by an OBB tree in f64 on one core, each sorted; and seconds for all of them.
    fn on_a_core(&self, rounds: usize) -> (f64, Vec<Vec<[u32; 2]>>) {
        let tree = ObbTree::build(&self.mesh);
        seconds_of(rounds, || {
            let of = |placement: &Placement| {
                let pose = pose(placement);
                let test = BoxTest::new(&tree, &tree, &pose, Axes::Fifteen);
                let pair = TreePair { a: &tree, b: &tree, test: &test, descent: Descent::Larger };
                let meshes = Contacts { a: &self.mesh, b: &self.mesh, pose: &pose };
                let (mut front, mut stats) = (PairFront::without(), Stats::default());
                let mut found = Vec::new();
                contacts(&pair, &meshes, &mut front, &mut stats, |i, j| {
                    found.push([i, j]);
                    true
                });
                found.sort_unstable();
                found
            };
            self.placements.iter().map(of).collect()
        })
    }
}

/// What a card did with all queries of a scene.
struct Run {
    hits: Vec<Hits>,
    cycles: f64,
    before: Statistics,
    after: Statistics,
}

impl Run {
    /// A figure, of the queries alone.
    fn get(&self, name: &str) -> f64 {
        self.after.get(name) - self.before.get(name)
    }

    fn over_lanes(&self, name: &str) -> f64 {
        self.after.over_lanes(name) - self.before.over_lanes(name)
    }

    fn pairs(&self) -> f64 {
        self.over_lanes("pairs")
    }

    /// The most stack entries of any lane.
    fn stack(&self) -> f64 {
        let highest = self.after.list.iter().filter(|s| s.name.ends_with("stack.highest"));
        highest.map(|s| s.value).fold(0.0, f64::max)
    }

    /// Share of all cycles in which a unit was in a state, in percent.
    fn percent(&self, state: &str) -> f64 {
        100.0 * self.get(state) / self.cycles
    }

    /// Share of the lanes' busy cycles spent in a state, in percent.
    fn lane_percent(&self, state: &str) -> f64 {
        let busy: f64 = LANE.iter().map(|s| self.over_lanes(&format!("cycles.{s}"))).sum();
        100.0 * self.over_lanes(&format!("cycles.{state}")) / busy
    }

    /// What the card would have to have more of.
    fn limiting(&self, d: &Description) -> String {
        let bus = ["down", "up", "both"].iter().map(|s| self.get(&format!("host.cycles.{s}")));
        let units = [
            ("memory port", self.get("memory.cycles.busy")),
            ("calculating unit", self.get("calculate.cycles.issuing")),
            ("polygon unit", self.get("polygon.tested") * f64::from(d.polygon.interval)),
            ("bus", bus.sum()),
        ];
        let busiest = units.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((name, cycles)) = busiest.filter(|unit| unit.1 > LIMITING * self.cycles) {
            return format!("{name} ({:.0} %)", 100.0 * cycles / self.cycles);
        }
        let states = LANE.iter().map(|&s| (s, self.lane_percent(s)));
        let longest = states.max_by(|a, b| a.1.total_cmp(&b.1));
        longest.map_or_else(String::new, |(state, share)| {
            format!("lanes, {} ({share:.0} %)", state.replace('_', " "))
        })
    }
}

fn solid(mesh: &Mesh) -> Option<Arc<Solid>> {
    let points = mesh.vertices.iter().map(|p| [p.x as f32, p.y as f32, p.z as f32]).collect();
    Solid::new(points, mesh.triangles.clone()).ok().map(Arc::new)
}

fn pose(placement: &Placement) -> Pose {
    let m = &placement.matrix;
    let [x, y, z] = placement.translation.map(f64::from);
    Pose {
        rotation: Matrix3::from_fn(|i, k| f64::from(m[i][k])),
        translation: Vec3::new(x, y, z),
        scale: 1.0,
    }
}

/// A description that differs from the card of the source by some TOML.
fn device(differs: &str) -> Option<Description> {
    Description::from_toml(&format!("base = \"card\"\n{differs}")).ok()
}
