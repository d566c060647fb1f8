//! A facet against a form of revolution that turns about an upright line.
//!
//! The depth of a point in the form follows from its distance from the form's axis and its height
//! above the control point: a place in the meridian. For a point s from the centre of the arc, with
//! R the axis' distance from that centre and a the angle between both as seen from there, the
//! distance from the axis is
//!
//! ```text
//! sqrt((s - R)² + 4 s R sin²(a / 2))
//! ```
//!
//! which grows with |a| up to half a turn. So where s, R and a lie in intervals, all places lie in
//! a box of the meridian, however the path bends.

use std::f64::consts::{PI, TAU};

use super::super::path::round::Round;
use super::super::plan::TimedPath;
use super::{Before, PocketQuery};
use crate::budget::LOOKS_A_PLACE;
use crate::tolerance::{FLOAT_MM, SHORTEST_CELL_MM};
use gouge_mesh::geom::{self, Aabb, Triangle, Vec3, closest_on_segment, closest_on_triangle};

/// A part of a facet, for some of the path.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub of: Before,
    pub part: Triangle,
    pub times: [f64; 2],
}

/// Where the axis of a form passes a part of a facet.
struct Passing {
    time: f64,
    /// The control point at that moment, mm.
    control: Vec3,
    /// The point of the part nearest to the axis at the height of its middle, mm.
    nearest: Vec3,
}

impl PocketQuery<'_> {
    /// A cell in two, the facet or the path.
    pub(super) fn turned_halves(&self, cell: &Cell, paths: &[TimedPath]) -> Option<[Cell; 2]> {
        let timed = &paths[cell.of.path];
        let (round, _) = timed.path.upright()?;
        let place = self.place(cell, paths)?;
        let (mut wide, high) = (place.size().x, place.size().z);
        let Before { motion, form, .. } = cell.of;
        if self.forms.list[form].deepest_near_axis() {
            let Passing { control, nearest, .. } = cell.passing(timed, round);
            let y = nearest - control;
            // Where that is not asked about, what is has to be told from it.
            if !self.forms.only_within(&self.asked[motion], form)
                || self.forms.may_hold(&y, FLOAT_MM)
            {
                wide = wide.min((y.xy().norm() - place.lo.x).max(0.0));
            }
        }
        cell.halves(round, [wide, high])
    }

    /// A box in the meridian, its height along z, that holds all places of a cell that are asked
    /// about; `None` where there are none.
    fn place(&self, cell: &Cell, paths: &[TimedPath]) -> Option<Aabb> {
        let (round, off) = paths[cell.of.path].path.upright()?;
        let room = self.forms.room(&self.asked[cell.of.motion], cell.of.form, 0.0);
        let [across, height] = meridian(&cell.part, round, cell.times);
        let off = off + self.float;
        let lo = [(across[0] - off).max(0.0), (height[0] - off).max(room.lo.z)];
        let hi = [(across[1] + off).min(room.hi.x), (height[1] + off).min(room.hi.z)];
        let place =
            Aabb { lo: Vec3::new(lo[0], -FLOAT_MM, lo[1]), hi: Vec3::new(hi[0], FLOAT_MM, hi[1]) };
        (!place.is_empty()).then_some(place)
    }

    /// How deep the part of a facet is in the form at most, mm; `None` where it does not come
    /// there.
    pub(super) fn turned_bound(
        &mut self,
        cell: &Cell,
        paths: &[TimedPath],
        cap: f64,
    ) -> Option<f64> {
        let place = self.place(cell, paths)?;
        let form = &self.forms.list[cell.of.form];
        let beside = form.grow + self.float;
        let middle = (place.lo + place.hi) * 0.5;
        let reach = 0.5 * place.size().norm();
        if self.forms.only_within(&self.asked[cell.of.motion], cell.of.form)
            && !self.forms.may_hold(&middle, reach + FLOAT_MM)
        {
            return None;
        }
        let near_axis = form.deepest_near_axis();
        let (glance, reach) = match near_axis {
            // Deepest where it comes nearest to the axis.
            true => (Vec3::new(place.lo.x, 0.0, middle.z), 0.5 * place.size().z),
            false => (middle, reach),
        };
        let glance = form.piece.depth(&glance) + reach + FLOAT_MM;
        let hi = (cap - beside).min(form.most).min(glance);
        let level = self.level() - beside;
        if hi <= level {
            return Some(hi + beside);
        }
        self.looks_left = self.looks_left.saturating_sub(LOOKS_A_PLACE);
        let bound = match near_axis {
            true => form.beside_axis(place.lo.x, [place.lo.z, place.hi.z], [hi, level]),
            false => form.beneath(&place, |_| None, [hi, level], |_, _, _| ())?,
        };
        if bound > level {
            let timed = &paths[cell.of.path];
            let Passing { time, nearest, .. } = cell.passing(timed, timed.path.upright()?.0);
            self.take(&cell.of, timed, time, nearest);
        }
        Some(bound + beside)
    }
}

