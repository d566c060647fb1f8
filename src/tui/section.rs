//! A cut through the work as pixels: material, what the tool sweeps, where the two overlap, and the
//! tool itself.

use gouge_raster::{Picture, Rgb};
use rayon::prelude::*;

use super::document::Document;
use super::graphics::ColorDepth;
use super::scene::{Pose, Scene};
use super::theme::Theme;
use super::tool_outline::{ComponentOutline, radius_at};
use crate::geom::Vec3;
use crate::tool::Role;

/// An upright plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// A point whose tool axis it is turned about, work coordinates, mm.
    pub through: Vec3,
    /// From +X toward +Y, radians.
    pub angle: f64,
    /// Step along the normal, mm.
    pub offset: f64,
}

impl Plane {
    /// To the right in the drawing.
    pub fn along(&self) -> Vec3 {
        Vec3::new(self.angle.cos(), self.angle.sin(), 0.0)
    }

    /// Away from the viewer.
    pub fn normal(&self) -> Vec3 {
        Vec3::new(-self.angle.sin(), self.angle.cos(), 0.0)
    }

    /// A point in the drawing: mm to the right of and above [`Plane::through`]; third, behind it.
    pub fn flat(&self, p: Vec3) -> [f64; 3] {
        let d = p - self.through;
        [d.dot(&self.along()), d.z, d.dot(&self.normal()) - self.offset]
    }
}

/// A line where the plane meets a facet, mm in the drawing, left end first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    from: [f64; 2],
    to: [f64; 2],
    /// Material lies below it.
    roof: bool,
    /// Of a fixture.
    fixture: bool,
}

/// A section, ready to be drawn at any scale.
#[derive(Clone, Debug)]
pub struct Drawing {
    cuts: Vec<Cut>,
    tool: Option<Passing>,
}

/// A tool and the places of its control point, mm in the drawing, third behind the plane.
#[derive(Clone, Debug)]
struct Passing {
    outlines: Vec<ComponentOutline>,
    way: Vec<[f64; 3]>,
    at: [f64; 3],
}

/// Pixels over a stretch of the plane.
#[derive(Clone, Copy, Debug)]
pub struct Canvas {
    width: usize,
    height: usize,
    /// mm in the middle.
    pan: [f64; 2],
    /// Pixels a millimetre, to the right.
    pub scale: f64,
    /// How many times as many there are upwards.
    aspect: f64,
}

impl Canvas {
    /// With `span` mm across the shorter side and `pan` mm in the middle.
    pub fn new((width, height): (usize, usize), span: f64, pan: [f64; 2], aspect: f64) -> Self {
        Self { width, height, pan, scale: scale(width, height, span, aspect), aspect }
    }

    /// Where a point of the drawing is, pixels from the upper left corner.
    pub fn at(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        [
            0.5 * self.width as f64 + (u - self.pan[0]) * self.scale,
            0.5 * self.height as f64 - (v - self.pan[1]) * self.scale * self.aspect,
        ]
    }

    /// Marks the pixels of a component whose control point is at `place`: mm in the drawing, third
    /// behind the plane.
    fn fill_tool(
        &self,
        pixels: &mut [Pixel],
        outline: &ComponentOutline,
        [u, v, behind]: [f64; 3],
        mut mark: impl FnMut(&mut Pixel),
    ) {
        let (w, h) = (self.width as f64, self.height as f64);
        let [x, y] = self.at([u, v]);
        let up = self.scale * self.aspect;
        let heights = || outline.points.iter().map(|p| p[1]);
        let (low, high) =
            (heights().fold(f64::INFINITY, f64::min), heights().fold(f64::NEG_INFINITY, f64::max));
        let first = (y - high * up - 0.5).ceil().clamp(0.0, h) as usize;
        let last = (y - low * up - 0.5).ceil().clamp(0.0, h) as usize;
        for row in first..last {
            let z = (y - (row as f64 + 0.5)) / up;
            let Some(radius) = radius_at(&outline.points, z).filter(|r| *r > behind.abs()) else {
                continue;
            };
            let half = (radius * radius - behind * behind).sqrt() * self.scale;
            let from = (x - half - 0.5).ceil().clamp(0.0, w) as usize;
            let to = (x + half - 0.5).ceil().clamp(0.0, w) as usize;
            let row = row * self.width;
            pixels[row + from.min(to)..row + to].iter_mut().for_each(&mut mark);
        }
    }
}

/// What a pixel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pixel {
    material: bool,
    fixture: bool,
    swept: bool,
    tool: Option<Role>,
}

/// A tool and the way it takes.
#[derive(Clone, Debug)]
pub struct Sweep<'a> {
    /// Where it stands.
    pub pose: Pose,
    /// Where it passes, in order, as close as pixels.
    pub way: &'a [Pose],
}

