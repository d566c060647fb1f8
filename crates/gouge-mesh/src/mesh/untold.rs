//! Closed pieces that bound no material: such as enclose nothing, their facets lying on each other, and
//! such as are inside out and overlap others without being a cavity in one.
//!
//! In what is right the surface never winds around a point a negative number of times: where a cavity
//! takes one off, the piece around it has put one on.

use rayon::prelude::*;

use super::Mesh;
use super::defects::cone;
use super::enclosure::Enclosure;
use super::shells::{Says, Shells};
use crate::geom::{Vec3, unit_normal};
use crate::tolerance::{BESIDE_SHARE, CORNER_SHARE, EMPTY_SHARE};

/// What such pieces say nothing about.
pub(super) struct Untold {
    /// What every facet says then.
    pub shells: Shells,
    /// How many pieces enclose nothing.
    pub empty: usize,
}

/// Looks for such pieces among `pieces` of a mesh, `numbers` telling to which of them each facet belongs; `None`
/// where there are none.
pub(super) fn find(mesh: &Mesh, shells: &Shells, numbers: &[u32], pieces: usize) -> Option<Untold> {
    let closed = |i: &usize| shells.says(*i) == Says::Winding;
    let first = (0..mesh.triangles.len()).find(closed)?;
    let bounds = mesh.bounds();
    // Beside all of them, and in the plane of none.
    let apex = bounds.lo - Vec3::new(0.31, 0.57, 0.76) * bounds.size().norm();
    let mut volumes = vec![[0.0; 2]; pieces];
    let winding = (first..mesh.triangles.len()).filter(closed);
    for (facet, number) in winding.filter_map(|i| Some((i, numbers.get(i)?))) {
        let Some([sum, all]) = volumes.get_mut(*number as usize) else { continue };
        let own = cone(&mesh.triangle(facet), &apex);
        (*sum, *all) = (*sum + own, *all + own.abs());
    }
    let is_empty = |&[sum, all]: &[f64; 2]| all > 0.0 && sum.abs() <= EMPTY_SHARE * all;
    let mut untold: Vec<bool> = volumes.iter().map(is_empty).collect();
    let empty = untold.iter().filter(|&&piece| piece).count();
    let turned = |i: usize| volumes[i][0] < 0.0 && !untold[i];
    let turned: Vec<bool> = (0..pieces).map(turned).collect();
    if turned.contains(&true) && (0..pieces).any(|i| !turned[i] && volumes[i][0] > 0.0) {
        inside_out(mesh, shells, numbers, &turned)
            .into_iter()
            .for_each(|piece| untold[piece] = true);
    }
    if !untold.contains(&true) {
        return None;
    }
    let of = |i: usize| numbers.get(i).and_then(|&number| untold.get(number as usize));
    let says = |i: usize| match shells.says(i) {
        Says::Winding if of(i) == Some(&true) => Says::Untold,
        says => says,
    };
    Some(Untold { shells: (0..mesh.triangles.len()).map(says).collect(), empty })
}

/// Which of the pieces that look inwards are around places that nothing else is around, and overlap others: a
/// cavity is around none such, and one beside the others takes nothing off them.
fn inside_out(mesh: &Mesh, shells: &Shells, numbers: &[u32], turned: &[bool]) -> Vec<usize> {
    let inside = Enclosure::new(mesh, shells.clone());
    let bounds = mesh.bounds();
    let beside = BESIDE_SHARE * bounds.lo.amax().max(bounds.hi.amax());
    // How often the surface winds about places that the piece of a facet encloses next to it, from the least to
    // the most.
    let about = |i: usize, looks: f64| {
        let facet = mesh.triangle(i);
        let middle = (facet[0] + facet[1] + facet[2]) / 3.0;
        let within = unit_normal(&facet) * (looks * beside);
        let places = facet.map(|corner| corner + (middle - corner) * CORNER_SHARE);
        let all = [middle, places[0], places[1], places[2]].map(|x| inside.winding(&(x + within)));
        all.into_iter().fold([i32::MAX, i32::MIN], |[l, h], w| [l.min(w), h.max(w)])
    };
    let piece = |i: usize| {
        let number = *numbers.get(i)? as usize;
        (shells.says(i) == Says::Winding).then(|| Some((number, *turned.get(number)?)))?
    };
    let facets = 0..mesh.triangles.len();
    let of_turned =
        |i: usize| piece(i).filter(|(_, turned)| *turned).map(|(n, _)| (n, about(i, 1.0)));
    let found: Vec<(usize, [i32; 2])> =
        facets.clone().into_par_iter().filter_map(of_turned).collect();
    let mut seen = vec![[false; 2]; turned.len()];
    for (number, [least, most]) in found {
        let [alone, shared] = &mut seen[number];
        (*alone, *shared) = (*alone || least < 0, *shared || most >= 0);
    }
    if !seen.iter().any(|[alone, _]| *alone) {
        return Vec::new();
    }
    let cancelled =
        |i: usize| piece(i).is_some_and(|(_, turned)| !turned && about(i, -1.0)[0] <= 0);
    let crossed = facets.into_par_iter().any(cancelled);
    let overlaps = |i: &usize| seen[*i][0] && (seen[*i][1] || crossed);
    (0..turned.len()).filter(overlaps).collect()
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
        // Beside another it takes nothing off that, and alone it is the whole part that is inside out.
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
