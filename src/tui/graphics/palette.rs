//! Colours reduced to those that a terminal can show.

use gouge_raster::Rgb;
use ratatui::style::Color;

/// The background of the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// Light letters on it.
    #[default]
    Dark,
    /// Dark letters on it.
    Light,
}

impl Background {
    /// The one of two that goes with it.
    pub fn pick<T>(self, dark: T, light: T) -> T {
        match self {
            Self::Dark => dark,
            Self::Light => light,
        }
    }

    /// The other one.
    pub fn other(self) -> Self {
        self.pick(Self::Light, Self::Dark)
    }
}

/// How many colours there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorDepth {
    /// 24 bits.
    #[default]
    True,
    /// The 6 × 6 × 6 cube and 24 greys.
    Indexed,
    /// The terminal's own sixteen.
    Sixteen,
    /// One: pictures are made of dots, marks of glyphs.
    Mono,
}

impl std::str::FromStr for ColorDepth {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "true" => Ok(Self::True),
            "256" => Ok(Self::Indexed),
            "16" => Ok(Self::Sixteen),
            "none" => Ok(Self::Mono),
            _ => Err(format!("`{word}` is not a valid number of colours; use true, 256, 16, none")),
        }
    }
}

impl ColorDepth {
    /// From the environment: `NO_COLOR`, `COLORTERM`, then what `TERM` says. Lines over ssh lose
    /// `COLORTERM`, so terminals known to have 24 bits are told by name.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let said = |name: &str| variable(name).unwrap_or_default();
        if !said("NO_COLOR").is_empty() {
            return Self::Mono;
        }
        if matches!(said("COLORTERM").as_str(), "truecolor" | "24bit") {
            return Self::True;
        }
        let term = said("TERM");
        const FULL: [&str; 8] =
            ["kitty", "alacritty", "ghostty", "foot", "wezterm", "contour", "direct", "rio"];
        match term.as_str() {
            "" | "dumb" => Self::Mono,
            t if t.starts_with("vt") => Self::Mono,
            t if FULL.iter().any(|known| t.contains(known)) => Self::True,
            t if t.contains("256color") => Self::Indexed,
            _ => Self::Sixteen,
        }
    }

    /// The nearest colour there is.
    pub fn color(self, rgb: Rgb) -> Color {
        match self {
            // The same colour by its number takes half the bytes.
            Self::True if is_short(rgb) => Color::Indexed(indexed(rgb)),
            Self::True => Color::Rgb(rgb.0[0], rgb.0[1], rgb.0[2]),
            Self::Indexed => Color::Indexed(indexed(rgb)),
            Self::Sixteen => Color::Indexed(sixteen(rgb)),
            Self::Mono => Color::Reset,
        }
    }

    /// What the terminal makes of it.
    pub fn shown(self, rgb: Rgb) -> Rgb {
        match self {
            Self::True | Self::Mono => rgb,
            Self::Indexed => rgb_of(indexed(rgb)),
            Self::Sixteen => SIXTEEN[usize::from(sixteen(rgb))],
        }
    }
}

/// The levels of the colour cube.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The sixteen as the Linux console has them; every terminal has a theme of its own.
const SIXTEEN: [Rgb; 16] = [
    Rgb([0, 0, 0]),
    Rgb([170, 0, 0]),
    Rgb([0, 170, 0]),
    Rgb([170, 85, 0]),
    Rgb([0, 0, 170]),
    Rgb([170, 0, 170]),
    Rgb([0, 170, 170]),
    Rgb([170, 170, 170]),
    Rgb([85, 85, 85]),
    Rgb([255, 85, 85]),
    Rgb([85, 255, 85]),
    Rgb([255, 255, 85]),
    Rgb([85, 85, 255]),
    Rgb([255, 85, 255]),
    Rgb([85, 255, 255]),
    Rgb([255, 255, 255]),
];

/// The usual colour of an index.
pub fn rgb_of(index: u8) -> Rgb {
    match index {
        0..=15 => SIXTEEN[usize::from(index)],
        16..=231 => {
            let i = usize::from(index - 16);
            Rgb([LEVELS[i / 36], LEVELS[i / 6 % 6], LEVELS[i % 6]])
        }
        _ => Rgb([8 + 10 * (index - 232); 3]),
    }
}

/// A colour near to this one that can be named by a number.
pub fn short(rgb: Rgb) -> Rgb {
    let near = rgb_of(indexed(rgb));
    if is_short(near) { near } else { rgb }
}

/// Whether a number names exactly this colour in every terminal. Themes are known to give away the
/// numbers before 22, those without red and green.
pub fn is_short(Rgb([r, g, b]): Rgb) -> bool {
    let level = |v: u8| LEVELS.contains(&v);
    let grey = r == g && g == b && (8..=238).contains(&r) && (r - 8).is_multiple_of(10);
    grey || level(r) && level(g) && level(b) && (r > 0 || g > 0)
}

fn indexed(rgb: Rgb) -> u8 {
    let level = |v: u8| (0..6).min_by_key(|&i| LEVELS[usize::from(i)].abs_diff(v)).unwrap_or(0);
    let [r, g, b] = rgb.0.map(level);
    let cube = 16 + 36 * r + 6 * g + b;
    let mean = rgb.0.iter().map(|&v| u16::from(v)).sum::<u16>() / 3;
    let grey = 232 + (mean.saturating_sub(3) / 10).min(23) as u8;
    if rgb_of(grey).distance(rgb) < rgb_of(cube).distance(rgb) { grey } else { cube }
}

fn sixteen(rgb: Rgb) -> u8 {
    (0..16).min_by_key(|&i| SIXTEEN[usize::from(i)].distance(rgb)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_palette_are_their_own_nearest() {
        for i in 16..=255 {
            assert_eq!(rgb_of(indexed(rgb_of(i))), rgb_of(i));
        }
        assert!((22..=255).all(|i| is_short(rgb_of(i))));
        assert!((16..22).all(|i| !is_short(rgb_of(i))));
        for i in 0..16 {
            assert_eq!(sixteen(SIXTEEN[usize::from(i)]), i);
        }
    }

    #[test]
    fn the_environment_tells_the_number_of_colours() {
        let depth = |set: &[(&str, &str)]| {
            ColorDepth::from_environment(|name| {
                set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned())
            })
        };
        assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), ColorDepth::Mono);
        assert_eq!(depth(&[("COLORTERM", "truecolor")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "xterm-kitty")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "tmux-256color")]), ColorDepth::Indexed);
        assert_eq!(depth(&[("TERM", "linux")]), ColorDepth::Sixteen);
        assert_eq!(depth(&[("TERM", "dumb")]), ColorDepth::Mono);
        assert_eq!(depth(&[]), ColorDepth::Mono);
    }
}
