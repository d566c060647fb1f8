//! The dimensioned section.

use gouge_raster::Rgb;

use super::Studio;
use super::label::{Label, arrow, line, scale_bar};
use crate::geom::Vec3;
use crate::report::data::{Component, Region};
use crate::tool::Role;
use crate::tui::pane::mm;
use crate::tui::scene::Pose;
use crate::tui::section::{Drawing, Plane, Sweep, scale};
use crate::tui::state::{HAIR_MM, State};

/// Most poses that a swept outline is made of.
const MOST_POSES: usize = 400;

/// Arrows shorter than this point inwards from outside, pixels.
const SHORT: f64 = 12.0;

/// Ends of a depth may lie off the plane by this share of it: the arrow is 3 % short then.
const SLANT: f64 = 0.25;

impl Studio {
    pub(super) fn section(&mut self, state: &State, w: usize, h: usize, aspect: f64) {
        let cut = &state.cut;
        let pose = state.pose();
        let middle = self.scene.bounds();
        let through = pose.map_or(0.5 * (middle.lo + middle.hi), |p| p.at);
        let plane = Plane { through, angle: cut.angle, offset: cut.offset };
        let scale = scale(w, h, cut.span, aspect);
        let poses = way(state, scale);
        let key = format!("{plane:?} {:?} {}", pose, poses.len());
        if self.cut.as_ref().is_none_or(|(k, _)| *k != key) {
            let sweep = pose.map(|pose| Sweep { pose, way: &poses });
            self.cut = Some((key, Drawing::new(&self.document, &self.scene, plane, sweep)));
        }
        let Some((_, drawing)) = &self.cut else { return };
        let theme = state.theme;
        self.picture = drawing.picture(w, h, cut.span, cut.pan, aspect, &theme);
        let ink = if theme.light { Rgb([20, 24, 32]) } else { Rgb([240, 240, 240]) };
        let to = |p: [f64; 2]| {
            [
                0.5 * w as f64 + (p[0] - cut.pan[0]) * scale,
                0.5 * h as f64 - (p[1] - cut.pan[1]) * scale * aspect,
            ]
        };
        let bar = scale_bar(&mut self.picture, scale, aspect, ink, theme.text());
        self.labels.push(bar);
        if let Some(pose) = pose {
            // The tool's axis, dashed and dotted as drawings have it.
            let [u, v, _] = plane.flat(pose.at);
            let top = to([u, v])[1].min(h as f64);
            let x = to([u, v])[0];
            let unit = (h as f64 / 40.0).max(2.0);
            let mut y = 0.0;
            while y < top {
                line(&mut self.picture, [x, y], [x, (y + unit).min(top)], Rgb([120, 160, 200]));
                y += 2.0 * unit;
            }
        }
        if let Some(region) = state.witnessed().filter(|r| r.witness.t == state.cursor.t) {
            self.dimension(state, region, &plane, &to, ink);
        }
        let turned = format!(
            "plane at {:.0}° from X{}",
            cut.angle.to_degrees().rem_euclid(360.0),
            if cut.offset.abs() <= HAIR_MM {
                String::new()
            } else {
                format!(", {} mm off the axis", mm(cut.offset))
            }
        );
        self.labels.push(Label {
            at: [0.03 * w as f64, 0.02 * h as f64],
            text: turned,
            style: theme.faint(),
        });
    }

    /// The depth as an arrow with its number.
    fn dimension(
        &mut self,
        state: &State,
        region: &Region,
        plane: &Plane,
        to: &dyn Fn([f64; 2]) -> [f64; 2],
        ink: Rgb,
    ) {
        let Some([point, end]) = self.depth(state, region, plane) else { return };
        let (deep, surface) = (to(point), to(end));
        let d = [surface[0] - deep[0], surface[1] - deep[1]];
        let length = d[0].hypot(d[1]);
        let unit = if length > 0.0 { [d[0] / length, d[1] / length] } else { [0.0, 1.0] };
        let h = self.picture.height as f64;
        let head = (h / 40.0).clamp(2.0, 12.0);
        let out = if length < SHORT {
            // Outside arrows, as on a drawing where the numbers do not fit between the lines.
            let reach = 3.0 * head;
            let beyond =
                |p: [f64; 2], s: f64| [p[0] + s * reach * unit[0], p[1] + s * reach * unit[1]];
            arrow(&mut self.picture, beyond(deep, -1.0), deep, head, ink);
            arrow(&mut self.picture, beyond(surface, 1.0), surface, head, ink);
            beyond(surface, 1.0)
        } else {
            arrow(&mut self.picture, surface, deep, head, ink);
            arrow(&mut self.picture, deep, surface, head, ink);
            surface
        };
        let right = unit[0] >= -0.2;
        let text = format!(" {} mm ", mm(region.depth_mm[0]));
        let cell = self.picture.width as f64 / 60.0;
        let at = [out[0] + if right { cell } else { -cell - 10.0 * cell }, out[1]];
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
