//! Whether a facet stays clear of a body of revolution that turns about an upright line, as a
//! cutter does when it rolls around a corner: every chord of its path comes nearer to the corner
//! than the path itself.
//!
//! Let R be the radius of the arc. If a point s from the line is seen from it between the ends of
//! the arc, the control point is never nearer to it, level, than |s - R|; to any other point it is
//! nowhere nearer than at an end. Between the ends, a supporting plane of the body, with normal (n,
//! m) in its meridian and offset c, bounds the depth of a point r from the axis and h above the
//! control point by `c - n r - m h`, and if n >= 0, any of
//!
//! ```text
//! R - s,   u·q - R (q the point seen from the line, u any level unit vector),   0
//! ```
//!
//! may stand for r; the bound is then greatest at a corner.

use super::arc::Arc;
use super::segment::Segment;
use crate::tolerance::{FLOAT_MM, SIDE_SHARE};
use crate::tool::Convex;
use gouge_mesh::geom::{Triangle, Vec3, closest_on_segment, closest_on_triangle};
use smallvec::SmallVec;

/// What a half plane leaves of a triangle, and another one of that.
type Part = SmallVec<[Vec3; 5]>;

impl Arc {
    /// What of a facet is seen from its axis between its ends, seen from the centre, and what
    /// rounding may have to do with that.
    fn between_ends(&self, tri: &Triangle) -> Part {
        let forwards = self.turn.angle.signum();
        let (sin, cos) = self.turn.angle.sin_cos();
        let start = self.side * forwards;
        let end = (self.toward * sin - self.side * cos) * forwards;
        let size = tri.iter().map(|p| p.amax()).fold(self.center.amax(), f64::max);
        let whole = tri.iter().map(|p| p - self.center).collect();
        // Much more would leave what lies opposite, next to the line.
        let nearly = SIDE_SHARE * size;
        beyond(&beyond(&whole, &start, nearly), &end, nearly)
    }
}

/// Whether no point of a facet that is seen between the ends of an upright arc is deeper than
/// `level` mm in a body at any time of it.
pub(super) fn clears(body: &Convex, tri: &Triangle, arc: &Arc, level: f64) -> bool {
    let part = arc.between_ends(tri);
    let Some(near) = nearest(&part) else { return true };
    let most = arc.radius[0].max(arc.radius[1]);
    let least = arc.radius[0].min(arc.radius[1]);
    let toward = Vec3::new(near.x, near.y, 0.0).try_normalize(FLOAT_MM).unwrap_or(arc.toward);
    let (low, high) = (arc.rise.z.min(0.0), arc.rise.z.max(0.0));
    let bound = |normal: Vec3, offset: f64| {
        let lift = if normal.z < 0.0 { low } else { high };
        let mut above = [f64::NEG_INFINITY; 3];
        for q in &part {
            let away = [least - q.xy().norm(), toward.dot(q) - most, 0.0];
            for (above, r) in above.iter_mut().zip(away) {
                *above = above.max(offset - normal.x * r - normal.z * (q.z - lift));
            }
        }
        let [inside, outside, beneath] = above;
        inside.min(outside).min(beneath) + arc.off + FLOAT_MM
    };
    let beside = |q: &Vec3| ((q.xy().norm() - 0.5 * (least + most)).abs(), q.z);
    // What lies on both sides of the arc is beneath the body's axis too.
    let mut places = part.iter().chain([&near]).map(beside).chain([(0.0, near.z)]);
    places.any(|(r, z)| {
        let depth = body.depth(&Vec3::new(r.max(FLOAT_MM), 0.0, z - low));
        depth.normal.x >= 0.0 && bound(depth.normal, depth.offset) <= level
    })
}

/// Whether no point of a facet is deeper than `level` mm in a body that stands at an end of an arc,
/// or goes straight up or down there, as far as a few supporting planes tell.
pub(super) fn clears_end(body: &Convex, tri: &Triangle, end: &Segment, level: f64) -> bool {
    let seen = tri.map(|p| p - end.from);
    let (low, high) = (end.travel.z.min(0.0), end.travel.z.max(0.0));
    let beside = Vec3::z() * (seen[0].z + seen[1].z + seen[2].z) / 3.0;
    let near = closest_on_triangle(&beside, &seen);
    seen.iter().chain([&near]).any(|q| {
        let plane = body.depth(&(q - Vec3::z() * low));
        let normal = plane.normal;
        let lift = if normal.z < 0.0 { low } else { high };
        let depth = |q: &Vec3| plane.offset - normal.dot(q) + normal.z * lift;
        seen.iter().map(depth).fold(f64::NEG_INFINITY, f64::max) + FLOAT_MM <= level
    })
}

