//! The screen as an SVG picture, for the README and for a look at it.

use std::fmt::Write;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};

use super::graphics::{Background, USUAL_CELL};
use super::picture::{Label, Studio};
use super::screen::draw;
use super::state::State;

/// A cell, pixels.
const CELL: (u32, u32) = (9, 18);

/// The terminal's own colours, as one of the usual themes has them: dark, then light.
const SIXTEEN: [[&str; 16]; 2] = [
    [
        "#1d2026", "#f0565b", "#7fbf6a", "#e0b050", "#5c9ee6", "#b77bdc", "#4fb8c4", "#c9ced6",
        "#7a828e", "#ff7378", "#98d982", "#f5c96b", "#7db5f5", "#cc96ee", "#6cd3de", "#ffffff",
    ],
    [
        "#24292f", "#c4232b", "#2d7d32", "#8a6100", "#1f5fbf", "#7b3fb0", "#0f7684", "#d0d5dc",
        "#6a7380", "#d93a41", "#2f8f3a", "#9a6f00", "#2f72d6", "#8f52c6", "#14889a", "#ffffff",
    ],
];

/// Draws a state into a buffer of cells.
pub fn cells(state: &mut State, size: Size) -> Buffer {
    let mut studio = Studio::new(state.document.clone());
    // Writing into memory cannot fail.
    let Ok(mut terminal) = Terminal::new(TestBackend::new(size.width, size.height));
    state.settle(usize::MAX);
    (state.columns, state.rows) = (usize::from(size.width), usize::from(size.height));
    let Ok(_) = terminal.draw(|f| {
        draw(state, &mut studio, USUAL_CELL, usize::MAX, f);
    });
    terminal.backend().buffer().clone()
}

/// Draws a state as an SVG picture.
pub fn screen(state: &mut State, size: Size) -> String {
    let buffer = cells(state, size);
    svg(&buffer, state.theme.background)
}

/// A buffer as an SVG picture. Blocks are drawn as rectangles, whatever the font.
pub fn svg(buffer: &Buffer, background: Background) -> String {
    let (w, h) = (u32::from(buffer.area.width) * CELL.0, u32::from(buffer.area.height) * CELL.1);
    let (ground, ink) = background.pick(("#14161a", "#d6dae0"), ("#fbfbfd", "#24292f"));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14.5\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>\n<g shape-rendering=\"crispEdges\">\n"
    );
    let mut text = String::new();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let (mut fg, mut bg) =
                (hex(cell.fg, ink, background), hex(cell.bg, "none", background));
            if cell.modifier.contains(Modifier::REVERSED) {
                (fg, bg) = (if bg == "none" { ground.to_owned() } else { bg }, fg);
            }
            let (px, py) = (u32::from(x) * CELL.0, u32::from(y) * CELL.1);
            let half = CELL.1 / 2;
            let mut area = |dy: u32, height: u32, fill: &str| {
                if fill != "none" {
                    // Writing into a string cannot fail.
                    let _ = writeln!(
                        out,
                        "<rect x=\"{px}\" y=\"{}\" width=\"{}\" height=\"{height}\" fill=\"{fill}\"/>",
                        py + dy,
                        CELL.0
                    );
                }
            };
            match cell.symbol() {
                "█" => area(0, CELL.1, &fg),
                "▀" => {
                    area(0, half, &fg);
                    area(half, half, &bg);
                }
                "▄" => {
                    area(0, half, &bg);
                    area(half, half, &fg);
                }
                symbol => {
                    area(0, CELL.1, &bg);
                    if symbol != " " {
                        let _ = writeln!(
                            text,
                            "<text x=\"{px}\" y=\"{}\" fill=\"{fg}\"{}>{}</text>",
                            py + 14,
                            weight(cell),
                            escaped(symbol)
                        );
                    }
                }
            }
        }
    }
    out.push_str("</g>\n");
    out.push_str(&text);
    out.push_str("</svg>\n");
    out
}

fn weight(cell: &Cell) -> &'static str {
    match (cell.modifier.contains(Modifier::BOLD), cell.modifier.contains(Modifier::UNDERLINED)) {
        (true, true) => " font-weight=\"bold\" text-decoration=\"underline\"",
        (true, false) => " font-weight=\"bold\"",
        (false, true) => " text-decoration=\"underline\"",
        (false, false) => "",
    }
}

/// Ink and ground of a label, as SVG takes them.
pub(super) fn label_colours(label: &Label, background: Background) -> (String, Option<String>) {
    let ink = background.pick("#d6dae0", "#24292f");
    let of =
        |color: Option<Color>, reset: &str| hex(color.unwrap_or(Color::Reset), reset, background);
    let ground = of(label.style.bg, "none");
    (of(label.style.fg, ink), (ground != "none").then_some(ground))
}

pub(super) fn escaped(symbol: &str) -> String {
    symbol.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn hex(color: Color, reset: &str, background: Background) -> String {
    let of = |i: usize| background.pick(&SIXTEEN[0], &SIXTEEN[1])[i].to_owned();
    match color {
        Color::Reset => reset.to_owned(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Black => of(0),
        Color::Red => of(1),
        Color::Green => of(2),
        Color::Yellow => of(3),
        Color::Blue => of(4),
        Color::Magenta => of(5),
        Color::Cyan => of(6),
        Color::Gray => of(7),
        Color::DarkGray => of(8),
        Color::LightRed => of(9),
        Color::LightGreen => of(10),
        Color::LightYellow => of(11),
        Color::LightBlue => of(12),
        Color::LightMagenta => of(13),
        Color::LightCyan => of(14),
        Color::White => of(15),
        Color::Indexed(i @ 0..=15) => of(usize::from(i)),
        Color::Indexed(i) => {
            let [r, g, b] = super::graphics::indexed_rgb(i).0;
            format!("#{r:02x}{g:02x}{b:02x}")
        }
    }
}
