//! A mesh that is not convex, cut into convex slabs between two heights each.
//!
//! Tools are turned about +Z, and so are the meshes drawn of them: each level section is convex,
//! and the mesh is convex where none of its flanks turns back outwards. A slab is taken as the
//! convex hull of the facets in it and its two sections, so it holds all of the mesh there; it is
//! one only where no corner lies above any of those facets, so it holds nothing else.

use std::collections::{BTreeMap, HashMap};

use super::Solid;
use super::flat::neighbours;
use super::polyhedron::Polyhedron;
use crate::tolerance::{FLAT_FACE_MM, SAME_LEVEL_MM};
use gouge_mesh::geom::{Vec3, convex_hull};
use gouge_mesh::mesh::{Mesh, Says, Shells};

/// More slabs than these are not worth what each of them costs.
const MOST: usize = 48;

/// Slabs whose union is a closed mesh, and how far they overstate it, mm; `None` where it has none,
/// or too many. `pieces` gives for each facet the piece it is connected with.
pub(super) fn slabs(mesh: &Mesh, shells: &Shells, pieces: &[usize]) -> Option<(Vec<Solid>, f64)> {
    let mut apart: BTreeMap<usize, Mesh> = BTreeMap::new();
    for (facet, &piece) in pieces.iter().enumerate() {
        let many = apart.len() == MOST && !apart.contains_key(&piece);
        if shells.says(facet) != Says::Winding || many {
            return None;
        }
        let piece = apart.entry(piece).or_insert_with(|| {
            let vertices = mesh.vertices.clone();
            Mesh { vertices, ..Mesh::default() }
        });
        piece.triangles.push(mesh.triangles[facet]);
    }
    // One that encloses the other way round is a void.
    let mut signs = apart.values().map(|piece| volume(piece) > 0.0);
    let first = signs.next()?;
    if signs.any(|sign| sign != first) {
        return None;
    }
    let mut all = Vec::new();
    for piece in apart.values() {
        all.extend(slabs_of(piece)?);
    }
    let more = all.iter().map(Polyhedron::excess).fold(0.0, f64::max);
    (all.len() <= MOST).then(|| (all.into_iter().map(Solid::Faceted).collect(), more))
}

/// Six times what a closed mesh encloses, mm³; less than nothing where it is inside out.
fn volume(mesh: &Mesh) -> f64 {
    (0..mesh.triangles.len())
        .map(|facet| {
            let [a, b, c] = mesh.triangle(facet);
            a.dot(&b.cross(&c))
        })
        .sum()
}

/// The slabs of a piece. What is connected and turns inwards nowhere is convex: sections where it
/// does part them.
fn slabs_of(mesh: &Mesh) -> Option<Vec<Polyhedron>> {
    let used = || mesh.triangles.iter().flatten().map(|&v| mesh.vertices[v as usize].z);
    let [low, high] =
        [used().fold(f64::INFINITY, f64::min), used().fold(f64::NEG_INFINITY, f64::max)];
    let mut levels = hollows(mesh)?;
    levels.retain(|z| z - low > SAME_LEVEL_MM && high - z > SAME_LEVEL_MM);
    levels.extend([low, high]);
    levels.sort_by(f64::total_cmp);
    levels.dedup_by(|next, last| *next - *last <= SAME_LEVEL_MM);
    if !(2..=MOST + 1).contains(&levels.len()) {
        return None;
    }
    levels.windows(2).map(|ends| slab(mesh, ends[0], ends[1])).collect()
}

