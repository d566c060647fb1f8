//! A part as a list of facets, searched one by one: nearest distance, winding number, side.

use std::f64::consts::TAU;

use crate::Vec3;

/// A facet.
pub type Facet = [Vec3; 3];

/// How inside is told from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Closed: by the winding number.
    Closed,
    /// Open but consistently oriented: by the side of the nearest surface, away from rims and
    /// from where nothing of it is above.
    Skin,
    /// Neither.
    Soup,
}

/// Where a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In the material.
    In,
    /// Not in the material.
    Out,
    /// The surface does not tell.
    Undetermined,
}

/// The goal shape.
#[derive(Clone, Debug)]
pub struct Part {
    /// What the scene is called.
    pub name: String,
    /// All facets.
    pub facets: Vec<Facet>,
    /// How inside is told.
    pub kind: Kind,
    rims: Vec<[Vec3; 2]>,
    /// Around each facet: middle and radius.
    balls: Vec<(Vec3, f64)>,
}

impl Part {
    /// A part of these facets.
    pub fn new(name: impl Into<String>, facets: Vec<Facet>, kind: Kind) -> Self {
        let rims = if kind == Kind::Skin { rims(&facets) } else { Vec::new() };
        let balls = facets.iter().map(around).collect();
        Self { name: name.into(), facets, kind, rims, balls }
    }

    /// Least and greatest corner.
    pub fn bounds(&self) -> [Vec3; 2] {
        let all = || self.facets.iter().flatten();
        let fold = |f: fn(f64, f64) -> f64, from: f64| {
            all().fold(Vec3::repeat(from), |m, v| m.zip_map(v, f))
        };
        [fold(f64::min, f64::INFINITY), fold(f64::max, f64::NEG_INFINITY)]
    }

    /// Distance to the nearest point of the surface.
    pub fn distance(&self, x: &Vec3) -> f64 {
        let far = |(middle, radius): &(Vec3, f64)| (middle - x).norm() + radius;
        let most = self.balls.iter().map(far).fold(f64::INFINITY, f64::min) * (1.0 + NEARBY);
        self.near(x, most).map(|f| distance(x, f)).fold(f64::INFINITY, f64::min)
    }

    /// The facets whose balls come within `most` of `x`.
    fn near(&self, x: &Vec3, most: f64) -> impl Iterator<Item = &Facet> {
        let reaches = move |(middle, radius): &(Vec3, f64)| {
            (middle - x).norm_squared() <= (most + radius) * (most + radius)
        };
        self.facets.iter().zip(&self.balls).filter(move |(_, ball)| reaches(ball)).map(|(f, _)| f)
    }

    /// Where `x` is. A point on the surface may be said to be on either side.
    pub fn side(&self, x: &Vec3) -> Side {
        match self.kind {
            Kind::Soup => Side::Undetermined,
            Kind::Closed => {
                let turns = winding(x, &self.facets);
                if (turns - turns.round()).abs() > 0.05 || turns < -0.5 {
                    Side::Undetermined
                } else if turns > 0.5 {
                    Side::In
                } else {
                    Side::Out
                }
            }
            Kind::Skin => self.side_of_skin(x),
        }
    }

    fn side_of_skin(&self, x: &Vec3) -> Side {
        let gap = self.distance(x);
        let near = gap + 1e-9 * (1.0 + gap);
        if self.rims.iter().any(|r| to_segment(x, &r[0], &r[1]) <= near) {
            return Side::Undetermined;
        }
        // Of the facets that share the nearest point, the one seen most squarely decides.
        let mut most = 0.0f64;
        for f in self.near(x, near).filter(|f| distance(x, f) <= near) {
            let n = (f[1] - f[0]).cross(&(f[2] - f[0]));
            let height = n.dot(&(x - f[0])) / n.norm();
            if height.abs() > most.abs() {
                most = height;
            }
        }
        match most < 0.0 {
            // A ball that sees the sky stays outside wherever it goes without meeting the surface,
            // whatever the nearest of it says: both are law.
            true if self.is_open_above(x) => Side::Undetermined,
            true => Side::In,
            false => Side::Out,
        }
    }

    /// Whether nothing of the surface is above `x`, or above a point beside it which nothing parts
    /// from it, as far as a few such points tell.
    fn is_open_above(&self, x: &Vec3) -> bool {
        let over = |(middle, radius): &(Vec3, f64)| {
            let reach = radius + FARTHEST_BESIDE;
            (middle.xy() - x.xy()).norm_squared() <= reach * reach && middle.z + radius >= x.z
        };
        let balls = self.facets.iter().zip(&self.balls);
        let over: Vec<&Facet> = balls.filter(|(_, b)| over(b)).map(|(f, _)| f).collect();
        if !over.iter().any(|f| stands_over(f, x)) {
            return true;
        }
        let about: Vec<&Facet> = self.near(x, FARTHEST_BESIDE).collect();
        let ways =
            (0..16).map(|i| f64::from(i) * TAU / 16.0).map(|a| Vec3::new(a.cos(), a.sin(), 0.0));
        let mut beside =
            ways.flat_map(|way| [0.001, 0.01, 0.1, 0.5, FARTHEST_BESIDE].map(|far| x + way * far));
        beside.any(|y| {
            !over.iter().any(|f| stands_over(f, &y)) && !about.iter().any(|f| parts(f, x, &y))
        })
    }

