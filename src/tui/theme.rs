//! Colours. Text takes the terminal's own sixteen, so that it is readable in every theme;
//! pictures bring their own, for a dark and for a light background.

use gouge_raster::{Colours, Material, Rgb, SHADOW};
use ratatui::style::{Color, Modifier, Style};

use super::graphics::{Background, ColorDepth};

/// Brightness of what no lamp reaches, on a light background: darker parts would look like holes
/// in the page.
const LIGHT_SHADOW: f32 = 0.45;

/// What text means, as styles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The background that its colours are for.
    pub background: Background,
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
        [self.background.pick(bright, dark), bright, dark]
    }

    /// Colours of pictures.
    pub fn picture(&self) -> Colours {
        let mut of = [Rgb([128; 3]); Material::COUNT];
        let mut set = |material: Material, rgb: [u8; 3]| of[usize::from(material.0)] = Rgb(rgb);
        set(Material::PART, self.background.pick([168, 182, 200], [176, 188, 204]));
        set(Material::FIXTURE, self.background.pick([132, 124, 88], [148, 142, 110]));
        set(Material::CUTTER, [242, 190, 66]);
        set(Material::SHANK, self.background.pick([196, 196, 204], [150, 150, 158]));
        set(Material::HOLDER, self.background.pick([116, 132, 168], [96, 110, 140]));
        set(Material::CUT, self.background.pick([96, 112, 140], [120, 136, 160]));
        set(Material::RAPID, self.background.pick([214, 160, 80], [196, 120, 20]));
        set(Material::FEED, self.background.pick([98, 178, 246], [30, 110, 190]));
        set(Material::GOUGE, self.background.pick([255, 72, 72], [200, 20, 30]));
        set(Material::AID, self.background.pick([140, 140, 140], [110, 110, 110]));
        set(Material::AXIS_X, [220, 70, 60]);
        set(Material::AXIS_Y, [60, 170, 70]);
        set(Material::AXIS_Z, [70, 110, 230]);
        set(Material::BACK, self.background.pick([104, 88, 108], [150, 132, 150]));
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
        Colours { of, shades, shadow: self.background.pick(SHADOW, LIGHT_SHADOW) }
    }
}
