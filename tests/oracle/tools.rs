//! One random tool of every kind, as the project reads it and as the oracle sees it.

use std::path::Path;

use gouge::geom::Vec3;
use gouge::mesh::Mesh;
use gouge::tool::{Piece, Polyhedron, Profile, Shape, Solid as Convex, Spec, Step};

use crate::meridian::Meridian;
use crate::random::Random;
use crate::solid::Solid;

pub struct Tool {
    pub spec: Spec,
    pub solid: Solid,
    pub convex: bool,
    /// How far the project may overstate the shape, mm.
    pub slack: f64,
    /// A size to build scenes by, mm.
    pub size: f64,
    /// Height of a finite tool, mm.
    pub height: Option<f64>,
}

pub const KINDS: [&str; 16] = [
    "ball",
    "ball len",
    "flat",
    "flat len",
    "bull",
    "bull len",
    "taper",
    "taper len",
    "drill",
    "drill len",
    "barrel",
    "t-slot",
    "lollipop",
    "dovetail",
    "hollow",
    "mesh",
];

/// Above everything in any scene, mm.
const TALL: f64 = 1e5;

pub fn tool(kind: &str, random: &mut Random) -> Tool {
    let d = random.between(1.0, 12.0);
    let r = 0.5 * d;
    let (name, rest) = kind.split_once(' ').unwrap_or((kind, ""));
    let finite = rest == "len";
    let mut tool = match name {
        "ball" => turned(format!("ball:{d}"), finite, r, random, || {
            Meridian::from_axis(0.0).arc([0.0, r], [r, r], true)
        }),
        "flat" => turned(format!("flat:{d}"), finite, 0.0, random, || {
            Meridian::from_axis(0.0).line(r, 0.0)
        }),
        "bull" => {
            let c = random.between(0.05, 0.95) * r;
            turned(format!("bull:{d},{c}"), finite, c, random, || {
                Meridian::from_axis(0.0).line(r - c, 0.0).arc([r - c, c], [r, c], true)
            })
        }
        "taper" => {
            let q = if random.chance(0.3) { 0.0 } else { random.between(0.02, 0.9) * r };
            let degrees = random.between(2.0, 70.0);
            let half = f64::to_radians(degrees);
            let low = [q * half.cos(), q - q * half.sin()];
            let high = low[1] + (r - low[0]) / half.tan();
            turned(format!("taper:{q},{degrees},{d}"), finite, high, random, || {
                let m = Meridian::from_axis(0.0);
                let m = if q > 0.0 { m.arc([0.0, q], low, true) } else { m };
                m.line(r, high)
            })
        }
        "drill" => {
            let degrees = random.between(30.0, 170.0);
            let rise = r / (0.5 * f64::to_radians(degrees)).tan();
            turned(format!("drill:{d},{degrees}"), finite, rise, random, || {
                Meridian::from_axis(0.0).line(r, rise)
            })
        }
        "mesh" => polytope(random),
        _ => profile(name, random),
    };
    match (name, finite) {
        ("ball", false) => tool.solid = Solid::Ball(r),
        ("flat", false) => tool.solid = Solid::Flat(r),
        ("bull", false) => {
            let c: f64 = tool.spec.text.rsplit(',').next().unwrap().parse().unwrap();
            tool.solid = Solid::Bull(r, c);
        }
        _ => {}
    }
    tool
}

fn turned(
    text: String,
    finite: bool,
    least: f64,
    random: &mut Random,
    lower: impl Fn() -> Meridian,
) -> Tool {
    let length = least + random.between(0.2, 15.0);
    let text = if finite { format!("{text};len={length}") } else { text };
    let spec = Spec::parse(&text, Path::new(".")).unwrap();
    let r = 0.5 * spec.shape.diameter();
    let top = if finite { length } else { TALL };
    let solid = Solid::Turned(lower().line(r, top).closed());
    Tool { spec, solid, convex: true, slack: 0.0, size: r, height: finite.then_some(length) }
}

