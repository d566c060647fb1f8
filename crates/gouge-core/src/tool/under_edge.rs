//! How deep a point can be in a body of revolution if it lies in a box near one edge of the
//! meridian.

use super::edge::{
    Edge, Meridian, direction, dot, in_fan, level_direction, meridian_of, norm, sub,
};
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Vec3};

/// A linear bound of depth over a box, mm, for what is deeper than `level`, from one edge of the
/// meridian: slope and offset, `depth <= offset + slope · x`. It touches in the direction of `at`,
/// mm from the control point. `None` where the edge tells nothing. `rises`: no part of the meridian
/// leads down again, unless to a hollow tip, all of which is nearer to the axis.
///
/// In the meridian (r, z) of x the distance from the edge is no more than the height h(r, z) over
/// the line, or over the arc's tangent at the foot of `at`: both linear, `h = c - n · (r, z)` with
/// the outward unit normal n. With u the level direction of `at`, r is at least u · x, and more than
/// that by no more than at a corner of the box; so `h <= c - n_r u · x - n_z z`, to which that much
/// is added where n leads towards the axis. A foot up to e beyond an end of a line is no farther
/// than sqrt(h² + e²), which is more than h by the less the greater h is.
///
/// What is beyond the line or the arc is no deeper than it is far from the edge. Of a body that rises
/// nothing is there at the heights of an edge that is not level. What is up to e above or below
/// these is no deeper than e where there is none of the body straight below or above it; else it is
/// beyond the line for being no farther than e / n_r from the end of the edge.
pub(super) fn under_edge(
    edge: &Edge,
    rises: bool,
    room: &Aabb,
    at: &Vec3,
    level: f64,
) -> Option<(Vec3, f64)> {
    let (p, out) = (meridian_of(at), level_direction(at));
    let corners = rectangle(room);
    let foot = edge.nearest(p);
    let normal = foot.outward;
    let most = |f: &dyn Fn(Meridian) -> f64| corners.iter().map(|&c| f(c)).fold(0.0, f64::max);
    let more = match *edge {
        Edge::Line { a, b } => {
            let length = norm(sub(b, a));
            let along = |c: Meridian| dot(sub(c, a), sub(b, a)) / length;
            let beside = most(&|c| (-along(c)).max(along(c) - length));
            let beyond = most(&|c| -dot(sub(a, c), normal));
            let heights = corners.iter().map(|&c| dot(sub(a, c), normal));
            let least = heights.fold(f64::INFINITY, f64::min).max(0.0);
            let apart = most(&|c| (a[1] - c[1]).max(c[1] - b[1]));
            let harmless = norm([beyond, beside]) <= level
                || (rises && a[1] < b[1] && apart <= level * normal[0]);
            ((beyond <= 0.0 || harmless) && beside <= length).then(|| norm([least, beside]) - least)
        }
        // A fan of at most half a turn is convex, and so is the disc.
        Edge::Arc { a, b, center, radius } => {
            let ends = [sub(a, center), sub(b, center)];
            let fan = |c: &Meridian| in_fan(sub(*c, center), ends[0], ends[1]);
            let reach = radius + level;
            let under = corners.iter().all(|c| fan(c) && norm(sub(*c, center)) <= reach);
            (under && !foot.end).then_some(0.0)
        }
    };
    let more = more? + (-normal[0]).max(0.0) * beside_level(room, out);
    let slope = -Vec3::new(normal[0] * out[0], normal[0] * out[1], normal[1]);
    Some((slope, dot(foot.at, normal) + more + FLOAT_MM))
}

/// The same for all that is in the box, where an edge ends or does not tell it so closely.
///
/// In the meridian the distance from a straight edge, or from the foot of `at` on an arc, is
/// convex: no more than a linear function g · (r, z) that is no less at the corners of a rectangle.
/// Where that falls with r, r is at least u · x; else r itself is convex in x.
pub(super) fn near_edge(edge: &Edge, room: &Aabb, at: &Vec3) -> Option<(Vec3, f64)> {
    let (p, out) = (meridian_of(at), level_direction(at));
    let foot = edge.nearest(p).at;
    let distance = |p: Meridian| match edge {
        Edge::Line { .. } => norm(sub(p, edge.nearest(p).at)),
        Edge::Arc { .. } => norm(sub(p, foot)),
    };
    let slope = direction(sub(p, foot))?;
    let over = rectangle(room).map(|c| distance(c) - dot(slope, c));
    let over = over.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let farther = beside_level(room, out);
    let level = [slope[0] * out[0], slope[0] * out[1]];
    Some((Vec3::new(level[0], level[1], slope[1]), over + slope[0].max(0.0) * farther + FLOAT_MM))
}

/// How much farther from the axis than along a level direction a place of a box is at most, mm: that
/// is convex.
fn beside_level(room: &Aabb, out: [f64; 2]) -> f64 {
    let farther = |c: Vec3| norm([c.x, c.y]) - dot([c.x, c.y], out);
    room.corners().map(farther).into_iter().fold(0.0, f64::max)
}

