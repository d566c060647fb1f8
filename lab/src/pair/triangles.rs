//! Whether two triangles touch: separating axes, in `f64`.

use gouge_core::tolerance::PRUNE_PAD;
use gouge_mesh::geom::{Triangle, Vec3};

/// Whether two closed triangles have a point in common, up to a share of [`PRUNE_PAD`] of
/// their distance and size: touching counts.
pub fn touch(a: &Triangle, b: &Triangle) -> bool {
    let origin = a[0];
    let (p, q) = (a.map(|x| x - origin), b.map(|x| x - origin));
    let scale = p.iter().chain(&q).fold(0.0_f64, |m, x| m.max(x.amax()));
    let edges = |t: &Triangle| [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let (ep, eq) = (edges(&p), edges(&q));
    let (np, nq) = (ep[0].cross(&ep[1]), eq[0].cross(&eq[1]));
    // Coplanar and edge-on pairs are told apart only in the planes of the triangles.
    let in_plane = |n: Vec3, e: [Vec3; 3]| e.map(|e| n.cross(&e));
    let crossed = ep.map(|u| eq.map(|v| u.cross(&v)));
    [np, nq]
        .into_iter()
        .chain(crossed.into_iter().flatten())
        .chain(in_plane(np, ep))
        .chain(in_plane(nq, eq))
        .chain([Vec3::x(), Vec3::y(), Vec3::z()])
        .all(|axis| !apart(&p, &q, &axis, scale))
}

fn apart(p: &Triangle, q: &Triangle, axis: &Vec3, scale: f64) -> bool {
    let span = |t: &Triangle| {
        let [x, y, z] = t.map(|v| axis.dot(&v));
        (x.min(y).min(z), x.max(y).max(z))
    };
    let ((p0, p1), (q0, q1)) = (span(p), span(q));
    let gap = (q0 - p1).max(p0 - q1);
    gap > PRUNE_PAD * scale * axis.norm()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64, z: f64) -> Vec3 {
        Vec3::new(x, y, z)
    }

    #[test]
    fn crossing_touching_coplanar_and_apart() {
        let floor = [v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0), v(0.0, 4.0, 0.0)];
        let through = [v(1.0, 1.0, -1.0), v(1.0, 1.0, 1.0), v(2.0, 1.0, 1.0)];
        let on = [v(1.0, 1.0, 0.0), v(1.0, 2.0, 3.0), v(2.0, 1.0, 3.0)];
        let inside = [v(0.5, 0.5, 0.0), v(1.0, 0.5, 0.0), v(0.5, 1.0, 0.0)];
        let beside = [v(3.0, 3.0, 0.0), v(4.0, 3.0, 0.0), v(3.0, 4.0, 0.0)];
        let above = floor.map(|p| p + v(0.0, 0.0, 0.1));
        for (other, touches) in
            [(through, true), (on, true), (inside, true), (beside, false), (above, false)]
        {
            assert_eq!(touch(&floor, &other), touches, "{other:?}");
            assert_eq!(touch(&other, &floor), touches, "{other:?}");
        }
        assert!(touch(&floor, &[v(1.0, 1.0, 0.0); 3]), "a point in the face");
        assert!(!touch(&floor, &[v(3.0, 3.0, 0.0); 3]), "a point beside it");
    }
}
