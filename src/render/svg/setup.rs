//! The job from above and from the front: bodies, zero, cutting box, first cut, and where and how
//! deep the bodies are cut.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::{Drawing, Scale, ZONES, number, zone};
use crate::geom::{Aabb, Vec3};
use crate::picture::setup::View;
use crate::report::data::picture::{Box3, Setup};
use crate::report::data::{BodyRole, Report};

/// Widest and highest view, mm of paper.
const WIDE: f64 = 170.0;
const HIGH: f64 = 120.0;
/// Room for words, mm of paper.
const ABOVE: f64 = 6.0;
const BELOW: f64 = 16.0;

/// Places of gouges are rounded to this, mm of paper.
const DOT_STEP: f64 = 0.1;

/// Numbers of regions written beside their places.
const NUMBERED: usize = 20;

/// Width of a digit of theirs and height of a line, mm on paper; `text.dim` of the style.
const DIGIT: f64 = 2.2;
const LINE: f64 = 3.0;

/// From a mark to its number, mm on paper.
const BESIDE: f64 = 1.6;

/// From above.
pub(in crate::render) fn top(report: &Report, setup: &Setup) -> Drawing {
    view(report, setup, View::Top, "from above: X to the right, Y up")
}

/// From the front.
pub(in crate::render) fn front(report: &Report, setup: &Setup) -> Drawing {
    view(report, setup, View::Front, "from the front: X to the right, Z up")
}

fn view(report: &Report, setup: &Setup, view: View, title: &str) -> Drawing {
    let boxes = setup.bodies.iter().filter_map(|b| b.bounds).chain(setup.cutting);
    let corners = boxes.flatten().map(Vec3::from).chain([Vec3::zeros()]);
    let all = Aabb::around(corners);
    let margin = 0.06 * all.size().max().max(1.0);
    let (lo, hi) = (view.see(all.lo.into()), view.see(all.hi.into()));
    let window = [lo.map(|v| v - margin), hi.map(|v| v + margin)];
    let scale = Scale::fit(window, WIDE, HIGH);
    let [w, h] = scale.size();
    let mut out = format!(
        "<text class=\"small\" x=\"0\" y=\"4\">{title}; program coordinates; {}</text>\
         <g transform=\"translate(0 {ABOVE})\"><rect class=\"frame\" width=\"{}\" height=\"{}\"/>",
        scale.name(),
        number(w),
        number(h)
    );
    let at = |p: [f64; 3]| scale.at(view.see(p));
    for body in &setup.bodies {
        let class = match body.role {
            BodyRole::Part => "crease",
            BodyRole::Fixture => "clamp",
        };
        let mut d = String::new();
        for [a, b] in body.lines.iter().map(|line| line.map(at)) {
            if (a[0] - b[0]).hypot(a[1] - b[1]) > 0.05 {
                let _ = write!(d, "M{:.2} {:.2}L{:.2} {:.2}", a[0], a[1], b[0], b[1]);
            }
        }
        let _ = write!(out, "<path class=\"{class}\" d=\"{d}\"/>");
        body.bounds.iter().for_each(|b| frame(&mut out, class, b, &at));
    }
    setup.cutting.iter().for_each(|b| frame(&mut out, "box", b, &at));
    // The deepest on top; places closer together than can be seen are one.
    let mut dots: BTreeMap<usize, BTreeSet<[i64; 2]>> = BTreeMap::new();
    for (p, depth) in &setup.contacts {
        let place = at(*p).map(|v| (v / DOT_STEP).round() as i64);
        dots.entry(zone(report, *depth)).or_default().insert(place);
    }
    for (zone, places) in dots {
        let mut d = String::new();
        for [x, y] in places.into_iter().map(|p| p.map(|v| number(v as f64 * DOT_STEP))) {
            let _ = write!(d, "M{x} {y}h0");
        }
        let _ = write!(out, "<path class=\"dots\" stroke=\"{}\" d=\"{d}\"/>", ZONES[zone]);
    }
    // The worst come first. A number goes on whichever side of its mark is free; where neither is,
    // it is left out, and its mark stays.
    let mut written: Vec<([f64; 2], f64)> = Vec::new();
    for (id, p, _) in setup.witnesses.iter().take(NUMBERED) {
        let place = at(*p);
        let [x, y] = place.map(number);
        let _ = write!(out, "<circle class=\"arrow\" cx=\"{x}\" cy=\"{y}\" r=\"1.1\"/>");
        let wide = DIGIT * id.to_string().len() as f64;
        let covered = |left: f64| {
            let covers = |(other, width): &([f64; 2], f64)| {
                (place[1] - other[1]).abs() < LINE
                    && left < other[0] + width
                    && other[0] < left + wide
            };
            written.iter().any(covers)
        };
        let end = " text-anchor=\"end\"";
        let sides = [(BESIDE, "", place[0] + BESIDE), (-BESIDE, end, place[0] - BESIDE - wide)];
        if let Some((dx, anchor, left)) = sides.into_iter().find(|(.., left)| !covered(*left)) {
            let _ = write!(
                out,
                "<text class=\"dim\" x=\"{x}\" y=\"{y}\" dx=\"{dx}\" dy=\"1\"{anchor}>{id}</text>"
            );
            written.push(([left, place[1]], wide));
        }
    }
    let [x, y] = at([0.0; 3]).map(number);
    let _ = write!(
        out,
        "<path class=\"zero\" d=\"M{x} {y}m-3 0h6m-3 -3v6\"/><circle class=\"zero\" cx=\"{x}\" cy=\"{y}\" r=\"1.6\"/>"
    );
    if let Some(p) = setup.first_cut {
        let [x, y] = at(p).map(number);
        let _ =
            write!(out, "<path class=\"first\" d=\"M{x} {y}m-1.6 -1.6l3.2 3.2m0 -3.2l-3.2 3.2\"/>");
    }
    let _ = write!(
        out,
        "</g><g transform=\"translate(0 {})\">{}</g>",
        number(h + ABOVE),
        legend(report, setup)
    );
    Drawing { size: [w.max(110.0), h + ABOVE + BELOW], body: out }
}

