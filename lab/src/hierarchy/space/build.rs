//! Subdividing space, largest sets on two threads.

use super::{CUT, Choose, Node, SpaceTree};
use crate::tree::outward;
use gouge_mesh::geom::Aabb;
use gouge_mesh::mesh::Mesh;

/// A triangle on its way into leaves: its box, rounded outward.
#[derive(Clone, Copy)]
pub struct Piece {
    /// Index into the mesh.
    pub triangle: u32,
    /// Least coordinates, mm.
    pub lo: [f32; 3],
    /// Greatest coordinates, mm.
    pub hi: [f32; 3],
}

/// Where a box is cut: what reaches no higher than `faces[0]` may go to the lower child,
/// what reaches no lower than `faces[1]` to the upper one, the rest goes to both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Across which axis.
    pub axis: usize,
    /// Lower child's upper face and upper child's lower face; `faces[0] >= faces[1]`.
    pub faces: [f32; 2],
}

/// Where a piece goes: lower child, upper child.
pub fn sides(plane: &Plane, piece: &Piece) -> [bool; 2] {
    let (lo, hi) = (piece.lo[plane.axis], piece.hi[plane.axis]);
    let (lower, upper) = (hi <= plane.faces[0], lo >= plane.faces[1]);
    match (lower, upper) {
        (true, true) => {
            let low = f64::from(lo) + f64::from(hi)
                < f64::from(plane.faces[0]) + f64::from(plane.faces[1]);
            [low, !low]
        }
        (false, false) => [true, true],
        one => [one.0, one.1],
    }
}

/// Sets larger than this are built on two threads; a count, so that the layout does not
/// depend on them.
const PARALLEL_PIECES: usize = 8192;

/// Leaves hold at most this many entries a piece, all together: long slivers would otherwise be
/// copied into every cell along their way, as often as there are cells.
const MOST_COPIES: f64 = 8.0;

/// Nodes and lists of a subtree, links counted from its own start.
#[derive(Default)]
struct Part {
    nodes: Vec<Node>,
    lists: Vec<u32>,
}

pub(super) fn build<C: Choose>(mesh: &Mesh, chosen_by: C) -> SpaceTree<C> {
    let mut root = Aabb::EMPTY;
    let pieces: Vec<Piece> = (0..mesh.triangles.len())
        .map(|i| {
            let b = Aabb::around(mesh.triangle(i));
            root = root.union(&b);
            let corner =
                |round: fn(f64) -> f32, v: gouge_mesh::geom::Vec3| [0, 1, 2].map(|k| round(v[k]));
            Piece {
                triangle: i as u32,
                lo: corner(outward::below, b.lo),
                hi: corner(outward::above, b.hi),
            }
        })
        .collect();
    let part = if pieces.is_empty() {
        Part::default()
    } else {
        let total = mesh.triangles.len();
        Grower { choose: &chosen_by, total }.grow(root, pieces, 0, MOST_COPIES)
    };
    SpaceTree { root, nodes: part.nodes, lists: part.lists, chosen_by }
}

struct Grower<'a, C> {
    choose: &'a C,
    total: usize,
}

impl<C: Choose> Grower<'_, C> {
    /// `room`: entries a piece that the leaves below may come to.
    fn grow(&self, bounds: Aabb, pieces: Vec<Piece>, depth: u32, room: f64) -> Part {
        let plane = self.choose.plane(&bounds, &pieces, self.total, depth).and_then(|plane| {
            let room = room * pieces.len() as f64 / count(&plane, &pieces);
            (room >= 1.0).then_some((plane, room))
        });
        let Some((plane, room)) = plane else {
            return Part {
                nodes: vec![Node { link: 0, count: pieces.len() as u32, faces: [0.0; 2], axis: 0 }],
                lists: pieces.iter().map(|p| p.triangle).collect(),
            };
        };
        let (mut below, mut above) = (bounds, bounds);
        below.hi[plane.axis] = below.hi[plane.axis].min(plane.faces[0].into());
        above.lo[plane.axis] = above.lo[plane.axis].max(plane.faces[1].into());
        let share = |side: usize| -> Vec<Piece> {
            pieces.iter().filter(|p| sides(&plane, p)[side]).copied().collect()
        };
        let (lower, upper) = (share(0), share(1));
        let large = pieces.len() > PARALLEL_PIECES;
        drop(pieces);
        let lower = move || self.grow(below, lower, depth + 1, room);
        let upper = move || self.grow(above, upper, depth + 1, room);
        let (lower, upper) = if large { rayon::join(lower, upper) } else { (lower(), upper()) };
        join(plane, [lower, upper])
    }
}

/// Entries of both children together.
fn count(plane: &Plane, pieces: &[Piece]) -> f64 {
    pieces.iter().flat_map(|p| sides(plane, p)).filter(|side| *side).count() as f64
}

/// A node above two subtrees: their roots side by side, then the rest of each.
fn join(plane: Plane, [lower, upper]: [Part; 2]) -> Part {
    let mut part = lower;
    let shifts = [2, 1 + part.nodes.len() as u32];
    let listed = part.lists.len() as u32;
    let moved = |n: &Node, side: usize| Node {
        link: n.link + if n.count == CUT { shifts[side] } else { listed * side as u32 },
        ..*n
    };
    let node = Node { link: 1, count: CUT, faces: plane.faces, axis: plane.axis as u8 };
    let mut nodes = vec![node, moved(&part.nodes[0], 0), moved(&upper.nodes[0], 1)];
    nodes.extend(part.nodes[1..].iter().map(|n| moved(n, 0)));
    nodes.extend(upper.nodes[1..].iter().map(|n| moved(n, 1)));
    part.nodes = nodes;
    part.lists.extend(upper.lists);
    part
}
