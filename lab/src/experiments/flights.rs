//! Analogues of the k-DOP source's five data sets: a fixed mesh, a moving one and its poses. The
//! originals are not available.

use nalgebra::Rotation3;

use super::Extent;
use super::shape::{ball, fitted, pipes, scaled, torus};
use crate::pair::PairFront;
use crate::pair::{Axes, BoxTest, Contacts, Descent, Pose, TreePair, contacts};
use crate::tree::{Hierarchy, ObbTree, Stats};
use gouge_mesh::geom::{Triangle, Vec3};
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;

/// One data set.
pub struct Flight {
    /// The source's name for it.
    pub name: &'static str,
    /// The environment.
    pub fixed: Mesh,
    /// What flies.
    pub moving: Mesh,
    /// Where it is, step by step.
    pub poses: Vec<Pose>,
}

/// RAPID's time over QuickCD's in the source, in the order of [`flights`].
pub const SOURCE_RAPID: [f64; 5] = [9.9, 1.0, 1.1, 4.3, 1.1];

/// Pipes among pipes, a torus with spikes, tetrahedra about an aeroplane, obstacles close to a
/// swept path, a small object in a crowded room.
pub fn flights(extent: Extent) -> Vec<Flight> {
    let (n, steps) = (extent.pick(16, 60), extent.pick(60, 600));
    let dense = fitted(pipes(12, 4 * n, n / 2));
    let tetrahedra = strewn(extent.pick(400, 10_000), 1.0, 0.05, 1);
    let mut stalagmites = fitted(torus(1.0, 0.45, 4 * n, n));
    append(&mut stalagmites, &strewn(extent.pick(100, 1000), 0.8, 0.2, 2));
    vec![
        billiard("pipes", dense.clone(), scaled(&dense, 0.25), 0.01, steps, 11),
        billiard("torus", stalagmites, scaled(&torus(1.0, 0.4, 3 * n, n), 0.2), 0.02, steps, 12),
        billiard("747", tetrahedra, aeroplane(n, 0.4), 0.02, steps, 13),
        swept(extent, steps),
        billiard("interior", dense, scaled(&ball(1.0, n / 2, n / 2), 0.15), 0.01, steps, 15),
    ]
}

/// Half side of the room that objects fly in: within the middle of all scenes.
const ROOM: f64 = 0.6;

/// Places tried for a start without contact.
const STARTS: usize = 300;

/// Poses of an object that flies straight on, turning, with small changes of mind, and back
/// where it hits.
fn billiard(
    name: &'static str,
    fixed: Mesh,
    moving: Mesh,
    step: f64,
    steps: usize,
    seed: u64,
) -> Flight {
    let trees = (ObbTree::build(&fixed), ObbTree::build(&moving));
    let mut random = Random::new(seed);
    let free = |p: &Pose| !touches((&trees.0, &trees.1), (&fixed, &moving), p);
    let mut pose = Pose::at(random.vector(ROOM));
    for _ in 0..STARTS {
        if free(&pose) {
            break;
        }
        pose.translation = random.vector(ROOM);
    }
    let (mut heading, mut spin) = (random.direction(), random.direction());
    let mut poses = Vec::with_capacity(steps);
    while poses.len() < steps {
        heading = (heading + random.direction() * 0.1).normalize();
        spin = (spin + random.direction() * 0.1).normalize();
        pose.translation += heading * step;
        pose.rotation = Rotation3::new(spin * step).into_inner() * pose.rotation;
        for i in 0..3 {
            if pose.translation[i].abs() > ROOM {
                heading[i] = -heading[i].abs() * pose.translation[i].signum();
            }
        }
        if !free(&pose) {
            (heading, spin) = (-heading, -spin);
        }
        poses.push(pose);
    }
    Flight { name, fixed, moving, poses }
}

fn touches(trees: (&ObbTree, &ObbTree), meshes: (&Mesh, &Mesh), pose: &Pose) -> bool {
    let test = BoxTest::new(trees.0, trees.1, pose, Axes::Fifteen);
    let pair = TreePair { a: trees.0, b: trees.1, test: &test, descent: Descent::Larger };
    let meshes = Contacts { a: meshes.0, b: meshes.1, pose };
    let mut hit = false;
    contacts(&pair, &meshes, &mut PairFront::without(), &mut Stats::default(), |_, _| {
        hit = true;
        false
    });
    hit
}

/// Tetrahedra close to the way of an object, none of them touched at any step.
fn swept(extent: Extent, steps: usize) -> Flight {
    let moving = scaled(&ball(1.0, 5, 3), 0.15);
    let all = strewn(extent.pick(2_000, 20_000), 1.0, 0.06, 4);
    let free = Mesh { vertices: vec![Vec3::repeat(9.0); 3], triangles: vec![[0, 1, 2]] };
    let flight = billiard("swept", free, moving, 0.02, steps, 14);
    let own = ObbTree::build(&flight.moving);
    let mut fixed = Mesh::default();
    for tetrahedron in all.triangles.chunks(4) {
        let one = mesh_of(tetrahedron.iter().map(|t| t.map(|v| all.vertices[v as usize])));
        let tree = ObbTree::build(&one);
        let hit = |p: &Pose| touches((&tree, &own), (&one, &flight.moving), p);
        if !flight.poses.iter().any(hit) {
            append(&mut fixed, &one);
        }
    }
    Flight { fixed, ..flight }
}

fn mesh_of(triangles: impl Iterator<Item = Triangle>) -> Mesh {
    let mut mesh = Mesh::default();
    for t in triangles {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(t);
        mesh.triangles.push([first, first + 1, first + 2]);
    }
    mesh
}

/// Tetrahedra of about `size` in a cube of half side `spread`.
fn strewn(count: usize, spread: f64, size: f64, seed: u64) -> Mesh {
    let mut random = Random::new(seed);
    let mut mesh = Mesh::default();
    for _ in 0..count {
        let (at, first) = (random.vector(spread), mesh.vertices.len() as u32);
        mesh.vertices.extend((0..4).map(|_| at + random.vector(size)));
        let faces = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        mesh.triangles.extend(faces.map(|f| f.map(|v| first + v)));
    }
    mesh
}

fn append(mesh: &mut Mesh, other: &Mesh) {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend(&other.vertices);
    mesh.triangles.extend(other.triangles.iter().map(|t| t.map(|v| v + first)));
}

/// A hull with wings and a tail fin.
fn aeroplane(n: usize, size: f64) -> Mesh {
    let stretched = |by: Vec3, at: Vec3| {
        let mut mesh = ball(1.0, n, n / 2);
        mesh.vertices.iter_mut().for_each(|v| *v = v.component_mul(&by) + at);
        mesh
    };
    let mut plane = stretched(Vec3::new(1.0, 0.12, 0.12), Vec3::zeros());
    append(&mut plane, &stretched(Vec3::new(0.2, 0.9, 0.02), Vec3::zeros()));
    append(&mut plane, &stretched(Vec3::new(0.12, 0.02, 0.3), Vec3::new(-0.85, 0.0, 0.25)));
    scaled(&plane, size)
}
