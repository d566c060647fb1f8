//! A stretch of an arc, and linear bounds on how far it reaches in a direction.

use gouge_mesh::geom::Vec3;

/// A stretch of a circle, helix or spiral: angle, height and radius grow linearly with the time,
/// which goes from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// Centre, at the height of the start, mm.
    pub center: Vec3,
    /// Unit vector from the centre to the start, in the plane of the arc.
    pub toward: Vec3,
    /// Unit vector a quarter turn ahead of `toward`, in the plane of the arc.
    pub side: Vec3,
    /// Radius at the start and at the end, mm.
    pub radius: [f64; 2],
    /// How far it turns from `toward` to `side`: no more than a quarter turn, either way.
    pub turn: Turn,
    /// Its rise across its plane, mm.
    pub rise: Vec3,
    /// The true path is never farther from it, mm.
    pub off: f64,
}

/// How far a path turns.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Radians.
    pub(super) angle: f64,
    /// Sine and cosine of half of it.
    half: (f64, f64),
}

impl Turn {
    /// A turn by `angle`, radians.
    pub fn by(angle: f64) -> Self {
        Self { angle, half: (0.5 * angle).sin_cos() }
    }
}

/// No place of a path is farther along some direction than `start + slope t` at its time t, mm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub start: f64,
    pub slope: f64,
    /// At the queried time the path may be nearer by this much.
    pub spare: f64,
}

impl Arc {
    /// Where it is at the time `t`, mm.
    pub fn at(&self, t: f64) -> Vec3 {
        let (sin, cos) = (self.turn.angle * t).sin_cos();
        let radius = self.radius[0] + (self.radius[1] - self.radius[0]) * t;
        self.center + (self.toward * cos + self.side * sin) * radius + self.rise * t
    }

    /// Whether it turns about an upright line.
    pub fn is_upright(&self) -> bool {
        let level = |v: &Vec3| v.z == 0.0;
        level(&self.toward) && level(&self.side) && self.rise.x == 0.0 && self.rise.y == 0.0
    }

    /// How much its radius changes, mm.
    pub fn widens(&self) -> f64 {
        (self.radius[1] - self.radius[0]).abs()
    }

    /// Where it begins and ends, each with the vertical displacement over its whole time.
    pub(super) fn ends(&self) -> [(Vec3, Vec3); 2] {
        [(self.at(0.0), self.rise), (self.at(1.0) - self.rise, self.rise)]
    }

    /// About when it is nearest to a point.
    pub fn nearest(&self, x: &Vec3) -> f64 {
        self.along(&(x - self.center))
    }

