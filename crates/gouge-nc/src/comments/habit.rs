//! How CAM systems write operations into comments: no standard says how, and each post has its
//! habit.
//!
//! [`NAMED`] lists those that announce an operation in so many words, [`STYLES`] those whose header
//! gives the system away and whose comments on lines of their own are then names.

/// What a comment says about operations.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    /// One begins; the name may follow.
    Begins(String),
    /// The one that begins has this name.
    Is(String),
    /// The one that is going on ends.
    Ends,
    /// Nothing of use, though it is part of the same announcement.
    Passes,
}

/// One habit: the system, and what its comments say.
pub(crate) struct Rule {
    pub system: &'static str,
    pub says: fn(&str) -> Option<Said>,
}

/// Comments that announce an operation by themselves.
pub(crate) const NAMED: [Rule; 7] = [
    Rule {
        system: "FreeCAD",
        says: |text| {
            after(text, &["begin operation:"])
                .map(|name| Said::Begins(name.to_owned()))
                .or_else(|| after(text, &["finish operation:"]).map(|_| Said::Ends))
        },
    },
    Rule {
        system: "Vectric",
        says: |text| {
            let text = text.trim_matches([' ', '|', '*', '-']);
            after(text, &["toolpath:-"])
                .map(|name| Said::Begins(name.trim_matches('\'').to_owned()))
        },
    },
    Rule { system: "Estlcam", says: |text| numbered(text, &["no. ", "nr. "]).map(Said::Begins) },
    Rule {
        system: "jscut",
        says: |text| {
            if let Some(number) = after(text, &["operation:"]) {
                let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                return plain.then(|| Said::Begins(format!("operation {number}")));
            }
            after(text, &["type:", "name:"])
                .map(|name| if name.is_empty() { Said::Passes } else { Said::Is(name.to_owned()) })
        },
    },
    Rule {
        system: "PyCAM",
        says: |text| {
            after(text, &["pycam_toolpath_settings: start"])
                .map(|_| Said::Begins("toolpath".to_owned()))
                .or_else(|| after(text, &["generator ="]).map(|name| Said::Is(name.to_owned())))
        },
    },
    Rule {
        system: "BobCAD",
        says: |text| after(text, &["feature "]).map(|name| Said::Begins(name.to_owned())),
    },
    Rule {
        system: "plain",
        says: |text| {
            numbered(text, &["operation ", "op "])
                .or_else(|| {
                    let label = ["toolpath name", "operation name", "operation:", "toolpath:"];
                    after(text, &label)
                        .map(|name| name.trim_start_matches([' ', '=', ':']).to_owned())
                })
                .filter(|name| !name.is_empty())
                .map(Said::Begins)
        },
    },
];

/// A system, and whether a comment (small letters) gives it away.
pub(crate) type Style = (&'static str, fn(&str) -> bool);

/// Headers that give a CAM system away whose comments on lines of their own are operations.
pub(crate) const STYLES: [Style; 3] = [
    ("Fusion or HSMWorks", |text| {
        text.starts_with('t') && text.contains("d=") && text.contains("cr=")
    }),
    ("CamBam", |text| text.contains("using cambam")),
    ("Mastercam", |text| {
        let digits =
            text.strip_prefix('t').unwrap_or("").trim_start_matches(|c: char| c.is_ascii_digit());
        text.starts_with('t') && digits.trim_start().starts_with('|')
    }),
];

/// How comments begin that a post writes about other things than operations.
pub(crate) const OTHER: [&str; 43] = [
    "tool",
    "rev",
    "date",
    "time",
    "post",
    "program",
    "file",
    "machine",
    "material",
    "stock",
    "unit",
    "created",
    "generated",
    "made ",
    "exported",
    "output",
    "feed",
    "speed",
    "gouge ",
    "using ",
    "when using",
    "warning",
    "note",
    "http",
    "www",
    "coolant",
    "max",
    "min",
    "author",
    "by ",
    "version",
    "msg",
    "debug",
    "print",
    "log",
    "vendor",
    "model",
    "description",
    "end",
    "start",
    "required",
    "safe",
    "begin",
];

/// Verbs of the shop, and the nouns that stand for them, without the numbers that may follow.
pub(crate) const VERBS: [&str; 32] = [
    "mill",
    "drill",
    "spot",
    "rough",
    "finish",
    "semi-finish",
    "face",
    "tap",
    "bore",
    "ream",
    "chamfer",
    "contour",
    "engrave",
    "deburr",
    "slot",
    "pocket",
    "profile",
    "counterbore",
    "countersink",
    "thread",
    "milling",
    "drilling",
    "roughing",
    "finishing",
    "facing",
    "adaptive",
    "parallel",
    "scallop",
    "pencil",
    "trace",
    "op",
    "operation",
];

/// What may stand before a verb: `2D Contour`.
pub(crate) const DIMENSIONS: [&str; 2] = ["2d", "3d"];

/// What follows one of the words, whatever their case.
fn after<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| text[word.len()..].trim())
    })
}

/// The name in `No. 3: name`.
fn numbered(text: &str, words: &[&str]) -> Option<String> {
    let rest = after(text, words)?;
    let name = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let colon = name.trim_start().strip_prefix([':', '-'])?;
    (name.len() < rest.len()).then(|| colon.trim().to_owned())
}
