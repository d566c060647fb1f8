//! A path through consecutive points, straight between them, for motions that follow one another.

use gouge_mesh::geom::{Aabb, Vec3};

/// At least two points and the time of each, from 0 to 1 by how long the path is up to there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polyline {
    /// Work coordinates, mm.
    points: Vec<Vec3>,
    times: Vec<f64>,
    /// On each leg nothing is deeper, mm.
    caps: Vec<f64>,
}

impl Polyline {
    /// The path along some points, and what nothing is deeper than on each of its legs, mm; none
    /// where it has no length.
    pub fn new(points: Vec<Vec3>, caps: Vec<f64>) -> Option<Self> {
        let mut length = 0.0;
        let mut times = vec![0.0];
        times.extend(points.windows(2).map(|leg| {
            length += (leg[1] - leg[0]).norm();
            length
        }));
        let told = 0.0 < length && length.is_finite() && points.len() == caps.len() + 1;
        times.iter_mut().for_each(|time| *time /= length);
        told.then_some(Self { points, times, caps })
    }

    /// Which of its legs is under way at a time, and how far along that is, from 0 to 1.
    pub fn leg(&self, time: f64) -> (usize, f64) {
        let last = self.points.len() - 2;
        let leg = self.times[1..].partition_point(|&end| end <= time).min(last);
        let [start, end] = [self.times[leg], self.times[leg + 1]];
        let share = if start < end { (time - start) / (end - start) } else { 1.0 };
        (leg, share.clamp(0.0, 1.0))
    }

    /// Nothing is deeper between two times, mm: where a leg is only met at an end, another one
    /// comes there.
    pub fn cap(&self, [start, end]: [f64; 2]) -> f64 {
        let met = |leg: &usize| self.times[*leg] < end && start < self.times[leg + 1];
        let met = (0..self.caps.len()).filter(met).map(|leg| self.caps[leg]);
        met.reduce(f64::max).unwrap_or(f64::INFINITY)
    }

    /// Position at a time, mm.
    pub fn at(&self, time: f64) -> Vec3 {
        let (leg, share) = self.leg(time);
        let [from, to] = [self.points[leg], self.points[leg + 1]];
        from + (to - from) * share
    }

    /// Its points between two times.
    fn between(&self, [start, end]: [f64; 2]) -> impl Iterator<Item = (f64, &Vec3)> {
        let first = self.times.partition_point(|&time| time <= start);
        let passed = self.times[first..].iter().copied().zip(&self.points[first..]);
        passed.take_while(move |(time, _)| *time < end)
    }

    /// How far it is from its chord between two times at the same time, mm: both are straight from
    /// one of its points to the next.
    pub fn sag(&self, times: [f64; 2]) -> f64 {
        let [from, to] = times.map(|time| self.at(time));
        let apart = |(time, point): (f64, &Vec3)| {
            let share = (time - times[0]) / (times[1] - times[0]);
            (point - from - (to - from) * share).norm()
        };
        self.between(times).map(apart).fold(0.0, f64::max)
    }

    /// A time to cut it at between two others: at the one of its points that is nearest to the
    /// middle.
    pub fn middle(&self, [start, end]: [f64; 2]) -> f64 {
        let middle = 0.5 * (start + end);
        let inside = self.between([start, end]).map(|(time, _)| time);
        inside.min_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs())).unwrap_or(middle)
    }

    /// How far it reaches in the direction `u` between two times, mm.
    pub fn support(&self, u: &Vec3, times: [f64; 2]) -> f64 {
        let ends = times.map(|time| u.dot(&self.at(time)));
        let passed = self.between(times).map(|(_, point)| u.dot(point));
        passed.fold(ends[0].max(ends[1]), f64::max)
    }

    /// A box around it.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.points.iter().copied())
    }

    /// Its length, mm.
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum()
    }

    /// The same, moved by `by` mm.
    pub fn moved(&self, by: &Vec3) -> Self {
        Self { points: self.points.iter().map(|p| p + by).collect(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;

    #[test]
    fn a_way_along_points_is_never_farther_from_its_chord_than_said() {
        let mut random = Random::new(31);
        for _ in 0..2000 {
            let count = 2 + random.below(9);
            let mut points = vec![random.vector(3.0)];
            for _ in 1..count {
                let last = points[points.len() - 1];
                points.push(if random.chance(0.2) { last } else { last + random.vector(2.0) });
            }
            let caps: Vec<f64> = (1..count).map(|_| random.between(0.0, 1.0)).collect();
            let Some(path) = Polyline::new(points.clone(), caps.clone()) else { continue };
            let (a, b) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            let times = [a.min(b), a.max(b)];
            let [from, to] = times.map(|time| path.at(time));
            let (sag, u) = (path.sag(times), random.direction());
            let (mut bend, mut reach) = (0.0f64, f64::MIN);
            for i in 0..=300 {
                let share = f64::from(i) / 300.0;
                let at = path.at(times[0] + (times[1] - times[0]) * share);
                bend = bend.max((at - from - (to - from) * share).norm());
                reach = reach.max(u.dot(&at));
            }
            assert!(bend <= sag + 1e-12 && reach <= path.support(&u, times) + 1e-12);
            let passed = (0..=100).map(|i| times[0] + (times[1] - times[0]) * f64::from(i) / 100.0);
            assert!(passed.map(|time| caps[path.leg(time).0]).all(|cap| cap <= path.cap(times)));
            let middle = path.middle(times);
            assert!(times[0] <= middle && middle <= times[1]);
            // Every leg is as the motion that it stands for.
            let (leg, share) = path.leg(middle);
            let along = points[leg] + (points[leg + 1] - points[leg]) * share;
            assert!((along - path.at(middle)).norm() == 0.0);
            for (time, end) in [(0.0, points[0]), (1.0, points[count - 1])] {
                assert!((path.at(time) - end).norm() < 1e-12);
            }
        }
    }
}
