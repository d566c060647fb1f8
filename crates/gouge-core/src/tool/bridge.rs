//! The convex hull of two convex chains, one reaching farther down and the other farther up.

use super::convex::Convex;
use super::edge::{Edge, Meridian, at_angle, norm, sub};
use crate::tolerance::{FLOAT_MM, PROFILE_JOIN_MM, SAME_DISTANCE_MM};
use gouge_mesh::geom::Vec3;
use std::f64::consts::FRAC_PI_2;

/// Directions, from straight down to straight up, in which two chains are compared at least.
const DIRECTIONS: u32 = 24;

/// Places of an arc that are looked at, but for its ends.
const ARC_LOOKS: u32 = 8;

/// How often the direction in which both reach as far is brought nearer, to half.
const HALVINGS: usize = 60;

/// The hull of the bodies of two chains from the axis at the bottom to the axis at the top: one
/// chain up to where a straight edge leads over to the other; `None` where it is of no such kind.
pub(super) fn hull(a: &Convex, b: &Convex) -> Option<Convex> {
    let lead = |angle: f64| {
        let [a, b] = [a, b].map(|body| body.meridian_support(at_angle(angle)));
        a - b
    };
    let step = |k: u32| (f64::from(k) / f64::from(DIRECTIONS) * 2.0 - 1.0) * FRAC_PI_2;
    let normals = [a, b].into_iter().flat_map(Convex::edges).filter_map(|edge| match edge {
        Edge::Line { a, b } => Some(f64::atan2(a[0] - b[0], b[1] - a[1])),
        Edge::Arc { .. } => None,
    });
    let leads: Vec<[f64; 2]> =
        (0..=DIRECTIONS).map(step).chain(normals).map(|w| [w, lead(w)]).collect();
    let ahead =
        |sign: f64| leads.iter().filter(move |l| sign * l[1] > FLOAT_MM).map(|[angle, _]| *angle);
    let (Some(mut low), Some(mut high)) =
        (ahead(1.0).reduce(f64::max), ahead(-1.0).reduce(f64::min))
    else {
        // One of them holds the other.
        let larger = if ahead(1.0).next().is_some() { a } else { b };
        return Some(larger.clone()).filter(|hull| holds(hull, &[a, b]));
    };
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if lead(middle) > 0.0 { low = middle } else { high = middle }
    }
    let mut chain = up_to(a.edges(), at_angle(low));
    let rest = from(b.edges(), at_angle(low));
    let start = chain.last().map_or(a.edges().first()?.start(), Edge::end);
    let end = rest.first().map_or(b.edges().last()?.end(), Edge::start);
    if norm(sub(end, start)) > PROFILE_JOIN_MM {
        chain.push(Edge::Line { a: start, b: end });
    }
    chain.extend(rest);
    let hull = (!chain.is_empty()).then(|| Convex::new(chain, false));
    hull.filter(|hull| holds(hull, &[a, b]))
}

/// A body with a hollow tip, together with everything above the lowest place of that tip.
pub(super) fn filled(body: Convex) -> Convex {
    const DOWN: Meridian = [0.0, -1.0];
    if !body.is_dimpled() {
        return body;
    }
    let rest = from(body.edges(), DOWN);
    let Some(lowest) = rest.first().map(Edge::start) else { return body };
    let mut chain = vec![Edge::Line { a: [0.0, lowest[1]], b: lowest }];
    chain.extend(rest);
    Convex::new(chain, body.is_open())
}

/// Whether a body holds all corners of others, and their arcs where these are looked at.
fn holds(hull: &Convex, bodies: &[&Convex]) -> bool {
    let inside = |p: Meridian| hull.depth(&Vec3::new(p[0], 0.0, p[1])).depth >= -SAME_DISTANCE_MM;
    bodies.iter().flat_map(|body| body.edges()).all(|edge| {
        let (a, b) = (edge.start(), edge.end());
        let arc = match edge {
            Edge::Line { .. } => None,
            Edge::Arc { center, .. } => Some([sub(a, *center), sub(b, *center)]),
        };
        let on = |[a, b]: [Meridian; 2], k: u32| {
            let share = f64::from(k) / f64::from(ARC_LOOKS);
            edge.extreme([0, 1].map(|i| a[i] + (b[i] - a[i]) * share))
        };
        let along = arc.into_iter().flat_map(|ends| (1..ARC_LOOKS).map(move |k| on(ends, k)));
        [a, b].into_iter().chain(along).all(inside)
    })
}

/// A chain up to where it reaches farthest.
fn up_to(chain: &[Edge], d: Meridian) -> Vec<Edge> {
    let mut kept = Vec::new();
    for edge in chain {
        let top = edge.extreme(d);
        match *edge {
            Edge::Line { .. } if top == edge.end() => kept.push(*edge),
            Edge::Arc { a, center, radius, .. } if top != a => {
                kept.push(Edge::Arc { a, b: top, center, radius });
            }
            _ => break,
        }
        if top != edge.end() {
            break;
        }
    }
    kept
}

/// A chain from where it reaches farthest.
fn from(chain: &[Edge], d: Meridian) -> Vec<Edge> {
    let rising = chain.iter().take_while(|edge| edge.extreme(d) == edge.end()).count();
    let mut kept = chain[rising..].to_vec();
    if let Some(Edge::Arc { a, .. }) = kept.first_mut() {
        *a = chain[rising].extreme(d);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::Solid;
    use super::super::concave::ConcaveRevolve;
    use super::super::profile_file::read;
    use super::*;
    use gouge_mesh::geom::Body as _;

    #[test]
    fn a_hull_reaches_as_far_as_the_farther_of_two() {
        let mut told = 0;
        for text in [
            "start 0 0\nline 4 0\nline 4 2\nline 2 2\nline 2 30",
            "start 0 0\nline 5 0\nline 2 4\nline 2 12",
            "start 0 0\narc 4 4 4\narc 2 7.464101615 4\nline 2 9\narc 4 11 2\narc 3 13 3\nline 3 20",
            "start 0 0\nline 2 0\narc 4 2 -2\nline 4 30",
            "start 0 0\nline 3 0\narc 5 2 3\narc 7 4 -2\nline 7 9",
        ] {
            let body = ConcaveRevolve::new(&read(text, 1.0).unwrap()).unwrap();
            let convex = |solid: &Solid| match solid {
                Solid::Round(body) => body.clone(),
                Solid::Faceted(_) => panic!("{text}"),
            };
            let cover: Vec<Convex> = body.cover().iter().map(convex).collect();
            for step in [1, 2, 7, 60] {
                for (a, b) in cover.iter().zip(cover.iter().skip(step)) {
                    let Some(hull) = hull(a, b) else { continue };
                    told += 1;
                    for k in 0..=400 {
                        let d = at_angle((f64::from(k) / 200.0 - 1.0) * FRAC_PI_2);
                        let u = Vec3::new(d[0], 0.0, d[1]);
                        let farther = a.support(&u).max(b.support(&u));
                        assert!((hull.support(&u) - farther).abs() < 1e-9, "{text} {d:?}");
                    }
                }
            }
        }
        assert!(told > 400, "{told}");
    }
}
