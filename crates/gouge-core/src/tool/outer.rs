//! The outer surface of a mesh tool whose bodies overlap, stand on each other or lie in each other.
//!
//! What has material on both sides is no surface of the tool: to measure depth to it would tell a deep
//! place as shallow. Facets are cut along where others pass through them or end on them; what is left
//! of one between those lines has the same on each side all over, so that its middle tells for all.

use crate::tolerance::{BESIDE_FACE_MM, OVERLAP_MM};
use crate::tree::{Hierarchy, within};
use gouge_mesh::geom::{Aabb, Triangle, Vec3};
use gouge_mesh::mesh::{Enclosure, Mesh, Side};
use rayon::prelude::*;
use std::sync::Arc;

/// The corners of a convex polygon in the plane of a facet, in order.
type Fragment = Vec<Vec3>;

/// The outer surface of `mesh`; `None` where that is all of its facets. `pieces` tells of each facet
/// which piece it hangs together with.
pub(super) fn outer<H: Hierarchy>(
    mesh: &Mesh,
    tree: &H,
    inside: &Enclosure<Arc<Mesh>>,
    pieces: &[usize],
) -> Option<Mesh> {
    let count = mesh.triangles.len();
    let fragments: Vec<Vec<Fragment>> =
        (0..count).into_par_iter().map(|i| fragments(mesh, tree, i)).collect();
    let is_whole = |i: &usize| fragments[*i].len() == 1;
    if (0..count).all(|i| is_whole(&i)) && pieces.iter().all(|&piece| piece == pieces[0]) {
        return None;
    }
    // Of a piece that nothing cuts one facet tells for all.
    let mut cut = vec![false; count];
    (0..count).filter(|i| !is_whole(i)).for_each(|i| cut[pieces[i]] = true);
    let mut told: Vec<Option<bool>> = vec![None; count];
    let mut out = Mesh { vertices: mesh.vertices.clone(), ..Mesh::default() };
    for (i, own) in fragments.iter().enumerate() {
        let is_inner = |own: &Fragment| is_inner(inside, &mesh.triangle(i), own);
        let piece = pieces[i];
        if cut[piece] {
            let outer: Vec<&Fragment> = own.iter().filter(|own| !is_inner(own)).collect();
            match outer[..] {
                [_] if own.len() == 1 => out.triangles.push(mesh.triangles[i]),
                _ => outer.into_iter().for_each(|own| put(own, &mut out)),
            }
        } else if !*told[piece].get_or_insert_with(|| is_inner(&own[0])) {
            out.triangles.push(mesh.triangles[i]);
        }
    }
    (out.triangles.len() != count || cut.contains(&true)).then_some(out)
}

/// What the others leave of a facet in one piece each; at least one.
fn fragments<H: Hierarchy>(mesh: &Mesh, tree: &H, facet: usize) -> Vec<Fragment> {
    let own = mesh.triangle(facet);
    let mut parts = vec![own.to_vec()];
    let Some(normal) = normal(&own) else { return parts };
    let around = Aabb::around(own);
    let window =
        Aabb { lo: around.lo.add_scalar(-OVERLAP_MM), hi: around.hi.add_scalar(OVERLAP_MM) };
    let mut others: Vec<u32> = Vec::new();
    within(tree, mesh, &window, &mut |other| {
        others.push(other);
        true
    });
    others.sort_unstable();
    others.dedup();
    for other in others {
        let other = mesh.triangle(other as usize);
        let Some(line) = trace(&other, &normal, &own[0]) else { continue };
        let Some(across) = (line[1] - line[0]).cross(&normal).try_normalize(0.0) else { continue };
        let level = across.dot(&line[0]);
        let mut cut = Vec::with_capacity(parts.len());
        for part in parts {
            if runs_through(&part, &normal, &line) {
                cut.extend([(across, level), (-across, -level)].map(|side| clipped(&part, side)));
                cut.retain(|part: &Fragment| part.len() > 2);
            } else {
                cut.push(part);
            }
        }
        parts = cut;
    }
    parts
}

