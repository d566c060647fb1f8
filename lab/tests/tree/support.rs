//! Random meshes and sweeps, and depths found without any of the code under test.

use gouge::geom::{Body, Hull, Triangle, Vec3};
use gouge::mesh::Mesh;

pub use gouge_random::Random;

pub fn mesh_of(triangles: &[Triangle]) -> Mesh {
    Mesh {
        vertices: triangles.iter().flatten().copied().collect(),
        triangles: (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
    }
}

/// Triangles of side about `side` strewn over a cube of half side `spread`.
pub fn soup(random: &mut Random, count: usize, spread: f64, side: f64) -> Mesh {
    let triangles: Vec<Triangle> = (0..count)
        .map(|_| {
            let at = random.vector(spread);
            [0; 3].map(|_| at + random.vector(side))
        })
        .collect();
    mesh_of(&triangles)
}

/// An upright solid of revolution: a core segment on the axis, widened.
#[derive(Clone, Copy, Debug)]
pub struct Rod {
    pub axis: [f64; 2],
    pub radius: f64,
    pub round: bool,
}

impl Body for Rod {
    fn support(&self, u: &Vec3) -> f64 {
        let ends = (self.axis[0] * u.z).max(self.axis[1] * u.z);
        ends + self.radius * if self.round { u.norm() } else { u.xy().norm() }
    }

    fn hull(&self) -> Hull {
        Hull { axis: self.axis, radius: self.radius, round: self.round }
    }
}

impl Rod {
    pub fn random(random: &mut Random) -> Self {
        let low = random.between(-1.0, 1.0);
        let height = if random.below(3) == 0 { 0.0 } else { random.between(0.1, 4.0) };
        let round = height == 0.0 || random.below(2) == 0;
        Self { axis: [low, low + height], radius: random.between(0.1, 2.0), round }
    }

    /// How deep the point `q` is inside, for the rod standing at the origin; negative outside.
    pub fn depth(&self, q: &Vec3) -> f64 {
        if self.round {
            let nearest = Vec3::new(0.0, 0.0, q.z.clamp(self.axis[0], self.axis[1]));
            return self.radius - (q - nearest).norm();
        }
        let sideways = self.radius - q.xy().norm();
        let upright = (q.z - self.axis[0]).min(self.axis[1] - q.z);
        if sideways < 0.0 && upright < 0.0 {
            -sideways.hypot(upright)
        } else {
            sideways.min(upright)
        }
    }

    /// The greatest depth found among `samples` points of the triangle and of the motion: a
    /// lower bound of the true one.
    pub fn sampled(
        &self,
        random: &mut Random,
        (from, travel): (Vec3, Vec3),
        [a, b, c]: &Triangle,
        samples: usize,
    ) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for i in 0..samples {
            let (mut u, mut v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
            if u + v > 1.0 {
                (u, v) = (1.0 - u, 1.0 - v);
            }
            let q = match i {
                0 => *a,
                1 => *b,
                2 => *c,
                _ => a + (b - a) * u + (c - a) * v,
            };
            // The nearest approach of the axis passing q, and one random place.
            let level = Vec3::new(travel.x, travel.y, 0.0);
            let close = (q - from).dot(&level) / level.norm_squared();
            for s in [close, random.between(0.0, 1.0)] {
                let s = if s.is_finite() { s.clamp(0.0, 1.0) } else { 0.0 };
                best = best.max(self.depth(&(q - from - travel * s)));
            }
        }
        best
    }
}

/// A zero, short, axis-parallel or long displacement.
pub fn travel(random: &mut Random) -> Vec3 {
    match random.below(5) {
        0 => Vec3::zeros(),
        1 => {
            let mut v = Vec3::zeros();
            v[random.below(3)] = random.between(-4.0, 4.0);
            v
        }
        2 => random.vector(1e-9),
        3 => random.vector(0.3),
        _ => random.vector(6.0),
    }
}
