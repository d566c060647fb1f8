//! The program, interpreted anew from what the report says about the control.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;

use gouge_mesh::geom::Vec3;
use gouge_nc::{
    Compensation, Decimals, Dialect, Event, Kind, Motion, Options, Source, Span, ToolEntry,
    ToolTable, Units, WorkOffset, Zero,
};

use crate::document::{self, Document, Excerpt};
use crate::files::sha256;
use crate::path::{self, Follower};

/// One motion, as it was read.
pub(crate) struct Step {
    pub span: Span,
    pub kind: document::Kind,
    pub tool: u32,
    /// Index of its operation.
    pub operation: u32,
    /// What its block says less than where the tool's tip is, mm, where that is told.
    pub moved: Option<Vec3>,
    /// Its path, or why there is none to follow.
    pub path: Result<path::Path, path::Aside>,
    /// Its height is known all the way: where that is above everything, it touches nothing.
    pub high: bool,
}

impl Step {
    /// What is known of its way at a time; nothing before it begins or after it ends.
    pub fn at(&self, t: f64) -> Option<&path::Path> {
        if !(0.0..=1.0).contains(&t) {
            return None;
        }
        let aside = match &self.path {
            Ok(path) => return Some(path),
            Err(aside) => aside,
        };
        aside.stands.as_deref().filter(|(there, _)| *there == t).map(|(_, path)| path)
    }
}

/// What a program does.
pub(crate) struct Program {
    pub steps: Vec<Step>,
    /// Line, column and code of blocks not understood.
    pub refusals: Vec<(u32, u32, String)>,
    /// The same of what is odd about it.
    pub warnings: Vec<(u32, u32, String)>,
    /// What its motions rest on and it does not say: name, value, line.
    pub assumptions: Vec<(String, String, u32)>,
    /// The subprogram files that were read, with their digests.
    pub subprograms: Vec<(String, String)>,
    pub lines: u64,
    pub units: &'static str,
    /// Its operations, those included that do not move.
    pub operations: Vec<gouge_nc::Operation>,
    texts: Vec<Text>,
}

impl Program {
    /// Interprets `bytes`, the program at `path`. `diameters` stand in for a tool table where
    /// none is given.
    ///
    /// # Errors
    /// Options that the interpreter does not know, tool tables that do not read.
    pub fn read(
        document: &Document,
        path: &Path,
        bytes: &[u8],
        diameters: &BTreeMap<u32, f64>,
        find: impl Fn(&Path) -> std::path::PathBuf,
    ) -> Result<Self, String> {
        let options = options(document, path, diameters, find)?;
        let home = document.options.home_mm.unwrap_or_default();
        let source = Source::from_bytes(document.inputs.program.path.clone(), bytes.to_vec());
        let (mut steps, mut refusals) = (Vec::new(), Vec::new());
        let (mut warnings, mut assumptions) = (Vec::new(), Vec::new());
        let (mut follower, mut zero) = (Follower::default(), Zero::Alike);
        let summary = gouge_nc::Interpreter::new(options.clone()).run(&source, |event| {
            match event {
                Event::Motion(mut m) => {
                    accept(&mut m, &document.options);
                    steps.push(step(&m, &zero, &mut follower, home));
                }
                Event::Refusal(r) => {
                    refusals.push((r.span.line, r.span.column, r.code.to_owned()));
                }
                Event::Warning(w) => {
                    warnings.push((w.span.line, w.span.column, w.code.to_owned()));
                }
                Event::Assumption(a) => {
                    assumptions.push((a.name.to_owned(), a.value, a.span.line));
                }
                Event::Zero(lies) => zero = lies,
                Event::ToolNote(_) => {}
            }
            ControlFlow::Continue(())
        });
        let called = || summary.files.iter().skip(1);
        let mut texts = vec![Text::new(bytes.to_vec())];
        texts.extend(called().map(|f| Text::new(std::fs::read(f).unwrap_or_default())));
        let subprograms =
            called().zip(&texts[1..]).map(|(f, text)| (f.clone(), sha256(&text.bytes)));
        Ok(Self {
            steps,
            refusals,
            warnings,
            assumptions,
            subprograms: subprograms.collect(),
            lines: texts[0].lines.len() as u64,
            units: match summary.units {
                Some(Units::Mm) => "mm",
                Some(Units::Inch) => "inch",
                None => "mixed",
            },
            operations: summary.operations,
            texts,
        })
    }

    /// The bytes of the line that a span is on.
    pub fn line(&self, span: Span) -> &[u8] {
        let text = self.texts.get(usize::from(span.file));
        text.and_then(|text| text.line(span.line)).unwrap_or(&[])
    }

    /// Whether an excerpt is what the program says at `span`, with its words marked.
    pub fn shows(&self, span: Span, block: &Excerpt) -> bool {
        let line = self.line(span);
        let first = (span.column.max(1) as usize - 1).min(line.len());
        let last = (first + span.length.max(1) as usize).min(line.len());
        let [before, marked, after] = [&line[..first], &line[first..last], &line[last..]].map(text);
        let shown: Vec<char> = block.text.chars().collect();
        let [from, to] = block.mark.map(|m| m as usize);
        let whole = [before.as_str(), &marked, &after].concat();
        if whole.chars().count() <= WIDEST {
            let mark = [before.chars().count(), (before + &marked).chars().count()];
            return whole == block.text && mark == [from, to];
        }
        // A long line is shown around the mark.
        let of_mark: String = shown.get(from..to).unwrap_or(&[]).iter().collect();
        whole.contains(&block.text) && marked.starts_with(&of_mark) && shown.len() == WIDEST
    }
}

