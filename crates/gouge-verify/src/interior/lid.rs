//! Planes above which there is no material about a cell.

use super::super::sky::heights;
use super::super::target::Target;
use crate::budget::LID_FACETS;
use crate::tolerance::{FLOAT_MM, LID_ROUNDING_SHARE};
use gouge_mesh::geom::{Aabb, Vec3};
use gouge_mesh::mesh::Side;

/// What a direction shows about the surface over a cell.
pub(super) enum Lid {
    /// Every point x of the cell in the material has surface within `level - normal · x`, and none
    /// in the material has less than nothing.
    Plane(f64),
    /// Every point x of the cell that is not deeper in it than the level has what sees the sky
    /// within `level - normal · x`.
    Sky(f64),
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
/// points tells all before a closed surface; before an open one all of it has to see the sky. A
/// point x of the cell in the material lies below the level then, and the way from it along the
/// normal ends in U, after at most `level - normal · x`: it leaves the material through the
/// surface, but for where that has a rim.
///
/// Facets are cut to a rectangle around the shadow; more of them only raise the level.
pub(super) fn lid(target: &Target, cell: &Aabb, normal: &Vec3, reach: f64, at: &Vec3) -> Lid {
    let across = if normal.x.abs() < 0.6 { Vec3::x() } else { Vec3::y() };
    let e1 = normal.cross(&across).normalize();
    let e2 = normal.cross(&e1);
    let corners = cell.corners();
    let apart = apart_mm(target, cell);
    let sides: [(Vec3, [f64; 2]); 2] =
        [e1, e2].map(|u| (u, span(&corners, &u))).map(|(u, [l, h])| (u, [l - apart, h + apart]));
    let [bottom, top] = span(&corners, normal);
    let highest = top + reach;
    // The lowest point of the cell has the longest way.
    let far = normal * (highest - bottom);
    let shifted = Aabb { lo: cell.lo + far, hi: cell.hi + far };
    let Some(facets) = target.within(&cell.union(&shifted).grown(apart), LID_FACETS) else {
        return Lid::Undetermined;
    };
    let spans = facets
        .iter()
        .filter_map(|&f| heights(&target.body.mesh.triangle(f as usize), &sides, normal));
    match level(spans, [bottom, top], highest, apart) {
        Lid::Clear if !is_outside(target, cell, normal, at, f64::NEG_INFINITY) => Lid::Undetermined,
        Lid::Plane(level) => {
            let over = at + normal * (level - normal.dot(at)).max(0.0);
            let raised = corners.map(|c| c + normal * (level - normal.dot(&c)).max(0.0));
            let passed = cell.union(&Aabb::around(raised)).grown(apart);
            match is_outside(target, cell, normal, &over, level) {
                true if target.body.rimless(&passed) => Lid::Plane(level),
                true => Lid::Sky(level),
                false => Lid::Undetermined,
            }
        }
        told => told,
    }
}

/// Whether all that is no lower than `level` of a room along `normal`, `at` being such a point, and
/// the shadow of the rest on the plane there, is outside where no facet meets it.
fn is_outside(target: &Target, room: &Aabb, normal: &Vec3, at: &Vec3, level: f64) -> bool {
    match target.body.whole() {
        true => target.side(at) == Side::Outside,
        false => target.is_open_above(room, normal, level),
    }
}

/// A lid beside a cell that lies below an open surface: a level direction `normal` leads out from
/// under it, sought no farther than `reach` mm.
///
/// The plane at the level, as wide as the cell and from its lowest point on up, meets no facet: all
/// of it sees the sky. So does all of the cell where no facet is above any of it.
pub(super) fn curtain(target: &Target, cell: &Aabb, normal: &Vec3, reach: f64) -> Lid {
    let apart = apart_mm(target, cell);
    let beside = Vec3::new(-normal.y, normal.x, 0.0);
    let [[bottom, top], [left, right]] = [*normal, beside].map(|u| span(&cell.corners(), &u));
    let highest = top + reach;
    let far = normal * (highest - bottom);
    let shifted = Aabb { lo: cell.lo + far, hi: cell.hi + far };
    let room = target.up_to_the_top(&cell.union(&shifted).grown(apart));
    let facets = target.within(&room, LID_FACETS).filter(|_| !target.body.may_miss_cover(&room));
    let Some(facets) = facets else { return Lid::Undetermined };
    let sides = [(beside, [left - apart, right + apart]), (Vec3::z(), [room.lo.z, room.hi.z])];
    let spans = facets
        .iter()
        .filter_map(|&f| heights(&target.body.mesh.triangle(f as usize), &sides, normal));
    match level(spans, [bottom, top], highest, apart) {
        Lid::Plane(level) => Lid::Sky(level),
        told => told,
    }
}

/// How far what closes a body may be from the facets about a cell, and what rounding may move a
/// place of that by, mm.
pub(super) fn apart_mm(target: &Target, cell: &Aabb) -> f64 {
    let rounding = FLOAT_MM.max(LID_ROUNDING_SHARE * cell.lo.amax().max(cell.hi.amax()));
    rounding + target.body.crack_mm()
}

/// From where to where some points reach in the direction `u`, mm.
fn span(points: &[Vec3], u: &Vec3) -> [f64; 2] {
    let ends = points.iter().map(|c| u.dot(c));
    ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], v| [l.min(v), h.max(v)])
}

/// The least height above all that reaches between `bottom` and `top`, or above the first that is
/// higher, of what lies between the heights `spans`; no higher than `highest`.
fn level(
    spans: impl Iterator<Item = [f64; 2]>,
    [bottom, top]: [f64; 2],
    highest: f64,
    apart: f64,
) -> Lid {
    let mut spans: Vec<[f64; 2]> = spans.filter(|[_, high]| *high >= bottom - apart).collect();
    spans.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let Some(first) = spans.first() else { return Lid::Clear };
    let mut level = first[1];
    for [low, high] in &spans {
        if *low > top.max(level) + 2.0 * apart {
            break;
        }
        level = level.max(*high);
    }
    level += apart;
    if level > highest { Lid::Undetermined } else { Lid::Plane(level) }
}
