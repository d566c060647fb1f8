//! Tools, each as a declaration and as a body.

use std::f64::consts::TAU;

use crate::Vec3;
use crate::body::{Body, Component, Shape};
use crate::outline::Outline;
use crate::part::{Facet, obj};
use crate::random::{Random, pick};
use crate::shapes::cuboid;

/// A tool, said twice.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its declaration.
    pub spec: String,
    /// Files that the declaration names.
    pub files: Vec<(String, String)>,
    /// What it is.
    pub body: Body,
    /// A size to build scenes by, mm.
    pub size: f64,
}

/// Above everything in any scene, mm.
pub const TALL: f64 = 1e4;

/// Names of the random tools.
pub const KINDS: [&str; 18] = [
    "ball",
    "flat",
    "bull",
    "taper",
    "drill",
    "chamfer",
    "needle",
    "saw",
    "wire",
    "barrel",
    "t-slot",
    "lollipop",
    "dovetail",
    "hollow",
    "stack",
    "clearance",
    "mesh",
    "concave mesh",
];

/// A cutter by its lower outline: a column on top, `length` mm long or without end.
pub fn column(spec: String, lower: Outline, length: Option<f64>) -> Tool {
    let [r, z] = lower.end();
    let top = length.unwrap_or(TALL);
    let outline = if top > z { lower.line(r, top) } else { lower };
    let spec = length.map_or(spec.clone(), |l| format!("{spec};len={l}"));
    let body = Body::one(Shape::Turned(outline.closed()), true);
    Tool { spec, files: Vec::new(), body, size: r }
}

/// Ball-ended mill of diameter `d`.
pub fn ball(d: f64, length: Option<f64>) -> Tool {
    let r = 0.5 * d;
    column(format!("ball:{d}"), Outline::from_axis(0.0).arc([0.0, r], [r, r], true), length)
}

/// Square-ended mill of diameter `d`.
pub fn flat(d: f64, length: Option<f64>) -> Tool {
    column(format!("flat:{d}"), Outline::from_axis(0.0).line(0.5 * d, 0.0), length)
}

/// Bull-nose mill of diameter `d` and corner radius `c`.
pub fn bull(d: f64, c: f64, length: Option<f64>) -> Tool {
    let r = 0.5 * d;
    let lower = Outline::from_axis(0.0).line(r - c, 0.0).arc([r - c, c], [r, c], true);
    column(format!("bull:{d},{c}"), lower, length)
}

/// Taper with a round tip of radius `q` (0: sharp) and this half angle.
pub fn taper(q: f64, degrees: f64, d: f64, length: Option<f64>) -> Tool {
    let (r, half) = (0.5 * d, degrees.to_radians());
    let low = [q * half.cos(), q - q * half.sin()];
    let high = low[1] + (r - low[0]) / half.tan();
    let tip = Outline::from_axis(0.0);
    let tip = if q > 0.0 { tip.arc([0.0, q], low, true) } else { tip };
    column(format!("taper:{q},{degrees},{d}"), tip.line(r, high), length)
}

/// Drill of diameter `d` and this whole angle at the point.
pub fn drill(d: f64, degrees: f64, length: Option<f64>) -> Tool {
    let r = 0.5 * d;
    let lower = Outline::from_axis(0.0).line(r, r / (0.5 * degrees).to_radians().tan());
    column(format!("drill:{d},{degrees}"), lower, length)
}

/// Chamfer mill: flat tip, half angle, greatest diameter.
pub fn chamfer(tip: f64, degrees: f64, d: f64, length: Option<f64>) -> Tool {
    let high = 0.5 * (d - tip) / degrees.to_radians().tan();
    let lower = Outline::from_axis(0.0).line(0.5 * tip, 0.0).line(0.5 * d, high);
    column(format!("chamfer:{tip},{degrees},{d}"), lower, length)
}

/// A tool by a profile file: steps of r, z and, for arcs, a radius with its centre.
pub fn profile(name: &str, steps: &[Step], convex: bool) -> Tool {
    let mut outline = Outline::from_axis(0.0);
    let mut text = "start 0 0\n".to_owned();
    for step in steps {
        match *step {
            Step::Line(r, z) => {
                outline = outline.line(r, z);
                text += &format!("line {r} {z}\n");
            }
            Step::Arc(center, [r, z], radius) => {
                outline = outline.arc(center, [r, z], radius > 0.0);
                text += &format!("arc {r} {z} {radius}\n");
            }
        }
    }
    let size = outline.radius();
    let body = Body::one(Shape::Turned(outline.closed()), convex);
    let file = format!("{name}.profile");
    Tool { spec: format!("profile:{file}"), files: vec![(file, text)], body, size }
}

