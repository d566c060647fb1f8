//! Welds triangles in chunks, side by side, and numbers them as a single pass would.
//!
//! Every chunk numbers its own corners; corners of all chunks are then matched, each part of the
//! hash values by itself; corners new in a chunk are numbered after those that were new before it.
//! So vertices come in the order of their first use, whatever the number of threads.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rayon::prelude::*;

use super::fold;
use crate::geom::Vec3;
use crate::mesh::error::Found;

/// Triangles in a chunk: its table stays in the second-level cache.
const CHUNK: usize = 1 << 15;

/// Parts of the hash values.
const PARTS: usize = 16;

/// A corner as it stands in a file.
type Corner = [f32; 3];

/// One index for equal corners of `count` triangles, read by `triangle`.
///
/// # Errors
/// The first that `triangle` meets.
pub fn weld(
    count: usize,
    triangle: impl Fn(usize) -> Result<[Corner; 3], Found> + Sync,
) -> Result<(Vec<Vec3>, Vec<[u32; 3]>), Found> {
    let starts: Vec<usize> = (0..count).step_by(CHUNK).collect();
    let chunks: Vec<Result<Chunk, Found>> = starts
        .par_iter()
        .map(|&start| Chunk::weld(start..count.min(start + CHUNK), &triangle))
        .collect();
    let chunks: Vec<Chunk> = chunks.into_iter().collect::<Result<_, _>>()?;
    let parts: Vec<Part> =
        (0..PARTS).into_par_iter().map(|part| Part::match_up(part, &chunks)).collect();

    let new: Vec<Vec<bool>> =
        (0..chunks.len()).into_par_iter().map(|at| chunks[at].first_uses(at, &parts)).collect();
    let counts: Vec<usize> = new.iter().map(|new| new.iter().filter(|new| **new).count()).collect();
    let mut vertices = vec![Vec3::zeros(); counts.iter().sum()];
    let mut rest = &mut vertices[..];
    let mut slots = Vec::with_capacity(chunks.len());
    let mut first = 0;
    for count in counts {
        let (own, others) = rest.split_at_mut(count);
        slots.push((first, own));
        rest = others;
        first += count as u32;
    }
    slots
        .into_par_iter()
        .enumerate()
        .for_each(|(at, (first, slots))| chunks[at].number(at, &new[at], first, slots, &parts));
    let mut triangles = vec![[0; 3]; count];
    let slots = triangles.par_chunks_mut(CHUNK).zip(chunks).enumerate();
    slots.for_each(|(at, (slots, chunk))| chunk.finish(at, &parts, slots));
    Ok((vertices, triangles))
}

/// Some triangles with numbers of their own.
struct Chunk {
    triangles: Vec<[u32; 3]>,
    points: Vec<Corner>,
    /// The points, part by part.
    order: Vec<u32>,
    /// Where each part begins in `order`.
    starts: [usize; PARTS + 1],
}

impl Chunk {
    fn weld(
        range: std::ops::Range<usize>,
        triangle: &impl Fn(usize) -> Result<[Corner; 3], Found>,
    ) -> Result<Self, Found> {
        let mut points: Vec<Corner> = Vec::with_capacity(range.len());
        let mut table: HashTable<u32> = HashTable::with_capacity(range.len());
        let mut triangles = Vec::with_capacity(range.len());
        for index in range {
            triangles.push(triangle(index)?.map(|corner| {
                // Adding zero turns -0 into 0, so that both weld.
                let key = corner.map(|c| c + 0.0);
                let entry = table.entry(
                    hash(&key),
                    |&i| points[i as usize] == key,
                    |&i| hash(&points[i as usize]),
                );
                match entry {
                    Entry::Occupied(found) => *found.get(),
                    Entry::Vacant(slot) => {
                        let index = points.len() as u32;
                        points.push(key);
                        slot.insert(index);
                        index
                    }
                }
            }));
        }
        let mut starts = [0; PARTS + 1];
        for point in &points {
            starts[part(point) + 1] += 1;
        }
        for at in 0..PARTS {
            starts[at + 1] += starts[at];
        }
        let mut ends = starts;
        let mut order = vec![0; points.len()];
        for (index, point) in points.iter().enumerate() {
            let end = &mut ends[part(point)];
            order[*end] = index as u32;
            *end += 1;
        }
        Ok(Self { triangles, points, order, starts })
    }

    /// The points of a part, by index.
    fn part(&self, part: usize) -> &[u32] {
        &self.order[self.starts[part]..self.starts[part + 1]]
    }

    /// Which points stand in no chunk before this one.
    fn first_uses(&self, at: usize, parts: &[Part]) -> Vec<bool> {
        let mut new = vec![false; self.points.len()];
        for (number, part) in parts.iter().enumerate() {
            for (&index, slot) in self.part(number).iter().zip(part.chunk(at)) {
                new[index as usize] = slot & NEW != 0;
            }
        }
        new
    }

