//! What an outcome must satisfy, given what the oracle found.

use std::collections::BTreeMap;

use gouge::geom::{Triangle, Vec3};
use gouge::mesh::{Mesh, defects};
use gouge::nc::Motion;
use gouge::tool::Spec;
use gouge::verify::{
    Body, Finding, MotionOutcome, Options, Outcome, Progress, Verdict, WitnessSide, check,
};

use crate::climb::Peak;
use crate::path::Path;
use crate::solid::project;
use crate::tools::Tool;

/// Rounding allowed between two ways to compute a depth, mm per mm of coordinate.
const ROUNDING: f64 = 1e-12;

/// The share of its depth that the bounds of a region may be apart.
const REGION_SHARE: f64 = 0.01;

/// The share of a depth by which the bounds of a tool that is not convex may be wider.
const FAN: f64 = 2e-5;

pub fn options() -> Options {
    Options { tolerance: 0.01, ..Options::default() }
}

/// One part and one tool.
pub fn run(mesh: &Mesh, spec: &Spec, motions: &[Motion], options: &Options) -> Outcome {
    let report = defects::examine(mesh);
    let body = Body::new(mesh, &report, false);

    let specs = BTreeMap::from([(1, spec.clone())]);
    check(&[body], &specs, &motions.into(), options, &Progress::default())
}

/// What one motion was tried with.
pub struct Case<'a> {
    pub tool: &'a Tool,
    pub path: &'a Path,
    pub facets: &'a [Triangle],
    /// Growth of the tool, mm.
    pub grow: f64,
    /// The part of it that is stock to stay, mm.
    pub allowance: f64,
    /// A depth that is reached, growth not included.
    pub peak: Peak,
}

/// How far chords and tangents of a hollow arc in a profile may be apart, mm.
const HOLLOW_MM: f64 = 1e-4;

