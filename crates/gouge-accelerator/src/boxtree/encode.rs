//! Nodes as bytes in the card's memory: 9, 13 or 28 a node, little-endian, without padding.
//!
//! | bytes | a record holds | read for a step |
//! |-|-|-|
//! | 9 | flags, the own cut, a link (Zachmann 2002) | both children of either node |
//! | 13 | flags, both children's cuts, a link (US 6862026) | either node |
//! | 28 | the own box, a link with flags (plain AABB tree) | both children of either node |
//!
//! A link is the index of the first child, or the polygon at a leaf. With 28 bytes the card
//! takes a cut as the difference of two faces, so that the sums it saves on faces pay for it.

use serde::{Deserialize, Serialize};

use super::{BoxTree, Node, cut_box};
use crate::geometry::Bounds;

/// How nodes lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Encoding {
    /// 9 bytes: each child its own cut.
    #[serde(rename = "9")]
    Nine,
    /// 13 bytes: the parent both cuts.
    #[serde(rename = "13")]
    Thirteen,
    /// 28 bytes: a whole box.
    #[serde(rename = "28")]
    TwentyEight,
}

/// An object's header: its root's box, flags and link, padded.
pub const HEADER_BYTES: usize = 32;

const AXIS: u8 = 3;
const UPPER: u8 = 4;
const LEAF: u8 = 8;
const ONLY: u8 = 16;

/// Of 28 bytes, the link's upper bits hold the flags.
const LINK_BITS: u32 = 27;

/// A node as the card points to it: for 13 bytes an index, otherwise what its record said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeRef {
    pub flags: u8,
    pub link: u32,
}

impl NodeRef {
    pub fn is_leaf(self) -> bool {
        self.flags & LEAF != 0
    }

    fn children(self) -> usize {
        if self.flags & ONLY != 0 { 1 } else { 2 }
    }

    /// The bytes as they stand in an object's header.
    fn header(self) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes[0] = self.flags;
        bytes[4..].copy_from_slice(&self.link.to_le_bytes());
        bytes
    }
}

/// What a record says about a node: its polygon, or its children.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Record {
    Leaf { polygon: u32 },
    Inner(Children),
}

/// The children of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Children {
    pub axis: usize,
    /// Lower and upper child: how to reach it, and how far its face moves in.
    pub nodes: [Option<(NodeRef, Cut)>; 2],
}

/// How a child's face is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cut {
    /// It moves in by so much.
    By(f32),
    /// It lies here.
    At(f32),
}

