//! Where a mesh is deeper than its own facets tell: next to those of its bodies that lie in one
//! another, and next to pockets that it fills when it grows by a ball.
//!
//! A point whose nearest facet lies inside of all bodies together is no farther from the outside
//! than that facet is, and it from the facet.
//!
//! Let K be the mesh, g the ball's radius, y a point of K's surface that is nearest to some x, and
//! n the direction from one to the other, outwards. Where y + g n is no nearer to K than g, it is
//! not inside of what grew, and x is as deep in that as in K and g more. That is so where nothing
//! of K within 2 g of y is higher along n than y: `|y + g n - q|² = g² - 2 g n·(q - y) + |q - y|²`.
//! A point of an edge has a direction between those of the facets that meet there, so it is enough
//! that this holds of all of them.
//!
//! About the other facets, those next to a pocket, x is no farther from the outside of what grew
//! than its nearest point y is, and x from y. Nor is it farther than from what is g above any facet
//! that is no such.

use std::collections::VecDeque;

use super::NonconvexMesh;
use crate::sweep::Patch;
use crate::tolerance::{FLAT_FACE_MM, FLOAT_MM};
use crate::tree::{Hierarchy, KdopTree, nearest};
use gouge_mesh::geom::{self, Aabb, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// The pieces of a mesh's surface that have material on both sides, at once or when it has grown.
pub struct Filled {
    /// By how much it grows, mm.
    by: f64,
    /// Smaller cells than this say no more, mm.
    finest: f64,
    /// No point of the pieces is farther from the outside of what grew, mm.
    out: f64,
    /// Nothing at all is deeper in what grew, mm.
    most: f64,
    pieces: Mesh,
    tree: KdopTree<9>,
    /// All others.
    clear: Clear,
}

/// The pieces of a mesh's surface with the outside above them, when it has grown.
struct Clear {
    pieces: Mesh,
    /// Unit normals to the outside; zero where that is not needed.
    normals: Vec<Vec3>,
    tree: KdopTree<9>,
}

impl Filled {
    /// Those of a mesh that grows by `by`, mm; `None` where it fills nothing. What is inside of its
    /// bodies stays so.
    pub(super) fn new(mesh: &NonconvexMesh, by: f64) -> Option<Self> {
        let size = mesh.bounds().size();
        let least = (PIECE_SHARE * by).max(size.max() / FINEST);
        let (mut pieces, outer) = match mesh.filled() {
            Some(inner) => (facets_of(&inner.pieces), facets_of(&inner.clear.pieces)),
            None => (Vec::new(), mesh.triangles()),
        };
        let mut ways = vec![f64::INFINITY; pieces.len()];
        let mut open: VecDeque<(Triangle, Vec3)> =
            outer.into_iter().map(|piece| (piece, mesh.outward(&piece))).collect();
        let mut clear: Vec<(Triangle, Vec3)> = Vec::new();
        let mut left = MOST_PIECES;
        while let Some((piece, normal)) = open.pop_front() {
            if is_clear(mesh, &piece, &normal, by) {
                clear.push((piece, normal));
                continue;
            }
            let (side, length) = geom::longest_side(&piece);
            if length > least && left > 0 {
                left -= 1;
                open.extend(geom::halves(&piece, side).map(|half| (half, normal)));
                continue;
            }
            ways.push(way_out(mesh, &piece, &normal, by));
            pieces.push(piece);
        }
        // What grew lies in the box around it, moved out: so does any ball in it.
        let most = 0.5 * size.min() + by;
        let mut filled = Self::of(&pieces, clear, by, most)?;
        let out = |(piece, way): (&Triangle, &f64)| way.min(filled.clear.from(piece, by) + by);
        filled.out = pieces.iter().zip(&ways).map(out).fold(by, f64::max);
        filled.finest = FINE_SHARE * by;
        Some(filled)
    }

    /// Those of a mesh whose bodies touch or lie in one another, as it is; `None` where none do.
    pub(super) fn inner(mesh: &NonconvexMesh, bodies: &[usize]) -> Option<Self> {
        let size = mesh.bounds().size();
        let least = size.max() / FINEST_INNER;
        let triangles = mesh.triangles().into_iter();
        let mut open: VecDeque<(Triangle, usize)> = triangles.zip(bodies.iter().copied()).collect();
        let (mut inner, mut outer): (Vec<Triangle>, Vec<Triangle>) = (Vec::new(), Vec::new());
        let mut left = MOST_PIECES;
        while let Some((piece, body)) = open.pop_front() {
            let (side, length) = geom::longest_side(&piece);
            match mesh.meets_other(&piece, |facet| bodies[facet] != body) {
                false if mesh.has_both_sides_in(&piece) => inner.push(piece),
                false => outer.push(piece),
                true if length > least && left > 0 => {
                    left -= 1;
                    open.extend(geom::halves(&piece, side).map(|half| (half, body)));
                }
                true => inner.push(piece),
            }
        }
        let most = 0.5 * size.min();
        let outer = outer.into_iter().map(|piece| (piece, Vec3::zeros())).collect();
        let mut filled = Self::of(&inner, outer, 0.0, most)?;
        let out = inner.iter().map(|piece| filled.clear.from(piece, 0.0));
        filled.out = out.fold(FLOAT_MM, f64::max).min(most);
        filled.finest = FINE_SHARE * filled.out;
        Some(filled)
    }

    /// As deep as nothing is deeper, before more is told.
    fn of(pieces: &[Triangle], clear: Vec<(Triangle, Vec3)>, by: f64, most: f64) -> Option<Self> {
        let pieces = mesh_of(pieces);
        let tree = (!pieces.triangles.is_empty()).then(|| KdopTree::build(&pieces))?;
        let (facets, normals): (Vec<Triangle>, Vec<Vec3>) = clear.into_iter().unzip();
        let clear = mesh_of(&facets);
        let clear = Clear { tree: KdopTree::build(&clear), pieces: clear, normals };
        Some(Self { by, finest: 0.0, out: most, most, pieces, tree, clear })
    }

    /// How deep points are in what grew at most, what that grew by not counted, told from the facets
    /// with the outside above them, mm; and as much of the point in the `middle` of them.
    pub fn below_clear(&self, middle: &Vec3, corners: impl Iterator<Item = Vec3>) -> [f64; 2] {
        let own = self.clear.farthest(middle, [*middle].into_iter(), self.by);
        [self.clear.farthest(middle, corners, self.by), own]
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
        self.finest
    }
}

impl Clear {
    /// How far the points between some corners are from the outside of what grew by `by` at most, that
    /// not counted, by the facet that is nearest to a point amid them, mm.
    ///
    /// The distances to the facet and to a place above it are convex: greatest at a corner.
    fn farthest(&self, middle: &Vec3, corners: impl Iterator<Item = Vec3>, by: f64) -> f64 {
        let told = nearest(&self.tree, &self.pieces, *middle, f64::INFINITY);
        let Some((_, number)) = told else { return f64::INFINITY };
        let facet = self.pieces.triangle(number as usize);
        let outside = closest_on_triangle(middle, &facet) + self.normals[number as usize] * by;
        let [mut to_facet, mut to_place] = [0.0f64; 2];
        for corner in corners {
            to_facet = to_facet.max((closest_on_triangle(&corner, &facet) - corner).norm());
            to_place = to_place.max((outside - corner).norm());
        }
        to_facet.min(to_place - by) + FLOAT_MM
    }

    /// The same of all points of a facet.
    fn from(&self, facet: &Triangle, by: f64) -> f64 {
        let middle = (facet[0] + facet[1] + facet[2]) / 3.0;
        self.farthest(&middle, facet.iter().copied(), by)
    }
}

/// The facets of a mesh.
fn facets_of(mesh: &Mesh) -> Vec<Triangle> {
    (0..mesh.triangles.len()).map(|i| mesh.triangle(i)).collect()
}

/// Some facets as a mesh.
fn mesh_of(facets: &[Triangle]) -> Mesh {
    let triangles = (0..facets.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh { vertices: facets.iter().flatten().copied().collect(), triangles }
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

/// A cell is small next to a pocket at this share of what the mesh grows by, and next to a facet in
/// another body at this share of the way out.
const FINE_SHARE: f64 = 0.25;

/// Pieces are halved down to this share of what a mesh grows by, and no finer than a share of its
/// size.
const PIECE_SHARE: f64 = 0.5;
const FINEST: f64 = 512.0;

/// Where bodies meet pieces are halved down to this share of the size of them all.
const FINEST_INNER: f64 = 64.0;

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

    /// Its ends along each axis, mm.
    type Brick = [[f64; 2]; 3];

    /// Bricks that touch or overlap, as one mesh.
    fn bricks(all: &[Brick]) -> NonconvexMesh {
        let mut mesh = Mesh::default();
        for brick in all {
            let first = mesh.vertices.len() as u32;
            let corner = |k: usize| Vec3::from_fn(|axis, _| brick[axis][k >> axis & 1]);
            mesh.vertices.extend((0..8).map(corner));
            let quads = [
                [0, 2, 3, 1],
                [4, 5, 7, 6],
                [0, 1, 5, 4],
                [2, 6, 7, 3],
                [0, 4, 6, 2],
                [1, 3, 7, 5],
            ];
            let facets = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
            mesh.triangles.extend(facets.map(|t: [u32; 3]| t.map(|v| first + v)));
        }
        let shells = defects::examine(&mesh).shells;
        NonconvexMesh::new(mesh, shells).unwrap()
    }

    /// How far a point is from the outside of all bricks together, mm: all their planes cut space
    /// into boxes, each of them inside or outside.
    fn way_out_of_bricks(all: &[Brick], x: &Vec3) -> f64 {
        let ends = |axis: usize| {
            let mut ends: Vec<f64> = all.iter().flat_map(|brick| brick[axis]).collect();
            ends.extend([-1e3, 1e3]);
            ends.sort_by(f64::total_cmp);
            ends
        };
        let [xs, ys, zs] = [0, 1, 2].map(ends);
        let mut best = f64::INFINITY;
        for a in xs.windows(2) {
            for b in ys.windows(2) {
                for c in zs.windows(2) {
                    let cell = [a, b, c];
                    let middle = [0, 1, 2].map(|k| 0.5 * (cell[k][0] + cell[k][1]));
                    let holds = |brick: &Brick| {
                        (0..3).all(|k| brick[k][0] < middle[k] && middle[k] < brick[k][1])
                    };
                    if !all.iter().any(holds) {
                        let near = Vec3::from_fn(|k, _| x[k].clamp(cell[k][0], cell[k][1]));
                        best = best.min((near - x).norm());
                    }
                }
            }
        }
        best
    }

    /// Each body counted alone: with one more in or on it, a tool was less deep.
    #[test]
    fn nothing_is_deeper_in_bodies_together_than_said() {
        let mut random = Random::new(5);
        let (mut inner, mut own) = (0, 0);
        for round in 0..30 {
            let mut end = |from: f64, to: f64| (2.0 * random.between(from, to)).round() / 2.0;
            let mut all: Vec<Brick> = vec![[[-2.0, 2.0]; 3]];
            for _ in 0..=round % 3 {
                // One more face to face with the first, through it, or within it.
                let side = |low: f64, size: f64| [low, low + size];
                let [a, b, c] = [(); 3].map(|()| side(end(-3.0, 2.0), end(0.5, 3.0).max(0.5)));
                all.push(if round % 2 == 0 { [side(2.0, end(1.0, 3.0)), b, c] } else { [a, b, c] });
            }
            let mesh = bricks(&all);
            // What grew is deeper by no less than that, wherever the mesh is.
            let by = [0.0, 0.004, 0.05, 0.3][round % 4];
            let piece = Piece::Nonconvex(if by > 0.0 { mesh.to_grow(by) } else { mesh });
            for _ in 0..60 {
                let at = random.vector(3.0);
                let tri = [(); 3].map(|()| at + random.vector(0.4));
                let travel = random.vector(0.3);
                let found = deepest(
                    &piece,
                    &tri,
                    &Segment::straight(Vec3::zeros(), travel),
                    0.0,
                    &Gap::of(1e-3),
                );
                let hi = found.map_or(0.0, |found| found.hi);
                inner += usize::from(found.is_some_and(|found| found.hi > found.lo + 0.01));
                own += usize::from(found.is_some_and(|found| found.hi <= found.lo + 0.01));
                for _ in 0..8 {
                    let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                    let y = tri[0] + (tri[1] - tri[0]) * u + (tri[2] - tri[0]) * v;
                    let x = y - travel * random.between(0.0, 1.0);
                    let deep = way_out_of_bricks(&all, &x);
                    assert!(deep <= hi + 1e-6, "{all:?} {x:?} {deep} {hi}");
                }
            }
        }
        assert!(inner > 100 && own > 100, "{inner} {own}");
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
