//! The figures and shape words in a tool's comment that are in none of the values taken from it.
//! These values alone do not describe the tool of such a comment.

use super::tokens::{Token, unit, unit_at};
use super::tool_note::Length;
use crate::tolerance::SAME_FIGURE;

/// Words after a number that says nothing of a shape: a count of flutes, a length, a speed.
const AFTER: [&str; 27] = [
    "f", "fl", "flt", "flute", "flutes", "fluted", "teeth", "tooth", "edge", "edges", "z", "d",
    "x", "loc", "oal", "long", "lg", "stickout", "stick", "reach", "deep", "rpm", "sfm", "ipm",
    "hrc", "min", "xd",
];

/// Words before one: the same, and offsets, stock, numbers of parts.
const BEFORE: [&str; 49] = [
    "z",
    "m",
    "g",
    "h",
    "t",
    "s",
    "f",
    "p",
    "n",
    "fl",
    "flute",
    "flutes",
    "teeth",
    "loc",
    "oal",
    "lcf",
    "len",
    "length",
    "long",
    "lg",
    "stickout",
    "out",
    "reach",
    "off",
    "offset",
    "leave",
    "stock",
    "zmin",
    "zmax",
    "depth",
    "no",
    "nr",
    "num",
    "number",
    "item",
    "part",
    "pn",
    "rpm",
    "speed",
    "feed",
    "feedrate",
    "sfm",
    "ipm",
    "hrc",
    "pocket",
    "rev",
    "op",
    "operation",
    "setup",
];

/// Beginnings of words that tell of a shape.
const SHAPES: [&str; 48] = [
    "angle",
    "ball",
    "barrel",
    "bevel",
    "bsp",
    "bull",
    "cent",
    "chamf",
    "combo",
    "concave",
    "cone",
    "coni",
    "convex",
    "corner",
    "csink",
    "ctr",
    "deg",
    "dovetail",
    "draft",
    "drill",
    "engrav",
    "konis",
    "konus",
    "lens",
    "lollipop",
    "neck",
    "npt",
    "oval",
    "oversi",
    "quarter",
    "round",
    "shaft",
    "shank",
    "shoulder",
    "special",
    "spherical",
    "spot",
    "stepped",
    "subland",
    "taper",
    "thread",
    "torus",
    "undercut",
    "undersi",
    "vbit",
    "vee",
    "viertel",
    "woodruff",
];

/// Words that do so only as they are.
const WHOLE: [&str; 13] = [
    "v", "r", "cr", "rad", "radius", "radiused", "°", "keyseat", "keyway", "form", "shaped",
    "step", "tpr",
];

/// Words before an equals sign whose figures are read.
const LABELS: [&str; 11] =
    ["d", "dia", "diameter", "ø", "cr", "r", "rad", "radius", "taper", "zmin", "t"];

/// Words for ends of mills, of which a mill has one.
const ENDS: [&[&str]; 2] = [&["flat", "square"], &["ball"]];

/// What was read.
pub(super) struct Taken<'a> {
    /// Figures, as they are written.
    pub figures: Vec<Length>,
    /// The kind's words.
    pub kind: &'a str,
    pub corner: bool,
    pub angle: bool,
}

/// What is said that is not among what was taken.
pub(super) fn leftover(tokens: &[Token], taken: &Taken) -> Vec<String> {
    let mut found = Vec::new();
    let ends = ENDS.map(|words| {
        let mut all = tokens.iter().map(|token| token.text);
        all.find(|text| words.iter().any(|word| text.starts_with(word)))
    });
    if let [Some(one), Some(other)] = ends {
        found.push(format!("{one} {other}"));
    }
    for (at, token) in tokens.iter().enumerate() {
        let before = tokens[..at].last();
        match token.number {
            Some(number) => {
                let unit = unit_at(tokens, at);
                let figure = |known: &Length| {
                    let other = known.units.zip(unit).is_some_and(|(known, unit)| known != unit);
                    (known.value - number.value).abs() < SAME_FIGURE && !other
                };
                let read = taken.figures.iter().any(figure) && !is_of_another_label(token, before);
                if !read && !says_nothing(tokens, at) {
                    found.push(with_unit(tokens, at));
                }
            }
            None if is_shape(token.text)
                && !is_taken(token, before, taken)
                && !cuts_at_its_center(tokens, at) =>
            {
                found.push(token.text.to_owned());
            }
            None => {}
        }
    }
    found
}

/// Whether words that describe no tool tell of the shape of one: by a word of shapes, or a size. A
/// number of offsets, that of the tool, is none.
pub(super) fn tells_of_a_shape(tokens: &[Token], tool: Option<u32>) -> bool {
    let is_center = |token: &Token| token.text.starts_with("cent");
    tokens.iter().enumerate().any(|(at, token)| match token.number {
        Some(number) => {
            let label = tokens[..at].last().is_some_and(|b| SIZES.contains(&b.text));
            let own = tool.is_some_and(|tool| number.value == f64::from(tool));
            let sized = label && !own || unit_at(tokens, at).is_some();
            sized && !says_nothing(tokens, at)
        }
        None => is_shape(token.text) && !is_center(token),
    })
}

/// Words before a diameter.
const SIZES: [&str; 4] = ["d", "dia", "diameter", "ø"];

/// `CENTER CUTTING`, as most mills are.
fn cuts_at_its_center(tokens: &[Token], at: usize) -> bool {
    tokens[at].text.starts_with("cent")
        && tokens.get(at + 1).is_some_and(|next| next.text == "cutting")
}

fn is_shape(word: &str) -> bool {
    let begins = SHAPES.iter().any(|shape| word.starts_with(shape));
    begins || WHOLE.contains(&word)
}

