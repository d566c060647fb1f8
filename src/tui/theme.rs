//! Colours. Text takes the terminal's own sixteen, so that it is readable in every theme;
//! pictures bring their own, for a dark and for a light background.

use gouge_raster::{Colours, Material, Rgb, SHADOW};
use ratatui::style::{Color, Modifier, Style};

use super::graphics::ColorDepth;

/// Brightness of what no lamp reaches, on a light background: darker parts would look like holes
/// in the page.
const LIGHT_SHADOW: f32 = 0.45;

/// What text means, as styles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The background is light.
    pub light: bool,
    /// How many colours there are.
    pub depth: ColorDepth,
}

impl Theme {
    fn color(&self, color: Color) -> Style {
        if self.depth == ColorDepth::Mono { Style::new() } else { Style::new().fg(color) }
    }

    /// Plain text.
    pub fn text(&self) -> Style {
        Style::new()
    }

    /// Less important text.
    pub fn faint(&self) -> Style {
        if self.depth == ColorDepth::Mono { Style::new() } else { Style::new().fg(Color::DarkGray) }
    }

    /// A heading.
    pub fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// A gouge, or what makes one.
    pub fn bad(&self) -> Style {
        self.color(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// Proved clean.
    pub fn good(&self) -> Style {
        self.color(Color::Green)
    }

    /// Not decided, assumed, suspicious.
    pub fn doubtful(&self) -> Style {
        self.color(Color::Yellow)
    }

    /// Numbers and names worth a look.
    pub fn accent(&self) -> Style {
        self.color(Color::Cyan)
    }

    /// The chosen row.
    pub fn chosen(&self) -> Style {
        Style::new().fg(Color::Reset).bg(Color::Reset).add_modifier(Modifier::REVERSED)
    }

    /// The border of a pane.
    pub fn border(&self, focused: bool) -> Style {
        if focused { self.accent().add_modifier(Modifier::BOLD) } else { self.faint() }
    }

    /// Lines over pictures: on the background, on something dark, on something bright.
    pub fn ink(&self) -> [Rgb; 3] {
        self.inks(Rgb([240, 240, 240]), Rgb([20, 24, 32]))
    }

    /// The axis of a tool, likewise.
    pub fn axis_ink(&self) -> [Rgb; 3] {
        self.inks(Rgb([150, 190, 230]), Rgb([30, 80, 130]))
    }

    fn inks(&self, bright: Rgb, dark: Rgb) -> [Rgb; 3] {
        [if self.light { dark } else { bright }, bright, dark]
    }

    /// Colours of pictures.
    pub fn picture(&self) -> Colours {
        let mut of = [Rgb([128; 3]); Material::COUNT];
        let mut set = |material: Material, rgb: [u8; 3]| of[usize::from(material.0)] = Rgb(rgb);
        set(Material::PART, if self.light { [176, 188, 204] } else { [168, 182, 200] });
        set(Material::FIXTURE, if self.light { [148, 142, 110] } else { [132, 124, 88] });
        set(Material::CUTTER, [242, 190, 66]);
        set(Material::SHANK, if self.light { [150, 150, 158] } else { [196, 196, 204] });
        set(Material::HOLDER, if self.light { [96, 110, 140] } else { [116, 132, 168] });
        set(Material::CUT, if self.light { [120, 136, 160] } else { [96, 112, 140] });
        set(Material::RAPID, if self.light { [196, 120, 20] } else { [214, 160, 80] });
        set(Material::FEED, if self.light { [30, 110, 190] } else { [98, 178, 246] });
        set(Material::GOUGE, if self.light { [200, 20, 30] } else { [255, 72, 72] });
        set(Material::AID, if self.light { [110, 110, 110] } else { [140, 140, 140] });
        set(Material::AXIS_X, [220, 70, 60]);
        set(Material::AXIS_Y, [60, 170, 70]);
        set(Material::AXIS_Z, [70, 110, 230]);
        set(Material::BACK, if self.light { [150, 132, 150] } else { [104, 88, 108] });
        // From shallow to deep: lightness falls evenly, so that zones differ without hue too.
        const ZONES: [[u8; 3]; 8] = [
            [250, 214, 112],
            [250, 180, 76],
            [246, 142, 62],
            [232, 102, 60],
            [210, 66, 66],
            [176, 42, 84],
            [132, 30, 98],
            [86, 22, 98],
        ];
        for (i, rgb) in ZONES.into_iter().enumerate() {
            set(Material::zone(i), rgb);
        }
        if self.depth == ColorDepth::Mono {
            // Brightness alone tells them apart.
            for (material, v) in [
                (Material::PART, 76),
                (Material::FIXTURE, 54),
                (Material::CUT, 44),
                (Material::CUTTER, 255),
                (Material::SHANK, 225),
                (Material::HOLDER, 195),
                (Material::RAPID, 255),
                (Material::FEED, 255),
                (Material::GOUGE, 255),
            ] {
                set(material, [v; 3]);
            }
        }
        let shades = match self.depth {
            ColorDepth::True => 40,
            ColorDepth::Indexed => 20,
            ColorDepth::Sixteen => 5,
            ColorDepth::Mono => 16,
        };
        Colours { of, shades, shadow: if self.light { LIGHT_SHADOW } else { SHADOW } }
    }
}