/// The heights at which it turns inwards; `None` where it does so along a side that is not level.
fn hollows(mesh: &Mesh) -> Option<Vec<f64>> {
    let beside = neighbours(mesh);
    let mut levels = Vec::new();
    for t in &mesh.triangles {
        for k in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|i| t[(k + i) % 3]);
            let Some(other) = beside.get(&[b, a]).filter(|_| a < b) else { continue };
            let Some(&d) = mesh.triangles[*other as usize].iter().find(|v| ![a, b].contains(v))
            else {
                continue;
            };
            let [a, b, c, d] = [a, b, c, d].map(|v| mesh.vertices[v as usize]);
            // Both are asked: of a tiny facet the plane is rough, a large one's is not.
            let over = |own: Vec3, x: Vec3| own.try_normalize(0.0).map_or(0.0, |n| n.dot(&(x - a)));
            let [own, next] = [(b - a).cross(&(c - a)), (d - a).cross(&(b - a))];
            if over(own, d).min(over(next, c)) > FLAT_FACE_MM {
                if (b.z - a.z).abs() > SAME_LEVEL_MM {
                    return None;
                }
                levels.push(a.z);
            }
        }
    }
    Some(levels)
}

/// What of a mesh lies between two heights, if that is convex.
fn slab(mesh: &Mesh, low: f64, high: f64) -> Option<Polyhedron> {
    let mut part = Welded::default();
    let mut ends: [Vec<[f64; 2]>; 2] = Default::default();
    for facet in 0..mesh.triangles.len() {
        let facet = mesh.triangle(facet);
        if facet.iter().all(|v| v.z <= low) || facet.iter().all(|v| v.z >= high) {
            continue;
        }
        let kept = cut(&cut(&facet, 1.0, low), -1.0, high);
        ends[0].extend(kept.iter().filter(|v| v.z <= low).map(|v| [v.x, v.y]));
        ends[1].extend(kept.iter().filter(|v| v.z >= high).map(|v| [v.x, v.y]));
        part.put(&kept);
    }
    let [below, above] = ends.map(convex_hull);
    let at = |corners: Vec<[f64; 2]>, z| corners.into_iter().map(move |[x, y]| Vec3::new(x, y, z));
    part.put(&at(below, low).rev().collect::<Vec<_>>());
    part.put(&at(above, high).collect::<Vec<_>>());
    Polyhedron::within(&part.mesh, FLAT_FACE_MM)
}

/// What of a polygon lies above a level, or below it where `sign` is negative.
fn cut(polygon: &[Vec3], sign: f64, level: f64) -> Vec<Vec3> {
    let height = |v: &Vec3| sign * (v.z - level);
    let mut kept = Vec::new();
    for (a, b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        if height(a) >= 0.0 {
            kept.push(*a);
        }
        if height(a) * height(b) < 0.0 {
            // From the same end for both facets at a side.
            let [from, to] = if a.z < b.z { [a, b] } else { [b, a] };
            let mut met = from + (to - from) * ((level - from.z) / (to.z - from.z));
            met.z = level;
            kept.push(met);
        }
    }
    kept
}

/// A mesh whose facets share their corners.
#[derive(Default)]
struct Welded {
    mesh: Mesh,
    places: HashMap<[u64; 3], u32>,
}

