//! How a program is read: from the command line and a job file, or from a report.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::tool_description::{Description, description};
use crate::error::{Error, Result};
use crate::files;
use crate::geom::{MM_PER_INCH, Vec3};
use crate::job::{Origin, Settings};
use crate::memory;
use crate::nc::{self, Compensation, Dialect, Source, ToolEntry, ToolTable, WorkOffset};
use crate::report::{SubFile, data};
use crate::tool::Spec;

/// What is known about the control and the machine beside the program text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The control.
    pub dialect: Dialect,
    /// Control point before the first block, program coordinates, mm, where it is known.
    pub start: Option<[Option<f64>; 3]>,
    /// Machine zero in program coordinates, mm, where it is known.
    pub home: Option<[Option<f64>; 3]>,
    /// Where the machine goes to change tools, machine coordinates, mm; an axis that is not said
    /// stays.
    pub tool_change: Option<[Option<f64>; 3]>,
    /// Skip blocks that begin with `/`.
    pub block_delete: bool,
    /// Motions after which the program is taken to be endless.
    pub max_motions: u64,
    /// How rapids go, where that is declared: `straight` or `dogleg`.
    pub rapid: Option<String>,
    /// Numbers without a decimal point are whole units, not increments (Fanuc, Haas).
    pub whole_units: bool,
    /// How cutter compensation is used.
    pub compensation: Option<String>,
    /// Work offsets by name, mm.
    pub offsets: BTreeMap<String, [f64; 3]>,
    /// Tool table of the control.
    pub tool_table: Option<PathBuf>,
    /// Its unit, where that is said.
    pub table_units: Option<String>,
    /// Folders of subprogram files.
    pub subprograms: Vec<PathBuf>,
}

impl Reading {
    /// What is said about the control and the machine.
    ///
    /// # Errors
    /// Words that name no dialect or use of compensation.
    pub fn new(settings: &Settings, tool_table: Option<PathBuf>) -> Result<Self> {
        expect_folders(settings)?;
        let max_motions = settings.text("max_motions").and_then(|text| text.parse().ok());
        let mut offsets = BTreeMap::new();
        // By the name as the control has it, where each was said.
        let mut said: BTreeMap<String, &Origin> = BTreeMap::new();
        for (name, items) in settings.table("offsets") {
            if WorkOffset::numbered(name).is_none() {
                let place = items.first().map_or_else(String::new, |item| item.origin.before());
                return Err(no_offset(&place, name));
            }
            let (Some(at), Some(item)) =
                (settings.point(&format!("offsets.{name}"))?, items.first())
            else {
                continue;
            };
            let name = name.to_ascii_uppercase();
            match said.get(&name) {
                Some(other) if other.word() == item.origin.word() => {
                    let what = format!("{}{name} is declared twice", item.origin.before());
                    return Err(Error::new("J004", what).help("keep one of the two"));
                }
                // What is typed counts more than the job, and that more than the shop.
                Some(Origin::Option | Origin::File { shop: false, .. })
                    if item.origin != Origin::Option =>
                {
                    continue;
                }
                _ => {}
            }
            said.insert(name.clone(), &item.origin);
            offsets.insert(name, at);
        }
        Ok(Self {
            dialect: settings.text("dialect").map_or(Ok(Dialect::default()), parse_dialect)?,
            start: settings.part_point("start")?,
            home: settings.part_point("home")?,
            tool_change: settings.part_point("tool_change")?,
            block_delete: settings.flag("block_delete"),
            max_motions: max_motions.unwrap_or(nc::Options::default().max_motions),
            rapid: settings.text("rapid").map(str::to_owned),
            whole_units: settings.text("decimals") == Some("units"),
            compensation: settings.text("compensation").map(str::to_owned),
            offsets,
            tool_table,
            table_units: settings.text("table_units").map(str::to_owned),
            subprograms: settings.paths("subprograms"),
        })
    }

