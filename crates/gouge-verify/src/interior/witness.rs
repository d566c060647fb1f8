//! A point of the material that the tool covers, which proves how deep it reaches.

use std::iter::successors;

use super::super::target::Nearest;
use super::chord::{Chord, Pose};
use super::{InteriorQuery, Reached};
use crate::tolerance::{FLOAT_MM, INSIDE_MM, PUSH_STEP, WITNESS_ASIDE_MM};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Side;

impl InteriorQuery<'_> {
    /// Takes a point of the chord's sweep, or one next to it, as a witness if it is one.
    pub(super) fn offer(&mut self, chord: &Chord, at: &Vec3, pose: &Pose, near: &Nearest) {
        let passage = &self.passages[chord.of.passage];
        let mover = &passage.movers[chord.of.mover];
        let timed = &passage.paths[chord.of.path];
        let on_chord = chord.place(mover, pose.t);
        let time = chord.times[0] + pose.t * (chord.times[1] - chord.times[0]);
        let control = if chord.sag > 0.0 { timed.path.at(time) } else { on_chord };
        // The peak lies on the border of the tool, as far as rounding can tell.
        let x = at + (control - on_chord);
        let deeper = |inside: f64| match inside - pose.depth {
            by if by > 0.0 => control + mover.deeper(&(x - control), pose.depth - passage.grow, by),
            _ => x,
        };
        let most = INSIDE_MM + passage.excess;
        let declared = passage.declared;
        let told = match declared {
            Some(shape) => {
                let pushes = successors(Some(INSIDE_MM), |by| Some(by * PUSH_STEP));
                let pushes = [0.0].into_iter().chain(pushes.take_while(|by| *by < most));
                // Where an arc ends in a cusp its chords hold places that the tool does not; far
                // in, where it is thicker than they overstate it, depth is less.
                pushes.chain([most]).map(deeper).find_map(|x| {
                    let y = x - control;
                    let tried = [y, shape.pared(&y)];
                    tried.into_iter().find(|y| shape.holds(y)).map(|y| control + y)
                })
            }
            None => Some(deeper(most))
                .filter(|x| mover.piece.depth(&(x - control)) + passage.grow >= passage.excess),
        };
        let Some(x) = told else { return };
        let known = self.deepest.map_or(f64::NEG_INFINITY, |d| d.depth);
        if near.distance + (x - at).norm() < known {
            return;
        }
        let same = (x == *at).then_some(near);
        let side = self.side_at(chord, &x, &control, same);
        if side == Side::Outside {
            return;
        }
        let moved = || self.target.nearest_from(&x, Some(near.triangle));
        let near = same.copied().or_else(moved).unwrap_or(*near);
        let sky = self.sky(&x, &near, side).map_or(f64::INFINITY, |sky| sky.distance);
        // What lies on the border of the declared shape may be outside of it by rounding.
        let float = self.slack.float + if declared.is_some() { FLOAT_MM } else { 0.0 };
        let (beneath, shell) = (near.distance - float, passage.shell);
        let by_the_sky = sky <= shell || self.shell_at(chord, &control) == f64::INFINITY;
        let depth = if by_the_sky { beneath.min(sky - float) } else { beneath };
        let t = timed.times[0] + time * (timed.times[1] - timed.times[0]);
        let point = Reached {
            passage: self.members[chord.of.passage],
            depth,
            x: self.aside(x, &near),
            foot: near.foot,
            triangle: near.triangle,
            t,
            control,
            dogleg: timed.dogleg,
        };
        if side == Side::Inside && depth > known {
            self.lo = self.lo.max(depth);
            self.deepest = Some(point);
        }
        // Next to it the middle of the tool may be beneath the surface: then that alone counts.
        let most = if depth < beneath && shell < sky && chord.shell < f64::INFINITY {
            beneath
        } else {
            depth
        };
        let told = side == Side::Inside && most == depth;
        if !told && self.undetermined.is_none_or(|u| most > u.depth) {
            self.undetermined = Some(Reached { depth: most, ..point });
        }
    }

    /// A point next to `x`, nearer to what is nearest: midway between sheets that look up neither
    /// side is told. It is as deep but for what depths are lowered by for rounding.
    fn aside(&self, x: Vec3, near: &Nearest) -> Vec3 {
        if self.target.body.whole() || near.distance <= WITNESS_ASIDE_MM {
            return x;
        }
        x + (near.foot - x) * (WITNESS_ASIDE_MM / near.distance)
    }
}
