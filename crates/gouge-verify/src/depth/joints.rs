//! Points deeper in the whole tool than in any one component, during motions that are deeper in
//! another component: verdicts need not report them, since those motions gouge anyhow.
//!
//! Let a point of a component be deeper in the tool than in the component. The nearest point of the
//! component's surface is no farther than the point is deep there, and lies in another component:
//! so the point is no farther than that from the heights of the components on the other side of a
//! joint.

use super::super::contact::{DepthQuery, Stop};
use super::super::joint::Joint;
use super::super::packed_trial::PackedTrial;
use super::super::plan::TimedPath;
use super::super::pockets::Asked;
use super::super::prepared::{PreparedComponent, PreparedTool};
use super::super::target::Target;
use super::super::verdict::Judge;
use super::{AT_ONCE, RegionQuery};
use crate::tolerance::{FLOAT_MM, JOINT_SAG_SHARE, SOLVER_SHARE, VERDICT_SLACK_MM};
use gouge_core::tool::Piece;
use gouge_core::tree::Course;
use gouge_mesh::geom::{Aabb, Body as _, Vec3};
use rayon::prelude::*;

/// A joint of a component.
struct Side<'a> {
    /// Index of the joint.
    joint: usize,
    /// All pieces that stand together there.
    whole: &'a [Piece],
    /// A box around the components on the other side of it, mm.
    others: Aabb,
}

/// A component and its joints.
struct Jointed<'a> {
    sides: Vec<Side<'a>>,
    /// A box around the component, mm.
    own: Aabb,
    /// Boxes around all components, mm.
    all: Vec<Aabb>,
}

impl RegionQuery<'_, '_> {
    /// The queries about its motions, where some component reaches `least` mm: depths up to that
    /// need not be distinguished.
    pub(super) fn asked(&self, least: f64) -> Vec<Asked> {
        let jointed = Jointed::new(self.held.tool, self.judge.component);
        let queries = || jointed.queries(&self.judge.target);
        let all = self.at_once(AT_ONCE);
        all.map_init(queries, |q, m| self.asked_of(m, &jointed, q, least)).collect()
    }

    /// Whether another component stands above or below its own.
    pub(super) fn is_jointed(&self) -> bool {
        !Jointed::new(self.held.tool, self.judge.component).sides.is_empty()
    }

    /// Whether some of the component may be deeper at a joint than the known depth of a motion.
    pub(super) fn is_deeper_at_joints(&self, member: usize) -> bool {
        let jointed = Jointed::new(self.held.tool, self.judge.component);
        let mut queries = jointed.queries(&self.judge.target);
        let least = self.trials[member].surface[1];
        !self.asked_of(member, &jointed, &mut queries, least).deeper.is_empty()
    }

    /// Whether a component that clears the part to the tolerance by itself does not do so at a
    /// joint.
    pub(super) fn enters_at_joints(
        &self,
        component: &PreparedComponent,
        paths: &[TimedPath],
    ) -> bool {
        let Judge { target, thresholds, .. } = &self.judge;
        let jointed = Jointed::new(self.held.tool, component);
        let limit = thresholds.limit(target.body).max(0.0);
        let stop = || self.stopped();
        let mut queries = jointed.queries(target);
        !jointed.deeper(&mut queries, paths, [limit; 2], &stop).is_empty()
            || self.most_on_a_mesh(std::iter::once(paths), limit) > limit
    }

    /// The greatest possible depth where something stands on a mesh, during any of some motions
    /// that are no deeper than `known` in the component, mm: points deeper in another component
    /// count for that one.
    pub(super) fn most_on_a_mesh(
        &self,
        motions: impl Iterator<Item = impl AsRef<[TimedPath]>>,
        known: f64,
    ) -> f64 {
        let joint = self.held.tool.mesh_joint.as_ref().filter(|_| known >= 0.0);
        let Some(joint) = joint else { return known };
        let stop = || self.stopped();
        let (mut most, mut rooms) = (known, joint.rooms(known));
        for paths in motions {
            let more =
                joint.most((&self.judge.target, paths.as_ref()), (most, rooms.as_ref()), &stop);
            if more > most {
                (most, rooms) = (more, joint.rooms(more));
            }
        }
        most
    }

    fn asked_of(
        &self,
        member: usize,
        jointed: &Jointed,
        queries: &mut [DepthQuery],
        least: f64,
    ) -> Asked {
        let trial = &self.trials[member];
        let cap = trial.surface[1];
        let alone = !jointed.sides.is_empty() && self.is_exceeded(member);
        let mut deeper = || {
            let stop = || self.stopped();
            jointed.deeper(queries, &self.paths(trial), [cap, least], &stop)
        };
        Asked { cap, alone, deeper: if alone { deeper() } else { Vec::new() } }
    }

    /// Whether another component may be deeper during its motion.
    fn is_exceeded(&self, member: usize) -> bool {
        let own = &self.trials[member];
        let kin = |other: &&PackedTrial| (other.motion, other.body) == (own.motion, own.body);
        let before = self.trials[..member].iter().rev().take_while(kin);
        let after = self.trials[member + 1..].iter().take_while(kin);
        before.chain(after).any(|other| other.surface[1] > own.surface[1])
    }
}