/// The segment in which a facet meets a plane through `at`; `None` where it meets it in a point, in
/// all of itself or not at all.
fn trace(facet: &Triangle, normal: &Vec3, at: &Vec3) -> Option<[Vec3; 2]> {
    let heights = facet.map(|v| normal.dot(&(v - at)));
    if heights.iter().all(|h| h.abs() <= OVERLAP_MM) {
        return None;
    }
    let mut met: Vec<Vec3> = Vec::new();
    for i in 0..3 {
        let j = (i + 1) % 3;
        if heights[i].abs() <= OVERLAP_MM {
            met.push(facet[i]);
        } else if heights[j].abs() > OVERLAP_MM && heights[i] * heights[j] < 0.0 {
            let share = heights[i] / (heights[i] - heights[j]);
            met.push(facet[i] + (facet[j] - facet[i]) * share);
        }
    }
    match met[..] {
        [a, b] if (b - a).norm() > OVERLAP_MM => Some([a, b]),
        _ => None,
    }
}

/// Whether a segment in the plane of a fragment parts it: some length of it lies in there, with
/// something on both of its sides.
fn runs_through(part: &Fragment, normal: &Vec3, line: &[Vec3; 2]) -> bool {
    let way = line[1] - line[0];
    let Some(across) = way.cross(normal).try_normalize(0.0) else { return false };
    let heights = || part.iter().map(|v| across.dot(&(v - line[0])));
    if !(heights().any(|h| h > OVERLAP_MM) && heights().any(|h| h < -OVERLAP_MM)) {
        return false;
    }
    let [mut from, mut to] = [0.0f64, 1.0];
    for (i, a) in part.iter().enumerate() {
        let b = &part[(i + 1) % part.len()];
        let out = (b - a).cross(normal);
        let [at, rise] = [out.dot(&(line[0] - a)), out.dot(&way)];
        if rise > 0.0 {
            to = to.min(-at / rise);
        } else if rise < 0.0 {
            from = from.max(-at / rise);
        } else if at > 0.0 {
            return false;
        }
    }
    (to - from) * way.norm() > OVERLAP_MM
}

/// What of a fragment is on the side of a line where `across` rises above its level.
fn clipped(part: &Fragment, (across, level): (Vec3, f64)) -> Fragment {
    let heights: Vec<f64> = part.iter().map(|v| across.dot(v) - level).collect();
    let mut kept = Vec::new();
    for (i, a) in part.iter().enumerate() {
        let j = (i + 1) % part.len();
        if heights[i] >= 0.0 {
            kept.push(*a);
        }
        if heights[i] * heights[j] < 0.0 {
            kept.push(a + (part[j] - a) * (heights[i] / (heights[i] - heights[j])));
        }
    }
    kept
}

/// Whether there is material on both sides of a fragment; all around it, where it has no area.
fn is_inner(inside: &Enclosure<Arc<Mesh>>, facet: &Triangle, part: &Fragment) -> bool {
    let middle = part.iter().fold(Vec3::zeros(), |sum, v| sum + v) / part.len() as f64;
    let holds = |way: &Vec3| inside.side(&(middle + way * BESIDE_FACE_MM)) == Side::Inside;
    let both = |way: Vec3| holds(&way) && holds(&-way);
    match normal(facet) {
        Some(normal) => both(normal),
        None => [Vec3::x(), Vec3::y(), Vec3::z()].into_iter().all(both),
    }
}

fn normal(facet: &Triangle) -> Option<Vec3> {
    (facet[1] - facet[0]).cross(&(facet[2] - facet[0])).try_normalize(0.0)
}

/// Puts a fragment as a fan of facets.
fn put(part: &Fragment, out: &mut Mesh) {
    let first = out.vertices.len() as u32;
    out.vertices.extend(part);
    let last = first + part.len() as u32;
    out.triangles.extend((first + 1..last - 1).map(|v| [first, v, v + 1]));
}

#[cfg(test)]
mod tests {
    use crate::tool::NonconvexMesh;
    use gouge_mesh::geom::{Aabb, Vec3, closest_on_triangle};
    use gouge_mesh::mesh::{Mesh, defects};
    use gouge_random::Random;
    use nalgebra::Rotation3;

