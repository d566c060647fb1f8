//! Closed pieces that bound no material: those that enclose nothing, because their facets lie on
//! each other, and those that are inside out and overlap others without being a cavity in one.
//!
//! In a correct mesh the surface never winds around a point a negative number of times: where a
//! cavity takes one off, the piece around it has put one on.

use rayon::prelude::*;

use super::Mesh;
use super::columns::Columns;
use super::cross::cross;
use super::enclosure::Enclosure;
use super::shells::{Says, Shells};
use crate::geom::{Aabb, Vec3, six_volumes, unit_normal};
use crate::tolerance::{BESIDE_SHARE, EMPTY_SHARE};

/// What such pieces say nothing about.
pub(super) struct Immaterial {
    /// What every facet says then.
    pub shells: Shells,
    /// How many pieces enclose nothing.
    pub empty: usize,
}

/// What a piece encloses.
#[derive(Clone, Copy, Default)]
struct Volume {
    /// Six times that, mm³.
    sum: f64,
    /// Six times what its facets span with a place beside them, mm³.
    spanned: f64,
    /// Six times what its cracks may hold, mm³.
    cracks: f64,
}

impl Volume {
    fn is_empty(&self) -> bool {
        self.spanned > 0.0 && self.sum.abs() <= EMPTY_SHARE * self.spanned + self.cracks
    }
}

/// Looks for such pieces among `count` of a mesh, `numbers` telling to which of them each facet
/// belongs; `None` where there are none.
pub(super) fn find(
    mesh: &Mesh,
    shells: &Shells,
    numbers: &[u32],
    count: usize,
) -> Option<Immaterial> {
    let closed = |i: &usize| shells.says(*i) == Says::Winding;
    let first = (0..mesh.triangles.len()).find(closed)?;
    let bounds = mesh.bounds();
    // Beside all of them, and in the plane of none.
    let apex = bounds.lo - Vec3::new(0.31, 0.57, 0.76) * bounds.size().norm();
    let mut volumes = vec![Volume::default(); count];
    for facet in (first..mesh.triangles.len()).filter(closed) {
        // Those that use a corner twice belong to none.
        let Some(volume) = volumes.get_mut(numbers[facet] as usize) else { continue };
        let [a, b, c] = mesh.triangle(facet);
        let own = six_volumes(&[a, b, c], &apex);
        volume.sum += own;
        volume.spanned += own.abs();
        volume.cracks += 3.0 * shells.crack_mm() * (b - a).cross(&(c - a)).norm();
    }
    let mut immaterial: Vec<bool> = volumes.iter().map(Volume::is_empty).collect();
    let empty = immaterial.iter().filter(|&&piece| piece).count();
    for facet in inside_out(mesh, shells, numbers, &volumes) {
        immaterial[numbers[facet] as usize] = true;
    }
    for piece in at_odds(mesh, shells, numbers, count) {
        immaterial[piece] = true;
    }
    if !immaterial.contains(&true) {
        return None;
    }
    let says = |i: usize| match shells.says(i) {
        Says::Winding if immaterial.get(numbers[i] as usize) == Some(&true) => Says::NoMaterial,
        says => says,
    };
    Some(Immaterial { shells: shells.saying(mesh.triangles.len(), says), empty })
}

/// A facet of each piece that faces inwards and takes something off one that faces outwards, where
/// the surface then winds around nothing: they cross, or the other is within what is around nothing
/// else. A cavity does neither.
fn inside_out(mesh: &Mesh, shells: &Shells, numbers: &[u32], volumes: &[Volume]) -> Vec<usize> {
    // Whether the piece of a facet looks outwards.
    let looks_out = |i: usize| {
        let own = volumes.get(numbers[i] as usize).filter(|own| !own.is_empty())?;
        (shells.says(i) == Says::Winding).then_some(own.sum > 0.0)
    };
    let of = |out: bool| {
        let facets = (0..mesh.triangles.len()).into_par_iter();
        facets.filter(move |i| looks_out(*i) == Some(out))
    };
    if !of(false).any(|_| true) || !of(true).any(|_| true) {
        return Vec::new();
    }
    let others = Columns::over(mesh, |i, _| looks_out(i) == Some(true));
    let is_crossed = |i: &usize| {
        let own = mesh.triangle(*i);
        let Aabb { lo, hi } = Aabb::around(own);
        others.within([lo.x, lo.y], [hi.x, hi.y]).any(|j| cross(&own, &mesh.triangle(j as usize)))
    };
    let mut found: Vec<usize> = of(false).filter(is_crossed).collect();
    let within = beside(mesh, shells);
    let alone: Vec<usize> = of(false).filter(|&i| within(i, 1.0) < 0).collect();
    if !alone.is_empty() && of(true).any(|i| within(i, -1.0) <= 0) {
        found.extend(alone);
    }
    found
}

