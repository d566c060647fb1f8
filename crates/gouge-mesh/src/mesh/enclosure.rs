//! Whether a point is inside or outside a mesh with flaws, as far as its facets prove it.

use std::ops::Deref;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::columns::Columns;
use super::gaps::{Gaps, bare_at};
use super::inside::{crossing, turn, upright};
use super::shells::{Says, Shells};
use super::{Mesh, PART};
use crate::geom::{Aabb, Triangle, Vec3};

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// In the material.
    Inside,
    /// Not in the material.
    Outside,
    /// The mesh does not tell.
    Undetermined,
}

/// Tells the inside of a mesh from its outside.
///
/// A missing piece of the surface is taken to lie within the box around the pieces that have open
/// edges: there nothing is told, and everything outside of that box is told by the others.
pub struct Enclosure<M> {
    mesh: M,
    /// The same with what closes its cracks behind its own facets, if it has any.
    filled: Option<Mesh>,
    shells: Shells,
    /// Sorted when first asked for: most programs never come near enough to ask.
    columns: OnceLock<Columns>,
    loose: Aabb,
    gaps: Gaps,
    whole: bool,
}

/// Facets that have open edges.
struct Loose {
    /// The box around them.
    around: Aabb,
    /// One of them looks up.
    up: bool,
    /// One of them looks down.
    down: bool,
}

impl Default for Loose {
    fn default() -> Self {
        Self { around: Aabb::EMPTY, up: false, down: false }
    }
}

impl Loose {
    fn with(self, facet: &Triangle) -> Self {
        let turn = turn(facet);
        let around = self.around.union(&Aabb::around(*facet));
        Self { around, up: self.up || turn > 0, down: self.down || turn < 0 }
    }

    fn and(self, other: &Self) -> Self {
        let around = self.around.union(&other.around);
        Self { around, up: self.up || other.up, down: self.down || other.down }
    }
}

impl<M: Deref<Target = Mesh> + Sync> Enclosure<M> {
    /// What the shells leave undetermined; linear in the number of facets where they leave
    /// anything.
    pub fn new(mesh: M, shells: Shells) -> Self {
        let whole = shells.whole();
        let (columns, gaps) = (OnceLock::new(), Gaps::default());
        let filled = filled(&mesh, &shells);
        let mut new = Self { mesh, filled, shells, columns, loose: Aabb::EMPTY, gaps, whole };
        if !whole {
            let looks = new.loose();
            new.loose = looks.around;
            if looks.down {
                new.gaps = Gaps::of(new.surface(), &new.shells, new.columns(), !looks.up);
            }
        }
        new
    }

    /// The facets that tell inside from outside.
    fn surface(&self) -> &Mesh {
        self.filled.as_ref().unwrap_or(&self.mesh)
    }

    /// What the facets with open edges are like.
    fn loose(&self) -> Loose {
        let part = |(at, part): (usize, &[[u32; 3]])| {
            let facets = at * PART..at * PART + part.len();
            let loose = facets.filter(|&i| self.shells.says(i) == Says::Loose);
            loose.fold(Loose::default(), |all, i| all.with(&self.mesh.triangle(i)))
        };
        let parts = self.mesh.triangles.par_chunks(PART).enumerate().map(part);
        parts.reduce(Loose::default, |a, b| a.and(&b))
    }

    fn columns(&self) -> &Columns {
        let bounds = |i, t: &Triangle| self.shells.says(i) != Says::Nothing && !upright(t);
        self.columns.get_or_init(|| Columns::over(self.surface(), bounds))
    }

    /// Sorts the facets by where they stand, which else the first question waits for.
    pub fn ready(&self) {
        self.columns();
    }

    /// Whether every point off the surface is told.
    pub fn whole(&self) -> bool {
        self.whole
    }

    /// As [`Shells::crack_mm`].
    pub fn crack_mm(&self) -> f64 {
        self.shells.crack_mm()
    }

    /// As [`Shells::is_closed_crack`].
    pub fn is_closed_crack(&self, ends: [u32; 2]) -> bool {
        self.shells.is_closed_crack(ends)
    }

    /// Whether some of the surface has open edges.
    pub fn open(&self) -> bool {
        !self.loose.is_empty()
    }

    /// What facet `index` says.
    pub fn says(&self, index: u32) -> Says {
        self.shells.says(index as usize)
    }

    /// How often the closed pieces that agree about their outside wind around `point`: 1 or more
    /// in the material, negative in a piece that is inside out. On the surface, either side may
    /// be answered.
    pub fn winding(&self, point: &Vec3) -> i32 {
        self.turns(point, Says::Winding)
    }

