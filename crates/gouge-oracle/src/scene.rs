//! A part, a tool and a program of many motions, most of which barely touch or cut a little.

use std::f64::consts::{PI, TAU};

use crate::Vec3;
use crate::body::Body;
use crate::part::Part;
use crate::path::{Path, rounded};
use crate::random::{Random, pick, scale, seeded};
use crate::tools::Tool;
use crate::{shapes, tools};

/// Everything that a check needs.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The part, in `part.obj`.
    pub part: Part,
    /// Tool 1.
    pub tool: Tool,
    /// Depth above which a motion gouges, mm.
    pub tolerance: f64,
    /// Stock that must stay, mm.
    pub allowance: f64,
    /// What the machine may leave the path, mm.
    pub deviation: f64,
    /// The motions, each from the end of the one before.
    pub motions: Vec<Path>,
}

impl Scene {
    /// The tool, larger by the deviation.
    pub fn body(&self) -> Body {
        self.tool.body.clone().grown(self.deviation)
    }

    /// The program; motion i stands on line i + 3.
    pub fn program(&self) -> String {
        let blocks: Vec<String> = self.motions.iter().map(Path::block).collect();
        format!("G21 G90 G17 G94 F1000\nT1 M6\n{}\nM2\n", blocks.join("\n"))
    }

    /// Words of a command line that checks it, in a folder with [`Scene::files`].
    pub fn args(&self) -> Vec<String> {
        let start = self.motions[0].ends()[0];
        let mut args: Vec<String> =
            ["part.obj", "program.nc", "--moves", "--format", "json", "--no-run"]
                .map(str::to_owned)
                .into();
        args.push(format!("--tool=1={}", self.tool.spec));
        args.push(format!("--start={},{},{}", start.x, start.y, start.z));
        args.push(format!("--tolerance={}", self.tolerance));
        if self.allowance != 0.0 {
            args.push(format!("--allowance={}", self.allowance));
        }
        if self.deviation != 0.0 {
            args.push(format!("--deviation={}", self.deviation));
        }
        args
    }

