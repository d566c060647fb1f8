//! The kind of a tool from the words that a list calls it by. Every word must be known: an unknown
//! one may name a shape that the figures do not show, and so may any figure among the words other
//! than a diameter and a number of flutes.

use super::heading::tells_of_a_shape;
use super::quoted;
use super::unit::{degrees, millimetres};

/// What a list's words and figures can tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A round end.
    Ball,
    /// A round corner.
    Bull,
    /// A square end, or what cuts no further than one.
    Flat,
    /// A mill that is only called one: its corner tells.
    Mill,
    /// A point.
    Drill,
    /// A point on a pilot.
    Center,
    /// A leaning flank that ends in a tip.
    Chamfer,
}

/// What one word says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Shape(Kind),
    Taper,
    Slot,
    Middle,
    Mill,
    /// Material, make and use: nothing of the shape.
    Nothing,
}

const WORDS: [(Says, &[&str]); 11] = [
    (Says::Shape(Kind::Ball), &["ball", "ballnose", "ballend", "ballmill", "ballendmill"]),
    (Says::Shape(Kind::Bull), &["bull", "bullnose", "torus", "toroid", "toroidal"]),
    (
        Says::Shape(Kind::Flat),
        &[
            "flat",
            "square",
            "cyl",
            "cylinder",
            "cylindrical",
            "straight",
            "flatend",
            "ream",
            "reamer",
            "tap",
            "bore",
            "boring",
            "counterbore",
        ],
    ),
    (
        Says::Shape(Kind::Drill),
        &["drill", "spot", "spotting", "spotdrill", "twistdrill", "sink", "countersink"],
    ),
    (
        Says::Shape(Kind::Chamfer),
        &["chamfer", "chamfering", "engrave", "engraver", "engraving", "v", "vee", "vbit"],
    ),
    (Says::Taper, &["taper", "tapered", "cone", "conical"]),
    (Says::Slot, &["slot"]),
    (Says::Middle, &["center", "centre"]),
    (Says::Mill, &["mill", "endmill", "milling", "em"]),
    (
        Says::Nothing,
        &[
            "end", "ended", "nose", "nosed", "cutter", "cutting", "tool", "bit", "bar", "counter",
            "router",
        ],
    ),
    (
        Says::Nothing,
        &[
            "face",
            "facing",
            "shell",
            "rough",
            "roughing",
            "finish",
            "finishing",
            "long",
            "short",
            "stub",
            "extra",
            "reach",
            "neck",
            "necked",
            "flute",
            "fluted",
            "flutes",
            "helix",
            "upcut",
            "downcut",
            "compression",
            "twist",
            "jobber",
            "hole",
            "hss",
            "hsse",
            "carbide",
            "solid",
            "coated",
            "steel",
            "aluminium",
            "aluminum",
            "micro",
            "left",
            "right",
            "hand",
            "metric",
            "imperial",
            "mm",
            "inch",
        ],
    ),
];

/// The words of a kind, taken apart.
#[derive(Default)]
struct Worded {
    said: Vec<Says>,
    /// Lengths, mm.
    lengths: Vec<f64>,
    /// It has a word or a figure that is not known.
    unread: bool,
}

/// What tells of no other shape than an end mill's.
const PLAIN: [Says; 3] = [Says::Shape(Kind::Flat), Says::Mill, Says::Nothing];

/// Units of the lengths that a kind may name.
const LENGTHS: [&str; 6] = ["mm", "in", "inch", "inches", "zoll", "\""];

/// What a number counts that says nothing of a shape.
const COUNTED: [&str; 8] = ["flute", "flutes", "fluted", "fl", "f", "teeth", "edge", "z"];

impl Worded {
    fn of(text: &str) -> Self {
        let mut all = Self::default();
        let tokens = tokens(text);
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1).map_or("", String::as_str);
            at += 1;
            if !token.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
                let counts = token == "z" && next.parse::<u32>().is_ok();
                match said(token) {
                    _ if counts => at += 1,
                    Some(says) => all.said.push(says),
                    None => all.unread = true,
                }
            } else if LENGTHS.contains(&next) {
                let unit = millimetres(next).ok();
                match number(token).zip(unit) {
                    Some((value, unit)) => all.lengths.push(value * unit),
                    None => all.unread = true,
                }
                at += 1;
            } else if COUNTED.contains(&next) && token.parse::<u32>().is_ok() {
                at += 1;
            } else {
                all.unread = true;
            }
        }
        all
    }

    /// Nothing but a mill with a square end, or with an end of which nothing is said.
    fn is_plain(&self) -> bool {
        !self.unread && self.said.iter().all(|says| PLAIN.contains(says))
    }
}

