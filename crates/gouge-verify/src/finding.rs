//! What the search proves, motion by motion. Data only: renderers and regions stand on it.

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

/// Part-side depth and where it was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartSide {
    /// Bounds, mm.
    pub depth: [f64; 2],
    /// Triangle the length is measured from.
    pub triangle: u32,
    /// Point on that triangle, part coordinates, mm.
    pub point: Vec3,
    /// Where along the motion the tool reaches the deep end of the length, 0 to 1.
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
    /// Triangle of the body, in file order.
    pub triangle: u32,
    /// Where along the motion, 0 to 1 (angle-proportional on arcs).
    pub t: f64,
    /// The witness lies on the dog-leg of a rapid, not on its straight line.
    pub dogleg: bool,
    /// Control point at `t`, part coordinates, mm.
    pub control_point: Vec3,
    /// Point of the triangle deepest in the tool, part coordinates, mm.
    pub surface_point: Vec3,
    /// Unit facet normal, away from the material; zero for a degenerate facet.
    pub normal: Vec3,
    /// Bounds of the tool-side depth, mm.
    pub tool_side: [f64; 2],
    /// Part-side depth; `None` where the mesh has no consistent orientation.
    pub part_side: Option<PartSide>,
    /// Bounds of the depth: the larger of both sides, mm.
    pub depth: [f64; 2],
    /// Raise along +Z that clears the motion, mm.
    pub lift: Option<f64>,
    /// The tool is wholly inside the material: no surface is near, and the depths are what
    /// the tool's own size proves.
    pub buried: bool,
    /// A point in the material then, the middle of a ball inside the tool as large as the depth,
    /// part coordinates, mm.
    pub heart: Option<Vec3>,
}

/// The answer for one motion.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionOutcome {
    /// Index of the motion in the program, from 0.
    pub index: u32,
    /// Block that makes the motion.
    pub span: Span,
    /// How it moves.
    pub kind: Kind,
    /// Length of the control point's path, mm; 0 where it is not known.
    pub length: f64,
    /// Answer over all components and bodies.
    pub verdict: Verdict,
    /// Bounds of the depth over all components and bodies, mm. `[0, hi]` when only `hi` was
    /// needed.
    pub depth: [f64; 2],
    /// Deepest triangle and where along the motion, if any was near.
    pub deepest: Option<(u32, f64)>,
    /// Why it is unknown: a `P…`, `T…` or `G…` code.
    pub reason: Option<&'static str>,
    /// It is taken to touch nothing: [`Accepted`](crate::Accepted).
    pub accepted: bool,
    /// Where the check stopped before it: how deep in the tool a facet can still lie, mm.
    pub left: Option<f64>,
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

/// What the bounds are made of, mm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Chords of arcs: the widest that decided a verdict.
    pub arc: f64,
    /// Facets of tools that are not what was declared.
    pub tool_facets: f64,
    /// Declared deviation of the machine.
    pub deviation: f64,
    /// Rounding.
    pub float: f64,
}
