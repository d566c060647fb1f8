//! Cutting edges of a meridian where they meet.

use super::edge::{Edge, cross, dot, norm, sub, unit};
use crate::tolerance::{PROFILE_JOIN_MM, STRAIGHT_SINE};
use gouge_mesh::geom::Meridian;

/// The point of an edge at a share of its length.
pub(super) fn at(edge: &Edge, share: f64) -> Meridian {
    match *edge {
        Edge::Line { a, b } => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])],
        Edge::Arc { a, center, radius, .. } => {
            let from = sub(a, center);
            let (sin, cos) = (from[1].atan2(from[0]) + share * turn(edge)).sin_cos();
            [center[0] + radius * cos, center[1] + radius * sin]
        }
    }
}

/// The angle of an arc.
fn turn(edge: &Edge) -> f64 {
    let Edge::Arc { a, b, center, .. } = *edge else { return 0.0 };
    let (from, to) = (sub(a, center), sub(b, center));
    cross(from, to).atan2(dot(from, to)).rem_euclid(std::f64::consts::TAU)
}

/// A part of an edge.
pub(super) fn between(edge: &Edge, from: f64, to: f64) -> Edge {
    let a = if from <= 0.0 { edge.start() } else { at(edge, from) };
    let b = if to >= 1.0 { edge.end() } else { at(edge, to) };
    edge.with_ends([a, b])
}

/// Where on an edge a point lies, as a share of its length, if it lies inside of its ends.
pub(super) fn share(edge: &Edge, p: Meridian, same: f64) -> Option<f64> {
    let (a, b) = (edge.start(), edge.end());
    let share = match *edge {
        Edge::Line { .. } => dot(sub(p, a), sub(b, a)) / dot(sub(b, a), sub(b, a)),
        Edge::Arc { center, .. } => {
            let (from, to) = (sub(a, center), sub(p, center));
            let angle = cross(from, to).atan2(dot(from, to)).rem_euclid(std::f64::consts::TAU);
            angle / turn(edge)
        }
    };
    let on = (0.0..=1.0).contains(&share) && norm(sub(at(edge, share), p)) <= same;
    on.then_some(share)
}

/// What of some edges is before the axis and free, where they are cut at what they have in common:
/// points nearer to each other than `same` are one, mm.
pub(super) fn trimmed(raw: &[Edge], same: f64, is_free: impl Fn(Meridian) -> bool) -> Vec<Edge> {
    let mut kept: Vec<Edge> = Vec::new();
    for edge in raw {
        let mut stops = vec![0.0, 1.0];
        for other in raw {
            // Where two go on nearly as one, they overlap without crossing each other.
            let met = crossings(edge, other).into_iter().chain([other.start(), other.end()]);
            stops.extend(met.filter_map(|p| share(edge, p, same)));
        }
        // Beside a dimpled tip it begins beyond the axis.
        stops.extend(crossings(edge, &AXIS).into_iter().filter_map(|p| share(edge, p, same)));
        stops.sort_by(f64::total_cmp);
        for pair in stops.windows(2) {
            let piece = between(edge, pair[0], pair[1]);
            if norm(sub(piece.end(), piece.start())) <= same && pair[1] - pair[0] < 0.5 {
                continue;
            }
            let middle = at(edge, 0.5 * (pair[0] + pair[1]));
            // Where two parts have a border in common, one of its copies is enough.
            let again = |e: &Edge| {
                norm(sub(e.start(), piece.start())) <= same
                    && norm(sub(e.end(), piece.end())) <= same
            };
            if middle[0] >= -same && is_free(middle) && !kept.iter().any(again) {
                kept.push(piece);
            }
        }
    }
    kept
}

/// The axis.
const AXIS: Edge = Edge::Line { a: [0.0, 0.0], b: [0.0, 1.0] };

/// Where the lines and circles of two edges meet.
pub(super) fn crossings(e: &Edge, f: &Edge) -> Vec<Meridian> {
    match (*e, *f) {
        (Edge::Line { a, b }, Edge::Line { a: c, b: d }) => {
            let (u, v) = (sub(b, a), sub(d, c));
            let area = cross(u, v);
            if area.abs() <= STRAIGHT_SINE * norm(u) * norm(v) {
                // Along each other: the ends of one cut the other.
                return vec![c, d];
            }
            let s = cross(sub(c, a), v) / area;
            vec![[a[0] + s * u[0], a[1] + s * u[1]]]
        }
        (Edge::Line { a, b }, Edge::Arc { center, radius, .. })
        | (Edge::Arc { center, radius, .. }, Edge::Line { a, b }) => {
            let u = unit(sub(b, a));
            let w = sub(center, a);
            let (along, off) = (dot(w, u), cross(u, w));
            let half = (radius * radius - off * off).max(0.0).sqrt();
            [along - half, along + half].map(|s| [a[0] + s * u[0], a[1] + s * u[1]]).into()
        }
        (
            Edge::Arc { a, b, center: c, radius: r },
            Edge::Arc { a: a2, b: b2, center: d, radius: s },
        ) => {
            // Seen from a far larger circle they are where a difference of squares leaves little.
            if r > s {
                return crossings(f, e);
            }
            let way = sub(d, c);
            let apart = norm(way);
            if apart <= PROFILE_JOIN_MM {
                return vec![a, b, a2, b2];
            }
            let along = ((apart - s) * (apart + s) + r * r) / (2.0 * apart);
            let half = (r * r - along * along).max(0.0).sqrt();
            let u = [way[0] / apart, way[1] / apart];
            let foot = [c[0] + along * u[0], c[1] + along * u[1]];
            vec![
                [foot[0] - half * u[1], foot[1] + half * u[0]],
                [foot[0] + half * u[1], foot[1] - half * u[0]],
            ]
        }
    }
}
