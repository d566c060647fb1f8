//! Values by key, each with its origin.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::keys::Key;
use super::quantity::{Length, PartPoint, Point};
use crate::error::Error;

/// Where a value was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// On the command line, or by the caller.
    Option,
    /// In a file, on this line, from 1.
    File {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// It is the shop's, not the job's.
        shop: bool,
    },
}

impl Origin {
    /// The word for it in a report: `option`, `job` or `shop`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::File { shop: false, .. } => "job",
            Self::File { shop: true, .. } => "shop",
        }
    }

    /// Folder that file names are relative to.
    pub fn folder(&self) -> &Path {
        match self {
            Self::Option => Path::new(""),
            Self::File { path, .. } => path.parent().unwrap_or(Path::new("")),
        }
    }

    /// How a message begins about what was said here; nothing for what was typed, which is in view.
    pub fn before(&self) -> String {
        match self {
            Self::Option => String::new(),
            Self::File { .. } => format!("{}: ", self.place()),
        }
    }

    /// The place, for messages.
    pub fn place(&self) -> String {
        match self {
            Self::Option => "the command line".to_owned(),
            Self::File { path, line, .. } => format!("{}:{line}", path.display()),
        }
    }
}

/// One text with its origin. A value is a list of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// As written.
    pub text: String,
    /// Where.
    pub origin: Origin,
}

impl Item {
    /// As the name of a file, seen from the current folder. `-` is standard input.
    pub fn path(&self) -> PathBuf {
        match self.origin {
            Origin::Option => PathBuf::from(&self.text),
            Origin::File { .. } => self.path_of(&self.text),
        }
    }

    /// The name of another file that stands beside it, seen from the current folder.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.origin.folder().join(name)
    }
}

/// Values by key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    values: BTreeMap<String, Vec<Item>>,
    /// The job file, where one was read.
    pub job: Option<PathBuf>,
    /// The shop file above it.
    pub shop: Option<PathBuf>,
}

#[cfg(test)]
impl Settings {
    /// A shipped program that gouges its part once.
    pub fn duct_low() -> Self {
        let folder = env!("CARGO_MANIFEST_DIR");
        let mut settings = Self::default();
        settings.say("part", [format!("{folder}/molds/duct.stl")]);
        settings.say("program", [format!("{folder}/toolpaths/duct-low.ngc")]);
        settings.say("tools.1", ["ball:6"]);
        settings.say("start", [0, 0, 60]);
        settings
    }
}

impl Settings {
    /// Says `key` on the command line; an empty list says nothing.
    pub fn say<T: ToString>(&mut self, key: &str, values: impl IntoIterator<Item = T>) {
        let items = values
            .into_iter()
            .map(|v| Item { text: v.to_string(), origin: Origin::Option })
            .collect::<Vec<_>>();
        self.put(key, items);
    }

    /// Puts a value; one that stands there is replaced.
    pub fn put(&mut self, key: &str, items: Vec<Item>) {
        if !items.is_empty() {
            self.values.insert(key.to_owned(), items);
        }
    }

    /// That nothing says where the part lies in two ways that exclude each other, for all programs
    /// or for one.
    ///
    /// # Errors
    /// Two keys that do.
    pub(super) fn settle_place(&self) -> Result<(), [&str; 2]> {
        let keys = || self.values.keys().map(String::as_str);
        let wholes = keys().filter(|key| parted(key).1 == WHOLE_PLACE);
        for whole in wholes {
            let beside = |key: &&str| {
                let (table, key) = parted(key);
                table == parted(whole).0 && excludes(key, WHOLE_PLACE)
            };
            if let Some(other) = keys().find(beside) {
                return Err([other, whole]);
            }
        }
        Ok(())
    }

    /// Forgets the keys of a table.
    pub(super) fn drop_table(&mut self, table: &str) {
        let prefix = format!("{table}.");
        self.values.retain(|key, _| !key.starts_with(&prefix));
    }

