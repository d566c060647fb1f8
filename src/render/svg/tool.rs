//! A tool at its own scale.

use std::fmt::Write as _;

use super::{Drawing, Scale, number};
use crate::report::data::Component;
use crate::report::data::picture::ToolView;

/// Widest and highest, mm of paper.
const WIDE: f64 = 34.0;
const HIGH: f64 = 46.0;

/// Draws the silhouette of a tool.
pub(in crate::render) fn tool(view: &ToolView) -> Drawing {
    let points = view.components.iter().flat_map(|c| &c.outlines).flat_map(|o| &o.points);
    let (mut lo, mut hi) = ([0f64; 2], [1e-3f64; 2]);
    for p in points {
        lo = [0, 1].map(|k| lo[k].min(p[k]));
        hi = [0, 1].map(|k| hi[k].max(p[k]));
    }
    let margin = 0.04 * (hi[1] - lo[1]).max(hi[0] - lo[0]);
    let window = [lo.map(|v| v - margin), hi.map(|v| v + margin)];
    let scale = Scale::fit(window, WIDE, HIGH);
    let [w, h] = scale.size();
    let mut body = String::new();
    for part in &view.components {
        let class = match part.component {
            Component::Cutter => "cutter",
            Component::Shank => "shank",
            Component::Holder => "holder",
        };
        let _ = write!(body, "<path class=\"{class}\" d=\"{}\"/>", scale.path(&part.outlines));
    }
    let x = number(scale.at([0.0, 0.0])[0]);
    let _ = write!(
        body,
        "<path class=\"axis\" d=\"M{x} 0V{}\"/><text class=\"small\" x=\"0\" y=\"{}\">T{} {}</text>",
        number(h),
        number(h + 3.5),
        view.number,
        scale.name()
    );
    Drawing { size: [w.max(16.0), h + 5.0], body }
}
