//! Splines in the XY plane: G5 (cubic), G5.1 (quadratic), G5.2/G5.3 (rational B-spline).
//!
//! All three are rational B-splines over a clamped knot vector with unit steps. They leave as the
//! chords that LinuxCNC's interpreter shows for them: 15 to a control point, evenly spaced in the
//! curve's parameter.

/// Chords for each control point.
const CHORDS_PER_POINT: usize = 15;

/// Order (degree + 1) of a G5.2 spline that states none.
const DEFAULT_ORDER: usize = 3;

/// A control point, program units, with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ControlPoint {
    /// X, Y.
    pub at: [f64; 2],
    /// Weight, positive.
    pub weight: f64,
}

/// Why a spline was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SplineError {
    /// One of X and Y alone.
    #[error("a G5.2 control point needs both X and Y")]
    HalfPoint,
    /// Weight missing or not positive.
    #[error("every G5.2 control point needs a positive weight P")]
    Weight,
    /// A P without X and Y after the first control point.
    #[error(
        "P without X and Y gives the weight of the start point, so only the first G5.2 block may have it"
    )]
    LateStartWeight,
    /// G5.3 with fewer points than the order.
    #[error(
        "G5.3 ends a spline of order {order} that has only {points} control points; it needs at least {order}"
    )]
    TooFewPoints {
        /// L, or 3.
        order: usize,
        /// Control points given, the start point among them.
        points: usize,
    },
}

/// The control points of a G5.1 block: from `start` by way of `start + offset` to `end`.
#[must_use]
pub fn quadratic(start: [f64; 2], offset: [f64; 2], end: [f64; 2]) -> [ControlPoint; 3] {
    [start, add(start, offset), end].map(|at| ControlPoint { at, weight: 1.0 })
}

/// The control points of a G5 block: `offset` is I, J from the start, `end_offset` P, Q from the
/// end.
#[must_use]
pub fn cubic(
    start: [f64; 2],
    offset: [f64; 2],
    end_offset: [f64; 2],
    end: [f64; 2],
) -> [ControlPoint; 4] {
    [start, add(start, offset), add(end, end_offset), end]
        .map(|at| ControlPoint { at, weight: 1.0 })
}

/// The blocks from the first G5.2 to G5.3.
#[derive(Clone, Debug, PartialEq)]
pub struct Nurbs {
    points: Vec<ControlPoint>,
    order: usize,
}

impl Nurbs {
    /// A spline that starts at `start`.
    #[must_use]
    pub fn new(start: [f64; 2]) -> Nurbs {
        let first = ControlPoint { at: start, weight: 1.0 };
        Nurbs { points: vec![first], order: DEFAULT_ORDER }
    }

    /// Takes one block: its X and Y if given (`point`: the end as the distance mode has it), its P
    /// and its L.
    ///
    /// # Errors
    /// Words missing or in the wrong block: see [`SplineError`].
    pub fn block(
        &mut self,
        point: [Option<f64>; 2],
        weight: Option<f64>,
        order: Option<usize>,
    ) -> Result<(), SplineError> {
        let weight = weight.filter(|w| *w > 0.0);
        match point {
            [None, None] if self.points.len() > 1 => {
                return Err(if weight.is_some() {
                    SplineError::LateStartWeight
                } else {
                    SplineError::Weight
                });
            }
            [None, None] => self.points[0].weight = weight.unwrap_or(1.0),
            [Some(x), Some(y)] => {
                let weight = weight.ok_or(SplineError::Weight)?;
                self.points.push(ControlPoint { at: [x, y], weight });
            }
            _ => return Err(SplineError::HalfPoint),
        }
        self.order = order.filter(|l| *l > DEFAULT_ORDER).unwrap_or(self.order);
        Ok(())
    }

    /// Ends the spline (G5.3): its control points and order.
    ///
    /// # Errors
    /// [`SplineError::TooFewPoints`].
    pub fn finish(self) -> Result<(Vec<ControlPoint>, usize), SplineError> {
        let (order, points) = (self.order, self.points.len());
        if points < order {
            return Err(SplineError::TooFewPoints { order, points });
        }
        Ok((self.points, order))
    }
}

