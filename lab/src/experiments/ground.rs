//! Made-up terrains of any fineness and paths of a ball over them, for measurements of speed.
//!
//! The heights are octaves of smooth noise, so that a finer lattice shows the same land with more
//! triangles. Paths run in rows from south to north: resting on the land ("clean": no motion cuts,
//! and nearly every one touches) or offset within each row alone and lowered ("heavy": it cuts into
//! the slopes beside).

use gouge_core::sweep::{Gap, Segment, deepest};
use gouge_core::tool::Piece;
use gouge_core::tree::{Course, Facets};
use gouge_mesh::geom::{Swept, Vec3, closest_on_triangle};
use gouge_mesh::mesh::Mesh;
use gouge_random::Random;
use rayon::prelude::*;

/// Side of the land, mm.
pub const SIDE: f64 = 300.0;

/// Radius of the ball that the paths are made for, mm.
pub const RADIUS: f64 = 10.0;

/// Wavelength of the longest waves, mm, and of the shortest.
const LONGEST: f64 = 150.0;
const SHORTEST: f64 = 4.0;

/// Height of the longest waves, mm, and what each octave keeps of the one before.
const RELIEF: f64 = 60.0;
const KEEPS: f64 = 0.42;

/// How far below its own rows a heavy path runs, mm.
const LOWERED: f64 = 1.0;

/// What a clean path keeps from the land, mm: far less than any tolerance.
const CLEAR: f64 = 1e-6;

/// The heights of a land.
pub struct Land {
    octaves: Vec<Octave>,
}

struct Octave {
    length: f64,
    height: f64,
    side: usize,
    values: Vec<f64>,
}

impl Octave {
    fn new(length: f64, height: f64, random: &mut Random) -> Self {
        let side = (SIDE / length).ceil() as usize + 4;
        let values = (0..side * side).map(|_| random.between(0.0, 1.0)).collect();
        Self { length, height, side, values }
    }

    /// Cubic B-spline over the values: twice smooth.
    fn at(&self, x: f64, y: f64) -> f64 {
        let weights = |at: f64| {
            let cell = at.floor().clamp(0.0, (self.side - 4) as f64);
            let t = at - cell;
            let (s, t2) = (1.0 - t, t * t);
            let middle = |t: f64| (4.0 - 6.0 * t * t + 3.0 * t * t * t) / 6.0;
            (cell as usize, [s * s * s / 6.0, middle(t), middle(s), t2 * t / 6.0])
        };
        let ((i, u), (j, v)) = (weights(x / self.length), weights(y / self.length));
        let row = |k: usize| {
            let values = &self.values[(j + k) * self.side + i..][..4];
            values.iter().zip(u).map(|(value, weight)| value * weight).sum::<f64>()
        };
        self.height * (0..4).map(|k| v[k] * row(k)).sum::<f64>()
    }
}

impl Default for Land {
    /// The same land on every machine.
    fn default() -> Self {
        let mut random = Random::new(13);
        let (mut length, mut height) = (LONGEST, RELIEF);
        let mut octaves = Vec::new();
        while length >= SHORTEST {
            octaves.push(Octave::new(length, height, &mut random));
            (length, height) = (0.5 * length, KEEPS * height);
        }
        Self { octaves }
    }
}

impl Land {
    /// Height over (x, y), mm.
    pub fn height(&self, x: f64, y: f64) -> f64 {
        self.octaves.iter().map(|octave| octave.at(x, y)).sum()
    }

    /// The land as `2 (side - 1)²` triangles, its corners rounded to what an STL file holds.
    pub fn mesh(&self, side: usize) -> Mesh {
        let at = |i: usize| SIDE * i as f64 / (side - 1) as f64;
        let vertex = |k: usize| {
            let (x, y) = (at(k % side), at(k / side));
            Vec3::new(x, y, self.height(x, y)).map(|c| f64::from(c as f32))
        };
        let vertices = (0..side * side).into_par_iter().map(vertex).collect();
        let corner = |i: usize, j: usize| (j * side + i) as u32;
        let triangles = (0..side - 1)
            .flat_map(|j| (0..side - 1).map(move |i| (i, j)))
            .flat_map(|(i, j)| {
                let [a, b] = [corner(i, j), corner(i + 1, j)];
                let [c, d] = [corner(i + 1, j + 1), corner(i, j + 1)];
                [[a, b, c], [a, c, d]]
            })
            .collect();
        Mesh { vertices, triangles }
    }

