//! Every pane and view at three sizes, dark and light.

use gouge::tui::check_state::CheckState;
use gouge::tui::opening::{self, Opening};
use gouge::tui::picture::Studio;
use gouge::tui::screen::draw;
use gouge::tui::{Background, ColorDepth, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::desk::{SIZES, begun, cells, colours, document, press, text};

/// Keeps a screen after `keys`, at every size. Text is the same on either background; what
/// colours come to is kept as a number.
fn keep(name: &str, report: &str, keys: &str) {
    for size in SIZES {
        let [dark, light] = [Background::Dark, Background::Light].map(|background| {
            let mut state = begun(document(report), background);
            press(&mut state, keys);
            cells(&mut state, size)
        });
        let words = |buffer| -> String {
            let all = text(buffer);
            all.chars().filter(|c| c.is_alphanumeric()).collect()
        };
        assert_eq!(words(&dark), words(&light), "{name}: words differ by background");
        let screen = format!(
            "{}dark {:016x}, light {:016x}\n",
            text(&dark),
            colours(&dark),
            colours(&light)
        );
        insta::assert_snapshot!(format!("{name}_{}x{}", size.0, size.1), screen);
    }
}

macro_rules! kept {
    ($($name:ident $report:literal $keys:literal;)*) => {$(
        #[test]
        fn $name() {
            keep(stringify!($name), $report, $keys);
        }
    )*};
}

kept! {
    section "duct-low" "";
    section_of_a_shank "block-shank" "";
    space "duct-low" "o 0";
    map "duct-low" "m";
    map_of_clearances "block-shank measured" "m m";
    map_of_clearances_not_measured "block-shank" "m m";
    setup "duct-low" "u";
    operations "duct-low" "1 z";
    regions "block-shank" "2 z";
    program "duct-low" "3 z";
    witness "duct-low" "4 z";
    witness_of_a_shank "block-shank" "4";
    assumptions "duct-low" "5 z";
    help "duct-low" "?";
    clean "boss" "";
}

/// A part of millions of facets takes seconds to prepare.
#[test]
fn what_is_still_being_prepared_is_announced_and_then_shown() {
    let size = (80, 24);
    let mut studio = Studio::begin(document("duct-low"));
    let screen = |keys: &str, studio: &mut Studio| {
        let mut state = begun(document("duct-low"), Background::Dark);
        press(&mut state, keys);
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        terminal.draw(|f| drop(draw(&state, studio, (8, 16), usize::MAX, f))).unwrap();
        (text(terminal.backend().buffer()), text(&cells(&mut state, size)))
    };
    let (drawn, whole) = screen("", &mut studio);
    assert_eq!(drawn, whole, "a section needs no preparing");
    for keys in ["o", "m", "u"] {
        assert!(screen(keys, &mut studio).0.contains(" facets … "), "{keys}");
    }
    while studio.is_coming() {
        studio.arrive();
        std::thread::yield_now();
    }
    for keys in ["o", "m", "u"] {
        let (drawn, whole) = screen(keys, &mut studio);
        assert_eq!(drawn, whole, "{keys}");
    }
}

/// Without colours part and tool were one grey, and the path was not there.
#[test]
fn tool_and_path_differ_from_the_part_without_colours() {
    let mut state = begun(document("duct-low"), Background::Dark);
    (state.theme.depth, state.mode) = (ColorDepth::Mono, gouge::tui::Mode::Braille);
    press(&mut state, "o v z");
    let dots = |state: &mut gouge::tui::state::State| {
        let buffer = cells(state, (120, 40));
        let of = |c: &ratatui::buffer::Cell| match c.symbol().chars().next().unwrap_or(' ') {
            glyph @ '\u{2800}'..='\u{28ff}' => (u32::from(glyph) - 0x2800).count_ones(),
            _ => 0,
        };
        buffer.content.iter().map(of).filter(|dots| *dots >= 6).count()
    };
    let with_tool = dots(&mut state);
    press(&mut state, "S");
    let sheer = dots(&mut state);
    assert!(with_tool > 20 && with_tool > 4 * sheer, "{with_tool} cells, {sheer} see-through");
}

#[test]
fn nothing_is_drawn_that_does_not_fit() {
    for size in [(1, 1), (7, 2), (8, 3), (20, 5), (39, 11), (40, 12), (110, 13), (300, 100)] {
        for keys in ["", "o", "m", "u", "1", "3 z", "4", "5", "?", "/"] {
            let mut state = begun(document("duct-low"), Background::Dark);
            press(&mut state, keys);
            assert_eq!(cells(&mut state, size).area.width, size.0);
        }
    }
}

#[test]
fn the_ways_to_help_and_out_stand_in_eighty_columns() {
    for keys in ["", "o", "1", "2", "3", "4", "5"] {
        let mut state = begun(document("duct-low"), Background::Dark);
        press(&mut state, keys);
        let screen = text(&cells(&mut state, (80, 24)));
        let foot = screen.lines().last().unwrap();
        assert!(foot.contains("? help") && foot.contains("q leave"), "{keys}: {foot}");
    }
}

/// Rows are drawn as far as the screen goes, whatever the lists hold.
#[test]
fn a_hundred_thousand_regions_and_ten_million_motions_are_a_screen_like_any_other() {
    use std::sync::Arc;
    let mut many = gouge::tui::Document::clone(&document("duct-low"));
    let one = many.report.regions[0].clone();
    many.report.regions = (1..=100_000)
        .map(|id| {
            let mut region = one.clone();
            (region.id, region.fingerprint) = (id, format!("{id:016x}"));
            region.depth_mm = [1.0 / f64::from(id); 2];
            region
        })
        .collect();
    let steps = many.path.steps.clone();
    Arc::make_mut(&mut many.path).steps = steps.iter().copied().cycle().take(10_000_000).collect();
    let many = Arc::new(many);
    let mut state = begun(Arc::clone(&many), Background::Dark);
    assert_eq!(state.listed.len(), 100_000);
    // What is kept from frame to frame is made once.
    let mut studio = Studio::new(many);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    for key in ["G", "k", "Ctrl-u", "g", "Ctrl-d", "j", "o", ".", "3", "G", "x"] {
        press(&mut state, key);
        terminal.draw(|f| drop(draw(&state, &mut studio, (8, 16), 100_000, f))).unwrap();
        let shown = text(terminal.backend().buffer());
        assert!(shown.contains(&format!("region {}", state.chosen().unwrap().id)), "{key}");
    }
}

/// `.ci/picture` makes it.
#[test]
fn the_picture_of_the_readme_shows_this_program() {
    let mut state = begun(document("block-shank"), Background::Dark);
    let size = ratatui::layout::Size { width: 120, height: 40 };
    let kept = std::fs::read_to_string(crate::desk::root().join("docs/browse.svg")).unwrap();
    let same = gouge::tui::shot::screen(&mut state, size) == kept;
    assert!(same, "docs/browse.svg is old: run .ci/picture");
}

/// Motions of a step before gave "writing the report 0 %, 1004 s left".
#[test]
fn time_left_is_shown_for_motions_only() {
    let head = |done, total, seconds| {
        let mut state = begun(document("duct-low"), Background::Dark);
        state.check = CheckState::Running { phase: "busy", done, total, seconds };
        text(&cells(&mut state, (80, 24))).lines().next().unwrap_or_default().to_owned()
    };
    assert!(head(25, 100, Some(2.0)).contains("busy 25 %, 25 of 100 6 s left"));
    for (done, total, seconds) in [(0, 0, None), (0, 100, Some(2.0)), (25, 100, None)] {
        let head = head(done, total, seconds);
        assert!(head.contains("busy") && !head.contains("left"), "{head}");
    }
    assert!(!head(0, 0, None).contains('%'));
}

/// Nothing was on the screen for eight seconds while 144 MB were read.
#[test]
fn what_is_being_read_is_named_before_there_is_anything_to_look_at() {
    let opening = Opening {
        files: vec![
            ("molds/a-part-with-a-long-name.stl".to_owned(), Some(143_760_184)),
            ("-".to_owned(), None),
        ],
        phase: "reading the meshes",
        seconds: 1.25,
        leave: "q".to_owned(),
    };
    let theme = Theme { background: Background::Dark, depth: ColorDepth::True };
    let shown = |width, height| {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|f| opening::draw(&opening, &theme, f)).unwrap();
        text(terminal.backend().buffer())
    };
    let whole = shown(80, 24);
    for part in ["reading the meshes 1.2 s", "a-part-with-a-long-name.stl    143.8 MB", "q leaves"]
    {
        assert!(whole.contains(part), "{whole}");
    }
    assert!(shown(30, 10).contains("-long-name.stl    143.8 MB"));
    for (width, height) in [(1, 1), (7, 3), (200, 2)] {
        shown(width, height);
    }
}

/// With its files gone, a section told how many "NaN mm" it lies off the axis.
#[test]
fn a_section_without_files_shows_no_number() {
    let mut report = document("block-shank").report.clone();
    report.inputs.program.path = "gone.ngc".to_owned();
    report.inputs.parts[0].path = "gone.stl".to_owned();
    let gone = gouge::tui::load(report, "/nowhere".as_ref()).unwrap();
    let shown = text(&cells(&mut begun(std::sync::Arc::new(gone), Background::Dark), (200, 60)));
    assert!(!shown.contains("NaN"), "{shown}");
    assert!(shown.contains("where the tool stands"), "{shown}");
}
