//! The joints where components of a tool stand on each other, prepared for a check.

mod mesh;

pub(super) use self::mesh::{MeshJoint, Rooms};
use crate::tolerance::{NEAR_STEP, ROOM_SHARE};
use gouge_core::tool::{Crossing, Piece, Seam, Silhouette};
use gouge_mesh::geom::Aabb;

/// A seam prepared for a check.
pub(super) struct Joint {
    /// Index of the lower component; the upper one comes next.
    pub lower: usize,
    /// Height above the control point, mm.
    pub height: f64,
    /// The parts of the tool that give depths at the seam up to some size, the least first.
    pub near: Vec<Near>,
    /// The part of the tool that gives every depth at the seam.
    pub whole: [Piece; 1],
    /// The pieces exceed the declared shape by this much at most, mm.
    pub excess: f64,
    /// The declared shape itself, where they do and it grew.
    pub declared: Option<Silhouette>,
    /// Where large balls that cross the seam can be, and the radius of the largest, mm.
    crossing: Option<(Crossing, f64)>,
}

/// The part of a tool that holds every ball in it that crosses the seam and is no larger than this.
pub(super) struct Near {
    /// Radius of the balls, mm.
    pub radius: f64,
    pub piece: [Piece; 1],
}

impl Joint {
    /// Where one component is thicker than the other, or they stand in a corner, that of both
    /// together is made as a body of its own.
    pub fn new(seam: &Seam, scale: f64, grow: &[f64]) -> Option<Self> {
        let most = grow.iter().copied().fold(0.0, f64::max);
        let within = |radius: f64| match most > 0.0 {
            true => seam.within_inflated(radius + most, grow),
            false => Some((seam.within(radius)?, 0.0)),
        };
        let reach = seam.reach(most);
        let mut near = Vec::new();
        let mut radius = scale * (1.0 + ROOM_SHARE);
        while near.is_empty() || NEAR_STEP * radius < reach {
            near.push(Near { radius, piece: [within(radius)?.0] });
            radius *= NEAR_STEP;
        }
        let (whole, excess) = within(reach)?;
        Some(Self {
            lower: seam.lower,
            height: seam.height,
            near,
            whole: [whole],
            excess,
            declared: seam.declared(grow),
            crossing: seam.crossing(grow).map(|c| (c, reach)),
        })
    }

