//! Where the control point is along a motion, by the motion's own definition, and the block that
//! states it.

use crate::Vec3;

/// One motion of the control point.
#[derive(Clone, Debug, PartialEq)]
pub enum Path {
    /// Straight.
    Line {
        /// First end, mm.
        from: Vec3,
        /// Last end, mm.
        to: Vec3,
    },
    /// About an axis parallel to a coordinate axis.
    Round {
        /// First end, mm.
        from: Vec3,
        /// Last end, mm.
        to: Vec3,
        /// A point of the axis, mm.
        center: Vec3,
        /// Which axis: 0 for X (plane G19), 1 for Y (G18), 2 for Z (G17).
        axis: usize,
        /// Angle turned, radians, counter-clockwise seen against the axis positive.
        sweep: f64,
    },
}

impl Path {
    /// The two ends.
    pub fn ends(&self) -> [Vec3; 2] {
        match self {
            Self::Line { from, to } | Self::Round { from, to, .. } => [*from, *to],
        }
    }

    /// Position at `t` in [0, 1]; on an arc the radius runs evenly from the first to the last.
    pub fn at(&self, t: f64) -> Vec3 {
        self.ride().at(t)
    }

    /// At most how far the control point is from its place at the middle of `[t0, t1]`, mm.
    pub fn reach(&self, times: [f64; 2]) -> f64 {
        self.ride().reach(times)
    }

    /// At most how fast it moves, mm per unit of t.
    pub fn speed(&self) -> f64 {
        self.ride().speed
    }

    /// The same with what does not change on the way worked out: for many positions.
    pub fn ride(&self) -> Ride<'_> {
        let (round, speed) = match self {
            Self::Line { from, to } => (None, (to - from).norm()),
            Self::Round { from, to, center, axis, sweep } => {
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let spoke = |p: &Vec3| [p[i] - center[i], p[j] - center[j]];
                let (a, b) = (spoke(from), spoke(to));
                let (r0, r1) = (a[0].hypot(a[1]), b[0].hypot(b[1]));
                let rise = to[*axis] - from[*axis];
                let speed = (r0.max(r1) * sweep.abs()).hypot(rise).hypot(r1 - r0);
                (Some(Round { radii: [r0, r1], begin: a[1].atan2(a[0]) }), speed)
            }
        };
        Ride { path: self, round, speed }
    }

    /// Least and greatest corner of all positions, with room to spare on arcs.
    pub fn bounds(&self) -> [Vec3; 2] {
        let [from, to] = self.ends();
        let mut box_ = [from.inf(&to), from.sup(&to)];
        if let Self::Round { center, axis, .. } = self {
            let spoke = |p: &Vec3| {
                let mut w = p - center;
                w[*axis] = 0.0;
                w.norm()
            };
            let r = spoke(&from).max(spoke(&to));
            for i in (0..3).filter(|i| i != axis) {
                box_[0][i] = center[i] - r;
                box_[1][i] = center[i] + r;
            }
        }
        box_
    }

    /// The block, feed and plane included. Numbers are those of `self` if they were rounded to
    /// [`DIGITS`].
    pub fn block(&self) -> String {
        let n = |v: f64| format!("{v:.DIGITS$}");
        let to = self.ends()[1];
        let words = format!("X{} Y{} Z{}", n(to.x), n(to.y), n(to.z));
        match self {
            Self::Line { .. } => format!("G1 {words}"),
            Self::Round { from, center, axis, sweep, .. } => {
                let plane = [19, 18, 17][*axis];
                let word = if *sweep > 0.0 { "G3" } else { "G2" };
                let offset = center - from;
                let [i, j] = [["J", "K"], ["K", "I"], ["I", "J"]][*axis];
                let (a, b) = (offset[(axis + 1) % 3], offset[(axis + 2) % 3]);
                let turns = if sweep.abs() > std::f64::consts::TAU + 1e-6 { " P2" } else { "" };
                format!("G{plane} {word} {words} {i}{} {j}{}{turns}", n(a), n(b))
            }
        }
    }
}

/// A motion on its way.
pub struct Ride<'a> {
    path: &'a Path,
    round: Option<Round>,
    speed: f64,
}

struct Round {
    /// First and last radius, mm.
    radii: [f64; 2],
    /// First angle, radians.
    begin: f64,
}

impl Ride<'_> {
    /// As [`Path::at`].
    pub fn at(&self, t: f64) -> Vec3 {
        match (self.path, &self.round) {
            (Path::Round { from, to, center, axis, sweep }, Some(round)) => {
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let ([r0, r1], (sin, cos)) = (round.radii, (round.begin + sweep * t).sin_cos());
                let r = r0 + (r1 - r0) * t;
                let mut p = *from;
                p[i] = center[i] + r * cos;
                p[j] = center[j] + r * sin;
                p[*axis] = from[*axis] + (to[*axis] - from[*axis]) * t;
                p
            }
            (path, _) => {
                let [from, to] = path.ends();
                from + (to - from) * t
            }
        }
    }

    /// As [`Path::bounds`].
    pub fn bounds(&self) -> [Vec3; 2] {
        self.path.bounds()
    }

    /// As [`Path::reach`].
    pub fn reach(&self, [t0, t1]: [f64; 2]) -> f64 {
        0.5 * (t1 - t0) * self.speed
    }
}

/// Decimals of a coordinate in a block.
pub const DIGITS: usize = 9;

/// As a block can say it.
pub fn rounded(p: &Vec3) -> Vec3 {
    p.map(|v| format!("{v:.DIGITS$}").parse().unwrap_or(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_end_where_they_should() {
        for axis in 0..3 {
            let mut to = Vec3::zeros();
            let mut from = Vec3::zeros();
            from[(axis + 1) % 3] = 2.0;
            to[(axis + 2) % 3] = 2.0;
            to[axis] = 1.0;
            let sweep = std::f64::consts::FRAC_PI_2;
            let path = Path::Round { from, to, center: Vec3::zeros(), axis, sweep };
            assert!((path.at(1.0) - to).norm() < 1e-12);
            let step = (path.at(0.51) - path.at(0.5)).norm();
            assert!(step <= 0.01 * path.speed() && step > 0.0099 * path.speed());
        }
    }
}
