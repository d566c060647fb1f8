use super::*;

/// Half-blocks in true colours on a dark background.
const HOW: (Mode, ColorDepth, Background) = (Mode::HalfBlock, ColorDepth::True, Background::Dark);

fn picture(width: usize, height: usize, color: impl Fn(usize, usize) -> Option<Rgb>) -> Picture {
    let pixels = (0..width * height).map(|i| color(i % width, i / width)).collect();
    Picture { width, height, pixels }
}

fn bytes(painter: &Painter) -> usize {
    painter.bytes.iter().sum()
}

fn painted(mode: Mode, depth: ColorDepth, picture: &Picture) -> Buffer {
    let (across, down) = mode.pixels(super::super::USUAL_CELL);
    let area = Rect::new(0, 0, (picture.width / across) as u16, (picture.height / down) as u16);
    let mut buf = Buffer::empty(area);
    Painter::default().paint(picture, area, &mut buf, (mode, depth, Background::Dark), usize::MAX);
    buf
}

#[test]
fn half_blocks_show_both_pixels() {
    let (red, blue) = (Rgb([250, 0, 0]), Rgb([0, 0, 250]));
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
    assert_eq!(shown(0), (Color::Rgb(250, 0, 0), Color::Rgb(0, 0, 250)));
    assert_eq!(shown(1), (Color::Rgb(250, 0, 0), Color::Reset));
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
        assert_eq!(painted(mode, ColorDepth::True, &dot)[(0, 0)].symbol(), lower_left, "{mode:?}");
    }
}

/// Dots were made of dots: on a light background none was left. And what had been there before,
/// with more dots, was taken for the better one.
#[test]
fn dots_show_what_is_there_now_on_either_background() {
    let area = Rect::new(0, 0, 8, 4);
    let grey = |v: u8| picture(16, 16, move |_, _| Some(Rgb([v; 3])));
    for depth in [ColorDepth::Mono, ColorDepth::True] {
        for background in [Background::Dark, Background::Light] {
            let (mut painter, mut buf) = (Painter::default(), Buffer::empty(area));
            let mut dots = |v: u8| {
                let how = (Mode::Braille, depth, background);
                painter.paint(&grey(v), area, &mut buf, how, usize::MAX);
                let count = |c: &ratatui::buffer::Cell| match c.symbol().chars().next() {
                    Some(c @ '\u{2800}'..='\u{28ff}') => (u32::from(c) - 0x2800).count_ones(),
                    _ => 0,
                };
                buf.content.iter().map(count).sum::<u32>()
            };
            let shown = [230, 128, 30].map(&mut dots);
            let [bright, middle, dark] = shown;
            let order = if background == Background::Light {
                bright < middle && middle < dark
            } else {
                bright > middle && middle > dark
            };
            assert!(
                order && shown.iter().all(|dots| *dots > 0),
                "{depth:?} {background:?} {shown:?}"
            );
        }
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
    painter.paint(&picture, area, &mut buf, HOW, usize::MAX);
    let free = bytes(&painter);
    let mut painter = Painter::default();
    painter.paint(&picture, area, &mut buf, HOW, free / 3);
    assert!(bytes(&painter) <= free / 3, "{} of {free}", bytes(&painter));
}

#[test]
fn a_still_picture_costs_nothing() {
    let picture = picture(40, 40, |x, y| Some(Rgb([(x * 6) as u8, (y * 6) as u8, 0])));
    let area = Rect::new(0, 0, 40, 20);
    let (mut painter, mut buf) = (Painter::default(), Buffer::empty(area));
    for _ in 0..20 {
        painter.paint(&picture, area, &mut buf, HOW, usize::MAX);
    }
    assert_eq!(bytes(&painter), 0);
}

#[test]
fn a_coarse_picture_that_stands_still_becomes_fine_in_few_bytes() {
    let ramp =
        |x: usize, y: usize| Some(Rgb([(x * 2) as u8, (y * 3 + x % 5) as u8, (x * y % 256) as u8]));
    let (picture, area) = (picture(100, 80, ramp), Rect::new(0, 0, 100, 40));
    let mut buf = Buffer::empty(area);
    let mut painter = Painter::default();
    painter.paint(&picture, area, &mut buf, HOW, usize::MAX);
    let (fine, free) = (buf.clone(), bytes(&painter));
    let mut painter = Painter::default();
    let most = free / 10;
    let (mut frames, mut sum) = (0, 0);
    while frames == 0 || painter.is_coarse() {
        painter.paint(&picture, area, &mut buf, HOW, most);
        assert!(frames == 0 || bytes(&painter) <= most, "{} of {most}", bytes(&painter));
        (frames, sum) = (frames + 1, sum + bytes(&painter));
        assert!(frames < 40);
    }
    assert!(sum < 2 * free, "{sum} of {free} in {frames} frames");
    let differ = buf.content.iter().zip(&fine.content).filter(|(a, b)| a != b).count();
    assert!(differ < buf.content.len() / 20, "{differ}");
}
