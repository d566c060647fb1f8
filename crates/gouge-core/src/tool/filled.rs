//! What a mesh fills of its pockets when it grows by a ball.
//!
//! Let K be the mesh, g the ball's radius, y a point of K's surface that is nearest to some x, and
//! n the direction from one to the other, outwards. Where y + g n is no nearer to K than g, it is
//! not inside of what grew, and x is as deep in that as in K and g more. That is so where nothing
//! of K within 2 g of y is higher along n than y: `|y + g n - q|² = g² - 2 g n·(q - y) + |q - y|²`.
//! A point of an edge has a direction between those of the facets that meet there, so it is enough
//! that this holds of all of them.
//!
//! About the other facets, those next to a pocket, x is no farther from the outside of what grew
//! than its nearest point y is, and x from y.

use std::collections::VecDeque;

use super::NonconvexMesh;
use crate::sweep::Patch;
use crate::tolerance::{FLAT_FACE_MM, FLOAT_MM};
use crate::tree::{Hierarchy, KdopTree, nearest};
use gouge_mesh::geom::{self, Aabb, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// The pieces of a mesh's surface above which growing fills something.
pub struct Filled {
    /// By how much it grows, mm.
    by: f64,
    /// No point of the pieces is farther from the outside of what grew, mm.
    out: f64,
    /// Nothing at all is deeper in what grew, mm.
    most: f64,
    pieces: Mesh,
    tree: KdopTree<9>,
}

impl Filled {
    /// Those of a mesh that grows by `by`, mm; `None` where it fills nothing.
    pub(super) fn new(mesh: &NonconvexMesh, by: f64) -> Option<Self> {
        let size = mesh.bounds().size();
        let least = (PIECE_SHARE * by).max(size.max() / FINEST);
        let mut open: VecDeque<(Triangle, Vec3)> =
            mesh.triangles().into_iter().map(|facet| (facet, mesh.outward(&facet))).collect();
        let mut pieces: Vec<Triangle> = Vec::new();
        let mut out = by;
        let mut left = MOST_PIECES;
        while let Some((piece, normal)) = open.pop_front() {
            if is_clear(mesh, &piece, &normal, by) {
                continue;
            }
            let (side, length) = geom::longest_side(&piece);
            if length > least && left > 0 {
                left -= 1;
                open.extend(geom::halves(&piece, side).map(|half| (half, normal)));
                continue;
            }
            out = out.max(way_out(mesh, &piece, &normal, by));
            pieces.push(piece);
        }
        if pieces.is_empty() {
            return None;
        }
        let triangles = (0..pieces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let pieces = Mesh { vertices: pieces.into_iter().flatten().collect(), triangles };
        let tree = KdopTree::build(&pieces);
        // What grew lies in the box around it, moved out: so does any ball in it.
        Some(Self { by, out, most: 0.5 * size.min() + by, pieces, tree })
    }

    /// How deep in what did not grow anything is that is `level` deep in what grew, what that grew
    /// by not counted, at least, mm.
    pub fn least(&self, level: f64) -> f64 {
        // What is outside is no deeper than where the pieces are.
        let inside = level - (self.out - self.by) - FLOAT_MM;
        if level > self.out { inside } else { inside.min(-self.by - FLOAT_MM) }
    }

    /// Whether what of the surface is nearest to any point within `reach` of a middle, which is
    /// `depth` deep, may be next to a pocket, mm.
    pub fn is_near(&self, middle: &Vec3, depth: f64, reach: f64) -> bool {
        let far = depth.abs() + 2.0 * reach + FLOAT_MM;
        nearest(&self.tree, &self.pieces, *middle, far).is_some()
    }

    /// How deep points next to pockets are in what grew at most, what that grew by not counted, of
    /// which none is deeper than `hi` in what did not grow or farther from that than `away`, mm;
    /// `None` where that is farther than what it grows by.
    pub fn deepest(&self, hi: f64, away: f64) -> Option<f64> {
        // What is outside is no farther away than it grows by.
        let out = || (hi.max(away.min(self.by)) + self.out).min(self.most) - self.by;
        (hi >= -self.by).then(out)
    }

    /// Where something is `lo` deep in what did not grow, no more has to be told of what grew than
    /// this, mm.
    pub fn enough(&self, lo: f64) -> f64 {
        lo + ENOUGH_SHARE * (lo + self.by).max(0.0)
    }

    /// Cells of which no point is farther from the middle say as much as smaller ones, mm.
    pub fn finest(&self) -> f64 {
        FINE_SHARE * self.by
    }
}

/// Whether nothing of the mesh near a piece of a facet is above that, so that what is above it
/// stays outside where the mesh grows: by no more than half of what a face may be uneven, which is
/// counted.
fn is_clear(mesh: &NonconvexMesh, piece: &Triangle, normal: &Vec3, by: f64) -> bool {
    let near = Aabb::around(*piece).grown(2.0 * (by + FLAT_FACE_MM) + FLOAT_MM);
    let level = normal.dot(&piece[0]) + FLAT_FACE_MM;
    let mut clear = *normal != Vec3::zeros();
    let mut looks = 0;
    mesh.faces_in(&near, |face| {
        // Where a mesh grows by much of its size, each facet would be held against all.
        looks += 1;
        clear &= looks <= MOST_LOOKS;
        let high = face.iter().map(|c| normal.dot(c)).fold(f64::NEG_INFINITY, f64::max);
        if high > level {
            let near = Patch::whole(face).clipped(&near);
            clear &= near.is_none_or(|patch| patch.heights(normal).1 <= level);
        }
        clear
    });
    clear
}

/// How far points of a piece of a facet are from the outside of what grew at most, mm; infinite
/// where none is found.
fn way_out(mesh: &NonconvexMesh, piece: &Triangle, normal: &Vec3, by: f64) -> f64 {
    let middle = (piece[0] + piece[1] + piece[2]) / 3.0;
    let mut at = middle + normal * by;
    for _ in 0..STEPS_OUT {
        let (depth, face) = mesh.depth(&at);
        if depth <= -by {
            return piece.iter().map(|c| (c - at).norm()).fold(0.0, f64::max) + FLOAT_MM;
        }
        let near = closest_on_triangle(&at, &face);
        let away = (at - near) * -depth.signum();
        let Some(away) = away.try_normalize(FLOAT_MM) else { break };
        // A little farther than to the ball about what is nearest, so that corners are left soon.
        at = near + away * (by * STRIDE);
    }
    f64::INFINITY
}

/// The share of a depth in what grew to which it is told: half of what a region promises.
const ENOUGH_SHARE: f64 = 0.005;

/// A cell is small next to a pocket at this share of what the mesh grows by.
const FINE_SHARE: f64 = 0.25;

/// Pieces are halved down to this share of what a mesh grows by, and no finer than a share of its
/// size.
const PIECE_SHARE: f64 = 0.5;
const FINEST: f64 = 512.0;

/// As often pieces are halved at most.
const MOST_PIECES: usize = 40_000;

/// More facets are not looked at before a piece counts as next to a pocket.
const MOST_LOOKS: usize = 2_048;

/// Steps on the way out of a pocket, and how far each goes, as a share of what the mesh grows by.
const STEPS_OUT: usize = 60;
const STRIDE: f64 = 1.02;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Gap, Segment, deepest};
    use crate::tool::Piece;
    use gouge_mesh::mesh::defects;
    use gouge_random::Random;

    /// A prism along Y over a rim, which `caps` cuts into triangles, 2 mm thick.
    fn prism(rim: &[[f64; 2]], caps: &[[u32; 3]]) -> NonconvexMesh {
        let count = rim.len() as u32;
        let mut mesh = Mesh::default();
        for y in [-1.0, 1.0] {
            mesh.vertices.extend(rim.iter().map(|[x, z]| Vec3::new(*x, y, *z)));
        }
        for k in 0..count {
            let next = (k + 1) % count;
            mesh.triangles.extend([[k, next, next + count], [k, next + count, k + count]]);
        }
        for &[a, b, c] in caps {
            mesh.triangles.extend([[a, b, c], [a + count, c + count, b + count]]);
        }
        let shells = defects::examine(&mesh).shells;
        NonconvexMesh::new(mesh, shells).unwrap()
    }

    /// A bar with a post on it, a fork, and a wedge cut out of a block.
    fn shapes() -> [NonconvexMesh; 3] {
        let post =
            [[-6., 0.], [6., 0.], [6., 2.], [2., 2.], [2., 6.], [-2., 6.], [-2., 2.], [-6., 2.]];
        let fork =
            [[-3., 0.], [3., 0.], [3., 5.], [1., 5.], [1., 2.], [-1., 2.], [-1., 5.], [-3., 5.]];
        let wedge = [[-4., 0.], [4., 0.], [4., 5.], [0.7, 5.], [0., 1.5], [-0.7, 5.], [-4., 5.]];
        [
            prism(&post, &[[0, 7, 1], [7, 2, 1], [7, 3, 2], [7, 6, 3], [6, 4, 3], [6, 5, 4]]),
            prism(&fork, &[[0, 5, 1], [5, 4, 1], [4, 2, 1], [4, 3, 2], [0, 7, 6], [0, 6, 5]]),
            prism(&wedge, &[[0, 4, 1], [4, 2, 1], [4, 3, 2], [0, 6, 5], [0, 5, 4]]),
        ]
    }

    /// How far a point is from the outside of what grew, or a little more, mm: the nearest of many
    /// places out there, brought nearer as long as that goes.
    fn way_out_of(mesh: &NonconvexMesh, x: &Vec3, by: f64, random: &mut Random) -> f64 {
        let outside = |way: &Vec3| mesh.depth(&(x + way)).0 <= -by;
        let aside = |side: f64| Vec3::y() * (side * (1.0 + by) - x.y);
        let [mut best, other] = [aside(-1.0), aside(1.0)];
        if other.norm() < best.norm() {
            best = other;
        }
        let mut width = 1.0;
        for i in 0..4500 {
            // The shapes are prisms: many of the shortest ways lead across their length.
            let across = Vec3::new(1.0, f64::from(i % 2), 1.0);
            let way = match i {
                0..4000 => random.vector(best.norm()).component_mul(&across),
                _ => best * random.between(1.0 - width, 1.0) + random.vector(width * best.norm()),
            };
            if way.norm() < best.norm() && outside(&way) {
                best = way;
            } else if i >= 4000 {
                width *= 0.985;
            }
        }
        best.norm()
    }

    /// What a mesh fills counted as deep as half the thin side of its box, and as no less than the
    /// mesh otherwise: 3.2 where 0.7 is true.
    #[test]
    fn facets_in_a_mesh_that_grew_are_no_deeper_than_said_and_next_to_no_pocket_as_deep() {
        let mut random = Random::new(11);
        let (mut told, mut filled) = (0, 0);
        for mesh in shapes() {
            for by in [0.05, 0.3, 1.2, 2.0] {
                let grown = mesh.to_grow(by);
                let corners = &grown.filled().unwrap().pieces.vertices[..];
                let grown = Piece::Nonconvex(grown.clone());
                for _ in 0..40 {
                    let at = random.vector(4.0).component_mul(&Vec3::new(1.2, 0.3, 0.8));
                    let mut tri = [(); 3].map(|()| at + Vec3::z() * 2.5 + random.vector(0.6));
                    let (from, mut travel) = (random.vector(0.2), random.vector(0.5));
                    if random.chance(0.7) {
                        // Small, mostly next to a pocket.
                        let corner = corners[random.below(corners.len())] + random.vector(by);
                        let at = if random.chance(0.6) { corner } else { at + Vec3::z() * 2.5 };
                        tri = [(); 3].map(|()| at + from + random.vector(0.1 * by));
                        travel *= 0.1 * by;
                    }
                    let way = Segment::straight(from, travel);
                    let found = deepest(&grown, &tri, &way, -by, &Gap::of(1e-3));
                    let own = Piece::Nonconvex(mesh.clone());
                    let before = deepest(&own, &tri, &way, -by, &Gap::of(1e-3));
                    let most = found.map_or(0.0, |found| found.hi + by);
                    if let (Some(found), Some(before)) = (found, before) {
                        told += usize::from(found.hi <= before.hi + 1e-3 + 1e-5);
                        filled += usize::from(found.hi > before.hi + 1e-3 + 1e-5);
                    }
                    for _ in 0..4 {
                        let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                        let y = tri[0] + (tri[1] - tri[0]) * u + (tri[2] - tri[0]) * v;
                        let x = y - from - travel * random.between(0.0, 1.0);
                        let deep = way_out_of(&mesh, &x, by, &mut random);
                        assert!(deep <= most + 0.02 + 0.02 * deep, "{by} {x:?} {deep} {most}");
                    }
                }
            }
        }
        assert!(told > 60 && filled > 20, "{told} {filled}");
    }

    /// Half its height bounded the depth of what grew, 3.1 where the thin side leaves 1.1.
    #[test]
    fn nothing_is_deeper_than_the_thin_side_of_the_box_leaves() {
        let [mesh, ..] = shapes();
        let mut random = Random::new(11);
        for by in [0.01, 0.14, 0.6, 2.0] {
            let filled = Filled::new(&mesh, by).unwrap();
            let most = filled.most;
            assert!(most <= 1.0 + by + 1e-9, "{most}");
            for _ in 0..2000 {
                let q = random.vector(7.0) + Vec3::z() * 3.0;
                let beyond = |way: f64| q + Vec3::y() * (way * (most + 1e-6));
                let outside = [-1.0, 1.0].map(|way| mesh.depth(&beyond(way)).0 <= -by);
                assert!(outside.contains(&true), "{by} {q:?}");
            }
        }
    }
}
