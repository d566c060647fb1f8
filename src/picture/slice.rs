//! Where a plane cuts a mesh: segments of facets, chained along the edges that they share.
//!
//! A vertex on the plane counts as above it, so that every facet is cut in none or in exactly two
//! of its edges, and closed meshes give closed outlines.

use std::collections::HashMap;

use crate::geom::Vec3;
use crate::mesh::Mesh;
use crate::report::data::picture::{Outline, Plane, Point};

/// The outlines of `mesh` in `plane`.
pub fn slice(mesh: &Mesh, plane: &Plane) -> Vec<Outline> {
    let side: Vec<f64> = mesh.vertices.iter().map(|v| plane.distance(v)).collect();
    let mut cuts: Vec<[Cut; 2]> = Vec::new();
    for triangle in &mesh.triangles {
        let above = triangle.map(|v| side[v as usize] >= 0.0);
        if above == [true; 3] || above == [false; 3] {
            continue;
        }
        let crossed = (0..3).filter(|&k| above[k] != above[(k + 1) % 3]);
        let mut edges = crossed.map(|k| Cut::of(triangle[k], triangle[(k + 1) % 3]));
        if let (Some(a), Some(b)) = (edges.next(), edges.next()) {
            cuts.push([a, b]);
        }
    }
    let point = |cut: &Cut| {
        let [a, b] = [cut.0 as usize, cut.1 as usize];
        let t = side[a] / (side[a] - side[b]);
        let at: Vec3 = mesh.vertices[a] + (mesh.vertices[b] - mesh.vertices[a]) * t;
        plane.project(&at)
    };
    chains(&cuts)
        .into_iter()
        .map(|(closed, chain)| Outline { closed, points: chain.iter().map(point).collect() })
        .collect()
}

/// The edge between two vertices, the smaller number first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cut(u32, u32);

impl Cut {
    fn of(a: u32, b: u32) -> Self {
        Self(a.min(b), a.max(b))
    }
}

/// Chains segments end to end.
fn chains(cuts: &[[Cut; 2]]) -> Vec<(bool, Vec<Cut>)> {
    let mut at: HashMap<Cut, Vec<usize>> = HashMap::new();
    for (i, ends) in cuts.iter().enumerate() {
        ends.iter().for_each(|end| at.entry(*end).or_default().push(i));
    }
    let mut used = vec![false; cuts.len()];
    let follow = |from: Cut, used: &mut Vec<bool>| {
        let mut chain = vec![from];
        let mut end = from;
        while let Some(next) =
            at.get(&end).and_then(|list| list.iter().copied().find(|&i| !used[i]))
        {
            used[next] = true;
            end = if cuts[next][0] == end { cuts[next][1] } else { cuts[next][0] };
            chain.push(end);
        }
        chain
    };
    let mut out = Vec::new();
    // Open chains from their ends first, so that none is begun in its middle.
    let lone = |cut: &Cut| at.get(cut).is_some_and(|list| list.len() % 2 == 1);
    let mut starts: Vec<Cut> = cuts.iter().flatten().copied().filter(|c| lone(c)).collect();
    starts.extend(cuts.iter().map(|c| c[0]));
    for start in starts {
        let mut chain = follow(start, &mut used);
        if chain.len() < 2 {
            continue;
        }
        let closed = chain.len() > 2 && chain.first() == chain.last();
        if closed {
            chain.pop();
        }
        out.push((closed, chain));
    }
    out
}

