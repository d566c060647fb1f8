//! Terrain from a grid of elevations, real or made up.

use std::path::PathBuf;

use super::solid::{relief, steps};
use crate::mesh::Mesh;

/// Elevations, first row north, first column west.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    rows: usize,
    columns: usize,
    heights: Vec<i16>,
}

/// Why a grid could not be read.
#[derive(Debug, thiserror::Error)]
pub enum GridError {
    /// The file did not open.
    #[error("{}: cannot be read: {cause}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        #[source]
        cause: std::io::Error,
    },
    /// Another array, or none.
    #[error(
        "not an elevation grid: {0}; wanted is a NumPy file (.npy) that holds rows and columns of 16-bit \
         integers, as numpy.save writes it of heights.astype('<i2')"
    )]
    Format(String),
}

impl Grid {
    /// Reads a NumPy file that holds a two-dimensional array of little-endian 16-bit integers.
    ///
    /// # Errors
    /// When the bytes are anything else, or the array is smaller than 2 × 2.
    pub fn from_npy(bytes: &[u8]) -> Result<Self, GridError> {
        let wrong = |what: &str| GridError::Format(what.to_string());
        let rest =
            bytes.strip_prefix(b"\x93NUMPY").ok_or_else(|| wrong("it is not a NumPy file"))?;
        let (length, rest) = match rest {
            [1, _, low, high, rest @ ..] => (usize::from(u16::from_le_bytes([*low, *high])), rest),
            [2 | 3, _, a, b, c, d, rest @ ..] => {
                (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest)
            }
            _ => return Err(wrong("this version of .npy is not known")),
        };
        let (header, data) = rest.split_at_checked(length).ok_or_else(|| wrong("it breaks off"))?;
        let header = String::from_utf8_lossy(header).replace(' ', "");
        if !header.contains("'descr':'<i2'") {
            let kind = header.split_once("'descr':").map_or("", |(_, rest)| rest);
            let kind = kind.split(',').next().unwrap_or("").trim_matches('\'').escape_debug();
            return Err(GridError::Format(format!("its numbers are `{kind}`, not `<i2`")));
        }
        if !header.contains("'fortran_order':False") {
            return Err(wrong("it is stored by columns"));
        }
        let shape = header.split_once("'shape':(").and_then(|(_, s)| s.split_once(')'));
        let sides: Vec<usize> = shape
            .map(|(s, _)| s.split(',').filter_map(|n| n.parse().ok()).collect())
            .unwrap_or_default();
        let &[rows, columns] = sides.as_slice() else {
            return Err(wrong("it does not have rows and columns"));
        };
        if rows < 2 || columns < 2 {
            return Err(wrong("it is smaller than 2 × 2"));
        }
        let heights: Vec<i16> =
            data.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect();
        if rows.checked_mul(columns) != Some(heights.len()) {
            return Err(wrong("it breaks off"));
        }
        Ok(Self { rows, columns, heights })
    }

    /// Mountains that nobody has seen: sums of waves, ridged, the same on every machine.
    pub fn synthetic(side: usize) -> Self {
        let side = side.max(2);
        // Whole-number phases of a triangle wave, so that no library function rounds
        // differently elsewhere.
        let wave = |phase: i64, period: i64| {
            let at = phase.rem_euclid(period);
            (2 * at - period).abs() * 1000 / period
        };
        let height = |row: usize, column: usize| {
            let scale = |at: usize| at as i64 * 4096 / side as i64;
            let (u, v) = (scale(row), scale(column));
            let ridge = wave(3 * u + v, 5003) * wave(2 * v - u + 900, 4201) / 600;
            let hills = wave(5 * u - 3 * v, 3301) / 2 + wave(4 * v + 7 * u, 2203) / 4;
            let stones = wave(31 * u + 17 * v, 1201) / 16 + wave(23 * v - 29 * u, 907) / 16;
            (ridge + hills + stones) as i16
        };
        let heights = (0..side * side).map(|at| height(at / side, at % side)).collect();
        Self { rows: side, columns: side, heights }
    }

    /// Every `stride`-th sample.
    pub fn thinned(&self, stride: usize) -> Self {
        let stride = stride.clamp(1, (self.rows.min(self.columns) - 1).max(1));
        let pick = |count: usize| (0..count).step_by(stride);
        let heights = pick(self.rows)
            .flat_map(|r| pick(self.columns).map(move |c| r * self.columns + c))
            .map(|at| self.heights[at])
            .collect();
        Self { rows: pick(self.rows).count(), columns: pick(self.columns).count(), heights }
    }

    /// Lattice of the terrain: x to the east, y to the north, the longer side `size` mm; the
    /// lowest sample at z = 0, the highest at `relief` mm.
    pub(super) fn lattice(&self, size: f64, relief: f64) -> Lattice {
        let step = size / (self.rows.max(self.columns) - 1) as f64;
        let side = |count: usize| steps(0.0, step * (count - 1) as f64, count - 1);
        let (low, high) =
            self.heights.iter().fold((i16::MAX, i16::MIN), |(l, h), z| (l.min(*z), h.max(*z)));
        let span = f64::from(high) - f64::from(low);
        let scale = if span > 0.0 { relief / span } else { 0.0 };
        let z = self.heights.iter().map(|h| (f64::from(*h) - f64::from(low)) * scale).collect();
        Lattice { x: side(self.columns), y: side(self.rows), z }
    }
}

/// A terrain's corners, mm.
pub(super) struct Lattice {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    // First row north, as in the grid.
    z: Vec<f64>,
}

impl Lattice {
    /// Height of the corner `i` from the west, `j` from the south.
    pub fn height(&self, i: usize, j: usize) -> f64 {
        self.z[(self.y.len() - 1 - j) * self.x.len() + i]
    }

    /// The surface alone, or a block with its bottom at `floor`.
    pub fn mesh(&self, floor: Option<f64>) -> Mesh {
        relief(&self.x, &self.y, |i, j| self.height(i, j), floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let length = (header.len() as u16).to_le_bytes();
        [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
    }

    #[test]
    fn npy_files() {
        let data: Vec<u8> = [1i16, -2, 300, 4, 5, 6].iter().flat_map(|h| h.to_le_bytes()).collect();
        let grid = Grid::from_npy(&npy("<i2", "(2, 3)", &data)).unwrap();
        assert_eq!((grid.rows, grid.columns), (2, 3));
        let lattice = grid.lattice(10.0, 302.0);
        assert_eq!((lattice.x[2], lattice.y[1]), (10.0, 5.0));
        assert_eq!(
            (lattice.height(2, 1), lattice.height(1, 1), lattice.height(0, 0)),
            (302.0, 0.0, 6.0)
        );
        for bad in [
            npy("<f4", "(2, 3)", &data),
            npy("<i2", "(6,)", &data),
            npy("<i2", "(1, 6)", &data),
            npy("<i2", "(2, 4)", &data),
            npy("<i2", "(4294967296, 4294967296)", &data),
            b"\x93NUMPY\x01\x00\xff\xff".to_vec(),
            b"solid".to_vec(),
        ] {
            assert!(matches!(Grid::from_npy(&bad), Err(GridError::Format(_))));
        }
    }

    #[test]
    fn synthetic_terrain_is_rough_and_thins() {
        let grid = Grid::synthetic(60);
        assert_eq!(grid.thinned(2).heights.len(), 900);
        let mut different = grid.heights.clone();
        different.sort_unstable();
        different.dedup();
        assert!(different.len() > 500);
    }
}
