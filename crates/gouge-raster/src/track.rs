//! A path of many points, as boxes of boxes: a box smaller than a pixel is drawn as one.

use std::ops::Range;

use gouge_mesh::geom::{Aabb, Vec3};

use crate::camera::Camera;
use crate::frame::{Frame, Material};

/// Points or boxes in a box.
const FAN: usize = 32;

/// A polyline whose lines have materials.
#[derive(Clone, Debug, Default)]
pub struct Track {
    points: Vec<Vec3>,
    /// Of the line that ends at each point; [`Material::NOTHING`] where none does.
    materials: Vec<Material>,
    /// Boxes around the lines that end at [`FAN`] points each, and boxes around those.
    levels: Vec<Vec<([f32; 3], [f32; 3])>>,
}

impl Track {
    /// From points, mm, each with the material of the line that leads to it.
    pub fn new(points: Vec<Vec3>, materials: Vec<Material>) -> Self {
        let boxed = |first: usize| {
            let last = (first + FAN).min(points.len());
            narrow(&Aabb::around(points[first.saturating_sub(1)..last].iter().copied()))
        };
        let mut levels = vec![(0..points.len()).step_by(FAN).map(boxed).collect::<Vec<_>>()];
        while let Some(last) = levels.last().filter(|l| l.len() > FAN) {
            let joined = last.chunks(FAN).map(|group| {
                group.iter().fold(([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]), |all, one| {
                    (
                        [0, 1, 2].map(|k| all.0[k].min(one.0[k])),
                        [0, 1, 2].map(|k| all.1[k].max(one.1[k])),
                    )
                })
            });
            levels.push(joined.collect());
        }
        Self { points, materials, levels }
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// No point at all.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.points.len() * 25 + self.levels.iter().map(|l| 24 * l.len()).sum::<usize>()
    }

    /// Draws the lines that end at points of `range`, `bias` mm toward the viewer.
    pub fn draw(&self, frame: &mut Frame, camera: &Camera, range: Range<usize>, bias: f64) {
        let top = self.levels.len() - 1;
        for i in 0..self.levels[top].len() {
            self.node(frame, camera, (top, i), &range, bias);
        }
    }

    fn node(
        &self,
        frame: &mut Frame,
        camera: &Camera,
        (level, i): (usize, usize),
        range: &Range<usize>,
        bias: f64,
    ) {
        let width = FAN.pow(level as u32 + 1);
        let (first, end) = (i * width, (i + 1) * width);
        if end <= range.start || first >= range.end {
            return;
        }
        let (w, h) = frame.size();
        let (lo, hi) = self.levels[level][i];
        let [right, up, _] = camera.axes();
        let half = Vec3::from([0, 1, 2].map(|k| f64::from(hi[k] - lo[k]) * 0.5));
        let middle = Vec3::from([0, 1, 2].map(|k| f64::from(hi[k] + lo[k]) * 0.5));
        let at = camera.project(&middle, w, h);
        let (x, y) = (
            camera.scale * half.dot(&right.abs()),
            camera.scale * camera.aspect * half.dot(&up.abs()),
        );
        if at[0] + x < 0.0 || at[1] + y < 0.0 || at[0] - x > w as f64 || at[1] - y > h as f64 {
            return;
        }
        if x < 0.25 && y < 0.25 {
            if let Some(material) = self.materials.get(first.max(range.start)) {
                frame.dot(at[0], at[1], at[2] + bias, *material);
            }
            return;
        }
        if level > 0 {
            let children = i * FAN..((i + 1) * FAN).min(self.levels[level - 1].len());
            children.for_each(|c| self.node(frame, camera, (level - 1, c), range, bias));
            return;
        }
        for p in first.max(range.start).max(1)..end.min(range.end).min(self.points.len()) {
            if self.materials[p] != Material::NOTHING {
                let ends = [p - 1, p].map(|e| camera.project(&self.points[e], w, h));
                frame.line(ends[0], ends[1], self.materials[p], bias);
            }
        }
    }
}

/// A box in `f32`, for culling: a picture may be off by a rounding.
fn narrow(b: &Aabb) -> ([f32; 3], [f32; 3]) {
    (b.lo.map(|x| x as f32).into(), b.hi.map(|x| x as f32).into())
}