fn profile(name: &str, random: &mut Random) -> Tool {
    let r = random.between(1.0, 6.0);
    let neck = r * random.between(0.2, 0.8);
    let h = random.between(0.5, 6.0);
    let top = h + random.between(1.0, 10.0);
    let straight = |r, z| Step { to: [r, z], arc: None };
    let m = Meridian::from_axis(0.0);
    let (steps, meridian, convex) = match name {
        "t-slot" => (
            vec![straight(r, 0.0), straight(r, h), straight(neck, h), straight(neck, top)],
            m.line(r, 0.0).line(r, h).line(neck, h).line(neck, top),
            false,
        ),
        "dovetail" => (
            vec![straight(r, 0.0), straight(neck, h), straight(neck, top)],
            m.line(r, 0.0).line(neck, h).line(neck, top),
            false,
        ),
        "lollipop" => {
            let z = r + (r * r - neck * neck).sqrt();
            let arc = Step { to: [neck, z], arc: Some(r) };
            let m = m.arc([0.0, r], [neck, z], true).line(neck, z + top);
            (vec![arc, straight(neck, z + top)], m, false)
        }
        "barrel" => {
            // An arc about a centre beyond the axis, from the tip to the greatest radius.
            let wide = r * random.between(1.2, 4.0);
            let center = [r - wide, h + r];
            let low = [0.5 * r, center[1] - (wide * wide - (0.5 * r - center[0]).powi(2)).sqrt()];
            let high = [r, center[1]];
            let tip = low[1];
            let steps = vec![
                straight(low[0], low[1] - tip),
                Step { to: [high[0], high[1] - tip], arc: Some(wide) },
                straight(r, high[1] - tip + top),
            ];
            let center = [center[0], center[1] - tip];
            let m = Meridian::from_axis(0.0)
                .line(low[0], 0.0)
                .arc(center, [r, center[1]], true)
                .line(r, center[1] + top);
            (steps, m, true)
        }
        "hollow" => {
            // A cove: from a foot outwards to the full radius along a hollow quarter.
            let bow = r - neck;
            let steps = vec![
                straight(neck, 0.0),
                straight(neck, h),
                Step { to: [r, h + bow], arc: Some(-bow) },
                straight(r, h + bow + top),
            ];
            let m = m.line(neck, 0.0).line(neck, h).arc([r, h], [r, h + bow], false);
            (steps, m.line(r, h + bow + top), false)
        }
        _ => unreachable!("{name}"),
    };
    let profile = Profile::new([0.0, 0.0], &steps).unwrap();
    let height = Some(profile.top());
    let slack = profile.facet_error();
    let spec = Spec::cutter(Shape::Profile(profile));
    Tool { spec, solid: Solid::Turned(meridian.closed()), convex, slack, size: r, height }
}

/// A box, a prism, a double pyramid or a tetrahedron, sheared.
fn polytope(random: &mut Random) -> Tool {
    let n = 3 + random.below(9);
    let ring = |z: f64, turn: f64, r: f64| -> Vec<Vec3> {
        (0..n)
            .map(|i| {
                let (s, c) = (std::f64::consts::TAU * (i as f64 + turn) / n as f64).sin_cos();
                Vec3::new(r * c, r * s, z)
            })
            .collect()
    };
    let (h, turn) = (random.between(0.5, 3.0), random.between(0.0, 1.0));
    let mut points = Vec::new();
    let mut faces: Vec<[usize; 3]> = Vec::new();
    if random.chance(0.5) {
        points.extend(ring(-h, turn, 1.0));
        points.extend(ring(h, turn, random.between(0.3, 1.5)));
        for i in 0..n {
            let j = (i + 1) % n;
            faces.extend([[i, j, n + j], [i, n + j, n + i]]);
        }
        for i in 1..n - 1 {
            faces.extend([[0, i + 1, i], [n, n + i, n + i + 1]]);
        }
    } else {
        points.extend(ring(0.0, turn, 1.0));
        points.extend([Vec3::new(0.0, 0.0, -h), Vec3::new(0.1, 0.0, random.between(0.2, 2.0))]);
        for i in 0..n {
            let j = (i + 1) % n;
            faces.extend([[i, j, n + 1], [j, i, n]]);
        }
    }
    let size = random.between(0.5, 5.0);
    let shear = [random.vector(0.4), random.vector(0.4)];
    for p in &mut points {
        let (x, y) = (p.x, p.y);
        *p = (*p + shear[0] * x + shear[1] * y) * size + Vec3::new(0.0, 0.0, h * size);
    }
    let middle = points.iter().sum::<Vec3>() / points.len() as f64;
    let triangles: Vec<_> = faces.iter().map(|f| f.map(|i| points[i])).collect();
    let planes = triangles
        .iter()
        .map(|[a, b, c]| {
            let n = (b - a).cross(&(c - a)).normalize();
            let n = if n.dot(&(a - middle)) < 0.0 { -n } else { n };
            (n, n.dot(a))
        })
        .collect();
    let mesh =
        Mesh { vertices: points, triangles: faces.iter().map(|f| f.map(|i| i as u32)).collect() };
    let body = Polyhedron::new(&mesh).unwrap();
    let spec = Spec::cutter(Shape::Mesh(Box::new(Piece::Solid(Convex::Faceted(body)))));
    let solid = Solid::Faced(triangles, planes);
    let height = Some(2.0 * h * size);
    Tool { spec, solid, convex: true, slack: 0.0, size, height }
}
