//! Signed distance to a silhouette of lines and arcs in the half plane (r, z), convex or not: the
//! nearest point of all its pieces, and a count of crossings.

/// Distance from the axis and height, mm.
pub type Point = [f64; 2];

#[derive(Clone, Copy, Debug)]
enum Edge {
    Line(Point, Point),
    /// At most a quarter turn, so height is monotone and the arc stays on one side of its
    /// centre: ends, centre, radius.
    Arc(Point, Point, Point, f64),
}

/// A chain from the axis at the bottom to the axis at the top, material between it and the axis.
#[derive(Clone, Debug)]
pub struct Outline {
    edges: Vec<Edge>,
    at: Point,
    level: [f64; 2],
    radius: f64,
}

impl Outline {
    /// Starts on the axis at height `z`.
    pub fn from_axis(z: f64) -> Self {
        Self { edges: Vec::new(), at: [0.0, z], level: [z, z], radius: 0.0 }
    }

    /// Straight on to (r, z).
    #[must_use]
    pub fn line(mut self, r: f64, z: f64) -> Self {
        self.edges.push(Edge::Line(self.at, [r, z]));
        self.reach([r, z]);
        self
    }

    /// An arc about `center` to `to`; bulging arcs run counter-clockwise, hollow ones clockwise.
    #[must_use]
    pub fn arc(mut self, center: Point, to: Point, bulging: bool) -> Self {
        use std::f64::consts::{FRAC_PI_2, TAU};
        let angle = |p: Point| (p[1] - center[1]).atan2(p[0] - center[0]);
        let radius = (to[0] - center[0]).hypot(to[1] - center[1]);
        let sign = if bulging { 1.0 } else { -1.0 };
        let begin = angle(self.at);
        let turn = (sign * (angle(to) - begin)).rem_euclid(TAU);
        let mut done = 0.0;
        while done < turn - 1e-12 {
            let here = begin + sign * done;
            let quarter = if bulging {
                ((here / FRAC_PI_2 + 1e-9).floor() + 1.0) * FRAC_PI_2 - here
            } else {
                here - ((here / FRAC_PI_2 - 1e-9).ceil() - 1.0) * FRAC_PI_2
            };
            done = (done + quarter).min(turn);
            let end = if done >= turn - 1e-12 {
                to
            } else {
                let (sin, cos) = (begin + sign * done).sin_cos();
                [center[0] + radius * cos, center[1] + radius * sin]
            };
            self.edges.push(Edge::Arc(self.at, end, center, radius));
            self.reach(end);
        }
        self
    }

    /// Back to the axis at the height reached.
    #[must_use]
    pub fn closed(self) -> Self {
        let z = self.at[1];
        self.line(0.0, z)
    }

    /// Where the chain has come to.
    pub fn end(&self) -> Point {
        self.at
    }

    /// Least and greatest height, mm.
    pub fn level(&self) -> [f64; 2] {
        self.level
    }

    /// Greatest distance from the axis, mm.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The corner points of the chain, in order.
    pub fn corners(&self) -> Vec<Point> {
        self.edges.iter().map(|e| e.ends().1).collect()
    }

    fn reach(&mut self, to: Point) {
        self.at = to;
        self.radius = self.radius.max(to[0]);
        self.level = [self.level[0].min(to[1]), self.level[1].max(to[1])];
    }

    /// Depth (negative outside) and the unit direction in which it grows fastest.
    pub fn depth(&self, p: Point) -> (f64, Point) {
        let mut best = (f64::INFINITY, p, [0.0, 1.0]);
        let mut inside = false;
        for edge in &self.edges {
            // The axis is no surface of the body.
            let (a, b) = edge.ends();
            if a[0] > 0.0 || b[0] > 0.0 {
                let (foot, inward) = edge.nearest(p);
                let gap = length(p[0] - foot[0], p[1] - foot[1]);
                if gap < best.0 {
                    best = (gap, foot, inward);
                }
            }
            inside ^= edge.right_of(p);
        }
        let (gap, foot, inward) = best;
        let sign = if inside { 1.0 } else { -1.0 };
        if gap < 1e-12 {
            return (sign * gap, inward);
        }
        (sign * gap, [sign * (p[0] - foot[0]) / gap, sign * (p[1] - foot[1]) / gap])
    }
}

