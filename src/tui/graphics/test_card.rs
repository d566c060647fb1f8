//! Every way to draw pictures, side by side: the eye decides which of them a terminal and its font
//! can do, not a guess.

use std::io::{self, Write};

use gouge_raster::{Picture, Rgb};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};

use super::{Background, ColorDepth, Mode, Painter, USUAL_CELL, encode};
use crate::tui::terminal::backend::rows;

/// Cells of one picture.
const CELLS: Size = Size::new(48, 8);

/// What to look for, by mode.
fn look_for(mode: Mode) -> &'static str {
    match mode {
        Mode::HalfBlock => "a smooth ramp and a disc; every terminal can do it",
        Mode::Quadrant => "the same, finer across",
        Mode::Sextant => "no boxes and no gaps: the font has Unicode 13",
        Mode::Octant => "no boxes and no gaps: the font has Unicode 16",
        Mode::Braille => "a dotted disc",
        Mode::Kitty => "a smooth disc; nothing, or letters, where the protocol is not known",
        Mode::Sixel => "a smooth disc; nothing, or letters, where the protocol is not known",
    }
}

/// Writes the card.
///
/// # Errors
/// When `out` cannot be written.
pub fn test_card(depth: ColorDepth, out: &mut dyn Write) -> io::Result<()> {
    for mode in Mode::ALL {
        writeln!(out, "--graphics {}: {}", mode.name(), look_for(mode))?;
        let (across, down) = mode.pixels(USUAL_CELL);
        let (w, h) = (usize::from(CELLS.width) * across, usize::from(CELLS.height) * down);
        let picture = card(w, h, mode.aspect(USUAL_CELL));
        if mode.is_pixels() {
            out.write_all(&encode(mode, &picture, CELLS, false))?;
            // The kitty protocol leaves the cursor where it was, sixel moves it down.
            let lines = if mode == Mode::Kitty { usize::from(CELLS.height) } else { 1 };
            out.write_all("\n".repeat(lines).as_bytes())?;
        } else {
            let area = Rect::new(0, 0, CELLS.width, CELLS.height);
            let mut buffer = Buffer::empty(area);
            Painter::default().paint(
                &picture,
                area,
                &mut buffer,
                (mode, depth, Background::Dark),
                usize::MAX,
            );
            out.write_all(rows(&buffer).as_bytes())?;
        }
    }
    writeln!(out, "Choose with --graphics MODE, or with P in browse.")
}

/// A ball on a ramp, with a thin slanted line.
fn card(w: usize, h: usize, aspect: f64) -> Picture {
    let mut picture = Picture::new(w, h);
    let radius = 0.42 * h as f64 / aspect;
    for y in 0..h {
        for x in 0..w {
            let (px, py) = (x as f64 + 0.5, (y as f64 + 0.5) / aspect);
            let (dx, dy) =
                ((px - 0.3 * w as f64) / radius, (py - 0.5 * h as f64 / aspect) / radius);
            let square = dx * dx + dy * dy;
            let share = x as f32 / w as f32;
            picture.pixels[y * w + x] = if square < 1.0 {
                let n = (1.0 - square).sqrt();
                let bright = (0.25 - 0.4 * dx - 0.5 * dy + 0.6 * n).clamp(0.05, 1.0) as f32;
                Some(Rgb([0; 3]).mixed(Rgb([170, 190, 215]), bright))
            } else if (px - 0.62 * w as f64 - 0.8 * (py - 0.5 * h as f64 / aspect)).abs() < 0.8 {
                Some(Rgb([240, 70, 60]))
            } else if x > w * 3 / 4 {
                Some(Rgb([20, 30, 60]).mixed(Rgb([250, 210, 90]), 4.0 * share - 3.0))
            } else {
                None
            };
        }
    }
    picture
}
