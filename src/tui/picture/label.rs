//! Text over a picture, at a pixel, in cells.

use gouge_raster::{Picture, Rgb};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

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

/// Draws a bar of a round length at the lower left; gives its label.
pub fn scale_bar(picture: &mut Picture, scale: f64, aspect: f64, rgb: Rgb, style: Style) -> Label {
    let span = (picture.width as f64).min(picture.height as f64 / aspect) / scale;
    let length = round_length(span);
    let (x, y) = (0.03 * picture.width as f64, 0.95 * picture.height as f64);
    let end = x + length * scale;
    line(picture, [x, y], [end, y], rgb);
    let tick = (0.012 * picture.height as f64).max(1.0);
    for at in [x, end] {
        line(picture, [at, y - tick], [at, y + tick], rgb);
    }
    let text = if length >= 1.0 {
        format!("{length} mm")
    } else {
        format!("{} µm", (length * 1e3).round())
    };
    Label { at: [end + 0.01 * picture.width as f64, y], text, style }
}

/// A line of pixels.
pub fn line(picture: &mut Picture, a: [f64; 2], b: [f64; 2], rgb: Rgb) {
    let steps = (b[0] - a[0]).abs().max((b[1] - a[1]).abs()).ceil().clamp(1.0, 1e5);
    for i in 0..=steps as usize {
        let s = i as f64 / steps;
        let at = [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])];
        if at[0] >= 0.0
            && at[1] >= 0.0
            && at[0] < picture.width as f64
            && at[1] < picture.height as f64
        {
            picture.pixels[at[1] as usize * picture.width + at[0] as usize] = Some(rgb);
        }
    }
}

/// Shorter heads are lumps.
const LEAST_HEAD: f64 = 4.0;

/// A line with an arrow head at `b`, as long as `head` pixels.
pub fn arrow(picture: &mut Picture, a: [f64; 2], b: [f64; 2], head: f64, rgb: Rgb) {
    line(picture, a, b, rgb);
    let d = [b[0] - a[0], b[1] - a[1]];
    let length = d[0].hypot(d[1]);
    if length == 0.0 || head < LEAST_HEAD {
        return;
    }
    let u = [d[0] / length, d[1] / length];
    for side in [-0.45, 0.45] {
        let back = [b[0] - head * (u[0] + side * u[1]), b[1] - head * (u[1] - side * u[0])];
        line(picture, b, back, rgb);
    }
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
