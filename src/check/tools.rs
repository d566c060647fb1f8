//! The tools of a check: what is typed, then libraries, then the job, then the program's own
//! comments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::shape;
use crate::error::{Error, Result};
use crate::job::{Item, Origin, Settings};
use crate::nc::{Span, ToolNote};
use crate::report::data::{Assumption, ToolInput};
use crate::tool::library::{self, Declared, LibraryError};
use crate::tool::{Piece, Shape, Spec};

/// Diameters nearer than this are the same, mm: tool lists are rounded.
const SAME_SIZE_MM: f64 = 0.006;

/// Where a tool comes from that was declared on the command line.
const TYPED: &str = "--tool";

/// Something to be said about a tool: place in the program (line 0 for none), code, sentence.
pub type Remark = (Span, &'static str, String);

/// Tools as they are declared, before the program is read.
#[derive(Default)]
pub struct Declarations {
    tools: BTreeMap<u32, Declared>,
    /// Where job and shop files declare them.
    places: BTreeMap<u32, String>,
    /// The control's tool table.
    pub table: Option<PathBuf>,
    /// What libraries could not give.
    remarks: Vec<(Option<u32>, String)>,
    /// Those read so far: a mesh takes long.
    read: Mutex<BTreeMap<u32, Spec>>,
}

/// What an undeclared tool may be.
pub struct Guess {
    /// A declaration, to be typed or mended.
    pub spec: String,
    /// Where its figures come from.
    pub why: Option<String>,
    /// It holds figures, not letters to be replaced.
    pub sure: bool,
}

/// The tools a program uses.
#[derive(Default)]
pub struct Tools {
    /// Ready to be checked.
    pub specs: BTreeMap<u32, Spec>,
    /// As the report shows them.
    pub inputs: Vec<ToolInput>,
    /// What is to be said about them.
    pub remarks: Vec<Remark>,
    /// Those that only a comment describes.
    pub assumptions: Vec<Assumption>,
}

impl Declarations {
    /// Gathers what is declared.
    ///
    /// # Errors
    /// Declarations and libraries that do not read.
    pub fn gather(settings: &Settings) -> Result<Self> {
        let mut all = Self::default();
        let mut below = library::Library::default();
        for (name, items) in settings.table("tools") {
            for item in items {
                all.declare(name, item, &mut below)?;
            }
        }
        let libraries = settings.items("tools_from").iter();
        let (typed, found): (Vec<&Item>, Vec<&Item>) =
            libraries.partition(|item| item.origin == Origin::Option);
        for item in typed {
            match numbered(&item.text) {
                Some((number, file)) => all.library(Path::new(file), Some(number))?,
                None => all.library(&item.path(), None)?,
            }
        }
        all.add(below);
        for item in found {
            all.library(&item.path(), None)?;
        }
        Ok(all)
    }

    /// One declaration; what a job says goes `below` what is typed and its libraries.
    fn declare(&mut self, name: &str, item: &Item, below: &mut library::Library) -> Result<()> {
        let number = name.trim().trim_start_matches(['T', 't']).parse().map_err(|_| {
            let what =
                format!("`{name}` is not a tool number: tools are numbered 0 to {}", u32::MAX);
            Error::new("T020", item.origin.before() + &what)
                .help("write N=SPEC, such as 1=ball:6 (`gouge help tools`)")
        })?;
        let (tools, source) = match &item.origin {
            Origin::Option => (&mut self.tools, TYPED.to_owned()),
            Origin::File { path, .. } => (&mut below.tools, path.display().to_string()),
        };
        let declared =
            Declared { spec: item.text.clone(), base: item.origin.folder().to_owned(), source };
        if matches!(item.origin, Origin::File { .. }) {
            self.places.insert(number, item.origin.place());
        }
        if tools.insert(number, declared).is_some() {
            let what = format!("{}T{number} is declared twice", item.origin.before());
            return Err(Error::new("T020", what)
                .help("keep one of the two, or give one of them another number"));
        }
        Ok(())
    }

    fn library(&mut self, path: &Path, number: Option<u32>) -> Result<()> {
        if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("tbl")) {
            self.table.get_or_insert_with(|| path.to_owned());
            return Ok(());
        }
        let library = library::read(path, number).map_err(|e| match e {
            LibraryError::Unreadable { path, cause } => Error::unreadable(&path, &cause),
            other => Error::new("T021", other.to_string()),
        })?;
        self.add(library);
        Ok(())
    }

    /// What came first counts; where another library has another tool, that is said.
    fn add(&mut self, library: library::Library) {
        for (number, declared) in library.tools {
            let first = self.tools.entry(number).or_insert_with(|| declared.clone());
            let typed = first.source == TYPED || self.places.contains_key(&number);
            if !typed && first.spec != declared.spec {
                let what = format!(
                    "is {} in {} and {} in {}: the first counts",
                    first.spec, first.source, declared.spec, declared.source
                );
                self.remarks.push((Some(number), what));
            }
        }
        self.remarks.extend(library.remarks);
    }

    /// Diameters of the declared tools, mm, for compensation. One of a library that does not read is
    /// left out: it matters where the program uses it, and is told there.
    ///
    /// # Errors
    /// Typed declarations that do not read.
    pub fn diameters(&self) -> Result<BTreeMap<u32, f64>> {
        let mut diameters = BTreeMap::new();
        for (&number, declared) in &self.tools {
            match self.spec(number, declared) {
                Ok(spec) => _ = diameters.insert(number, spec.shape.diameter()),
                Err(e) if declared.source == TYPED => return Err(e),
                Err(_) => {}
            }
        }
        Ok(diameters)
    }

    /// One of its tools, read once.
    fn spec(&self, number: u32, declared: &Declared) -> Result<Spec> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spec) = read.get(&number) {
            return Ok(spec.clone());
        }
        // What was typed, or stands in a library that was, counts more than the job file.
        let place = self.places.get(&number).filter(|place| {
            place.rsplit_once(':').is_some_and(|(file, _)| file == declared.source)
        });
        let spec = parse(number, declared, place.unwrap_or(&declared.source))?;
        read.insert(number, spec.clone());
        Ok(spec)
    }

    /// Numbers of the declared tools.
    pub fn numbers(&self) -> Vec<u32> {
        self.tools.keys().copied().collect()
    }

    /// What an undeclared tool may be, by the comments of the program and the tool table.
    pub fn guess(&self, number: u32, notes: &[ToolNote]) -> Guess {
        let described = notes.iter().rev().find(|n| n.number == number);
        let line = self.table.as_ref().and_then(|path| {
            let text = std::fs::read(path).ok()?;
            table_line(&String::from_utf8_lossy(&text), number).map(|found| (path, found))
        });
        match (described, line) {
            (Some(ToolNote { diameter: Some(d), kind, span, .. }), _) => {
                let (word, d) = (kind.as_deref().unwrap_or(""), figure(*d));
                let why = match word {
                    "" => format!("the comment on line {} says {d} mm", span.line),
                    _ => format!("the comment on line {} says {d} mm, {word}", span.line),
                };
                Guess { spec: shape_of(word, d), why: Some(why), sure: true }
            }
            (_, Some((path, (diameter, remark)))) if diameter > 0.0 => Guess {
                spec: shape_of(&remark, diameter),
                why: Some(format!(
                    "{} gives its diameter, {diameter} mm, but no shape",
                    path.display()
                )),
                sure: true,
            },
            _ => Guess { spec: "flat:D".to_owned(), why: None, sure: false },
        }
    }

    /// The tools of a program that uses the numbers `used` and describes some in `notes`.
    ///
    /// # Errors
    /// Declarations that do not read.
    pub fn tools(&self, used: &BTreeSet<u32>, notes: &[ToolNote]) -> Result<Tools> {
        // A slip in what was typed shows even where the program does not use it.
        for (&number, declared) in self.tools.iter().filter(|(n, _)| !used.contains(n)) {
            if declared.source == TYPED {
                self.spec(number, declared)?;
            }
        }
        let mut tools = Tools::default();
        for &number in used {
            let note = notes.iter().rev().find(|n| n.number == number);
            let declared = match (self.tools.get(&number), note) {
                (Some(declared), note) => {
                    let spec = self.spec(number, declared)?;
                    if let Some(note) = note {
                        tools.remarks.extend(differences(note, &spec.shape));
                    }
                    tools.take(number, spec, declared);
                    continue;
                }
                // Of a wrong unit a verdict would be worth nothing.
                (None, Some(note)) if !note.doubtful => note_spec(note).map(|spec| (spec, note)),
                (None, _) => None,
            };
            if let Some((text, note)) = declared {
                let declared = Declared {
                    spec: text,
                    base: PathBuf::new(),
                    source: format!("the program's comment on line {}", note.span.line),
                };
                let spec = parse(number, &declared, &declared.source)?;
                let message = format!("T{number} is taken from this comment: {}", name(&spec));
                tools.remarks.push((note.span, "T011", message));
                tools.assumptions.push(Assumption {
                    name: "tool".to_owned(),
                    value: format!("T{number} is a {}", name(&spec)),
                    source: format!("comment on line {}", note.span.line),
                });
                tools.take(number, spec, &declared);
            }
        }
        for (number, what) in &self.remarks {
            // A library may hold hundreds of tools that this program never asks for.
            if number.is_none_or(|n| used.contains(&n)) {
                let what = number.map_or_else(|| what.clone(), |n| format!("T{n} {what}"));
                tools.remarks.push((Span::default(), "T022", what));
            }
        }
        Ok(tools)
    }
}

