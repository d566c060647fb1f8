//! Many moving objects: which of their k-DOPs overlap, by sweep and prune along one line.
//!
//! The source names this among its extensions. Objects are kept in the order of their lower
//! ends along the line on which they are spread widest; from one step to the next the order
//! hardly changes, so insertion sort repairs it in nearly linear time.

use crate::tree::{Slabs, vector};
use gouge_mesh::geom::Vec3;

/// Objects by number, each with slabs along N directions.
#[derive(Clone, Debug, Default)]
pub struct Crowd<const N: usize> {
    slabs: Vec<Option<[[f64; 2]; N]>>,
    /// Objects by lower end along `line`.
    order: Vec<u32>,
    line: usize,
    moves: u64,
}

impl<const N: usize> Crowd<N> {
    /// Nobody yet.
    pub fn new() -> Self {
        Self { slabs: Vec::new(), order: Vec::new(), line: 0, moves: 0 }
    }

    /// The slabs around some points.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> [[f64; 2]; N] {
        let mut slabs = [[f64::INFINITY, f64::NEG_INFINITY]; N];
        for p in points {
            for (slab, d) in slabs.iter_mut().zip(Slabs::<N>::DIRECTIONS) {
                let x = vector(d).dot(&p);
                *slab = [slab[0].min(x), slab[1].max(x)];
            }
        }
        slabs
    }

    /// Adds an object and returns its number.
    pub fn insert(&mut self, slabs: [[f64; 2]; N]) -> u32 {
        let own = self.slabs.len() as u32;
        self.slabs.push(Some(slabs));
        self.order.push(own);
        own
    }

    /// Moves an object; a number that is not there is left alone.
    pub fn update(&mut self, object: u32, slabs: [[f64; 2]; N]) {
        if let Some(Some(own)) = self.slabs.get_mut(object as usize) {
            *own = slabs;
        }
    }

    /// Takes an object out.
    pub fn remove(&mut self, object: u32) {
        if let Some(own) = self.slabs.get_mut(object as usize) {
            *own = None;
        }
        self.order.retain(|&o| o != object);
    }

    /// Forgets the order: the next question sorts from scratch along the best line.
    pub fn rebuild(&mut self) {
        let spread = |i: usize| {
            let ends = self.slabs.iter().flatten().map(|s| s[i][0]);
            let (lo, hi) =
                ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
            (hi - lo) / vector(Slabs::<N>::DIRECTIONS[i]).norm()
        };
        self.line = (0..N).fold(0, |best, i| if spread(i) > spread(best) { i } else { best });
        let mut order = std::mem::take(&mut self.order);
        order.sort_by(|a, b| self.lower(*a).total_cmp(&self.lower(*b)).then(a.cmp(b)));
        self.order = order;
    }

    /// Exchanges of neighbours in the order so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    fn lower(&self, object: u32) -> f64 {
        self.slabs[object as usize].map_or(f64::INFINITY, |s| s[self.line][0])
    }

    /// All pairs whose slabs overlap in every direction, lower number first, in order.
    pub fn pairs(&mut self) -> Vec<(u32, u32)> {
        for i in 1..self.order.len() {
            let (own, end) = (self.order[i], self.lower(self.order[i]));
            let mut at = i;
            while at > 0 && self.lower(self.order[at - 1]) > end {
                self.order[at] = self.order[at - 1];
                at -= 1;
                self.moves += 1;
            }
            self.order[at] = own;
        }
        let (mut open, mut found) = (Vec::<u32>::new(), Vec::new());
        for &own in &self.order {
            let Some(slabs) = &self.slabs[own as usize] else { continue };
            let upper =
                |o: &u32| self.slabs[*o as usize].map_or(f64::NEG_INFINITY, |s| s[self.line][1]);
            open.retain(|o| upper(o) >= slabs[self.line][0]);
            for &other in &open {
                let Some(theirs) = &self.slabs[other as usize] else { continue };
                if slabs.iter().zip(theirs).all(|(a, b)| a[0] <= b[1] && b[0] <= a[1]) {
                    found.push((own.min(other), own.max(other)));
                }
            }
            open.push(own);
        }
        found.sort_unstable();
        found
    }
}
