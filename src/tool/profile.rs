//! Tool profiles: a chain of lines and arcs in the meridian half plane, cut into convex pieces.

use super::convex::{Convex, Edge, Meridian};
use crate::tolerance::{CONCAVE_ARC_SAGITTA_MM, PROFILE_JOIN_MM};

/// What is wrong with a profile.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ProfileError {
    /// The chain does not start on the axis.
    #[error("the profile must start on the axis (r = 0), but starts at r = {0} mm")]
    OffAxis(f64),
    /// A radius is negative.
    #[error("point {index} of the profile has the negative radius {radius} mm")]
    Negative {
        /// Number of the point, from 1.
        index: usize,
        /// Its radius.
        radius: f64,
    },
    /// The chain turns back down.
    #[error(
        "point {index} of the profile is lower than the one before it; list points from the tip upwards"
    )]
    Descends {
        /// Number of the point, from 1.
        index: usize,
    },
    /// An arc that cannot pass through its ends.
    #[error(
        "arc {index} of the profile cannot join its ends: its radius {radius} mm is less than half their distance"
    )]
    ArcTooSmall {
        /// Number of the arc's end point, from 1.
        index: usize,
        /// Its radius.
        radius: f64,
    },
    /// Nothing that could cut.
    #[error("the profile has no volume")]
    Empty,
}

/// A profile from the tip upwards: the lines and arcs of the tool's silhouette, mm.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    edges: Vec<Edge>,
    /// Hollow arcs are replaced by tangents outside of them, at most this far off, mm.
    facet_error: f64,
}

/// One step of a profile: straight or round to the next point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Where the step ends, (r, z) mm.
    pub to: Meridian,
    /// Radius of the arc that leads there, mm: positive bulges outwards, negative is hollow;
    /// `None` for a straight step.
    pub arc: Option<f64>,
}

impl Profile {
    /// A profile from its first point (on the axis) and steps.
    pub fn new(start: Meridian, steps: &[Step]) -> Result<Self, ProfileError> {
        if start[0] != 0.0 {
            return Err(ProfileError::OffAxis(start[0]));
        }
        let mut edges = Vec::new();
        let mut facet_error = 0f64;
        let mut at = start;
        for (i, step) in steps.iter().enumerate() {
            let index = i + 2;
            if step.to[0] < 0.0 {
                return Err(ProfileError::Negative { index, radius: step.to[0] });
            }
            if step.to[1] < at[1] - PROFILE_JOIN_MM {
                return Err(ProfileError::Descends { index });
            }
            let chord = (step.to[0] - at[0]).hypot(step.to[1] - at[1]);
            if chord <= PROFILE_JOIN_MM {
                continue;
            }
            match step.arc {
                None => edges.push(Edge::Line { a: at, b: step.to }),
                Some(radius) => {
                    let half = 0.5 * chord;
                    if radius.abs() < half * (1.0 - 1e-9) {
                        return Err(ProfileError::ArcTooSmall { index, radius });
                    }
                    let center = arc_center(at, step.to, radius);
                    if radius > 0.0 {
                        edges.push(Edge::Arc { a: at, b: step.to, center, radius });
                    } else {
                        facet_error = facet_error.max(CONCAVE_ARC_SAGITTA_MM);
                        hollow(at, step.to, center, -radius, &mut edges);
                    }
                }
            }
            at = step.to;
        }
        if edges.iter().all(|e| e.end()[0] <= 0.0) || at[1] <= start[1] {
            return Err(ProfileError::Empty);
        }
        Ok(Self { edges, facet_error })
    }

    /// A body of the simple kinds, given by its edges.
    pub(super) fn from_edges(edges: Vec<Edge>) -> Self {
        Self { edges, facet_error: 0.0 }
    }

    /// Edges from the tip upwards.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// How far hollow arcs are overstated, mm.
    pub fn facet_error(&self) -> f64 {
        self.facet_error
    }

    /// Greatest height, mm.
    pub fn top(&self) -> f64 {
        self.edges.last().map_or(0.0, |e| e.end()[1])
    }

