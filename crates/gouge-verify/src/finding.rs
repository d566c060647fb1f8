//! The findings that the search proves, motion by motion. Data only: renderers and regions build on
//! it.

use std::sync::Arc;

use super::limits::Case;
use gouge_core::tool::Role;
use gouge_mesh::geom::Vec3;
use gouge_nc::{Kind, Span};

/// The answer for one motion or a whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Proved not deeper than the tolerance.
    Clean,
    /// Not decided, or not understood.
    Unknown,
    /// Proved deeper than the tolerance.
    Gouge,
}

/// The side that the witness of a gouge shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WitnessSide {
    /// A point of the surface inside the tool.
    Tool,
    /// A point of the material, covered by the tool.
    Part,
}

/// Part-side depth and a point that shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartSide {
    /// Bounds, mm.
    pub depth: [f64; 2],
    /// A point in the material, at least as deep as the lower bound, and in the tool at `t`, part
    /// coordinates, mm.
    pub inner: Vec3,
    /// The triangle nearest to it.
    pub triangle: u32,
    /// Nearest point of the surface, part coordinates, mm.
    pub point: Vec3,
    /// Where along the motion the tool reaches it, 0 to 1.
    pub t: f64,
}

/// One proved gouge: a motion, a component and a body, with its worst triangle.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Index of the motion in the program, from 0.
    pub motion: u32,
    /// Block that makes the motion.
    pub span: Span,
    /// How the motion moves.
    pub kind: Kind,
    /// Tool number.
    pub tool: u32,
    /// Operation of the program that the motion belongs to.
    pub operation: u32,
    /// Component of the tool.
    pub role: Role,
    /// Index into the bodies checked: parts first, then fixtures.
    pub body: u32,
    /// Which side the witness is for: the deeper one.
    pub side: WitnessSide,
    /// Triangle of the body that holds the surface point, in file order.
    pub triangle: u32,
    /// Where along the motion, 0 to 1 (angle-proportional on arcs).
    pub t: f64,
    /// The witness lies on the dog-leg of a rapid, not on its straight line.
    pub dogleg: bool,
    /// Control point at `t`, part coordinates, mm.
    pub control_point: Vec3,
    /// For the tool side the point of the triangle deepest in the tool, for the part side the one
    /// nearest to the inner point; part coordinates, mm.
    pub surface_point: Vec3,
    /// For the part side the point of the material that the tool covers, part coordinates, mm.
    pub inner_point: Option<Box<Vec3>>,
    /// Unit facet normal, away from the material; zero for a degenerate facet, and of those that
    /// are not the worst of a region.
    pub normal: Vec3,
    /// Bounds of the tool-side depth, clearance and deviation counted, mm; negative where the tool
    /// leaves less than the allowance, but cuts nothing: how far off it stays.
    pub tool_side: [f64; 2],
    /// Part-side depth, where a point shows it. Measured for the worst motion of a region and where
    /// the verdict needed it.
    pub part_side: Option<Box<PartSide>>,
    /// Bounds of the depth, the larger of both sides and the allowance, mm: what the tolerance is
    /// held against. Of the worst motion of a region, those of all its motions.
    pub depth: [f64; 2],
    /// Raise along +Z that clears the motion, mm.
    pub lift: Option<f64>,
    /// Level move away from a wall that clears the motion, part coordinates, mm.
    pub shift: Option<Box<Vec3>>,
    /// The tool is wholly inside the material: no surface is in it.
    pub buried: bool,
}

/// The fields of a [`Finding`] that every gouge has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gouge {
    /// As [`Finding::kind`].
    pub kind: Kind,
    /// As [`Finding::tool`].
    pub tool: u32,
    /// As [`Finding::operation`].
    pub operation: u32,
    /// As [`Finding::role`].
    pub role: Role,
    /// As [`Finding::body`].
    pub body: u32,
    /// As [`Finding::triangle`].
    pub triangle: u32,
    /// As [`Finding::surface_point`], mm.
    pub surface_point: Vec3,
    /// As [`Finding::depth`], mm.
    pub depth: [f64; 2],
}

impl Gouge {
    /// The case whose limits it is checked against: its tool and operation at its body.
    #[must_use]
    pub fn case(&self) -> Case {
        Case { body: self.body, tool: self.tool, operation: self.operation }
    }
}

