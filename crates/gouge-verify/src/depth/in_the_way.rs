//! Known obstacles to a raise: a look at a few poses rules the raise out without a search.

use super::super::finding::Finding;
use super::super::plan::TimedPath;
use super::super::target::Target;
use super::super::tools::HeldTool;
use super::super::verdict::Trial;
use crate::budget::{MOST_POSES, POSES_A_CUT};
use crate::tolerance::VERDICT_SLACK_MM;
use gouge_mesh::geom::{Body as _, Vec3};
use gouge_mesh::mesh::Side;

/// A place that was found to gouge, and the control point from which it was reached, the tool not
/// raised, mm.
#[derive(Clone, Copy)]
struct Place {
    at: Vec3,
    from: Vec3,
}

/// The known obstacles in the way of a tool on some paths.
pub(super) struct InTheWay<'a> {
    target: Target<'a>,
    held: HeldTool<'a>,
    paths: &'a [TimedPath],
    /// A depth above this gouges, mm.
    limit: f64,
    /// Places of the surface that were deeper in the tool; none where it may be arbitrarily deep.
    surface: Vec<Place>,
    /// Places of the material that the tool takes, which move with it: deep in the material as far
    /// as the wall leads up.
    inner: Vec<Place>,
}

impl<'a> InTheWay<'a> {
    /// The obstacles that a finding shows.
    pub fn of(
        finding: &Finding,
        held: HeldTool<'a>,
        target: Target<'a>,
        paths: &'a [TimedPath],
    ) -> Self {
        let limit = held.thresholds.limit(target.body);
        let (surface, inner) = (Vec::new(), Vec::new());
        let mut known = Self { target, held, paths, limit, surface, inner };
        let from = finding.control_point;
        known.put_surface(Place { at: finding.surface_point, from });
        known.inner.extend(finding.inner_point.as_deref().map(|&at| Place { at, from }));
        known
    }

    /// Learns the obstacles that a trial of the tool raised by `by` mm shows.
    pub fn learn(&mut self, trial: &Trial, by: f64) {
        let up = Vec3::z() * by;
        if let Some(contact) = &trial.surface.contact {
            self.put_surface(Place { at: contact.point, from: contact.control - up });
        }
        let inner = trial.reached.iter().map(|r| Place { at: r.x - up, from: r.control - up });
        self.inner.extend(inner);
    }

    fn put_surface(&mut self, place: Place) {
        if self.held.thresholds.counts_tool_side(self.target.body) {
            self.surface.push(place);
        }
    }

    /// Whether the obstacles show that the tool raised by `by` mm is not clean: at one pose, which
    /// may be any.
    pub fn shows(&self, by: f64) -> bool {
        let up = Vec3::z() * by;
        let surface = |p: &Place, control: &Vec3| self.is_in_the_tool(&(p.at - control));
        let inner = |p: &Place, control: &Vec3| self.is_deep(&(p.at - p.from + control));
        let own = self.surface.iter().any(|p| surface(p, &(p.from + up)))
            || self.inner.iter().any(|p| inner(p, &(p.from + up)));
        own || self.poses().map(|control| control + up).any(|control| {
            self.surface.iter().any(|p| surface(p, &control))
                || self.inner.iter().any(|p| inner(p, &control))
        })
    }

    /// Control points from all along the paths, mm, the tool not raised.
    fn poses(&self) -> impl Iterator<Item = Vec3> {
        self.paths.iter().flat_map(|timed| {
            let once = timed.path.once();
            let cuts = (timed.path.first_cut() as f64 * once).ceil() as usize;
            let count = cuts.saturating_mul(POSES_A_CUT).min(MOST_POSES);
            (0..=count).map(move |i| timed.path.at(once * i as f64 / count as f64))
        })
    }

    /// Whether a place of the surface (about the control point, mm) is deep in the tool.
    fn is_in_the_tool(&self, y: &Vec3) -> bool {
        self.held.tool.components.iter().any(|c| {
            let limit = self.limit.max(0.0) + c.component.facet_error + VERDICT_SLACK_MM - c.grow;
            c.component.pieces.iter().any(|piece| {
                let near = y.x.hypot(y.y) <= piece.hull().radius - limit;
                near && piece.depth(y) > limit
            })
        })
    }

    /// Whether a place of the tool (mm) is deep in the material.
    fn is_deep(&self, x: &Vec3) -> bool {
        let apart = self.limit.max(0.0) + self.held.thresholds.slack.mm() + VERDICT_SLACK_MM;
        self.target.body.bounds.holds(x)
            && self.target.nearest(x, apart).is_none()
            && self.target.side(x) == Side::Inside
    }
}
