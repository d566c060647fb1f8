//! Parts that meet every kind of place: reflex edges and corners, thin walls, slots, voids,
//! touching, overlapping, doubled and inverted shells, skins.

use crate::Vec3;
use crate::part::{Facet, Kind, Part};
use crate::random::{Random, pick, scale};

/// The surface between filled and empty cells of a grid with these planes.
pub fn cells(planes: [&[f64]; 3], filled: impl Fn([usize; 3]) -> bool) -> Vec<Facet> {
    let count = planes.map(|p| p.len() - 1);
    let solid = |c: [isize; 3]| {
        (0..3).all(|i| c[i] >= 0 && (c[i] as usize) < count[i]) && filled(c.map(|v| v as usize))
    };
    let mut facets = Vec::new();
    for x in 0..count[0] as isize {
        for y in 0..count[1] as isize {
            for z in 0..count[2] as isize {
                let here = [x, y, z];
                if !solid(here) {
                    continue;
                }
                for axis in 0..3 {
                    for (way, up) in [(-1, 0), (1, 1)] {
                        let mut next = here;
                        next[axis] += way;
                        if solid(next) {
                            continue;
                        }
                        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                        let corner = |a: usize, b: usize| {
                            let mut p = Vec3::zeros();
                            p[axis] = planes[axis][here[axis] as usize + up];
                            p[i] = planes[i][here[i] as usize + a];
                            p[j] = planes[j][here[j] as usize + b];
                            p
                        };
                        let quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                        let [a, b, c, d] = quad;
                        facets.extend(if way > 0 {
                            [[a, b, c], [a, c, d]]
                        } else {
                            [[a, c, b], [a, d, c]]
                        });
                    }
                }
            }
        }
    }
    facets
}

/// A box.
pub fn cuboid(lo: [f64; 3], hi: [f64; 3]) -> Vec<Facet> {
    cells([&[lo[0], hi[0]], &[lo[1], hi[1]], &[lo[2], hi[2]]], |_| true)
}

/// A polygon in (x, z), counter-clockwise with z up, drawn out along y.
pub fn prism(polygon: &[[f64; 2]], y: [f64; 2]) -> Vec<Facet> {
    let at = |p: [f64; 2], y: f64| Vec3::new(p[0], y, p[1]);
    let mut facets = Vec::new();
    for i in 0..polygon.len() {
        let (p, q) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        let [a, b, c, d] = [at(p, y[0]), at(q, y[0]), at(q, y[1]), at(p, y[1])];
        facets.extend([[a, b, c], [a, c, d]]);
    }
    for [p, q, r] in ears(polygon) {
        facets.push([at(p, y[0]), at(r, y[0]), at(q, y[0])]);
        facets.push([at(p, y[1]), at(q, y[1]), at(r, y[1])]);
    }
    // Seen along +y the polygon runs clockwise, so this is inside out.
    inverted(facets)
}

/// A simple polygon cut into triangles, ear by ear.
fn ears(polygon: &[[f64; 2]]) -> Vec<[[f64; 2]; 3]> {
    let cross = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut rest = polygon.to_vec();
    let mut out = Vec::new();
    while rest.len() > 3 {
        let n = rest.len();
        let ear = (0..n).find(|&i| {
            let [a, b, c] = [rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]];
            cross(a, b, c) > 0.0
                && rest.iter().all(|p| {
                    [a, b, c].contains(p)
                        || cross(a, b, *p) < 0.0
                        || cross(b, c, *p) < 0.0
                        || cross(c, a, *p) < 0.0
                })
        });
        let Some(i) = ear else { break };
        out.push([rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]]);
        rest.remove(i);
    }
    if let [a, b, c] = rest[..] {
        out.push([a, b, c]);
    }
    out
}

/// Every facet turned over.
pub fn inverted(facets: Vec<Facet>) -> Vec<Facet> {
    facets.into_iter().map(|[a, b, c]| [a, c, b]).collect()
}

