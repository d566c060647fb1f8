//! Text STL: all solids of the file read as one, and every fault with its place.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};

use crate::mesh::error::{Fault, Found};
use crate::mesh::parsed::{Parsed, Warning};
use crate::mesh::text::{Line, Lines, shown, unpadded};
use crate::mesh::weld::Welder;
use crate::mesh::{Units, codes};

/// The seven lines of a facet.
const FACET: [&str; 7] = [
    "facet normal nx ny nz` or `endsolid",
    "outer loop",
    "vertex x y z",
    "vertex x y z",
    "vertex x y z",
    "endloop",
    "endfacet",
];

/// True when the file begins with "solid" in any case and is text: binary files that begin
/// so have zero bytes in their count.
pub(in crate::mesh) fn begins(bytes: &[u8]) -> bool {
    let first = Lines::new(bytes).find(|l| !l.text.trim_ascii().is_empty());
    let word = first.and_then(|l| l.words().next().map(|w| w.text));
    word.is_some_and(|w| w.eq_ignore_ascii_case(b"solid")) && !head(bytes).contains(&0)
}

/// True when the file speaks of facets in text, whatever it begins with.
pub(in crate::mesh) fn is_text(bytes: &[u8]) -> bool {
    let head = head(bytes);
    head.is_ascii() && !head.contains(&0) && head.windows(5).any(|word| word == b"facet")
}

/// What tells text from bytes; zeros at its end are padding.
fn head(bytes: &[u8]) -> &[u8] {
    const SAMPLE: usize = 4096;
    let bytes = unpadded(bytes);
    &bytes[..bytes.len().min(SAMPLE)]
}

pub(in crate::mesh) fn read(bytes: &[u8], units: Units) -> Result<Parsed, Found> {
    let bytes = unpadded(bytes);
    let mut lines = Lines::new(bytes).filter(|line| !line.text.trim_ascii().is_empty());
    if let Some(first) = lines.next().filter(|_| !begins(bytes)) {
        let found = shown(first.text.trim_ascii());
        return Err(Fault::Syntax { expected: "`solid`".into(), found }.at_line(first.number, 1));
    }
    let progress = Cell::new(Progress::default());
    let mut source = OneSolid::new(bytes, &progress);
    let locate = |error: io::Error, number: usize| blame(bytes, &error, progress.get(), number);
    let mut welder = Welder::default();
    let triangles = stl_io::create_stl_reader(&mut source).map_err(|e| locate(e, 1))?;
    for triangle in triangles {
        triangle.map_err(|e| locate(e, welder.len() + 1))?;
        // stl_io rounds them to f32: 0.03 mm at a distance of a kilometre.
        let Progress { corners, line, .. } = progress.get();
        if corners.as_flattened().iter().any(|c| c.is_nan()) {
            let fault = Fault::NotFinite { text: "NaN".into(), number: welder.len() as u64 + 1 };
            return Err(fault.at_line(line, 1));
        }
        welder.push(corners)?;
    }
    let warnings = empty_solids(bytes);
    if welder.len() == 0 {
        let what = match warnings.as_slice() {
            [one] => one.message.clone(),
            _ => "this text STL holds no facets in any of its solids".into(),
        };
        return Err(Fault::Empty(what).into());
    }
    Ok(Parsed { mesh: welder.finish(units), units, warnings, bent: 0.0 })
}

/// Turns an error of stl_io into ours: it read exactly up to the line `at`.
fn blame(bytes: &[u8], error: &io::Error, at: Progress, number: usize) -> Found {
    let expected = FACET[at.stage];
    let Some(line) = Lines::new(bytes).nth(at.line.saturating_sub(1)) else {
        return Fault::Truncated(format!("`{expected}`")).into();
    };
    if error.kind() == io::ErrorKind::UnexpectedEof {
        let fault = Fault::Truncated(format!("`{expected}`, in triangle {number}"));
        return fault.at_line(line.number, line.text.len() + 1);
    }
    let words: Vec<_> = line.words().collect();
    let vertex = words.first().is_some_and(|w| w.text.eq_ignore_ascii_case(b"vertex"));
    if vertex && words.len() == 4 && expected.starts_with("vertex") {
        let bad = words[1..].iter().find(|w| !w.number().is_some_and(f32::is_finite));
        if let Some(word) = bad {
            let text = shown(word.text);
            let fault = match word.number::<f32>() {
                Some(_) => Fault::NotFinite { text, number: number as u64 },
                None => Fault::Syntax { expected: "a number".into(), found: text },
            };
            return fault.at_line(line.number, word.column);
        }
    }
    let column = words.first().map_or(1, |w| w.column);
    let found = shown(line.text.trim_ascii());
    Fault::Syntax { expected: format!("`{expected}`"), found }.at_line(line.number, column)
}

