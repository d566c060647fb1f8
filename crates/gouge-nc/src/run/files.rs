//! The files of a program: its own, and those of subprograms, as in LinuxCNC's `interp_o_word.cc`.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::options::Options;
use crate::read::source::{Reader, Source};

/// Endings of subprogram files; controls that name programs by number use the others.
const ENDINGS: [&str; 4] = [".ngc", ".nc", ".NC", ".tap"];

/// Where a subprogram was looked for in vain beside the text, by names of files.
pub(crate) fn no_file(name: &str) -> String {
    let [first, rest @ .., last] = ENDINGS;
    let bare = if number(name).is_some() { ", with its O or without," } else { "" };
    format!(
        "no file {name}{first}, {} or {last}{bare} lies beside it or in a folder of --subprograms",
        rest.join(", ")
    )
}

/// The digits of a program's number, where a control goes by these.
fn number(name: &str) -> Option<&str> {
    name.strip_prefix('O').filter(|n| n.bytes().all(|b| b.is_ascii_digit()))
}

/// The program's files, opened as they are called.
pub(super) struct Files<'s> {
    pub readers: Vec<Reader<'s>>,
    pub names: Vec<String>,
    pub current: usize,
    folders: Vec<PathBuf>,
    /// Files that were looked for and are not there.
    pub absent: BTreeSet<PathBuf>,
    /// Highest line number of the program itself.
    pub lines: u64,
    pub source: &'s Source,
}

impl<'s> Files<'s> {
    pub fn new(source: &'s Source, options: &Options) -> Self {
        let own = options.program_folder.as_deref().or(source.folder());
        let own = own.map(Path::to_owned);
        let folders = own.into_iter().chain(options.search_paths.iter().cloned()).collect();
        Files {
            readers: Vec::new(),
            names: vec![source.name().to_owned()],
            current: 0,
            folders,
            absent: BTreeSet::new(),
            lines: 0,
            source,
        }
    }

    /// Opens the file of a subprogram, if there is one.
    pub fn open(&mut self, name: &str) -> io::Result<bool> {
        // A name is data of the program: it may not lead out of the folders declared.
        let stays = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        let within = |folder: &Path, path: &Path| {
            let real = (folder.canonicalize(), path.canonicalize());
            matches!(real, (Ok(folder), Ok(path)) if path.starts_with(&folder))
        };
        // Controls that go by numbers write them with five digits too, and files without an ending;
        // people leave out the O. Only a file that holds the number is taken.
        let number = number(name);
        let five = number.filter(|n| n.len() == 4).map(|n| format!("O0{n}"));
        let endings = ENDINGS.iter().copied().chain(number.map(|_| ""));
        let names: Vec<String> = std::iter::once(name)
            .chain(five.as_deref())
            .chain(number)
            .flat_map(|name| endings.clone().map(move |end| format!("{name}{end}")))
            .collect();
        let found = self.folders.iter().filter(|_| stays).find_map(|folder| {
            // An empty folder is the one that the program was named in.
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            let mut paths = names.iter().map(|name| folder.join(name));
            paths.find(|path| {
                let is_there = path.is_file() && within(folder, path);
                if !is_there {
                    self.absent.insert(path.clone());
                }
                is_there
            })
        });
        let Some(path) = found else { return Ok(false) };
        let shown = path.display().to_string();
        if let Some(index) = self.names.iter().skip(1).position(|known| *known == shown) {
            self.current = index + 1;
            self.readers[self.current].seek(0, 0)?;
        } else {
            self.readers.push(Reader::open(&path)?);
            self.names.push(shown);
            self.current = self.readers.len() - 1;
        }
        Ok(true)
    }
}
