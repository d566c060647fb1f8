//! The values of a job file and its shop file that counted in a check.

use super::Check;
use super::declarations::{Declarations, tool_number};
use crate::job::{Item, Origin};
use crate::report::data::JobUsed;

impl Check {
    /// The job file and what came from it and its shop file.
    pub(super) fn job(&self) -> Option<JobUsed> {
        let path = self.settings.job.as_ref().or(self.settings.shop.as_ref())?;
        let said = |(key, items): (&str, &[Item])| {
            let said = items.iter().filter(|item| self.declarations.heeds(key, item));
            let texts: Vec<&str> = said.map(|item| item.text.as_str()).collect();
            (!texts.is_empty()).then(|| (key.to_owned(), texts.join(", ")))
        };
        Some(JobUsed {
            path: path.display().to_string(),
            values: self.settings.iter().filter_map(said).collect(),
        })
    }
}

impl Declarations {
    /// Whether a value is a file's, and no tool or library that counts more took its place.
    fn heeds(&self, key: &str, item: &Item) -> bool {
        let Origin::File { path, .. } = &item.origin else { return false };
        match key.strip_prefix("tools.") {
            Some(name) => tool_number(name)
                .is_none_or(|number| self.source(number) == Some(&path.display().to_string())),
            None if key == "tools_from" => !self.overruled.contains(&item.path()),
            None => true,
        }
    }
}
