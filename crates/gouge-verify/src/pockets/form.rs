//! Something that the surface may be deep in, and bounds of that in a room about it.

use std::ops::ControlFlow;

use super::super::interior::room;
use super::super::joint::Joint;
use super::super::prepared::{PreparedComponent, PreparedTool};
use crate::budget::CELL_ROUNDS;
use crate::tolerance::{FLOAT_MM, LEAST_GAIN};
use gouge_core::sweep::{Box3, Ceiling, refine};
use gouge_core::tool::{Piece, Solid};
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

/// A piece of a component, or a joint.
pub(super) struct Form<'a> {
    pub piece: &'a Piece,
    /// How much thicker it is, mm.
    pub grow: f64,
    /// It is larger than what was declared by this much at most, mm.
    pub excess: f64,
    /// Nothing at all lies deeper in the piece, mm.
    pub most: f64,
    /// Nothing near the component that is asked about does, mm.
    pub near: f64,
}

impl<'a> Form<'a> {
    pub fn own(component: &'a PreparedComponent) -> impl Iterator<Item = Self> {
        component.component.pieces.iter().map(|piece| Self {
            piece,
            grow: component.grow,
            excess: component.component.facet_error,
            most: f64::INFINITY,
            near: f64::INFINITY,
        })
    }

    pub fn joint(tool: &'a PreparedTool, joint: &'a Joint) -> Self {
        let excess = tool.excess_at(joint);
        let (most, near) = (f64::INFINITY, f64::INFINITY);
        Self { piece: &joint.whole[0], grow: 0.0, excess, most, near }
    }

    /// A box around it, mm.
    pub fn bounds(&self) -> Aabb {
        self.piece.hull().bounds()
    }

    /// Whether it is one of revolution.
    pub fn is_round(&self) -> bool {
        matches!(self.piece, Piece::Solid(Solid::Round(_)) | Piece::ConcaveRevolve(_))
    }

    /// A linear bound of depth over `room` for what is deeper than `level`, mm, from what is
    /// nearest to `at`: slope and offset.
    pub fn ceiling(&self, room: &Aabb, at: &Vec3, level: f64) -> Option<(Vec3, f64)> {
        match self.piece {
            Piece::Solid(solid) => {
                let pose = solid.depth(at);
                Some((-pose.normal, pose.offset))
            }
            Piece::ConcaveRevolve(body) => body.ceiling(room, at, level.max(0.0)),
            Piece::Nonconvex(_) => None,
        }
    }
}

impl Form<'_> {
    /// How deep anything in a box about the axis can be in the piece at most, mm, to a small share
    /// of that: deep motions go through its middle, and nothing narrower has to be said of any of
    /// them.
    pub fn deepest(&self, about: &Aabb) -> f64 {
        let bounds = self.bounds();
        // No ball in it is wider than it is.
        let Piece::ConcaveRevolve(_) = self.piece else { return 0.5 * bounds.size().x };
        // It is one of revolution: half of its meridian tells.
        let Aabb { mut lo, mut hi } = bounds.intersection(about);
        (lo.x, lo.y, hi.y) = (0.0, -FLOAT_MM, FLOAT_MM);
        let whole = (f64::MAX, (Aabb { lo, hi }, Vec3::zeros()));
        let (mut best, mut cells) = (0.0f64, MIDDLE_CELLS);
        refine([whole], |hi, (room, away), parts| {
            let level = best * (1.0 + MIDDLE_SHARE);
            let halves = room::halves(room, away).filter(|_| hi > level && cells > 0);
            let Some(halves) = halves else { return ControlFlow::Break(()) };
            for half in halves {
                cells -= cells.min(1);
                let reach = 0.5 * half.size().norm();
                let middle = self.piece.depth(&((half.lo + half.hi) * 0.5));
                best = best.max(middle);
                let (mut way, mut deep) = (Vec3::zeros(), best);
                let glance = hi.min(middle + reach + FLOAT_MM);
                let told = self.beneath(
                    &half,
                    |_| None,
                    [glance, level],
                    |_, depth, away| {
                        (way, deep) = (away, deep.max(depth));
                    },
                );
                best = deep;
                parts.extend(told.map(|hi| (hi, (half, way))));
            }
            ControlFlow::Continue(())
        })
    }

    /// How deep anything is in the piece that lies in a room, mm: no more than `hi`, and told no
    /// closer than `level`; `None` where nothing does. `beyond` gives a half space `normal · x <=
    /// offset` of all that counts where a point lies outside of it. Hands out the points looked at,
    /// with their depths and the way to the surface.
    pub fn beneath(
        &self,
        room: &Aabb,
        beyond: impl Fn(&Vec3) -> Option<(Vec3, f64)>,
        [mut hi, level]: [f64; 2],
        mut seen: impl FnMut(Vec3, f64, Vec3),
    ) -> Option<f64> {
        let floor = Box3::new(room);
        let mut ceiling = Ceiling::new(&floor, hi);
        for _ in 0..2 * CELL_ROUNDS {
            let at = match ceiling.lower(&mut hi, level) {
                ControlFlow::Continue(at) => at,
                ControlFlow::Break(told) => return told,
            };
            if let Some((normal, offset)) = beyond(&at) {
                ceiling.keep(&normal, offset + 0.5 * FLOAT_MM);
                continue;
            }
            let depth = self.piece.depth(&at);
            let Some((slope, offset)) = self.ceiling(room, &at, level) else { break };
            seen(at, depth, slope);
            let worth = hi - LEAST_GAIN * (hi - level.max(depth));
            if hi - depth <= 4.0 * FLOAT_MM || offset + slope.dot(&at) >= worth {
                break;
            }
            ceiling.bound(&slope, offset + FLOAT_MM);
        }
        Some(hi)
    }
}

/// Cells that how deep anything can be in a piece at all may take.
const MIDDLE_CELLS: usize = 2_000;

/// The share to which that is told.
const MIDDLE_SHARE: f64 = 1e-3;
