//! Where an upright plane cuts a tool, and how low the tool reaches in it during a motion.

use super::slice::slice;
use crate::geom::Vec3;
use crate::mesh::Mesh;
use crate::report::data::Component;
use crate::report::data::picture::{Outline, Plane, Point, Silhouette};
use crate::report::track::Track;
use crate::tool::{Edge, Piece, Role, Tool};

/// Arcs are drawn with chords no farther from them than this, mm.
const ARC_SAGITTA_MM: f64 = 1e-4;

/// A straight edge of the meridian is a curve in a plane beside the axis: pieces drawn of it.
const CURVE_PIECES: usize = 24;

/// Columns of the swept outline.
const SWEPT_COLUMNS: usize = 240;

/// Times looked at for each of them, before the best one is narrowed down.
const SWEPT_TIMES: usize = 96;

/// Halvings of that.
const SWEPT_HALVINGS: usize = 24;

/// The components of `tool` in an upright plane, with the control point at `at`.
pub fn silhouette(tool: &Tool, plane: &Plane, at: &Vec3) -> Vec<Silhouette> {
    let cut = |c: &crate::tool::Component| Silhouette {
        component: component(c.role),
        outlines: c.pieces.iter().flat_map(|piece| outlines(piece, plane, at)).collect(),
    };
    tool.components.iter().map(cut).collect()
}

/// What a component is called in reports.
pub fn component(role: Role) -> Component {
    match role {
        Role::Cutter => Component::Cutter,
        Role::Shank => Component::Shank,
        Role::Holder => Component::Holder,
    }
}

