//! Cuts polygons of part files into triangles: ear clipping with exact predicates.
//!
//! Collinear corners are kept, since the neighbouring polygon uses them too: dropping one
//! would leave an open edge.

use robust::{Coord, orient2d};

use super::error::Fault;
use super::seams::collinear;
use super::weld::Welder;
use crate::geom::Vec3;
use crate::tolerance::FLAT_FACE_SHARE;

/// Ear clipping takes quadratic time; outlines beyond this are refused.
const MOST_CORNERS: usize = 20_000;

/// Pushes the triangles of one face, in its own direction of turning; says how far another way to
/// cut it may lie from them, in the file's unit.
pub(super) fn triangulate(corners: &[[f64; 3]], to: &mut Welder) -> Result<f64, Fault> {
    match corners {
        [] | [_] | [_, _] => {
            let found = format!("{} corners", corners.len());
            Err(Fault::Syntax { expected: "a face of at least three corners".into(), found })
        }
        [a, b, c] => to.push([*a, *b, *c]).map(|()| 0.0),
        _ if corners.len() > MOST_CORNERS => {
            let what = format!("a face of {} corners is not supported", corners.len());
            Err(Fault::Unsupported(what))
        }
        _ => clip(corners, to).map(|()| bend(corners)),
    }
}

/// How far the corners of a face reach across it; nothing where they are in one plane but for the
/// rounding of a file. All triangles of them keep between the outermost two planes, so that no two
/// surfaces over the same outline are farther apart.
fn bend(corners: &[[f64; 3]]) -> f64 {
    let Some(normal) = Vec3::from(normal(corners)).try_normalize(0.0) else { return 0.0 };
    let origin = Vec3::from(corners[0]);
    let heights = corners.iter().map(|c| normal.dot(&(Vec3::from(*c) - origin)));
    let [low, high] =
        heights.fold([0.0f64; 2], |[low, high], height| [low.min(height), high.max(height)]);
    let largest = corners.iter().flatten().fold(0.0f64, |most, c| most.max(c.abs()));
    if high - low > FLAT_FACE_SHARE * largest { high - low } else { 0.0 }
}

fn clip(corners: &[[f64; 3]], to: &mut Welder) -> Result<(), Fault> {
    let Some(flat) = flatten(corners) else {
        // All on one line: triangles without area, kept so that they are counted. Otherwise loops
        // of the outline, turning either way, make up for each other.
        let point = |i: usize| Vec3::from(corners[i]);
        if (2..corners.len()).any(|i| !collinear([&point(0), &point(i - 1), &point(i)])) {
            return Err(Fault::Crossing);
        }
        return (2..corners.len())
            .try_for_each(|i| to.push([corners[0], corners[i - 1], corners[i]]));
    };
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut at = 0;
    let mut tried = 0;
    while left.len() > 3 {
        let around = |k: usize| left[(at + left.len() + k - 1) % left.len()];
        let ear = [around(0), around(1), around(2)];
        if is_ear(&flat, &left, ear) {
            to.push(ear.map(|i| corners[i]))?;
            left.remove(at % left.len());
            tried = 0;
            // Going on behind the clipped corner would make a fan of slivers; skip one.
            at = at % left.len() + 1;
        } else {
            at = at % left.len() + 1;
            tried += 1;
            if tried > left.len() {
                return Err(Fault::Crossing);
            }
        }
    }
    let last = [left[0], left[1], left[2]];
    let [a, b, c] = last.map(|i| flat[i]);
    if orient2d(a, b, c) < 0.0 {
        return Err(Fault::Crossing);
    }
    to.push(last.map(|i| corners[i]))
}

/// The outline seen along the axis it faces most, turned counter-clockwise; `None` when it
/// has no area.
fn flatten(corners: &[[f64; 3]]) -> Option<Vec<Coord<f64>>> {
    let normal = normal(corners);
    let axis = (0..3).max_by(|a, b| normal[*a].abs().total_cmp(&normal[*b].abs()))?;
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let (u, v) = if normal[axis] > 0.0 { (u, v) } else { (v, u) };
    let flat = || corners.iter().map(|p| Coord { x: p[u], y: p[v] });
    (normal[axis] != 0.0 && normal[axis].is_finite()).then(|| flat().collect())
}