impl Cell {
    /// Where the axis passes the middle of the part, or is nearest to doing so.
    fn passing(&self, timed: &TimedPath, round: &Round) -> Passing {
        let [start, end] = self.times;
        let (halfway, middle) = (0.5 * (start + end), self.part.iter().sum::<Vec3>() / 3.0);
        let [x, y] = round.seen(&middle);
        let turn = |t: f64| round.place(t).turn;
        let ahead = y.atan2(x) - turn(halfway);
        let share = (ahead - TAU * (ahead / TAU).round()) / (turn(end) - turn(start));
        let ahead = if share.is_finite() { share * (end - start) } else { 0.0 };
        let time = (halfway + ahead).clamp(start, end);
        let control = timed.path.at(time);
        let beside = Vec3::new(control.x, control.y, middle.z);
        Passing { time, control, nearest: closest_on_triangle(&beside, &self.part) }
    }

    /// Cuts what makes its place in the meridian wide or high, whichever that is, or else the
    /// other.
    fn halves(&self, round: &Round, [wide, high]: [f64; 2]) -> Option<[Self; 2]> {
        let first = high > wide;
        [first, !first].into_iter().find_map(|upright| self.cut(round, upright))
    }

    /// Cuts what is longest of it upright, or level; `None` where that is next to nothing.
    fn cut(&self, round: &Round, upright: bool) -> Option<[Self; 2]> {
        let extent = |v: &Vec3| if upright { v.z.abs() } else { v.xy().norm() };
        let edges = [0, 1, 2].map(|i| extent(&(self.part[(i + 1) % 3] - self.part[i])));
        let longest = (0..3).max_by(|&i, &j| edges[i].total_cmp(&edges[j]))?;
        let [start, end] = self.times;
        let moved = extent(&round.speed()) * (end - start);
        if moved.max(edges[longest]) < SHORTEST_CELL_MM {
            return None;
        }
        if moved > edges[longest] {
            let middle = 0.5 * (start + end);
            return Some([[start, middle], [middle, end]].map(|times| Self { times, ..*self }));
        }
        Some(geom::halves(&self.part, longest).map(|part| Self { part, ..*self }))
    }
}

/// How far from the axis of what goes round a part of a facet is, and how high above the control
/// point, mm.
fn meridian(part: &Triangle, round: &Round, [start, end]: [f64; 2]) -> [[f64; 2]; 2] {
    let [first, last] = [start, end].map(|t| round.place(t));
    let sorted = |a: f64, b: f64| [a.min(b), a.max(b)];
    let (turn, radius) = (sorted(first.turn, last.turn), sorted(first.radius, last.radius));
    let rise = sorted(first.height, last.height);
    let heights = part.map(|p| p.z);
    let height = [least(&heights) - rise[1], most(&heights) - rise[0]];
    let seen = part.map(|p| round.seen(&p));
    let far = [nearest(&seen), most(&seen.map(|[x, y]| x.hypot(y)))];
    let apart = match angles(&seen) {
        Some([low, high]) => aside([low - turn[1], high - turn[0]]),
        None => [0.0, PI],
    };
    let gap = (far[0] - radius[1]).max(radius[0] - far[1]).max(0.0);
    let wide = (far[1] - radius[0]).max(radius[1] - far[0]);
    let sine = apart.map(|a| (0.5 * a).sin());
    let across = [
        (gap * gap + 4.0 * far[0] * radius[0] * sine[0] * sine[0]).sqrt(),
        (wide * wide + 4.0 * far[1] * radius[1] * sine[1] * sine[1]).sqrt(),
    ];
    [across, height]
}

