//! Small meshes whose depths are known by hand.
#![allow(dead_code, reason = "every test crate uses its own share of these")]

use gouge::geom::Vec3;
use gouge::mesh::{Mesh, defects};

/// Corner points of a facet, mm.
pub type Facet = [[f64; 3]; 3];

/// The twelve facets of a closed box, outwards.
pub fn box_facets(lo: [f64; 3], hi: [f64; 3]) -> Vec<Facet> {
    let corner = |i: usize| std::array::from_fn(|k| if i >> k & 1 == 1 { hi[k] } else { lo[k] });
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(|t| t.map(corner)).collect()
}

/// A closed box, facets outwards.
pub fn block(lo: [f64; 3], hi: [f64; 3]) -> Mesh {
    welded(&box_facets(lo, hi))
}

/// Facets as one mesh, corners in common welded.
pub fn welded(facets: &[Facet]) -> Mesh {
    let mut mesh = Mesh::default();
    for facet in facets {
        let corners = facet.map(|p| {
            let p = Vec3::from(p);
            let known = mesh.vertices.iter().position(|v| *v == p);
            known.unwrap_or_else(|| {
                mesh.vertices.push(p);
                mesh.vertices.len() - 1
            }) as u32
        });
        mesh.triangles.push(corners);
    }
    mesh
}

/// Two meshes as one, corners in common welded.
pub fn joined(a: &Mesh, b: &Mesh) -> Mesh {
    let facets = |mesh: &Mesh| -> Vec<Facet> {
        mesh.triangles.iter().map(|t| t.map(|v| mesh.vertices[v as usize].into())).collect()
    };
    welded(&[facets(a), facets(b)].concat())
}

/// A prism along Y over a polygon (x, z), counter-clockwise seen from -Y, cut into triangles by
/// `caps`, facets outwards.
pub fn prism(outline: &[[f64; 2]], caps: &[[usize; 3]], y: [f64; 2]) -> Mesh {
    let n = outline.len();
    let vertices =
        (0..2 * n).map(|i| Vec3::new(outline[i % n][0], y[i / n], outline[i % n][1])).collect();
    let mut triangles = Vec::new();
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.push([i, n + j, j]);
        triangles.push([i, n + i, n + j]);
    }
    for &[a, b, c] in caps {
        triangles.push([a, b, c]);
        triangles.push([n + a, n + c, n + b]);
    }
    let mesh =
        Mesh { vertices, triangles: triangles.into_iter().map(|t| t.map(|v| v as u32)).collect() };
    let report = defects::examine(&mesh);
    assert!(report.closed && !report.inverted);
    mesh
}
