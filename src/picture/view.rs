//! The scene in space, small enough to travel in a page: bodies as coloured triangles, the path,
//! the tools. Away from gouges large meshes are thinned, for display only; [`Solid::cut_as_is`]
//! says whether all is left of them where they are cut.

use std::collections::{HashMap, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::deep::{Deep, deep_corners};
use super::scene::Scene;
use crate::geom::{Aabb, Vec3};
use crate::mesh::Mesh;
use crate::nc::Kind;
use crate::report::Report;
use crate::report::data::picture::{Setup, Solid, View};
use crate::report::data::{BodyRole, Component};
use crate::verify::Verdict;

/// Triangles of all bodies together.
const MOST_TRIANGLES: usize = 48_000;

/// A body of no more triangles than this is never thinned.
const LEAST_TRIANGLES: usize = 1000;

/// Points of the path.
const MOST_POINTS: usize = 40_000;

/// Depths asked for while vertices are coloured.
const MOST_DEPTHS: usize = 3_000_000;

/// Points of a tool's half silhouette.
const MOST_PROFILE: usize = 48;

/// A motion that begins nearer than this to the end of the one before goes on from there, mm.
const SAME_MM: f64 = 1e-6;

/// Steps of the coordinates over the scene.
const STEPS: f64 = 65_535.0;

/// The view of a report.
pub fn of(report: &Report, scene: &Scene, setup: &Setup) -> View {
    let program = |p: Vec3| scene.to_program(p);
    let mut all = Aabb::EMPTY;
    for mesh in scene.meshes {
        let b = mesh.bounds();
        if !b.is_empty() {
            all = all.union(&Aabb::around([program(b.lo), program(b.hi)]));
        }
    }
    let part = all;
    if let Some([lo, hi]) = setup.cutting {
        all = all.union(&Aabb::around([Vec3::from(lo), Vec3::from(hi)]));
    }
    // Rapids to a far home position would leave no steps for the part.
    let room = part.size().max().max(1.0);
    let near = Aabb { lo: part.lo.map(|v| v - room), hi: part.hi.map(|v| v + room) };
    let all = if all.is_empty() { Aabb::around([Vec3::zeros()]) } else { all.union(&near) };
    let grid = Grid { origin: all.lo, step: (all.size().max() / STEPS).max(1e-9) };

    let total: usize = scene.meshes.iter().map(|m| m.triangles.len()).sum();
    let depths = deep_corners(scene, MOST_DEPTHS);
    let bodies = scene.meshes.iter().enumerate().map(|(i, mesh)| {
        let role = if i < scene.parts { BodyRole::Part } else { BodyRole::Fixture };
        let share = MOST_TRIANGLES * mesh.triangles.len() / total.max(1);
        let number = if i < scene.parts { i } else { i - scene.parts } as u32;
        let witnesses = report.regions.iter().filter(|r| r.body_role == role && r.body == number);
        let witnesses: Vec<u32> = witnesses.map(|r| r.witness.triangle).collect();
        solid(mesh, role, share, (&depths[i], &witnesses), report, &grid, scene)
    });
    let Path { points, moves, lines, tool_runs, skipped, skipped_others } = path(report, scene);
    let quick = |ps: &[Vec3]| encode16(ps.iter().flat_map(|p| grid.steps(*p)));
    let contacts: Vec<Vec3> = setup.contacts.iter().map(|(p, _)| Vec3::from(*p)).collect();
    let zones: Vec<u8> = setup.contacts.iter().map(|(_, d)| zone(report, *d)).collect();
    let work =
        |p: [f64; 3]| -> [f64; 3] { program(scene.placement.part_to_work(Vec3::from(p))).into() };
    View {
        origin: grid.origin.into(),
        step: grid.step,
        bodies: bodies.collect(),
        path: quick(&points),
        moves: STANDARD.encode(moves),
        lines: STANDARD.encode(lines.iter().flat_map(|l| l.to_le_bytes()).collect::<Vec<u8>>()),
        tool_runs,
        skipped,
        skipped_others,
        contacts: quick(&contacts),
        contact_zones: STANDARD.encode(zones),
        tools: profiles(setup),
        witnesses: report
            .regions
            .iter()
            .map(|r| {
                let w = &r.witness;
                (r.id, r.tool, work(w.surface_point_mm), work(w.control_point_mm))
            })
            .collect(),
    }
}

/// Coordinates in steps.
struct Grid {
    origin: Vec3,
    step: f64,
}

impl Grid {
    fn steps(&self, p: Vec3) -> [u16; 3] {
        let s = (p - self.origin) / self.step;
        [0, 1, 2].map(|k| s[k].round().clamp(0.0, STEPS) as u16)
    }
}

fn encode16(values: impl Iterator<Item = u16>) -> String {
    STANDARD.encode(values.flat_map(u16::to_le_bytes).collect::<Vec<u8>>())
}

/// Number of the deepest zone that a depth is beyond.
fn zone(report: &Report, depth: f64) -> u8 {
    let beyond = report.depth_zones_mm.iter().filter(|than| depth > **than).count();
    (beyond.saturating_sub(1)).min(254) as u8
}

/// A body with at most about `most` triangles: vertices away from deep ones fall into the cells of
/// a grid, and triangles that then have no area are left out.
fn solid(
    mesh: &Mesh,
    role: BodyRole,
    most: usize,
    (deep, witnesses): (&HashMap<u32, Deep>, &[u32]),
    report: &Report,
    grid: &Grid,
    scene: &Scene,
) -> Solid {
    let mut kept = vec![false; mesh.vertices.len()];
    let mut keep = |t: &[u32; 3]| t.iter().for_each(|v| kept[*v as usize] = true);
    let is_cut = |t: &&[u32; 3]| t.iter().any(|v| deep.contains_key(v));
    let cut_as_is = mesh.triangles.iter().filter(is_cut).count() <= most.max(LEAST_TRIANGLES);
    if cut_as_is {
        mesh.triangles.iter().filter(is_cut).for_each(&mut keep);
    }
    let shown = witnesses.iter().take(most).filter_map(|&t| mesh.triangles.get(t as usize));
    shown.for_each(&mut keep);
    let bounds = mesh.bounds();
    let mut triangles = mesh.triangles.clone();
    let whole = triangles.len() <= most.max(LEAST_TRIANGLES);
    if !whole {
        let area: f64 = {
            let s = bounds.size();
            2.0 * (s.x * s.y + s.y * s.z + s.z * s.x)
        };
        let mut cell = (area / most.max(1) as f64).sqrt().max(1e-9);
        for _ in 0..12 {
            triangles = clustered(mesh, &kept, cell);
            if triangles.len() <= most.max(LEAST_TRIANGLES) {
                break;
            }
            cell *= 1.25;
        }
    }
    let mut number: HashMap<u32, u32> = HashMap::new();
    let mut order = Vec::new();
    let indices: Vec<u32> = triangles
        .iter()
        .flatten()
        .map(|v| {
            *number.entry(*v).or_insert_with(|| {
                order.push(*v);
                order.len() as u32 - 1
            })
        })
        .collect();
    let [least, _] = report.tolerances_mm();
    let zones: Vec<u8> = order
        .iter()
        .map(|v| match deep.get(v) {
            Some(d) if d.depth > least => zone(report, d.depth),
            _ => 255,
        })
        .collect();
    let corner = |v: &u32| grid.steps(scene.to_program(mesh.vertices[*v as usize]));
    Solid {
        role,
        vertices: encode16(order.iter().flat_map(corner)),
        triangles: STANDARD
            .encode(indices.iter().flat_map(|i| i.to_le_bytes()).collect::<Vec<u8>>()),
        zones: STANDARD.encode(zones),
        of: mesh.triangles.len() as u64,
        shown: triangles.len() as u64,
        cut_as_is: whole || cut_as_is,
    }
}

fn clustered(mesh: &Mesh, kept: &[bool], cell: f64) -> Vec<[u32; 3]> {
    let mut first: HashMap<[i64; 3], u32> = HashMap::new();
    let name: Vec<u32> = mesh
        .vertices
        .iter()
        .enumerate()
        .map(|(i, v)| {
            if kept[i] {
                return i as u32;
            }
            let key = [0, 1, 2].map(|k| (v[k] / cell).floor() as i64);
            *first.entry(key).or_insert(i as u32)
        })
        .collect();
    let mut triangles: Vec<[u32; 3]> = mesh
        .triangles
        .iter()
        .map(|t| t.map(|v| name[v as usize]))
        .filter(|[a, b, c]| a != b && b != c && c != a)
        .collect();
    // Thin walls fall together: the same triangle twice.
    triangles.sort_unstable();
    triangles.dedup();
    triangles
}

/// The path, every gouging or undecided motion in full, others thinned where there are too many;
/// where those alone are too many, they are thinned too, but for the motions of witnesses.
fn path(report: &Report, scene: &Scene) -> Path {
    let every = (scene.motions.len() / MOST_POINTS).max(1);
    let others = scene.outcomes.iter().filter(|o| o.verdict != Verdict::Clean).count();
    let every_other = (others / MOST_POINTS).max(1);
    let witnesses: HashSet<u32> = report.regions.iter().map(|r| r.witness.motion).collect();
    let mut path = Path::default();
    for (i, motion) in scene.motions.iter().enumerate() {
        let Some(track) = scene.track(i as u32) else { continue };
        let verdict = scene.outcomes.get(i).map_or(Verdict::Unknown, |o| o.verdict);
        let next = scene.outcomes.get(i + 1).map_or(Verdict::Unknown, |o| o.verdict);
        let same_kind = scene.motions.get(i + 1).is_some_and(|n| n.kind == motion.kind);
        if verdict == Verdict::Clean && next == Verdict::Clean && same_kind && i % every != 0 {
            path.skipped += 1;
            continue;
        }
        let same = verdict == next && same_kind && !witnesses.contains(&(i as u32));
        if verdict != Verdict::Clean && same && i % every_other != 0 {
            path.skipped_others += 1;
            continue;
        }
        let kind = match motion.kind {
            Kind::Rapid => 1,
            Kind::Feed => 2,
            Kind::Arc => 3,
        };
        let mark = match verdict {
            Verdict::Clean => kind,
            Verdict::Gouge => kind + 16,
            Verdict::Unknown => kind + 32,
        };
        let way = track.points();
        let start = scene.to_program(way[0]);
        if path.points.last().is_none_or(|p| every == 1 && (p - start).norm() > SAME_MM) {
            path.add(start, 0, motion.span.line);
        }
        if path.tool_runs.last().is_none_or(|(_, tool)| *tool != motion.tool) {
            path.tool_runs.push((path.points.len() as u32, motion.tool));
        }
        for p in &way[1..] {
            path.add(scene.to_program(*p), mark, motion.span.line);
        }
    }
    path
}

/// The path as it is shown.
#[derive(Default)]
struct Path {
    points: Vec<Vec3>,
    moves: Vec<u8>,
    lines: Vec<u32>,
    tool_runs: Vec<(u32, u32)>,
    skipped: u64,
    skipped_others: u64,
}

impl Path {
    fn add(&mut self, point: Vec3, mark: u8, line: u32) {
        self.points.push(point);
        self.moves.push(mark);
        self.lines.push(line);
    }
}

/// The right half of each outline, few points.
fn profiles(setup: &Setup) -> Vec<(u32, Component, Vec<[f64; 2]>)> {
    let mut out = Vec::new();
    for tool in &setup.tools {
        for part in &tool.components {
            for outline in &part.outlines {
                let right: Vec<[f64; 2]> =
                    outline.points.iter().copied().take_while(|p| p[0] >= 0.0).collect();
                let every = right.len().div_ceil(MOST_PROFILE).max(1);
                let last = right.len().saturating_sub(1);
                let few = right.iter().enumerate().filter(|(i, _)| {
                    let corner = *i > 0 && *i < last && {
                        let d = |a: [f64; 2], b: [f64; 2]| [b[0] - a[0], b[1] - a[1]];
                        let (u, v) = (d(right[i - 1], right[*i]), d(right[*i], right[i + 1]));
                        (u[0] * v[1] - u[1] * v[0]).abs()
                            > 0.05 * u[0].hypot(u[1]) * v[0].hypot(v[1])
                    };
                    *i == last || i % every == 0 || corner
                });
                let round = |v: f64| (v * 1e4).round() * 1e-4;
                out.push((tool.number, part.component, few.map(|(_, p)| p.map(round)).collect()));
            }
        }
    }
    out
}
