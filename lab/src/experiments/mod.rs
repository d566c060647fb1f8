//! The sources' experiments as tables: each measurement repeated here, beside what the source
//! claimed. Times are of this machine; counters are the same on every one.

mod baselines;
mod boxtree95;
mod builders;
mod cage;
mod card;
mod chart;
mod clock;
mod coherence;
mod crowd;
mod engines;
mod flights;
mod fronts;
mod ground;
mod machining;
mod overlap;
mod parameters;
mod peers;
mod quickcd;
mod scaling;
mod scene;
mod seeds;
mod shape;
mod sphere;
mod spheres;
mod splitting;
mod table;
mod tetrahedra;
mod timely;
mod tumbling;
mod verdicts;

pub use chart::{Chart, Panel};
pub use ground::{Land, Rows};
pub use peers::{BALL, ball, column};
pub use table::{Claim, Table};

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Small scenes, few steps: all experiments in minutes.
    pub quick: bool,
}

impl Extent {
    /// `full`, or `quick` when little is to be run.
    fn pick<T>(self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }
}

/// Hears what is being done, one short line at a time.
pub type Progress<'a> = &'a dyn Fn(&str);

/// One experiment.
pub struct Experiment {
    /// What a user types to run it.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(Extent, Progress) -> Table,
}

/// Every experiment, in the order they are run.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "table1",
        about: "bytes a node and arithmetic a pair of the hierarchies (Zachmann 2002)",
        run: overlap::table1,
    },
    Experiment {
        name: "figure7",
        about: "overlap tests of the restricted BoxTree (Zachmann 2002)",
        run: overlap::figure7,
    },
    Experiment {
        name: "figure8",
        about: "restricted BoxTree against DOP and OBB trees, tumbling (Zachmann 2002)",
        run: tumbling::figure8,
    },
    Experiment {
        name: "builders",
        about: "builders of the restricted BoxTree: time, divisions, volume (Zachmann 2002)",
        run: builders::builders,
    },
    Experiment {
        name: "table43",
        about: "tools over terrains by hierarchy (Klosowski 1998)",
        run: machining::table43,
    },
    Experiment {
        name: "table44",
        about: "tools in molds by hierarchy (Klosowski 1998)",
        run: machining::table44,
    },
    Experiment {
        name: "sampling",
        about: "gouges missed by sampled positions, against exact sweeps (Klosowski 1998)",
        run: machining::sampling,
    },
    Experiment {
        name: "front",
        about: "what carrying the front saves (Klosowski 1998)",
        run: fronts::front,
    },
    Experiment {
        name: "splitting",
        about: "split rules and points of k-DOP trees (Klosowski 1998)",
        run: splitting::splitting,
    },
    Experiment {
        name: "quickcd",
        about: "k-DOP trees in five data sets: kinds, traversals, orders, builds (Klosowski 1998)",
        run: quickcd::quickcd,
    },
    Experiment {
        name: "time-critical",
        about: "what is known when the time is up, by order of descent (Zachmann, Klosowski)",
        run: timely::timely,
    },
    Experiment {
        name: "crowd",
        about: "many movers by sweep and prune, kept or rebuilt (Klosowski 1998, extensions)",
        run: crowd::crowd,
    },
    Experiment {
        name: "nested-spheres",
        about: "node tests of two nested spheres by gap (Klosowski 1998)",
        run: spheres::nested,
    },
    Experiment {
        name: "tropp2",
        about: "temporal coherence over OBB and AABB trees (Tropp et al. 2006)",
        run: coherence::tropp2,
    },
    Experiment {
        name: "motion-size",
        about: "gain by coherence against the size of the motion (Tropp et al. 2006)",
        run: coherence::motion_size,
    },
    Experiment {
        name: "coherence-parameters",
        about: "when to build on the last answer, sprout and prune (Tropp et al. 2006)",
        run: parameters::parameters,
    },
    Experiment {
        name: "boxtree95",
        about: "depth, empty boxes, thick planes of the BoxTree (Zachmann 1995)",
        run: boxtree95::boxtree95,
    },
    Experiment {
        name: "cage",
        about: "two objects in a cage: BoxTree of 1995 against all pairs (Zachmann 1995)",
        run: cage::cage,
    },
    Experiment {
        name: "chapter2",
        about: "R-tree, tetrahedral mesh, grid, 3d-tree in random scenes (Klosowski 1998)",
        run: baselines::chapter2,
    },
    Experiment {
        name: "card",
        about: "cycles, operations, bytes and stalls of the emulated card (Zachmann, US 6862026)",
        run: card::card,
    },
    Experiment {
        name: "card-parameters",
        about: "the emulated card, one parameter at a time, with a chart",
        run: card::parameters,
    },
    Experiment {
        name: "card-memory",
        about: "the emulated card with more objects than its memory holds",
        run: card::memory,
    },
    Experiment {
        name: "peers",
        about: "over terrain: Gouge beside parry, Embree, coal and FCL, with the ratios of one run",
        run: peers::peers,
    },
    Experiment {
        name: "engines",
        about: "bytes a triangle, building and searching by hierarchy, over terrain",
        run: engines::engines,
    },
    Experiment {
        name: "seeds",
        about: "searches of the wide tree from the root, with seeds, with groups; land and molds",
        run: seeds::seeds,
    },
    Experiment {
        name: "scaling",
        about: "how a sweep grows with triangles, motions, regions, threads",
        run: scaling::scaling,
    },
    Experiment {
        name: "verdicts",
        about: "gouging motions beside clean ones and the depths of regions, by kind of tool",
        run: verdicts::verdicts,
    },
];
