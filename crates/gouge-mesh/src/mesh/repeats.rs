//! Facets that have the corners of earlier ones.

use hashbrown::HashTable;

use super::Mesh;

/// A key that is the same for facets with the same corners, in either direction.
pub(super) fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}

/// Hands out the facets that have the same `key` as an earlier one.
pub(super) fn each_repeat(mesh: &Mesh, key: fn([u32; 3]) -> [u32; 3], mut take: impl FnMut(usize)) {
    let key = |index: u32| key(mesh.triangles[index as usize]);
    let hash = |[a, b, c]: [u32; 3]| {
        let wide = (u128::from(a) << 64 | u128::from(b) << 32 | u128::from(c))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        (wide >> 64) as u64 ^ wide as u64
    };
    let mut seen: HashTable<u32> = HashTable::with_capacity(mesh.triangles.len());
    for index in 0..mesh.triangles.len() as u32 {
        let corners = key(index);
        let entry = seen.entry(hash(corners), |i| key(*i) == corners, |i| hash(key(*i)));
        match entry {
            hashbrown::hash_table::Entry::Occupied(_) => take(index as usize),
            hashbrown::hash_table::Entry::Vacant(slot) => {
                slot.insert(index);
            }
        }
    }
}
