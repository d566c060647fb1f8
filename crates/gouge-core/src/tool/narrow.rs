//! A body of revolution offset inwards from where it is widest.

use super::clip::{Half, closed, is_capped, opened};
use super::convex::Convex;
use super::edge::{Edge, Meridian};

/// What of a convex body is nearer to the axis than its widest place by `by` mm or more, raised by
/// `up` mm; none where that is next to nothing.
///
/// A point of the body that is farther out has one of the rest straight in, no farther than `by`:
/// the body holds all of a level way to the axis, unless it is dimpled. So no point of it is
/// farther from what is left than `by`, and hypot(by, up) once that is raised, but for ends that
/// are cut off nearer than `PROFILE_JOIN_MM`.
pub(super) fn narrowed(body: &Convex, by: f64, up: f64) -> Option<Convex> {
    let widest = body.meridian_support([1.0, 0.0]);
    let half = Half { normal: [1.0, 0.0], offset: widest - by };
    let able = half.offset > 0.0 && !body.is_dimpled();
    let left = able.then(|| half.clip(&closed(body.edges())))?;
    let raised = |[r, z]: Meridian| [r, z + up];
    let edges: Vec<Edge> = opened(&left)?.into_iter().map(|edge| edge.map(raised)).collect();
    (!body.is_open() || is_capped(&edges)).then(|| Convex::new(edges, body.is_open()))
}

#[cfg(test)]
mod tests {
    use super::super::profile_file::read;
    use super::super::{Piece, Polyhedron, Solid, Spec};
    use crate::tolerance::PROFILE_JOIN_MM;
    use gouge_mesh::geom::Vec3;
    use gouge_mesh::mesh::Mesh;
    use gouge_random::Random;

    #[test]
    fn no_point_is_farther_from_what_is_narrower_than_it_is_drawn_in() {
        let mut random = Random::new(2711);
        let mut told = 0;
        for text in [
            "flat:10",
            "flat:10;len=12",
            "bull:12,2",
            "ball:6",
            "drill:10,118",
            "drill:10,90;len=20",
            "taper:0.5,10,8",
            "chamfer:2,45,12",
        ] {
            let tool = Spec::parse(text, "".as_ref()).unwrap().build(40.0);
            let Piece::Solid(Solid::Round(body)) = &tool.components[0].pieces[0] else { panic!() };
            for _ in 0..40 {
                let (by, up) = (random.between(0.001, 1.0), random.between(0.0, 0.1));
                let narrow = super::narrowed(body, by, up).unwrap();
                assert_eq!(narrow.is_open(), body.is_open());
                let far = f64::hypot(by, up) + 4.0 * PROFILE_JOIN_MM;
                for _ in 0..200 {
                    let x = Vec3::new(random.between(0.0, 6.5), 0.0, random.between(-1.0, 21.0));
                    let depth = narrow.depth(&x).depth;
                    // Beside the end of a column without one depth is not measured to that.
                    if body.depth(&x).depth >= 0.0 {
                        assert!(depth >= -far, "{text} {by} {up} {x:?}: {depth}");
                        told += 1;
                    }
                    let before = x - Vec3::z() * up;
                    let inside =
                        body.depth(&before).depth.min(body.meridian_support([1.0, 0.0]) - by - x.x);
                    assert!(depth <= inside.max(0.0) + 1e-7, "{text} {by} {up} {x:?}: {depth}");
                }
            }
        }
        assert!(told > 20_000, "{told}");
    }

    /// A level way to the axis leaves a body that is hollow at its tip, and what is left of it is
    /// not convex.
    #[test]
    fn a_dimpled_body_is_not_drawn_in() {
        for (text, convex) in [
            ("start 0 0\narc 3 0 1.6\nline 3 30", false),
            ("start 0 0\narc 3 3 3\nline 3 30", true),
        ] {
            let piece = Piece::turned(&read(text, 1.0).unwrap(), false);
            let [solid] = piece.solids().unwrap() else { panic!("{text}") };
            assert_eq!(solid.is_convex(), convex, "{text}");
            assert_eq!(solid.narrowed(0.1, 0.0).is_some(), convex, "{text}");
        }
    }

    #[test]
    fn no_point_is_farther_from_a_mesh_that_is_narrower_than_it_is_drawn_in() {
        let mut random = Random::new(2712);
        for sides in [3u32, 4, 7, 64] {
            let mut mesh = Mesh::default();
            for k in 0..sides {
                let (sin, cos) =
                    (f64::from(k) * std::f64::consts::TAU / f64::from(sides)).sin_cos();
                let ends = [(3.0, 0.0), (5.0, 2.0), (4.0, 9.0)];
                mesh.vertices.extend(ends.map(|(r, z)| Vec3::new(r * cos + 1.0, r * sin, z)));
            }
            for k in 0..sides {
                let at = |k: u32, i: u32| 3 * (k % sides) + i;
                for i in 0..2 {
                    let [a, b, c, d] = [at(k, i), at(k + 1, i), at(k + 1, i + 1), at(k, i + 1)];
                    mesh.triangles.extend([[a, b, c], [a, c, d]]);
                }
                if 0 < k && k + 1 < sides {
                    let [low, high] = [0, 2].map(|i| [at(0, i), at(k, i), at(k + 1, i)]);
                    mesh.triangles.extend([[low[0], low[2], low[1]], high]);
                }
            }
            let body = Solid::Faceted(Polyhedron::new(&mesh).unwrap());
            for _ in 0..40 {
                let (by, up) = (random.between(0.001, 2.0), random.between(0.0, 0.1));
                let narrow = body.narrowed(by, up).unwrap();
                let mut moved = 0.0f64;
                for v in &mesh.vertices {
                    let depth = narrow.depth(v).depth;
                    assert!(depth >= -f64::hypot(by, up) - 1e-9, "{sides} {by} {up}: {depth}");
                    moved = moved.max(-depth);
                }
                assert!(moved > 0.2 * by, "{sides} {by} {up}: {moved}");
            }
            assert!(body.narrowed(6.0, 0.0).is_none());
        }
    }

    #[test]
    fn nothing_is_left_of_what_is_no_wider() {
        let tool = Spec::parse("flat:10", "".as_ref()).unwrap().build(40.0);
        let Piece::Solid(Solid::Round(body)) = &tool.components[0].pieces[0] else { panic!() };
        assert!(super::narrowed(body, 5.0, 0.0).is_none());
        assert!(super::narrowed(body, 4.999, 0.0).is_some());
    }
}