fn said(word: &str) -> Option<Says> {
    WORDS.iter().find(|(_, names)| names.contains(&word)).map(|(says, _)| *says)
}

/// Words and numbers, lower case, and the signs that are units.
fn tokens(text: &str) -> Vec<String> {
    let numeric = |c: char| c.is_ascii_digit() || c == '.';
    let mut tokens: Vec<String> = Vec::new();
    let mut before = ' ';
    for letter in text.to_lowercase().chars() {
        let in_number = numeric(before) || [',', '/'].contains(&before);
        let goes_on = match letter {
            _ if numeric(letter) => in_number,
            ',' | '/' => numeric(before),
            _ if letter.is_alphabetic() => before.is_alphabetic(),
            _ => false,
        };
        match tokens.last_mut() {
            Some(last) if goes_on => last.push(letter),
            _ if letter.is_alphanumeric() || ['.', '°', '"'].contains(&letter) => {
                tokens.push(letter.to_string());
            }
            _ => {}
        }
        before = letter;
    }
    for token in &mut tokens {
        token.truncate(token.trim_end_matches(['.', ',', '/']).len());
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// A number, or a fraction.
fn number(token: &str) -> Option<f64> {
    let (above, below) = token.split_once('/').unwrap_or((token, "1"));
    let [above, below]: [Option<f64>; 2] =
        [above, below].map(|part| part.replace(',', ".").parse().ok());
    Some(above? / below.filter(|below| *below > 0.0)?)
}

/// Lengths that the words name, mm.
pub fn lengths(words: &str) -> Vec<f64> {
    Worded::of(words).lengths
}

/// Whether a tool that is called so is an end mill of the plainest kind, as far as that tells.
pub fn is_plain(name: &str) -> bool {
    Worded::of(name).is_plain()
}

/// Whether a comment names another shape than that of an end mill.
pub fn names_a_shape(comment: &str) -> bool {
    let other = |word: &String| match said(word) {
        Some(says) => !PLAIN.contains(&says),
        None => degrees(word).is_some() || tells_of_a_shape(word),
    };
    tokens(comment).iter().any(other)
}

/// What a description says of an end by a word that says nothing else: shanks are straight and
/// cylindrical, and V is a letter of many part numbers.
fn described(word: &str) -> Option<Kind> {
    match said(word)? {
        Says::Shape(kind)
            if !["straight", "cyl", "cylinder", "cylindrical", "v"].contains(&word) =>
        {
            Some(kind)
        }
        _ => None,
    }
}

/// Whether a description calls a tool of the kind that `words` name another one. A drill, a
/// countersink and a chamfer mill are all called by each other's names; an end mill may have corners.
fn contradicts(description: &str, words: &str) -> bool {
    let Ok(Some(own)) = kind(words) else { return false };
    let alike = |other: Kind| match (own, other) {
        (Kind::Mill, Kind::Flat | Kind::Bull) => true,
        (Kind::Drill | Kind::Center | Kind::Chamfer, other) => {
            matches!(other, Kind::Drill | Kind::Center | Kind::Chamfer)
        }
        _ => own == other,
    };
    let tokens = tokens(description);
    let slot = tokens.iter().any(|token| token == "slot");
    let named = tokens.iter().filter_map(|token| described(token));
    let named: Vec<Kind> = named.filter(|kind| !slot || *kind != Kind::Drill).collect();
    let straight = matches!(own, Kind::Ball | Kind::Bull | Kind::Flat | Kind::Mill);
    let leans = tokens.iter().enumerate().any(|(at, token)| {
        let next = tokens.get(at + 1).map(String::as_str);
        said(token) == Some(Says::Taper) && !matches!(next, Some("0" | "shank"))
    });
    straight && leans || !named.is_empty() && !named.into_iter().any(alike)
}

/// A description `text` that a tool has as its `what` calls it nothing else than the `words` do that
/// are its `of`.
pub fn agree(what: &str, text: &str, (of, words): (&str, &str)) -> Result<(), String> {
    if !contradicts(text, words) {
        return Ok(());
    }
    let (text, words) = (quoted(text), quoted(words));
    Err(format!("its {what} is `{text}`, and its {of} `{words}`: keep the one that counts"))
}

/// Which kind is worded; none where nothing is.
pub fn kind(words: &str) -> Result<Option<Kind>, String> {
    let words = words.trim();
    let unread = |why: &str| {
        let words = quoted(words);
        Err(format!("the kind `{words}` {why}; declare it with --tool and a profile"))
    };
    let worded = Worded::of(words);
    let said = worded.said;
    let has = |says: Says| said.contains(&says);
    if has(Says::Taper) {
        return Err("a taper is not understood; declare it with --tool taper:TIP,HALF,D".to_owned());
    }
    if worded.unread {
        return unread("is not understood");
    }
    let drill = Says::Shape(Kind::Drill);
    // A slot drill is a mill that cuts across its middle. What else cuts slots may be a disc.
    let slot = has(Says::Slot) && (has(drill) || has(Says::Mill));
    let mut shapes: Vec<Kind> = Vec::new();
    for says in &said {
        match says {
            Says::Shape(Kind::Drill) if slot => {}
            Says::Shape(kind) if !shapes.contains(kind) => shapes.push(*kind),
            _ => {}
        }
    }
    match shapes[..] {
        _ if has(Says::Slot) && !slot => unread("is not understood"),
        [Kind::Drill] if has(Says::Middle) => Ok(Some(Kind::Center)),
        [kind] => Ok(Some(kind)),
        [] if slot => Ok(Some(Kind::Flat)),
        [] if has(Says::Mill) => Ok(Some(Kind::Mill)),
        [] if words.is_empty() => Ok(None),
        [] => unread("is not understood"),
        _ => unread("names several shapes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slot drill was a drill of 118 degrees, and whatever had `ball` or `mill` in its name one
    /// of those: an undercutting ball, a tapered one, a T-slot cutter.
    #[test]
    fn every_word_of_a_kind_counts() {
        for (words, want) in [
            ("Ball Nose", Some(Kind::Ball)),
            ("6mm 2-flute ball end mill", Some(Kind::Ball)),
            ("ball nosed slot drill", Some(Kind::Ball)),
            ("bull nose end mill", Some(Kind::Bull)),
            ("slot drill", Some(Kind::Flat)),
            ("slot mill", Some(Kind::Flat)),
            ("counter bore", Some(Kind::Flat)),
            ("end mill", Some(Kind::Mill)),
            ("centre cutting end mill", Some(Kind::Mill)),
            ("spot drill", Some(Kind::Drill)),
            ("counter sink", Some(Kind::Drill)),
            ("centre drill", Some(Kind::Center)),
            ("V-bit", Some(Kind::Chamfer)),
            ("1/4\" 2FL flat end mill", Some(Kind::Flat)),
            ("ball nose Z2, 6 mm", Some(Kind::Ball)),
            ("chamfer mill", Some(Kind::Chamfer)),
            ("", None),
        ] {
            assert_eq!(kind(words), Ok(want), "{words}");
        }
        for (words, part) in [
            ("tapered ball end mill", "a taper is not understood"),
            ("ball nose taper", "a taper is not understood"),
            ("undercutting ball", "`undercutting ball` is not understood"),
            ("T slot end mill", "is not understood"),
            ("T-slot", "is not understood"),
            ("tslot mill", "is not understood"),
            ("slot cutter", "is not understood"),
            ("corner rounding end mill", "is not understood"),
            ("lens end mill", "is not understood"),
            ("router bit", "is not understood"),
            ("chamfer drill", "names several shapes"),
            // A figure among the words was passed over: an angle, a neck.
            ("End mill 45°", "is not understood"),
            ("Face mill 45", "is not understood"),
            ("Ball 15deg", "is not understood"),
            ("flat 1mm neck 12", "is not understood"),
            ("V90", "is not understood"),
        ] {
            let why = kind(words).unwrap_err();
            assert!(why.contains(part), "{words}: {why}");
        }
    }

    #[test]
    fn lengths_of_a_kind_are_read_in_their_unit() {
        assert_eq!(lengths("6mm 2-flute ball end mill"), [6.0]);
        assert_eq!(lengths("1/4 in flat, neck 12,5 mm"), [6.35, 12.5]);
    }

    #[test]
    fn a_name_is_plain_or_not() {
        for name in ["", "6mm End Mill", "2 flute carbide endmill 6 mm", "flat"] {
            assert!(is_plain(name) && !names_a_shape(name), "{name}");
        }
        for name in ["taper 45 deg a side", "ball", "Kugelfräser", "12 x 3"] {
            assert!(!is_plain(name), "{name}");
        }
        assert!(names_a_shape("30 degrees") && names_a_shape("tapered, new"));
        assert!(!names_a_shape("ask Jim before use 2"));
    }
}
