//! Bodies of revolution enlarged by balls, and their union as one silhouette.
//!
//! A convex body needs none of this, since depth in the larger body is depth in the body plus the
//! ball's radius. In a pocket that is no upper bound: a ball wider than the pocket fills it, and a
//! point next to a re-entrant corner lies deeper in the larger body than that.

use super::Piece;
use super::cut_edge::{crossings, trimmed};
use super::edge::{Edge, cross, dot, norm, sub};
use super::profile::Profile;
use crate::tolerance::{COARSER_OUTLINES, PROFILE_JOIN_MM, SAME_OUTLINE_SHARE, STRAIGHT_SINE};
use gouge_mesh::geom::Meridian;

/// A chain from the axis upwards with its top cap, and the radius of the ball, mm.
pub(super) type Part = (Vec<Edge>, f64);

/// The chain, top cap included, around all that is within its own radius of each part, and whether
/// around more; `None` when rounding left it open.
///
/// Where edges of a larger body barely touch, as the walls of a groove twice as wide as it grows by
/// do, rounding decides what of them is free. Grown a little more, by twice the distance up to which
/// points are one, they part or overlap: an edge that is kept may lie that distance within, no more,
/// so that the chain still goes around all.
fn inflated(parts: &[Part]) -> Option<(Vec<Edge>, bool)> {
    let ends = parts.iter().flat_map(|(chain, by)| {
        chain.iter().flat_map(|e| [e.start(), e.end()]).map(move |p| norm(p) + by)
    });
    let same = SAME_OUTLINE_SHARE * ends.fold(1.0, f64::max);
    let exact = inflated_once(parts, same).map(|chain| (chain, false));
    exact.or_else(|| {
        COARSER_OUTLINES.iter().find_map(|coarser| {
            let same = coarser * same;
            let grown: Vec<Part> =
                parts.iter().map(|(chain, by)| (chain.clone(), by + 2.0 * same)).collect();
            inflated_once(&grown, same).map(|chain| (chain, true))
        })
    })
}

/// The same, of which points nearer to each other than `same` are one, mm.
fn inflated_once(parts: &[Part], same: f64) -> Option<Vec<Edge>> {
    let raw: Vec<Edge> = parts.iter().flat_map(|(chain, by)| moved_out(chain, *by)).collect();
    let is_free = |p| parts.iter().all(|(chain, by)| outside(chain, p) >= by - same);
    let mut kept = trimmed(&raw, same, is_free);
    let low = |e: &Edge| if e.start()[0] <= same { e.start()[1] } else { f64::INFINITY };
    let first = (0..kept.len()).min_by(|&i, &j| low(&kept[i]).total_cmp(&low(&kept[j])))?;
    let mut chain = vec![on_axis(kept.swap_remove(first), same)?];
    loop {
        let end = chain.last().map_or([0.0; 2], Edge::end);
        if kept.is_empty() || end[0] <= same && chain.len() > 1 {
            // What is left bounds a void within: nothing that could be said as one chain.
            let void = kept.iter().any(|e| norm(sub(e.end(), e.start())) > 16.0 * same);
            let has_slit = chain.windows(2).any(|pair| leads_back(&pair[0], &pair[1]));
            return (end[0] <= same && !void && !has_slit).then_some(chain);
        }
        let apart = |e: &Edge| norm(sub(e.start(), end));
        let next = (0..kept.len()).min_by(|&i, &j| apart(&kept[i]).total_cmp(&apart(&kept[j])))?;
        if apart(&kept[next]) > 4.0 * same {
            return None;
        }
        chain.push(kept.swap_remove(next));
    }
}

/// Whether a line leads back over the one before it: walls that meet leave a slit without width.
fn leads_back(edge: &Edge, next: &Edge) -> bool {
    let (Edge::Line { a, b }, Edge::Line { a: c, b: d }) = (*edge, *next) else { return false };
    let (way, back) = (sub(b, a), sub(d, c));
    dot(way, back) < 0.0 && cross(way, back).abs() <= STRAIGHT_SINE * norm(way) * norm(back)
}

/// An edge that begins on the axis but for rounding, begun there; `None` where it begins elsewhere.
fn on_axis(edge: Edge, same: f64) -> Option<Edge> {
    let [r, z] = edge.start();
    (r.abs() <= same).then(|| edge.with_ends([[0.0, z], edge.end()]))
}

/// The union of the parts, each grown by its own radius, as one body, and how far that is
/// overstated, mm: not at all, unless it takes a little more, of which corners may be filled, or the
/// cylinder around it.
pub(super) fn body(parts: &[Part]) -> (Piece, f64) {
    let (mut chain, excess) = match inflated(parts) {
        Some((chain, false)) => (chain, 0.0),
        Some((chain, true)) => (chain, around(parts).1),
        None => around(parts),
    };
    if let Some(Edge::Line { a, b }) = chain.last()
        && (b[1] - a[1]).abs() <= PROFILE_JOIN_MM
        && b[0] <= PROFILE_JOIN_MM
    {
        chain.pop();
    }
    (Piece::turned(&Profile::from_edges(chain), false), excess)
}

