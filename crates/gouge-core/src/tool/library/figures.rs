//! A tool by its figures, under the names that catalogues and lists use: ISO 13399 (DC, RE,
//! APMX, SIG, DCONMS, OAL), Fusion's (LCF, SFDM) and plain words.

use super::Read;
use super::stack::{self, Stack};

/// Point angle of a drill for which none is stated, degrees: the common twist drill.
const TWIST_DRILL: f64 = 118.0;

/// A corner radius that is half the diameter but for this share is a ball's: lists are rounded.
const SAME_SIZE: f64 = 1e-4;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Diameter,
    Corner,
    Point,
    Half,
    Tip,
    Flutes,
    Shank,
    Length,
}

/// Names of the figures, lower case. Angles are in degrees, all else is a length.
const NAMES: [(Figure, &[&str]); 8] = [
    (Figure::Diameter, &["dc", "d", "diameter", "diameter_mm", "dcx"]),
    (Figure::Corner, &["re", "r", "corner", "corner_radius", "corner_radius_mm"]),
    (Figure::Point, &["sig", "angle", "point_angle", "tip_angle"]),
    (Figure::Half, &["ta", "half_angle", "kapr"]),
    (Figure::Tip, &["tip", "tip_diameter", "dc_tip"]),
    (Figure::Flutes, &["lcf", "apmx", "flute_length", "flutes_length", "cutting_length", "lu"]),
    (Figure::Shank, &["sfdm", "dconms", "dmm", "shank", "shank_diameter"]),
    (Figure::Length, &["lb", "oal", "lf", "length", "overall_length", "body_length"]),
];

/// Names of a tool's number, kind, unit, name and ready declaration.
const WORDS: [(&str, &[&str]); 4] = [
    ("number", &["t", "number", "tool", "tool_number", "nr", "id"]),
    ("kind", &["kind", "type", "shape", "tool_type"]),
    ("unit", &["unit", "units"]),
    ("spec", &["spec", "declaration"]),
];

/// What a name in a list stands for: a word's role, or a figure.
pub fn role(name: &str) -> Option<&'static str> {
    let name = plain(name);
    WORDS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(role, _)| *role)
}

/// Lower case, blanks as underscores, without a unit in brackets.
fn plain(name: &str) -> String {
    let bare = name.split(['(', '[']).next().unwrap_or(name);
    bare.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

/// Millimetres in a unit, as lists word it.
pub fn unit(word: &str) -> Result<f64, String> {
    match word.trim().to_ascii_lowercase().as_str() {
        "" | "mm" | "metric" | "millimeter" | "millimeters" | "millimetre" | "millimetres" => {
            Ok(1.0)
        }
        "in" | "in." | "\"" | "inch" | "inches" | "imperial" => Ok(25.4),
        "cm" => Ok(10.0),
        "m" => Ok(1000.0),
        other => Err(format!("its unit is `{}`", other.escape_debug())),
    }
}

/// The unit in brackets behind a name: "diameter (in)".
fn bracketed(name: &str) -> Option<f64> {
    let (_, rest) = name.split_once(['(', '['])?;
    unit(rest.split([')', ']']).next()?).ok()
}

/// A tool being put together.
#[derive(Clone, Debug)]
pub struct Figures {
    kind: String,
    sizes: Vec<(Figure, f64)>,
}

impl Figures {
    /// A tool of a kind, as it is worded, and no figures yet.
    pub fn new(kind: &str) -> Self {
        Self { kind: kind.to_owned(), sizes: Vec::new() }
    }

    /// Takes a figure in its list's unit, `scale` mm each; nothing of a name that is none. A zero, a dash
    /// or nothing at all state none.
    pub fn take(&mut self, name: &str, text: &str, scale: f64) -> Result<(), String> {
        let plain = plain(name);
        let known = NAMES.iter().find(|(_, names)| names.contains(&plain.as_str()));
        let (Some((figure, _)), false) = (known, ["", "-"].contains(&text.trim())) else {
            return Ok(());
        };
        let value = text.trim().replace(',', ".").parse().ok();
        let value: f64 = value
            .filter(|v: &f64| *v >= 0.0 && v.is_finite())
            .ok_or_else(|| format!("its {name} is `{}`, which is no size", text.escape_debug()))?;
        let scale = match figure {
            Figure::Point | Figure::Half => 1.0,
            _ => bracketed(name).unwrap_or(scale),
        };
        if value > 0.0 {
            self.sizes.push((*figure, value * scale));
        }
        Ok(())
    }

    /// Of several names for one figure the greatest: a shank is never taken shorter than one of them has it.
    fn size(&self, figure: Figure) -> Option<f64> {
        let own = self.sizes.iter().filter(|(f, _)| *f == figure).map(|(_, value)| *value);
        own.reduce(f64::max)
    }

    /// The declaration.
    pub fn read(&self) -> Read {
        let mut remarks = Vec::new();
        let spec = self.spec(&mut remarks);
        Read { spec, remarks }
    }

    fn spec(&self, remarks: &mut Vec<String>) -> Result<String, String> {
        let diameter = self.size(Figure::Diameter).ok_or("it states no diameter (DC)")?;
        let corner = self.size(Figure::Corner).unwrap_or(0.0);
        let tip = self.size(Figure::Tip).unwrap_or(0.0);
        let kind = self.kind.trim().to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| kind.contains(word));
        let unread = ["lollipop", "dovetail", "thread", "form", "t-slot", "tslot", "barrel"];
        let shape = if has(&unread) {
            let what = "is not read; declare it with --tool and a profile";
            return Err(format!("the kind `{}` {what}", self.kind.trim()));
        } else if has(&["ball"]) {
            stack::ball(diameter)
        } else if has(&["drill", "spot", "counter sink", "countersink"]) {
            let angle = self.size(Figure::Point).unwrap_or_else(|| {
                remarks.push(format!("states no point angle: taken as {TWIST_DRILL} degrees"));
                TWIST_DRILL
            });
            stack::drill(tip, diameter, angle)
        } else if has(&["chamfer", "engrav", "v-bit", "vbit"]) {
            let half = self.size(Figure::Half).or(self.size(Figure::Point).map(|p| 0.5 * p));
            let half = half.ok_or("it states no half angle (TA) and no point angle (SIG)")?;
            stack::chamfer(tip, half, diameter)
        } else if has(&["taper"]) {
            return Err("a taper is not read; declare it with --tool taper:TIP,HALF,D".to_owned());
        } else if has(&["cyl", "flat", "bull", "mill", "square", "torus", "ream", "tap", "bore"])
            || kind.is_empty()
        {
            if (2.0 * corner - diameter).abs() <= SAME_SIZE * diameter {
                stack::ball(diameter)
            } else {
                stack::flat(diameter, corner)
            }
        } else {
            return Err(format!("the kind `{}` is not read", self.kind.trim()));
        };
        let mut stack = Stack { length: self.size(Figure::Flutes), ..Stack::new(shape) };
        let (shank, length) = (self.size(Figure::Shank), self.size(Figure::Length));
        remarks.extend(stack.shank(shank, length));
        Ok(stack.spec())
    }
}
