//! The product's trees and the laboratory's, under one roof.

pub use crate::hierarchy::{
    BoxTree95, Choose, Engine, Grid, Obb, ObbTree, Oriented, PatentTree, SpaceTree, Store,
    StoreError, Task, ThreeD,
};
pub use gouge_core::tree::{
    BinaryTree, Builder, Cut, Flag, Front, Hierarchy, Item, KdopTree, Nodes, Open, Pivot,
    RestrictedTree, Rule, Slabs, Splitting, Stats, Volume, clip, face, nearest, outward, validate,
    vector, visit,
};
