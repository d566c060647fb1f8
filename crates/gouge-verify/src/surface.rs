//! Tool-side depth: how far the surface of a body lies inside a tool, for every component by itself
//! and for the joints where components stand on each other.

mod decide;
mod mesh_joint;

use super::body::Body;
use super::chunk::SurfaceDepth;
use super::contact::{Contact, DepthQuery, Found, Stop};
use super::joint::{Joint, MeshJoint, Rooms};
use super::plan::{TimedPath, near};
use super::prepared::{PreparedComponent, PreparedTool};
use super::thresholds::{Goal, Thresholds};
use crate::tolerance::{
    FLOAT_MM, GROOVED_SHARE, JOINT_SAG_SHARE, JOINT_SHARE, SKY_SAG_SHARE, SKY_SHARE,
    VERDICT_SLACK_MM,
};
use gouge_core::tool::{Piece, Silhouette};
use gouge_core::tree::{Course, Facets, Stats};
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Side;

/// A tool against a body, carried from motion to motion.
pub(super) struct ToolChecker<'a> {
    components: Vec<ComponentChecker<'a>>,
    joints: Vec<JointChecker<'a>>,
    /// Where the tool side counts, the joint on a mesh and what must stay out of it.
    mesh_joint: Option<(&'a MeshJoint, Rooms<'a>)>,
    tool: &'a PreparedTool,
    body: &'a Body<'a>,
    facets: &'a dyn Facets,
    thresholds: Thresholds,
    /// Where the control point is when the tool may be near the body.
    room: Aabb,
    /// Depths left open by bounds are searched for.
    decides: bool,
}

struct ComponentChecker<'a> {
    query: DepthQuery<'a>,
    goal: Goal,
    tool: &'a PreparedComponent,
    /// This many motions, the next one first, are proved to meet nothing.
    ahead: usize,
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
            let fills = c.component.pieces.iter().any(Piece::fills);
            let harmless = if fills { 0.0 } else { harmless(c, limit, body) };
            ComponentChecker {
                query: DepthQuery::new(facets, body.mesh, &c.component.pieces, course),
                goal: thresholds.goal(body, c.grow, harmless),
                tool: c,
                ahead: 0,
            }
        });
        let room = tool.components.iter().map(|c| thresholds.room(c, body));
        let mesh_joint = tool.mesh_joint.as_ref().filter(|_| thresholds.counts_tool_side(body));
        Self {
            components: components.collect(),
            joints: tool
                .joints
                .iter()
                .map(|joint| JointChecker::new(facets, body, (tool, joint), thresholds, course))
                .collect(),
            mesh_joint: mesh_joint.and_then(|joint| Some((joint, joint.rooms(limit.max(0.0))?))),
            tool,
            body,
            facets,
            thresholds,
            room: room.fold(Aabb::EMPTY, |room, near| room.union(&near)),
            decides: true,
        }
    }

    /// A checker that leaves open what its bounds do.
    pub fn coarse(self) -> Self {
        Self { decides: false, ..self }
    }

    /// Puts the surface depth of every component during one motion into `depths`; meaningless after
    /// a stop.
    pub fn run(&mut self, paths: &[TimedPath], stop: Stop, depths: &mut Vec<SurfaceDepth>) {
        let paths = &*near(paths, &self.room);
        let float = self.thresholds.more_float();
        depths.clear();
        depths.extend(self.components.iter_mut().map(|c| {
            let found = match c.ahead {
                0 => c.query.deepest(paths, &c.goal, stop),
                _ => c.nothing(),
            };
            c.depth(found, float)
        }));
        for joint in &mut self.joints {
            let deepest =
                |end: usize| depths.iter().map(|d| d.depth[end]).fold(f64::NEG_INFINITY, f64::max);
            let known = [deepest(0).max(0.0), deepest(1)];
            if joint.ahead > 0 && known[1] <= joint.goal.limit {
                continue;
            }
            let beyond = joint.run(paths, known, depths, stop);
            let deepest = depths.iter_mut().max_by(|a, b| a.depth[0].total_cmp(&b.depth[0]));
            if let (Some(hi), Some(deepest)) = (beyond, deepest) {
                deepest.depth[1] = deepest.depth[1].max(hi);
            }
        }
        if self.decides {
            self.decide(paths, depths, stop);
        }
        self.look_at_mesh_joint(paths, depths, stop);
        self.pass(1);
    }

    /// Goes on by so many motions.
    fn pass(&mut self, count: usize) {
        let components = self.components.iter_mut().map(|c| &mut c.ahead);
        let all = components.chain(self.joints.iter_mut().map(|j| &mut j.ahead));
        all.for_each(|ahead| *ahead = ahead.saturating_sub(count));
    }

    /// How many motions that lead straight from each of some points to the next, counted from the
    /// first, are proved to meet nothing, as far as they can be looked at together; the result that
    /// [`run`](Self::run) would give for each then goes into `depths`.
    pub fn clear(&mut self, points: &[Vec3], depths: &mut Vec<SurfaceDepth>) -> usize {
        if self.may_meet_mesh_joint(points) {
            return 0;
        }
        // Where one component meets something the others need not be looked at motion by motion.
        self.components.iter_mut().filter(|c| c.ahead == 0).for_each(|c| {
            c.ahead = c.query.clear(points, &c.goal);
        });
        self.joints.iter_mut().filter(|j| j.ahead == 0).for_each(|j| j.ahead = j.clear(points));
        let components = self.components.iter().map(|c| c.ahead);
        let all = components.chain(self.joints.iter().map(|j| j.ahead));
        let count = all.fold(points.len().saturating_sub(1), usize::min);
        if count == 0 {
            return 0;
        }
        let float = self.thresholds.more_float();
        depths.clear();
        depths.extend(self.components.iter().map(|c| c.depth(c.nothing(), float)));
        let keeps = |(c, depth): (&ComponentChecker, &SurfaceDepth)| {
            depth.depth[0] <= 0.0 && c.tool.keeps_side(depth.depth[1] + self.body.crack_mm())
        };
        if !self.components.iter().zip(&*depths).all(keeps) {
            return 0;
        }
        self.pass(count);
        count
    }

    /// Work done so far.
    pub fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        self.components.iter().for_each(|c| stats += c.query.stats());
        self.joints.iter().for_each(|j| stats += j.stats());
        stats
    }
}

