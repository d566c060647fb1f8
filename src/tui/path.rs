//! The tool's path through the work, packed: ten million motions are to fit in memory.

use std::collections::HashMap;
use std::sync::OnceLock;

use gouge_raster::{Material, Track};

use super::place::Place;
use crate::geom::Vec3;
use crate::nc::{self, Kind, Motion};

/// Chords that stand for an arc or a dog-leg in a picture: the sagitta of a full turn is 1/830 of
/// its radius.
const DRAWN_CHORDS: usize = 64;

/// What packing may move a point, mm.
const PACKED_MM: f64 = 1e-3;

/// One motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// End, work coordinates, mm; NaN while an axis has no known position.
    to: [f32; 3],
    /// Line, from 1, of its file.
    pub line: u32,
    /// Which file; 0 is the program.
    pub file: u16,
    /// Tool number.
    pub tool: u16,
    /// How it moves.
    pub kind: Kind,
}

impl Step {
    /// The line that makes it.
    pub fn place(&self) -> Place {
        Place { file: self.file, line: self.line }
    }
}

/// How a motion that is not straight goes, work coordinates, mm.
#[derive(Clone, Copy, Debug)]
enum Bend {
    /// Round: angle, height and radius all grow evenly.
    Arc { center: Vec3, normal: Vec3, sweep: f64 },
    /// All axes at the speed of the longest until they arrive.
    DogLeg,
}

/// The tool's way, motion by motion.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// The motions.
    pub steps: Vec<Step>,
    /// Those that are not straight, by index.
    bends: HashMap<u32, Bend>,
    /// Starts that are not the end of the step before, work coordinates, mm.
    starts: HashMap<u32, [f64; 3]>,
    /// From program to work coordinates, mm.
    shift: Vec3,
    /// Machine zero in program coordinates, mm.
    home: Option<Vec3>,
    /// Axes that stand at machine positions.
    machine: [bool; 3],
    /// Motions that are not of the program itself, or of a line before the last one's.
    jumps: bool,
    /// Motions that are of another file than the one before.
    changes: Vec<u32>,
    /// Where motions jump: lines in order, each with its first motion. Made when it is asked for.
    lines: OnceLock<Vec<(Place, u32)>>,
}

impl Path {
    /// An empty way; `shift` leads from program to work coordinates, `home` is the machine's zero
    /// in program coordinates.
    pub fn new(shift: Vec3, home: Option<Vec3>) -> Self {
        Self { shift, home, ..Self::default() }
    }

    /// Adds a motion, every one of the program in turn.
    pub fn push(&mut self, m: &Motion) {
        let unknown = Vec3::repeat(f64::NAN);
        let before = std::mem::replace(&mut self.machine, m.at_machine);
        let tip = m.tip.shift().map_or(unknown, Vec3::from) + self.shift;
        let (from, to) = (self.place(m.from, before) + tip, self.place(m.to, self.machine) + tip);
        let index = self.steps.len() as u32;
        let last = self.steps.last().map_or(unknown, |s| Vec3::from(s.to.map(f64::from)));
        // The packed end of the step before is rounded. Unknown differs from everything.
        let joined = (from - last).norm() <= PACKED_MM;
        if !joined {
            self.starts.insert(index, from.into());
        }
        if let Some(arc) = &m.arc {
            let (center, normal) = (Vec3::from(arc.center) + tip, Vec3::from(arc.normal));
            self.bends.insert(index, Bend::Arc { center, normal, sweep: arc.sweep });
        } else if m.dogleg {
            self.bends.insert(index, Bend::DogLeg);
        }
        self.lines.take();
        if self.steps.last().is_some_and(|before| before.file != m.span.file) {
            self.changes.push(index);
        }
        self.jumps |=
            m.span.file != 0 || self.steps.last().is_some_and(|before| before.line > m.span.line);
        self.steps.push(Step {
            to: to.map(|x| x as f32).into(),
            line: m.span.line,
            file: m.span.file,
            tool: m.tool.min(u32::from(u16::MAX)) as u16,
            kind: m.kind,
        });
    }

    /// A point of the program, not a number where it is not known.
    fn place(&self, end: nc::Place, machine: [bool; 3]) -> Vec3 {
        let mut p = end.known().map_or(Vec3::repeat(f64::NAN), Vec3::from);
        for axis in (0..3).filter(|&axis| machine[axis]) {
            p[axis] += self.home.map_or(f64::NAN, |home| home[axis]);
        }
        p
    }

