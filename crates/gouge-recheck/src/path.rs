//! Where the control point is at a time of a motion, from the program alone.

use std::f64::consts::{PI, TAU};

use crate::tolerance::SAME_MM;
use gouge_mesh::geom::Vec3;
use gouge_nc::{Arc, Motion, Place, Tip};

/// An axis beside X, Y and Z takes part.
pub(crate) const ROTARY: &str = "G013";

/// An end is at a machine position, and where that lies is not known.
pub(crate) const MACHINE: &str = "G012";

/// The program has not said yet where an end is.
pub(crate) const START: &str = "G011";

/// Follows a program motion by motion: which axes stand at machine positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Follower {
    machine: [bool; 3],
    /// A position was reached that is known.
    reached: bool,
}

/// Why a motion has no path to follow.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Aside {
    pub code: &'static str,
    /// It leads to the first position that is known, or ends before.
    pub approach: bool,
    /// The end that is known, as a way without a length, and when the motion is there.
    pub stands: Option<Box<(f64, Path)>>,
}

/// One motion with known ends, program coordinates, mm.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    from: Vec3,
    to: Vec3,
    arc: Option<Arc>,
}

impl Follower {
    /// The next motion of the program, every one in turn. `home` is where machine zero lies in
    /// program coordinates.
    ///
    /// # Errors
    /// Why it has no path to follow.
    pub fn path(&mut self, motion: &Motion, home: [Option<f64>; 3]) -> Result<Path, Aside> {
        let before = std::mem::replace(&mut self.machine, motion.at_machine);
        let place = |end: Place, machine: [bool; 3]| {
            let mut p = Vec3::from(end.known()?);
            for axis in (0..3).filter(|&axis| machine[axis]) {
                p[axis] += home[axis]?;
            }
            Some(p)
        };
        let ends = (place(motion.from, before), place(motion.to, self.machine));
        let reached = self.reached;
        self.reached |= ends.1.is_some();
        let aside = |code| Err(Aside { code, approach: false, stands: None });
        if motion.turned || motion.rotary.is_some() || motion.secondary.is_some() {
            return aside(ROTARY);
        }
        let (Some(from), Some(to)) = ends else {
            let both = motion.from.known().and(motion.to.known());
            let code = if both.is_some() { MACHINE } else { START };
            let end = ends.1.map(|to| (1.0, to)).or(ends.0.map(|from| (0.0, from)));
            let tip = motion.tip.shift().map(Vec3::from);
            let stands = end.zip(tip).map(|((t, at), tip)| Box::new((t, Path::standing(at + tip))));
            return Err(Aside { code, approach: !reached, stands });
        };
        // The tool stands where its tip is, which another tool's length offset moves away from
        // the control point.
        let tip = match &motion.tip {
            Tip::AtControlPoint => Vec3::zeros(),
            Tip::Shifted(by) => Vec3::from(**by),
            Tip::Unknown(code) => return aside(code),
        };
        let (from, to) = (from + tip, to + tip);
        let arc = motion.arc.as_deref().map(|arc| {
            let center = Vec3::from(arc.center) + tip;
            Arc { center: center.into(), ..*arc }
        });
        Ok(Path { from, to, arc })
    }
}

/// Steps that the length of a spiral is summed over.
const STEPS: u32 = 200;

impl Path {
    fn standing(at: Vec3) -> Self {
        Self { from: at, to: at, arc: None }
    }

    /// Position at `t`, program coordinates, mm. On a dog-leg all axes move at the speed of
    /// the longest until they arrive.
    pub fn at(&self, t: f64, dogleg: bool) -> Vec3 {
        let way = self.to - self.from;
        if dogleg {
            let reach = t * way.abs().max();
            return self.from + way.map(|d| d.clamp(-reach, reach));
        }
        let Some(arc) = &self.arc else {
            return self.from + way * t;
        };
        let axis = Vec3::from(arc.normal);
        let (start, r0, r1) = self.spokes(arc);
        // Rodrigues' rotation of the first spoke, stretched to the radius of the moment.
        let angle = arc.sweep * t;
        let turned = start * angle.cos() + axis.cross(&start) * angle.sin();
        let stretch = if r0 > 0.0 { (r0 + (r1 - r0) * t) / r0 } else { 0.0 };
        Vec3::from(arc.center) + turned * stretch + axis * (way.dot(&axis) * t)
    }

    /// The first spoke, and the first and the last radius.
    fn spokes(&self, arc: &Arc) -> (Vec3, f64, f64) {
        let (center, axis) = (Vec3::from(arc.center), Vec3::from(arc.normal));
        let spoke = |p: &Vec3| {
            let w = p - center;
            w - axis * w.dot(&axis)
        };
        let start = spoke(&self.from);
        (start, start.norm(), spoke(&self.to).norm())
    }

