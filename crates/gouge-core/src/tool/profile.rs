//! Tool profiles: a chain of lines and arcs in the meridian half plane.

use super::convex::Convex;
use super::dips;
use super::edge::{Edge, Meridian};
use super::loops;
use super::profile_error::ProfileError;
use crate::tolerance::{
    ARC_SPAN_SHARE, CONCAVE_ARC_SAGITTA_MM, ON_AXIS_SHARE, PROFILE_BACK_MM, PROFILE_DIP_MM,
    PROFILE_JOIN_MM, SAME_DISTANCE_MM,
};

/// A profile from the tip upwards: the lines and arcs of the tool's silhouette, mm.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    edges: Vec<Edge>,
    declared: Vec<DeclaredEdge>,
    /// Hollow arcs are replaced by tangents outside of them, and what is beside a rim is filled: at
    /// most this far off, mm.
    facet_error: f64,
}

/// An edge as it was declared: a line, or an arc about a centre, (r, z) mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeclaredEdge {
    /// First end.
    pub from: Meridian,
    /// Second end, above it or as high.
    pub to: Meridian,
    /// Centre of an arc; it runs counter-clockwise unless it is hollow.
    pub center: Option<Meridian>,
    /// The arc curves into the tool.
    pub hollow: bool,
}

/// One step of a profile: straight or along an arc to the next point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Where the step ends, (r, z) mm.
    pub to: Meridian,
    /// Radius of the arc that leads there, mm: positive bulges outwards, negative is hollow;
    /// `None` for a straight step.
    pub arc: Option<f64>,
}

/// An arc that a profile may contain.
struct Arc {
    edge: Edge,
    center: Meridian,
    /// It sinks below where it begins.
    dimples: bool,
}

impl Arc {
    /// That of a radius as [`Step::arc`] has it, leading from one point to another; `index` is that
    /// of the latter. The first of a tip may bulge down.
    fn new(
        [from, to]: [Meridian; 2],
        radius: f64,
        index: usize,
        is_first: bool,
    ) -> Result<Self, ProfileError> {
        let half = 0.5 * (to[0] - from[0]).hypot(to[1] - from[1]);
        if radius.abs() < half * (1.0 - ARC_SPAN_SHARE) {
            return Err(ProfileError::ArcTooSmall { index, radius });
        }
        let center = arc_center(from, to, radius);
        // Counter-clockwise, whichever way it leads.
        let [a, b] = if radius > 0.0 { [from, to] } else { [to, from] };
        let edge = Edge::Arc { a, b, center, radius: radius.abs() };
        let near = edge.extreme([-1.0, 0.0]);
        if near[0] < -PROFILE_BACK_MM {
            return Err(ProfileError::CrossesAxis { index });
        }
        let ends_off_axis = from[0].min(to[0]) > PROFILE_BACK_MM;
        if near[0] <= PROFILE_BACK_MM && ends_off_axis {
            return Err(ProfileError::Pinched { index });
        }
        let may_sink = radius > 0.0 && is_first;
        let sinks = from[1] - edge.extreme([0.0, -1.0])[1];
        let counted = if may_sink { 0.0 } else { sinks };
        let by = counted.max(edge.extreme([0.0, 1.0])[1] - to[1]);
        if by > PROFILE_BACK_MM {
            return Err(ProfileError::TurnsBack { index, by });
        }
        Ok(Self { edge, center, dimples: may_sink && sinks > PROFILE_DIP_MM })
    }
}

