//! The kind of a tool by the words that a list calls it by. Every word has to be known: one that is
//! not may name a shape that the figures do not tell.

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
    (Says::Mill, &["mill", "endmill", "milling"]),
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

/// Which kind is worded; none where nothing is.
pub fn kind(words: &str) -> Result<Option<Kind>, String> {
    let words = words.trim();
    let unread = |why: &str| {
        let words = words.escape_debug();
        Err(format!("the kind `{words}` {why}; declare it with --tool and a profile"))
    };
    let lower = words.to_lowercase();
    let mut said = Vec::new();
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let known = WORDS.iter().find(|(_, names)| names.contains(&word)).map(|(says, _)| *says);
        match known {
            Some(says) => said.push(says),
            // "2 flutes", "6mm": the figures tell sizes, the kind need not.
            None if word.starts_with(|c: char| c.is_ascii_digit()) => {}
            None => return unread("is not read"),
        }
    }
    let has = |says: Says| said.contains(&says);
    if has(Says::Taper) {
        return Err("a taper is not read; declare it with --tool taper:TIP,HALF,D".to_owned());
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
        _ if has(Says::Slot) && !slot => unread("is not read"),
        [Kind::Drill] if has(Says::Middle) => Ok(Some(Kind::Center)),
        [kind] => Ok(Some(kind)),
        [] if slot => Ok(Some(Kind::Flat)),
        [] if has(Says::Mill) => Ok(Some(Kind::Mill)),
        [] if words.is_empty() => Ok(None),
        [] => unread("is not read"),
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
            ("chamfer mill", Some(Kind::Chamfer)),
            ("", None),
        ] {
            assert_eq!(kind(words), Ok(want), "{words}");
        }
        for (words, part) in [
            ("tapered ball end mill", "a taper is not read"),
            ("ball nose taper", "a taper is not read"),
            ("undercutting ball", "`undercutting ball` is not read"),
            ("T slot end mill", "is not read"),
            ("T-slot", "is not read"),
            ("tslot mill", "is not read"),
            ("slot cutter", "is not read"),
            ("corner rounding end mill", "is not read"),
            ("lens end mill", "is not read"),
            ("router bit", "is not read"),
            ("chamfer drill", "names several shapes"),
        ] {
            let why = kind(words).unwrap_err();
            assert!(why.contains(part), "{words}: {why}");
        }
    }
}
