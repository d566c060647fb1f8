//! How deep the surface comes into a tool with pockets, as narrowly as a region states it: convex
//! parts of the tool leave great depths open.
//!
//! A facet against a piece of the tool is cut into cells, which are bounded along chords, or on
//! arcs about an upright line without chords. The search is best first, over all motions of a
//! region that hold its upper bound up, or over the one to be distinguished from a limit.

mod chord;
mod form;
mod forms;
mod prism;
mod turned;

use std::ops::ControlFlow;

use super::contact::{Contact, Stop};
use super::plan::TimedPath;
use super::prepared::{PreparedComponent, PreparedTool};
use super::target::Target;
use crate::budget::{DECIDING_LOOKS, POCKET_LOOKS};
use crate::tolerance::{FLOAT_MM, REGION_SHARE};
pub(super) use forms::Asked;
use forms::Forms;
use gouge_core::sweep::refine;
use gouge_core::tool::Role;
use gouge_mesh::geom::{Aabb, Vec3};

/// The deepest contact found, and whose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deeper {
    /// Which motion of all.
    pub motion: usize,
    pub contact: Contact,
    pub dogleg: bool,
    /// The component that it lies in: at a joint that may be another one than was asked about.
    pub role: Role,
}

/// A facet against a form.
#[derive(Clone, Copy)]
struct Before {
    motion: usize,
    path: usize,
    form: usize,
    facet: u32,
}

/// Some of what a facet passes through of a form.
enum Cell {
    Chord(chord::Cell),
    Turned(turned::Cell),
}

enum Item {
    Motion(usize),
    Cell(Box<Cell>),
}

impl Cell {
    fn of(&self) -> &Before {
        match self {
            Self::Chord(cell) => &cell.of,
            Self::Turned(cell) => &cell.of,
        }
    }
}

/// The aim of a search.
#[derive(Clone, Copy)]
pub(super) enum PocketAim {
    /// The greatest depth, as narrowly as a region states it.
    Measure,
    /// Whether anything is deeper than this, mm.
    Decide(f64),
}

/// A search over motions of a region.
pub(super) struct PocketQuery<'a> {
    target: Target<'a>,
    aim: PocketAim,
    forms: Forms<'a>,
    /// The component in question first, then all of them.
    components: Vec<&'a PreparedComponent>,
    /// Width that bounds may keep, mm.
    epsilon: f64,
    /// Rounding, mm.
    float: f64,
    asked: Vec<Asked>,
    /// Proved: something is this deep, mm.
    lo: f64,
    /// Nothing of what was left out is deeper, mm.
    left: f64,
    /// What shows the lower bound, where it was raised.
    pub deeper: Option<Deeper>,
    /// Cells that may still be looked at, where one that is bounded counts as several.
    looks_left: usize,
}

impl<'a> PocketQuery<'a> {
    /// A search that knows of depths up to `lo`; `None` where nothing narrower can be found.
    pub fn new(
        target: Target<'a>,
        (tool, component): (&'a PreparedTool, &'a PreparedComponent),
        asked: Vec<Asked>,
        (aim, lo): (PocketAim, f64),
        [epsilon, float]: [f64; 2],
    ) -> Option<Self> {
        let forms = Forms::new(tool, component, &asked)?;
        let looks_left = match aim {
            PocketAim::Measure => POCKET_LOOKS,
            PocketAim::Decide(_) => DECIDING_LOOKS,
        };
        Some(Self {
            target,
            aim,
            forms,
            components: std::iter::once(component).chain(&tool.components).collect(),
            epsilon,
            float,
            asked,
            lo,
            left: f64::NEG_INFINITY,
            deeper: None,
            looks_left,
        })
    }

    /// Bounds above are of no use below this, mm.
    fn level(&self) -> f64 {
        match self.aim {
            PocketAim::Measure => self.lo + self.width(),
            PocketAim::Decide(limit) if self.lo <= limit => limit,
            PocketAim::Decide(_) => f64::INFINITY,
        }
    }