    /// When its radius points along `way`, or nearly so.
    fn along(&self, way: &Vec3) -> f64 {
        let t = way.dot(&self.side).atan2(way.dot(&self.toward)) / self.turn.angle;
        if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.5 }
    }

    /// The same arc somewhere else.
    #[must_use]
    pub fn moved(&self, by: &Vec3) -> Self {
        Self { center: self.center + by, ..*self }
    }

    /// The same arc with its radius larger by this many mm all along; `None` where nothing would be
    /// left of it.
    #[must_use]
    pub fn widened(&self, by: f64) -> Option<Self> {
        let radius = self.radius.map(|radius| radius + by);
        (radius[0].min(radius[1]) > 0.0).then_some(Self { radius, ..*self })
    }

    /// Whether the reach along `u` can be bounded closely at any time: the arc does not bend away
    /// from there.
    pub fn bulges(&self, u: &Vec3) -> bool {
        self.reach(u, 0.5).spare <= self.off
    }

    /// The greatest spare that any of its reaches has, mm.
    ///
    /// Of [`reach`](Self::reach) k ≤ θ²ρ + 2ρ'θ, and t (1 - t) ≤ 1/4.
    pub(super) fn spare(&self) -> f64 {
        let most = self.radius[0].max(self.radius[1]);
        let angle = self.turn.angle.abs();
        0.125 * angle * (angle * most + 2.0 * self.widens()) + self.off
    }

    /// Unit vectors at its middle: away from the centre, ahead if it turns forwards, and across its
    /// plane.
    pub fn axes(&self) -> [Vec3; 3] {
        let (sin, cos) = self.turn.half;
        let out = self.toward * cos + self.side * sin;
        let ahead = self.side * cos - self.toward * sin;
        [out, ahead, out.cross(&ahead)]
    }

    /// Start and displacement of a straight path in the middle of where it bends to, and how far it
    /// is from that at most at the same time, mm.
    ///
    /// Of a path with the second derivative p'' its chord is off by -p'' t (1 - t) / 2, with the
    /// p'' of the middle by that and by the most that it changes from there, |p'''| / 2, over 8.
    pub(super) fn straight(&self) -> (Vec3, Vec3, f64) {
        let grows = self.radius[1] - self.radius[0];
        let [out, ahead, _] = self.axes();
        let inward = self.turn.angle * self.turn.angle * (self.radius[0] + 0.5 * grows);
        let shift = (out * inward - ahead * (2.0 * grows * self.turn.angle)) / 16.0;
        let most = self.radius[0].max(self.radius[1]);
        let changes = self.turn.angle.abs().powi(3) * most
            + 3.0 * grows.abs() * self.turn.angle * self.turn.angle;
        let [from, to] = [0.0, 1.0].map(|t| self.at(t));
        (from + shift, to - from, shift.norm() + changes / 16.0 + self.off)
    }

    /// How far it leads at most, mm.
    pub fn length(&self) -> f64 {
        let around = self.radius[0].max(self.radius[1]) * self.turn.angle.abs();
        around + self.widens() + self.rise.norm()
    }

    /// The stretch between two times.
    pub fn between(&self, [start, end]: [f64; 2]) -> Self {
        let (sin, cos) = (self.turn.angle * start).sin_cos();
        let radius = |t: f64| self.radius[0] + (self.radius[1] - self.radius[0]) * t;
        Self {
            center: self.center + self.rise * start,
            toward: self.toward * cos + self.side * sin,
            side: self.side * cos - self.toward * sin,
            radius: [radius(start), radius(end)],
            turn: Turn::by(self.turn.angle * (end - start)),
            rise: self.rise * (end - start),
            off: self.off,
        }
    }

    /// No place of it is farther along `u`, mm, whatever its length.
    pub fn farthest(&self, u: &Vec3) -> f64 {
        let reach = self.reach(u, self.along(u));
        reach.start + reach.slope.max(0.0)
    }

    /// Some place of it is as far along `u`, mm: the one at the middle of its time.
    pub(super) fn as_far(&self, u: &Vec3) -> f64 {
        let (sin, cos) = self.turn.half;
        let out = u.dot(&self.toward) * cos + u.dot(&self.side) * sin;
        u.dot(&self.center)
            + 0.5 * (self.radius[0] + self.radius[1]) * out
            + 0.5 * u.dot(&self.rise)
    }

    /// How far it reaches along `u` at any time, closely at `t`.
    ///
    /// Let f be the reach and f'' ≤ k. Then f - k t²/2 is concave, so below its tangent at any
    /// time, and t² ≤ t: where the arc bulges along `u`, k is 0, and f is below its own tangent.
    /// With the radius ρ, the turn θ and the direction e to the arc, f'' = -θ²ρ u·e + 2ρ'θ u·e';
    /// and of a turn by no more than α to either side of the middle m of the stretch -u·e ≤
    /// max(-u·m, -u·m cos α) + |u·m'| sin α, and no more than what u has in the plane.
    pub(super) fn reach(&self, u: &Vec3, t: f64) -> Reach {
        let (x, y) = (u.dot(&self.toward), u.dot(&self.side));
        let grows = self.radius[1] - self.radius[0];
        let (sin, cos) = self.turn.half;
        let (middle, across) = (x * cos + y * sin, y * cos - x * sin);
        let turned = (-middle).max(-middle * cos) + (across * sin).abs();
        let back = turned.min(x.hypot(y));
        let [least, most] = if self.radius[0] < self.radius[1] {
            self.radius
        } else {
            [self.radius[1], self.radius[0]]
        };
        let bend = self.turn.angle * self.turn.angle * if back > 0.0 { most } else { least } * back;
        let spiral = if grows == 0.0 { 0.0 } else { x.hypot(y) };
        let k = (bend + 2.0 * (grows * self.turn.angle).abs() * spiral).max(0.0);
        let (sin, cos) = (self.turn.angle * t).sin_cos();
        let (along, ahead) = (x * cos + y * sin, y * cos - x * sin);
        let (radius, climb) = (self.radius[0] + grows * t, u.dot(&self.rise));
        let reach = u.dot(&self.center) + radius * along + climb * t;
        let tangent = radius * self.turn.angle * ahead + grows * along + climb - k * t;
        let start = reach - 0.5 * k * t * t - tangent * t + self.off;
        Reach { start, slope: tangent + 0.5 * k, spare: 0.5 * k * (t - t * t) + self.off }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use gouge_random::Random;

    /// A stretch of a circle, helix or spiral.
    pub fn random_arc(random: &mut Random, most: f64) -> Arc {
        let normal = random.direction();
        let toward = normal.cross(&random.direction()).normalize();
        let radius = 10f64.powf(random.between(-1.0, 1.5));
        let grown = if random.below(3) == 0 { random.between(0.5, 1.5) } else { 1.0 };
        let rise =
            if random.below(2) == 0 { Vec3::zeros() } else { normal * random.between(-3.0, 3.0) };
        Arc {
            center: random.vector(9.0),
            toward,
            side: normal.cross(&toward),
            radius: [radius, radius * grown],
            turn: Turn::by(random.between(-most, most)),
            rise,
            off: 0.0,
        }
    }

    #[test]
    fn no_place_of_an_arc_is_beyond_its_reach() {
        let mut random = Random::new(3);
        let mut bulges = 0;
        for _ in 0..20_000 {
            let arc = random_arc(&mut random, std::f64::consts::FRAC_PI_2);
            let (u, asked) = (random.direction(), random.between(0.0, 1.0));
            let reach = arc.reach(&u, asked);
            let size = 1e-13 * (10.0 + arc.radius[0]);
            for i in 0..=40 {
                let t = f64::from(i) / 40.0;
                let at = u.dot(&arc.at(t));
                assert!(at <= reach.start + reach.slope * t + size, "{arc:?} {u:?} {asked} {t}");
            }
            assert!(reach.spare <= arc.spare() + size, "{arc:?} {u:?} {asked}");
            let spare = reach.start + reach.slope * asked - u.dot(&arc.at(asked));
            assert!((spare - reach.spare).abs() <= size, "{arc:?} {u:?} {asked} {reach:?} {spare}");
            bulges += u32::from(reach.spare <= 0.0);
        }
        assert!(bulges > 3_000, "{bulges}");
    }

    #[test]
    fn an_arc_is_near_the_straight_path_in_the_middle_of_its_bend() {
        let mut random = Random::new(8);
        let mut halved = 0;
        for _ in 0..20_000 {
            let arc = random_arc(&mut random, std::f64::consts::FRAC_PI_2);
            let (from, travel, grow) = arc.straight();
            let mut chord = 0.0f64;
            for i in 0..=40 {
                let t = f64::from(i) / 40.0;
                let off = (arc.at(t) - from - travel * t).norm();
                assert!(off <= grow + 1e-13 * (10.0 + arc.radius[0]), "{arc:?} {t} {off} {grow}");
                chord = chord.max((arc.at(t) - arc.at(0.0) - travel * t).norm());
            }
            halved += u32::from(grow < 0.6 * chord);
        }
        assert!(halved > 1_000, "{halved}");
    }

    #[test]
    fn a_stretch_of_an_arc_is_where_the_arc_is() {
        let mut random = Random::new(4);
        for _ in 0..2_000 {
            let arc = random_arc(&mut random, std::f64::consts::FRAC_PI_2);
            let (a, b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            let part = arc.between([a, b]);
            for i in 0..=4 {
                let t = f64::from(i) / 4.0;
                let apart = (part.at(t) - arc.at(a + (b - a) * t)).norm();
                assert!(apart < 1e-12 * (10.0 + arc.radius[0]), "{arc:?} {a} {b} {t} {apart}");
            }
        }
    }
}
