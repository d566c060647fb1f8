//! `gouge tools`: lists what libraries hold, and writes libraries as TOML.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::{ToolsCommand, ToolsImportArgs, ToolsShowArgs};
use super::tool_sketch;
use crate::check::declarations::numbered;
use crate::check::tool_name::name;
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::nc::ToolTable;
use crate::output;
use crate::stderr;
use crate::tool::Spec;
use crate::tool::library::{self, Library, LibraryError};

/// Runs the command.
pub fn run(command: &ToolsCommand) -> Result<ExitCode> {
    match command {
        ToolsCommand::Show(args) => show(args),
        ToolsCommand::Import(args) => import(args),
    }
}

/// Reads a library, or a single tool bit given as N=FILE.
fn read(given: &Path) -> Result<Library> {
    let text = given.to_string_lossy();
    let (number, path) = match numbered(&text) {
        Some((number, path)) if !given.exists() => (Some(number), PathBuf::from(path)),
        _ => (None, given.to_owned()),
    };
    library::read(&path, number).map_err(|e| match e {
        LibraryError::Unreadable { path, cause } => Error::unreadable(&path, &cause),
        other => Error::new("T021", other.to_string()),
    })
}

/// Whether a file is a tool table of LinuxCNC, which holds no shapes.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("tbl"))
}

fn show(args: &ToolsShowArgs) -> Result<ExitCode> {
    let mut out = stdout().lock();
    for file in &args.files {
        if is_table(file) {
            table(file, &mut out)?;
            continue;
        }
        let library = read(file)?;
        for (number, declared) in &library.tools {
            let spec = match Spec::parse(&declared.spec, &declared.base) {
                Ok(spec) => spec,
                // The others can be looked at all the same.
                Err(e) => {
                    writeln!(out, "T{number} not used: {}", shown(&e.to_string()))?;
                    continue;
                }
            };
            writeln!(out, "T{number}: {}", name(&spec))?;
            writeln!(out, "  {}", shown(&declared.spec))?;
            for row in tool_sketch::draw(&spec) {
                writeln!(out, "    {row}")?;
            }
        }
        if let Some(taken) = library.unit_taken() {
            writeln!(out, "{taken}")?;
        }
        remarks(&library, &mut out, "")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A tool table: lengths and diameters.
fn table(path: &Path, out: &mut impl Write) -> Result<()> {
    let table = ToolTable::read(path, 1.0).map_err(|e| Error::new("T021", e.to_string()))?;
    for (number, entry) in table.iter() {
        writeln!(out, "T{number}: length {}, diameter {}", entry.offset[2], entry.diameter)?;
    }
    writeln!(
        out,
        "a LinuxCNC tool table is in the machine's unit (--table-units) and holds no shapes: declare \
         them with --tool"
    )?;
    Ok(())
}

fn remarks(library: &Library, out: &mut impl Write, before: &str) -> Result<()> {
    for (number, what) in &library.remarks {
        let tool = number.map_or_else(String::new, |n| format!("T{n} "));
        writeln!(out, "{before}{tool}{}", shown(what))?;
    }
    Ok(())
}

fn import(args: &ToolsImportArgs) -> Result<ExitCode> {
    let mut libraries = Vec::new();
    for file in &args.files {
        if is_table(file) {
            return Err(Error::new(
                "T021",
                format!("{}: a LinuxCNC tool table holds no shapes", file.display()),
            )
            .help("name it together with the library: --tools lib.toml --tools tool.tbl"));
        }
        libraries.push((file, read(file)?));
    }
    // Names of files are those beside the table that is written.
    let here = std::env::current_dir()?;
    let folder = args.output.as_ref().and_then(|path| path.parent());
    let folder = here.join(folder.unwrap_or(Path::new("")));
    for declared in libraries.iter_mut().flat_map(|(_, library)| library.tools.values_mut()) {
        let base = here.join(&declared.base);
        declared.spec = Spec::moved(&declared.spec, &base, &folder);
        declared.base.clone_from(&folder);
    }
    let mut disputed = disputed(&libraries);
    let mut text = Vec::new();
    let mut said = Vec::new();
    let mut taken: BTreeSet<u32> = BTreeSet::new();
    for (file, library) in &libraries {
        writeln!(text, "# from {}", shown(&file.display().to_string()))?;
        if let Some(taken) = library.unit_taken() {
            writeln!(text, "# {taken}")?;
        }
        remarks(library, &mut text, "# ")?;
        remarks(library, &mut said, "warning[T022]: ")?;
        writeln!(text, "[tools]")?;
        for (number, declared) in &library.tools {
            if !taken.insert(*number) {
                continue;
            }
            let wrong = Spec::parse(&declared.spec, &declared.base).err().map(|e| e.to_string());
            if let Some(why) = disputed.remove(number).or(wrong) {
                let what = format!("T{number} not used: {}", shown(&why));
                writeln!(text, "# {what}")?;
                writeln!(said, "warning[T022]: {what}")?;
                continue;
            }
            let spec = toml::Value::String(declared.spec.clone());
            writeln!(text, "{number} = {spec}")?;
        }
    }
    if args.files.len() > 1 {
        once(&mut text);
    }
    match &args.output {
        Some(path) => {
            output::expect_apart(path, args.files.iter())?;
            output::write_whole(path, &text)?;
        }
        None => stdout().lock().write_all(&text)?,
    }
    if !said.is_empty() {
        stderr::line(String::from_utf8_lossy(&said).trim_end());
    }
    Ok(ExitCode::SUCCESS)
}

/// Tools of which several libraries say different things, or which one of them describes in a way
/// that is not read, and what they say.
fn disputed(libraries: &[(&PathBuf, Library)]) -> BTreeMap<u32, String> {
    let mut first: BTreeMap<u32, (&Path, &str)> = BTreeMap::new();
    let mut disputed = BTreeMap::new();
    for (file, library) in libraries {
        for (&number, declared) in &library.tools {
            let (other, spec) = *first.entry(number).or_insert((file, &declared.spec));
            if spec != declared.spec {
                let (other, file) = (other.display(), file.display());
                disputed.entry(number).or_insert_with(|| {
                    format!("it is {spec} in {other} and {} in {file}", declared.spec)
                });
            }
        }
    }
    for (file, library) in libraries {
        for number in &library.unread {
            if let Some((other, spec)) = first.get(number) {
                let (other, file) = (other.display(), file.display());
                let what = format!("it is {spec} in {other} and not understood in {file}");
                disputed.entry(*number).or_insert(what);
            }
        }
    }
    disputed
}

/// Several libraries make one table: its heading stands once.
fn once(text: &mut Vec<u8>) {
    let all = String::from_utf8_lossy(text).into_owned();
    let (mut headed, mut kept) = (false, String::new());
    for line in all.lines() {
        if line == "[tools]" && std::mem::replace(&mut headed, true) {
            continue;
        }
        kept += line;
        kept.push('\n');
    }
    *text = kept.into_bytes();
}
