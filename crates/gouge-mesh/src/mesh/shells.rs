//! What each facet of a mesh that is not closed can still show about inside and outside.
//!
//! Facets without area bound nothing, and of facets that repeat each other one is enough. The rest
//! falls into pieces connected by edges, T-junctions included. A piece whose edges are all run
//! through as often in one direction as in the other has a winding number. A piece whose edges only
//! have an even number of facets still divides space in two, but does not show which side is the
//! material. The others may be the remains of anything.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::cracks::{self, Cracks};
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
    /// It belongs to a closed piece that bounds no material: it encloses nothing, or is inside out
    /// and no cavity.
    NoMaterial,
    /// It belongs to a piece with open edges.
    Loose,
}

/// What every facet of a mesh says, and what closes its cracks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shells {
    /// In file order; empty where all say [`Says::Winding`].
    said: Arc<[Said]>,
    cracks: Arc<Cracks>,
}

/// What a facet says in four bytes: meshes have millions of them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Said(u32);

impl Said {
    /// More than there are pieces: a facet is in one at most, and has three corners that fit 32
    /// bits.
    const NOTHING: Self = Self(u32::MAX);
    const WINDING: Self = Self(u32::MAX - 1);
    const LOOSE: Self = Self(u32::MAX - 2);
    const NO_MATERIAL: Self = Self(u32::MAX - 3);
}

impl From<Says> for Said {
    fn from(says: Says) -> Self {
        match says {
            Says::Nothing => Self::NOTHING,
            Says::Winding => Self::WINDING,
            Says::Loose => Self::LOOSE,
            Says::NoMaterial => Self::NO_MATERIAL,
            Says::Parity(piece) => Self(piece),
        }
    }
}

impl From<Said> for Says {
    fn from(said: Said) -> Self {
        match said {
            Said::NOTHING => Self::Nothing,
            Said::WINDING => Self::Winding,
            Said::LOOSE => Self::Loose,
            Said::NO_MATERIAL => Self::NoMaterial,
            Said(piece) => Self::Parity(piece),
        }
    }
}

impl FromIterator<Says> for Shells {
    fn from_iter<I: IntoIterator<Item = Says>>(says: I) -> Self {
        let said = says.into_iter().map(Said::from).collect();
        Self { said, cracks: Arc::default() }
    }
}

/// Which facets are taken as repeating earlier ones.
#[derive(Clone, Copy)]
enum Repeats {
    Kept,
    SameWay,
    EitherWay,
}

impl Shells {
    /// Of a mesh whose edges do not all fit as they are.
    /// `flat` are its facets of no area, `whole` its edges and what they connect.
    pub(super) fn of(
        mesh: &Mesh,
        flat: &[u32],
        duplicates: usize,
        whole: (&Edges, &DisjointSets),
    ) -> Self {
        use Repeats::{EitherWay, Kept, SameWay};
        // Facets that repeat others the wrong way round cancel them, and with them what they
        // enclose.
        let tries: &[Repeats] = match duplicates {
            0 => &[Kept],
            _ if cancels(mesh, duplicates) && encloses(mesh) => &[EitherWay],
            _ => &[Kept, SameWay, EitherWay],
        };
        let mut best: Option<([usize; 2], Self)> = None;
        let mut whole = Some(whole).filter(|_| {
            // Those that use a corner twice have no edges.
            flat.iter().all(|&facet| collapsed(mesh.triangles[facet as usize]))
        });
        for &repeats in tries {
            let mut says = vec![Says::Loose; mesh.triangles.len()];
            flat.iter().for_each(|&facet| says[facet as usize] = Says::Nothing);
            let same = whole.take().filter(|_| matches!(repeats, Kept));
            let cracks = label(mesh, &mut says, (repeats, duplicates), same);
            let count = |want: fn(&Says) -> bool| says.iter().filter(|s| want(s)).count();
            let flaws =
                [count(|s| matches!(s, Says::Loose)), count(|s| matches!(s, Says::Parity(_)))];
            if best.as_ref().is_none_or(|(least, _)| flaws < *least) {
                let cracks = Arc::new(cracks);
                let shells = Self { said: Arc::default(), cracks };
                best = Some((flaws, shells.saying(says.len(), |i| says[i])));
            }
            if flaws == [0, 0] {
                break;
            }
        }
        best.map(|(_, shells)| shells).unwrap_or_default()
    }

    /// What facet `index` says.
    pub fn says(&self, index: usize) -> Says {
        self.said.get(index).map_or(Says::Winding, |said| Says::from(*said))
    }

    /// The same cracks, and what `says` tells of each facet; a sliver says what the facet beside it
    /// does.
    pub(super) fn saying(&self, facets: usize, says: impl Fn(usize) -> Says) -> Self {
        let beside = self.slivers().iter().map(|(_, facet)| *facet as usize);
        let said = (0..facets).chain(beside).map(|i| Said::from(says(i))).collect();
        Self { said, cracks: self.cracks.clone() }
    }

