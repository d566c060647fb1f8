//! Job files and shop files: TOML, every value checked where it stands.

use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::keys::{Key, Kind};
use super::machine;
use super::programs::expect_file;
use super::settings::{Item, Origin, Settings};
use crate::error::{Error, Result};
use crate::files;
use crate::tool::library;

/// Name of a job file that is found by itself.
pub const JOB_FILE: &str = "gouge.toml";

/// Name of a shop's file, in a folder above its jobs.
pub const SHOP_FILE: &str = "gouge-shop.toml";

/// Finds the job file for something at `place`, a file or a folder: there or in a folder above.
pub fn find(place: &Path) -> Option<PathBuf> {
    above(place, JOB_FILE)
}

/// Finds the shop file above a job file.
pub fn find_shop(job: &Path) -> Option<PathBuf> {
    above(job, SHOP_FILE)
}

fn above(place: &Path, name: &str) -> Option<PathBuf> {
    let full = std::path::absolute(place).ok()?;
    let folder = if full.is_dir() { full.as_path() } else { full.parent()? };
    // Where a folder really is, so that a link to it finds what it finds itself.
    let real = folder.canonicalize();
    let folder = real.as_deref().unwrap_or(folder);
    // A link that leads nowhere is found, too: what cannot be read is not as if it were not there.
    let is_there = |path: &PathBuf| path.symlink_metadata().is_ok();
    let found = folder.ancestors().map(|folder| folder.join(name)).find(is_there)?;
    // As near to what the user typed as it gets, so that reports do not name whole machines.
    let beside = if place.is_dir() { place } else { place.parent().unwrap_or(Path::new("")) };
    let mut typed = beside.join(name);
    if !is_there(&typed) {
        typed = std::env::current_dir()
            .ok()
            .and_then(|here| found.strip_prefix(here).ok().map(Path::to_owned))
            .unwrap_or(found);
    }
    Some(typed)
}

/// Reads a job file and the shop file above it.
///
/// # Errors
/// With line and column where the text or a value does not fit.
pub fn read_with_shop(path: &Path) -> Result<Settings> {
    with_shop(read(path, false)?, path)
}

/// What the shop file above a job says that is not written yet.
///
/// # Errors
/// As [`read_with_shop`].
pub fn shop_above(path: &Path) -> Result<Settings> {
    with_shop(Settings::default(), path)
}

/// What a job says, over the shop file above its place.
fn with_shop(job: Settings, path: &Path) -> Result<Settings> {
    let shop = find_shop(path).map_or_else(|| Ok(Settings::default()), |shop| read(&shop, true))?;
    machine::settle(job, shop)
}

/// Reads one file; `shop` says which of the two it is.
///
/// # Errors
/// With line and column where the text or a value does not fit.
pub fn read(path: &Path, shop: bool) -> Result<Settings> {
    if !path.exists() {
        expect_file(path)?;
    }
    let text = files::text(path)?;
    let mut reader = Reader { path, text: &text, shop, settings: Settings::default() };
    let table = DeTable::parse(&text).map_err(|e| {
        reader.wrong(library::toml_error(&text, &e)).help("`gouge help job` lists the keys")
    })?;
    reader.table("", table.get_ref())?;
    let mut settings = reader.settings;
    settings.settle_place().map_err(|[one, other]| {
        let what = format!("{}: {one} and {other} exclude each other", path.display());
        Error::new("J004", what).help("keep one of the two: a transform gives the whole placement")
    })?;
    *(if shop { &mut settings.shop } else { &mut settings.job }) = Some(path.to_owned());
    Ok(settings)
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    shop: bool,
    settings: Settings,
}

