//! Whether two facets cross, in exact predicates.

use robust::{Coord3D, orient3d};

use crate::geom::{Aabb, Triangle, Vec3};

/// Whether an edge of one comes from one side of the other to its other side, within it or through
/// its rim. Facets that touch, and such as lie in one plane, do not cross.
pub(super) fn cross(a: &Triangle, b: &Triangle) -> bool {
    let pierce = |edges: &Triangle, through: &Triangle| {
        (0..3).any(|i| pierces(&edges[i], &edges[(i + 1) % 3], through))
    };
    Aabb::around(*a).meets(&Aabb::around(*b)) && (pierce(a, b) || pierce(b, a))
}

fn pierces(p: &Vec3, q: &Vec3, [a, b, c]: &Triangle) -> bool {
    if side(a, b, c, p) * side(a, b, c, q) >= 0.0 {
        return false;
    }
    let around = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
    around.iter().all(|side| *side >= 0.0) || around.iter().all(|side| *side <= 0.0)
}

/// The sign of the volume between four points, exact.
fn side(a: &Vec3, b: &Vec3, c: &Vec3, d: &Vec3) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|v| Coord3D { x: v.x, y: v.y, z: v.z });
    match orient3d(a, b, c, d) {
        0.0 => 0.0,
        volume => volume.signum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facets_cross_where_one_comes_through_the_other() {
        let at = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
        let floor = [at(0.0, 0.0, 0.0), at(4.0, 0.0, 0.0), at(0.0, 4.0, 0.0)];
        let upright = |x: f64, low: f64| [at(x, 1.0, low), at(x, 2.0, low), at(x, 1.0, 3.0)];
        assert!(cross(&floor, &upright(1.0, -1.0)) && cross(&upright(1.0, -1.0), &floor));
        // Above it, on it, beside it, in its plane.
        for other in [upright(1.0, 0.5), upright(1.0, 0.0), upright(5.0, -1.0), floor] {
            assert!(!cross(&floor, &other) && !cross(&other, &floor), "{other:?}");
        }
        // Through its rim.
        let rim = [at(2.0, 2.0, -1.0), at(2.0, 2.0, 1.0), at(9.0, 9.0, 0.0)];
        assert!(cross(&floor, &rim));
    }
}
