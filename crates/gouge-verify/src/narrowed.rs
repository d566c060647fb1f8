//! A component offset inwards from its wall. Where the narrower component clears a motion, the
//! whole one takes nothing deeper than the offset. This settles a mill between two walls or a drill
//! in a hole that is a little too narrow, which no shift clears.

use super::contact::{DepthQuery, Stop};
use super::plan::TimedPath;
use super::prepared::{PreparedComponent, PreparedPiece};
use super::target::Target;
use super::thresholds::Slack;
use crate::budget::FEW_PIECES;
use crate::tolerance::{CUT_OFF_MM, ETA_MM, NARROWED_SAG_SHARE, RAISED_SHARE};
use gouge_core::tool::{Drawn, Piece};
use gouge_core::tree::Course;

/// Convex pieces, whose union is a component, each offset inwards from its wall and raised a
/// little.
pub(super) struct Narrowed {
    pub pieces: Vec<Piece>,
    /// The least depth in the component of a point that is well inside each piece, mm.
    deep: f64,
}

impl Narrowed {
    /// A narrowed component such that no point of the whole one, its growth counted, is farther
    /// than `level` mm less all of the slack from the points deeper than 2 η ([`Slack::eta`]) in
    /// it; none where there is no such component.
    pub fn new(component: &PreparedComponent, level: f64, slack: Slack) -> Option<Self> {
        let most = level - component.grow - slack.mm();
        let eta = slack.eta();
        if most <= 0.0 || component.movers().count() > FEW_PIECES {
            return None;
        }
        let (mut pieces, mut deep) = (Vec::new(), f64::INFINITY);
        for mover in component.movers() {
            let Piece::Solid(solid) = mover.piece else { return None };
            // What is narrower is about as blunt.
            let blunt = 2.0 * mover.bluntness;
            let by = (most - CUT_OFF_MM - 2.0 * eta * blunt) / 1f64.hypot(RAISED_SHARE);
            let narrow = (by > 0.0).then(|| solid.narrowed(by, by * RAISED_SHARE)).flatten()?;
            let narrow = PreparedPiece::convex(&narrow);
            let (middle, radius) = narrow.mover().interior_ball;
            if narrow.bluntness > blunt || radius <= 4.0 * eta {
                return None;
            }
            deep = deep.min(solid.depth(&middle).depth + component.grow);
            pieces.push(narrow.piece);
        }
        // A piece may be larger than what was declared.
        Some(Self { pieces, deep: deep - component.component.facet_error })
    }

    /// The same of a component offset inwards by `by` mm all around and raised by `up` mm, and how
    /// far its points are from it at most, mm. The tips of its pieces come after these.
    pub fn drawn(
        component: &PreparedComponent,
        draw: [f64; 2],
        slack: Slack,
    ) -> Option<(Self, f64)> {
        let eta = slack.eta();
        let (mut pieces, mut tips) = (Vec::new(), Vec::new());
        let (mut deep, mut most) = (f64::INFINITY, 0.0f64);
        for mover in component.movers() {
            let Piece::Solid(solid) = mover.piece else { return None };
            let Drawn { solid: left, tip, far, shared } = solid.drawn(draw)?;
            let (left, tip) =
                (PreparedPiece::convex(&left), tip.as_ref().map(PreparedPiece::convex));
            let (middle, radius) = left.mover().interior_ball;
            if radius <= 4.0 * eta || (tip.is_some() && shared <= 4.0 * eta) {
                return None;
            }
            let blunt =
                tip.as_ref().map_or(left.bluntness, |tip| tip.bluntness.max(left.bluntness));
            most = most.max(far + 2.0 * eta * blunt);
            deep = deep.min(solid.depth(&middle).depth + component.grow);
            pieces.push(left.piece);
            tips.extend(tip.map(|tip| tip.piece));
        }
        pieces.append(&mut tips);
        let deep = deep - component.component.facet_error;
        Some((Self { pieces, deep }, most + component.grow + slack.mm() + CUT_OFF_MM))
    }

    /// A query for one motion after the other.
    pub fn query<'a>(&'a self, target: Target<'a>) -> DepthQuery<'a> {
        DepthQuery::new(target.facets, target.body.mesh, &self.pieces, Course::ALONE)
    }

