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

/// Cuts off the loops of a profile. Fails with the place of one that may go around a void.
pub(super) fn cut_off(edges: &mut Vec<Edge>) -> Result<(), Meridian> {
    let mut at = 0;
    while at < edges.len() {
        part_from_next(&mut edges[at..]);
        if let Some((last, point)) = first_crossing(&edges[at..]) {
            let last = at + last;
            let (first, end) = (edges[at], edges[last]);
            edges[at] = first.with_ends([point, first.end()]);
            edges[last] = end.with_ends([end.start(), point]);
            if !only_turns_left(&edges[at..=last]) {
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
    let (first, others) = edges.split_first()?;
    let top = first.extreme([0.0, 1.0])[1];
    let is_line = |edge: &Edge| matches!(edge, Edge::Line { .. });
    let mut found: Option<(f64, usize, Meridian)> = None;
    for (index, other) in others.iter().enumerate().skip(1) {
        if other.start()[1] > top + PROFILE_BACK_MM {
            break;
        }
        if is_line(first) && is_line(other) {
            continue;
        }
        for point in crossings(first, other) {
            let [way, on] = [first, other].map(|edge| share(edge, point, PROFILE_JOIN_MM));
            if let (Some(way), Some(_)) = (way, on)
                && found.is_none_or(|(least, _, p)| {
                    way < least || norm(sub(p, point)) <= PROFILE_JOIN_MM
                })
            {
                found = Some((way, index + 1, point));
            }
        }
    }
    found.map(|(_, index, point)| (index, point))
}
