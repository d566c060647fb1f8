//! Pixels into cells of two colours: the colours by a two-means fit, the glyph by which pixel
//! went to which.
//!
//! Over a slow line colours are most of a frame. A cell may therefore keep what it showed in
//! the frame before, or a colour of the cell to its left, where the difference is worth less than
//! the bytes saved; how much that is goes up and down with the size of the frames.

use gouge_raster::{Picture, Rgb};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::symbols::pixel::{OCTANTS, QUADRANTS, SEXTANTS};

use super::Mode;
use super::palette::ColorDepth;

/// Most pixels a cell.
const MOST: usize = 8;

/// Thresholds of an ordered dither (Bayer), in sixteenths.
const DITHER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// Squared colour distance that is worth a byte, at the coarsest.
const COARSEST: f32 = 10_000.0;

/// Bytes around the colours of a cell.
const ESCAPE_BYTES: usize = 3;

/// Share of its bytes that a picture may take; the rest is for what is around it.
const OWN_SHARE: f64 = 0.9;

/// A cell of a picture: bits of `mask` are pixels of colour `fg`, row by row, the rest of `bg`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cell {
    mask: u8,
    fg: Option<Rgb>,
    bg: Option<Rgb>,
}

/// Paints pictures into cells, one after the other at the same place.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    /// What the frame before showed.
    before: Vec<Cell>,
    area: Rect,
    mode: Mode,
    /// Squared colour distance that is worth a byte.
    price: f32,
    /// Bytes that the last frame took, about.
    bytes: usize,
}

impl Painter {
    /// Whether the last frame was made coarser to keep to its bytes.
    pub fn is_coarse(&self) -> bool {
        self.price > 1.0
    }

    /// Writes `picture` into the cells of `area`, in at most `budget` bytes if that is possible
    /// at all; `light` says that the background is.
    pub fn paint(
        &mut self,
        picture: &Picture,
        area: Rect,
        buf: &mut Buffer,
        (mode, depth, light): (Mode, ColorDepth, bool),
        budget: usize,
    ) {
        if (self.area, self.mode) != (area, mode) {
            (self.area, self.mode) = (area, mode);
            self.before.clear();
        }
        let exact = self.exact(picture, depth, light);
        // Prices fall slowly, so that a turning part does not flicker between coarse and fine.
        self.price = (self.price * 0.7).max(1.0);
        let mut cells = self.thrifty(&exact, depth);
        let own = (OWN_SHARE * budget as f64) as usize;
        while self.bytes > own && self.price < COARSEST {
            self.price *= 1.8;
            cells = self.thrifty(&exact, depth);
        }
        for (cell, position) in cells.iter().zip(area.positions()) {
            let Some(target) = buf.cell_mut(position) else { continue };
            target.reset();
            let color = |rgb: Option<Rgb>| rgb.map_or(Color::Reset, |c| depth.color(c));
            target.set_char(glyph(mode, cell.mask)).set_fg(color(cell.fg)).set_bg(color(cell.bg));
        }
        self.before = cells;
    }