/// A warning for every solid without a facet.
fn empty_solids(bytes: &[u8]) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut open: Option<(Line<'_>, bool)> = None;
    let mut close = |open: &mut Option<(Line<'_>, bool)>| {
        if let Some((line, false)) = open.take() {
            let name = shown(line.text.trim_ascii()[b"solid".len()..].trim_ascii());
            let message = format!("solid `{name}` (line {}) holds no facets", line.number);
            warnings.push(Warning { code: codes::EMPTY_SOLID, message });
        }
    };
    for line in Lines::new(bytes) {
        let word = line.words().next().map_or(&b""[..], |w| w.text);
        if word.eq_ignore_ascii_case(b"solid") {
            close(&mut open);
            open = Some((line, false));
        } else if word.eq_ignore_ascii_case(b"endsolid") {
            close(&mut open);
        } else if let (Some((_, filled)), false) = (&mut open, word.is_empty()) {
            *filled = true;
        }
    }
    close(&mut open);
    warnings
}

/// How far stl_io has read.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// The last three corners, as the file has them.
    corners: [[f64; 3]; 3],
    /// The last line it was given, from 1.
    line: usize,
    /// Which line of a facet that line should be.
    stage: usize,
}

/// The file as stl_io can read it: one solid, lower case, ASCII, normals zero (ours come from
/// the corners, and writers put NaN into those of slivers). Hands out one line a call, which
/// `BufReader` passes on before it asks again, so `progress` is exact when an error comes.
struct OneSolid<'a> {
    bytes: &'a [u8],
    lines: Lines<'a>,
    pending: Vec<u8>,
    handed: usize,
    stage: usize,
    open: bool,
    finished: bool,
    progress: &'a Cell<Progress>,
}

impl<'a> OneSolid<'a> {
    fn new(bytes: &'a [u8], progress: &'a Cell<Progress>) -> Self {
        Self {
            bytes,
            lines: Lines::new(bytes),
            pending: b"solid x\n".to_vec(),
            handed: 0,
            stage: 0,
            open: false,
            finished: false,
            progress,
        }
    }

    /// Puts the next line that stl_io should see into `pending`; leaves it empty at the end.
    fn advance(&mut self) {
        self.pending.clear();
        self.handed = 0;
        for line in self.lines.by_ref() {
            let Some(word) = line.words().next() else { continue };
            let is = |keyword: &str| word.text.eq_ignore_ascii_case(keyword.as_bytes());
            let mut corners = self.progress.get().corners;
            if FACET[self.stage].starts_with("vertex") {
                corners.rotate_left(1);
                let mut numbers = line.words().skip(1).map(|word| word.number());
                corners[2] = [(); 3].map(|()| numbers.next().flatten().unwrap_or(f64::NAN));
            }
            self.progress.set(Progress { corners, line: line.number, stage: self.stage });
            if self.stage == 0 && (is("solid") || is("endsolid")) {
                self.open = is("solid");
                continue;
            }
            if self.stage == 0 && is("facet") {
                self.pending.extend_from_slice(b"facet normal 0 0 0\n");
            } else {
                // Longer lines are wrong anyway.
                const LONGEST: usize = 1024;
                let text = &line.text[..line.text.len().min(LONGEST)];
                let plain = text.iter().map(|b| if b.is_ascii() { *b } else { b'?' });
                self.pending.extend(plain.map(|b| b.to_ascii_lowercase()));
                self.pending.push(b'\n');
            }
            self.stage = (self.stage + 1) % FACET.len();
            return;
        }
        // A solid that was never closed was cut off: stl_io then meets the end.
        if !self.finished && !self.open && self.stage == 0 {
            self.finished = true;
            self.pending.extend_from_slice(b"endsolid\n");
        } else if !self.finished {
            self.progress.set(Progress { stage: self.stage, ..self.progress.get() });
        }
    }
}

impl Read for OneSolid<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.handed == self.pending.len() {
            self.advance();
        }
        let rest = &self.pending[self.handed..];
        let taken = rest.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&rest[..taken]);
        self.handed += taken;
        Ok(taken)
    }
}

/// stl_io only ever goes back to the start.
impl Seek for OneSolid<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Start(0) => *self = Self::new(self.bytes, self.progress),
            _ => return Err(io::ErrorKind::Unsupported.into()),
        }
        Ok(0)
    }
}
