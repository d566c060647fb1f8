//! A binary tree of bounding volumes of one kind, built top-down by splitting at centroids.
//!
//! Everything but the volume itself is here: layout, parallel build, cursors. Siblings are
//! adjacent, so a node links only to the first of its children.

use super::split::{Item, Splitting};
use super::{Hierarchy, Open};
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// A bounding volume.
pub trait Volume: Copy + Send + Sync {
    /// A sweep prepared for testing against this kind of volume.
    type Probe;

    /// Holds nothing.
    const EMPTY: Self;
    /// Whether a volume may be met where the box of a triangle in it is not.
    const LOOSE: bool;

    /// Around the triangles of `items`, grown by `inflate` mm on all sides.
    fn around(mesh: &Mesh, items: &[Item], inflate: f64) -> Self;
    /// Around what two volumes hold, which is `items` together.
    fn join(mesh: &Mesh, items: &[Item], inflate: f64, a: &Self, b: &Self) -> Self;
    /// Prepares a sweep; everything tested lies within `bounds`.
    fn probe(swept: &Swept, bounds: &Aabb) -> Self::Probe;
    /// False only if no point of the volume is deeper than `depth` in the sweep.
    fn meets(&self, probe: &Self::Probe, depth: f64) -> bool;
    /// A box around the volume.
    fn bounds(&self) -> Aabb;
    /// No point of the volume is nearer to `p`, mm.
    fn gap(&self, p: &Vec3) -> f64 {
        self.bounds().gap(p)
    }
    /// Whether `point` is inside.
    fn holds(&self, point: &Vec3) -> bool;
    /// Content in mm³, for comparing splits.
    fn size(&self) -> f64;
}

/// A bounding volume and what lies below it.
#[derive(Clone, Copy)]
pub struct Node<V> {
    /// Around everything below.
    pub volume: V,
    /// First child, or first entry of `order` at a leaf.
    pub link: u32,
    /// Triangles at a leaf, 0 at an inner node.
    pub count: u32,
}

/// A binary tree of volumes `V` over the triangles of a mesh.
pub struct BinaryTree<V> {
    nodes: Vec<Node<V>>,
    order: Vec<u32>,
    /// Of the mesh.
    bounds: Aabb,
}

/// Sets larger than this are split on two threads. A count, not a share of the threads, so
/// that the layout does not depend on them.
const PARALLEL_TRIANGLES: usize = 16_384;

impl<V: Volume> BinaryTree<V> {
    /// Builds the tree of `mesh`.
    pub fn with(mesh: &Mesh, splitting: &Splitting) -> Self {
        let mut items = Item::all(mesh);
        let grower = Grower { mesh, splitting };
        let nodes: Vec<Node<V>> =
            if items.is_empty() { Vec::new() } else { grower.grow(&mut items, 0, 0) };
        Self::from_parts(nodes, items.iter().map(|i| i.triangle).collect(), mesh.bounds())
    }

    /// A tree of nodes, root first, and the triangles that their leaves name.
    pub fn from_parts(nodes: Vec<Node<V>>, order: Vec<u32>, bounds: Aabb) -> Self {
        Self { nodes, order, bounds }
    }

    /// The nodes, root first, and the triangles that their leaves name.
    pub fn parts(&self) -> (&[Node<V>], &[u32]) {
        (&self.nodes, &self.order)
    }

    /// The volume at `at`.
    pub fn volume(&self, at: u32) -> &V {
        &self.nodes[at as usize].volume
    }

    /// A box around the whole mesh.
    pub fn whole(&self) -> &Aabb {
        &self.bounds
    }

    /// Number of nodes, leaves included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }
}

struct Grower<'a> {
    mesh: &'a Mesh,
    splitting: &'a Splitting,
}

