//! The document in view: a report with the files it names, read again.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use crate::geom::{Aabb, Vec3};
use crate::mesh::Mesh;
use crate::nc::{Interpreter, Situation, Source};
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
    /// The file that it was read from; none where it could not be read.
    pub program_file: Option<PathBuf>,
    /// The subprogram files it called.
    pub files: Arc<Vec<SubFile>>,
    /// Reads the program as the check does.
    pub interpreter: Arc<Interpreter>,
    /// Where the part lies.
    pub placement: Placement,
    /// Where files are looked for that are not where they are named.
    pub folder: PathBuf,
    /// The program is not where it is named: another file of a name may be there.
    pub elsewhere: bool,
    /// The files it was read from.
    pub sources: Vec<PathBuf>,
    /// Which of the files at hand a subprogram file of the report is, by its name there.
    pub called: Arc<HashMap<String, u16>>,
    /// Calls of subprograms that are not at hand: line of the program, what is said of it.
    pub unanswered: Vec<(u32, String)>,
    /// Files that changed since the check; 0 is the program.
    pub stale: Vec<u16>,
    /// Lines of regions that are found again in those, by the regions' ids.
    pub found: Arc<HashMap<u32, u32>>,
    /// What is not as it was when the report was made, one sentence each.
    pub changed: Vec<String>,
    /// What is not found any more, one sentence each.
    pub missing: Vec<String>,
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

    /// How things stand at a motion, where the program is not made line after line: its text alone
    /// does not tell then. None where it does, and where reading it up to there takes too long.
    pub fn situation(&self, motion: usize) -> Option<Situation> {
        /// Read in less than a second.
        const MOST: usize = 1_000_000;
        if !self.path.jumps() || motion > MOST {
            return None;
        }
        let name = self.report.inputs.program.path.as_str();
        let source = Source::of_shared(name, Arc::clone(&self.program));
        self.interpreter.situation(&source, motion as u64)
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
