//! A program's text: handed out line by line, never held whole, and sought back in.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memchr;

/// Largest file of a control's data, bytes.
const LARGEST_DATA: u64 = 1 << 26;

/// A file of the control's data, which is never large. A pipe would be waited for.
pub(crate) fn small_file(path: &Path) -> io::Result<Vec<u8>> {
    let facts = fs::metadata(path)?;
    if !facts.is_dir() && !facts.is_file() {
        let what = "this is a pipe or a device; name a file";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_DATA + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_DATA {
        let what = format!("it holds more than {} MB", LARGEST_DATA >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// A program's text and its name. A file is read in pieces, never held whole.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: Text,
}

#[derive(Debug)]
enum Text {
    Memory(Arc<Vec<u8>>),
    File(PathBuf),
}

impl Source {
    /// A program held in memory (standard input, a test).
    #[must_use]
    pub fn from_bytes(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self::of_shared(name, Arc::new(bytes.into()))
    }

    /// A program held in memory that others hold too.
    #[must_use]
    pub fn of_shared(name: impl Into<String>, bytes: Arc<Vec<u8>>) -> Self {
        Source { name: name.into(), text: Text::Memory(bytes) }
    }

    /// A program in a file.
    ///
    /// # Errors
    /// When the file cannot be opened or is a directory.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        if File::open(path)?.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
        }
        Ok(Source { name: path.display().to_string(), text: Text::File(path.to_owned()) })
    }

    /// The name that messages use.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The folder it lies in, where its subprograms are looked for first.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match &self.text {
            Text::Memory(_) => None,
            Text::File(path) => path.parent(),
        }
    }

    /// Starts reading lines.
    pub(crate) fn reader(&self) -> io::Result<Reader<'_>> {
        match &self.text {
            Text::Memory(bytes) => Ok(Reader::new(Input::Memory(bytes), ending(bytes))),
            Text::File(path) => Reader::open(path),
        }
    }
}

/// Bytes asked of a file at once.
const PIECE: usize = 1 << 18;

/// How far a text of carriage returns is looked through for a line feed, bytes.
const MOST_LOOKED: usize = 1 << 28;

/// Longest line kept, bytes; what is longer is cut there, and refused by the interpreter.
pub(crate) const LONGEST_LINE: usize = 1 << 16;

/// Hands out lines and goes back to any of them.
pub(crate) struct Reader<'s> {
    input: Input<'s>,
    /// Place in the text of the next line's first byte.
    offset: u64,
    /// Number of the line handed out last, from 1.
    line: u32,
    /// The byte that ends its lines.
    end: u8,
}

enum Input<'s> {
    Memory(&'s [u8]),
    File { file: File, buffer: Vec<u8>, start: usize, ended: bool },
}

impl<'s> Reader<'s> {
    fn new(input: Input<'s>, end: u8) -> Self {
        Reader { input, offset: 0, line: 0, end }
    }

    /// Reads the lines of a file.
    pub fn open(path: &Path) -> io::Result<Reader<'static>> {
        let mut file = File::open(path)?;
        let end = ending_of_file(&mut file)?;
        Ok(Reader::new(Input::File { file, buffer: Vec::new(), start: 0, ended: false }, end))
    }

    /// Place in the text of the next line.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether a carriage return ends its lines: the text has no line feed.
    pub fn ends_in_returns(&self) -> bool {
        self.end == b'\r'
    }

    /// Makes the line at `offset` the next one; `line` is the number of the line before it.
    pub fn seek(&mut self, offset: u64, line: u32) -> io::Result<()> {
        if let Input::File { file, buffer, start, ended } = &mut self.input {
            let held = self.offset - *start as u64..self.offset + (buffer.len() - *start) as u64;
            if held.contains(&offset) {
                *start = (offset - held.start) as usize;
            } else {
                file.seek(SeekFrom::Start(offset))?;
                buffer.clear();
                *start = 0;
                *ended = false;
            }
        }
        self.offset = offset;
        self.line = line;
        Ok(())
    }

    /// The next line without its line end; `None` at the end of the text.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        let whole = match &mut self.input {
            Input::Memory(bytes) => {
                let left = usize::try_from(self.offset)
                    .map_or(&[][..], |at| bytes.get(at..).unwrap_or_default());
                if left.is_empty() {
                    return Ok(None);
                }
                &left[..line_end(left, self.end).unwrap_or(left.len())]
            }
            Input::File { file, buffer, start, ended } => {
                match next_in_file(file, buffer, start, ended, self.end)? {
                    None => return Ok(None),
                    Some(range) => &buffer[range],
                }
            }
        };
        self.offset += whole.len() as u64;
        self.line = self.line.saturating_add(1);
        let mut text = whole;
        while let [rest @ .., b'\n' | b'\r' | b' ' | b'\t' | 0] = text {
            text = rest;
        }
        // A line that comes in pieces may end in blanks where it is cut.
        let cut = whole.len() > LONGEST_LINE;
        Ok(Some(Line {
            text: &text[..text.len().min(LONGEST_LINE)],
            raw: whole.len(),
            number: self.line,
            cut,
        }))
    }
}

/// One line of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// Without what fills up the line behind it (blanks, NULs) and its end.
    pub text: &'t [u8],
    /// Length in the file, line end included, bytes.
    pub raw: usize,
    /// Number of the line, from 1.
    pub number: u32,
    /// It was too long and `text` holds its beginning only.
    pub cut: bool,
}

/// The byte that ends the lines of a text: the line feed, whatever stands before it. A carriage
/// return does in a text that has no line feed.
fn ending(text: &[u8]) -> u8 {
    if memchr(b'\n', text).is_some() || memchr(b'\r', text).is_none() { b'\n' } else { b'\r' }
}

