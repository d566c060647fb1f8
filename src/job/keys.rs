//! Every key of a job file: its kind, its default, one line about it. `gouge help job` is made
//! from this table, and no other key is read.

use super::quantity::{Length, PartPoint, Point, Range, count, not_negative, positive};
use crate::nc::Dialect;

/// The type of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The name of a file or folder, relative to the job file.
    Path,
    /// One such name or a list of them; `*` and `?` stand for anything.
    Paths,
    /// A length.
    Length,
    /// A length of zero or more.
    NotNegative,
    /// A length of more than zero.
    Positive,
    /// Three lengths.
    Point,
    /// Three lengths, those not known left empty ("").
    PartPoint,
    /// A least and a greatest length.
    Range,
    /// One of these words.
    Word(&'static [&'static str]),
    /// true or false.
    Bool,
    /// A whole number above zero.
    Count,
    /// Sixteen numbers (or four rows of four), or the name of a file.
    Matrix,
    /// Any text.
    Text,
    /// A text or a list of texts.
    Texts,
}

/// A key of a job file. A `*` in its name is for a name that the user gives.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As written, tables divided by dots.
    pub name: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// Values given in several places are joined instead of replaced.
    pub joined: bool,
    /// The value where none is given; empty for none.
    pub default: &'static str,
    /// One line.
    pub about: &'static str,
}

const fn key(name: &'static str, kind: Kind, default: &'static str, about: &'static str) -> Key {
    Key { name, kind, joined: false, default, about }
}

const fn joined(name: &'static str, kind: Kind, about: &'static str) -> Key {
    Key { name, kind, joined: true, default: "", about }
}

/// The controls whose programs are read.
const DIALECTS: &[&str] = &Dialect::NAMES;

/// What a program may be expected to come to.
const VERDICTS: &[&str] = &["clean", "gouge", "unknown"];

/// Sides of the part that may be up.
const FLIPS: &[&str] = &["x", "y", "top", "bottom", "front", "back", "left", "right"];

/// The ways that rapids take.
const RAPIDS: &[&str] = &["straight", "dogleg"];

/// What numbers without a point are worth.
const DECIMALS: &[&str] = &["increments", "units"];

/// Units of a tool table.
const TABLE_UNITS: &[&str] = &["mm", "inch"];

/// What G41 and G42 hold.
const COMPENSATIONS: &[&str] = &["control", "wear", "none"];

