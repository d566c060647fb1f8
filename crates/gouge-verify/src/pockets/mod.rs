//! How deep the surface comes into a tool with pockets, as narrowly as a region says it: convex parts
//! of the tool leave great depths open.
//!
//! What a facet passes through of the tool on a chord, seen from the tool, is a prism: its corners and
//! those moved against the chord. Over a box that holds some of it no point is deeper than the middle
//! by more than the box reaches; and linear functions bound depth below an edge of the tool's surface as
//! they do in `interior`. Best first, over all motions of a region that hold its upper bound up, or over the one
//! that is to be told apart from a limit.

mod form;
mod forms;
mod prism;

use std::ops::ControlFlow;

use super::contact::{Contact, Stop};
use super::interior::room;
use super::plan::Way;
use super::prepared::{PreparedComponent, PreparedTool};
use super::target::Target;
use crate::tolerance::{
    CHORD_ROOM, DECIDING_LOOKS, FLOAT_MM, LOOKS_A_CELL, POCKET_LOOKS, POCKET_SAG_SHARE,
    REGION_SHARE, SHORTEST_TIME,
};
pub(super) use forms::Asked;
use forms::Forms;
use gouge_core::sweep::refine;
use gouge_core::tool::Role;
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};
use prism::Prism;

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

/// A facet before a form along a chord.
#[derive(Clone, Copy)]
struct Cell {
    motion: usize,
    way: usize,
    form: usize,
    facet: u32,
    times: [f64; 2],
    /// Only what is in here is looked at, about the control point, mm.
    room: Aabb,
    /// The way to the tool's surface from the deepest point.
    away: Vec3,
}

enum Item {
    Motion(usize),
    Cell(Box<Cell>),
}

/// What a search is to tell.
#[derive(Clone, Copy)]
pub(super) enum PocketAim {
    /// The greatest depth, as narrowly as a region says it.
    Measure,
    /// Whether anything is deeper than this, mm.
    Decide(f64),
}

