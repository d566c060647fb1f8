//! Where job files are written.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::found::{MESHES, PROGRAMS, look};
use super::said::Said;
use super::written::written;
use crate::cli::args::JobInitArgs;
use crate::error::{Error, Result};
use crate::escape::shown;
use crate::job::{self, JOB_FILE};
use crate::output;
use crate::report::count;
use crate::stderr;

/// Writes the job file of a folder, or of each folder below that holds one.
pub(super) fn init(args: &JobInitArgs) -> Result<ExitCode> {
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
        let what = format!("{}: there is no {what}", folder.display());
        return Err(Error::new("J006", what).help(format!(
            "a job needs a part (a file that ends in .{}) and a program (.{}) in the same folder, \
             this one or one below",
            MESHES.join(", ."),
            PROGRAMS.join(", .")
        )));
    }
    let shop = job::shop_above(&path)?;
    let mut said = Said::default();
    for name in &found.programs {
        said.listen(folder, name)?;
    }
    said.consult(folder, &found.libraries, &shop);
    let text = written(&found, &said, &shop);
    if args.print {
        stdout().lock().write_all(text.as_bytes())?;
    } else {
        output::write_whole(&path, text.as_bytes())?;
        writeln!(stdout().lock(), "{}: look through the lines marked `guess`", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}