/// A 40 × 40 × 20 block, top at z = 0, with a V-groove along y, `depth` deep, of this angle.
pub fn groove(degrees: f64, depth: f64) -> Part {
    let half = depth * (0.5 * degrees).to_radians().tan();
    let polygon = [
        [-20.0, -20.0],
        [20.0, -20.0],
        [20.0, 0.0],
        [half, 0.0],
        [0.0, -depth],
        [-half, 0.0],
        [-20.0, 0.0],
    ];
    Part::new(format!("groove {degrees}"), prism(&polygon, [0.0, 40.0]), Kind::Closed)
}

/// A 100 × 100 × 20 block with its top at z = 0.
pub fn block() -> Part {
    Part::new("block", cuboid([0.0, 0.0, -20.0], [100.0, 100.0, 0.0]), Kind::Closed)
}

/// Heights over a square, as a skin, or closed by walls and a floor.
pub fn terrain(
    cells: usize,
    pitch: f64,
    closed: bool,
    height: impl Fn(f64, f64) -> f64,
) -> Vec<Facet> {
    let at = |i: usize, j: usize| {
        let (x, y) = (i as f64 * pitch, j as f64 * pitch);
        Vec3::new(x, y, height(x, y))
    };
    let mut facets = Vec::new();
    for i in 0..cells {
        for j in 0..cells {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            facets.extend([[a, b, c], [a, c, d]]);
        }
    }
    if closed {
        let floor = facets.iter().flatten().fold(f64::INFINITY, |m, v| m.min(v.z)) - 5.0;
        let down = |v: Vec3| Vec3::new(v.x, v.y, floor);
        let top = facets.clone();
        facets.extend(top.iter().map(|[a, b, c]| [down(*a), down(*c), down(*b)]));
        let mut wall = |a: Vec3, b: Vec3| {
            facets.extend([[a, down(a), down(b)], [a, down(b), b]]);
        };
        for i in 0..cells {
            wall(at(i, 0), at(i + 1, 0));
            wall(at(cells, i), at(cells, i + 1));
            wall(at(i + 1, cells), at(i, cells));
            wall(at(0, i + 1), at(0, i));
        }
    }
    facets
}

/// Names of the random parts.
pub const KINDS: [&str; 16] = [
    "block",
    "groove",
    "slot",
    "fin",
    "pocket",
    "void",
    "cells",
    "tetrahedron",
    "hill",
    "touching",
    "overlapping",
    "doubled",
    "one inverted",
    "skin",
    "open box",
    "soup",
];

