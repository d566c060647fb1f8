//! The calibration algorithm of the 1995 source: all pairs, except for what lies outside the other
//! object's box.

use super::{Contacts, touch};
use gouge_mesh::geom::{Aabb, Triangle};
use gouge_mesh::mesh::Mesh;

/// Hands every touching pair to `contact` until it says no more; returns how many pairs were
/// tested. Without `prefilter`, all of them.
pub fn simple(
    contacts: &Contacts,
    prefilter: bool,
    mut contact: impl FnMut(u32, u32) -> bool,
) -> u64 {
    let Contacts { a, b, pose } = *contacts;
    let fixed: Vec<Triangle> = all(a);
    let moved: Vec<Triangle> = all(b).iter().map(|t| pose.triangle(t)).collect();
    let (box_a, box_b) = (around(&fixed), around(&moved));
    let keep = |triangles: &[Triangle], other: &Aabb| -> Vec<u32> {
        (0..triangles.len() as u32)
            .filter(|&i| !prefilter || overlap(&Aabb::around(triangles[i as usize]), other))
            .collect()
    };
    let (near_b, near_a) = (keep(&moved, &box_a), keep(&fixed, &box_b));
    let mut tested = 0;
    for &j in &near_b {
        for &i in &near_a {
            tested += 1;
            if touch(&fixed[i as usize], &moved[j as usize]) && !contact(i, j) {
                return tested;
            }
        }
    }
    tested
}

fn all(mesh: &Mesh) -> Vec<Triangle> {
    (0..mesh.triangles.len()).map(|i| mesh.triangle(i)).collect()
}

fn around(triangles: &[Triangle]) -> Aabb {
    Aabb::around(triangles.iter().flatten().copied())
}

pub(super) fn overlap(a: &Aabb, b: &Aabb) -> bool {
    (0..3).all(|i| a.lo[i] <= b.hi[i] && b.lo[i] <= a.hi[i])
}