impl Welded {
    /// Puts a polygon as a fan of facets.
    fn put(&mut self, polygon: &[Vec3]) {
        let number = |v: &Vec3| {
            let bits = [v.x, v.y, v.z].map(f64::to_bits);
            *self.places.entry(bits).or_insert_with(|| {
                self.mesh.vertices.push(*v);
                self.mesh.vertices.len() as u32 - 1
            })
        };
        let corners: Vec<u32> = polygon.iter().map(number).collect();
        let sides = corners.windows(2).skip(1);
        self.mesh.triangles.extend(sides.map(|side| [corners[0], side[0], side[1]]));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tool::NonconvexMesh;
    use gouge_mesh::mesh::{connected, defects};
    use gouge_random::Random;

    fn slabs_of(mesh: &Mesh) -> Option<(Vec<Solid>, f64)> {
        slabs(mesh, &defects::examine(mesh).shells, &connected(mesh))
    }

    /// Rings of `sides` corners, as single precision has them.
    pub fn turned(rings: &[[f64; 2]], sides: u32) -> Mesh {
        let mut mesh = Mesh::default();
        let single = |v: f64| f64::from(v as f32);
        for [radius, z] in rings {
            for k in 0..sides {
                let a = std::f64::consts::TAU * f64::from(k) / f64::from(sides);
                let at = [radius * a.cos(), radius * a.sin(), *z].map(single);
                mesh.vertices.push(Vec3::from(at));
            }
        }
        for ring in 1..rings.len() as u32 {
            for k in 0..sides {
                let [a, b] = [k, (k + 1) % sides].map(|k| (ring - 1) * sides + k);
                mesh.triangles.extend([[a, b, b + sides], [a, b + sides, a + sides]]);
            }
        }
        let last = (rings.len() as u32 - 1) * sides;
        let fan = |k| [[0, k + 1, k], [last, last + k, last + k + 1]];
        mesh.triangles.extend((1..sides - 1).flat_map(fan));
        mesh
    }

    fn tool(mesh: Mesh) -> NonconvexMesh {
        let shells = defects::examine(&mesh).shells;
        NonconvexMesh::new(mesh, shells).unwrap()
    }

    #[test]
    fn slabs_are_all_of_a_turned_mesh_and_nothing_else() {
        let mut random = Random::new(4);
        for round in 0..20 {
            let mut z = 0.0;
            let ring = |_| {
                z += random.between(0.2, 4.0);
                [random.between(1.0, 8.0), z]
            };
            let rings: Vec<[f64; 2]> = (0..3 + round % 6).map(ring).collect();
            let mesh = turned(&rings, 5 + round as u32 % 20);
            let (slabs, more) = slabs_of(&mesh).unwrap();
            assert!(slabs.len() < rings.len() && more <= FLAT_FACE_MM, "{}", slabs.len());
            let tool = tool(mesh);
            let bounds = tool.bounds();
            for _ in 0..2_000 {
                let share = Vec3::from([(); 3].map(|()| random.between(-0.1, 1.1)));
                let x = bounds.lo + bounds.size().component_mul(&share);
                let told = slabs.iter().map(|s| s.depth(&x).depth).fold(f64::MIN, f64::max);
                let (deep, _) = tool.depth(&x);
                assert!(deep <= 0.0 || told >= -1e-9, "{x:?} {deep} {told}");
                assert!(told <= more || deep >= -1e-9, "{x:?} {deep} {told} {more}");
            }
        }
    }

    #[test]
    fn what_turns_inwards_along_a_flute_has_no_slabs() {
        let mut mesh = turned(&[[4.0, 0.0], [4.0, 9.0]], 12);
        for at in [0, 12] {
            mesh.vertices[at] *= 0.5;
            mesh.vertices[at].z *= 2.0;
        }
        assert!(slabs_of(&mesh).is_none());
    }

    /// Each of two pieces is convex, and what is between them is none of the tool; nor is a void.
    #[test]
    fn loose_pieces_have_slabs_each_and_a_void_has_none() {
        let rings = |scale: f64, z: f64| turned(&[[scale, z], [scale, z + 2.0 * scale]], 6);
        let both = |lower: Mesh, upper: Mesh, turn: bool| {
            let mut mesh = lower;
            let n = mesh.vertices.len() as u32;
            mesh.vertices.extend(upper.vertices);
            let facets = upper.triangles.iter().map(|t| if turn { [t[0], t[2], t[1]] } else { *t });
            mesh.triangles.extend(facets.map(|t| t.map(|v| v + n)));
            mesh
        };
        let apart = both(rings(4.0, 0.0), rings(2.0, 9.0), false);
        let (slabs, _) = slabs_of(&apart).unwrap();
        let deep = |z: f64| {
            let x = Vec3::new(0.1, 0.2, z);
            slabs.iter().map(|s| s.depth(&x).depth).fold(f64::MIN, f64::max)
        };
        assert!(slabs.len() == 2 && deep(4.0) > 1.0 && deep(8.5) < 0.0 && deep(10.0) > 0.5);
        assert!(slabs_of(&both(rings(4.0, 0.0), rings(2.0, 1.0), true)).is_none());
        let mut many = Mesh::default();
        for k in 0..MOST {
            many = both(many, rings(0.1, k as f64), false);
        }
        assert_eq!(slabs_of(&many).unwrap().0.len(), MOST);
        assert!(slabs_of(&both(many, rings(0.1, 999.0), false)).is_none());
    }
}
