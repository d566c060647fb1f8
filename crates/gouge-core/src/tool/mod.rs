//! Tools: stacks of components along the axis, each cut into convex pieces where it can be.

mod bound_tree;
mod bridge;
mod clip;
mod column;
mod concave;
mod convex;
mod crossing;
mod cut_edge;
mod declaration;
mod declared;
mod dips;
mod drawing;
mod drawn;
mod edge;
mod extreme;
mod filled;
mod flat;
mod grid;
mod inflate;
pub mod library;
mod loops;
mod narrow;
mod nonconvex_mesh;
mod outline;
mod parts;
mod piece;
mod planes;
mod pocket;
mod polyhedron;
mod profile;
mod profile_error;
mod profile_file;
mod seam;
mod silhouette;
mod slabs;
mod solid;
mod spec;
mod under_edge;
mod ways_in;
mod wedge;
mod window;

pub use concave::ConcaveRevolve;
pub use convex::{Convex, Depth};
pub use crossing::Crossing;
pub use declaration::SpecError;
pub use declared::Declared;
pub use drawn::Drawn;
pub use edge::{Edge, Meridian, radii};
pub(crate) use filled::Filled;
pub use nonconvex_mesh::{NonconvexMesh, SignedDistance};
pub use parts::Part;
pub use piece::Piece;
pub use polyhedron::Polyhedron;
pub use profile::{DeclaredEdge, Profile, Step};
pub use profile_error::ProfileError;
pub use seam::Seam;
pub use silhouette::Silhouette;
pub use solid::Solid;
pub use spec::{Shape, Spec, ToolFile};
pub(crate) use wedge::MeridianBox;

/// The purpose of a tool component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The part that is meant to cut.
    Cutter,
    /// The smooth part above it.
    Shank,
    /// What holds the shank.
    Holder,
}

/// One component of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// The component's purpose.
    pub role: Role,
    /// Distance to keep from the part, mm; zero for cutters.
    pub clearance: f64,
    /// Pieces whose union it is.
    pub pieces: Vec<Piece>,
    /// How far the pieces overstate the declared shape, mm.
    pub facet_error: f64,
}

/// A tool ready for checking.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Components, cutter first.
    pub components: Vec<Component>,
    /// Where components stand on each other.
    pub seams: Vec<Seam>,
}
