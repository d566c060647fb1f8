//! The sources of tool declarations in order of rank: what is typed, then libraries, then the job.
//! The program's own comments count last.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use super::libraries::{Rank, is_same, units_taken};
use super::reading::table_scale;
use super::tool_description::{Description, description, in_two_ways};
use super::tool_note::{figure, not_read, shape_of, table_differs, table_line};
use super::tools::Tools;
use crate::error::{Error, Result};
use crate::job::{Item, Origin, Settings};
use crate::nc::{Span, ToolNote, ToolTable};
use crate::report::Remark;
use crate::tool::Spec;
use crate::tool::library::{self, Declared};

/// Where a tool comes from that was declared on the command line.
const TYPED: &str = "--tool";

/// Tools as they are declared, before the program is read.
#[derive(Default)]
pub struct Declarations {
    tools: BTreeMap<u32, Declared>,
    /// Where job and shop files declare them.
    places: BTreeMap<u32, String>,
    /// The control's tool table.
    pub table: Option<PathBuf>,
    /// Millimetres in its unit.
    table_scale: f64,
    /// Tools that libraries describe and that are not used: nothing of less rank may say what
    /// they are.
    unsettled: BTreeSet<u32>,
    /// What libraries could not give.
    remarks: Vec<(Option<u32>, String)>,
    /// The libraries that were named.
    pub(super) libraries: Vec<PathBuf>,
    /// Those of whose tools none counts: what counts more has them all.
    pub(super) overruled: BTreeSet<PathBuf>,
    /// Those read so far: a mesh takes long.
    read: Mutex<BTreeMap<u32, Spec>>,
}

/// What an undeclared tool may be.
pub struct Guess {
    /// A declaration, to be typed or mended.
    pub spec: String,
    /// Where its figures come from.
    pub why: Option<String>,
    /// It holds figures, not letters to be replaced.
    pub sure: bool,
}

impl Guess {
    /// Of a tool that nothing is known of.
    fn blank() -> Self {
        Self { spec: "flat:D".to_owned(), why: None, sure: false }
    }
}

impl Declarations {
    /// Gathers what is declared.
    ///
    /// # Errors
    /// Declarations and libraries that do not read.
    pub fn gather(settings: &Settings) -> Result<Self> {
        let table_scale = table_scale(settings.text("table_units"))?;
        let mut all = Self { table_scale, ..Self::default() };
        let mut below = library::Library::default();
        for (name, items) in settings.table("tools") {
            for item in items {
                all.declare(name, item, &mut below)?;
            }
        }
        let of = |rank: &Origin| {
            let (word, items) = (rank.word(), settings.items("tools_from").iter());
            items.filter(move |item| item.origin.word() == word).collect::<Vec<_>>()
        };
        all.libraries(&of(&Origin::Option))?;
        all.add(below);
        for shop in [false, true] {
            all.libraries(&of(&Origin::File { path: PathBuf::new(), line: 0, shop }))?;
        }
        Ok(all)
    }

    /// One declaration; what a job says goes `below` what is typed and its libraries.
    fn declare(&mut self, name: &str, item: &Item, below: &mut library::Library) -> Result<()> {
        let number = tool_number(name).ok_or_else(|| not_a_number(&item.origin.before(), name))?;
        let (tools, source) = match &item.origin {
            Origin::Option => (&mut self.tools, TYPED.to_owned()),
            Origin::File { path, .. } => (&mut below.tools, path.display().to_string()),
        };
        let (spec, base) = (item.text.clone(), item.origin.folder().to_owned());
        let declared = Declared { spec, base, source, assumed: Vec::new(), unit_taken: false };
        if matches!(item.origin, Origin::File { .. }) {
            self.places.insert(number, item.origin.place());
        }
        if tools.insert(number, declared).is_some() {
            return Err(twice(format!("{}T{number} is declared twice", item.origin.before())));
        }
        Ok(())
    }

    /// Libraries of one rank. A table counts more than one of less rank.
    fn libraries(&mut self, items: &[&Item]) -> Result<()> {
        let told = |number| self.tools.contains_key(&number) || self.unsettled.contains(&number);
        let rank = Rank::read(items, told)?;
        let mut overruled = rank.overruled;
        match self.table {
            None => self.table = rank.table,
            Some(_) => overruled.extend(rank.table),
        }
        // One that several ranks name counts in the first of them.
        overruled.retain(|path| !self.libraries.contains(path));
        self.overruled.extend(overruled);
        self.libraries.extend(rank.paths);
        self.add(rank.library);
        Ok(())
    }