/// A step of a profile.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// To r, z.
    Line(f64, f64),
    /// About a centre to a point; the radius is negative where it is hollow.
    Arc([f64; 2], [f64; 2], f64),
}

/// A disc of diameter `d`, `thick` mm, under a neck.
pub fn t_slot(d: f64, thick: f64, neck: f64, length: f64) -> Tool {
    let (r, n) = (0.5 * d, 0.5 * neck);
    profile(
        "t-slot",
        &[Step::Line(r, 0.0), Step::Line(r, thick), Step::Line(n, thick), Step::Line(n, length)],
        false,
    )
}

/// A ball of diameter `d` on a neck, in all `length` mm.
pub fn lollipop(d: f64, neck: f64, length: f64) -> Tool {
    let (r, n) = (0.5 * d, 0.5 * neck);
    let z = r + (r * r - n * n).sqrt();
    profile("lollipop", &[Step::Arc([0.0, r], [n, z], r), Step::Line(n, length)], false)
}

/// A closed mesh as a tool.
pub fn mesh(name: &str, facets: Vec<Facet>, convex: bool) -> Tool {
    let file = format!("{name}.obj");
    let files = vec![(file.clone(), obj(&facets))];
    let size = facets.iter().flatten().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max);
    Tool {
        spec: format!("mesh:{file}"),
        files,
        body: Body::one(Shape::Faceted(facets), convex),
        size,
    }
}

/// Mill of diameter `d` and length `l` with cylinders on it: diameter and length of each. The
/// second and third are `clearance` mm larger all around.
pub fn stack(d: f64, l: f64, shank: [f64; 2], holder: [f64; 2], clearance: f64) -> Tool {
    let mut spec = format!(
        "flat:{d};len={l};shank={},{};holder={},{}",
        shank[0], shank[1], holder[0], holder[1]
    );
    let (z1, z2) = (l + shank[1], l + shank[1] + holder[1]);
    let cylinder = |d: f64, low: f64, high: f64| {
        Outline::from_axis(low).line(0.5 * d, low).line(0.5 * d, high).closed()
    };
    let body = if clearance > 0.0 {
        spec += &format!(";clearance={clearance}");
        let solid = |outline, grow| Component { shape: Shape::Turned(outline), grow, convex: true };
        Body {
            components: vec![
                solid(cylinder(d, 0.0, l), 0.0),
                solid(cylinder(shank[0], l, z1), clearance),
                solid(cylinder(holder[0], z1, z2), clearance),
            ],
        }
    } else {
        let all = Outline::from_axis(0.0)
            .line(0.5 * d, 0.0)
            .line(0.5 * d, l)
            .line(0.5 * shank[0], l)
            .line(0.5 * shank[0], z1)
            .line(0.5 * holder[0], z1)
            .line(0.5 * holder[0], z2);
        Body::one(Shape::Turned(all.closed()), false)
    };
    Tool { spec, files: Vec::new(), body, size: 0.5 * d.max(holder[0]) }
}