impl Case<'_> {
    fn scale(&self) -> f64 {
        let far = |v: &Vec3| v.amax();
        self.facets.iter().flatten().map(far).fold(far(&self.path.at(0.0)), f64::max)
            + self.path.speed(0.0).norm()
            + 1.0
    }

    fn slack(&self) -> f64 {
        2e-9 + ROUNDING * self.scale()
    }

    /// How far apart the bounds of a depth up to `hi` may be, mm.
    fn width(&self, hi: f64, eps: f64) -> f64 {
        if self.tool.convex { eps } else { eps + FAN * hi }
    }

    /// Bounds, verdict and witness of a motion without part-side depth.
    pub fn judge(
        &self,
        options: &Options,
        motion: &MotionOutcome,
        finding: Option<&Finding>,
    ) -> Result<(), String> {
        let (tol, eps) = (options.tolerance, options.tolerance * 0.01);
        let reached = self.peak.depth + self.grow;
        let [lo, hi] = motion.depth;
        let slack = self.slack();
        if motion.verdict != Verdict::Unknown
            && (motion.verdict == Verdict::Gouge) != finding.is_some()
        {
            return Err(format!("{:?} with finding {finding:?}", motion.verdict));
        }
        if reached > hi + slack {
            return Err(format!(
                "missed: {reached} is reached, above hi {hi} ({:?})",
                motion.verdict
            ));
        }
        match motion.verdict {
            Verdict::Clean if reached > tol + slack => {
                return Err(format!("clean at {reached}"));
            }
            Verdict::Clean => {}
            // Loose facets do not tell what is material; what they do tell is whether the surface
            // is deep in the tool. The tool of a hollow profile is a little larger, and the oracle
            // may fall short.
            Verdict::Unknown
                if reached > tol + 2.0 * eps + self.tool.slack + self.width(hi, 0.0) =>
            {
                return Err(format!("unknown [{lo}, {hi}], but {reached} is reached"));
            }
            Verdict::Unknown => {}
            Verdict::Gouge => {}
        }
        if let Some(f) = finding.filter(|f| f.side == WitnessSide::Tool) {
            self.witness(f, eps, slack)?;
        }
        Ok(())
    }

    /// Whether the oracle's own climb fell short of what the witness proves.
    pub fn weak(&self, options: &Options, finding: Option<&Finding>) -> bool {
        let reached = self.peak.depth + self.grow + 0.01 * options.tolerance + self.tool.slack;
        finding.is_some_and(|f| reached - self.allowance < f.tool_side[0])
    }

    /// Whether no point that is looked at of a ball is outside of the tool that grew: in the corner
    /// of a pocket that is larger than one about the same point of what grew.
    fn holds_ball(&self, middle: &Vec3, radius: f64) -> bool {
        const LOOKS: u32 = 20_000;
        (0..LOOKS).all(|i| {
            // On a spiral from pole to pole, as far apart everywhere.
            let z = 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(LOOKS);
            let (sin, cos) = (f64::from(i) * 2.399_963_229_728_653).sin_cos();
            let out = Vec3::new(cos * (1.0 - z * z).sqrt(), sin * (1.0 - z * z).sqrt(), z);
            let inside = |share: f64| {
                self.tool.solid.at(&(middle + out * (radius * share)))
                    >= -self.grow - self.tool.slack
            };
            [0.5, 0.8, 0.95, 1.0].into_iter().all(inside)
        })
    }

    fn witness(&self, f: &Finding, eps: f64, slack: f64) -> Result<(), String> {
        let [lo, hi] = f.tool_side;
        // Hollow arcs are bounded by chords and tangents, so far apart.
        let hollow = if self.tool.convex { 0.0 } else { 2.0 * HOLLOW_MM };
        // A gouge needs to be known no closer than the law asks of a region.
        let most = (self.width(hi, eps) + hollow).max(REGION_SHARE * hi);
        if !(lo <= hi && hi - lo <= most) {
            return Err(format!("bounds {:?} wider than {eps}", f.tool_side));
        }
        let facet = &self.facets[f.triangle as usize];
        let off = (project(&f.surface_point, facet) - f.surface_point).norm();
        if off > slack + blur(facet) {
            return Err(format!("surface point {off} off its facet"));
        }
        let ways = self.path.ways();
        let off = ways
            .iter()
            .enumerate()
            .filter(|(i, (_, [t0, t1]))| f.dogleg == (*i > 0) && (*t0..=*t1).contains(&f.t))
            .map(|(_, (way, [t0, t1]))| (way.at((f.t - t0) / (t1 - t0)) - f.control_point).norm())
            .fold(f64::INFINITY, f64::min);
        if off > slack {
            return Err(format!("control point {off} off its path at {}", f.t));
        }
        // The tool side counts the inflated tool; the allowance comes on top in the depth, and with
        // one the side is negative where the surface lies outside of the tool.
        let y = f.surface_point - f.control_point;
        let at = self.tool.solid.at(&y) + self.grow;
        let claimed = lo + self.allowance;
        let shown = at < claimed && !self.tool.convex && self.holds_ball(&y, claimed - slack);
        let at = if shown { claimed } else { at };
        if at < f.depth[0] - slack - self.tool.slack {
            return Err(format!("depth at the witness is {at}, not {:?}; {f:?}", f.depth));
        }
        let there = at - self.allowance;
        let there = if self.allowance > 0.0 { there } else { there.max(0.0) };
        if there < lo - slack - self.tool.slack || there > hi + slack {
            return Err(format!(
                "depth at the witness is {there}, not in [{lo}, {hi}]; {f:?} {:?}",
                self.facets
            ));
        }
        Ok(())
    }
}

/// How far a point of a needle may seem to be from it: the cross product of its edges keeps few
/// digits of its direction.
fn blur([a, b, c]: &Triangle) -> f64 {
    let (e, f) = (b - a, c - a);
    let size = e.norm().max(f.norm());
    let area = e.cross(&f).norm();
    if area > 0.0 { (f64::EPSILON * 4.0 * size.powi(3) / area).min(size) } else { 0.0 }
}
