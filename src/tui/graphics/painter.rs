//! Turns pictures into cells, within the bytes that a frame may take.
//!
//! Over a slow line colours are most of a frame. A cell may therefore keep what it showed in
//! the frame before, or a colour of the cell to its left, where the difference is worth less than
//! the bytes saved; how much that is goes up and down with the size of the frames. A picture that
//! stands still becomes as fine as it can be, frame by frame.

use gouge_raster::{Picture, Rgb};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::Mode;
use super::cell::{Block, Cell, MOST, dotted, glyph};
use super::palette::{Background, ColorDepth, is_short, short};

/// Squared colour distance that is worth a byte, at the coarsest.
const COARSEST: f32 = 10_000.0;

/// Bytes around the colours of a cell.
const ESCAPE_BYTES: usize = 3;

/// From this price on, colours are offered that are named by a number: they are off by up to twenty
/// levels, but half as long.
const ROUGH: f32 = 8.0;

/// Share of its bytes that a picture may take; the rest is for what is around it.
const OWN_SHARE: f64 = 0.9;

/// Where there are no colours, all ink is this.
const INK: Rgb = Rgb([255; 3]);

/// What a dot of braille in the wrong place is worth.
const WRONG_DOT: f32 = 20_000.0;

/// Paints pictures into cells, one after the other at the same place.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    /// What the frame before showed.
    before: Vec<Cell>,
    area: Rect,
    mode: Mode,
    /// The picture of the frame before, and how it was shown.
    still: Option<(Picture, ColorDepth, Background)>,
    /// Squared colour distance that is worth a byte while the picture changes.
    price: f32,
    /// Bytes that the last frame took, about, row by row.
    bytes: Vec<usize>,
    /// The last frame was made coarser to keep to its bytes.
    coarse: bool,
}

impl Painter {
    /// Whether the last frame was made coarser to keep to its bytes.
    pub fn is_coarse(&self) -> bool {
        self.coarse
    }

    /// What was painted is not on the screen any more.
    pub fn forget(&mut self) {
        self.before.clear();
        self.still = None;
        self.coarse = false;
    }

    /// Writes `picture` into the cells of `area`, in at most `budget` bytes if that is possible
    /// at all.
    pub fn paint(
        &mut self,
        picture: &Picture,
        area: Rect,
        buf: &mut Buffer,
        (mode, depth, background): (Mode, ColorDepth, Background),
        budget: usize,
    ) {
        if (self.area, self.mode) != (area, mode) {
            (self.area, self.mode) = (area, mode);
            self.forget();
        }
        let exact = self.exact(picture, depth, background);
        let own = (OWN_SHARE * budget as f64) as usize;
        let still = self
            .still
            .as_ref()
            .is_some_and(|(before, d, b)| before == picture && (*d, *b) == (depth, background));
        let cells = if still && self.before.len() == exact.len() {
            self.refined(&exact, depth, own)
        } else {
            self.still = Some((picture.clone(), depth, background));
            self.moved(&exact, depth, own)
        };
        for (cell, position) in cells.iter().zip(area.positions()) {
            let Some(target) = buf.cell_mut(position) else { continue };
            target.reset();
            let color = |rgb: Option<Rgb>| rgb.map_or(Color::Reset, |c| depth.color(c));
            target.set_char(glyph(mode, cell.mask)).set_fg(color(cell.fg)).set_bg(color(cell.bg));
        }
        self.before = cells;
    }

    /// A picture that was another one before: all of it, as coarse as its bytes ask for.
    fn moved(&mut self, exact: &[(Cell, Block)], depth: ColorDepth, own: usize) -> Vec<Cell> {
        // Prices fall slowly, so that a turning part does not flicker between coarse and fine.
        let bytes: usize = self.bytes.iter().sum();
        self.price = (self.price * if bytes < own / 4 { 0.2 } else { 0.7 }).max(1.0);
        loop {
            let cells = self.thrifty(exact, depth, self.price);
            let bytes: usize = self.bytes.iter().sum();
            if bytes <= own || self.price >= COARSEST {
                self.coarse = self.price > 1.0;
                return cells;
            }
            self.price *= if bytes > 2 * own { 4.0 } else { 1.8 };
        }
    }

    /// A picture that stands still: row by row as fine as it can be, those first that are farthest
    /// from it. No cell is sent twice.
    fn refined(&mut self, exact: &[(Cell, Block)], depth: ColorDepth, own: usize) -> Vec<Cell> {
        let mut cells = self.thrifty(exact, depth, 1.0);
        let bytes = self.bytes.iter().sum::<usize>();
        self.coarse = bytes > own;
        if !self.coarse {
            return cells;
        }
        let width = usize::from(self.area.width).max(1);
        let row = |i: usize| i * width..(i + 1) * width;
        let error = |i: &usize| {
            let cells = exact[row(*i)].iter().zip(&self.before[row(*i)]);
            cells.map(|((exact, block), before)| self.error(before, block, exact)).sum::<f32>()
        };
        let mut rows: Vec<(usize, f32)> = (0..self.bytes.len()).map(|i| (i, error(&i))).collect();
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut left = Some(own);
        for (i, _) in rows {
            match left {
                // However long, the first one that costs anything is sent.
                Some(most) if self.bytes[i] <= most || (most == own && self.bytes[i] > 0) => {
                    left = most.checked_sub(self.bytes[i]).filter(|most| *most > 0);
                }
                _ => {
                    cells[row(i)].copy_from_slice(&self.before[row(i)]);
                    self.bytes[i] = 0;
                }
            }
        }
        cells
    }

