//! Draws facets into a frame: clusters are culled by box and cone, the rest is scanned row by row.
//!
//! A pixel shows a facet when its middle lies in the facet's projection, border included.

use gouge_mesh::geom::Vec3;

use crate::camera::Camera;
use crate::frame::{Frame, Material};
use crate::model::{Cluster, Model};

/// How a model is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Material of its front.
    pub material: Material,
    /// Where its origin is moved to, mm.
    pub offset: Vec3,
    /// Every other pixel is left out, so that what is behind shows through.
    pub sheer: bool,
    /// Draws only points p with `normal · p <= distance`, mm.
    pub clip: Option<(Vec3, f64)>,
    /// How far facets may be displaced for speed, pixels; 0 draws every facet of the mesh.
    pub error: f64,
}

impl Paint {
    /// As it is, facets displaced by at most a pixel.
    pub fn of(material: Material) -> Self {
        Self { material, offset: Vec3::zeros(), sheer: false, clip: None, error: 1.0 }
    }
}

/// How much work a model was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Clusters of the level that was drawn.
    pub clusters: usize,
    /// Of those, clusters neither outside of the picture nor turned away.
    pub seen: usize,
    /// Facets of the clusters seen.
    pub facets: usize,
}

/// Model coordinates to the picture, in `f32`.
struct View {
    /// Rows give x and y in pixels and the depth in mm.
    rows: [[f32; 3]; 3],
    shift: [f32; 3],
    toward: [f32; 3],
    axes: [[f32; 3]; 3],
    /// `a x + b y + c depth + d > 0` is clipped away.
    clip: Option<[f32; 4]>,
}

impl View {
    fn new(camera: &Camera, model: &Model, paint: &Paint, w: usize, h: usize) -> Self {
        let [right, up, toward] = camera.axes();
        let origin = camera.project(&(model.origin + paint.offset), w, h);
        let narrow = |v: Vec3| -> [f32; 3] { v.map(|x| x as f32).into() };
        let clip = paint.clip.map(|(normal, distance)| {
            // The plane over pixels and depth: walk along each and see how the height changes.
            let height = |at: [f64; 3]| normal.dot(&camera.unproject(at, w, h)) - distance;
            let d = height([0.0; 3]);
            let a = height([1.0, 0.0, 0.0]) - d;
            let b = height([0.0, 1.0, 0.0]) - d;
            [a as f32, b as f32, normal.dot(&toward) as f32, d as f32]
        });
        Self {
            rows: [
                narrow(right * camera.scale),
                narrow(up * (-camera.scale * camera.aspect)),
                narrow(toward),
            ],
            shift: origin.map(|x| x as f32),
            toward: narrow(toward),
            axes: [narrow(right), narrow(up), narrow(toward)],
            clip,
        }
    }

    fn point(&self, p: [f32; 3]) -> [f32; 3] {
        let [r, u, t] = &self.rows;
        [
            r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + self.shift[0],
            u[0] * p[0] + u[1] * p[1] + u[2] * p[2] + self.shift[1],
            t[0] * p[0] + t[1] * p[1] + t[2] * p[2] + self.shift[2],
        ]
    }

    /// Whether any of a cluster's box can be in the picture and before the clip plane.
    fn sees(&self, c: &Cluster, w: f32, h: f32) -> bool {
        let middle = [0, 1, 2].map(|k| 0.5 * (c.lo[k] + c.hi[k]));
        let half = [0, 1, 2].map(|k| 0.5 * (c.hi[k] - c.lo[k]));
        let at = self.point(middle);
        let reach = |row: &[f32; 3]| (0..3).map(|k| row[k].abs() * half[k]).sum::<f32>();
        let (x, y) = (reach(&self.rows[0]), reach(&self.rows[1]));
        if at[0] + x < 0.0 || at[0] - x > w || at[1] + y < 0.0 || at[1] - y > h {
            return false;
        }
        self.clip.is_none_or(|[a, b, c, d]| {
            let z = reach(&self.rows[2]);
            a * at[0] + b * at[1] + c * at[2] + d <= a.abs() * x + b.abs() * y + c.abs() * z
        })
    }
}

