//! The picture as a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::decision::place;
use super::graphics::Background;
use super::picture::{Label, Studio};
use super::shot::{escaped, label_colours};
use super::state::State;
use crate::output;
use crate::tool::Spec;

/// Pixels of an exported picture.
const SIZE: (u32, u32) = (1600, 1000);

/// Height of its letters, pixels, and their width as a share of that.
const LETTERS: f64 = 13.0;
const LETTER: f64 = 0.6;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Svg,
    Png,
}

impl Kind {
    /// By the name's ending.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }
}

/// What writing a picture to a file would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Harm: why it is not done.
    Refused(String),
    /// Something stands there.
    There,
    /// Nothing stands there.
    Free,
}

impl State {
    /// Looks at the file that a picture is to be written to. What is looked at never turns into a
    /// picture of itself.
    pub fn target(&self, path: &Path) -> Target {
        if Kind::of(path).is_none() {
            let file = path.display();
            return Target::Refused(format!("not written: end {file} with .svg or .png"));
        }
        let whole = |path: &Path| path.canonicalize().ok();
        let Some(named) = whole(path) else { return Target::Free };
        let inputs = &self.document.report.inputs;
        let meshes = inputs.parts.iter().chain(&inputs.fixtures).map(|m| m.path.as_str());
        let called = inputs.program.subprograms.iter().map(|s| s.file.as_str());
        let said = meshes.chain(called).chain([inputs.program.path.as_str()]).map(PathBuf::from);
        let tools = inputs.tools.iter();
        let of_tools = tools.flat_map(|t| Spec::files(&t.spec, Path::new(&t.base)));
        let read = self.document.sources.iter().chain(&self.kept).cloned();
        if said
            .chain(of_tools)
            .chain(read)
            .chain([place(self)])
            .any(|file| whole(&file).as_ref() == Some(&named))
        {
            let file = path.display();
            return Target::Refused(format!("not written: {file} is needed as it is"));
        }
        Target::There
    }
}

/// Writes what the view shows: as SVG with its numbers and names, as PNG without them.
///
/// # Errors
/// What kept the file from being written.
pub fn write(state: &State, studio: &mut Studio, path: &Path) -> Result<(), String> {
    studio.render(state, SIZE.0 as usize, SIZE.1 as usize, 1.0);
    let background = state.theme.background.pick([18, 20, 24], [255; 3]);
    let data: Vec<u8> =
        studio.picture.pixels.iter().flat_map(|p| p.map_or(background, |c| c.0)).collect();
    output::write_with(path, |out| match Kind::of(path) {
        Some(Kind::Svg) => {
            let mut pixels = Vec::new();
            png(&data, &mut pixels)?;
            svg(&STANDARD.encode(&pixels), &studio.labels, state.theme.background, out)
        }
        _ => png(&data, out),
    })
    .map_err(|e| e.to_string())
}

fn png(data: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(data).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

/// The pixels as they are, and words over them that stay words.
fn svg(
    pixels: &str,
    labels: &[Label],
    background: Background,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (w, h) = SIZE;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" \
         font-size=\"{LETTERS}\">\n\
         <image width=\"{w}\" height=\"{h}\" href=\"data:image/png;base64,{pixels}\"/>"
    )?;
    for label in labels {
        let [x, y] = label.at;
        let (ink, ground) = label_colours(label, background);
        if let Some(ground) = ground {
            let wide = LETTERS * LETTER * label.text.chars().count() as f64;
            let top = y - 0.6 * LETTERS;
            writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"{ground}\"/>",
                1.2 * LETTERS
            )?;
        }
        let text = escaped(&label.text);
        let base = y + 0.35 * LETTERS;
        writeln!(
            out,
            "<text xml:space=\"preserve\" x=\"{x:.1}\" y=\"{base:.1}\" fill=\"{ink}\">{text}</text>"
        )?;
    }
    writeln!(out, "</svg>")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::check::{Check, Running, Watch};
    use crate::job::Settings;
    use crate::tui::binding::Keys;
    use crate::tui::{Background, ColorDepth, Mode, Theme, load};

    /// Pictures had an arrow without its number, and a bar without its length.
    #[test]
    fn a_picture_has_its_numbers() {
        let settings = Settings::duct_low();
        let check = Check::new(&settings).unwrap();
        let report = check.run(&Running::default(), &Watch::default()).unwrap();
        let document = Arc::new(load(report, "".as_ref()).unwrap());
        let theme = Theme { background: Background::Light, depth: ColorDepth::True };
        let keys = Keys::with(&BTreeMap::new()).unwrap();
        let state = State::new(Arc::clone(&document), Mode::HalfBlock, theme, keys);
        let place = tempfile::tempdir().unwrap();
        let written = |name: &str| {
            let path = place.path().join(name);
            write(&state, &mut Studio::new(Arc::clone(&document)), &path).unwrap();
            std::fs::read(path).unwrap()
        };
        let svg = String::from_utf8(written("a.svg")).unwrap();
        assert!(svg.contains("> 0.050 mm </text>") && svg.contains("plane at"), "{}", svg.len());
        assert!(svg.contains("href=\"data:image/png;base64,iVBOR"));
        assert!(written("a.PNG").starts_with(b"\x89PNG"));
        assert!(matches!(state.target(Path::new("a.jpg")), Target::Refused(_)));
    }
}
