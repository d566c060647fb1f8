//! What programs, tool libraries and the shop file state about a job.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use super::found::is_table;
use crate::check::reading::{Program, Reading};
use crate::check::tool_description::{Description, description};
use crate::error::Result;
use crate::escape::shown;
use crate::job::Settings;
use crate::nc::{self, Dialect, Event};
use crate::tool::library;

/// What is said of a job, by its programs and others.
#[derive(Default)]
pub(super) struct Said {
    /// Declarations by number, each with the program and line of the comment: programs need not
    /// agree.
    pub tools: BTreeMap<u32, Vec<(String, String)>>,
    /// What there is to know of a tool that nothing declares: a comment that begins with its
    /// number, with its place, or a library that is not read.
    pub hints: BTreeMap<u32, String>,
    /// Tools that move, with the place of the first motion.
    pub used: BTreeMap<u32, String>,
    /// The controls that programs look like, and why.
    pub dialects: Vec<(Dialect, String)>,
    /// Work offsets in use.
    pub offsets: Vec<String>,
    /// Corners of the part or the stock, as headers state them.
    pub corners: Vec<String>,
    /// Programs that others call, with those.
    pub called: BTreeMap<String, String>,
    /// Lists that hold no tools, and why they are not read.
    pub unread: BTreeMap<String, String>,
}

