//! Collects the failures of a report as a whole.

use crate::Failure;

/// What is wrong with the whole, so far.
pub(crate) struct Out<'a>(pub &'a mut Vec<Failure>);

impl Out<'_> {
    pub fn fail(&mut self, field: &str, what: impl Into<String>) {
        self.0.push(Failure { region: None, field: field.to_owned(), what: what.into() });
    }
}