impl Profile {
    /// A profile from its first point (on the axis) and steps.
    pub fn new(start: Meridian, steps: &[Step]) -> Result<Self, ProfileError> {
        if start[0] != 0.0 {
            return Err(ProfileError::OffAxis(start[0]));
        }
        let (mut edges, mut declared) = (Vec::new(), Vec::new());
        let mut facet_error = 0f64;
        // Where the last edge ends, and the point before a step: no farther off than points are one.
        let (mut at, mut stated) = (start, start);
        let mut is_dimpled = false;
        // How far out the last line led, if that was level, mm.
        let mut level: Option<f64> = None;
        for (i, step) in steps.iter().enumerate() {
            let index = i + 2;
            if step.to[0] < 0.0 {
                return Err(ProfileError::Negative { index, radius: step.to[0] });
            }
            if step.to[1] < at[1] - PROFILE_JOIN_MM {
                return Err(ProfileError::Descends { index });
            }
            let chord = (step.to[0] - at[0]).hypot(step.to[1] - at[1]);
            let before = std::mem::replace(&mut stated, step.to);
            if chord <= PROFILE_JOIN_MM {
                continue;
            }
            if at[0] <= PROFILE_JOIN_MM && !edges.is_empty() {
                return Err(ProfileError::Pinched { index: index - 1 });
            }
            // Points never descend: only level lines can lie over each other.
            let out = (step.arc.is_none() && step.to[1] - at[1] <= PROFILE_JOIN_MM)
                .then(|| step.to[0] - at[0]);
            if let (Some(last), Some(out)) = (level, out)
                && last * out < 0.0
            {
                return Err(ProfileError::Folds { index });
            }
            level = out;
            let leads_in = step.to[0] < at[0] && step.to[1] - start[1] <= PROFILE_BACK_MM;
            if is_dimpled && leads_in {
                return Err(ProfileError::ThinAtAxis { index });
            }
            let hollow_arc = step.arc.is_some_and(|radius| radius < 0.0);
            let center = step.arc.map(|radius| arc_center(before, step.to, radius));
            declared.push(DeclaredEdge { from: at, to: step.to, center, hollow: hollow_arc });
            match step.arc {
                None => edges.push(Edge::Line { a: at, b: step.to }),
                Some(radius) => {
                    let arc = Arc::new([before, step.to], radius, index, edges.is_empty())?;
                    is_dimpled |= arc.dimples;
                    if radius > 0.0 {
                        edges.push(arc.edge.with_ends([at, step.to]));
                    } else {
                        let off = hollow(at, step.to, arc.center, -radius, &mut edges);
                        facet_error = facet_error.max(off);
                    }
                }
            }
            at = step.to;
        }
        loops::cut_off(&mut edges).map_err(ProfileError::Crosses)?;
        facet_error += dips::fill(&mut edges);
        if edges.iter().all(|e| e.extreme([1.0, 0.0])[0] <= 0.0) || at[1] <= start[1] {
            return Err(ProfileError::Empty);
        }
        if level.is_some_and(|out| out > 0.0) {
            return Err(ProfileError::Brim { index: steps.len() + 1 });
        }
        Ok(Self { edges, declared, facet_error })
    }

    /// A body of the simple kinds, given by its edges.
    pub(super) fn from_edges(edges: Vec<Edge>) -> Self {
        let declared = edges.iter().map(|e| match *e {
            Edge::Line { a, b } => DeclaredEdge { from: a, to: b, center: None, hollow: false },
            Edge::Arc { a, b, center, .. } => {
                DeclaredEdge { from: a, to: b, center: Some(center), hollow: false }
            }
        });
        Self { declared: declared.collect(), edges, facet_error: 0.0 }
    }

    /// The edges from the tip upwards.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// How many edges at the bottom of the profile are level: it stands on these.
    pub(super) fn flat(&self) -> usize {
        let level =
            |e: &&Edge| matches!(e, Edge::Line { a, b } if (b[1] - a[1]).abs() <= PROFILE_JOIN_MM);
        self.edges.iter().take_while(level).count()
    }

    /// The edges as they were declared, arcs as arcs.
    pub fn declared(&self) -> &[DeclaredEdge] {
        &self.declared
    }

    /// The body of a convex profile; `open` leaves its top cap out of every depth.
    pub(super) fn body(&self, open: bool) -> Convex {
        let mut edges = self.edges.clone();
        if let Some(last) = self.edges.last() {
            let top = last.end();
            edges.push(Edge::Line { a: top, b: [0.0, top[1]] });
        }
        Convex::new(edges, open)
    }

    /// How far the edges overstate what was declared, mm.
    pub fn facet_error(&self) -> f64 {
        self.facet_error
    }

    /// Greatest height, mm.
    pub fn top(&self) -> f64 {
        self.edges.last().map_or(0.0, |e| e.end()[1])
    }

    /// How far the first edge hangs down below where it begins on the axis, mm: the tip is hollow
    /// then.
    pub(super) fn hangs(&self) -> f64 {
        self.edges.first().map_or(0.0, Edge::dip)
    }

