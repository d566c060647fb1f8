//! The command line as settings, which take precedence over those of the job file that belongs to
//! it.

use std::path::{Path, PathBuf};

use super::args::{InputArgs, MotionArgs, ReadingArgs, SceneArgs};
use super::job::found::{MESHES, PROGRAMS};
use crate::check::declarations::{self, numbered};
use crate::error::{Error, Result};
use crate::files;
use crate::job::quantity::{Point, QuantityError};
use crate::job::{self, Settings};

/// What `check` is to do: the command line, then the job file, then the shop's.
pub fn settings(args: &InputArgs) -> Result<Settings> {
    let mut said = Settings::default();
    expect_one_program(args)?;
    scene(&args.scene, &mut said)?;
    reading(&args.reading, &mut said)?;
    motions(&args.motions, &mut said);
    // A job file alone is the job: no program ends like that.
    let alone = args.part.as_ref().filter(|only| args.program.is_none() && ends(only, &["toml"]));
    let (part, program) = match (&args.part, &args.program) {
        _ if alone.is_some() => (None, None),
        // One file alone is the program, unless it is a mesh by its name: the job has the part.
        (Some(only), None) if !is_mesh(only) => (None, Some(only)),
        (part, program) => (part.as_ref(), program.as_ref()),
    };
    let parts = part.into_iter().chain(&args.scene.parts);
    said.say("part", names(parts)?);
    said.say("program", names(program)?);
    let found = match (args.job.as_ref().or(alone), program) {
        (Some(path), _) => Some(path.clone()),
        (None, Some(program)) if files::is_stdin(program) => None,
        (None, Some(program)) => job::find(program),
        (None, None) => job::find(Path::new(".")),
    };
    let Some(path) = found else {
        return match program {
            Some(program)
                if files::is_stdin(program) && part.is_none() && args.scene.parts.is_empty() =>
            {
                let what = "standard input has no folder in which a job could be found";
                Err(Error::new("J006", what).help(format!(
                    "name the job, gouge check - --job {}, or the part, gouge check PART -",
                    job::JOB_FILE
                )))
            }
            _ => Ok(said),
        };
    };
    let job = job::read_with_shop(&path)?;
    // The order of bodies: the part that is named, here by the job, before what `--part` adds.
    let own = if part.is_none() { job.items("part") } else { &[] };
    let bodies = [own, said.items("part")].concat();
    said.put("part", bodies);
    match (program, part) {
        (Some(program), None) if job.items("part").is_empty() && args.scene.parts.is_empty() => {
            Err(Error::new(
                "J006",
                format!("{} names no part for {}", path.display(), program.display()),
            )
            .help("gouge check PART PROGRAM, or `part = 'part.stl'` in the job file"))
        }
        _ => Ok(said.over(job)),
    }
}

/// Names of files as settings hold them.
fn names<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<Vec<&'a str>> {
    paths.into_iter().map(|path| files::name(path)).collect()
}

/// An option that says something of the scene or of how its program is read, as it is typed; none
/// where none is given.
///
/// # Errors
/// Options whose words are wrong.
pub fn option_of_scene(args: &InputArgs) -> Result<Option<String>> {
    let mut said = Settings::default();
    scene(&args.scene, &mut said)?;
    reading(&args.reading, &mut said)?;
    motions(&args.motions, &mut said);
    let more = [("part", !args.scene.parts.is_empty()), ("job", args.job.is_some())];
    let first = more.iter().find(|(_, given)| *given).map(|(name, _)| *name);
    let name = first.or_else(|| said.iter().next().map(|(key, _)| key));
    // Keys of the job file are not all named as options are.
    Ok(name.map(|key| match key.split('.').next().unwrap_or(key) {
        "tools" => "--tool".to_owned(),
        "tools_from" => "--tools".to_owned(),
        "offsets" => "--offset".to_owned(),
        key => format!("--{}", key.replace('_', "-")),
    }))
}

