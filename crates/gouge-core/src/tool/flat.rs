//! Flat faces of a mesh: adjacent facets in one plane, joined as far as they are convex together.
//!
//! The distance to a convex set is a convex function, so over a cell it is nowhere greater than at
//! the cell's corners. Of the four corners of a cell along a wall made of two facets, two are far
//! from either facet; none is far from both together.
//!
//! A face is the convex hull K of the corners of two that share a side. What is in K but in neither
//! is over a corner that K passes over, and no farther from there than that is from K's side: each
//! way straight in ends at what they have. So every point of K is within their own `pad` and what
//! they are off a plane and off K of the surface: from a mean of places it is no farther to the
//! surface than the mean of what it is to K from each, and the pad of K, since the mean of their
//! feet lies in K.

use std::collections::HashMap;

use crate::tolerance::FLAT_FACE_MM;
use gouge_mesh::geom::{Vec3, closest_on_segment, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// More corners than these no face has.
const MOST_CORNERS: usize = 12;

/// A convex polygon near to which there is surface everywhere.
#[derive(Clone, Debug)]
pub struct Flat {
    /// In order, mm.
    corners: Vec<Vec3>,
    /// No point of it is farther from the surface, mm.
    pad: f64,
}

/// The faces of a mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct Flats {
    /// Of each facet.
    of: Vec<u32>,
    flats: Vec<Flat>,
}

/// A face that grows: places of vertices.
struct Growing {
    corners: Vec<u32>,
    facets: Vec<u32>,
    pad: f64,
}

impl Flat {
    /// The corners in order, mm.
    pub fn corners(&self) -> &[Vec3] {
        &self.corners
    }

    /// The point of it that is nearest to `x`, mm.
    pub fn nearest(&self, x: &Vec3) -> Vec3 {
        let fan = self.corners.windows(2).skip(1).map(|side| [self.corners[0], side[0], side[1]]);
        let feet = fan.map(|part| closest_on_triangle(x, &part));
        let nearer = |a: Vec3, b: Vec3| {
            if (b - x).norm_squared() < (a - x).norm_squared() { b } else { a }
        };
        feet.reduce(nearer).unwrap_or(*x)
    }

    /// No less than the distance from `x` to the surface, mm; no mean of what it says of some
    /// places is less than that from the same mean of the places.
    pub fn away(&self, x: &Vec3) -> f64 {
        (self.nearest(x) - x).norm() + self.pad
    }
}

impl Flats {
    /// Those of a mesh.
    pub fn of(mesh: &Mesh) -> Self {
        let beside = neighbours(mesh);
        let mut of: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
        let grow = |(facet, t): (usize, &[u32; 3])| Growing {
            corners: t.to_vec(),
            facets: vec![facet as u32],
            pad: 0.0,
        };
        let mut faces: Vec<Growing> = mesh.triangles.iter().enumerate().map(grow).collect();
        for facet in 0..mesh.triangles.len() {
            for [a, b] in sides(mesh.triangles[facet]) {
                let Some(&other) = beside.get(&[b, a]) else { continue };
                let [own, other] = [of[facet], of[other as usize]];
                if own == other {
                    continue;
                }
                let both = [own, other].map(|face| &faces[face as usize]);
                let Some((corners, pad)) = joined(mesh, both, [a, b]) else { continue };
                // The smaller one moves: a large face would be told of its name for each facet.
                let [from, to] = match both[0].facets.len() < both[1].facets.len() {
                    true => [own, other],
                    false => [other, own],
                };
                let facets = std::mem::take(&mut faces[from as usize].facets);
                facets.iter().for_each(|&facet| of[facet as usize] = to);
                let face = &mut faces[to as usize];
                face.facets.extend(facets);
                (face.corners, face.pad) = (corners, pad);
            }
        }
        let mut flats = Vec::new();
        for face in faces.into_iter().filter(|face| !face.facets.is_empty()) {
            face.facets.iter().for_each(|&facet| of[facet as usize] = flats.len() as u32);
            let corners = face.corners.iter().map(|&v| mesh.vertices[v as usize]).collect();
            flats.push(Flat { corners, pad: face.pad });
        }
        Self { of, flats }
    }

    /// The face that a facet belongs to.
    pub fn face(&self, facet: u32) -> &Flat {
        &self.flats[self.of[facet as usize] as usize]
    }
}

/// The facet that runs through each side, from its first corner to its second.
pub(super) fn neighbours(mesh: &Mesh) -> HashMap<[u32; 2], u32> {
    let mut beside = HashMap::with_capacity(3 * mesh.triangles.len());
    for (facet, t) in mesh.triangles.iter().enumerate() {
        beside.extend(sides(*t).map(|side| (side, facet as u32)));
    }
    beside
}