    /// How far apart bounds may stay, mm.
    fn width(&self) -> f64 {
        self.epsilon.max(self.lo * REGION_SHARE)
    }

    /// Bounds the depth of all motions, mm.
    pub fn run(&mut self, paths: impl Fn(usize) -> Vec<TimedPath>, stop: Stop) -> [f64; 2] {
        let level = self.level();
        let most = |asked: &Asked| {
            let forms = self.forms.of(asked, self.float).into_iter();
            forms.map(|(_, most)| most).fold(f64::NEG_INFINITY, f64::max)
        };
        let caps = self.asked.iter().map(most).enumerate();
        let (open, settled): (Vec<_>, Vec<_>) = caps.partition(|(_, cap)| *cap > level);
        self.left = settled.into_iter().map(|(_, cap)| cap).fold(self.left, f64::max);
        let open = open.into_iter().map(|(motion, cap)| (cap, Item::Motion(motion)));
        let mut known: (usize, Vec<TimedPath>) = (usize::MAX, Vec::new());
        let hi = refine(open.collect::<Vec<_>>(), |hi, item, parts| {
            if hi <= self.level() || self.looks_left == 0 || stop() {
                return ControlFlow::Break(());
            }
            let motion = match item {
                Item::Motion(motion) => *motion,
                Item::Cell(cell) => cell.of().motion,
            };
            if known.0 != motion {
                known = (motion, paths(motion));
            }
            let paths = &known.1;
            match item {
                Item::Motion(motion) => self.cells(*motion, paths, hi, parts),
                Item::Cell(cell) => {
                    let Some(halves) = self.halves(cell, paths) else {
                        return ControlFlow::Break(());
                    };
                    halves.into_iter().for_each(|half| self.put(half, paths, hi, parts));
                }
            }
            ControlFlow::Continue(())
        });
        [self.lo, hi.max(self.left).max(self.lo)]
    }

    /// Puts the cells that a motion begins with.
    fn cells(&mut self, motion: usize, paths: &[TimedPath], hi: f64, parts: &mut Vec<(f64, Item)>) {
        for (form, most) in self.forms.of(&self.asked[motion], self.float) {
            let hi = hi.min(most);
            for (number, path) in paths.iter().map(|w| &w.path).enumerate() {
                let count = path.first_cut();
                // Of a short arc few chords are made, which tell how a facet leads along it, too.
                let long = count > CHORDS_OF_A_QUARTER && path.upright().is_some();
                let turns = long && self.forms.list[form].is_round();
                for i in 0..count {
                    let times = [i, i + 1].map(|i| i as f64 / count as f64);
                    let segment = path.segment(times[0], times[1]);
                    let room = self.forms.room(&self.asked[motion], form, segment.sag);
                    let at = |c: Vec3| Aabb { lo: room.lo + c, hi: room.hi + c };
                    let swept = at(segment.from).union(&at(segment.from + segment.travel));
                    let facets = self.target.within(&swept, usize::MAX).unwrap_or_default();
                    for facet in facets {
                        let of = Before { motion, path: number, form, facet };
                        let cell = if turns {
                            let part = self.target.body.mesh.triangle(facet as usize);
                            Cell::Turned(turned::Cell { of, part, times })
                        } else {
                            let away = Vec3::zeros();
                            Cell::Chord(chord::Cell { of, times, room, away })
                        };
                        self.put(cell, paths, hi, parts);
                    }
                }
            }
        }
    }

    /// A cell in two; `None` where it is next to nothing.
    fn halves(&self, cell: &Cell, paths: &[TimedPath]) -> Option<[Cell; 2]> {
        Some(match cell {
            Cell::Chord(cell) => self.chord_halves(cell, paths)?.map(Cell::Chord),
            Cell::Turned(cell) => self.turned_halves(cell, paths)?.map(Cell::Turned),
        })
    }

