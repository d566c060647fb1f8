//! The parts of the samples, at any number of triangles.

use std::f64::consts::TAU;

use super::solid::{cells, relief, rings, steps};
use crate::mesh::Mesh;

/// Thickness of the mold blocks below their deepest place, mm.
const BOTTOM: f64 = 10.0;

/// A block of `size` mm, its top (z = 0) hollowed by `depth`, in about `triangles` triangles.
fn mold(size: [f64; 2], triangles: usize, depth: impl Fn(f64, f64) -> f64, floor: f64) -> Mesh {
    // Two triangles a cell; walls and bottom add a little.
    let cell = (2.0 * size[0] * size[1] / triangles.max(8) as f64).sqrt();
    let [x, y] = size.map(|s| steps(0.0, s, ((s / cell) as usize).max(2)));
    relief(&x, &y, |i, j| -depth(x[i], y[j]), Some(floor))
}

/// Half a bent duct in a block of 100 × 60 mm: a channel with a flat floor, rounded sides and
/// a straight first third.
pub(super) fn duct(triangles: usize) -> Mesh {
    mold(DUCT_SIZE, triangles, duct_depth, -DUCT_DEPTH - BOTTOM)
}

pub(super) const DUCT_SIZE: [f64; 2] = [100.0, 60.0];
/// Where the middle of the duct's straight part lies, mm.
pub(super) const DUCT_MIDDLE: f64 = 20.0;
/// Depth of the duct's floor, mm.
const DUCT_DEPTH: f64 = 8.0;

fn duct_depth(x: f64, y: f64) -> f64 {
    const STRAIGHT: f64 = 35.0;
    const SHIFT: f64 = 20.0;
    const FLOOR: f64 = 4.0;
    const SIDE: f64 = 9.0;
    let along = ((x - STRAIGHT) / (DUCT_SIZE[0] - STRAIGHT)).clamp(0.0, 1.0);
    let middle = DUCT_MIDDLE + SHIFT * along * along * (3.0 - 2.0 * along);
    let across = (((y - middle).abs() - FLOOR) / SIDE).clamp(0.0, 1.0);
    DUCT_DEPTH * (1.0 - across * across)
}

/// Half a bottle in a block of 60 × 120 mm, its axis along y.
pub(super) fn bottle(triangles: usize) -> Mesh {
    mold(BOTTLE_SIZE, triangles, bottle_depth, -BOTTLE_RADIUS - BOTTOM)
}

pub(super) const BOTTLE_SIZE: [f64; 2] = [60.0, 120.0];
const BOTTLE_RADIUS: f64 = 18.0;