impl<'a> Jointed<'a> {
    fn new(tool: &'a PreparedTool, component: &PreparedComponent) -> Self {
        let components = &tool.components;
        let at = components.iter().position(|c| std::ptr::eq(c, component));
        let all: Vec<Aabb> = components.iter().map(bounds).collect();
        let about = |boxes: &[Aabb]| boxes.iter().fold(Aabb::EMPTY, |about, b| about.union(b));
        let side = |(joint, of): (usize, &'a Joint)| {
            let (below, above) = all.split_at(of.lower + 1);
            let others = match at? {
                lower if lower == of.lower => above,
                upper if upper == of.lower + 1 => below,
                _ => return None,
            };
            Some(Side { joint, whole: &of.whole, others: about(others) })
        };
        let sides = tool.joints.iter().enumerate().filter_map(side).collect();
        Self { sides, own: bounds(component), all }
    }

    fn queries(&self, target: &Target<'a>) -> Vec<DepthQuery<'a>> {
        let query = |side: &Side<'a>| {
            DepthQuery::new(target.facets, target.body.mesh, side.whole, Course::ALONE)
        };
        self.sides.iter().map(query).collect()
    }

    /// Where some of the component is deeper than `least` in what stands together: the joint, and a
    /// box about the control point. It is no deeper than `cap` in the component; all mm.
    fn deeper(
        &self,
        queries: &mut [DepthQuery],
        paths: &[TimedPath],
        [cap, least]: [f64; 2],
        stop: Stop,
    ) -> Vec<(usize, Aabb)> {
        let gap = VERDICT_SLACK_MM * SOLVER_SHARE;
        let enters = |(side, query): (&Side, &mut DepthQuery)| {
            let room = self.room(side, [cap, least])?;
            query.rooms = Some(vec![Piece::room(room.hi.x, [room.lo.z, room.hi.z])]);
            let sag = JOINT_SAG_SHARE * least;
            query.enters(paths, [least, gap], sag, stop).then_some((side.joint, room))
        };
        self.sides.iter().zip(queries).filter_map(enters).collect()
    }

    /// A box about the axis that holds what can be that deep: what stands at the height of a point
    /// holds the disc about it that is as large as it is deep.
    fn room(&self, side: &Side, [cap, least]: [f64; 2]) -> Option<Aabb> {
        let whole = side.whole.iter().fold(Aabb::EMPTY, |all, piece| all.union(&around(piece)));
        let near = side.others.grown(cap.max(0.0) + FLOAT_MM);
        let mut room = near.intersection(&self.own).intersection(&whole.grown(FLOAT_MM - least));
        let beside = |b: &&Aabb| b.lo.z < room.hi.z + FLOAT_MM && b.hi.z > room.lo.z - FLOAT_MM;
        let wide = self.all.iter().filter(beside).map(|b| b.hi.x).fold(0.0, f64::max);
        let radius = room.hi.x.min(room.hi.y).min(wide + FLOAT_MM - least);
        (room.lo.x, room.lo.y) = (-radius, -radius);
        (room.hi.x, room.hi.y) = (radius, radius);
        (radius >= 0.0 && room.lo.z <= room.hi.z).then_some(room)
    }
}

/// A box around a component, mm.
fn bounds(component: &PreparedComponent) -> Aabb {
    let pieces = component.component.pieces.iter();
    let all = pieces.fold(Aabb::EMPTY, |all, piece| all.union(&around(piece)));
    all.grown(component.grow)
}

/// A box around a body about the axis, mm.
fn around(piece: &Piece) -> Aabb {
    let [wide, up, down] = [Vec3::x(), Vec3::z(), -Vec3::z()].map(|u| piece.support(&u));
    Aabb { lo: Vec3::new(-wide, -wide, -down), hi: Vec3::new(wide, wide, up) }
}

#[cfg(test)]
mod tests {
    use std::path::Path as File;

    use super::super::super::body::Body;
    use super::super::super::path::Path;
    use super::super::super::pockets::{PocketAim, PocketQuery};
    use super::super::super::thresholds::Goal;
    use super::*;
    use gouge_core::tool::Spec;
    use gouge_core::tree::Engine;
    use gouge_mesh::mesh::{Mesh, defects};
    use gouge_nc::Arc;
    use gouge_random::Random;

    const STACKS: [&str; 5] = [
        "flat:6;len=5;shank=6,9",
        "flat:4;len=2;shank=8,3;holder=12,9",
        "ball:6;len=7;shank=4,6;holder=9,8",
        "bull:6,1;len=5;shank=9,4;clearance=0.3",
        "drill:6,118;len=6;shank=5,3;holder=11,7;clearance=0.8",
    ];

    fn paths(random: &mut Random) -> [TimedPath; 1] {
        let (from, mut travel) = (random.vector(7.0), random.vector(5.0));
        if random.chance(0.5) {
            travel.z = 0.0;
        }
        let path = if random.chance(0.3) {
            let center = (from + travel).into();
            let arc = Arc { center, normal: [0.0, 0.0, 1.0], sweep: random.between(-6.0, 6.0) };
            Path::round(&arc, from, from, &Vec3::zeros())
        } else {
            Path::Line { from, travel }
        };
        [TimedPath { path, times: [0.0, 1.0], dogleg: false }]
    }