impl Drawing {
    /// Cuts a document along a plane.
    pub fn new(document: &Document, scene: &Scene, plane: Plane, sweep: Option<Sweep>) -> Self {
        let bodies = document.bodies.iter();
        let cuts = bodies.flat_map(|body| {
            let fixture = body.role == crate::report::data::BodyRole::Fixture;
            let flat: Vec<[f64; 3]> =
                body.mesh.vertices.par_iter().map(|v| plane.flat(*v)).collect();
            let cut = |f: &[u32; 3]| cut(f.map(|v| flat[v as usize]), fixture);
            body.mesh.triangles.par_iter().filter_map(cut).collect::<Vec<_>>()
        });
        let tool = sweep.and_then(|s| {
            let outlines = scene.tool(s.pose.tool)?.outlines.clone();
            let way = s.way.iter().map(|p| plane.flat(p.at)).collect();
            Some(Passing { outlines, way, at: plane.flat(s.pose.at) })
        });
        Self { cuts: cuts.collect(), tool }
    }

    /// Draws it.
    pub fn picture(&self, canvas: &Canvas, theme: &Theme) -> Picture {
        let mut pixels = vec![Pixel::default(); canvas.width * canvas.height];
        self.fill_material(&mut pixels, canvas);
        if let Some(Passing { outlines, way, at }) = &self.tool {
            for place in way {
                for outline in outlines {
                    canvas.fill_tool(&mut pixels, outline, *place, |p| p.swept = true);
                }
            }
            for outline in outlines {
                canvas.fill_tool(&mut pixels, outline, *at, |p| p.tool = Some(outline.role));
            }
        }
        colour(&pixels, (canvas.width, canvas.height), theme)
    }

    /// Column by column from above: below a roof is material, below a floor is none. This is the
    /// inside of a closed mesh and what lies under an open one.
    fn fill_material(&self, pixels: &mut [Pixel], canvas: &Canvas) {
        let (w, h) = (canvas.width, canvas.height);
        let mut columns: Vec<Vec<(f64, bool, bool)>> = vec![Vec::new(); w];
        for cut in &self.cuts {
            let ([x0, y0], [x1, y1]) = (canvas.at(cut.from), canvas.at(cut.to));
            let first = (x0 - 0.5).ceil().max(0.0);
            let last = (x1 - 0.5).ceil().min(w as f64);
            if first >= last {
                continue;
            }
            let crossed = columns.iter_mut().enumerate().take(last as usize).skip(first as usize);
            for (x, column) in crossed {
                let s = (x as f64 + 0.5 - x0) / (x1 - x0);
                column.push((y0 + s * (y1 - y0), cut.roof, cut.fixture));
            }
        }
        for (x, column) in columns.iter_mut().enumerate() {
            for fixture in [false, true] {
                let mut crossings: Vec<(f64, bool)> =
                    column.iter().filter(|c| c.2 == fixture).map(|c| (c.0, c.1)).collect();
                crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
                for (i, (y, roof)) in crossings.iter().enumerate() {
                    if !roof {
                        continue;
                    }
                    let end = crossings.get(i + 1).map_or(h as f64, |next| next.0);
                    let first = (y - 0.5).ceil().clamp(0.0, h as f64) as usize;
                    let last = (end - 0.5).ceil().clamp(0.0, h as f64) as usize;
                    for row in first..last {
                        let pixel = &mut pixels[row * w + x];
                        pixel.material |= !fixture;
                        pixel.fixture |= fixture;
                    }
                }
            }
        }
    }
}

/// Pixels a millimetre.
pub fn scale(w: usize, h: usize, span: f64, aspect: f64) -> f64 {
    (w as f64).min(h as f64 / aspect) / span
}

/// Where the plane (third coordinate zero) meets a facet.
fn cut(corners: [[f64; 3]; 3], fixture: bool) -> Option<Cut> {
    let above = corners.map(|c| c[2] >= 0.0);
    if above[0] == above[1] && above[1] == above[2] {
        return None;
    }
    let mut ends = [[0.0; 2]; 2];
    let mut count = 0;
    for i in 0..3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        if (a[2] >= 0.0) != (b[2] >= 0.0) && count < 2 {
            let s = a[2] / (a[2] - b[2]);
            ends[count] = [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])];
            count += 1;
        }
    }
    let [a, b] = ends;
    // The facet's normal, upward part: cross product of two sides. Right, up and away from the
    // viewer are a left-handed frame, so its sign is turned.
    let [p, q, r] = corners;
    let (u, v) = ([q[0] - p[0], q[2] - p[2]], [r[0] - p[0], r[2] - p[2]]);
    let roof = u[1] * v[0] - u[0] * v[1] < 0.0;
    let [from, to] = if a[0] <= b[0] { [a, b] } else { [b, a] };
    Some(Cut { from, to, roof, fixture })
}