fn bottle_depth(x: f64, y: f64) -> f64 {
    const NECK: f64 = 7.0;
    const BODY: [f64; 2] = [12.0, 70.0];
    const END: f64 = 110.0;
    /// Lowers the axis above the parting face: the walls keep a draft.
    const DRAFT: f64 = 3.0;
    let smooth = |from: f64, to: f64| {
        let t = ((y - from) / (to - from)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    };
    let shoulder = BOTTLE_RADIUS - (BOTTLE_RADIUS - NECK) * smooth(BODY[1], 90.0);
    let radius = shoulder * smooth(BODY[0] - 6.0, BODY[0]) * (1.0 - smooth(END - 3.0, END + 3.0));
    let across = x - BOTTLE_SIZE[0] / 2.0;
    ((radius * radius - across * across).max(0.0).sqrt() - DRAFT).max(0.0)
}

/// A block of 110 × 60 × 30 mm, top at z = 0, with a deep pocket, and a cavity that holds a
/// core and a thin fin.
pub(super) fn block(triangles: usize) -> Mesh {
    const X: [f64; 9] = [0.0, 10.0, 30.0, 40.0, 56.0, 57.0, 74.0, 84.0, 100.0];
    const END: f64 = 110.0;
    const Y: [f64; 8] = [0.0, 10.0, 20.0, 24.0, 36.0, 40.0, 50.0, 60.0];
    const Z: [f64; 6] = [-30.0, POCKET_FLOOR, CAVITY_FLOOR, FIN_TOP, CORE_TOP, 0.0];
    /// Triangles with one piece between two planes.
    const COARSEST: usize = 428;
    let pieces = ((triangles as f64 / COARSEST as f64).sqrt() as usize).max(1);
    let fine = |planes: &[f64]| -> Vec<f64> {
        let between = planes.windows(2).flat_map(|p| {
            let mut all = steps(p[0], p[1], pieces);
            all.pop();
            all
        });
        between.chain(planes.last().copied()).collect()
    };
    let planes = [fine(&[&X[..], &[END]].concat()), fine(&Y), fine(&Z)];
    let middle = |axis: usize, cell: usize| (planes[axis][cell] + planes[axis][cell + 1]) / 2.0;
    cells([&planes[0], &planes[1], &planes[2]], |cell| {
        let [x, y, z] = [0, 1, 2].map(|axis| middle(axis, cell[axis]));
        z < block_height(x, y)
    })
}

pub(super) const POCKET_FLOOR: f64 = -15.0;
pub(super) const CAVITY_FLOOR: f64 = -8.0;
pub(super) const FIN_TOP: f64 = -5.0;
const CORE_TOP: f64 = -2.0;

fn block_height(x: f64, y: f64) -> f64 {
    let within = |[left, right]: [f64; 2], [low, high]: [f64; 2]| {
        (left..right).contains(&x) && (low..high).contains(&y)
    };
    if within([10.0, 30.0], [10.0, 50.0]) {
        POCKET_FLOOR
    } else if within([56.0, 57.0], [20.0, 40.0]) {
        FIN_TOP
    } else if within([74.0, 84.0], [24.0, 36.0]) {
        CORE_TOP
    } else if within([40.0, 100.0], [10.0, 50.0]) {
        CAVITY_FLOOR
    } else {
        0.0
    }
}

/// A round boss on a plate of 60 × 60 mm whose top is z = 0: a prism of [`boss_sides`] sides,
/// one corner on +x.
pub(super) fn boss(triangles: usize) -> Mesh {
    const HALF: f64 = 30.0;
    const PLATE: f64 = 10.0;
    let sides = boss_sides(triangles);
    let ring = |point: &dyn Fn(f64, f64) -> [f64; 3]| -> Vec<[f64; 3]> {
        let angle = |i: usize| TAU * i as f64 / sides as f64;
        (0..sides).map(|i| point(angle(i).cos(), angle(i).sin())).collect()
    };
    let circle = |z: f64| ring(&|c, s| [BOSS_RADIUS * c, BOSS_RADIUS * s, z]);
    // From the circle to the square through corners when the sides are a multiple of eight.
    let square = |share: f64, z: f64| {
        ring(&|c, s| {
            let edge = HALF / c.abs().max(s.abs());
            let out = BOSS_RADIUS + (edge - BOSS_RADIUS) * share;
            [out * c, out * s, z]
        })
    };
    let pieces = (sides / 16).max(1);
    let mut all: Vec<_> = steps(BOSS_HEIGHT, 0.0, pieces).into_iter().map(circle).collect();
    all.extend(steps(0.0, 1.0, pieces).into_iter().skip(1).map(|share| square(share, 0.0)));
    all.push(square(1.0, -PLATE));
    rings([0.0, 0.0, BOSS_HEIGHT], &all, [0.0, 0.0, -PLATE])
}

pub(super) const BOSS_RADIUS: f64 = 15.0;
pub(super) const BOSS_HEIGHT: f64 = 12.0;

/// Sides of the boss, a multiple of eight.
pub(super) fn boss_sides(triangles: usize) -> usize {
    // Two triangles for each side and ring, a quarter of the sides in rings.
    let sides = (4.0 * triangles as f64).sqrt() as usize;
    (sides / 8).max(2) * 8
}