/// The ends of the chords, in order; the last is the last control point. `order` must not exceed
/// the number of points: then, and for no points, there are none.
pub fn chords(points: &[ControlPoint], order: usize) -> impl Iterator<Item = [f64; 2]> {
    let valid = order >= 2 && points.len() >= order;
    let span = if valid { (points.len() + 1 - order) as f64 } else { 0.0 };
    let step = span / (points.len().max(1) * CHORDS_PER_POINT) as f64;
    let mut u = 0.0;
    let inner = std::iter::from_fn(move || {
        // Summed, not multiplied: rounding decides whether a last short chord appears.
        u += step;
        (u < span).then(|| at(points, order, u))
    });
    inner.take_while(move |_| valid).chain(points.last().filter(|_| valid).map(|p| p.at))
}

/// About how far the curve is from its chords at most, as three places of each tell.
pub fn bow(points: &[ControlPoint], order: usize) -> f64 {
    if order < 2 || points.len() < order {
        return 0.0;
    }
    let span = (points.len() + 1 - order) as f64;
    let count = points.len() * CHORDS_PER_POINT;
    let place = |u: f64| at(points, order, u.min(span));
    let one = |i: usize| {
        let u = |share: f64| span * (i as f64 + share) / count as f64;
        let [a, b] = [place(u(0.0)), place(u(1.0))];
        let chord = [b[0] - a[0], b[1] - a[1]];
        let length = chord[0].hypot(chord[1]);
        let far = |share: f64| {
            let p = place(u(share));
            let way = [p[0] - a[0], p[1] - a[1]];
            let across = (chord[0] * way[1] - chord[1] * way[0]).abs();
            if length > 0.0 { across / length } else { way[0].hypot(way[1]) }
        };
        [0.25, 0.5, 0.75].map(far).into_iter().fold(0.0, f64::max)
    };
    (0..count).map(one).fold(0.0, f64::max)
}

/// De Boor's algorithm in homogeneous coordinates.
fn at(points: &[ControlPoint], order: usize, u: f64) -> [f64; 2] {
    let degree = order - 1;
    let last = points.len() - 1;
    // Knot i of the clamped vector 0 … 0, 1, 2, …, m … m.
    let knot = |i: usize| (i.max(degree).min(last + 1) - degree) as f64;
    let piece = degree + (u.floor().max(0.0) as usize).min(last - degree);
    let mut local: Vec<[f64; 3]> = points[piece - degree..=piece]
        .iter()
        .map(|p| [p.at[0] * p.weight, p.at[1] * p.weight, p.weight])
        .collect();
    for round in 1..=degree {
        for j in (round..=degree).rev() {
            let i = j + piece - degree;
            let (low, high) = (knot(i), knot(i + order - round));
            let share = (u - low) / (high - low);
            let before = local[j - 1];
            local[j] = [0, 1, 2].map(|c| before[c] * (1.0 - share) + local[j][c] * share);
        }
    }
    let [x, y, w] = local[degree];
    [x / w, y / w]
}

fn add(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_is_its_bezier_parabola() {
        let points = quadratic([0.0, 0.0], [1.0, 2.0], [2.0, 0.0]);
        let ends: Vec<[f64; 2]> = chords(&points, 3).collect();
        assert!(ends.len() == 45 || ends.len() == 46, "{}", ends.len());
        assert_eq!(ends.last(), Some(&[2.0, 0.0]));
        for [x, y] in ends {
            assert!((y - x * (2.0 - x)).abs() < 1e-12, "{x} {y}");
        }
    }

    #[test]
    fn weights_make_an_exact_circle() {
        let mut nurbs = Nurbs::new([1.0, 0.0]);
        let half = 0.5f64.sqrt();
        assert_eq!(nurbs.block([Some(1.0), Some(1.0)], Some(half), None), Ok(()));
        assert_eq!(nurbs.block([Some(0.0), Some(1.0)], Some(1.0), None), Ok(()));
        let (points, order) = nurbs.finish().unwrap();
        for [x, y] in chords(&points, order) {
            assert!((x.hypot(y) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn order_beyond_the_points_is_refused() {
        let mut nurbs = Nurbs::new([0.0, 0.0]);
        nurbs.block([Some(1.0), Some(1.0)], Some(1.0), Some(4)).unwrap();
        assert_eq!(nurbs.finish(), Err(SplineError::TooFewPoints { order: 4, points: 2 }));
    }
}
