//! A closed loop of lines and arcs in the meridian half plane, cut by a straight line.

use super::edge::{Edge, Meridian};
use crate::tolerance::PROFILE_JOIN_MM;

/// The half plane `normal · p <= offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    /// Unit normal, pointing out of the half plane.
    pub normal: Meridian,
    /// Height of its border along the normal, mm.
    pub offset: f64,
}

impl Half {
    /// The half plane left of the line through `at` in the unit direction `along`.
    pub fn left_of(at: Meridian, along: Meridian) -> Self {
        let normal = [along[1], -along[0]];
        Self { normal, offset: normal[0] * at[0] + normal[1] * at[1] }
    }

    fn beyond(&self, p: Meridian) -> f64 {
        self.normal[0] * p[0] + self.normal[1] * p[1] - self.offset
    }

    /// The part of a counter-clockwise loop in the half plane, as a loop; empty when nothing with
    /// an area is left. The result is right where it is one piece.
    pub fn clip(&self, outline: &[Edge]) -> Vec<Edge> {
        let kept = self.clip_open(outline);
        let mut joined = Vec::with_capacity(2 * kept.len());
        for (i, edge) in kept.iter().enumerate() {
            joined.push(*edge);
            let (a, b) = (edge.end(), kept[(i + 1) % kept.len()].start());
            if distance(a, b) > PROFILE_JOIN_MM {
                joined.push(Edge::Line { a, b });
            }
        }
        joined
    }

    /// The parts of edges that lie in the half plane.
    pub fn clip_open(&self, edges: &[Edge]) -> Vec<Edge> {
        let mut kept = Vec::with_capacity(edges.len() + 2);
        for edge in edges {
            match *edge {
                Edge::Line { a, b } => kept.extend(self.line(a, b)),
                Edge::Arc { a, b, center, radius } => self.arc(a, b, center, radius, &mut kept),
            }
        }
        kept
    }

    /// The part of a straight edge inside, without what only lies along the border.
    fn line(&self, a: Meridian, b: Meridian) -> Option<Edge> {
        let (from, to) = (self.beyond(a), self.beyond(b));
        if from.min(to) >= -PROFILE_JOIN_MM {
            return None;
        }
        let cross = || {
            let s = from / (from - to);
            [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])]
        };
        let (mut start, mut end) = (a, b);
        if from > PROFILE_JOIN_MM {
            start = cross();
        } else if to > PROFILE_JOIN_MM {
            end = cross();
        }
        (distance(start, end) > PROFILE_JOIN_MM).then_some(Edge::Line { a: start, b: end })
    }

    /// The parts of an arc inside, without what only lies along the border: where that touches the
    /// arc, rounding may leave a sliver inside.
    fn arc(&self, a: Meridian, b: Meridian, center: Meridian, radius: f64, kept: &mut Vec<Edge>) {
        use std::f64::consts::TAU;
        let angle = |p: Meridian| (p[1] - center[1]).atan2(p[0] - center[0]);
        let first = angle(a);
        let turn = (angle(b) - first).rem_euclid(TAU);
        let point = |w: f64| {
            if w <= 0.0 {
                a
            } else if w >= turn {
                b
            } else {
                let (sin, cos) = (first + w).sin_cos();
                [center[0] + radius * cos, center[1] + radius * sin]
            }
        };
        let mut stops = vec![0.0, turn];
        let height = -self.beyond(center) / radius;
        if height.abs() < 1.0 {
            let facing = self.normal[1].atan2(self.normal[0]);
            for w in [facing - height.acos(), facing + height.acos()] {
                let w = (w - first).rem_euclid(TAU);
                if w * radius > PROFILE_JOIN_MM && (turn - w) * radius > PROFILE_JOIN_MM {
                    stops.push(w);
                }
            }
        }
        stops.sort_by(f64::total_cmp);
        for pair in stops.windows(2) {
            let [a, middle, b] = [pair[0], 0.5 * (pair[0] + pair[1]), pair[1]].map(point);
            let deepest = [a, middle, b].map(|p| self.beyond(p)).into_iter().fold(0.0, f64::min);
            if self.beyond(middle) < 0.0 && deepest < -PROFILE_JOIN_MM {
                kept.push(Edge::Arc { a, b, center, radius });
            }
        }
    }
}

/// A chain upwards with the levels of its ends and its axis, as a loop.
pub(super) fn closed(chain: &[Edge]) -> Vec<Edge> {
    let mut outline = chain.to_vec();
    if let (Some(first), Some(last)) = (chain.first(), chain.last()) {
        let (bottom, top) = (first.start(), last.end());
        let [below, above] = [bottom, top].map(|end| [0.0, end[1]]);
        outline.push(Edge::Line { a: top, b: above });
        outline.push(Edge::Line { a: above, b: below });
        if below != bottom {
            outline.push(Edge::Line { a: below, b: bottom });
        }
    }
    outline
}

/// A loop cut open at its edge on the axis: the chain from the bottom to the top, top cap
/// included; `None` when nothing else is left of it.
pub(super) fn opened(outline: &[Edge]) -> Option<Vec<Edge>> {
    let on_axis = |p: Meridian| p[0].abs() <= PROFILE_JOIN_MM;
    let axis = outline.iter().position(
        |e| matches!(e, Edge::Line { a, b } if on_axis(*a) && on_axis(*b) && b[1] < a[1]),
    )?;
    let chain: Vec<Edge> = outline[axis + 1..].iter().chain(&outline[..axis]).copied().collect();
    (!chain.is_empty()).then_some(chain)
}

/// Whether a chain ends with a level cap: where the top of a column without one was cut off, its
/// wall would be the end instead.
pub(super) fn is_capped(chain: &[Edge]) -> bool {
    chain.last().is_some_and(|cap| cap.start()[1] == cap.end()[1])
}

/// Distance of two points, mm.
fn distance(a: Meridian, b: Meridian) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The round edge of a holder that grew by 0.6 mm ends level at the cut. Rounding left 30 pm of
    /// it, and a body with a spike along the cut, whose planes did not part it from the points
    /// beside it: a motion of 0.06 mm took minutes.
    #[test]
    fn an_arc_that_touches_the_border_leaves_no_sliver() {
        let low = 13.235 - 0.6;
        let points =
            [[0.0, 10.0], [2.0, 10.0], [2.0, low], [7.22, low], [7.82, 13.235], [0.0, 20.0]];
        let mut outline: Vec<Edge> = (0..points.len())
            .map(|i| Edge::Line { a: points[i], b: points[(i + 1) % points.len()] })
            .collect();
        outline[3] = Edge::Arc { a: points[3], b: points[4], center: [7.22, 13.235], radius: 0.6 };
        for by in -8..=8 {
            let offset = low + 1e-15 * f64::from(by);
            let kept = Half { normal: [0.0, 1.0], offset }.clip(&outline);
            let far = kept.iter().map(|e| e.end()[0].max(e.start()[0])).fold(0.0, f64::max);
            assert_eq!(far, 2.0, "{by}: {kept:?}");
        }
    }
}
