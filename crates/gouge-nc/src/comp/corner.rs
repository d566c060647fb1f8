//! Plane geometry of compensated corners: what kind a corner is, and where offset curves cross.

use std::f64::consts::{PI, TAU};

use super::{Planar, Side};
use crate::tolerance::{COMP_CORNER_ANGLE, COMP_ENTRY_COSINE};

/// What the contour does at the end of a move, seen from the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    /// Goes on (nearly) tangentially.
    Smooth,
    /// Turns away from the tool.
    Convex,
    /// Turns towards the tool.
    Concave,
}

/// Judges the corner between a move that ends with the tool at `normal` from the contour and one
/// that leaves along `direction`. A (nearly) full reversal counts as convex, the tool running
/// round the tip, unless `closes`: then the contour closes in on the tool.
pub(super) fn classify(side: Side, normal: Planar, direction: Planar, closes: bool) -> Corner {
    let before = side.opposite().normal(normal);
    let left = before.perp(&direction).atan2(before.dot(&direction));
    let turn = if side == Side::Left { left } else { -left };
    let reversal = turn.abs() > PI - COMP_CORNER_ANGLE;
    if reversal {
        if closes { Corner::Concave } else { Corner::Convex }
    } else if turn > COMP_CORNER_ANGLE {
        Corner::Concave
    } else if turn < -COMP_CORNER_ANGLE {
        Corner::Convex
    } else {
        Corner::Smooth
    }
}

/// A contour piece whose offset curve is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Offset {
    /// Programmed line.
    Line { through: Planar, direction: Planar },
    /// As the piece before the corner: the compensated arc. As the one after: the programmed arc.
    Arc { center: Planar, radius: f64, turns: i32 },
}

/// The point at which the tool's centre passes from beside `before` to beside `after`;
/// `None` when the offset curves do not cross.
pub(super) fn crossing(side: Side, radius: f64, before: &Offset, after: &Offset) -> Option<Planar> {
    match (before, after) {
        (Offset::Line { direction: d0, .. }, Offset::Line { through, direction: d1 }) => {
            let (n0, n1) = (side.normal(*d0), side.normal(*d1));
            Some(through + (n0 + n1) * (radius / (1.0 + n0.dot(&n1))))
        }
        (Offset::Line { through, direction }, Offset::Arc { center, radius: arc, turns }) => {
            let inside = side.inside(*turns);
            let normal = side.normal(*direction);
            // A spiral's start radius differs from `arc`; LinuxCNC takes the end's.
            let height = (center - through).normalize().dot(&normal) * arc;
            let offset = if inside { arc - radius } else { arc + radius };
            let along = half_chord(offset, radius - height)?;
            Some(
                center
                    + normal * (radius - height)
                    + direction * if inside { along } else { -along },
            )
        }
        (Offset::Arc { center, radius: offset, turns }, Offset::Line { through, direction }) => {
            let normal = side.normal(*direction);
            let inside = side.inside(*turns);
            // The programmed radius, from the compensated one: what LinuxCNC takes as the distance
            // from the corner even behind an entry arc whose centre lies on the other side.
            let arc = if inside { offset + radius } else { offset - radius };
            let height = radius - (center - through).normalize().dot(&normal) * arc;
            let along = half_chord(*offset, height)?;
            Some(center + normal * height + direction * if inside { -along } else { along })
        }
        (
            Offset::Arc { center: c0, radius: r0, turns: t0 },
            Offset::Arc { center: c1, radius: arc, turns: t1 },
        ) => {
            let r1 = if side.inside(*t1) { arc - radius } else { arc + radius };
            let between = c1 - c0;
            let distance = between.norm();
            let cosine = (r0 * r0 + distance * distance - r1 * r1) / (2.0 * r0 * distance);
            if cosine.abs() > 1.0 {
                return None;
            }
            let sine = (1.0 - cosine * cosine).sqrt();
            let toward = between / distance;
            let left = Planar::new(-toward.y, toward.x);
            let sign = if side.inside(*t0) == (*t1 > 0) { 1.0 } else { -1.0 };
            Some(c0 + (toward * cosine + left * (sine * sign)) * *r0)
        }
    }
}

/// Half the chord of a circle at a signed height above its centre; `None` when it passes outside.
fn half_chord(radius: f64, height: f64) -> Option<f64> {
    let share = height / radius;
    (share.abs() <= 1.0).then(|| radius * (1.0 - share * share).sqrt())
}

/// The centre of the entry arc: on the line from its end `to` to the programmed centre, as far
/// from `to` as from `from`. `None` when that line stands square on the chord.
pub(super) fn entry_center(from: Planar, to: Planar, programmed: Planar) -> Option<Planar> {
    let chord = from - to;
    let toward = (programmed - to).normalize();
    let cosine = chord.normalize().dot(&toward);
    (cosine.abs() >= COMP_ENTRY_COSINE).then(|| to + toward * (chord.norm() / 2.0 / cosine))
}

/// The angle an arc sweeps from one point to another about `center`, radians, CCW positive;
/// equal directions are a full circle.
pub(super) fn sweep(from: Planar, center: Planar, turns: i32, to: Planar) -> f64 {
    let (a, b) = (from - center, to - center);
    let between = b.y.atan2(b.x) - a.y.atan2(a.x);
    if turns > 0 {
        let first = if between <= 0.0 { between + TAU } else { between };
        first + TAU * f64::from(turns - 1)
    } else {
        let first = if between >= 0.0 { between - TAU } else { between };
        first + TAU * f64::from(turns + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn corners_are_seen_from_the_tool() {
        let east = Planar::new(1.0, 0.0);
        let tool_left = Planar::new(0.0, 2.0);
        let at = |angle: f64| Planar::new(angle.cos(), angle.sin());
        assert_eq!(classify(Side::Left, tool_left, east, false), Corner::Smooth);
        assert_eq!(classify(Side::Left, tool_left, at(FRAC_PI_2), false), Corner::Concave);
        assert_eq!(classify(Side::Left, tool_left, at(-FRAC_PI_2), false), Corner::Convex);
        assert_eq!(classify(Side::Right, -tool_left, at(FRAC_PI_2), false), Corner::Convex);
        assert_eq!(classify(Side::Left, tool_left, at(PI), false), Corner::Convex);
        assert_eq!(classify(Side::Left, tool_left, at(PI), true), Corner::Concave);
    }
}
