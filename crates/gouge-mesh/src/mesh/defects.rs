//! The defects of a mesh, counted: holes, wrong turns, slivers, doubles, loose pieces.

use rayon::prelude::*;
use serde::Serialize;

use super::edges::{Edges, Use, collapsed, paired};
use super::pieces::by_edges;
use super::repeats::sorted;
use super::seams::collinear;
use super::shells::{Says, Shells, cancels};
use super::{Mesh, PART, no_material};
use crate::disjoint::DisjointSets;
use crate::geom::six_volumes;

/// What a mesh is like as a solid. Degenerate and duplicate facets are counted, never removed:
/// triangle numbers stay those of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Facets, all of them.
    pub triangles: usize,
    /// Different corner points.
    pub vertices: usize,
    /// Every edge is run through exactly twice, once in each direction. Facets that use a
    /// corner twice do not count.
    pub watertight: bool,
    /// Every edge is run through as often in one direction as in the other. Weaker than
    /// watertight: bodies that touch along an edge pass. Enough for [`super::Classifier`].
    pub closed: bool,
    /// The inside is known everywhere, and the volume is negative: the facets face inwards.
    pub inverted: bool,
    /// Facets of exactly no area, or with a corner used twice.
    pub degenerate: usize,
    /// Facets with the same three corners as an earlier one, in either direction.
    pub duplicates: usize,
    /// Closed pieces that enclose nothing: their facets lie on each other.
    #[serde(skip)]
    pub empty: usize,
    /// Edges of a single facet: the rim of a hole.
    pub open_edges: usize,
    /// Edges of more than two facets.
    pub non_manifold_edges: usize,
    /// Edges whose two facets run in the same direction: neighbours that disagree about
    /// which side is outside.
    pub flipped_edges: usize,
    /// Enclosed volume, mm³, negative when inverted; none unless the inside is known everywhere:
    /// the mesh is closed, or would be without facets that have no area or repeat others, or with
    /// corners on the edges of their neighbours.
    pub volume: Option<f64>,
    /// What each facet says about inside and outside.
    #[serde(skip)]
    pub shells: Shells,
    /// Edges at which pieces that are not closed end: their vertices, so that they hold wherever
    /// the mesh is moved.
    #[serde(skip)]
    pub rims: Vec<[u32; 2]>,
    /// Pieces, each connected by edges, in the order of their first facets. Facets that
    /// use a corner twice belong to none.
    pub components: Vec<Component>,
}

/// One piece of a mesh.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Component {
    /// Its first facet, from 0 in file order.
    pub first: usize,
    /// Its facets.
    pub triangles: usize,
    /// As [`Report::watertight`], for the piece alone.
    pub watertight: bool,
    /// Enclosed volume, mm³, negative when the facets face inwards (a cavity, or an inverted
    /// piece); none unless watertight.
    pub volume: Option<f64>,
}

/// Examines a mesh; linear in its size but for a sort per vertex.
pub fn examine(mesh: &Mesh) -> Report {
    let (edges, flat) = rayon::join(|| Edges::of(mesh), || flat(mesh));
    let (tally, pieces) =
        rayon::join(|| Tally::of(mesh, &edges), || by_edges(mesh.triangles.len(), &edges));
    let (components, mut numbers) = components(mesh, &pieces, &tally.leaks);
    let mut report = Report {
        triangles: mesh.triangles.len(),
        vertices: mesh.vertices.len(),
        watertight: tally.leaks.is_empty() && !components.is_empty(),
        closed: !tally.turned && !components.is_empty(),
        inverted: false,
        degenerate: flat.len(),
        duplicates: tally.duplicates + collapsed_duplicates(mesh),
        empty: 0,
        open_edges: tally.open,
        non_manifold_edges: tally.non_manifold,
        flipped_edges: tally.flipped,
        volume: None,
        shells: Shells::default(),
        rims: Vec::new(),
        components,
    };
    if !report.closed || (report.duplicates > 0 && cancels(mesh, report.duplicates)) {
        report.shells = Shells::of(mesh, &flat, report.duplicates, (&edges, &pieces));
        // What fits without sharing corners is one piece from here on.
        numbers = (0..numbers.len()).map(|facet| numbers[pieces.root(facet)]).collect();
        report.rims = rims(mesh, &report, &tally.leaks);
    }
    if !report.components.iter().all(|piece| piece.volume.is_some_and(|volume| volume > 0.0))
        && let Some(found) =
            no_material::find(mesh, &report.shells, &numbers, report.components.len())
    {
        (report.shells, report.empty) = (found.shells, found.empty);
    }
    if report.shells.whole() && report.triangles > 0 {
        let about = mesh.bounds().lo;
        let bounding = (0..mesh.triangles.len()).filter(|&i| report.shells.bounds(i));
        let volume = bounding.map(|i| six_volumes(&mesh.triangle(i), &about)).sum::<f64>() / 6.0;
        report.volume = Some(volume);
        report.inverted = volume < 0.0;
    }
    report
}

