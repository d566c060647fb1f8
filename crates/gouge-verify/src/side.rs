//! Part-side depth: how far below the surface a motion reaches, along the inward normal of a
//! facet, as long as that facet is what lies nearest.
//!
//! From a point q of the facet, the length runs along the inward normal to the farthest point
//! that the tool reaches before the material ends or some other facet is nearer than q. The last
//! rule keeps the measure continuous: a hundredth shaved off a tall wall is a hundredth deep,
//! although seen from the narrow strip of the top face that is lost with it, the cut goes down
//! the whole wall. It is the largest ball inside the material that touches q (its medial ball).
//!
//! The push length is concave over facet × time and bounded by [`slide`]; the medial ball has no
//! closed form, so the facet is cut into patches until no patch can hold a longer one.

use super::medial::medial;
use super::path::{Path, Piece as Leg};
use super::search::{DECIDING_SHARE, Goal, SOLVER_SHARE};
use crate::tolerance::{COARSE_SAG_MM, FLOAT_MM, MAX_LEGS, VERDICT_SLACK_MM};
use gouge_core::sweep::{Patch, Push, Sag, Slide, slide};
use gouge_core::tool::Solid;
use gouge_core::tree::{Facets, Stats};
use gouge_mesh::geom::{Swept, Triangle, Vec3, closest_on_triangle, unit_normal};
use gouge_mesh::mesh::Mesh;

/// The longest way into the material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    pub lo: f64,
    pub hi: f64,
    pub triangle: u32,
    pub point: Vec3,
    pub t: f64,
}

/// What one measurement may cost and how long a way can be at all.
pub(super) struct Effort {
    /// Patches left.
    pub patches: usize,
    /// No way is longer, mm.
    pub limit: f64,
    /// Whether the longest way is more than this is the question, mm; zero where it is how long.
    pub verdict: f64,
    /// Work done.
    pub stats: Stats,
}

/// A part of a facet and the longest way from it.
struct Strip {
    way: Slide,
    patch: Patch,
    /// The ways from it may be a hair longer than what is known, or not: it comes last.
    between: bool,
}

impl Strip {
    /// What is to be looked at first is greater.
    fn rank(&self, other: &Self) -> std::cmp::Ordering {
        other.between.cmp(&self.between).then(self.way.hi.total_cmp(&other.way.hi))
    }
}

/// One component in front of one body, as far as part-side depth needs it.
pub(super) struct Gauge<'a> {
    pub tree: &'a dyn Facets,
    pub mesh: &'a Mesh,
    /// The convex pieces of the component.
    pub pieces: Vec<&'a Solid>,
    /// What is about its seams with other components: a short way may lead across.
    pub seams: Vec<&'a Solid>,
    /// All convex pieces of the whole tool, and how much thicker each counts, mm; `None` where a
    /// piece is no such.
    pub tool: Option<Vec<(&'a Solid, f64)>>,
    /// Thickening of tool and part together, mm.
    pub grow: f64,
    /// -1 for a mesh whose facets look inwards.
    pub facing: f64,
    /// Size of the body: no length is longer, mm.
    pub span: f64,
}

impl Effort {
    /// How wide the bounds may stay when `lo` is proved, mm: a length needs no more than ε, but
    /// a verdict has no middle.
    fn width(&self, lo: f64, goal: &Goal) -> f64 {
        if lo <= self.verdict { VERDICT_SLACK_MM } else { goal.epsilon }
    }
}

