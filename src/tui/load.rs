//! Turns a saved report into a document, reading the files it names again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use super::document::{Body, Document};
use super::line_match::found_again;
use super::path::Path;
use crate::check::reading::{Program, Reading, sub_files};
use crate::check::shape::components;
use crate::error::{Error, Result};
use crate::files;
use crate::mesh::Units;
use crate::nc::{self, Event};
use crate::report::data::{BodyRole, MeshInput, SubprogramInput, ToolInput};
use crate::report::{Placement, Report, SubFile};
use crate::tool::Spec;
use crate::tool::library::{self, Declared, Library};

/// Code of a call whose subprogram is not found.
const NO_SUBPROGRAM: &str = "P502";

/// Reads what `report` speaks of. Files are looked for as named, then beside the report in
/// `folder`; what changed is said in [`Document::changed`], what is not found in
/// [`Document::missing`].
///
/// # Errors
/// Reports whose own data do not fit.
pub fn load(report: Report, folder: &FilePath) -> Result<Document> {
    let placement = Placement::from_rows(report.options.placement)
        .map_err(|e| Error::new("J008", e.to_string()))?;
    let mut reading = Reading::of_report(&report)?;
    let said = &report.inputs.program;
    let program = find_as(&said.path, &said.sha256, folder);
    let mut document = Document {
        bodies: Arc::default(),
        path: Arc::new(Path::new(placement.program_to_work(), reading.home())),
        tools: BTreeMap::new(),
        program: Arc::default(),
        program_file: None,
        files: Arc::default(),
        interpreter: Arc::default(),
        placement,
        folder: folder.to_owned(),
        elsewhere: program != FilePath::new(&said.path) || !program.exists(),
        sources: Vec::new(),
        called: Arc::default(),
        unanswered: Vec::new(),
        stale: Vec::new(),
        found: Arc::default(),
        changed: Vec::new(),
        missing: Vec::new(),
        sighted: 0,
        report,
    };
    for path in reading.subprograms.iter_mut().chain(&mut reading.tool_table) {
        *path = document.find(&*path);
    }
    document.read_bodies(folder)?;
    document.read_tools();
    document.read_program(program, &reading);
    Ok(document)
}

impl Document {
    /// A file or folder that the report names, from where it names the program.
    pub(super) fn find(&self, path: impl AsRef<FilePath>) -> PathBuf {
        let beside = self.folder.join(&path);
        let is_beside = beside.exists() && (self.elsewhere || !path.as_ref().exists());
        if is_beside { beside } else { path.as_ref().to_owned() }
    }

    /// Where the files of a declaration are.
    fn base(&self, tool: &ToolInput) -> PathBuf {
        let there = |base: &FilePath| Spec::files(&tool.spec, base).iter().all(|f| f.exists());
        let (here, beside) = (PathBuf::from(&tool.base), self.folder.join(&tool.base));
        if there(&beside) && (self.elsewhere || !there(&here)) { beside } else { here }
    }

    fn read_bodies(&mut self, folder: &FilePath) -> Result<()> {
        let inputs = &self.report.inputs;
        let units: Units =
            self.report.options.mesh_units.parse().map_err(|e: String| Error::new("J008", e))?;
        let parts = inputs.parts.iter().map(|i| (i.clone(), BodyRole::Part));
        let fixtures = inputs.fixtures.iter().map(|i| (i.clone(), BodyRole::Fixture));
        for (input, role) in parts.chain(fixtures).collect::<Vec<_>>() {
            self.read_body(&input, role, units, folder);
        }
        Ok(())
    }

    fn read_body(&mut self, said: &MeshInput, role: BodyRole, units: Units, folder: &FilePath) {
        let path = find_as(&said.path, &said.sha256, folder);
        if let Some(why) = gone(&path) {
            return self.changed.push(why);
        }
        match files::mesh(&path, units) {
            Ok(file) => {
                self.sources.push(path);
                if file.sha256 != said.sha256 {
                    self.changed.push(changed(&said.path, &said.sha256, &file.sha256));
                }
                let mut mesh = file.loaded.mesh;
                for v in &mut mesh.vertices {
                    *v = self.placement.part_to_work(*v);
                }
                let (name, closed) = (said.path.clone(), said.watertight);
                Arc::make_mut(&mut self.bodies).push(Body { name, role, mesh, closed });
            }
            Err(e) => self.unread(&path, first_line(&e)),
        }
    }

    /// What kept a file from being read.
    fn unread(&mut self, path: &FilePath, why: String) {
        let list = if path.exists() { &mut self.changed } else { &mut self.missing };
        list.push(why);
    }

    fn read_tools(&mut self) {
        let sources: BTreeSet<&str> =
            self.report.inputs.tools.iter().map(|tool| tool.source.as_str()).collect();
        let sources = sources.into_iter().map(|source| (source, self.find(source)));
        // What does not read declares nothing: a comment of the program, what was typed.
        let library = |path: &FilePath| library::read(path, None).ok();
        let libraries: BTreeMap<&str, Library> = sources
            .filter(|(_, path)| files::is_regular(path))
            .filter_map(|(source, path)| Some((source, library(&path)?)))
            .collect();
        for tool in &self.report.inputs.tools {
            let now = libraries.get(tool.source.as_str()).and_then(|l| l.tools.get(&tool.number));
            if let Some(now) = now.filter(|now| now.spec != tool.spec) {
                let Declared { spec, .. } = now;
                let what = format!("T{} was {}, is {spec}", tool.number, tool.spec);
                self.changed.push(format!("{} changed since the check: {what}", tool.source));
            }
            let base = self.base(tool);
            match Spec::parse(&tool.spec, &base) {
                Ok(spec) => {
                    // Older reports do not hold shapes.
                    if !tool.components.is_empty() && components(&spec) != tool.components {
                        self.changed.push(reshaped(tool, &base));
                    }
                    self.tools.insert(tool.number, spec);
                }
                Err(e) => {
                    let there = Spec::files(&tool.spec, &base).iter().all(|file| file.exists());
                    let list = if there { &mut self.changed } else { &mut self.missing };
                    list.push(format!("T{}: {e}", tool.number));
                }
            }
        }
    }