/// The cylinder around all of it, and a depth that nothing in it exceeds, mm.
fn around(parts: &[Part]) -> (Vec<Edge>, f64) {
    let (mut radius, mut low, mut high) = (0f64, f64::INFINITY, f64::NEG_INFINITY);
    for (chain, by) in parts {
        for edge in chain {
            radius = radius.max(edge.extreme([1.0, 0.0])[0] + by);
            low = low.min(edge.extreme([0.0, -1.0])[1] - by);
            high = high.max(edge.extreme([0.0, 1.0])[1] + by);
        }
    }
    let (foot, top) = ([radius, low], [radius, high]);
    let chain = vec![
        Edge::Line { a: [0.0, low], b: foot },
        Edge::Line { a: foot, b: top },
        Edge::Line { a: top, b: [0.0, high] },
    ];
    (chain, radius)
}

/// Every edge moved out, and arcs about the corners between them; they may cross each other.
fn moved_out(chain: &[Edge], by: f64) -> Vec<Edge> {
    if by <= 0.0 {
        return chain.to_vec();
    }
    let mut all = Vec::with_capacity(2 * chain.len() + 1);
    let corner = |all: &mut Vec<Edge>, at: Meridian, before: Meridian, after: Meridian| {
        let turn = cross(before, after);
        if turn > STRAIGHT_SINE || turn > -STRAIGHT_SINE && dot(before, after) < 0.0 {
            let [a, b] = [before, after].map(|way| moved_point(at, way, by));
            all.push(Edge::Arc { a, b, center: at, radius: by });
        }
    };
    // The chain goes on over the axis as its mirror image.
    let mut before: Option<Meridian> = None;
    let edges: Vec<&Edge> =
        chain.iter().filter(|e| norm(sub(e.end(), e.start())) > PROFILE_JOIN_MM).collect();
    let mut moved: Vec<Edge> = edges.iter().map(|edge| moved_edge(edge, by)).collect();
    for i in 1..edges.len() {
        if let Some(met) = mitre([edges[i - 1], edges[i]], [&moved[i - 1], &moved[i]], by) {
            moved[i - 1] = moved[i - 1].with_ends([moved[i - 1].start(), met]);
            moved[i] = moved[i].with_ends([met, moved[i].end()]);
        }
    }
    for (edge, moved) in edges.iter().zip(moved) {
        let from = edge.direction_at_start();
        match before {
            Some(before) => corner(&mut all, edge.start(), before, from),
            None if from[1] > STRAIGHT_SINE => corner(&mut all, edge.start(), [1.0, 0.0], from),
            None => {}
        }
        all.push(moved);
        before = Some(edge.direction_at_end());
    }
    if let (Some(before), Some(last)) = (before, chain.last()) {
        corner(&mut all, last.end(), before, [-1.0, 0.0]);
    }
    all
}

/// A point of an edge that leads in the direction `d` there, moved out.
fn moved_point(p: Meridian, d: Meridian, by: f64) -> Meridian {
    [p[0] + by * d[1], p[1] - by * d[0]]
}

/// An edge moved out from end to end.
pub(super) fn moved_edge(edge: &Edge, by: f64) -> Edge {
    let a = moved_point(edge.start(), edge.direction_at_start(), by);
    let b = moved_point(edge.end(), edge.direction_at_end(), by);
    match *edge {
        Edge::Line { .. } => Edge::Line { a, b },
        Edge::Arc { center, radius, .. } => Edge::Arc { a, b, center, radius: radius + by },
    }
}

/// Where two edges meet that are moved out from a re-entrant corner, if both are long enough. Where
/// the corner turns by little, as those of the chords of a hollow arc or of an arc in rounded
/// figures do, they cross at so small an angle that what is beyond lies in neither body only by
/// rounding.
fn mitre([edge, next]: [&Edge; 2], moved: [&Edge; 2], by: f64) -> Option<Meridian> {
    let (before, after) = (edge.direction_at_end(), next.direction_at_start());
    let (sine, cosine) = (cross(before, after), dot(before, after));
    if sine >= -STRAIGHT_SINE || cosine <= 0.0 {
        return None;
    }
    // By the tangent of half the turn.
    let shorter = by * -sine / (1.0 + cosine);
    let least =
        [edge, next].map(|e| norm(sub(e.end(), e.start()))).into_iter().fold(f64::MAX, f64::min);
    if 2.0 * shorter >= least {
        return None;
    }
    let along = [before[1] + after[1], -before[0] - after[0]].map(|n| by * n / (1.0 + cosine));
    let met = [edge.end()[0] + along[0], edge.end()[1] + along[1]];
    if let (Edge::Line { .. }, Edge::Line { .. }) = (edge, next) {
        return Some(met);
    }
    // Arcs meet beside where their tangents do.
    let beside = |p: &Meridian| norm(sub(*p, met));
    let met =
        crossings(moved[0], moved[1]).into_iter().min_by(|p, q| beside(p).total_cmp(&beside(q)));
    met.filter(|p| beside(p) <= shorter)
}

/// How far `p` is outside of the body of a chain, mm; negative inside.
pub(super) fn outside(chain: &[Edge], p: Meridian) -> f64 {
    let far = |e: &Edge| norm(sub(e.nearest(p).at, p));
    let distance = chain.iter().map(far).fold(f64::INFINITY, f64::min);
    if holds(chain, p) { -distance } else { distance }
}

/// Whether the body of a chain holds a point off its border: an odd number of edges lies right of
/// it.
fn holds(chain: &[Edge], p: Meridian) -> bool {
    chain.iter().filter(|edge| edge.parts_outwards(p)).count() % 2 == 1
}

#[cfg(test)]
mod tests;
