//! The deepest point of facets in a moving tool, found by trying: always a depth that is truly
//! reached, so a bound below it is wrong, whatever the climb missed.
//!
//! Along a line a convex tool's depth is concave over facet × time, and the ellipsoid method
//! (Shor 1977, deep cuts) finds its peak; on arcs and for hollow tools it starts from the best
//! of dense samples.

use gouge::geom::{Triangle, Vec3};
use nalgebra::{Matrix3, Vector3};

use crate::path::Path;
use crate::random::Random;
use crate::solid::{Solid, project};
use crate::tools::Tool;

#[derive(Clone, Copy, Debug)]
pub struct Peak {
    pub depth: f64,
    pub t: f64,
    pub point: Vec3,
    /// Unit direction in which moving the facet point deepens it.
    pub slope: Vec3,
}

/// The deepest contact of any facet along `path`.
pub fn deepest(tool: &Tool, path: &Path, facets: &[Triangle], random: &mut Random) -> Peak {
    let mut best = Peak { depth: f64::NEG_INFINITY, t: 0.0, point: facets[0][0], slope: Vec3::z() };
    for facet in facets {
        let climb = Climb { solid: &tool.solid, path, facet, size: tool.size };
        match path {
            Path::Line { .. } if tool.convex => climb.ellipsoid(0.5, [0.0, 1.0], &mut best),
            _ => climb.sampled(tool.convex, random, &mut best),
        }
    }
    best
}

struct Climb<'a> {
    solid: &'a Solid,
    path: &'a Path,
    facet: &'a Triangle,
    /// Size of the tool, mm.
    size: f64,
}

