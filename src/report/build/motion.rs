//! The report's entries for single motions, and for those left undecided.

use std::collections::BTreeMap;

use super::{Draft, Listed, kind};
use crate::nc;
use crate::report::codes;
use crate::report::data::{Excerpt, Motion, OpenMotion, Undecided, Verdict};
use crate::verify::{self, Doubt, MotionOutcome};

/// A motion that stayed open, by its index, whether it gouges, and why.
type Open<'a> = (u32, bool, Option<&'a Doubt>);

pub(super) fn undecided(draft: &Draft) -> Vec<Undecided> {
    let Draft { motions, texts, .. } = *draft;
    if draft.coverage.motions == 0 && draft.refusals.is_empty() {
        return vec![nowhere(verify::reason::NO_MOTION)];
    }
    let mut groups: BTreeMap<&'static str, Vec<Open>> = BTreeMap::new();
    for (index, verdict, doubt) in motions.open() {
        groups.entry(doubt.map_or(verify::reason::UNDECIDED, |d| d.reason)).or_default().push((
            index as u32,
            verdict == verify::Verdict::Gouge,
            doubt,
        ));
    }
    let group = |(code, mut list): (&'static str, Vec<Open>)| {
        let left = |doubt: &Option<&Doubt>| doubt.and_then(|d| d.left);
        let bound = |(.., doubt): &Open| left(doubt).unwrap_or(f64::NEG_INFINITY);
        let span = |motion: u32| draft.program.at(motion as usize).span;
        let gouging = list.iter().filter(|(_, gouges, _)| *gouges).count();
        list.sort_by(|a, b| a.1.cmp(&b.1).then(bound(b).total_cmp(&bound(a))));
        let open = list.iter().take(OPEN_LISTED).filter_map(|(motion, _, doubt)| {
            let bound_mm = left(doubt)?;
            Some(OpenMotion { motion: *motion, line: span(*motion).line, bound_mm })
        });
        let span = span(list[0].0);
        let bounds =
            list.iter().filter(|(_, gouges, _)| code == verify::reason::UNDECIDED && !gouges);
        let bounds = bounds.map(|(motion, ..)| depth_mm(&motions.at(*motion as usize)));
        let place = list.iter().find_map(|(.., doubt)| doubt.as_ref()?.undetermined);
        Undecided {
            code: code.to_owned(),
            message: title(code),
            motions: (list.len() - gouging) as u64,
            gouging: gouging as u64,
            line: span.line,
            column: span.column,
            file: texts.file(span).map(|f| f.name.clone()),
            block: texts.excerpt(span),
            depth_mm: bounds.reduce(|most, own| [0, 1].map(|i| own[i].max(most[i]))),
            place_program: place.map(|p| draft.frame().of_work(p)),
            place_mm: place.map(|p| draft.placement.work_to_part(p).into()),
            open: open.collect(),
        }
    };
    let suspicions = draft.suspicions.iter().map(|suspicion| Undecided {
        message: suspicion.message.clone(),
        line: suspicion.span.line,
        column: suspicion.span.column,
        file: texts.file(suspicion.span).map(|f| f.name.clone()),
        block: texts.excerpt(suspicion.span),
        ..nowhere(suspicion.code)
    });
    groups.into_iter().map(group).chain(suspicions).collect()
}

/// Something that leaves everything open, of no motion and no line.
fn nowhere(code: &str) -> Undecided {
    Undecided {
        code: code.to_owned(),
        message: title(code),
        motions: 0,
        gouging: 0,
        line: 0,
        column: 0,
        file: None,
        block: Excerpt::default(),
        depth_mm: None,
        place_program: None,
        place_mm: None,
        open: Vec::new(),
    }
}

fn title(code: &str) -> String {
    codes::find(code).map_or_else(String::new, |c| c.title.to_owned())
}

/// Motions listed of those that a check did not get to.
const OPEN_LISTED: usize = 1000;

pub(super) fn motions(draft: &Draft, ids: &[u32]) -> Vec<Motion> {
    let id = |motion: &nc::MotionRef| ids.get(motion.operation as usize).copied().unwrap_or(0);
    let each = draft.program.iter().zip(draft.motions.iter()).zip(0..);
    let listed =
        |m: &MotionOutcome| draft.listed == Listed::Every || m.verdict == verify::Verdict::Gouge;
    let listed = each.filter(|((_, m), _)| listed(m));
    listed.map(|((motion, m), index)| of(index, &motion, &m, id(&motion))).collect()
}

/// Bounds of the depth of a motion, mm: without an upper one of its own, the greatest number there
/// is.
fn depth_mm(m: &MotionOutcome) -> [f64; 2] {
    m.depth.map(|d| d.min(f64::MAX))
}

fn of(index: u32, motion: &nc::MotionRef, m: &MotionOutcome, operation_id: u32) -> Motion {
    Motion {
        index,
        line: motion.span.line,
        operation_id,
        kind: kind(motion.kind),
        verdict: match m.verdict {
            verify::Verdict::Clean => Verdict::Clean,
            verify::Verdict::Unknown => Verdict::Unknown,
            verify::Verdict::Gouge => Verdict::Gouge,
        },
        assumed: m.accepted && m.verdict == verify::Verdict::Unknown,
        depth_mm: depth_mm(m),
        triangle: m.deepest().map(|d| d.0),
        t: m.deepest().map(|d| d.1),
    }
}
