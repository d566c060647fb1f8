//! Turns pixels into cells of two colours: the colours by a two-means fit, the glyph by which pixel
//! went to which.

use gouge_raster::Rgb;
use ratatui::symbols::pixel::{OCTANTS, QUADRANTS, SEXTANTS};

use super::Mode;
use super::palette::Background;

/// Most pixels a cell.
pub const MOST: usize = 8;

/// Thresholds of an ordered dither (Bayer), in sixteenths.
const DITHER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// A cell of a picture: bits of `mask` are pixels of colour `fg`, row by row, the rest of `bg`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    pub mask: u8,
    pub fg: Option<Rgb>,
    pub bg: Option<Rgb>,
}

impl Cell {
    /// Whether all of so many pixels are of its first colour.
    pub fn is_full(&self, count: usize) -> bool {
        self.mask == full(count)
    }
}

/// So many pixels, all of them.
fn full(count: usize) -> u8 {
    ((1u16 << count) - 1) as u8
}

/// The pixels of one cell.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    pub pixels: [Option<Rgb>; MOST],
    pub count: usize,
}

impl Block {
    fn list(&self) -> &[Option<Rgb>] {
        &self.pixels[..self.count]
    }

    /// Two colours and which pixel has which. Where some pixels are background, that is one. A
    /// block of one colour is a blank on it, one byte, if `inked` does not say that colours are not
    /// to be had.
    pub fn fit(&self, inked: bool) -> Cell {
        let drawn = self.list().iter().flatten().copied();
        let Some(mean) = mean(drawn.clone()) else { return Cell::default() };
        if self.list().contains(&None) {
            return self.with(Some(mean), None);
        }
        // The two most different pixels start; two rounds are enough for so few.
        let far = |from: Rgb| drawn.clone().max_by_key(|p| p.distance(from)).unwrap_or(mean);
        let a = far(mean);
        let b = far(a);
        if a == b {
            let mask = if inked { full(self.count) } else { 0 };
            let (fg, bg) = if inked { (Some(a), None) } else { (None, Some(a)) };
            return Cell { mask, fg, bg };
        }
        let mut cell = self.with(Some(a), Some(b));
        for _ in 0..2 {
            let of = |set: bool| {
                let list = self.list().iter().enumerate();
                self::mean(
                    list.filter(|(i, _)| (cell.mask >> i & 1 == 1) == set).filter_map(|(_, p)| *p),
                )
            };
            let (fg, bg) = (of(true).or(cell.fg), of(false).or(cell.bg));
            cell = self.with(fg, bg);
        }
        cell
    }

    /// Every pixel goes to the nearer of two colours. Background can only be behind: a glyph has no
    /// way to be of no colour.
    pub fn with(&self, fg: Option<Rgb>, bg: Option<Rgb>) -> Cell {
        let mut mask = 0;
        for (i, pixel) in self.list().iter().enumerate() {
            if fg.is_some() && difference(*pixel, fg) < difference(*pixel, bg) {
                mask |= 1 << i;
            }
        }
        // What is not seen is nothing: equal looks are equal cells.
        let (fg, bg) = (fg.filter(|_| mask != 0), bg.filter(|_| mask != full(self.count)));
        Cell { mask, fg, bg }
    }

    /// Dots of one colour on the background, dithered by brightness; the colour is that of the
    /// dots.
    pub fn single(&self, x: usize, y: usize, background: Background) -> Cell {
        let mut cell = Cell::default();
        for (i, pixel) in self.list().iter().enumerate() {
            if dotted(*pixel, x + i % 2, y + i / 2, background).is_some() {
                cell.mask |= 1 << i;
            }
        }
        let dots = self.list().iter().enumerate().filter(|(i, _)| cell.mask >> i & 1 == 1);
        cell.fg = mean(dots.filter_map(|(_, pixel)| *pixel));
        cell
    }

    pub fn error(&self, cell: &Cell) -> f32 {
        let of = |(i, pixel): (usize, &Option<Rgb>)| {
            let shown = if cell.mask >> i & 1 == 1 { cell.fg } else { cell.bg };
            difference(*pixel, shown)
        };
        self.list().iter().enumerate().map(of).sum()
    }
}

/// How wrong one colour is for another; background for a colour is as wrong as can be.
fn difference(a: Option<Rgb>, b: Option<Rgb>) -> f32 {
    match (a, b) {
        (None, None) => 0.0,
        (Some(a), Some(b)) => a.distance(b) as f32,
        _ => 1e6,
    }
}

fn mean(list: impl Iterator<Item = Rgb>) -> Option<Rgb> {
    let (mut sum, mut count) = ([0u32; 3], 0);
    for Rgb(c) in list {
        (0..3).for_each(|k| sum[k] += u32::from(c[k]));
        count += 1;
    }
    (count > 0).then(|| Rgb(sum.map(|s| ((s + count / 2) / count) as u8)))
}

/// A dot where the pixel is bright enough for its place, dark enough on a light background.
pub fn dotted(pixel: Option<Rgb>, x: usize, y: usize, background: Background) -> Option<Rgb> {
    // A strong colour counts as much as none: lines of the path would lose half of their dots.
    let channels = pixel?.0.map(|c| f32::from(background.pick(c, 255 - c)) / 255.0);
    let ink = channels.into_iter().fold(0.0, f32::max);
    let threshold = (f32::from(DITHER[y % 4][x % 4]) + 0.5) / 16.0;
    (ink > threshold).then_some(Rgb([255; 3]))
}

pub fn glyph(mode: Mode, mask: u8) -> char {
    let mask = usize::from(mask);
    match mode {
        Mode::Quadrant => QUADRANTS[mask % 16],
        Mode::Sextant => SEXTANTS[mask % 64],
        Mode::Octant => OCTANTS[mask],
        Mode::Braille => braille(mask as u8),
        _ => [' ', '▀', '▄', '█'][mask % 4],
    }
}

/// Braille counts its dots by columns, the lowest row last.
fn braille(mask: u8) -> char {
    const DOTS: [u8; 8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];
    let dots = (0..8).filter(|i| mask >> i & 1 == 1).fold(0, |d, i| d | DOTS[i]);
    if dots == 0 { ' ' } else { char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ') }
}
