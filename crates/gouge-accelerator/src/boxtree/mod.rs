//! The BoxTree the card traverses: every child box is its parent's with one face moved in.
//!
//! A node cuts a lower child off below its upper face and an upper child off above its lower
//! face, both across one axis (US 6862026); either child may be missing. Leaves hold one
//! polygon each.

mod build;
mod encode;

pub(crate) use encode::{Children, Cut, MOST_NODES, NodeRef, Record, read_header};
pub use encode::{Encoding, HEADER_BYTES};

use crate::arithmetic::{add, sub};
use crate::geometry::{Bounds, Point};

/// A BoxTree over the polygons of one object.
#[derive(Clone, Debug)]
pub struct BoxTree {
    pub(crate) root: Bounds,
    pub(crate) nodes: Vec<Node>,
    pub(crate) depth: u32,
}

/// A node; children of a node lie side by side, lower first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Node {
    Leaf { polygon: u32 },
    Inner { axis: u8, cuts: [Option<f32>; 2], first: u32 },
}

impl Node {
    /// Index of the lower (0) or upper (1) child.
    pub fn child(&self, side: usize) -> Option<u32> {
        match *self {
            Node::Inner { cuts, first, .. } if cuts[side].is_some() => {
                Some(first + u32::from(side == 1 && cuts[0].is_some()))
            }
            _ => None,
        }
    }
}

/// `parent` with the face that a child's cut moves: the upper one of a lower child (side 0),
/// the lower one of an upper child (side 1).
pub(crate) fn cut_box(parent: &Bounds, axis: usize, side: usize, by: f32) -> Bounds {
    let mut child = *parent;
    if side == 0 {
        child.hi[axis] = sub(parent.hi[axis], by);
    } else {
        child.lo[axis] = add(parent.lo[axis], by);
    }
    child
}

impl BoxTree {
    /// The tree of triangles given by corners; every coordinate finite, at least one triangle.
    pub(crate) fn build(points: &[Point], triangles: &[[u32; 3]]) -> Self {
        build::build(points, triangles)
    }

    /// The root's box.
    #[must_use]
    pub fn root(&self) -> Bounds {
        self.root
    }

    /// Nodes, leaves included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Steps from the root to the lowest leaf.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solid;
    use gouge_random::Random;

    fn random_solid(random: &mut Random) -> Solid {
        let count = 3 + random.below(60);
        let scale = [1.0, 1e-3, 1e6, 1e-37][random.below(4)];
        let coarse = random.chance(0.3);
        let points: Vec<Point> = (0..count)
            .map(|_| {
                [0; 3].map(|_| {
                    let x = random.between(-1.0, 1.0);
                    ((if coarse { (3.0 * x).round() } else { x }) * scale) as f32
                })
            })
            .collect();
        let triangles = (0..count).map(|_| [0; 3].map(|_| random.below(count) as u32)).collect();
        Solid::new(points, triangles).unwrap()
    }

    /// Walks the bytes as the card does, and checks every box against the tree's.
    fn walk(solid: &Solid, encoding: Encoding, seen: &mut Vec<(u32, Bounds)>) {
        let tree = &solid.tree;
        let records = encoding.encode(tree);
        assert_eq!(records.len(), encoding.bytes() * tree.node_count());
        let (root, node) = read_header(&encoding.header(tree));
        let mut open = vec![(node, 0u32, root)];
        while let Some((node, index, bounds)) = open.pop() {
            let polygon = match tree.nodes[index as usize] {
                Node::Leaf { polygon } => Some(polygon),
                Node::Inner { .. } => None,
            };
            let record = match encoding.locate(node) {
                Some((at, len)) => encoding.read(&records[at..at + len]),
                None => Record::Leaf { polygon: node.link },
            };
            match record {
                Record::Leaf { polygon: found } => {
                    assert_eq!(polygon, Some(found));
                    seen.push((found, bounds));
                }
                Record::Inner(children) => {
                    assert_eq!(polygon, None);
                    for side in 0..2 {
                        let child = tree.nodes[index as usize].child(side);
                        assert_eq!(child.is_some(), children.nodes[side].is_some());
                        let (Some(child), Some((node, cut))) = (child, children.nodes[side]) else {
                            continue;
                        };
                        let mut below = bounds;
                        let axis = children.axis;
                        match (cut, side) {
                            (Cut::By(by), _) => below = cut_box(&bounds, axis, side, by),
                            (Cut::At(at), 0) => below.hi[axis] = at,
                            (Cut::At(at), _) => below.lo[axis] = at,
                        }
                        open.push((node, child, below));
                    }
                }
            }
        }
    }

    #[test]
    fn all_encodings_hold_the_same_boxes_and_every_polygon_once_inside_its_own() {
        let mut random = Random::new(17);
        for _ in 0..300 {
            let solid = random_solid(&mut random);
            let boxes = [Encoding::Nine, Encoding::Thirteen, Encoding::TwentyEight].map(|e| {
                let mut seen = Vec::new();
                walk(&solid, e, &mut seen);
                seen
            });
            assert_eq!(boxes[0], boxes[1]);
            assert_eq!(boxes[0], boxes[2]);
            let mut polygons: Vec<u32> = boxes[0].iter().map(|b| b.0).collect();
            polygons.sort_unstable();
            assert!(polygons.iter().copied().eq(0..solid.triangles.len() as u32));
            for (polygon, bounds) in &boxes[0] {
                for i in solid.triangles[*polygon as usize] {
                    let p = solid.points[i as usize];
                    for (x, p) in p.into_iter().enumerate() {
                        assert!(bounds.lo[x] <= p && p <= bounds.hi[x]);
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_strip_stays_shallow() {
        let points: Vec<Point> =
            (0..4002).map(|i| [(i as f32).powi(3), (i % 2) as f32, 0.0]).collect();
        let triangles = (0..4000).map(|i| [i, i + 1, i + 2]).collect();
        let solid = Solid::new(points, triangles).unwrap();
        // log 4000 / log(8/7) = 62, with a shrink of up to six before each division.
        assert!(solid.tree().depth() < 120, "{}", solid.tree().depth());
    }
}
