//! Tools as described by a program's comments or a control's tool table.

use std::fmt::Display;

use crate::geom::MM_PER_INCH;
use crate::nc::{Span, ToolNote};
use crate::report::Remark;
use crate::tool::Shape;

/// Diameters nearer than this are the same, mm: tool lists are rounded.
pub(super) const SAME_SIZE_MM: f64 = 0.006;

/// Figures as people write them: inches and angles give tails of digits otherwise.
pub(super) fn figure(figure: f64) -> f64 {
    (figure * 1e6).round() / 1e6
}

/// A declaration of that diameter, or of the letter that stands for it, of the kind that `word`
/// names, and whether the two tell it; a square end where it names none.
pub(super) fn shape_of(word: &str, diameter: impl Display) -> (String, bool) {
    let word = word.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|part| word.contains(part));
    if says(&["drill", "spot"]) {
        (format!("drill:{diameter},118"), false)
    } else if says(&["chamfer", "v-bit", "engrav"]) {
        (format!("chamfer:0,45,{diameter}"), false)
    } else if says(&WIDER) {
        ("flat:D".to_owned(), false)
    } else if says(&["ball"]) {
        (format!("ball:{diameter}"), true)
    } else {
        (format!("flat:{diameter}"), true)
    }
}

/// Diameter, mm, and remark of a tool in a LinuxCNC tool table.
pub(super) fn table_line(text: &str, number: u32) -> Option<(f64, String)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().find_map(|line| {
        let (data, remark) = line.split_once(';').unwrap_or((line, ""));
        let word = |letter: char| {
            data.split_ascii_whitespace()
                .find_map(|w| w.strip_prefix([letter, letter.to_ascii_lowercase()]))
                .and_then(|v| v.parse::<f64>().ok())
        };
        (word('T') == Some(f64::from(number)))
            .then(|| (word('D').unwrap_or(0.0), remark.trim().to_owned()))
    })
}

/// Words for tools that their diameter and corner alone do not describe.
const WIDER: [&str; 15] = [
    "taper",
    "cone",
    "lollipop",
    "dovetail",
    "thread",
    "radius",
    "form",
    "slot",
    "face",
    "undercut",
    "woodruff",
    "keyseat",
    "keyway",
    "barrel",
    "corner round",
];

/// Words for tools that they do describe; what has another name may be anything.
const PLAIN: [&str; 7] = ["end", "flat", "square", "ball", "bull", "reamer", "tap"];

/// The declaration that a comment amounts to, where it says enough.
pub fn note_spec(note: &ToolNote) -> Option<String> {
    // What is not read may be wider than all that is.
    if !note.unread.is_empty() {
        return None;
    }
    // With a tool in a wrong unit a verdict would be worth nothing.
    let diameter = figure(note.diameter.filter(|d| *d > 0.0 && !note.doubtful)?);
    let corner = figure(note.corner_radius.unwrap_or(0.0));
    let kind = note.kind.as_deref().unwrap_or("");
    let mentions = |words: &[&str]| words.iter().any(|w| kind.contains(w));
    // How wide their tips are no comment says.
    if mentions(&["chamfer", "counter sink", "countersink", "engrav", "v-bit", "center"]) {
        return None;
    }
    // A pointed tool without its angle is no shape.
    if mentions(&["drill", "spot"]) {
        // Nor is one whose point is round.
        if corner > 0.0 {
            return None;
        }
        let angle = figure(note.point_angle?.to_degrees());
        return (angle > 0.0 && angle < 180.0).then(|| format!("drill:{diameter},{angle}"));
    }
    // Nor does a diameter tell a mill whose flank leans.
    if mentions(&WIDER) || note.point_angle.is_some_and(|angle| angle > 0.0) {
        return None;
    }
    if !kind.is_empty() && !mentions(&PLAIN) {
        return None;
    }
    let round = corner > 0.0 && (2.0 * corner - diameter).abs() < SAME_SIZE_MM;
    if mentions(&["ball"]) {
        return (corner == 0.0 || round).then(|| format!("ball:{diameter}"));
    }
    if round {
        return Some(format!("ball:{diameter}"));
    }
    if corner > 0.0 {
        return (2.0 * corner < diameter).then(|| format!("bull:{diameter},{corner}"));
    }
    // "bull nose" without a corner radius says too little.
    (!mentions(&["bull"])).then(|| format!("flat:{diameter}"))
}

/// Why a tool is not taken from the comment that describes it, as a sentence after its number; none
/// where all of that is read, or says too little for a tool.
pub(super) fn not_read(note: &ToolNote) -> Option<String> {
    let words = note.unread.join(" ");
    (!words.is_empty()).then(|| {
        format!(
            "not used: this comment says `{words}`, which is not understood; declare the tool with \
             --tool {}=SPEC (`gouge help tools`)",
            note.number
        )
    })
}

