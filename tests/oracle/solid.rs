//! How deep a point lies in a tool: a formula per kind, none of it the project's.

use gouge::geom::{Triangle, Vec3};

use crate::meridian::{Meridian, length};

/// A tool about its control point, axis +Z.
#[derive(Clone, Debug)]
pub enum Solid {
    /// Ball-ended column without a top: radius.
    Ball(f64),
    /// Square-ended column without a top: radius.
    Flat(f64),
    /// Radius and corner radius, without a top.
    Bull(f64, f64),
    /// Anything turned from a silhouette.
    Turned(Meridian),
    /// Convex: faces, outward normals with offsets.
    Faced(Vec<Triangle>, Vec<(Vec3, f64)>),
}

impl Solid {
    /// Depth of `x` (negative outside), and the unit direction in which it grows fastest.
    pub fn depth(&self, x: &Vec3) -> (f64, Vec3) {
        let r = length(x.x, x.y);
        let (cx, cy) = if r > 0.0 { (x.x / r, x.y / r) } else { (1.0, 0.0) };
        let turned = |(d, [gr, gz]): (f64, [f64; 2])| (d, Vec3::new(gr * cx, gr * cy, gz));
        match self {
            Self::Ball(radius) => turned(bull(0.0, *radius, r, x.z)),
            Self::Flat(radius) => turned(bull(*radius, 0.0, r, x.z)),
            Self::Bull(radius, corner) => turned(bull(radius - corner, *corner, r, x.z)),
            Self::Turned(meridian) => turned(meridian.depth([r, x.z])),
            Self::Faced(faces, planes) => faced(faces, planes, x),
        }
    }

    pub fn at(&self, x: &Vec3) -> f64 {
        self.depth(x).0
    }
}

/// A column of radius `wide` that starts `corner` above the tip, widened by a ball of radius
/// `corner`: widening adds to the depth everywhere.
fn bull(wide: f64, corner: f64, r: f64, z: f64) -> (f64, [f64; 2]) {
    let (side, end) = (wide - r, z - corner);
    if side >= 0.0 && end >= 0.0 {
        return if side < end { (side + corner, [-1.0, 0.0]) } else { (end + corner, [0.0, 1.0]) };
    }
    let out = [side.min(0.0), end.min(0.0)];
    let gap = length(out[0], out[1]);
    (corner - gap, [out[0] / gap, -out[1] / gap])
}

fn faced(faces: &[Triangle], planes: &[(Vec3, f64)], x: &Vec3) -> (f64, Vec3) {
    let (depth, normal) = planes
        .iter()
        .map(|(n, offset)| (offset - n.dot(x), n))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap();
    if depth >= 0.0 {
        return (depth, -normal);
    }
    let foot = faces
        .iter()
        .map(|f| project(x, f))
        .min_by(|a, b| (a - x).norm().total_cmp(&(b - x).norm()))
        .unwrap();
    let gap = (foot - x).norm();
    if gap < 1e-12 { (-gap, -normal) } else { (-gap, (foot - x) / gap) }
}

/// Nearest point of a triangle: of the plane where that falls inside, else of the edges.
pub fn project(x: &Vec3, [a, b, c]: &Triangle) -> Vec3 {
    let n = (b - a).cross(&(c - a));
    if n.norm() > 1e-12 * (b - a).norm() * (c - a).norm() {
        let foot = x - n * (n.dot(&(x - a)) / n.norm_squared());
        let within = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|(p, q)| (*q - *p).cross(&(foot - *p)).dot(&n) > 0.0);
        if within {
            return foot;
        }
    }
    [(a, b), (b, c), (c, a)]
        .iter()
        .map(|(p, q)| {
            let e = *q - *p;
            let len2 = e.norm_squared();
            let s = if len2 > 0.0 { ((x - *p).dot(&e) / len2).clamp(0.0, 1.0) } else { 0.0 };
            *p + e * s
        })
        .min_by(|p, q| (p - x).norm().total_cmp(&(q - x).norm()))
        .unwrap()
}
