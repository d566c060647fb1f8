//! Thin lines over a picture: dimensions, axes, scale bars. Where pixels are coarse, those that run
//! along rows or columns of cells, and leaning arrows, are drawn with the terminal's line glyphs,
//! which are thinner than any pixel there.

use gouge_raster::{Picture, Rgb};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use crate::tui::graphics::ColorDepth;

/// What stands at an end of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tip {
    /// Nothing.
    Plain,
    /// An arrow head.
    Arrow,
    /// A bar across.
    Bar,
}

/// A line over the picture, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Both ends, right and down.
    pub ends: [[f64; 2]; 2],
    /// What stands there.
    pub tips: [Tip; 2],
    /// Drawn with gaps.
    pub dashed: bool,
    /// Its colour on the background, on something dark, on something bright.
    pub ink: [Rgb; 3],
}

/// Brighter grounds take the last ink.
const BRIGHT: f32 = 0.6;

/// Shorter heads are lumps, pixels.
const LEAST_HEAD: f64 = 4.0;

/// Cells that a line of glyphs takes at least, without its ends.
const LEAST_CELLS: u16 = 1;

impl Stroke {
    /// Draws it with pixels.
    pub fn burn(&self, picture: &mut Picture) {
        let h = picture.height as f64;
        let head = (h / 40.0).clamp(2.0, 12.0);
        let [a, b] = self.ends;
        let d = [b[0] - a[0], b[1] - a[1]];
        let length = d[0].hypot(d[1]);
        if self.dashed {
            let dash = (h / 40.0).max(2.0);
            let at = |s: f64| [0, 1].map(|k| a[k] + (s / length).min(1.0) * d[k]);
            let mut s = 0.0;
            while s < length {
                self.line(picture, at(s), at(s + dash));
                s += 2.0 * dash;
            }
        } else {
            self.line(picture, a, b);
        }
        if length == 0.0 {
            return;
        }
        for (tip, end, u) in [
            (self.tips[0], a, [-d[0] / length, -d[1] / length]),
            (self.tips[1], b, [d[0] / length, d[1] / length]),
        ] {
            match tip {
                Tip::Plain => {}
                Tip::Arrow if head < LEAST_HEAD => {}
                Tip::Arrow => {
                    for side in [-0.45, 0.45] {
                        let x = end[0] - head * (u[0] + side * u[1]);
                        let y = end[1] - head * (u[1] - side * u[0]);
                        self.line(picture, end, [x, y]);
                    }
                }
                Tip::Bar => {
                    let tick = (0.012 * h).max(1.0);
                    let at = |s: f64| [end[0] + s * u[1], end[1] - s * u[0]];
                    self.line(picture, at(-tick), at(tick));
                }
            }
        }
    }

