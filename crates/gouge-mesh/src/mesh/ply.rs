//! PLY, read through ply-rs-bw one element at a time, so that every fault has its place.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, BufRead, Cursor};

use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{
    ElementDef, Encoding, Header, Property, PropertyAccess, PropertyAccessResult, PropertyType,
};

use super::error::{Fault, Found};
use super::parsed::{Parsed, Warning};
use super::text::{Lines, shown};
use super::weld::Welder;
use super::{Units, codes, polygon};

pub(super) fn read(bytes: &[u8], units: Units) -> Result<Parsed, Found> {
    let (header, length) = header(bytes)?;
    expect_once(&bytes[..length])?;
    for element in header.elements.values() {
        expect_usable(element)?;
    }
    let place = |name: &str| header.elements.get_index_of(name);
    if place("face").is_some_and(|face| place("vertex").is_some_and(|vertex| face < vertex)) {
        return Err(Fault::Unsupported("this PLY has its faces before its vertices".into()).into());
    }
    let mut source = Source::new(bytes, length, header.encoding);
    let mut vertices = Vec::new();
    let mut welder = Welder::default();
    let mut corners = Vec::new();
    let mut bent = 0.0f64;
    for element in header.elements.values() {
        // An element without properties takes no bytes, whatever its count.
        if element.properties.is_empty() {
            continue;
        }
        for number in 1..=element.count as u64 {
            let place = source.place();
            let at = |fault: Fault| fault.at(place.clone());
            match element.name.as_str() {
                "vertex" => {
                    let Vertex(point) = source.next(element)?;
                    if let Some(bad) = point.iter().find(|c| !c.is_finite()) {
                        return Err(at(Fault::NotFinite { text: bad.to_string(), number }));
                    }
                    vertices.push(point);
                }
                "face" => {
                    let Face(indices) = source.next(element)?;
                    corners.clear();
                    for index in indices {
                        let point = usize::try_from(index).ok().and_then(|i| vertices.get(i));
                        let count = vertices.len() as u64;
                        let bad = || at(Fault::BadIndex { index: index.to_string(), count });
                        corners.push(*point.ok_or_else(bad)?);
                    }
                    bent = bent.max(polygon::triangulate(&corners, &mut welder).map_err(at)?);
                }
                _ => {
                    let Ignored = source.next(element)?;
                }
            }
        }
    }
    if welder.len() == 0 {
        let what = format!("this PLY holds {} vertices but no faces", vertices.len());
        return Err(Fault::Empty(what).into());
    }
    let mut warnings = Vec::new();
    if let Some(rest) = source.rest().filter(|rest| !rest.is_empty()) {
        if rest.len() > PADDING && rest.iter().any(|b| *b != 0) {
            let found = format!("{} bytes more", rest.len());
            let expected = "the end of the file after the last element of the header".into();
            return Err(Fault::Syntax { expected, found }.at(source.place()));
        }
        let message = format!("{} bytes after the last element were ignored", rest.len());
        warnings.push(Warning { code: codes::TRAILING, message });
    }
    let bent = bent * units.millimetres();
    Ok(Parsed { mesh: welder.finish(units), units, warnings, bent })
}

/// The header and its length. Comments may be in any encoding, the crate wants UTF-8.
fn header(bytes: &[u8]) -> Result<(Header, usize), Found> {
    const LONGEST: usize = 1 << 20;
    let plain = |b: &u8| if b.is_ascii() { *b } else { b'?' };
    let sample: Vec<u8> = bytes.iter().take(LONGEST).map(plain).collect();
    let mut reader = Reader::new(Cursor::new(sample));
    let header = Parser::<Ignored>::new().read_header(&mut reader);
    let length = reader.get_ref().position() as usize;
    let line = reader.line();
    let header = header.map_err(|error| {
        let text = Lines::new(bytes).nth(line.saturating_sub(1)).map_or(&b""[..], |l| l.text);
        let end = error.kind() == io::ErrorKind::UnexpectedEof;
        let expected = if end { "`end_header`" } else { "a PLY header line" }.to_string();
        let found = if end { "end of file".into() } else { shown(text) };
        Fault::Syntax { expected, found }.at_line(line.max(1), 1)
    })?;
    Ok((header, length))
}

/// Fewer bytes are no face.
const PADDING: usize = 3;