    /// Bounds a cell and puts it, unless it holds nothing of interest.
    fn put(&mut self, mut cell: Cell, paths: &[TimedPath], hi: f64, parts: &mut Vec<(f64, Item)>) {
        self.looks_left = self.looks_left.saturating_sub(1);
        let bound = match &mut cell {
            Cell::Chord(cell) => self.chord_bound(cell, paths, hi),
            Cell::Turned(cell) => self.turned_bound(cell, paths, hi),
        };
        let Some(bound) = bound else { return };
        if bound > self.level() {
            parts.push((bound, Item::Cell(Box::new(cell))));
        } else {
            self.left = self.left.max(bound);
        }
    }

    /// Takes a point of a facet at a time of its path as the deepest contact where it is one.
    fn take(&mut self, of: &Before, timed: &TimedPath, time: f64, point: Vec3) {
        let form = &self.forms.list[of.form];
        let control = timed.path.at(time);
        let y = point - control;
        let t = timed.times[0] + time * (timed.times[1] - timed.times[0]);
        let lo = form.least(&y) - self.float;
        let contact = Contact { lo, triangle: of.facet, t, point, control, piece: 0 };
        let &Asked { cap, alone, .. } = &self.asked[of.motion];
        let within = |c: &&&PreparedComponent| {
            // What is bounded of a component alone counts its end at a joint, too.
            let rounding = if alone { -FLOAT_MM } else { FLOAT_MM };
            let least = c.component.facet_error + rounding - c.grow;
            c.component.pieces.iter().any(|p| p.depth(&y) >= least)
        };
        // What is deeper than its motion is in the component lies in another one, which tells of
        // it.
        let told = lo > self.lo && (alone || lo <= cap);
        let asked = if alone { &self.components[..1] } else { &self.components };
        let Some(own) = asked.iter().find(within).filter(|_| told) else {
            return;
        };
        self.lo = lo;
        let role = own.component.role;
        self.deeper = Some(Deeper { motion: of.motion, contact, dogleg: timed.dogleg, role });
    }
}

/// Into as many pieces a quarter turn is cut to begin with.
const CHORDS_OF_A_QUARTER: usize = 2;

#[cfg(test)]
mod tests {
    use std::path::Path as File;

    use super::super::body::Body;
    use super::super::contact::DepthQuery;
    use super::super::path::Path;
    use super::super::thresholds::Goal;
    use super::form::Form;
    use super::*;
    use gouge_core::tool::Spec;
    use gouge_core::tree::{Course, Engine};
    use gouge_mesh::mesh::{Mesh, defects};
    use gouge_nc::Arc;
    use gouge_random::Random;

