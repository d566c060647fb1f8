//! The parts of a body of revolution's outline that give its support, for searching many volumes at
//! a time.

use super::edge::Edge;
use crate::tolerance::{SAME_DISTANCE_MM, STRAIGHT_SINE};
use gouge_mesh::geom::{Facing, Meridian, Outline, OutlineArc, Vec3, Wall};
use std::f64::consts::PI;

/// More planes than these are not worth looking at.
const MOST_FACING: usize = 8;

/// The walls of the body of a convex chain. The top of an open column is one of them: a search for
/// facets goes no farther up, and what lies near it must not be taken to be deeper than that.
pub(super) fn walls(edges: &[Edge]) -> Vec<Wall> {
    edges
        .iter()
        .map(|edge| match *edge {
            Edge::Line { a, .. } => {
                let along = edge.direction_at_start();
                let normal = [along[1], -along[0]];
                Wall::Straight { normal, offset: normal[0] * a[0] + normal[1] * a[1] }
            }
            Edge::Arc { a, b, center, radius } => Wall::Round(round(a, b, center, radius)),
        })
        .collect()
}

fn round(a: Meridian, b: Meridian, center: Meridian, radius: f64) -> OutlineArc {
    let from = |p: Meridian| [p[0] - center[0], p[1] - center[1]];
    OutlineArc { center, radius, first: from(a), last: from(b) }
}

/// An outline around points, of lines that support them in so many directions.
///
/// A direction between two of these is a sum of both, neither less than nothing times: no point is
/// farther along it than the corner in which their lines meet.
pub(super) fn around(points: &[Vec3]) -> Outline {
    let line = |k: usize| {
        let (up, across) = (PI * (k as f64 / DIRECTIONS as f64 - 0.5)).sin_cos();
        let far = points.iter().map(|p| across * p.x.hypot(p.y) + up * p.z);
        (across, up, far.fold(f64::NEG_INFINITY, f64::max) + SAME_DISTANCE_MM)
    };
    let lines: Vec<(f64, f64, f64)> = (0..=DIRECTIONS).map(line).collect();
    let meet = |pair: &[(f64, f64, f64)]| {
        let [(a, b, h), (c, d, k)] = [pair[0], pair[1]];
        let per = 1.0 / (a * d - b * c);
        [per * (h * d - k * b), per * (k * a - h * c)]
    };
    Outline { corners: lines.windows(2).map(meet).collect(), ..Outline::default() }
}

/// Into so many parts the half turn from straight down to straight up is cut.
const DIRECTIONS: usize = 24;

/// The outline of a chain of edges from the axis at the bottom to the axis at the top. Planes
/// across the axis are not among those to look at, nor those of the top of an `open` column.
pub(super) fn outline(edges: &[Edge], open: bool) -> Outline {
    let mut outline = Outline::default();
    for edge in edges {
        outline.corners.extend([edge.start(), edge.end()]);
        if let Edge::Arc { a, b, center, radius } = *edge {
            outline.arcs.push(round(a, b, center, radius));
        }
    }
    outline.corners.dedup();
    let walls = if open { edges.len().saturating_sub(1) } else { edges.len() };
    let mut facing = Vec::new();
    for (at, edge) in edges[..walls].iter().enumerate() {
        let along = edge.direction_at_start();
        let before = match at {
            0 => [along[0], -along[1]],
            _ => edges[at - 1].direction_at_end(),
        };
        if before[0] * along[1] - before[1] * along[0] > STRAIGHT_SINE {
            facing.push(Facing::From(edge.start()));
        }
        match *edge {
            Edge::Arc { center, .. } => facing.push(Facing::From(center)),
            Edge::Line { .. } if along[1].abs() > STRAIGHT_SINE => {
                facing.push(Facing::Along([along[1], -along[0]]));
            }
            Edge::Line { .. } => {}
        }
    }
    facing.truncate(MOST_FACING);
    outline.facing = facing;
    outline
}
