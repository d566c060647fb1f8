//! Tool libraries of other programs, read into declarations in the form that `--tool` takes.
//!
//! A declaration is text on purpose: the report holds it as it was understood, and the recheck
//! reads it again.

mod apart;
mod beside;
mod csv;
mod elsewhere;
mod figures;
mod fits;
mod freecad;
mod fusion;
mod heading;
mod kind;
mod list;
mod number;
mod once;
mod stack;
mod unit;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use self::once::json;
use gouge_mesh::input;
use serde_json::Value;
use thiserror::Error;

/// A tool as a library declares it.
#[derive(Clone, Debug, PartialEq)]
pub struct Declared {
    /// The declaration.
    pub spec: String,
    /// Folder that file names in it are relative to.
    pub base: PathBuf,
    /// Where it comes from: the library's file name.
    pub source: String,
    /// What had to be assumed about it, each in one sentence.
    pub assumed: Vec<String>,
    /// Its figures count in millimetres, which the library does not say.
    pub unit_taken: bool,
}

/// What a library holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// Tools by number.
    pub tools: BTreeMap<u32, Declared>,
    /// Tools that it describes and that could not be used.
    pub unread: BTreeSet<u32>,
    /// Tools that could not be used, and assumptions about those that were: number (if
    /// it has one) and one sentence.
    pub remarks: Vec<(Option<u32>, String)>,
}

impl Library {
    /// Which tools count in millimetres though the library states no unit, as a sentence.
    #[must_use]
    pub fn unit_taken(&self) -> Option<String> {
        taken_in_mm(
            self.tools.iter().filter(|(_, tool)| tool.unit_taken).map(|(number, _)| *number),
        )
    }
}

/// A sentence that these tools are taken in millimetres.
pub fn taken_in_mm(numbers: impl Iterator<Item = u32>) -> Option<String> {
    let names: Vec<String> = numbers.map(|number| format!("T{number}")).collect();
    let are = if names.len() == 1 { "is" } else { "are" };
    let list = names.join(", ");
    (!names.is_empty()).then(|| format!("{list} {are} taken in mm: the list states no unit"))
}

/// Why a library could not be read.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The file could not be read.
    #[error("{path}: cannot be read: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The text does not follow its format.
    #[error("{path}: {what}")]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its place.
        what: String,
    },
    /// A single tool bit says nothing about its number.
    #[error(
        "{path}: a tool bit file has no tool number; write N={path}, for a check --tools N={path}"
    )]
    NoNumber {
        /// The file.
        path: PathBuf,
    },
    /// None of the known formats.
    #[error(
        "{path}: not a tool library that is read here: job TOML, Fusion JSON and .tools, FreeCAD \
         .fctb and .fctl, CSV, or a JSON list of tools by number"
    )]
    Unknown {
        /// The file.
        path: PathBuf,
    },
}

/// Reads a library. `number` is given to the tool of a file that holds a single tool without
/// a number.
///
/// # Errors
/// Files that cannot be read or are none of the known formats. Single tools that cannot be
/// used are remarks.
pub fn read(path: &Path, number: Option<u32>) -> Result<Library, LibraryError> {
    let bytes = bytes(path)?;
    let syntax = |what: String| LibraryError::Syntax { path: path.to_owned(), what };
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let mut shelf = Shelf::new(path);
    let bytes = match bytes.starts_with(b"PK\x03\x04") {
        true => packed(&bytes).map_err(syntax)?,
        false => bytes,
    };
    let text = decoded(&bytes).map_err(syntax)?;
    match extension.as_deref() {
        Some("toml") => {
            let table: toml::Table = text.parse().map_err(|e| syntax(toml_error(&text, &e)))?;
            let tools = table.get("tools").and_then(toml::Value::as_table);
            list::toml(tools.unwrap_or(&table), &mut shelf).map_err(syntax)?;
        }
        Some("fctb") => {
            let number = number.ok_or_else(|| LibraryError::NoNumber { path: path.to_owned() })?;
            let value = json(&text).map_err(syntax)?;
            shelf.put(number, freecad::bit(&value));
        }
        Some("fctl") => {
            let value = json(&text).map_err(syntax)?;
            freecad::library(&value, &mut shelf).map_err(syntax)?;
        }
        Some("csv" | "tsv") => csv::library(&text, &mut shelf).map_err(syntax)?,
        _ => {
            let value = match json(&text) {
                Ok(value) => value,
                // What breaks off or contradicts itself is told where it does.
                Err(what) if text.trim_start().starts_with(['{', '[']) => return Err(syntax(what)),
                Err(_) => return Err(LibraryError::Unknown { path: path.to_owned() }),
            };
            if let Some(tools) = value.get("data").and_then(|d| d.as_array()) {
                fusion::library(tools, &mut shelf);
            } else if let Some(tools) = value.as_object() {
                list::json(tools, &mut shelf).map_err(syntax)?;
            } else if let Some(tools) =
                value.as_array().filter(|all| all.iter().any(Value::is_object))
            {
                list::array(tools, &mut shelf).map_err(syntax)?;
            } else {
                return Err(LibraryError::Unknown { path: path.to_owned() });
            }
        }
    }
    Ok(shelf.library)
}

