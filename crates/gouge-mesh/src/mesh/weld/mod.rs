//! Welds corners with the same coordinates into one vertex, exactly: no distance is ever called
//! small.

mod chunks;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::error::{Fault, Found};
use super::{Mesh, Units};
use crate::geom::Vec3;

/// Most triangles a mesh may have, so that corners (three a triangle) fit 32-bit indices.
pub(super) const MAX_TRIANGLES: u64 = (u32::MAX / 3) as u64;

/// Collects triangles, giving equal corners one index.
#[derive(Default)]
pub(super) struct Welder {
    mesh: Mesh,
    // Holds indices only; keys are looked up in `mesh.vertices`, which keeps ten million
    // triangles near 40 MB of table.
    table: HashTable<u32>,
}

impl Welder {
    /// Adds a triangle in file order.
    pub fn push(&mut self, corners: [[f64; 3]; 3]) -> Result<(), Fault> {
        if self.mesh.triangles.len() as u64 >= MAX_TRIANGLES {
            return Err(Fault::TooMany(MAX_TRIANGLES));
        }
        let triangle = corners.map(|c| self.corner(c));
        self.mesh.triangles.push(triangle);
        Ok(())
    }

    /// Triangles so far.
    pub fn len(&self) -> usize {
        self.mesh.triangles.len()
    }

    /// The mesh in millimetres.
    pub fn finish(self, units: Units) -> Mesh {
        let Self { mut mesh, table } = self;
        drop(table);
        scale(&mut mesh, units);
        mesh.vertices.shrink_to_fit();
        mesh.triangles.shrink_to_fit();
        mesh
    }

    fn corner(&mut self, point: [f64; 3]) -> u32 {
        // Adding zero turns -0 into 0, so that both weld.
        let key = Vec3::from(point.map(|c| c + 0.0));
        let vertices = &mut self.mesh.vertices;
        let entry = self.table.entry(
            hash(&key),
            |&i| vertices[i as usize] == key,
            |&i| hash(&vertices[i as usize]),
        );
        match entry {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(slot) => {
                let index = vertices.len() as u32;
                vertices.push(key);
                slot.insert(index);
                index
            }
        }
    }
}

/// The mesh in millimetres of `count` triangles whose corners `triangle` reads: as pushing one
/// after the other into a [`Welder`], on all threads.
///
/// # Errors
/// The first that `triangle` meets.
pub(super) fn weld(
    count: usize,
    units: Units,
    triangle: impl Fn(usize) -> Result<[[f32; 3]; 3], Found> + Sync,
) -> Result<Mesh, Found> {
    let (vertices, triangles) = chunks::weld(count, triangle)?;
    let mut mesh = Mesh { vertices, triangles };
    scale(&mut mesh, units);
    Ok(mesh)
}

fn scale(mesh: &mut Mesh, units: Units) {
    if units != Units::Millimetre {
        let scale = units.millimetres();
        for v in &mut mesh.vertices {
            *v *= scale;
        }
    }
}

/// Folded multiplication: coordinates that came from `f32` have 29 zero bits at the low end,
/// which plain multiplicative hashing would pass on to the table's slot bits.
fn hash(p: &Vec3) -> u64 {
    let xy = fold(p.x.to_bits() ^ 0x9E37_79B9_7F4A_7C15, p.y.to_bits() ^ 0xD1B5_4A32_D192_ED03);
    fold(xy ^ 0xA076_1D64_78BD_642F, p.z.to_bits() ^ 0xE703_7ED1_A0B4_28DB)
}

fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    (wide as u64) ^ (wide >> 64) as u64
}
