//! What is wrong with a mesh, counted: holes, wrong turns, slivers, doubles, loose pieces.

use hashbrown::HashTable;
use serde::Serialize;

use super::Mesh;
use super::edges::{Edges, collapsed};
use super::seams::collinear;
use super::shells::Shells;
use crate::disjoint::DisjointSets;
use crate::geom::{Triangle, Vec3};

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
    /// The inside is known everywhere, and the volume is negative: the facets look inwards.
    pub inverted: bool,
    /// Facets of exactly no area, or with a corner used twice.
    pub degenerate: usize,
    /// Facets with the same three corners as an earlier one, in either direction.
    pub duplicates: usize,
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
    /// Pieces that hang together by edges, in the order of their first facets. Facets that
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
    /// Enclosed volume, mm³, negative when the facets look inwards (a cavity, or an inverted
    /// piece); none unless watertight.
    pub volume: Option<f64>,
}

/// Examines a mesh; linear in its size but for a sort per vertex.
pub fn examine(mesh: &Mesh) -> Report {
    let edges = Edges::of(mesh);
    let mut report = Report {
        triangles: mesh.triangles.len(),
        vertices: mesh.vertices.len(),
        watertight: true,
        closed: true,
        inverted: false,
        degenerate: degenerate(mesh),
        duplicates: duplicates(mesh),
        open_edges: 0,
        non_manifold_edges: 0,
        flipped_edges: 0,
        volume: None,
        shells: Shells::default(),
        components: Vec::new(),
    };
    let mut pieces = DisjointSets::new(mesh.triangles.len());
    let mut leaks = Vec::new();
    for uses in edges.groups() {
        let forward = uses.iter().filter(|u| u.forward()).count();
        for pair in uses.windows(2) {
            pieces.join(pair[0].triangle(), pair[1].triangle());
        }
        match uses.len() {
            2 if forward == 1 => continue,
            1 => report.open_edges += 1,
            2 => report.flipped_edges += 1,
            _ => report.non_manifold_edges += 1,
        }
        leaks.push(uses[0].triangle());
        report.watertight = false;
        report.closed &= 2 * forward == uses.len();
    }
    report.components = components(mesh, &mut pieces, &leaks);
    report.watertight &= !report.components.is_empty();
    report.closed &= !report.components.is_empty();
    if !report.closed {
        report.shells = Shells::of(mesh, report.duplicates);
    }
    if report.shells.whole() && report.triangles > 0 {
        let about = mesh.bounds().lo;
        let bounding = (0..mesh.triangles.len()).filter(|&i| report.shells.bounds(i));
        let volume = bounding.map(|i| cone(&mesh.triangle(i), &about)).sum::<f64>() / 6.0;
        report.volume = Some(volume);
        report.inverted = volume < 0.0;
    }
    report
}

/// Six times the signed volume between a triangle and a point, mm³; sums of it stay exact for
/// corners at whole numbers.
fn cone([a, b, c]: &Triangle, apex: &Vec3) -> f64 {
    (a - apex).dot(&(b - apex).cross(&(c - apex)))
}

/// Whether a facet has exactly no area.
pub(super) fn flat(mesh: &Mesh, index: usize) -> bool {
    let [a, b, c] = mesh.triangle(index);
    collinear([&a, &b, &c])
}

fn degenerate(mesh: &Mesh) -> usize {
    (0..mesh.triangles.len()).filter(|&index| flat(mesh, index)).count()
}

fn duplicates(mesh: &Mesh) -> usize {
    let mut count = 0;
    repeats(mesh, sorted, |_| count += 1);
    count
}

/// The same for facets with the same corners, in either direction.
pub(super) fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}

/// Hands out the facets that have the same `key` as an earlier one.
pub(super) fn repeats(mesh: &Mesh, key: fn([u32; 3]) -> [u32; 3], mut take: impl FnMut(usize)) {
    let key = |index: u32| key(mesh.triangles[index as usize]);
    let hash = |[a, b, c]: [u32; 3]| {
        let wide = (u128::from(a) << 64 | u128::from(b) << 32 | u128::from(c))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        (wide >> 64) as u64 ^ wide as u64
    };
    let mut seen: HashTable<u32> = HashTable::with_capacity(mesh.triangles.len());
    for index in 0..mesh.triangles.len() as u32 {
        let corners = key(index);
        let entry = seen.entry(hash(corners), |i| key(*i) == corners, |i| hash(key(*i)));
        match entry {
            hashbrown::hash_table::Entry::Occupied(_) => take(index as usize),
            hashbrown::hash_table::Entry::Vacant(slot) => {
                slot.insert(index);
            }
        }
    }
}

fn components(mesh: &Mesh, pieces: &mut DisjointSets, leaks: &[usize]) -> Vec<Component> {
    const NONE: u32 = u32::MAX;
    let about = mesh.bounds().lo;
    let mut list: Vec<Component> = Vec::new();
    let mut volumes = Vec::new();
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
            volumes.push(0.0);
        }
        let number = numbers[root] as usize;
        list[number].triangles += 1;
        volumes[number] += cone(&mesh.triangle(index), &about);
    }
    for leak in leaks {
        let root = pieces.root(*leak);
        list[numbers[root] as usize].watertight = false;
    }
    for (component, volume) in list.iter_mut().zip(volumes) {
        component.volume = component.watertight.then_some(volume / 6.0);
    }
    list
}
