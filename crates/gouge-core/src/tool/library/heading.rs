//! The headings of tool lists: what each one names, and the unit of its figures.
//!
//! "Tip diameter", `tip_dia` and `TipDiameter` are one name. The unit follows it in brackets or is
//! its last word: "DC (in)", `diameter_mm`.

use super::quoted;
use super::unit::{degrees, millimetres};

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
    /// How far up from the tip the tool is as wide as its flutes.
    Shoulder,
    /// Of the neck between flutes and shank.
    Neck,
    /// How far up from the tip the neck goes.
    NeckEnd,
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
const NAMES: [(Figure, &[&str]); 14] = [
    (Figure::Diameter, &["dc", "d", "diameter", "dia", "diam", "ø", "cuttingdiameter"]),
    (Figure::Widest, &["dcx"]),
    (Figure::Corner, &["re", "r", "corner", "cornerradius"]),
    (Figure::Point, &["sig", "angle", "pointangle", "tipangle"]),
    (Figure::Half, &["ta", "halfangle"]),
    (Figure::Edge, &["kapr"]),
    (Figure::Tip, &["tip", "tipdiameter", "tipdia", "tipdiam", "tipø", "dctip"]),
    (Figure::TipRadius, &["tipradius"]),
    (Figure::Flutes, &["lcf", "apmx", "flutelength", "fluteslength", "cuttinglength", "lu"]),
    (Figure::Shoulder, &["shoulderlength"]),
    (Figure::Neck, &["dn", "neckdiameter", "neckdia", "neckdiam", "neckø"]),
    (Figure::NeckEnd, &["lh", "ln", "necklength"]),
    (
        Figure::Shank,
        &[
            "sfdm",
            "dconms",
            "dcon",
            "dmm",
            "shank",
            "shankdiameter",
            "shankdia",
            "shaft",
            "shaftdiameter",
        ],
    ),
    (
        Figure::Length,
        &["lb", "oal", "lf", "length", "overall", "overalllength", "totallength", "bodylength"],
    ),
];

/// Names of a tool's number, kind, unit, name and ready declaration.
const ROLES: [(&str, &[&str]); 7] = [
    ("number", &["t", "number", "tool", "toolnumber", "nr", "id"]),
    ("kind", &["kind", "type", "shape", "tooltype"]),
    (
        "perhaps kind",
        &[
            "typ",
            "art",
            "form",
            "geometry",
            "category",
            "class",
            "cutter",
            "cuttertype",
            "werkzeugtyp",
            "werkzeugart",
        ],
    ),
    (
        "unit",
        &[
            "unit",
            "units",
            "toolunit",
            "toolunits",
            "unitsystem",
            "unitofmeasure",
            "unitofmeasurement",
            "uom",
            "measure",
            "measurement",
            "measurements",
            "measurementsystem",
            "system",
            "einheit",
            "einheiten",
            "maßeinheit",
            "masseinheit",
        ],
    ),
    ("is metric", &["metric", "ismetric", "metrisch"]),
    ("is inch", &["inch", "inches", "imperial", "isinch", "zoll"]),
    ("spec", &["spec", "declaration"]),
];

