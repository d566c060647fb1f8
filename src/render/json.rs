//! The report as JSON: one line for each entry of each list, so that two reports compare line by
//! line and a long one stays readable.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use crate::report::data::Report;

/// Nesting down to which every entry gets its own line: the fields, and the entries of lists.
const OPEN_LEVELS: usize = 2;

/// Writes `report`.
pub fn render(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(&mut *out, Lines { depth: 0 });
    report.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

struct Lines {
    depth: usize,
}

impl Lines {
    fn open<W: ?Sized + Write>(&mut self, w: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        w.write_all(bracket)
    }

    fn entry<W: ?Sized + Write>(&self, w: &mut W, first: bool) -> io::Result<()> {
        if !first {
            w.write_all(b",")?;
        }
        if self.depth <= OPEN_LEVELS {
            w.write_all(b"\n")?;
            w.write_all(&b"    "[..2 * self.depth.min(2)])?;
        }
        Ok(())
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.open(w, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.depth -= 1;
        CompactFormatter.end_array(w)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        self.entry(w, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.open(w, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, w: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth == 0 {
            w.write_all(b"\n")?;
        }
        CompactFormatter.end_object(w)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, w: &mut W, first: bool) -> io::Result<()> {
        if self.depth == 1 {
            self.entry(w, first)
        } else if first {
            Ok(())
        } else {
            w.write_all(b",")
        }
    }
}
