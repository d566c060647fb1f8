//! How much of the view from a point is taken up by facets.
//!
//! A closed surface takes up all of it as often as it winds around the point. The gap of a crack is
//! seen as next to nothing from where the surface is much farther than the crack is wide: there the
//! sum is a whole number but for that, and the winding number of the surface with its cracks
//! closed.

use std::f64::consts::PI;

use gouge_mesh::geom::{Triangle, Vec3};

use crate::tolerance::VIEW_SHARE;

/// How often facets wind around `p`, where they take up all of the view as often as that, but for
/// next to nothing; `None` elsewhere.
pub(crate) fn winding<'a>(facets: impl Iterator<Item = &'a Triangle>, p: &Vec3) -> Option<i64> {
    let turns = facets.map(|facet| solid_angle(facet, p)).sum::<f64>() / (4.0 * PI);
    ((turns - turns.round()).abs() <= VIEW_SHARE).then(|| turns.round() as i64)
}

/// What a facet takes up of the view from `p`, positive where it looks away from there, steradians
/// (Van Oosterom and Strackee, The solid angle of a plane triangle, 1983).
fn solid_angle(facet: &Triangle, p: &Vec3) -> f64 {
    let [a, b, c] = facet.map(|corner| corner - p);
    let [la, lb, lc] = [a, b, c].map(|way| way.norm());
    let over = a.dot(&b.cross(&c));
    let under = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
    2.0 * over.atan2(under)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of a cube of two by two, facets outwards, one of its corners off by `by` in one
    /// of them.
    fn cube(by: f64) -> Vec<Triangle> {
        let corner = |i: usize| Vec3::from_fn(|k, _| if i >> k & 1 == 1 { 1.0 } else { -1.0 });
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let halves = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        let mut facets: Vec<Triangle> = halves.map(|t| t.map(corner)).collect();
        facets[2][0] += Vec3::repeat(by);
        facets
    }

    #[test]
    fn a_cube_winds_around_what_it_holds_whether_it_has_cracks_or_not() {
        for by in [0.0, 1e-5] {
            let facets = cube(by);
            assert_eq!(winding(facets.iter(), &Vec3::new(0.3, -0.2, 0.9)), Some(1));
            assert_eq!(winding(facets.iter(), &Vec3::new(0.3, -0.2, 1.1)), Some(0));
        }
        let open = &cube(0.0)[1..];
        assert_eq!(winding(open.iter(), &Vec3::new(0.3, -0.2, 0.5)), None);
    }
}