impl Encoding {
    /// Bytes of a node's record.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Encoding::Nine => 9,
            Encoding::Thirteen => 13,
            Encoding::TwentyEight => 28,
        }
    }

    /// A tree's records, root first.
    #[must_use]
    pub fn encode(self, tree: &BoxTree) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes() * tree.nodes.len());
        // The record of a child needs what only its parent knows: cut, side and box.
        let mut known = vec![(0, 0, 0.0, tree.root); tree.nodes.len()];
        for at in 0..tree.nodes.len() {
            let node = &tree.nodes[at];
            let (axis, side, by, bounds) = known[at];
            if let Node::Inner { axis, cuts, .. } = *node {
                for (side, by) in cuts.into_iter().enumerate() {
                    if let (Some(child), Some(by)) = (node.child(side), by) {
                        let axis = usize::from(axis);
                        let below = cut_box(&bounds, axis, side, by);
                        known[child as usize] = (axis, side, by, below);
                    }
                }
            }
            let own = NodeRef { flags: axis as u8 | if side == 1 { UPPER } else { 0 }, link: 0 };
            let own = below(node, own);
            match self {
                Encoding::Nine => {
                    bytes.push(own.flags);
                    bytes.extend(by.to_le_bytes());
                    bytes.extend(own.link.to_le_bytes());
                }
                Encoding::Thirteen => {
                    let (axis, cuts) = match *node {
                        Node::Inner { axis, cuts, .. } => (axis, cuts),
                        Node::Leaf { .. } => (0, [None; 2]),
                    };
                    let upper_only = if cuts[0].is_none() { UPPER } else { 0 };
                    bytes.push(axis | (own.flags & (LEAF | ONLY)) | upper_only);
                    for by in cuts {
                        bytes.extend(by.unwrap_or(0.0).to_le_bytes());
                    }
                    bytes.extend(own.link.to_le_bytes());
                }
                Encoding::TwentyEight => {
                    for x in bounds.lo.iter().chain(&bounds.hi) {
                        bytes.extend(x.to_le_bytes());
                    }
                    let packed = u32::from(own.flags) << LINK_BITS | own.link;
                    bytes.extend(packed.to_le_bytes());
                }
            }
        }
        bytes
    }

    /// An object's header.
    #[must_use]
    pub fn header(self, tree: &BoxTree) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let faces = tree.root.lo.iter().chain(&tree.root.hi);
        for (place, x) in bytes.chunks_exact_mut(4).zip(faces) {
            place.copy_from_slice(&x.to_le_bytes());
        }
        let root = match self {
            Encoding::Thirteen => NodeRef { flags: 0, link: 0 },
            _ => below(&tree.nodes[0], NodeRef { flags: 0, link: 0 }),
        };
        bytes[24..].copy_from_slice(&root.header());
        bytes
    }

    /// Where the record lies that tells what is below `node`: offset and length, or `None` of
    /// a node that is known to be a leaf.
    pub(crate) fn locate(self, node: NodeRef) -> Option<(usize, usize)> {
        let at = |count| (node.link as usize * self.bytes(), count * self.bytes());
        match self {
            Encoding::Thirteen => Some(at(1)),
            _ if node.is_leaf() => None,
            _ => Some(at(node.children())),
        }
    }

    /// Reads what `locate` pointed to.
    pub(crate) fn read(self, bytes: &[u8]) -> Record {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
        let real = |at: usize| f32::from_bits(word(at));
        if self == Encoding::Thirteen {
            let (flags, link) = (bytes[0], word(9));
            if flags & LEAF != 0 {
                return Record::Leaf { polygon: link };
            }
            let child = |side: usize| {
                let there = flags & ONLY == 0 || (side == 1) == (flags & UPPER != 0);
                let index = link + u32::from(side == 1 && flags & ONLY == 0);
                let cut = Cut::By(real(1 + 4 * side));
                there.then_some((NodeRef { flags: 0, link: index }, cut))
            };
            let axis = usize::from(flags & AXIS);
            return Record::Inner(Children { axis, nodes: [child(0), child(1)] });
        }
        let mut children = Children { axis: 0, nodes: [None; 2] };
        for at in (0..bytes.len()).step_by(self.bytes()) {
            let (flags, link) = match self {
                Encoding::Nine => (bytes[at], word(at + 5)),
                _ => {
                    let packed = word(at + 24);
                    ((packed >> LINK_BITS) as u8, packed & ((1 << LINK_BITS) - 1))
                }
            };
            let (axis, side) = (usize::from(flags & AXIS), usize::from(flags & UPPER != 0));
            let cut = match (self, side) {
                (Encoding::Nine, _) => Cut::By(real(at + 1)),
                (_, 0) => Cut::At(real(at + 12 + 4 * axis)),
                _ => Cut::At(real(at + 4 * axis)),
            };
            children.axis = axis;
            children.nodes[side] = Some((NodeRef { flags, link }, cut));
        }
        Record::Inner(children)
    }
}

/// The most nodes an encoding can point to.
pub(crate) const MOST_NODES: usize = 1 << LINK_BITS;

/// `own` with what lies below the node.
fn below(node: &Node, own: NodeRef) -> NodeRef {
    match *node {
        Node::Leaf { polygon } => NodeRef { flags: own.flags | LEAF, link: polygon },
        Node::Inner { cuts, first, .. } => {
            let only = if cuts.contains(&None) { ONLY } else { 0 };
            NodeRef { flags: own.flags | only, link: first }
        }
    }
}

/// Reads a header: the root's box and the way to its node.
pub(crate) fn read_header(bytes: &[u8]) -> (Bounds, NodeRef) {
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
    let face = |i: usize| f32::from_bits(word(4 * i));
    let bounds = Bounds { lo: [0, 1, 2].map(face), hi: [3, 4, 5].map(face) };
    (bounds, NodeRef { flags: bytes[24], link: word(28) })
}
