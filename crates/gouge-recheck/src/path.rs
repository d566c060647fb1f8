//! Where the control point is at a time of a motion, from the program alone.

use crate::tolerance::SAME_MM;
use gouge_mesh::geom::Vec3;
use gouge_nc::{Arc, Motion, Place};

/// Follows a program motion by motion: which axes stand at machine positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Follower {
    machine: [bool; 3],
}

/// One motion with known ends, program coordinates, mm.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    from: Vec3,
    to: Vec3,
    arc: Option<Arc>,
}

impl Follower {
    /// The next motion of the program, every one in turn. `home` is where machine zero lies in
    /// program coordinates. `None` when an end is not known.
    pub fn path(&mut self, motion: &Motion, home: [Option<f64>; 3]) -> Option<Path> {
        let before = std::mem::replace(&mut self.machine, motion.at_machine);
        // The tool stands where its tip is, which another tool's length offset moves away from
        // the control point.
        let tip = Vec3::from(motion.tip.shift()?);
        let place = |end: Place, machine: [bool; 3]| {
            let mut p = Vec3::from(end.known()?) + tip;
            for axis in (0..3).filter(|&axis| machine[axis]) {
                p[axis] += home[axis]?;
            }
            Some(p)
        };
        let (from, to) = (place(motion.from, before)?, place(motion.to, self.machine)?);
        let arc = motion.arc.as_deref().map(|arc| {
            let center = Vec3::from(arc.center) + tip;
            Arc { center: center.into(), ..*arc }
        });
        Some(Path { from, to, arc })
    }
}

/// Steps that the length of a spiral is summed over.
const STEPS: u32 = 200;

impl Path {
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
        assert!(Follower::default().path(&away, HOMELESS).is_none());
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
