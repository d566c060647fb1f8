//! Tools described in comments, as CAM systems write them.
//!
//! The forms read are Fusion's and HSMWorks' `(T1 D=6. CR=0. - ZMIN=-5. - flat end mill)`,
//! Mastercam's `(T3| 1/4 FLAT ENDMILL|H3)` and `(TOOL - 1 DIA. OFF. - 1 LEN. - 1 DIA. - 12.)`,
//! Fabex's `(Tool: D = 3.0 mm type END flutes 2)`, and sentences like
//! `(TOOL: T1 = 10.0 dia. ENDMILL)`.

#[cfg(test)]
mod tests;

use super::leftover::{Taken, leftover, tells_of_a_shape};
use super::tokens::{Token, corner, says_inches, tokens, unit_at};
use crate::control::state::{MM_PER_INCH, Units};
use crate::motion::{Span, ToolNote};

/// A description whose unit, and perhaps number, is only known later: headers come first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingNote {
    pub span: Span,
    /// `None`: the tool that comes next.
    pub number: Option<u32>,
    diameter: Option<Length>,
    corner_radius: Option<Length>,
    point_angle: Option<f64>,
    lowest: Option<Length>,
    kind: Option<String>,
    unread: Vec<String>,
}

/// A length with the unit it was written in, if any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Length {
    pub value: f64,
    pub units: Option<Units>,
}

impl Length {
    fn abs(self) -> Self {
        Self { value: self.value.abs(), ..self }
    }

    fn mm(self, program: Units) -> f64 {
        self.value * self.units.unwrap_or(program).mm()
    }
}

/// Diameters outside this range, mm, when no unit is written, look like the other unit.
const PLAUSIBLE_MM: std::ops::Range<f64> = 0.5..76.0;

/// Whole inches of a diameter that is written as a mixed fraction.
const WIDEST_INCHES: u32 = 3;

/// Kinds of which places are, too.
const ALSO_PLACES: [&str; 4] = ["ball", "bull", "flat", "square"];

/// Ends of words for tools.
const TOOLS: [&str; 4] = ["mill", "drill", "cutter", "reamer"];

/// Words for mills whose corners are not round.
const SQUARE: [&str; 2] = ["flat", "square"];

impl PendingNote {
    /// The note, once the program's unit and the tool's number are known.
    pub fn settle(self, program: Units, next_tool: u32) -> ToolNote {
        ToolNote {
            doubtful: self.oddity(program).is_some(),
            span: self.span,
            number: self.number.unwrap_or(next_tool),
            diameter: self.diameter.map(|length| length.mm(program)),
            corner_radius: self.corner_radius.map(|length| length.mm(program)),
            point_angle: self.point_angle,
            lowest: self.lowest.map(|length| length.mm(program)),
            kind: self.kind,
            unread: self.unread,
        }
    }

    /// What of the comment is in its values.
    fn taken(&self) -> Taken<'_> {
        let lengths = [self.diameter, self.corner_radius, self.lowest.map(Length::abs)];
        let degrees =
            self.point_angle.map(|angle| Length { value: angle.to_degrees(), units: None });
        Taken {
            figures: lengths.into_iter().chain([degrees]).flatten().collect(),
            kind: self.kind.as_deref().unwrap_or(""),
            corner: self.corner_radius.is_some(),
            angle: self.point_angle.is_some(),
        }
    }

    /// What is odd about the diameter in this unit.
    pub fn oddity(&self, program: Units) -> Option<String> {
        let diameter = self.diameter.filter(|length| length.units.is_none())?;
        let (here, other, factor, suffix) = match program {
            Units::Mm => ("mm", "inches", MM_PER_INCH, "in"),
            Units::Inch => ("inches", "mm", 1.0, "mm"),
        };
        let number = self.number.map_or_else(|| "N".to_owned(), |number| number.to_string());
        let odd = !PLAUSIBLE_MM.contains(&diameter.mm(program))
            && PLAUSIBLE_MM.contains(&(diameter.value * factor));
        odd.then(|| {
            format!(
                "the comment's diameter {0} is taken to be in {here}, as the program is; it looks \
                 like {other}: if it is, declare --tool {number}=flat:{0}{suffix}, or the right \
                 kind",
                diameter.value
            )
        })
    }
}

