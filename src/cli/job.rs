//! `gouge job`: job files written from what is found, and what one says.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::{JobCommand, JobInitArgs, JobShowArgs};
use super::folder::{Found, PROGRAMS, look};
use crate::check::reading::{Program, Reading};
use crate::check::tool_description::{Description, description};
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::job::{self, JOB_FILE, KEYS, PLACES, Settings};
use crate::nc::{self, Dialect, Event};
use crate::output;
use crate::report::count;
use crate::stderr;
use crate::tool::library;

/// Runs the command.
pub fn run(command: &JobCommand) -> Result<ExitCode> {
    match command {
        JobCommand::Init(args) => init(args),
        JobCommand::Show(args) => show(args),
    }
}

fn show(args: &JobShowArgs) -> Result<ExitCode> {
    if !args.job.exists() {
        let what = format!("{}: no such file or folder", args.job.display());
        return Err(Error::new("J001", what).help("name a job file, a folder or a program"));
    }
    let named = args.job.extension().is_some_and(|e| e == "toml");
    let path = if named { Some(args.job.clone()) } else { job::find(&args.job) };
    let Some(path) = path else {
        return Err(Error::new(
            "J006",
            format!("{}: no job file here or above", args.job.display()),
        )
        .help("`gouge job init` writes one"));
    };
    let mut settings = job::read_with_shop(&path)?;
    // What holds for a program is what its own table says, then the rest.
    if !named && args.job.is_file() {
        settings = settings.of_program(&args.job)?;
    }
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (key, items) in settings.iter() {
        let texts: Vec<&str> = items.iter().map(|i| i.text.as_str()).collect();
        let places: Vec<String> = items.iter().map(|i| i.origin.place()).collect();
        rows.push([key.to_owned(), shown(&texts.join(", ")), shown(&places[0])]);
    }
    // A transform says the place whole: no default of another word for it holds.
    let placed = !settings.items("transform").is_empty();
    let holds = |key: &&job::Key| {
        let unsaid = settings.items(key.name).is_empty() && !key.default.is_empty();
        unsaid && !(placed && PLACES.contains(&key.name))
    };
    for key in KEYS.iter().filter(holds) {
        rows.push([key.name.to_owned(), key.default.to_owned(), "default".to_owned()]);
    }
    let wide = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let [first, second] = [wide(0), wide(1).min(48)];
    let mut out = stdout().lock();
    for [key, value, place] in &rows {
        writeln!(out, "{key:<first$}  {value:<second$}  {place}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What programs say about themselves.
#[derive(Default)]
struct Said {
    /// Declarations by number, with the program and line of the comment.
    tools: BTreeMap<u32, (String, String)>,
    /// What there is to know of a tool that nothing declares: a comment that begins with its
    /// number, with its place, or a library that is not read.
    hints: BTreeMap<u32, String>,
    /// Tools that move, with the place of the first motion.
    used: BTreeMap<u32, String>,
    dialect: Option<(Dialect, String)>,
    /// Work offsets in use.
    offsets: Vec<String>,
    /// Corners of the part or the stock, as headers state them.
    corners: Vec<String>,
}

fn init(args: &JobInitArgs) -> Result<ExitCode> {
    let folder = &args.folder;
    if folder.is_file() {
        let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
        let above = above.unwrap_or(Path::new(".")).display();
        let what = format!("{}: this is a file, not a folder", folder.display());
        return Err(Error::new("J006", what)
            .help(format!("name the folder that the job is in: gouge job init {above}")));
    }
    let here = look(folder)?;
    if !args.print && here.meshes.is_empty() && here.programs.is_empty() {
        let jobs = jobs_below(folder);
        if !jobs.is_empty() {
            for inner in jobs {
                write_job(&inner, args)?;
            }
            for (inner, why) in passed_over(folder) {
                let inner = shown(&inner.display().to_string());
                stderr::line(format_args!("passed over {inner}: {why}"));
            }
            return Ok(ExitCode::SUCCESS);
        }
    }
    write_job(folder, args)
}

/// Folders below, hidden ones left out.
fn folders_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let hidden = |e: &walkdir::DirEntry| e.file_name().to_string_lossy().starts_with('.');
    let walk = walkdir::WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    let folders = walk.filter_entry(move |e| !hidden(e)).flatten();
    folders.filter(|e| e.file_type().is_dir()).map(walkdir::DirEntry::into_path)
}

/// Folders below that hold a mesh without a program, or the reverse, and why that is no job.
fn passed_over(folder: &Path) -> Vec<(PathBuf, String)> {
    let of = |path: PathBuf| {
        let found = match look(&path) {
            Ok(found) => found,
            Err(e) => return Some((path, shown(&e.in_one_line()))),
        };
        let why = match (found.meshes.as_slice(), found.programs.as_slice()) {
            ([mesh, ..], []) => format!(
                "{} is there, but no program (a file that ends in .{})",
                shown(mesh),
                PROGRAMS.join(", .")
            ),
            ([], [program, ..]) => {
                let programs = count(found.programs.len() as u64, "program");
                format!("{programs} ({}, …), but no mesh", shown(program))
            }
            _ => return None,
        };
        Some((path, why))
    };
    folders_below(folder).filter_map(of).collect()
}

/// Folders below that hold a mesh and a program and no job file yet.
fn jobs_below(folder: &Path) -> Vec<PathBuf> {
    let is_job = |path: &PathBuf| {
        !path.join(JOB_FILE).exists()
            && look(path).is_ok_and(|f| !f.meshes.is_empty() && !f.programs.is_empty())
    };
    folders_below(folder).filter(is_job).collect()
}

fn write_job(folder: &Path, args: &JobInitArgs) -> Result<ExitCode> {
    let path = folder.join(JOB_FILE);
    if !args.print && path.exists() {
        return Err(Error::new("J006", format!("{}: there is a job file already", path.display()))
            .help("remove it first, or print a new one with --print"));
    }
    let found = look(folder)?;
    if found.meshes.is_empty() || found.programs.is_empty() {
        let what = if found.meshes.is_empty() { "mesh" } else { "program" };
        return Err(Error::new("J006", format!("{}: there is no {what}", folder.display())).help(
            "a job needs a part (STL, OBJ, PLY, 3MF) and a program in the same folder, this one \
                 or one below",
        ));
    }
    let mut said = Said::default();
    for name in &found.programs {
        listen(folder, name, &mut said)?;
    }
    consult(folder, &found.libraries, &mut said);
    let text = written(&found, &said);
    if args.print {
        stdout().lock().write_all(text.as_bytes())?;
    } else {
        output::write_whole(&path, text.as_bytes())?;
        writeln!(stdout().lock(), "{}: look through the lines marked `guess`", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads one program for what it says about itself.
fn listen(folder: &Path, name: &str, said: &mut Said) -> Result<()> {
    let path = folder.join(name);
    let program = Program::read(&path)?;
    let name = shown(name);
    let text = String::from_utf8_lossy(&program.bytes).to_ascii_uppercase();
    let dialect = control(&text);
    if let (None, Some((dialect, why))) = (&said.dialect, &dialect) {
        said.dialect = Some((*dialect, format!("{name}: {why}")));
    }
    let mut settings = Settings::default();
    settings.say("dialect", dialect.map(|d| d.0.name()));
    let options = Reading::new(&settings, None)?.options(&path, &BTreeMap::new())?;
    let place = |line: u32| format!("{name}:{line}");
    let mut notes = Vec::new();
    nc::Interpreter::new(options).run(&program.source(), |event| {
        match event {
            Event::ToolNote(note) => notes.push(note),
            Event::Motion(motion) => {
                said.used.entry(motion.tool).or_insert_with(|| place(motion.span.line));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    });
    let numbers: BTreeSet<u32> = notes.iter().map(|note| note.number).collect();
    for number in numbers {
        if let Description::Whole(spec, note) = description(number, &notes) {
            said.tools.entry(number).or_insert_with(|| (spec, place(note.span.line)));
        }
    }
    for (line, number) in text.lines().zip(1..) {
        if let Some(tool) = numbered_comment(line) {
            let what = format!("{name}:{number} says {}", shown(line.trim()));
            said.hints.entry(tool).or_insert(what);
        }
        let code = line.split(['(', ';']).next().unwrap_or("");
        for system in ["G54", "G55", "G56", "G57", "G58", "G59"] {
            let used = code.match_indices(system).any(|(at, _)| {
                !code[at + system.len()..].starts_with(|c: char| c.is_ascii_digit())
            });
            if used && !said.offsets.iter().any(|known| known == system) {
                said.offsets.push(system.to_owned());
            }
        }
        let corner = ["XMIN", "XMAX", "YMIN", "YMAX", "ZMIN=", "ZMAX="];
        let stated = corner.iter().filter(|c| line.contains(*c)).count();
        if stated > 1 && said.corners.len() < 8 {
            said.corners.push(format!("{name}: {}", shown(line.trim())));
        }
    }
    Ok(())
}

/// Leaves to the libraries what they describe: what stands in `[tools]` counts more than they do,
/// and a comment less.
fn consult(folder: &Path, libraries: &[String], said: &mut Said) {
    let mut unread = BTreeSet::new();
    let mut read = BTreeSet::new();
    for name in libraries {
        let Ok(library) = library::read(&folder.join(name), None) else { continue };
        read.extend(library.tools.into_keys());
        for number in library.unread {
            let what = "`gouge tools show` says what of it is not understood";
            said.hints.insert(number, format!("{} describes it: {what}", shown(name)));
            unread.insert(number);
        }
    }
    said.tools.retain(|number, _| !read.contains(number) && !unread.contains(number));
    said.used.retain(|number, _| !read.contains(number) || unread.contains(number));
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
    } else if text.lines().take(5).any(|line| {
        let line = line.trim_start();
        line.starts_with('O') && line[1..].starts_with(|c: char| c.is_ascii_digit())
    }) {
        Some((Dialect::Fanuc, "it begins with a program number"))
    } else {
        None
    }
}

fn written(found: &Found, said: &Said) -> String {
    let text = |name: &str| toml::Value::String(name.to_owned()).to_string();
    let list = |names: &[String]| match names {
        [one] => text(one),
        many => format!("[{}]", many.iter().map(|n| text(n)).collect::<Vec<_>>().join(", ")),
    };
    let mut out = String::from("# A job of gouge; `gouge help job` lists the keys.\n");
    let fixture = |name: &&String| {
        let name = name.to_ascii_lowercase();
        ["vise", "vice", "fixture", "clamp", "jaw", "table"].iter().any(|word| name.contains(word))
    };
    let stock = |name: &&String| {
        let name = name.to_ascii_lowercase();
        ["stock", "blank"].iter().any(|word| name.contains(word))
    };
    let (fixtures, meshes): (Vec<&String>, Vec<&String>) = found.meshes.iter().partition(fixture);
    let (mut left_out, mut parts): (Vec<&String>, Vec<&String>) =
        meshes.into_iter().partition(stock);
    if parts.is_empty() {
        parts = std::mem::take(&mut left_out);
    }
    let guess = |names: usize, why: &'static str| match names {
        0 | 1 => String::new(),
        _ => format!("  # guess: {why}"),
    };
    let owned = |names: &[&String]| names.iter().map(|n| (*n).clone()).collect::<Vec<_>>();
    // Writing to a string cannot fail.
    let why = guess(parts.len(), "all meshes here, except those whose names say otherwise");
    let _ = writeln!(out, "part = {}{why}", list(&owned(&parts)));
    for name in left_out {
        let _ = writeln!(out, "# {} is left out: stock, by its name  # guess", shown(name));
    }
    if !fixtures.is_empty() {
        let _ = writeln!(out, "fixture = {}  # guess, by the names", list(&owned(&fixtures)));
    }
    let why = guess(found.programs.len(), "all programs here, none of them a subprogram");
    let _ = writeln!(out, "program = {}{why}", list(&found.programs));
    let _ = match &said.dialect {
        Some((dialect, why)) => {
            writeln!(out, "dialect = {}  # guess: {}", text(dialect.name()), shown(why))
        }
        None => writeln!(out, "dialect = \"linuxcnc\"  # guess: nothing names the control"),
    };
    let _ = writeln!(out, "origin = [0, 0, 0]  # guess: program zero in part coordinates, mm");
    for corner in &said.corners {
        let _ = writeln!(out, "# {corner}");
    }
    let _ =
        writeln!(out, "# start = [\"\", \"\", 100]  # the tool's height before the first block");
    let _ = writeln!(out, "# home = [\"\", \"\", 300]  # machine zero in program coordinates");
    let _ = writeln!(out, "# assume = [\"start=safe\", \"home=safe\"]  # where neither is known");
    if !found.libraries.is_empty() {
        let _ = writeln!(out, "tools_from = {}", list(&found.libraries));
    }
    if said.offsets.len() > 1 {
        let _ = writeln!(out, "\n[offsets]");
        for name in said.offsets.iter().filter(|n| *n != "G54") {
            let _ = writeln!(out, "{name} = [0, 0, 0]  # guess: as G54; its zero seen from G54");
        }
    }
    let bare: Vec<_> = said.used.iter().filter(|(n, _)| !said.tools.contains_key(n)).collect();
    if !said.tools.is_empty() || !bare.is_empty() {
        let _ = writeln!(out, "\n[tools]");
        for (number, (spec, place)) in &said.tools {
            let _ = writeln!(out, "{number} = {}  # guess: the comment in {place}", text(spec));
        }
        for (number, place) in bare {
            let says = match said.hints.get(number) {
                Some(hint) => format!("; {hint}"),
                None => ", not described".to_owned(),
            };
            let _ = writeln!(out, "# {number} = \"flat:D\"  # moves from {place} on{says}");
        }
    }
    out
}
