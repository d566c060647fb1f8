//! Random facets around a moving tool, most of them barely touched.

use gouge::geom::{Triangle, Vec3};
use gouge::mesh::Mesh;

use crate::climb::{Peak, deepest};
use crate::path::Path;
use crate::random::Random;
use crate::tools::Tool;

pub fn mesh_of(facets: &[Triangle]) -> Mesh {
    Mesh {
        vertices: facets.iter().flatten().copied().collect(),
        triangles: (0..facets.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
    }
}

/// A point near the surface of the tool standing at the origin.
fn near_surface(tool: &Tool, random: &mut Random) -> Vec3 {
    let height = tool.height.unwrap_or(3.0 * tool.size);
    let mut x = random.vector(tool.size);
    x.z = random.between(-0.1, 1.1) * height;
    for _ in 0..3 {
        let (depth, slope) = tool.solid.depth(&x);
        x -= slope * depth;
    }
    x
}

/// Facets with a corner, an edge or an inner point where the tool's surface passes.
pub fn soup(tool: &Tool, count: usize, random: &mut Random) -> Vec<Triangle> {
    (0..count)
        .map(|_| {
            let anchor = near_surface(tool, random) + random.vector(0.05 * tool.size);
            let size = tool.size * [0.02, 0.3, 1.0, 4.0][random.below(4)];
            let mut corners = [0; 3].map(|_| random.vector(size));
            match random.below(8) {
                // A sliver, a needle, a point, an axis-parallel plane.
                0 => {
                    corners[2] = corners[1] * random.between(0.0, 1.0) + random.vector(1e-7 * size)
                }
                1 => corners[2] = corners[1] + random.vector(1e-6 * size),
                2 if random.chance(0.1) => corners = [corners[0]; 3],
                3 | 4 => {
                    let axis = random.below(3);
                    corners.iter_mut().for_each(|c| c[axis] = 0.0);
                }
                _ => {}
            }
            let (a, b) = match random.below(3) {
                0 => (0.0, 0.0),
                1 => (random.between(0.0, 1.0), 0.0),
                _ => (random.between(0.0, 0.5), random.between(0.0, 0.5)),
            };
            let [p, q, r] = corners;
            let base = anchor - (p + (q - p) * a + (r - p) * b);
            corners.map(|c| base + c)
        })
        .collect()
}

/// The path moved so that its deepest contact is about `target` deep, and that contact.
pub fn aim(
    tool: &Tool,
    path: Path,
    facets: &[Triangle],
    target: f64,
    random: &mut Random,
) -> (Path, Peak) {
    let mut path = path;
    let mut peak = truth(tool, &path, facets, random);
    for _ in 0..4 {
        if (peak.depth - target).abs() < 1e-9 {
            break;
        }
        let moved = path.shifted(&(peak.slope * (peak.depth - target)));
        let next = truth(tool, &moved, facets, random);
        if (next.depth - target).abs() >= (peak.depth - target).abs() {
            break;
        }
        (path, peak) = (moved, next);
    }
    (path, peak)
}

/// The deepest contact over all ways of a motion; its `t` counts along the motion.
pub fn truth(tool: &Tool, path: &Path, facets: &[Triangle], random: &mut Random) -> Peak {
    let mut best: Option<Peak> = None;
    for (way, [t0, t1]) in path.ways() {
        let mut peak = deepest(tool, &way, facets, random);
        peak.t = t0 + peak.t * (t1 - t0);
        if best.is_none_or(|b| peak.depth > b.depth) {
            best = Some(peak);
        }
    }
    best.unwrap()
}