/// The normal of an outline, as long as twice what it encloses.
fn normal(corners: &[[f64; 3]]) -> [f64; 3] {
    let mut normal = [0.0; 3];
    for (i, p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % corners.len()];
        for (axis, sum) in normal.iter_mut().enumerate() {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            // Relative to the first corner, so that far away outlines keep their digits.
            let o = corners[0];
            *sum += (p[u] - o[u]) * (q[v] - o[v]) - (p[v] - o[v]) * (q[u] - o[u]);
        }
    }
    normal
}

/// True when cutting off `ear` leaves an outline with every other corner outside or only
/// touching where it coincides with a corner of the ear (as outlines bridged to holes do).
fn is_ear(flat: &[Coord<f64>], left: &[usize], ear: [usize; 3]) -> bool {
    let [a, b, c] = ear.map(|i| flat[i]);
    if orient2d(a, b, c) <= 0.0 {
        return false;
    }
    left.iter().filter(|i| !ear.contains(i)).all(|&i| {
        let p = flat[i];
        let same = [a, b, c].iter().any(|q| q.x == p.x && q.y == p.y);
        same || orient2d(a, b, p) < 0.0 || orient2d(b, c, p) < 0.0 || orient2d(c, a, p) < 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Units;

    fn area(corners: &[[f64; 3]]) -> Result<(usize, f64), Fault> {
        let mut welder = Welder::default();
        triangulate(corners, &mut welder)?;
        let mesh = welder.finish(Units::Millimetre);
        let up = |i| {
            let [a, b, c] = mesh.triangle(i);
            (b - a).cross(&(c - a)).z / 2.0
        };
        Ok((mesh.triangles.len(), (0..mesh.triangles.len()).map(up).sum()))
    }

    #[test]
    fn concave_outlines_keep_their_area() {
        let l =
            [[0., 0., 0.], [2., 0., 0.], [2., 1., 0.], [1., 1., 0.], [1., 2., 0.], [0., 2., 0.]];
        for turn in 0..l.len() {
            let mut turned = l;
            turned.rotate_left(turn);
            assert_eq!(area(&turned).unwrap(), (4, 3.0));
            turned.reverse();
            assert_eq!(area(&turned).unwrap(), (4, -3.0));
        }
    }

    #[test]
    fn corners_on_straight_edges_are_kept() {
        let square =
            [[0., 0., 0.], [1., 0., 0.], [2., 0., 0.], [2., 2., 0.], [1., 2., 0.], [0., 2., 0.]];
        let mut welder = Welder::default();
        triangulate(&square, &mut welder).unwrap();
        let mesh = welder.finish(Units::Millimetre);
        assert_eq!(mesh.vertices.len(), 6);
        for i in 0..4 {
            let [a, b, c] = mesh.triangle(i);
            assert!((b - a).cross(&(c - a)).z > 0.0);
        }
    }

    /// Nothing said that a file leaves open which diagonal of a face is an edge: the part was as
    /// much as the face is bent higher or lower, by the corner that is listed first.
    #[test]
    fn faces_that_are_not_flat_are_told() {
        let bend = |corners: &[[f64; 3]]| triangulate(corners, &mut Welder::default()).unwrap();
        let mut saddle = [[0., 0., 0.], [20., 0., 5.], [20., 20., 0.], [0., 20., 5.]];
        for turn in 0..4 {
            saddle.rotate_left(turn);
            assert!((bend(&saddle) - 5.0).abs() < 1e-12, "{}", bend(&saddle));
        }
        let leaning = [[0., 0., 0.], [20., 0., 5.], [20., 20., 9.], [0., 20., 4.0001]];
        assert_eq!(bend(&leaning), 0.0);
        assert_eq!(bend(&saddle[..3]), 0.0);
    }

    #[test]
    fn crossing_outlines_are_refused() {
        let bow = [[0., 0., 0.], [3., 3., 0.], [3., 0., 0.], [0., 2., 0.]];
        assert!(matches!(area(&bow), Err(Fault::Crossing)));
        assert!(matches!(area(&bow[..2]), Err(Fault::Syntax { .. })));
    }
}
