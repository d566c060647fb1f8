//! A convex tool given as a closed triangle mesh.

use super::convex::Depth;
use super::extreme::Extreme;
use super::least::{Extent, Least};
use super::outline::around;
use crate::tolerance::{CONVEX_MESH_MM, NO_DIRECTION_MM, PARALLEL_SINE, SAME_DISTANCE_MM};
use gouge_mesh::geom::{Aabb, Body, Hull, Outline, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;
use rayon::prelude::*;

/// A convex polyhedron about the control point.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    triangles: Vec<[u32; 3]>,
    /// Outward unit normals and offsets of the faces.
    planes: Vec<(Vec3, f64)>,
    /// The planes by normal and offset.
    lowest: Least<4>,
    /// The triangles.
    nearest: Least<3>,
    farthest: Extreme,
    hull: Hull,
    /// Around it; none of what is made for one question.
    around: Option<Box<Outline>>,
    /// The vertices of its faces, each with the way that leads fastest into it, if any does, and
    /// how fast; none of what is made for one question.
    ways_in: Vec<(Vec3, Option<(Vec3, f64)>)>,
    /// No corner is farther above any face as it was drawn, mm.
    excess: f64,
}

impl Polyhedron {
    /// The polyhedron of a closed mesh, or `None` when the mesh is not convex: some vertex
    /// lies above some face.
    pub fn new(mesh: &Mesh) -> Option<Self> {
        Self::within(mesh, CONVEX_MESH_MM)
    }

