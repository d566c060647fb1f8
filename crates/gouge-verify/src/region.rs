//! Findings grouped into regions: thousands of contacts are not an answer.
//!
//! Two findings of the same tool, component, body and operation belong together when
//! - their motions are neighbours in the program ([`NEIGHBOUR_MOTIONS`]) and their facets are
//!   the same or share a corner, or
//! - their surface points lie in the same or touching cells of a grid as wide as the tool
//!   reaches sideways, wherever the motions stand in the program (rows of a raster, passes at
//!   several heights).
//!
//! Both rules look at a bounded number of partners, so the time is near linear.

use std::collections::HashMap;

use rayon::prelude::*;

use super::finding::Finding;
use super::findings::Findings;
use super::packed_trial::PackedTrial;
use crate::tolerance::LEAST_REACH_MM;
use gouge_core::tool::Role;
use gouge_mesh::disjoint::DisjointSets;
use gouge_mesh::mesh::Mesh;

/// Motions this far apart in the program still belong to one pass: cut, retract, traverse,
/// approach, plunge, with room for a split approach.
const NEIGHBOUR_MOTIONS: u32 = 8;

/// Fewer findings than these are not worth a thread of their own.
pub(super) const LEAST_AT_ONCE: usize = 4096;

/// Findings that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Index of the worst finding.
    pub worst: usize,
    /// Indices of all findings, in program order: of millions, so each in 32 bits.
    pub findings: Vec<u32>,
    /// First and last motion.
    pub motions: [u32; 2],
    /// First and last line.
    pub lines: [u32; 2],
    /// The check was stopped before its depth was measured: its bounds are as wide as those of
    /// the verdicts.
    pub unmeasured: bool,
}

/// Groups `findings`, worst region first. `meshes` are the bodies the findings index;
/// `reach` gives how far a component of a tool reaches sideways from its axis, mm.
pub fn regions(
    findings: &Findings,
    meshes: &[&Mesh],
    reach: impl Fn(u32, Role) -> f64,
) -> Vec<Region> {
    let trials = findings.trials();
    let mut order: Vec<u32> = (0..trials.len() as u32).collect();
    let place = |i: u32| (kin(&trials[i as usize]), trials[i as usize].motion, i);
    // Mostly they are, and looking at them all takes two threads half the time of one.
    if !order.par_windows(2).with_min_len(LEAST_AT_ONCE).all(|w| place(w[0]) <= place(w[1])) {
        order.sort_by_key(|&i| place(i));
    }

    let sets = DisjointSets::new(trials.len());
    for group in order.chunk_by(|&a, &b| kin(&trials[a as usize]) == kin(&trials[b as usize])) {
        let first = &trials[group[0] as usize];
        join_close(trials, group, reach(first.tool, first.role).max(LEAST_REACH_MM), &sets);
        join_neighbours(trials, group, meshes.get(first.body as usize).copied(), &sets);
    }

    drop(order);

    // The least of a set is its root, and comes first.
    let mut counts: Vec<usize> = Vec::new();
    let mut of: Vec<u32> = Vec::with_capacity(trials.len());
    for i in 0..trials.len() {
        let root = sets.root(i);
        if root == i {
            of.push(counts.len() as u32);
            counts.push(0);
        } else {
            of.push(of[root]);
        }
        counts[of[i] as usize] += 1;
    }
    drop(sets);
    let mut members: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
    of.iter().zip(0..).for_each(|(&set, i)| members[set as usize].push(i));
    drop(of);
    let mut regions: Vec<Region> =
        members.into_iter().filter_map(|list| region(trials, list)).collect();
    rank(&mut regions, findings);
    regions
}

/// Sorts regions, the one with the worst motion first.
pub(super) fn rank(regions: &mut [Region], findings: &Findings) {
    regions.sort_by(|a, b| {
        let [a, b] = [a, b].map(|region| findings.at(region.worst));
        let kin = |f: &Finding| (f.motion, (f.tool, f.role, f.body, f.operation));
        b.depth[0].total_cmp(&a.depth[0]).then_with(|| kin(&a).cmp(&kin(&b)))
    });
}

