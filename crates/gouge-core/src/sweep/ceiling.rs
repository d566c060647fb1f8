//! The greatest value a function can have over a box, from linear bounds on it.

use std::ops::ControlFlow;

use super::cut::Cut;
use super::domain::Patch;
use super::lp::{NoPeak, Roof};
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Vec3};

/// Linear upper bounds of a function over a box, and half spaces that hold all of the box that
/// counts. The function is bounded by nothing below.
#[derive(Clone)]
pub struct Ceiling<'a> {
    roof: Roof<'a>,
    lo: Vec3,
    size: Vec3,
}

/// The floor of a [`Ceiling`]: the box as the linear programme sees it, its height as time.
pub struct Box3 {
    patch: Patch,
    lo: Vec3,
    size: Vec3,
}

/// Where the bounds are highest together.
enum Top {
    /// At `at` they are equal to about `hi`, and nowhere is the function more than `hi`.
    Peak { at: Vec3, hi: f64 },
    /// No point of the box is in all half spaces.
    Nowhere,
    /// Rounding left nothing to say.
    Stuck,
}

impl Box3 {
    /// The box, mm.
    pub fn new(cell: &Aabb) -> Self {
        let size = cell.size();
        let ends =
            [cell.lo, cell.lo + Vec3::new(size.x, 0.0, 0.0), cell.lo + Vec3::new(0.0, size.y, 0.0)];
        Self { patch: Patch::parallelogram(&ends), lo: cell.lo, size }
    }
}

impl<'a> Ceiling<'a> {
    /// A function that is no more than `cap` over the box.
    pub fn new(floor: &'a Box3, cap: f64) -> Self {
        let cut = Cut { a: cap, b: 0.0, c: 0.0, d: 0.0, g: 1.0 };
        Self { roof: Roof::new(&floor.patch, cut), lo: floor.lo, size: floor.size }
    }

    /// Only points x of the box with `normal · x <= offset` count.
    pub fn keep(&mut self, normal: &Vec3, offset: f64) {
        self.add(offset, &-normal, 0.0);
    }

    /// The function is no more than `offset + slope · x`.
    pub fn bound(&mut self, slope: &Vec3, offset: f64) {
        self.add(offset, slope, 1.0);
    }

    fn add(&mut self, offset: f64, slope: &Vec3, g: f64) {
        let a = offset + slope.dot(&self.lo);
        let [b, c, d] = slope.component_mul(&self.size).into();
        self.roof.add(Cut { a, b, c, d, g });
    }

    /// Lowers `hi`, which the function is no more than, by all bounds together. The place where
    /// they are highest is where a further bound says most; none is needed where nothing is more
    /// than `level`, and none helps where rounding keeps that place: then the bound is the break's
    /// value, `None` where no point of the box counts.
    pub fn lower(&mut self, hi: &mut f64, level: f64) -> ControlFlow<Option<f64>, Vec3> {
        match self.top() {
            Top::Nowhere => ControlFlow::Break(None),
            Top::Stuck => ControlFlow::Break(Some(*hi)),
            Top::Peak { at, hi: top } => {
                *hi = hi.min(top + FLOAT_MM);
                if *hi <= level { ControlFlow::Break(Some(*hi)) } else { ControlFlow::Continue(at) }
            }
        }
    }

    /// Where all bounds together are highest.
    fn top(&mut self) -> Top {
        match self.roof.peak() {
            Ok(peak) => {
                let share = Vec3::new(peak.y[0], peak.y[1], peak.t).map(|v| v.clamp(0.0, 1.0));
                Top::Peak { at: self.lo + self.size.component_mul(&share), hi: peak.bound }
            }
            Err(NoPeak::Nowhere) => Top::Nowhere,
            Err(NoPeak::Stuck) => Top::Stuck,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_slopes_meet_in_a_ridge() {
        let cell = Aabb { lo: Vec3::new(1.0, -2.0, 5.0), hi: Vec3::new(4.0, 3.0, 9.0) };
        let floor = Box3::new(&cell);
        let mut ceiling = Ceiling::new(&floor, 100.0);
        ceiling.bound(&Vec3::z(), 0.0);
        ceiling.bound(&-Vec3::z(), 12.0);
        let Top::Peak { at, hi } = ceiling.top() else { panic!() };
        assert!((hi - 6.0).abs() < 1e-9 && (at.z - 6.0).abs() < 1e-9, "{at} {hi}");
        ceiling.keep(&Vec3::new(0.6, 0.0, 0.8), 0.6 + 0.8 * 5.5);
        let Top::Peak { at, hi } = ceiling.top() else { panic!() };
        assert!((hi - 5.5).abs() < 1e-9 && (at.x - 1.0).abs() < 1e-9, "{at} {hi}");
        ceiling.keep(&-Vec3::x(), -3.0);
        assert!(matches!(ceiling.top(), Top::Nowhere));
    }
}