    /// Every cell as well as it can be.
    fn exact(&self, picture: &Picture, depth: ColorDepth, light: bool) -> Vec<(Cell, Block)> {
        let (across, down) = self.mode.pixels(super::USUAL_CELL);
        let (columns, rows) = (usize::from(self.area.width), usize::from(self.area.height));
        let mut cells = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let mut block = Block { pixels: [None; MOST], count: across * down };
                for i in 0..block.count {
                    let (x, y) = (column * across + i % across, row * down + i / across);
                    let pixel = picture.at(x, y);
                    block.pixels[i] = if depth == ColorDepth::Mono {
                        dotted(pixel, x, y, light)
                    } else {
                        pixel.map(|p| depth.shown(p))
                    };
                }
                let one = self.mode == Mode::Braille;
                cells.push((
                    if one { block.single(column * 2, row * 4, light) } else { block.fit() },
                    block,
                ));
            }
        }
        cells
    }

    /// The same with bytes weighed against colours.
    fn thrifty(&mut self, exact: &[(Cell, Block)], depth: ColorDepth) -> Vec<Cell> {
        let width = usize::from(self.area.width).max(1);
        let mut cells: Vec<Cell> = Vec::with_capacity(exact.len());
        let (mut pen, mut adjacent) = ((None, None), false);
        self.bytes = 0;
        for (i, (cell, block)) in exact.iter().enumerate() {
            if i.is_multiple_of(width) {
                adjacent = false;
            }
            let before = self.before.get(i).copied();
            let mut best = (self.cost(cell, block, pen, adjacent, before, depth), *cell);
            let mut offer = |other: Cell| {
                let cost = self.cost(&other, block, pen, adjacent, before, depth);
                if cost.0 < best.0.0 {
                    best = (cost, other);
                }
            };
            if self.mode == Mode::Braille {
                offer(Cell { fg: pen.0.or(cell.fg), ..*cell });
            } else if depth != ColorDepth::Mono {
                let (fg, bg) = (cell.fg, cell.bg);
                let choices = [(pen.0, bg), (fg, pen.1), pen, (bg, fg), (bg, pen.1), (pen.0, fg)];
                for (fg, bg) in choices {
                    offer(block.with(fg, bg));
                }
                if let Some(last) = before {
                    offer(block.with(last.fg, last.bg));
                }
            }
            if let Some(last) = before {
                offer(last);
            }
            let ((_, bytes), chosen) = best;
            self.bytes += bytes;
            adjacent = bytes > 0;
            if adjacent {
                pen = (chosen.fg.or(pen.0), chosen.bg);
            }
            cells.push(chosen);
        }
        cells
    }

    /// What a cell costs: its error and the price of its bytes; and the bytes.
    fn cost(
        &self,
        cell: &Cell,
        block: &Block,
        pen: (Option<Rgb>, Option<Rgb>),
        adjacent: bool,
        before: Option<Cell>,
        depth: ColorDepth,
    ) -> (f32, usize) {
        let error = block.error(cell);
        if before == Some(*cell) {
            return (error, 0);
        }
        let color = match depth {
            ColorDepth::True => 16,
            ColorDepth::Indexed => 9,
            ColorDepth::Sixteen => 5,
            ColorDepth::Mono => 0,
        };
        let all = (1u16 << block.count) - 1;
        let ink = cell.mask != 0 && cell.fg != pen.0;
        let ground = u16::from(cell.mask) != all && cell.bg != pen.1;
        let glyph = if matches!(self.mode, Mode::Sextant | Mode::Octant) { 4 } else { 3 };
        let colors = usize::from(ink) + usize::from(ground);
        let bytes = glyph
            + color * colors
            + ESCAPE_BYTES * usize::from(colors > 0)
            + 7 * usize::from(!adjacent);
        (error + self.price * bytes as f32, bytes)
    }
}

/// The pixels of one cell.
#[derive(Clone, Copy, Debug)]
struct Block {
    pixels: [Option<Rgb>; MOST],
    count: usize,
}

impl Block {
    fn list(&self) -> &[Option<Rgb>] {
        &self.pixels[..self.count]
    }