/// The properties that findings of one region share.
fn kin(f: &PackedTrial) -> (u32, Role, u32, u32) {
    (f.tool, f.role, f.body, f.operation)
}

/// Compares by proved depth: `Greater` when `a` is worse. Upper bounds do not count, because only
/// the worst motion of a region has its part side measured, which narrows them.
fn worse(a: &PackedTrial, b: &PackedTrial) -> std::cmp::Ordering {
    a.depth[0].total_cmp(&b.depth[0])
}

fn region(findings: &[PackedTrial], mut list: Vec<u32>) -> Option<Region> {
    list.sort_by_key(|&i| (findings[i as usize].motion, i));
    let one = |&i: &u32| {
        let worst = i as usize;
        let (motion, line) = (findings[worst].motion, findings[worst].line());
        let (motions, lines, findings) = ([motion; 2], [line; 2], Vec::new());
        Some(Region { worst, motions, lines, findings, unmeasured: false })
    };
    let join = |a: Option<Region>, b: Option<Region>| {
        let (Some(a), Some(b)) = (&a, &b) else { return a.or(b) };
        let worst = if worse(&findings[b.worst], &findings[a.worst]).is_gt() { b } else { a }.worst;
        let ends = |[a, z]: [u32; 2], [b, y]: [u32; 2]| [a.min(b), z.max(y)];
        let (motions, lines) = (ends(a.motions, b.motions), ends(a.lines, b.lines));
        Some(Region { worst, motions, lines, findings: Vec::new(), unmeasured: false })
    };
    let all = list.par_iter().with_min_len(LEAST_AT_ONCE).map(one).reduce(|| None, join)?;
    Some(Region { findings: list, ..all })
}

/// First rule: neighbours in the program on adjacent facets. `group` is in program order.
fn join_neighbours(
    findings: &[PackedTrial],
    group: &[u32],
    mesh: Option<&Mesh>,
    sets: &DisjointSets,
) {
    // Mostly the other rule has made one of all: eight partners of each need not be asked then.
    let first = sets.root(group[0] as usize);
    if group.par_iter().with_min_len(LEAST_AT_ONCE).all(|&i| sets.root(i as usize) == first) {
        return;
    }
    let index = |&i: &u32| i as usize;
    for (at, i) in group.iter().map(index).enumerate() {
        let here = &findings[i];
        let near = group[..at]
            .iter()
            .rev()
            .map(index)
            .take_while(|&j| here.motion - findings[j].motion <= NEIGHBOUR_MOTIONS)
            .take(NEIGHBOUR_MOTIONS as usize);
        for j in near {
            if sets.root(i) != sets.root(j) && adjacent(mesh, here.place().0, findings[j].place().0)
            {
                sets.join(i, j);
            }
        }
    }
}

fn adjacent(mesh: Option<&Mesh>, a: u32, b: u32) -> bool {
    let corners = |t: u32| mesh.and_then(|m| m.triangles.get(t as usize));
    a == b
        || matches!((corners(a), corners(b)), (Some(p), Some(q)) if p.iter().any(|v| q.contains(v)))
}

