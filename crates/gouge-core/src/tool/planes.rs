//! The planes of a convex mesh tool, and the lowest of them over a point.
//!
//! Planes whose normals lie close together are bounded together. The height of a plane over x is
//! its height over p, less `n · (x - p)`. If the unit normal n has the components s and t across
//! the mean direction of all, its component along that direction is no more than `1 - s²/2 - t²/2`:
//! the bound that this gives for the last term is greatest where s and t are in proportion to x -
//! p, or at the ends of their ranges. Where the planes lie equally high over p, as those of a round
//! wall do over its middle, that is all but exact, and only planes next to the lowest are looked
//! at, however fine the mesh.

use std::cell::Cell;
use std::collections::HashSet;

use super::bound_tree::{BoundTree, Extent};
use crate::tolerance::{FLAT_SINE, FLOAT_SHARE, SAME_FACE_SINE};
use gouge_mesh::geom::Vec3;

/// A plane that supports a convex mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// Unit normal, outwards.
    pub normal: Vec3,
    /// The plane is `normal · x = offset`, mm.
    pub offset: f64,
}

/// The planes of a convex mesh, each once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Planes {
    planes: Vec<Plane>,
    tree: BoundTree<Bundle>,
}

/// What is known of some planes together.
#[derive(Clone, Debug, PartialEq)]
struct Bundle {
    /// A place over which they lie about equally high, mm.
    at: Vec3,
    /// No plane lies lower over that, but for rounding, mm.
    lowest: f64,
    /// Three directions at right angles, the first that of the mean of all normals.
    frame: [Vec3; 3],
    /// No normal leads less far along the first.
    least: f64,
    /// Least and most of all normals along the others.
    across: Extent<2>,
}

impl Plane {
    /// How far a point lies below the plane, mm.
    pub fn over(&self, x: &Vec3) -> f64 {
        self.offset - self.normal.dot(x)
    }
}

impl Planes {
    /// Planes in order, each with a point where it touches the body, mm.
    pub fn new(given: &[(Plane, Vec3)]) -> Self {
        // Zero has one sign here.
        let bits =
            |p: &Plane| [p.normal.x, p.normal.y, p.normal.z, p.offset].map(|v| (v + 0.0).to_bits());
        let mut seen = HashSet::with_capacity(given.len());
        let (planes, touching): (Vec<Plane>, Vec<Vec3>) =
            given.iter().copied().filter(|(plane, _)| seen.insert(bits(plane))).unzip();
        let normals: Vec<Extent<3>> =
            planes.iter().map(|p| [p.normal.x, p.normal.y, p.normal.z].map(|v| [v, v])).collect();
        let tree = BoundTree::over(&normals, |held| {
            let held = || held.iter().map(|&i| (planes[i as usize], touching[i as usize]));
            Bundle::of(held)
        });
        Self { planes, tree }
    }

    /// The first of the planes that lie lowest over a point, and how far the point is below it, mm.
    pub fn lowest(&self, x: &Vec3) -> Option<(&Plane, f64)> {
        let own = FLOAT_SHARE * x.lp_norm(1);
        let bound = |bundle: &Bundle| bundle.over(x) - own;
        let found = self.tree.find(bound, |i| self.planes[i].over(x));
        found.map(|(i, height)| (&self.planes[i], height))
    }

    /// Hands out normals of planes that a place is no more than `most` mm below, of some that are
    /// nearly the same one: no other that is so low is farther from all of these than is answered.
    pub fn low_over(&self, x: &Vec3, most: f64, mut normal: impl FnMut(&Vec3)) -> f64 {
        let own = FLOAT_SHARE * x.lp_norm(1);
        let is_low = |i: usize| self.planes[i].over(x) <= most;
        let (mut alike, mut others) = (Vec::new(), Vec::new());
        let mut apart = 0.0f64;
        let opens = |bundle: &Bundle, first: usize| {
            let may_be = bundle.over(x) - own <= most;
            if may_be && bundle.apart() <= SAME_FACE_SINE && is_low(first) {
                apart = apart.max(bundle.apart());
                alike.push(first);
                return false;
            }
            may_be
        };
        self.tree.within(opens, |i| others.push(i));
        let low = others.into_iter().filter(|&i| is_low(i));
        alike.into_iter().chain(low).for_each(|i| normal(&self.planes[i].normal));
        apart
    }

    /// Whether a point is no more than `most` mm below a plane that looks up.
    pub fn looks_up_at(&self, x: &Vec3, most: f64) -> bool {
        let own = FLOAT_SHARE * x.lp_norm(1);
        let found = Cell::new(false);
        let opens = |bundle: &Bundle, _| {
            !found.get() && bundle.may_look_up() && bundle.over(x) - own <= most
        };
        self.tree.within(opens, |i| {
            let plane = &self.planes[i];
            found.set(found.get() || (plane.normal.z > 0.0 && plane.over(x) <= most));
        });
        found.get()
    }
}