/// Refuses several programs, and meshes that no option names.
fn expect_one_program(args: &InputArgs) -> Result<()> {
    let named: Vec<&PathBuf> = args.part.iter().chain(&args.program).chain(&args.rest).collect();
    let shown = |path: &Path| path.display().to_string();
    let programs: Vec<String> =
        named.iter().filter(|path| !is_mesh(path)).map(|path| shown(path)).collect();
    let alone = named.len() == 1;
    if let Some(job) = named.iter().find(|path| ends(path, &["toml"])).filter(|_| !alone) {
        let job = shown(job);
        return Err(Error::new("J006", format!("{job}: this is a job file, not a program")).help(
            format!("gouge check --job {job} for a job of one program, gouge batch {job} for all"),
        ));
    }
    match args.rest.iter().find(|path| is_mesh(path)) {
        Some(mesh) => {
            let what = format!("{}: what is this mesh?", mesh.display());
            let help =
                format!("--fixture {0} if it holds the part, --part {0} if it is one", shown(mesh));
            Err(Error::new("J006", what).help(help))
        }
        None if !args.rest.is_empty()
            || (named.len() == 2 && named.iter().all(|path| is_program(path))) =>
        {
            let what = format!("a check takes one program, and {} are named", programs.len());
            let help = format!(
                "check them one by one, or all with `gouge batch` and a `{}` that says program = [{}] \
                 (`gouge job init` writes one)",
                job::JOB_FILE,
                programs.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
            );
            Err(Error::new("J006", what).help(help))
        }
        None => Ok(()),
    }
}

/// Whether a file is a mesh by its name.
fn is_mesh(path: &Path) -> bool {
    ends(path, &MESHES)
}

/// Whether a file is a program by its name.
pub(super) fn is_program(path: &Path) -> bool {
    ends(path, &PROGRAMS)
}

fn ends(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|e| endings.iter().any(|known| e.eq_ignore_ascii_case(known)))
}

fn scene(args: &SceneArgs, said: &mut Settings) -> Result<()> {
    said.say("fixture", names(&args.fixtures)?);
    said.say("tools_from", names(&args.tools)?);
    for declared in &args.tool {
        let Some((number, spec)) = numbered(declared) else {
            return Err(match declared.split_once('=') {
                Some((number, _)) => declarations::not_a_number("", number.trim()),
                None => declarations::not_a_declaration(format!(
                    "`{declared}` is not a tool declaration"
                )),
            });
        };
        let key = format!("tools.{number}");
        if !said.items(&key).is_empty() {
            return Err(declarations::twice(format!("--tool declares T{number} twice")));
        }
        said.say(&key, [spec]);
    }
    said.say("mesh_units", &args.mesh_units);
    said.say("origin", args.origin.iter().flat_map(|p| p.0));
    said.say("transform", names(&args.transform)?);
    said.say("flip", &args.flip);
    said.say("rotate", &args.rotate);
    said.say("tolerance", args.tolerance);
    said.say("allowance", args.allowance);
    said.say("deviation", args.deviation);
    said.say("mesh_chord", args.mesh_chord);
    Ok(())
}

fn motions(args: &MotionArgs, said: &mut Settings) {
    said.say("rapid", &args.rapid);
    said.say("assume", &args.assume);
}

/// How a program is read.
pub fn reading(args: &ReadingArgs, said: &mut Settings) -> Result<()> {
    let axes = |p: [Option<f64>; 3]| p.map(|v| v.map_or_else(String::new, |v| v.to_string()));
    said.say("dialect", &args.dialect);
    said.say("start", args.start.iter().flat_map(|p| axes(p.0)));
    said.say("home", args.home.iter().flat_map(|p| axes(p.0)));
    said.say("block_delete", args.block_delete.then_some(true));
    said.say("compensation", &args.compensation);
    said.say("subprograms", names(&args.subprograms)?);
    said.say("max_motions", args.max_motions);
    said.say("decimals", &args.decimals);
    said.say("table_units", &args.table_units);
    for offset in &args.offsets {
        let wrong = |what: String| {
            Error::new("J006", what).help("write it as G55=X,Y,Z, mm: --offset G55=120,0,0")
        };
        let Some((name, at)) = offset.split_once('=') else {
            return Err(wrong(format!("`{}` is not a work offset", offset.escape_debug())));
        };
        let at: Point = at.parse().map_err(|e: QuantityError| wrong(e.to_string()))?;
        let name = name.trim().to_ascii_uppercase();
        let key = format!("offsets.{name}");
        if !said.items(&key).is_empty() {
            let what = format!("--offset declares {} twice", name.escape_debug());
            return Err(Error::new("J006", what).help("keep one of the two"));
        }
        said.say(&key, at.0);
    }
    Ok(())
}