impl ComponentChecker<'_> {
    /// The result where no contact matters.
    fn nothing(&self) -> Found {
        Found { contact: None, dogleg: false, hi: self.goal.floor }
    }

    /// What was found, `float` mm more of rounding counted.
    fn depth(&self, found: Found, float: f64) -> SurfaceDepth {
        let [lo, hi] = found.bounds(&self.goal, self.tool.grow, float);
        let PreparedComponent { component, grow, .. } = self.tool;
        let lo = lo - component.facet_error;
        let lo = found.contact.map_or(lo, |contact| {
            least(lo, self.tool.declared(), &contact, grow - FLOAT_MM - float)
        });
        SurfaceDepth {
            depth: [lo, hi],
            contact: found.contact.map(Box::new),
            dogleg: found.dogleg,
            side: Side::Undetermined,
        }
    }
}

/// How deep a contact is at least, mm: as the declared shape tells, if one is given, `more` mm more
/// than in that; `lo` otherwise.
fn least(lo: f64, declared: Option<&Silhouette>, contact: &Contact, more: f64) -> f64 {
    declared.map_or(lo, |shape| shape.depth(&(contact.point - contact.control)) + more)
}

/// Up to which depth the surface need not be distinguished: before an open one it has to be told
/// from what could be raised out of it, to a share of that depth, along the chords of arcs.
fn harmless(component: &PreparedComponent, limit: f64, body: &Body) -> f64 {
    let crack = body.crack_mm();
    let harmless = (component.harmless(limit - crack) - crack).max(0.0);
    if body.whole() {
        return harmless;
    }
    ((harmless - VERDICT_SLACK_MM) / (1.0 + SKY_SHARE) - SKY_SAG_SHARE * harmless).max(0.0)
}

