//! The pockets of a silhouette that is not convex, and the window examined for each.

use std::f64::consts::TAU;

use super::Solid;
use super::clip::{Half, closed, opened};
use super::convex::Convex;
use super::cut_edge::at;
use super::edge::{Edge, Meridian, at_angle, cross, dot, in_fan, norm, sub};
use super::profile::Profile;
use crate::tolerance::{SAME_DISTANCE_MM, STRAIGHT_BACK_SINE, STRAIGHT_SINE};

/// A run of re-entrant corners with straight edges between them: indices of the edges that end
/// in the first and in the last corner.
pub(super) struct Pocket {
    pub first: usize,
    pub last: usize,
}

/// The pockets of a chain, from the bottom upwards.
pub(super) fn pockets(edges: &[Edge]) -> Vec<Pocket> {
    let mut pockets: Vec<Pocket> = Vec::new();
    for (i, pair) in edges.windows(2).enumerate() {
        if !is_reentrant(&pair[0], &pair[1]) {
            continue;
        }
        match pockets.last_mut() {
            Some(pocket) if pocket.last + 1 == i && matches!(pair[0], Edge::Line { .. }) => {
                pocket.last = i;
            }
            _ => pockets.push(Pocket { first: i, last: i }),
        }
    }
    pockets
}

/// Whether two edges meet in a re-entrant corner. Where the second leads straight back, as an arc
/// that begins level above a shoulder does, it is one if the void is between them: if the second
/// bends away from the side of the first on which the material is.
fn is_reentrant(edge: &Edge, next: &Edge) -> bool {
    let (d, e) = (edge.direction_at_end(), next.direction_at_start());
    let sine = cross(d, e);
    if sine.abs() > STRAIGHT_BACK_SINE || dot(d, e) >= 0.0 {
        return sine < -STRAIGHT_SINE;
    }
    let length = |edge: &Edge| norm(sub(edge.end(), edge.start()));
    let back = 0.5 * length(edge).min(length(next));
    let before = at(edge, 1.0 - back / length(edge));
    let after = at(next, back / length(next));
    cross(d, sub(after, before)) < 0.0
}

/// Which way the edges before and after a re-entrant corner run there, radians: the second less
/// than the first, since it turns to the right, also where rounding has a level edge run down on
/// its way in.
pub(super) fn headings(edges: &[Edge], i: usize) -> [f64; 2] {
    let heading = |d: Meridian| d[1].atan2(d[0]);
    let before = heading(edges[i].direction_at_end());
    let after = heading(edges[i + 1].direction_at_start());
    [before, before - (before - after).rem_euclid(TAU)]
}

/// The lines that touch a pocket, at most `step` radians apart, from its lower border to its
/// upper one.
pub(super) fn fan(edges: &[Edge], pocket: &Pocket, step: f64) -> Vec<Half> {
    let mut lines = Vec::new();
    for i in pocket.first..=pocket.last {
        let corner = edges[i].end();
        let [before, after] = headings(edges, i);
        let count = ((before - after) / step).ceil().max(1.0);
        // The line along an edge between two corners belongs to the first of them.
        let start = if i == pocket.first { 0 } else { 1 };
        for k in start..=count as usize {
            let angle = before + (after - before) * k as f64 / count;
            lines.push(Half::left_of(corner, at_angle(angle)));
        }
    }
    lines
}

/// A chain whose edges that lead straight on, or go on round the same circle, are one each: a pocket
/// goes on between two corners only along one edge, and each edge is asked about all others.
pub(super) fn straightened(edges: &[Edge]) -> Vec<Edge> {
    let mut chain: Vec<Edge> = Vec::with_capacity(edges.len());
    for edge in edges {
        match chain.last().and_then(|last| as_one(last, edge)) {
            Some(whole) => {
                chain.pop();
                chain.push(whole);
            }
            None => chain.push(*edge),
        }
    }
    chain
}

