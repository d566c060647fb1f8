//! The settings of a single program of a job: `[for.program.'op2.nc']`. Two sides of a part are
//! two programs, each with the part turned over in its own way.

use std::collections::BTreeMap;
use std::path::Path;

use super::named::{Named, expect_named, named};
use super::settings::excludes;
use super::{Item, Origin, Settings, programs, read_with_shop};
use crate::error::{Error, Result};
use crate::files::place;

/// The table, by the names of programs.
const TABLE: &str = "for.program";

impl Settings {
    /// What counts for a program: what is typed, then what its own table says, then the rest.
    ///
    /// # Errors
    /// A table of the job file that names none of its programs, or that may mean several; two
    /// tables for one program.
    pub fn of_program(mut self, program: &Path) -> Result<Self> {
        if self.table(TABLE).next().is_none() {
            return Ok(self);
        }
        let Some(name) = self.table_of(program)? else {
            self.drop_table(TABLE);
            return Ok(self);
        };
        let typed = |key: &str| self.items(key).iter().any(|item| item.origin == Origin::Option);
        let whole = |key: &str| self.iter().any(|(own, _)| typed(own) && excludes(own, key));
        let mut own = Settings::default();
        for (key, items) in self.table(TABLE) {
            let Some((_, key)) = key.rsplit_once('.').filter(|(of, _)| *of == name) else {
                continue;
            };
            if !typed(key) && !whole(key) {
                own.put(key, items.to_vec());
            }
        }
        self.drop_table(TABLE);
        Ok(own.over(self))
    }

    /// The name under which the table speaks of a program.
    fn table_of(&self, program: &Path) -> Result<Option<String>> {
        let mut known = match &self.job {
            Some(job) => programs(&read_with_shop(job)?)?,
            None => Vec::new(),
        };
        let here = place(program);
        let same = |path: &Path| path.file_name() == program.file_name() && place(path) == here;
        if !known.iter().any(|path| same(path)) {
            known.push(program.to_owned());
        }
        let mut names: BTreeMap<&str, &Item> = BTreeMap::new();
        for (key, items) in self.table(TABLE) {
            if let (Some((name, _)), Some(item)) = (key.rsplit_once('.'), items.first()) {
                names.entry(name).or_insert(item);
            }
        }
        let mut mine: Option<&str> = None;
        for (name, item) in names {
            // What a shop says is for many jobs, which need not have such a program.
            let found = match item.origin {
                Origin::File { shop: true, .. } => match named(name, item, &known)? {
                    Named::One(place) => place,
                    Named::Nothing(_) => continue,
                },
                _ => expect_named(name, item, &known)?,
            };
            if found != here {
                continue;
            }
            if let Some(other) = mine.replace(name) {
                let what = format!("{}: `{other}` and `{name}` are the same", item.origin.place());
                return Err(Error::new("J004", what).help("keep one of the two tables"));
            }
        }
        Ok(mine.map(str::to_owned))
    }
}