/// The descriptions of tools in the comments of one block, which may name a tool itself: what the
/// others say beside one is said of its tool.
pub(crate) fn of_block(
    comments: &[(&[u8], Span)],
    tool: Option<u32>,
) -> impl Iterator<Item = PendingNote> {
    let of_tool = |(comment, span): &(&[u8], Span)| {
        let unnamed = || tool.and_then(|tool| parse_unnamed(comment, *span, tool));
        parse(comment, *span).or_else(unnamed)
    };
    let read: Vec<_> = comments.iter().map(of_tool).collect();
    let others = comments.iter().zip(&read).filter(|(_, note)| note.is_none());
    let beside: Vec<String> = others.flat_map(|((comment, _), _)| unread(comment)).collect();
    read.into_iter().flatten().map(move |mut note| {
        note.unread.extend(beside.iter().cloned());
        note
    })
}

/// What a comment says that may be about the shape of a tool.
fn unread(comment: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(comment).to_ascii_lowercase();
    leftover(&tokens(&text), &Taken { figures: Vec::new(), kind: "", corner: false, angle: false })
}

/// Reads a tool description out of a comment; `None` when it is not one.
pub(super) fn parse(comment: &[u8], span: Span) -> Option<PendingNote> {
    if !matches!(comment.trim_ascii_start().first(), Some(b't' | b'T')) {
        return None;
    }
    let text = String::from_utf8_lossy(comment).to_ascii_lowercase();
    let text = text.trim();
    let (number, rest) = number(text)?;
    let words = tokens(rest);
    let mut note = described(rest, &words, number, span);
    note.unread.extend(mixed_fraction(text, rest));
    // A number alone, without a unit or a word beside it, may be anything: `T1-3`, `T1 2019`.
    let told = note.kind.is_some() || has_label_or_unit(rest, &note);
    let describes = note.diameter.is_some() && told && (number.is_some() || note.kind.is_some());
    // What is said of a tool's shape and not understood may contradict what is.
    let says = note.kind.is_some() || tells_of_a_shape(&words, number);
    (describes || (number.is_some() && says)).then_some(note)
}

/// Whether the diameter of a note has a unit, or stands beside a word.
fn has_label_or_unit(rest: &str, note: &PendingNote) -> bool {
    let unit = note.diameter.is_some_and(|diameter| diameter.units.is_some());
    unit || rest.contains(|c: char| c.is_alphabetic() || c == 'ø')
}

/// Reads the description of a tool out of a comment that does not say of which, beside the word
/// that calls it: `T1 M6 (10MM ENDMILL)`. Other comments there are about what it is going to do.
fn parse_unnamed(comment: &[u8], span: Span, tool: u32) -> Option<PendingNote> {
    let text = String::from_utf8_lossy(comment).to_ascii_lowercase();
    let text = text.trim();
    let words = tokens(text);
    let note = described(text, &words, Some(tool), span);
    // `10MM FLAT BOTTOM POCKET` is none.
    let is_kind = |kind: &str| {
        KINDS.contains(&kind) && (!ALSO_PLACES.contains(&kind) || text.ends_with(kind))
    };
    let names_tool = |word: &Token| TOOLS.iter().any(|tool| word.text.ends_with(tool));
    let named = note.kind.as_deref().is_some_and(is_kind) || words.iter().any(names_tool);
    (note.diameter.is_some() && named).then_some(note)
}