    /// Whether its lines are not made one after the other.
    pub fn jumps(&self) -> bool {
        self.jumps
    }

    /// Number of motions.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Without any motion.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Ends of a motion, mm; none where one is not known.
    pub fn ends(&self, index: usize) -> Option<[Vec3; 2]> {
        let step = self.steps.get(index)?;
        let from = match self.starts.get(&(index as u32)) {
            Some(start) => Vec3::from(*start),
            None => Vec3::from(self.steps.get(index.checked_sub(1)?)?.to.map(f64::from)),
        };
        let to = Vec3::from(step.to.map(f64::from));
        (from.iter().chain(to.iter()).all(|x| x.is_finite())).then_some([from, to])
    }

    /// Where the control point is at `t` (0 to 1) of a motion, mm.
    pub fn at(&self, index: usize, t: f64) -> Option<Vec3> {
        let [from, to] = self.ends(index)?;
        let way = to - from;
        Some(match self.bends.get(&(index as u32)) {
            None => from + t * way,
            Some(Bend::DogLeg) => {
                let reach = t * way.abs().max();
                from + way.map(|d| d.clamp(-reach, reach))
            }
            Some(Bend::Arc { center, normal, sweep }) => {
                let spoke = |p: Vec3| p - center - normal * (p - center).dot(normal);
                let (first, last) = (spoke(from).norm(), spoke(to).norm());
                let along = spoke(from) / first.max(f64::MIN_POSITIVE);
                let (sin, cos) = (sweep * t).sin_cos();
                let turned = along * cos + normal.cross(&along) * sin;
                let height = (from - center).dot(normal) + t * way.dot(normal);
                center + normal * height + turned * (first + t * (last - first))
            }
        })
    }

    /// Direction of motion at `t`, unit; none for a motion without length or known ends.
    pub fn direction(&self, index: usize, t: f64) -> Option<Vec3> {
        const STEP: f64 = 1e-4;
        let d = self.at(index, (t + STEP).min(1.0))? - self.at(index, (t - STEP).max(0.0))?;
        (d.norm() > 0.0).then(|| d.normalize())
    }

    /// Length of a motion, mm, chords for arcs.
    pub fn length(&self, index: usize) -> f64 {
        let chords = self.chords(index);
        let points = (0..=chords).filter_map(|k| self.at(index, k as f64 / chords as f64));
        let points: Vec<Vec3> = points.collect();
        points.windows(2).map(|w| (w[1] - w[0]).norm()).sum()
    }

    /// Chords that stand for a motion.
    fn chords(&self, index: usize) -> usize {
        if self.bends.contains_key(&(index as u32)) { DRAWN_CHORDS } else { 1 }
    }

    /// As lines to draw, with the first point of every motion; `gouges` tells which are bad.
    pub fn track(&self, gouges: impl Fn(usize) -> bool) -> (Track, Vec<u32>) {
        let mut points = Vec::with_capacity(self.len() + 1);
        let mut materials = Vec::with_capacity(self.len() + 1);
        let mut firsts = Vec::with_capacity(self.len() + 1);
        for i in 0..self.len() {
            firsts.push(points.len() as u32);
            let Some([from, _]) = self.ends(i) else { continue };
            if points.is_empty() || self.starts.contains_key(&(i as u32)) {
                points.push(from);
                materials.push(Material::NOTHING);
            }
            let material = match self.steps[i].kind {
                _ if gouges(i) => Material::GOUGE,
                Kind::Rapid => Material::RAPID,
                Kind::Feed | Kind::Arc => Material::FEED,
            };
            let chords = self.chords(i);
            for k in 1..=chords {
                points.extend(self.at(i, k as f64 / chords as f64));
                materials.push(material);
            }
        }
        firsts.push(points.len() as u32);
        (Track::new(points, materials), firsts)
    }

    /// Whether motions from one to another are of several files.
    pub fn changes_file(&self, [first, last]: [u32; 2]) -> bool {
        let after = self.changes.partition_point(|motion| *motion <= first);
        self.changes.get(after).is_some_and(|motion| *motion <= last)
    }

