//! The headings of lists: what each one names, and what its figures count in.
//!
//! "Tip diameter", `tip_dia` and `TipDiameter` are one name. A unit stands in brackets behind it or
//! is its last word: "DC (in)", `diameter_mm`.

use gouge_mesh::geom::MM_PER_INCH;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    Diameter,
    /// The widest cutting diameter, where it is not the one that is meant.
    Widest,
    Corner,
    Point,
    Half,
    /// From the axis or from across it: lists differ.
    Edge,
    Tip,
    /// Half of a tip's diameter.
    TipRadius,
    Flutes,
    Shank,
    Length,
}

impl Figure {
    /// Whether it is the size of a tip.
    pub fn is_tip(self) -> bool {
        matches!(self, Self::Tip | Self::TipRadius)
    }
}

/// Names of the figures, lower case and in one word. Angles are in degrees, all else is a length.
const NAMES: [(Figure, &[&str]); 11] = [
    (Figure::Diameter, &["dc", "d", "diameter", "dia", "diam", "ø", "cuttingdiameter"]),
    (Figure::Widest, &["dcx"]),
    (Figure::Corner, &["re", "r", "corner", "cornerradius"]),
    (Figure::Point, &["sig", "angle", "pointangle", "tipangle"]),
    (Figure::Half, &["ta", "halfangle"]),
    (Figure::Edge, &["kapr"]),
    (Figure::Tip, &["tip", "tipdiameter", "tipdia", "tipdiam", "tipø", "dctip"]),
    (Figure::TipRadius, &["tipradius"]),
    (Figure::Flutes, &["lcf", "apmx", "flutelength", "fluteslength", "cuttinglength", "lu"]),
    (
        Figure::Shank,
        &["sfdm", "dconms", "dmm", "shank", "shankdiameter", "shankdia", "shaft", "shaftdiameter"],
    ),
    (
        Figure::Length,
        &["lb", "oal", "lf", "length", "overall", "overalllength", "totallength", "bodylength"],
    ),
];

/// Names of a tool's number, kind, unit, name and ready declaration.
const ROLES: [(&str, &[&str]); 4] = [
    ("number", &["t", "number", "tool", "toolnumber", "nr", "id"]),
    ("kind", &["kind", "type", "shape", "tooltype"]),
    ("unit", &["unit", "units", "toolunit"]),
    ("spec", &["spec", "declaration"]),
];

/// Beginnings and ends of words for what has a shape.
const SHAPING: [&str; 25] = [
    "angle",
    "bevel",
    "chamfer",
    "cone",
    "conical",
    "corner",
    "diameter",
    "flank",
    "flat",
    "height",
    "included",
    "length",
    "nose",
    "point",
    "profile",
    "radii",
    "radius",
    "shaft",
    "shank",
    "shoulder",
    "taper",
    "thick",
    "thickness",
    "tip",
    "width",
];

/// Words that show that a heading is about something else: how a tool cuts, what it is made of and
/// how exactly, where a control keeps its offsets, how long it is with its holder.
const ELSEWHERE: [&str; 17] = [
    "assembly",
    "coating",
    "comp",
    "compensation",
    "feed",
    "gage",
    "gauge",
    "grade",
    "helix",
    "material",
    "offset",
    "rake",
    "ramp",
    "relief",
    "speed",
    "tolerance",
    "wear",
];

/// Values of a heading that say that there is nothing of the sort.
const NOTHING: [&str; 5] = ["", "-", "no", "none", "false"];

/// What a name in a list stands for, where it is no figure: a word's role.
pub fn role(name: &str) -> Option<&'static str> {
    let name = plain(name);
    ROLES.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(role, _)| *role)
}

/// What stands under a name.
pub fn measured(name: &str) -> Option<Figure> {
    figure(&plain(name))
}

/// Whether a name is none that is read and still tells of a shape. What it tells of a neck only takes
/// off: without it the tool is as wide there as its flutes or its shank.
pub fn is_unread(name: &str) -> bool {
    let words = words(bare(name));
    let has = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
    if has(&["neck"]) || (has(&["shoulder"]) && has(&["length"])) {
        return false;
    }
    let about_shape =
        words.iter().any(|word| shapes(word) || word.len() > 1 && figure(word).is_some());
    let read = measured(name).is_some() || role(name).is_some();
    about_shape && !read && !has(&ELSEWHERE) && !plain(name).contains("holder")
}

/// Whether what stands under a heading that is not read says something all the same.
pub fn says_something(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    !NOTHING.contains(&text.as_str()) && text.replace(',', ".").parse() != Ok(0.0)
}

/// Millimetres or degrees of one unit of a figure under `name`, in a list of `scale` mm.
pub fn scale(name: &str, figure: Figure, scale: f64) -> Result<f64, String> {
    let angle = matches!(figure, Figure::Point | Figure::Half | Figure::Edge);
    let mut own = if angle { 1.0 } else { scale };
    for note in notes(name) {
        let unit = if angle { degrees(&note) } else { unit(&note).ok() };
        match unit {
            Some(unit) => own = unit,
            None if measured(&note) == Some(figure) => {}
            None => {
                let units = if angle { "deg or rad" } else { "mm, cm, m, µm, inch, thou or ft" };
                return Err(format!(
                    "what `{}` means in the heading `{}` is not known: state its figures in {units}",
                    note.escape_debug(),
                    name.trim().escape_debug()
                ));
            }
        }
    }
    Ok(own)
}

