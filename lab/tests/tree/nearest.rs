//! The nearest triangle, against all of them.

use gouge::mesh::Mesh;
use gouge_lab::tree::{self, Engine, Hierarchy, Task};

use crate::support::{Random, soup};

struct Nearest<'a>(&'a Mesh);

impl Task for Nearest<'_> {
    type Out = Vec<Option<(u64, u32)>>;

    fn run<H: Hierarchy>(self, tree: &H) -> Self::Out {
        let mut random = Random::new(9);
        (0..500)
            .map(|_| {
                let p = random.vector(8.0);
                let found = tree::nearest(tree, self.0, p, 3.0);
                if let Some((distance, index)) = found {
                    // Sampled points of the triangle named come near, and of no other nearer.
                    let sampled = |i: usize, random: &mut Random| {
                        let [a, b, c] = self.0.triangle(i);
                        (0..200)
                            .map(|_| {
                                let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
                                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                                (a + (b - a) * u + (c - a) * v - p).norm()
                            })
                            .fold(f64::INFINITY, f64::min)
                    };
                    let own = sampled(index as usize, &mut random);
                    assert!(own >= distance - 1e-9 && own < distance + 0.2, "{own} {distance}");
                    let other = random.below(self.0.triangles.len());
                    assert!(sampled(other, &mut random) >= distance - 1e-9);
                }
                found.map(|(d, i)| (d.to_bits(), i))
            })
            .collect()
    }
}

#[test]
fn every_engine_names_the_same_nearest_triangle() {
    let mesh = soup(&mut Random::new(8), 400, 5.0, 0.5);
    let answers: Vec<_> = Engine::ALL.iter().map(|e| e.with_tree(&mesh, Nearest(&mesh))).collect();
    assert!(answers[0].iter().flatten().count() > 300);
    assert!(answers.windows(2).all(|w| w[0] == w[1]));
}
