//! Tool-side depth: how far the surface of a body lies inside a tool, every component for itself
//! and where they stand on each other.

use super::body::Body;
use super::chunk::SurfaceDepth;
use super::contact::{DepthQuery, Found, Stop};
use super::plan::{Way, near};
use super::prepared::{Joint, PreparedComponent, PreparedTool};
use super::thresholds::{Goal, Thresholds};
use crate::tolerance::{SKY_SHARE, VERDICT_SLACK_MM};
use gouge_core::tree::{Course, Facets, Stats};
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Side;

/// A tool in front of a body, carried from motion to motion.
pub(super) struct ToolChecker<'a> {
    components: Vec<ComponentChecker<'a>>,
    joints: Vec<JointChecker<'a>>,
    thresholds: Thresholds,
    /// Where the control point is when the tool may be near the body.
    room: Aabb,
}

struct ComponentChecker<'a> {
    query: DepthQuery<'a>,
    goal: Goal,
    tool: &'a PreparedComponent,
}

impl<'a> ToolChecker<'a> {
    pub fn new(
        facets: &'a dyn Facets,
        body: &'a Body<'a>,
        tool: &'a PreparedTool,
        thresholds: Thresholds,
        course: Course<'a>,
    ) -> Self {
        let limit = thresholds.limit(body);
        let components = tool.components.iter().map(|c| {
            let harmless = if c.filled.is_some() { 0.0 } else { harmless(c, limit, body) };
            ComponentChecker {
                query: DepthQuery::new(facets, body.mesh, &c.component.pieces, course),
                goal: thresholds.goal(body, c.grow, harmless),
                tool: c,
            }
        });
        let room = tool.components.iter().map(|c| thresholds.room(c, body));
        Self {
            components: components.collect(),
            joints: tool
                .joints
                .iter()
                .map(|joint| JointChecker::new(facets, body, (tool, joint), thresholds, course))
                .collect(),
            thresholds,
            room: room.fold(Aabb::EMPTY, |room, near| room.union(&near)),
        }
    }

    /// Puts what the surface says of every component during one motion into `depths`; nothing of
    /// worth after a stop.
    pub fn run(&mut self, ways: &[Way], stop: Stop, depths: &mut Vec<SurfaceDepth>) {
        let ways = &*near(ways, &self.room);
        let float = self.thresholds.more_float();
        depths.clear();
        depths.extend(self.components.iter_mut().map(|c| {
            let found = c.query.deepest(ways, &c.goal, stop);
            c.depth(found, float)
        }));
        for joint in &mut self.joints {
            let lower = joint.joint.lower;
            let known = depths.iter().map(|d| d.depth[0]).fold(0.0, f64::max);
            let (below, above) = depths.split_at_mut(lower + 1);
            let beyond = joint.run(ways, known, [&mut below[lower], &mut above[0]], stop);
            let deepest = depths.iter_mut().max_by(|a, b| a.depth[0].total_cmp(&b.depth[0]));
            if let (Some(hi), Some(deepest)) = (beyond, deepest) {
                deepest.depth[1] = deepest.depth[1].max(hi);
            }
        }
    }

    /// How many motions that lead straight from each of some points to the next are proved to meet
    /// nothing, from the first of them on, as far as they can be looked at together; what
    /// [`run`](Self::run) would say of each goes into `depths` then.
    pub fn clear(&mut self, points: &[Vec3], depths: &mut Vec<SurfaceDepth>) -> usize {
        let mut count = points.len().saturating_sub(1);
        for c in &mut self.components {
            count = count.min(c.query.clear(&points[..=count], c.goal.floor));
            if count == 0 {
                return 0;
            }
        }
        let float = self.thresholds.more_float();
        depths.clear();
        let found = |floor| Found { contact: None, dogleg: false, hi: floor };
        depths.extend(self.components.iter().map(|c| c.depth(found(c.goal.floor), float)));
        let keeps = |(c, depth): (&ComponentChecker, &SurfaceDepth)| {
            depth.depth[0] <= 0.0 && c.tool.keeps_side(depth.depth[1])
        };
        if !self.components.iter().zip(&*depths).all(keeps) {
            return 0;
        }
        for joint in &mut self.joints {
            count = count.min(joint.clear(&points[..=count]));
        }
        count
    }

    /// Work done so far.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        self.components.iter().for_each(|c| stats += c.query.stats());
        self.joints.iter().for_each(|j| stats += j.near.stats());
        self.joints.iter().for_each(|j| stats += j.whole.stats());
        stats
    }
}

