//! A chord of the path of one piece of a tool, and the space that the piece covers there.

use super::super::mover::Mover;
use super::as_cell::AsCell;
use crate::budget::{TIME_SAMPLES, TIMES_CUT};
use crate::tolerance::{ETA_MM, FLOAT_MM, POSE_SHARE};
use gouge_core::sweep::{Arc, Sag, Segment, Stroke, refine};
use gouge_core::tool::Piece;
use gouge_mesh::geom::{Aabb, Vec3, closest_on_triangle};
use std::ops::ControlFlow;

/// The owner of a chord, each by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub passage: usize,
    /// Within the passage.
    pub path: usize,
    /// Within the passage.
    pub mover: usize,
}

/// A chord of the path of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chord {
    pub of: Source,
    /// Control point at the start of the chord, mm.
    pub from: Vec3,
    /// The chord's displacement, mm.
    pub travel: Vec3,
    /// Times on the path.
    pub times: [f64; 2],
    /// How far the true path bends away from the chord at the same time, mm, ...
    pub sag: f64,
    /// ... and perpendicular to what; zero where that is not known.
    pub normal: Vec3,
    /// The true path, if that is an arc.
    pub arc: Option<Arc>,
    /// It bends away from the surface: shifts are sought of the chord.
    pub bends: bool,
    /// Only what is in here is looked at, mm.
    pub room: Aabb,
    /// Before an open surface, what is no farther than this from what sees the sky is no deeper
    /// than that is far, mm: without end where the middle of the piece sees the sky all along.
    pub shell: f64,
    /// A shift that clears this chord, or the longer one that it was cut from, of the material, mm.
    pub out: Option<Vec3>,
    /// Shorter chords may need a much smaller shift.
    pub halving_pays: bool,
    /// Whether a single cell of all of it may tell enough.
    pub as_cell: AsCell,
}

/// A chord that was shifted: its start, its path, and how the path leaves it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftedChord {
    pub from: Vec3,
    pub travel: Vec3,
    pub sag: Sag,
}

/// The position of a point relative to a piece that moves along a chord.
pub(super) struct Pose {
    /// How deep the point lies in the thickened piece at the time `t`, mm.
    pub depth: f64,
    /// The point is never deeper, mm.
    pub most: f64,
    /// Share of the chord, 0 to 1.
    pub t: f64,
    /// A plane that has everything the piece covers on one side, where the piece is convex.
    pub plane: Option<(Vec3, f64)>,
}

impl ShiftedChord {
    /// The segment for exact tests.
    pub fn segment(&self) -> Segment<'_> {
        Segment { from: self.from, travel: self.travel, sag: &self.sag }
    }

    /// Where the control point is at a share of the chord.
    pub fn at(&self, t: f64) -> Vec3 {
        self.sag.place(&self.from, &self.travel, t)
    }
}

impl Chord {
    /// A chord of which nothing is known but how the true path leaves it.
    pub fn new(of: Source, [from, travel]: [Vec3; 2], times: [f64; 2], bend: Sag) -> Self {
        let Sag { by: sag, normal, arc } = bend;
        Self {
            of,
            from,
            travel,
            times,
            sag,
            normal,
            arc,
            bends: false,
            room: Aabb::EMPTY,
            shell: f64::INFINITY,
            out: None,
            halving_pays: true,
            as_cell: AsCell::Unasked(0),
        }
    }

    /// The path for which shifts are sought, moved by `by`.
    pub fn shifted(&self, by: &Vec3) -> ShiftedChord {
        let arc = self.bulging().map(|arc| arc.moved(by));
        let sag = Sag { by: arc.map_or(0.0, |_| self.sag), arc, ..Sag::NONE };
        ShiftedChord { from: self.from + by, travel: self.travel, sag }
    }

    /// The same for a shift away from the middle of its arc, or towards it, which turns with the
    /// path: `by` mm all along. None where the path is no arc, or would have no radius.
    pub fn with_radius_changed(&self, by: f64) -> Option<ShiftedChord> {
        let before = self.arc?;
        let arc = before.widened(by)?;
        let (from, to) = (arc.at(0.0), arc.at(1.0));
        // A larger circle bends away from its chord by as much more.
        let more =
            (arc.radius[0].max(arc.radius[1]) / before.radius[0].max(before.radius[1])).max(1.0);
        let sag = Sag { by: self.sag * more, arc: Some(arc), ..Sag::NONE };
        Some(ShiftedChord { from, travel: to - from, sag })
    }