    /// Least and greatest coordinates of the way, dog-legs included, and of a box that an arc which
    /// is no circle in a plane of two axes may be said to fill.
    pub fn bounds(&self) -> [[Vec3; 2]; 2] {
        let (mut lo, mut hi) = (self.from.inf(&self.to), self.from.sup(&self.to));
        let Some(arc) = &self.arc else { return [[lo, hi]; 2] };
        let (start, r0, r1) = self.spokes(arc);
        let axis = Vec3::from(arc.normal);
        let side = axis.cross(&start);
        for i in 0..3 {
            // Where the spoke points along the coordinate's axis, this way or that.
            let first = side[i].atan2(start[i]);
            for half in 0..2 {
                let angle = first + PI * f64::from(half);
                let turned = if arc.sweep < 0.0 { -angle } else { angle }.rem_euclid(TAU);
                // In the first turn and in the last: a spiral is widest in one of these.
                let more = ((arc.sweep.abs() - turned) / TAU).floor();
                for turns in [0.0, more.max(0.0)] {
                    let t = (turned + TAU * turns) / arc.sweep.abs();
                    if t < 1.0 {
                        let at = self.at(t, false);
                        (lo[i], hi[i]) = (lo[i].min(at[i]), hi[i].max(at[i]));
                    }
                }
            }
        }
        // An extreme of a spiral or of a helix that leans is a little beside these.
        let rise = axis * (self.to - self.from).dot(&axis);
        let leans = (0..3).any(|i| rise[i].abs() > SAME_MM && side[i].hypot(start[i]) > SAME_MM);
        let loose = 3.0 * (r0 - r1).abs() + if leans { rise.norm() } else { 0.0 };
        let loose = Vec3::repeat(loose);
        [[lo, hi], [lo - loose, hi + loose]]
    }

    /// Length of the way, mm.
    pub fn length(&self) -> f64 {
        let Some(arc) = &self.arc else { return (self.to - self.from).norm() };
        let (_, r0, r1) = self.spokes(arc);
        let rise = (self.to - self.from).dot(&Vec3::from(arc.normal));
        if (r0 - r1).abs() <= SAME_MM {
            return (r0 * arc.sweep).hypot(rise);
        }
        // Simpson's rule over the speed; chords alone fall short by the square of their angle.
        let speed = |i: u32| {
            let radius = r0 + (r1 - r0) * f64::from(i) / f64::from(2 * STEPS);
            (r1 - r0).hypot(radius * arc.sweep).hypot(rise)
        };
        let steps = (0..STEPS).map(|i| speed(2 * i) + 4.0 * speed(2 * i + 1) + speed(2 * i + 2));
        steps.sum::<f64>() / f64::from(6 * STEPS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_nc::Kind;

    const HOMELESS: [Option<f64>; 3] = [None; 3];

    fn motion(from: [f64; 3], to: [f64; 3]) -> Motion {
        Motion { kind: Kind::Rapid, ..Motion::feed(1, from, to) }
    }

    #[test]
    fn lines_dog_legs_and_helices() {
        let line = motion([0.0; 3], [4.0, -2.0, 1.0]);
        let path = Follower::default().path(&line, HOMELESS).unwrap();
        assert_eq!(path.at(0.5, false), Vec3::new(2.0, -1.0, 0.5));
        assert_eq!(path.at(0.5, true), Vec3::new(2.0, -2.0, 1.0));

        let mut helix = motion([2.0, 0.0, 0.0], [0.0, 4.0, 1.0]);
        let quarter = std::f64::consts::FRAC_PI_2;
        let normal = [0.0, 0.0, 1.0];
        helix.arc = Some(Box::new(Arc { center: [0.0; 3], normal, sweep: quarter }));
        let path = Follower::default().path(&helix, HOMELESS).unwrap();
        assert!((path.at(1.0, false) - Vec3::new(0.0, 4.0, 1.0)).norm() < 1e-12);
        let half = 3.0 * 0.5f64.sqrt();
        assert!((path.at(0.5, false) - Vec3::new(half, half, 0.5)).norm() < 1e-12);
    }

    /// Chords gave 41.60029 here, and the report of a sound program was refused.
    #[test]
    fn spirals_are_as_long_as_they_are() {
        let mut spiral = motion([8.0, 0.0, -1.0], [3.748, -7.068, -1.0]);
        let [x, y] = [3.748f64, -7.068];
        let sweep = y.atan2(x) + std::f64::consts::TAU;
        let arc = Arc { center: [0.0, 0.0, -1.0], normal: [0.0, 0.0, 1.0], sweep };
        spiral.arc = Some(Box::new(arc));
        let length = Follower::default().path(&spiral, HOMELESS).unwrap().length();
        // Archimedes: the integral of the speed, closed.
        let (a, b) = ((x.hypot(y) - 8.0) / sweep, x.hypot(y));
        let whole = |r: f64| 0.5 * (r * r.hypot(a) + a * a * (r / a.abs()).asinh()) / a;
        let closed = whole(b) - whole(8.0);
        assert!((length - closed).abs() < 1e-6, "{length} {closed}");
    }

    #[test]
    fn machine_positions_need_a_home() {
        let mut away = motion([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]);
        away.at_machine = [false, false, true];
        assert_eq!(Follower::default().path(&away, HOMELESS).unwrap_err().code, MACHINE);
        let home = [5.0, 6.0, 7.0].map(Some);
        let mut follower = Follower::default();
        let path = follower.path(&away, home).unwrap();
        assert_eq!(path.at(1.0, false), Vec3::new(1.0, 1.0, 7.0));
        let mut back = motion([1.0, 1.0, 0.0], [2.0, 1.0, 0.0]);
        back.at_machine = [false, false, true];
        let path = follower.path(&back, home).unwrap();
        assert_eq!(path.at(1.0, false), Vec3::new(2.0, 1.0, 7.0));
    }
}