    /// As a report says it.
    ///
    /// # Errors
    /// A dialect that is not known.
    pub fn of_report(report: &data::Report) -> Result<Self> {
        let o = &report.options;
        Ok(Self {
            dialect: parse_dialect(&report.inputs.program.dialect)?,
            start: o.start_mm,
            home: o.home_mm,
            tool_change: o.tool_change_mm,
            block_delete: o.block_delete,
            max_motions: o.max_motions,
            rapid: o.rapid.clone(),
            whole_units: o.whole_units,
            compensation: o.compensation.clone(),
            offsets: o.offsets_mm.clone(),
            tool_table: o.tool_table.as_ref().map(PathBuf::from),
            table_units: o.tool_table_units.clone(),
            subprograms: o.subprograms.iter().map(PathBuf::from).collect(),
        })
    }

    /// The interpreter's options. `diameters` of declared tools stand in for a tool table where
    /// none is given.
    ///
    /// # Errors
    /// A tool table that does not read, an offset or a use of compensation that is not known.
    pub fn options(&self, program: &Path, diameters: &BTreeMap<u32, f64>) -> Result<nc::Options> {
        if self.block_delete && self.dialect == Dialect::Grbl {
            let what = "Grbl has no block delete switch: it carries out blocks that begin with `/`";
            return Err(Error::new("J006", what).help("leave out --block-delete"));
        }
        let compensation = self.compensation.as_deref().map(parse_compensation).transpose()?;
        let tools = match &self.tool_table {
            Some(path) => {
                let table = ToolTable::read(path, table_scale(self.table_units.as_deref())?);
                let table = table.map_err(|e| Error::new("T021", e.to_string()))?;
                Some(if self.table_units.is_none() { table.of_taken_unit() } else { table })
            }
            None => {
                let mut table = ToolTable::default();
                for (&number, &diameter) in diameters {
                    table.insert(number, ToolEntry { diameter, ..ToolEntry::default() });
                }
                Some(table)
            }
        };
        let offset = |(name, at): (&String, &[f64; 3])| {
            let system = WorkOffset::numbered(name).ok_or_else(|| no_offset("", name))?;
            Ok(WorkOffset { system, at: *at, rotation: 0.0 })
        };
        let folder = program.parent().filter(|_| !files::is_stdin(program));
        Ok(nc::Options {
            dialect: self.dialect,
            start: self.start.unwrap_or([None; 3]),
            home: self.home.unwrap_or_default(),
            block_delete: self.block_delete,
            tool_change: self.tool_change.unwrap_or_default(),
            max_motions: self.max_motions,
            search_paths: self.subprograms.clone(),
            program_folder: folder.map(Path::to_owned),
            tools,
            offsets: self.offsets.iter().map(offset).collect::<Result<_>>()?,
            compensation,
            decimals: self.whole_units.then_some(nc::Decimals::Whole),
            ..nc::Options::default()
        })
    }

    /// Adds the diameters that only comments of the program tell, where compensation needs them:
    /// the whole program is read for them first, since a comment may stand anywhere in it.
    ///
    /// # Errors
    /// As [`Reading::options`].
    pub fn add_commented(
        &self,
        path: &Path,
        source: &Source,
        diameters: &mut BTreeMap<u32, f64>,
    ) -> Result<()> {
        let control = self.compensation.as_deref() == Some("control");
        if !control || self.tool_table.is_some() || self.dialect != Dialect::LinuxCnc {
            return Ok(());
        }
        let mut notes = Vec::new();
        nc::Interpreter::new(self.options(path, diameters)?).run(source, |event| {
            if let nc::Event::ToolNote(note) = event {
                notes.push(note);
            }
            ControlFlow::Continue(())
        });
        let numbers: BTreeSet<u32> = notes.iter().map(|note| note.number).collect();
        for number in numbers {
            let Description::Whole(spec, _) = description(number, &notes) else { continue };
            if let Ok(spec) = Spec::parse(&spec, Path::new("")) {
                diameters.entry(number).or_insert(spec.shape.diameter());
            }
        }
        Ok(())
    }

