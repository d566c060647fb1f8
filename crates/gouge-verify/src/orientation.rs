//! The side of a surface that a point lies on, from the facets about its foot alone.
//!
//! The angle-weighted pseudonormal of the facets at the nearest point of a surface gives the side
//! wherever that point lies: in a facet, on an edge, in a corner (Bærentzen and Aanæs, Signed
//! distance computation using the angle weighted pseudonormal, 2005). That requires a surface that
//! is one fan about the point, each edge shared by two facets that run along it in opposite
//! directions.

use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

use crate::tolerance::{FLOAT_MM, FLOAT_SHARE};
use gouge_mesh::disjoint::DisjointSets;
use gouge_mesh::geom::{Vec3, closest_on_segment, unit_normal};
use gouge_mesh::mesh::{Mesh, Side};

/// Nearer than this a point lies on a facet, mm.
pub(super) fn near_mm(foot: &Vec3) -> f64 {
    FLOAT_MM.max(4.0 * FLOAT_SHARE * foot.amax())
}

/// The side of `x` whose nearest point of the surface is `foot`, a point of all `facets`.
pub(super) fn side(mesh: &Mesh, facets: &[u32], foot: &Vec3, x: &Vec3) -> Side {
    let near = near_mm(foot);
    let mut normal = Vec3::zeros();
    let mut edges: HashMap<[u32; 2], [usize; 2]> = HashMap::new();
    let fans = DisjointSets::new(facets.len());
    let mut first: HashMap<[u32; 2], usize> = HashMap::new();
    let mut whole = 0;
    for (number, &facet) in facets.iter().enumerate() {
        let corners = mesh.triangles[facet as usize];
        let points = mesh.triangle(facet as usize);
        let mut angle = TAU;
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let on_edge = closest_on_segment(foot, &points[i], &points[j]);
            if (on_edge - foot).norm() > near {
                continue;
            }
            angle = angle.min(PI);
            let forward = corners[i] < corners[j];
            let key = [corners[i].min(corners[j]), corners[i].max(corners[j])];
            edges.entry(key).or_default()[usize::from(forward)] += 1;
            fans.join(*first.entry(key).or_insert(number), number);
            if (points[i] - foot).norm() <= near {
                let (a, b) = (points[j] - points[i], points[k] - points[i]);
                angle = a.cross(&b).norm().atan2(a.dot(&b));
            } else if (points[j] - foot).norm() <= near {
                let (a, b) = (points[k] - points[j], points[i] - points[j]);
                angle = a.cross(&b).norm().atan2(a.dot(&b));
            }
        }
        whole += usize::from(angle == TAU);
        normal += unit_normal(&points) * angle;
    }
    // A facet that holds the foot in its middle has to be the only one.
    let alone = whole == 0 || facets.len() == 1;
    let one = (0..facets.len()).all(|number| fans.root(number) == 0);
    if facets.is_empty() || !alone || !one || edges.values().any(|uses| *uses != [1, 1]) {
        return Side::Undetermined;
    }
    let height = normal.dot(&(x - foot));
    if height > 0.0 {
        Side::Outside
    } else if height < 0.0 {
        Side::Inside
    } else {
        Side::Undetermined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square sheet of two facets in z = 0, seen from above counter-clockwise.
    fn sheet() -> Mesh {
        let corner = |x: f64, y: f64| Vec3::new(x, y, 0.0);
        Mesh {
            vertices: vec![corner(0.0, 0.0), corner(4.0, 0.0), corner(4.0, 4.0), corner(0.0, 4.0)],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        }
    }

    #[test]
    fn a_sheet_tells_its_sides_but_not_at_its_rim() {
        let mesh = sheet();
        let at = |facets: &[u32], foot: [f64; 2], z: f64| {
            let foot = Vec3::new(foot[0], foot[1], 0.0);
            side(&mesh, facets, &foot, &(foot + Vec3::new(0.0, 0.0, z)))
        };
        assert_eq!(at(&[0], [3.0, 1.0], 0.5), Side::Outside);
        assert_eq!(at(&[0], [3.0, 1.0], -0.5), Side::Inside);
        assert_eq!(at(&[0, 1], [2.0, 2.0], -0.5), Side::Inside);
        assert_eq!(at(&[0], [2.0, 0.0], -0.5), Side::Undetermined);
        assert_eq!(at(&[0, 1], [0.0, 0.0], -0.5), Side::Undetermined);
    }

    #[test]
    fn facets_that_disagree_or_double_tell_nothing() {
        let mut mesh = sheet();
        mesh.triangles[1] = [0, 3, 2];
        let below = Vec3::new(2.0, 2.0, -1.0);
        let foot = Vec3::new(2.0, 2.0, 0.0);
        assert_eq!(side(&mesh, &[0, 1], &foot, &below), Side::Undetermined);
        mesh.triangles[1] = [0, 1, 2];
        let foot = Vec3::new(3.0, 1.0, 0.0);
        assert_eq!(side(&mesh, &[0, 1], &foot, &Vec3::new(3.0, 1.0, -1.0)), Side::Undetermined);
    }

    /// The sum of the normals of both was asked, and told a side that one of them denies.
    #[test]
    fn fans_that_touch_at_their_tips_tell_nothing() {
        let spike = |turn: fn(Vec3) -> Vec3| {
            let ring = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            ring.map(|[x, y]| turn(Vec3::new(x, y, -3.0)))
        };
        let vertices = [vec![Vec3::zeros()], spike(|v| v).to_vec(), {
            spike(|v| Vec3::new(-v.z, v.y, v.x)).to_vec()
        }];
        let about = |first: u32| (0..4).map(move |i| [0, first + i, first + (i + 1) % 4]);
        let back = |[a, b, c]: [u32; 3]| [a, c, b];
        let triangles = about(1).chain(about(5).map(back)).collect();
        let mesh = Mesh { vertices: vertices.concat(), triangles };
        let (foot, beside) = (Vec3::zeros(), Vec3::new(-1.0, 0.0, 1.0));
        let at = |facets: &[u32]| side(&mesh, facets, &foot, &beside);
        assert_eq!(at(&[0, 1, 2, 3]), Side::Outside);
        assert_ne!(at(&[4, 5, 6, 7]), Side::Undetermined);
        assert_eq!(at(&[0, 1, 2, 3, 4, 5, 6, 7]), Side::Undetermined);
    }
}
