//! The picture as a file.

use std::path::Path;

use super::picture::Studio;
use super::state::State;
use crate::output;

/// Pixels of an exported picture.
const SIZE: (u32, u32) = (1600, 1000);

/// Writes what the view shows as PNG.
///
/// # Errors
/// What kept the file from being written.
pub fn png(state: &State, studio: &mut Studio, path: &Path) -> Result<(), String> {
    studio.render(state, SIZE.0 as usize, SIZE.1 as usize, 1.0);
    let background = if state.theme.light { [255; 3] } else { [18, 20, 24] };
    let data: Vec<u8> =
        studio.picture.pixels.iter().flat_map(|p| p.map_or(background, |c| c.0)).collect();
    output::write_with(path, |out| {
        let mut encoder = png::Encoder::new(out, SIZE.0, SIZE.1);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(std::io::Error::other)?;
        writer.write_image_data(&data).map_err(std::io::Error::other)?;
        writer.finish().map_err(std::io::Error::other)
    })
    .map_err(|e| e.to_string())
}