impl Grower<'_> {
    fn leaf<V: Volume>(&self, items: &[Item], first: u32) -> Node<V> {
        let volume = V::around(self.mesh, items, self.splitting.inflate);
        Node { volume, link: first, count: items.len() as u32 }
    }

    fn split<V: Volume>(&self, items: &mut [Item], depth: u32) -> usize {
        self.splitting.split(items, depth, |a, b| {
            [a, b].map(|side| V::around(self.mesh, side, self.splitting.inflate).size())
        })
    }

    fn join<V: Volume>(&self, items: &[Item], a: &Node<V>, b: &Node<V>, link: u32) -> Node<V> {
        let inflate = self.splitting.inflate;
        let volume = V::join(self.mesh, items, inflate, &a.volume, &b.volume);
        Node { volume, link, count: 0 }
    }

    /// The subtree of `items`, root first, links counted from its own start. `first` is the
    /// place of the first item in the whole order.
    fn grow<V: Volume>(&self, items: &mut [Item], first: u32, depth: u32) -> Vec<Node<V>> {
        if items.len() <= PARALLEL_TRIANGLES {
            let mut nodes = vec![Node { volume: V::EMPTY, link: 0, count: 0 }];
            nodes.reserve(2 * items.len());
            self.fill(&mut nodes, 0, items, first, depth);
            return nodes;
        }
        let count = self.split::<V>(items, depth);
        let (a, b) = items.split_at_mut(count);
        let (a, b) = rayon::join(
            || self.grow::<V>(a, first, depth + 1),
            || self.grow::<V>(b, first + count as u32, depth + 1),
        );
        let mut nodes = Vec::with_capacity(1 + a.len() + b.len());
        nodes.push(self.join(items, &a[0], &b[0], 1));
        // The children's roots come first, then what lay below each.
        let shifts = [2, 1 + a.len() as u32];
        let moved = |node: &Node<V>, shift: u32| Node {
            link: if node.count == 0 { node.link + shift } else { node.link },
            ..*node
        };
        nodes.extend([moved(&a[0], shifts[0]), moved(&b[0], shifts[1])]);
        nodes.extend(a[1..].iter().map(|n| moved(n, shifts[0])));
        nodes.extend(b[1..].iter().map(|n| moved(n, shifts[1])));
        nodes
    }

    /// Fills in `nodes[at]` and appends everything below it.
    fn fill<V: Volume>(
        &self,
        nodes: &mut Vec<Node<V>>,
        at: usize,
        items: &mut [Item],
        first: u32,
        depth: u32,
    ) {
        if items.len() <= self.splitting.leaf.max(1) {
            nodes[at] = self.leaf(items, first);
            return;
        }
        let link = nodes.len();
        let empty = Node { volume: V::EMPTY, link: 0, count: 0 };
        nodes.extend([empty, empty]);
        let count = self.split::<V>(items, depth);
        let (a, b) = items.split_at_mut(count);
        self.fill(nodes, link, a, first, depth + 1);
        self.fill(nodes, link + 1, b, first + count as u32, depth + 1);
        nodes[at] = self.join(items, &nodes[link], &nodes[link + 1], link as u32);
    }
}

impl<V: Volume> Hierarchy for BinaryTree<V> {
    type Cursor = u32;
    type Probe = V::Probe;
    type Trace = ();

    const LOOSE: bool = V::LOOSE;

    fn build(mesh: &Mesh) -> Self {
        Self::with(mesh, &Splitting::default())
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.order[..])
    }

    fn probe(&self, swept: &Swept) -> V::Probe {
        V::probe(swept, &self.bounds)
    }

    fn root(&self) -> Option<u32> {
        (!self.nodes.is_empty()).then_some(0)
    }

    #[inline]
    fn open(&self, at: &u32) -> Open<'_, u32> {
        let node = &self.nodes[*at as usize];
        if node.count == 0 {
            Open::Pair(node.link, node.link + 1)
        } else {
            Open::Leaf(&self.order[node.link as usize..][..node.count as usize])
        }
    }

    #[inline]
    fn meets(&self, at: &u32, probe: &V::Probe, depth: f64) -> Option<()> {
        self.nodes[*at as usize].volume.meets(probe, depth).then_some(())
    }

    fn bounds(&self, at: &u32) -> Aabb {
        if *at == 0 {
            return self.bounds;
        }
        self.nodes[*at as usize].volume.bounds()
    }

    fn gap(&self, at: &u32, p: &Vec3) -> f64 {
        self.nodes[*at as usize].volume.gap(p)
    }

    fn holds(&self, at: &u32, point: &Vec3) -> bool {
        self.nodes[*at as usize].volume.holds(point)
    }
}
