//! Part-side depth on small closed parts: the longest way along the inward normal of a facet,
//! from a point in the tool until the tool ends or another facet is nearer, by trying points.

use gouge::geom::{Triangle, Vec3};
use gouge::mesh::Mesh;

use crate::cases;
use crate::judge::{options, run};
use crate::path::{Path, path};
use crate::random::seeded;
use crate::scene::aim;
use crate::solid::project;
use crate::solids::part;
use crate::tools::{Tool, tool};

/// Lengths tried and bounds compared to this, mm.
const FINE: f64 = 1e-6;

struct Gauge<'a> {
    tool: &'a Tool,
    path: &'a Path,
    facets: &'a [Triangle],
    grow: f64,
}

impl Gauge<'_> {
    /// The deepest that `q` gets into the tool at any time: depth is concave in time.
    fn deepest(&self, q: &Vec3) -> f64 {
        let at = |t: f64| self.tool.solid.at(&(q - self.path.at(t)));
        let (mut a, mut b) = (0.0, 1.0);
        let mut best = at(0.0).max(at(1.0));
        for _ in 0..60 {
            let (m, n) = (a + (b - a) * 0.382, a + (b - a) * 0.618);
            let (fm, fn_) = (at(m), at(n));
            best = best.max(fm).max(fn_);
            if fm >= fn_ { b = n } else { a = m }
        }
        best + self.grow
    }

    /// The length at `q` of a facet with inward normal `along`, as far as the tool reaches
    /// from a point of itself.
    fn length(&self, q: &Vec3, along: &Vec3, slack: f64) -> f64 {
        if self.deepest(q) < -slack {
            return 0.0;
        }
        let inside = |s: f64| self.deepest(&(q + along * s)) >= -slack;
        self.bisect(inside).min(self.bisect(|s| self.clear(&(q + along * s), s)))
    }

    /// No facet is nearer to the centre than the radius.
    fn clear(&self, center: &Vec3, radius: f64) -> bool {
        self.facets.iter().all(|f| (project(center, f) - center).norm() >= radius - 1e-8)
    }

    fn bisect(&self, holds: impl Fn(f64) -> bool) -> f64 {
        let (mut good, mut bad) = (0.0, 1e3);
        while bad - good > 0.1 * FINE {
            let middle = 0.5 * (good + bad);
            if holds(middle) { good = middle } else { bad = middle }
        }
        good
    }
}

fn normal([a, b, c]: &Triangle) -> Vec3 {
    (b - a).cross(&(c - a)).normalize()
}

/// What is wrong with the bounds of one random motion, and whether there were any.
fn trial(kind: &str, seed: u64) -> (bool, Option<String>) {
    let random = &mut seeded(seed);
    let tool = tool(kind, random);
    let mesh: Mesh = part(tool.size * [0.5, 2.0, 6.0][random.below(3)], random);
    let facets: Vec<Triangle> = (0..mesh.triangles.len()).map(|i| mesh.triangle(i)).collect();
    let mut options = options();
    options.tolerance = 0.02;
    let eps = 0.01 * options.tolerance;
    let start = path(["line", "plunge", "stand"][random.below(3)], tool.size, random);
    let near = &facets[random.below(facets.len())..][..1];
    let target = options.tolerance * random.between(0.1, 20.0);
    let place = near[0][0] * 0.4 + near[0][1] * 0.3 + near[0][2] * 0.3;
    let (path, _) = aim(&tool, start.shifted(&(place - tool_middle(&tool))), near, target, random);
    let outcome = run(&mesh, &tool.spec, &[path.motion()], &options, true);
    let motion = &outcome.motions[0];
    let gauge = Gauge { tool: &tool, path: &path, facets: &facets, grow: 0.0 };
    let side = outcome.findings.first().filter(|f| !f.buried).and_then(|f| f.part_side);
    let hi = side.map_or(motion.depth[1], |s| s.depth[1]);
    let wrong = |what: String| (side.is_some(), Some(format!("{kind} seed {seed}: {what}")));
    if outcome.findings.iter().any(|f| f.buried) {
        return (false, None);
    }
    if let Some(side) = side {
        let along = -normal(&facets[side.triangle as usize]);
        let there = gauge.length(&side.point, &along, 2e-7);
        if there < side.depth[0] - 2.0 * FINE {
            return wrong(format!("{:?} claimed, {there} at its point", side.depth));
        }
    } else if !outcome.findings.is_empty() {
        return (false, None);
    }
    for facet in &facets {
        let along = -normal(facet);
        for _ in 0..12 {
            let (mut a, mut b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            if a + b > 1.0 {
                (a, b) = (1.0 - a, 1.0 - b);
            }
            let mut q = facet[0] + (facet[1] - facet[0]) * a + (facet[2] - facet[0]) * b;
            if random.chance(0.7) {
                // Rather where the tool is.
                let inner = path.at(random.between(0.0, 1.0)) + tool_middle(&tool);
                q = project(&(inner + random.vector(tool.size)), facet);
            }
            let length = gauge.length(&q, &along, -FINE);
            if length > hi + 2.0 * FINE {
                return wrong(format!("{length} at {q:?} above {hi} (ε {eps}, {side:?})"));
            }
        }
    }
    (side.is_some(), None)
}

fn tool_middle(tool: &Tool) -> Vec3 {
    Vec3::new(0.0, 0.0, 0.5 * tool.height.unwrap_or(tool.size))
}

#[test]
fn part_side_bounds_hold_the_truth() {
    let (mut measured, mut failures) = (0, Vec::new());
    for (k, kind) in
        ["flat", "ball", "bull", "taper", "flat len", "barrel", "mesh"].iter().enumerate()
    {
        for s in 0..cases(12) {
            let (some, wrong) = trial(kind, (k * 1_000_003 + s) as u64 + 9_000_000_000);
            measured += usize::from(some);
            wrong.iter().for_each(|w| eprintln!("{w}"));
            failures.extend(wrong);
        }
    }
    assert!(failures.is_empty(), "{} of {measured} wrong", failures.len());
    assert!(measured > 20, "only {measured} measured");
}
