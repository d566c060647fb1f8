use super::super::Joint;
use super::*;
use gouge_core::tool::{NonconvexMesh, Profile, Shape, Spec, Step};
use gouge_mesh::mesh::{Mesh, defects};
use gouge_random::Random;
use std::f64::consts::{PI, TAU};

/// Sides of a turned mesh.
const SIDES: u32 = 32;

/// A shank and a holder on a cutter, whose silhouette goes through places (radius, height).
struct Stack {
    places: Vec<[f64; 2]>,
    above: [f64; 3],
}

impl Stack {
    fn random(random: &mut Random) -> Self {
        let mut size = |lo: f64, hi: f64| random.between(lo, hi);
        let length = size(1.0, 20.0);
        let mut places = vec![[size(1.0, 10.0), length]];
        let above = [size(2.0, 20.0), size(0.2, 20.0), size(10.0, 40.0)];
        for share in [0.9, 0.5, 0.0] {
            let last = places[0][0];
            let radius = if random.chance(0.5) { last } else { random.between(1.0, 10.0) };
            places.insert(0, [radius, share * length]);
        }
        Self { places, above }
    }

    /// With its cutter that much slimmer, as a body of revolution.
    fn turned(&self, share: f64) -> Tool {
        let step = |p: &[f64; 2]| Step { to: [share * p[0], p[1]], arc: None };
        let steps: Vec<Step> = self.places.iter().map(step).collect();
        self.with(Shape::Profile(Profile::new([0.0; 2], &steps).unwrap()))
    }

