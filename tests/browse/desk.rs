//! Samples, checked once, and states that look at them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock};

use gouge::tui::binding::Keys;
use gouge::tui::effect::Effect;
use gouge::tui::state::State;
use gouge::tui::update::{Message, update};
use gouge::tui::{Background, ColorDepth, Document, Mode, Theme, load};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use ratatui::style::Color;

/// The sizes that screens are kept for.
pub const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (200, 60)];

/// The folder the samples lie in.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What is typed to check a sample.
pub fn arguments(name: &str) -> Vec<String> {
    let made = gouge::sample::make(name, &gouge::sample::Size::default()).unwrap();
    let [x, y, z] = made.start;
    let mut args = vec![made.part_file.clone(), made.program_file.clone()];
    args.extend(["--start".to_owned(), format!("{x},{y},{z}")]);
    for (number, tool) in &made.tools {
        args.extend(["--tool".to_owned(), format!("{number}={tool}")]);
    }
    args
}

fn checked(name: &str, more: &[&str]) -> Arc<Document> {
    checked_with(&arguments(name), more)
}

/// The report of a sample whose program was altered.
pub fn altered(name: &str, program: impl Fn(&str) -> String) -> Arc<Document> {
    let room = tempfile::tempdir().unwrap();
    let mut args = arguments(name);
    let text = program(&std::fs::read_to_string(root().join(&args[1])).unwrap());
    let file = room.path().join("altered.ngc");
    std::fs::write(&file, text).unwrap();
    args[1] = file.to_string_lossy().into_owned();
    checked_with(&args, &[])
}

fn checked_with(args: &[String], more: &[&str]) -> Arc<Document> {
    let done = Command::new(env!("CARGO_BIN_EXE_gouge"))
        .current_dir(root())
        .arg("check")
        .args(args)
        .args(more)
        .args(["--format", "json", "--no-run"])
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&done.stderr);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{args:?}: {error}");
    let report = serde_json::from_slice(&done.stdout).unwrap();
    Arc::new(load(report, root()).unwrap())
}

static DUCT: LazyLock<Arc<Document>> = LazyLock::new(|| checked("duct-low", &[]));
static SHANK: LazyLock<Arc<Document>> = LazyLock::new(|| checked("block-shank", &[]));
static ROOM: LazyLock<Arc<Document>> = LazyLock::new(|| checked("block-shank", &["--clearance"]));
static BOTTLE: LazyLock<Arc<Document>> = LazyLock::new(|| checked("bottle", &[]));
static BOSS: LazyLock<Arc<Document>> = LazyLock::new(|| checked("boss", &[]));

/// The report of a sample: `duct-low` gouges with its cutter, `block-shank` with its shank,
/// `bottle` and `boss` are clean; `measured` ones have clearances.
pub fn document(name: &str) -> Arc<Document> {
    Arc::clone(match name {
        "duct-low" => &DUCT,
        "block-shank" => &SHANK,
        "block-shank measured" => &ROOM,
        "bottle" => &BOTTLE,
        "boss" => &BOSS,
        other => panic!("no report of {other}"),
    })
}

/// As browse begins with a report.
pub fn begun(document: Arc<Document>, background: Background) -> State {
    let theme = Theme { background, depth: ColorDepth::True };
    State::new(document, Mode::HalfBlock, theme, Keys::with(&BTreeMap::new()).unwrap())
}

/// Presses keys, separated by blanks.
pub fn press(state: &mut State, keys: &str) -> Vec<Effect> {
    let each = keys.split_whitespace().map(|key| key.parse().unwrap());
    each.flat_map(|key| update(state, Message::Key(key))).collect()
}

/// The screen.
pub fn cells(state: &mut State, (width, height): (u16, u16)) -> Buffer {
    gouge::tui::shot::cells(state, Size { width, height })
}

/// The screen as text. Half-blocks are drawn by brightness, so that a picture can be seen.
pub fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            match cell.symbol() {
                "▀" | "▄" => line.push(brightness(cell.fg, cell.bg)),
                "█" => line.push(brightness(cell.fg, cell.fg)),
                " " if matches!(cell.bg, Color::Rgb(..)) => {
                    line.push(brightness(cell.bg, cell.bg));
                }
                symbol => line.push_str(symbol),
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn brightness(a: Color, b: Color) -> char {
    let of = |c: Color| match c {
        Color::Rgb(r, g, b) => u32::from(r) * 2 + u32::from(g) * 5 + u32::from(b),
        _ => 0,
    };
    // Eight times 255 twice is the brightest.
    char::from(b" .:-=+*#%@"[((of(a) + of(b)) * 10 / (8 * 255 * 2 + 1)) as usize])
}

/// One number for all colours of a screen (FNV-1a).
pub fn colours(buffer: &Buffer) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for cell in &buffer.content {
        for byte in format!("{:?}{:?}{:?}", cell.fg, cell.bg, cell.modifier).bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    sum
}