/// A random tool of a kind.
pub fn tool(kind: &str, random: &mut Random) -> Tool {
    let d = random.between(0.5, 10.0);
    let r = 0.5 * d;
    let length = |random: &mut Random, least: f64| {
        random.chance(0.5).then(|| least + random.between(0.2, 12.0))
    };
    match kind {
        "ball" => ball(d, length(random, r)),
        "flat" => flat(d, length(random, 0.0)),
        "bull" => {
            let c = random.between(0.05, 0.95) * r;
            bull(d, c, length(random, c))
        }
        "taper" => {
            let q = random.between(0.02, 0.9) * r;
            taper(q, random.between(2.0, 70.0), d, length(random, 200.0))
        }
        "needle" => {
            taper(pick(random, &[0.0, 0.01, 0.1]) * r, pick(random, &[2.0, 5.0, 10.0]), d, None)
        }
        "drill" => drill(d, random.between(20.0, 175.0), length(random, 40.0)),
        "chamfer" => chamfer(
            random.between(0.0, 0.9) * d,
            random.between(10.0, 80.0),
            d,
            length(random, 40.0),
        ),
        "saw" => flat(d + 4.0, Some(pick(random, &[0.012, 0.018, 0.03, 0.1, 0.2]))),
        "wire" => flat(pick(random, &[0.012, 0.018, 0.03, 0.1, 0.2]), length(random, 5.0)),
        "mesh" => mesh("tool", polytope(random), true),
        "concave mesh" => {
            let (a, b) = (random.between(0.5, 3.0), random.between(0.5, 3.0));
            let foot = cuboid([-3.0 * a, -b, 0.0], [3.0 * a, b, a]);
            let neck = cuboid([-a, -b, 1.5 * a], [a, b, 6.0]);
            // Two loose pieces, or one with a notch.
            let facets = if random.chance(0.5) {
                [foot, neck].concat()
            } else {
                let (x, z) = ([-3.0 * a, -a, a, 3.0 * a], [0.0, a, 6.0]);
                crate::shapes::cells([&x, &[-b, b], &z], |[x, _, z]| x == 1 || z == 0)
            };
            mesh("tool", facets, false)
        }
        "stack" | "clearance" => {
            let clearance = if kind == "clearance" { random.between(0.05, 1.0) } else { 0.0 };
            let wide = |random: &mut Random| d * random.between(0.5, 3.0);
            let (shank, holder) = (wide(random), wide(random));
            stack(
                d,
                random.between(0.5, 6.0),
                [shank, random.between(0.5, 6.0)],
                [holder, random.between(0.5, 9.0)],
                clearance,
            )
        }
        _ => turned(kind, r.max(0.5), random),
    }
}

fn turned(kind: &str, r: f64, random: &mut Random) -> Tool {
    let neck = r * random.between(0.2, 0.8);
    let h = random.between(0.3, 5.0);
    let top = h + random.between(1.0, 8.0);
    match kind {
        "t-slot" => t_slot(2.0 * r, h, 2.0 * neck, top),
        "lollipop" => lollipop(2.0 * r, 2.0 * neck, 2.0 * r + top),
        "dovetail" => {
            profile(kind, &[Step::Line(r, 0.0), Step::Line(neck, h), Step::Line(neck, top)], false)
        }
        "barrel" => {
            // An arc about a centre beyond the axis, from the foot to the greatest radius.
            let wide = r * random.between(1.2, 4.0);
            let high = (wide * wide - (0.5 * r - (r - wide)).powi(2)).sqrt();
            profile(
                kind,
                &[
                    Step::Line(0.5 * r, 0.0),
                    Step::Arc([r - wide, high], [r, high], wide),
                    Step::Line(r, high + top),
                ],
                true,
            )
        }
        _ => {
            // A cove: from a foot outwards to the full radius along a hollow quarter.
            let bow = r - neck;
            profile(
                kind,
                &[
                    Step::Line(neck, 0.0),
                    Step::Line(neck, h),
                    Step::Arc([r, h], [r, h + bow], -bow),
                    Step::Line(r, h + bow + top),
                ],
                false,
            )
        }
    }
}

/// A prism or a double pyramid.
fn polytope(random: &mut Random) -> Vec<Facet> {
    let n = 3 + random.below(6);
    let size = random.between(0.5, 4.0);
    let (h, turn) = (random.between(0.5, 3.0), random.between(0.0, 1.0));
    let shear = random.between(-0.4, 0.4);
    let ring = |z: f64, r: f64| -> Vec<Vec3> {
        (0..n)
            .map(|i| {
                let (s, c) = (TAU * (i as f64 + turn) / n as f64).sin_cos();
                Vec3::new(r * c + shear * z, r * s, z) * size
            })
            .collect()
    };
    let mut facets = Vec::new();
    if random.chance(0.5) {
        let (low, high) = (ring(0.0, 1.0), ring(h, random.between(0.3, 1.5)));
        for i in 0..n {
            let j = (i + 1) % n;
            facets.extend([[low[i], low[j], high[j]], [low[i], high[j], high[i]]]);
        }
        for i in 1..n - 1 {
            facets.extend([[low[0], low[i + 1], low[i]], [high[0], high[i], high[i + 1]]]);
        }
    } else {
        let middle = ring(h, 1.0);
        let (low, high) = (Vec3::zeros(), Vec3::new(shear * h, 0.0, 2.5 * h) * size);
        for i in 0..n {
            let j = (i + 1) % n;
            facets.extend([[middle[i], middle[j], high], [middle[j], middle[i], low]]);
        }
    }
    facets
}
