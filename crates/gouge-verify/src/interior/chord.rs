//! What one piece of a tool covers on one chord of a motion.

use super::super::mover::Mover;
use super::super::target::Target;
use super::Passage;
use crate::tolerance::{APART_SHARE, ETA_MM, FLOAT_MM, TIME_SAMPLES};
use gouge_core::sweep::{Sag, Stroke, deepest, refine};
use gouge_core::tool::Piece;
use gouge_core::tree::Searcher;
use gouge_mesh::geom::{Aabb, Swept, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Side;
use std::ops::ControlFlow;

/// A chord of the way of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chord {
    /// Whose: index of the passage, of its way, of its piece.
    pub of: [usize; 3],
    /// Control point at the start of the chord, mm.
    pub from: Vec3,
    /// The chord, mm.
    pub travel: Vec3,
    /// Times on the way.
    pub times: [f64; 2],
    /// How far the true path bends away from the chord at the same time, mm.
    pub sag: f64,
    /// Only what is in here is looked at, mm.
    pub room: Aabb,
    /// Before an open surface, what is no farther than this from what sees the sky is no deeper than that
    /// is far, mm: without end where the middle of the piece sees the sky all along.
    pub shell: f64,
    /// A shift out of the material of it, or of the longer one that it was cut from, mm.
    pub out: Option<Vec3>,
}

/// How a point lies to a piece that moves along a chord.
pub(super) struct Pose {
    /// How deep it lies in the thickened piece at the time `t`, mm.
    pub depth: f64,
    /// At no time is it deeper, mm.
    pub most: f64,
    /// Share of the chord, 0 to 1.
    pub t: f64,
    /// A plane that has all the piece covers on one side, where that is convex.
    pub plane: Option<(Vec3, f64)>,
}

impl Chord {
    /// The pose of `mover` in which `x` lies deepest.
    pub fn pose(&self, mover: &Mover, grow: f64, x: &Vec3) -> Pose {
        let solid = match mover.piece {
            Piece::Solid(solid) => solid,
            Piece::ConcaveRevolve(body) => return self.sampled(|y| body.depth(y), grow, x),
            Piece::Nonconvex(shell) => {
                let mut known = None;
                let beside = |y: &Vec3| known.insert(shell.depth_beside(y, known.as_ref())).depth;
                return self.sampled(beside, grow, x);
            }
        };
        let stroke = Stroke { piece: solid, from: self.from, travel: self.travel, grow };
        let pose = stroke.pose(x);
        let plane = Some((pose.normal, pose.offset));
        Pose { depth: pose.depth, most: pose.depth + FLOAT_MM, t: pose.t, plane }
    }

    /// A half space `normal · x <= offset` that holds all of `cell` that the piece covers, for a mesh
    /// of any shape; `at` is a point of the cell, in none of its poses, least far at the share `t`.
    pub fn keeps(
        &self,
        mover: &Mover,
        grow: f64,
        cell: &Aabb,
        at: &Vec3,
        t: f64,
    ) -> Option<(Vec3, f64)> {
        let Piece::Nonconvex(shell) = mover.piece else { return None };
        let window = Aabb { lo: cell.lo - self.from, hi: cell.hi - self.from };
        let moved = Aabb { lo: window.lo - self.travel, hi: window.hi - self.travel };
        let window = window.union(&moved).grown(grow);
        let at = at - self.from - self.travel * t;
        let (_, face) = shell.depth(&at);
        let normal = (at - closest_on_triangle(&at, &face)).try_normalize(FLOAT_MM)?;
        let level = shell.beyond(&window, &normal, &at)?;
        let ends = normal.dot(&self.from) + normal.dot(&self.travel).max(0.0);
        Some((normal, level + ends + grow))
    }