/// Where a comment and a declaration do not agree.
pub(super) fn differences(note: &ToolNote, shape: &Shape) -> Option<Remark> {
    let corner = match shape {
        Shape::Ball(d) => Some(0.5 * d),
        Shape::Flat(_) => Some(0.0),
        Shape::Bull(_, r) => Some(*r),
        _ => None,
    };
    let differ = |said: Option<f64>, declared: Option<f64>| match (said, declared) {
        (Some(a), Some(b)) => (a - b).abs() > SAME_SIZE_MM,
        _ => false,
    };
    let mut what = Vec::new();
    let mut say = |noun: &str, said: Option<f64>, declared: Option<f64>| {
        if differ(said, declared) {
            let (said, declared) = (figure(said.unwrap_or(0.0)), figure(declared.unwrap_or(0.0)));
            what.push(format!("{noun} {said} mm, but {declared} mm is declared"));
        }
    };
    say("diameter", note.diameter, Some(shape.diameter()));
    // Posts write CR=0 for drills and ball ends alike.
    let stated = note.corner_radius.filter(|r| *r > 0.0 || matches!(shape, Shape::Bull(..)));
    say("corner radius", stated, corner);
    let message = format!("the comment describes T{} with {}", note.number, what.join(" and "));
    (!what.is_empty()).then_some(Remark { span: note.span, code: "T010", message })
}

/// Where a tool table and a declaration do not agree: `said` is the table's diameter, mm, zero for
/// none.
pub(super) fn table_differs(number: u32, said: f64, shape: &Shape) -> Option<Remark> {
    let declared = shape.diameter();
    if said <= 0.0 || (said - declared).abs() <= SAME_SIZE_MM {
        return None;
    }
    let inches = (said * MM_PER_INCH - declared).abs() <= SAME_SIZE_MM;
    let hint = if inches { ": is the table in inches (--table-units inch)?" } else { "" };
    let (said, declared) = (figure(said), figure(declared));
    let message = format!(
        "the tool table has T{number} with diameter {said} mm, but {declared} mm is declared{hint}"
    );
    Some(Remark { span: Span::default(), code: "T012", message })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(diameter: f64, corner: Option<f64>, kind: &str) -> ToolNote {
        ToolNote {
            span: Span::default(),
            number: 1,
            diameter: Some(diameter),
            corner_radius: corner,
            point_angle: None,
            lowest: None,
            doubtful: false,
            kind: Some(kind.to_owned()),
            unread: Vec::new(),
        }
    }

    #[test]
    fn comments_become_declarations() {
        let spec = |d, c, k| note_spec(&note(d, c, k));
        assert_eq!(spec(6.0, Some(0.0), "flat end mill").as_deref(), Some("flat:6"));
        assert_eq!(spec(6.0, Some(3.0), "ball end mill").as_deref(), Some("ball:6"));
        assert_eq!(spec(6.0, Some(1.0), "bull nose end mill").as_deref(), Some("bull:6,1"));
        assert_eq!(spec(6.0, None, "bull nose"), None);
        assert_eq!(spec(6.0, None, "drill"), None);
        assert_eq!(spec(6.0, None, "lollipop mill"), None);
        assert_eq!(spec(6.0, None, "woodruff"), None);
        let mut drill = note(5.0, Some(0.0), "drill");
        drill.point_angle = Some(std::f64::consts::FRAC_PI_2);
        assert_eq!(note_spec(&drill).as_deref(), Some("drill:5,90"));
        // A chamfer mill of 45 degrees a side was a drill of 45 degrees in all, and clean.
        for kind in ["chamfer mill", "counter sink", "center drill"] {
            drill.kind = Some(kind.to_owned());
            assert_eq!(note_spec(&drill), None, "{kind}");
        }
        assert_eq!(spec(6.0, Some(2.0), "ball end mill"), None);
        let mut shank = note(3.0, None, "flat");
        shank.unread = vec!["12mm".to_owned(), "shank".to_owned()];
        assert_eq!(note_spec(&shank), None);
        let told = not_read(&shank).unwrap();
        assert!(told.contains("says `12mm shank`, which is not understood"), "{told}");
        for kind in ["ball end mill", "flat end mill"] {
            drill.kind = Some(kind.to_owned());
            assert_eq!(note_spec(&drill), None, "{kind} with a taper");
        }
    }

    /// A tool table that has another diameter than is declared said nothing of it.
    #[test]
    fn tool_tables_are_compared_with_declarations() {
        let differs =
            |said: f64, d: f64| table_differs(2, said, &Shape::Flat(d)).map(|r| r.message);
        assert_eq!((differs(0.0, 6.0), differs(6.0, 6.0)), (None, None));
        let other = differs(8.0, 6.0).unwrap();
        assert!(other.contains("T2 with diameter 8 mm, but 6 mm is declared"), "{other}");
        assert!(differs(0.25, 6.35).unwrap().contains("--table-units inch"));
    }

    #[test]
    fn comments_are_compared_with_declarations() {
        let differs = |n: &ToolNote, s: &Shape| differences(n, s).map(|r| r.message);
        assert_eq!(differs(&note(6.0, Some(0.0), "flat end mill"), &Shape::Flat(6.0)), None);
        assert_eq!(differs(&note(6.0, Some(0.0), "ball"), &Shape::Ball(6.0)), None);
        let message = differs(&note(6.0, Some(1.0), "bull"), &Shape::Bull(8.0, 0.5)).unwrap();
        assert!(message.contains("diameter 6 mm, but 8 mm"), "{message}");
        assert!(message.contains("corner radius 1 mm, but 0.5 mm"), "{message}");
    }
}
