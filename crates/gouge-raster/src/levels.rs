//! Levels of detail by vertex clustering (Rossignac and Borrel 1993): vertices that share a cell
//! of a grid become one, and facets that lose a side vanish.
//!
//! The grids are nested: vertices are sorted once along a Morton curve, and every coarser grid
//! keeps fewer bits of the same key. No vertex leaves its cell, so a facet point moves by at
//! most the cell's diagonal.

use gouge_mesh::geom::Vec3;

/// Bits of the key along one axis.
const BITS: u32 = 21;

/// Below so many facets a mesh needs no coarser level.
const FEW: usize = 4_000;

/// A coarser level has at most this share of the facets, or it is not worth its memory.
const WORTH: f64 = 0.6;

/// Vertices relative to a common origin, mm, in Morton order, and facets over them.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// Points, mm.
    pub points: Vec<[f32; 3]>,
    /// Facets.
    pub facets: Vec<[u32; 3]>,
    /// How far a point of a facet may lie from where the mesh has it, mm.
    pub error: f64,
    /// Keys of the points.
    keys: Vec<u64>,
}

/// All levels, finest first. `points` are relative to the least corner of their box, whose
/// longest side is `side`.
pub fn levels(
    points: &[Vec3],
    facets: &[[u32; 3]],
    lo: Vec3,
    side: f64,
    origin: Vec3,
) -> Vec<Level> {
    let mut levels = vec![finest(points, facets, lo, side, origin)];
    let mut bits = BITS;
    while let Some(last) = levels.last() {
        if last.facets.len() <= FEW {
            break;
        }
        let aim = (WORTH * last.facets.len() as f64) as usize;
        let mut next = None;
        while bits > 1 {
            bits -= 1;
            // Points that keep to themselves are counted before anything is built.
            let shift = 3 * (BITS - bits);
            let cells = 1 + last.keys.windows(2).filter(|w| w[0] >> shift != w[1] >> shift).count();
            if cells > last.points.len() * 3 / 4 {
                continue;
            }
            let built = coarser(last, shift, side);
            if built.facets.len() <= aim {
                next = Some(built);
                break;
            }
        }
        match next {
            Some(level) if !level.facets.is_empty() => levels.push(level),
            _ => break,
        }
    }
    for level in &mut levels {
        level.keys = Vec::new();
    }
    levels
}

fn finest(points: &[Vec3], facets: &[[u32; 3]], lo: Vec3, side: f64, origin: Vec3) -> Level {
    let cells = f64::from(1u32 << BITS);
    let key = |p: &Vec3| {
        let cell = |k: usize| ((p[k] - lo[k]) / side * cells).clamp(0.0, cells - 1.0) as u64;
        spread(cell(0)) | spread(cell(1)) << 1 | spread(cell(2)) << 2
    };
    let mut order: Vec<(u64, u32)> = points.iter().zip(0..).map(|(p, i)| (key(p), i)).collect();
    order.sort_unstable();
    let mut rank = vec![0u32; points.len()];
    for (&(_, i), r) in order.iter().zip(0..) {
        rank[i as usize] = r;
    }
    let facets = facets.iter().map(|f| f.map(|v| rank[v as usize]));
    let mut facets: Vec<_> =
        facets.filter(|f| f[0] != f[1] && f[1] != f[2] && f[2] != f[0]).collect();
    facets.sort_unstable_by_key(|f| f.iter().min().copied());
    Level {
        points: order
            .iter()
            .map(|&(_, i)| (points[i as usize] - origin).map(|x| x as f32).into())
            .collect(),
        facets,
        error: 0.0,
        keys: order.iter().map(|(key, _)| *key).collect(),
    }
}

fn coarser(fine: &Level, shift: u32, side: f64) -> Level {
    let mut level = Level::default();
    let mut group = vec![0u32; fine.points.len()];
    let mut first = 0;
    for (i, slot) in group.iter_mut().enumerate() {
        let last = fine.keys.get(i + 1).is_none_or(|k| k >> shift != fine.keys[i] >> shift);
        *slot = level.points.len() as u32;
        if last {
            let members = &fine.points[first..=i];
            let mut sum = [0f64; 3];
            for p in members {
                (0..3).for_each(|k| sum[k] += f64::from(p[k]));
            }
            level.points.push(sum.map(|s| (s / members.len() as f64) as f32));
            level.keys.push(fine.keys[i]);
            first = i + 1;
        }
    }
    let moved = fine.facets.iter().map(|f| f.map(|v| group[v as usize]));
    let kept = moved.filter(|f| f[0] != f[1] && f[1] != f[2] && f[2] != f[0]);
    // Least corner first: equal facets become equal numbers and neighbours.
    let turned = kept.map(|[a, b, c]| {
        if a < b && a < c {
            [a, b, c]
        } else if b < c {
            [b, c, a]
        } else {
            [c, a, b]
        }
    });
    level.facets = turned.collect();
    level.facets.sort_unstable();
    level.facets.dedup();
    let cell = side * f64::from(1u32 << (shift / 3)) / f64::from(1u32 << BITS);
    level.error = cell * 3f64.sqrt();
    level
}

/// Three zeros between each two of the lower 21 bits, less one.
fn spread(x: u64) -> u64 {
    let mut x = x & 0x1f_ffff;
    x = (x | x << 32) & 0x001f_0000_0000_ffff;
    x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}