    /// Unit vectors that turn with the path.
    pub fn axes(&self) -> [Vec3; 3] {
        if let Some(arc) = self.arc {
            return arc.axes();
        }
        let level = Vec3::new(self.travel.x, self.travel.y, 0.0);
        let ahead = level.try_normalize(FLOAT_MM).unwrap_or(Vec3::y());
        [ahead.cross(&Vec3::z()), ahead, Vec3::z()]
    }

    /// The arc, if shifts are sought for it.
    pub fn bulging(&self) -> Option<Arc> {
        self.arc.filter(|_| !self.bends)
    }

    /// Whether the path is an arc that bends away from the obstacle that a shift along `by` leads
    /// away from.
    pub fn bends_from(&self, by: &Vec3) -> bool {
        self.arc.is_some_and(|arc| !arc.bulges(&-by))
    }

    /// How far the true path may be, at the same time, from the one for which shifts are sought,
    /// mm.
    pub fn bend(&self) -> f64 {
        if self.bulging().is_some() { 0.0 } else { self.sag }
    }

    /// How deep a facet may lie in the piece after a shift that clears it, half of it, mm.
    pub fn eta(&self) -> f64 {
        ETA_MM + self.bulging().map_or(0.0, |arc| arc.off)
    }

    /// The pose of `mover` in which `x` lies deepest, at `times` of the chord, from 0 to 1. If it
    /// lies in none of a mesh of any shape, the depth is found no closer than the surface within
    /// `reach` mm of it requires.
    pub fn pose(&self, mover: &Mover, grow: f64, x: &Vec3, times: [f64; 2], reach: f64) -> Pose {
        if let Piece::Solid(solid) = mover.piece {
            let stroke = Stroke { piece: solid, from: self.from, travel: self.travel, grow };
            let pose = stroke.pose(x);
            let plane = Some((pose.normal, pose.offset));
            return Pose { depth: pose.depth, most: pose.depth + FLOAT_MM, t: pose.t, plane };
        }
        let mut depth = self.depths(mover, grow, x);
        if let Some(told) = self.level_pose(mover, x, times, &mut depth) {
            return told;
        }
        self.sampled(&mut depth, self.length(mover), times, reach)
    }

    /// When anything within `reach` mm of `x` may lie in a mesh or hollow tool, of `times` of the
    /// chord; `None` where that is never. A point farther than that from one pose is so from every
    /// pose nearer to it than the rest.
    pub fn during(
        &self,
        mover: &Mover,
        grow: f64,
        x: &Vec3,
        reach: f64,
        times: [f64; 2],
    ) -> Option<[f64; 2]> {
        if let Piece::Solid(_) = mover.piece {
            return Some(times);
        }
        let mut depth = self.depths(mover, grow, x);
        // A chord without length is as far from it all along.
        let length = self.length(mover).max(f64::MIN_POSITIVE);
        let [mut start, mut end] = times;
        for _ in 0..TIMES_CUT {
            let [early, late] = [start, end].map(|t| -depth(t) - reach - 2.0 * FLOAT_MM);
            if early.max(late) <= 0.0 {
                break;
            }
            start += early.max(0.0) / length;
            end -= late.max(0.0) / length;
            if start > end {
                return None;
            }
        }
        Some([start, end])
    }

