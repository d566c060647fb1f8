//! One section: part and tool as cut, the gouge filled, the depth with its number.

use std::fmt::Write as _;

use super::{Drawing, Scale, number};
use crate::render::xml::escaped;
use crate::report::data::picture::{Arrow, Point, Section};
use crate::report::data::{BodyRole, Component, Region, WitnessSide};
use crate::report::summary;

/// Widest view, mm of paper.
const WIDE: f64 = 92.0;
/// Highest view, mm of paper.
const HIGH: f64 = 70.0;
/// Room for words above and below a view, mm of paper.
const ABOVE: f64 = 6.0;
const BELOW: f64 = 10.0;
/// Width of a letter of a depth, mm of paper; bold ones of usual fonts are narrower.
const LETTER: f64 = 2.1;
/// The same of small words.
const SMALL_LETTER: f64 = 1.35;
/// Gap between a view and its detail, mm of paper.
const GAP: f64 = 6.0;

/// Draws the section of `region`.
pub(in crate::render) fn section(region: &Region, s: &Section, tolerance: f64) -> Drawing {
    let label = |arrow: &Arrow| {
        let side = match arrow.side {
            WitnessSide::Tool => "in the tool",
            WitnessSide::Part => "in the material",
        };
        match arrow.depth_mm {
            left if left < 0.0 => format!("{} mm left", summary::depth(-left, tolerance)),
            mm => format!("{} mm {side}", summary::depth(mm, tolerance)),
        }
    };
    let labels: Vec<String> = s.arrows.iter().map(label).collect();
    let main = Scale::fit(s.window, WIDE, HIGH);
    let mut body = String::new();
    let id = format!("s{}", region.id);
    let on_main: &[String] = if s.detail.is_none() { &labels } else { &[] };
    let words = view(&mut body, &id, s, &main, [0.0, ABOVE], on_main);
    let [mut wide, mut high] = main.size();
    wide = wide.max(words);
    if let Some(window) = s.detail {
        if let Some([lo, hi]) = s.detail.map(|w| w.map(|p| main.at(p))) {
            let _ = write!(
                body,
                "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                number(lo[0]),
                number(hi[1] + ABOVE),
                number((hi[0] - lo[0]).max(0.6)),
                number((lo[1] - hi[1]).max(0.6))
            );
        }
        let detail = Scale::fit(window, WIDE, HIGH);
        let words = view(&mut body, &format!("{id}d"), s, &detail, [wide + GAP, ABOVE], &labels);
        wide += GAP + detail.size()[0].max(words);
        high = high.max(detail.size()[1]);
    }
    let c = region.witness.control_point_program.map(number);
    let turn = s.plane.along[1].atan2(s.plane.along[0]).to_degrees();
    let heading = format!(
        "region {}, line {}: upright section {}, {}° from +X",
        region.id,
        region.witness.line,
        match s.beside_axis_mm.abs() {
            off if off < 5e-4 => "through the tool's axis".to_owned(),
            off => format!("{} mm beside the tool's axis", number(off)),
        },
        number((turn * 10.0).round() / 10.0)
    );
    let _ = write!(
        body,
        "<text class=\"small\" x=\"0\" y=\"4\">{heading}</text>\
         <text class=\"small\" x=\"0\" y=\"{}\">control point X{} Y{} Z{} in the program</text>",
        number(high + ABOVE + 8.0),
        c[0],
        c[1],
        c[2]
    );
    let wide = wide.max(92.0).max(heading.chars().count() as f64 * SMALL_LETTER);
    Drawing { size: [wide, high + ABOVE + BELOW], body }
}