    /// Every cell as well as it can be.
    fn exact(
        &self,
        picture: &Picture,
        depth: ColorDepth,
        background: Background,
    ) -> Vec<(Cell, Block)> {
        let (across, down) = self.mode.pixels(super::USUAL_CELL);
        let (columns, rows) = (usize::from(self.area.width), usize::from(self.area.height));
        let mut cells = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let mut block = Block { pixels: [None; MOST], count: across * down };
                for i in 0..block.count {
                    let (x, y) = (column * across + i % across, row * down + i / across);
                    let pixel = picture.at(x, y);
                    block.pixels[i] = match depth {
                        // What becomes dots is not made of dots.
                        ColorDepth::Mono if self.mode == Mode::Braille => pixel,
                        ColorDepth::Mono => dotted(pixel, x, y, background),
                        _ => pixel.map(|p| depth.shown(p)),
                    };
                }
                let cell = match self.mode {
                    Mode::Braille => {
                        let cell = block.single(column * 2, row * 4, background);
                        let ink = |fg| if depth == ColorDepth::Mono { INK } else { fg };
                        Cell { fg: cell.fg.map(ink), ..cell }
                    }
                    _ => block.fit(depth == ColorDepth::Mono),
                };
                cells.push((cell, block));
            }
        }
        cells
    }

    /// The same with bytes weighed against colours.
    fn thrifty(&mut self, exact: &[(Cell, Block)], depth: ColorDepth, price: f32) -> Vec<Cell> {
        let width = usize::from(self.area.width).max(1);
        let mut cells: Vec<Cell> = Vec::with_capacity(exact.len());
        let (mut pen, mut adjacent) = ((None, None), false);
        self.bytes.clear();
        self.bytes.resize(exact.len() / width, 0);
        for (i, (exact, block)) in exact.iter().enumerate() {
            if i.is_multiple_of(width) {
                adjacent = false;
            }
            let before = self.before.get(i).copied();
            let cost = |cell: &Cell| {
                let bytes = self.cost(cell, block, pen, adjacent, before, depth);
                (self.error(cell, block, exact) + price * bytes as f32, bytes)
            };
            let mut best = (cost(exact), *exact);
            let mut offer = |other: Cell| {
                let cost = cost(&other);
                if cost.0 < best.0.0 {
                    best = (cost, other);
                }
            };
            if self.mode == Mode::Braille {
                offer(Cell { fg: exact.fg.and(pen.0.or(exact.fg)), ..*exact });
            } else if depth != ColorDepth::Mono {
                let (fg, bg) = (exact.fg, exact.bg);
                let choices = [(pen.0, bg), (fg, pen.1), pen, (bg, fg), (bg, pen.1), (pen.0, fg)];
                for (fg, bg) in choices {
                    offer(block.with(fg, bg));
                }
                if depth == ColorDepth::True && price > ROUGH {
                    let (fg, bg) = (fg.map(short), bg.map(short));
                    for (fg, bg) in [(fg, bg), (pen.0, bg), (fg, pen.1)] {
                        offer(block.with(fg, bg));
                    }
                }
                if let Some(last) = before {
                    offer(block.with(last.fg, last.bg));
                }
            }
            if let Some(last) = before {
                offer(last);
            }
            let ((_, bytes), chosen) = best;
            self.bytes[i / width] += bytes;
            adjacent = bytes > 0;
            if adjacent && chosen.mask != 0 {
                pen.0 = chosen.fg;
            }
            if adjacent && !chosen.is_full(block.count) {
                pen.1 = chosen.bg;
            }
            cells.push(chosen);
        }
        cells
    }

    /// How far a cell is from what it is to show. Dots leave out what is between them: they are
    /// compared with the dots that it would have at its best.
    fn error(&self, cell: &Cell, block: &Block, exact: &Cell) -> f32 {
        if self.mode != Mode::Braille {
            return block.error(cell);
        }
        let wrong = (cell.mask ^ exact.mask).count_ones() as f32 * WRONG_DOT;
        let apart = cell.fg.zip(exact.fg).map_or(0, |(a, b)| a.distance(b)) as f32;
        wrong + cell.mask.count_ones() as f32 * apart
    }

    /// The bytes of a cell.
    fn cost(
        &self,
        cell: &Cell,
        block: &Block,
        pen: (Option<Rgb>, Option<Rgb>),
        adjacent: bool,
        before: Option<Cell>,
        depth: ColorDepth,
    ) -> usize {
        if before == Some(*cell) {
            return 0;
        }
        let color = |rgb: Option<Rgb>| match (depth, rgb) {
            (ColorDepth::Mono, _) => 0,
            (_, None) => 3,
            (ColorDepth::Sixteen, _) => 3,
            (ColorDepth::Indexed, _) => 9,
            (ColorDepth::True, Some(rgb)) => {
                if is_short(rgb) {
                    9
                } else {
                    16
                }
            }
        };
        let ink = cell.mask != 0 && cell.fg != pen.0;
        let ground = !cell.is_full(block.count) && cell.bg != pen.1;
        let glyph = match self.mode {
            _ if cell.mask == 0 => 1,
            Mode::Sextant | Mode::Octant => 4,
            _ => 3,
        };
        let colors = [(ink, cell.fg), (ground, cell.bg)];
        let colors: usize = colors.into_iter().filter(|(new, _)| *new).map(|(_, c)| color(c)).sum();
        glyph + colors + ESCAPE_BYTES * usize::from(colors > 0) + 7 * usize::from(!adjacent)
    }
}

#[cfg(test)]
mod tests;