impl Gauge<'_> {
    /// The longest way along `path`, bounds closed to `goal.epsilon` where the budget allows;
    /// ways up to `floor` need not be told apart.
    pub fn measure(&self, path: &Path, goal: &Goal, floor: f64, effort: &mut Effort) -> Reach {
        let mut best =
            Reach { lo: floor, hi: floor, triangle: u32::MAX, point: Vec3::zeros(), t: 0.0 };
        let mut open: Vec<(f64, Leg, usize)> = Vec::new();
        let mut count = path.first_cut();
        while path.sag(1.0 / count as f64) > COARSE_SAG_MM {
            count *= 2;
        }
        let mut looked = 0;
        let pieces = self.pieces.len() + self.seams.len();
        for piece in 0..pieces {
            for i in 0..count {
                let leg = path.piece(i as f64 / count as f64, (i + 1) as f64 / count as f64);
                let hi = self.look(path, &leg, piece, goal, effort, &mut best);
                open.push((hi, leg, piece));
                looked += 1;
            }
        }
        loop {
            let next =
                open.iter().enumerate().max_by(|a, b| a.1.0.total_cmp(&b.1.0).then(b.0.cmp(&a.0)));
            let Some((at, &(hi, leg, piece))) = next else { break };
            best.hi = hi.max(best.lo);
            let done = hi - best.lo <= effort.width(best.lo, goal)
                || leg.sag <= LEAST_SAG_SHARE * goal.epsilon;
            if done || looked > count * pieces + MAX_LEGS {
                break;
            }
            open.swap_remove(at);
            let middle = 0.5 * (leg.t0 + leg.t1);
            for (t0, t1) in [(leg.t0, middle), (middle, leg.t1)] {
                let leg = path.piece(t0, t1);
                let hi = self.look(path, &leg, piece, goal, effort, &mut best);
                open.push((hi, leg, piece));
                looked += 1;
            }
        }
        best
    }

    /// Facets that one straight piece may touch, in order.
    pub(super) fn touched(&self, leg: &Leg, body: &Solid, effort: &mut Effort) -> Vec<u32> {
        let swept = Swept { from: leg.from, travel: leg.travel, body, grow: self.grow + leg.sag };
        let mut touched = Vec::new();
        let mut searcher = self.tree.searcher(false);
        searcher.deeper(&swept, 0.0, &mut |index, _| {
            touched.push(index);
            0.0
        });
        effort.stats += searcher.stats();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// One straight piece; returns its upper bound.
    fn look(
        &self,
        path: &Path,
        leg: &Leg,
        piece: usize,
        goal: &Goal,
        effort: &mut Effort,
        best: &mut Reach,
    ) -> f64 {
        let own = self.pieces.len();
        let body = if piece < own { self.pieces[piece] } else { self.seams[piece - own] };
        let touched = self.touched(leg, body, effort);
        let limit = effort.limit;
        let gap = if best.lo <= effort.verdict { DECIDING_SHARE } else { 1.0 }
            * SOLVER_SHARE
            * goal.epsilon;
        let push = |normal: Vec3| Push {
            piece: body,
            from: leg.from,
            travel: leg.travel,
            sag: Sag { by: leg.sag, normal: path.normal() },
            grow: self.grow,
            along: normal * -self.facing,
            limit,
            gap,
        };
        // Longest first: what is found early spares the rest.
        let mut ways: Vec<(Slide, u32)> = Vec::new();
        for index in touched {
            let tri = self.mesh.triangle(index as usize);
            let normal = unit_normal(&tri);
            if normal == Vec3::zeros() {
                continue;
            }
            let found = slide(&push(normal), &Patch::whole(&tri), best.lo.max(FLOAT_MM));
            ways.extend(found.map(|s| (s, index)));
        }
        ways.sort_by(|a, b| b.0.hi.total_cmp(&a.0.hi).then(a.1.cmp(&b.1)));
        // What the easy facets prove spares most of the work on the hard ones.
        for (whole, index) in &ways {
            let tri = self.mesh.triangle(*index as usize);
            self.offer(path, leg, &push(unit_normal(&tri)), *index, whole, best);
        }
        // Where the sagitta alone keeps the bounds apart, only shorter chords help.
        if leg.sag > PATCHED_SAG_SHARE * goal.epsilon {
            return ways.first().map_or(best.lo, |(way, _)| way.hi.max(best.lo));
        }
        let mut hi = best.lo;
        for (whole, index) in ways {
            if whole.hi <= best.lo {
                break;
            }
            let tri = self.mesh.triangle(index as usize);
            let push = push(unit_normal(&tri));
            hi = hi.max(self.facet(path, leg, &push, &tri, index, whole, goal, effort, best));
        }
        hi
    }

    /// Closes in on the longest way from one facet; returns its upper bound.
    #[expect(clippy::too_many_arguments, reason = "the locals of one loop body")]
    fn facet(
        &self,
        path: &Path,
        leg: &Leg,
        push: &Push,
        tri: &Triangle,
        index: u32,
        whole: Slide,
        goal: &Goal,
        effort: &mut Effort,
        best: &mut Reach,
    ) -> f64 {
        let mut open = vec![Strip { way: whole, patch: Patch::whole(tri), between: false }];
        let mut done = 0f64;
        loop {
            let next = open
                .iter()
                .enumerate()
                .max_by(|a, b| a.1.rank(b.1).then(b.0.cmp(&a.0)))
                .map(|(i, _)| i);
            let Some(at) = next else { return done.max(best.lo) };
            let Strip { way, patch, between } = open.swap_remove(at);
            if way.hi > best.lo + 0.5 * effort.width(best.lo, goal) {
                self.offer(path, leg, push, index, &way, best);
            }
            let level = best.lo + 0.5 * effort.width(best.lo, goal);
            if way.hi <= level {
                done = done.max(way.hi);
                continue;
            }
            let deep = way.point + push.along * level;
            let (gap, other) = self.tree.nearest(deep, level).unwrap_or((level, index));
            let facet = self.mesh.triangle(other as usize);
            // Distance to a convex facet is convex, so over the patch it is greatest at a
            // corner: if every corner pushed by `level` is nearer to the other facet than
            // `level`, no point of the patch has so large a ball.
            let flee = |level: f64| {
                let from = |v: Vec3| {
                    let p = v + push.along * level;
                    p - closest_on_triangle(&p, &facet)
                };
                patch.points().map(|v| (from(v), v)).fold((Vec3::zeros(), way.anchor), |w, f| {
                    if f.0.norm() > w.0.norm() { f } else { w }
                })
            };
            let (worst, worst_corner) = flee(level);
            if gap < level && worst.norm() < level - FLOAT_MM {
                continue;
            }
            // Where the other facet comes as near as `level` there is a strip that rounding
            // keeps from being refuted. What lies beyond it is worth more.
            let higher = level + STRIP_SHARE * goal.epsilon;
            if !between && worst.norm() < higher && flee(higher).0.norm() < higher - FLOAT_MM {
                open.push(Strip { way, patch, between: true });
                continue;
            }
            self.explore(path, leg, push, index, &way, worst_corner, best);
            let rest = || open.iter().map(|s| s.way.hi).fold(done.max(way.hi), f64::max);
            if effort.patches == 0 {
                return rest();
            }
            effort.patches -= 1;
            // Cut across the direction in which the worst corner flees from the other facet:
            // that separates what the facet refutes from what it does not.
            let away = worst - push.along * worst.dot(&push.along);
            // Every other time in the middle: where not the other facet but the tool ends the
            // ways of a patch, shaving it leads nowhere.
            let shave = effort.patches.is_multiple_of(2);
            let Some(halves) = cut(&patch, &away, worst.norm(), level, shave) else {
                return rest();
            };
            for patch in halves {
                let Some(part) = slide(push, &patch, best.lo) else { continue };
                let part = Slide { hi: part.hi.min(way.hi), ..part };
                open.push(Strip { way: part, patch, between });
            }
        }
    }

    /// Offers the point nearest to `corner` that the tool still covers: the longest way of a
    /// patch mostly starts where the tool ends, as far as it goes from whatever bounds the
    /// material.
    #[expect(clippy::too_many_arguments, reason = "the locals of one loop body")]
    fn explore(
        &self,
        path: &Path,
        leg: &Leg,
        push: &Push,
        index: u32,
        way: &Slide,
        corner: Vec3,
        best: &mut Reach,
    ) {
        if let Some(found) = toward(push, &way.anchor, &corner, best.lo) {
            self.offer(path, leg, push, index, &found, best);
        }
    }

    /// Proves a length from the best candidate of a patch and records it.
    fn offer(
        &self,
        path: &Path,
        leg: &Leg,
        push: &Push,
        index: u32,
        way: &Slide,
        best: &mut Reach,
    ) {
        let Some(way) = rooted(push, way, best.lo) else { return };
        let facet = self.mesh.triangle(index as usize);
        if (closest_on_triangle(&way.point, &facet) - way.point).norm() > OFF_FACET_MM {
            return;
        }
        let mut t = leg.t0 + way.t * (leg.t1 - leg.t0);
        let mut reach = Push { limit: 0.0, gap: FLOAT_MM, ..*push };
        let mut length = way.lo;
        if leg.sag > 0.0 {
            // On an arc the chord only bounds: what counts is the tool at its true position.
            reach = Push { from: path.at(t), travel: Vec3::zeros(), sag: Sag::NONE, ..reach };
            let exact = Push { limit: push.limit, gap: push.gap, ..reach };
            length = slide(&exact, &Patch::whole(&[way.point; 3]), 0.0).map_or(0.0, |s| s.lo);
        }
        let ball = medial(self.tree, self.mesh, &way.point, &push.along, length);
        if ball <= best.lo {
            return;
        }
        if ball < length {
            // The end has moved: the tool may reach it at another time, or not at all.
            let end = way.point + push.along * ball;
            let Some(found) = slide(&reach, &Patch::whole(&[end; 3]), 0.0) else { return };
            let stand = end - reach.from - reach.travel * found.t;
            if reach.piece.depth(&stand).depth + reach.grow < -FLOAT_MM {
                return;
            }
            if leg.sag <= 0.0 {
                t = leg.t0 + found.t * (leg.t1 - leg.t0);
            }
        }
        *best = Reach { lo: ball, hi: best.hi, triangle: index, point: way.point, t };
    }
}

