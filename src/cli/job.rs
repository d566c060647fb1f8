//! Job files: `gouge.toml`, what would otherwise be typed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{Error, Result};
use super::input;
use super::quantity::{Point, not_negative, positive};
use crate::tool::library;

/// Name of a job file that is found by itself.
const NAME: &str = "gouge.toml";

/// A job file as it stands.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    part: Option<OneOrMore<PathBuf>>,
    program: Option<PathBuf>,
    fixture: Option<OneOrMore<PathBuf>>,
    origin: Option<[Quantity; 3]>,
    transform: Option<Transform>,
    start: Option<[Quantity; 3]>,
    home: Option<[Quantity; 3]>,
    dialect: Option<String>,
    mesh_units: Option<String>,
    tolerance: Option<Quantity>,
    allowance: Option<Quantity>,
    deviation: Option<Quantity>,
    mesh_chord: Option<Quantity>,
    block_delete: Option<bool>,
    compensation: Option<String>,
    subprograms: Option<OneOrMore<PathBuf>>,
    offsets: Option<BTreeMap<String, [Quantity; 3]>>,
    tools_from: Option<OneOrMore<PathBuf>>,
    tools: Option<toml::Table>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a text is needed here, or a list of texts: ['a.stl', 'b.stl']")]
enum OneOrMore<T> {
    One(T),
    More(Vec<T>),
}

impl<T> OneOrMore<T> {
    fn list(self) -> Vec<T> {
        match self {
            Self::One(one) => vec![one],
            Self::More(more) => more,
        }
    }
}

/// A number in mm, or a text with a unit.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a number (mm) is needed here, or a text with a unit: '0.5in'")]
enum Quantity {
    Number(f64),
    Text(String),
}