    /// Cylinders that hold every point that is deeper in the tool than `least` and in no component,
    /// where none is deeper than `most` in one, mm: `most <= least`; those that come into a box
    /// about the control point. `None` where that cannot be told.
    pub fn rooms(&self, least: f64, most: f64, near: &Aabb) -> Option<Vec<Piece>> {
        let (crossing, reach) = self.crossing.as_ref()?;
        crossing.rooms(least, most, *reach, near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tolerance::FLOAT_MM;
    use gouge_core::tool::{Spec, Tool};
    use gouge_mesh::geom::Vec3;
    use gouge_random::Random;

    /// A stack of three that grows, and its joints.
    fn random_tool(random: &mut Random, grow: [f64; 3]) -> (Tool, Vec<Joint>) {
        let mut size = |lo: f64, hi: f64| random.between(lo, hi);
        let (d, len) = (size(2.0, 20.0), size(0.5, 20.0));
        let (shank, long) = (size(2.0, 20.0), size(0.5, 20.0));
        let (holder, cone) = (size(10.0, 40.0), size(10.0, 40.0));
        let shank = if random.chance(0.2) { d } else { shank };
        let text = format!("flat:{d};len={len};shank={shank},{long};holder={holder},{cone},9");
        let tool = Spec::parse(&text, ".".as_ref()).unwrap().build(100.0);
        let joint = |seam| Joint::new(seam, 0.01, &grow);
        let joints = tool.seams.iter().filter_map(joint).collect();
        (tool, joints)
    }

    /// A joint, a point about its seam, and how deep that is in the deepest component and in the
    /// deepest of what stands together, mm.
    fn random_point<'j>(
        (tool, joints): (&Tool, &'j [Joint]),
        grow: [f64; 3],
        random: &mut Random,
    ) -> (&'j Joint, Vec3, [f64; 2]) {
        let joint = &joints[random.below(joints.len())];
        let spread = 10f64.powf(random.between(-2.0, 1.3));
        let at = random.vector(1.0).component_mul(&Vec3::new(20.0, 0.0, spread));
        let x = at + Vec3::z() * joint.height;
        let own = tool.components.iter().zip(grow);
        let own = own.map(|(c, grow)| deepest(c.pieces.iter(), &x) + grow);
        let own = own.fold(f64::NEG_INFINITY, f64::max);
        (joint, x, [own, deepest(joints.iter().map(|j| &j.whole[0]), &x)])
    }

    /// How deep a point is in the deepest of some pieces, mm.
    fn deepest<'p>(pieces: impl Iterator<Item = &'p Piece>, x: &Vec3) -> f64 {
        pieces.map(|p| p.depth(x)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// By how much the components of a stack grow: not at all, alike or each by itself.
    fn random_growth(random: &mut Random) -> [f64; 3] {
        let most = 10f64.powf(random.between(-3.0, 0.0));
        match random.below(6) {
            0 => [most; 3],
            1 => [0; 3].map(|_| random.between(0.0, most)),
            _ => [0.0; 3],
        }
    }

    /// Of what grew nothing was told: any deviation made a holder above a neck forty times dearer.
    #[test]
    fn what_is_deeper_than_all_components_lies_in_the_rooms_of_a_seam() {
        let mut random = Random::new(31);
        let (mut told, mut left_out) = ([0; 2], [0; 2]);
        for _ in 0..450 {
            let grow = random_growth(&mut random);
            let grown = usize::from(grow != [0.0; 3]);
            let (tool, joints) = random_tool(&mut random, grow);
            for _ in 0..400 {
                let (_, x, [own, all]) = random_point((&tool, &joints), grow, &mut random);
                let own = own.max(0.0);
                let most = own + random.between(0.0, 0.5) * (all - own).max(0.0);
                let least = most + random.between(0.0, 1.0) * (all - most).max(0.0);
                let rooms = |near: &Aabb| -> Option<Vec<Piece>> {
                    let each = joints.iter().map(|j| j.rooms(least, most, near));
                    Some(each.collect::<Option<Vec<_>>>()?.concat())
                };
                let holds = |room: &Piece| room.depth(&x) >= 0.0;
                let far = Vec3::repeat(f64::INFINITY);
                let Some(everywhere) = rooms(&Aabb { lo: -far, hi: far }) else { continue };
                let everywhere = everywhere.iter().any(holds);
                let room = rooms(&Aabb { lo: x, hi: x }).unwrap().iter().any(holds);
                assert_eq!(room, everywhere);
                if all > least + FLOAT_MM {
                    assert!(room, "{x:?} {own} {most} {least} {all} {grow:?}");
                    told[grown] += 1;
                } else {
                    left_out[grown] += u32::from(own > 0.0 && !room);
                }
            }
        }
        assert!(told[0] > 5000 && left_out[0] > 5000, "{told:?} {left_out:?}");
        assert!(told[1] > 2000 && left_out[1] > 2000, "{told:?} {left_out:?}");
    }

    /// What is deeper in a tool than in any component is as deep in what is near to a seam, or
    /// deeper than all that this tells.
    #[test]
    fn what_is_near_a_seam_holds_all_balls_that_cross_it() {
        let mut random = Random::new(17);
        let mut told = 0;
        for _ in 0..60 {
            let (tool, joints) = random_tool(&mut random, [0.0; 3]);
            for _ in 0..400 {
                let (joint, x, [own, all]) = random_point((&tool, &joints), [0.0; 3], &mut random);
                for (i, Near { radius, .. }) in joint.near.iter().enumerate() {
                    if all <= own.max(0.0) + FLOAT_MM || own >= *radius {
                        continue;
                    }
                    let near = joints.iter().map(|j| j.near.get(i).map_or(&j.whole, |n| &n.piece));
                    let near = deepest(near.flatten(), &x);
                    assert!(near >= all.min(*radius) - FLOAT_MM, "{x:?} {near} {all} {radius}");
                    told += 1;
                }
            }
        }
        assert!(told > 1000, "{told}");
    }
}
