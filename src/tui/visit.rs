//! Moves the cursor to a place, and the pictures with it.

use super::path::Step;
use super::place::Place;
use super::section::Plane;
use super::state::State;
use super::view::{Cursor, Cut, HAIR_MM, Row};
use crate::geom::Vec3;
use crate::nc::Kind;
use crate::report::data::Operation;

impl State {
    /// Puts tool and pictures on the worst place of the chosen region.
    pub fn go_to_region(&mut self) {
        let Some(region) = self.chosen() else { return };
        let w = &region.witness;
        let cursor = Cursor { motion: w.motion as usize, t: w.t };
        // Where its file is not at hand, the call stands for it; where its line is not found again
        // in a file that is called, the file.
        let file = self.document.file_of(w.file.as_deref()).filter(|file| *file > 0);
        let place = self.document.place_of(region);
        let place = place.or(file.map(|file| Place { file, line: 1 }));
        let call = || Some(Place { file: 0, line: self.document.call_of(region)? });
        let place = place.or_else(call);
        let control = self.document.work(w.control_point_mm);
        let surface = self.document.work(w.surface_point_mm);
        let inner = w.inner_point_mm.map(|p| self.document.work(p));
        let deep = inner.unwrap_or(surface);
        let normal = Vec3::from(w.normal);
        let depth = region.depth_mm[0];
        let tool = self.document.tools.get(&region.tool);
        let width = tool.map_or(10.0, |t| t.shape.diameter()).max(4.0 * depth);
        let near = self.gouge();
        self.cursor = cursor;
        if let Some(place) = place {
            self.stand(place);
        }
        self.witness = Row::default();
        // The plane is upright and holds the depth: on the tool side with the axis, as in the
        // report's picture; on the part side with the way from the deepest point to the surface.
        let across =
            self.document.path.direction(cursor.motion, cursor.t).map(|d| d.cross(&Vec3::z()));
        let level = inner.map_or(Vec3::zeros(), |p| surface - p);
        let along = [level, deep - control, normal, across.unwrap_or(Vec3::x()), Vec3::x()];
        let flat = |v: &Vec3| Vec3::new(v.x, v.y, 0.0);
        let along = along.iter().map(flat).find(|v| v.norm() > 1e-6).unwrap_or(Vec3::x());
        let plane = Plane { through: control, angle: along.y.atan2(along.x), offset: 0.0 };
        let [u, v, behind] = plane.flat(deep);
        // A plane in a wall of the part shows neither side: it goes a hair into the part.
        let bounds = self.document.all_bounds();
        let side = plane.normal().dot(&(0.5 * (bounds.lo + bounds.hi) - control)).signum();
        let off = if inner.is_some() { behind } else { 0.0 };
        self.cut = Cut {
            angle: plane.angle,
            offset: off + side * HAIR_MM,
            pan: [0.5 * u, v + 0.25 * width],
            span: 2.4 * width,
        };
        if let Some((target, span)) = near {
            (self.eye.target, self.eye.span) = (target, span);
        }
        self.clip.1 = 0.0;
    }

    /// The deepest point of the chosen region, work coordinates, and how much around it is of
    /// interest, mm.
    pub fn gouge(&self) -> Option<(Vec3, f64)> {
        let region = self.chosen()?;
        let w = &region.witness;
        let deep = self.document.work(w.inner_point_mm.unwrap_or(w.surface_point_mm));
        let tool = self.document.tools.get(&region.tool);
        let wide = tool.map_or(10.0, |t| t.shape.diameter()).max(4.0 * region.depth_mm[0]);
        Some((deep, 6.0 * wide))
    }

    pub(super) fn go_to_first_cut(&mut self) {
        let feed = |s: &Step| s.kind != Kind::Rapid;
        let motion = self.document.path.steps.iter().position(feed).unwrap_or(0);
        self.cursor = Cursor { motion, t: 0.0 };
        self.follow();
    }

    /// The chosen line follows the cursor.
    pub fn follow(&mut self) {
        if let Some(place) = self.document.path.steps.get(self.cursor.motion).map(Step::place) {
            self.stand(place);
        }
        let motion = self.cursor.motion as u32;
        let holds = |o: &Operation| o.motion_range[0] <= motion && motion <= o.motion_range[1];
        if let Some(row) = self.document.report.operations.iter().position(holds) {
            self.operation.at = row;
        }
    }
}
