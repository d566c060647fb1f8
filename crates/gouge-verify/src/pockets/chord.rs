//! A facet against a form along a chord.
//!
//! Seen from the tool, the facet passes through a prism there: its corners, and those moved against
//! the chord. Over a box that holds some of it no point is deeper than the middle by more than the
//! box reaches; and linear functions bound depth below an edge of the tool's surface as they do in
//! `interior`.

use super::super::interior::room;
use super::super::plan::TimedPath;
use super::prism::Prism;
use super::{Before, PocketQuery};
use crate::budget::LOOKS_A_CELL;
use crate::tolerance::{CHORD_ROOM, FLOAT_MM, POCKET_SAG_SHARE, SHORTEST_TIME};
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};

/// A part of a facet's path through a form.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub of: Before,
    pub times: [f64; 2],
    /// Only what is in here is looked at, about the control point, mm.
    pub room: Aabb,
    /// The way to the tool's surface from the deepest point.
    pub away: Vec3,
}

impl PocketQuery<'_> {
    /// Whether the chord of a cell bends away too far. Rooms are cut afterwards: those of shorter
    /// chords are larger by what the chord bent away, and would come to lie upon each other.
    fn is_slack(&self, sag: f64, [start, end]: [f64; 2]) -> bool {
        sag > POCKET_SAG_SHARE * self.width() && end - start > SHORTEST_TIME
    }

    /// A cell in two: in time where its chord bounds little.
    pub(super) fn chord_halves(&self, cell: &Cell, paths: &[TimedPath]) -> Option<[Cell; 2]> {
        let [start, end] = cell.times;
        let sag = paths[cell.of.path].path.segment(start, end).sag;
        // What is in a small room beyond the end of a component may lie in that, seen from the true
        // path; and how deep it is there changes more along the path than in the room.
        let beside = CHORD_ROOM * sag > cell.room.size().max() && end - start > SHORTEST_TIME;
        if beside || self.is_slack(sag, cell.times) {
            let middle = 0.5 * (start + end);
            let asked = &self.asked[cell.of.motion];
            return Some([[start, middle], [middle, end]].map(|times| {
                let left = paths[cell.of.path].path.segment(times[0], times[1]).sag;
                // Points of the two chords at the same time are no farther apart.
                let room = cell.room.grown(2.0 * sag);
                let room = room.intersection(&self.forms.room(asked, cell.of.form, left));
                Cell { times, room, ..*cell }
            }));
        }
        Some(room::halves(&cell.room, &cell.away)?.map(|room| Cell { room, ..*cell }))
    }

    /// How deep the facet of a cell is in the form at most, mm, where that is in its room; `None`
    /// where it is not in there.
    pub(super) fn chord_bound(
        &mut self,
        cell: &mut Cell,
        paths: &[TimedPath],
        cap: f64,
    ) -> Option<f64> {
        let facet = self.target.body.mesh.triangle(cell.of.facet as usize);
        let path = &paths[cell.of.path].path;
        let prism = Prism::new(&facet, path, cell.times);
        cell.room = cell.room.intersection(&prism.bounds().grown(FLOAT_MM));
        if cell.room.is_empty() {
            return None;
        }
        let form = &self.forms.list[cell.of.form];
        // Beside the depth on the chord.
        let beside = form.grow + prism.sag + self.float;
        let middle = (cell.room.lo + cell.room.hi) * 0.5;
        let reach = 0.5 * cell.room.size().norm();
        let glance = form.piece.depth(&middle) + reach + FLOAT_MM;
        let asked = &self.asked[cell.of.motion];
        let inward = self.forms.inward(asked, cell.of.form, 2.0 * (prism.sag + FLOAT_MM));
        // What lies beyond the end of the component is not asked about.
        if inward.is_some() && !self.forms.may_hold(&middle, reach + prism.sag + FLOAT_MM) {
            return None;
        }
        let hi = (cap - beside).min(form.most).min(glance);
        let level = self.level() - beside;
        // Nothing is learned from a chord that is cut anyway.
        if hi <= level || self.is_slack(prism.sag, cell.times) {
            return Some(hi + beside);
        }
        self.looks_left = self.looks_left.saturating_sub(LOOKS_A_CELL);
        let mut seen = Vec::new();
        let planes = prism.planes();
        let beyond = |at: &Vec3| {
            let parted = Prism::parted(&planes, at);
            parted.or_else(|| self.forms.parted(asked, cell.of.form, at, prism.sag))
        };
        let bound = form.beneath(&cell.room, beyond, [hi, level], |at, depth, away| {
            cell.away = away;
            seen.push((at, depth));
        });
        for (at, depth) in seen {
            self.offer(cell, &facet, &paths[cell.of.path], &at, depth);
            if let Some(inward) = &inward {
                self.offer(cell, &facet, &paths[cell.of.path], &inward(&at), depth);
            }
        }
        Some(bound? + beside)
    }

    /// Takes a point of a facet as the deepest contact where it is one; `at` is where it is seen
    /// from the tool, about `depth` deep.
    fn offer(&mut self, cell: &Cell, facet: &Triangle, timed: &TimedPath, at: &Vec3, depth: f64) {
        let form = &self.forms.list[cell.of.form];
        if depth + form.grow <= self.lo {
            return;
        }
        let [start, end] = cell.times;
        let segment = timed.path.segment(start, end);
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
        self.take(&cell.of, timed, time, point);
    }
}

/// How often the time is brought nearer at which a point lies on a facet, to two thirds each.
const THIRDS: usize = 60;