/// What of an outline is in a box: a closed one is cut off along the box, an open one keeps its
/// pieces.
pub fn clip(outline: &Outline, window: &[Point; 2]) -> Vec<Outline> {
    if !outline.closed {
        return within(outline, window);
    }
    let mut points = outline.points.clone();
    for (axis, bound, sign) in [
        (0, window[0][0], 1.0),
        (0, window[1][0], -1.0),
        (1, window[0][1], 1.0),
        (1, window[1][1], -1.0),
    ] {
        let inside = |p: &Point| (p[axis] - bound) * sign >= 0.0;
        let mut kept = Vec::with_capacity(points.len());
        for (i, p) in points.iter().enumerate() {
            let before = &points[(i + points.len() - 1) % points.len()];
            if inside(p) != inside(before) {
                let t = (bound - before[axis]) / (p[axis] - before[axis]);
                kept.push([0, 1].map(|k| before[k] + (p[k] - before[k]) * t));
            }
            if inside(p) {
                kept.push(*p);
            }
        }
        points = kept;
    }
    if points.len() < 3 { Vec::new() } else { vec![Outline { closed: true, points }] }
}

/// Runs of segments whose boxes meet the window.
fn within(outline: &Outline, window: &[Point; 2]) -> Vec<Outline> {
    let near = |a: &Point, b: &Point| {
        (0..2).all(|k| a[k].min(b[k]) <= window[1][k] && a[k].max(b[k]) >= window[0][k])
    };
    let mut out: Vec<Outline> = Vec::new();
    let mut run: Vec<Point> = Vec::new();
    for pair in outline.points.windows(2) {
        if near(&pair[0], &pair[1]) {
            if run.is_empty() {
                run.push(pair[0]);
            }
            run.push(pair[1]);
        } else if !run.is_empty() {
            out.push(Outline { closed: false, points: std::mem::take(&mut run) });
        }
    }
    if !run.is_empty() {
        out.push(Outline { closed: false, points: run });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube() -> Mesh {
        let vertices = (0..8u32)
            .map(|i| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 10.0)
            .collect();
        let quads =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles =
            quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
        Mesh { vertices, triangles }
    }

    fn area(points: &[Point]) -> f64 {
        let n = points.len();
        let twice: f64 = (0..n)
            .map(|i| points[i][0] * points[(i + 1) % n][1] - points[(i + 1) % n][0] * points[i][1])
            .sum();
        0.5 * twice.abs()
    }

    #[test]
    fn a_cube_is_cut_in_a_closed_outline() {
        for plane in [
            Plane::upright(Vec3::new(5.0, 5.0, 5.0), &[Vec3::x()]),
            Plane::upright(Vec3::new(5.0, 0.0, 5.0), &[Vec3::x()]),
            Plane::level(Vec3::new(0.0, 0.0, 2.0)),
        ] {
            let outlines = slice(&cube(), &plane);
            assert_eq!(outlines.len(), 1, "{plane:?}");
            assert!(outlines[0].closed);
            assert!((area(&outlines[0].points) - 100.0).abs() < 1e-9, "{outlines:?}");
        }
        let diagonal = Plane::upright(Vec3::new(5.0, 5.0, 5.0), &[Vec3::new(1.0, 1.0, 0.0)]);
        assert!((area(&slice(&cube(), &diagonal)[0].points) - 200f64.sqrt() * 10.0).abs() < 1e-9);
    }

    #[test]
    fn a_clipped_outline_stays_in_its_box() {
        let plane = Plane::upright(Vec3::new(5.0, 5.0, 5.0), &[Vec3::x()]);
        let window = [[-2.0, -2.0], [3.0, 9.0]];
        let cut = clip(&slice(&cube(), &plane)[0], &window);
        assert!((area(&cut[0].points) - 5.0 * 7.0).abs() < 1e-9, "{cut:?}");
    }

    #[test]
    fn an_open_sheet_gives_an_open_chain() {
        let mut mesh = cube();
        mesh.triangles.truncate(2);
        mesh.vertices.iter_mut().for_each(|v| v.z += v.x);
        let outlines = slice(&mesh, &Plane::upright(Vec3::new(5.0, 5.0, 0.0), &[Vec3::x()]));
        assert_eq!(outlines.len(), 1);
        assert!(!outlines[0].closed);
    }
}
