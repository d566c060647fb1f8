//! Half spaces that hold the part of a body of revolution inside a box.

use super::edge::{Edge, Meridian, direction, dot, level_direction, meridian_of, norm, sub};
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Vec3};

/// What of a meridian is no nearer to the axis than `near`, at some heights, mm.
struct Window {
    near: f64,
    heights: [f64; 2],
}

impl Window {
    /// The least that holds a box.
    fn around(room: &Aabb) -> Self {
        let away = |lo: f64, hi: f64| lo.max(-hi).max(0.0);
        let near = norm([away(room.lo.x, room.hi.x), away(room.lo.y, room.hi.y)]);
        Self { near: near - FLOAT_MM, heights: [room.lo.z - FLOAT_MM, room.hi.z + FLOAT_MM] }
    }

    fn holds(&self, p: Meridian) -> bool {
        let [low, high] = self.heights;
        p[0] >= self.near && low <= p[1] && p[1] <= high
    }

    /// Where an edge may reach farthest along `d` in here: at its ends or sides, and, of an arc,
    /// where it faces that way.
    fn points(&self, edge: &Edge, d: Meridian, put: &mut impl FnMut(Meridian)) {
        let mut offer = |p: Meridian| {
            if self.holds(p) {
                put(p);
            }
        };
        let ends = [edge.start(), edge.end()];
        let all = ends.iter().all(|p| self.holds(*p)) && matches!(edge, Edge::Line { .. });
        ends.into_iter().for_each(&mut offer);
        if all {
            return;
        }
        offer(edge.extreme(d));
        let sides = [(1, self.heights[0]), (1, self.heights[1]), (0, self.near)];
        for (k, level) in sides {
            for mut p in edge.at_level(k, level) {
                // On the side itself, whatever rounding says.
                p[k] = level;
                offer(p);
            }
        }
    }
}

/// A half space `normal · x <= level`, mm from the control point, that holds all of a body which
/// lies in `room`, the one of two that `at`, outside of it, is farthest beyond: square to the way
/// from the nearest of its surface, `foot`, or along the secant of what is in there. The level is
/// minus infinity where nothing is.
///
/// Let the body be all that is no farther from the axis than its meridian at the same height, n a
/// direction in the meridian with n_r ≥ 0, and u the level direction of `at`. For x in the body and
/// in the room, n_r u · x + n_z z ≤ n_r r + n_z z, and that is no less where the meridian is as
/// high, which is no nearer to the axis than x, so in the window. On an edge of it in there the
/// greatest is at an end, at a side of the window, or where an arc faces n.
pub(super) fn half_space(chain: &[Edge], room: &Aabb, at: &Vec3, foot: Meridian) -> (Vec3, f64) {
    let (window, p, out) = (Window::around(room), meridian_of(at), level_direction(at));
    // The chain leads up: what is in the window is connected.
    let [low, high] = window.heights;
    let first = chain.partition_point(|edge| edge.end()[1] < low);
    let count = chain[first..].partition_point(|edge| edge.start()[1] <= high);
    let edges = &chain[first..first + count];
    let each = |d: Meridian, put: &mut dyn FnMut(Meridian)| {
        edges.iter().for_each(|edge| window.points(edge, d, &mut |p| put(p)));
    };
    let level = |n: Meridian| {
        let mut most = f64::NEG_INFINITY;
        each(n, &mut |p| most = most.max(dot(n, p)));
        most
    };
    let mut ends: Option<[Meridian; 2]> = None;
    each([1.0, 0.0], &mut |p| {
        let [a, b] = ends.get_or_insert([p; 2]);
        let lower = |p: Meridian, q: Meridian| (p[1], p[0]) < (q[1], q[0]);
        if lower(p, *a) {
            *a = p;
        }
        if lower(*b, p) {
            *b = p;
        }
    });
    let secant = ends.and_then(|[a, b]| direction([b[1] - a[1], a[0] - b[0]]));
    let normals = [direction(sub(p, foot)), secant].into_iter().flatten();
    let told = normals.filter(|n| n[0] >= 0.0).map(|n| (n, level(n)));
    let beyond = |(n, level): &(Meridian, f64)| dot(*n, p) - level;
    let best = told.max_by(|a, b| beyond(a).total_cmp(&beyond(b)));
    let (n, level) = best.unwrap_or(([1.0, 0.0], level([1.0, 0.0])));
    (Vec3::new(n[0] * out[0], n[0] * out[1], n[1]), level + FLOAT_MM)
}

#[cfg(test)]
mod tests {
    use super::super::concave::ConcaveRevolve;
    use super::super::profile_file::read;
    use super::*;
    use gouge_random::Random;

    /// Hollow corners, undercut heads, bulges, steps: no point of a body in a box is beyond the
    /// plane, and points outside of it are cut off as the box shrinks.
    #[test]
    fn nothing_of_a_body_in_a_box_is_beyond_its_half_space() {
        let mut random = Random::new(29);
        let (mut held, mut cut, mut none) = (0, 0, 0);
        for text in [
            "start 0 0\nline 1 0\narc 4 3 -3\nline 4 20",
            "start 0 0\nline 4 0\nline 4 2\nline 2 3\nline 2 20",
            "start 0 0\nline 1 1\nline 5 2\narc 5 6 4\nline 2 8\nline 3 20",
            "start 0 0\nline 3 0\nline 3 1\nline 4 1\nline 4 2\nline 3 2\nline 3 3\nline 6 3\nline 6 4",
        ] {
            let body = ConcaveRevolve::new(&read(text, 1.0).unwrap()).unwrap();
            for _ in 0..30_000 {
                let mut at = random.vector(6.5);
                at.z = random.between(-0.5, 9.0);
                let size = 0.02 * f64::from(1u32 << random.below(8));
                let half = random.vector(size).abs();
                let room = Aabb { lo: at - half, hi: at + half };
                let depth = body.depth(&at);
                if depth >= 0.0 {
                    continue;
                }
                let Some((normal, level)) = body.half_space(&room, &at) else {
                    panic!("{text} rises");
                };
                none += u32::from(level == f64::NEG_INFINITY);
                cut += u32::from(normal.dot(&at) > level);
                if half.norm() < 0.1 * -depth {
                    assert!(normal.dot(&at) > level, "{text} {at:?} {depth}");
                }
                for _ in 0..20 {
                    let x = at + half.component_mul(&random.vector(1.0));
                    if body.depth(&x) > 0.0 {
                        held += 1;
                        assert!(normal.dot(&x) <= level, "{text} {x:?} {normal:?} {level}");
                    }
                }
            }
        }
        assert!(held > 10_000 && cut > 20_000 && none > 5_000, "{held} {cut} {none}");
    }
}