impl Tools {
    fn take(&mut self, number: u32, spec: Spec, declared: &Declared) {
        self.assumptions.extend(inner_faces(&spec).map(|what| Assumption {
            name: "tool".to_owned(),
            value: format!("T{number}: {what}"),
            source: declared.source.clone(),
        }));
        self.inputs.push(ToolInput {
            number,
            kind: spec.shape.kind().to_owned(),
            spec: declared.spec.clone(),
            name: name(&spec),
            source: declared.source.clone(),
            base: declared.base.display().to_string(),
            components: shape::components(&spec, declared),
        });
        self.specs.insert(number, spec);
    }
}

/// Which faces that have the tool on both sides are taken for its surface, so that depths there are told too
/// low.
fn inner_faces(spec: &Spec) -> Option<&'static str> {
    let Shape::Mesh(piece) = &spec.shape else { return None };
    let meet = matches!(&**piece, Piece::Nonconvex(mesh) if mesh.bodies_meet());
    match meet {
        true => Some("where bodies of its mesh touch or overlap, each keeps its own surface"),
        false if spec.shank.is_some() || spec.holder.is_some() => {
            Some("its mesh and what stands on it keep their own surfaces where they touch")
        }
        false => None,
    }
}

/// Reads one declaration, which stands at `place`.
fn parse(number: u32, declared: &Declared, place: &str) -> Result<Spec> {
    Spec::parse(&declared.spec, &declared.base).map_err(|e| {
        Error::new("T020", format!("T{number} (from {place}): {e}"))
            .help("`gouge help tools` shows every kind")
    })
}