impl Bundle {
    fn of<I: Iterator<Item = (Plane, Vec3)>>(held: impl Fn() -> I) -> Self {
        let count = held().count().max(1) as f64;
        let sum = |of: fn((Plane, Vec3)) -> Vec3| held().map(of).sum::<Vec3>() / count;
        let (mean, middle) = (sum(|(plane, _)| plane.normal), sum(|(_, touching)| touching));
        let frame = frame(&mean, held().map(|(plane, _)| plane.normal));
        let at = middle - frame[0] * bend(&middle, &frame[1], held());
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        let (mut lowest, mut least, mut across) = (f64::INFINITY, f64::INFINITY, [none; 2]);
        for (plane, _) in held() {
            let rounding = FLOAT_SHARE * (plane.offset.abs() + at.lp_norm(1));
            lowest = lowest.min(plane.over(&at) - rounding);
            least = least.min(frame[0].dot(&plane.normal));
            for (side, [low, high]) in frame[1..].iter().zip(&mut across) {
                let along = side.dot(&plane.normal);
                (*low, *high) = (low.min(along), high.max(along));
            }
        }
        Self { at, lowest, frame, least, across }
    }

    /// How far a place lies below the lowest of them at least, mm, but for rounding.
    fn over(&self, x: &Vec3) -> f64 {
        let away = x - self.at;
        let [up, a, b] = [0, 1, 2].map(|k| self.frame[k].dot(&away));
        let [first, second] = &self.across;
        if up > 0.0 {
            let per = 1.0 / up;
            let most = |along: f64, [low, high]: &[f64; 2]| {
                let part = (along * per).max(*low).min(*high);
                part * (along - 0.5 * up * part)
            };
            return self.lowest - (up + most(a, first) + most(b, second));
        }
        let most = |along: f64, [low, high]: &[f64; 2]| (low * along).max(high * along);
        self.lowest - (self.least * up + most(a, first) + most(b, second))
    }

    /// How far apart their normals are at most.
    fn apart(&self) -> f64 {
        let [a, b] = self.across.map(|[low, high]| high - low);
        Vec3::new(1.0 - self.least, a, b).norm()
    }

    /// Whether one of them may look up.
    fn may_look_up(&self) -> bool {
        let most = |k: usize| {
            let z = self.frame[k + 1].z;
            (self.across[k][0] * z).max(self.across[k][1] * z)
        };
        let z = self.frame[0].z;
        z.max(self.least * z) + most(0) + most(1) > -FLOAT_SHARE
    }
}

/// How far below a middle planes meet, as those of a round wall do in its middle, mm; none where
/// they are about one.
fn bend(middle: &Vec3, across: &Vec3, held: impl Iterator<Item = (Plane, Vec3)>) -> f64 {
    let sums = held.fold([0.0f64; 3], |[both, turn, count], (plane, touching)| {
        let (t, s) = (across.dot(&plane.normal), across.dot(&(touching - middle)));
        [both + s * t, turn + t * t, count + 1.0]
    });
    let [both, turn, count] = sums;
    if turn > count * FLAT_SINE.powi(2) { 0.0f64.max(both / turn) } else { 0.0 }
}

