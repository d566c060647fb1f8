//! A tool made ready for a check: what is worked out once, not motion by motion.

use super::body::Body;
use gouge_core::tool::{Component, Piece, Seam, Solid, Tool};
use gouge_mesh::geom::{Body as _, Vec3};

/// A tool made ready: its components and where they stand on each other.
pub(super) struct Kit {
    pub gears: Vec<Gear>,
    pub joints: Vec<Joint>,
}

impl Kit {
    /// The kit of a tool; `scale` is the depth, mm, up to which what is said of small depths
    /// must hold.
    pub fn of(tool: Tool, scale: f64) -> Self {
        let joints = tool.seams.iter().filter_map(|seam| Joint::new(seam, scale)).collect();
        let gears = tool.components.into_iter().map(|c| Gear::new(c, scale)).collect();
        Self { gears, joints }
    }

    /// What is near the seams of a component with others, as convex bodies.
    pub fn seams(&self, at: usize) -> Vec<&Solid> {
        self.about_seams(at, |joint| &joint.near)
    }

    /// All that a ball across a seam of a component can reach, as convex bodies.
    pub fn whole_seams(&self, at: usize) -> Vec<&Solid> {
        self.about_seams(at, |joint| &joint.whole)
    }

    /// Without components that keep less of a distance, and count for less than they would here.
    fn about_seams(&self, at: usize, extent: fn(&Joint) -> &[Piece; 1]) -> Vec<&Solid> {
        let clearance = |i: usize| self.gears[i].component.clearance;
        let beside = |j: &&Joint| {
            let other = if j.lower == at { at + 1 } else { j.lower };
            (j.lower == at || j.lower + 1 == at) && clearance(at) <= clearance(other)
        };
        let pieces = self.joints.iter().filter(beside).flat_map(extent);
        pieces.filter_map(Piece::solids).flatten().collect()
    }

    /// The convex bodies that the whole tool is made of, with what `grow` says of each component;
    /// `None` where some piece is none such.
    pub fn solids(&self, grow: impl Fn(&Gear) -> f64) -> Option<Vec<(&Solid, f64)>> {
        let mut all = Vec::new();
        for gear in &self.gears {
            let grow = grow(gear);
            all.extend(gear.solids()?.into_iter().map(|solid| (solid, grow)));
        }
        Some(all)
    }
}

/// A seam made ready.
pub(super) struct Joint {
    /// Index of the lower component; the upper one comes next.
    pub lower: usize,
    /// Height above the control point, mm.
    pub height: f64,
    /// Bottom of the lower component and top of the upper one, mm.
    pub span: [f64; 2],
    /// As much of the tool as tells whether a depth at the seam is small.
    pub near: [Piece; 1],
    /// As much of it as tells every depth at the seam.
    pub whole: [Piece; 1],
}

impl Joint {
    fn new(seam: &Seam, scale: f64) -> Option<Self> {
        let near = seam.within(scale * (1.0 + ROOM_SHARE))?;
        let whole = seam.within(seam.reach())?;
        Some(Self {
            lower: seam.lower,
            height: seam.height,
            span: seam.span,
            near: [near],
            whole: [whole],
        })
    }
}

/// Balls of the size in question fit with this share of it to spare.
const ROOM_SHARE: f64 = 1e-3;

/// A component and what follows from its shape alone.
pub(super) struct Gear {
    pub component: Component,
    /// Inscribed balls of the pieces that have a top: centre and radius, mm.
    pub hearts: Vec<(Vec3, f64)>,
    /// At tolerance scale, part-side depth is at most this many times the tool-side depth;
    /// `None` where part-side depth is not measured, because a piece is not convex.
    pub sharpness: Option<f64>,
}

impl Gear {
    fn new(component: Component, scale: f64) -> Self {
        let pieces = &component.pieces;
        let hearts = pieces.iter().filter(|p| !p.is_open()).flat_map(Piece::hearts).collect();
        let sharpness = pieces
            .iter()
            .map(|p| p.solids().map(|s| s.iter().map(|s| s.sharpness(scale)).fold(1.0, f64::max)))
            .try_fold(1f64, |worst, s| Some(worst.max(s?)));
        Self { hearts, sharpness, component }
    }

    /// How many times deeper than its tool side a motion can be on the part side of `body`; `None`
    /// where the part side has no meaning.
    pub fn sharpness_before(&self, body: &Body) -> Option<f64> {
        self.sharpness.filter(|_| body.oriented)
    }

    /// How far the component reaches sideways from the axis, mm.
    pub fn reach(&self) -> f64 {
        self.component.pieces.iter().map(|p| p.hull().radius).fold(0.0, f64::max)
    }

    /// The convex bodies that the component is made of; `None` where some piece is none such.
    pub fn solids(&self) -> Option<Vec<&Solid>> {
        let solids: Option<Vec<&[Solid]>> =
            self.component.pieces.iter().map(Piece::solids).collect();
        Some(solids?.into_iter().flatten().collect())
    }
}