    /// Depth in a mesh changes no faster than the mesh moves: intervals of time are halved until
    /// the deepest place is known or no place is inside.
    fn sampled(&self, mut depth_of: impl FnMut(&Vec3) -> f64, grow: f64, x: &Vec3) -> Pose {
        let length = self.travel.norm();
        let mut best = (f64::NEG_INFINITY, 0.0);
        let mut look = |[a, b]: [f64; 2], best: &mut (f64, f64)| {
            let t = 0.5 * (a + b);
            let depth = depth_of(&(x - self.from - self.travel * t)) + grow;
            if depth > best.0 {
                *best = (depth, t);
            }
            (depth + 0.5 * (b - a) * length + FLOAT_MM, [a, b])
        };
        let mut count = 0;
        let whole = look([0.0, 1.0], &mut best);
        let most = refine([whole], |hi, &[a, b], parts| {
            count += 1;
            if best.0 >= 0.0 || hi - best.0 <= FLOAT_MM || count > TIME_SAMPLES {
                return ControlFlow::Break(());
            }
            let middle = 0.5 * (a + b);
            parts.extend([look([a, middle], &mut best), look([middle, b], &mut best)]);
            ControlFlow::Continue(())
        });
        // The deepest of them may still be beside the deepest there is.
        let mut by = length / TIME_SAMPLES as f64;
        while best.0 < 0.0 && by > FLOAT_MM {
            let step = by / length;
            let before = best.0;
            for t in [best.1 - step, best.1 + step].map(|t| t.clamp(0.0, 1.0)) {
                look([t, t], &mut best);
            }
            by *= if best.0 > before { 1.0 } else { 0.25 };
        }
        Pose { depth: best.0, most: most.max(best.0), t: best.1, plane: None }
    }

    /// Whether all that the piece covers is outside of the material after a shift by `by`: then
    /// nothing of it lies deeper than the length of that shift, and a little for rounding.
    ///
    /// A point x of the material that is outside after the shift has surface on the way. No facet
    /// lies deeper than 2 η in the shifted piece, and its middle is outside: what is deeper in it
    /// than that is outside, and the rest no farther from there than `bluntness` × 2 η. A mesh of any
    /// shape that hangs together is where one point of it is, if no facet comes into it: that is told by
    /// what is left of the shift, since exact tests of one come to no end where it only touches.
    ///
    /// Around the rim of an open surface a way leads out that meets none of it: there only what comes
    /// that near to the sky that it does not count is told, and only by a shift straight up.
    pub fn retreats(
        &self,
        target: &Target,
        passage: &Passage,
        searcher: &mut dyn Searcher,
        by: Vec3,
    ) -> bool {
        let mover = &passage.movers[self.of[2]];
        let piece = mover.piece;
        if target.body.open() && (by.x != 0.0 || by.y != 0.0 || by.z < 0.0) {
            return false;
        }
        let from = self.from + by;
        let room = mover.covered(from, self.travel, passage.grow);
        let told = by.norm() + 2.0 * ETA_MM * mover.bluntness;
        if told > self.shell && !target.body.rimless(&room) {
            return false;
        }
        let lowest = from.z + self.travel.z.min(0.0);
        let depth = passage.grow + 2.0 * ETA_MM;
        let roofs = || target.roofs(mover, &room, lowest, depth);
        if !target.body.whole() && (target.body.may_miss_cover(&room) || roofs()) {
            return false;
        }
        let clear = |(heart, radius): &(Vec3, f64)| {
            *radius > 4.0 * ETA_MM && target.side(&(from + heart)) == Side::Outside
        };
        let (floor, eta, hearts) = match piece {
            Piece::Nonconvex(mesh) => {
                let apart = APART_SHARE * by.norm();
                if !mesh.is_in_one_piece() || apart < ETA_MM {
                    return false;
                }
                (-passage.grow - 2.0 * apart, apart, mesh.inscribed())
            }
            _ => (-passage.grow, ETA_MM, std::slice::from_ref(&mover.heart)),
        };
        // The top of a column without one is above everything.
        if !piece.is_open() && !hearts.iter().all(clear) {
            return false;
        }
        let swept = Swept { from, travel: self.travel, body: piece, grow: 0.0 };
        // Searched a little deeper than asked, so that no hierarchy sees less than another.
        let end = searcher.deeper(&swept, floor - eta, &mut |index, depth| {
            let tri = target.body.mesh.triangle(index as usize);
            let found =
                deepest(piece, &tri, &from, &self.travel, &Sag::NONE, floor + eta, 0.5 * eta);
            if found.is_some_and(|d| d.hi > floor + 2.0 * eta) { f64::INFINITY } else { depth }
        });
        end < f64::INFINITY
    }
}
