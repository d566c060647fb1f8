//! The material that the tool takes: the point that shows it, and whether the tool is wholly
//! inside.

use gouge_mesh::geom::Vec3;

use crate::document::{Region, Side};
use crate::foot::foot;
use crate::program::Step;
use crate::surface::Surface;
use crate::tolerance::{FOOT_SHARE, MEETING_PIECES, SAME_MM, SLACK_MOST_MM};
use crate::tool::Body;
use crate::witness::{Found, Judge};

/// A point of the material, and the nearest of the surface.
#[derive(Clone, Copy)]
struct Shown {
    inner: [f64; 3],
    point: [f64; 3],
    triangle: u32,
    /// Names of the fields that hold the two points.
    names: [&'static str; 2],
}

impl Judge<'_> {
    /// The inner point is in the tool and in the material, and no surface is nearer to it than
    /// reported.
    pub fn part_side(&self, region: &Region, tool: &Body, surface: &Surface, out: &mut Found) {
        let w = &region.witness;
        let Some(inner) = w.inner_point_mm else {
            return out.push(("witness.inner_point_mm", "is missing".to_owned()));
        };
        let names = ["witness.inner_point_mm", "witness.surface_point_mm"];
        let (point, triangle) = (w.surface_point_mm, w.triangle);
        let p = self.relative(&w.control_point_mm.into(), inner);
        let depth = tool.depth(&p);
        if depth < -self.slack() {
            out.push((names[0], format!("is {} mm outside of the tool", -depth)));
        }
        self.component(region, tool, &p, 0.0, out);
        self.shown(region, Shown { inner, point, triangle, names }, surface, out);
    }

    /// Where the part-side depth was found: at the witness, or, beside one of the tool side, at a
    /// point that holds by itself.
    pub fn found_at(
        &self,
        region: &Region,
        step: &Step,
        tool: &Body,
        surface: &Surface,
        out: &mut Found,
    ) {
        let w = &region.witness;
        if w.side == Side::Tool && w.inner_point_mm.is_some() {
            out.push((
                "witness.inner_point_mm",
                "belongs to a witness of the part side".to_owned(),
            ));
        }
        let Some(found) = w.part_side else {
            if w.part_side_mm.is_some() {
                out.push((
                    "witness.part_side",
                    "is missing: a depth was found somewhere".to_owned(),
                ));
            }
            return;
        };
        let names = ["witness.part_side.inner_point_mm", "witness.part_side.point_mm"];
        let Some(_) = w.part_side_mm else {
            return out.push((names[0], "has no depth beside it in `part_side_mm`".to_owned()));
        };
        let apart = |a: [f64; 3], b: [f64; 3]| (Vec3::from(a) - Vec3::from(b)).norm() > SAME_MM;
        if let (Side::Part, Some(inner)) = (w.side, w.inner_point_mm) {
            if apart(found.inner_point_mm, inner) {
                out.push((names[0], format!("is not {inner:?}, that of the witness")));
            }
            if apart(found.point_mm, w.surface_point_mm) {
                out.push((
                    names[1],
                    format!("is not {:?}, that of the witness", w.surface_point_mm),
                ));
            }
            if found.triangle != w.triangle {
                let what = format!("is not {}, that of the witness", w.triangle);
                out.push(("witness.part_side.triangle", what));
            }
            if (found.t - w.t).abs() > SAME_MM {
                out.push(("witness.part_side.t", format!("is not {}, that of the witness", w.t)));
            }
            return;
        }
        if !(0.0..=1.0).contains(&found.t) {
            let what = format!("{} is not within 0 and 1", found.t);
            return out.push(("witness.part_side.t", what));
        }
        let path = step.at(found.t);
        let ways = path.iter().flat_map(|path| [false, true].map(|dog| path.at(found.t, dog)));
        let deep =
            |at| tool.depth(&self.relative(&self.placement.to_part(at), found.inner_point_mm));
        let depth = ways.map(deep).fold(f64::NEG_INFINITY, f64::max);
        if depth < -self.slack() {
            let what =
                format!("the tool stays {} mm off the inner point at t = {}", -depth, found.t);
            out.push(("witness.part_side.t", what));
        }
        let (inner, point) = (found.inner_point_mm, found.point_mm);
        self.shown(region, Shown { inner, point, triangle: found.triangle, names }, surface, out);
    }