/// What a text of these words says of a tool.
fn described(rest: &str, words: &[Token], number: Option<u32>, span: Span) -> PendingNote {
    let mut note = PendingNote {
        span,
        number,
        diameter: labelled(rest, &["d=", "d =", "diameter =", "diameter=", "dia. -", "dia=", "ø"]),
        corner_radius: labelled(rest, &["cr=", "cr ="]).or_else(|| corner(words)),
        point_angle: labelled(rest, &["taper="]).map(|angle| angle.value.to_radians()),
        lowest: lowest(rest),
        kind: kind(rest),
        unread: Vec::new(),
    };
    if note.diameter.is_none() {
        note.diameter = before(rest, &["dia", "\" in dia"])
            .or_else(|| leading(rest))
            .or_else(|| labelled(rest, &["dia "]));
    }
    if let Some(diameter) = note.diameter.as_mut().filter(|d| d.units.is_none()) {
        // Said once more with its unit: `1/2 INCH … DIA. - .5`.
        let same = |at: &usize| words[*at].number.is_some_and(|n| n.value == diameter.value);
        let told = (0..words.len()).filter(same).find_map(|at| unit_at(words, at));
        diameter.units = told.or(says_inches(words).then_some(Units::Inch));
    }
    note.unread = leftover(words, &note.taken());
    let square = note.kind.as_deref().is_some_and(|kind| SQUARE.iter().any(|w| kind.contains(w)));
    if square && note.corner_radius.is_some_and(|radius| radius.value > 0.0) {
        note.unread.push("a square end with a corner radius".to_owned());
    }
    note
}

/// The tool's number and what follows it: `t1 …`, `tool: t1 …`, `tool - 1 …`, `tool: …`.
fn number(text: &str) -> Option<(Option<u32>, &str)> {
    let (named, rest) = match text.strip_prefix("tool") {
        Some(rest) => (true, rest.trim_start_matches([' ', ':', '#', '-', '='])),
        None => (false, text),
    };
    let digits = rest.strip_prefix('t').unwrap_or(rest).trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let follows = digits[end..].chars().next();
    if end > 0 && end < 6 && !matches!(follows, Some('.' | '/')) {
        let number = digits[..end].parse().ok()?;
        return Some((Some(number), &digits[end..]));
    }
    named.then_some((None, rest))
}

/// `1 1/4` where that may be a number and a diameter as well as one diameter: `TOOL: 1 1/4 IN`.
fn mixed_fraction<'t>(text: &'t str, rest: &'t str) -> Option<String> {
    let number = &text[..text.len() - rest.len()];
    let whole = number.trim_start_matches(|c: char| !c.is_ascii_digit());
    let stated = number.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with('t');
    let fraction =
        rest.strip_prefix([' ', '-'])?.split(|c: char| !(c.is_ascii_digit() || c == '/'));
    let fraction = fraction.into_iter().next().filter(|f| f.contains('/'))?;
    let may_be_one = !stated && whole.parse().is_ok_and(|inches: u32| inches <= WIDEST_INCHES);
    may_be_one.then(|| format!("{whole} {fraction}"))
}

/// The length after one of the labels.
fn labelled(text: &str, labels: &[&str]) -> Option<Length> {
    labels.iter().find_map(|label| {
        text.match_indices(label).find_map(|(at, _)| {
            let starts = text[..at].chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric());
            starts.then(|| length(text[at + label.len()..].trim_start())).flatten()
        })
    })
}

/// The height after `zmin=`, below zero or above it.
fn lowest(text: &str) -> Option<Length> {
    let value = text[text.find("zmin=")? + "zmin=".len()..].trim_start();
    match value.strip_prefix('-') {
        Some(digits) => length(digits).map(|l| Length { value: -l.value, ..l }),
        None => length(value),
    }
}

/// The length right before one of the words.
fn before(text: &str, words: &[&str]) -> Option<Length> {
    words.iter().find_map(|word| {
        let at = text.find(word)?;
        let head = text[..at].trim_end();
        let start = head
            .rfind(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '/')))
            .map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
        let mut found = length(&head[start..])?;
        if text[at..].starts_with('"') {
            found.units = Some(Units::Inch);
        }
        Some(found)
    })
}

/// What may come right after a diameter that no word calls so; other numbers are flutes, degrees,
/// depths.
const AFTER_DIAMETER: [&str; 20] = [
    "flat", "square", "ball", "bull", "face", "chamfer", "thread", "slot", "spot", "center",
    "drill", "tap", "reamer", "end", "em", "mill", "carbide", "solid", "hss", "cobalt",
];

