//! Loops of a profile that crosses itself.
//!
//! Points of a profile never descend, so that only an arc can lead it back over its own way: one
//! whose radius is rounded may rise a little past the shoulder that it ends at, or sink a little
//! below the one that it begins at. What such a loop goes around counter-clockwise is material twice:
//! the profile without it is that of the same tool.

use super::cut_edge::{crossings, share};
use super::edge::{Edge, cross, norm, sub};
use crate::tolerance::{PROFILE_BACK_MM, PROFILE_JOIN_MM};
use gouge_mesh::geom::Meridian;

/// Cuts off the loops of a profile. Fails with the place of one that may go around a void, or around
/// what is not material without it: what comes after it crosses it again then.
pub(super) fn cut_off(edges: &mut Vec<Edge>) -> Result<(), Meridian> {
    let mut at = 0;
    while at < edges.len() {
        part_from_next(&mut edges[at..]);
        if let Some((last, point)) = first_crossing(&edges[at..]) {
            let last = at + last;
            let (first, end) = (edges[at], edges[last]);
            edges[at] = first.with_ends([point, first.end()]);
            edges[last] = end.with_ends([end.start(), point]);
            let after = [end.with_ends([point, end.end()])];
            let after = || after.iter().chain(&edges[last + 1..]);
            let again = |p: &Meridian| norm(sub(*p, point)) > PROFILE_JOIN_MM;
            let is_crossed =
                edges[at..=last].iter().any(|e| met(e, after()).any(|(.., p)| again(&p)));
            if is_crossed || !only_turns_left(&edges[at..=last]) {
                return Err(point);
            }
            edges[at] = first.with_ends([first.start(), point]);
            edges[last] = end.with_ends([point, end.end()]);
            edges.drain(at + 1..last);
        }
        at += 1;
    }
    edges.retain(|edge| norm(sub(edge.end(), edge.start())) > PROFILE_JOIN_MM);
    Ok(())
}

/// Whether a closed chain turns left at all corners: then it goes around nothing clockwise.
fn only_turns_left(edges: &[Edge]) -> bool {
    let next = edges.iter().cycle().skip(1);
    edges
        .iter()
        .zip(next)
        .all(|(edge, next)| cross(edge.direction_at_end(), next.direction_at_start()) >= 0.0)
}

/// Ends the first edge and begins the next one where the two meet again.
fn part_from_next(edges: &mut [Edge]) {
    let [edge, next, ..] = edges else { return };
    if let Some(point) = edge.meets_again(next) {
        *edge = edge.with_ends([edge.start(), point]);
        *next = next.with_ends([point, next.end()]);
    }
}

/// Where the first edge meets one behind the next one for the first time on its way, and the last
/// one that it meets there.
fn first_crossing(edges: &[Edge]) -> Option<(usize, Meridian)> {
    let [first, _, others @ ..] = edges else { return None };
    let mut found: Option<(f64, usize, Meridian)> = None;
    for (way, index, point) in met(first, others) {
        let same = |p: Meridian| norm(sub(p, point)) <= PROFILE_JOIN_MM;
        if found.is_none_or(|(least, _, p)| way < least || same(p)) {
            found = Some((way, index + 2, point));
        }
    }
    found.map(|(_, index, point)| (index, point))
}

/// Where an edge meets others that come after it: the share of its length, which of the others it
/// is, and the place. Lines do not meet, since no point descends.
fn met<'a>(
    edge: &'a Edge,
    others: impl IntoIterator<Item = &'a Edge>,
) -> impl Iterator<Item = (f64, usize, Meridian)> {
    let top = edge.extreme([0.0, 1.0])[1] + PROFILE_BACK_MM;
    let is_line = |edge: &Edge| matches!(edge, Edge::Line { .. });
    let near = others.into_iter().enumerate().take_while(move |(_, other)| other.start()[1] <= top);
    let near = near.filter(move |(_, other)| !is_line(edge) || !is_line(other));
    near.flat_map(move |(index, other)| {
        crossings(edge, other).into_iter().filter_map(move |point| {
            let way = share(edge, point, PROFILE_JOIN_MM)?;
            share(other, point, PROFILE_JOIN_MM)?;
            Some((way, index, point))
        })
    })
}