/// Millimetres in a unit, as lists word it.
pub fn unit(word: &str) -> Result<f64, String> {
    match word.trim().to_lowercase().as_str() {
        "" | "mm" | "metric" | "millimeter" | "millimeters" | "millimetre" | "millimetres" => {
            Ok(1.0)
        }
        "in" | "in." | "\"" | "inch" | "inches" | "imperial" => Ok(MM_PER_INCH),
        "thou" | "mil" | "mils" => Ok(1e-3 * MM_PER_INCH),
        "ft" | "foot" | "feet" => Ok(12.0 * MM_PER_INCH),
        // The micro sign and the Greek letter.
        "um" | "µm" | "μm" | "micron" | "microns" => Ok(1e-3),
        "cm" => Ok(10.0),
        "m" => Ok(1000.0),
        other => Err(format!("its unit is `{}`", other.escape_debug())),
    }
}

fn degrees(word: &str) -> Option<f64> {
    match word.to_lowercase().as_str() {
        "°" | "deg" | "degree" | "degrees" => Some(1.0),
        "rad" | "radian" | "radians" => Some(180.0 / std::f64::consts::PI),
        _ => None,
    }
}

/// A name lower case and in one word, without what stands in brackets and without its unit.
pub fn plain(name: &str) -> String {
    let mut words = words(bare(name));
    if last_unit(&words).is_some() {
        words.pop();
    }
    words.concat()
}

/// What stands in brackets behind a name, and the unit that is its last word.
fn notes(name: &str) -> Vec<String> {
    let pieces = name.split(BRACKETS).map(str::trim).filter(|piece| !piece.is_empty());
    pieces.skip(1).map(str::to_owned).chain(last_unit(&words(bare(name)))).collect()
}

const BRACKETS: [char; 6] = ['(', ')', '[', ']', '{', '}'];

fn bare(name: &str) -> &str {
    name.split(BRACKETS).find(|piece| !piece.trim().is_empty()).unwrap_or("")
}

fn last_unit(words: &[String]) -> Option<String> {
    let unit = words.last().filter(|_| words.len() > 1)?;
    let long = unit.len() > 1 && unit != "metric" && unit != "imperial";
    (long && (self::unit(unit).is_ok() || degrees(unit).is_some())).then(|| unit.clone())
}

/// Words, lower case: they end at blanks and signs, and before the capitals of `tipDiameter`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in name.chars() {
        if !letter.is_alphanumeric() || before.is_lowercase() && letter.is_uppercase() {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            words.last_mut().unwrap_or(&mut String::new()).extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn figure(plain: &str) -> Option<Figure> {
    let of_tool = plain.strip_prefix("tool").unwrap_or(plain);
    NAMES.iter().find(|(_, names)| names.contains(&of_tool)).map(|(figure, _)| *figure)
}

fn shapes(word: &str) -> bool {
    let end = |part: &&&str| word.starts_with(**part) || word.ends_with(**part);
    let dia = word != "media" && (word.ends_with("dia") || word.ends_with("diam"));
    dia || SHAPING.iter().find(end).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Headings in other words than the expected ones were passed over without a word: a tip, a
    /// taper, a shank.
    #[test]
    fn a_heading_that_tells_of_a_shape_is_read_or_named() {
        for (name, figure) in [
            ("tip dia", Figure::Tip),
            ("tip_dia", Figure::Tip),
            ("TipDia", Figure::Tip),
            ("tipDiameter", Figure::Tip),
            ("Tip Radius", Figure::TipRadius),
            ("shank dia.", Figure::Shank),
            ("overall", Figure::Length),
            ("Corner radius (tool_cornerRadius)", Figure::Corner),
            ("diameter_mm", Figure::Diameter),
            ("DC in", Figure::Diameter),
            ("TA deg", Figure::Half),
        ] {
            assert_eq!(measured(name), Some(figure), "{name}");
            assert!(!is_unread(name), "{name}");
        }
        for name in [
            "tip width",
            "point diameter",
            "taperAngle",
            "taper",
            "taper angle",
            "shoulder diameter",
            "tip flat",
            "length unit",
            "RE max",
        ] {
            assert!(measured(name).is_none() && is_unread(name), "{name}");
        }
        for name in [
            "vendor",
            "description",
            "price",
            "feed",
            "coating",
            "flutes",
            "number of flutes",
            "NOF",
            "flute count",
            "flute type",
            "shank material",
            "helix angle",
            "max ramp angle",
            "diameter offset",
            "media",
            "length comp",
            "holder diameter",
            "neck dia",
            "shoulder length",
            "tool_shoulderLength",
            "Gauge length",
            "ID",
            "tool type",
            "material",
            "multiplier",
            "notes",
        ] {
            assert!(!is_unread(name), "{name}");
        }
    }

    /// Brackets that were not understood were left out: an angle in radians came as one in degrees.
    #[test]
    fn what_stands_in_brackets_counts() {
        let of = |name: &str| scale(name, measured(name).unwrap(), 1.0);
        for (name, size) in [
            ("DC", 1.0),
            ("DC (in)", 25.4),
            ("DC [thou]", 0.0254),
            ("RE (mil)", 0.0254),
            ("DC (µm)", 1e-3),
            ("DC (ft)", 304.8),
            ("diameter (DC) [cm]", 10.0),
            ("diameter inch", 25.4),
            ("SIG (deg)", 1.0),
            ("TA [°]", 1.0),
        ] {
            assert!((of(name).unwrap() - size).abs() < 1e-9, "{name}");
        }
        assert!((of("SIG (rad)").unwrap() - 57.295_779_5).abs() < 1e-6);
        for name in ["DC (radius)", "RE (dia)", "tip (radius)", "SIG (half)", "DC (deg)", "TA (mm)"]
        {
            let why = of(name).unwrap_err();
            assert!(why.contains(name) && why.contains("state its figures in"), "{why}");
        }
    }
}
