//! A report whose names and declarations all stay on their line.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{CharEscape, Formatter, Serializer};

use crate::escape::{leaves_its_line, shown};
use crate::report::data::Report;

/// A report whose texts are all fit to be shown; the same one where they are already.
///
/// # Errors
/// When a report cannot be written as JSON.
pub fn safe(report: &Report) -> io::Result<Cow<'_, Report>> {
    let found = Cell::new(false);
    report.serialize(&mut Serializer::with_formatter(io::sink(), Search(&found)))?;
    if !found.get() {
        return Ok(Cow::Borrowed(report));
    }
    let mut value = serde_json::to_value(report)?;
    mend(&mut value);
    Ok(Cow::Owned(serde_json::from_value(value)?))
}

/// Looks at every text of what is written, and writes nothing: no list of fields that one can be
/// forgotten in.
struct Search<'a>(&'a Cell<bool>);

impl Formatter for Search<'_> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        _: &mut W,
        text: &str,
    ) -> io::Result<()> {
        if text.chars().any(leaves_its_line) {
            self.0.set(true);
        }
        Ok(())
    }

    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        _: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        // All others stand for control characters.
        if !matches!(escape, CharEscape::Quote | CharEscape::ReverseSolidus | CharEscape::Solidus) {
            self.0.set(true);
        }
        Ok(())
    }
}

fn mend(value: &mut Value) {
    match value {
        Value::String(text) => *text = shown(text),
        Value::Array(list) => list.iter_mut().for_each(mend),
        Value::Object(fields) => {
            let own = std::mem::take(fields);
            fields.extend(own.into_iter().map(|(name, mut value)| {
                mend(&mut value);
                (shown(&name), value)
            }));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