    /// Whether nothing that a motion takes of a closed body is deeper than the level, where all
    /// that is deeper in the component than `outside` is outside of that all along; arcs are told
    /// no closer than a share of what is left `open`, mm.
    ///
    /// Let K be a convex piece, and K' the narrower one. Let no facet be deeper than `2 * ETA_MM`
    /// in K' on the path, and so nothing that closes the body deeper than 2 η, as [`Slack`] has
    /// that. What is deeper in it, a convex set, is outside all along if one point of it is: such
    /// as is deeper in what K grows to than all that may be in the material. No point of K is
    /// farther from that set than from K', and 2 η times how blunt K' is; a point within g of K is
    /// no farther than g more. In the material it has surface on the way there. What of a tip of K'
    /// is deeper than 2 η shares a point with that of the rest, and is outside with it.
    pub fn clears(
        &self,
        query: &mut DepthQuery,
        paths: &[TimedPath],
        outside: Option<f64>,
        open: f64,
        stop: Stop,
    ) -> bool {
        let level = [2.0 * ETA_MM, 0.5 * ETA_MM];
        outside.is_some_and(|outside| outside < self.deep)
            && !query.enters(paths, level, NARROWED_SAG_SHARE * open, stop)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::cell::Cell;
    use std::f64::consts::TAU;
    use std::path::Path as File;

    use super::super::path::Path;
    use super::super::prepared::PreparedTool;
    use super::*;
    use crate::body::Body;
    use crate::chunk::SurfaceDepth;
    use crate::finding::Verdict;
    use crate::fitted::Fitting;
    use crate::surface::ToolChecker;
    use crate::thresholds::Thresholds;
    use crate::tolerance::FLOAT_MM;
    use crate::verdict::Judge;
    use gouge_core::tool::{Polyhedron, Profile, Shape, Solid, Spec, Step};
    use gouge_core::tree::Engine;
    use gouge_mesh::geom::{Vec3, closest_on_triangle};
    use gouge_mesh::mesh::{Mesh, Side, defects};
    use gouge_random::Random;

    /// A block of 30 by 30 mm from z = -20 to 0 with a hole of so many sides, each `far` from its
    /// middle.
    pub fn drilled(far: f64, sides: u32) -> Mesh {
        let mut mesh = Mesh::default();
        for k in 0..sides {
            let angle = TAU * (f64::from(k) + 0.5) / f64::from(sides);
            let (sin, cos) = angle.sin_cos();
            let out = 15.0 / sin.abs().max(cos.abs());
            let radius = far / (0.5 * TAU / f64::from(sides)).cos();
            let ends = [(radius, -20.0), (out, -20.0), (out, 0.0), (radius, 0.0)];
            mesh.vertices.extend(ends.map(|(far, z)| Vec3::new(far * cos, far * sin, z)));
        }
        for k in 0..sides {
            let next = (k + 1) % sides;
            for i in 0..4 {
                let at = |k: u32, i: u32| 4 * k + i % 4;
                let [a, b, c, d] = [at(k, i), at(next, i), at(next, i + 1), at(k, i + 1)];
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        mesh
    }

    fn prepared(text: &str, deviation: f64) -> PreparedTool {
        let tool = Spec::parse(text, File::new("")).unwrap().build(60.0);
        PreparedTool::new(tool, 0.01, deviation)
    }

    fn line(from: Vec3, travel: Vec3) -> TimedPath {
        TimedPath { path: Path::Line { from, travel }, times: [0.0, 1.0], dogleg: false }
    }

    /// A drill, a reamer and their like were cut into 20,000 cells about each hole whose walls they
    /// touch all around: 1.7 s of one region.
    #[test]
    fn what_is_a_little_too_wide_for_a_hole_is_drawn_in_to_clear_it() {
        let mesh = drilled(4.999, 178);
        let report = defects::examine(&mesh);
        let body = Body::new(&mesh, &report, false);
        assert!(body.whole());
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        for (text, grow) in [
            ("flat:10", 0.0),
            ("drill:10,118", 0.0),
            ("bull:10,1;len=40", 0.0),
            ("flat:10", 0.02),
            ("drill:10,90;len=30", 0.02),
        ] {
            let tool = prepared(text, grow);
            let paths = [line(Vec3::z() * 3.0, -18.0 * Vec3::z())];
            for (most, clear) in [(9.9e-4, false), (1.01e-3, true)] {
                let narrowed =
                    Narrowed::new(&tool.components[0], grow + most, Slack::rounding(0.0)).unwrap();
                let mut query = narrowed.query(target);
                let told = narrowed.clears(&mut query, &paths, Some(grow + 0.001), 1e-5, &|| false);
                assert_eq!(told, clear, "{text} {grow} {most}");
                assert!(!narrowed.clears(&mut query, &paths, None, 1e-5, &|| false));
            }
        }
    }

    /// Where a wall all around was nearly as deep in a drill as is allowed, each plunge was looked
    /// for in the material cell by cell: 17 s for 541 motions in 20 holes.
    #[test]
    fn what_touches_a_hole_all_around_is_decided_without_a_search() {
        let mesh = drilled(4.9915, 55);
        let report = defects::examine(&mesh);
        let body = Body::new(&mesh, &report, false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let thresholds = Thresholds {
            tolerance: 0.01,
            allowance: 0.0,
            all: false,
            slack: Slack::rounding(FLOAT_MM),
        };
        let paths = [line(Vec3::z() * 3.0, -26.0 * Vec3::z())];
        for text in ["flat:10", "drill:10,118;len=40", "bull:10,0.005", "flat:10;len=40"] {
            let tool = prepared(text, 0.0);
            let component = &tool.components[0];
            let narrowed =
                Narrowed::new(component, thresholds.tolerance, thresholds.slack).unwrap();
            let steps = |narrowed: Option<&Narrowed>| {
                let mut checker =
                    ToolChecker::new(&*facets, &body, &tool, thresholds, Course::ALONE);
                let mut depths = Vec::new();
                checker.run(&paths, &|| false, &mut depths);
                let surface = SurfaceDepth { side: Side::Outside, ..depths.remove(0) };
                let most = surface.depth[1];
                let asked = Cell::new(0);
                let stop = || {
                    asked.set(asked.get() + 1);
                    false
                };
                let judge = Judge::new(target, component, thresholds);
                let trial = judge.judge(&paths, surface, most, || narrowed, &stop);
                assert_eq!(trial.verdict, Verdict::Clean, "{text}");
                assert!(trial.part[1] <= thresholds.tolerance, "{text} {:?}", trial.part);
                asked.get()
            };
            let (few, many) = (steps(Some(&narrowed)), steps(None));
            assert!(few < 400 && many > 500, "{text}: {few} {many}");
        }
    }

    /// A cutter as wide as the hole that it is plunged into a little too deep, or the mill that
    /// finishes a corner of its own radius, was unknown, and regions were left up to nine tenths
    /// wider than they are deep: walls all around leave no shift, and raised by a thirty-second the
    /// bottom stayed in the floor.
    #[test]
    fn what_fits_its_hole_all_around_is_drawn_in_and_raised_as_far_as_that_needs() {
        let slack = Slack::rounding(FLOAT_MM);
        for (sides, low) in [(48u32, 0.004), (72, 0.008), (360, 0.0095)] {
            // Walls are chords of the mill; there is a floor at z = -20.
            let half = 0.5 * TAU / f64::from(sides);
            let mut mesh = drilled(4.0 * half.cos(), sides);
            let floor = mesh.vertices.len() as u32;
            mesh.vertices.push(Vec3::new(0.0, 0.0, -20.0));
            let outer = mesh.vertices.len() as u32;
            for k in 0..sides {
                let corner = mesh.vertices[4 * k as usize + 1];
                mesh.vertices.push(Vec3::new(corner.x, corner.y, -25.0));
            }
            let middle = mesh.vertices.len() as u32;
            mesh.vertices.push(Vec3::new(0.0, 0.0, -25.0));
            // The block goes on beneath the hole.
            let Mesh { vertices, triangles } = &mut mesh;
            triangles.retain(|t| t.iter().any(|&v| vertices[v as usize].z != -20.0));
            for k in 0..sides {
                let next = (k + 1) % sides;
                mesh.triangles.push([4 * k, 4 * next, floor]);
                let ring = [outer + k, outer + next, 4 * next + 1, 4 * k + 1];
                mesh.triangles.extend([[ring[0], ring[1], ring[2]], [ring[0], ring[2], ring[3]]]);
                mesh.triangles.push([outer + next, outer + k, middle]);
            }
            let report = defects::examine(&mesh);
            let body = Body::new(&mesh, &report, false);
            assert!(body.whole(), "{sides}");
            let facets = (Engine::default().build)(&mesh);
            let target = Target { body: &body, facets: &*facets };
            let sag = 4.0 * (1.0 - half.cos());
            let truth = sag.hypot(low);
            for text in ["flat:8;len=30", "flat:8"] {
                let tool = prepared(text, 0.0);
                let component = &tool.components[0];
                let way = Vec3::z() * (-20.0 - low - 3.0);
                let paths = [line(Vec3::z() * 3.0, way)];
                let outside = Some(sag.max(low));
                let fitting = Fitting { target, component, paths: &paths, outside, slack };
                let told = fitting.most(0.02, 1e-5, &|| false).unwrap();
                assert!(
                    told >= truth && told < truth + 5e-5,
                    "{sides} {low} {text}: {told} {truth}"
                );
                assert_eq!(fitting.most(truth, 1e-5, &|| false), None);
            }
        }
    }

    /// A wall in a tooth was led off one flank, then off the other, half as far each time: twelve
    /// searches for nothing, which was most of the time that a thread mill took.
    #[test]
    fn a_tooth_is_drawn_in_off_the_wall_that_it_is_in() {
        let mesh = drilled(3.0, 64);
        let report = defects::examine(&mesh);
        let body = Body::new(&mesh, &report, false);
        let facets = (Engine::default().build)(&mesh);
        let target = Target { body: &body, facets: &*facets };
        let to = [[3.0, 0.0], [4.0, 0.6], [3.0, 1.2], [2.5, 1.4], [2.5, 40.0]];
        let steps = to.map(|to| Step { to, arc: None });
        let shape = Shape::Profile(Profile::new([0.0; 2], &steps).unwrap());
        let tool = PreparedTool::new(Spec::cutter(shape).build(60.0), 0.01, 0.0);
        let paths = [line(-6.0 * Vec3::z(), -4.0 * Vec3::z())];
        let slack = Slack::rounding(FLOAT_MM);
        let component = &tool.components[0];
        let fitting = Fitting { target, component, paths: &paths, outside: Some(0.52), slack };
        let told = fitting.most(1.2, 1e-4, &|| false).unwrap();
        assert!((1.0..1.001).contains(&told), "{told}");
    }

    /// Of a mesh of some thousand faces, each motion of a region was offset inwards up to twelve
    /// times over: 25 s for 160 of them, of which cells tell as much in half a second.
    #[test]
    fn a_finely_drawn_mesh_is_not_fitted_motion_by_motion() {
        let fitted = |sides: u32| {
            let mut tool = Spec::parse("flat:8", File::new("")).unwrap().build(60.0);
            let corner = |k: u32| {
                let (sin, cos) = (TAU * f64::from(k) / f64::from(sides)).sin_cos();
                Vec3::new(4.0 * cos, 4.0 * sin, 0.0)
            };
            let polygon: Vec<Vec3> = (0..sides).map(corner).collect();
            let mesh = Polyhedron::prism(&polygon, &(Vec3::z() * 30.0)).unwrap();
            tool.components[0].pieces = vec![Piece::Solid(Solid::Faceted(mesh))];
            Fitting::at_most(&PreparedTool::new(tool, 0.01, 0.0).components[0])
        };
        assert_eq!([6, 36, 200, 600].map(fitted), [102, 14, 2, 0]);
        let bull = |grow: f64| Fitting::at_most(&prepared("bull:8,1", grow).components[0]);
        assert_eq!([0.0, 0.3].map(bull), [1024, 64]);
    }

    /// No point of the material that a tool covers is deeper than what it was offset inwards by
    /// where that clears it.
    #[test]
    fn nothing_is_deeper_than_what_clears_was_drawn_in_by() {
        let mut random = Random::new(27);
        let texts =
            ["flat:8", "drill:8,118;len=9", "bull:8,0.5;len=6", "taper:1,8,8", "ball:8;len=7"];
        let tools: Vec<PreparedTool> =
            texts.iter().flat_map(|text| [0.0, 0.3].map(|grow| prepared(text, grow))).collect();
        let (mut cleared, mut points, mut deep) = (0, 0, 0);
        for case in 0..1500 {
            let mesh = drilled(random.between(3.2, 5.5), 3 + random.below(12) as u32);
            let report = defects::examine(&mesh);
            let body = Body::new(&mesh, &report, false);
            let facets = (Engine::default().build)(&mesh);
            let target = Target { body: &body, facets: &*facets };
            let component = &tools[case % tools.len()].components[0];
            let mut at = || {
                let (x, y) = (random.between(-0.6, 0.6), random.between(-0.6, 0.6));
                Vec3::new(x, y, random.between(-19.0, 1.0))
            };
            let [from, to] = [at(), at()];
            let paths = [line(from, to - from)];
            let level = component.grow + 10f64.powf(random.between(-2.0, 0.3));
            let Some(narrowed) = Narrowed::new(component, level, Slack::rounding(0.0)) else {
                continue;
            };
            // Only what is this deep in the tool is known to be outside: the middle of the hole is.
            let held = component.grow + 2.0;
            if !narrowed.clears(&mut narrowed.query(target), &paths, Some(held), 1e-5, &|| false) {
                continue;
            }
            cleared += 1;
            let piece = &component.component.pieces[0];
            for _ in 0..150 {
                let control = from + (to - from) * random.between(0.0, 1.0);
                let (angle, far) = (random.between(0.0, TAU), random.between(3.0, 4.3));
                let (sin, cos) = angle.sin_cos();
                let place = Vec3::new(far * cos, far * sin, random.between(-0.3, 9.3));
                let x = control + place;
                if piece.depth(&place) + component.grow < 0.0 || target.side(&x) != Side::Inside {
                    continue;
                }
                let apart = |t| (closest_on_triangle(&x, &mesh.triangle(t)) - x).norm();
                let depth = (0..mesh.triangles.len()).map(apart).fold(f64::INFINITY, f64::min);
                assert!(depth <= level, "case {case}: {depth} {level} at {x:?}");
                points += 1;
                deep += usize::from(depth > 0.5 * level);
            }
        }
        assert!(cleared > 150 && points > 1000 && deep > 60, "{cleared} {points} {deep}");
    }
}