    fn read_program(&mut self, path: PathBuf, reading: &Reading) {
        let said = self.report.inputs.program.clone();
        if let Some(why) = gone(&path) {
            return self.changed.push(why);
        }
        let diameters = self.tools.iter().map(|(n, spec)| (*n, spec.shape.diameter())).collect();
        let read = Program::read(&path).and_then(|p| Ok((p, reading.options(&path, &diameters)?)));
        let (program, options) = match read {
            Ok(read) => read,
            Err(e) => return self.unread(&path, first_line(&e)),
        };
        self.sources.push(path.clone());
        self.program_file = Some(path);
        let sha256 = files::sha256(&program.bytes);
        if sha256 != said.sha256 {
            self.changed.push(changed(&said.path, &said.sha256, &sha256));
            self.stale.push(0);
            self.found = Arc::new(found_again(&self.report, None, &program.bytes));
        }
        let path = Arc::make_mut(&mut self.path);
        self.interpreter = Arc::new(nc::Interpreter::new(options));
        let summary = self.interpreter.run(&program.source(), |event| {
            match event {
                Event::Motion(m) => path.push(&m),
                Event::Refusal(r) if r.code == NO_SUBPROGRAM => {
                    let line = r.calls.first().unwrap_or(&r.span).line;
                    // A loop calls it from the same line again and again.
                    if self.unanswered.last().is_none_or(|(last, _)| *last != line) {
                        self.unanswered.push((line, r.message));
                    }
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
        self.files = Arc::new(sub_files(&summary));
        self.program = program.bytes;
        self.compare_subprograms(&said.subprograms);
    }

    fn compare_subprograms(&mut self, said: &[SubprogramInput]) {
        let mut called = HashMap::new();
        for said in said {
            let path = self.find(&said.file);
            let is_it =
                |file: &SubFile| file.name == said.file || path == FilePath::new(&file.name);
            let Some(index) = self.files.iter().position(is_it) else {
                match path.exists() {
                    true => self.changed.push(format!("{} is no longer called", said.file)),
                    false => self.missing.push(format!("{}: no such file", said.file)),
                }
                continue;
            };
            let number = (index + 1) as u16;
            called.insert(said.file.clone(), number);
            let text = &self.files[index].bytes;
            let now = files::sha256(text);
            if now != said.sha256 {
                self.changed.push(changed(&said.file, &said.sha256, &now));
                self.stale.push(number);
                let found = found_again(&self.report, Some(&said.file), text);
                Arc::make_mut(&mut self.found).extend(found);
            }
        }
        self.called = Arc::new(called);
    }

    /// The same read again, where the program or a file that it calls is no longer what was read.
    pub fn again(&self) -> Option<Result<Self>> {
        let program = self.program_file.as_ref()?;
        let differs = |path: &FilePath, bytes: &[u8]| {
            files::is_regular(path) && files::bytes(path).map_or(true, |now| now != bytes)
        };
        let gone = || !program.exists();
        let files = || self.files.iter().any(|f| differs(FilePath::new(&f.name), &f.bytes));
        (differs(program, &self.program) || gone() || files()).then(|| {
            let document = load(self.report.clone(), &self.folder)?;
            Ok(Self { sighted: self.sighted, ..document })
        })
    }
}

/// A tool whose files make another shape now, or whose mesh has other bytes.
fn reshaped(tool: &ToolInput, base: &FilePath) -> String {
    let files = Spec::files(&tool.spec, base);
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    format!("T{}: {} changed since the check", tool.number, names.join(" or "))
}

/// Enough of a hash to tell two files apart.
fn changed(path: &str, then: &str, now: &str) -> String {
    let short = |hash: &str| hash.chars().take(12).collect::<String>();
    format!("{path} changed since the check: SHA-256 was {}…, is {}…", short(then), short(now))
}

/// Why a file cannot be read again, where it was none.
fn gone(path: &FilePath) -> Option<String> {
    let again = !files::is_stdin(path) || files::has_stdin();
    (!again).then(|| "a file came from standard input and cannot be read again".to_owned())
}

/// A file of known content, as named or beside the report. Jobs often name their files alike: of
/// two, the one that was checked is meant.
fn find_as(path: &str, sha256: &str, folder: &FilePath) -> PathBuf {
    let (here, beside) = (PathBuf::from(path), folder.join(path));
    let whole = |path: &FilePath| path.canonicalize().ok();
    let is_it = |path: &FilePath| {
        files::is_regular(path) && files::bytes(path).is_ok_and(|b| files::sha256(&b) == sha256)
    };
    let is_beside = match (here.exists(), beside.exists()) {
        (true, true) => whole(&here) != whole(&beside) && !is_it(&here) && is_it(&beside),
        (here, beside) => !here && beside,
    };
    if is_beside { beside } else { here }
}

fn first_line(e: &Error) -> String {
    let text = e.to_string();
    let line = text.lines().next().unwrap_or_default();
    // Its code stands beside what is looked at, not among what changed.
    let bare = line.strip_prefix("error[").and_then(|rest| Some(rest.split_once("]: ")?.1));
    bare.unwrap_or(line).to_owned()
}