fn is_taken(token: &Token, before: Option<&Token>, taken: &Taken) -> bool {
    let word = token.text;
    let of_bull = word.starts_with("bull");
    let of_radius = of_bull || word == "corner" || ["r", "cr", "rad", "radius"].contains(&word);
    let of_angle = word == "°" || ["taper", "deg"].iter().any(|w| word.starts_with(w));
    // The number of a part: `SC12R`.
    let of_code = token.joined && before.is_some_and(|b| b.number.is_none());
    // A bull nose without its radius is none that is known.
    let of_kind = taken.kind.contains(word) && word.len() > 1 && !of_bull;
    of_kind || of_code || (of_radius && taken.corner) || (of_angle && taken.angle)
}

/// Whether a figure is said to be one that is not read, whatever else it is equal to.
fn is_of_another_label(token: &Token, before: Option<&Token>) -> bool {
    let label = before.filter(|before| token.equals && before.number.is_none());
    label.is_some_and(|label| !LABELS.contains(&label.text))
}

/// Whether the number there counts something that is no shape, or belongs to a part's number.
fn says_nothing(tokens: &[Token], at: usize) -> bool {
    let mut next = at + 1;
    if tokens.get(next).is_some_and(|token| unit(token.text).is_some()) {
        next += 1;
    }
    let after = tokens.get(next).is_some_and(|token| AFTER.contains(&token.text));
    let before = tokens[..at].last().is_some_and(|token| {
        let code = tokens[at].joined && token.text.len() > 1 && !is_shape(token.text);
        token.number.is_none() && (BEFORE.contains(&token.text) || code)
    });
    after || before
}

/// A number with what stands behind it: "12mm shank".
fn with_unit(tokens: &[Token], at: usize) -> String {
    let mut text = tokens[at].text.to_owned();
    if let Some(next) = tokens.get(at + 1).filter(|next| next.joined && next.number.is_none()) {
        text += next.text;
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::comments::tool_note::parse;
    use crate::control::state::Units;
    use crate::motion::Span;

    fn of(text: &str) -> (Option<f64>, Option<f64>, String) {
        let note = parse(text.as_bytes(), Span::default()).unwrap().settle(Units::Mm, 7);
        (note.diameter, note.corner_radius, note.unread.join(" "))
    }

    /// The shank of `3MM FLAT 12MM SHANK`, the radius of a bull nose and an angle were dropped
    /// without a word: a thin mill, a flat one, a straight one.
    #[test]
    fn what_a_comment_says_beyond_what_is_read_is_named() {
        for (text, unread) in [
            ("T3 3MM FLAT 12MM SHANK", "12mm shank"),
            ("T3 10MM BULL NOSE", "bull"),
            ("T3 10MM BULL", "bull"),
            ("T3 1MM FLAT 30 DEG V", "30 deg v"),
            ("T3 1MM ENDMILL 3° SIDE", "3° °"),
            ("T3 6MM BALL ENDMILL 4MM NECK", "4mm neck"),
            ("T3 6MM ENDMILL TAPERED", "tapered"),
            ("T3 6MM ENDMILL 45 CHAMFER", "45 chamfer"),
            ("T3 6MM ENDMILL R1 R2", "2"),
            ("T3 6MM ENDMILL 12", "12"),
        ] {
            assert_eq!(of(text).2, unread, "{text}");
        }
    }

    #[test]
    fn a_corner_radius_is_read_in_plain_words() {
        for text in [
            "T3 10MM BULL NOSE R2",
            "T3 10MM END MILL R2",
            "T3 10MM END MILL R2.0MM",
            "T3 10MM BULL NOSE 2MM RAD",
            "T3 10MM BULL NOSE 2 MM CORNER RADIUS",
            "T3 10MM BULL ENDMILL RADIUS=2",
            "T3| 10MM BULL ENDMILL 2. RAD|H3",
            "T3 D=10. CR=2. - bull nose end mill",
        ] {
            assert_eq!(of(text), (Some(10.0), Some(2.0), String::new()), "{text}");
        }
        assert_eq!(of("T2| 1/2 BULL ENDMILL 1/8 RAD|H0").1, Some(3.175));
    }

    /// Whatever honest posts write beside a shape.
    #[test]
    fn what_says_nothing_of_a_shape_is_passed_over() {
        for text in [
            "T1  D=6.35 CR=0 - ZMIN=-19.8 - flat end mill",
            "T2 D=8. CR=0. TAPER=118deg - ZMIN=-5. - drill",
            "T1| 3/4 FLAT ENDMILL|H0|XY STOCK TO LEAVE - .005|Z STOCK TO LEAVE - 0.",
            "T15|2\" FACE MILL|H313",
            "TOOL - 1 DIA. OFF. - 41 LEN. - 1 DIA. - 12.",
            "TOOL: T1 = 10.0 dia. ENDMILL",
            "T1 ENDMILL ROUGH , DIAMETER = 0.25 , LENGTH = 3.",
            "Tool: D = 3.0 mm  type BALLNOSE flutes 2",
            "T1|6MM 4FL EM|H1",
            "T1 6MM ENDMILL Z4 LOC 20MM OAL 60MM",
            "T1 6mm 3 flute end mill, 20mm stickout",
            "T1 6MM END MILL H1 S12000 F800",
            "T1 6MM CARBIDE ENDMILL SC4500 ER20 HOLDER",
            "T1 6MM ENDMILL 3D ADAPTIVE P/N 4711",
            "T1 6MM ENDMILL RADIAL STEPDOWN, OP 10 PROFILE",
        ] {
            assert_eq!(of(text).2, "", "{text}");
        }
    }
}
