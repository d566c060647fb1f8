//! The dimensioned section.

use super::Studio;
use super::label::Label;
use super::stroke::{Stroke, Tip};
use crate::geom::Vec3;
use crate::report::data::{Component, Region};
use crate::tool::Role;
use crate::tui::depths::Proved;
use crate::tui::pane::{mm, proved};
use crate::tui::scene::Pose;
use crate::tui::section::{Canvas, Drawing, Plane, Sweep};
use crate::tui::state::{HAIR_MM, State};

/// Most poses that a swept outline is made of.
const MOST_POSES: usize = 400;

/// Arrows shorter than so many cells point inwards from outside.
const SHORT_CELLS: f64 = 4.0;

/// And are so many cells long there.
const REACH_CELLS: f64 = 3.0;

/// Steps of the plane that are said, mm.
const SEEN_MM: f64 = 5e-4;

/// Ends of a depth may lie off the plane by this share of it: the arrow is 3 % short then.
const SLANT: f64 = 0.25;

/// Lower pictures do not say how their plane lies.
const LEAST_ROWS: f64 = 4.0;

impl Studio {
    pub(super) fn section(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        let cut = &state.cut;
        let pose = state.pose();
        let middle = self.scene.bounds();
        let through = pose.map_or(0.5 * (middle.lo + middle.hi), |p| p.at);
        let plane = Plane { through, angle: cut.angle, offset: cut.offset };
        let canvas = Canvas::new((w, h), cut.span, cut.pan, aspect);
        let poses = way(state, canvas.scale);
        let key = format!("{plane:?} {:?} {}", pose, poses.len());
        if self.cut.as_ref().is_none_or(|(k, _)| *k != key) {
            let sweep = pose.map(|pose| Sweep { pose, way: &poses });
            self.cut = Some((key, Drawing::new(&self.document, &self.scene, plane, sweep)));
        }
        let Some((_, drawing)) = &self.cut else { return };
        let theme = state.theme;
        self.picture = drawing.picture(&canvas, &theme);
        if let Some(pose) = pose {
            // The tool's axis, dashed as drawings have it.
            let [u, v, _] = plane.flat(pose.at);
            let [x, y] = canvas.at([u, v]);
            if y > 0.0 {
                self.strokes.push(Stroke {
                    ends: [[x, 0.0], [x, y.min(h as f64)]],
                    tips: [Tip::Plain; 2],
                    dashed: true,
                    ink: state.theme.axis_ink(),
                });
            }
        }
        if let Some(region) = state.witnessed().filter(|r| r.witness.t == state.cursor.t) {
            self.dimension(state, region, &plane, &canvas);
        }
        let turned = format!(
            "plane at {:.0}° from X{}",
            cut.angle.to_degrees().rem_euclid(360.0),
            match cut.offset {
                unknown if unknown.is_nan() => ": where the tool stands is not known".to_owned(),
                offset if offset.abs() < SEEN_MM => String::new(),
                offset => format!(", {} mm off the axis", mm(offset)),
            }
        );
        // In a picture of few rows the scale alone has room.
        if h as f64 >= LEAST_ROWS * self.cell.1 {
            self.labels.push(Label {
                at: [0.03 * w as f64, 0.5 * self.cell.1],
                text: turned,
                style: theme.faint(),
            });
        }
        self.bar(state, canvas.scale, aspect);
    }

