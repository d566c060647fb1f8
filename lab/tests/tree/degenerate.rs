//! Input at the edge of sense builds, validates and answers in every hierarchy.

use gouge::geom::{Swept, Triangle, Vec3};
use gouge::mesh::Mesh;
use gouge_lab::tree::{self, Engine, Front, Hierarchy, Stats, Task};

use crate::support::{Random, Rod, mesh_of, soup};

struct Answers<'a> {
    mesh: &'a Mesh,
}

impl Task for Answers<'_> {
    type Out = ();

    fn run<H: Hierarchy>(self, tree: &H) {
        tree::validate(tree, self.mesh).unwrap();
        let bounds = self.mesh.bounds();
        assert!(tree.root().is_none_or(|r| tree.bounds(&r) == bounds));
        let count = self.mesh.triangles.len();
        let (center, reach) = if count == 0 {
            (Vec3::zeros(), 1.0)
        } else {
            (bounds.lo / 2.0 + bounds.hi / 2.0, 4.0 * bounds.size().norm() + f64::MIN_POSITIVE)
        };
        let visits = |rod: Rod, from: Vec3, travel: Vec3| {
            let probe = tree.probe(&Swept { from, travel, body: &rod, grow: 0.0 });
            let mut seen = vec![false; count];
            tree::visit(tree, &probe, &mut Front::new(), 0.0, &mut Stats::default(), |t, depth| {
                seen[t as usize] = true;
                depth
            });
            seen.iter().filter(|s| **s).count()
        };
        let rod = Rod { axis: [0.0, 0.0], radius: reach, round: true };
        for travel in [Vec3::zeros(), Vec3::new(reach, reach, 0.0)] {
            assert_eq!(visits(rod, center, travel), count, "a ball around everything");
        }
        if reach > 1e-20 {
            let away = center + Vec3::new(0.0, 0.0, 3.0 * reach);
            assert_eq!(visits(rod, away, Vec3::x() * reach), 0, "a ball above everything");
        }
        assert_eq!(tree::nearest(tree, self.mesh, center, f64::INFINITY).is_some(), count > 0);
    }
}

fn every_engine(mesh: &Mesh) {
    for &engine in Engine::ALL {
        engine.with_tree(mesh, Answers { mesh });
    }
}

fn one() -> Triangle {
    [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 2.5, 3.0), Vec3::new(1.5, 7.0, 2.0)]
}

#[test]
fn no_triangle_at_all() {
    every_engine(&Mesh::default());
}

#[test]
fn one_triangle() {
    every_engine(&mesh_of(&[one()]));
}

#[test]
fn the_same_triangle_many_times() {
    every_engine(&mesh_of(&[one(); 1000]));
}

#[test]
fn points_instead_of_triangles() {
    every_engine(&mesh_of(&[[Vec3::new(1.0, 2.0, 3.0); 3]; 40]));
}

#[test]
fn a_coplanar_sheet() {
    for axis in 0..3 {
        let mut sheet = soup(&mut Random::new(4), 800, 5.0, 0.3);
        sheet.vertices.iter_mut().for_each(|v| v[axis] = 0.1);
        every_engine(&sheet);
    }
}

#[test]
fn extremes_of_size() {
    for size in [1e-30, 1e30, 1e-44] {
        let mut mesh = soup(&mut Random::new(6), 300, 5.0, 0.5);
        mesh.vertices.iter_mut().for_each(|v| *v *= size);
        every_engine(&mesh);
    }
    let mut random = Random::new(7);
    let wild: Vec<Triangle> = (0..600)
        .map(|_| {
            let size = 10f64.powf(random.between(-30.0, 30.0));
            [0; 3].map(|_| random.vector(size))
        })
        .collect();
    every_engine(&mesh_of(&wild));
}

#[test]
fn far_from_the_origin() {
    let mut mesh = soup(&mut Random::new(8), 300, 5.0, 0.5);
    mesh.vertices.iter_mut().for_each(|v| *v += Vec3::new(1e7, -3e7, 2e6));
    every_engine(&mesh);
}

/// Needles: 10⁶ with `GOUGE_FULL_CASES=1`.
#[test]
fn slivers() {
    let full = std::env::var_os("GOUGE_FULL_CASES").is_some();
    let mut random = Random::new(10);
    let needles: Vec<Triangle> = (0..if full { 1_000_000 } else { 20_000 })
        .map(|_| {
            let (at, along) = (random.vector(5.0), random.vector(1.0));
            [at, at + along, at + along * 0.5 + random.vector(1e-9)]
        })
        .collect();
    every_engine(&mesh_of(&needles));
}

/// Centroids at powers of two: mean splits peel off one triangle a level.
#[test]
fn a_ladder_of_scales() {
    let ladder: Vec<Triangle> = (-120..120).map(|e| one().map(|v| v * 2f64.powi(e))).collect();
    every_engine(&mesh_of(&ladder));
}
