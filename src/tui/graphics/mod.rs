//! Turns pixels into terminal cells, or into a terminal's own pixel protocol.

mod cell;
mod kitty;
mod painter;
mod palette;
mod sixel;
pub mod test_card;

use std::str::FromStr;

use gouge_raster::Picture;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

#[cfg(test)]
pub use cell::dotted;
pub use painter::Painter;
pub use palette::{Background, ColorDepth, rgb_of as indexed_rgb};

/// How pixels are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Two pixels a cell, each of its own colour: in every terminal and font.
    #[default]
    HalfBlock,
    /// 2 × 2 pixels a cell in two colours.
    Quadrant,
    /// 2 × 3 pixels a cell in two colours; glyphs of Unicode 13.
    Sextant,
    /// 2 × 4 pixels a cell in two colours; glyphs of Unicode 16.
    Octant,
    /// 2 × 4 dots a cell in one colour.
    Braille,
    /// Real pixels by the kitty protocol.
    Kitty,
    /// Real pixels by DEC's sixel.
    Sixel,
}

impl Mode {
    /// All of them, in the order in which a key goes through them.
    pub const ALL: [Self; 7] = [
        Self::HalfBlock,
        Self::Quadrant,
        Self::Sextant,
        Self::Octant,
        Self::Braille,
        Self::Kitty,
        Self::Sixel,
    ];

    /// As `--graphics` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::HalfBlock => "half-block",
            Self::Quadrant => "quadrant",
            Self::Sextant => "sextant",
            Self::Octant => "octant",
            Self::Braille => "braille",
            Self::Kitty => "kitty",
            Self::Sixel => "sixel",
        }
    }

    /// Pixels across and down a cell; a cell of the terminal is `cell` pixels.
    pub fn pixels(self, cell: (u16, u16)) -> (usize, usize) {
        match self {
            Self::HalfBlock => (1, 2),
            Self::Quadrant => (2, 2),
            Self::Sextant => (2, 3),
            Self::Octant | Self::Braille => (2, 4),
            Self::Kitty | Self::Sixel => (usize::from(cell.0), usize::from(cell.1)),
        }
    }

    /// Width of a pixel over its height, cells being half as wide as high unless the terminal
    /// says otherwise.
    pub fn aspect(self, cell: (u16, u16)) -> f64 {
        let (x, y) = self.pixels(cell);
        f64::from(cell.0) / f64::from(cell.1) * y as f64 / x as f64
    }

    /// The picture travels beside the cells, not in them.
    pub fn is_pixels(self) -> bool {
        matches!(self, Self::Kitty | Self::Sixel)
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|m| m.name() == word).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|m| m.name()).collect();
            format!("`{word}` is not a valid mode; use {}", known.join(", "))
        })
    }
}

/// Assumed size of a cell where the terminal does not tell, pixels.
pub const USUAL_CELL: (u16, u16) = (8, 16);

/// Bytes that show a picture at the cursor over so many cells, for the modes that do not go
/// through cells. The `first` picture takes older ones away.
pub fn encode(mode: Mode, picture: &Picture, cells: Size, first: bool) -> Vec<u8> {
    match mode {
        Mode::Kitty => kitty::encode(picture, cells, first),
        Mode::Sixel => sixel::encode(picture),
        _ => Vec::new(),
    }
}

/// Bytes that take all pictures away.
pub fn clear(mode: Mode) -> &'static [u8] {
    if mode == Mode::Kitty { kitty::CLEAR } else { b"" }
}

/// Leaves the cells of an area to the terminal's own picture.
pub fn leave(area: Rect, buf: &mut Buffer) {
    for position in area.positions() {
        buf[position].reset();
    }
}