    /// The same, where a vertex may lie above a face by `most`, mm.
    pub(super) fn within(mesh: &Mesh, most: f64) -> Option<Self> {
        let farthest = Extreme::new(mesh.vertices.clone());
        let vertices = farthest.vertices();
        let mut planes: Vec<(Vec3, f64)> = Vec::new();
        let mut excess = 0.0f64;
        let inside =
            vertices.iter().fold(Vec3::zeros(), |s, v| s + v) / vertices.len().max(1) as f64;
        for i in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.triangle(i);
            let cross = (b - a).cross(&(c - a));
            if cross.norm() <= PARALLEL_SINE * (b - a).norm() * (c - a).norm() {
                continue;
            }
            let mut n = cross.normalize();
            if n.dot(&(a - inside)) < 0.0 {
                n = -n;
            }
            // The offset is the support, so that rounding never cuts a vertex off.
            let offset = farthest.support(&n);
            excess = excess.max(offset - n.dot(&a));
            if excess > most {
                return None;
            }
            planes.push((n, offset));
        }
        if planes.len() < 4 {
            return None;
        }
        let radius = vertices.iter().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max);
        let lo = vertices.iter().map(|v| v.z).fold(f64::INFINITY, f64::min);
        let hi = vertices.iter().map(|v| v.z).fold(f64::NEG_INFINITY, f64::max);
        let hull = Hull { axis: [lo, hi], radius, round: false };
        let body = Self::indexed(farthest, mesh.triangles.clone(), planes, hull);
        let around = Some(Box::new(around(body.vertices())));
        let body = Self { excess, around, ..body };
        let way_in = |v: &Vec3| {
            let mut faces: Vec<Vec3> = Vec::new();
            body.faces_at(v, |n| faces.push(*n));
            (!faces.is_empty()).then(|| (*v, fastest_in(&faces)))
        };
        let ways_in = body.vertices().par_iter().filter_map(way_in).collect();
        Some(Self { ways_in, ..body })
    }

    fn indexed(
        farthest: Extreme,
        triangles: Vec<[u32; 3]>,
        planes: Vec<(Vec3, f64)>,
        hull: Hull,
    ) -> Self {
        let vertices = farthest.vertices();
        let plane = |(n, offset): &(Vec3, f64)| [n.x, n.y, n.z, *offset].map(|v| [v, v]);
        let span = |t: &[u32; 3]| {
            let Aabb { lo, hi } = Aabb::around(t.map(|v| vertices[v as usize]));
            std::array::from_fn(|k| [lo[k], hi[k]])
        };
        let lowest = Least::new(&planes.iter().map(plane).collect::<Vec<_>>());
        let nearest = Least::new(&triangles.iter().map(span).collect::<Vec<_>>());
        Self {
            triangles,
            planes,
            lowest,
            nearest,
            farthest,
            hull,
            around: None,
            ways_in: Vec::new(),
            excess: 0.0,
        }
    }

    fn vertices(&self) -> &[Vec3] {
        self.farthest.vertices()
    }

    fn corners(&self, triangle: [u32; 3]) -> Triangle {
        triangle.map(|v| self.vertices()[v as usize])
    }

    /// By how much it may be more than the mesh, mm: what is that deep in it is in the mesh.
    pub fn excess(&self) -> f64 {
        self.excess
    }

    /// Its facets, as they were read.
    pub fn triangles(&self) -> Vec<Triangle> {
        self.triangles.iter().map(|t| self.corners(*t)).collect()
    }

    /// The prism that a convex polygon sweeps when it moves by `travel`, out of its plane.
    pub fn prism(polygon: &[Vec3], travel: &Vec3) -> Option<Self> {
        let n = polygon.len();
        let vertices: Vec<Vec3> =
            polygon.iter().copied().chain(polygon.iter().map(|p| p + travel)).collect();
        let mut normals = Vec::with_capacity(2 * n + 4);
        for i in 0..n {
            let (a, b, c) = (polygon[i], polygon[(i + 1) % n], polygon[(i + 2) % n]);
            normals.push((b - a).cross(travel));
            normals.push((b - a).cross(&(c - b)));
        }
        let both = normals.into_iter().flat_map(|m| [m, -m]);
        let planes: Vec<(Vec3, f64)> = both
            .filter(|m| m.norm() > 0.0)
            .map(|m| m.normalize())
            .map(|m| (m, vertices.iter().map(|v| m.dot(v)).fold(f64::NEG_INFINITY, f64::max)))
            .collect();
        let radius = vertices.iter().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max);
        let lo = vertices.iter().map(|v| v.z).fold(f64::INFINITY, f64::min);
        let hi = vertices.iter().map(|v| v.z).fold(f64::NEG_INFINITY, f64::max);
        let triangles = (1..n as u32 - 1)
            .flat_map(|i| [[0, i, i + 1], [n as u32, n as u32 + i, n as u32 + i + 1]])
            .chain((0..n as u32).flat_map(|i| {
                let (j, m) = ((i + 1) % n as u32, n as u32);
                [[i, j, m + j], [i, m + j, m + i]]
            }))
            .collect();
        let hull = Hull { axis: [lo, hi], radius, round: false };
        let body = Self::indexed(Extreme::new(vertices), triangles, planes, hull);
        (body.inscribed().1 > 0.0).then_some(body)
    }

    /// How many faces it has.
    pub fn faces(&self) -> usize {
        self.triangles.len()
    }

    /// The body drawn in level towards its middle, by `by` mm where that is farthest, and raised by
    /// `up` mm: no corner is farther than hypot(by, up) from where it was, and so no point. None
    /// where it is no wider.
    pub(super) fn narrowed(&self, by: f64, up: f64) -> Option<Self> {
        let Aabb { lo, hi } = Aabb::around(self.vertices().iter().copied());
        let middle = (lo + hi) * 0.5;
        let out = |v: &Vec3| Vec3::new(v.x - middle.x, v.y - middle.y, 0.0);
        let widest = self.vertices().iter().map(|v| out(v).norm()).fold(0.0, f64::max);
        if widest <= by {
            return None;
        }
        let drawn_in = |v: &Vec3| v - out(v) * (by / widest) + Vec3::z() * up;
        let vertices = self.vertices().iter().map(drawn_in).collect();
        Self::new(&Mesh { vertices, triangles: self.triangles.clone() })
    }

    /// How deep `x` (mm, relative to the control point) lies in the body.
    pub fn depth(&self, x: &Vec3) -> Depth {
        let height = |i: usize| self.planes[i].1 - self.planes[i].0.dot(x);
        let Some((face, depth)) = self.lowest.find(|planes| least_height(planes, x), height) else {
            return Depth { depth: f64::NEG_INFINITY, normal: Vec3::z(), offset: 0.0 };
        };
        let (normal, offset) = self.planes[face];
        if depth >= 0.0 {
            return Depth { depth, normal, offset };
        }
        let apart = |b: &Extent<3>| {
            let [lo, hi] = [0, 1].map(|end| Vec3::from(b.map(|side| side[end])));
            Aabb { lo, hi }.gap(x)
        };
        let foot = |i: usize| closest_on_triangle(x, &self.corners(self.triangles[i]));
        let near = self.nearest.find(apart, |i| (x - foot(i)).norm());
        // The way to a point this near is mostly rounding; the face knows its normal.
        let Some((triangle, distance)) = near.filter(|(_, distance)| *distance >= NO_DIRECTION_MM)
        else {
            let distance = near.map_or(-depth, |(_, distance)| distance);
            return Depth { depth: -distance, normal, offset };
        };
        let normal = (x - foot(triangle)) / distance;
        Depth { depth: -distance, normal, offset: self.support(&normal) }
    }

    /// See [`super::Solid::bluntness`]. The distance to a convex set is convex, so it is greatest
    /// at a vertex; each is looked at the way that leads fastest into it.
    pub(super) fn bluntness(&self, scale: f64) -> f64 {
        let at_corner = |(v, way): &(Vec3, Option<(Vec3, f64)>)| {
            let Some((inward, cos)) = way else { return f64::INFINITY };
            let c = v + inward * ((scale + SAME_DISTANCE_MM) / cos);
            let depth = self.depth(&c).depth;
            match depth < scale {
                true => f64::INFINITY,
                false => (v - c).norm() / depth,
            }
        };
        let all = self.ways_in.par_iter().map(at_corner);
        all.reduce_with(f64::max).map_or(f64::INFINITY, |worst| worst.max(1.0))
    }

    /// The outward normals of the faces that a vertex lies on.
    fn faces_at(&self, v: &Vec3, mut face: impl FnMut(&Vec3)) {
        let most = self.excess.max(CONVEX_MESH_MM);
        self.lowest.within(
            |planes| least_height(planes, v),
            most,
            |i| {
                let (n, offset) = &self.planes[i];
                if offset - n.dot(v) <= most {
                    face(n);
                }
            },
        );
    }

    /// See [`super::Solid::eaves`]: no face that looks up comes lower.
    pub(super) fn eaves(&self) -> f64 {
        let looks_up = |v: &Vec3| {
            let mut up = false;
            self.faces_at(v, |n| up |= n.z > 0.0);
            up
        };
        let on = self.vertices().par_iter().filter(|v| looks_up(v)).map(|v| v.z);
        on.reduce(|| self.hull.axis[1], f64::min) - self.excess.max(CONVEX_MESH_MM)
    }

    /// A point of the interior and its depth, mm.
    pub fn inscribed(&self) -> (Vec3, f64) {
        let n = self.vertices().len().max(1) as f64;
        let c = self.vertices().iter().fold(Vec3::zeros(), |s, v| s + v) / n;
        (c, self.depth(&c).depth)
    }
}