    /// How many more of the facets that say `what` look up than down, of those that stand over
    /// `point`.
    fn turns(&self, point: &Vec3, what: Says) -> i32 {
        let facets = self.columns().at(point.x, point.y);
        let own = facets.filter(|&facet| self.says(facet) == what);
        own.map(|facet| crossing(&self.surface().triangle(facet as usize), point)).sum()
    }

    /// Whether no facet at all stands over `point`, and none seems to be missing there.
    pub fn sees_the_sky(&self, point: &Vec3) -> bool {
        self.is_uncovered(point) && self.missing_cover(point).is_none()
    }

    /// Above which height, mm, a point sees the sky that has no facet over it, but seems to miss
    /// one.
    pub fn opens_above(&self, point: &Vec3) -> Option<f64> {
        self.missing_cover(point).filter(|_| self.is_uncovered(point))
    }

    fn is_uncovered(&self, point: &Vec3) -> bool {
        let mut facets = self.columns().at(point.x, point.y);
        facets.all(|facet| crossing(&self.surface().triangle(facet as usize), point) == 0)
    }

    /// Below which height a facet seems to be missing over a point, mm, if one does.
    fn missing_cover(&self, point: &Vec3) -> Option<f64> {
        let bare = |_: &f64| bare_at(self.surface(), &self.shells, self.columns(), point).is_some();
        self.gaps.above(point).filter(bare)
    }

    /// Whether facets seem to be missing anywhere.
    pub fn has_gaps(&self) -> bool {
        !self.gaps.is_empty()
    }

    /// Whether a point is over, under or among the pieces that have open edges.
    pub fn is_among_loose(&self, point: &Vec3) -> bool {
        let Aabb { lo, hi } = self.loose;
        (lo.x..=hi.x).contains(&point.x) && (lo.y..=hi.y).contains(&point.y)
    }

    /// How many more of the facets of pieces with open edges look up than down that stand over
    /// `point`. From the sky the material is met from outside first: where they are fewer, a facet
    /// is missing there or looks the wrong way.
    pub fn loose_turns(&self, point: &Vec3) -> i32 {
        self.turns(point, Says::Loose)
    }

    /// Whether a box reaches to where a facet may be missing that would stand over it.
    pub fn may_miss_cover(&self, room: &Aabb) -> bool {
        self.gaps.meet(room)
    }

    /// Where `point` lies. On the surface, either side may be answered.
    ///
    /// The material is where the surface winds around a point at all, whichever way its facets
    /// look. A piece that disagrees with itself is material where nothing else is; around or inside
    /// other material it could as well be a cavity.
    pub fn side(&self, point: &Vec3) -> Side {
        if self.loose.holds(point) {
            return Side::Undetermined;
        }
        match self.around(point) {
            Some((0, 0)) => Side::Outside,
            Some((_, 0) | (0, 1)) => Side::Inside,
            _ => Side::Undetermined,
        }
    }

    /// Where `point` lies as far as closed pieces tell: a piece that is inside out tells nothing of
    /// what it encloses, and open ones are passed over.
    pub fn closed_side(&self, point: &Vec3) -> Side {
        match self.around(point) {
            Some((0, 0)) => Side::Outside,
            Some((1.., 0) | (0, 1)) => Side::Inside,
            _ => Side::Undetermined,
        }
    }

    /// The winding number of the pieces that agree about their outside, and how many that do not
    /// are around the point; `None` in a piece of which nothing is told.
    fn around(&self, point: &Vec3) -> Option<(i32, usize)> {
        let (mut winding, mut immaterial) = (0, 0);
        let mut turned: Vec<u32> = Vec::new();
        for facet in self.columns().at(point.x, point.y) {
            let turn = crossing(&self.surface().triangle(facet as usize), point);
            match self.shells.says(facet as usize) {
                Says::Winding => winding += turn,
                Says::Parity(piece) if turn != 0 => turned.push(piece),
                Says::NoMaterial => immaterial += turn,
                _ => {}
            }
        }
        turned.sort_unstable();
        let odd = turned.chunk_by(|a, b| a == b).filter(|c| c.len() % 2 == 1).count();
        (immaterial == 0).then_some((winding, odd))
    }
}

/// A mesh with what closes its cracks, if it has any.
fn filled(mesh: &Mesh, shells: &Shells) -> Option<Mesh> {
    let slivers = shells.slivers();
    let filled = || {
        let between = slivers.iter().map(|(sliver, _)| *sliver);
        let triangles = mesh.triangles.iter().copied().chain(between).collect();
        Mesh { vertices: mesh.vertices.clone(), triangles }
    };
    (!slivers.is_empty()).then(filled)
}