/// Draws part and tool; returns how far words reach to the right, mm of paper from its left edge.
fn view(
    out: &mut String,
    id: &str,
    s: &Section,
    scale: &Scale,
    at: Point,
    labels: &[String],
) -> f64 {
    let [w, h] = scale.size();
    let _ = write!(
        out,
        "<g transform=\"translate({} {})\"><clipPath id=\"{id}w\"><rect width=\"{}\" height=\"{}\"/></clipPath>\
         <g clip-path=\"url(#{id}w)\">",
        number(at[0]),
        number(at[1]),
        number(w),
        number(h)
    );
    let touching: Vec<_> = s
        .tool
        .iter()
        .filter(|t| t.component == s.component)
        .flat_map(|t| t.outlines.clone())
        .collect();
    let _ =
        write!(out, "<clipPath id=\"{id}t\"><path d=\"{}\"/></clipPath>", scale.path(&touching));
    let mut solid = String::new();
    for body in &s.bodies {
        let class = match body.role {
            BodyRole::Part => "part",
            BodyRole::Fixture => "fixture",
        };
        let (closed, open): (Vec<_>, Vec<_>) =
            body.outlines.iter().cloned().partition(|o| o.closed);
        let path = scale.path(&closed);
        let _ = write!(out, "<path class=\"{class}\" fill-rule=\"evenodd\" d=\"{path}\"/>");
        if !open.is_empty() {
            let _ = write!(out, "<path class=\"{class} open\" d=\"{}\"/>", scale.path(&open));
        }
        let _ = write!(solid, "<path class=\"gouge\" fill-rule=\"evenodd\" d=\"{path}\"/>");
    }
    let _ = write!(out, "<g clip-path=\"url(#{id}t)\">{solid}</g>");
    for part in &s.tool {
        let class = match part.component {
            Component::Cutter => "cutter",
            Component::Shank => "shank",
            Component::Holder => "holder",
        };
        let _ = write!(out, "<path class=\"{class}\" d=\"{}\"/>", scale.path(&part.outlines));
    }
    let _ = write!(out, "<path class=\"swept\" d=\"{}\"/>", scale.path(&s.swept));
    let axis = scale.at([0.0, 0.0]);
    let _ = write!(
        out,
        "<path class=\"axis\" d=\"M{x} 0V{}\"/></g><rect class=\"frame\" width=\"{}\" height=\"{}\"/>",
        number(h),
        number(w),
        number(h),
        x = number(axis[0])
    );
    let mut words: f64 = 0.0;
    for (i, (a, label)) in s.arrows.iter().zip(labels).enumerate() {
        words = words.max(arrow(out, a.ends.map(|p| scale.at(p)), label, [w, h], i as f64));
    }
    let bar = 10.0;
    let _ = write!(
        out,
        "<text class=\"small\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
         <path class=\"arrow\" d=\"M1 {b}h{bar}\"/><text class=\"small\" x=\"{}\" y=\"{}\">{} mm</text></g>",
        number(w - 1.0),
        number(h + 4.0),
        scale.name(),
        number(bar + 2.0),
        number(h + 4.0),
        number(bar / scale.by),
        b = number(h + 3.0)
    );
    words
}

/// A depth: a line with a head at its far end, and its number beside it; that of the second one
/// stands a line lower. Returns how far it reaches to the right.
fn arrow(out: &mut String, [from, to]: [Point; 2], label: &str, [w, h]: [f64; 2], row: f64) -> f64 {
    let d = [to[0] - from[0], to[1] - from[1]];
    let long = d[0].hypot(d[1]).max(1e-9);
    let u = [d[0] / long, d[1] / long];
    let head = (0.35 * long).min(1.8);
    let back = [to[0] - u[0] * head, to[1] - u[1] * head];
    let side = [-u[1] * head * 0.4, u[0] * head * 0.4];
    let x = (from[0] + to[0]) * 0.5 + 3.0;
    let wide = label.chars().count() as f64 * LETTER;
    // To the right of the arrow, else to its left, else where there is room: in the middle, or from
    // the left edge on where the view is narrower.
    let (anchor, x, end) = if x + wide < w {
        ("start", x, x + wide)
    } else if x - 6.0 - wide > 0.0 {
        ("end", x - 6.0, x - 6.0)
    } else if wide < w {
        ("middle", 0.5 * w, 0.5 * (w + wide))
    } else {
        ("start", 0.0, wide)
    };
    let below = anchor == "middle" || x == 0.0;
    let beside = if below { from[1].max(to[1]) + 4.0 } else { (from[1] + to[1]) * 0.5 + 1.2 };
    // Within the view, however low that is.
    let y = (beside + 4.0 * row).min(h - 2.0).max(4.0 + 4.0 * row);
    let _ = write!(
        out,
        "<path class=\"arrow\" d=\"M{} {}L{} {}\"/><path class=\"tip\" d=\"M{} {}L{} {}L{} {}Z\"/>\
         <text class=\"dim\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
        number(from[0]),
        number(from[1]),
        number(back[0]),
        number(back[1]),
        number(to[0]),
        number(to[1]),
        number(back[0] + side[0]),
        number(back[1] + side[1]),
        number(back[0] - side[0]),
        number(back[1] - side[1]),
        number(x),
        number(y),
        escaped(label)
    );
    end
}