impl Said {
    /// Reads one program for what it says about itself.
    pub fn listen(&mut self, folder: &Path, name: &str) -> Result<()> {
        let path = folder.join(name);
        let program = Program::read(&path)?;
        let file = name;
        let name = shown(name);
        let text = String::from_utf8_lossy(&program.bytes).to_ascii_uppercase();
        let dialect = control(&text);
        if let Some((dialect, why)) = &dialect
            && self.dialects.iter().all(|(known, _)| known != dialect)
        {
            self.dialects.push((*dialect, format!("{name}: {why}")));
        }
        let mut settings = Settings::default();
        settings.say("dialect", dialect.map(|d| d.0.name()));
        let options = Reading::new(&settings, None)?.options(&path, &BTreeMap::new())?;
        let place = |line: u32| format!("{name}:{line}");
        let mut notes = Vec::new();
        let summary = nc::Interpreter::new(options).run(&program.source(), |event| {
            match event {
                Event::ToolNote(note) => notes.push(note),
                Event::Motion(motion) => {
                    self.used.entry(motion.tool).or_insert_with(|| place(motion.span.line));
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
        for called in summary.files.iter().skip(1) {
            if let Ok(called) = Path::new(called).strip_prefix(folder) {
                self.called.insert(called.to_string_lossy().into_owned(), file.to_owned());
            }
        }
        let numbers: BTreeSet<u32> = notes.iter().map(|note| note.number).collect();
        for number in numbers {
            if let Description::Whole(spec, note) = description(number, &notes) {
                let told = self.tools.entry(number).or_default();
                if told.iter().all(|(known, _)| *known != spec) {
                    told.push((spec, place(note.span.line)));
                }
            }
        }
        self.read_lines(&text, &name);
        Ok(())
    }

    /// What single lines say, wherever they stand.
    fn read_lines(&mut self, text: &str, name: &str) {
        for (line, number) in text.lines().zip(1..) {
            if let Some(tool) = numbered_comment(line) {
                let what = format!("{name}:{number} says {}", shown(line.trim()));
                self.hints.entry(tool).or_insert(what);
            }
            let code = line.split(['(', ';']).next().unwrap_or("");
            for system in ["G54", "G55", "G56", "G57", "G58", "G59"] {
                let used = code.match_indices(system).any(|(at, _)| {
                    !code[at + system.len()..].starts_with(|c: char| c.is_ascii_digit())
                });
                if used && !self.offsets.iter().any(|known| known == system) {
                    self.offsets.push(system.to_owned());
                }
            }
            let corner = ["XMIN", "XMAX", "YMIN", "YMAX", "ZMIN=", "ZMAX="];
            let stated = corner.iter().filter(|c| line.contains(*c)).count();
            if stated > 1 && self.corners.len() < 8 {
                self.corners.push(format!("{name}: {}", shown(line.trim())));
            }
        }
    }

    /// Leaves to the libraries of the folder and the shop what they describe, and to the shop what
    /// it declares: all of that counts more than a comment.
    pub fn consult(&mut self, folder: &Path, libraries: &[String], shop: &Settings) {
        let mut read: BTreeSet<u32> = BTreeSet::new();
        let mut unread = BTreeSet::new();
        let own = libraries.iter().map(|name| (name.clone(), folder.join(name)));
        let of_shop = shop.paths("tools_from").into_iter();
        let of_shop = of_shop.map(|path| (path.display().to_string(), path));
        for (name, path) in own.chain(of_shop).filter(|(name, _)| !is_table(name)) {
            let library = match library::read(&path, None) {
                Ok(library) => library,
                Err(e) => {
                    let why = e.to_string();
                    let place = format!("{}: ", path.display());
                    self.unread.insert(name, why.strip_prefix(&place).unwrap_or(&why).to_owned());
                    continue;
                }
            };
            read.extend(library.tools.into_keys());
            for number in library.unread {
                let what = "`gouge tools show` says what of it is not understood";
                self.hints.insert(number, format!("{} describes it: {what}", shown(&name)));
                unread.insert(number);
            }
        }
        read.extend(shop.table("tools").filter_map(|(number, _)| number.parse::<u32>().ok()));
        self.tools.retain(|number, _| !read.contains(number) && !unread.contains(number));
        self.used.retain(|number, _| !read.contains(number) || unread.contains(number));
    }
}

/// The tool that a comment is about: `(T15|3" FACE MILL)`, `; T15 FACE MILL`.
fn numbered_comment(line: &str) -> Option<u32> {
    let inner = line.trim().strip_prefix(['(', ';'])?.trim_start().strip_prefix('T')?;
    let digits = inner.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
    inner[..digits].parse().ok()
}

/// The control that a program looks like, and why.
fn control(text: &str) -> Option<(Dialect, &'static str)> {
    let has = |word: &str| text.contains(word);
    if has("POST PROCESSOR: GRBL") || has("GRBL") {
        Some((Dialect::Grbl, "it names Grbl"))
    } else if text.lines().take(50).any(|line| line.starts_with('$')) {
        Some((Dialect::Grbl, "it sends a command to Grbl ($)"))
    } else if has("HAAS") {
        Some((Dialect::Haas, "it names Haas"))
    } else if has("MACH3") {
        Some((Dialect::Mach3, "it names Mach3"))
    } else if has("LINUXCNC") || has("EMC2") {
        Some((Dialect::LinuxCnc, "it names LinuxCNC"))
    } else if text.lines().any(|line| o_word(line).is_some_and(|rest| !rest.is_empty())) {
        Some((Dialect::LinuxCnc, "it has LinuxCNC's O words"))
    } else if text.lines().take(5).any(|line| o_word(line).is_some()) {
        Some((Dialect::Fanuc, "it begins with a program number"))
    } else {
        None
    }
}

/// What of an O word's keywords follows its number: `SUB` of `O100 SUB`, nothing of `O1000 (NAME)`.
fn o_word(line: &str) -> Option<&str> {
    const KEYWORDS: [&str; 12] = [
        "SUB",
        "ENDSUB",
        "CALL",
        "RETURN",
        "IF",
        "ENDIF",
        "WHILE",
        "ENDWHILE",
        "DO",
        "REPEAT",
        "ELSE",
        "ENDREPEAT",
    ];
    let rest = line.trim_start().strip_prefix('O')?;
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = after.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next()?;
    (after.len() < rest.len()).then(|| if KEYWORDS.contains(&word) { word } else { "" })
}