/// Beginnings and ends of words for what has a shape.
const SHAPING: [&str; 38] = [
    "angle",
    "body",
    "breite",
    "bevel",
    "chamfer",
    "cone",
    "conical",
    "corner",
    "depth",
    "diameter",
    "durchmesser",
    "flank",
    "flat",
    "hals",
    "height",
    "höhe",
    "included",
    "kegel",
    "konus",
    "length",
    "länge",
    "neck",
    "nose",
    "point",
    "profile",
    "radii",
    "radius",
    "schaft",
    "shaft",
    "shank",
    "shoulder",
    "spitze",
    "taper",
    "thick",
    "thickness",
    "tip",
    "width",
    "winkel",
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

/// Whether a word of the name is one of shapes.
pub fn tells_of_a_shape(name: &str) -> bool {
    let tells = |word: &String| shapes(word) || word.len() > 1 && figure(word).is_some();
    words(bare(name)).iter().any(tells)
}

/// Whether what stands under a heading that is not read says something all the same.
pub fn says_something(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    !NOTHING.contains(&text.as_str()) && text.replace(',', ".").parse() != Ok(0.0)
}

/// Millimetres or degrees of one unit of a figure under `name`; none where the list's own unit
/// counts.
pub fn scale(name: &str, figure: Figure) -> Result<Option<f64>, String> {
    let angle = angular(figure);
    let mut own: Option<f64> = None;
    for note in notes(name) {
        let unit = if angle { degrees(&note) } else { millimetres(&note).ok() };
        match unit {
            Some(unit) if own.is_some_and(|other| other != unit) => {
                let name = quoted(name.trim());
                return Err(format!("its heading `{name}` states two units: keep one of them"));
            }
            Some(unit) => own = Some(unit),
            None if measured(&note) == Some(figure) => {}
            None => {
                let units = if angle { "deg or rad" } else { "mm, cm, µm, inch, thou or ft" };
                return Err(format!(
                    "what `{}` means in the heading `{}` is not known: state its figures in {units}",
                    quoted(&note),
                    quoted(name.trim())
                ));
            }
        }
    }
    Ok(own.or(angle.then_some(1.0)))
}

/// Whether a figure is an angle.
pub fn angular(figure: Figure) -> bool {
    matches!(figure, Figure::Point | Figure::Half | Figure::Edge)
}

/// A name lower case and in one word, without what stands in brackets and without its unit.
pub fn plain(name: &str) -> String {
    let mut words = words(bare(name));
    if last_unit(&words).is_some() {
        words.pop();
    }
    words.concat()
}

/// What stands in brackets behind a name, and the unit that is its last word or sign.
fn notes(name: &str) -> Vec<String> {
    let pieces = name.split(BRACKETS).map(str::trim).filter(|piece| !piece.is_empty());
    let ends = |sign: &&&str| bare(name).trim_end().ends_with(**sign);
    let sign = INCH_SIGNS.iter().find(ends).map(|_| "inch".to_owned());
    pieces.skip(1).map(str::to_owned).chain(last_unit(&words(bare(name)))).chain(sign).collect()
}

const INCH_SIGNS: [&str; 4] = ["\"", "\u{2033}", "\u{201d}", "''"];

const BRACKETS: [char; 6] = ['(', ')', '[', ']', '{', '}'];

pub fn bare(name: &str) -> &str {
    name.split(BRACKETS).find(|piece| !piece.trim().is_empty()).unwrap_or("")
}

fn last_unit(words: &[String]) -> Option<String> {
    let unit = words.last().filter(|_| words.len() > 1)?;
    let long = unit.len() > 1 && unit != "metric" && unit != "imperial";
    (long && (millimetres(unit).is_ok() || degrees(unit).is_some())).then(|| unit.clone())
}

/// Words, lower case: they end at blanks and signs, and before the capitals of `tipDiameter`.
pub fn words(name: &str) -> Vec<String> {
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
    use super::super::elsewhere::{About, about};
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
            assert!(measured(name).is_none() && tells_of_a_shape(name), "{name}");
            assert_eq!(about(name), About::Unknown, "{name}");
        }
    }

    /// Brackets that were not understood were left out: an angle in radians came as one in degrees.
    #[test]
    fn what_stands_in_brackets_counts() {
        let of = |name: &str| scale(name, measured(name).unwrap()).map(|own| own.unwrap_or(1.0));
        for (name, size) in [
            ("DC", 1.0),
            ("DC (in)", 25.4),
            ("DC [thou]", 0.0254),
            ("RE (mil)", 0.0254),
            ("DC (µm)", 1e-3),
            ("DC (ft)", 304.8),
            ("diameter (DC) [cm]", 10.0),
            ("diameter inch", 25.4),
            ("Diameter\"", 25.4),
            ("DC ''", 25.4),
            ("DC\u{2033}", 25.4),
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
