//! Assumptions that the user accepts: `--assume NAME[=VALUE]`.

use crate::error::{Error, Result};
use crate::job::quantity::PartPoint;
use crate::job::{Item, Settings};
use crate::report::data::Assumption;

/// What is accepted without proof.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accepted {
    /// The tool reaches its first known position without touching anything.
    pub start: bool,
    /// Motions to and from machine positions touch nothing.
    pub home: bool,
    /// Program and part are in the units they were read in.
    pub units: bool,
    /// The part lies where it was declared, far from the cutting as it is.
    pub place: bool,
    /// The tool's tip is at the control point whatever its length offset.
    pub length: bool,
    /// The tool in the spindle where the program names none.
    pub tool: Option<u32>,
    said: Vec<Item>,
}

/// Every name that is accepted, with what it says.
pub const NAMES: [(&str, &str); 6] = [
    ("start=safe", "the tool reaches its first known position without touching anything"),
    ("home=safe", "motions to and from machine positions (G28, G30, G53) touch nothing"),
    ("tool=N", "tool N is in the spindle where the program names none"),
    ("length", "the tip is at the control point, whatever the length offset"),
    ("units", "program and part are in the units they were read in"),
    ("place", "the part lies where it was declared, though nothing is cut near it"),
];

/// What is accepted under a name, without its value.
pub fn says(name: &str) -> &'static str {
    let known = NAMES.iter().find(|(known, _)| known.split('=').next() == Some(name));
    known.map_or("", |(_, says)| says)
}

impl Accepted {
    /// What `settings` accept. `start=X,Y,Z` and `home=X,Y,Z` become the settings of that name.
    ///
    /// # Errors
    /// Names that are none, values that do not fit.
    pub fn read(settings: &mut Settings) -> Result<Self> {
        let mut all = Self::default();
        for item in settings.items("assume").to_vec() {
            let (name, value) = item.text.split_once('=').unwrap_or((&item.text, ""));
            match (name.trim(), value.trim()) {
                ("start", "safe") => all.start = true,
                ("home", "safe") => all.home = true,
                ("units", "") => all.units = true,
                ("place", "") => all.place = true,
                ("length", "") => all.length = true,
                ("tool", number) => {
                    let number = number.trim_start_matches(['T', 't']).parse().ok();
                    all.tool = Some(number.ok_or_else(|| unknown(&item))?);
                }
                (name @ ("start" | "home"), point) => {
                    let PartPoint(point) = point.parse().map_err(|_| unknown(&item))?;
                    if settings.items(name).is_empty() {
                        let text = |v: Option<f64>| v.map_or_else(String::new, |v| v.to_string());
                        let axes = point.map(|v| Item { text: text(v), ..item.clone() });
                        settings.put(name, axes.to_vec());
                    }
                    continue;
                }
                _ => return Err(unknown(&item)),
            }
            all.said.push(item);
        }
        Ok(all)
    }

    /// As they were said.
    pub fn texts(&self) -> Vec<String> {
        self.said.iter().map(|item| item.text.clone()).collect()
    }

    /// Where what is accepted of this name was said.
    pub fn source(&self, name: &str) -> &'static str {
        let named = |item: &&Item| item.text.split('=').next().map(str::trim) == Some(name);
        self.said.iter().find(named).map_or("option", |item| item.origin.word())
    }

    /// For the report. The tool in the spindle is listed where it counts.
    pub fn assumptions(&self) -> Vec<Assumption> {
        let name = |item: &Item| item.text.split('=').next().unwrap_or("").trim().to_owned();
        let entry = |item: &Item| Assumption {
            name: name(item),
            value: says(&name(item)).to_owned(),
            source: item.origin.word().to_owned(),
        };
        self.said.iter().filter(|item| name(item) != "tool").map(entry).collect()
    }
}

fn unknown(item: &Item) -> Error {
    let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    let what = format!("`{}` is not an assumption", item.text.escape_debug());
    Error::new("J006", item.origin.before() + &what)
        .help(format!("assumptions are {} (`gouge help assumptions`)", names.join(", ")))
}
