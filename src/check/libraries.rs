//! Tool libraries of one rank, read as one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::declarations::numbered;
use crate::error::{Error, Result};
use crate::job::{Item, Origin};
use crate::report::data::Assumption;
use crate::tool::Spec;
use crate::tool::library::{self, Declared, Library, LibraryError};

/// What the libraries of one rank hold together.
#[derive(Default)]
pub(super) struct Rank {
    /// Tools that none of them tells differently.
    pub library: Library,
    /// The control's tool table.
    pub table: Option<PathBuf>,
    /// Where they are.
    pub paths: Vec<PathBuf>,
    /// Those that tell only of tools that were told already.
    pub overruled: Vec<PathBuf>,
}

impl Rank {
    /// Reads them. A tool that they declare differently, or that one of them describes in a way
    /// that is not read, is none of theirs, unless it is `told` already what it is.
    ///
    /// # Errors
    /// Libraries that do not read, two tool tables.
    pub fn read(items: &[&Item], told: impl Fn(u32) -> bool) -> Result<Self> {
        let mut rank = Self::default();
        let mut unread = BTreeMap::new();
        for item in items {
            let (number, path) = match numbered(&item.text) {
                Some((number, file)) if item.origin == Origin::Option => {
                    (Some(number), PathBuf::from(file))
                }
                _ => (None, item.path()),
            };
            rank.paths.push(path.clone());
            if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("tbl")) {
                rank.take_table(path, &item.origin)?;
                continue;
            }
            let library = library::read(&path, number).map_err(|e| match e {
                LibraryError::Unreadable { path, cause } => Error::unreadable(&path, &cause),
                other => Error::new("T021", other.to_string()),
            })?;
            let mut numbers = library.tools.keys().chain(&library.unread).peekable();
            if numbers.peek().is_some() && numbers.all(|number| told(*number)) {
                rank.overruled.push(path.clone());
            }
            rank.library.remarks.extend(library.remarks);
            for number in library.unread {
                unread.entry(number).or_insert_with(|| path.display().to_string());
            }
            for (number, declared) in library.tools {
                rank.take(number, declared, &told);
            }
        }
        for (number, source) in unread.into_iter().filter(|(number, _)| !told(*number)) {
            if let Some(first) = rank.library.tools.get(&number) {
                let what = format!(
                    "it is {} in {} and not understood in {source}",
                    first.spec, first.source
                );
                rank.refuse(number, &what);
            }
            rank.library.unread.insert(number);
        }
        Ok(rank)
    }

    fn take_table(&mut self, path: PathBuf, origin: &Origin) -> Result<()> {
        if let Some(other) = self.table.replace(path.clone()).filter(|other| *other != path) {
            let (other, path) = (other.display(), path.display());
            let what = format!("{}{other} and {path}: two tool tables", origin.before());
            return Err(Error::new("T021", what).help("keep the one of the machine"));
        }
        Ok(())
    }

    fn take(&mut self, number: u32, declared: Declared, told: impl Fn(u32) -> bool) {
        if self.library.unread.contains(&number) {
            return;
        }
        let Some(first) = self.library.tools.get(&number) else {
            self.library.tools.insert(number, declared);
            return;
        };
        if !told(number) && !is_same(first, &declared) {
            let what = format!(
                "it is {} in {} and {} in {}",
                first.spec, first.source, declared.spec, declared.source
            );
            self.refuse(number, &what);
        }
    }

    /// Takes a tool back, for `what` the libraries say of it.
    fn refuse(&mut self, number: u32, what: &str) {
        self.library.tools.remove(&number);
        self.library.unread.insert(number);
        let what = format!("not used: {what}; --tool settles it");
        self.library.remarks.push((Some(number), what));
    }
}

/// That tools `used` are taken in millimetres, for each list that states no unit.
pub(super) fn units_taken(
    tools: &BTreeMap<u32, Declared>,
    used: &BTreeSet<u32>,
) -> Vec<Assumption> {
    let mut lists: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (number, declared) in tools.iter().filter(|(n, tool)| tool.unit_taken && used.contains(n)) {
        lists.entry(&declared.source).or_default().push(*number);
    }
    let entry = |(source, numbers): (&str, Vec<u32>)| {
        let value = library::taken_in_mm(numbers.into_iter())?;
        Some(Assumption { name: "tool".to_owned(), value, source: source.to_owned() })
    };
    lists.into_iter().filter_map(entry).collect()
}

/// Whether two declarations are of one tool: the same text, and where it names files, the same
/// files.
pub(super) fn is_same(one: &Declared, other: &Declared) -> bool {
    let files = |declared: &Declared| Spec::files(&declared.spec, &declared.base);
    one.spec == other.spec && files(one) == files(other)
}