/// A search over motions of a region.
pub(super) struct PocketQuery<'a> {
    target: Target<'a>,
    aim: PocketAim,
    forms: Forms<'a>,
    /// The one that is asked about, then all.
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
    /// A search that knows of depths up to `lo`; `None` where nothing narrower is to be said.
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
    pub fn run(&mut self, ways: impl Fn(usize) -> Vec<Way>, stop: Stop) -> [f64; 2] {
        let level = self.level();
        let most = |asked: &Asked| {
            let forms = self.forms.of(asked, self.float).into_iter();
            forms.map(|(_, most)| most).fold(f64::NEG_INFINITY, f64::max)
        };
        let caps = self.asked.iter().map(most).enumerate();
        let (open, settled): (Vec<_>, Vec<_>) = caps.partition(|(_, cap)| *cap > level);
        self.left = settled.into_iter().map(|(_, cap)| cap).fold(self.left, f64::max);
        let open = open.into_iter().map(|(motion, cap)| (cap, Item::Motion(motion)));
        let mut known: (usize, Vec<Way>) = (usize::MAX, Vec::new());
        let hi = refine(open.collect::<Vec<_>>(), |hi, item, parts| {
            if hi <= self.level() || self.looks_left == 0 || stop() {
                return ControlFlow::Break(());
            }
            let motion = match item {
                Item::Motion(motion) => *motion,
                Item::Cell(cell) => cell.motion,
            };
            if known.0 != motion {
                known = (motion, ways(motion));
            }
            match item {
                Item::Motion(motion) => self.cells(*motion, &known.1, hi, parts),
                Item::Cell(cell) => {
                    let Some(halves) = self.halves(cell, &known.1) else {
                        return ControlFlow::Break(());
                    };
                    halves.into_iter().for_each(|half| self.put(half, &known.1, hi, parts));
                }
            }
            ControlFlow::Continue(())
        });
        [self.lo, hi.max(self.left).max(self.lo)]
    }

    /// Puts the cells that a motion begins with.
    fn cells(&mut self, motion: usize, ways: &[Way], hi: f64, parts: &mut Vec<(f64, Item)>) {
        for (form, most) in self.forms.of(&self.asked[motion], self.float) {
            let hi = hi.min(most);
            for (way, path) in ways.iter().map(|w| &w.path).enumerate() {
                let count = path.first_cut();
                for i in 0..count {
                    let times = [i, i + 1].map(|i| i as f64 / count as f64);
                    let segment = path.segment(times[0], times[1]);
                    let room = self.forms.room(&self.asked[motion], form, segment.sag);
                    let at = |c: Vec3| Aabb { lo: room.lo + c, hi: room.hi + c };
                    let swept = at(segment.from).union(&at(segment.from + segment.travel));
                    let facets = self.target.within(&swept, usize::MAX).unwrap_or_default();
                    for facet in facets {
                        let away = Vec3::zeros();
                        let cell = Cell { motion, way, form, facet, times, room, away };
                        self.put(cell, ways, hi, parts);
                    }
                }
            }
        }
    }

    /// Whether the chord of a cell bends away too far. Rooms are cut afterwards: those of shorter chords are
    /// larger by what the chord bent away, and would come to lie upon each other.
    fn is_slack(&self, sag: f64, [start, end]: [f64; 2]) -> bool {
        sag > POCKET_SAG_SHARE * self.width() && end - start > SHORTEST_TIME
    }

    /// A cell in two: in time where its chord says little.
    fn halves(&self, cell: &Cell, ways: &[Way]) -> Option<[Cell; 2]> {
        let [start, end] = cell.times;
        let sag = ways[cell.way].path.segment(start, end).sag;
        // What is in a small room beyond the end of a component may lie in that, seen from the true way; and how
        // deep it is there changes more along the way than in the room.
        let beside = CHORD_ROOM * sag > cell.room.size().max() && end - start > SHORTEST_TIME;
        if beside || self.is_slack(sag, cell.times) {
            let middle = 0.5 * (start + end);
            let asked = &self.asked[cell.motion];
            return Some([[start, middle], [middle, end]].map(|times| {
                let left = ways[cell.way].path.segment(times[0], times[1]).sag;
                // Points of the two chords at the same time are no farther apart.
                let room = cell.room.grown(2.0 * sag);
                let room = room.intersection(&self.forms.room(asked, cell.form, left));
                Cell { times, room, ..*cell }
            }));
        }
        Some(room::halves(&cell.room, &cell.away)?.map(|room| Cell { room, ..*cell }))
    }

    /// Bounds a cell and puts it, unless it holds nothing of interest.
    fn put(&mut self, mut cell: Cell, ways: &[Way], hi: f64, parts: &mut Vec<(f64, Item)>) {
        self.looks_left = self.looks_left.saturating_sub(1);
        let Some(bound) = self.bound(&mut cell, ways, hi) else { return };
        if bound > self.level() {
            parts.push((bound, Item::Cell(Box::new(cell))));
        } else {
            self.left = self.left.max(bound);
        }
    }

    /// How deep the facet of a cell is in the form at most, mm, where that is in its room; `None`
    /// where it is not in there.
    fn bound(&mut self, cell: &mut Cell, ways: &[Way], cap: f64) -> Option<f64> {
        let facet = self.target.body.mesh.triangle(cell.facet as usize);
        let path = &ways[cell.way].path;
        let prism = Prism::new(&facet, path, cell.times);
        cell.room = cell.room.intersection(&prism.bounds().grown(FLOAT_MM));
        if cell.room.is_empty() {
            return None;
        }
        let form = &self.forms.list[cell.form];
        // Beside the depth on the chord.
        let beside = form.grow + prism.sag + self.float;
        let middle = (cell.room.lo + cell.room.hi) * 0.5;
        let reach = 0.5 * cell.room.size().norm();
        let glance = form.piece.depth(&middle) + reach + FLOAT_MM;
        let asked = &self.asked[cell.motion];
        let inward = self.forms.inward(asked, cell.form, 2.0 * (prism.sag + FLOAT_MM));
        // What lies beyond the end of the component is not asked about.
        if inward.is_some() && !self.forms.may_hold(&middle, reach + prism.sag + FLOAT_MM) {
            return None;
        }
        let hi = (cap - beside).min(form.most).min(glance);
        let level = self.level() - beside;
        if hi <= level {
            return Some(hi + beside);
        }
        // Nothing is learned from a chord that is cut anyway.
        if self.is_slack(prism.sag, cell.times) {
            return Some(hi + beside);
        }
        self.looks_left = self.looks_left.saturating_sub(LOOKS_A_CELL);
        let mut seen = Vec::new();
        let planes = prism.planes();
        let beyond = |at: &Vec3| {
            let parted = Prism::parted(&planes, at);
            parted.or_else(|| self.forms.parted(asked, cell.form, at, prism.sag))
        };
        let bound = form.beneath(&cell.room, beyond, [hi, level], |at, depth, away| {
            cell.away = away;
            seen.push((at, depth));
        });
        for (at, depth) in seen {
            self.offer(cell, &facet, &ways[cell.way], &at, depth);
            if let Some(inward) = &inward {
                self.offer(cell, &facet, &ways[cell.way], &inward(&at), depth);
            }
        }
        Some(bound? + beside)
    }

    /// Takes a point of a facet as the deepest contact where it is one; `at` is where it is seen
    /// from the tool, about `depth` deep.
    fn offer(&mut self, cell: &Cell, facet: &Triangle, way: &Way, at: &Vec3, depth: f64) {
        let form = &self.forms.list[cell.form];
        if depth + form.grow <= self.lo {
            return;
        }
        let [start, end] = cell.times;
        let segment = way.path.segment(start, end);
        let on = |s: f64| {
            let x = at + segment.from + segment.travel * s;
            let point = closest_on_triangle(&x, facet);
            ((point - x).norm(), point)
        };
        // The distance of what moves straight from a facet is convex.
        let [mut low, mut high] = [0.0, 1.0];
        for _ in 0..THIRDS {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if on(a).0 <= on(b).0 { high = b } else { low = a }
        }
        let s = 0.5 * (low + high);
        let (time, point) = (start + s * (end - start), on(s).1);
        let control = way.path.at(time);
        let y = point - control;
        let t = way.times[0] + time * (way.times[1] - way.times[0]);
        let lo = form.piece.depth(&y) + form.grow - FLOAT_MM;
        let lo = lo - form.excess - (self.float - FLOAT_MM);
        let contact = Contact { lo, triangle: cell.facet, t, point, control, piece: 0 };
        let &Asked { cap, alone, .. } = &self.asked[cell.motion];
        let within = |c: &&&PreparedComponent| {
            // What is bounded of a component alone counts its end at a joint, too.
            let rounding = if alone { -FLOAT_MM } else { FLOAT_MM };
            let least = c.component.facet_error + rounding - c.grow;
            c.component.pieces.iter().any(|p| p.depth(&y) >= least)
        };
        // What is deeper than its motion is in the component lies in another one, which tells of it.
        let told = lo > self.lo && (alone || lo <= cap);
        let asked = if alone { &self.components[..1] } else { &self.components };
        let Some(own) = asked.iter().find(within).filter(|_| told) else {
            return;
        };
        self.lo = lo;
        let role = own.component.role;
        self.deeper = Some(Deeper { motion: cell.motion, contact, dogleg: way.dogleg, role });
    }
}