fn outlines(piece: &Piece, plane: &Plane, at: &Vec3) -> Vec<Outline> {
    let Some(edges) = piece.meridian() else {
        let triangles = piece.triangles();
        let vertices = triangles.iter().flatten().map(|v| v + at).collect();
        let triangles =
            (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        return slice(&welded(&Mesh { vertices, triangles }), plane);
    };
    let [along, up] = plane.project(at);
    let offset = plane.distance(at).abs();
    runs(&chain(&edges), offset)
        .into_iter()
        .map(|run| {
            let right = run.iter().map(|[s, z]| [along + s, up + z]);
            let left = run.iter().rev().map(|[s, z]| [along - s, up + z]);
            Outline { closed: true, points: right.chain(left).collect() }
        })
        .collect()
}

/// Vertices at the same place become one, so that outlines close.
fn welded(mesh: &Mesh) -> Mesh {
    let mut known = std::collections::HashMap::new();
    let mut vertices = Vec::new();
    let triangles = mesh.triangles.iter().map(|t| {
        t.map(|v| {
            let p = mesh.vertices[v as usize];
            *known.entry([p.x, p.y, p.z].map(f64::to_bits)).or_insert_with(|| {
                vertices.push(p);
                vertices.len() as u32 - 1
            })
        })
    });
    let triangles = triangles.collect();
    Mesh { vertices, triangles }
}

/// The meridian as points (r, z), bottom to top.
fn chain(edges: &[Edge]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for edge in edges {
        if points.last() != Some(&edge.start()) {
            points.push(edge.start());
        }
        if let Edge::Arc { a, b, center, radius } = *edge {
            let angle = |p: Point| (p[1] - center[1]).atan2(p[0] - center[0]);
            let from = angle(a);
            let turn = (angle(b) - from).rem_euclid(std::f64::consts::TAU);
            let step = 2.0 * (1.0 - (ARC_SAGITTA_MM / radius).min(1.0)).acos();
            let count = (turn / step).ceil().clamp(1.0, 2000.0) as usize;
            points.extend((1..count).map(|i| {
                let w = from + turn * i as f64 / count as f64;
                [center[0] + radius * w.cos(), center[1] + radius * w.sin()]
            }));
        }
        points.push(edge.end());
    }
    points
}

/// Half widths and heights in a plane `offset` beside the axis: a run for each stretch of the
/// meridian that reaches as far.
fn runs(chain: &[Point], offset: f64) -> Vec<Vec<Point>> {
    if offset == 0.0 {
        return vec![chain.to_vec()];
    }
    let half = |r: f64| (r * r - offset * offset).max(0.0).sqrt();
    let mut out = Vec::new();
    let mut run: Vec<Point> = Vec::new();
    for pair in chain.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let reach = |t: f64| [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
        let (mut t0, mut t1) = (0.0, 1.0);
        if a[0] < offset && b[0] < offset {
            continue;
        }
        let crossing = (offset - a[0]) / (b[0] - a[0]);
        if a[0] < offset {
            t0 = crossing;
        }
        if b[0] < offset {
            t1 = crossing;
        }
        let count = if (b[0] - a[0]).abs() < ARC_SAGITTA_MM { 1 } else { CURVE_PIECES };
        for i in 0..=count {
            let p = reach(t0 + (t1 - t0) * i as f64 / count as f64);
            run.push([half(p[0]), p[1]]);
        }
        if b[0] < offset {
            out.push(std::mem::take(&mut run));
        }
    }
    if run.len() > 1 {
        out.push(run);
    }
    out
}

/// How high above the control point the lowest material of a tool stands at a distance from its
/// axis, mm; `None` beyond its reach. For tools with a meridian.
struct Underside {
    chain: Vec<Point>,
}

impl Underside {
    fn height(&self, r: f64) -> Option<f64> {
        self.chain
            .windows(2)
            .filter_map(|pair| {
                let [a, b] = [pair[0], pair[1]];
                let (lo, hi) = (a[0].min(b[0]), a[0].max(b[0]));
                if r < lo || r > hi {
                    return None;
                }
                Some(if hi > lo {
                    a[1] + (b[1] - a[1]) * (r - a[0]) / (b[0] - a[0])
                } else {
                    a[1].min(b[1])
                })
            })
            .reduce(f64::min)
    }
}

/// The lower border of what one component sweeps in an upright plane: chains of points from left
/// to right, none where it never comes.
pub fn swept(
    tool: &Tool,
    role: Role,
    plane: &Plane,
    track: &Track,
    window: [f64; 2],
) -> Vec<Outline> {
    let pieces = tool.components.iter().filter(|c| c.role == role).flat_map(|c| &c.pieces);
    let undersides: Vec<Underside> = pieces
        .filter_map(|p| p.meridian())
        .map(|edges| Underside { chain: chain(&edges) })
        .collect();
    let low = |column: &Vec3, t: f64| {
        let c = track.at(t);
        let r = (column.x - c.x).hypot(column.y - c.y);
        let heights = undersides.iter().filter_map(|u| u.height(r));
        heights.reduce(f64::min).map_or(f64::INFINITY, |z| z + c.z)
    };
    let mut out = Vec::new();
    let mut run: Vec<Point> = Vec::new();
    for i in 0..=SWEPT_COLUMNS {
        let along = window[0] + (window[1] - window[0]) * i as f64 / SWEPT_COLUMNS as f64;
        let column = plane.lift([along, 0.0]);
        let step = 1.0 / SWEPT_TIMES as f64;
        let best = (0..=SWEPT_TIMES)
            .map(|k| k as f64 * step)
            .map(|t| (low(&column, t), t))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((mut z, mut t)) = best.filter(|(z, _)| z.is_finite()) else {
            if run.len() > 1 {
                out.push(Outline { closed: false, points: std::mem::take(&mut run) });
            }
            run.clear();
            continue;
        };
        let mut width = step;
        for _ in 0..SWEPT_HALVINGS {
            width *= 0.5;
            for beside in [(t - width).max(0.0), (t + width).min(1.0)] {
                let lower = low(&column, beside);
                if lower < z {
                    (z, t) = (lower, beside);
                }
            }
        }
        run.push([along, z - plane.origin[2]]);
    }
    if run.len() > 1 {
        out.push(Outline { closed: false, points: run });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::Spec;
    use std::path::Path;

    fn tool(text: &str) -> Tool {
        Spec::parse(text, Path::new("")).unwrap().build(30.0)
    }

    #[test]
    fn a_ball_is_cut_in_circles() {
        let plane = Plane::upright(Vec3::zeros(), &[Vec3::x()]);
        for (offset, radius) in [(0.0, 3.0), (1.8, 2.4)] {
            let at = Vec3::new(7.0, offset, 2.0);
            let cut = silhouette(&tool("ball:6"), &plane, &at);
            for p in cut[0].outlines[0].points.iter().filter(|p| p[1] <= 5.0) {
                let r = (p[0] - 7.0).hypot(p[1] - 5.0);
                assert!((r - radius).abs() < 1e-3, "{p:?} {r}");
            }
        }
        assert!(
            silhouette(&tool("ball:6"), &plane, &Vec3::new(0.0, 3.5, 0.0))[0].outlines.is_empty()
        );
    }

    #[test]
    fn stacks_keep_their_components_apart() {
        let plane = Plane::upright(Vec3::zeros(), &[Vec3::x()]);
        let cut =
            silhouette(&tool("flat:6;len=20;shank=8,30;holder=20,40,25"), &plane, &Vec3::zeros());
        let names: Vec<_> = cut.iter().map(|s| s.component).collect();
        assert_eq!(names, [Component::Cutter, Component::Shank, Component::Holder]);
        let top = |i: usize| cut[i].outlines[0].points.iter().map(|p| p[1]).fold(0.0, f64::max);
        assert_eq!([top(0), top(1), top(2)], [20.0, 50.0, 75.0]);
    }

    #[test]
    fn a_sweep_reaches_as_low_as_its_lowest_pose() {
        let plane = Plane::upright(Vec3::zeros(), &[Vec3::x()]);
        let track = Track::line(Vec3::new(0.0, -5.0, 4.0), Vec3::new(0.0, 5.0, 0.0));
        let found = swept(&tool("ball:6"), Role::Cutter, &plane, &track, [-4.0, 4.0]);
        assert_eq!(found.len(), 1);
        // The lowest point over (0, 0): brute force over a million times.
        let brute = (0..=1_000_000)
            .map(|i| {
                let c = track.at(f64::from(i) * 1e-6);
                let r = c.y.abs();
                if r > 3.0 { f64::INFINITY } else { c.z + 3.0 - (9.0 - r * r).sqrt() }
            })
            .fold(f64::INFINITY, f64::min);
        let middle = found[0].points.iter().find(|p| p[0].abs() < 1e-9).unwrap();
        assert!((middle[1] - brute).abs() < 1e-3, "{middle:?} {brute}");
    }
}