    /// A soup of large facets about the origin, one of them level.
    fn facets(random: &mut Random) -> Mesh {
        let mut vertices: Vec<Vec3> = (0..9).map(|_| random.vector(9.0)).collect();
        vertices[..3].iter_mut().for_each(|v| v.z = 1.0);
        Mesh { vertices, triangles: vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]] }
    }

    /// Where a cutter and its shank are as wide, nothing kept a search that was cut off from saying
    /// that they may be deep without end.
    #[test]
    fn a_search_that_is_cut_off_leaves_a_bound() {
        let mesh = facets(&mut Random::new(5));
        let body = Body::new(&mesh, &defects::examine(&mesh), false);
        let tree = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*tree };
        let tool = Spec::parse("flat:6;len=5;shank=6,40", File::new("")).unwrap();
        let tool = PreparedTool::new(tool.build(100.0), 0.01, 0.0);
        let component = &tool.components[1];
        let deeper = vec![(0, Form::joint(&tool, &tool.joints[0]).bounds())];
        let asked = vec![Asked { cap: 0.2, alone: true, deeper }];
        let of = (&tool, component);
        let known = (PocketAim::Measure, 0.1);
        let query = PocketQuery::new(target, of, asked, known, [1e-4, 1e-9]);
        let [lo, hi] = query.unwrap().run(|_| Vec::new(), &|| true);
        assert!(lo == 0.1 && (3.0..3.1).contains(&hi), "{lo} {hi}");
    }

    #[test]
    fn no_facet_is_deeper_than_the_bound_nor_the_deepest_shallower_than_said() {
        let mut random = Random::new(5);
        let (mut narrow, mut wide, mut raised) = (0, 0, 0);
        for spec in [
            "flat:4;len=6;shank=8,9",
            "ball:5;len=7;shank=7,6",
            "bull:6,1;len=5;shank=9,8;clearance=0.3",
        ] {
            let tool = Spec::parse(spec, File::new("")).unwrap();
            let tool = PreparedTool::new(tool.build(100.0), 0.01, 0.0);
            for _ in 0..16 {
                let mesh = facets(&mut random);
                let body = Body::new(&mesh, &defects::examine(&mesh), false);
                let tree = (Engine::default().build)(&mesh);
                let target = Target { body: &body, facets: &*tree };
                let (from, mut travel) = (random.vector(6.0), random.vector(5.0));
                if random.chance(0.5) {
                    travel.z = 0.0;
                }
                let path = match random.chance(0.5) {
                    true => Path::Line { from, travel },
                    // A circle or a helix, of any part of a turn or several.
                    false => {
                        let center = from + Vec3::new(travel.x, travel.y, 0.0);
                        let normal = [0.0, 0.0, [1.0, -1.0][random.below(2)]];
                        let sweep = random.between(-13.0, 13.0);
                        let (sin, cos) = (normal[2] * sweep).sin_cos();
                        let [x, y] = [-travel.x, -travel.y];
                        let end = Vec3::new(x * cos - y * sin, x * sin + y * cos, travel.z);
                        let arc = Arc { center: center.into(), normal, sweep };
                        Path::round(&arc, from, center + end, &Vec3::zeros())
                    }
                };
                let paths = [TimedPath { path: path.clone(), times: [0.0, 1.0], dogleg: false }];
                for component in &tool.components {
                    let forms: Vec<Form> = Form::own(component)
                        .chain(tool.joints.iter().map(|j| Form::joint(&tool, j)))
                        .collect();
                    let known = f64::NEG_INFINITY;
                    let goal =
                        Goal { floor: 0.0, harmless: 0.0, known, limit: 0.01, epsilon: 1e-4 };
                    let mut told = [0.0f64; 2];
                    for form in &forms {
                        let pieces = std::slice::from_ref(form.piece);
                        let mut query = DepthQuery::new(&*tree, &mesh, pieces, Course::ALONE);
                        let found = query.deepest(&paths, &goal, &|| false);
                        let [_, hi] = found.bounds(&goal, form.grow, 1e-9);
                        told[1] = told[1].max(hi);
                    }
                    let asked = Asked { cap: told[1], alone: false, deeper: Vec::new() };
                    let Some(mut query) = PocketQuery::new(
                        target,
                        (&tool, component),
                        vec![asked],
                        (PocketAim::Measure, told[0]),
                        [1e-4, 1e-9],
                    ) else {
                        continue;
                    };
                    let [lo, hi] = query.run(|_| paths.to_vec(), &|| false);
                    assert!(lo <= hi && hi <= told[1], "{spec} {lo} {hi} {told:?}");
                    let mut deepest = 0.0f64;
                    for _ in 0..4000 {
                        let [a, b, c] = mesh.triangle(random.below(3));
                        let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                        let y = a + (b - a) * u + (c - a) * v - path.at(random.between(0.0, 1.0));
                        deepest = forms
                            .iter()
                            .map(|f| f.piece.depth(&y) + f.grow)
                            .fold(deepest, f64::max);
                    }
                    assert!(deepest <= hi, "{spec} {deepest} {hi}");
                    if let Some(Deeper { contact, .. }) = query.deeper {
                        let y = contact.point - contact.control;
                        let most = forms.iter().map(|f| f.piece.depth(&y) + f.grow);
                        assert!(lo <= most.fold(f64::NEG_INFINITY, f64::max), "{spec} {lo}");
                        raised += 1;
                    }
                    let told = hi - lo <= f64::max(1e-4, 0.01 * hi);
                    narrow += usize::from(told);
                    wide += usize::from(!told);
                }
            }
        }
        assert!(raised > 10 && narrow > 20 && wide == 0, "{raised} {narrow} {wide}");
    }
}
