//! The kitty graphics protocol: a PNG in base64, in pieces, at the cursor.
//!
//! Two image numbers alternate, so that the old picture goes only when the new one is there.
//! Pictures lie below the text, which stays readable on them.

use std::sync::atomic::{AtomicU32, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gouge_raster::Picture;
use ratatui::layout::Size;

/// Takes all pictures away.
pub const CLEAR: &[u8] = b"\x1b_Ga=d,d=A,q=2\x1b\\";

/// Most bytes of one piece.
const PIECE: usize = 4096;

/// Numbers of our pictures.
const NUMBERS: [u32; 2] = [7131, 7132];

static TURN: AtomicU32 = AtomicU32::new(0);

/// The bytes that show `picture` over so many cells, from the cursor on, which stays.
pub fn encode(picture: &Picture, cells: Size, first: bool) -> Vec<u8> {
    let turn = TURN.fetch_add(1, Ordering::Relaxed) as usize;
    let (number, old) = (NUMBERS[turn % 2], NUMBERS[(turn + 1) % 2]);
    let Some(png) = png(picture) else { return Vec::new() };
    let coded = STANDARD.encode(&png);
    let mut out = Vec::with_capacity(coded.len() + 256);
    if first {
        out.extend_from_slice(CLEAR);
    }
    let mut pieces = coded.as_bytes().chunks(PIECE).peekable();
    let (columns, rows) = (cells.width, cells.height);
    let mut head = format!("a=T,f=100,i={number},p=1,c={columns},r={rows},C=1,z=-1,q=2,");
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        out.extend(format!("\x1b_G{head}m={more};").bytes());
        out.extend_from_slice(piece);
        out.extend_from_slice(b"\x1b\\");
        head.clear();
    }
    out.extend(format!("\x1b_Ga=d,d=I,i={old},q=2\x1b\\").bytes());
    out
}

/// The picture as a PNG with a transparent background; none for an empty one.
fn png(picture: &Picture) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let data: Vec<u8> = picture
        .pixels
        .iter()
        .flat_map(|p| p.map_or([0; 4], |c| [c.0[0], c.0[1], c.0[2], 255]))
        .collect();
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&data).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_raster::Rgb;

    #[test]
    fn pieces_are_short_and_only_the_last_ends() {
        let noise =
            |i: usize| Some(Rgb([(i * 7919 % 256) as u8, (i * 31 % 256) as u8, (i % 251) as u8]));
        let picture =
            Picture { width: 120, height: 90, pixels: (0..120 * 90).map(noise).collect() };
        let text = String::from_utf8(encode(&picture, Size::new(15, 6), true)).unwrap();
        let pieces: Vec<&str> = text.split("\x1b_G").filter(|p| p.contains("m=")).collect();
        assert!(pieces.len() > 2);
        assert!(pieces.iter().all(|p| p.len() < PIECE + 128));
        let ends: Vec<bool> = pieces.iter().map(|p| p.contains("m=0;")).collect();
        assert!(ends.iter().rev().skip(1).all(|end| !end) && ends.last() == Some(&true));
        assert!(text.contains("c=15,r=6"));
    }
}
