//! Where one component of a tool stands on the next: depth there is depth in both together.
//!
//! A ball inside the tool that crosses the seam lies in neither component alone. A thin plate
//! between cutter and shank would be deep in neither of them, although the tool cuts right through
//! it.

use super::Piece;
use super::clip::{Half, closed, opened};
use super::crossing::Crossing;
use super::edge::Edge;
use super::inflate::{Part, body};
use super::profile::Profile;
use super::silhouette::Silhouette;
use crate::tolerance::PROFILE_JOIN_MM;

/// The seam between a component and the one above it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seam {
    /// Index of the lower component; the upper one comes next.
    pub lower: usize,
    /// Height above the control point, mm.
    pub height: f64,
    /// Silhouette of all in which balls can cross the seam; none where the components touch in a
    /// point.
    outline: Option<Vec<Edge>>,
    /// The components that touch each other, each with its cap.
    run: Vec<Vec<Edge>>,
    /// The same as they were declared, if they have hollow arcs.
    declared: Option<Vec<Silhouette>>,
    /// Index of the lowest of these components.
    first: usize,
    /// Radius of the wider of the two components, mm.
    beside: f64,
    /// Radius and distance from the seam of all other components, mm.
    others: Vec<(f64, f64)>,
    /// What stands on each other in more than points about it, and the index of the lower component
    /// in that.
    stack: (Vec<Profile>, usize),
}

impl Seam {
    /// The part of the tool in which every ball of at most this radius, mm, that crosses the
    /// seam lies: no farther than its diameter from the seam. `None` where the components
    /// meet in no more than a point.
    pub fn within(&self, radius: f64) -> Option<Piece> {
        let chain = self.near(self.outline.as_ref()?, radius)?;
        let profile = Profile::from_edges(chain);
        (profile.radius() > 0.0).then(|| Piece::turned(&profile, false))
    }

    /// The same of the tool whose component `i` is `grow[i]` mm thicker on all sides, and how far
    /// that is overstated, mm.
    pub fn within_inflated(&self, radius: f64, grow: &[f64]) -> Option<(Piece, f64)> {
        let own = grow.iter().skip(self.first).copied();
        let parts: Vec<Part> = self.run.iter().cloned().zip(own).collect();
        let (whole, excess) = body(&parts);
        let chain = self.near(&closed(&whole.meridian()?), radius)?;
        let profile = Profile::from_edges(chain);
        (profile.radius() > 0.0).then(|| (Piece::turned(&profile, false), excess))
    }

    /// The tool as it was declared, hollow arcs being arcs, whose component `i` is `grow[i]` mm
    /// thicker on all sides; `None` where none is hollow, or one does not grow.
    pub fn declared(&self, grow: &[f64]) -> Option<Silhouette> {
        let own = &grow[self.first..][..self.run.len()];
        let parts = self.declared.as_ref().filter(|_| own.iter().all(|grow| *grow > 0.0))?;
        Some(Silhouette::grown(parts.iter().zip(own.iter().copied())))
    }

    /// What of a silhouette is no farther than twice the radius from the seam, without its cap.
    fn near(&self, outline: &[Edge], radius: f64) -> Option<Vec<Edge>> {
        let up = Half::left_of([0.0, self.height - 2.0 * radius], [1.0, 0.0]);
        let down = Half::left_of([0.0, self.height + 2.0 * radius], [-1.0, 0.0]);
        let mut chain = opened(&down.clip(&up.clip(outline)))?;
        if let Some(Edge::Line { a, b }) = chain.last()
            && (b[1] - a[1]).abs() <= PROFILE_JOIN_MM
            && b[0] <= PROFILE_JOIN_MM
        {
            chain.pop();
        }
        Some(chain)
    }

    /// Where balls that fit through the seam can cross it, in the tool whose component `i` is
    /// `grow[i]` mm thicker on all sides; `None` where that cannot be determined.
    pub fn crossing(&self, grow: &[f64]) -> Option<Crossing> {
        let (stack, lower) = &self.stack;
        let own = &grow[self.lower - lower..];
        let grows = own.iter().any(|grow| *grow > 0.0);
        // What touches in a point has more in common where it grows.
        let all = stack.len() == self.run.len();
        if grows && !all { None } else { Crossing::new(stack, *lower, own) }
    }

