//! Arcs of a profile that leave the heights of their ends.
//!
//! An arc whose radius is rounded may hang below where it begins, or stand above where it ends, by
//! less than a thousandth of a millimetre. Where it leads so steeply out of its end that the line
//! along it there meets the axis beyond the heights of the arc, the rim that it makes is in no convex
//! part of the tool that reaches the axis: so what is beside such a rim is filled, up to its height.
//! The way out of a filled place, straight down or up, is no longer than that height, nor is the way
//! into the tool: by no more is that overstated.

use super::edge::Edge;
use crate::tolerance::PROFILE_DIP_MM;
use gouge_mesh::geom::Meridian;

/// Fills what is beside the rims of a profile, but for that of a hollow tip. Returns by how much
/// the tool is overstated, mm.
pub(super) fn fill(edges: &mut Vec<Edge>) -> f64 {
    let (mut below, mut above) = (0f64, 0f64);
    let mut at = 1;
    while at < edges.len() {
        let (arc, low) = (edges[at], edges[at].extreme([0.0, -1.0]));
        let by = arc.dip();
        let meets = on_axis(arc.start(), arc.direction_at_start());
        if by > PROFILE_DIP_MM && meets.is_none_or(|z| z >= arc.end()[1]) {
            below = below.max(by);
            edges[at] = arc.with_ends([low, arc.end()]);
            at = fill_below(edges, at, low);
        }
        at += 1;
    }
    let mut at = 0;
    while at < edges.len() {
        let (arc, top) = (edges[at], edges[at].extreme([0.0, 1.0]));
        let by = arc.bulge();
        let back = arc.direction_at_end().map(|x| -x);
        let meets = on_axis(arc.end(), back);
        if by > PROFILE_DIP_MM && meets.is_none_or(|z| z <= arc.start()[1]) {
            above = above.max(by);
            edges[at] = arc.with_ends([arc.start(), top]);
            fill_above(edges, at, top);
        }
        at += 1;
    }
    below + above
}

/// At what height the line that comes to a point in a direction, outwards, begins on the axis.
fn on_axis(p: Meridian, way: Meridian) -> Option<f64> {
    (way[0] > 0.0).then(|| p[1] - p[0] * way[1] / way[0])
}

/// Leads a profile level to the lowest point of its edge `at`, from what is as high before it, or
/// from the axis. Returns where that edge is then.
fn fill_below(edges: &mut Vec<Edge>, at: usize, low: Meridian) -> usize {
    let first = edges[..at].iter().position(|edge| edge.end()[1] > low[1]).unwrap_or(at);
    let passed = edges[first];
    let from = passed.at_level(1, low[1]).last().filter(|_| first < at);
    let level = Edge::Line { a: from.unwrap_or([0.0, low[1]]), b: low };
    let kept = from.map(|from| passed.with_ends([passed.start(), from]));
    let new: Vec<Edge> = kept.into_iter().chain([level]).collect();
    let place = first + new.len();
    edges.splice(first..at, new);
    place
}

/// Leads a profile level from the highest point of its edge `at` to what is as high after it, or to
/// a new top.
fn fill_above(edges: &mut Vec<Edge>, at: usize, top: Meridian) {
    let next = at + 1;
    let Some(passed) = edges[next..].iter().position(|edge| edge.end()[1] > top[1]) else {
        let end = edges.last().map_or(top, Edge::end);
        edges.truncate(next);
        edges.push(Edge::Line { a: top, b: [end[0], top[1]] });
        return;
    };
    let last = next + passed;
    let passed = edges[last];
    let to = passed.at_level(1, top[1]).last().unwrap_or(passed.start());
    let level = Edge::Line { a: top, b: to };
    edges.splice(next..=last, [level, passed.with_ends([to, passed.end()])]);
}
