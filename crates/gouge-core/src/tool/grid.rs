//! The deepest of a grid of points in a box.

use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Vec3};

/// Points along each side.
const STEPS: usize = 24;

/// Points of the grid from one, by its numbers along the sides, up to before another.
#[derive(Clone, Copy)]
struct Block {
    from: [usize; 3],
    to: [usize; 3],
}

/// The first of the deepest points of a grid in a box, and how deep it is; none where none is deeper
/// than nothing.
///
/// No point is deeper than another by more than it is far from that: few are asked.
pub(super) fn deepest(bounds: &Aabb, depth: impl Fn(&Vec3) -> f64) -> Option<(Vec3, f64)> {
    let share = |k: usize| (k as f64 + 0.5) / STEPS as f64;
    let point = |k: [usize; 3]| bounds.lo + bounds.size().component_mul(&Vec3::from(k.map(share)));
    let mut best: Option<([usize; 3], f64)> = None;
    let mut open = vec![(f64::INFINITY, Block { from: [0; 3], to: [STEPS; 3] })];
    while let Some((most, block)) = open.pop() {
        if most < best.map_or(0.0, |(_, deepest)| deepest) - FLOAT_MM {
            continue;
        }
        let mut parts = Vec::new();
        for half in block.halves() {
            let [low, high] = half.ends().map(point);
            if half.is_point() {
                let here = depth(&low);
                let deeper = |(at, deepest): ([usize; 3], f64)| {
                    here > deepest || (here == deepest && number(half.from) < number(at))
                };
                if here > 0.0 && best.is_none_or(deeper) {
                    best = Some((half.from, here));
                }
            } else {
                let middle = (low + high) * 0.5;
                parts.push((depth(&middle) + 0.5 * (high - low).norm(), half));
            }
        }
        // The more promising one is taken up first.
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        open.extend(parts);
    }
    best.map(|(at, depth)| (point(at), depth))
}

impl Block {
    fn is_point(&self) -> bool {
        (0..3).all(|k| self.to[k] - self.from[k] == 1)
    }

    /// Its first and last point.
    fn ends(&self) -> [[usize; 3]; 2] {
        [self.from, self.to.map(|k| k - 1)]
    }

    /// Its halves across the side with the most points.
    fn halves(&self) -> [Self; 2] {
        let count = |k: usize| self.to[k] - self.from[k];
        let side = (0..3).max_by_key(|&k| count(k)).unwrap_or(0);
        let [mut low, mut high] = [*self; 2];
        low.to[side] = usize::midpoint(self.from[side], self.to[side]);
        high.from[side] = low.to[side];
        [low, high]
    }
}

/// The number of a point of the grid.
fn number([x, y, z]: [usize; 3]) -> usize {
    (z * STEPS + y) * STEPS + x
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;
    use std::cell::Cell;

    /// Each of 13,824 points was asked, which took most of the time that a mesh tool with a neck
    /// was made ready in.
    #[test]
    fn the_first_of_the_deepest_points_is_found_by_asking_few() {
        let mut random = Random::new(12);
        for case in 0..60 {
            let balls: Vec<(Vec3, f64)> =
                (0..1 + case % 5).map(|_| (random.vector(4.0), random.between(0.5, 3.0))).collect();
            let corner = random.vector(6.0);
            let mut bounds = Aabb { lo: corner.abs() * -1.0, hi: corner.abs() };
            if case % 3 == 0 {
                // Many points are equally deep.
                bounds = Aabb { lo: Vec3::repeat(-3.0), hi: Vec3::repeat(3.0) };
            }
            let depth = |x: &Vec3| match case % 3 {
                0 => 1.0 - x.x.abs(),
                _ => balls.iter().map(|(at, r)| r - (x - at).norm()).fold(f64::MIN, f64::max),
            };
            let mut want: Option<(Vec3, f64)> = None;
            for i in 0..STEPS.pow(3) {
                let k = [i % STEPS, i / STEPS % STEPS, i / (STEPS * STEPS)];
                let share = k.map(|k| (k as f64 + 0.5) / STEPS as f64);
                let x = bounds.lo + bounds.size().component_mul(&Vec3::from(share));
                if depth(&x) > want.map_or(0.0, |w| w.1) {
                    want = Some((x, depth(&x)));
                }
            }
            let asked = Cell::new(0);
            let found = deepest(&bounds, |x| {
                asked.set(asked.get() + 1);
                depth(x)
            });
            assert_eq!(found, want, "{case}");
            assert!(case % 3 == 0 || asked.get() < 2_000, "{case}: {asked:?}");
        }
    }
}
