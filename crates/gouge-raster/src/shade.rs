//! Shades a frame, from depth, material and normal to colour: two lamps, darkened hollows, dark
//! outlines where depth or direction jumps. All of it happens in the picture, so the mesh does not
//! matter.

use crate::camera::Camera;
use crate::frame::{Frame, Material};
use crate::picture::{Picture, Rgb};

/// A colour for every material.
#[derive(Clone, Debug, PartialEq)]
pub struct Colours {
    /// By material number.
    pub of: [Rgb; Material::COUNT],
    /// Shades of one material; fewer make smaller frames.
    pub shades: u8,
    /// Brightness of what no lamp reaches, 0 to 1: on a light background shadows stand out less.
    pub shadow: f32,
}

/// Brightness of what no lamp reaches, on a dark background.
pub const SHADOW: f32 = 0.20;

/// How light falls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Outlines and creases are drawn.
    pub outlines: bool,
    /// Hollows are darker.
    pub hollows: bool,
}

impl Default for Light {
    fn default() -> Self {
        Self { outlines: true, hollows: true }
    }
}

/// Lamp from above left, in the camera's axes: right, up, toward the viewer; unit.
const KEY: [f32; 3] = [-0.43, 0.58, 0.69];
/// Weaker lamp from the right.
const FILL: [f32; 3] = [0.74, -0.12, 0.66];

/// How much darker an outline is than its surface.
const OUTLINE: f32 = 0.52;
/// A crease, likewise.
const CREASE: f32 = 0.22;
/// Cosine of the angle between faces from which their edge is drawn: 30°.
const CREASE_COSINE: f32 = 0.866;
/// How much darker the deepest hollow is.
const HOLLOW: f32 = 0.35;
/// Pixels to the neighbours that may shadow a hollow.
const HOLLOW_REACH: [isize; 2] = [2, 5];

/// Colours a frame.
pub fn shade(frame: &Frame, camera: &Camera, colours: &Colours, light: &Light) -> Picture {
    let (w, h) = frame.size();
    let mut picture = Picture::new(w, h);
    let pixel = (1.0 / camera.scale) as f32;
    let steps = f32::from(colours.shades.max(2) - 1);
    let lamps = (1.0 - colours.shadow) / (1.0 - SHADOW);
    for y in 0..h {
        for x in 0..w {
            let i = y * w + x;
            let material = frame.material[i];
            if material == Material::NOTHING {
                continue;
            }
            let base = colours.of[usize::from(material.0)];
            if material.is_line() {
                picture.pixels[i] = Some(base);
                continue;
            }
            let n = frame.normal[i].map(|v| f32::from(v) / 127.0);
            let lamp = |l: [f32; 3]| (n[0] * l[0] + n[1] * l[1] + n[2] * l[2]).max(0.0);
            let mut bright = colours.shadow + lamps * (0.66 * lamp(KEY) + 0.22 * lamp(FILL));
            if light.hollows {
                bright *= 1.0 - HOLLOW * hollow(frame, x, y, pixel);
            }
            if light.outlines {
                bright *= 1.0 - edge(frame, x, y, pixel);
            }
            let bright = (bright.clamp(0.0, 1.15) * steps).round() / steps;
            picture.pixels[i] = Some(lit(base, bright));
        }
    }
    picture
}

/// Below 1 toward black, above toward white.
fn lit(base: Rgb, bright: f32) -> Rgb {
    if bright <= 1.0 {
        Rgb([0, 0, 0]).mixed(base, bright)
    } else {
        base.mixed(Rgb([255; 3]), bright - 1.0)
    }
}

/// How much the surroundings stand above this pixel, 0 to 1.
fn hollow(frame: &Frame, x: usize, y: usize, pixel: f32) -> f32 {
    let here = frame.depth[y * frame.width + x];
    let mut sum = 0.0;
    for reach in HOLLOW_REACH {
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let there = |s: isize| neighbour(frame, x, y, s * dx * reach, s * dy * reach);
            let (Some(a), Some(b)) = (there(1), there(-1)) else { continue };
            // Height of the surroundings above the pixel on both sides: slopes cancel out.
            let rise = 0.5 * (a + b) - here;
            sum += (rise / (pixel * reach as f32)).clamp(0.0, 1.0);
        }
    }
    (sum / 8.0).min(1.0)
}

/// How much darker an outline makes this pixel.
fn edge(frame: &Frame, x: usize, y: usize, pixel: f32) -> f32 {
    let i = y * frame.width + x;
    let (here, material) = (frame.depth[i], frame.material[i]);
    let n = frame.normal[i].map(|v| f32::from(v) / 127.0);
    let mut dark = 0f32;
    for (dx, dy) in [(1isize, 0isize), (-1, 0), (0, 1), (0, -1)] {
        let (Some(near), Some(j)) = (neighbour(frame, x, y, dx, dy), index(frame, x, y, dx, dy))
        else {
            continue;
        };
        if frame.material[j].is_line() {
            continue;
        }
        // What the neighbour would be if the surface went on as it is here.
        let slope = -(n[0] * dx as f32 - n[1] * dy as f32) / n[2].max(0.15);
        let jump = near - (here + slope * pixel);
        // The farther side of a step carries the line, so that shapes keep their size.
        if jump > 3.0 * pixel || frame.material[j] != material && jump > 0.0 {
            dark = dark.max(OUTLINE);
        }
        let m = frame.normal[j].map(|v| f32::from(v) / 127.0);
        if n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < CREASE_COSINE && (dx + dy) > 0 {
            dark = dark.max(CREASE);
        }
    }
    dark
}

fn index(frame: &Frame, x: usize, y: usize, dx: isize, dy: isize) -> Option<usize> {
    let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
    (x < frame.width && y < frame.height).then_some(y * frame.width + x)
}

fn neighbour(frame: &Frame, x: usize, y: usize, dx: isize, dy: isize) -> Option<f32> {
    index(frame, x, y, dx, dy).map(|i| frame.depth[i]).filter(|d| d.is_finite())
}