    /// The depth as an arrow with its number.
    fn dimension(&mut self, state: &State, region: &Region, plane: &Plane, canvas: &Canvas) {
        let Some([point, end]) = self.depth(state, region, plane) else { return };
        let (deep, surface) = (canvas.at(point), canvas.at(end));
        let d = [surface[0] - deep[0], surface[1] - deep[1]];
        let length = d[0].hypot(d[1]);
        let unit = if length > 0.0 { [d[0] / length, d[1] / length] } else { [0.0, 1.0] };
        let cell = self.cell;
        let short = length < SHORT_CELLS * (cell.0 * unit[0]).hypot(cell.1 * unit[1]);
        // The arrows outside stand in rows or columns of cells where they nearly do: in steps they
        // would come apart.
        let [across, down] = [unit[0] / cell.0, unit[1] / cell.1];
        let lead = if across.abs() >= 2.0 * down.abs() {
            [across.signum(), 0.0]
        } else if down.abs() >= 2.0 * across.abs() {
            [0.0, down.signum()]
        } else {
            unit
        };
        let beyond = |p: [f64; 2], s: f64| {
            let [dx, dy] = [cell.0 * lead[0], cell.1 * lead[1]];
            [p[0] + s * REACH_CELLS * dx, p[1] + s * REACH_CELLS * dy]
        };
        let mut arrow = |ends: [[f64; 2]; 2], tips: [Tip; 2]| {
            self.strokes.push(Stroke { ends, tips, dashed: false, ink: state.theme.ink() });
        };
        let out = if short {
            // Outside arrows, as on a drawing where the numbers do not fit between the lines. In
            // one cell only one of their heads would be seen.
            let tips = [Tip::Plain, Tip::Arrow];
            let at = |p: [f64; 2]| [(p[0] / cell.0).floor(), (p[1] / cell.1).floor()];
            let deep = if at(deep) == at(surface) {
                [deep[0] - cell.0 * unit[0], deep[1] - cell.1 * unit[1]]
            } else {
                deep
            };
            arrow([beyond(deep, -1.0), deep], tips);
            arrow([beyond(surface, 1.0), surface], tips);
            beyond(surface, 1.0)
        } else {
            arrow([deep, surface], [Tip::Arrow; 2]);
            surface
        };
        let text = format!(" {} mm ", proved(Proved::of(region)));
        let right = unit[0] >= -0.2;
        let long = text.chars().count() as f64 * cell.0;
        // Above a level arrow, which runs along the surface of a wall's rim.
        let above = if unit[1].abs() < 0.2 { cell.1 } else { 0.0 };
        let at = [out[0] + if right { cell.0 } else { -long }, out[1] - above];
        self.labels.push(Label { at, text, style: state.theme.bad() });
    }

    /// Both ends of the depth in the plane, the deep one first: on the tool side a point of the
    /// surface and the tool's outline, on the part side a point of the tool and the surface.
    /// `None` where the plane does not hold them.
    fn depth(&self, state: &State, region: &Region, plane: &Plane) -> Option<[[f64; 2]; 2]> {
        let w = &region.witness;
        let slack = SLANT * region.depth_mm[0] + 2.0 * HAIR_MM;
        let flat = |p: [f64; 3]| {
            let [u, v, off] = plane.flat(state.document.work(p));
            (off.abs() <= slack).then_some([u, v])
        };
        let surface = flat(w.surface_point_mm)?;
        match w.inner_point_mm {
            Some(inner) => Some([flat(inner)?, surface]),
            None => Some([surface, self.border(region, surface, plane, state.pose()?)?]),
        }
    }

    /// The point of the touching component's outline nearest to a point of the plane.
    fn border(&self, region: &Region, p: [f64; 2], plane: &Plane, pose: Pose) -> Option<[f64; 2]> {
        let role = match region.component {
            Component::Cutter => Role::Cutter,
            Component::Shank => Role::Shank,
            Component::Holder => Role::Holder,
        };
        let outline = self.scene.tool(pose.tool)?.outlines.iter().find(|o| o.role == role)?;
        let [u, v, _] = plane.flat(pose.at);
        let mut best: Option<(f64, [f64; 2])> = None;
        for side in [-1.0, 1.0] {
            for pair in outline.points.windows(2) {
                let [a, b] = [0, 1].map(|i| [u + side * pair[i][0], v + pair[i][1]]);
                let d = [b[0] - a[0], b[1] - a[1]];
                let square = d[0] * d[0] + d[1] * d[1];
                let s = if square > 0.0 {
                    (((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / square).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let q = [a[0] + s * d[0], a[1] + s * d[1]];
                let far = (q[0] - p[0]).hypot(q[1] - p[1]);
                if best.is_none_or(|(least, _)| far < least) {
                    best = Some((far, q));
                }
            }
        }
        best.map(|(_, q)| q)
    }
}

/// Poses along the motion under the cursor, a pixel apart if that is not too many.
pub(super) fn way(state: &State, scale: f64) -> Vec<Pose> {
    let path = &state.document.path;
    let motion = state.cursor.motion;
    let tool = state.tool();
    let count = ((path.length(motion) * scale) as usize).clamp(1, MOST_POSES);
    let at = |i: usize| path.at(motion, i as f64 / count as f64);
    (0..=count).filter_map(|i| at(i).map(|at: Vec3| Pose { tool, at })).collect()
}