impl From<&Finding> for Gouge {
    fn from(f: &Finding) -> Self {
        let Finding { kind, tool, operation, role, body, triangle, surface_point, depth, .. } = *f;
        Self { kind, tool, operation, role, body, triangle, surface_point, depth }
    }
}

/// The answer for one motion. Small, since there are millions of motions.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionOutcome {
    /// Length of the control point's path, mm; 0 where it is not known.
    pub length: f64,
    /// Answer over all components and bodies.
    pub verdict: Verdict,
    /// Bounds of the depth over all components and bodies, mm. `[0, hi]` when only `hi` was
    /// needed.
    pub depth: [f64; 2],
    /// The deepest triangle; [`NO_TRIANGLE`] where none was near.
    pub(super) triangle: u32,
    /// Where along the motion it is deepest.
    pub(super) t: f64,
    /// Why the motion is unknown; kept apart, since most are not, and shared with the stored
    /// answer.
    pub doubt: Option<Arc<Doubt>>,
    /// The motion is taken to touch nothing: [`Accepted`](crate::Accepted).
    pub accepted: bool,
}

/// A mesh has fewer triangles than this.
pub(super) const NO_TRIANGLE: u32 = u32::MAX;

impl MotionOutcome {
    /// A verdict on a motion of which nothing else is known: one that is open may be arbitrarily
    /// deep.
    #[must_use]
    pub fn bare(verdict: Verdict) -> Self {
        let most = if verdict == Verdict::Unknown { f64::INFINITY } else { 0.0 };
        Self {
            length: 0.0,
            verdict,
            depth: [0.0, most],
            triangle: NO_TRIANGLE,
            t: 0.0,
            doubt: None,
            accepted: false,
        }
    }

    /// Deepest triangle and where along the motion, if any was near.
    #[must_use]
    pub fn deepest(&self) -> Option<(u32, f64)> {
        (self.triangle != NO_TRIANGLE).then_some((self.triangle, self.t))
    }

    /// Sets the deepest triangle, if there was one.
    pub fn put_deepest(&mut self, deepest: Option<(u32, f64)>) {
        if let Some((triangle, t)) = deepest {
            (self.triangle, self.t) = (triangle, t);
        }
    }
}

/// Why a motion is neither clean nor a gouge, or which part of a gouging motion is undecided:
/// another component, or another body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// A `P…`, `T…` or `G…` code.
    pub reason: &'static str,
    /// If the check stopped before the motion: how deep in the tool a facet can still lie, mm.
    pub left: Option<f64>,
    /// Where the mesh does not show inside from outside, and it matters, part coordinates, mm.
    pub undetermined: Option<Vec3>,
}

impl Doubt {
    /// For a reason that needs no more.
    #[must_use]
    pub fn of(reason: &'static str) -> Option<Arc<Self>> {
        Some(Arc::new(Self { reason, left: None, undetermined: None }))
    }
}

/// How much of the program the answer covers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coverage {
    /// Motions found in the program.
    pub motions: u64,
    /// Motions checked.
    pub checked: u64,
    /// Proved clean.
    pub clean: u64,
    /// Proved to gouge.
    pub gouging: u64,
    /// Neither.
    pub unknown: u64,
    /// Not checked, but taken to touch nothing.
    pub assumed: u64,
    /// Blocks refused by the interpreter.
    pub refused_blocks: u64,
    /// Length of the control point's path over all checked motions, mm.
    pub length_mm: f64,
}

impl Coverage {
    /// The joint coverage of two parts of a program.
    pub(super) fn joined(self, other: Self) -> Self {
        Self {
            motions: self.motions + other.motions,
            checked: self.checked + other.checked,
            clean: self.clean + other.clean,
            gouging: self.gouging + other.gouging,
            unknown: self.unknown + other.unknown,
            assumed: self.assumed + other.assumed,
            refused_blocks: self.refused_blocks + other.refused_blocks,
            length_mm: self.length_mm + other.length_mm,
        }
    }
}

/// The contributions to the width of the bounds, mm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Chords of arcs: the widest that decided a verdict.
    pub arc: f64,
    /// Facets of tools that differ from the declared shape.
    pub tool_facets: f64,
    /// Declared deviation of the machine.
    pub deviation: f64,
    /// Rounding.
    pub float: f64,
}