    /// What came first counts; where another library has another tool, that is said.
    fn add(&mut self, library: library::Library) {
        for (number, declared) in library.tools {
            if self.unsettled.contains(&number) {
                continue;
            }
            let first = self.tools.entry(number).or_insert_with(|| declared.clone());
            let typed = first.source == TYPED || self.places.contains_key(&number);
            if !typed && !is_same(first, &declared) {
                let what = format!(
                    "is {} in {} and {} in {}: the first counts",
                    first.spec, first.source, declared.spec, declared.source
                );
                self.remarks.push((Some(number), what));
            }
        }
        self.remarks.extend(library.remarks);
        let open = library.unread.into_iter().filter(|number| !self.tools.contains_key(number));
        self.unsettled.extend(open);
    }

    /// Diameters of the declared tools, mm, for compensation. One of a library that does not read
    /// is left out: it matters where the program uses it, and is told there.
    ///
    /// # Errors
    /// Typed declarations that do not read.
    pub fn diameters(&self) -> Result<BTreeMap<u32, f64>> {
        let mut diameters = BTreeMap::new();
        for (&number, declared) in &self.tools {
            match self.spec(number, declared) {
                Ok(spec) => _ = diameters.insert(number, spec.shape.diameter()),
                Err(e) if declared.source == TYPED => return Err(e),
                Err(_) => {}
            }
        }
        Ok(diameters)
    }

    /// One of its tools, read once.
    fn spec(&self, number: u32, declared: &Declared) -> Result<Spec> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spec) = read.get(&number) {
            return Ok(spec.clone());
        }
        // What was typed, or stands in a library that was, counts more than the job file.
        let place = self.places.get(&number).filter(|place| {
            place.rsplit_once(':').is_some_and(|(file, _)| file == declared.source)
        });
        let spec = parse(number, declared, place.unwrap_or(&declared.source))?;
        read.insert(number, spec.clone());
        Ok(spec)
    }

    /// The libraries, and the files that declarations name.
    pub fn files(&self) -> Vec<PathBuf> {
        let named = self.tools.values().flat_map(|d| Spec::files(&d.spec, &d.base));
        self.libraries.iter().cloned().chain(named).collect()
    }

    /// Where the declaration of a tool that counts comes from.
    pub(super) fn source(&self, number: u32) -> Option<&String> {
        self.tools.get(&number).map(|declared| &declared.source)
    }

    /// Numbers of the declared tools.
    pub fn numbers(&self) -> Vec<u32> {
        self.tools.keys().copied().collect()
    }

    /// What an undeclared tool may be, by the comments of the program and the tool table.
    pub fn guess(&self, number: u32, notes: &[ToolNote]) -> Guess {
        if self.unsettled.contains(&number) {
            let why = "what a library says of it is not used (T022)".to_owned();
            return Guess { why: Some(why), ..Guess::blank() };
        }
        let note = match description(number, notes) {
            Description::Whole(_, note) | Description::Partial(note) => Some(note),
            Description::TwoWays([one, other]) => {
                let (one, other) = (one.span.line, other.span.line);
                let why = format!("the comments on lines {one} and {other} contradict each other");
                return Guess { why: Some(why), ..Guess::blank() };
            }
            Description::None => None,
        };
        let line = self.table.as_ref().and_then(|path| {
            let text = std::fs::read(path).ok()?;
            let text = String::from_utf8_lossy(&text);
            let (diameter, remark) = table_line(&text, number)?;
            Some((path, (figure(diameter * self.table_scale), remark)))
        });
        match (note, line) {
            (Some(ToolNote { diameter: Some(d), kind, span, unread, .. }), _) => {
                let (word, d) = (kind.as_deref().unwrap_or(""), figure(*d));
                let why = match word {
                    "" => format!("the comment on line {} says {d} mm", span.line),
                    _ => format!("the comment on line {} says {d} mm, {word}", span.line),
                };
                match unread[..] {
                    [] => {
                        let (spec, sure) = shape_of(word, d);
                        Guess { spec, why: Some(why), sure }
                    }
                    // What is not read may say that the figure is another one's.
                    _ => {
                        let (spec, _) = shape_of(word, "D");
                        Guess { spec, why: Some(format!("{why}, and more (T022)")), sure: false }
                    }
                }
            }
            (_, Some((path, (diameter, remark)))) if diameter > 0.0 => {
                let (spec, sure) = shape_of(&remark, diameter);
                let path = path.display();
                let why = format!("{path} gives its diameter, {diameter} mm, but no shape");
                Guess { spec, why: Some(why), sure }
            }
            _ => Guess::blank(),
        }
    }

    /// The tools of a program that uses the numbers `used` and describes some in `notes`.
    ///
    /// # Errors
    /// Declarations that do not read.
    pub fn tools(&self, used: &BTreeSet<u32>, notes: &[ToolNote]) -> Result<Tools> {
        // A slip in what was typed shows even where the program does not use it.
        for (&number, declared) in self.tools.iter().filter(|(n, _)| !used.contains(n)) {
            if declared.source == TYPED {
                self.spec(number, declared)?;
            }
        }
        let mut tools = Tools::default();
        // One that does not read is told where the program is read.
        let table =
            self.table.as_ref().and_then(|path| ToolTable::read(path, self.table_scale).ok());
        for &number in used {
            if let Some(declared) = self.tools.get(&number) {
                let spec = self.spec(number, declared)?;
                tools.compare(number, &spec.shape, notes);
                let entry = table.as_ref().and_then(|table| table.get(number));
                tools.remarks.extend(
                    entry.and_then(|entry| table_differs(number, entry.diameter, &spec.shape)),
                );
                tools.take(number, spec, declared);
                continue;
            }
            match description(number, notes) {
                _ if self.unsettled.contains(&number) => {}
                Description::Whole(spec, note) => tools.take_commented(spec, note)?,
                Description::TwoWays(both) => {
                    let message = format!("T{number} {}", in_two_ways(both));
                    tools.remarks.push(Remark { span: both[1].span, code: "T022", message });
                }
                Description::Partial(note) => tools.remarks.extend(not_read(note).map(|why| {
                    let message = format!("T{number} {why}");
                    Remark { span: note.span, code: "T022", message }
                })),
                Description::None => {}
            }
        }
        tools.assumptions.extend(units_taken(&self.tools, used));
        for (number, what) in &self.remarks {
            // A library may hold hundreds of tools that this program never asks for.
            if number.is_none_or(|n| used.contains(&n)) {
                let message = number.map_or_else(|| what.clone(), |n| format!("T{n} {what}"));
                tools.remarks.push(Remark { span: Span::default(), code: "T022", message });
            }
        }
        Ok(tools)
    }
}