/// The `[tools]` table of the job file at `path`.
///
/// # Errors
/// Keys that are no tool numbers, values that are no texts.
pub fn table(tools: toml::Table, path: &Path) -> Result<Library, String> {
    let mut shelf = Shelf::new(path);
    list::toml(&tools, &mut shelf)?;
    Ok(shelf.library)
}

fn bytes(path: &Path) -> Result<Vec<u8>, LibraryError> {
    input::bytes(path, input::LARGEST_TEXT)
        .map_err(|cause| LibraryError::Unreadable { path: path.to_owned(), cause })
}

fn slurp(path: &Path) -> Result<String, LibraryError> {
    let syntax = |what: String| LibraryError::Syntax { path: path.to_owned(), what };
    decoded(&bytes(path)?).map_err(syntax)
}

/// Fusion and FreeCAD write UTF-8; a byte order mark or a stray Latin-1 name is no reason to lose
/// a library.
fn decoded(bytes: &[u8]) -> Result<String, String> {
    if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = bytes {
        let what =
            "the text is UTF-16, two bytes a character; text files are UTF-8: save it as that";
        return Err(what.to_owned());
    }
    Ok(String::from_utf8_lossy(bytes).trim_start_matches('\u{feff}').to_owned())
}

/// The list in a packed library: Fusion's `.tools` is a ZIP that holds `tools.json`.
fn packed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut archive = zip::ZipArchive::new(io::Cursor::new(bytes)).map_err(|e| e.to_string())?;
    // The last of one name counts to some programs, and the first to others.
    if archive.has_duplicate_names() {
        return Err("a ZIP with several entries of one name: which of them counts is not known; \
                    export the library again"
            .to_owned());
    }
    let entry = archive
        .by_name("tools.json")
        .map_err(|_| "a ZIP without `tools.json`: not a Fusion tool library".to_owned())?;
    let mut out = Vec::new();
    entry.take(input::LARGEST_TEXT).read_to_end(&mut out).map_err(|e| e.to_string())?;
    match out.len() as u64 {
        input::LARGEST_TEXT => Err("`tools.json` unpacks to more than 256 MB".to_owned()),
        _ => Ok(out),
    }
}

/// Line and column in front of what the TOML reader says.
pub fn toml_error(text: &str, e: &toml::de::Error) -> String {
    let [line, column] = place(text, e.span().map_or(0, |s| s.start));
    format!("line {line}, column {column}: {}", e.message().trim())
}

/// Line and column of a byte of `text`, from 1.
pub fn place(text: &str, byte: usize) -> [usize; 2] {
    let before = text.get(..byte.min(text.len())).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    [line, before.len() - before.rfind('\n').map_or(0, |i| i + 1) + 1]
}

/// Text of a file as it stands there, but for what would break the line of a message.
fn quoted(text: &str) -> String {
    let visible =
        |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(visible).collect()
}

/// A tool that was understood, or why not.
struct Read {
    spec: Result<String, String>,
    /// Assumptions made on the way.
    remarks: Vec<String>,
    /// Millimetres are taken for its unit.
    unit_taken: bool,
}

impl From<Result<String, String>> for Read {
    fn from(spec: Result<String, String>) -> Self {
        Self { spec, remarks: Vec::new(), unit_taken: false }
    }
}

/// A library being filled.
struct Shelf<'a> {
    library: Library,
    path: &'a Path,
    /// What every number stood for so far: the declaration, or nothing that could be used.
    seen: BTreeMap<u32, Option<String>>,
}

impl<'a> Shelf<'a> {
    fn new(path: &'a Path) -> Self {
        Self { library: Library::default(), path, seen: BTreeMap::new() }
    }

    fn folder(&self) -> PathBuf {
        self.path.parent().map_or_else(PathBuf::new, Path::to_owned)
    }

    /// Which of several tools of one number is in the machine is not known: then none is used.
    fn put(&mut self, number: u32, read: Read) {
        let Read { spec, remarks: assumed, unit_taken } = read;
        let (base, source) = (self.folder(), self.path.display().to_string());
        let remarks = &mut self.library.remarks;
        let own = spec.as_ref().ok().cloned();
        match self.seen.get(&number) {
            Some(before) if *before != own => {
                if self.library.tools.remove(&number).is_some() {
                    remarks.retain(|(of, _)| *of != Some(number));
                }
                let name = |spec: &Option<String>| {
                    spec.clone().unwrap_or_else(|| "one that is not understood".to_owned())
                };
                let both = format!("{} and {}", name(before), name(&own));
                let why = format!("not used: the library has several tools of this number: {both}");
                remarks.push((Some(number), why));
                self.library.unread.insert(number);
                return;
            }
            Some(_) => return,
            None => _ = self.seen.insert(number, own),
        }
        remarks.extend(assumed.iter().map(|what| (Some(number), what.clone())));
        match spec {
            Err(why) => {
                remarks.push((Some(number), format!("not used: {why}")));
                self.library.unread.insert(number);
            }
            Ok(spec) => {
                _ = self
                    .library
                    .tools
                    .insert(number, Declared { spec, base, source, assumed, unit_taken });
            }
        }
    }
}

#[cfg(test)]
mod tests;