    /// The first motion of a line, or of the next line of its file that moves.
    pub fn of_line(&self, at: Place) -> Option<usize> {
        if !self.jumps {
            let first = self.steps.partition_point(|s| s.line < at.line);
            return (at.file == 0 && first < self.steps.len()).then_some(first);
        }
        let lines = self.lines.get_or_init(|| self.first_motions());
        let (place, motion) = lines.get(lines.partition_point(|(place, _)| *place < at))?;
        (place.file == at.file).then_some(*motion as usize)
    }

    fn first_motions(&self) -> Vec<(Place, u32)> {
        let mut first: HashMap<Place, u32> = HashMap::new();
        for (step, i) in self.steps.iter().zip(0..) {
            first.entry(step.place()).or_insert(i);
        }
        let mut lines: Vec<_> = first.into_iter().collect();
        lines.sort_unstable();
        lines
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.steps.capacity() * size_of::<Step>()
            + self.bends.capacity() * (size_of::<Bend>() + 8)
            + self.starts.capacity() * 32
            + self.lines.get().map_or(0, |lines| lines.capacity() * 12)
            + self.changes.capacity() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nc::Arc;

    #[test]
    fn an_arc_goes_round_its_centre() {
        let mut path = Path::new(Vec3::new(100.0, 0.0, 0.0), None);
        path.push(&Motion::feed(1, [0.0; 3], [10.0, 0.0, 0.0]));
        path.push(&Motion {
            kind: Kind::Arc,
            arc: Some(Box::new(Arc {
                center: [0.0; 3],
                normal: [0.0, 0.0, 1.0],
                sweep: std::f64::consts::PI,
            })),
            ..Motion::feed(1, [10.0, 0.0, 0.0], [-10.0, 0.0, 4.0])
        });
        let middle = path.at(1, 0.5).unwrap();
        assert!((middle - Vec3::new(100.0, 10.0, 2.0)).norm() < 1e-9, "{middle}");
        let end = path.at(1, 1.0).unwrap();
        assert!((end - Vec3::new(90.0, 0.0, 4.0)).norm() < 1e-9, "{end}");
        let length = path.length(1);
        assert!((length - (10.0 * std::f64::consts::PI).hypot(4.0)).abs() < 0.02);
    }

    #[test]
    fn motions_are_found_by_line_with_and_without_jumps() {
        let mut path = Path::new(Vec3::zeros(), None);
        let push = |path: &mut Path, line| {
            let mut motion = Motion::feed(1, [0.0; 3], [1.0, 2.0, 3.0]);
            motion.span.line = line;
            path.push(&motion);
        };
        for line in [2, 3, 3, 7] {
            push(&mut path, line);
        }
        let at = |file, line| Place { file, line };
        let found = |path: &Path| [0, 2, 3, 4, 7, 8].map(|line| path.of_line(at(0, line)));
        let expected = [Some(0), Some(0), Some(1), Some(3), Some(3), None];
        assert_eq!(found(&path), expected);
        push(&mut path, 5);
        assert_eq!(path.of_line(at(0, 4)), Some(4));
        assert_eq!(path.of_line(at(0, 6)), Some(3));
        assert_eq!(path.of_line(at(1, 2)), None);
        let mut called = Motion::feed(1, [0.0; 3], [1.0, 2.0, 3.0]);
        (called.span.line, called.span.file) = (6, 1);
        path.push(&called);
        assert_eq!((path.of_line(at(0, 6)), path.of_line(at(1, 2))), (Some(3), Some(5)));
        assert_eq!([[0, 4], [0, 5], [5, 9]].map(|m| path.changes_file(m)), [false, true, false]);
    }

    #[test]
    fn unknown_ends_are_not_drawn() {
        let mut path = Path::new(Vec3::zeros(), None);
        let mut first = Motion::feed(1, [0.0; 3], [1.0, 2.0, 3.0]);
        first.from = [None; 3].into();
        path.push(&first);
        path.push(&Motion::feed(1, [1.0, 2.0, 3.0], [1.0, 2.0, 9.0]));
        assert_eq!(path.ends(0), None);
        assert_eq!(path.ends(1).map(|e| e[1].z), Some(9.0));
        let (track, firsts) = path.track(|_| false);
        assert_eq!((track.len(), firsts), (2, vec![0, 0, 2]));
    }
}
