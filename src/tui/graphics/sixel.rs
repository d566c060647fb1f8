//! DEC sixel: strips of six rows, colour by colour, from a fixed palette.
//!
//! The palette is 6 × 8 × 5 levels of red, green and blue, 240 colours, with an ordered dither
//! between them: terminals that compute palettes for us have none to compute.

use gouge_raster::{Picture, Rgb};

/// Levels of red, green, blue.
const LEVELS: [usize; 3] = [6, 8, 5];

/// Thresholds of the dither, in sixteenths.
const DITHER: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// The bytes that show `picture` from the cursor on.
pub fn encode(picture: &Picture) -> Vec<u8> {
    let (w, h) = (picture.width, picture.height);
    let mut out = Vec::with_capacity(w * h / 4 + 4096);
    // P2 = 1: what is not drawn keeps its colour, so the area is blanked by the cells before.
    out.extend(format!("\x1bP0;1;0q\"1;1;{w};{h}").bytes());
    let count = LEVELS.iter().product::<usize>();
    for index in 0..count {
        let [r, g, b] = share(index);
        out.extend(format!("#{index};2;{r};{g};{b}").bytes());
    }
    let mut indices = vec![None; w * 6];
    for top in (0..h).step_by(6) {
        let mut used = vec![false; count];
        for y in 0..6 {
            for x in 0..w {
                let index = picture.at(x, top + y).map(|c| nearest(c, x, top + y));
                indices[y * w + x] = index;
                if let Some(i) = index {
                    used[i] = true;
                }
            }
        }
        for color in (0..count).filter(|&i| used[i]) {
            out.extend(format!("#{color}").bytes());
            let bits = |x: usize| {
                (0..6).filter(|y| indices[y * w + x] == Some(color)).fold(0u8, |b, y| b | 1 << y)
            };
            runs(&mut out, (0..w).map(bits));
            out.push(b'$');
        }
        out.push(b'-');
    }
    out.extend_from_slice(b"\x1b\\");
    out
}

/// Writes columns, equal ones as a count; blank ones at the end are left out.
fn runs(out: &mut Vec<u8>, columns: impl Iterator<Item = u8>) {
    let mut run = (0u8, 0usize);
    let flush = |out: &mut Vec<u8>, (bits, count): (u8, usize)| {
        let digit = bits + 63;
        if count > 3 {
            out.extend(format!("!{count}").bytes());
            out.push(digit);
        } else {
            out.extend(std::iter::repeat_n(digit, count));
        }
    };
    for bits in columns {
        if bits == run.0 {
            run.1 += 1;
        } else {
            flush(out, run);
            run = (bits, 1);
        }
    }
    if run.0 != 0 {
        flush(out, run);
    }
}

/// A colour of the palette in percent.
fn share(index: usize) -> [usize; 3] {
    let [r, g, b] = LEVELS;
    [index / (g * b) * 100 / (r - 1), index / b % g * 100 / (g - 1), index % b * 100 / (b - 1)]
}

fn nearest(Rgb(c): Rgb, x: usize, y: usize) -> usize {
    let level = |k: usize| {
        let steps = LEVELS[k] as i32 - 1;
        let dither = (2 * DITHER[y % 4][x % 4] - 15) * 255 / (steps * 32);
        ((i32::from(c[k]) + dither).clamp(0, 255) * steps + 127) as usize / 255
    };
    (level(0) * LEVELS[1] + level(1)) * LEVELS[2] + level(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_of_one_colour_is_one_run() {
        let white = Picture { width: 100, height: 6, pixels: vec![Some(Rgb([255; 3])); 600] };
        let text = String::from_utf8(encode(&white)).unwrap();
        assert!(text.starts_with("\x1bP0;1;0q\"1;1;100;6"));
        assert!(text.ends_with("#239!100~$-\x1b\\"), "{}", &text[text.len() - 30..]);
    }

    #[test]
    fn background_is_not_drawn() {
        let text = encode(&Picture::new(20, 12));
        let body = text.rsplit(|b| *b == b'#').next().unwrap();
        assert!(body.ends_with(b"--\x1b\\"));
    }
}
