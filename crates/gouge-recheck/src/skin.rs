//! The side of an open surface that a point lies on, from the facets about its nearest points
//! alone.
//!
//! On a sharp edge or corner a point below the surface may lie before the plane of one of the
//! facets there. The sum of their normals, each weighted by the angle that its facet takes up about
//! the nearest point, has the point on its right side wherever these facets are one fan: every
//! edge shared by two that run along it in opposite directions, all of them connected
//! (Bærentzen and Aanæs, Signed distance computation using the angle weighted pseudonormal, 2005).

use std::f64::consts::{PI, TAU};

use gouge_mesh::geom::{Triangle, Vec3};

use crate::foot::{distance, foot, to_segment};
use crate::tolerance::{SAME_MM, STRAIGHT_BELOW_MM, TURN};

/// Whether `p`, `gap` mm from the surface, is below it at each of its nearest points. Rims, edges
/// of more than two facets and such as look different ways tell nothing; but what is straight below
/// a facet is so at its rim too.
pub(crate) fn below(facets: &[&Triangle], p: &Vec3, gap: f64) -> bool {
    let near = facets.iter().filter(|t| distance(p, t) <= gap + SAME_MM);
    let mut told = near.map(|t| {
        let foot = foot(p, t);
        let about: Vec<&Triangle> =
            facets.iter().copied().filter(|t| distance(&foot, t) <= SAME_MM).collect();
        let below = |normal: Vec3| normal.dot(&(p - foot)) < -TURN * gap;
        fan(&about, &foot).or_else(|| straight(&about, &(p - foot))).is_some_and(below)
    });
    gap > 0.0 && told.next().is_some_and(|first| first && told.all(|other| other))
}

/// The normal of a single facet, where a way from it leads straight across.
fn straight(facets: &[&Triangle], way: &Vec3) -> Option<Vec3> {
    let [t] = facets else { return None };
    let normal = (t[1] - t[0]).cross(&(t[2] - t[0])).try_normalize(0.0)?;
    ((way - normal * normal.dot(way)).norm() <= STRAIGHT_BELOW_MM).then_some(normal)
}