/// The direction that leads away fastest from the slowest of the faces with these outward normals,
/// and how fast; `None` where none leads away from all.
///
/// It is the one to the point of the hull of all normals that is nearest to the origin, which is
/// come to by going again and again from where one is as far as it pays toward the normal that is
/// the farthest back (Gilbert, SIAM J. Control 4, 1966).
fn fastest_in(faces: &[Vec3]) -> Option<(Vec3, f64)> {
    let mut at = *faces.first()?;
    let farthest_back = |at: &Vec3| {
        faces.iter().copied().min_by(|a, b| a.dot(at).total_cmp(&b.dot(at))).unwrap_or(*at)
    };
    for _ in 0..STEPS_TO_NEAREST {
        let back = farthest_back(&at);
        let way = back - at;
        let long = way.norm_squared();
        let share = if long > 0.0 { (-at.dot(&way) / long).clamp(0.0, 1.0) } else { 0.0 };
        at += way * share;
    }
    let way = at.try_normalize(0.0)?;
    let cos = farthest_back(&way).dot(&way);
    (cos > 0.0).then_some((-way, cos))
}

/// How often the nearest point of some normals is approached.
const STEPS_TO_NEAREST: usize = 40;

/// The least that a point lies below any plane of a box of them, mm: each has at most the greatest
/// product of normal and point on each axis.
fn least_height(planes: &Extent<4>, x: &Vec3) -> f64 {
    let most = |k: usize| (planes[k][0] * x[k]).max(planes[k][1] * x[k]);
    planes[3][0] - (most(0) + most(1) + most(2))
}

impl Body for Polyhedron {
    fn support(&self, u: &Vec3) -> f64 {
        self.farthest.support(u)
    }

    fn hull(&self) -> Hull {
        self.hull
    }

    fn around(&self) -> Option<&Outline> {
        self.around.as_deref()
    }
}
