//! The bytes that go over the line, replayed by a terminal emulator, give the screen that was
//! drawn: symbols and colours, frame after frame.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use gouge::tui::picture::Studio;
use gouge::tui::screen::draw;
use gouge::tui::state::State;
use gouge::tui::{Background, ColorDepth, ThriftyBackend};
use ratatui::Terminal;
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};

use crate::desk::{begun, document, press};

/// What was written, for the emulator to read.
#[derive(Clone, Default)]
struct Line(Rc<RefCell<Vec<u8>>>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn seen(color: Color) -> vt100::Color {
    match color {
        Color::Reset => vt100::Color::Default,
        Color::Rgb(r, g, b) => vt100::Color::Rgb(r, g, b),
        Color::Indexed(i) => vt100::Color::Idx(i),
        plain => {
            let order = [
                Color::Black,
                Color::Red,
                Color::Green,
                Color::Yellow,
                Color::Blue,
                Color::Magenta,
                Color::Cyan,
                Color::Gray,
                Color::DarkGray,
                Color::LightRed,
                Color::LightGreen,
                Color::LightYellow,
                Color::LightBlue,
                Color::LightMagenta,
                Color::LightCyan,
                Color::White,
            ];
            vt100::Color::Idx(order.iter().position(|c| *c == plain).unwrap() as u8)
        }
    }
}

#[test]
fn a_terminal_shows_what_was_drawn() {
    for depth in [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Sixteen, ColorDepth::Mono] {
        let (width, height) = (100u16, 30u16);
        let line = Line::default();
        let size = Size { width, height };
        let backend = ThriftyBackend::new(line.clone(), Some(size));
        let mut terminal = Terminal::new(backend).unwrap();
        let mut emulator =
            vt100::Parser::new(height.try_into().unwrap(), width.try_into().unwrap(), 0);
        let mut state = begun(document("duct-low"), Background::Dark);
        state.theme.depth = depth;
        let mut studio = Studio::new(document("duct-low"));
        for keys in ["", "o", "j", "l l", "?", "Esc", "x", "4", "f 9 Enter", "P", "P", "P", "B"] {
            press(&mut state, keys);
            let mut expected = None;
            let drawn = terminal.draw(|f| {
                draw(&state, &mut studio, (8, 16), 100_000, f);
                expected = Some(f.buffer_mut().clone());
            });
            drawn.unwrap();
            let expected = expected.unwrap();
            if state.mode.is_pixels() {
                continue;
            }
            emulator.process(&line.0.take());
            let screen = emulator.screen();
            for y in 0..height {
                for x in 0..width {
                    let (cell, shown) = (&expected[(x, y)], screen.cell(y, x).unwrap());
                    let place = format!("{depth:?} after {keys:?} at {x}, {y}");
                    let symbol = if shown.has_contents() { shown.contents() } else { " " };
                    assert_eq!(symbol, cell.symbol(), "{place}");
                    // Of a blank the ink is not seen, of a full block the ground.
                    if cell.symbol() != "█" {
                        assert_eq!(shown.bgcolor(), seen(cell.bg), "{place}");
                    }
                    let turned = cell.modifier.contains(Modifier::REVERSED);
                    assert_eq!(shown.inverse(), turned, "{place}");
                    if cell.symbol() != " " || turned {
                        assert_eq!(shown.fgcolor(), seen(cell.fg), "{place}");
                    }
                    if cell.symbol() != " " {
                        let bold = cell.modifier.contains(Modifier::BOLD);
                        assert_eq!(shown.bold(), bold, "{place}");
                    }
                }
            }
        }
    }
}

/// A terminal that does not tell where its cursor is ended `browse` when the editor returned.
#[test]
fn a_screen_is_cleared_without_an_answer_of_the_terminal() {
    let line = Line::default();
    let size = Size { width: 80, height: 24 };
    let mut terminal = Terminal::new(ThriftyBackend::new(line.clone(), Some(size))).unwrap();
    let state = begun(document("duct-low"), Background::Dark);
    let mut studio = Studio::new(document("duct-low"));
    let mut frame = |terminal: &mut Terminal<_>| {
        terminal.draw(|f| drop(draw(&state, &mut studio, (8, 16), 100_000, f))).unwrap();
        line.0.take()
    };
    let whole = frame(&mut terminal);
    terminal.clear().unwrap();
    let again = frame(&mut terminal);
    assert!(again.len() >= whole.len(), "{} of {} bytes", again.len(), whole.len());
}

/// Where the browser is slow is the line: after the first frame only what changed is sent.
#[test]
fn a_step_in_a_list_takes_few_bytes() {
    let line = Line::default();
    let size = Size { width: 80, height: 24 };
    let mut terminal = Terminal::new(ThriftyBackend::new(line.clone(), Some(size))).unwrap();
    let mut state = begun(document("duct-low"), Background::Dark);
    let mut studio = Studio::new(document("duct-low"));
    let mut frame = |keys: &str| {
        press(&mut state, keys);
        terminal.draw(|f| drop(draw(&state, &mut studio, (8, 16), 100_000, f))).unwrap();
        line.0.take().len()
    };
    let whole = frame("");
    assert!(whole < 100_000, "{whole} bytes");
    frame("3");
    let step = frame("3");
    assert!(step < 400, "{step} bytes when nothing changed");
    // At 20 kB a second a step of the program is seen in half a second.
    let moved = frame("j");
    assert!(moved < 10_000, "{moved} bytes for a step");
}

/// At 20 kB a second, 4 kB are seen after a fifth of one.
#[test]
fn over_a_slow_line_keys_take_few_bytes_and_what_stands_still_becomes_fine() {
    const MOST: usize = 4_000;
    let line = Line::default();
    let size = Size { width: 200, height: 60 };
    let mut terminal = Terminal::new(ThriftyBackend::new(line.clone(), Some(size))).unwrap();
    let mut state = begun(document("bottle"), Background::Dark);
    let mut studio = Studio::new(document("bottle"));
    press(&mut state, "o v");
    let mut frame = |state: &State, studio: &mut Studio, most: usize| {
        terminal.draw(|f| drop(draw(state, studio, (8, 16), most, f))).unwrap();
        line.0.take().len()
    };
    frame(&state, &mut studio, usize::MAX);
    for keys in ["l", "l", "k", "L", "+", "-"] {
        press(&mut state, keys);
        let bytes = frame(&state, &mut studio, MOST);
        assert!(bytes < 2 * MOST, "{keys}: {bytes}");
    }
    let (mut frames, mut sum) = (0, 0);
    while studio.is_coarse() {
        let bytes = frame(&state, &mut studio, MOST);
        assert!(bytes < 2 * MOST, "{bytes} standing still");
        (frames, sum) = (frames + 1, sum + bytes);
        assert!(frames < 60);
    }
    assert!(sum < 100_000, "{sum} in {frames} frames");
    let bytes = frame(&state, &mut studio, MOST);
    assert!(bytes < 10, "{bytes} when nothing changes any more");
}

/// A part turned and moved on the largest screen, in every mode and number of colours, until the
/// picture is as fine as it can be: whatever happens, a frame is no longer than that.
#[test]
fn no_frame_of_text_is_longer_than_a_hundred_thousand_bytes() {
    use gouge::tui::Mode;
    const MOST: usize = 100_000;
    let line = Line::default();
    let size = Size { width: 200, height: 60 };
    let mut terminal = Terminal::new(ThriftyBackend::new(line.clone(), Some(size))).unwrap();
    let mut state = begun(document("bottle"), Background::Dark);
    let mut studio = Studio::new(document("bottle"));
    press(&mut state, "o v z 0");
    for mode in Mode::ALL.into_iter().filter(|mode| !mode.is_pixels()) {
        for depth in [ColorDepth::True, ColorDepth::Indexed, ColorDepth::Sixteen] {
            (state.mode, state.theme.depth) = (mode, depth);
            for keys in ["o", "l l l", "+ + +", "k k k k H", "B", "m", "x", "u", "?", "Esc"] {
                press(&mut state, keys);
                let mut frames = 0;
                loop {
                    terminal.draw(|f| drop(draw(&state, &mut studio, (8, 16), MOST, f))).unwrap();
                    let bytes = line.0.take().len();
                    assert!(bytes <= MOST, "{mode:?} {depth:?} {keys}: {bytes}");
                    frames += 1;
                    if !studio.is_coarse() || state.help.is_some() {
                        break;
                    }
                    assert!(frames < 40, "{mode:?} {depth:?} {keys} does not settle");
                }
            }
        }
    }
}
