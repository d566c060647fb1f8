//! Random objects, poses and devices, and the exact truth about triangles.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::sync::Arc;

use gouge_accelerator::{
    Card, Description, Encoding, Hits, Mode, Outcome, Placement, Point, Request, Solid,
};
use gouge_random::Random;

fn point(random: &mut Random, size: f64) -> Point {
    [0; 3].map(|_| random.between(-size, size) as f32)
}

/// A random object: soup, sheets, degenerate triangles, coordinates on a grid, far from the
/// origin, tiny or huge.
pub fn solid(random: &mut Random, most: usize) -> Solid {
    let triangles = 1 + random.below(most);
    let scale = [1.0, 1.0, 1.0, 1e-3, 1e3, 1e-20, 1e12][random.below(7)];
    let kind = random.below(6);
    let offset = if random.below(4) == 0 { point(random, 10.0 * scale) } else { [0.0; 3] };
    let mut points: Vec<Point> = Vec::new();
    let count = triangles + 2;
    let mut at = point(random, scale);
    for _ in 0..count {
        let p = match kind {
            0 => point(random, scale),
            // A strip of small steps.
            1 | 2 => {
                let step = point(random, 0.3 * scale);
                at = [0, 1, 2].map(|x| at[x] + step[x]);
                at
            }
            // Corners of a coarse grid: many coplanar and coincident ones.
            3 => [0; 3].map(|_| (random.below(4) as f64 * scale) as f32),
            // Flat.
            4 => {
                let p = point(random, scale);
                [p[0], p[1], 0.0]
            }
            // All in one place, or subnormal.
            _ => match random.below(3) {
                0 => at,
                1 => point(random, 1e-41),
                _ => point(random, scale),
            },
        };
        points.push([0, 1, 2].map(|x| p[x] + offset[x]));
    }
    let strip = random.below(2) == 0;
    let indices = (0..triangles as u32)
        .map(|i| if strip { [i, i + 1, i + 2] } else { [0; 3].map(|_| random.below(count) as u32) })
        .collect();
    Solid::new(points, indices).expect("finite")
}

/// A random pose: turned or not, scaled or not, now and then no rotation at all.
pub fn placement(random: &mut Random, a: &Solid, b: &Solid) -> Placement {
    let middle = |s: &Solid| {
        let root = s.tree().root();
        [0, 1, 2].map(|x| 0.5 * (f64::from(root.lo[x]) + f64::from(root.hi[x])))
    };
    let size = |s: &Solid| {
        let root = s.tree().root();
        (0..3).map(|x| f64::from(root.hi[x]) - f64::from(root.lo[x])).fold(0.0, f64::max)
    };
    let scale = match random.below(6) {
        0 => 0.5,
        1 => 3.0,
        _ => 1.0,
    };
    // A quaternion gives the rotation.
    let mut q = [0; 4].map(|_| random.between(-1.0, 1.0));
    if random.below(4) == 0 {
        q = [1.0, 0.0, 0.0, 0.0];
    }
    let n = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [w, x, y, z] = q.map(|v| v / n);
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let mut matrix = rows.map(|r| r.map(|m| (scale * m) as f32));
    match random.below(40) {
        0 => matrix[random.below(3)] = point(random, 1.0),
        1 => matrix = [[0.0; 3]; 3],
        2 => matrix[1][2] = [f32::NAN, f32::INFINITY, -0.0, 1e-40][random.below(4)],
        _ => {}
    }
    let reach = 0.5 * (size(a) + scale * size(b));
    let (ma, mb) = (middle(a), middle(b));
    let translation = [0, 1, 2].map(|i| {
        let turned: f64 = (0..3).map(|k| f64::from(matrix[i][k]) * mb[k]).sum();
        let turned = if turned.is_finite() { turned } else { 0.0 };
        (ma[i] - turned + random.between(-reach, reach) * 0.7) as f32
    });
    Placement { matrix, translation }
}

/// A random device of the given encoding: mostly small and awkward.
pub fn device(random: &mut Random, encoding: Encoding) -> Description {
    let mut d = Description::preset("card").expect("a preset");
    d.encoding = encoding;
    let mut few = || 1 + random.below(5) as u32;
    d.lanes = few();
    d.calculating.multipliers = few();
    d.calculating.adders = few();
    d.calculating.comparators = few();
    d.calculating.multiply_latency = few();
    d.calculating.add_latency = few();
    d.calculating.compare_latency = few();
    d.calculating.queue = few();
    d.transformation.multipliers = few();
    d.transformation.adders = few();
    d.transformation.queue = few();
    d.polygon.latency = few() * 7;
    d.polygon.interval = few();
    d.polygon.fetches = few();
    d.polygon.queue = few();
    d.stack.entries = few();
    d.fifo.entries = few();
    d.memory.word_bytes = 1 << few();
    d.memory.cycles_per_word = few();
    d.memory.latency = few() * 3;
    d.memory.queue = few();
    d.memory.bytes = [1 << 30, 1 << 30, 4000, 600, 0][few() as usize - 1];
    d.bus.megabytes_per_second = f64::from(few()) * 100.0;
    d.bus.latency_cycles = few() * 5;
    d.bus.duplex = few() > 2;
    d.bus.commands = few();
    d
}

/// A random way to check.
pub fn mode(random: &mut Random) -> Mode {
    let mut coin = || random.below(3) == 0;
    Mode { one_direction: coin(), candidates: coin(), first_hit: coin() }
}

/// Runs one check on a new card.
pub fn on_card(
    description: Description,
    solids: [&Arc<Solid>; 2],
    placement: Placement,
    mode: Mode,
) -> (Card, Outcome) {
    let card = Card::new(description);
    let context = card.context();
    let objects = solids.map(|s| context.insert(Arc::clone(s)).expect("room"));
    let request = Request { objects, placement, mode, capacity: usize::MAX };
    let outcome = context.check(&request).expect("known").wait().expect("an end");
    (card, outcome)
}

/// Equal to the last bit.
pub fn same(a: &Hits, b: &Hits) -> bool {
    let bits =
        |h: &Hits| -> Vec<[u32; 3]> { h.points.iter().map(|p| p.map(f32::to_bits)).collect() };
    a.pairs == b.pairs && bits(a) == bits(b)
}