    /// Whether no facet is above `x`.
    pub fn sees_the_sky(&self, x: &Vec3) -> bool {
        !self.facets.iter().any(|f| stands_over(f, x))
    }

    /// Whether no facet lies between `x` and `y`.
    pub fn joined(&self, x: &Vec3, y: &Vec3) -> bool {
        !self.facets.iter().any(|f| parts(f, x, y))
    }

    /// As an OBJ file whose numbers read back exactly.
    pub fn obj(&self) -> String {
        obj(&self.facets)
    }

    /// Every facet through `f`.
    #[must_use]
    pub fn map(&self, f: impl Fn(&Vec3) -> Vec3) -> Self {
        let facets = self.facets.iter().map(|t| [f(&t[0]), f(&t[1]), f(&t[2])]).collect();
        Self::new(self.name.clone(), facets, self.kind)
    }
}

/// How far beside a point one looks for the sky, mm.
const FARTHEST_BESIDE: f64 = 2.0;

/// Room for rounding where balls are told from each other, a share of their distance.
const NEARBY: f64 = 1e-9;

/// A ball about a facet, a little larger than it has to be.
fn around([a, b, c]: &Facet) -> (Vec3, f64) {
    let middle = (a + b + c) / 3.0;
    let radius = [a, b, c].map(|v| (v - middle).norm()).into_iter().fold(0.0, f64::max);
    (middle, radius * (1.0 + NEARBY) + NEARBY)
}

/// Facets as an OBJ file whose numbers read back exactly.
pub fn obj(facets: &[Facet]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for v in facets.iter().flatten() {
        let _ = writeln!(text, "v {} {} {}", v.x, v.y, v.z);
    }
    for i in 0..facets.len() {
        let _ = writeln!(text, "f {} {} {}", 3 * i + 1, 3 * i + 2, 3 * i + 3);
    }
    text
}

/// Whether some point of a facet is above `x`.
fn stands_over([a, b, c]: &Facet, x: &Vec3) -> bool {
    let turn = |p: &Vec3, q: &Vec3| (q - p).xy().perp(&(x - p).xy());
    let turns = [turn(b, c), turn(c, a), turn(a, b)];
    let area: f64 = turns.iter().sum();
    let within = turns.iter().all(|t| t * area >= 0.0) && area != 0.0;
    within && (a * turns[0] + b * turns[1] + c * turns[2]).z / area > x.z
}

/// Whether a facet lies between `x` and `y`.
fn parts(facet: &Facet, x: &Vec3, y: &Vec3) -> bool {
    let [a, b, c] = facet;
    let normal = (b - a).cross(&(c - a));
    let (before, behind) = (normal.dot(&(x - a)), normal.dot(&(y - a)));
    if before * behind >= 0.0 {
        return false;
    }
    let on = x + (y - x) * (before / (before - behind));
    let turn = |p: &Vec3, q: &Vec3| (q - p).cross(&(on - p)).dot(&normal);
    turn(a, b) >= 0.0 && turn(b, c) >= 0.0 && turn(c, a) >= 0.0
}

/// Edges that are not run through once each way.
fn rims(facets: &[Facet]) -> Vec<[Vec3; 2]> {
    let edges: Vec<[Vec3; 2]> =
        facets.iter().flat_map(|f| (0..3).map(move |i| [f[i], f[(i + 1) % 3]])).collect();
    let count = |a: &Vec3, b: &Vec3| edges.iter().filter(|e| e[0] == *a && e[1] == *b).count();
    edges.iter().filter(|[a, b]| count(a, b) != 1 || count(b, a) != 1).copied().collect()
}

/// How often the facets wind around `x`: their solid angles (Van Oosterom and Strackee 1983) over
/// 4π.
pub fn winding(x: &Vec3, facets: &[Facet]) -> f64 {
    let angle = |f: &Facet| {
        let [a, b, c] = f.map(|v| v - x);
        let (u, v, w) = (a.norm(), b.norm(), c.norm());
        let over = a.dot(&b.cross(&c));
        let under = u * v * w + a.dot(&b) * w + b.dot(&c) * u + c.dot(&a) * v;
        over.atan2(under)
    };
    facets.iter().map(angle).sum::<f64>() / std::f64::consts::TAU
}

/// Distance from `x` to a facet: to its plane where the foot falls inside, else to its edges.
pub fn distance(x: &Vec3, [a, b, c]: &Facet) -> f64 {
    let n = (b - a).cross(&(c - a));
    let over = |p: &Vec3, q: &Vec3| (q - p).cross(&(x - p)).dot(&n) >= 0.0;
    let n2 = n.norm_squared();
    if n2 > 0.0 && over(a, b) && over(b, c) && over(c, a) {
        return (n.dot(&(x - a)) / n2.sqrt()).abs();
    }
    to_segment(x, a, b).min(to_segment(x, b, c)).min(to_segment(x, c, a))
}

fn to_segment(x: &Vec3, a: &Vec3, b: &Vec3) -> f64 {
    let e = b - a;
    let len2 = e.norm_squared();
    let s = if len2 > 0.0 { ((x - a).dot(&e) / len2).clamp(0.0, 1.0) } else { 0.0 };
    (a + e * s - x).norm()
}