    /// Takes from `below` what is not said here.
    #[must_use]
    pub fn over(mut self, below: Settings) -> Self {
        let places = PLACES.into_iter().chain([WHOLE_PLACE]);
        let said: Vec<&str> = places.filter(|key| self.values.contains_key(*key)).collect();
        let typed = |key: &str| self.items(key).iter().any(|item| item.origin == Origin::Option);
        let typed: Vec<&str> = LIMITS.into_iter().filter(|key| typed(key)).collect();
        // A figure that is typed counts for every tool, operation and part.
        let replaced = |key: &str| {
            let own = key.strip_prefix("for.").and_then(|own| own.rsplit('.').next());
            own.is_some_and(|figure| typed.contains(&figure))
        };
        for (key, items) in below.values {
            if said.iter().any(|own| excludes(own, &key)) || replaced(&key) {
                continue;
            }
            let joined = Key::find(&key).is_some_and(|k| k.joined);
            match self.values.get_mut(&key) {
                Some(said) if joined => said.extend(items),
                Some(_) => {}
                None => {
                    self.values.insert(key, items);
                }
            }
        }
        self.job = self.job.or(below.job);
        self.shop = self.shop.or(below.shop);
        self
    }

    /// Every key that something is said of, with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Item])> {
        self.values.iter().map(|(key, items)| (key.as_str(), items.as_slice()))
    }

    /// What is said of `key`; empty for nothing.
    pub fn items(&self, key: &str) -> &[Item] {
        self.values.get(key).map_or(&[], Vec::as_slice)
    }

    /// What is said of the keys of a table: the given name and its value.
    pub fn table(&self, table: &str) -> impl Iterator<Item = (&str, &[Item])> {
        let prefix = format!("{table}.");
        self.iter().filter_map(move |(key, items)| {
            let start = key.strip_prefix(prefix.as_str())?.len();
            Some((&key[key.len() - start..], items))
        })
    }

    /// The word for where `key` was said; `None` where nothing is.
    pub fn source(&self, key: &str) -> Option<&'static str> {
        self.items(key).first().map(|item| item.origin.word())
    }

    /// A text.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.items(key).first().map(|item| item.text.as_str())
    }

    /// File names, seen from the current folder.
    pub fn paths(&self, key: &str) -> Vec<PathBuf> {
        self.items(key).iter().map(Item::path).collect()
    }

    /// True where it is said.
    pub fn flag(&self, key: &str) -> bool {
        self.text(key) == Some("true")
    }

    /// A length, mm.
    ///
    /// # Errors
    /// A text that is none.
    pub fn length(&self, key: &str) -> Result<Option<f64>, Error> {
        Ok(self.parsed::<Length>(key)?.map(|l| l.0))
    }

    /// Three lengths, mm.
    ///
    /// # Errors
    /// Texts that are none.
    pub fn point(&self, key: &str) -> Result<Option<[f64; 3]>, Error> {
        Ok(self.parsed::<Point>(key)?.map(|p| p.0))
    }

    /// Three lengths, mm, where they are known.
    ///
    /// # Errors
    /// Texts that are none.
    pub fn part_point(&self, key: &str) -> Result<Option<[Option<f64>; 3]>, Error> {
        Ok(self.parsed::<PartPoint>(key)?.map(|p| p.0))
    }

    fn parsed<T: FromStr<Err: ToString>>(&self, key: &str) -> Result<Option<T>, Error> {
        let items = self.items(key);
        let Some(first) = items.first() else { return Ok(None) };
        let text: Vec<&str> = items.iter().map(|item| item.text.as_str()).collect();
        text.join(",").parse().map(Some).map_err(|e: T::Err| {
            Error::new("J004", format!("{}: {key}: {}", first.origin.place(), e.to_string()))
        })
    }
}

/// Keys that tools, operations and parts may have figures of their own for.
const LIMITS: [&str; 3] = ["tolerance", "allowance", "deviation"];

/// Keys that together say where the part lies, beside a transform.
pub const PLACES: [&str; 3] = ["origin", "flip", "rotate"];

/// A key that says it whole.
const WHOLE_PLACE: &str = "transform";

/// The table that a key stands in, and the key itself.
fn parted(key: &str) -> (&str, &str) {
    key.rsplit_once('.').unwrap_or(("", key))
}

/// Whether of two keys only one may say where the part lies.
pub(super) fn excludes(key: &str, other: &str) -> bool {
    [[key, other], [other, key]].into_iter().any(|[a, b]| a == WHOLE_PLACE && PLACES.contains(&b))
}