    /// A facet of any size, some of them level or upright.
    fn facet(random: &mut Random) -> Mesh {
        let size = 2.0 * f64::from(1 << random.below(4));
        let (at, mut vertices) = (random.vector(6.0), [0; 3].map(|_| random.vector(size)));
        if random.chance(0.4) {
            vertices.iter_mut().for_each(|v| v.z = 0.0);
        } else if random.chance(0.4) {
            vertices.iter_mut().for_each(|v| v.y = 0.0);
        }
        let vertices = vertices.map(|v| v + at + Vec3::z() * 5.0).to_vec();
        Mesh { vertices, triangles: vec![[0, 1, 2]] }
    }

    /// How deep the surface is at most that was seen in the component, alone and in what stands
    /// together.
    fn sampled(
        tool: &PreparedTool,
        component: &PreparedComponent,
        (mesh, timed): (&Mesh, &TimedPath),
        random: &mut Random,
    ) -> [f64; 2] {
        let [a, b, c] = mesh.triangle(0);
        let mut most = [f64::NEG_INFINITY; 2];
        for _ in 0..3000 {
            let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            let x = a + (b - a) * u + (c - a) * v;
            let y = x - timed.path.at(random.between(0.0, 1.0));
            let own = component.component.pieces.iter().map(|p| p.depth(&y) + component.grow);
            let own = own.fold(f64::NEG_INFINITY, f64::max);
            let all = tool.joints.iter().map(|j| j.whole[0].depth(&y)).fold(own, f64::max);
            if own >= 0.0 {
                most = [most[0].max(own), most[1].max(all)];
            }
        }
        most
    }

    /// A shank that a cutter of the same width stands below was told 0.15 deep where a wall crosses
    /// their joint: 1.0 is the depth of what lies in it.
    #[test]
    fn no_point_of_a_component_is_deeper_at_a_joint_than_said() {
        let mut random = Random::new(77);
        let (mut deeper, mut raised, mut wide) = (0, 0, 0);
        for _ in 0..300 {
            let tool = Spec::parse(STACKS[random.below(STACKS.len())], File::new(""))
                .unwrap()
                .build(100.0);
            let tool = PreparedTool::new(tool, 0.01, 0.0);
            let (mesh, paths) = (facet(&mut random), paths(&mut random));
            let body = Body::new(&mesh, &defects::examine(&mesh), false);
            let tree = (Engine::default().build)(&mesh);
            let target = Target { body: &body, facets: &*tree };
            for component in &tool.components {
                let known = f64::NEG_INFINITY;
                let (floor, limit) = (-component.grow, 0.01 - component.grow);
                let goal = Goal { floor, harmless: floor, known, limit, epsilon: 1e-4 };
                let pieces = &component.component.pieces;
                let mut own = DepthQuery::new(&*tree, &mesh, pieces, Course::ALONE);
                let found = own.deepest(&paths, &goal, &|| false);
                let [lo, cap] = found.bounds(&goal, component.grow, 1e-9);
                // Others have no part in a region.
                if cap <= 0.01 {
                    continue;
                }
                let lo = lo.max(0.0);
                let jointed = Jointed::new(&tool, component);
                let mut queries = jointed.queries(&target);
                let bands = jointed.deeper(&mut queries, &paths, [cap, cap.max(lo)], &|| false);
                let (none, asked) = (bands.is_empty(), Asked { cap, alone: true, deeper: bands });
                let (of, known) = ((&tool, component), (PocketAim::Measure, lo));
                let query = PocketQuery::new(target, of, vec![asked], known, [1e-4, 1e-9]);
                let Some(mut query) = query.filter(|_| !none) else {
                    let [own, all] = sampled(&tool, component, (&mesh, &paths[0]), &mut random);
                    assert!(all <= cap.max(own) + 1e-9, "{all} {own} {cap}");
                    continue;
                };
                let [lo, hi] = query.run(|_| paths.to_vec(), &|| false);
                let [_, all] = sampled(&tool, component, (&mesh, &paths[0]), &mut random);
                assert!(lo <= hi && all <= hi + 1e-9, "{all} [{lo}, {hi}] {cap}");
                deeper += u32::from(all > cap + 1e-3);
                if let Some(found) = query.deeper {
                    let y = found.contact.point - found.contact.control;
                    let own = pieces.iter().map(|p| p.depth(&y) + component.grow);
                    assert!(own.fold(f64::NEG_INFINITY, f64::max) >= -1e-6, "{y:?}");
                    let all = tool.joints.iter().map(|j| j.whole[0].depth(&y));
                    assert!(all.fold(f64::NEG_INFINITY, f64::max) >= lo, "{y:?} {lo}");
                    raised += 1;
                }
                wide += u32::from(hi - lo > f64::max(1e-4, 0.01 * hi));
            }
        }
        assert!(deeper > 20 && raised > 30 && wide == 0, "{deeper} {raised} {wide}");
    }
}
