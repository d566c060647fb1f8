//! Every hierarchy of the sources, as an engine for a check's search.

use std::fmt;
use std::str::FromStr;

use super::{BoxTree95, Grid, ObbTree, PatentTree, SpaceTree, ThreeD};
use gouge_core::tree::{
    self, Build, Builder, Facets, Hierarchy, KdopTree, MeshTree, RestrictedTree, Splitting,
};
use gouge_mesh::mesh::Mesh;

/// Work to be done with a tree of any kind.
pub trait Task {
    /// What it yields.
    type Out;
    /// Does it.
    fn run<H: Hierarchy>(self, tree: &H) -> Self::Out;
}

/// Name, type and description of every hierarchy: where a new one is entered.
macro_rules! engines {
    ($($(#[$mark:meta])* $variant:ident, $name:literal,
        $tree:ty $(= $build:expr)?, $about:literal;)*) => {
        /// A hierarchy to search with. Every one gives the same report.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub enum Engine {
            $(#[doc = $about] $(#[$mark])* $variant,)*
        }

        impl Engine {
            /// Every engine, in the order they are listed to users.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// What a user types to choose it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// One line about it.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => $about,)*
                }
            }

            /// The same as a check knows it.
            pub fn registered(self) -> tree::Engine {
                let build: &'static Build = match self {
                    $(Self::$variant => &|mesh: &Mesh| -> Box<dyn Facets + '_> {
                        #[allow(unused_variables)]
                        let build: fn(&Mesh) -> $tree = <$tree>::build;
                        $(let build: fn(&Mesh) -> $tree = $build;)?
                        Box::new(MeshTree::new(mesh, build(mesh)))
                    },)*
                };
                tree::Engine { name: self.name(), about: self.about(), build }
            }

            /// Builds this kind of tree over `mesh` and runs `task` with it.
            pub fn with_tree<T: Task>(self, mesh: &Mesh, task: T) -> T::Out {
                match self {
                    $(Self::$variant => {
                        #[allow(unused_variables)]
                        let build: fn(&Mesh) -> $tree = <$tree>::build;
                        $(let build: fn(&Mesh) -> $tree = $build;)?
                        task.run(&build(mesh))
                    })*
                }
            }
        }
    };
}

engines! {
    #[default]
    Dop18, "dop18", KdopTree<9>, "18-DOP tree, axes and face diagonals (Klosowski 1998)";
    Dop6, "dop6", KdopTree<3>, "axis-aligned boxes: 6-DOP tree";
    Dop8, "dop8", KdopTree<4>, "8-DOP tree, space diagonals only";
    Dop12, "dop12", KdopTree<6>, "12-DOP tree, face diagonals only";
    Dop14, "dop14", KdopTree<7>, "14-DOP tree, axes and space diagonals";
    Dop20, "dop20", KdopTree<10>, "20-DOP tree, all diagonals";
    Dop26, "dop26", KdopTree<13>, "26-DOP tree, axes and all diagonals";
    Obb, "obb", ObbTree, "oriented boxes (Gottschalk 1996, the RAPID construction)";
    Restricted, "restricted", RestrictedTree,
        "restricted BoxTree, nine bytes a node (Zachmann 2002)";
    RestrictedGreedy, "restricted-greedy", RestrictedTree =
        |mesh| RestrictedTree::with(mesh, Builder::Greedy),
        "restricted BoxTree, cheapest of nine greedy divisions";
    RestrictedLongest, "restricted-longest", RestrictedTree =
        |mesh| RestrictedTree::with(mesh, Builder::GreedyLongest),
        "restricted BoxTree, greedy on the longest side";
    RestrictedSweep, "restricted-sweep", RestrictedTree =
        |mesh| RestrictedTree::with(mesh, Builder::Sweep),
        "restricted BoxTree, exact division by sorting";
    BoxTree95, "boxtree95", SpaceTree<BoxTree95>,
        "BoxTree that divides space (Zachmann 1995)";
    RTree, "rtree", KdopTree<3> =
        |mesh| KdopTree::with(mesh, &Splitting::R_TREE),
        "R-tree: median cuts, least larger child (Klosowski 1998, ch. 2)";
    ThreeD, "3d-tree", SpaceTree<ThreeD>,
        "3d-tree: midpoint cuts (Klosowski 1998, ch. 2)";
    Grid, "grid", Grid, "grid of 40 cells a side (Klosowski 1998, ch. 2)";
    Patent, "patent", PatentTree,
        "restricted BoxTree, cuts stored at the parent (US 6862026)";
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No engine has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no engine \"{0}\"; the engines are {list}", list = names())]
pub struct UnknownEngine(String);

fn names() -> String {
    Engine::ALL.iter().map(|e| e.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        Self::ALL
            .iter()
            .copied()
            .find(|e| e.name() == name)
            .ok_or_else(|| UnknownEngine(name.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_read_back() {
        for &engine in Engine::ALL {
            assert_eq!(engine.name().parse(), Ok(engine));
        }
        let refused = "no-such-tree".parse::<Engine>().unwrap_err().to_string();
        assert!(refused.contains("dop18, dop6, "), "{refused}");
    }
}