    /// A point is in the material, as deep as is said, and the other is the nearest of the surface.
    fn shown(&self, region: &Region, shown: Shown, surface: &Surface, out: &mut Found) {
        let [of_inner, of_point] = shown.names;
        let inner = Vec3::from(shown.inner);
        let gap = surface.distance(&inner);
        let lo = region.witness.part_side_mm.map_or(0.0, |s| s[0]);
        let inside = surface.holds(&inner);
        let signed = if inside { gap } else { -gap };
        if !inside && (lo > 0.0 || self.limits.allowance_mm <= 0.0) {
            out.push((of_inner, "is not in the material".to_owned()));
        } else if signed < lo - self.slack() {
            let what = format!("at least {lo} mm, but the surface is {gap} mm from the point");
            out.push(("witness.part_side_mm", what));
        }
        let Some(facet) = surface.facets.get(shown.triangle as usize) else {
            let what = format!("the body has no facet {}", shown.triangle);
            return out.push(("witness.part_side.triangle", what));
        };
        let point = Vec3::from(shown.point);
        let off = (inner - point).norm() - gap;
        let nearest = foot(&inner, facet);
        let aside = (nearest - point).norm();
        let rough = FOOT_SHARE * facet.iter().fold(0.0, |most, c| c.amax().max(most));
        if off > self.slack() {
            let what = format!("is {off} mm farther from the inner point than the surface");
            out.push((of_point, what));
        } else if aside > self.slack() + rough {
            let what =
                format!("is {aside} mm from the point of its facet nearest to the inner one");
            out.push((of_point, what));
        }
    }

    /// A tool that is wholly inside the material has nothing of the surface in it, at the ends of
    /// the motion and at the witness.
    pub fn buried(
        &self,
        region: &Region,
        step: &Step,
        tool: &Body,
        surface: &Surface,
        out: &mut Found,
    ) {
        let w = &region.witness;
        if !w.buried {
            return;
        }
        if w.side != Side::Part {
            return out.push(("witness.buried", "but a point of the surface is in it".to_owned()));
        }
        let Some(path) = step.at(w.t) else { return };
        for t in [0.0, w.t, 1.0] {
            let control = self.placement.to_part(path.at(t, w.dogleg));
            let deep = |p: &Vec3| {
                let p = self.placement.along_program(&control, p);
                tool.depth_in(region.component, &p).unwrap_or(f64::NEG_INFINITY)
            };
            if let Some(point) = meets(surface, deep) {
                let what = format!("but {:?} of the surface is in it at t = {t}", point.as_slice());
                return out.push(("witness.buried", what));
            }
        }
    }
}

/// A point of some facet that is deeper than rounding in a body, found by cutting facets up: no
/// point of a piece is deeper than its middle by more than it is away from that.
fn meets(surface: &Surface, deep: impl Fn(&Vec3) -> f64) -> Option<Vec3> {
    let mut pieces = MEETING_PIECES;
    for &facet in surface.reached(SLACK_MOST_MM, &deep).flat_map(|c| &c.facets) {
        let mut open = vec![surface.facets[facet]];
        while let Some(t) = open.pop() {
            let middle = (t[0] + t[1] + t[2]) / 3.0;
            let radius = t.iter().map(|v| (v - middle).norm()).fold(0.0, f64::max);
            let depth = deep(&middle);
            if depth > SLACK_MOST_MM {
                return Some(middle);
            }
            if depth + radius <= SLACK_MOST_MM || pieces == 0 {
                continue;
            }
            pieces -= 1;
            let [ab, bc, ca] = [0, 1, 2].map(|i| (t[i] + t[(i + 1) % 3]) / 2.0);
            open.extend([[t[0], ab, ca], [ab, t[1], bc], [ca, bc, t[2]], [ab, bc, ca]]);
        }
    }
    None
}