    /// Files by name.
    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = self.tool.files.clone();
        files.push(("part.obj".to_owned(), self.part.obj()));
        files.push(("program.nc".to_owned(), self.program()));
        files
    }

    /// A random one: kinds run through all pairs as seeds do.
    pub fn random(seed: u64, count: usize) -> Self {
        let pairs = (shapes::KINDS.len() * tools::KINDS.len()) as u64;
        let pair = (seed % pairs) as usize;
        let (part, tool) = (pair % shapes::KINDS.len(), pair / shapes::KINDS.len());
        Self::of(shapes::KINDS[part], tools::KINDS[tool], seed, count)
    }

    /// A random one of these kinds.
    pub fn of(part: &'static str, tool: &str, seed: u64, count: usize) -> Self {
        let random = &mut seeded(seed);
        let part = shapes::part(part, random);
        let tool = tools::tool(tool, random);
        let tolerance = if random.chance(0.4) { pick(random, &[0.002, 0.05, 0.1]) } else { 0.01 };
        let allowance = if random.chance(0.12) { random.between(-0.5, 0.5) } else { 0.0 };
        let deviation = if random.chance(0.12) { random.between(0.001, 0.2) } else { 0.0 };
        let mut scene = Self { part, tool, tolerance, allowance, deviation, motions: Vec::new() };
        let mut at = rounded(&scene.place(random));
        for _ in 0..count {
            let path = scene.motion(at, random);
            at = path.ends()[1];
            scene.motions.push(path);
        }
        scene
    }

    /// A control point at which the tool touches the part, about as deep as is of interest.
    fn place(&self, random: &mut Random) -> Vec3 {
        let [lo, hi] = self.part.bounds();
        let surface = if random.chance(0.1) {
            // Somewhere in the middle of it.
            Vec3::from_fn(|i, _| random.between(lo[i], hi[i]))
        } else {
            let f = self.part.facets[random.below(self.part.facets.len())];
            let (u, v) = match random.below(4) {
                0 => (0.0, 0.0),
                1 => (random.between(0.0, 1.0), 0.0),
                _ => (random.between(0.0, 0.5), random.between(0.0, 0.5)),
            };
            f[0] + (f[1] - f[0]) * u + (f[2] - f[0]) * v
        };
        let (touch, slope) = self.touch(random);
        let grow = self.allowance + self.deviation;
        let deep = match random.below(8) {
            0 => 0.0,
            1 | 2 => self.tolerance,
            3 => self.tolerance * (1.0 + random.between(-0.05, 0.05)),
            4 | 5 => self.tolerance * random.between(-3.0, 3.0),
            6 => random.between(-3.0, 1.0),
            _ => scale(random, 0.01, 4.0),
        };
        surface - touch - slope * (deep - grow)
    }

    /// A point near the tool's surface, and the way into it there.
    fn touch(&self, random: &mut Random) -> (Vec3, Vec3) {
        let body = &self.tool.body;
        let [lo, hi] = body.bounds();
        let top = hi.z.min(lo.z + 6.0 * self.tool.size.max(1.0));
        let mut y = Vec3::from_fn(|i, _| random.between(lo[i], hi[i]));
        y.z = if random.chance(0.5) {
            lo.z + random.between(-0.1, 0.3) * self.tool.size
        } else {
            random.between(lo.z, top)
        };
        for _ in 0..4 {
            let (depth, slope) = body.depth(&y);
            y -= slope * depth;
        }
        (y, body.depth(&y).1)
    }

    fn motion(&self, from: Vec3, random: &mut Random) -> Path {
        let next = match random.below(10) {
            // Along an axis, level, or a hair away.
            0 => {
                let mut to = from;
                to[random.below(3)] += random.between(-8.0, 8.0);
                to
            }
            1 => {
                let way = random.vector(8.0);
                from + Vec3::new(way.x, way.y, 0.0)
            }
            2 => from + random.vector(0.01),
            _ => self.place(random),
        };
        let to = rounded(&next);
        if random.chance(0.6) {
            return Path::Line { from, to };
        }
        let axis = if random.chance(0.6) { 2 } else { random.below(2) };
        arc(from, to, axis, random)
    }
}

/// An arc or a helix from `from` to `to` about an axis; a straight line where these coincide.
pub fn arc(from: Vec3, to: Vec3, axis: usize, random: &mut Random) -> Path {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut chord = to - from;
    let rise = if random.chance(0.5) { 0.0 } else { chord[axis] };
    let mut to = to;
    to[axis] = rounded(&Vec3::repeat(from[axis] + rise)).x;
    chord[axis] = 0.0;
    let length = chord.norm();
    let mut center = from;
    let full = random.chance(0.15);
    if full {
        let (angle, radius) = (random.between(-PI, PI), scale(random, 0.05, 10.0));
        center[i] += radius * angle.cos();
        center[j] += radius * angle.sin();
        (to[i], to[j]) = (from[i], from[j]);
    } else if length < 0.01 {
        return Path::Line { from, to };
    } else {
        // On the perpendicular bisector of the chord.
        let off = length * pick(random, &[0.0, 0.1, 0.5, 1.0, 3.0]) * random.between(-1.0, 1.0);
        center[i] = 0.5 * (from[i] + to[i]) - chord[j] / length * off;
        center[j] = 0.5 * (from[j] + to[j]) + chord[i] / length * off;
    }
    // The block says the centre as an offset.
    let center = from + rounded(&(center - from));
    let angle = |p: &Vec3| (p[j] - center[j]).atan2(p[i] - center[i]);
    let way = if random.chance(0.5) { 1.0 } else { -1.0 };
    let mut turn = (way * (angle(&to) - angle(&from))).rem_euclid(TAU);
    if full || turn < 1e-9 {
        turn = TAU;
    }
    Path::Round { from, to, center, axis, sweep: way * turn }
}