    /// Greatest radius, mm.
    pub fn radius(&self) -> f64 {
        self.edges.iter().map(|e| e.end()[0]).fold(0.0, f64::max)
    }

    /// The same profile `by` mm higher.
    pub fn raised(&self, by: f64) -> Self {
        let up = |p: Meridian| [p[0], p[1] + by];
        let edges = self
            .edges
            .iter()
            .map(|e| match *e {
                Edge::Line { a, b } => Edge::Line { a: up(a), b: up(b) },
                Edge::Arc { a, b, center, radius } => {
                    Edge::Arc { a: up(a), b: up(b), center: up(center), radius }
                }
            })
            .collect();
        Self { edges, facet_error: self.facet_error }
    }

    /// The convex pieces, bottom to top. Each is part of the tool and together they are all of
    /// it; a narrow piece reaches into its wider neighbour as far as that allows, so that the
    /// cut between two pieces is not mistaken for a boundary of the tool.
    pub fn pieces(&self, open: bool) -> Vec<Convex> {
        let cuts = self.cut_heights();
        let mut levels = vec![self.edges[0].start()[1]];
        levels.extend(&cuts);
        levels.push(self.top());
        let mut pieces = Vec::new();
        for pair in levels.windows(2) {
            let chain = self.between(pair[0], pair[1]);
            if chain.is_empty() {
                continue;
            }
            let last = pieces.is_empty() && levels.len() == 2;
            pieces.push(Convex::new(close(chain), open && last));
        }
        for &z in &cuts {
            pieces.extend(self.bridge(z));
        }
        pieces
    }

    /// Heights at which the chain turns inwards, where convexity ends.
    fn cut_heights(&self) -> Vec<f64> {
        let mut cuts: Vec<f64> = Vec::new();
        for pair in self.edges.windows(2) {
            let (d, e) = (pair[0].direction_at_end(), pair[1].direction_at_start());
            let turn = d[0] * e[1] - d[1] * e[0];
            if turn < -1e-9 && cuts.last() != Some(&pair[0].end()[1]) {
                cuts.push(pair[0].end()[1]);
            }
        }
        cuts
    }

    /// The edges between two heights, from the axis on the lower one. Flat edges on a level
    /// belong to the side that they close.
    fn between(&self, lo: f64, hi: f64) -> Vec<Edge> {
        let mut chain: Vec<Edge> = Vec::new();
        for edge in &self.edges {
            let (a, b) = (edge.start(), edge.end());
            if b[1] < lo || a[1] > hi || (a[1] == b[1] && a[1] == hi && b[0] < a[0]) {
                continue;
            }
            let flat_outwards_at_top = a[1] == b[1] && a[1] == hi;
            let flat_inwards_at_bottom = a[1] == b[1] && a[1] == lo && b[0] < a[0];
            if flat_outwards_at_top
                || flat_inwards_at_bottom
                || (b[1] == lo && a[1] < lo)
                || (a[1] == hi && b[1] > hi)
            {
                continue;
            }
            chain.push(*edge);
        }
        if let Some(first) = chain.first() {
            let start = first.start();
            if start[0] > 0.0 {
                chain.insert(0, Edge::Line { a: [0.0, start[1]], b: start });
            }
        }
        chain
    }

    /// The cylinder through a cut at height `z`, as far as both neighbours hold it.
    fn bridge(&self, z: f64) -> Option<Convex> {
        let radius = self
            .edges
            .iter()
            .filter(|e| e.end()[1] == z || e.start()[1] == z)
            .flat_map(|e| [e.start(), e.end()])
            .filter(|p| p[1] == z)
            .map(|p| p[0])
            .fold(f64::INFINITY, f64::min);
        if !radius.is_finite() || radius <= 0.0 {
            return None;
        }
        let lo = self.reach(radius, z, false);
        let hi = self.reach(radius, z, true);
        (hi > lo).then(|| {
            let chain = vec![
                Edge::Line { a: [0.0, lo], b: [radius, lo] },
                Edge::Line { a: [radius, lo], b: [radius, hi] },
            ];
            Convex::new(close(chain), false)
        })
    }