/// `N=REST`, also with a leading T.
pub fn numbered(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = text.split_once('=')?;
    let digits = number.trim().trim_start_matches(['T', 't']);
    Some((digits.parse().ok()?, rest.trim()))
}

/// "6 mm ball, shank, holder".
pub fn name(spec: &Spec) -> String {
    let mm = |v: f64| {
        let text = format!("{v:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let degrees = |radians: f64| mm(radians.to_degrees());
    let mut name = match &spec.shape {
        Shape::Ball(d) => format!("{} mm ball", mm(*d)),
        Shape::Flat(d) => format!("{} mm flat", mm(*d)),
        Shape::Bull(d, r) => format!("{} mm bull nose, corner {} mm", mm(*d), mm(*r)),
        Shape::Taper(tip, half, d) => {
            format!("{} mm taper, tip {} mm, {}° a side", mm(*d), mm(*tip), degrees(*half))
        }
        Shape::Drill(d, point) => format!("{} mm drill, {}°", mm(*d), degrees(*point)),
        Shape::Chamfer(tip, half, d) => {
            format!("{} mm chamfer, tip {} mm, {}° a side", mm(*d), mm(*tip), degrees(*half))
        }
        Shape::Profile(p) => format!("{} mm profile", mm(2.0 * p.radius())),
        Shape::Mesh(_) => format!("{} mm mesh", mm(spec.shape.diameter())),
    };
    if spec.shank.is_some() {
        name += ", shank";
    }
    if spec.holder.is_some() {
        name += ", holder";
    }
    name
}

/// Figures as people write them: inches give tails of digits otherwise.
fn figure(mm: f64) -> f64 {
    (mm * 1e6).round() / 1e6
}

/// A declaration of that diameter, of the kind that `word` names; a square end where it names
/// none.
fn shape_of(word: &str, diameter: f64) -> String {
    let word = word.to_ascii_lowercase();
    if word.contains("drill") || word.contains("spot") {
        format!("drill:{diameter},118")
    } else if word.contains("ball") {
        format!("ball:{diameter}")
    } else if word.contains("chamfer") || word.contains("v-bit") || word.contains("engrav") {
        format!("chamfer:0,45,{diameter}")
    } else {
        format!("flat:{diameter}")
    }
}

/// Diameter, mm, and remark of a tool in a LinuxCNC tool table.
fn table_line(text: &str, number: u32) -> Option<(f64, String)> {
    text.lines().find_map(|line| {
        let (data, remark) = line.split_once(';').unwrap_or((line, ""));
        let word = |letter: char| {
            data.split_ascii_whitespace()
                .find_map(|w| w.strip_prefix([letter, letter.to_ascii_lowercase()]))
                .and_then(|v| v.parse::<f64>().ok())
        };
        (word('T') == Some(f64::from(number)))
            .then(|| (word('D').unwrap_or(0.0), remark.trim().to_owned()))
    })
}

/// Words for tools that their diameter and corner alone do not describe.
const WIDER: [&str; 14] = [
    "taper",
    "lollipop",
    "dovetail",
    "thread",
    "radius",
    "form",
    "slot",
    "face",
    "undercut",
    "woodruff",
    "keyseat",
    "keyway",
    "barrel",
    "corner round",
];

/// The declaration that a comment amounts to, where it says enough.
pub fn note_spec(note: &ToolNote) -> Option<String> {
    let diameter = figure(note.diameter.filter(|d| *d > 0.0)?);
    let corner = figure(note.corner_radius.unwrap_or(0.0));
    let kind = note.kind.as_deref().unwrap_or("");
    let mentions = |words: &[&str]| words.iter().any(|w| kind.contains(w));
    // How wide their tips are no comment says.
    if mentions(&["chamfer", "counter sink", "countersink", "engrav", "v-bit", "center"]) {
        return None;
    }
    // A pointed tool without its angle is no shape.
    if mentions(&["drill", "spot"]) {
        let angle = note.point_angle?.to_degrees();
        return (angle > 0.0 && angle < 180.0).then(|| format!("drill:{diameter},{angle}"));
    }
    // So is a mill whose flank leans.
    if mentions(&WIDER) || note.point_angle.is_some_and(|angle| angle > 0.0) {
        return None;
    }
    if mentions(&["ball"]) || (corner > 0.0 && (2.0 * corner - diameter).abs() < SAME_SIZE_MM) {
        return Some(format!("ball:{diameter}"));
    }
    if corner > 0.0 {
        return (2.0 * corner < diameter).then(|| format!("bull:{diameter},{corner}"));
    }
    // "bull nose" without a corner radius says too little.
    (!mentions(&["bull"])).then(|| format!("flat:{diameter}"))
}

/// Where a comment and a declaration do not agree.
fn differences(note: &ToolNote, shape: &Shape) -> Option<Remark> {
    let corner = match shape {
        Shape::Ball(d) => Some(0.5 * d),
        Shape::Flat(_) => Some(0.0),
        Shape::Bull(_, r) => Some(*r),
        _ => None,
    };
    let differ = |said: Option<f64>, declared: Option<f64>| match (said, declared) {
        (Some(a), Some(b)) => (a - b).abs() > SAME_SIZE_MM,
        _ => false,
    };
    let mut what = Vec::new();
    let mut say = |noun: &str, said: Option<f64>, declared: Option<f64>| {
        if differ(said, declared) {
            let (said, declared) = (figure(said.unwrap_or(0.0)), figure(declared.unwrap_or(0.0)));
            what.push(format!("{noun} {said} mm, but {declared} mm is declared"));
        }
    };
    say("diameter", note.diameter, Some(shape.diameter()));
    // Posts write CR=0 for drills and ball ends alike.
    let stated = note.corner_radius.filter(|r| *r > 0.0 || matches!(shape, Shape::Bull(..)));
    say("corner radius", stated, corner);
    let message = format!("the comment describes T{} with {}", note.number, what.join(" and "));
    (!what.is_empty()).then_some((note.span, "T010", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(diameter: f64, corner: Option<f64>, kind: &str) -> ToolNote {
        ToolNote {
            span: Span::default(),
            number: 1,
            diameter: Some(diameter),
            corner_radius: corner,
            point_angle: None,
            lowest: None,
            doubtful: false,
            kind: Some(kind.to_owned()),
        }
    }

    #[test]
    fn comments_become_declarations() {
        let spec = |d, c, k| note_spec(&note(d, c, k));
        assert_eq!(spec(6.0, Some(0.0), "flat end mill").as_deref(), Some("flat:6"));
        assert_eq!(spec(6.0, Some(3.0), "ball end mill").as_deref(), Some("ball:6"));
        assert_eq!(spec(6.0, Some(1.0), "bull nose end mill").as_deref(), Some("bull:6,1"));
        assert_eq!(spec(6.0, None, "bull nose"), None);
        assert_eq!(spec(6.0, None, "drill"), None);
        assert_eq!(spec(6.0, None, "lollipop mill"), None);
        assert_eq!(spec(6.0, None, "woodruff"), None);
        let mut drill = note(5.0, Some(0.0), "drill");
        drill.point_angle = Some(std::f64::consts::FRAC_PI_2);
        assert_eq!(note_spec(&drill).as_deref(), Some("drill:5,90"));
        // A chamfer mill of 45 degrees a side was a drill of 45 degrees in all, and clean.
        for kind in ["chamfer mill", "counter sink", "center drill"] {
            drill.kind = Some(kind.to_owned());
            assert_eq!(note_spec(&drill), None, "{kind}");
        }
        for kind in ["ball end mill", "flat end mill"] {
            drill.kind = Some(kind.to_owned());
            assert_eq!(note_spec(&drill), None, "{kind} with a taper");
        }
    }

    #[test]
    fn comments_are_compared_with_declarations() {
        let differs = |n: &ToolNote, s: &Shape| differences(n, s).map(|r| r.2);
        assert_eq!(differs(&note(6.0, Some(0.0), "flat end mill"), &Shape::Flat(6.0)), None);
        assert_eq!(differs(&note(6.0, Some(0.0), "ball"), &Shape::Ball(6.0)), None);
        let message = differs(&note(6.0, Some(1.0), "bull"), &Shape::Bull(8.0, 0.5)).unwrap();
        assert!(message.contains("diameter 6 mm, but 8 mm"), "{message}");
        assert!(message.contains("corner radius 1 mm, but 0.5 mm"), "{message}");
    }

    #[test]
    fn numbers_stand_before_the_first_equals_sign() {
        assert_eq!(numbered("1=ball:6;len=20"), Some((1, "ball:6;len=20")));
        assert_eq!(numbered("T12 = flat:3"), Some((12, "flat:3")));
        assert_eq!(numbered("ball:6;len=20"), None);
        assert_eq!(numbered("lib.json"), None);
    }
}