/// The corners of a rectangle in the meridian that holds a box.
fn rectangle(room: &Aabb) -> [Meridian; 4] {
    let away = |lo: f64, hi: f64| lo.max(-hi).max(0.0);
    let near = norm([away(room.lo.x, room.hi.x), away(room.lo.y, room.hi.y)]);
    let far = room.corners().map(|c| norm([c.x, c.y])).into_iter().fold(0.0, f64::max);
    [[near, room.lo.z], [far, room.lo.z], [near, room.hi.z], [far, room.hi.z]]
}

#[cfg(test)]
mod tests {
    use super::super::concave::ConcaveRevolve;
    use super::super::edge::at_angle;
    use super::super::profile_file::read;
    use super::*;
    use gouge_random::Random;

    /// Boxes all over bodies with pockets: floors, walls, cones, bulges, undersides.
    #[test]
    fn nothing_in_a_box_is_deeper_than_the_edge_says() {
        let mut random = Random::new(41);
        let (mut flat, mut bent, mut outside) = (0, 0, 0);
        for text in [
            "start 0 0\nline 4 0\nline 4 2\nline 2 3\nline 2 30",
            "start 0 0\narc 4 4 4\narc 2 7.464101615 4\nline 2 9\narc 4 11 2\nline 6 13\nline 6 20",
            "start 0 0\nline 1 1\nline 5 2\nline 5 6\nline 2 8\nline 3 20",
            "start 0 0\narc 4 1 2.3\nline 4 3\nline 2 4\nline 2 20",
        ] {
            let body = ConcaveRevolve::new(&read(text, 1.0).unwrap()).unwrap();
            for _ in 0..20_000 {
                let at = Vec3::new(
                    random.between(-5.0, 5.0),
                    random.between(-5.0, 5.0),
                    random.between(-0.5, 21.0),
                );
                let size = 0.02 * f64::from(1u32 << random.below(6));
                let half = random.vector(size).abs();
                let room = Aabb { lo: at - half, hi: at + half };
                for edge in body.meridian() {
                    let level = [0.0, 0.01, 0.1, 1.0][random.below(4)];
                    let under = under_edge(&edge, true, &room, &at, level);
                    let near = near_edge(&edge, &room, &at);
                    for _ in 0..20 {
                        let x = at + half.component_mul(&random.vector(1.0));
                        let depth = body.depth(&x);
                        for (slope, offset) in under.iter().chain(&near) {
                            let bound = (offset + slope.dot(&x)).max(level);
                            assert!(depth <= bound, "{text} {edge:?} {x:?} {depth} {bound}");
                        }
                        outside += u32::from(under.is_some() && depth < -level);
                    }
                    if under.is_none() {
                        continue;
                    }
                    match edge {
                        Edge::Line { .. } => flat += 1,
                        Edge::Arc { .. } => bent += 1,
                    }
                }
            }
        }
        assert!(flat > 20_000 && bent > 1_000 && outside > 20_000, "{flat} {bent} {outside}");
    }

    /// What a box at the flank of a hollow tip holds was said to be as deep as the box is wide: a
    /// cutter over a boss that hardly touches it was not decided.
    #[test]
    fn a_box_at_a_flank_that_faces_the_axis_is_bounded_closely() {
        const WIDE: f64 = 0.05;
        let text = "start 0 0\narc 6 0 3.2\nline 6 2\nline 4 3\nline 4 20";
        let body = ConcaveRevolve::new(&read(text, 1.0).unwrap()).unwrap();
        let mut random = Random::new(71);
        for _ in 0..500 {
            let (far, [x, y]) = (random.between(0.5, 2.5), at_angle(random.between(0.0, 6.3)));
            let rise = |r: f64| (3.2f64 * 3.2 - (r - 3.0) * (r - 3.0)).sqrt();
            let at = Vec3::new(far * x, far * y, rise(0.0) - rise(far));
            let half = Vec3::repeat(0.5 * WIDE);
            let room = Aabb { lo: at - half, hi: at + half };
            let (slope, offset) = body.ceiling(&room, &at, WIDE).unwrap();
            let most = room.corners().into_iter().map(|c| offset + slope.dot(&c) - body.depth(&c));
            let most = most.fold(f64::NEG_INFINITY, f64::max);
            assert!(most < 0.1 * WIDE, "{at:?} {most}");
        }
    }

    /// The wall above a hollow tip bounded only boxes as narrow as the level that was asked about,
    /// since the tip leads down: a cutter along a wall was not decided.
    #[test]
    fn a_box_across_a_wall_above_a_hollow_tip_is_bounded_closely() {
        let text = "start 0 0\narc 6 0 3.2\nline 6 2\nline 4 3\nline 4 20";
        let body = ConcaveRevolve::new(&read(text, 1.0).unwrap()).unwrap();
        let room = Aabb { lo: Vec3::new(3.5, -0.01, 8.0), hi: Vec3::new(4.5, 0.01, 12.0) };
        let (slope, offset) = body.ceiling(&room, &Vec3::new(3.9, 0.0, 10.0), 0.01).unwrap();
        let most = room.corners().into_iter().map(|c| offset + slope.dot(&c));
        let most = most.fold(f64::NEG_INFINITY, f64::max);
        assert!(most < 0.51, "{most}");
    }
}