/// How large an angle is on either side, no more than half a turn, of all in an interval, radians.
fn aside([low, high]: [f64; 2]) -> [f64; 2] {
    let half = 0.5 * (high - low);
    let middle = 0.5 * (low + high);
    let middle = (middle - TAU * (middle / TAU).round()).abs();
    [(middle - half).max(0.0), (middle + half).min(PI)]
}

/// How near a triangle comes to the origin of a plane, mm.
fn nearest(corners: &[[f64; 2]; 3]) -> f64 {
    let side = |i: usize| {
        let ([a, b], [c, d]) = (corners[i], corners[(i + 1) % 3]);
        a * d - b * c
    };
    let sides = [side(0), side(1), side(2)];
    if sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0) {
        return 0.0;
    }
    let flat = corners.map(|[x, y]| Vec3::new(x, y, 0.0));
    let edge = |i: usize| closest_on_segment(&Vec3::zeros(), &flat[i], &flat[(i + 1) % 3]).norm();
    least(&[edge(0), edge(1), edge(2)])
}

/// Between which angles a triangle is seen from the origin of a plane, radians; none where that
/// lies in it, or nearly does.
fn angles(corners: &[[f64; 2]; 3]) -> Option<[f64; 2]> {
    let direction = [0, 1].map(|i| corners.iter().map(|c| c[i]).sum::<f64>());
    let ahead = |[x, y]: [f64; 2]| x * direction[0] + y * direction[1];
    if corners.iter().any(|c| ahead(*c) <= 0.0) {
        return None;
    }
    let beside = |[x, y]: [f64; 2]| (direction[0] * y - direction[1] * x).atan2(ahead([x, y]));
    let (middle, turned) = (direction[1].atan2(direction[0]), corners.map(beside));
    Some([middle + least(&turned), middle + most(&turned)])
}

fn least(values: &[f64; 3]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64; 3]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::super::path::Path;
    use super::*;
    use gouge_nc::Arc;
    use gouge_random::Random;

    #[test]
    fn no_point_of_a_facet_is_beside_its_places_in_the_meridian() {
        let mut random = Random::new(29);
        let (mut near, mut told) = (0, 0);
        for round in 0..3000 {
            let center = random.vector(9.0);
            let up = [1.0, -1.0][random.below(2)];
            let sweep = random.between(-14.0, 14.0);
            let arc = Arc { center: center.into(), normal: [0.0, 0.0, up], sweep };
            let mut from = center + random.vector(9.0);
            from.z = center.z;
            let (sin, cos) = (up * sweep).sin_cos();
            let w = (from - center) * [1.0, random.between(0.5, 1.5)][round % 2];
            let rise = [0.0, random.between(-5.0, 5.0)][random.below(2)];
            let to = center + Vec3::new(w.x * cos - w.y * sin, w.x * sin + w.y * cos, 0.0);
            let to = Vec3::new(to.x, to.y, from.z + rise);
            let path = Path::round(&arc, from, to, &Vec3::zeros());
            let (turned, off) = path.upright().unwrap();
            assert!(off < 1e-11, "{off}");
            let (at, size) = (random.vector(12.0), 10f64.powf(random.between(-4.0, 1.0)));
            let part = [0; 3].map(|_| at + random.vector(size));
            let start = random.between(0.0, 1.0);
            let end = (start + 10f64.powf(random.between(-5.0, 0.0))).min(1.0);
            let [across, height] = meridian(&part, turned, [start, end]);
            let mut seen = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
            for _ in 0..200 {
                let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                let q = part[0] + (part[1] - part[0]) * u + (part[2] - part[0]) * v;
                let y = q - path.at(start + (end - start) * random.between(0.0, 1.0));
                for (seen, place) in seen.iter_mut().zip([y.xy().norm(), y.z]) {
                    *seen = [seen[0].min(place), seen[1].max(place)];
                }
            }
            for (bounds, seen) in [across, height].into_iter().zip(seen) {
                assert!(
                    bounds[0] <= seen[0] + 1e-11 && seen[1] <= bounds[1] + 1e-11,
                    "{bounds:?} {seen:?}"
                );
            }
            // Where a cell is small its places are few.
            let small = size + turned.speed().norm() * (end - start);
            if small < 0.1 {
                near += 1;
                told += u32::from(across[1] - across[0] < 4.0 * small);
            }
        }
        assert!(near > 300 && told == near, "{told} {near}");
    }
}