    /// How deep `x` lies in a mesh or hollow tool at a time of the chord, mm.
    fn depths<'m>(
        &'m self,
        mover: &'m Mover<'m>,
        grow: f64,
        x: &Vec3,
    ) -> impl FnMut(f64) -> f64 + use<'m> {
        let (piece, x) = (mover.piece, *x);
        let mut known = None;
        move |t| {
            let y = x - self.place(mover, t);
            let depth = match piece {
                Piece::Nonconvex(shell) => {
                    known.insert(shell.depth_beside(&y, known.as_ref())).depth
                }
                piece => piece.depth(&y),
            };
            depth + grow
        }
    }

    /// A half space `normal · x <= offset` that holds all of `cell` that the piece covers, for a
    /// mesh of any shape or a body of revolution that rises, at `times`; `at` is a point of the
    /// cell, in none of its poses, least far at the time `t`.
    pub fn keeps(
        &self,
        mover: &Mover,
        grow: f64,
        cell: &Aabb,
        at: &Vec3,
        t: f64,
        times: [f64; 2],
    ) -> Option<(Vec3, f64)> {
        let at = at - self.place(mover, t);
        let shell = match mover.piece {
            Piece::Nonconvex(shell) => shell,
            Piece::ConcaveRevolve(body) => {
                let places = self.places(mover, times);
                let window = Aabb { lo: cell.lo - places.hi, hi: cell.hi - places.lo };
                let (normal, level) = body.half_space(&window.grown(grow), &at)?;
                return Some((normal, level + self.farthest(mover, times, &normal) + grow));
            }
            Piece::Solid(_) => return None,
        };
        let ends = times.map(|t| self.from + self.travel * t);
        let seen = |end: Vec3| Aabb { lo: cell.lo - end, hi: cell.hi - end };
        let window = seen(ends[0]).union(&seen(ends[1])).grown(grow);
        let (_, face) = shell.depth(&at);
        let normal = (at - closest_on_triangle(&at, &face)).try_normalize(FLOAT_MM)?;
        let level = shell.beyond(&window, &normal, &at, [f64::NEG_INFINITY, f64::INFINITY])?;
        let farther = normal.dot(&ends[0]).max(normal.dot(&ends[1]));
        Some((normal, level + farther + grow))
    }

    /// Depth in a piece changes no faster than that moves, which is `length` mm in all: intervals
    /// of time are halved until the deepest place is known or no place is inside.
    fn sampled(
        &self,
        depth: &mut impl FnMut(f64) -> f64,
        length: f64,
        times: [f64; 2],
        reach: f64,
    ) -> Pose {
        let close = FLOAT_MM.max(POSE_SHARE * reach);
        let mut best = (f64::NEG_INFINITY, 0.0);
        let mut look = |[a, b]: [f64; 2], best: &mut (f64, f64)| {
            let t = 0.5 * (a + b);
            let depth = depth(t);
            if depth > best.0 {
                *best = (depth, t);
            }
            (depth + 0.5 * (b - a) * length + FLOAT_MM, [a, b])
        };
        let mut count = 0;
        let whole = look(times, &mut best);
        let most = refine([whole], |hi, &[a, b], parts| {
            count += 1;
            let told = best.0 >= 0.0 || hi + reach < -FLOAT_MM || hi - best.0 <= close;
            if told || count > TIME_SAMPLES {
                return ControlFlow::Break(());
            }
            let middle = 0.5 * (a + b);
            parts.extend([look([a, middle], &mut best), look([middle, b], &mut best)]);
            ControlFlow::Continue(())
        });
        // The deepest of them may still be beside the deepest there is.
        let [start, end] = times;
        let mut by = (end - start) * length / TIME_SAMPLES as f64;
        while best.0 < 0.0 && most + reach >= -FLOAT_MM && by > close {
            let step = by / length;
            let before = best.0;
            for t in [best.1 - step, best.1 + step].map(|t| t.clamp(start, end)) {
                look([t, t], &mut best);
            }
            by *= if best.0 > before { 1.0 } else { 0.25 };
        }
        Pose { depth: best.0, most: most.max(best.0), t: best.1, plane: None }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::super::prepared::PreparedTool;
    use super::*;
    use gouge_core::sweep::Turn;
    use gouge_core::tool::{NonconvexMesh, Shape, Spec};
    use gouge_mesh::mesh::{Mesh, defects};
    use gouge_random::Random;
    use std::f64::consts::TAU;

    /// A five-pointed star, `thick` mm along an axis that leans.
    pub fn star(thick: f64) -> PreparedTool {
        const POINTS: u32 = 10;
        let mut mesh = Mesh::default();
        for side in [0.0, thick] {
            mesh.vertices.push(Vec3::new(0.0, side, 0.0));
            mesh.vertices.extend((0..POINTS).map(|k| {
                let radius = [4.0, 1.5][k as usize % 2];
                let (sin, cos) = (TAU * f64::from(k) / f64::from(POINTS)).sin_cos();
                Vec3::new(radius * cos + 0.3 * side, side, radius * sin)
            }));
        }
        let [at, over] = [1, POINTS + 2];
        for k in 0..POINTS {
            let next = (k + 1) % POINTS;
            mesh.triangles.extend([
                [0, at + k, at + next],
                [over - 1, over + next, over + k],
                [at + k, over + next, at + next],
                [at + k, over + k, over + next],
            ]);
        }
        let shells = defects::examine(&mesh).shells;
        let piece = Piece::Nonconvex(NonconvexMesh::new(mesh, shells).unwrap());
        assert!(piece.depth(&Vec3::new(0.0, 0.5 * thick, 0.0)) > 0.0);
        PreparedTool::new(Spec::cutter(Shape::Mesh(Box::new(piece))).build(100.0), 0.01, 0.0)
    }

    /// A cell is only looked at at the times at which a tool may come into it: at no other is a
    /// point of it in the tool, nor deeper than is said in any that is left.
    #[test]
    fn at_no_other_time_a_mesh_tool_comes_into_a_cell() {
        let tool = star(2.0);
        let component = &tool.components[0];
        let mover = component.movers().next().unwrap();
        let mut random = Random::new(77);
        let (mut never, mut cut, mut inside) = (0, 0, 0);
        for _ in 0..3000 {
            let (from, travel) = (random.vector(8.0), random.vector(9.0));
            let of = Source { passage: 0, path: 0, mover: 0 };
            let chord = Chord::new(of, [from, travel], [0.0, 1.0], Sag::NONE);
            let (middle, reach) = (random.vector(6.0), random.between(0.001, 2.0));
            let grow = [0.0, random.between(0.0, 0.5)][random.below(2)];
            let asked = [0.0, random.between(0.5, 1.0)];
            let told = chord.during(&mover, grow, &middle, reach, asked);
            let x = middle + random.direction() * random.between(0.0, reach);
            let depth = |t: f64| mover.piece.depth(&(x - from - travel * t)) + grow;
            let pose = told.map(|told| chord.pose(&mover, grow, &middle, told, reach));
            for k in 0..=60 {
                let t = asked[1].min(asked[1] * f64::from(k) / 60.0);
                let open = told.is_some_and(|[start, end]| start <= t && t <= end);
                if let Some(pose) = pose.as_ref().filter(|_| open) {
                    let own = mover.piece.depth(&(middle - from - travel * t)) + grow;
                    assert!(pose.depth >= 0.0 || own <= pose.most, "{own} {}", pose.most);
                }
                assert!(open || depth(t) < 0.0, "{told:?} {t} {}", depth(t));
                inside += u32::from(open && depth(t) > 0.0);
            }
            never += u32::from(told.is_none());
            cut += u32::from(told.is_some_and(|told| told != asked));
        }
        assert!(never > 300 && cut > 300 && inside > 1000, "{never} {cut} {inside}");
    }

    /// A point that a shift turning with its arc moves goes exactly as far as it says, and no place
    /// of the course is farther from its chord than that says.
    #[test]
    fn a_course_that_is_drawn_in_or_out_is_as_far_from_its_arc_all_along() {
        let mut random = Random::new(12);
        let mut none = 0;
        for _ in 0..5_000 {
            let normal = random.direction();
            let toward = normal.cross(&random.direction()).normalize();
            let radius = random.between(0.5, 9.0);
            let angle = random.between(-0.7, 0.7);
            let arc = Arc {
                center: random.vector(5.0),
                toward,
                side: normal.cross(&toward),
                radius: [radius, radius * random.between(0.8, 1.2)],
                turn: Turn::by(angle),
                rise: normal * random.between(-1.0, 1.0),
                off: 0.0,
            };
            let (from, travel) = (arc.at(0.0), arc.at(1.0) - arc.at(0.0));
            let apart = |from: Vec3, travel: Vec3, arc: &Arc, t: f64| {
                (from + travel * t - arc.at(t)).norm()
            };
            let shares = || (0..=50).map(|i| f64::from(i) / 50.0);
            // As paths have it: second derivative over 8.
            let grows = (arc.radius[1] - arc.radius[0]).abs();
            let most = arc.radius[0].max(arc.radius[1]);
            let sag = 0.125 * (angle * angle * most + 2.0 * grows * angle.abs());
            let of = Source { passage: 0, path: 0, mover: 0 };
            let bend = Sag { by: sag, normal, arc: Some(arc) };
            let chord = Chord::new(of, [from, travel], [0.0, 1.0], bend);
            let by = random.between(-3.0, 3.0);
            let Some(course) = chord.with_radius_changed(by) else {
                none += 1;
                assert!(by < 0.0);
                continue;
            };
            for t in shares() {
                let far = (course.at(t) - chord.arc.unwrap().at(t)).norm();
                assert!((far - by.abs()).abs() < 1e-9, "{far} {by}");
                let own = apart(course.from, course.travel, &course.sag.arc.unwrap(), t);
                assert!(own <= course.sag.by + 1e-12, "{own} {}", course.sag.by);
            }
        }
        assert!((100..3_000).contains(&none), "{none}");
    }
}
