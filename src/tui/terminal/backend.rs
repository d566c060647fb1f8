//! Turns cells into as few bytes as possible: pictures change colours at nearly every cell, and
//! each colour named again is a dozen bytes over the line.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

/// The terminal of this process, or any writer of the same size.
pub struct ThriftyBackend<W: Write> {
    inner: CrosstermBackend<W>,
    /// Used where no terminal tells its size.
    fixed: Option<Size>,
    bytes: usize,
}

impl<W: Write> ThriftyBackend<W> {
    /// Writes to `out`; `fixed` is its size if it is no terminal.
    pub fn new(out: W, fixed: Option<Size>) -> Self {
        Self { inner: CrosstermBackend::new(out), fixed, bytes: 0 }
    }

    /// Bytes written since the last call.
    pub fn take_bytes(&mut self) -> usize {
        std::mem::take(&mut self.bytes)
    }

    /// Writes bytes that are no cells.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes += bytes.len();
        self.inner.write_all(bytes)
    }
}

/// The rows of a buffer as text with colours, each ended by a line break.
pub fn rows(buffer: &ratatui::buffer::Buffer) -> String {
    let mut out = String::new();
    for y in buffer.area.rows() {
        let mut pen = Pen::default();
        for position in y.positions() {
            let cell = &buffer[position];
            pen.take(&mut out, cell);
            out.push_str(cell.symbol());
        }
        out.push_str("\x1b[0m\n");
    }
    out
}

/// What of a blank is seen beside its background.
const SEEN_OF_BLANKS: Modifier =
    Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);

/// What the terminal writes with at the moment.
#[derive(Clone, Copy, Debug, Default)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

impl Pen {
    /// Changes it to what a cell needs, in one SGR sequence. What is not seen of it stays: the ink
    /// of a blank, the ground of a full block.
    fn take(&mut self, out: &mut String, cell: &Cell) {
        let mut list: Vec<String> = Vec::new();
        let blank = cell.symbol() == " ";
        let mut differs = cell.modifier.symmetric_difference(self.modifier);
        if blank {
            differs &= SEEN_OF_BLANKS;
        }
        if !differs.is_empty() {
            if self.modifier.difference(cell.modifier).is_empty() {
                modifiers(cell.modifier.difference(self.modifier), &mut list);
            } else {
                // Ending some attributes ends others with them: all begin anew.
                list.push("0".to_owned());
                (self.fg, self.bg) = (Color::Reset, Color::Reset);
                modifiers(cell.modifier, &mut list);
            }
            self.modifier = cell.modifier;
        }
        let inked = !blank || self.modifier.intersects(SEEN_OF_BLANKS);
        if inked && cell.fg != self.fg {
            list.push(color(cell.fg, 30));
            self.fg = cell.fg;
        }
        let grounded = cell.symbol() != "█" || self.modifier.contains(Modifier::REVERSED);
        if grounded && cell.bg != self.bg {
            list.push(color(cell.bg, 40));
            self.bg = cell.bg;
        }
        if !list.is_empty() {
            out.push_str("\x1b[");
            out.push_str(&list.join(";"));
            out.push('m');
        }
    }
}

fn modifiers(set: Modifier, list: &mut Vec<String>) {
    for (modifier, number) in [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::ITALIC, 3),
        (Modifier::UNDERLINED, 4),
        (Modifier::SLOW_BLINK, 5),
        (Modifier::RAPID_BLINK, 6),
        (Modifier::REVERSED, 7),
        (Modifier::HIDDEN, 8),
        (Modifier::CROSSED_OUT, 9),
    ] {
        if set.contains(modifier) {
            list.push(number.to_string());
        }
    }
}

/// `base` is 30 for the foreground, 40 for the background.
fn color(color: Color, base: u8) -> String {
    let plain = |n: u8| (base + n).to_string();
    let bright = |n: u8| (base + 60 + n).to_string();
    match color {
        Color::Reset => plain(9),
        Color::Black => plain(0),
        Color::Red => plain(1),
        Color::Green => plain(2),
        Color::Yellow => plain(3),
        Color::Blue => plain(4),
        Color::Magenta => plain(5),
        Color::Cyan => plain(6),
        Color::Gray => plain(7),
        Color::DarkGray => bright(0),
        Color::LightRed => bright(1),
        Color::LightGreen => bright(2),
        Color::LightYellow => bright(3),
        Color::LightBlue => bright(4),
        Color::LightMagenta => bright(5),
        Color::LightCyan => bright(6),
        Color::White => bright(7),
        Color::Indexed(n @ 0..=7) => plain(n),
        Color::Indexed(n @ 8..=15) => bright(n - 8),
        Color::Indexed(n) => format!("{};5;{n}", base + 8),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", base + 8),
    }
}

impl<W: Write> Backend for ThriftyBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut out = String::new();
        let mut pen = Pen::default();
        let mut at: Option<(u16, u16)> = None;
        for (x, y, cell) in content {
            match at {
                Some(place) if place == (x, y) => {}
                Some((column, row)) if row == y && column < x => {
                    let gap = x - column;
                    out.push_str(&if gap == 1 {
                        "\x1b[C".to_owned()
                    } else {
                        format!("\x1b[{gap}C")
                    });
                }
                _ => out.push_str(&format!("\x1b[{};{}H", y + 1, x + 1)),
            }
            pen.take(&mut out, cell);
            out.push_str(cell.symbol());
            // A wide glyph moves the cursor further than one cell: say where the next one is.
            at = (cell.symbol().chars().count() == 1 && !is_wide(cell)).then_some((x + 1, y));
        }
        if !out.is_empty() {
            out.push_str("\x1b[0m");
        }
        self.raw(out.as_bytes())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.inner.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.inner.show_cursor()
    }

    /// Asked for to come back to it after the screen was cleared. Every frame says where its cursor
    /// is, and a terminal that is asked may not answer: it is not.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.inner.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.inner.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.fixed.map_or_else(|| self.inner.size(), Ok)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        match self.fixed {
            Some(size) => Ok(WindowSize { columns_rows: size, pixels: Size::default() }),
            None => self.inner.window_size(),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.inner)
    }
}

/// Whether a glyph may be two cells wide: East Asian and emoji blocks.
fn is_wide(cell: &Cell) -> bool {
    let first = cell.symbol().chars().next().unwrap_or(' ') as u32;
    (0x1100..0x1200).contains(&first)
        || (0x2e80..0xe000).contains(&first)
        || (0xf900..0xff61).contains(&first)
        || (0x1f300..0x1fb00).contains(&first)
        || (0x20000..0x40000).contains(&first)
}
