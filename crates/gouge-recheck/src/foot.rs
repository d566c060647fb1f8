//! The nearest points of triangles and segments.

use gouge_mesh::geom::{Triangle, Vec3};

/// Distance from `p` to a triangle, mm.
pub(crate) fn distance(p: &Vec3, t: &Triangle) -> f64 {
    (foot(p, t) - p).norm()
}

/// The point of a triangle that is nearest to `p`.
pub(crate) fn foot(p: &Vec3, t: &Triangle) -> Vec3 {
    let normal = (t[1] - t[0]).cross(&(t[2] - t[0]));
    if let Some(normal) = normal.try_normalize(0.0) {
        let over = |i: usize| (t[(i + 1) % 3] - t[i]).cross(&(p - t[i])).dot(&normal) >= 0.0;
        if (0..3).all(over) {
            let foot = p - normal * normal.dot(&(p - t[0]));
            // Along a needle the normal is rough.
            let edge = nearest_of_edges(p, t);
            return if (foot - p).norm() <= (edge - p).norm() { foot } else { edge };
        }
    }
    nearest_of_edges(p, t)
}

fn nearest_of_edges(p: &Vec3, t: &Triangle) -> Vec3 {
    let feet = (0..3).map(|i| on_segment(p, &t[i], &t[(i + 1) % 3]));
    let nearer = |a: Vec3, b: Vec3| if (b - p).norm() < (a - p).norm() { b } else { a };
    feet.fold(t[0], nearer)
}

/// Distance from `p` to a segment, mm.
pub(crate) fn to_segment(p: &Vec3, a: &Vec3, b: &Vec3) -> f64 {
    (on_segment(p, a, b) - p).norm()
}

fn on_segment(p: &Vec3, a: &Vec3, b: &Vec3) -> Vec3 {
    let along = b - a;
    let length2 = along.norm_squared();
    let s = if length2 > 0.0 { ((p - a).dot(&along) / length2).clamp(0.0, 1.0) } else { 0.0 };
    a + along * s
}

#[cfg(test)]
mod tests {
    use super::foot;
    use crate::tolerance::FOOT_SHARE;
    use gouge_mesh::geom::closest_on_triangle;
    use gouge_random::Random;

    /// The point nearest to a witness, on a facet 2 m long and less than a millimetre wide, was
    /// 3e-8 mm from where it is sought here, and a fresh report did not hold.
    #[test]
    fn along_a_sliver_the_nearest_point_is_told_to_a_share_of_its_coordinates() {
        let mut random = Random::new(6);
        let mut rough = 0;
        for _ in 0..20_000 {
            let at = random.vector(2_500.0);
            let along = random.direction() * random.between(500.0, 2_500.0);
            let across = along.cross(&random.direction()).normalize() * random.between(0.3, 2.0);
            let corners = [at, at + along, at + along * random.between(-0.2, 1.2) + across];
            let facet = corners.map(|c| c.map(|v| f64::from(v as f32)));
            let on = facet[0] + (facet[1] - facet[0]) * 0.6 + (facet[2] - facet[0]) * 0.2;
            let p = on + across.cross(&along).normalize() * random.between(0.01, 30.0);
            let aside = (closest_on_triangle(&p, &facet) - foot(&p, &facet)).norm();
            let most = facet.iter().fold(0.0, |most: f64, c| c.amax().max(most));
            assert!(aside <= FOOT_SHARE * most, "{aside} {facet:?} {p:?}");
            rough += u32::from(aside > 2.5e-8);
        }
        assert!(rough > 0);
    }
}