    /// No ball inside the tool that crosses the seam is larger, mm, where all of it is at most
    /// `grow` mm thicker.
    ///
    /// One wider than both components at the seam is so in another, and reaches from there to what
    /// grew over it.
    pub fn reach(&self, grow: f64) -> f64 {
        let others = self.others.iter();
        let far = others.filter(|(radius, apart)| radius + 3.0 * grow > self.beside.max(*apart));
        far.map(|(radius, _)| *radius).fold(self.beside, f64::max) + grow
    }
}

/// The seams of a stack; `None` stands for a component that is not turned.
pub(super) fn seams(stack: &[Option<Profile>]) -> Vec<Seam> {
    let mut seams = Vec::new();
    let mut first = 0;
    while first < stack.len() {
        let mut run: Vec<&Profile> = Vec::new();
        for profile in stack[first..].iter().map_while(Option::as_ref) {
            if run.last().is_some_and(|below| !touches(profile, below)) {
                break;
            }
            run.push(profile);
        }
        let declared: Vec<Silhouette> = run.iter().map(|p| Silhouette::of(p)).collect();
        let declared = Some(declared).filter(|all| all.iter().any(Silhouette::is_hollow));
        // Nothing crosses a seam that is a point, unless the tool grows.
        let mut from = 0;
        for flat in run.chunk_by(|below, above| stands_flat(above, below)) {
            for at in 0..flat.len() {
                let i = from + at;
                let Some(pair) = run.get(i..i + 2) else { continue };
                let height = pair[0].top();
                let through = at + 1 < flat.len();
                seams.push(Seam {
                    lower: first + i,
                    height,
                    outline: through.then(|| closed(&union(flat))),
                    run: run.iter().map(|p| capped(p)).collect(),
                    declared: declared.clone(),
                    first,
                    beside: pair[0].radius().max(pair[1].radius()),
                    others: others(&run, i, height),
                    stack: (flat.iter().copied().cloned().collect(), at),
                });
            }
            from += flat.len();
        }
        first += run.len().max(1);
    }
    seams
}

/// The chain of a profile with its cap.
fn capped(profile: &Profile) -> Vec<Edge> {
    let mut chain = profile.edges().to_vec();
    if let Some(top) = chain.last().map(Edge::end) {
        chain.push(Edge::Line { a: top, b: [0.0, top[1]] });
    }
    chain
}

/// Whether a profile begins where another ends.
fn touches(profile: &Profile, below: &Profile) -> bool {
    let foot = profile.edges().first().map_or(f64::INFINITY, |e| e.start()[1]);
    (foot - below.top()).abs() <= PROFILE_JOIN_MM
}

/// Whether profiles that touch do so in more than a point.
fn stands_flat(profile: &Profile, below: &Profile) -> bool {
    let top = below.edges().last().map_or(0.0, |e| e.end()[0]);
    profile.flat() > 0 && top > PROFILE_JOIN_MM
}

/// The silhouette of components that stand on each other.
fn union(run: &[&Profile]) -> Vec<Edge> {
    let mut chain: Vec<Edge> = Vec::new();
    for profile in run {
        let edges = profile.edges();
        let Some(below) = chain.last().map(Edge::end) else {
            chain.extend(edges);
            continue;
        };
        let flat = profile.flat();
        let foot = edges[flat - 1].end();
        if (foot[0] - below[0]).abs() > PROFILE_JOIN_MM {
            chain.push(Edge::Line { a: below, b: foot });
        }
        chain.extend(&edges[flat..]);
    }
    chain
}