/// A random part of a kind, 10 to 20 mm large.
pub fn part(kind: &'static str, random: &mut Random) -> Part {
    let planes = |random: &mut Random, n: usize| {
        let mut at = random.between(-10.0, -5.0);
        let mut list = vec![at];
        for _ in 0..n {
            at += if random.chance(0.25) {
                scale(random, 0.005, 0.5)
            } else {
                random.between(1.0, 6.0)
            };
            list.push(at);
        }
        list
    };
    let size = |random: &mut Random| random.between(3.0, 9.0);
    let far = |random: &mut Random| [size(random), size(random), size(random)];
    let base = |random: &mut Random| cuboid(far(random).map(|v| -v), far(random));
    let (facets, kind_of) = match kind {
        "block" => (base(random), Kind::Closed),
        "groove" => {
            let (deep, degrees) =
                (random.between(0.5, 6.0), pick(random, &[30.0, 60.0, 90.0, 120.0, 150.0, 175.0]));
            let half = deep * f64::to_radians(0.5 * degrees).tan();
            let wide = half + random.between(1.0, 6.0);
            let low = -deep - random.between(0.5, 6.0);
            let polygon = [
                [-wide, low],
                [wide, low],
                [wide, 0.0],
                [half, 0.0],
                [0.0, -deep],
                [-half, 0.0],
                [-wide, 0.0],
            ];
            (prism(&polygon, [-8.0, 8.0]), Kind::Closed)
        }
        "slot" => {
            let (deep, half) = (random.between(0.5, 6.0), scale(random, 0.005, 2.0));
            let wide = half + random.between(0.5, 6.0);
            let low = -deep - random.between(0.5, 6.0);
            let polygon = [
                [-wide, low],
                [wide, low],
                [wide, 0.0],
                [half, 0.0],
                [half, -deep],
                [-half, -deep],
                [-half, 0.0],
                [-wide, 0.0],
            ];
            (prism(&polygon, [-8.0, 8.0]), Kind::Closed)
        }
        "fin" => {
            let t = scale(random, 0.003, 1.0);
            (cuboid([-8.0, -t, -6.0], [8.0, t, 6.0]), Kind::Closed)
        }
        "pocket" | "void" | "cells" => {
            let p = [0; 3].map(|_| planes(random, 3));
            let fill: Vec<bool> = (0..27)
                .map(|i| match kind {
                    "pocket" => !(i % 3 == 1 && (i / 3) % 3 == 1 && i / 9 > 0),
                    "void" => i != 13,
                    _ => random.chance(0.7),
                })
                .collect();
            let facets = cells([&p[0], &p[1], &p[2]], |[x, y, z]| fill[x + 3 * y + 9 * z]);
            (if facets.is_empty() { base(random) } else { facets }, Kind::Closed)
        }
        "tetrahedron" => {
            let v = [0; 4].map(|_| random.vector(9.0));
            let f = vec![
                [v[0], v[1], v[2]],
                [v[0], v[3], v[1]],
                [v[1], v[3], v[2]],
                [v[2], v[3], v[0]],
            ];
            let volume = (v[1] - v[0]).cross(&(v[2] - v[0])).dot(&(v[3] - v[0]));
            (if volume > 0.0 { inverted(f) } else { f }, Kind::Closed)
        }
        "hill" | "skin" => {
            let (a, b, high) =
                (random.between(0.1, 0.9), random.between(0.1, 0.9), scale(random, 0.1, 4.0));
            let height = move |x: f64, y: f64| high * ((a * x).sin() + (b * y).cos());
            let closed = kind == "hill";
            let middle = Vec3::new(-7.5, -7.5, 0.0);
            let facets = terrain(6, 2.5, closed, height);
            let facets = facets.into_iter().map(|f| f.map(|v| v + middle)).collect();
            (facets, if closed { Kind::Closed } else { Kind::Skin })
        }
        "touching" => {
            let first = base(random);
            let [lo, hi] = Part::new("", first.clone(), Kind::Closed).bounds();
            // Face to face, edge to edge, corner to corner.
            let mut at = lo;
            for i in 0..1 + random.below(3) {
                at[i] = hi[i];
            }
            let second = first.iter().map(|f| f.map(|v| v - lo + at));
            (first.iter().copied().chain(second).collect(), Kind::Closed)
        }
        "overlapping" => ([base(random), base(random)].concat(), Kind::Closed),
        "doubled" => {
            let one = base(random);
            ([one.clone(), one].concat(), Kind::Closed)
        }
        "one inverted" => {
            let one = cuboid([-8.0, -5.0, -5.0], [-1.0, 5.0, 4.0]);
            let two = inverted(cuboid([1.0, -5.0, -5.0], [8.0, 5.0, 4.0]));
            ([one, two].concat(), Kind::Closed)
        }
        "open box" => {
            // A tool that sees the sky through the lid may be said to be outside, one that is
            // nearest to a wall to be inside.
            let all = base(random);
            let top = all.iter().flatten().fold(f64::NEG_INFINITY, |m, v| m.max(v.z));
            (all.into_iter().filter(|f| f.iter().any(|v| v.z < top)).collect(), Kind::Soup)
        }
        _ => {
            let n = 2 + random.below(8);
            let facets = (0..n).map(|_| {
                let (at, size) = (random.vector(6.0), scale(random, 0.1, 8.0));
                [0; 3].map(|_| at + random.vector(size))
            });
            (facets.collect(), Kind::Soup)
        }
    };
    let part = Part::new(kind, facets, kind_of);
    if random.chance(0.4) {
        let (axis, angle) = (random.direction(), random.between(-3.2, 3.2));
        let turn = nalgebra::Rotation3::new(axis * angle);
        return part.map(|v| turn * v);
    }
    part
}