    /// How far up or down from height `z` the tool is at least `radius` wide.
    fn reach(&self, radius: f64, z: f64, up: bool) -> f64 {
        let wide = |z: f64| self.width(z) >= radius - PROFILE_JOIN_MM;
        let end = if up { self.top() } else { self.edges[0].start()[1] };
        let mut levels: Vec<f64> =
            self.edges.iter().flat_map(|e| [e.start()[1], e.end()[1]]).collect();
        levels.push(end);
        levels.retain(|&l| if up { l > z } else { l < z });
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        if !up {
            levels.reverse();
        }
        let mut at = z;
        for level in levels {
            // Between two corner heights the width is monotone or bulges outwards, so it is
            // least at the ends: both wide means all wide.
            let inner = at + 1e-9 * (level - at);
            let outer = level - 1e-9 * (level - at);
            if !(wide(inner) && wide(outer)) {
                let (mut good, mut bad) = (at, level);
                if !wide(inner) {
                    return at;
                }
                for _ in 0..60 {
                    let mid = 0.5 * (good + bad);
                    if wide(mid) { good = mid } else { bad = mid }
                }
                return good;
            }
            at = level;
        }
        at
    }

    /// Radius of the tool at height `z`, the greatest where it jumps.
    fn width(&self, z: f64) -> f64 {
        let mut width = 0f64;
        for edge in &self.edges {
            let (a, b) = (edge.start(), edge.end());
            if z < a[1] || z > b[1] {
                continue;
            }
            width = width.max(match *edge {
                Edge::Line { .. } if b[1] > a[1] => {
                    a[0] + (b[0] - a[0]) * (z - a[1]) / (b[1] - a[1])
                }
                Edge::Line { .. } => a[0].max(b[0]),
                Edge::Arc { center, radius, .. } => {
                    let h = z - center[1];
                    center[0] + (radius * radius - h * h).max(0.0).sqrt()
                }
            });
        }
        width
    }
}

/// Closes a chain with its top cap, always the last edge.
fn close(mut chain: Vec<Edge>) -> Vec<Edge> {
    if let Some(last) = chain.last() {
        let top = last.end();
        chain.push(Edge::Line { a: top, b: [0.0, top[1]] });
    }
    chain
}

fn arc_center(a: Meridian, b: Meridian, radius: f64) -> Meridian {
    let chord = [b[0] - a[0], b[1] - a[1]];
    let len = chord[0].hypot(chord[1]);
    let rise = (radius * radius - 0.25 * len * len).max(0.0).sqrt();
    // Material lies on the left of the chain: a bulging arc has its centre there.
    let left = [-chord[1] / len, chord[0] / len];
    let side = radius.signum();
    [0.5 * (a[0] + b[0]) + side * rise * left[0], 0.5 * (a[1] + b[1]) + side * rise * left[1]]
}

/// A hollow arc as the chords between its points: they lie outside of the tool's material by at
/// most the named sagitta, so the tool is never understated.
fn hollow(a: Meridian, b: Meridian, center: Meridian, radius: f64, edges: &mut Vec<Edge>) {
    let angle = |p: Meridian| (p[1] - center[1]).atan2(p[0] - center[0]);
    let mut turn = angle(b) - angle(a);
    while turn > 0.0 {
        turn -= std::f64::consts::TAU;
    }
    let step = 2.0 * (1.0 - (CONCAVE_ARC_SAGITTA_MM / radius).min(1.0)).acos();
    let count = (-turn / step).ceil().clamp(1.0, 10_000.0) as usize;
    let mut from = a;
    for i in 1..=count {
        let to = if i == count {
            b
        } else {
            let w = angle(a) + turn * i as f64 / count as f64;
            [center[0] + radius * w.cos(), center[1] + radius * w.sin()]
        };
        edges.push(Edge::Line { a: from, b: to });
        from = to;
    }
}