    /// Rapids go as declared, whatever the control's own way.
    pub fn take_rapids(&self, motions: &mut nc::Motions) {
        if let Some(way) = &self.rapid {
            motions.change(|manner| {
                if manner.kind == nc::Kind::Rapid {
                    manner.dogleg = way == "dogleg";
                }
            });
        }
    }

    /// Machine zero in program coordinates, not a number for an axis that is not known.
    pub fn home(&self) -> Option<Vec3> {
        self.home.map(|axes| Vec3::from(axes.map(|axis| axis.unwrap_or(f64::NAN))))
    }
}

/// A program in memory.
pub struct Program {
    /// As it was named.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Arc<Vec<u8>>,
}

impl Program {
    /// Reads a program and refuses what is not text at all.
    ///
    /// # Errors
    /// Files that cannot be read or are binary.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes = files::program(path)?;
        let needed = (bytes.len() as u64).saturating_mul(memory::OF_PROGRAM);
        memory::expect(needed, &path.display().to_string())?;
        Ok(Self { path: path.to_owned(), bytes: Arc::new(bytes) })
    }

    /// For the interpreter.
    pub fn source(&self) -> Source {
        Source::of_shared(self.path.display().to_string(), Arc::clone(&self.bytes))
    }
}

/// Millimetres in the unit of a tool table; where nothing is said, it is taken to be in mm.
///
/// # Errors
/// A word that is no unit of a machine.
pub fn table_scale(units: Option<&str>) -> Result<f64> {
    match units {
        None | Some("mm") => Ok(1.0),
        Some("inch") => Ok(MM_PER_INCH),
        Some(other) => Err(Error::new("J006", format!("`{other}` is not a unit of a tool table"))
            .help("use mm or inch: the unit of the machine")),
    }
}

/// A folder of subprograms that is not there would leave every call in it without its file.
fn expect_folders(settings: &Settings) -> Result<()> {
    for item in settings.items("subprograms") {
        let path = item.path();
        let before = item.origin.before();
        match std::fs::metadata(&path) {
            Ok(facts) if facts.is_dir() => {}
            Ok(_) => {
                let what = format!("{before}{}: this is not a folder", path.display());
                return Err(Error::new("J001", what).help("name the folder of the subprograms"));
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                let what = format!("{before}{}: no such folder", path.display());
                return Err(Error::new("J001", what).help("check the name and the folder above it"));
            }
            Err(e) => return Err(Error::unreadable(&path, &e)),
        }
    }
    Ok(())
}

/// What stands under a name that is no work offset's.
fn no_offset(place: &str, name: &str) -> Error {
    Error::new("J004", format!("{place}`{name}` is not a work offset"))
        .help(format!("work offsets are {}", WorkOffset::NAMES))
}

fn parse_dialect(name: &str) -> Result<Dialect> {
    name.parse().map_err(|e: nc::UnknownDialect| Error::new("J006", e.to_string()))
}

fn parse_compensation(word: &str) -> Result<Compensation> {
    match word {
        "control" => Ok(Compensation::Control),
        "wear" => Ok(Compensation::Wear),
        "none" => Ok(Compensation::None),
        _ => Err(Error::new("J006", format!("`{word}` is not a use of cutter compensation"))
            .help("use control (the program holds the contour), wear (the tool's path) or none")),
    }
}

/// The subprogram files of a program that was just read; one that vanished since shows as blank
/// lines.
pub fn sub_files(summary: &nc::Summary) -> Vec<SubFile> {
    let again = |name: &String| SubFile {
        name: name.clone(),
        bytes: std::fs::read(name).unwrap_or_default(),
    };
    summary.files.iter().skip(1).map(again).collect()
}

/// The unit a program works in, as reports name it.
pub fn units_name(summary: &nc::Summary) -> &'static str {
    match summary.units {
        Some(nc::Units::Mm) => "mm",
        Some(nc::Units::Inch) => "inch",
        None => "mixed",
    }
}
