//! Meshes for the experiments: surfaces of revolution, tori, the sources' tools.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::Mesh;

/// A closed surface about the z axis: a pole, rings `(radius, z)` from below, a pole. With
/// `sides` sides it has `2 * sides * rings` triangles.
pub fn revolve(bottom: f64, rings: &[(f64, f64)], top: f64, sides: usize) -> Mesh {
    let mut mesh = Mesh::default();
    mesh.vertices.push(Vec3::new(0.0, 0.0, bottom));
    for (radius, z) in rings {
        for k in 0..sides {
            let angle = TAU * k as f64 / sides as f64;
            mesh.vertices.push(Vec3::new(radius * angle.cos(), radius * angle.sin(), *z));
        }
    }
    mesh.vertices.push(Vec3::new(0.0, 0.0, top));
    let at = |ring: usize, k: usize| (1 + ring * sides + k % sides) as u32;
    let pole = mesh.vertices.len() as u32 - 1;
    for k in 0..sides {
        mesh.triangles.push([0, at(0, k + 1), at(0, k)]);
        for ring in 1..rings.len() {
            let (a, b, c, d) = (at(ring - 1, k), at(ring - 1, k + 1), at(ring, k + 1), at(ring, k));
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
        let last = rings.len() - 1;
        mesh.triangles.push([at(last, k), at(last, k + 1), pole]);
    }
    mesh
}

/// A ball about the origin.
pub fn ball(radius: f64, sides: usize, rings: usize) -> Mesh {
    let rings: Vec<(f64, f64)> = (1..=rings)
        .map(|i| {
            let angle = PI * i as f64 / (rings + 1) as f64 - FRAC_PI_2;
            (radius * angle.cos(), radius * angle.sin())
        })
        .collect();
    revolve(-radius, &rings, radius, sides)
}

/// The source's ball of 1,680 triangles, tip at the origin.
pub fn ball_tool(radius: f64) -> Mesh {
    raised(ball(radius, 40, 21), radius)
}

/// The lower half of that ball under a waist of half its width, as high and of as many triangles.
pub fn waisted_tool(radius: f64) -> Mesh {
    let rings: Vec<(f64, f64)> = (1..=21)
        .map(|i| {
            let angle = PI * f64::from(i) / 22.0 - FRAC_PI_2;
            let wide = if angle <= 0.0 { angle.cos() } else { 0.75 + 0.25 * (4.0 * angle).cos() };
            (radius * wide, radius + radius * angle.sin())
        })
        .collect();
    revolve(0.0, &rings, 2.0 * radius, 40)
}

/// The source's flat tool with rounded corners, 1,148 triangles, as wide and high as a ball
/// of `radius`, tip at the origin.
pub fn rounded_tool(radius: f64) -> Mesh {
    let corner = radius / 4.0;
    let mut rings: Vec<(f64, f64)> = (0..=8)
        .map(|i| {
            let angle = FRAC_PI_2 * f64::from(i) / 8.0;
            (radius - corner + corner * angle.sin(), corner - corner * angle.cos())
        })
        .collect();
    let height = 2.0 * radius - corner;
    rings.extend((1..=5).map(|i| (radius, corner + height * f64::from(i) / 5.0)));
    revolve(0.0, &rings, 2.0 * radius, 41)
}

/// The source's cone with rounded tip, 1,230 triangles, tip at the origin.
pub fn cone_tool(radius: f64) -> Mesh {
    let tip = radius / 4.0;
    let mut rings: Vec<(f64, f64)> = (1..=6)
        .map(|i| {
            let angle = FRAC_PI_2 * f64::from(i) / 9.0;
            (tip * angle.sin(), tip - tip * angle.cos())
        })
        .collect();
    let (r, z) = rings[5];
    rings.extend((1..=9).map(|i| {
        let t = f64::from(i) / 9.0;
        (r + (radius - r) * t, z + (2.0 * radius - z) * t)
    }));
    revolve(0.0, &rings, 2.0 * radius, 41)
}

/// A torus about the z axis.
pub fn torus(radius: f64, tube: f64, around: usize, across: usize) -> Mesh {
    let mut mesh = Mesh::default();
    for i in 0..around {
        let (s, c) = (TAU * i as f64 / around as f64).sin_cos();
        for j in 0..across {
            let (v, u) = (TAU * j as f64 / across as f64).sin_cos();
            let out = radius + tube * u;
            mesh.vertices.push(Vec3::new(out * c, out * s, tube * v));
        }
    }
    let at = |i: usize, j: usize| ((i % around) * across + j % across) as u32;
    for i in 0..around {
        for j in 0..across {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// Tubes that wind past each other on a jittered lattice, `count` of them.
pub fn pipes(count: usize, along: usize, across: usize) -> Mesh {
    let mut mesh = Mesh::default();
    for n in 0..count {
        let (row, column) = (n % 3, n / 3);
        let first = mesh.vertices.len() as u32;
        for i in 0..=along {
            let t = i as f64 / along as f64;
            let bend = (TAU * (t * 1.5 + n as f64 * 0.37)).sin_cos();
            let middle = Vec3::new(
                2.0 * t - 1.0,
                row as f64 * 0.5 - 0.5 + 0.2 * bend.0,
                column as f64 * 0.25 - 0.5 + 0.2 * bend.1,
            );
            for j in 0..across {
                let (s, c) = (TAU * j as f64 / across as f64).sin_cos();
                let around = Vec3::new(0.0, 0.05 * c, 0.05 * s);
                mesh.vertices.push(
                    nalgebra::Rotation3::new(Vec3::z() * (n % 3) as f64 * FRAC_PI_2)
                        * (middle + around),
                );
            }
        }
        let at = |i: usize, j: usize| first + (i * across + j % across) as u32;
        for i in 0..along {
            for j in 0..across {
                let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    mesh
}

/// `mesh` moved up.
pub fn raised(mut mesh: Mesh, by: f64) -> Mesh {
    mesh.vertices.iter_mut().for_each(|v| v.z += by);
    mesh
}

/// `mesh` scaled evenly about its middle into a cube of side 2 about the origin.
pub fn fitted(mut mesh: Mesh) -> Mesh {
    let bounds = mesh.bounds();
    let (middle, scale) = ((bounds.lo + bounds.hi) / 2.0, 2.0 / bounds.size().max());
    mesh.vertices.iter_mut().for_each(|v| *v = (*v - middle) * scale);
    mesh
}

/// `mesh` fitted into a cube of side `2 * size` about the origin.
pub fn scaled(mesh: &Mesh, size: f64) -> Mesh {
    let mut mesh = fitted(mesh.clone());
    mesh.vertices.iter_mut().for_each(|v| *v *= size);
    mesh
}

/// `mesh` with its most drawn-out triangles, `share` of them, cut across their longest edges.
pub fn subdivided(mesh: &Mesh, share: f64) -> Mesh {
    let length = |t: &[u32; 3], k: usize| {
        (mesh.vertices[t[k] as usize] - mesh.vertices[t[(k + 1) % 3] as usize]).norm()
    };
    let longest = |t: &[u32; 3]| {
        (1..3).fold(0, |best, k| if length(t, k) > length(t, best) { k } else { best })
    };
    let mut order: Vec<usize> = (0..mesh.triangles.len()).collect();
    let key = |&i: &usize| length(&mesh.triangles[i], longest(&mesh.triangles[i]));
    order.sort_by(|a, b| key(b).total_cmp(&key(a)));
    let mut cut = mesh.clone();
    for &i in order.iter().take((share * order.len() as f64) as usize) {
        let t = mesh.triangles[i];
        let k = longest(&t);
        let [a, b, c] = [t[k], t[(k + 1) % 3], t[(k + 2) % 3]];
        let middle = cut.vertices.len() as u32;
        cut.vertices.push((mesh.vertices[a as usize] + mesh.vertices[b as usize]) / 2.0);
        cut.triangles[i] = [a, middle, c];
        cut.triangles.push([middle, b, c]);
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_have_the_sources_counts_and_equal_tips() {
        let all = [
            (ball_tool(10.0), 1680),
            (waisted_tool(10.0), 1680),
            (rounded_tool(10.0), 1148),
            (cone_tool(10.0), 1230),
        ];
        for (tool, count) in all {
            assert_eq!(tool.triangles.len(), count);
            let bounds = tool.bounds();
            assert!(bounds.lo.z.abs() < 1e-12 && (bounds.hi.z - 20.0).abs() < 1e-9);
        }
    }
}
