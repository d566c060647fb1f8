//! A frame: for every pixel the depth, the material and the normal of what it shows. Colours come
//! later.

use gouge_mesh::geom::Vec3;

use crate::camera::Camera;

/// What a pixel belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(pub u8);

impl Material {
    /// Background.
    pub const NOTHING: Self = Self(0);
    /// The goal shape.
    pub const PART: Self = Self(1);
    /// What holds it.
    pub const FIXTURE: Self = Self(2);
    /// The cutting part of a tool.
    pub const CUTTER: Self = Self(3);
    /// The smooth part above it.
    pub const SHANK: Self = Self(4);
    /// What holds the shank.
    pub const HOLDER: Self = Self(5);
    /// Material where a clip plane cuts it.
    pub const CUT: Self = Self(6);
    /// A path at rapid.
    pub const RAPID: Self = Self(7);
    /// A path at feed.
    pub const FEED: Self = Self(8);
    /// A gouging path, or the outline of a region.
    pub const GOUGE: Self = Self(9);
    /// A box or another aid.
    pub const AID: Self = Self(10);
    /// Axis X of the program zero.
    pub const AXIS_X: Self = Self(11);
    /// Axis Y.
    pub const AXIS_Y: Self = Self(12);
    /// Axis Z.
    pub const AXIS_Z: Self = Self(13);
    /// The inside of a surface that is not closed.
    pub const BACK: Self = Self(14);
    /// Surface in the n-th of [`Material::ZONES`] zones of depth; see [`Material::zone`].
    const ZONE: u8 = 16;
    /// Number of zones.
    pub const ZONES: u8 = 8;
    /// Number of materials.
    pub const COUNT: usize = 24;

    /// Surface in zone `index`; the last zone for anything beyond.
    pub fn zone(index: usize) -> Self {
        Self(Self::ZONE + index.min(usize::from(Self::ZONES) - 1) as u8)
    }

    /// Which zone it is, if it is one.
    pub fn zone_index(self) -> Option<usize> {
        self.0.checked_sub(Self::ZONE).filter(|i| *i < Self::ZONES).map(usize::from)
    }

    /// Lines have no side toward the light.
    pub fn is_line(self) -> bool {
        (Self::RAPID..=Self::AXIS_Z).contains(&self)
    }
}

/// Depths, materials and normals of a picture.
#[derive(Clone, Debug)]
pub struct Frame {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// mm toward the viewer from the camera's target.
    pub(crate) depth: Vec<f32>,
    pub(crate) material: Vec<Material>,
    /// Unit normal in the camera's axes, as bytes: 127 is one.
    pub(crate) normal: Vec<[i8; 3]>,
}

impl Frame {
    /// An empty one.
    pub fn new(width: usize, height: usize) -> Self {
        let count = width * height;
        Self {
            width,
            height,
            depth: vec![f32::NEG_INFINITY; count],
            material: vec![Material::NOTHING; count],
            normal: vec![[0, 0, 127]; count],
        }
    }

    /// Empties it, at another size if need be.
    pub fn clear(&mut self, width: usize, height: usize) {
        let count = width * height;
        (self.width, self.height) = (width, height);
        self.depth.clear();
        self.depth.resize(count, f32::NEG_INFINITY);
        self.material.clear();
        self.material.resize(count, Material::NOTHING);
        self.normal.clear();
        self.normal.resize(count, [0, 0, 127]);
    }

    /// Pixels across and down.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// What the pixel shows, and its depth, mm toward the viewer from the target.
    pub fn at(&self, x: usize, y: usize) -> (Material, f32) {
        let i = y * self.width + x;
        (self.material[i], self.depth[i])
    }

    /// Gives pixels of `from` another material by the point they show.
    pub fn repaint(
        &mut self,
        camera: &Camera,
        from: Material,
        mut by: impl FnMut(Vec3) -> Option<Material>,
    ) {
        let (w, h) = (self.width, self.height);
        let corner = camera.unproject([0.5, 0.5, 0.0], w, h);
        let across = camera.unproject([1.5, 0.5, 0.0], w, h) - corner;
        let down = camera.unproject([0.5, 1.5, 0.0], w, h) - corner;
        let toward = camera.axes()[2];
        for y in 0..h {
            for x in 0..w {
                let i = y * w + x;
                if self.material[i] == from {
                    let depth = f64::from(self.depth[i]);
                    let p = corner + across * x as f64 + down * y as f64 + toward * depth;
                    if let Some(material) = by(p) {
                        self.material[i] = material;
                    }
                }
            }
        }
    }

    /// A line between projected points (see [`Camera::project`]) where nothing is nearer by more
    /// than `bias` mm.
    pub fn line(&mut self, a: [f64; 3], b: [f64; 3], material: Material, bias: f64) {
        let Some((a, b)) = self.within(a, b) else { return };
        let steps = (b[0] - a[0]).abs().max((b[1] - a[1]).abs()).ceil().max(1.0);
        for i in 0..=steps as usize {
            let s = i as f64 / steps;
            let at = |k: usize| a[k] + s * (b[k] - a[k]);
            self.dot(at(0), at(1), at(2) + bias, material);
        }
    }

    /// A point, likewise.
    pub fn dot(&mut self, x: f64, y: f64, depth: f64, material: Material) {
        if x < 0.0 || y < 0.0 || x >= self.width as f64 || y >= self.height as f64 {
            return;
        }
        let i = y as usize * self.width + x as usize;
        if depth as f32 >= self.depth[i] {
            self.depth[i] = depth as f32;
            self.material[i] = material;
        }
    }

    /// The stretch of a line within the picture (Liang and Barsky 1984).
    fn within(&self, a: [f64; 3], b: [f64; 3]) -> Option<([f64; 3], [f64; 3])> {
        let (mut from, mut to) = (0f64, 1f64);
        for (k, most) in [(0, self.width as f64), (1, self.height as f64)] {
            let d = b[k] - a[k];
            for (p, q) in [(-d, a[k]), (d, most - a[k])] {
                if p == 0.0 && q < 0.0 {
                    return None;
                } else if p < 0.0 {
                    from = from.max(q / p);
                } else if p > 0.0 {
                    to = to.min(q / p);
                }
            }
        }
        let at = |s: f64| [0, 1, 2].map(|k| a[k] + s * (b[k] - a[k]));
        (from <= to).then(|| (at(from), at(to)))
    }
}