    /// Greatest radius, mm.
    pub fn radius(&self) -> f64 {
        self.edges.iter().map(|e| e.extreme([1.0, 0.0])[0]).fold(0.0, f64::max)
    }

    /// Whether the profile never turns back down but for rounding, in its arcs either.
    pub(super) fn rises(&self) -> bool {
        self.hangs() <= PROFILE_DIP_MM && self.rises_beyond_tip()
    }

    /// The same, except for a first edge that hangs below where it begins.
    pub(super) fn rises_beyond_tip(&self) -> bool {
        let bulges = |e: &Edge| e.bulge() > PROFILE_DIP_MM;
        let dips = |e: &Edge| e.dip() > PROFILE_DIP_MM;
        !self.edges.iter().any(bulges) && !self.edges.iter().skip(1).any(dips)
    }

    /// The same profile `by` mm higher.
    pub fn raised(&self, by: f64) -> Self {
        let up = |p: Meridian| [p[0], p[1] + by];
        let edges = self.edges.iter().map(|edge| edge.map(up)).collect();
        let declared = self.declared.iter().map(|e| DeclaredEdge {
            from: up(e.from),
            to: up(e.to),
            center: e.center.map(up),
            hollow: e.hollow,
        });
        Self { edges, declared: declared.collect(), facet_error: self.facet_error }
    }
}

fn arc_center(a: Meridian, b: Meridian, radius: f64) -> Meridian {
    let chord = [b[0] - a[0], b[1] - a[1]];
    let len = chord[0].hypot(chord[1]);
    let rise = (radius * radius - 0.25 * len * len).max(0.0).sqrt();
    // Material lies on the left of the chain: a bulging arc has its centre there.
    let left = [-chord[1] / len, chord[0] / len];
    let side = radius.signum();
    let center =
        [0.5 * (a[0] + b[0]) + side * rise * left[0], 0.5 * (a[1] + b[1]) + side * rise * left[1]];
    // A ball end that rounding moves beyond the axis would be dimpled.
    let ends_there = a[0] == 0.0 || b[0] == 0.0;
    let on_axis = ends_there && center[0].abs() <= ON_AXIS_SHARE * radius.abs();
    if on_axis { [0.0, center[1]] } else { center }
}

/// A hollow arc as the chords between its points: they lie outside of the tool's material by at
/// most the named sagitta, so the tool is never understated. Nor is it by what keeps these points
/// from leading back down, or beyond the axis. Returns by how much it is overstated, mm.
fn hollow(a: Meridian, b: Meridian, center: Meridian, radius: f64, edges: &mut Vec<Edge>) -> f64 {
    let angle = |p: Meridian| (p[1] - center[1]).atan2(p[0] - center[0]);
    let mut turn = angle(b) - angle(a);
    while turn > 0.0 {
        turn -= std::f64::consts::TAU;
    }
    let step = 2.0 * (1.0 - (CONCAVE_ARC_SAGITTA_MM / radius).min(1.0)).acos();
    // Of a single chord no pocket is left, which is what tells that this is not all of the tool.
    let count = (-turn / step).ceil().clamp(2.0, 10_000.0) as usize;
    let (mut from, mut moved) = (a, 0f64);
    let mut is_beyond = false;
    for i in 1..=count {
        let to = if i == count {
            b
        } else {
            let w = angle(a) + turn * i as f64 / count as f64;
            let at = [center[0] + radius * w.cos(), center[1] + radius * w.sin()];
            // A chord past what is beyond the axis keeps the tip where it was drawn.
            if at[0] <= 0.0 {
                is_beyond = true;
                continue;
            }
            let kept = [at[0], at[1].max(from[1]).min(b[1])];
            moved = moved.max((kept[0] - at[0]).hypot(kept[1] - at[1]));
            kept
        };
        if std::mem::take(&mut is_beyond) {
            moved = moved.max(from[0].max(to[0]));
        }
        edges.push(Edge::Line { a: from, b: to });
        from = to;
    }
    // 1 - cos, where the angle is small.
    let sagitta = 2.0 * radius * (0.25 * turn / count as f64).sin().powi(2);
    sagitta + moved + SAME_DISTANCE_MM
}

#[cfg(test)]
mod tests;