    /// Two colours and which pixel has which. Where some pixels are background, that is one.
    fn fit(&self) -> Cell {
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
            return Cell { mask: ((1u16 << self.count) - 1) as u8, fg: Some(a), bg: None };
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
    fn with(&self, fg: Option<Rgb>, bg: Option<Rgb>) -> Cell {
        let mut mask = 0;
        for (i, pixel) in self.list().iter().enumerate() {
            if fg.is_some() && difference(*pixel, fg) < difference(*pixel, bg) {
                mask |= 1 << i;
            }
        }
        Cell { mask, fg, bg }
    }

    /// Dots of one colour on the background, dithered by brightness.
    fn single(&self, x: usize, y: usize, light: bool) -> Cell {
        let mut cell = Cell::default();
        for (i, pixel) in self.list().iter().enumerate() {
            if dotted(*pixel, x + i % 2, y + i / 2, light).is_some() {
                cell.mask |= 1 << i;
            }
        }
        cell.fg = mean(self.list().iter().flatten().copied());
        cell
    }

    fn error(&self, cell: &Cell) -> f32 {
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
fn dotted(pixel: Option<Rgb>, x: usize, y: usize, light: bool) -> Option<Rgb> {
    let bright = pixel?.brightness();
    let ink = if light { 1.0 - bright } else { bright };
    let threshold = (f32::from(DITHER[y % 4][x % 4]) + 0.5) / 16.0;
    (ink > threshold).then_some(Rgb([255; 3]))
}

fn glyph(mode: Mode, mask: u8) -> char {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(
        width: usize,
        height: usize,
        color: impl Fn(usize, usize) -> Option<Rgb>,
    ) -> Picture {
        let pixels = (0..width * height).map(|i| color(i % width, i / width)).collect();
        Picture { width, height, pixels }
    }

    fn painted(mode: Mode, depth: ColorDepth, picture: &Picture) -> Buffer {
        let (across, down) = mode.pixels(super::super::USUAL_CELL);
        let area = Rect::new(0, 0, (picture.width / across) as u16, (picture.height / down) as u16);
        let mut buf = Buffer::empty(area);
        Painter::default().paint(picture, area, &mut buf, (mode, depth, false), usize::MAX);
        buf
    }

    #[test]
    fn half_blocks_show_both_pixels() {
        let (red, blue) = (Rgb([255, 0, 0]), Rgb([0, 0, 255]));
        let buf = painted(
            Mode::HalfBlock,
            ColorDepth::True,
            &picture(3, 2, |x, y| [[Some(red), Some(blue)], [Some(red), None], [None, None]][x][y]),
        );
        let shown = |x: u16| {
            let cell = &buf[(x, 0)];
            match cell.symbol() {
                "▀" => (cell.fg, cell.bg),
                "▄" => (cell.bg, cell.fg),
                _ => (Color::Reset, Color::Reset),
            }
        };
        assert_eq!(shown(0), (Color::Rgb(255, 0, 0), Color::Rgb(0, 0, 255)));
        assert_eq!(shown(1), (Color::Rgb(255, 0, 0), Color::Reset));
        assert_eq!(buf[(2, 0)].symbol(), " ");
    }

    #[test]
    fn every_glyph_table_follows_the_mask() {
        let white = Some(Rgb([255; 3]));
        for (mode, lower_left) in [
            (Mode::Quadrant, "▖"),
            (Mode::Sextant, "🬏"),
            (Mode::Octant, "\u{1cea3}"),
            (Mode::Braille, "⡀"),
        ] {
            let (across, down) = mode.pixels(super::super::USUAL_CELL);
            let dot =
                picture(across, down, |x, y| (x == 0 && y == down - 1).then_some(white).flatten());
            assert_eq!(
                painted(mode, ColorDepth::True, &dot)[(0, 0)].symbol(),
                lower_left,
                "{mode:?}"
            );
        }
    }

    #[test]
    fn a_budget_is_kept() {
        let noise = |x: usize, y: usize| {
            let v = (x * 7919 + y * 104_729) % 251;
            Some(Rgb([v as u8, (v * 3 % 256) as u8, 128]))
        };
        let picture = picture(200, 120, noise);
        let area = Rect::new(0, 0, 200, 60);
        let mut painter = Painter::default();
        let mut buf = Buffer::empty(area);
        painter.paint(
            &picture,
            area,
            &mut buf,
            (Mode::HalfBlock, ColorDepth::True, false),
            usize::MAX,
        );
        let free = painter.bytes;
        let mut painter = Painter::default();
        painter.paint(
            &picture,
            area,
            &mut buf,
            (Mode::HalfBlock, ColorDepth::True, false),
            free / 3,
        );
        assert!(painter.bytes <= free / 3, "{} of {free}", painter.bytes);
    }

    #[test]
    fn a_still_picture_costs_nothing() {
        let picture = picture(40, 40, |x, y| Some(Rgb([(x * 6) as u8, (y * 6) as u8, 0])));
        let area = Rect::new(0, 0, 40, 20);
        let (mut painter, mut buf) = (Painter::default(), Buffer::empty(area));
        for _ in 0..20 {
            painter.paint(
                &picture,
                area,
                &mut buf,
                (Mode::HalfBlock, ColorDepth::True, false),
                usize::MAX,
            );
        }
        assert_eq!(painter.bytes, 0);
    }
}