/// The edges of open pieces that are not those of two facets in opposite directions nor close with
/// others, `leaks` being those of all facets: what says nothing may stand in for what is missing,
/// or beside it.
fn rims(mesh: &Mesh, report: &Report, leaks: &[Leak]) -> Vec<[u32; 2]> {
    let loose = |facet: usize| report.shells.says(facet) == Says::Loose;
    let mut rims = if report.degenerate + report.duplicates == 0 {
        leaks.iter().filter(|leak| loose(leak.facet)).map(|leak| leak.ends).collect()
    } else {
        Edges::among(mesh, loose).ends(|uses| !paired(uses))
    };
    rims.retain(|ends: &[u32; 2]| !report.shells.is_closed_crack(*ends));
    rims
}

/// An edge, and a facet there.
struct Leak {
    facet: usize,
    ends: [u32; 2],
}

/// What the edges say.
#[derive(Default)]
struct Tally {
    open: usize,
    flipped: usize,
    non_manifold: usize,
    /// Some edge is run through more often in one direction than in the other.
    turned: bool,
    /// Each edge that is not one of two facets in opposite directions.
    leaks: Vec<Leak>,
    /// Facets with the corners of an earlier one.
    duplicates: usize,
}

impl Tally {
    fn of(mesh: &Mesh, edges: &Edges) -> Self {
        let parts = edges.map(|edges| {
            let mut tally = Self::default();
            for (low, high, uses) in edges {
                tally.edge([low, high], uses);
                tally.duplicates += repeated(mesh, low, high, uses);
            }
            tally
        });
        let mut whole = Self::default();
        for part in parts {
            whole.open += part.open;
            whole.flipped += part.flipped;
            whole.non_manifold += part.non_manifold;
            whole.turned |= part.turned;
            whole.leaks.extend(part.leaks);
            whole.duplicates += part.duplicates;
        }
        whole
    }

    fn edge(&mut self, ends: [u32; 2], uses: &[Use]) {
        if paired(uses) {
            return;
        }
        let forward = uses.iter().filter(|u| u.forward()).count();
        match uses.len() {
            1 => self.open += 1,
            2 => self.flipped += 1,
            _ => self.non_manifold += 1,
        }
        self.leaks.push(Leak { facet: uses[0].triangle(), ends });
        self.turned |= 2 * forward != uses.len();
    }
}

/// How many of the facets at an edge repeat earlier ones there. Counted where the edge joins the
/// two lower corners: what has both and the third corner in common is the same facet.
fn repeated(mesh: &Mesh, low: u32, high: u32, uses: &[Use]) -> usize {
    let third = |u: &Use| {
        let [a, b, c] = mesh.triangles[u.triangle()];
        a ^ b ^ c ^ low ^ high
    };
    match uses {
        [_] => 0,
        [a, b] => usize::from(third(a) > high && third(a) == third(b)),
        _ => {
            let mut thirds: Vec<u32> = uses.iter().map(third).filter(|&v| v > high).collect();
            let all = thirds.len();
            thirds.sort_unstable();
            thirds.dedup();
            all - thirds.len()
        }
    }
}

/// Facets that use a corner twice, with the corners of an earlier one.
fn collapsed_duplicates(mesh: &Mesh) -> usize {
    let mut keys: Vec<[u32; 3]> =
        mesh.triangles.iter().copied().filter(|t| collapsed(*t)).map(sorted).collect();
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    all - keys.len()
}

/// The facets of exactly no area, in file order.
fn flat(mesh: &Mesh) -> Vec<u32> {
    let part = |(at, part): (usize, &[[u32; 3]])| {
        let facets = (at * PART) as u32..(at * PART + part.len()) as u32;
        let is_flat = |index: &u32| {
            let [a, b, c] = mesh.triangle(*index as usize);
            collinear([&a, &b, &c])
        };
        facets.filter(is_flat).collect::<Vec<u32>>()
    };
    let parts: Vec<_> = mesh.triangles.par_chunks(PART).enumerate().map(part).collect();
    parts.concat()
}

fn components(mesh: &Mesh, pieces: &DisjointSets, leaks: &[Leak]) -> (Vec<Component>, Vec<u32>) {
    const NONE: u32 = u32::MAX;
    let mut list: Vec<Component> = Vec::new();
    // A root is the least facet of its piece, so pieces come in the order of first facets.
    let mut numbers = vec![NONE; mesh.triangles.len()];
    for index in 0..mesh.triangles.len() {
        if collapsed(mesh.triangles[index]) {
            continue;
        }
        let root = pieces.root(index);
        if numbers[root] == NONE {
            numbers[root] = list.len() as u32;
            list.push(Component { first: index, triangles: 0, watertight: true, volume: None });
        }
        numbers[index] = numbers[root];
        list[numbers[index] as usize].triangles += 1;
    }
    for leak in leaks {
        list[numbers[leak.facet] as usize].watertight = false;
    }
    if list.iter().any(|piece| piece.watertight) {
        let about = mesh.bounds().lo;
        let mut volumes = vec![0.0; list.len()];
        for (index, &number) in numbers.iter().enumerate() {
            if number != NONE && list[number as usize].watertight {
                volumes[number as usize] += six_volumes(&mesh.triangle(index), &about);
            }
        }
        for (component, volume) in list.iter_mut().zip(volumes) {
            component.volume = component.watertight.then_some(volume / 6.0);
        }
    }
    (list, numbers)
}