/// Every key there is.
pub const KEYS: &[Key] = &[
    key("part", Kind::Paths, "", "meshes of the finished part"),
    key("program", Kind::Paths, "", "the programs, each checked by itself"),
    joined("fixture", Kind::Paths, "meshes of what holds the part: no motion may touch them"),
    key("origin", Kind::Point, "0, 0, 0", "program zero in part coordinates"),
    key("transform", Kind::Matrix, "", "part to program coordinates, instead of origin"),
    key(
        "flip",
        Kind::Word(FLIPS),
        "top",
        "turn the part over about X or Y, or put the named side up",
    ),
    key("rotate", Kind::Text, "0", "then turn it about Z by this angle, degrees"),
    key(
        "mesh_units",
        Kind::Word(&["mm", "inch", "m"]),
        "mm",
        "unit of the meshes of parts and fixtures",
    ),
    key("tolerance", Kind::Positive, "0.01", "depth above which a motion gouges"),
    key(
        "allowance",
        Kind::Length,
        "0",
        "stock to leave on the part; negative: how deep the part may be cut",
    ),
    key("deviation", Kind::NotNegative, "0", "how far the machine may stray from the path"),
    key("for.operation.*.tolerance", Kind::Positive, "", "of an operation, by its name"),
    key("for.operation.*.allowance", Kind::Length, "", "of an operation"),
    key("for.operation.*.deviation", Kind::NotNegative, "", "of an operation"),
    key("for.tool.*.tolerance", Kind::Positive, "", "of a tool, by its number"),
    key("for.tool.*.allowance", Kind::Length, "", "of a tool"),
    key("for.tool.*.deviation", Kind::NotNegative, "", "of a tool"),
    key("for.part.*.tolerance", Kind::Positive, "", "of a part, by its file name"),
    key("for.part.*.allowance", Kind::Length, "", "of a part"),
    key("for.part.*.deviation", Kind::NotNegative, "", "of a part"),
    key("for.program.*.origin", Kind::Point, "", "of a program, by its file name or its path"),
    key("for.program.*.transform", Kind::Matrix, "", "of a program"),
    key("for.program.*.flip", Kind::Word(FLIPS), "", "of a program: its side of the part"),
    key("for.program.*.rotate", Kind::Text, "", "of a program"),
    key("for.program.*.start", Kind::PartPoint, "", "of a program"),
    key("for.program.*.home", Kind::PartPoint, "", "of a program"),
    key("for.program.*.tolerance", Kind::Positive, "", "of a program"),
    key("for.program.*.allowance", Kind::Length, "", "of a program"),
    key("for.program.*.deviation", Kind::NotNegative, "", "of a program"),
    key("mesh_chord", Kind::NotNegative, "0", "chordal error of the mesh; reported, not added"),
    key("dialect", Kind::Word(DIALECTS), "linuxcnc", "control the program was posted for"),
    key("start", Kind::PartPoint, "", "control point before the first block; \"\" if unknown"),
    key("home", Kind::PartPoint, "", "machine zero in program coordinates; \"\" if unknown"),
    key("rapid", Kind::Word(RAPIDS), "", "how rapids move; by dialect"),
    key("travel.x", Kind::Range, "", "how far X goes, [least, most], machine coordinates"),
    key("travel.y", Kind::Range, "", "how far Y goes"),
    key("travel.z", Kind::Range, "", "how far Z goes"),
    key(
        "tool_change",
        Kind::PartPoint,
        "",
        "where M6 goes after the first motion, machine coordinates",
    ),
    key("machine", Kind::Text, "", "a machine by its name: its table applies"),
    key("machines.*.dialect", Kind::Word(DIALECTS), "", "of a machine, as without its name"),
    key("machines.*.home", Kind::PartPoint, "", "of a machine"),
    key("machines.*.rapid", Kind::Word(RAPIDS), "", "of a machine"),
    key("machines.*.decimals", Kind::Word(DECIMALS), "", "of a machine"),
    key("machines.*.compensation", Kind::Word(COMPENSATIONS), "", "of a machine"),
    key("machines.*.table_units", Kind::Word(TABLE_UNITS), "", "of a machine"),
    key("machines.*.block_delete", Kind::Bool, "", "of a machine"),
    key("machines.*.deviation", Kind::NotNegative, "", "of a machine"),
    joined("machines.*.subprograms", Kind::Paths, "of a machine"),
    key("machines.*.travel.x", Kind::Range, "", "of a machine"),
    key("machines.*.travel.y", Kind::Range, "", "of a machine"),
    key("machines.*.travel.z", Kind::Range, "", "of a machine"),
    key("machines.*.tool_change", Kind::PartPoint, "", "of a machine"),
    key(
        "decimals",
        Kind::Word(DECIMALS),
        "increments",
        "Fanuc, Haas: X1 is 0.001 mm (increments) or 1 mm",
    ),
    key("block_delete", Kind::Bool, "false", "skip blocks that begin with /"),
    key(
        "compensation",
        Kind::Word(COMPENSATIONS),
        "",
        "G41 and G42 hold the contour (control), the path (wear), nothing",
    ),
    joined("subprograms", Kind::Paths, "folders of subprogram files"),
    key("offsets.*", Kind::Point, "", "zero of a work offset: G55, G59.1, G54.1P3, G112"),
    key("tools.*", Kind::Text, "", "a tool by number, as --tool takes it"),
    joined("tools_from", Kind::Paths, "tool libraries"),
    key("table_units", Kind::Word(TABLE_UNITS), "mm", "unit of a LinuxCNC tool table (.tbl)"),
    joined("assume", Kind::Texts, "assumptions accepted, as --assume takes them"),
    key("baseline", Kind::Path, "", "regions that somebody accepted, as --baseline takes them"),
    key(
        "expect.*",
        Kind::Word(VERDICTS),
        "",
        "batch: the verdict expected of a program; an expected gouge ends with 0",
    ),
    key("max_motions", Kind::Count, "", "stop reading after this many motions"),
];