impl Climb<'_> {
    fn point(&self, a: f64, b: f64) -> Vec3 {
        let [p, q, r] = self.facet;
        p + (q - p) * a + (r - p) * b
    }

    fn try_at(&self, t: f64, point: Vec3, best: &mut Peak) -> f64 {
        let (depth, slope) = self.solid.depth(&(point - self.path.at(t)));
        if depth > best.depth {
            *best = Peak { depth, t, point, slope };
        }
        depth
    }

    /// Deep-cut ellipsoid method over facet × [lo, hi].
    fn ellipsoid(&self, middle: f64, [lo, hi]: [f64; 2], best: &mut Peak) {
        let [p, q, r] = self.facet;
        let (e1, e2) = (q - p, r - p);
        let root = 3f64.sqrt();
        let mut c = Vector3::new(middle, 1.0 / 3.0, 1.0 / 3.0);
        let half = (hi - middle).max(middle - lo).max(1e-12) * root;
        let mut m = Matrix3::from_diagonal(&Vector3::new(half * half, 1.44, 1.44));
        for &corner in self.facet {
            for t in [lo, hi] {
                self.try_at(t, corner, best);
            }
        }
        for _ in 0..600 {
            let t = c[0].clamp(lo, hi);
            let (a, b) = (c[1].clamp(0.0, 1.0), c[2].clamp(0.0, 1.0));
            let over = (a + b).max(1.0);
            self.try_at(t, self.point(a / over, b / over), best);
            // Constraint first, objective where all hold.
            let sides = [
                (lo - c[0], Vector3::new(1.0, 0.0, 0.0)),
                (c[0] - hi, Vector3::new(-1.0, 0.0, 0.0)),
                (-c[1], Vector3::new(0.0, 1.0, 0.0)),
                (-c[2], Vector3::new(0.0, 0.0, 1.0)),
                (c[1] + c[2] - 1.0, Vector3::new(0.0, -1.0, -1.0)),
            ];
            let worst = sides.iter().max_by(|x, y| x.0.total_cmp(&y.0)).unwrap();
            let (g, lag) = if worst.0 > 0.0 {
                (worst.1, worst.0)
            } else {
                let x = self.point(c[1], c[2]) - self.path.at(c[0]);
                let (depth, s) = self.solid.depth(&x);
                (
                    Vector3::new(-s.dot(&self.path.speed(c[0])), s.dot(&e1), s.dot(&e2)),
                    best.depth - depth,
                )
            };
            let width = (m * g).dot(&g).max(0.0).sqrt();
            let cut = lag / width;
            if width < 1e-11 || cut >= 1.0 {
                break;
            }
            let b = m * g / width;
            let cut = cut.max(0.0);
            c += b * ((1.0 + 3.0 * cut) / 4.0);
            let shrink = 2.0 * (1.0 + 3.0 * cut) / (4.0 * (1.0 + cut));
            m = (m - b * b.transpose() * shrink) * (9.0 / 8.0 * (1.0 - cut * cut));
        }
    }

    /// A few steps towards where the depth grows.
    fn uphill(&self, t: f64, start: Vec3, best: &mut Peak) -> f64 {
        let (mut point, mut step) = (start, self.size);
        let mut top = self.try_at(t, point, best);
        for _ in 0..6 {
            let (_, slope) = self.solid.depth(&(point - self.path.at(t)));
            let next = project(&(point + slope * step), self.facet);
            let depth = self.try_at(t, next, best);
            if depth > top {
                (top, point) = (depth, next);
            } else {
                step *= 0.4;
            }
        }
        top
    }

    fn sampled(&self, convex: bool, random: &mut Random, best: &mut Peak) {
        let steps = match self.path {
            Path::Line { .. } => 24,
            Path::Round { angle, .. } => {
                (16.0 * (angle[1] - angle[0]).abs()).ceil().max(12.0) as usize
            }
        };
        let mut seen: Vec<(f64, f64)> = Vec::with_capacity(steps + 1);
        let spots =
            [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.33, 0.33), (0.5, 0.5), (0.5, 0.0), (0.0, 0.5)];
        let step = 1.0 / steps as f64;
        let reach = self.path.speed(0.5).norm() * step;
        let [p, q, r] = self.facet;
        let middle = (p + q + r) / 3.0;
        let radius = [p, q, r].iter().map(|v| (*v - middle).norm()).fold(0.0, f64::max);
        for i in 0..=steps {
            let t = i as f64 * step;
            // Depth changes by no more than the point moves: nothing of the facet, until well
            // before and after the samples beside this one, is as deep as what is known.
            let (depth, _) = self.solid.depth(&(middle - self.path.at(t)));
            if depth + radius + 2.0 * reach < best.depth {
                continue;
            }
            let mut top = f64::NEG_INFINITY;
            for (a, b) in spots {
                top = top.max(self.try_at(t, self.point(a, b), best));
            }
            let at = self.path.at(t);
            for h in [0.0, 0.5, 2.0] {
                let near = project(&(at + Vec3::new(0.0, 0.0, h * self.size)), self.facet);
                top = top.max(self.uphill(t, near, best));
            }
            seen.push((top, t));
        }
        seen.sort_by(|x, y| y.0.total_cmp(&x.0));
        for &(top, t) in seen.iter().take(6) {
            if top + 2.0 * reach + self.spread() < best.depth {
                break;
            }
            let window = |w: f64, t: f64| [(t - w).max(0.0), (t + w).min(1.0)];
            let mut here = Peak { depth: f64::NEG_INFINITY, ..*best };
            self.ellipsoid(t, window(1.5 * step, t), &mut here);
            let again = here.t;
            self.ellipsoid(again, window(0.1 * step, again), &mut here);
            self.wander(step, if convex { 30 } else { 150 }, random, &mut here);
            if here.depth > best.depth {
                *best = here;
            }
        }
    }

    /// How far points of the facet are from the sampled ones, at most.
    fn spread(&self) -> f64 {
        let [p, q, r] = self.facet;
        0.5 * (q - p).norm().max((r - p).norm()).max((r - q).norm())
    }

    /// Random steps of shrinking width around the best point.
    fn wander(&self, step: f64, tries: usize, random: &mut Random, best: &mut Peak) {
        let mut width = 0.5;
        for _ in 0..tries {
            let t = (best.t + random.between(-1.0, 1.0) * width * step).clamp(0.0, 1.0);
            let size = self.spread() * width;
            let point = project(&(best.point + random.vector(1.0) * size), self.facet);
            let before = best.depth;
            self.try_at(t, point, best);
            width *= if best.depth > before { 1.3 } else { 0.9 };
        }
    }
}