    /// With its cutter as a mesh that has its corners on the silhouette.
    fn meshed(&self) -> Tool {
        let mut mesh = Mesh::default();
        mesh.vertices.push(Vec3::zeros());
        for [radius, z] in &self.places {
            mesh.vertices.extend((0..SIDES).map(|k| {
                let (sin, cos) = (TAU * f64::from(k) / f64::from(SIDES)).sin_cos();
                Vec3::new(radius * cos, radius * sin, *z)
            }));
        }
        let last = self.places.len() as u32 - 1;
        mesh.vertices.push(Vec3::z() * self.top());
        let at = |ring: u32, k: u32| 1 + ring * SIDES + k % SIDES;
        for k in 0..SIDES {
            mesh.triangles.push([0, at(0, k + 1), at(0, k)]);
            mesh.triangles.push([at(last, k), at(last, k + 1), at(last + 1, 0)]);
            for ring in 0..last {
                let [a, b] = [at(ring, k), at(ring, k + 1)];
                let [c, d] = [at(ring + 1, k + 1), at(ring + 1, k)];
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        let shells = defects::examine(&mesh).shells;
        let piece = Piece::Nonconvex(NonconvexMesh::new(mesh, shells).unwrap());
        self.with(Shape::Mesh(Box::new(piece)))
    }

    fn with(&self, shape: Shape) -> Tool {
        let [shank, long, holder] = self.above;
        let text = format!("flat:9;len=9;shank={shank},{long};holder={holder},9");
        let mut spec = Spec { shape, ..Spec::parse(&text, ".".as_ref()).unwrap() };
        spec.length = None;
        spec.build(100.0)
    }

    /// What stands on the cutter, from there upwards.
    fn upper(&self) -> Tool {
        let [shank, long, holder] = self.above;
        let text = format!("flat:{shank};len={long};shank={holder},9");
        Spec::parse(&text, ".".as_ref()).unwrap().build(100.0)
    }

    fn top(&self) -> f64 {
        self.places.last().map_or(0.0, |p| p[1])
    }
}

/// Pieces of components that grow, and what each is still to grow by, mm.
fn larger(tool: &Tool, grow: &[f64]) -> Vec<(Piece, f64)> {
    let each = tool.components.iter().zip(grow);
    let each = each.flat_map(|(c, grow)| c.pieces.iter().map(move |piece| (piece, *grow)));
    each.map(|(piece, grow)| match piece.inflated(grow) {
        Some((inflated, _)) if grow > 0.0 => (inflated, 0.0),
        _ => (piece.clone(), grow),
    })
    .collect()
}

/// How deep a point is in the deepest of them at the most, mm.
fn deepest(pieces: &[(Piece, f64)], x: &Vec3) -> f64 {
    pieces.iter().map(|(piece, grow)| piece.depth(x) + grow).fold(f64::NEG_INFINITY, f64::max)
}

fn joints(tool: &Tool, grow: &[f64]) -> Vec<Joint> {
    tool.seams.iter().filter_map(|seam| Joint::new(seam, 0.01, grow)).collect()
}

/// How deep a point is at joints, at the least and at the most, mm.
fn at_joints(joints: &[Joint], x: &Vec3) -> [f64; 2] {
    joints.iter().fold([f64::NEG_INFINITY; 2], |[least, most], joint| {
        let depth = joint.whole[0].depth(x);
        [least.max(depth - joint.excess), most.max(depth)]
    })
}

/// A holder far above the joint made its rooms as wide as the mesh: what only touched this was left
/// open.
#[test]
fn what_is_deeper_than_a_mesh_and_what_stands_on_it_lies_in_the_rooms_of_their_joint() {
    let mut random = Random::new(83);
    let (mut told, mut left_out) = ([0; 2], [0; 2]);
    for _ in 0..100 {
        let most = 10f64.powf(random.between(-3.0, 0.0));
        let grow = match random.below(3) {
            0 => [0.0; 3],
            1 => [0.0, most, most],
            _ => [0; 3].map(|_| random.between(0.0, most)),
        };
        let grown = usize::from(grow != [0.0; 3]);
        let stack = Stack::random(&mut random);
        let (inner, outer) = (stack.turned((PI / f64::from(SIDES)).cos()), stack.turned(1.0));
        let outer = larger(&outer, &grow);
        let upper = joints(&stack.upper(), &grow[1..]);
        let both = joints(&inner, &grow);
        let joint = MeshJoint::of(&stack.meshed(), &grow).unwrap();
        for _ in 0..150 {
            let spread = 10f64.powf(random.between(-2.0, 1.0));
            let at = random.vector(1.0).component_mul(&Vec3::new(12.0, 12.0, spread));
            let x = at + Vec3::z() * stack.top();
            let own = deepest(&outer, &x);
            let own = own.max(at_joints(&upper, &at)[1]).max(0.0);
            let all = at_joints(&both, &x)[0];
            let least = own + random.between(0.0, 1.0) * (all - own).max(0.0);
            let holds = |piece: &Piece| piece.depth(&x) >= 0.0;
            let held = joint.rooms(least).is_some_and(|rooms| rooms.may_hold(holds));
            if all > least + FLOAT_MM {
                assert!(held, "{x:?} {own} {least} {all} {grow:?} {:?}", stack.places);
                told[grown] += 1;
            } else {
                left_out[grown] += u32::from(own > 0.0 && !held);
            }
        }
    }
    assert!(told.iter().chain(&left_out).all(|n| *n > 300), "{told:?} {left_out:?}");
}

/// A box from z = 0 upwards about the axis, half as wide as the first two.
fn upright_box([x, y, z]: [f64; 3]) -> Mesh {
    let corner = |k: u32| {
        let side = |bit: u32, far: f64| if k & bit == 0 { -far } else { far };
        Vec3::new(side(1, x), side(2, y), if k & 4 == 0 { 0.0 } else { z })
    };
    let quads: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh {
        vertices: (0..8).map(corner).collect(),
        triangles: quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
    }
}

/// The sides of a cutter are drawn in one by one: that leaves all there is of a box.
#[test]
fn what_is_deeper_than_a_box_and_its_shank_lies_in_the_rooms_of_their_joint() {
    let mut random = Random::new(97);
    let (mut told, mut left_out) = (0, 0);
    for _ in 0..60 {
        let [x, y, high] = [(); 3].map(|()| random.between(2.0, 8.0));
        let radius = random.between(0.5, 1.2) * x.min(y);
        let mesh = upright_box([x, y, high]);
        let shells = defects::examine(&mesh).shells;
        let piece = Piece::Nonconvex(NonconvexMesh::new(mesh, shells).unwrap());
        let text = format!("flat:9;len=9;shank={},30", 2.0 * radius);
        let mut spec = Spec::parse(&text, ".".as_ref()).unwrap();
        (spec.shape, spec.length) = (Shape::Mesh(Box::new(piece)), None);
        let joint = MeshJoint::of(&spec.build(100.0), &[0.0; 2]).unwrap();
        for _ in 0..60 {
            let q = random.vector(1.0).component_mul(&Vec3::new(x, y, 4.0)) + Vec3::z() * high;
            let far = q.xy().norm();
            let side = (x - q.x.abs()).min(y - q.y.abs());
            let up = q.z - high;
            // Down to where one of them ends at the joint, and out of each by itself.
            let rim = up.hypot((radius - far).max(0.0));
            let (own, all) = if up < 0.0 {
                (side.min(q.z).min(-up), side.min(q.z).min(rim))
            } else {
                ((radius - far).min(up), (radius - far).min(up.hypot(side.max(0.0))))
            };
            let least = own.max(0.0) + random.between(0.0, 1.0) * (all - own.max(0.0)).max(0.0);
            let holds = |piece: &Piece| piece.depth(&q) >= 0.0;
            let held = joint.rooms(least).is_some_and(|rooms| rooms.may_hold(holds));
            if all > least + FLOAT_MM {
                assert!(held, "{q:?} {own} {least} {all} {x} {y} {high} {radius}");
                told += 1;
            } else {
                left_out += u32::from(own > 0.0 && !held);
            }
        }
    }
    assert!(told > 200 && left_out > 200, "{told} {left_out}");
}