/// The weighted sum of the normals of facets that all hold `foot`, if they are one fan about it.
fn fan(facets: &[&Triangle], foot: &Vec3) -> Option<Vec3> {
    let mut sum = Vec3::zeros();
    let mut sides: Vec<([Vec3; 2], usize)> = Vec::new();
    for (number, t) in facets.iter().enumerate() {
        let cross = (t[1] - t[0]).cross(&(t[2] - t[0]));
        let edges = (0..3).map(|i| [t[i], t[(i + 1) % 3]]);
        let before = sides.len();
        let through = edges.filter(|[a, b]| to_segment(foot, a, b) <= SAME_MM);
        sides.extend(through.map(|edge| (edge, number)));
        let corner = (0..3).find(|&i| (t[i] - foot).norm() <= SAME_MM);
        let angle = match corner {
            Some(i) => (t[(i + 1) % 3] - t[i]).angle(&(t[(i + 2) % 3] - t[i])),
            None if sides.len() > before => PI,
            None => TAU,
        };
        sum += cross.try_normalize(0.0)? * angle;
    }
    // Each facet by its neighbours over the edges.
    let mut met = vec![false; facets.len()];
    let mut next = vec![0];
    while let Some(number) = next.pop() {
        if std::mem::replace(&mut met[number], true) {
            continue;
        }
        for ([a, b], _) in sides.iter().filter(|(_, of)| *of == number) {
            let run = |from: &Vec3, to: &Vec3| {
                let mut same = sides.iter().filter(|([a, b], _)| a == from && b == to);
                same.next().filter(|_| same.next().is_none()).map(|(_, of)| *of)
            };
            run(a, b)?;
            next.push(run(b, a)?);
        }
    }
    met.iter().all(|met| *met).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3::new(x, y, z)
    }

    /// Four facets about the middle of a square whose corners are `low` and `high` in turn, seen
    /// counter-clockwise from above.
    fn roof(low: f64, high: f64) -> Vec<Triangle> {
        let corners =
            [v(-4.0, -4.0, low), v(4.0, -4.0, high), v(4.0, 4.0, low), v(-4.0, 4.0, high)];
        (0..4).map(|i| [Vec3::zeros(), corners[i], corners[(i + 1) % 4]]).collect()
    }

    fn is_below(facets: &[Triangle], p: Vec3) -> bool {
        let facets: Vec<&Triangle> = facets.iter().collect();
        let gap = facets.iter().map(|t| distance(&p, t)).fold(f64::INFINITY, f64::min);
        below(&facets, &p, gap)
    }

    /// A point below such an edge was called air: it is before the plane of one of the facets.
    #[test]
    fn a_point_below_a_sharp_edge_may_be_before_one_of_its_facets() {
        // A groove 2 wide and 8 high: its left wall stands upright, its right one leans away.
        let wall = [v(0.0, 0.0, 0.0), v(0.0, 9.0, 0.0), v(0.0, 0.0, 8.0)];
        let lean = [v(0.0, 9.0, 0.0), v(0.0, 0.0, 0.0), v(2.0, 4.0, 8.0)];
        for x in [-0.5, 0.0, 0.2] {
            assert!(is_below(&[wall, lean], v(x, 4.0, -1.0)), "{x}");
        }
        let ahead = |t: &Triangle, p: Vec3| (t[1] - t[0]).cross(&(t[2] - t[0])).dot(&p) > 0.0;
        assert!(ahead(&lean, v(-0.5, 0.0, -1.0)) && ahead(&wall, v(0.2, 0.0, -1.0)));
        assert!(!is_below(&[wall, lean], v(0.2, 4.0, 2.0)));
        let turned = [lean[0], lean[2], lean[1]];
        assert!(!is_below(&[wall, turned], v(0.0, 4.0, -1.0)));
    }

    /// The deepest point below a facet is often below its rim: a witness there was held to be in no
    /// material.
    #[test]
    fn a_point_straight_below_the_rim_of_a_facet_is_below_it() {
        let facet = [v(0.0, 0.0, 0.0), v(9.0, 0.0, 0.0), v(0.0, 9.0, 0.0)];
        for (x, y) in [(3.0, 0.0), (4.5, 4.5), (0.0, 0.0), (2.0, 2.0)] {
            assert!(is_below(&[facet], v(x, y, -0.5)), "{x} {y}");
            assert!(!is_below(&[facet], v(x, y, 0.5)), "{x} {y}");
        }
        assert!(is_below(&[facet], v(3.0, -2e-9, -0.5)), "beside it by rounding");
        assert!(!is_below(&[facet], v(3.0, -1e-5, -0.5)));
    }

    #[test]
    fn corners_tell_as_the_whole_fan_does() {
        for (low, high) in [(-3.0, -3.0), (3.0, 3.0), (-1.0, 3.0)] {
            let roof = roof(low, high);
            assert!(is_below(&roof, v(0.0, 0.0, -1.0)), "{low} {high}");
            assert!(!is_below(&roof, v(0.0, 0.0, 1.0)), "{low} {high}");
        }
        assert!(!is_below(&roof(3.0, 3.0)[..3], v(0.0, 0.0, -1.0)), "on the rim");
    }

    /// Two fans that meet at their tips disagree about what is beside both.
    #[test]
    fn fans_that_touch_at_a_point_tell_nothing() {
        let narrow = |t: &Triangle| t.map(|p| v(0.2 * p.x, 0.2 * p.y, p.z));
        let spike: Vec<Triangle> = roof(-3.0, -3.0).iter().map(narrow).collect();
        // The same lying on its side, material around it.
        let hole = spike.iter().map(|t| [t[0], t[2], t[1]].map(|p| v(-p.z, p.y, p.x)));
        let beside = v(-1.0, 0.0, 1.0);
        assert!(!is_below(&spike, beside));
        let hole: Vec<Triangle> = hole.collect();
        let facing: Vec<Triangle> = hole.iter().map(|t| [t[0], t[2], t[1]]).collect();
        assert!(is_below(&hole, beside) != is_below(&facing, beside));
        for other in [hole, facing] {
            assert!(!is_below(&[spike.clone(), other].concat(), beside));
        }
    }
}