/// Refuses a header that names two elements, or two properties of one, alike: only one of them
/// would be read.
fn expect_once(header: &[u8]) -> Result<(), Found> {
    let (mut elements, mut properties) = (BTreeSet::new(), BTreeSet::new());
    for line in Lines::new(header) {
        let words: Vec<&[u8]> = line.words().map(|w| w.text).collect();
        let new = match words[..] {
            [b"element", name, ..] => {
                properties.clear();
                elements.insert(name)
            }
            [b"property", .., name] => properties.insert(name),
            _ => true,
        };
        if !new {
            let what = format!("this PLY has two of `{}`", shown(line.text));
            return Err(Fault::Unsupported(what).at_line(line.number, 1));
        }
    }
    Ok(())
}

/// Refuses headers whose surface would be read wrongly or not at all.
fn expect_usable(element: &ElementDef) -> Result<(), Fault> {
    let scalar = |name: &str| {
        let kind = element.properties.get(name).map(|p| &p.data_type);
        matches!(kind, Some(PropertyType::Scalar(_)))
    };
    let list = |name: &&str| {
        let kind = element.properties.get(*name).map(|p| &p.data_type);
        matches!(kind, Some(PropertyType::List(..)))
    };
    let missing = |what: &str| Err(Fault::Unsupported(format!("this PLY has {what}")));
    match element.name.as_str() {
        "vertex" if !["x", "y", "z"].into_iter().all(scalar) => {
            missing("vertices without x, y and z")
        }
        "face" if !INDICES.iter().any(list) => missing("faces without vertex_indices"),
        "face" if INDICES.iter().all(list) => missing("two lists of corners for each face"),
        "tristrips" if element.count > 0 => missing("triangle strips instead of faces"),
        "vertex" | "face" => Ok(()),
        other if element.count > 0 && INDICES.iter().any(list) => {
            missing(&format!("faces in an element `{}`", shown(other.as_bytes())))
        }
        _ => Ok(()),
    }
}

const INDICES: [&str; 2] = ["vertex_indices", "vertex_index"];

struct Vertex([f64; 3]);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self([f64::NAN; 3])
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|a| *a == name) else {
            return PropertyAccessResult::Ignored;
        };
        self.0[axis] = match value {
            Property::Char(v) => v.into(),
            Property::UChar(v) => v.into(),
            Property::Short(v) => v.into(),
            Property::UShort(v) => v.into(),
            Property::Int(v) => v.into(),
            Property::UInt(v) => v.into(),
            Property::Float(v) => v.into(),
            Property::Double(v) => v,
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

struct Face(Vec<i64>);

impl PropertyAccess for Face {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn set_property(&mut self, name: &str, value: Property) -> PropertyAccessResult {
        if !INDICES.contains(&name) {
            return PropertyAccessResult::Ignored;
        }
        self.0 = match value {
            Property::ListChar(v) => v.into_iter().map(i64::from).collect(),
            Property::ListUChar(v) => v.into_iter().map(i64::from).collect(),
            Property::ListShort(v) => v.into_iter().map(i64::from).collect(),
            Property::ListUShort(v) => v.into_iter().map(i64::from).collect(),
            Property::ListInt(v) => v.into_iter().map(i64::from).collect(),
            Property::ListUInt(v) => v.into_iter().map(i64::from).collect(),
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}

/// Read past.
struct Ignored;

impl PropertyAccess for Ignored {
    fn new() -> Self {
        Self
    }
}

/// What follows the header.
struct Source<'a> {
    bytes: &'a [u8],
    cursor: Cursor<&'a [u8]>,
    line: usize,
    encoding: Encoding,
    text: Vec<u8>,
}

impl<'a> Source<'a> {
    fn new(bytes: &'a [u8], header: usize, encoding: Encoding) -> Self {
        let mut cursor = Cursor::new(bytes);
        cursor.set_position(header as u64);
        let line = bytes[..header].iter().filter(|b| **b == b'\n').count();
        Self { bytes, cursor, line, encoding, text: Vec::new() }
    }

    /// Where the next element begins.
    fn place(&self) -> super::Place {
        match self.encoding {
            Encoding::Ascii => super::Place::Text { line: self.line as u64 + 1, column: 1 },
            _ => super::Place::Byte(self.cursor.position()),
        }
    }

    /// Bytes left over, blanks at the end of a text aside.
    fn rest(&self) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.cursor.position() as usize..)?;
        Some(if self.encoding == Encoding::Ascii { rest.trim_ascii() } else { rest })
    }

    fn next<E: PropertyAccess>(&mut self, element: &ElementDef) -> Result<E, Found> {
        let parser = Parser::<E>::new();
        let place = self.place();
        let blame = |error: ParseError, found: &[u8]| {
            let fault = if error.kind() == io::ErrorKind::UnexpectedEof {
                Fault::Truncated(format!(
                    "element `{}` is complete",
                    shown(element.name.as_bytes())
                ))
            } else {
                let name = shown(element.name.as_bytes());
                let expected = format!("an element `{name}` as the header describes it");
                Fault::Syntax { expected, found: shown(found) }
            };
            fault.at(place.clone())
        };
        match self.encoding {
            Encoding::BinaryLittleEndian => parser
                .read_little_endian_element(&mut self.cursor, element)
                .map_err(|e| blame(e, b"other bytes")),
            Encoding::BinaryBigEndian => parser
                .read_big_endian_element(&mut self.cursor, element)
                .map_err(|e| blame(e, b"other bytes")),
            Encoding::Ascii => {
                self.text.clear();
                // Blank lines between elements are harmless.
                while self.text.trim_ascii().is_empty() {
                    self.text.clear();
                    let taken = self.cursor.read_until(b'\n', &mut self.text);
                    self.line += 1;
                    if !matches!(taken, Ok(1..)) {
                        return Err(blame(ParseError::from(end_of_file()), b""));
                    }
                }
                self.text.iter_mut().filter(|b| !b.is_ascii()).for_each(|b| *b = b'?');
                let line = String::from_utf8_lossy(self.text.trim_ascii());
                let line = readable(&line, element);
                let read = parser
                    .read_ascii_element(&line, element)
                    .map_err(|e| blame(e, self.text.trim_ascii()))?;
                if has_more(&line, element) {
                    let more = ParseError::from(io::Error::from(io::ErrorKind::InvalidData));
                    return Err(blame(more, self.text.trim_ascii()));
                }
                Ok(read)
            }
        }
    }
}

