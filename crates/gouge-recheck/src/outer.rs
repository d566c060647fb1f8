//! How far it is to the outer surface of a tool whose bodies overlap or stand on each other: what has
//! material on both sides is none of it.

use crate::foot::{distance, foot};
use crate::surface::Surface;
use crate::tolerance::{BESIDE_FACE_MM, TOUCHING_MM};
use gouge_mesh::geom::{Triangle, Vec3};

/// Distance from `p` to the nearest point of the outer surface, mm.
pub(crate) fn to_outer(tool: &Surface, p: &Vec3) -> f64 {
    let mut order: Vec<(f64, &Triangle)> =
        tool.facets.iter().map(|t| (distance(p, t), t)).collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut nearest = f64::INFINITY;
    for (far, facet) in order {
        if far >= nearest {
            break;
        }
        let normal = (facet[1] - facet[0]).cross(&(facet[2] - facet[0]));
        let Some(normal) = normal.try_normalize(0.0) else {
            // It has no area: what it is an edge of tells.
            continue;
        };
        if is_outer(tool, &foot(p, facet), &normal) {
            nearest = far;
            continue;
        }
        for part in cut(&tool.facets, facet, &normal) {
            let middle = part.iter().fold(Vec3::zeros(), |sum, v| sum + v) / part.len() as f64;
            if is_outer(tool, &middle, &normal) {
                let fan = part.windows(2).skip(1).map(|pair| [part[0], pair[0], pair[1]]);
                nearest = fan.map(|t| distance(p, &t)).fold(nearest, f64::min);
            }
        }
    }
    nearest
}

/// Whether a point of a facet has air on one side at least, or so near an edge that no ray tells.
fn is_outer(tool: &Surface, at: &Vec3, normal: &Vec3) -> bool {
    let beside = normal * BESIDE_FACE_MM;
    [at + beside, at - beside].iter().any(|x| tool.winding(x).is_none_or(|turns| turns == 0))
}

/// A facet cut by the planes of all others that pass through its own.
fn cut(facets: &[Triangle], own: &Triangle, normal: &Vec3) -> Vec<Vec<Vec3>> {
    let mut parts = vec![own.to_vec()];
    for other in facets {
        let apart = |k: usize| {
            let most = |t: &Triangle| t.iter().map(|v| v[k]).fold(f64::NEG_INFINITY, f64::max);
            let least = |t: &Triangle| t.iter().map(|v| v[k]).fold(f64::INFINITY, f64::min);
            most(other) < least(own) - TOUCHING_MM || least(other) > most(own) + TOUCHING_MM
        };
        let [least, most] = span(other, normal, &own[0]);
        if (0..3).any(apart) || least > TOUCHING_MM || most < -TOUCHING_MM {
            continue;
        }
        let across = (other[1] - other[0]).cross(&(other[2] - other[0]));
        let Some(across) = across.try_normalize(0.0) else { continue };
        if most - least <= TOUCHING_MM {
            continue;
        }
        parts = parts.into_iter().flat_map(|part| halves(part, &across, &other[0])).collect();
    }
    parts
}

/// Least and greatest height of some points over a plane through `at`, mm.
fn span(points: &[Vec3], normal: &Vec3, at: &Vec3) -> [f64; 2] {
    let heights = points.iter().map(|v| normal.dot(&(v - at)));
    heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[lo, hi], h| [lo.min(h), hi.max(h)])
}

/// Both sides of a polygon that a plane through `at` parts; else the polygon.
fn halves(part: Vec<Vec3>, across: &Vec3, at: &Vec3) -> Vec<Vec<Vec3>> {
    let [least, most] = span(&part, across, at);
    if least >= -TOUCHING_MM || most <= TOUCHING_MM {
        return vec![part];
    }
    let [mut over, mut under] = [Vec::new(), Vec::new()];
    for (a, b) in part.iter().zip(part.iter().cycle().skip(1)) {
        let [from, to] = [a, b].map(|v| across.dot(&(v - at)));
        if from >= 0.0 {
            over.push(*a);
        }
        if from <= 0.0 {
            under.push(*a);
        }
        if from * to < 0.0 {
            let met = a + (b - a) * (from / (from - to));
            over.push(met);
            under.push(met);
        }
    }
    vec![over, under]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box, its facets seen from outside.
    fn block([x, y, z]: [[f64; 2]; 3]) -> Vec<Triangle> {
        let corner = |i: usize| Vec3::new(x[i & 1], y[i >> 1 & 1], z[i >> 2]);
        let faces =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let halves = |[a, b, c, d]: [usize; 4]| [[a, b, c], [a, c, d]].map(|t| t.map(corner));
        faces.into_iter().flat_map(halves).collect()
    }

    fn tool(blocks: &[[[f64; 2]; 3]]) -> Surface {
        let facets = blocks.iter().flat_map(|b| block(*b)).collect();
        Surface { facets, closed: true, shells: Vec::new() }
    }

    /// The nearest facet told, also of one in the material: witnesses were refused.
    #[test]
    fn what_lies_in_the_material_is_no_surface() {
        let wide = [[-5.0, 5.0], [-5.0, 5.0], [0.0, 10.0]];
        let nested = tool(&[wide, [[-4.0, 4.0], [-4.0, 4.0], [0.5, 9.0]]]);
        assert_eq!(nested.depth(&Vec3::new(0.1, 0.2, 1.0)), 1.0);
        // The upper one reaches through the top of the lower one, and a third stands on it.
        let through = [[-4.0, 4.0], [-4.0, 4.0], [3.0, 14.0]];
        let stacked = tool(&[wide, through, [[-3.0, 4.0], [-4.0, 4.0], [14.0, 30.0]]]);
        for (x, depth) in [
            ([0.1, 0.2, 9.9], 3.801_315_562),
            ([0.0, 0.0, 13.9], 3.001_666_203),
            ([0.0, 0.0, 3.0], 3.0),
            ([4.5, 0.0, 10.5], -0.5),
        ] {
            let told = stacked.depth(&Vec3::from(x));
            assert!((told - depth).abs() < 1e-9, "{x:?} {told}");
        }
    }
}