impl Edge {
    fn ends(&self) -> (Point, Point) {
        match *self {
            Self::Line(a, b) | Self::Arc(a, b, ..) => (a, b),
        }
    }

    /// Nearest point and a direction into the material there.
    fn nearest(&self, p: Point) -> (Point, Point) {
        let (a, b) = self.ends();
        let chord = [b[0] - a[0], b[1] - a[1]];
        let left = [-chord[1], chord[0]];
        let size = length(left[0], left[1]).max(1e-300);
        let inward = [left[0] / size, left[1] / size];
        if let Self::Arc(_, _, c, radius) = *self {
            let (v, u, w) = (sub(p, c), sub(a, c), sub(b, c));
            let turn = cross(u, w).signum();
            let len = length(v[0], v[1]);
            if len > 0.0 && turn * cross(u, v) >= 0.0 && turn * cross(v, w) >= 0.0 {
                let foot = [c[0] + v[0] * radius / len, c[1] + v[1] * radius / len];
                return (foot, [-turn * v[0] / len, -turn * v[1] / len]);
            }
            let to = |q: Point| length(p[0] - q[0], p[1] - q[1]);
            return (if to(a) < to(b) { a } else { b }, inward);
        }
        let len2 = chord[0] * chord[0] + chord[1] * chord[1];
        let w = sub(p, a);
        let s = if len2 > 0.0 {
            ((w[0] * chord[0] + w[1] * chord[1]) / len2).clamp(0.0, 1.0)
        } else {
            0.0
        };
        ([a[0] + s * chord[0], a[1] + s * chord[1]], inward)
    }

    /// Whether the ray from `p` away from the axis goes through.
    fn right_of(&self, p: Point) -> bool {
        let (a, b) = self.ends();
        if (a[1] <= p[1]) == (b[1] <= p[1]) {
            return false;
        }
        let r = match *self {
            Self::Line(..) => a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]),
            Self::Arc(_, _, c, radius) => {
                let h = p[1] - c[1];
                let wide = (radius * radius - h * h).max(0.0).sqrt();
                if a[0] + b[0] >= 2.0 * c[0] { c[0] + wide } else { c[0] - wide }
            }
        };
        r > p[0]
    }
}

/// `hypot` without its care for extremes, which these sizes do not need: a third of the run.
fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_on_the_axis_is_as_deep_as_the_nearest_surface() {
        let slot = Outline::from_axis(0.0)
            .line(5.0, 0.0)
            .line(5.0, 4.0)
            .line(2.0, 4.0)
            .line(2.0, 20.0)
            .closed();
        for (p, want) in [
            ([0.0, 1.0], 1.0),
            ([4.0, 3.5], 0.5),
            ([4.0, 5.0], -1.0),
            ([0.0, 4.0], 2.0),
            ([0.0, 12.0], 2.0),
        ] {
            assert!((slot.depth(p).0 - want).abs() < 1e-12, "{p:?}");
        }
    }

    #[test]
    fn hollow_arcs_are_arcs() {
        let cove = Outline::from_axis(0.0)
            .line(2.0, 0.0)
            .arc([4.0, 0.0], [4.0, 2.0], false)
            .line(4.0, 9.0)
            .closed();
        let s = 0.5f64.sqrt();
        assert!((cove.depth([4.0 - 2.5 * s, 2.5 * s]).0 - 0.5).abs() < 1e-12);
        assert!((cove.depth([4.0 - 1.5 * s, 1.5 * s]).0 + 0.5).abs() < 1e-12);
    }
}
