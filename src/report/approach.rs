//! How the least distances changed from one report to the next, where both were measured.

use serde::Serialize;

use super::data::clearance::Distance;
use super::data::{BodyRole, Component, Report};

/// Which way a distance went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Went {
    /// It is proved nearer than it was.
    Nearer,
    /// It is proved farther away.
    Farther,
}

/// A least distance that is not what it was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Approach {
    /// Which way.
    pub went: Went,
    /// Name of the operation, or its tool.
    pub operation: String,
    /// Tool number.
    pub tool: u32,
    /// Component of the tool.
    pub component: Component,
    /// What it is measured from.
    pub body_role: BodyRole,
    /// Line of the least distance now.
    pub line: Option<u32>,
    /// Bounds before, mm.
    pub old_mm: [f64; 2],
    /// Bounds now, mm.
    pub new_mm: [f64; 2],
}

/// All of them, the nearer ones first, the nearest of each kind first. Operations are the same when
/// name and tool are, and those of one name follow each other as before.
pub fn between(old: &Report, new: &Report) -> Vec<Approach> {
    let (before, now) = (measured(old), measured(new));
    let changed = now.into_iter().filter_map(|(who, d)| {
        let (_, was) = before.iter().find(|(other, _)| *other == who)?;
        let (old_mm, new_mm) = (was.distance_mm?, d.distance_mm?);
        let went = if new_mm[1] < old_mm[0] {
            Went::Nearer
        } else if new_mm[0] > old_mm[1] {
            Went::Farther
        } else {
            return None;
        };
        Some(Approach {
            went,
            operation: who.0,
            tool: d.tool,
            component: d.component,
            body_role: d.body_role,
            line: d.place.as_ref().map(|p| p.line),
            old_mm,
            new_mm,
        })
    });
    let mut list: Vec<Approach> = changed.collect();
    list.sort_by(|a, b| a.went.cmp(&b.went).then(a.new_mm[0].total_cmp(&b.new_mm[0])));
    list
}

/// Title of the operation, which one of that title, tool, component, body.
type Who = (String, usize, u32, Component, BodyRole);

fn measured(report: &Report) -> Vec<(Who, &Distance)> {
    let distances = report.clearances.iter().flat_map(|c| &c.distances);
    let who = |d: &Distance| -> Option<Who> {
        let at = report.operations.iter().position(|o| o.id == d.operation_id)?;
        let title = report.operations[at].title();
        let nth = report.operations[..at].iter().filter(|o| o.title() == title).count();
        Some((title, nth, d.tool, d.component, d.body_role))
    };
    distances.filter_map(|d| Some((who(d)?, d))).collect()
}