    /// Numbers the points that are new, from `first`, and puts them into as many slots.
    fn number(&self, at: usize, new: &[bool], first: u32, slots: &mut [Vec3], parts: &[Part]) {
        let mut numbers = vec![0; self.points.len()];
        let indices = new.iter().enumerate().filter(|(_, new)| **new).map(|(index, _)| index);
        for ((number, slot), index) in (first..).zip(slots).zip(indices) {
            numbers[index] = number;
            *slot = Vec3::from(self.points[index].map(f64::from));
        }
        for (number, part) in parts.iter().enumerate() {
            for (&index, slot) in self.part(number).iter().zip(part.chunk(at)) {
                if slot & NEW != 0 {
                    let to = &part.numbers[(slot & !NEW) as usize];
                    to.store(numbers[index as usize], Ordering::Relaxed);
                }
            }
        }
    }

    /// The triangles by the numbers that their corners were given.
    fn finish(self, at: usize, parts: &[Part], slots: &mut [[u32; 3]]) {
        let mut numbers = vec![0; self.points.len()];
        for (number, part) in parts.iter().enumerate() {
            for (&index, slot) in self.part(number).iter().zip(part.chunk(at)) {
                numbers[index as usize] =
                    part.numbers[(slot & !NEW) as usize].load(Ordering::Relaxed);
            }
        }
        for (slot, triangle) in slots.iter_mut().zip(&self.triangles) {
            *slot = triangle.map(|index| numbers[index as usize]);
        }
    }
}

/// Marks a slot that was not there before. A mesh has fewer than 2³² corners, and equal ones share
/// a slot; more than 2³¹ different ones in one part of sixteen would be beyond that.
const NEW: u32 = 1 << 31;

/// The corners of all chunks with one part of the hash values.
struct Part {
    /// For every chunk, for each of its points of this part, a slot.
    slots: Vec<u32>,
    /// Where each chunk begins.
    starts: Vec<usize>,
    /// The number of each slot.
    numbers: Vec<AtomicU32>,
}

impl Part {
    fn match_up(part: usize, chunks: &[Chunk]) -> Self {
        let count = chunks.iter().map(|c| c.part(part).len()).sum();
        let mut slots = Vec::with_capacity(count);
        let mut starts = Vec::with_capacity(chunks.len() + 1);
        let mut keys: Vec<Corner> = Vec::with_capacity(count);
        let mut table: HashTable<u32> = HashTable::with_capacity(count);
        for chunk in chunks {
            starts.push(slots.len());
            for &index in chunk.part(part) {
                let key = chunk.points[index as usize];
                let entry = table.entry(
                    hash(&key),
                    |&i| keys[i as usize] == key,
                    |&i| hash(&keys[i as usize]),
                );
                slots.push(match entry {
                    Entry::Occupied(found) => *found.get(),
                    Entry::Vacant(slot) => {
                        let index = keys.len() as u32;
                        keys.push(key);
                        slot.insert(index);
                        index | NEW
                    }
                });
            }
        }
        starts.push(slots.len());
        let numbers = keys.iter().map(|_| AtomicU32::new(0)).collect();
        Self { slots, starts, numbers }
    }

    fn chunk(&self, at: usize) -> &[u32] {
        &self.slots[self.starts[at]..self.starts[at + 1]]
    }
}

fn hash(corner: &Corner) -> u64 {
    let [x, y, z] = corner.map(|c| u64::from(c.to_bits()));
    fold(
        x ^ y << 32 ^ 0x9E37_79B9_7F4A_7C15,
        (z ^ 0xD1B5_4A32_D192_ED03).wrapping_mul(0xA076_1D64_78BD_642F),
    )
}

/// Bits that tables use neither for slots nor for tags.
fn part(corner: &Corner) -> usize {
    (hash(corner) >> 40) as usize % PARTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Units;
    use crate::mesh::weld::Welder;

    #[test]
    fn chunks_number_corners_as_one_welder_does() {
        let count = 3 * CHUNK + 77;
        // Corners shared near and far, zeros of both signs, some only used once.
        let corner = |index: usize, k: usize| {
            let at = index.wrapping_mul(2_654_435_761 + k) >> (index % 7);
            let place = [at % 211, (at / 211) % 97, index % 3 * (at % 2)];
            let sign = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
            place.map(|c| if c == 0 { sign * 0.0 } else { c as f32 * 0.37 })
        };
        let triangle = |i: usize| [corner(i, 0), corner(i, 1), corner(i, 2)];
        let mut welder = Welder::default();
        for i in 0..count {
            welder.push(triangle(i).map(|c| c.map(f64::from))).unwrap();
        }
        let one = welder.finish(Units::Millimetre);
        let (vertices, triangles) = weld(count, |i| Ok(triangle(i))).unwrap();
        assert!(one.vertices.len() > 10_000);
        assert!(one.vertices == vertices && one.triangles == triangles);
    }
}
