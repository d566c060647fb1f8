//! Where the control point is at a time of a motion, from the program alone.

use crate::geom::Vec3;
use crate::nc::{Arc, Motion, Place};

/// Follows a program motion by motion: which axes stand at machine positions.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    machine: [bool; 3],
}

/// One motion with known ends, program coordinates, mm.
#[derive(Clone, Debug)]
pub struct Leg {
    from: Vec3,
    to: Vec3,
    arc: Option<Arc>,
}

impl Follower {
    /// The next motion of the program, every one in turn. `home` is where machine zero lies in
    /// program coordinates, not a number for an axis not known. `None` when an end is not known.
    pub fn leg(&mut self, motion: &Motion, home: Option<Vec3>) -> Option<Leg> {
        let before = self.machine;
        for axis in 0..3 {
            if motion.from.axis(axis) != motion.to.axis(axis) {
                self.machine[axis] = motion.machine;
            }
        }
        let tip = Vec3::from(motion.tip.shift()?);
        let place = |end: Place, machine: [bool; 3]| {
            let mut p = Vec3::from(end.known()?) + tip;
            for axis in (0..3).filter(|&axis| machine[axis]) {
                p[axis] += home?[axis];
            }
            p.iter().all(|c| c.is_finite()).then_some(p)
        };
        let (from, to) = (place(motion.from, before)?, place(motion.to, self.machine)?);
        let arc = motion.arc.as_deref().map(|arc| {
            let center = Vec3::from(arc.center) + tip;
            Arc { center: center.into(), ..*arc }
        });
        Some(Leg { from, to, arc })
    }
}

impl Leg {
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
        let (center, axis) = (Vec3::from(arc.center), Vec3::from(arc.normal));
        let spoke = |p: &Vec3| {
            let w = p - center;
            w - axis * w.dot(&axis)
        };
        let start = spoke(&self.from);
        let (r0, r1) = (start.norm(), spoke(&self.to).norm());
        // Rodrigues' rotation of the first spoke, stretched to the radius of the moment.
        let angle = arc.sweep * t;
        let turned = start * angle.cos() + axis.cross(&start) * angle.sin();
        let stretch = if r0 > 0.0 { (r0 + (r1 - r0) * t) / r0 } else { 0.0 };
        center + turned * stretch + axis * (way.dot(&axis) * t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nc::Kind;

    fn motion(from: [f64; 3], to: [f64; 3]) -> Motion {
        Motion { kind: Kind::Rapid, ..Motion::feed(1, from, to) }
    }

    #[test]
    fn lines_dog_legs_and_helices() {
        let line = motion([0.0; 3], [4.0, -2.0, 1.0]);
        let leg = Follower::default().leg(&line, None).unwrap();
        assert_eq!(leg.at(0.5, false), Vec3::new(2.0, -1.0, 0.5));
        assert_eq!(leg.at(0.5, true), Vec3::new(2.0, -2.0, 1.0));

        let mut helix = motion([2.0, 0.0, 0.0], [0.0, 4.0, 1.0]);
        let quarter = std::f64::consts::FRAC_PI_2;
        helix.arc =
            Some(Box::new(Arc { center: [0.0; 3], normal: [0.0, 0.0, 1.0], sweep: quarter }));
        let leg = Follower::default().leg(&helix, None).unwrap();
        assert!((leg.at(1.0, false) - Vec3::new(0.0, 4.0, 1.0)).norm() < 1e-12);
        let half = 3.0 * 0.5f64.sqrt();
        assert!((leg.at(0.5, false) - Vec3::new(half, half, 0.5)).norm() < 1e-12);
    }

    #[test]
    fn machine_positions_need_a_home() {
        let mut away = motion([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]);
        away.machine = true;
        assert!(Follower::default().leg(&away, None).is_none());
        let home = Some(Vec3::new(5.0, 6.0, 7.0));
        let mut follower = Follower::default();
        let leg = follower.leg(&away, home).unwrap();
        assert_eq!(leg.at(1.0, false), Vec3::new(1.0, 1.0, 7.0));
        let back = motion([1.0, 1.0, 0.0], [2.0, 1.0, 0.0]);
        let leg = follower.leg(&back, home).unwrap();
        assert_eq!(leg.at(1.0, false), Vec3::new(2.0, 1.0, 7.0));
    }
}
