//! What lists and small screens show, and what is found in them.

use gouge::tui::Background;
use gouge::tui::update::{Message, update};

use crate::desk::{altered, begun, cells, document, press, text};

fn typed(keys: &str) -> String {
    keys.chars().map(|c| format!("{c} ")).collect()
}

/// `:254506-299532` was cut to `:254506-2995`, which is another line.
#[test]
fn a_number_that_does_not_fit_is_not_cut() {
    let mut document = (*document("duct-low")).clone();
    document.report.regions[0].lines = [254_506, 299_532];
    let mut state = begun(std::sync::Arc::new(document), Background::Dark);
    let narrow = text(&cells(&mut state, (80, 24)));
    assert!(narrow.contains(":254506…") && !narrow.contains("254506–2"), "{narrow}");
    assert!(text(&cells(&mut state, (200, 60))).contains("254506–299532"));
}

#[test]
fn what_the_panes_show_is_found_in_them() {
    let mut state = begun(document("block-shank"), Background::Dark);
    let last = state.document.report.regions.last().unwrap().clone();
    let line = format!(":{}", last.witness.line.min(last.lines[0]));
    for what in ["shank", &line, &last.fingerprint] {
        press(&mut state, &format!("2 g / {} Enter", typed(what)));
        assert!(!state.message.contains("not found"), "{}", state.message);
    }
    let facet = format!("facet{}", state.chosen().unwrap().witness.triangle);
    press(&mut state, "4 /");
    for c in facet.chars() {
        // A blank between the word and its number.
        if c.is_ascii_digit() && !state.prompt.as_ref().unwrap().text.contains(' ') {
            press(&mut state, "Space");
        }
        press(&mut state, &c.to_string());
    }
    press(&mut state, "Enter");
    assert!(!state.message.contains("not found"), "{}", state.message);
    assert_eq!(state.focus, gouge::tui::state::Pane::Witness);
}

/// In a terminal with room for one pane, `o` changed a picture that was not on the screen.
#[test]
fn a_picture_that_is_asked_for_is_shown_where_one_pane_has_the_screen() {
    let mut state = begun(document("duct-low"), Background::Dark);
    for (key, name) in [("o", "3-D"), ("m", "map"), ("u", "setup"), ("x", "section")] {
        press(&mut state, "2");
        text(&cells(&mut state, (40, 10)));
        press(&mut state, key);
        let shown = text(&cells(&mut state, (40, 10)));
        assert!(shown.contains(name), "{key}: {shown}");
    }
    press(&mut state, "?");
    let help = text(&cells(&mut state, (40, 10)));
    assert!(help.lines().all(|l| !l.contains('…')), "{help}");
}

/// Once more on the map did nothing.
#[test]
fn the_map_goes_to_the_gouge_and_back_to_all() {
    let mut state = begun(document("duct-low"), Background::Dark);
    press(&mut state, "m 0");
    let near = state.chart.span;
    press(&mut state, "0");
    assert!(state.chart.span > near, "{} {near}", state.chart.span);
    press(&mut state, "0");
    assert_eq!(state.chart.span, near);
}

/// A gouge along a wall was painted for the first 48 poses of its motion alone: where it ended went
/// by the zoom.
#[test]
fn a_long_gouge_is_painted_from_end_to_end() {
    const SIZE: (usize, usize) = (600, 400);
    // Deepest at the end of the way along the wall.
    let along =
        |program: &str| program.replace("G1 Y13\nG0 Z60\nM5", "G1 X12.99 Y13 Z-15.01\nG0 Z60\nM5");
    let mut state = begun(altered("block-shank", along), Background::Dark);
    press(&mut state, "o v t");
    let mut studio = gouge::tui::picture::Studio::new(state.document.clone());
    studio.render(&state, SIZE.0, SIZE.1, 1.0);
    let camera = gouge::tui::picture::camera(&state.eye, SIZE.0, SIZE.1, 1.0);
    // The rim that the shank cuts away, beside where it stands at the worst place.
    for y in [21.5, 23.0, 25.0, 28.0] {
        let [x, y, _] = camera.project(&state.document.work([9.0, y, 0.0]), SIZE.0, SIZE.1);
        let pixel = studio.picture.pixels[y as usize * SIZE.0 + x as usize].unwrap().0;
        assert!(pixel[0] > pixel[1].saturating_add(30), "{pixel:?} at {x}, {y}");
    }
}

/// Pasted text pressed keys: a `q` in it left, a `j` went on.
#[test]
fn pasted_text_is_typed_or_nothing() {
    let mut state = begun(document("duct-low"), Background::Dark);
    let before = (state.line.at, state.row().at);
    assert_eq!(update(&mut state, Message::Paste("jq:q\n".to_owned())), []);
    assert!((state.line.at, state.row().at) == before && state.prompt.is_none());
    press(&mut state, "/");
    update(&mut state, Message::Paste("G1\tX2\nq".to_owned()));
    assert_eq!(state.prompt.as_ref().unwrap().text, "G1X2");
}

/// `:motion 99`, `:999` and `:0` went to the last place or the first, without a word.
#[test]
fn a_place_that_is_not_there_is_not_gone_to() {
    let mut state = begun(document("duct-low"), Background::Dark);
    press(&mut state, ": 1 2 Enter");
    let place =
        |state: &gouge::tui::state::State| (state.line.at, state.cursor, state.crumbs.len());
    let before = place(&state);
    let motions = state.document.path.len();
    let lines = state.page().0.count();
    for what in ["0", "000", &(lines + 1).to_string(), "99999999999", &"9".repeat(40)] {
        press(&mut state, &format!(": {} Enter", typed(what)));
        assert_eq!(state.message, format!("there is no line {what}"));
    }
    for what in [motions.to_string(), "9".repeat(40)] {
        press(&mut state, &format!(": m o t i o n Space {} Enter", typed(&what)));
        assert_eq!(state.message, format!("there is no motion {what}"));
    }
    assert_eq!(place(&state), before);
    press(&mut state, &format!(": {} Enter", typed(&lines.to_string())));
    assert_eq!((state.line.at + 1, state.message.as_str()), (lines, ""));
    press(&mut state, &format!(": m o t i o n Space {} Enter", typed(&(motions - 1).to_string())));
    assert_eq!((state.cursor.motion + 1, state.message.as_str()), (motions, ""));
}
