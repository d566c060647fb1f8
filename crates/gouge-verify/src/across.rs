//! Ways into the material that lead from one piece of a tool into another.
//!
//! A way that begins in one convex piece may end in another one, at another time. However it gets
//! there, it ends where some piece is at some time: so it is no longer than the farthest push of
//! its facet after which any piece lies on it.

use std::collections::BTreeSet;

use super::path::{Path, Piece as Leg};
use super::search::{Goal, SOLVER_SHARE};
use super::side::{Effort, Gauge, LEAST_SAG_SHARE};
use crate::tolerance::{COARSE_SAG_MM, CROSSING_PATCHES, FLOAT_MM, MAX_LEGS};
use gouge_core::sweep::{Patch, Push, Sag, farthest, slide};
use gouge_core::tool::Solid;
use gouge_mesh::geom::{Vec3, closest_on_triangle, unit_normal};

impl Gauge<'_> {
    /// How long a way can be at most during a motion along `path` whose ways within one piece are
    /// no longer than `level`, mm.
    pub fn across(&self, path: &Path, level: f64, goal: &Goal, effort: &mut Effort) -> f64 {
        let Some(all) = &self.tool else { return effort.limit.max(level) };
        if all.len() < 2 {
            return level;
        }
        let mut count = path.first_cut();
        while path.sag(1.0 / count as f64) > COARSE_SAG_MM {
            count *= 2;
        }
        let at = |i: usize| i as f64 / count as f64;
        let mut left = CROSSING_PATCHES;
        let mut cross = |t0: f64, t1: f64| {
            let leg = path.piece(t0, t1);
            (self.cross(path, &leg, all, level, goal, effort, &mut left), leg)
        };
        let mut legs: Vec<(f64, Leg)> = (0..count).map(|i| cross(at(i), at(i + 1))).collect();
        while let Some(highest) = (0..legs.len()).max_by(|&i, &j| legs[i].0.total_cmp(&legs[j].0)) {
            let (hi, leg) = legs[highest];
            let close = hi <= level + FLOAT_MM || leg.sag <= LEAST_SAG_SHARE * goal.epsilon;
            if close || legs.len() > count + MAX_LEGS {
                return hi;
            }
            legs.swap_remove(highest);
            let middle = 0.5 * (leg.t0 + leg.t1);
            legs.extend([cross(leg.t0, middle), cross(middle, leg.t1)]);
        }
        level
    }

    /// The same for one straight piece of the path, with `left` patches to cut the facets into.
    #[expect(clippy::too_many_arguments, reason = "the locals of one loop body")]
    fn cross(
        &self,
        path: &Path,
        leg: &Leg,
        all: &[(&Solid, f64)],
        level: f64,
        goal: &Goal,
        effort: &mut Effort,
        left: &mut usize,
    ) -> f64 {
        let mut touched = BTreeSet::new();
        for piece in self.pieces.iter().chain(&self.seams) {
            touched.extend(self.touched(leg, piece, effort));
        }
        let mut hi = level;
        for index in touched {
            let tri = self.mesh.triangle(index as usize);
            let first = Push {
                piece: all[0].0,
                from: leg.from,
                travel: leg.travel,
                sag: Sag { by: leg.sag, normal: path.normal() },
                grow: 0.0,
                along: unit_normal(&tri) * -self.facing,
                limit: effort.limit,
                gap: SOLVER_SHARE * goal.epsilon,
            };
            let along = first.along;
            if along == Vec3::zeros() {
                continue;
            }
            let mut open = vec![Patch::whole(&tri)];
            while let Some(patch) = open.pop() {
                let ends = all.iter().filter_map(|&(piece, grow)| {
                    farthest(&Push { piece, grow, ..first }, &patch, hi)
                });
                let Some(far) = ends.reduce(f64::max) else { continue };
                let begins = |&piece: &&Solid| {
                    let touch = Push { piece, grow: self.grow, limit: 0.0, ..first };
                    slide(&touch, &patch, 0.0).is_some()
                };
                let from_here = self.pieces.iter().chain(&self.seams).any(begins);
                if far <= hi || !from_here || self.ends_sooner(&patch, &along, hi) {
                    continue;
                }
                match patch.split(&patch.longest()) {
                    Some(halves) if *left > 0 => {
                        *left -= 1;
                        open.extend(halves);
                    }
                    _ => hi = far,
                }
            }
        }
        hi
    }

    /// Whether some other facet is nearer than `level` to whatever lies that deep below a patch.
    ///
    /// Distance to a facet is convex, so over the patch it is greatest at a corner.
    fn ends_sooner(&self, patch: &Patch, along: &Vec3, level: f64) -> bool {
        let corners: Vec<Vec3> = patch.points().map(|p| p + along * level).collect();
        let middle = corners.iter().sum::<Vec3>() / corners.len() as f64;
        self.tree.nearest(middle, level).is_some_and(|(_, other)| {
            let facet = self.mesh.triangle(other as usize);
            let away = |p: &Vec3| (p - closest_on_triangle(p, &facet)).norm();
            corners.iter().all(|p| away(p) < level - FLOAT_MM)
        })
    }
}