/// Longest excerpt, characters.
const WIDEST: usize = 400;

/// UTF-8, or Latin-1 where it is not; control characters as blanks.
fn text(bytes: &[u8]) -> String {
    let decoded = std::str::from_utf8(bytes)
        .map_or_else(|_| bytes.iter().map(|&b| b as char).collect(), str::to_owned);
    decoded.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A file of the program.
struct Text {
    bytes: Vec<u8>,
    /// Where its lines lie, without their ends.
    lines: Vec<Range<usize>>,
}

impl Text {
    fn new(bytes: Vec<u8>) -> Self {
        let (mut lines, mut start) = (Vec::new(), 0);
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            let told = line.strip_suffix(b"\n").unwrap_or(line);
            let told = told.strip_suffix(b"\r").unwrap_or(told);
            lines.push(start..start + told.len());
            start += line.len();
        }
        Self { bytes, lines }
    }

    /// A line, from 1.
    fn line(&self, number: u32) -> Option<&[u8]> {
        let at = self.lines.get((number as usize).checked_sub(1)?)?;
        self.bytes.get(at.clone())
    }
}

/// What the report takes for granted about a motion: the tool in the spindle, where its tip is,
/// how rapids go.
fn accept(m: &mut Motion, options: &document::Options) {
    if m.tool == 0 {
        let line = if m.span.file == 0 { m.span.line } else { 0 };
        let change = options.spindle.iter().rev().find(|[from, _]| *from <= line);
        m.tool = change.map_or(0, |[_, tool]| *tool);
    }
    if options.accepts("length") && m.tip.shift().is_none() {
        m.tip = gouge_nc::Tip::AtControlPoint;
    }
    if let Some(way) = options.rapid.as_deref().filter(|_| m.kind == Kind::Rapid) {
        m.dogleg = way == "dogleg";
    }
}

fn step(m: &Motion, zero: &Zero, follower: &mut Follower, home: [Option<f64>; 3]) -> Step {
    let offsets = zero.shift().zip(m.tip.shift());
    Step {
        span: m.span,
        kind: match m.kind {
            Kind::Rapid => document::Kind::Rapid,
            Kind::Feed => document::Kind::Feed,
            Kind::Arc => document::Kind::Arc,
        },
        tool: m.tool,
        operation: m.operation,
        moved: offsets.map(|(zero, tip)| Vec3::from(zero) + Vec3::from(tip)),
        path: follower.path(m, home),
        high: m.arc.is_none() && [m.from, m.to].iter().all(|end| end.axis(2).is_some()),
    }
}

fn dialect(name: &str) -> Result<Dialect, String> {
    name.parse().map_err(|_| {
        let known: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
        let known = known.join(", ");
        format!("inputs.program.dialect: `{name}` is no control that this reads: {known}")
    })
}

fn options(
    document: &Document,
    path: &Path,
    diameters: &BTreeMap<u32, f64>,
    find: impl Fn(&Path) -> std::path::PathBuf,
) -> Result<Options, String> {
    let o = &document.options;
    let compensation = match o.compensation.as_deref() {
        None => None,
        Some("control") => Some(Compensation::Control),
        Some("wear") => Some(Compensation::Wear),
        Some("none") => Some(Compensation::None),
        Some(other) => {
            let what = "is none of control, wear and none";
            return Err(format!("options.compensation: `{other}` {what}"));
        }
    };
    let tools = match &o.tool_table {
        Some(table) => {
            let (scale, taken) = match o.tool_table_units.as_deref() {
                None => (1.0, true),
                Some("mm") => (1.0, false),
                Some("inch") => (25.4, false),
                Some(other) => {
                    let what = "is none of mm and inch";
                    return Err(format!("options.tool_table_units: `{other}` {what}"));
                }
            };
            let table =
                ToolTable::read(&find(Path::new(table)), scale).map_err(|e| e.to_string())?;
            Some(if taken { table.of_taken_unit() } else { table })
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
        let system = WorkOffset::numbered(name).ok_or_else(|| {
            format!("options.offsets_mm: `{name}` is none of {}", WorkOffset::NAMES)
        })?;
        Ok(WorkOffset { system, at: *at, rotation: 0.0 })
    };
    Ok(Options {
        dialect: dialect(&document.inputs.program.dialect)?,
        start: o.start_mm.unwrap_or_default(),
        home: o.home_mm.unwrap_or_default(),
        block_delete: o.block_delete,
        tool_change: o.tool_change_mm.unwrap_or_default(),
        max_motions: o.max_motions,
        search_paths: o.subprograms.iter().map(|p| find(Path::new(p))).collect(),
        program_folder: path.parent().map(Path::to_owned),
        tools,
        offsets: o.offsets_mm.iter().map(offset).collect::<Result<_, String>>()?,
        compensation,
        decimals: o.whole_units.then_some(Decimals::Whole),
        ..Options::default()
    })
}
