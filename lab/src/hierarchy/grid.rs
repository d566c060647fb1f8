//! A regular grid of cells with lists of triangles, seen as a hierarchy of blocks of cells.
//!
//! The blocks are not stored: a block is halved across its longest side until it is one cell
//! or empty. Whether a block is empty is read off a running sum over the cells in order,
//! exact for single rows, from above for others.

use gouge_core::tolerance::PRUNE_PAD;
use gouge_core::tree::clip::Interval;
use gouge_core::tree::face::AxisProbe;
use gouge_core::tree::{Hierarchy, Open};
use gouge_mesh::geom::{Aabb, Swept, Vec3};
use gouge_mesh::mesh::Mesh;

/// Cells along each side, the source's number.
const CELLS: usize = 40;

/// A grid over the box around a mesh.
pub struct Grid {
    root: Aabb,
    /// Cell sides, mm.
    cell: Vec3,
    /// Where each cell's list starts; one more than there are cells.
    starts: Vec<u32>,
    lists: Vec<u32>,
}

/// Cells from `first` up to but not including `end`, along each axis.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    first: [u8; 3],
    end: [u8; 3],
}

impl Grid {
    fn index(cell: [usize; 3]) -> usize {
        (cell[2] * CELLS + cell[1]) * CELLS + cell[0]
    }

    /// The cells a box touches, a hair's breadth included.
    fn cells(&self, b: &Aabb) -> [std::ops::RangeInclusive<usize>; 3] {
        let pad = PRUNE_PAD * self.root.lo.amax().max(self.root.hi.amax());
        [0, 1, 2].map(|i| {
            let at = |x: f64| {
                let cell = (x - self.root.lo[i]) / self.cell[i];
                if cell.is_nan() { 0 } else { (cell.max(0.0) as usize).min(CELLS - 1) }
            };
            at(b.lo[i] - pad)..=at(b.hi[i] + pad)
        })
    }

    fn has_none(&self, block: &Block) -> bool {
        let last = Self::index([0, 1, 2].map(|i| usize::from(block.end[i]) - 1));
        let first = Self::index(block.first.map(usize::from));
        self.starts[first] == self.starts[last + 1]
    }
}

impl Hierarchy for Grid {
    type Cursor = Block;
    type Probe = AxisProbe;
    type Trace = Interval;

    const REPEATS: bool = true;
    const LOOSE: bool = true;

    fn build(mesh: &Mesh) -> Self {
        let root = if mesh.triangles.is_empty() { Aabb::EMPTY } else { mesh.bounds() };
        let cell = root.size() / CELLS as f64;
        let mut grid = Self { root, cell, starts: vec![0; CELLS.pow(3) + 1], lists: Vec::new() };
        let each = |grid: &Self, visit: &mut dyn FnMut(usize, u32)| {
            for t in 0..mesh.triangles.len() {
                let [x, y, z] = grid.cells(&Aabb::around(mesh.triangle(t)));
                for z in z {
                    for y in y.clone() {
                        for x in x.clone() {
                            visit(Self::index([x, y, z]), t as u32);
                        }
                    }
                }
            }
        };
        let mut counts = vec![0u32; CELLS.pow(3)];
        each(&grid, &mut |cell, _| counts[cell] += 1);
        for (i, n) in counts.iter().enumerate() {
            grid.starts[i + 1] = grid.starts[i] + n;
        }
        let mut next = grid.starts.clone();
        let mut lists = vec![0; grid.starts[CELLS.pow(3)] as usize];
        each(&grid, &mut |cell, t| {
            lists[next[cell] as usize] = t;
            next[cell] += 1;
        });
        grid.lists = lists;
        grid
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.starts[..]) + size_of_val(&self.lists[..])
    }

    fn probe(&self, swept: &Swept) -> AxisProbe {
        AxisProbe::new(swept, &self.root)
    }

    fn root(&self) -> Option<Block> {
        (!self.lists.is_empty()).then_some(Block { first: [0; 3], end: [CELLS as u8; 3] })
    }

    fn open(&self, at: &Block) -> Open<'_, Block> {
        let sides = [0, 1, 2].map(|i| at.end[i] - at.first[i]);
        let axis = (1..3).fold(0, |best, i| if sides[i] > sides[best] { i } else { best });
        if sides[axis] == 1 {
            let cell = Self::index(at.first.map(usize::from));
            let (from, to) = (self.starts[cell] as usize, self.starts[cell + 1] as usize);
            return Open::Leaf(&self.lists[from..to]);
        }
        let middle = at.first[axis] + sides[axis] / 2;
        let (mut lower, mut upper) = (*at, *at);
        lower.end[axis] = middle;
        upper.first[axis] = middle;
        Open::Pair(lower, upper)
    }

    fn meets(&self, at: &Block, probe: &AxisProbe, depth: f64) -> Option<Interval> {
        if self.has_none(at) { None } else { probe.clip(&self.bounds(at), depth) }
    }

    fn bounds(&self, at: &Block) -> Aabb {
        let corner = |cells: [u8; 3]| {
            Vec3::from_fn(|i, _| {
                if usize::from(cells[i]) == CELLS {
                    self.root.hi[i]
                } else {
                    self.root.lo[i] + f64::from(cells[i]) * self.cell[i]
                }
            })
        };
        Aabb { lo: corner(at.first), hi: corner(at.end) }
    }

    fn holds(&self, at: &Block, point: &Vec3) -> bool {
        self.bounds(at).holds(point)
    }
}