/// Pieces whose cracks close bodies of which some face inwards and others outwards: where such
/// overlap, the surface winds around nothing. It does so a negative number of times elsewhere in
/// the ones, and a positive number in the others.
fn at_odds(mesh: &Mesh, shells: &Shells, numbers: &[u32], count: usize) -> Vec<usize> {
    let mut cracked = vec![false; count];
    for (_, facet) in shells.slivers() {
        if let Some(cracked) = cracked.get_mut(numbers[*facet as usize] as usize) {
            *cracked = true;
        }
    }
    if !cracked.contains(&true) {
        return Vec::new();
    }
    let winding = beside(mesh, shells);
    let own = |i: &usize| {
        let piece = numbers[*i] as usize;
        cracked.get(piece) == Some(&true) && shells.says(*i) == Says::Winding
    };
    let facets = (0..mesh.triangles.len()).into_par_iter().filter(own);
    let seen: Vec<(usize, [bool; 2])> = facets
        .map(|i| (numbers[i] as usize, [winding(i, 1.0) < 0, winding(i, -1.0) > 0]))
        .collect();
    let mut both = vec![[false; 2]; count];
    for (piece, [negative, positive]) in seen {
        both[piece] = [both[piece][0] | negative, both[piece][1] | positive];
    }
    (0..count).filter(|&piece| both[piece] == [true; 2]).collect()
}

/// How often the surface winds around a place right before a facet, or behind it.
pub(super) fn beside(mesh: &Mesh, shells: &Shells) -> impl Fn(usize, f64) -> i32 + Sync {
    let inside = Enclosure::new(mesh, shells.clone());
    let bounds = mesh.bounds();
    let aside = BESIDE_SHARE * bounds.lo.amax().max(bounds.hi.amax());
    move |i, way| {
        let facet = mesh.triangle(i);
        let middle = (facet[0] + facet[1] + facet[2]) / 3.0;
        inside.winding(&(middle + unit_normal(&facet) * (way * aside)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::defects::examine;
    use super::super::{Enclosure, Side};
    use super::*;

    fn block(lo: [f64; 3], hi: [f64; 3], inwards: bool) -> Mesh {
        let corner = |i: usize| {
            let pick = |axis: usize| if i >> axis & 1 == 0 { lo[axis] } else { hi[axis] };
            Vec3::new(pick(0), pick(1), pick(2))
        };
        let sides: [[u32; 4]; 6] =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let turn = |[a, b, c]: [u32; 3]| if inwards { [a, c, b] } else { [a, b, c] };
        let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        Mesh { vertices: (0..8).map(corner).collect(), triangles: triangles.map(turn).collect() }
    }

    fn both(mut a: Mesh, b: &Mesh) -> Mesh {
        let first = a.vertices.len() as u32;
        a.vertices.extend(&b.vertices);
        a.triangles.extend(b.triangles.iter().map(|t| t.map(|v| v + first)));
        a
    }

    fn side(mesh: &Mesh, at: [f64; 3]) -> Side {
        Enclosure::new(mesh, examine(mesh).shells).side(&Vec3::from(at))
    }

    #[test]
    fn a_piece_inside_out_is_no_cavity_where_nothing_is_around_it() {
        let outer = || block([0.0; 3], [10.0; 3], false);
        let cavity = both(outer(), &block([2.0; 3], [4.0; 3], true));
        assert!(examine(&cavity).shells.whole());
        assert_eq!(side(&cavity, [3.0, 3.1, 3.2]), Side::Outside);
        let through = both(outer(), &block([2.0, 2.0, -1.0], [4.0, 4.0, 11.0], true));
        assert!(!examine(&through).shells.whole());
        assert_eq!(side(&through, [3.0, 3.1, 5.0]), Side::Undetermined);
        assert_eq!(side(&through, [3.0, 3.1, 10.5]), Side::Undetermined);
        assert_eq!(side(&through, [7.0, 7.1, 5.0]), Side::Inside);
        // A corner of the one in the middle of a facet of the other.
        let corner = both(outer(), &block([9.0, -20.0, -20.0], [40.0, 9.0, 9.0], true));
        assert_eq!(side(&corner, [9.4, 0.5, 0.7]), Side::Undetermined);
        // A thin one through the middle of facets of the other: no corner or middle of any is in
        // both.
        let bar = both(outer(), &block([4.9, 4.9, -45.0], [5.1, 5.1, 55.0], true));
        assert_eq!(side(&bar, [5.0, 5.01, 5.0]), Side::Undetermined);
        // A good one within.
        let around = both(block([4.0; 3], [6.0; 3], false), &block([0.0; 3], [10.0; 3], true));
        assert_eq!(side(&around, [5.0, 5.01, 5.2]), Side::Undetermined);
        // Beside another it takes nothing off that, and alone it is the whole part that is inside
        // out.
        let beside = both(outer(), &block([20.0; 3], [30.0; 3], true));
        assert!(examine(&beside).shells.whole());
        assert!(examine(&block([0.0; 3], [10.0; 3], true)).shells.whole());
    }

    /// The same sheet from both sides, cut along other diagonals: closed, and no material.
    #[test]
    fn a_sheet_of_two_sides_encloses_nothing() {
        let corner = |x: f64, y: f64| Vec3::new(x, y, 0.0);
        let vertices = vec![corner(0.0, 0.0), corner(9.0, 0.0), corner(9.0, 9.0), corner(0.0, 9.0)];
        for back in [[[0, 2, 1], [0, 3, 2]], [[0, 3, 1], [1, 3, 2]]] {
            let triangles = [vec![[0, 1, 2], [0, 2, 3]], back.to_vec()].concat();
            let sheet = Mesh { vertices: vertices.clone(), triangles };
            let report = examine(&sheet);
            assert!(!report.shells.whole(), "{:?}", report.shells);
            assert_eq!(report.empty, 1);
        }
        assert_eq!(examine(&block([0.0; 3], [10.0; 3], false)).empty, 0);
    }
}