    /// Tip positions that rest on their own row, lowered.
    pub fn heavy(&self, rows: &Rows) -> Vec<Vec<Vec3>> {
        const STEP: f64 = 0.25;
        let rest = |p: &Vec3| {
            let count = (RADIUS / STEP) as i32;
            (-count..=count)
                .map(|k| {
                    let by = f64::from(k) * STEP;
                    let y = (p.y + by).clamp(0.0, SIDE);
                    self.height(p.x, y) + (RADIUS * RADIUS - by * by).max(0.0).sqrt()
                })
                .fold(f64::NEG_INFINITY, f64::max)
        };
        let tip = |p: &Vec3| Vec3::new(p.x, p.y, rest(p) - RADIUS - LOWERED);
        rows.places().par_iter().map(|row| row.iter().map(tip).collect()).collect()
    }

    /// Tip positions between which a ball comes down to the land, but not into it.
    pub fn clean(
        &self,
        rows: &Rows,
        mesh: &Mesh,
        facets: &dyn Facets,
        ball: &Piece,
    ) -> Vec<Vec<Vec3>> {
        rows.places()
            .par_iter()
            .map(|row| {
                let mut tips: Vec<Vec3> = row.iter().map(|p| self.rest(p, mesh, facets)).collect();
                raise(&mut tips, mesh, facets, ball);
                tips
            })
            .collect()
    }

    /// The tip of a ball that rests on the land over `p`, or a little above.
    fn rest(&self, p: &Vec3, mesh: &Mesh, facets: &dyn Facets) -> Vec3 {
        const STEP: f64 = 2.5;
        let count = (RADIUS / STEP) as i32;
        let mut centre = f64::NEG_INFINITY;
        for (i, j) in (-count..=count).flat_map(|i| (-count..=count).map(move |j| (i, j))) {
            let [x, y] =
                [(p.x, i), (p.y, j)].map(|(c, k)| (c + f64::from(k) * STEP).clamp(0.0, SIDE));
            let over = RADIUS * RADIUS - (x - p.x).powi(2) - (y - p.y).powi(2);
            centre = centre.max(self.height(x, y) + over.max(0.0).sqrt());
        }
        // Raising until the nearest point is just as far as the radius never raises too far.
        let mut at = Vec3::new(p.x, p.y, centre);
        for _ in 0..200 {
            let Some((_, facet)) = facets.nearest(at, RADIUS) else { break };
            let foot = closest_on_triangle(&at, &mesh.triangle(facet as usize));
            let over = RADIUS * RADIUS - (at - foot).xy().norm_squared();
            at.z = (foot.z + over.max(0.0).sqrt()).max(at.z + CLEAR);
        }
        at.z -= RADIUS;
        at
    }
}

/// Lifts both ends of every motion that cuts until none does.
fn raise(tips: &mut [Vec3], mesh: &Mesh, facets: &dyn Facets, ball: &Piece) {
    let mut searcher = facets.searcher(Course::ALONE);
    let mut pending: Vec<usize> = (1..tips.len()).collect();
    while !pending.is_empty() {
        let mut next = Vec::new();
        for end in pending {
            let (from, travel) = (tips[end - 1], tips[end] - tips[end - 1]);
            let swept = Swept { from, travel, body: ball, grow: 0.0 };
            let lack = searcher.deeper(&swept, 0.0, &mut |index, floor| {
                let facet = mesh.triangle(index as usize);
                let found =
                    deepest(ball, &facet, &Segment::straight(from, travel), floor, &Gap::of(CLEAR));
                found.map_or(floor, |found| found.hi.max(floor))
            });
            if lack > CLEAR {
                tips[end - 1].z += lack;
                tips[end].z += lack;
                next.extend([end - 1, end, end + 1]);
            }
        }
        next.retain(|end| (1..tips.len()).contains(end));
        next.sort_unstable();
        next.dedup();
        pending = next;
    }
}

/// Rows of equal steps.
#[derive(Clone, Copy)]
pub struct Rows {
    /// How many.
    pub count: usize,
    /// Motions of each.
    pub motions: usize,
    /// Length of a motion, mm.
    pub step: f64,
}

impl Rows {
    /// Motions in all.
    pub fn total(&self) -> usize {
        self.count * self.motions
    }

    /// Where they pass, each row for itself: they begin at different places of the land.
    fn places(&self) -> Vec<Vec<Vec3>> {
        let long = self.step * self.motions as f64;
        let row = |k: usize| {
            let x = SIDE * (k as f64 + 0.5) / self.count as f64;
            let share = (k as f64 * 0.618_034).fract();
            let first = (SIDE - long).max(0.0) * share;
            let place = |i: usize| Vec3::new(x, first + self.step * i as f64, 0.0);
            (0..=self.motions).map(place).collect()
        };
        (0..self.count).map(row).collect()
    }
}