    /// Facets between open edges that fit each other but for rounding, each with a facet beside it:
    /// what they say comes behind what those of the mesh say.
    pub(super) fn slivers(&self) -> &[([u32; 3], u32)] {
        &self.cracks.slivers
    }

    /// Whether an open edge between two corners fits others, and slivers close it.
    pub fn is_closed_crack(&self, ends: [u32; 2]) -> bool {
        self.cracks.is_closed(ends)
    }

    /// How far any point of a crack that was closed is from the surface at most, mm; 0 where there
    /// is none.
    pub fn crack_mm(&self) -> f64 {
        self.cracks.width
    }

    /// Whether facet `index` is part of the border between inside and outside.
    pub(super) fn bounds(&self, index: usize) -> bool {
        self.says(index) == Says::Winding
    }

    /// Whether the inside is known everywhere: no piece has open edges or disagrees with itself.
    pub fn whole(&self) -> bool {
        let fine = |said: &Said| matches!(*said, Said::NOTHING | Said::WINDING);
        self.said.is_empty() || (self.said.iter().all(fine) && self.said.contains(&Said::WINDING))
    }
}

/// Says what facets say that may say something, and what closes their cracks; `known` are the edges
/// of all that do and what they connect.
fn label(
    mesh: &Mesh,
    says: &mut [Says],
    (repeats, duplicates): (Repeats, usize),
    known: Option<(&Edges, &DisjointSets)>,
) -> Cracks {
    // A rim of facets that are there twice is one: two uses of an edge close nothing there.
    let mut twice: HashSet<usize> = HashSet::new();
    match repeats {
        Repeats::Kept if duplicates == 0 => {}
        Repeats::Kept => each_repeat(mesh, rolled, |i| _ = twice.insert(i)),
        Repeats::SameWay => each_repeat(mesh, rolled, |i| says[i] = Says::Nothing),
        Repeats::EitherWay => each_repeat(mesh, sorted, |i| says[i] = Says::Nothing),
    }
    let own;
    let (edges, pieces) = match known {
        Some(known) => known,
        None => {
            let edges = Edges::among(mesh, |i| says[i] != Says::Nothing);
            let pieces = by_edges(mesh.triangles.len(), &edges);
            own = (edges, pieces);
            (&own.0, &own.1)
        }
    };
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
                let once = uses.iter().filter(|u| !twice.contains(&u.triangle())).count();
                open.extend((uses.len() % 2 == 1 || once % 2 == 1).then_some(seam));
            }
        }
        (turned, open)
    });
    let (turned, open): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let (cracks, turned) = cracks::close(mesh, turned.concat(), pieces);
    let open = open.concat().into_iter().filter(|seam| !cracks.is_closed([seam.from, seam.to]));
    let turned = left_open(mesh, turned, true, pieces);
    let open = left_open(mesh, open.collect(), false, pieces);
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
    cracks
}

/// Whether some of the facets that repeat others run through their corners in the other direction.
pub(super) fn cancels(mesh: &Mesh, duplicates: usize) -> bool {
    let mut same_way = 0;
    each_repeat(mesh, rolled, |_| same_way += 1);
    same_way < duplicates
}

/// Whether facets that others cancel may enclose something by themselves: such as are on a rim are
/// taken away, one after the other, until none is left. Where bodies stand on each other, what they
/// share vanishes so.
fn encloses(mesh: &Mesh) -> bool {
    let mut either_way = Vec::new();
    each_repeat(mesh, sorted, |i| either_way.push(i));
    let mut same_way = Vec::new();
    each_repeat(mesh, rolled, |i| same_way.push(i));
    let same_way: HashSet<usize> = same_way.into_iter().collect();
    let sheet: HashSet<usize> = either_way.into_iter().filter(|i| !same_way.contains(i)).collect();
    let sides = |i: usize| {
        let [a, b, c] = mesh.triangles[i];
        [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)])
    };
    let mut at: HashMap<[u32; 2], HashSet<usize>> = HashMap::new();
    for &i in sheet.iter().filter(|&&i| !collapsed(mesh.triangles[i])) {
        sides(i).into_iter().for_each(|side| {
            at.entry(side).or_default().insert(i);
        });
    }
    let rim = |side: &[u32; 2], at: &HashMap<[u32; 2], HashSet<usize>>| {
        at.get(side).filter(|on| on.len() == 1).and_then(|on| on.iter().next().copied())
    };
    // Where edges fit that do not share their corners, what looks like a rim is none.
    let rims: Vec<Seam> = at
        .keys()
        .filter_map(|side| Some(Seam { from: side[0], to: side[1], facet: rim(side, &at)? }))
        .collect();
    let count = rims.len();
    if left_open(mesh, rims, false, &DisjointSets::new(mesh.triangles.len())).len() < count {
        return true;
    }
    let mut open: Vec<[u32; 2]> = at.keys().copied().collect();
    while let Some(side) = open.pop() {
        let Some(facet) = rim(&side, &at) else { continue };
        for side in sides(facet) {
            if let Some(on) = at.get_mut(&side) {
                on.remove(&facet);
            }
            open.push(side);
        }
    }
    at.values().any(|on| !on.is_empty())
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
