//! Closed pieces that bound no material: such as enclose nothing, their facets lying on each other,
//! and such as are inside out and overlap others without being a cavity in one.
//!
//! In what is right the surface never winds around a point a negative number of times: where a
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
pub(super) struct Untold {
    /// What every facet says then.
    pub shells: Shells,
    /// How many pieces enclose nothing.
    pub empty: usize,
}

/// Six times the volume of a piece, and six times what its facets span, mm³.
type Volumes = [f64; 2];

fn is_empty([sum, all]: &Volumes) -> bool {
    *all > 0.0 && sum.abs() <= EMPTY_SHARE * all
}

/// Looks for such pieces among `count` of a mesh, `numbers` telling to which of them each facet
/// belongs; `None` where there are none.
pub(super) fn find(mesh: &Mesh, shells: &Shells, numbers: &[u32], count: usize) -> Option<Untold> {
    let closed = |i: &usize| shells.says(*i) == Says::Winding;
    let first = (0..mesh.triangles.len()).find(closed)?;
    let bounds = mesh.bounds();
    // Beside all of them, and in the plane of none.
    let apex = bounds.lo - Vec3::new(0.31, 0.57, 0.76) * bounds.size().norm();
    let mut volumes: Vec<Volumes> = vec![[0.0; 2]; count];
    for facet in (first..mesh.triangles.len()).filter(closed) {
        // Those that use a corner twice belong to none.
        let Some([sum, all]) = volumes.get_mut(numbers[facet] as usize) else { continue };
        let own = six_volumes(&mesh.triangle(facet), &apex);
        (*sum, *all) = (*sum + own, *all + own.abs());
    }
    let mut untold: Vec<bool> = volumes.iter().map(is_empty).collect();
    let empty = untold.iter().filter(|&&piece| piece).count();
    for facet in inside_out(mesh, shells, numbers, &volumes) {
        untold[numbers[facet] as usize] = true;
    }
    if !untold.contains(&true) {
        return None;
    }
    let says = |i: usize| match shells.says(i) {
        Says::Winding if untold.get(numbers[i] as usize) == Some(&true) => Says::Untold,
        says => says,
    };
    Some(Untold { shells: shells.saying(mesh.triangles.len(), says), empty })
}

/// A facet of each piece that looks inwards and takes something off one that looks outwards, where
/// the surface then winds around nothing: they cross, or the other is within what is around nothing
/// else. A cavity does neither.
fn inside_out(mesh: &Mesh, shells: &Shells, numbers: &[u32], volumes: &[Volumes]) -> Vec<usize> {
    // Whether the piece of a facet looks outwards.
    let looks_out = |i: usize| {
        let own = volumes.get(numbers[i] as usize).filter(|own| !is_empty(own))?;
        (shells.says(i) == Says::Winding).then_some(own[0] > 0.0)
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
    let inside = Enclosure::new(mesh, shells.clone());
    let bounds = mesh.bounds();
    let beside = BESIDE_SHARE * bounds.lo.amax().max(bounds.hi.amax());
    // How often the surface winds about a place that the piece of a facet encloses.
    let within = |i: usize, looks: f64| {
        let facet = mesh.triangle(i);
        let middle = (facet[0] + facet[1] + facet[2]) / 3.0;
        inside.winding(&(middle + unit_normal(&facet) * (looks * beside)))
    };
    let alone: Vec<usize> = of(false).filter(|&i| within(i, 1.0) < 0).collect();
    if !alone.is_empty() && of(true).any(|i| within(i, -1.0) <= 0) {
        found.extend(alone);
    }
    found
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
