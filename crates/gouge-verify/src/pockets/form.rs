//! A piece or joint that the surface may be deep in, and bounds on depth in it over a room about
//! it.

use std::ops::ControlFlow;

use super::super::interior::room::{self, worth};
use super::super::joint::Joint;
use super::super::prepared::{PreparedComponent, PreparedTool};
use crate::budget::CELL_ROUNDS;
use crate::tolerance::FLOAT_MM;
use gouge_core::sweep::{Box3, Ceiling, refine};
use gouge_core::tool::{Piece, Silhouette, Solid};
use gouge_mesh::geom::{Aabb, Body as _, Vec3};

/// A piece of a component, or a joint.
pub(super) struct Form<'a> {
    pub piece: &'a Piece,
    /// How much thicker it is, mm.
    pub grow: f64,
    /// It exceeds the declared shape by this much at most, mm.
    pub excess: f64,
    /// The declared shape itself, if that tells how deep a point is at least.
    declared: Option<&'a Silhouette>,
    /// Nothing at all lies deeper in the piece, mm.
    pub most: f64,
    /// Nothing near the component in question does, mm.
    pub near: f64,
}

impl<'a> Form<'a> {
    pub fn own(component: &'a PreparedComponent) -> impl Iterator<Item = Self> {
        component.component.pieces.iter().map(|piece| Self {
            piece,
            grow: component.grow,
            excess: component.component.facet_error,
            declared: component.declared(),
            most: f64::INFINITY,
            near: f64::INFINITY,
        })
    }

    pub fn joint(tool: &'a PreparedTool, joint: &'a Joint) -> Self {
        let excess = tool.excess_at(joint);
        let (most, near) = (f64::INFINITY, f64::INFINITY);
        let (piece, declared) = (&joint.whole[0], joint.declared.as_ref());
        Self { piece, grow: 0.0, excess, declared, most, near }
    }

    /// How deep a point (about the control point) is at least in the declared shape, mm.
    pub fn least(&self, y: &Vec3) -> f64 {
        let own = || self.piece.depth(y) - self.excess;
        self.declared.map_or_else(own, |shape| shape.depth(y)) + self.grow
    }

    /// A box around it, mm.
    pub fn bounds(&self) -> Aabb {
        self.piece.hull().bounds()
    }

    /// Whether it is a body of revolution.
    pub fn is_round(&self) -> bool {
        matches!(self.piece, Piece::Solid(Solid::Round(_)) | Piece::ConcaveRevolve(_))
    }

    /// Whether nothing is deeper in it the farther it is from the axis: above a hollow tip it is.
    pub fn deepest_near_axis(&self) -> bool {
        match self.piece {
            Piece::Solid(solid) => matches!(solid, Solid::Round(_)) && solid.is_convex(),
            Piece::ConcaveRevolve(body) => body.rises(),
            Piece::Nonconvex(_) => false,
        }
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
                let (mut inward, mut deep) = (Vec3::zeros(), best);
                let glance = hi.min(middle + reach + FLOAT_MM);
                let told = self.beneath(
                    &half,
                    |_| None,
                    [glance, level],
                    |_, depth, away| {
                        (inward, deep) = (away, deep.max(depth));
                    },
                );
                best = deep;
                parts.extend(told.map(|hi| (hi, (half, inward))));
            }
            ControlFlow::Continue(())
        })
    }

    /// How deep anything is in a piece of revolution that is `far` from its axis between two
    /// heights, mm: no more than `hi`, and told no closer than `level`.
    ///
    /// Depth changes no faster than the height does: between two places it is no greater than half
    /// of their depths and of the way between them (Piyavskii 1972).
    pub fn beside_axis(&self, far: f64, [low, high]: [f64; 2], [hi, level]: [f64; 2]) -> f64 {
        let told = |z: f64| (z, self.piece.depth(&Vec3::new(far, 0.0, z)));
        let most = |[a, b]: [(f64, f64); 2]| 0.5 * (a.1 + b.1 + b.0 - a.0) + FLOAT_MM;
        let whole = [told(low), told(high)];
        let mut looks = HEIGHT_LOOKS;
        refine([(hi.min(most(whole)), whole)], |hi, &[a, b], parts| {
            let at = told(0.5 * (a.0 + b.0));
            if hi <= level || at.1 > level || looks == 0 {
                return ControlFlow::Break(());
            }
            looks -= 1;
            parts.extend([[a, at], [at, b]].map(|part| (hi.min(most(part)), part)));
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
            let worth = worth([hi, level], depth);
            if hi - depth <= 4.0 * FLOAT_MM || offset + slope.dot(&at) >= worth {
                break;
            }
            ceiling.bound(&slope, offset + FLOAT_MM);
        }
        Some(hi)
    }
}

