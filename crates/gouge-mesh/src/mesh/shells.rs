//! What each facet of a mesh that is not closed can still say about inside and outside.
//!
//! Facets without area bound nothing, and of facets that repeat each other one is enough. What is
//! left falls into pieces that hang together by edges, T-junctions included. A piece whose edges
//! are all run through as often in one direction as in the other has a winding number. One whose
//! edges only have an even number of facets still parts space in two, but does not say which side
//! is the material. The others may be the remains of anything.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::edges::{Edges, collapsed};
use super::pieces::by_edges;
use super::repeats::{each_repeat, sorted};
use super::seams::{Seam, left_open};
use super::{Mesh, PART};
use crate::disjoint::DisjointSets;

/// What a facet says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// Nothing: it has no area, or repeats another one.
    Nothing,
    /// It belongs to a piece that is closed and knows its outside.
    Winding,
    /// It belongs to a closed piece of this number whose facets disagree about the outside.
    Parity(u32),
    /// It belongs to a piece with open edges.
    Loose,
}

/// What every facet of a mesh says, in file order; empty where all say [`Says::Winding`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shells(Arc<Vec<Says>>);

/// Which facets are taken as repeating earlier ones.
#[derive(Clone, Copy)]
enum Repeats {
    Kept,
    SameWay,
    EitherWay,
}

impl Shells {
    /// Of a mesh whose edges do not all fit as they are.
    /// `flat` are its facets of no area, `whole` its edges and what hangs together by them.
    pub(super) fn of(
        mesh: &Mesh,
        flat: &[u32],
        duplicates: usize,
        whole: (Edges, DisjointSets),
    ) -> Self {
        use Repeats::{EitherWay, Kept, SameWay};
        // Facets that repeat others the wrong way round cancel them, and with them the inside.
        let tries: &[Repeats] = match duplicates {
            0 => &[Kept],
            _ if cancels(mesh, duplicates) => &[EitherWay],
            _ => &[Kept, SameWay, EitherWay],
        };
        let mut best: Option<([usize; 2], Vec<Says>)> = None;
        let mut whole = Some(whole).filter(|_| {
            // Those that use a corner twice have no edges.
            flat.iter().all(|&facet| collapsed(mesh.triangles[facet as usize]))
        });
        for &repeats in tries {
            let mut says = vec![Says::Loose; mesh.triangles.len()];
            flat.iter().for_each(|&facet| says[facet as usize] = Says::Nothing);
            let same = whole.take().filter(|_| matches!(repeats, Kept));
            label(mesh, &mut says, repeats, same);
            let count = |want: fn(&Says) -> bool| says.iter().filter(|s| want(s)).count();
            let flaws =
                [count(|s| matches!(s, Says::Loose)), count(|s| matches!(s, Says::Parity(_)))];
            if best.as_ref().is_none_or(|(least, _)| flaws < *least) {
                best = Some((flaws, says));
            }
            if flaws == [0, 0] {
                break;
            }
        }
        Self(Arc::new(best.map(|(_, says)| says).unwrap_or_default()))
    }

    /// What facet `index` says.
    pub fn says(&self, index: usize) -> Says {
        self.0.get(index).copied().unwrap_or(Says::Winding)
    }

    /// Whether facet `index` is part of the border between inside and outside.
    pub(super) fn bounds(&self, index: usize) -> bool {
        self.says(index) == Says::Winding
    }

    /// Whether the inside is known everywhere: no piece has open edges or disagrees with itself.
    pub fn whole(&self) -> bool {
        let fine = |s: &Says| matches!(s, Says::Nothing | Says::Winding);
        self.0.is_empty() || (self.0.iter().all(fine) && self.0.contains(&Says::Winding))
    }
}

/// Says what facets say that may say something; `known` are the edges of all that do and what
/// hangs together by them.
fn label(mesh: &Mesh, says: &mut [Says], repeats: Repeats, known: Option<(Edges, DisjointSets)>) {
    match repeats {
        Repeats::Kept => {}
        Repeats::SameWay => each_repeat(mesh, rolled, |i| says[i] = Says::Nothing),
        Repeats::EitherWay => each_repeat(mesh, sorted, |i| says[i] = Says::Nothing),
    }
    let (edges, pieces) = known.unwrap_or_else(|| {
        let edges = Edges::among(mesh, |i| says[i] != Says::Nothing);
        let pieces = by_edges(mesh.triangles.len(), &edges);
        (edges, pieces)
    });
    let parts = edges.map(|edges| {
        let mut turned: Vec<Seam> = Vec::new();
        let mut open: Vec<Seam> = Vec::new();
        for (low, high, uses) in edges {
            let forward = uses.iter().filter(|u| u.forward()).count();
            let backward = uses.len() - forward;
            let more = forward > backward;
            let (from, to) = if more { (low, high) } else { (high, low) };
            if let Some(facet) = uses.iter().find(|u| u.forward() == more).map(|u| u.triangle()) {
                let seam = Seam { from, to, facet };
                turned.extend(std::iter::repeat_n(seam, forward.abs_diff(backward)));
                open.extend((uses.len() % 2 == 1).then_some(seam));
            }
        }
        (turned, open)
    });
    let (turned, open): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let turned = left_open(mesh, turned.concat(), true, &pieces);
    let open = left_open(mesh, open.concat(), false, &pieces);
    let mut kinds: HashMap<usize, Says> = HashMap::new();
    for (number, seam) in turned.iter().enumerate() {
        kinds.entry(pieces.root(seam.facet)).or_insert(Says::Parity(number as u32));
    }
    for seam in &open {
        kinds.insert(pieces.root(seam.facet), Says::Loose);
    }
    says.par_chunks_mut(PART).enumerate().for_each(|(at, part)| {
        let mut last = (usize::MAX, Says::Nothing);
        let facets = (at * PART..).zip(part);
        for (i, says) in facets.filter(|(_, says)| **says != Says::Nothing) {
            let root = pieces.root(i);
            if root != last.0 {
                last = (root, kinds.get(&root).copied().unwrap_or(Says::Winding));
            }
            *says = last.1;
        }
    });
}

/// Whether some of the facets that repeat others run through their corners in the other direction.
pub(super) fn cancels(mesh: &Mesh, duplicates: usize) -> bool {
    let mut same_way = 0;
    each_repeat(mesh, rolled, |_| same_way += 1);
    same_way < duplicates
}

/// The same for facets that run through the same corners in the same direction.
fn rolled([a, b, c]: [u32; 3]) -> [u32; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}