/// The same for a file, which is then read from its beginning.
fn ending_of_file(file: &mut File) -> io::Result<u8> {
    let (mut piece, mut returns, mut looked) = (vec![0; PIECE], false, 0);
    let end = loop {
        let read = file.read(&mut piece)?;
        let text = &piece[..read];
        if memchr(b'\n', text).is_some() {
            break b'\n';
        }
        returns |= memchr(b'\r', text).is_some();
        looked += read;
        // A text whose first line is longer than that is refused whatever ends it.
        let endless = looked > if returns { MOST_LOOKED } else { 2 * LONGEST_LINE };
        if read == 0 || endless {
            break if returns { b'\r' } else { b'\n' };
        }
    };
    file.seek(SeekFrom::Start(0))?;
    Ok(end)
}

/// Where the first line ends, its line end included.
fn line_end(bytes: &[u8], end: u8) -> Option<usize> {
    memchr(end, bytes).map(|at| at + 1)
}

/// Where the lines of a text begin, as the interpreter counts them: whatever ends a line there ends
/// one here.
#[must_use]
pub fn line_starts(text: &[u8]) -> Vec<usize> {
    let mut starts = vec![0];
    let (mut at, ending) = (0, ending(text));
    while let Some(end) = line_end(&text[at..], ending) {
        at += end;
        starts.push(at);
    }
    starts
}

/// A line of [`line_starts`] without its line end.
#[must_use]
pub fn without_line_end(mut line: &[u8]) -> &[u8] {
    while let [rest @ .., b'\n' | b'\r'] = line {
        line = rest;
    }
    line
}

/// Finds the next line in the buffer, filling it as needed. A line far beyond the longest allowed
/// comes out in pieces, so that a file without line ends does not fill the memory.
fn next_in_file(
    file: &mut File,
    buffer: &mut Vec<u8>,
    start: &mut usize,
    ended: &mut bool,
    ending: u8,
) -> io::Result<Option<Range<usize>>> {
    let mut searched = *start;
    loop {
        if let Some(end) = line_end(&buffer[searched..], ending) {
            let line = *start..searched + end;
            *start = line.end;
            return Ok(Some(line));
        }
        if *ended || buffer.len() - *start > 2 * PIECE {
            let line = *start..buffer.len();
            *start = line.end;
            return Ok((!line.is_empty()).then_some(line));
        }
        buffer.drain(..*start);
        *start = 0;
        searched = buffer.len();
        buffer.resize(searched + PIECE, 0);
        let read = file.read(&mut buffer[searched..])?;
        buffer.truncate(searched + read);
        *ended = read == 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(reader: &mut Reader<'_>) -> Vec<(String, u32, u64)> {
        let mut all = Vec::new();
        while let Ok(Some(line)) = reader.next() {
            let text = String::from_utf8_lossy(line.text).into_owned();
            let number = line.number;
            all.push((text, number, reader.offset()));
        }
        all
    }

    #[test]
    fn files_and_memory_give_the_same_lines() {
        let text = format!("G0 X1 \r\n\n(long {})\nM2", "x".repeat(3 * PIECE / 2));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.nc");
        std::fs::write(&path, &text).unwrap();
        let memory = Source::from_bytes("a", text);
        let file = Source::open(&path).unwrap();
        let expected = lines(&mut memory.reader().unwrap());
        assert_eq!(expected.len(), 4);
        assert_eq!(lines(&mut file.reader().unwrap()), expected);
    }

    #[test]
    fn line_ends_are_found_wherever_they_stand() {
        let bytes: Vec<u8> = (0..=255).filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
        for at in 0..bytes.len() {
            for (end, length) in [(&b"\n"[..], 1), (b"\r", 1), (b"\n\r", 1), (b"\r\n\x0b", 2)] {
                let text = [&bytes[at..], end, &bytes[..20]].concat();
                assert_eq!(line_end(&text, ending(&text)), Some(bytes.len() - at + length));
            }
            assert_eq!(line_end(&bytes[at..], ending(&bytes[at..])), None);
        }
    }

    /// A carriage return in a text of line feeds ended a line, and a block with it.
    #[test]
    fn a_text_of_line_feeds_has_no_other_line_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.nc");
        let long = "x".repeat(LONGEST_LINE / 2);
        for (text, expected) in [
            ("a\rb\nc".to_owned(), vec!["a\rb", "c"]),
            (format!("({long})\ra\r\n\rb\n"), vec![&*format!("({long})\ra"), "\rb"]),
            ("a\r\rb\r".to_owned(), vec!["a", "", "b"]),
        ] {
            std::fs::write(&path, &text).unwrap();
            let (memory, file) =
                (Source::from_bytes("a", text.clone()), Source::open(&path).unwrap());
            for source in [memory, file] {
                let lines = lines(&mut source.reader().unwrap());
                assert!(
                    lines.iter().map(|line| &*line.0).eq(expected.iter().copied()),
                    "{text:.9}"
                );
            }
            assert_eq!(
                line_starts(text.as_bytes()).len() - 1,
                text.matches(if text.contains('\n') { '\n' } else { '\r' }).count()
            );
        }
    }

    #[test]
    fn going_back_reads_the_same_line_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.nc");
        std::fs::write(&path, "a\nb\nc\n").unwrap();
        let source = Source::open(&path).unwrap();
        let mut reader = source.reader().unwrap();
        reader.next().unwrap();
        let offset = reader.offset();
        reader.next().unwrap();
        reader.next().unwrap();
        reader.seek(offset, 1).unwrap();
        assert_eq!(lines(&mut reader)[0], ("b".to_owned(), 2, 4));
    }
}