/// Heights at which a place beside the axis may be looked at.
const HEIGHT_LOOKS: usize = 64;

/// Cells that how deep anything can be in a piece at all may take.
const MIDDLE_CELLS: usize = 2_000;

/// The share to which that is told.
const MIDDLE_SHARE: f64 = 1e-3;

#[cfg(test)]
mod tests {
    use std::path::Path as File;

    use super::*;
    use gouge_core::tool::Spec;
    use gouge_random::Random;

    /// A cutter hollow about its axis was told to be no deeper anywhere than there: beneath a waist
    /// a search said less than is so.
    #[test]
    fn what_is_hollow_about_its_axis_is_not_deepest_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("dimpled.txt");
        let forms = |tip: &str| {
            std::fs::write(&file, format!("start 0 0\n{tip}\nline 4 3")).unwrap();
            let spec = format!("profile:{};shank=2,4;holder=6,9", file.display());
            let tool = Spec::parse(&spec, File::new("")).unwrap().build(60.0);
            PreparedTool::new(tool, 0.01, 0.0)
        };
        let dimpled = forms("arc 4 1 2.3");
        let own = Form::own(&dimpled.components[0]);
        let joints = dimpled.joints.iter().map(|j| Form::joint(&dimpled, j));
        let (mut random, mut deepest) = (Random::new(59), Vec::new());
        for form in own.chain(joints) {
            let bounds = form.bounds();
            let mut rises = 0.0f64;
            for _ in 0..2000 {
                let [a, b] = [0; 2].map(|_| random.between(0.0, bounds.hi.x));
                let z = random.between(bounds.lo.z, bounds.hi.z);
                let depth = |far: f64| form.piece.depth(&Vec3::new(far, 0.0, z));
                rises = rises.max(depth(a.max(b)) - depth(a.min(b)));
            }
            assert!(!form.deepest_near_axis() || rises <= FLOAT_MM, "{rises}");
            deepest.push(form.deepest_near_axis());
            assert!(deepest.len() > 2 || rises > 0.5, "{rises}");
        }
        // What is near the upper joint does not reach down to the tip.
        assert_eq!(deepest, [false, false, true]);
        let pointed = forms("line 4 1");
        assert!(Form::own(&pointed.components[0]).all(|form| form.deepest_near_axis()));
        std::fs::remove_file(file).unwrap();
    }

    /// Each height of a wall was a cell of its own: a turn of a helix in a bore of 256 sides took
    /// 0.4 s, and the region of 42 of them was told to a fifteenth.
    #[test]
    fn nothing_farther_from_the_axis_is_deeper_than_said_beside_it() {
        let mut random = Random::new(53);
        let (mut close, mut open) = (0, 0);
        for spec in [
            "chamfer:0,45,8;len=8;shank=4,10;holder=12,20,20",
            "ball:5;len=7;shank=7,6;holder=9,20",
            "flat:8;len=2;shank=4,9;clearance=0.3",
        ] {
            let tool = Spec::parse(spec, File::new("")).unwrap().build(60.0);
            let tool = PreparedTool::new(tool, 0.01, 0.1);
            for form in tool.joints.iter().map(|j| Form::joint(&tool, j)) {
                assert!(form.deepest_near_axis(), "{spec} {:?}", form.piece.meridian());
                let bounds = form.bounds();
                for _ in 0..300 {
                    let far = random.between(0.0, bounds.hi.x);
                    let ends = [0; 2].map(|_| random.between(bounds.lo.z, bounds.hi.z));
                    let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                    let mut most = f64::NEG_INFINITY;
                    for _ in 0..200 {
                        let beyond = far + random.between(0.0, 1.0).powi(4) * 5.0;
                        let at = Vec3::new(beyond, 0.0, random.between(low, high));
                        most = most.max(form.piece.depth(&at));
                    }
                    let level = random.between(0.0, 4.0);
                    let bound = form.beside_axis(far, [low, high], [f64::MAX, level]);
                    assert!(most <= bound, "{spec}: {far} {low} {high} {most} {bound}");
                    close += u32::from(bound <= level);
                    open += u32::from(bound > level && most > level);
                }
            }
        }
        assert!(close > 500 && open > 200, "{close} {open}");
    }
}
