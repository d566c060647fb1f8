//! Declarations put together from the figures in tool libraries.

/// Fluted length, then whatever stands above it, mm.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    /// Declaration of the cutting shape.
    pub shape: String,
    /// Least height the shape needs.
    pub least: f64,
    /// Fluted length; none for a cutter without a top.
    pub length: Option<f64>,
    /// Cones above it: lower diameter, upper diameter, height.
    pub shank: Vec<[f64; 3]>,
    /// Cones of the holder, from below.
    pub holder: Vec<[f64; 3]>,
}

/// Steps to the millimetre in which figures are written: inches give tails of digits otherwise.
const GRAINS: f64 = 1e9;

fn round(mm: f64) -> f64 {
    (mm * GRAINS).round() / GRAINS
}

impl Stack {
    /// A bare cutter.
    pub fn new((shape, least): (String, f64)) -> Self {
        Self { shape, least, ..Self::default() }
    }

    /// Where the flutes and what was put on them end.
    fn top(&self) -> Option<f64> {
        let above: f64 = self.shank.iter().map(|cone| cone[2]).sum();
        self.length.map(|flutes| flutes.max(self.least) + above)
    }

    /// Puts a cylinder of diameter `wide` on the flutes that ends `end` mm above the tip; none on a
    /// cutter without a top.
    pub fn raise(&mut self, wide: f64, end: f64) {
        if let Some(top) = self.top().filter(|top| *top < end) {
            self.shank.push([wide, wide, end - top]);
        }
    }

    /// Puts a shank of diameter `wide` on the flutes of a tool that is `all` mm long; what is taken
    /// instead where not all of it is stated.
    pub fn shank(&mut self, wide: Option<f64>, all: Option<f64>) -> Option<String> {
        let what = match (self.top(), wide, all) {
            (Some(from), Some(wide), Some(all)) => {
                if all > from {
                    self.shank.push([wide, wide, all - from]);
                    return None;
                }
                "a whole length (OAL) no more than that of its flutes (LCF): taken without its shank"
            }
            (None, None, _) => return None,
            (None, ..) => "no fluted length: taken as a cutter without a top, without shank",
            (Some(_), Some(_), None) => "no length of the whole tool: taken without its shank",
            (Some(_), None, Some(_)) => "no shank diameter: taken without shank",
            (Some(_), None, None) => {
                "no shank diameter and no length of the whole tool: taken without shank"
            }
        };
        Some(format!("states {what}"))
    }

    /// Takes off what is above `height` mm, but for the holder: that is in it.
    pub fn cut(&mut self, height: f64) -> Result<(), String> {
        if height < self.least {
            return Err("what is below its holder (LB) is less than its cutting part".to_owned());
        }
        let Some(length) = &mut self.length else { return Ok(()) };
        *length = length.max(self.least).min(height);
        let mut top = *length;
        for [low, high, tall] in &mut self.shank {
            let left = (height - top).clamp(0.0, *tall);
            if left < *tall {
                *high = *low + (*high - *low) * left / *tall;
                *tall = left;
            }
            top += *tall;
        }
        Ok(())
    }

    /// The declaration.
    pub fn spec(&self) -> String {
        let mut spec = self.shape.clone();
        if let Some(length) = self.length {
            let rounded = round(length.max(self.least));
            let up = if rounded < self.least { 1.0 / GRAINS } else { 0.0 };
            spec += &format!(";len={}", rounded + up);
        }
        for (key, cones) in [("shank", &self.shank), ("holder", &self.holder)] {
            let cones: Vec<String> = cones
                .iter()
                .filter(|c| c[2] > 0.0)
                .map(|cone| cone.map(|v| round(v).to_string()).join(","))
                .collect();
            if self.length.is_some() && !cones.is_empty() {
                spec += &format!(";{key}={}", cones.join("/"));
            }
        }
        spec
    }
}

/// A ball end.
pub fn ball(diameter: f64) -> (String, f64) {
    (format!("ball:{diameter}"), 0.5 * diameter)
}

/// A square end, or a bull nose with a corner radius.
pub fn flat(diameter: f64, corner: f64) -> (String, f64) {
    if corner > 0.0 {
        (format!("bull:{diameter},{corner}"), corner)
    } else {
        (format!("flat:{diameter}"), 0.0)
    }
}

/// A drill point of `angle` degrees, full, blunt where it has a `tip` diameter.
pub fn drill(tip: f64, diameter: f64, angle: f64) -> (String, f64) {
    if tip > 0.0 {
        return chamfer(tip, 0.5 * angle, diameter);
    }
    (format!("drill:{diameter},{angle}"), 0.5 * diameter / (0.5 * angle.to_radians()).tan())
}

/// A cone from `tip` diameter, `half` degrees from the axis.
pub fn chamfer(tip: f64, half: f64, diameter: f64) -> (String, f64) {
    (format!("chamfer:{tip},{half},{diameter}"), 0.5 * (diameter - tip) / half.to_radians().tan())
}
