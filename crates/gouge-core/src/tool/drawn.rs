//! A convex piece offset inwards all around, and how far its points lie from what is left of it.

use super::Solid;
use super::clip::{Half, closed, is_capped, opened};
use super::convex::Convex;
use super::edge::{Edge, Meridian};
use crate::tolerance::PROFILE_JOIN_MM;
use gouge_mesh::geom::Vec3;

/// A piece that was offset inwards and raised.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What is left of it.
    pub solid: Solid,
    /// Its lower tip, where that is too narrow to be offset inwards: only raised.
    pub tip: Option<Solid>,
    /// No point of the piece is farther from these, mm.
    pub far: f64,
    /// How deep a point is in both, mm.
    pub shared: f64,
}

/// A body of revolution whose every level section is narrower by `by` mm all around, raised by `up`
/// mm; none where next to nothing is left.
///
/// A point that is moved in by `by` on its level way to the axis, and raised, lies in it, and the
/// point of the axis there does where the body is that wide. At its tip and its top, where it is
/// not, the farthest point is a corner or on an arc: the distance to a convex set is convex. Points
/// of an arc are no farther than it bows from their chord. A sharp tip is raised as it is.
pub(super) fn drawn(body: &Convex, [by, up]: [f64; 2]) -> Option<Drawn> {
    let edges = body.edges();
    let moved = |[r, z]: Meridian| [r - by, z + up];
    let outline: Vec<Edge> = closed(edges).into_iter().map(|edge| edge.map(moved)).collect();
    let able = by >= 0.0 && !body.is_dimpled();
    let right = Half { normal: [-1.0, 0.0], offset: 0.0 };
    let left = opened(&able.then(|| right.clip(&outline))?)?;
    if body.is_open() && !is_capped(&left) {
        return None;
    }
    let left = Convex::new(left, body.is_open());
    let walls = &edges[..edges.len() - usize::from(body.is_open())];
    let narrow = Half { normal: [1.0, 0.0], offset: by }.clip_open(walls);
    let beside = by.hypot(up);
    let most = |edges: &[Edge]| {
        edges.iter().map(|edge| farthest(&left, edge, [by, beside])).fold(beside, f64::max)
    };
    // From the axis at the bottom to where it is wider.
    let low =
        narrow.iter().position(|edge| is_wide(edge.end(), by)).map_or(narrow.len(), |i| i + 1);
    let (low, high) = narrow.split_at(low);
    let (rest, own) = (most(high), most(low));
    let whole = Drawn { far: rest.max(own), tip: None, shared: 0.0, solid: Solid::Round(left) };
    if own <= rest * (1.0 + SHARP_SHARE) {
        return Some(whole);
    }
    let height = low.last()?.end()[1];
    let below = Half { normal: [0.0, 1.0], offset: height + by };
    let tip = opened(&below.clip(&closed(edges)))?;
    let tip =
        Convex::new(tip.into_iter().map(|edge| edge.map(|[r, z]| [r, z + up])).collect(), false);
    let shared = Vec3::new(0.0, 0.0, height + 0.5 * by + up);
    let shared = tip.depth(&shared).depth.min(whole.solid.depth(&shared).depth);
    Some(Drawn { far: rest, tip: Some(Solid::Round(tip)), shared, ..whole })
}

/// A tip whose points are farther by no more than this share counts as the rest.
const SHARP_SHARE: f64 = 1.0 / 64.0;

/// Whether a point is as far from the axis as `by`, mm, but for what cut edges may be off.
fn is_wide(p: Meridian, by: f64) -> bool {
    p[0] >= by - PROFILE_JOIN_MM
}