/// Areas in colours, borders in stronger ones, gouges hatched so that they differ without colour.
fn colour(pixels: &[Pixel], (w, h): (usize, usize), theme: &Theme) -> Picture {
    let background = theme.background;
    // Without colours a tone is so many dots of sixteen: far apart, so that what stands beside each
    // other is told apart.
    let pick = |tone: u8, dark: [u8; 3], bright: [u8; 3]| match theme.depth {
        ColorDepth::Mono => Rgb([background.pick(16 * tone, 255 - 16 * tone); 3]),
        _ => Rgb(background.pick(dark, bright)),
    };
    let part = pick(4, [70, 84, 104], [186, 200, 218]);
    let fixture = pick(2, [84, 78, 52], [214, 206, 168]);
    let swept = pick(1, [44, 46, 50], [226, 228, 232]);
    let ink = pick(15, [214, 222, 232], [40, 48, 60]);
    let edge_ink = pick(15, [255, 214, 110], [130, 90, 0]);
    let gouge = pick(15, [214, 48, 48], [226, 60, 56]);
    let stripe = pick(0, [120, 20, 24], [255, 170, 160]);
    let tool = |role: Role| match role {
        Role::Cutter => pick(12, [150, 118, 44], [248, 214, 130]),
        Role::Shank => pick(9, [112, 112, 118], [206, 206, 212]),
        Role::Holder => pick(7, [70, 82, 110], [164, 176, 204]),
    };
    let at = |x: usize, y: usize| pixels[y * w + x];
    let mut picture = Picture::new(w, h);
    for y in 0..h {
        for x in 0..w {
            let p = at(x, y);
            let solid = p.material || p.fixture;
            // Neighbours to the left and above: each border is drawn once, one pixel wide.
            let next = [(x > 0).then(|| at(x - 1, y)), (y > 0).then(|| at(x, y - 1))];
            let differs =
                |of: &dyn Fn(Pixel) -> bool| next.iter().flatten().any(|n| of(*n) != of(p));
            let surface = differs(&|q| q.material || q.fixture);
            let edge = differs(&|q| q.tool.is_some());
            let joint = next
                .iter()
                .flatten()
                .any(|n| n.tool != p.tool && n.tool.is_some() && p.tool.is_some());
            let bad = solid && p.swept;
            picture.pixels[y * w + x] = if surface {
                Some(ink)
            } else if bad {
                Some(if (x + y).is_multiple_of(4) { stripe } else { gouge })
            } else if edge || joint {
                Some(edge_ink)
            } else if solid {
                Some(if p.material { part } else { fixture })
            } else if let Some(role) = p.tool {
                Some(tool(role))
            } else if p.swept {
                Some(swept)
            } else {
                None
            };
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::graphics::{Background, dotted};

    /// Part and shank had the same dots, and a gouge hardly more.
    #[test]
    fn without_colours_part_tool_and_gouge_differ() {
        const SIDE: usize = 16;
        let dots = |pixel: Pixel, background: Background| {
            let theme = Theme { background, depth: ColorDepth::Mono };
            let picture = colour(&[pixel; SIDE * SIDE], (SIDE, SIDE), &theme);
            let all = picture.pixels.iter().enumerate();
            all.filter(|(i, p)| dotted(**p, i % SIDE, i / SIDE, background).is_some()).count()
        };
        let none = Pixel::default();
        let areas = [
            none,
            Pixel { fixture: true, ..none },
            Pixel { material: true, ..none },
            Pixel { tool: Some(Role::Holder), ..none },
            Pixel { tool: Some(Role::Shank), ..none },
            Pixel { tool: Some(Role::Cutter), ..none },
        ];
        for background in [Background::Dark, Background::Light] {
            let tones = areas.map(|area| dots(area, background));
            let apart = |pair: &[usize]| pair[1] >= pair[0] + SIDE * SIDE / 9;
            assert!(tones.windows(2).all(apart), "{tones:?}");
            let gouge = dots(Pixel { material: true, swept: true, ..none }, background);
            assert!(gouge > tones[5] || gouge > 2 * tones[2], "{gouge} {tones:?}");
        }
    }

    #[test]
    fn a_facet_that_looks_up_is_a_roof() {
        let plane = Plane { through: Vec3::zeros(), angle: 0.3, offset: 0.0 };
        let up = [Vec3::new(-5.0, -5.0, 1.0), Vec3::new(5.0, -5.0, 1.0), Vec3::new(0.0, 5.0, 1.0)];
        let found = cut(up.map(|p| plane.flat(p)), false).unwrap();
        assert!(found.roof);
        assert!(found.from[0] <= found.to[0]);
        let [a, b, c] = up;
        assert!(!cut([a, c, b].map(|p| plane.flat(p)), false).unwrap().roof);
    }
}
