//! How the regions changed from one report to the next, and what changed in their inputs.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use super::approach::{self, Approach};
use super::data::{Inputs, MeshInput, Region, Report, Undecided, Verdict};
use super::{Size, summary, undecided};
use crate::tolerance::{EPSILON_SHARE, NARROW_SHARE};

/// Value of [`Change::schema`].
pub const SCHEMA: &str = "gouge-diff/1";

/// Extents of one region in two reports lie no farther apart than this, mm.
const SAME_PLACE_MM: f64 = 1.0;

/// What became of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Became {
    /// It was not there before.
    New,
    /// It is proved deeper than it was, or may be, by more than narrow bounds are apart.
    Deeper,
    /// It is not deeper, but more motions make it, or they go farther ([`Size`]).
    Larger,
    /// It is as deep, as far as the bounds tell.
    Same,
    /// It is proved shallower than it was.
    Shallower,
    /// It is as deep, but fewer motions make it, or they go less far.
    Smaller,
    /// It is not there any more.
    Gone,
}

/// How a region was found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownBy {
    /// Tool, body, place and block are the same.
    Fingerprint,
    /// Tool and body are the same, and the place nearly.
    Place,
}

/// One region of either report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// What became of it.
    pub became: Became,
    /// How it was found again; `null` where it is new or gone.
    pub known_by: Option<KnownBy>,
    /// Fingerprint in the newer report that has it.
    pub fingerprint: String,
    /// One sentence, of the newer report that has it.
    pub message: String,
    /// Line of its witness, in the newer report that has it.
    pub line: u32,
    /// Bounds of the depth before, mm.
    pub old_depth_mm: Option<[f64; 2]>,
    /// Bounds of the depth now, mm.
    pub new_depth_mm: Option<[f64; 2]>,
    /// How large it was; `null` where its report does not tell.
    pub old_size: Option<Size>,
    /// How large it is; `null` where its report does not tell.
    pub new_size: Option<Size>,
}

/// Something else that is not what it was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changed {
    /// Field of the report, as its JSON names it.
    pub field: String,
    /// Before; `null` where there was none.
    pub old: Value,
    /// Now; `null` where there is none.
    pub new: Value,
}

/// From one report to the next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Verdict before and now.
    pub verdict: [Verdict; 2],
    /// Motions not decided, before and now.
    pub unknown: [u64; 2],
    /// Blocks not understood, before and now.
    pub refused_blocks: [u64; 2],
    /// Reasons beside these that leave a verdict unknown, and are there now alone, and other
    /// motions that are not decided than before, a sentence each.
    pub doubts: Vec<String>,
    /// Regions: new ones first, then those that became deeper; worst first in each kind.
    pub regions: Vec<Entry>,
    /// Least distances that are not what they were, where both reports have them.
    pub clearances: Vec<Approach>,
    /// Inputs, options and assumptions that are not what they were.
    pub inputs: Vec<Changed>,
}

impl Change {
    /// Between two reports.
    pub fn between(old: &Report, new: &Report) -> Self {
        let mut regions = regions(old, new);
        regions.sort_by(|a, b| {
            let deepest = |e: &Entry| e.new_depth_mm.or(e.old_depth_mm).map_or(0.0, |d| d[0]);
            a.became.cmp(&b.became).then(deepest(b).total_cmp(&deepest(a)))
        });
        Self {
            schema: SCHEMA.to_owned(),
            verdict: [old.verdict, new.verdict],
            unknown: [old.coverage.unknown, new.coverage.unknown],
            refused_blocks: [old.coverage.refused_blocks, new.coverage.refused_blocks],
            doubts: doubts(old, new),
            regions,
            clearances: approach::between(old, new),
            inputs: inputs(old, new),
        }
    }

    /// How many regions became so.
    pub fn count(&self, became: Became) -> usize {
        self.regions.iter().filter(|e| e.became == became).count()
    }

    /// What got worse: a gouge where regions are new, deeper or larger, unknown where more is not
    /// decided, not understood or doubted.
    pub fn worse(&self) -> Verdict {
        let [old, new] = self.verdict;
        let more = |[old, new]: [u64; 2]| new > old;
        let worse = [Became::New, Became::Deeper, Became::Larger];
        if worse.into_iter().any(|became| self.count(became) > 0) {
            Verdict::Gouge
        } else if more(self.unknown)
            || more(self.refused_blocks)
            || !self.doubts.is_empty()
            || new == Verdict::Unknown && old != Verdict::Unknown
        {
            Verdict::Unknown
        } else {
            Verdict::Clean
        }
    }
}

fn regions(old: &Report, new: &Report) -> Vec<Entry> {
    let mut left: Vec<&Region> = old.regions.iter().collect();
    let mut take = |wanted: &dyn Fn(&Region) -> bool| {
        left.iter().position(|r| wanted(r)).map(|at| left.remove(at))
    };
    // Fingerprints first, for all: a near place must not take what another knows exactly.
    let known: Vec<Option<&Region>> =
        new.regions.iter().map(|n| take(&|o| o.fingerprint == n.fingerprint)).collect();
    let pairs: Vec<(&Region, Option<(&Region, KnownBy)>)> = new
        .regions
        .iter()
        .zip(known)
        .map(|(n, found)| {
            let by_place = || take(&|o| is_near(o, n)).map(|o| (o, KnownBy::Place));
            (n, found.map(|o| (o, KnownBy::Fingerprint)).or_else(by_place))
        })
        .collect();
    let entry = |r: &Region, became, known_by, old: Option<&Region>, new: Option<&Region>| Entry {
        became,
        known_by,
        fingerprint: r.fingerprint.clone(),
        message: r.message.clone(),
        line: r.witness.line,
        old_depth_mm: old.map(|r| r.depth_mm),
        new_depth_mm: new.map(|r| r.depth_mm),
        old_size: old.and_then(Size::of),
        new_size: new.and_then(Size::of),
    };
    let epsilon = new.tolerance_mm * EPSILON_SHARE;
    let now = pairs.into_iter().map(|(n, found)| match found {
        None => entry(n, Became::New, None, None, Some(n)),
        Some((o, by)) => entry(n, became(o, n, epsilon), Some(by), Some(o), Some(n)),
    });
    let now: Vec<Entry> = now.collect();
    now.into_iter()
        .chain(left.into_iter().map(|o| entry(o, Became::Gone, None, Some(o), None)))
        .collect()
}

