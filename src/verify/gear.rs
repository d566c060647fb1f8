//! A tool component made ready for a check: what is worked out once, not motion by motion.

use crate::geom::{Body, Vec3};
use crate::tool::{Component, Piece, Solid, Tool};

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
    /// The components of a tool; `scale` is the depth, mm, up to which sharpness must hold.
    pub fn of(tool: Tool, scale: f64) -> Vec<Self> {
        tool.components.into_iter().map(|c| Self::new(c, scale)).collect()
    }

    fn new(component: Component, scale: f64) -> Self {
        let pieces = &component.pieces;
        let hearts = pieces.iter().filter(|p| !p.is_open()).flat_map(Piece::hearts).collect();
        let sharpness = pieces
            .iter()
            .map(|p| p.solids().map(|s| s.iter().map(|s| s.sharpness(scale)).fold(1.0, f64::max)))
            .try_fold(1f64, |worst, s| Some(worst.max(s?)));
        Self { hearts, sharpness, component }
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
