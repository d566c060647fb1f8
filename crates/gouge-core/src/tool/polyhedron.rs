//! A convex tool given as a closed triangle mesh.

use super::bound_tree::{BoundTree, Extent};
use super::convex::Depth;
use super::extreme::Extreme;
use super::outline::around;
use super::planes::{Plane, Planes};
use super::ways_in::WaysIn;
use crate::tolerance::{CONVEX_MESH_MM, NO_DIRECTION_MM, PARALLEL_SINE};
use gouge_mesh::geom::{Aabb, Body, Hull, Outline, Triangle, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;

/// A convex polyhedron about the control point.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    triangles: Vec<[u32; 3]>,
    /// Those of the faces.
    planes: Planes,
    /// The triangles.
    nearest: BoundTree<Extent<3>>,
    farthest: Extreme,
    hull: Hull,
    /// The outline around it; none for a polyhedron made for one query.
    around: Option<Box<Outline>>,
    /// How it is entered at its vertices; none for a polyhedron made for one query.
    ways_in: WaysIn,
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
        let mut planes: Vec<(Plane, Vec3)> = Vec::new();
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
            planes.push((Plane { normal: n, offset }, (a + b + c) / 3.0));
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
        let ways_in = WaysIn::new(&body);
        Some(Self { ways_in, ..body })
    }

    fn indexed(
        farthest: Extreme,
        triangles: Vec<[u32; 3]>,
        planes: Vec<(Plane, Vec3)>,
        hull: Hull,
    ) -> Self {
        let vertices = farthest.vertices();
        let span = |t: &[u32; 3]| {
            let Aabb { lo, hi } = Aabb::around(t.map(|v| vertices[v as usize]));
            std::array::from_fn(|k| [lo[k], hi[k]])
        };
        let nearest = BoundTree::new(&triangles.iter().map(span).collect::<Vec<_>>());
        Self {
            triangles,
            planes: Planes::new(&planes),
            nearest,
            farthest,
            hull,
            around: None,
            ways_in: WaysIn::default(),
            excess: 0.0,
        }
    }

    pub(super) fn vertices(&self) -> &[Vec3] {
        self.farthest.vertices()
    }

    fn corners(&self, triangle: [u32; 3]) -> Triangle {
        triangle.map(|v| self.vertices()[v as usize])
    }

    /// How far the polyhedron may overstate the mesh, mm: a point that deep in it is in the mesh.
    pub fn excess(&self) -> f64 {
        self.excess
    }

    /// The facets as they were read.
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
        let plane = |normal: Vec3| {
            let far = |v: &Vec3| normal.dot(v);
            let touching = vertices.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b)));
            touching.map(|v| (Plane { normal, offset: far(&v) }, v))
        };
        let planes: Vec<(Plane, Vec3)> =
            both.filter(|m| m.norm() > 0.0).filter_map(|m| plane(m.normalize())).collect();
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

    /// The number of faces.
    pub fn faces(&self) -> usize {
        self.triangles.len()
    }

    /// The body offset inwards, level, towards its middle by `by` mm where that is farthest, and
    /// raised by `up` mm: no corner is farther than hypot(by, up) from where it was, and so no
    /// point. None where the body is no wider.
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
        let Some((&Plane { normal, offset }, depth)) = self.planes.lowest(x) else {
            return Depth { depth: f64::NEG_INFINITY, normal: Vec3::z(), offset: 0.0 };
        };
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

    /// See [`super::Solid::bluntness`].
    pub(super) fn bluntness(&self, scale: f64) -> f64 {
        self.ways_in.bluntness(self, scale)
    }

    /// Points no farther below a face than this lie on it, mm.
    pub(super) fn on_face(&self) -> f64 {
        self.excess.max(CONVEX_MESH_MM)
    }

    #[cfg(test)]
    pub(super) fn ways_in(&self) -> &WaysIn {
        &self.ways_in
    }

    pub(super) fn planes(&self) -> &Planes {
        &self.planes
    }

    /// See [`super::Solid::eaves`]: no face that looks up comes lower.
    pub(super) fn eaves(&self) -> f64 {
        let mut by_height: Vec<&Vec3> = self.vertices().iter().collect();
        by_height.sort_unstable_by(|a, b| a.z.total_cmp(&b.z));
        let lowest = by_height.into_iter().find(|v| self.planes.looks_up_at(v, self.on_face()));
        lowest.map_or(self.hull.axis[1], |v| v.z) - self.on_face()
    }

    /// A point of the interior and its depth, mm.
    pub fn inscribed(&self) -> (Vec3, f64) {
        let n = self.vertices().len().max(1) as f64;
        let c = self.vertices().iter().fold(Vec3::zeros(), |s, v| s + v) / n;
        (c, self.depth(&c).depth)
    }
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