impl Quantity {
    fn text(&self) -> String {
        match self {
            Self::Number(n) => n.to_string(),
            Self::Text(t) => t.clone(),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "sixteen numbers are needed here, or the name of a file")]
enum Transform {
    Numbers(Vec<f64>),
    Rows(Vec<Vec<f64>>),
    File(PathBuf),
}

/// What a job file says, paths as seen from the current folder.
#[derive(Debug, Default)]
pub struct Job {
    /// The file.
    pub path: PathBuf,
    /// Meshes of the goal shape.
    pub parts: Vec<PathBuf>,
    /// The program.
    pub program: Option<PathBuf>,
    /// Meshes of fixtures.
    pub fixtures: Vec<PathBuf>,
    /// Program zero in part coordinates, mm.
    pub origin: Option<Point>,
    /// Part to program coordinates: a file.
    pub transform_file: Option<PathBuf>,
    /// Part to program coordinates: sixteen numbers, perhaps.
    pub transform: Option<Vec<f64>>,
    /// Control point before the first block, mm.
    pub start: Option<Point>,
    /// Machine zero in program coordinates, mm.
    pub home: Option<Point>,
    /// Control.
    pub dialect: Option<String>,
    /// Unit of the mesh files.
    pub mesh_units: Option<String>,
    /// Depth above which a motion gouges, mm.
    pub tolerance: Option<f64>,
    /// Stock that must stay, mm.
    pub allowance: Option<f64>,
    /// What the machine may leave the path, mm.
    pub deviation: Option<f64>,
    /// What the facets may leave the true surface, mm.
    pub mesh_chord: Option<f64>,
    /// Leave out blocks that begin with `/`.
    pub block_delete: Option<bool>,
    /// How cutter compensation is used.
    pub compensation: Option<String>,
    /// Folders of subprogram files.
    pub subprograms: Vec<PathBuf>,
    /// Work offsets by name, mm.
    pub offsets: BTreeMap<String, [f64; 3]>,
    /// Tool libraries.
    pub libraries: Vec<PathBuf>,
    /// Tools by number.
    pub tools: library::Library,
}

/// Finds the job of `program`: beside it or in a folder above it.
pub fn find(program: &Path) -> Option<PathBuf> {
    let full = std::path::absolute(program).ok()?;
    let beside = full.parent()?;
    let found = beside.ancestors().map(|folder| folder.join(NAME)).find(|p| p.is_file())?;
    // As near to what the user typed as it gets, so that reports do not name whole machines.
    let typed = program.parent().unwrap_or(Path::new("")).join(NAME);
    Some(if typed.is_file() { typed } else { found })
}

/// Reads a job file.
///
/// # Errors
/// With line and column where the text or a value does not fit.
pub fn read(path: &Path) -> Result<Job> {
    let text = input::text(path)?;
    let wrong = |what: String| {
        Error::new("J004", format!("{}: {what}", path.display()))
            .help("`gouge help job` lists the keys")
    };
    let raw: Raw = toml::from_str(&text).map_err(|e| wrong(library::toml_error(&text, &e)))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let here = |p: PathBuf| folder.join(p);
    let point = |key: &str, value: Option<[Quantity; 3]>| {
        value
            .map(|v| v.map(|q| q.text()).join(",").parse::<Point>())
            .transpose()
            .map_err(|e| wrong(format!("{key}: {e}")))
    };
    type Reader = fn(&str) -> std::result::Result<f64, super::quantity::QuantityError>;
    let length = |key: &str, value: Option<Quantity>, read: Reader| {
        value.map(|q| read(&q.text())).transpose().map_err(|e| wrong(format!("{key}: {e}")))
    };
    let list = |paths: Option<OneOrMore<PathBuf>>| -> Vec<PathBuf> {
        paths.map(OneOrMore::list).unwrap_or_default().into_iter().map(here).collect()
    };
    let (transform_file, transform) = match raw.transform {
        None => (None, None),
        Some(Transform::File(file)) => (Some(here(file)), None),
        Some(Transform::Numbers(numbers)) => (None, Some(numbers)),
        Some(Transform::Rows(rows)) => (None, Some(rows.concat())),
    };
    if raw.origin.is_some() && (transform_file.is_some() || transform.is_some()) {
        return Err(wrong("origin and transform exclude each other".to_owned()));
    }
    let mut offsets = BTreeMap::new();
    for (name, at) in raw.offsets.unwrap_or_default() {
        if let Some(Point(at)) = point(&format!("offsets.{name}"), Some(at))? {
            offsets.insert(name.to_ascii_uppercase(), at);
        }
    }
    Ok(Job {
        path: path.to_owned(),
        parts: list(raw.part),
        program: raw.program.map(here),
        fixtures: list(raw.fixture),
        origin: point("origin", raw.origin)?,
        transform_file,
        transform,
        start: point("start", raw.start)?,
        home: point("home", raw.home)?,
        dialect: raw.dialect,
        mesh_units: raw.mesh_units,
        tolerance: length("tolerance", raw.tolerance, positive)?,
        allowance: length("allowance", raw.allowance, not_negative)?,
        deviation: length("deviation", raw.deviation, not_negative)?,
        mesh_chord: length("mesh_chord", raw.mesh_chord, not_negative)?,
        block_delete: raw.block_delete,
        compensation: raw.compensation,
        subprograms: list(raw.subprograms),
        offsets,
        libraries: list(raw.tools_from),
        tools: library::table(raw.tools.unwrap_or_default(), path).map_err(wrong)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_key() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gouge.toml");
        let text = "part = ['a.stl', 'b.stl']\nprogram = 'p.nc'\nfixture = 'v.stl'\n\
                    origin = [1, '0.5in', -3.5]\nstart = [0, 0, 50]\ndialect = 'haas'\n\
                    tolerance = '0.001in'\nallowance = 0.2\nblock_delete = true\n\
                    tools_from = 'lib.json'\n[tools]\n1 = 'ball:6'\nT12 = 'flat:10'\n";
        std::fs::write(&file, text).unwrap();
        let job = read(&file).unwrap();
        assert_eq!(job.parts, [folder.path().join("a.stl"), folder.path().join("b.stl")]);
        assert_eq!(job.origin, Some(Point([1.0, 12.7, -3.5])));
        assert_eq!(job.tolerance, Some(0.001 * 25.4));
        assert_eq!(job.tools.tools.keys().copied().collect::<Vec<_>>(), [1, 12]);
        assert_eq!(find(&folder.path().join("p.nc")), Some(file));
    }

    #[test]
    fn faults_have_places() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gouge.toml");
        for (text, part) in [
            ("part = 'a'\ncolour = 1\n", "line 2, column 1"),
            ("tolerance = 0\n", "tolerance: `0` is not more than zero"),
            ("origin = [1, 2]\n", "line 1"),
            ("part = 5\n", "line 1, column 8: a text is needed here"),
            ("tolerance = true\n", "a number (mm) is needed here"),
            ("transform = {}\n", "sixteen numbers are needed here"),
            ("x = [\n", "line"),
            ("[tools]\nx = 'ball:6'\n", "`x` is no tool number"),
        ] {
            std::fs::write(&file, text).unwrap();
            let message = read(&file).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