fn frame(out: &mut String, class: &str, b: &Box3, at: &impl Fn([f64; 3]) -> [f64; 2]) {
    let (p, q) = (at(b[0]), at(b[1]));
    let _ = write!(
        out,
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        number(p[0].min(q[0])),
        number(p[1].min(q[1])),
        number((q[0] - p[0]).abs()),
        number((q[1] - p[1]).abs())
    );
}

fn legend(report: &Report, setup: &Setup) -> String {
    let mut out = String::from(
        "<circle class=\"zero\" cx=\"2\" cy=\"3\" r=\"1.2\"/><text class=\"small\" x=\"5\" y=\"4\">program zero</text>\
         <path class=\"first\" d=\"M25 2l2 2m0 -2l-2 2\"/><text class=\"small\" x=\"29\" y=\"4\">first cut</text>\
         <path class=\"box\" d=\"M45 3h6\"/><text class=\"small\" x=\"53\" y=\"4\">cutting box</text>",
    );
    if let Some([lo, hi]) = setup.cutting {
        let n = |v: f64| number((v * 1000.0).round() / 1000.0);
        let _ = write!(
            out,
            "<text class=\"small\" x=\"0\" y=\"8.5\">X{} to {}, Y{} to {}, Z{} to {} mm</text>",
            n(lo[0]),
            n(hi[0]),
            n(lo[1]),
            n(hi[1]),
            n(lo[2]),
            n(hi[2])
        );
    }
    if !setup.contacts.is_empty() {
        for (i, (than, color)) in report.depth_zones_mm.iter().zip(ZONES).enumerate() {
            let x = 15.0 * i as f64;
            let _ = write!(
                out,
                "<circle cx=\"{}\" cy=\"12\" r=\"1\" fill=\"{color}\"/><text class=\"small\" x=\"{}\" y=\"13\">&gt; {}</text>",
                number(x + 1.0),
                number(x + 3.0),
                number(*than)
            );
        }
    }
    out
}