impl ComponentChecker<'_> {
    /// What was found, `float` mm more of rounding counted.
    fn depth(&self, found: Found, float: f64) -> SurfaceDepth {
        let [lo, hi] = found.bounds(&self.goal, self.tool.grow, float);
        let filled = self.tool.filled.filter(|_| hi > 0.0);
        let hi = filled.map_or(hi, |most| hi.max(most));
        SurfaceDepth {
            depth: [lo - self.tool.component.facet_error, hi],
            contact: found.contact.map(Box::new),
            dogleg: found.dogleg,
            side: Side::Undetermined,
        }
    }
}

/// Up to which depth the surface need not be told apart: before an open one it has to be told from
/// what could be raised out of it, to a share of that depth.
fn harmless(component: &PreparedComponent, limit: f64, body: &Body) -> f64 {
    let harmless = component.harmless(limit);
    if body.whole() {
        return harmless;
    }
    ((harmless - VERDICT_SLACK_MM) / (1.0 + SKY_SHARE)).max(0.0)
}

/// A joint in front of a body.
struct JointChecker<'a> {
    joint: &'a Joint,
    /// The two that stand on each other.
    pair: &'a [PreparedComponent],
    near: DepthQuery<'a>,
    whole: DepthQuery<'a>,
    /// As of both components.
    excess: f64,
    goal: Goal,
    thresholds: Thresholds,
}

impl<'a> JointChecker<'a> {
    fn new(
        facets: &'a dyn Facets,
        body: &'a Body<'a>,
        (tool, joint): (&'a PreparedTool, &'a Joint),
        thresholds: Thresholds,
        course: Course<'a>,
    ) -> Self {
        let pair = &tool.components[joint.lower..=joint.lower + 1];
        let limit = thresholds.limit(body);
        let harmless = pair.iter().map(|c| harmless(c, limit, body)).fold(f64::INFINITY, f64::min);
        Self {
            joint,
            pair,
            near: DepthQuery::new(facets, body.mesh, &joint.near, course),
            whole: DepthQuery::new(facets, body.mesh, &joint.whole, course),
            excess: joint.excess_in(tool),
            goal: thresholds.goal(body, 0.0, harmless),
            thresholds,
        }
    }

    /// Up to which depth the surface need not be told apart where some component is known to reach
    /// `known`, mm.
    fn floor(&self, known: f64) -> f64 {
        self.goal.floor.max(known - self.thresholds.more_float())
    }

    /// As [`ToolChecker::clear`], where no component is known to reach anything.
    fn clear(&mut self, points: &[Vec3]) -> usize {
        if self.thresholds.all {
            return 0;
        }
        self.near.clear(points, self.floor(0.0))
    }

    /// Where a motion is deeper in two components together than in either, that depth counts for
    /// the component in which its contact lies.
    ///
    /// Let a point be deeper than the tolerance in both together but in neither alone. The ball
    /// about it that is just deeper crosses the seam, since else it would lie in one of them: so
    /// what `near` holds is enough to find it.
    ///
    /// What some component is known to reach need not be told apart: another one may have the
    /// same contact. How deep it can be all the same is returned then, mm.
    fn run(
        &mut self,
        ways: &[Way],
        known: f64,
        pair: [&mut SurfaceDepth; 2],
        stop: Stop,
    ) -> Option<f64> {
        let float = self.thresholds.more_float();
        let limit = self.goal.limit;
        let floor = self.floor(known);
        let goal = Goal { floor, ..self.goal };
        // Thickness beyond the tolerance makes a gouge of every contact.
        let small = !self.thresholds.all && known <= limit;
        if small && self.near.deepest(ways, &goal, stop).hi <= goal.floor {
            return None;
        }
        let found = self.whole.deepest(ways, &goal, stop);
        if found.hi <= goal.floor {
            return None;
        }
        let [lo, hi] = found.bounds(&goal, 0.0, float);
        let lo = lo - self.excess;
        if known > limit && lo <= known {
            return Some(hi);
        }
        let [bottom, top] = self.joint.span;
        let above = match found.contact.map(|c| c.point.z - c.control.z) {
            // A ball about a point of another component crosses the seam with that one too.
            Some(z) if z < bottom || z > top => return Some(hi),
            Some(z) => z > self.joint.height,
            // No deeper than what is known, but for the width of the bounds.
            None => pair[1].depth[0] > pair[0].depth[0],
        };
        // What keeps clear of more reaches beyond its end: a point there may lie in it alone.
        let lies = |at: usize| {
            let c = &self.pair[at];
            let y = found.contact.map(|c| c.point - c.control);
            y.is_none_or(|y| c.component.pieces.iter().any(|p| p.depth(&y) + c.grow >= 0.0))
        };
        let above = if lies(usize::from(above)) { above } else { lies(1) };
        let [lower, upper] = pair;
        let own = if above { upper } else { lower };
        own.depth = [own.depth[0].max(lo), own.depth[1].max(hi)];
        if let Some(contact) = found.contact {
            (own.contact, own.dogleg) = (Some(Box::new(contact)), found.dogleg);
        }
        None
    }
}