/// The length that begins a Mastercam field: `| 1/4 FLAT ENDMILL|`, `|6MM EM|`.
fn leading(text: &str) -> Option<Length> {
    let field = text.trim_start_matches([' ', '|', '-', ':', '=']);
    let (found, rest) = length_and_rest(field)?;
    let rest = rest.trim_start();
    // Another figure only follows where this one has a unit: "6MM 4 FLUTE".
    let ends = rest.is_empty() || rest.starts_with(['|', '(', ',']) || rest.starts_with("- ");
    let counts = found.units.is_some() && rest.starts_with(|c: char| c.is_ascii_digit());
    let named = AFTER_DIAMETER.iter().any(|word| rest.starts_with(word));
    (ends || counts || named).then_some(found)
}

/// A number or fraction at the start of the text, with its unit. A fraction is in inches.
fn length(text: &str) -> Option<Length> {
    length_and_rest(text).map(|(length, _)| length)
}

/// The same, and what follows.
fn length_and_rest(text: &str) -> Option<(Length, &str)> {
    let digits = |text: &str, more: &[char]| {
        text.find(|c: char| !(c.is_ascii_digit() || more.contains(&c))).unwrap_or(text.len())
    };
    let mut end = digits(text, &['.']);
    // A decimal comma has digits on both sides.
    if text[end..].starts_with(',') && !text[..end].contains('.') {
        let more = digits(&text[end + 1..], &[]);
        end += if more > 0 { 1 + more } else { 0 };
    }
    let first: f64 = text[..end].replace(',', ".").parse().ok()?;
    let mut rest = &text[end..];
    let mut value = first;
    let mut units = None;
    if let Some(tail) = rest.strip_prefix('/') {
        if !text[..end].bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let divisor: f64 = tail[..end].parse().ok()?;
        value = first / divisor;
        units = Some(Units::Inch);
        rest = &tail[end..];
    }
    let mut rest = rest.trim_start();
    let named =
        [("mm", Units::Mm), ("inch", Units::Inch), ("\"", Units::Inch), ("in ", Units::Inch)];
    if let Some((tail, unit)) = named.iter().find_map(|(n, u)| Some((rest.strip_prefix(n)?, *u))) {
        (rest, units) = (tail, Some(unit));
    }
    let sound = value.is_finite() && value >= 0.0;
    sound.then_some((Length { value, units }, rest))
}

/// Words that name a kind of tool, the telling ones first: those of tools that are wider somewhere
/// than their diameter and other words tell.
const KINDS: [&str; 42] = [
    "taper",
    "cone",
    "dovetail",
    "lollipop",
    "undercut",
    "t-slot",
    "tslot",
    "woodruff",
    "keyseat",
    "keyway",
    "barrel",
    "corner round",
    "counter sink",
    "countersink",
    "v-bit",
    "engrav",
    "flat end mill",
    "square end mill",
    "ball end mill",
    "bull nose end mill",
    "radius mill",
    "chamfer mill",
    "face mill",
    "thread mill",
    "slot mill",
    "flat endmill",
    "square endmill",
    "ball endmill",
    "bull endmill",
    "ballnose",
    "bullnose",
    "spotdrill",
    "spot drill",
    "center drill",
    "drill",
    "tap",
    "endmill",
    "end mill",
    "ball",
    "bull",
    "flat",
    "square",
];

fn kind(text: &str) -> Option<String> {
    let text = text.replace("taper=", "");
    let named = |kind: &&&str| {
        text.match_indices(**kind).any(|(at, _)| {
            let after = text[at + kind.len()..].chars().next();
            **kind != "tap" || after.is_none_or(|c| !c.is_ascii_alphabetic())
        })
    };
    if let Some(found) = KINDS.iter().find(named) {
        return Some((*found).to_owned());
    }
    // HSM puts the kind last, after a dash; Fabex after "type".
    let typed = text.split("type ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let last =
        || text.rsplit(" - ").next().filter(|last| text.contains(" - ") && !last.contains('='));
    let kind = typed.or_else(last).map(|kind| kind.trim().to_owned());
    kind.filter(|kind| kind.contains(char::is_alphabetic))
}