/// What of a convex part lies where `way` leads to, or `nearly` so, mm.
fn beyond(part: &Part, way: &Vec3, nearly: f64) -> Part {
    let ahead = |q: &Vec3| way.dot(q) + nearly;
    let mut kept = Part::new();
    for (i, q) in part.iter().enumerate() {
        let next = &part[(i + 1) % part.len()];
        let (here, there) = (ahead(q), ahead(next));
        if here >= 0.0 {
            kept.push(*q);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            kept.push(q + (next - q) * (here / (here - there)));
        }
    }
    kept
}

/// The point on the border of a convex part that is nearest to the axis; none of nothing.
fn nearest(part: &Part) -> Option<Vec3> {
    let edges = (0..part.len()).map(|i| (part[i], part[(i + 1) % part.len()]));
    let near = edges.map(|(a, b)| {
        let flat = |v: &Vec3| Vec3::new(v.x, v.y, 0.0);
        let foot = closest_on_segment(&Vec3::zeros(), &flat(&a), &flat(&b));
        let long = (flat(&b) - flat(&a)).norm();
        let share = if long > 0.0 { ((foot - flat(&a)).norm() / long).min(1.0) } else { 0.0 };
        a + (b - a) * share
    });
    near.min_by(|a, b| a.xy().norm().total_cmp(&b.xy().norm()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Sag, Successive, Turn};
    use crate::tool::{Piece, Solid, Spec};
    use gouge_random::Random;

    /// The body of a tool that has but one.
    fn body(spec: &str) -> Convex {
        let tool = Spec::parse(spec, ".".as_ref()).unwrap().build(100.0);
        match &tool.components[0].pieces[..] {
            [Piece::Solid(Solid::Round(body))] => body.clone(),
            pieces => panic!("{spec}: {pieces:?}"),
        }
    }

    /// A random arc about an upright line and a facet near it.
    fn scene(random: &mut Random) -> (Arc, Triangle, f64) {
        let turned = random.between(-4.0, 4.0);
        let toward = Vec3::new(turned.cos(), turned.sin(), 0.0);
        let radius = random.between(0.5, 9.0);
        let arc = Arc {
            center: random.vector(9.0),
            toward,
            side: Vec3::new(-toward.y, toward.x, 0.0) * [1.0, -1.0][random.below(2)],
            radius: [radius, radius * [1.0, random.between(0.9, 1.1)][random.below(2)]],
            turn: Turn::by(random.between(-1.5, 1.5)),
            rise: Vec3::z() * [0.0, random.between(-3.0, 3.0)][random.below(2)],
            off: 0.0,
        };
        let at = arc.at(random.between(0.0, 1.0)) + random.vector(5.0);
        let size = 10f64.powf(random.between(-3.0, 0.7));
        (arc, [0; 3].map(|_| at + random.vector(size)), size)
    }

    /// The least level that is cleared, by halving; none where none is.
    fn least_clear(clears: &mut dyn FnMut(f64) -> bool) -> Option<f64> {
        let [mut open, mut clear] = [-40.0, 120.0];
        if !clears(clear) {
            return None;
        }
        for _ in 0..50 {
            let middle = 0.5 * (open + clear);
            *(if clears(middle) { &mut clear } else { &mut open }) = middle;
        }
        Some(clear)
    }

    fn point_of(tri: &Triangle, random: &mut Random) -> Vec3 {
        let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        tri[0] + (tri[1] - tri[0]) * u + (tri[2] - tri[0]) * v
    }

    const TOOLS: [&str; 5] = ["flat:6", "ball:6", "bull:8,1", "taper:1,10,6", "drill:5,118"];

    /// No point between the ends is deeper at any time than the least level that is cleared.
    #[test]
    fn no_point_between_the_ends_is_deeper_than_is_told() {
        let mut random = Random::new(31);
        let bodies = TOOLS.map(body);
        let (mut told, mut all) = (0, 0);
        for round in 0..4000 {
            let body = &bodies[round % bodies.len()];
            let (arc, tri, size) = scene(&mut random);
            let Some(clear) = least_clear(&mut |level| clears(body, &tri, &arc, level)) else {
                continue;
            };
            let mut seen = f64::NEG_INFINITY;
            for _ in 0..300 {
                let q = point_of(&tri, &mut random);
                let w = q - arc.center;
                let angle = w.dot(&arc.side).atan2(w.dot(&arc.toward)) / arc.turn.angle;
                if !(0.0..=1.0).contains(&angle) {
                    continue;
                }
                let times = [angle, random.between(0.0, 1.0), 0.0, 1.0];
                let depths = times.map(|t| body.depth(&(q - arc.at(t))).depth);
                seen = depths.into_iter().fold(seen, f64::max);
            }
            assert!(seen <= clear, "{tri:?} {arc:?}: {seen} {clear}");
            if seen > f64::NEG_INFINITY && size < 0.1 {
                all += 1;
                told += i32::from(clear - seen < 4.0 * size + arc.rise.norm() + arc.widens());
            }
        }
        assert!(all > 500 && told == all, "{told} of {all}");
    }

    /// The same of all points: those beyond the ends are told by where these are.
    #[test]
    fn no_point_is_deeper_at_any_time_than_an_arc_tells() {
        let mut random = Random::new(32);
        let (mut told, mut all) = (0, 0);
        for round in 0..1500 {
            let body = body(TOOLS[round % TOOLS.len()]);
            let piece = Piece::Solid(Solid::Round(body.clone()));
            let (arc, tri, size) = scene(&mut random);
            let mut test = Successive::new(&piece);
            let mut clears = |level| !test.exceeds_turning(&tri, &arc, level, 1e-9);
            let Some(clear) = least_clear(&mut clears) else { continue };
            let mut seen = f64::NEG_INFINITY;
            for _ in 0..100 {
                let q = point_of(&tri, &mut random);
                let times = [arc.nearest(&q), random.between(0.0, 1.0), 0.0, 1.0];
                let depths = times.map(|t| body.depth(&(q - arc.at(t))).depth);
                seen = depths.into_iter().fold(seen, f64::max);
            }
            assert!(seen <= clear + 1e-9, "{tri:?} {arc:?}: {seen} {clear}");
            if size < 0.1 {
                all += 1;
                let apart = 4.0 * size + arc.rise.norm() + 2.0 * arc.widens();
                told += i32::from(clear - seen < apart);
            }
        }
        assert!(all > 300 && told == all, "{told} of {all}");
    }

    /// Chord by chord that took ten thousand looks at each of both walls.
    #[test]
    fn a_quarter_turn_around_a_corner_is_told_at_once() {
        let arc = Arc {
            center: Vec3::new(0.0, 0.0, -5.0),
            toward: -Vec3::x(),
            side: -Vec3::y(),
            radius: [3.0; 2],
            turn: Turn::by(std::f64::consts::FRAC_PI_2),
            rise: Vec3::zeros(),
            off: 0.0,
        };
        let walls = [
            [Vec3::zeros(), Vec3::y() * 9.0, Vec3::z() * -9.0],
            [Vec3::zeros(), Vec3::z() * -9.0, Vec3::x() * 9.0],
            // The floor that it goes over.
            [
                Vec3::new(-99.0, -99.0, -5.0),
                Vec3::new(99.0, -99.0, -5.0),
                Vec3::new(0.0, 99.0, -5.0),
            ],
        ];
        let from = arc.at(0.0);
        let sag = Sag { by: 1.0, normal: Vec3::z(), arc: Some(arc) };
        let way = Segment { from, travel: arc.at(1.0) - from, sag: &sag };
        let tie = 6.4e-8;
        for spec in ["flat:6", "bull:6,1", "ball:6"] {
            let piece = Piece::Solid(Solid::Round(body(spec)));
            let mut test = Successive::new(&piece);
            for wall in &walls[..2] {
                assert!(test.exceeds(wall, &way, tie, 1e-9), "{spec}: its chords tell it");
            }
            for wall in &walls {
                assert!(!test.exceeds_turning(wall, &arc, tie, 1e-9), "{spec}");
                assert!(test.exceeds_turning(wall, &arc, -1e-6, 1e-9), "{spec}: it touches");
                for i in 0..512 {
                    let part = arc.between([f64::from(i), f64::from(i + 1)].map(|t| t / 512.0));
                    assert!(!test.exceeds_turning(wall, &part, tie, 1e-9), "{spec} {i}");
                }
            }
        }
    }
}