impl Frame {
    /// Draws a model.
    pub fn draw(&mut self, camera: &Camera, model: &Model, paint: &Paint) -> Drawn {
        let Some(detail) = model.detail(paint.error / camera.scale) else {
            return Drawn::default();
        };
        let view = View::new(camera, model, paint, self.width, self.height);
        let (w, h) = (self.width as f32, self.height as f32);
        let mut drawn = Drawn { clusters: detail.clusters.len(), ..Drawn::default() };
        // Back faces of a closed model are hidden behind its front unless a plane opens it.
        let fronts_only = model.closed && paint.clip.is_none();
        let back = if model.closed { Material::CUT } else { Material::BACK };
        let mut points: Vec<[f32; 3]> = Vec::new();
        for cluster in &detail.clusters {
            if fronts_only && cluster.cone.faces_away(view.toward) || !view.sees(cluster, w, h) {
                continue;
            }
            drawn.seen += 1;
            drawn.facets += cluster.facets.len();
            let own = &detail.points[cluster.points.clone()];
            points.clear();
            points.extend(own.iter().map(|p| view.point(*p)));
            for facet in &detail.facets[cluster.facets.clone()] {
                let corners = facet.map(|v| points[usize::from(v)]);
                let area = twice_area(&corners);
                // Rows count downwards, so fronts run clockwise.
                let front = area < 0.0;
                if area == 0.0 || fronts_only && !front {
                    continue;
                }
                let place = || facet.map(|v| own[usize::from(v)]);
                let material = if front { paint.material } else { back };
                self.facet(&view, &corners, area, place, material, paint.sheer);
            }
        }
        if let Some((normal, _)) = paint.clip.filter(|_| model.closed) {
            self.cap(&view, camera, normal);
        }
        drawn
    }

    fn facet(
        &mut self,
        view: &View,
        corners: &[[f32; 3]; 3],
        area: f32,
        place: impl Fn() -> [[f32; 3]; 3],
        material: Material,
        sheer: bool,
    ) {
        let [a, b, c] = corners;
        let rows = range(a[1].min(b[1]).min(c[1]), a[1].max(b[1]).max(c[1]), self.height);
        let columns = range(a[0].min(b[0]).min(c[0]), a[0].max(b[0]).max(c[0]), self.width);
        if rows.is_empty() || columns.is_empty() {
            return;
        }
        let (u, v) =
            ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
        // depth = a.z + p (x - a.x) + q (y - a.y); kept within the corners, for slopes of thin
        // facets are huge.
        let p = (u[2] * v[1] - v[2] * u[1]) / area;
        let q = (v[2] * u[0] - u[2] * v[0]) / area;
        let (low, high) = (a[2].min(b[2]).min(c[2]), a[2].max(b[2]).max(c[2]));
        let turn = area.signum();
        let mut normal = None;
        for y in rows {
            let yc = y as f32 + 0.5;
            let (mut from, mut to) = (columns.start as f32 + 0.5, columns.end as f32 - 0.5);
            for (s, e) in [(a, b), (b, c), (c, a)] {
                // Inside: turn × ((e.x - s.x)(y - s.y) - (e.y - s.y)(x - s.x)) >= 0.
                let slope = turn * (e[1] - s[1]);
                let rest = turn * (e[0] - s[0]) * (yc - s[1]);
                if slope > 0.0 {
                    to = to.min(s[0] + rest / slope);
                } else if slope < 0.0 {
                    from = from.max(s[0] + rest / slope);
                } else if rest < 0.0 {
                    to = f32::NEG_INFINITY;
                }
            }
            for x in range(from, to, self.width) {
                let (xc, i) = (x as f32 + 0.5, y * self.width + x);
                let z = (a[2] + p * (xc - a[0]) + q * (yc - a[1])).clamp(low, high);
                if z <= self.depth[i] || sheer && (x + y) % 2 == 1 {
                    continue;
                }
                if view.clip.is_some_and(|[a, b, c, d]| a * xc + b * yc + c * z + d > 0.0) {
                    continue;
                }
                self.depth[i] = z;
                self.material[i] = material;
                self.normal[i] = *normal.get_or_insert_with(|| facing(view, place()));
            }
        }
    }

    /// Where a back face of a closed model is in front, the plane cuts through material: there
    /// the pixel shows the cut.
    fn cap(&mut self, view: &View, camera: &Camera, normal: Vec3) {
        let Some([a, b, c, d]) = view.clip.filter(|clip| clip[2] > 0.0) else { return };
        let axes = camera.axes();
        let facing = axes.map(|axis| (127.0 * axis.dot(&normal)) as i8);
        for i in 0..self.material.len() {
            if self.material[i] == Material::CUT {
                let (x, y) = ((i % self.width) as f32 + 0.5, (i / self.width) as f32 + 0.5);
                self.depth[i] = self.depth[i].max(-(a * x + b * y + d) / c);
                self.normal[i] = facing;
            }
        }
    }
}

/// Pixels whose middles lie between two coordinates.
fn range(from: f32, to: f32, most: usize) -> std::ops::Range<usize> {
    let first = (from - 0.5).ceil().max(0.0);
    let last = (to - 0.5).floor().min(most as f32 - 1.0);
    if first <= last { first as usize..last as usize + 1 } else { 0..0 }
}

fn twice_area([a, b, c]: &[[f32; 3]; 3]) -> f32 {
    (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
}

/// Normal in the camera's axes, toward the viewer.
fn facing(view: &View, corners: [[f32; 3]; 3]) -> [i8; 3] {
    let n = crate::model::normal(corners).unwrap_or(view.toward);
    let seen = view.axes.map(|axis| crate::cone::dot(axis, n));
    let side = if seen[2] < 0.0 { -127.0 } else { 127.0 };
    seen.map(|x| (side * x) as i8)
}