fn sides([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Corners and pad of two faces as one that share the side from `a` to `b`; `None` where they bend
/// or are not convex.
fn joined(mesh: &Mesh, [own, other]: [&Growing; 2], [a, b]: [u32; 2]) -> Option<(Vec<u32>, f64)> {
    let chain = |face: &Growing, from: u32, to: u32| {
        let count = face.corners.len();
        let at = face.corners.iter().position(|&v| v == from)?;
        // The side itself, then all others in order.
        (face.corners[(at + 1) % count] == to)
            .then(|| (1..count).map(|k| face.corners[(at + k) % count]).collect::<Vec<u32>>())
    };
    let corners = [chain(own, a, b)?, chain(other, b, a)?].concat();
    let place = |v: u32| mesh.vertices[v as usize];
    let whole: Vec<Vec3> = corners.iter().map(|&v| place(v)).collect();
    let area = |corners: &[Vec3]| {
        let fan = corners.windows(2).skip(1);
        fan.map(|s| (s[0] - corners[0]).cross(&(s[1] - corners[0]))).sum::<Vec3>()
    };
    let normal = area(&whole).try_normalize(0.0)?;
    let bends = |face: &Growing| {
        area(&face.corners.iter().map(|&v| place(v)).collect::<Vec<_>>()).dot(&normal) <= 0.0
    };
    let heights = || whole.iter().map(|v| normal.dot(&(v - whole[0])));
    let thick = heights().fold(0.0, f64::max) - heights().fold(0.0, f64::min);
    if bends(own) || bends(other) || thick > FLAT_FACE_MM {
        return None;
    }
    // The corners at which it turns inwards, or not at all, are passed over.
    let mut kept: Vec<usize> = (0..corners.len()).collect();
    let turns = |kept: &[usize], k: usize| {
        let count = kept.len();
        let [before, at, after] = [k + count - 1, k, k + 1].map(|k| whole[kept[k % count]]);
        normal.dot(&(at - before).cross(&(after - at)))
    };
    while let Some(k) = (0..kept.len()).find(|&k| turns(&kept, k) <= 0.0) {
        kept.remove(k);
        if kept.len() < 3 {
            return None;
        }
    }
    let ends = |k: usize| [whole[kept[k]], whole[kept[(k + 1) % kept.len()]]];
    // Once around, or it lies over itself.
    let turn: f64 = (0..kept.len())
        .map(|k| {
            let [a, b] = ends(k);
            let [_, c] = ends((k + 1) % kept.len());
            (b - a).angle(&(c - b))
        })
        .sum();
    let mut beside = 0.0f64;
    for k in 0..kept.len() {
        let [from, to] = [kept[k], kept[(k + 1) % kept.len()]];
        let passed = (1..).map(|i| (from + i) % corners.len()).take_while(|&i| i != to);
        let [a, b] = ends(k);
        let off = passed.map(|i| (whole[i] - closest_on_segment(&whole[i], &a, &b)).norm());
        beside = off.fold(beside, f64::max);
    }
    let pad = own.pad.max(other.pad) + thick + beside;
    let fits =
        turn < 1.5 * std::f64::consts::TAU && kept.len() <= MOST_CORNERS && pad <= FLAT_FACE_MM;
    fits.then(|| (kept.iter().map(|&k| corners[k]).collect(), pad))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    /// A bent sheet of squares of two facets each, some of them off their plane as single precision
    /// has it; with holes.
    fn sheet(random: &mut Random) -> Mesh {
        let mut mesh = Mesh::default();
        let side = 9u32;
        let [bend, rough] = [random.between(0.0, 0.4), random.between(0.0, 3e-6)];
        for i in 0..side {
            for j in 0..side {
                let z = bend * f64::from(i / 3).powi(2) + random.between(-rough, rough);
                mesh.vertices.push(Vec3::new(f64::from(i), f64::from(j), z));
            }
        }
        for i in 0..side - 1 {
            for j in 0..side - 1 {
                let a = i * side + j;
                if random.chance(0.9) {
                    mesh.triangles.push([a, a + side, a + side + 1]);
                }
                if random.chance(0.9) {
                    mesh.triangles.push([a, a + side + 1, a + 1]);
                }
            }
        }
        mesh
    }

    #[test]
    fn the_surface_is_no_farther_than_a_face_says() {
        let mut random = Random::new(6);
        let (mut faces, mut facets) = (0, 0);
        for _ in 0..60 {
            let mesh = sheet(&mut random);
            let flats = Flats::of(&mesh);
            (faces, facets) = (faces + flats.flats.len(), facets + mesh.triangles.len());
            for _ in 0..400 {
                let x = random.vector(2.0) + Vec3::new(4.0, 4.0, 1.0) + random.vector(4.0);
                let own = random.below(mesh.triangles.len());
                let distance = |i| (closest_on_triangle(&x, &mesh.triangle(i)) - x).norm();
                let surface = (0..mesh.triangles.len()).map(distance).fold(f64::MAX, f64::min);
                let face = flats.face(own as u32);
                assert!(surface <= face.away(&x) + 1e-9, "{surface} {}", face.away(&x));
                assert!(face.away(&x) <= distance(own) + 2.0 * face.pad + 1e-9);
                // Midway it is no farther than the mean.
                let y = x + random.vector(3.0);
                let mean = 0.5 * (face.away(&x) + face.away(&y));
                let distance = |i| {
                    let x = (x + y) * 0.5;
                    (closest_on_triangle(&x, &mesh.triangle(i)) - x).norm()
                };
                let surface = (0..mesh.triangles.len()).map(distance).fold(f64::MAX, f64::min);
                assert!(surface <= mean + 1e-9, "{surface} {mean}");
            }
        }
        assert!(2 * faces < facets, "{faces} {facets}");
    }
}
