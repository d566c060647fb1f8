//! A lower bound on the distance between a triangle and the convex hull of a few points.

use super::capsule;
use crate::budget::SLABS;
use crate::tolerance::{FLOAT_MM, NO_DIRECTION_MM};
use gouge_mesh::geom::{Triangle, Vec3, closest_on_triangle};

/// Lower bound of the distance, mm, zero or less where none is found; no better one than `enough`
/// is looked for. `from` is a point of the hull.
///
/// With q the point of the triangle nearest to a point x, the triangle lies on one side of the
/// plane through q across x - q, and the hull no nearer to that plane than the corner that reaches
/// farthest towards it. Where that corner is nearer than x, the next x lies on the way to it:
/// nearest points after Gilbert, 1966, and few of them, since any plane is a bound.
pub(super) fn apart(corners: &[Vec3], from: &Vec3, tri: &Triangle, enough: f64) -> f64 {
    let (mut x, mut found) = (*from, f64::NEG_INFINITY);
    for _ in 0..SLABS {
        let gap = x - closest_on_triangle(&x, tri);
        let Some(normal) = gap.try_normalize(NO_DIRECTION_MM) else { break };
        let wall = tri.iter().map(|v| normal.dot(v)).fold(f64::NEG_INFINITY, f64::max);
        let height = |c: &Vec3| normal.dot(c) - wall;
        let Some(low) = corners.iter().min_by(|a, b| height(a).total_cmp(&height(b))) else {
            break;
        };
        found = found.max(height(low) - FLOAT_MM);
        // Nothing of the hull is farther than its nearest point that is known.
        if found >= enough || gap.norm() < enough || gap.norm() - found <= 2.0 * FLOAT_MM {
            break;
        }
        let way = low - x;
        x += way * capsule::segment_triangle(&x, &way, tri).1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    #[test]
    fn no_point_of_the_hull_is_nearer_than_said() {
        let mut random = Random::new(11);
        let (mut told, mut close) = (0, 0);
        for _ in 0..2_000 {
            let wide = random.between(0.1, 6.0);
            let about = random.vector(8.0);
            let corners: Vec<Vec3> = (0..6).map(|_| about + random.vector(wide)).collect();
            let tri = [(); 3].map(|()| random.vector(6.0));
            let from = corners.iter().sum::<Vec3>() / 6.0;
            let least = apart(&corners, &from, &tri, f64::INFINITY);
            told += usize::from(least > 0.0);
            let mut nearest = f64::INFINITY;
            for _ in 0..200 {
                let shares: [f64; 6] = [(); 6].map(|()| random.between(0.0, 1.0).powi(6));
                let all: f64 = shares.iter().sum();
                let x: Vec3 = corners.iter().zip(shares).map(|(c, s)| c * (s / all)).sum();
                nearest = nearest.min((x - closest_on_triangle(&x, &tri)).norm());
            }
            assert!(least <= nearest, "{least} > {nearest}");
            close += usize::from(least > 0.9 * nearest);
        }
        assert!(told > 1_000 && close > 500, "{told} {close}");
    }
}