/// A line as the crate reads it: numbers such as `10.` and `.5` with a digit on either side of
/// their point, and zeros for the values that are no numbers (`nan`, `-1.#IND`) of single
/// properties that do not count.
fn readable<'l>(line: &'l str, element: &ElementDef) -> Cow<'l, str> {
    let is_none = |word: &str| {
        let bare = word.trim_start_matches(['+', '-']).to_ascii_lowercase();
        ["nan", "inf", "1.#"].iter().any(|none| bare.starts_with(none))
    };
    if !line.split_ascii_whitespace().any(|word| is_none(word) || with_digits(word).is_some()) {
        return line.into();
    }
    let mut words: Vec<Cow<'_, str>> = line.split_ascii_whitespace().map(Cow::from).collect();
    let mut at = 0;
    for property in element.properties.values() {
        let Some(word) = words.get_mut(at) else { break };
        at += match property.data_type {
            PropertyType::List(..) => 1 + word.parse().unwrap_or(0),
            PropertyType::Scalar(_) => 1,
        };
        let counts = element.name == "vertex" && ["x", "y", "z"].contains(&&*property.name);
        if let PropertyType::Scalar(_) = property.data_type {
            if !counts && is_none(word) {
                *word = "0".into();
            } else if let Some(whole) = with_digits(word) {
                *word = whole.into();
            }
        }
    }
    words.join(" ").into()
}

/// A number with a digit on either side of its point, where one is missing.
fn with_digits(word: &str) -> Option<String> {
    let (before, after) = word.split_once('.')?;
    let (open, shut) = (
        before.ends_with(|c: char| c.is_ascii_digit()),
        after.starts_with(|c: char| c.is_ascii_digit()),
    );
    if open && shut || word.parse::<f64>().is_err() {
        return None;
    }
    Some(format!("{before}{}.{}{after}", if open { "" } else { "0" }, if shut { "" } else { "0" }))
}

/// Whether a line holds more than the properties of its element, which the crate passes over.
fn has_more(line: &str, element: &ElementDef) -> bool {
    let mut words = line.split_ascii_whitespace();
    for property in element.properties.values() {
        let Some(word) = words.next() else { return false };
        if let PropertyType::List(..) = property.data_type {
            let Ok(count) = word.parse::<usize>() else { return false };
            if count > 0 && words.nth(count - 1).is_none() {
                return false;
            }
        }
    }
    words.next().is_some()
}

fn end_of_file() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}