/// A joint against a body.
struct JointChecker<'a> {
    joint: &'a Joint,
    /// All of the tool.
    components: &'a [PreparedComponent],
    /// Each with the greatest radius of the balls that it bounds.
    near: Vec<(f64, DepthQuery<'a>)>,
    whole: DepthQuery<'a>,
    /// As of both components.
    excess: f64,
    goal: Goal,
    thresholds: Thresholds,
    facets: &'a dyn Facets,
    body: &'a Body<'a>,
    /// As of a component, while none is deeper than the limit.
    ahead: usize,
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
            components: &tool.components,
            near: joint
                .near
                .iter()
                .map(|n| (n.radius, DepthQuery::new(facets, body.mesh, &n.piece, course)))
                .collect(),
            whole: DepthQuery::new(facets, body.mesh, &joint.whole, course),
            excess: tool.excess_at(joint),
            goal: thresholds.goal(body, 0.0, harmless),
            thresholds,
            facets,
            body,
            ahead: 0,
        }
    }

    /// What is to be settled where some component is known to reach `known`, mm: up to there the
    /// surface need not be distinguished.
    fn goal_beyond(&self, known: f64) -> Goal {
        let least = known - self.thresholds.more_float();
        let Goal { floor, harmless, .. } = self.goal;
        Goal { floor: floor.max(least), harmless: harmless.max(least), ..self.goal }
    }

    /// As [`ToolChecker::clear`], where no component is known to reach anything.
    fn clear(&mut self, points: &[Vec3]) -> usize {
        if self.thresholds.all {
            return 0;
        }
        // No component is deeper than the limit then.
        let goal = self.goal_beyond(0.0);
        let near = self.near.iter_mut().find(|(radius, _)| goal.limit < *radius);
        near.map_or(0, |(_, near)| near.clear(points, &goal))
    }

    /// Where a motion is deeper in components together than in any, that depth counts for the one
    /// in which its contact lies: a ball about a point of a third may cross the seam too.
    ///
    /// What some component is known to reach need not be distinguished, `known` being the bounds of
    /// the deepest: another one may have the same contact. How deep it can be all the same is
    /// returned then, mm.
    fn run(
        &mut self,
        paths: &[TimedPath],
        known: [f64; 2],
        depths: &mut [SurfaceDepth],
        stop: Stop,
    ) -> Option<f64> {
        let float = self.thresholds.more_float();
        let limit = self.goal.limit;
        let [known, most] = known;
        let mut goal = Goal { known, ..self.goal_beyond(known) };
        let most = most.max(known);
        let near = if known > limit { self.near(paths) } else { Aabb::EMPTY };
        let rooms = if known > limit { self.joint.rooms(most, most, &near) } else { None };
        if rooms.is_some() {
            if let Some(hi) = self.bound_at_joint(paths, &near, [known, most], stop) {
                return Some(hi).filter(|hi| *hi > most);
            }
            goal.floor = goal.floor.max(most);
        }
        let found = self.seek(paths, most, &goal, rooms, stop);
        if found.hi <= goal.floor {
            return None;
        }
        let [lo, hi] = found.bounds(&goal, 0.0, float);
        let declared = self.joint.declared.as_ref();
        let lo = lo - self.excess;
        let lo = found.contact.map_or(lo, |c| least(lo, declared, &c, -FLOAT_MM - float));
        if known > limit && lo <= known {
            return Some(hi);
        }
        // What keeps clear of more reaches beyond its end: a point there may lie in it alone, or in
        // another component that keeps clear of more.
        let least = -self.excess - FLOAT_MM;
        let y = found.contact.map(|c| c.point - c.control);
        let lies = |i: &usize| {
            let c = &self.components[*i];
            y.is_none_or(|y| c.component.pieces.iter().any(|p| p.depth(&y) + c.grow >= least))
        };
        let Some(own) = self.candidates(y, depths).find(lies) else { return Some(hi) };
        let own = &mut depths[own];
        let is_deeper = own.contact.is_none() || lo > own.depth[0];
        own.depth = [own.depth[0].max(lo), own.depth[1].max(hi)];
        if let Some(contact) = found.contact.filter(|_| is_deeper) {
            (own.contact, own.dogleg) = (Some(Box::new(contact)), found.dogleg);
        }
        None
    }

    /// Where the surface may be on some paths, about the control point, mm.
    fn near(&self, paths: &[TimedPath]) -> Aabb {
        let all = paths.iter().fold(Aabb::EMPTY, |all, timed| all.union(&timed.path.bounds()));
        let Aabb { lo, hi } = self.body.bounds;
        Aabb { lo: lo - all.hi, hi: hi - all.lo }
    }

    /// The components that may hold a point (about the control point), those at the seam first.
    fn candidates(
        &self,
        y: Option<Vec3>,
        depths: &[SurfaceDepth],
    ) -> impl Iterator<Item = usize> + use<> {
        let [lower, upper] = [self.joint.lower, self.joint.lower + 1];
        let above = match y {
            Some(y) => y.z > self.joint.height,
            // No deeper than what is known, but for the width of the bounds.
            None => depths[upper].depth[0] > depths[lower].depth[0],
        };
        let pair = if above { [upper, lower] } else { [lower, upper] };
        let others = (0..depths.len()).filter(move |i| !pair.contains(i));
        pair.into_iter().chain(others)
    }

    /// That nothing in both together is deeper, mm, where no component is deeper than `most`, and
    /// one as deep as `known`: no more than that by much, and the surface does not come where it
    /// would have to be.
    fn bound_at_joint(
        &self,
        paths: &[TimedPath],
        near: &Aabb,
        [known, most]: [f64; 2],
        stop: Stop,
    ) -> Option<f64> {
        let loosely = known + GROOVED_SHARE * self.goal.width(known);
        [most, most * (1.0 + JOINT_SHARE), loosely].into_iter().filter(|l| *l >= most).find(
            |least| {
                let Some(rooms) = self.joint.rooms(*least, most, near) else { return false };
                let sag = JOINT_SAG_SHARE * least;
                !DepthQuery::comes_into((self.facets, self.body.mesh), &rooms, paths, sag, stop)
            },
        )
    }

    /// The deepest contact in both together; no component alone is deeper than `most`.
    ///
    /// Let a point be deeper than that in both together, and r be more than `most` but no more than
    /// its depth. The ball of radius r about it crosses the seam, since else it would lie in one
    /// component: what holds all such balls has the point at least r deep. So what is less deep in
    /// it than the balls are large is no deeper in the tool.
    fn seek(
        &mut self,
        paths: &[TimedPath],
        most: f64,
        goal: &Goal,
        rooms: Option<Vec<Piece>>,
        stop: Stop,
    ) -> Found {
        for (radius, near) in self.near.iter_mut().filter(|(radius, _)| most < *radius) {
            near.rooms.clone_from(&rooms);
            let found = near.deepest(paths, goal, stop);
            if found.hi < *radius {
                return found;
            }
        }
        self.whole.rooms = rooms;
        self.whole.deepest(paths, goal, stop)
    }

    fn stats(&self) -> Stats {
        let mut stats = self.whole.stats();
        self.near.iter().for_each(|(_, near)| stats += near.stats());
        stats
    }
}

#[cfg(test)]
mod tests;