/// Directions at right angles, the first that of a mean of unit vectors, the second the one across
/// it along which they differ most.
fn frame(mean: &Vec3, vectors: impl Iterator<Item = Vec3>) -> [Vec3; 3] {
    let first = mean.try_normalize(0.0).unwrap_or_else(Vec3::z);
    let axis = Vec3::ith(first.iamin(), 1.0);
    let side = first.cross(&axis).normalize();
    let other = first.cross(&side);
    let spread = vectors.fold([0.0f64; 3], |[s, both, o], v| {
        let (a, b) = (v.dot(&side), v.dot(&other));
        [s + a * a, both + a * b, o + b * b]
    });
    let (sin, cos) = (0.5 * (2.0 * spread[1]).atan2(spread[0] - spread[2])).sin_cos();
    let second = side * cos + other * sin;
    [first, second, first.cross(&second)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_random::Random;
    use std::cell::Cell;

    /// Planes that touch an egg, a can, a box, or are nearly the same ones again and again.
    fn touching(random: &mut Random, kind: usize, count: usize) -> Vec<(Plane, Vec3)> {
        let away = [0.0, 20.0, 1e4][random.below(3)];
        let at = random.vector(away);
        let size = Vec3::new(5.0, random.between(1.0, 9.0), random.between(2.0, 30.0));
        let plane = |_| {
            let mut normal = random.direction();
            match kind {
                0 => {}
                1 => normal.z = if random.chance(0.3) { 5.0 } else { 0.0 },
                2 => normal = normal.map(|v| if v.abs() > 0.6 { v.signum() } else { 0.0 }),
                _ => {
                    let [side, off] = [random.below(3), random.below(4)];
                    let sign = if random.chance(0.5) { 1.0 } else { -1.0 };
                    normal = Vec3::ith(side, sign) + random.vector([0.0, 1e-16, 1e-8, 1e-5][off]);
                }
            }
            let normal = normal.try_normalize(0.0).unwrap_or_else(Vec3::z);
            let touched = match kind {
                0 => normal.component_mul(&size).normalize().component_mul(&size),
                _ => normal.map(|v| if v < 0.0 { -1.0 } else { 1.0 }).component_mul(&size),
            };
            let x = at + touched;
            (Plane { normal, offset: normal.dot(&x) }, x)
        };
        (0..count).map(plane).collect()
    }

    fn place(random: &mut Random, given: &[(Plane, Vec3)]) -> Vec3 {
        let mut of = || given[random.below(given.len())].1;
        let (a, b, c) = (of(), of(), of());
        let share = random.between(-0.2, 1.0);
        let [near, far] = [random.vector(1e-3), random.vector(3.0)];
        a + ((b + c) * 0.5 - a) * share + [Vec3::zeros(), near, far][random.below(3)]
    }

    #[test]
    fn the_lowest_plane_over_a_place_is_that_of_all() {
        let mut random = Random::new(51);
        for case in 0..80 {
            let count = [1, 5, 60, 900][random.below(4)];
            let given = touching(&mut random, case % 4, count);
            let planes = Planes::new(&given);
            for _ in 0..200 {
                let x = place(&mut random, &given);
                let (found, height) = planes.lowest(&x).unwrap();
                let all = given.iter().map(|(plane, _)| plane);
                let want = all.min_by(|a, b| a.over(&x).total_cmp(&b.over(&x))).unwrap();
                assert_eq!((found, height), (want, want.over(&x)), "{case} {x:?}");
            }
        }
        assert!(Planes::new(&[]).lowest(&Vec3::zeros()).is_none());
    }

    #[test]
    fn planes_that_are_low_over_a_place_are_told_or_nearly_the_same_as_one_told() {
        let mut random = Random::new(52);
        let (mut low, mut told) = (0, 0);
        for case in 0..80 {
            let given = touching(&mut random, case % 4, 400);
            let planes = Planes::new(&given);
            for _ in 0..50 {
                let x = place(&mut random, &given);
                let most = planes.lowest(&x).unwrap().1 + random.between(0.0, 0.01);
                let mut normals: Vec<Vec3> = Vec::new();
                let apart = planes.low_over(&x, most, |n| normals.push(*n));
                assert!(apart <= SAME_FACE_SINE);
                let all = || given.iter().map(|(plane, _)| plane).filter(|p| p.over(&x) <= most);
                for plane in all() {
                    let near = |n: &Vec3| (n - plane.normal).norm() <= apart + 1e-15;
                    assert!(normals.iter().any(near), "{case} {x:?} {plane:?}");
                }
                assert!(normals.iter().all(|n| all().any(|plane| plane.normal == *n)));
                let up = all().any(|plane| plane.normal.z > 0.0);
                assert_eq!(planes.looks_up_at(&x, most), up, "{case} {x:?}");
                (low, told) = (low + all().count(), told + normals.len());
            }
        }
        assert!(2 * told < low, "{told} of {low}");
    }

    /// Of a fine ball a search for the nearest face opened a share of the tree that grew as the
    /// square root of the faces, and of a flat end all of it.
    #[test]
    fn few_planes_are_looked_at_however_fine_a_mesh_is() {
        let mut random = Random::new(53);
        for kind in [0, 1, 3] {
            let given: Vec<(Plane, Vec3)> = (0..60_000)
                .map(|k| {
                    let mut normal = random.direction();
                    match kind {
                        1 => normal = Vec3::new(normal.x, normal.y, 0.0).normalize(),
                        3 if k % 2 == 0 => normal = Vec3::z(),
                        _ => {}
                    }
                    let x = normal * 5.0 + Vec3::z() * random.between(20.0, 25.0);
                    match kind {
                        1 => (Plane { normal, offset: 5.0 }, x),
                        _ => {
                            let x = normal * 5.0 + Vec3::z() * 5.0;
                            (Plane { normal, offset: normal.dot(&x) }, x)
                        }
                    }
                })
                .collect();
            let planes = Planes::new(&given);
            let asked = Cell::new(0);
            for _ in 0..100 {
                let (plane, touched) = given[random.below(given.len())];
                let x = touched - plane.normal * random.between(0.001, 2.5);
                let count = |v: f64| {
                    asked.set(asked.get() + 1);
                    v
                };
                let own = FLOAT_SHARE * x.lp_norm(1);
                let bound = |bundle: &Bundle| count(bundle.over(&x) - own);
                planes.tree.find(bound, |i| count(planes.planes[i].over(&x)));
            }
            assert!(asked.get() < 100 * 250, "{kind}: {asked:?}");
        }
    }
}