    /// A box that may be turned.
    struct Block {
        half: Vec3,
        middle: Vec3,
        turn: Rotation3<f64>,
    }

    impl Block {
        fn holds(&self, x: &Vec3) -> bool {
            let own = self.turn.inverse() * (x - self.middle);
            (0..3).all(|k| own[k].abs() <= self.half[k])
        }
    }

    fn tool(blocks: &[Block]) -> NonconvexMesh {
        let mut mesh = Mesh::default();
        for block in blocks {
            let n = mesh.vertices.len() as u32;
            let corners = Aabb { lo: -block.half, hi: block.half }.corners();
            mesh.vertices.extend(corners.map(|c| block.turn * c + block.middle));
            for face in
                [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
            {
                let [a, b, c, d] = face.map(|i| i + n);
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        let shells = defects::examine(&mesh).shells;
        NonconvexMesh::new(mesh, shells).unwrap()
    }

    /// Around each of a thousand places in the tool as much is material as its depth says, and no more.
    fn is_as_deep_as_it_reaches(blocks: &[Block], random: &mut Random) {
        let tool = tool(blocks);
        let holds = |x: &Vec3| blocks.iter().any(|block| block.holds(x));
        let bounds = tool.bounds();
        for _ in 0..1_000 {
            let share = Vec3::from([(); 3].map(|()| random.between(0.0, 1.0)));
            let x = bounds.lo + bounds.size().component_mul(&share);
            let (depth, face) = tool.depth(&x);
            if depth.abs() > 1e-5 {
                assert_eq!(depth > 0.0, holds(&x), "{x:?}");
            }
            if depth < 1e-5 {
                continue;
            }
            for _ in 0..50 {
                let by = random.vector(1.0).normalize() * (depth * random.between(0.9, 0.999_999));
                assert!(holds(&(x + by)), "{x:?} {depth}");
            }
            let foot = closest_on_triangle(&x, &face);
            let mut beside = (0..20_000).map(|_| foot + random.vector(3e-6));
            assert!(beside.any(|at| !holds(&at)), "{x:?} {depth} {foot:?}");
        }
    }

    /// Depth was told to the nearest facet, also to what lies in the material: a fin that a tool of nested
    /// boxes severed 0.3 deep was 0.05 deep.
    #[test]
    fn nested_bodies_have_no_surface_in_the_material() {
        let nested = |k: i32| Block {
            half: Vec3::new(5.0, 5.0, 5.0).add_scalar(-0.019 * f64::from(k)),
            middle: Vec3::zeros(),
            turn: Rotation3::identity(),
        };
        let blocks: Vec<Block> = (0..25).map(nested).collect();
        assert_eq!(tool(&blocks).depth(&Vec3::zeros()).0, 5.0);
        is_as_deep_as_it_reaches(&blocks, &mut Random::new(1));
    }

    #[test]
    fn bodies_that_overlap_are_one() {
        let random = &mut Random::new(2);
        for _ in 0..30 {
            let count = 2 + random.below(5);
            let mut block = || Block {
                half: Vec3::from([(); 3].map(|()| random.between(0.5, 4.0))),
                middle: random.vector(3.0),
                turn: Rotation3::new(random.vector(2.0)),
            };
            let blocks: Vec<Block> = (0..count).map(|_| block()).collect();
            is_as_deep_as_it_reaches(&blocks, random);
        }
    }

    #[test]
    fn bodies_that_stand_on_each_other_are_one() {
        let random = &mut Random::new(3);
        for _ in 0..30 {
            let count = 2 + random.below(5);
            let mut whole = |least: usize| [(); 3].map(|()| (least + random.below(4)) as f64);
            let mut block = || Block {
                half: Vec3::from(whole(1)),
                middle: Vec3::from(whole(0)),
                turn: Rotation3::identity(),
            };
            let blocks: Vec<Block> = (0..count).map(|_| block()).collect();
            is_as_deep_as_it_reaches(&blocks, random);
        }
    }
}