/// Radius and distance from the seam of all but the two components at it.
fn others(run: &[&Profile], lower: usize, height: f64) -> Vec<(f64, f64)> {
    let far = |(i, profile): (usize, &&Profile)| {
        let bottom = profile.edges().first().map_or(0.0, |e| e.start()[1]);
        let apart = if i < lower { height - profile.top() } else { bottom - height };
        (i != lower && i != lower + 1).then(|| (profile.radius(), apart))
    };
    run.iter().enumerate().filter_map(far).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tool::{Spec, Step, Tool};
    use gouge_mesh::geom::Vec3;

    fn tool(text: &str) -> Tool {
        Spec::parse(text, Path::new(".")).unwrap().build(100.0)
    }

    /// Depth in the union by its definition: the nearest of the walls of both, but for those
    /// that lie in the other.
    #[test]
    fn depth_at_a_seam_is_that_of_the_union() {
        let tool = tool("flat:10;len=20;shank=6,30;holder=40,20");
        assert_eq!(tool.seams.len(), 2);
        let body = tool.seams[0].within(tool.seams[0].reach(0.0)).unwrap();
        for (p, depth) in [
            ([0.0, 20.0], 3f64.hypot(0.0)),
            ([2.0, 20.0], 1.0),
            ([4.0, 19.0], 1.0),
            ([2.0, 19.0], 2f64.sqrt()),
            ([2.0, 22.0], 1.0),
        ] {
            let found = body.depth(&Vec3::new(p[0], 0.0, p[1]));
            assert!((found - depth).abs() < 1e-9, "{p:?}: {found}, not {depth}");
        }
        let thin = tool.seams[0].within(0.01).unwrap();
        assert!((thin.depth(&Vec3::new(1.0, 0.0, 20.0)) - 0.02).abs() < 1e-9);
    }

    #[test]
    fn a_wide_holder_near_the_seam_widens_its_reach() {
        assert_eq!(tool("flat:6;len=10;shank=6,5;holder=40,60").seams[0].reach(0.0), 20.0);
        assert_eq!(tool("flat:6;len=10;shank=6,50;holder=40,60").seams[0].reach(0.0), 3.0);
    }

    #[test]
    fn components_that_meet_in_a_point_have_no_seam() {
        let step = |to| Step { to, arc: None };
        let cone = Profile::new([0.0, 0.0], &[step([3.0, 5.0]), step([3.0, 9.0])]).unwrap();
        let column = Profile::new([0.0, 9.0], &[step([4.0, 9.0]), step([4.0, 20.0])]).unwrap();
        let spike = Profile::new([0.0, 0.0], &[step([3.0, 0.0]), step([0.0, 9.0])]).unwrap();
        let found = |stack: [&Profile; 2]| seams(&stack.map(|p| Some(p.clone())));
        let crossed =
            |stack: [&Profile; 2]| found(stack).iter().filter(|s| s.within(9.0).is_some()).count();
        assert_eq!(crossed([&cone, &column]), 1);
        assert_eq!(crossed([&cone, &cone.raised(9.0)]), 0);
        assert_eq!(crossed([&spike, &column]), 0);
        assert_eq!(found([&cone, &column.raised(2.0)]).len(), 0);
    }

    /// They were taken for two bodies where they grow, too: a blade in what fills the gap between
    /// them was as deep as in one of them, 0.01 for 0.22 mm, and clean.
    #[test]
    fn components_that_touch_in_a_point_have_a_seam_where_they_grow() {
        let step = |to| Step { to, arc: None };
        let cone = Profile::new([0.0, 0.0], &[step([3.0, 5.0]), step([3.0, 9.0])]).unwrap();
        let found = seams(&[Some(cone.clone()), Some(cone.raised(9.0))]);
        assert_eq!(found.len(), 1);
        assert!(found[0].within(found[0].reach(0.0)).is_none());
        let [grow, slope] = [0.5, 3.0f64.atan2(5.0)];
        let (body, excess) = found[0].within_inflated(found[0].reach(grow), &[grow; 2]).unwrap();
        assert_eq!(excess, 0.0);
        // Where the wall of the upper one and the top of the lower one meet that grew.
        let corner = (grow + grow / slope.sin()) * slope.tan();
        let deep = body.depth(&Vec3::new(0.0, 0.0, 9.0 + grow));
        assert!((deep - corner).abs() < 1e-9, "{deep}, not {corner}");
    }
}
