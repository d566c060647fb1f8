//! Binary STL, written.

use std::io::{self, Write};
use std::path::Path;

use crate::mesh::Mesh;
use crate::output::{OutputError, write_whole};

/// Writes `mesh` as binary STL, mm, whole or not at all. Coordinates are rounded to `f32`.
///
/// # Errors
/// When the file cannot be written.
pub fn write_stl(path: &Path, mesh: &Mesh) -> Result<(), OutputError> {
    let mut bytes = Vec::with_capacity(84 + 50 * mesh.triangles.len());
    let written = write_stl_to(&mut bytes, mesh);
    written.map_err(|cause| OutputError { file: path.to_path_buf(), cause })?;
    write_whole(path, &bytes)
}

/// Writes `mesh` as binary STL, mm, to anything that takes bytes. Normals are those of the
/// rounded corners, zero for triangles without area.
///
/// # Errors
/// When `out` refuses the bytes.
pub fn write_stl_to(out: &mut impl Write, mesh: &Mesh) -> io::Result<()> {
    let triangles = (0..mesh.triangles.len()).map(|index| {
        let corners = mesh.triangle(index).map(|v| [v.x as f32, v.y as f32, v.z as f32]);
        let [a, b, c] = corners.map(|v| crate::geom::Vec3::from(v.map(f64::from)));
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0).unwrap_or_default();
        stl_io::Triangle {
            normal: stl_io::Normal::new([normal.x as f32, normal.y as f32, normal.z as f32]),
            vertices: corners.map(stl_io::Vertex::new),
        }
    });
    stl_io::write_stl(out, triangles)
}