/// Two edges of which one goes on as the other, up to half a turn.
fn as_one(edge: &Edge, next: &Edge) -> Option<Edge> {
    match (*edge, *next) {
        (Edge::Line { a, b }, Edge::Line { b: end, .. }) => {
            let [way, whole] = [sub(b, a), sub(end, a)];
            let beside = (way[0] * whole[1] - way[1] * whole[0]).abs();
            let on = beside <= SAME_DISTANCE_MM * norm(whole) && dot(way, sub(end, b)) >= 0.0;
            on.then_some(Edge::Line { a, b: end })
        }
        (
            Edge::Arc { a, b, center, radius },
            Edge::Arc { b: end, center: same, radius: as_wide, .. },
        ) => {
            let [first, middle, last] = [a, b, end].map(|p| sub(p, center));
            let half = in_fan(middle, first, last) && cross(first, last) >= 0.0;
            let on = center == same && radius == as_wide && half;
            on.then_some(Edge::Arc { a, b: end, center, radius })
        }
        _ => None,
    }
}

/// The part of a profile that is examined for one of its pockets.
pub(super) struct Window {
    outline: Vec<Edge>,
    /// Balls in the body of at most this radius lie each in the window of a pocket, mm.
    pub whole: f64,
}

/// The window of each pocket.
///
/// Balls that do not lie below the first corner of the next pocket lie above the last one of this,
/// as far as the two are apart. The chain may bend back across the levels of corners by rounding:
/// where what bends up so stays below what bends down, all that does lies in the window next to it
/// and is left out of this one, which is convex then.
pub(super) fn windows(profile: &Profile, pockets: &[Pocket]) -> Vec<Window> {
    let edges = profile.edges();
    let parted = |below: &Pocket, above: &Pocket| {
        let highest = edges[..=below.last].iter().map(|edge| edge.extreme([0.0, 1.0])[1]);
        let lowest = edges[above.first + 1..].iter().map(|edge| edge.extreme([0.0, -1.0])[1]);
        highest.fold(f64::NEG_INFINITY, f64::max) <= lowest.fold(f64::INFINITY, f64::min)
    };
    let mut windows = Vec::new();
    let mut whole = f64::INFINITY;
    for (i, pocket) in pockets.iter().enumerate() {
        let below = i.checked_sub(1).map(|below| &pockets[below]);
        let above = pockets.get(i + 1);
        let first = below.filter(|below| parted(below, pocket)).map_or(0, |below| below.last + 1);
        let last = above.filter(|above| parted(pocket, above));
        let mut window = closed(&edges[first..=last.map_or(edges.len() - 1, |above| above.first)]);
        if let Some(below) = below {
            let floor = edges[below.last].end();
            window = Half::left_of(floor, [1.0, 0.0]).clip(&window);
        }
        if let Some(above) = above {
            let ceiling = edges[above.first].end();
            window = Half::left_of(ceiling, [-1.0, 0.0]).clip(&window);
            let overlap = ceiling[1] - edges[pocket.last].end()[1];
            whole = whole.min(0.5 * overlap);
        }
        windows.push(window);
    }
    windows.into_iter().map(|outline| Window { outline, whole }).collect()
}

/// The parts of a profile that stand upright between two of its pockets and all between them.
pub(super) fn columns(edges: &[Edge], pockets: &[Pocket]) -> Vec<Solid> {
    let outline = closed(edges);
    let corner = |i: usize| edges[i].end();
    let mut columns = Vec::new();
    for first in 0..pockets.len() {
        let mut waist = f64::INFINITY;
        for last in first..pockets.len() {
            let corners = pockets[last].first..=pockets[last].last;
            waist = corners.map(|i| corner(i)[0]).fold(waist, f64::min);
            if last == first {
                continue;
            }
            let mut sides = vec![Half::left_of([waist, 0.0], [0.0, 1.0])];
            sides.extend(
                first
                    .checked_sub(1)
                    .map(|below| Half::left_of(corner(pockets[below].last), [1.0, 0.0])),
            );
            sides.extend(
                pockets.get(last + 1).map(|above| Half::left_of(corner(above.first), [-1.0, 0.0])),
            );
            let cut = sides.iter().fold(outline.clone(), |left, side| side.clip(&left));
            columns.extend(opened(&cut).map(|chain| Solid::Round(Convex::new(chain, false))));
        }
    }
    columns
}

impl Window {
    /// The part of the window that a line keeps.
    pub fn kept(&self, line: &Half) -> Option<Solid> {
        let chain = opened(&line.clip(&self.outline))?;
        Some(Solid::Round(Convex::new(chain, false)))
    }
}