/// How far points of an edge nearer to the axis than `by` are from a body at most, mm, `beside`
/// where it ends farther out.
fn farthest(left: &Convex, edge: &Edge, [by, beside]: [f64; 2]) -> f64 {
    let apart = |p: Meridian| -left.depth(&Vec3::new(p[0], 0.0, p[1])).depth;
    let bow = match *edge {
        Edge::Line { .. } => 0.0,
        Edge::Arc { a, b, radius, .. } => {
            let half = 0.5 * f64::hypot(b[0] - a[0], b[1] - a[1]);
            radius - (radius * radius - half * half).max(0.0).sqrt()
        }
    };
    let ends = [edge.start(), edge.end()].into_iter().filter(|p| !is_wide(*p, by));
    ends.map(apart).fold(beside, f64::max) + bow
}

#[cfg(test)]
mod tests {
    use super::super::profile_file::read;
    use super::super::{Piece, Solid, Spec};
    use super::*;
    use gouge_random::Random;

    #[test]
    fn no_point_is_farther_from_what_is_left_than_is_said() {
        let mut random = Random::new(2815);
        let texts = [
            "flat:10",
            "flat:10;len=12",
            "bull:12,2",
            "ball:6",
            "drill:10,118",
            "drill:10,60;len=20",
            "taper:0.5,10,8",
            "chamfer:0,20,12",
            "chamfer:2,45,12",
        ];
        let lemons = ["start 0 0\narc 0 6 4", "start 0 0\narc 0 14 7.2"];
        let mut solids: Vec<(&str, Solid)> = Vec::new();
        for text in texts {
            let tool = Spec::parse(text, "".as_ref()).unwrap().build(40.0);
            let Piece::Solid(solid) = &tool.components[0].pieces[0] else { panic!() };
            solids.push((text, solid.clone()));
        }
        for text in lemons {
            let piece = Piece::turned(&read(text, 1.0).unwrap(), false);
            solids.push((text, piece.solids().unwrap()[0].clone()));
        }
        let (mut told, mut tips, mut close) = (0, 0, 0);
        for (text, solid) in &solids {
            for _ in 0..60 {
                let (by, up) = (random.between(0.001, 0.9), random.between(-0.3, 0.6));
                let drawn = solid.drawn([by, up]).unwrap();
                tips += u32::from(drawn.tip.is_some());
                let parts: Vec<&Solid> = std::iter::once(&drawn.solid).chain(&drawn.tip).collect();
                assert!(drawn.tip.is_none() || drawn.shared > 0.0, "{text} {by} {up}");
                let apart = |x: &Vec3| {
                    parts.iter().map(|s| -s.depth(x).depth).fold(f64::INFINITY, f64::min)
                };
                let mut most = 0.0f64;
                for _ in 0..300 {
                    // Points of the boundary are the farthest, those of a tip among them.
                    let far = random.between(0.0, 1.0).powi(2) * 6.5;
                    let x = Vec3::new(far, 0.0, random.between(-1.0, 21.0));
                    let depth = solid.depth(&x);
                    let x = x + depth.normal * depth.depth;
                    if solid.depth(&x).depth >= -1e-9 && x.x >= 0.0 {
                        most = most.max(apart(&x));
                        told += 1;
                    }
                }
                assert!(most <= drawn.far + 4.0 * PROFILE_JOIN_MM, "{text} {by} {up}: {most}");
                close += u32::from(most > 0.98 * by.hypot(up));
            }
        }
        assert!(told > 50_000 && tips > 100 && close > 300, "{told} {tips} {close}");
    }

    /// The centre of a lollipop's ball lay 4e-16 mm beyond the axis, so that it counted as hollow
    /// at its tip, and nothing that holds for convex pieces was asked of it.
    #[test]
    fn a_ball_whose_centre_is_rounded_is_not_dimpled() {
        let text = "start 0 0\narc 5 5 5\narc 2.500000032774201 9.330127 5\nline 2.5 40\n";
        let piece = Piece::turned(&read(text, 1.0).unwrap(), false);
        let Piece::ConcaveRevolve(body) = &piece else { panic!() };
        assert!(!body.cover().is_empty() && body.cover().iter().all(Solid::is_convex));
        for part in body.cover() {
            assert!(part.drawn([0.1, 0.0]).is_some());
        }
    }
}