impl Reader<'_> {
    fn wrong(&self, what: String) -> Error {
        Error::new("J004", format!("{}: {what}", self.path.display()))
    }

    fn at(&self, byte: usize, what: &str) -> Error {
        let [line, column] = library::place(self.text, byte);
        self.wrong(format!("line {line}, column {column}: {what}"))
    }

    fn table(&mut self, within: &str, table: &DeTable) -> Result<()> {
        for (key, value) in table {
            let written = key.get_ref().as_ref();
            let name =
                if within.is_empty() { written.to_owned() } else { format!("{within}.{written}") };
            let known = Key::find(&name);
            match (value.get_ref(), known) {
                // A name that the user gives may end like a key.
                (DeValue::Table(inner), _) if Key::is_table(&name) => self.table(&name, inner)?,
                (_, Some(known)) => self.value(known, &name, value)?,
                _ if Key::is_table(&name) && Key::nearest(&name).as_deref() == Some(&*name) => {
                    let what = format!("`{name}` is a table of keys, not a value");
                    return Err(self
                        .at(key.span().start, &what)
                        .help(format!("write [{name}], and its keys below (`gouge help job`)")));
                }
                _ => {
                    let what = format!("`{name}` is not a key of a job file");
                    let help = match Key::nearest(&name) {
                        Some(near) => format!("is `{near}` meant? `gouge help job` lists the keys"),
                        None => "`gouge help job` lists the keys".to_owned(),
                    };
                    return Err(self.at(key.span().start, &what).help(help));
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, key: &Key, name: &str, value: &Spanned<DeValue>) -> Result<()> {
        let mut texts = Vec::new();
        let start = value.span().start;
        if !flatten(value.get_ref(), &mut texts) {
            let error = self.at(start, &format!("{name}: {}", needed(key.kind)));
            return Err(match value.get_ref() {
                DeValue::Table(_) if name.starts_with("offsets.") => error.help(
                    "a work offset lies on the side that is up; the other side of the part is a \
                     program of its own: [for.program.'op2.nc'] with flip and origin",
                ),
                _ => error,
            });
        }
        let fault = match value.get_ref() {
            DeValue::Boolean(_) if key.kind != Kind::Bool => Some(needed(key.kind).to_owned()),
            DeValue::Integer(_) | DeValue::Float(_)
                if matches!(key.kind, Kind::Path | Kind::Paths | Kind::Word(_) | Kind::Texts) =>
            {
                Some(needed(key.kind).to_owned())
            }
            DeValue::Array(list) => wrong_list(key.kind, list).or_else(|| key.fault(&texts)),
            _ => key.fault(&texts),
        };
        if let Some(fault) = fault {
            return Err(self.at(start, &format!("{name}: {fault}")));
        }
        let [line, _] = library::place(self.text, start);
        let origin = Origin::File { path: self.path.to_owned(), line, shop: self.shop };
        let items = texts.into_iter().map(|text| Item { text, origin: origin.clone() }).collect();
        self.settings.put(name, items);
        Ok(())
    }
}

/// What is wrong with a list behind a key of that kind, whatever is in its texts.
fn wrong_list(kind: Kind, list: &DeArray) -> Option<String> {
    let all = |fits: fn(&DeValue) -> bool| list.iter().all(|value| fits(value.get_ref()));
    match kind {
        Kind::Paths | Kind::Texts => {
            (!all(|v| matches!(v, DeValue::String(_)))).then(|| needed(kind).to_owned())
        }
        Kind::Point | Kind::PartPoint | Kind::Range => {
            (!all(|v| !matches!(v, DeValue::Array(_)))).then(|| needed(kind).to_owned())
        }
        Kind::Matrix => None,
        _ => Some(format!("{}, not a list", needed(kind))),
    }
}

/// The texts and numbers of a value, lists within lists one after the other; false where
/// something else stands.
fn flatten(value: &DeValue, texts: &mut Vec<String>) -> bool {
    match value {
        DeValue::String(text) => texts.push(text.to_string()),
        DeValue::Integer(number) => texts.push(number.to_string()),
        DeValue::Float(number) => texts.push(number.to_string()),
        DeValue::Boolean(flag) => texts.push(flag.to_string()),
        DeValue::Array(list) => return list.iter().all(|v| flatten(v.get_ref(), texts)),
        DeValue::Datetime(_) | DeValue::Table(_) => return false,
    }
    true
}

/// What a kind of value looks like.
fn needed(kind: Kind) -> &'static str {
    match kind {
        Kind::Path => "the name of a file is needed here",
        Kind::Paths => "a text is needed here, or a list of texts: ['a.stl', 'b.stl']",
        Kind::Length | Kind::NotNegative | Kind::Positive => {
            "a number (mm) is needed here, or a text with a unit: '0.5in'"
        }
        Kind::Point => "three lengths are needed here: [0, 0, '1in']",
        Kind::PartPoint => "three lengths are needed here, '' where not known: ['', '', 100]",
        Kind::Range => "two lengths are needed here, the lesser one first: [-762, 0]",
        Kind::Word(_) | Kind::Text => "a text is needed here",
        Kind::Texts => "a text is needed here, or a list of texts",
        Kind::Bool => "true or false is needed here",
        Kind::Count => "a whole number above zero is needed here",
        Kind::Matrix => "sixteen numbers are needed here, or the name of a file",
    }
}