/// The way itself if the tool covers the point it starts from, which a push alone does not ask
/// for; else one that starts where the tool ends on the way to that point.
fn rooted(push: &Push, way: &Slide, floor: f64) -> Option<Slide> {
    let stand = way.point - push.from - push.travel * way.t;
    if push.piece.depth(&stand).depth + push.grow >= 0.0 {
        return Some(*way);
    }
    slide(push, &Patch::whole(&[way.point; 3]), floor)
        .or_else(|| toward(push, &way.anchor, &way.point, floor))
}

/// The longest way from the point nearest to `corner` that the tool covers on the line from
/// `anchor`.
fn toward(push: &Push, anchor: &Vec3, corner: &Vec3, floor: f64) -> Option<Slide> {
    let aside = corner - anchor;
    let width = aside.norm();
    if width <= FLOAT_MM {
        return None;
    }
    let along = aside / width;
    let sideways = Push { along, limit: width, ..*push };
    let edge = slide(&sideways, &Patch::whole(&[*anchor; 3]), 0.0)?;
    slide(push, &Patch::whole(&[anchor + along * edge.lo; 3]), floor)
}

/// Cuts a patch whose worst corner flees along `away` to the distance `worst`: where, to first
/// order, the distance falls to `level`, if asked to `shave`, so that one side is refuted at once;
/// in the middle where that would shave off next to nothing; across its longest direction where the
/// other facet is within `level` of all of it but for rounding, and only the tool can tell its parts
/// apart.
fn cut(patch: &Patch, away: &Vec3, worst: f64, level: f64, shave: bool) -> Option<[Patch; 2]> {
    let len = away.norm();
    if len > FLOAT_MM {
        let g = away / len;
        let (lo, hi) = patch.heights(&g);
        let back = (worst - level + CUT_MARGIN_MM) * worst / len;
        let share = (hi - lo) * LEAST_CUT_SHARE;
        if shave
            && (share..(hi - lo) - share).contains(&back)
            && let Some(halves) = patch.split_at(&g, hi - back)
        {
            return Some(halves);
        }
        if worst > level
            && let Some(halves) = patch.split(&g)
        {
            return Some(halves);
        }
    }
    patch.split(&patch.longest())
}

/// Parts of a facet whose ways are longer than what is known by less than this share of ε are
/// left for last. The flatter the ridge to the other facet, the wider the strip that rounding
/// hides: by 1 / (1 - cos) of the angle between them.
const STRIP_SHARE: f64 = 0.1;

/// A way proves nothing that begins farther than this from its facet, mm.
const OFF_FACET_MM: f64 = 1e-7;

/// A cut goes this much farther than needed, mm, so that what it cuts off is refuted in spite of
/// rounding.
const CUT_MARGIN_MM: f64 = 10.0 * FLOAT_MM;

/// A cut leaves at least this share of a patch on each side.
const LEAST_CUT_SHARE: f64 = 1e-4;

/// Chords whose sagitta is at most this many ε are not cut shorter.
pub(super) const LEAST_SAG_SHARE: f64 = 0.125;

/// Facets are cut into patches only along chords whose sagitta is at most this many ε.
const PATCHED_SAG_SHARE: f64 = 10.0;
