//! Planes that the material about a cell ends at.

use super::super::target::Target;
use crate::tolerance::{FLOAT_MM, LID_FACETS};
use gouge_mesh::geom::{Aabb, Triangle, Vec3};

/// What a direction says of the surface over a cell.
pub(super) enum Lid {
    /// Every point x of the cell in the material has surface within `level - normal · x`, and none
    /// in the material has less than nothing.
    Plane(f64),
    /// No point of the cell is in the material.
    Clear,
    /// Nothing.
    Undetermined,
}

/// The lid of a cell in the direction `normal` (unit), sought no higher than `reach` mm above it.
/// `at` is a point of the cell.
///
/// Let U be what of the cell lies above the level, and the shadow that the rest casts along the
/// normal on the plane at that level. U is connected and no facet meets it, so that one of its
/// points tells all; `outside` is true of points that do. Where it is outside, a point x of the cell in the material lies below the
/// level, and the way from it along the normal ends in U: it leaves the material, after at most
/// `level - normal · x`.
///
/// Facets are cut to a rectangle around the shadow; more of them only raise the level.
pub(super) fn lid(
    target: &Target,
    cell: &Aabb,
    normal: &Vec3,
    reach: f64,
    at: &Vec3,
    outside: impl Fn(&Vec3) -> bool,
) -> Lid {
    let across = if normal.x.abs() < 0.6 { Vec3::x() } else { Vec3::y() };
    let e1 = normal.cross(&across).normalize();
    let e2 = normal.cross(&e1);
    let corners = cell.corners();
    let span = |u: &Vec3| {
        let ends = corners.iter().map(|c| u.dot(c));
        ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], v| [l.min(v), h.max(v)])
    };
    let apart = FLOAT_MM.max(1e-12 * cell.lo.amax().max(cell.hi.amax()));
    let sides: [(Vec3, [f64; 2]); 2] =
        [e1, e2].map(|u| (u, span(&u))).map(|(u, [l, h])| (u, [l - apart, h + apart]));
    let [bottom, top] = span(normal);
    let highest = top + reach;
    // The lowest point of the cell has the longest way.
    let far = normal * (highest - bottom);
    let shifted = Aabb { lo: cell.lo + far, hi: cell.hi + far };
    let Some(facets) = target.within(&cell.union(&shifted).grown(apart), LID_FACETS) else {
        return Lid::Undetermined;
    };
    let mut spans: Vec<[f64; 2]> = facets
        .iter()
        .filter_map(|&f| heights(&target.body.mesh.triangle(f as usize), &sides, normal))
        .filter(|[_, high]| *high >= bottom - apart)
        .collect();
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let Some(first) = spans.first() else {
        return if outside(at) { Lid::Clear } else { Lid::Undetermined };
    };
    // Above all that reaches into the cell, or above the first surface over it.
    let mut level = first[1];
    for [low, high] in &spans {
        if *low > top.max(level) + 2.0 * apart {
            break;
        }
        level = level.max(*high);
    }
    level += apart;
    if level > highest {
        return Lid::Undetermined;
    }
    let height = normal.dot(at);
    let over = if height >= level { *at } else { at + normal * (level - height) };
    if outside(&over) { Lid::Plane(level) } else { Lid::Undetermined }
}

/// Between which heights a facet lies in the column over a rectangle; `None` beside it.
fn heights(facet: &Triangle, sides: &[(Vec3, [f64; 2]); 2], normal: &Vec3) -> Option<[f64; 2]> {
    let mut polygon: Vec<Vec3> = facet.to_vec();
    for (u, [low, high]) in sides {
        for (sign, most) in [(1.0, *high), (-1.0, -*low)] {
            let beyond = |p: &Vec3| sign * u.dot(p) - most;
            if polygon.iter().all(|p| beyond(p) <= 0.0) {
                continue;
            }
            let mut kept = Vec::with_capacity(polygon.len() + 1);
            for (i, p) in polygon.iter().enumerate() {
                let q = &polygon[(i + 1) % polygon.len()];
                let (a, b) = (beyond(p), beyond(q));
                if a <= 0.0 {
                    kept.push(*p);
                }
                if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
                    kept.push(p + (q - p) * (a / (a - b)));
                }
            }
            polygon = kept;
        }
    }
    let ends = polygon.iter().map(|p| normal.dot(p));
    let [low, high] =
        ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], v| [l.min(v), h.max(v)]);
    (low <= high).then_some([low, high])
}
