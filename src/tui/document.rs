//! What is looked at: a report with the files it speaks of, read again.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geom::{Aabb, Vec3};
use crate::mesh::Mesh;
use crate::report::data::BodyRole;
use crate::report::{Placement, Report, SubFile};
use crate::tool::Spec;

use super::path::Path;

/// A part or a fixture.
#[derive(Clone, Debug)]
pub struct Body {
    /// As given.
    pub name: String,
    /// What it is there for.
    pub role: BodyRole,
    /// Work coordinates, mm.
    pub mesh: Mesh,
    /// It has an outside all around.
    pub closed: bool,
}

/// A report and what it speaks of, as far as that could be read. What is large is shared by its
/// copies.
#[derive(Clone, Debug)]
pub struct Document {
    /// The report.
    pub report: Report,
    /// Parts first, then fixtures, in the order of the report; those that could be read.
    pub bodies: Arc<Vec<Body>>,
    /// The tool's way; empty when the program could not be read.
    pub path: Arc<Path>,
    /// Tools by number.
    pub tools: BTreeMap<u32, Spec>,
    /// The program text.
    pub program: Arc<Vec<u8>>,
    /// The subprogram files it called.
    pub files: Arc<Vec<SubFile>>,
    /// Where the part lies.
    pub placement: Placement,
    /// What is not as it was when the report was made, one sentence each.
    pub changed: Vec<String>,
    /// So many of the report's regions, the last, were only seen while the check runs.
    pub sighted: usize,
}

impl Document {
    /// Box around the control point in all cutting motions that were checked, work coordinates, mm.
    pub fn cutting(&self) -> Aabb {
        let zero = self.placement.program_to_work();
        let corner = |p: &[f64; 3]| zero + Vec3::from(*p);
        Aabb::around(self.report.boxes_program_mm.cutting.iter().flatten().map(corner))
    }

    /// Box around the bodies of a role, work coordinates, mm.
    pub fn bounds(&self, role: BodyRole) -> Aabb {
        let of = self.bodies.iter().filter(|b| b.role == role);
        of.fold(Aabb::EMPTY, |all, b| all.union(&b.mesh.bounds()))
    }

    /// Box around everything that stands still.
    pub fn all_bounds(&self) -> Aabb {
        self.bounds(BodyRole::Part).union(&self.bounds(BodyRole::Fixture))
    }

    /// A point of the report, in work coordinates.
    pub fn work(&self, p: [f64; 3]) -> Vec3 {
        self.placement.part_to_work(Vec3::from(p))
    }
}