    /// A line of pixels.
    fn line(&self, picture: &mut Picture, a: [f64; 2], b: [f64; 2]) {
        let steps = (b[0] - a[0]).abs().max((b[1] - a[1]).abs()).ceil().clamp(1.0, 1e5);
        for i in 0..=steps as usize {
            let s = i as f64 / steps;
            let at = [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])];
            let inside = (0.0..picture.width as f64).contains(&at[0])
                && (0.0..picture.height as f64).contains(&at[1]);
            if inside {
                picture.pixels[at[1] as usize * picture.width + at[0] as usize] = Some(self.ink[0]);
            }
        }
    }

    /// Writes it with glyphs over cells of `pixels` that show `picture`.
    pub fn write(
        &self,
        pixels: (usize, usize),
        picture: &Picture,
        depth: ColorDepth,
        area: Rect,
        buf: &mut Buffer,
    ) {
        let Some((upright, line, [from, to])) = self.course(pixels) else {
            return self.lean(pixels, picture, depth, area, buf);
        };
        let (along, across) =
            if upright { (area.height, area.width) } else { (area.width, area.height) };
        let Some(line) = u16::try_from(line).ok().filter(|line| *line < across) else { return };
        for at in from.min(to).max(0)..=from.max(to).min(i64::from(along) - 1) {
            let tip = match at {
                _ if at == to => Some((self.tips[1], to > from)),
                _ if at == from => Some((self.tips[0], from > to)),
                _ => None,
            };
            let glyph = match (tip.filter(|t| t.0 != Tip::Plain), upright, self.dashed) {
                (Some((Tip::Arrow, on)), false, _) => {
                    if on {
                        '→'
                    } else {
                        '←'
                    }
                }
                (Some((Tip::Arrow, on)), true, _) => {
                    if on {
                        '↓'
                    } else {
                        '↑'
                    }
                }
                (Some((_, on)), false, _) => {
                    if on {
                        '┤'
                    } else {
                        '├'
                    }
                }
                (Some((_, on)), true, _) => {
                    if on {
                        '┴'
                    } else {
                        '┬'
                    }
                }
                (None, false, false) => '─',
                (None, false, true) => '╌',
                (None, true, false) => '│',
                (None, true, true) => '╎',
            };
            let at = if upright { [line, at as u16] } else { [at as u16, line] };
            self.put(glyph, at, (pixels, picture, depth), area, buf);
        }
    }

    /// Writes a leaning arrow, cell by cell.
    fn lean(
        &self,
        pixels: (usize, usize),
        picture: &Picture,
        depth: ColorDepth,
        area: Rect,
        buf: &mut Buffer,
    ) {
        let cell = |p: [f64; 2]| [p[0] / pixels.0 as f64, p[1] / pixels.1 as f64];
        let [a, b] = self.ends.map(cell);
        let d = [b[0] - a[0], b[1] - a[1]];
        // Off the screen there are no cells to count.
        let steps = d[0].abs().max(d[1].abs()).ceil().clamp(1.0, 1e4);
        let flat = d[0].abs() >= 2.0 * d[1].abs();
        let upright = d[1].abs() >= 2.0 * d[0].abs();
        let falls = (d[0] > 0.0) == (d[1] > 0.0);
        let shaft = match (flat, upright) {
            (true, _) => '─',
            (_, true) => '│',
            _ if falls => '╲',
            _ => '╱',
        };
        let head = |toward: [f64; 2]| match (flat, upright, toward[0] > 0.0, toward[1] > 0.0) {
            (true, _, right, _) => ['←', '→'][usize::from(right)],
            (_, true, _, down) => ['↑', '↓'][usize::from(down)],
            (_, _, right, false) => ['↖', '↗'][usize::from(right)],
            (_, _, right, true) => ['↙', '↘'][usize::from(right)],
        };
        for i in 0..=steps as usize {
            let s = i as f64 / steps;
            let at = [a[0] + s * d[0], a[1] + s * d[1]];
            let inside = (0.0..f64::from(area.width)).contains(&at[0])
                && (0.0..f64::from(area.height)).contains(&at[1]);
            if !inside {
                continue;
            }
            let tip = |end: f64| at.map(f64::floor) == [0, 1].map(|k| (a[k] + end * d[k]).floor());
            let glyph = match self.tips {
                [_, Tip::Arrow] if tip(1.0) => head(d),
                [Tip::Arrow, _] if tip(0.0) => head([-d[0], -d[1]]),
                _ => shaft,
            };
            self.put(glyph, at.map(|x| x as u16), (pixels, picture, depth), area, buf);
        }
    }

    fn put(
        &self,
        glyph: char,
        [column, row]: [u16; 2],
        (pixels, picture, depth): ((usize, usize), &Picture, ColorDepth),
        area: Rect,
        buf: &mut Buffer,
    ) {
        let (ground, all) = Self::ground(picture, pixels, [column, row]);
        // A border of the drawing is worth more than a dash.
        if self.dashed && !all {
            return;
        }
        if let Some(cell) = buf.cell_mut((area.x + column, area.y + row)) {
            cell.reset();
            let ink = ground.map_or(0, |rgb| if rgb.brightness() > BRIGHT { 2 } else { 1 });
            cell.set_char(glyph)
                .set_fg(depth.color(self.ink[ink]))
                .set_bg(ground.map_or(Color::Reset, |rgb| depth.color(rgb)));
        }
    }

    /// Whether glyphs do better than pixels: along cells, and for heads of arrows.
    pub fn is_thin(&self, pixels: (usize, usize)) -> bool {
        self.tips.contains(&Tip::Arrow) || self.course(pixels).is_some()
    }

    /// Where it runs along a row or a column of cells: whether upright, in which, and from which
    /// cell to which.
    fn course(&self, pixels: (usize, usize)) -> Option<(bool, i64, [i64; 2])> {
        let cell = |p: [f64; 2]| {
            [(p[0] / pixels.0 as f64).floor() as i64, (p[1] / pixels.1 as f64).floor() as i64]
        };
        let [a, b] = self.ends.map(cell);
        let long = |k: usize| (b[k] - a[k]).unsigned_abs() >= u64::from(LEAST_CELLS);
        let straight = |k: usize| a[k] == b[k] || (self.ends[0][k] - self.ends[1][k]).abs() < 1.0;
        if long(0) && straight(1) {
            Some((false, a[1], [a[0], b[0]]))
        } else if long(1) && straight(0) {
            Some((true, a[0], [a[1], b[1]]))
        } else {
            None
        }
    }

    /// What most of a cell shows, and whether all of it does.
    fn ground(picture: &Picture, pixels: (usize, usize), cell: [u16; 2]) -> (Option<Rgb>, bool) {
        let [x, y] = [usize::from(cell[0]) * pixels.0, usize::from(cell[1]) * pixels.1];
        let shown: Vec<Option<Rgb>> = (0..pixels.1)
            .flat_map(|dy| (0..pixels.0).map(move |dx| (dx, dy)))
            .map(|(dx, dy)| picture.at(x + dx, y + dy))
            .collect();
        let count = |of: &Option<Rgb>| shown.iter().filter(|s| *s == of).count();
        let most = shown.iter().rev().max_by_key(|s| count(s)).copied().flatten();
        (most, count(&most) == shown.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stroke(ends: [[f64; 2]; 2], tips: [Tip; 2]) -> Stroke {
        Stroke { ends, tips, dashed: false, ink: [Rgb([253; 3]), Rgb([254; 3]), Rgb([1; 3])] }
    }

    #[test]
    fn what_runs_along_cells_is_written_and_what_leans_is_drawn() {
        let arrow = stroke([[1.0, 5.0], [4.0, 5.0]], [Tip::Arrow; 2]);
        let area = Rect::new(0, 0, 6, 4);
        let mut buf = Buffer::empty(area);
        let mut picture = Picture::new(6, 8);
        picture.pixels[4 * 6 + 2] = Some(Rgb([250; 3]));
        picture.pixels[5 * 6 + 2] = Some(Rgb([250; 3]));
        arrow.write((1, 2), &picture, ColorDepth::True, area, &mut buf);
        let row: String = (0..6).map(|x| buf[(x, 2)].symbol()).collect();
        assert_eq!(row, " ←──→ ");
        assert_eq!(buf[(2, 2)].fg, Color::Rgb(1, 1, 1), "dark on a bright ground");
        assert_eq!(buf[(3, 2)].fg, Color::Rgb(253, 253, 253));

        let leaning = stroke([[0.0, 0.0], [5.0, 7.0]], [Tip::Plain; 2]);
        assert_eq!(leaning.course((1, 2)), None);
        let before = picture.pixels.iter().flatten().count();
        leaning.burn(&mut picture);
        assert!(picture.pixels.iter().flatten().count() > before + 5);
    }

    #[test]
    fn a_leaning_arrow_has_a_head() {
        let area = Rect::new(0, 0, 6, 4);
        let picture = Picture::new(6, 8);
        let shown = |ends, tips| {
            let mut buf = Buffer::empty(area);
            stroke(ends, tips).write((1, 2), &picture, ColorDepth::True, area, &mut buf);
            let cells = buf.content.iter().map(|c| c.symbol());
            cells.collect::<Vec<_>>().chunks(6).map(|row| row.concat()).collect::<Vec<_>>()
        };
        let down = [[1.5, 1.0], [3.5, 5.0]];
        assert_eq!(shown(down, [Tip::Plain, Tip::Arrow])[..3], [" ╲    ", "  ╲   ", "   ↘  "]);
        assert_eq!(shown(down, [Tip::Arrow; 2])[0], " ↖    ");
        let flat = [[4.5, 1.0], [0.5, 3.0]];
        assert_eq!(shown(flat, [Tip::Plain, Tip::Arrow])[1], "←──   ");
    }

    #[test]
    fn strokes_beyond_the_picture_do_no_harm() {
        let area = Rect::new(2, 1, 6, 4);
        let mut buf = Buffer::empty(Rect::new(0, 0, 10, 8));
        let blank = buf.clone();
        let mut picture = Picture::new(6, 8);
        for ends in [[[-9.0, -3.0], [40.0, -3.0]], [[1e9, -1e9], [1e9, 1e9]]] {
            let one = stroke(ends, [Tip::Bar; 2]);
            one.write((1, 2), &picture, ColorDepth::True, area, &mut buf);
            one.burn(&mut picture);
        }
        assert_eq!(buf, blank);
        let long = stroke([[-1e7, 3.0], [1e7, 3.0]], [Tip::Arrow; 2]);
        long.write((1, 2), &picture, ColorDepth::True, area, &mut buf);
        let row: String = (0..10).map(|x| buf[(x, 2)].symbol()).collect();
        assert_eq!(row, "  ──────  ");
    }
}
