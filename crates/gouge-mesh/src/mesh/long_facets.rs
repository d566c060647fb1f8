//! Long facets seen from above: which of them stand over a point.
//!
//! Facets that lie beside each other are held in a rectangle turned the way they run. For a disc
//! drawn as sectors, such rectangles hold a point about as often as the facets do; a quarter of the
//! rectangles along the axes would.

use super::Mesh;
use crate::geom::{KdOrder, Triangle};
use crate::tolerance::ROUNDING_SHARE;

/// Facets in one leaf.
const LEAF: usize = 4;

/// A tree of turned rectangles over facets.
#[derive(Default)]
pub(super) struct LongFacets {
    facets: KdOrder,
    /// One for each node; none where there are no facets.
    nodes: Vec<Turned>,
}

/// A rectangle around facets, seen from above.
struct Turned {
    /// The unit direction of its first side.
    along: [f64; 2],
    /// From where to where it reaches along its sides, mm.
    sides: [[f64; 2]; 2],
}

impl LongFacets {
    /// A tree over some facets.
    pub fn over(mesh: &Mesh, facets: Vec<u32>) -> Self {
        if facets.is_empty() {
            return Self::default();
        }
        let middle = |i: u32| {
            let [a, b, c]: Triangle = mesh.triangle(i as usize);
            [0, 1].map(|k| a[k] + b[k] + c[k])
        };
        let facets = KdOrder::new(facets, middle, LEAF);
        let corners = |i: &u32| mesh.triangle(*i as usize).map(|v| [v.x, v.y]);
        let around = |node| Turned::around(|| facets.held(node).iter().map(corners));
        let nodes = (0..facets.nodes()).map(around).collect();
        Self { facets, nodes }
    }

    /// All that stand over or under a place, and others.
    pub fn at(&self, x: f64, y: f64) -> impl Iterator<Item = u32> {
        self.within([x, y], [x, y])
    }

    /// All that reach into a rectangle along the axes, and others.
    pub fn within(&self, lo: [f64; 2], hi: [f64; 2]) -> impl Iterator<Item = u32> {
        let mut open: Vec<usize> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        let mut leaf = [].iter();
        std::iter::from_fn(move || {
            loop {
                if let Some(&facet) = leaf.next() {
                    return Some(facet);
                }
                let node = open.pop()?;
                if !self.nodes[node].meets(lo, hi) {
                    continue;
                }
                match self.facets.is_inner(node) {
                    true => open.extend([2 * node + 2, 2 * node + 1]),
                    false => leaf = self.facets.held(node).iter(),
                }
            }
        })
    }
}

impl Turned {
    fn around<I: Iterator<Item = [[f64; 2]; 3]>>(facets: impl Fn() -> I) -> Self {
        // Twice the angle, so that it is the same both ways along.
        let turned = facets().flat_map(|[a, b, c]| {
            [[a, b], [b, c], [c, a]].map(|[a, b]| {
                let [x, y] = [b[0] - a[0], b[1] - a[1]];
                [x * x - y * y, 2.0 * x * y]
            })
        });
        let [x, y] = turned.fold([0.0; 2], |[x, y], [a, b]| [x + a, y + b]);
        let (sin, cos) = (0.5 * f64::atan2(y, x)).sin_cos();
        let along = [cos, sin];
        let mut sides = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        let mut farthest = 0.0f64;
        for corner in facets().flatten() {
            for ([low, high], at) in sides.iter_mut().zip(parts(along, corner)) {
                (*low, *high) = (low.min(at), high.max(at));
                farthest = farthest.max(at.abs());
            }
        }
        let more = ROUNDING_SHARE * farthest;
        Self { along, sides: sides.map(|[low, high]| [low - more, high + more]) }
    }

    /// Whether it may reach into a rectangle along the axes.
    fn meets(&self, lo: [f64; 2], hi: [f64; 2]) -> bool {
        let middle = parts(self.along, [0.5 * (lo[0] + hi[0]), 0.5 * (lo[1] + hi[1])]);
        let half = [0.5 * (hi[0] - lo[0]), 0.5 * (hi[1] - lo[1])];
        let [cos, sin] = self.along.map(f64::abs);
        let reach = [cos * half[0] + sin * half[1], sin * half[0] + cos * half[1]];
        (0..2).all(|k| {
            let [low, high] = self.sides[k];
            let more = ROUNDING_SHARE * (middle[k].abs() + reach[k]);
            middle[k] + reach[k] >= low - more && middle[k] - reach[k] <= high + more
        })
    }
}

/// What of a place lies along a unit direction, and across it.
fn parts([cos, sin]: [f64; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Vec3;
    use gouge_random::Random;

    /// A disc of sectors, and triangles anywhere.
    fn facets(random: &mut Random, count: u32) -> Mesh {
        let mut mesh = Mesh::default();
        let middle = random.vector(5.0);
        for k in 0..count {
            let rim = |k: u32| {
                let (sin, cos) =
                    (std::f64::consts::TAU * f64::from(k) / f64::from(count)).sin_cos();
                middle + Vec3::new(cos, sin, 0.0) * 4.0
            };
            mesh.vertices.extend([middle, rim(k), rim(k + 1)]);
            mesh.triangles.push([6 * k, 6 * k + 1, 6 * k + 2]);
            mesh.vertices.extend([(); 3].map(|()| random.vector(9.0)));
            mesh.triangles.push([6 * k + 3, 6 * k + 4, 6 * k + 5]);
        }
        mesh
    }

    #[test]
    fn no_facet_over_a_place_or_in_a_rectangle_is_left_out() {
        let mut random = Random::new(31);
        for count in [1, 2, 7, 40, 300] {
            let mesh = facets(&mut random, count);
            let long = LongFacets::over(&mesh, (0..mesh.triangles.len() as u32).collect());
            for _ in 0..300 {
                let facet = random.below(mesh.triangles.len());
                let [a, b, c] = mesh.triangle(facet);
                let [s, t] = [random.between(0.0, 1.0), random.between(0.0, 1.0)];
                // Corners and sides as well.
                let share = |v: f64| (1.4 * v - 0.2).clamp(0.0, 1.0);
                let x = a + ((b - a) + (c - b) * share(s)) * share(t);
                assert!(long.at(x.x, x.y).any(|i| i as usize == facet), "{facet} {x:?}");
                let [p, q] = [random.vector(1.0).abs(), random.vector(1.0).abs()];
                let (lo, hi) = ([x.x - p.x, x.y - p.y], [x.x + q.x, x.y + q.y]);
                assert!(long.within(lo, hi).any(|i| i as usize == facet), "{facet} {x:?}");
            }
        }
        assert_eq!(LongFacets::default().at(0.0, 0.0).count(), 0);
    }

    /// Columns over the disc at the end of a tool held a share of its sectors each: telling inside
    /// from outside took as long as there were sectors.
    #[test]
    fn few_sectors_of_a_disc_are_held_against_a_place() {
        let mut mesh = Mesh::default();
        let count = 4096;
        mesh.vertices.push(Vec3::zeros());
        for k in 0..count {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(count)).sin_cos();
            mesh.vertices.push(Vec3::new(cos, sin, 0.0) * 6.0);
            mesh.triangles.push([0, k + 1, (k + 1) % count + 1]);
        }
        let long = LongFacets::over(&mesh, (0..count).collect());
        let mut random = Random::new(32);
        for _ in 0..200 {
            let [r, a] = [random.between(1.0, 6.0), random.between(0.0, 7.0)];
            let held = long.at(r * a.cos(), r * a.sin()).count();
            assert!(held < 100, "{held} {r}");
        }
    }
}
