//! Text over a picture, at a pixel, in cells.

use gouge_raster::Rgb;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::stroke::{Stroke, Tip};

/// A text at a place of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Pixels from the left and the top.
    pub at: [f64; 2],
    /// What it says.
    pub text: String,
    /// How.
    pub style: Style,
}

impl Label {
    /// Whether it would be written over another one; a cell is `pixels` wide and high.
    pub fn covers(&self, other: &Self, pixels: (f64, f64)) -> bool {
        let length = |l: &Self| l.text.chars().count() as f64 * pixels.0;
        (self.at[1] - other.at[1]).abs() < pixels.1
            && self.at[0] < other.at[0] + length(other)
            && other.at[0] < self.at[0] + length(self)
    }

    /// Where it will be written in a picture so wide: all of it inside.
    pub fn kept_in(mut self, width: f64, pixels: (f64, f64)) -> Self {
        let length = self.text.chars().count() as f64 * pixels.0;
        self.at[0] = self.at[0].clamp(0.0, (width - length).max(0.0));
        self
    }

    /// Writes it; a cell is `pixels` wide and high. Labels keep inside of the area.
    pub fn write(&self, pixels: (usize, usize), area: Rect, buf: &mut Buffer) {
        let length = self.text.chars().count() as f64;
        let column = (self.at[0] / pixels.0 as f64).floor();
        let row = (self.at[1] / pixels.1 as f64).floor();
        let (width, height) = (f64::from(area.width), f64::from(area.height));
        if !(-length..=width).contains(&column) || !(0.0..height).contains(&row) {
            return;
        }
        let column = column.clamp(0.0, (width - length).max(0.0)) as u16;
        for (x, c) in (area.x + column..).zip(self.text.chars()) {
            if x >= area.right() {
                break;
            }
            if let Some(cell) = buf.cell_mut((x, area.y + row as u16)) {
                cell.reset();
                cell.set_char(c).set_style(self.style);
            }
        }
    }
}

/// A round length that takes about a fifth of the picture, mm.
pub fn round_length(span: f64) -> f64 {
    let aim = span / 5.0;
    let power = 10f64.powf(aim.log10().floor());
    let step = [5.0, 2.0, 1.0].into_iter().find(|s| s * power <= aim).unwrap_or(1.0);
    step * power
}

/// A bar of a round length at the lower left of a picture of `w` × `h` pixels, and its label.
pub fn scale_bar(
    (w, h): (f64, f64),
    (scale, aspect): (f64, f64),
    cell: (f64, f64),
    ink: [Rgb; 3],
    style: Style,
) -> (Stroke, Label) {
    let length = round_length(w.min(h / aspect) / scale);
    let (x, y) = (0.03 * w, 0.95 * h);
    let end = x + length * scale;
    let text = if length >= 1.0 {
        format!(" {length} mm")
    } else {
        format!(" {} µm", (length * 1e3).round())
    };
    let bar = Stroke { ends: [[x, y], [end, y]], tips: [Tip::Bar; 2], dashed: false, ink };
    (bar, Label { at: [end + cell.0, y], text, style })
}

#[cfg(test)]
mod tests {
    use super::round_length;

    #[test]
    fn bars_have_round_lengths() {
        for (span, length) in [(100.0, 20.0), (26.0, 5.0), (9.0, 1.0), (0.4, 0.05)] {
            assert!((round_length(span) - length).abs() < 1e-12, "{span}");
        }
    }
}