/// A declaration that is none.
pub fn not_a_declaration(what: String) -> Error {
    Error::new("T020", what).help("write N=SPEC, such as 1=ball:6 (`gouge help tools`)")
}

/// A declaration for what is not a tool number; `before` says where it is.
pub fn not_a_number(before: &str, name: &str) -> Error {
    let most = u32::MAX;
    not_a_declaration(format!(
        "{before}`{name}` is not a tool number: tools are numbered 0 to {most}"
    ))
}

/// A second declaration of a tool in the same place; `what` says which.
pub fn twice(what: String) -> Error {
    Error::new("T020", what).help("keep one of the two, or give one of them another number")
}

/// Reads one declaration, which stands at `place`.
pub(super) fn parse(number: u32, declared: &Declared, place: &str) -> Result<Spec> {
    Spec::parse(&declared.spec, &declared.base).map_err(|e| {
        Error::new("T020", format!("T{number} (from {place}): {e}"))
            .help("`gouge help tools` shows every kind")
    })
}

/// `N=REST`, also with a leading T.
pub fn numbered(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = text.split_once('=')?;
    Some((tool_number(number)?, rest.trim()))
}

/// `N`, also with a leading T.
pub fn tool_number(name: &str) -> Option<u32> {
    name.trim().trim_start_matches(['T', 't']).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_before_the_first_equals_sign() {
        assert_eq!(numbered("1=ball:6;len=20"), Some((1, "ball:6;len=20")));
        assert_eq!(numbered("T12 = flat:3"), Some((12, "flat:3")));
        assert_eq!(numbered("ball:6;len=20"), None);
        assert_eq!(numbered("lib.json"), None);
    }
}