/// What became of a region that was there before. What got worse is told before what got better:
/// what may be deeper by more than bounds that are narrow are apart, too. All mm.
fn became(old: &Region, new: &Region, epsilon: f64) -> Became {
    let exceeds = |a: &Region, b: &Region| match (Size::of(a), Size::of(b)) {
        (Some(a), Some(b)) => a.exceeds(&b),
        _ => false,
    };
    let most = old.depth_mm[1];
    let narrow = most + (most * NARROW_SHARE).max(epsilon);
    if new.depth_mm[0] > most || new.depth_mm[1] > narrow {
        Became::Deeper
    } else if exceeds(new, old) {
        Became::Larger
    } else if new.depth_mm[1] < old.depth_mm[0] {
        Became::Shallower
    } else if exceeds(old, new) {
        Became::Smaller
    } else {
        Became::Same
    }
}

/// The same tool and body, and extents that meet: along a cut of constant depth the worst point is
/// any of many.
fn is_near(a: &Region, b: &Region) -> bool {
    let who = |r: &Region| (r.tool, r.component, r.body_role, r.body);
    let ([a_lo, a_hi], [b_lo, b_hi]) = (a.extent_mm, b.extent_mm);
    let meets = |i: usize| a_lo[i] <= b_hi[i] + SAME_PLACE_MM && b_lo[i] <= a_hi[i] + SAME_PLACE_MM;
    who(a) == who(b) && (0..3).all(meets)
}

/// What leaves all of the new verdict open, and not the old one, then what leaves other motions
/// open; of more motions and blocks their numbers tell.
fn doubts(old: &Report, new: &Report) -> Vec<String> {
    let of = |u: &&Undecided| u.motions == 0 && u.gouging == 0;
    let known: BTreeSet<&str> = old.undecided.iter().filter(of).map(|u| u.code.as_str()).collect();
    let were = |code: &str| {
        let same = old.undecided.iter().filter(|u| u.code == code);
        same.map(|u| u.gouging).sum::<u64>()
    };
    let is_new =
        |u: &&Undecided| of(u) && !known.contains(u.code.as_str()) || u.gouging > were(&u.code);
    let doubts = new.undecided.iter().filter(is_new).map(summary::undecided);
    doubts.chain(undecided::others(old, new)).collect()
}

fn inputs(old: &Report, new: &Report) -> Vec<Changed> {
    let mut out = Vec::new();
    let mut compare = |field: &str, old: Value, new: Value| {
        if old != new {
            out.push(Changed { field: field.to_owned(), old, new });
        }
    };
    let hashes = |list: &[MeshInput]| list.iter().map(|m| m.sha256.clone()).collect::<Value>();
    let (a, b) = (&old.inputs, &new.inputs);
    compare(
        "inputs.program.sha256",
        a.program.sha256.clone().into(),
        b.program.sha256.clone().into(),
    );
    compare("inputs.program.lines", a.program.lines.into(), b.program.lines.into());
    compare(
        "inputs.program.dialect",
        a.program.dialect.clone().into(),
        b.program.dialect.clone().into(),
    );
    let called =
        |i: &Inputs| i.program.subprograms.iter().map(|s| s.sha256.clone()).collect::<Value>();
    compare("inputs.program.subprograms.sha256", called(a), called(b));
    compare("inputs.parts.sha256", hashes(&a.parts), hashes(&b.parts));
    compare("inputs.fixtures.sha256", hashes(&a.fixtures), hashes(&b.fixtures));
    let numbers: BTreeSet<u32> = [a, b].iter().flat_map(|i| &i.tools).map(|t| t.number).collect();
    for number in numbers {
        let spec = |i: &Inputs| {
            let tool = i.tools.iter().find(|t| t.number == number);
            tool.map_or(Value::Null, |t| t.spec.clone().into())
        };
        compare(&format!("inputs.tools.T{number}"), spec(a), spec(b));
        let files = |i: &Inputs| {
            let tool = i.tools.iter().find(|t| t.number == number);
            tool.map_or_else(Vec::new, |t| t.sha256.clone()).into()
        };
        compare(&format!("inputs.tools.T{number}.sha256"), files(a), files(b));
    }
    compare("tolerance_mm", old.tolerance_mm.into(), new.tolerance_mm.into());
    let fields = |report: &Report| match serde_json::to_value(&report.options) {
        Ok(Value::Object(map)) => map,
        _ => serde_json::Map::new(),
    };
    let (a, b) = (fields(old), fields(new));
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    for name in names {
        let of = |map: &serde_json::Map<String, Value>| map.get(name).cloned().unwrap_or_default();
        compare(&format!("options.{name}"), of(&a), of(&b));
    }
    let said = |report: &Report| -> BTreeSet<String> { summary::assumptions(report).collect() };
    let (a, b) = (said(old), said(new));
    for gone in a.difference(&b) {
        compare("assumptions", gone.clone().into(), Value::Null);
    }
    for new in b.difference(&a) {
        compare("assumptions", Value::Null, new.clone().into());
    }
    out
}