/// Second rule: surface points in the same or touching grid cells.
fn join_close(findings: &[PackedTrial], group: &[u32], cell: f64, sets: &DisjointSets) {
    let place = |i: usize| {
        let p = findings[i].place().1;
        [0, 1, 2].map(|k| (p[k] / cell).floor() as i64)
    };
    // Mostly one after the other lies in the same cell: of these the first stands for all.
    let runs = |part: &[u32]| {
        let mut runs: Vec<([i64; 3], usize)> = Vec::new();
        for &i in part {
            let i = i as usize;
            let at = place(i);
            match runs.last() {
                Some(&(last, first)) if last == at => sets.join(i, first),
                _ => runs.push((at, i)),
            }
        }
        runs
    };
    let runs: Vec<_> = group.par_chunks(LEAST_AT_ONCE).map(runs).collect();
    let mut taken: HashMap<[i64; 3], usize> = HashMap::new();
    for (at, i) in runs.into_iter().flatten() {
        if let Some(&j) = taken.get(&at) {
            sets.join(i, j);
            continue;
        }
        for step in 0..27 {
            let beside = [at[0] + step % 3 - 1, at[1] + step / 3 % 3 - 1, at[2] + step / 9 - 1];
            if let Some(&j) = taken.get(&beside) {
                sets.join(i, j);
            }
        }
        taken.insert(at, i);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_mesh::geom::Vec3;
    use gouge_nc::{Kind, Span};

    fn finding(motion: u32, triangle: u32, x: f64, depth: f64) -> Finding {
        Finding {
            motion,
            span: Span { line: 10 + motion, column: 1, length: 1, ..Span::default() },
            kind: Kind::Feed,
            tool: 1,
            operation: 0,
            role: Role::Cutter,
            body: 0,
            triangle,
            t: 0.5,
            dogleg: false,
            control_point: Vec3::new(x, 0.0, -depth),
            surface_point: Vec3::new(x, 0.0, 0.0),
            normal: Vec3::z(),
            tool_side: [depth, depth],
            part_side: None,
            depth: [depth, depth],
            lift: None,
            shift: None,
            buried: false,
            side: super::super::WitnessSide::Tool,
            inner_point: None,
        }
    }

    fn all(list: &[Finding]) -> Findings {
        list.iter().cloned().collect()
    }

    fn strip(count: u32) -> Mesh {
        let vertices = (0..count + 2)
            .map(|i| Vec3::new(f64::from(i) * 100.0, f64::from(i % 2), 0.0))
            .collect();
        Mesh { vertices, triangles: (0..count).map(|i| [i, i + 1, i + 2]).collect() }
    }

    #[test]
    fn consecutive_motions_on_adjacent_facets_are_one_region() {
        let mesh = strip(9);
        let list = [finding(0, 0, 0.0, 0.1), finding(1, 2, 200.0, 0.3), finding(2, 8, 800.0, 0.2)];
        let regions = regions(&all(&list), &[&mesh], |_, _| 3.0);
        let seen: Vec<_> = regions.iter().map(|r| (r.worst, r.lines, r.findings.len())).collect();
        assert_eq!(seen, [(1, [10, 11], 2), (2, [12, 12], 1)]);
    }

    #[test]
    fn rows_of_a_raster_are_one_region() {
        let mesh = strip(1000);
        let list: Vec<_> = (0..50)
            .map(|row| finding(row * 20, row * 20, f64::from(row), 0.1 + f64::from(row) * 1e-3))
            .collect();
        let found = regions(&all(&list), &[&mesh], |_, _| 3.0);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].worst, 49);
        assert_eq!(found[0].motions, [0, 980]);
    }

    #[test]
    fn other_tools_components_bodies_and_operations_stay_apart() {
        let mesh = strip(9);
        let mut list: Vec<_> = (0..5).map(|i| finding(i, 0, 0.0, 0.1)).collect();
        list[1].tool = 2;
        list[2].role = Role::Holder;
        list[3].body = 1;
        list[4].operation = 7;
        assert_eq!(regions(&all(&list), &[&mesh, &mesh], |_, _| 3.0).len(), 5);
    }

    #[test]
    fn the_order_of_findings_does_not_matter() {
        let mesh = strip(300);
        let list: Vec<_> = (0..200)
            .map(|i| finding(i, i, f64::from(i * i % 97) * 5.0, f64::from(i % 7) + 0.1))
            .collect();
        let mut turned = list.clone();
        turned.reverse();
        let lines = |l: &[Finding]| -> Vec<_> {
            regions(&all(l), &[&mesh], |_, _| 1.0)
                .iter()
                .map(|r| (r.lines, r.findings.len(), l[r.worst].motion))
                .collect()
        };
        assert_eq!(lines(&list), lines(&turned));
    }

    #[test]
    fn a_hundred_thousand_findings_on_one_facet_group_in_one_pass() {
        let mesh = strip(1);
        let list: Vec<_> =
            (0..100_000).map(|i| finding(i, 0, f64::from(i % 1000) * 0.01, 0.1)).collect();
        assert_eq!(regions(&all(&list), &[&mesh], |_, _| 3.0).len(), 1);
    }
}
