//! Bodies of one mesh tool that touch or overlap have faces with material on both sides.

use gouge_core::tool::{NonconvexMesh, Piece};
use gouge_mesh::geom::Vec3;
use gouge_mesh::mesh::{Mesh, defects};

/// A box; `outwards` or as a cavity.
fn brick(lo: [f64; 3], hi: [f64; 3], outwards: bool) -> Mesh {
    let corner =
        |k: usize| Vec3::from_fn(|axis, _| if k >> axis & 1 == 0 { lo[axis] } else { hi[axis] });
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let turn = |[a, b, c]: [u32; 3]| if outwards { [a, b, c] } else { [a, c, b] };
    let facets = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(turn);
    Mesh { vertices: (0..8).map(corner).collect(), triangles: facets.collect() }
}

/// All of them as one mesh, corners in common welded.
fn together(parts: &[Mesh]) -> Mesh {
    let mut all = Mesh::default();
    for part in parts {
        let at: Vec<u32> = part
            .vertices
            .iter()
            .map(|v| {
                let known = all.vertices.iter().position(|own| own == v);
                known.unwrap_or_else(|| {
                    all.vertices.push(*v);
                    all.vertices.len() - 1
                }) as u32
            })
            .collect();
        all.triangles.extend(part.triangles.iter().map(|t| t.map(|v| at[v as usize])));
    }
    all
}

fn meet(parts: &[Mesh]) -> bool {
    let mesh = together(parts);
    let shells = defects::examine(&mesh).shells;
    Piece::Nonconvex(NonconvexMesh::new(mesh, shells).unwrap()).fills()
}

const LARGE: [[f64; 3]; 2] = [[0.0, 0.0, 0.0], [10.0, 10.0, 10.0]];

/// A clean verdict rested on depths to faces inside the tool, and nothing said so.
#[test]
fn bodies_of_a_mesh_tool_that_meet_are_told() {
    let large = || brick(LARGE[0], LARGE[1], true);
    let with = |lo, hi, outwards| meet(&[large(), brick(lo, hi, outwards)]);
    // Side by side, flush or nearly so; one through the other; one in the other; twice the same.
    assert!(with([10.0, 2.0, 2.0], [14.0, 8.0, 8.0], true));
    assert!(with([10.0, 0.0, 0.0], [14.0, 10.0, 10.0], true), "a face in common");
    assert!(with([10.0005, 2.0, 2.0], [14.0, 8.0, 8.0], true));
    assert!(with([-2.0, 4.0, 4.0], [12.0, 6.0, 6.0], true));
    assert!(with([4.0, 4.0, 4.0], [6.0, 6.0, 6.0], true));
    // Apart, or a cavity.
    assert!(!with([11.0, 2.0, 2.0], [14.0, 8.0, 8.0], true));
    assert!(!with([4.0, 4.0, 4.0], [6.0, 6.0, 6.0], false));
    // A body in a cavity.
    let cavity = brick([2.0, 2.0, 2.0], [8.0, 8.0, 8.0], false);
    assert!(!meet(&[large(), cavity, brick([4.0, 4.0, 4.0], [6.0, 6.0, 6.0], true)]));
}