/// How often the time is brought nearer at which a point lies on a facet, to two thirds each.
const THIRDS: usize = 60;

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
    use gouge_random::Random;

    /// A soup of large facets about the origin, one of them level.
    fn facets(random: &mut Random) -> Mesh {
        let mut vertices: Vec<Vec3> = (0..9).map(|_| random.vector(9.0)).collect();
        vertices[..3].iter_mut().for_each(|v| v.z = 1.0);
        Mesh { vertices, triangles: vec![[0, 1, 2], [3, 4, 5], [6, 7, 8]] }
    }

    /// Where a cutter and its shank are as wide, nothing kept a search that was cut off from saying that they
    /// may be deep without end.
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
            for _ in 0..8 {
                let mesh = facets(&mut random);
                let body = Body::new(&mesh, &defects::examine(&mesh), false);
                let tree = (Engine::default().build)(&mesh);
                let target = Target { body: &body, facets: &*tree };
                let (from, mut travel) = (random.vector(6.0), random.vector(5.0));
                if random.chance(0.5) {
                    travel.z = 0.0;
                }
                let path = Path::Line { from, travel };
                let ways = [Way { path, times: [0.0, 1.0], dogleg: false }];
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
                        let found = query.deepest(&ways, &goal, &|| false);
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
                    let [lo, hi] = query.run(|_| ways.to_vec(), &|| false);
                    assert!(lo <= hi && hi <= told[1], "{spec} {lo} {hi} {told:?}");
                    let mut deepest = 0.0f64;
                    for _ in 0..4000 {
                        let [a, b, c] = mesh.triangle(random.below(3));
                        let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                        let y = a + (b - a) * u + (c - a) * v
                            - from
                            - travel * random.between(0.0, 1.0);
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