impl Key {
    /// The key named `name`: a name given by the user fits a `*`.
    pub fn find(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.fits(name))
    }

    fn fits(&self, name: &str) -> bool {
        match self.name.split_once('*') {
            None => self.name == name,
            Some((before, after)) => name
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after))
                .is_some_and(|given| !given.is_empty()),
        }
    }

    /// The known key most like `name`, where one is alike at all; names that the user gave stand
    /// in it.
    pub fn nearest(name: &str) -> Option<String> {
        KEYS.iter()
            .map(|key| key.filled(name))
            .map(|key| (strsim::jaro_winkler(name, &key), key))
            .filter(|(alike, _)| *alike > ALIKE)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, key)| key)
    }

    /// The key's name with what stands in `name` where the key has a `*`.
    fn filled(&self, name: &str) -> String {
        let Some((before, after)) = self.name.split_once('*') else { return self.name.to_owned() };
        let given = name.strip_prefix(before).and_then(|rest| match after {
            "" => Some(rest),
            _ => rest.rsplit_once('.').map(|(given, _)| given),
        });
        match given {
            Some(given) => format!("{before}{given}{after}"),
            None => before.trim_end_matches('.').to_owned(),
        }
    }

    /// Whether a table of that name holds keys.
    pub fn is_table(name: &str) -> bool {
        KEYS.iter().any(|key| {
            key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
                || key.name.split_once('*').is_some_and(|(before, after)| {
                    !after.is_empty() && name.strip_prefix(before).is_some_and(|n| !n.is_empty())
                })
        })
    }

    /// What is wrong with `texts` behind this key.
    pub fn fault(&self, texts: &[String]) -> Option<String> {
        let one = || match texts {
            [text] => Ok(text.as_str()),
            _ => Err("one value is needed here, not a list".to_owned()),
        };
        let length = |read: fn(&str) -> Result<f64, super::quantity::QuantityError>| {
            one().and_then(|text| read(text).map_err(|e| e.to_string())).err()
        };
        match self.kind {
            Kind::Length => length(|text| text.parse::<Length>().map(|l| l.0)),
            Kind::NotNegative => length(not_negative),
            Kind::Positive => length(positive),
            Kind::Point => texts.join(",").parse::<Point>().err().map(|e| e.to_string()),
            Kind::PartPoint => texts.join(",").parse::<PartPoint>().err().map(|e| e.to_string()),
            Kind::Range => texts.join(",").parse::<Range>().err().map(|e| e.to_string()),
            Kind::Count => one().and_then(|t| count(t).map_err(|e| e.to_string())).err(),
            Kind::Bool => one()
                .and_then(|t| match t {
                    "true" | "false" => Ok(()),
                    _ => Err(format!("`{t}` is neither true nor false")),
                })
                .err(),
            Kind::Word(words) => one()
                .and_then(|t| match words.contains(&t) {
                    true => Ok(()),
                    false => Err(format!("`{t}` is not one of {}", words.join(", "))),
                })
                .err(),
            Kind::Path => one().and_then(not_empty).err(),
            Kind::Text => one().err(),
            Kind::Matrix => match texts.len() {
                1 | 16 => None,
                n => Some(format!("sixteen numbers or the name of a file are needed, not {n}")),
            },
            Kind::Paths | Kind::Texts if texts.is_empty() => {
                Some("a text is needed here, or a list of texts".to_owned())
            }
            Kind::Paths => texts.iter().find_map(|text| not_empty(text).err()),
            Kind::Texts => None,
        }
    }
}

fn not_empty(name: &str) -> Result<(), String> {
    match name {
        "" => Err("an empty text names no file".to_owned()),
        _ => Ok(()),
    }
}

/// How alike two keys are at least for one to be taken for the other (Jaro and Winkler, 0 to 1).
const ALIKE: f64 = 0.8;
