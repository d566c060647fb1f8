//! Extents of a turning set of points by climbing its convex hull (Klosowski's tumbling, I).
//!
//! The hull is built once; in each pose every extreme vertex starts from where the last pose
//! left it and moves to its best neighbour until none is better. Exact up to a jitter that
//! keeps degenerate input (sheets, coplanar faces) out of the construction.

use std::cell::Cell;

use robust::{Coord3D, orient3d};

use super::Pose;
use crate::tree::vector;
use gouge_mesh::geom::{Aabb, Vec3};

/// Points are moved by up to this share of their extent.
const JITTER: f64 = 1e-8;

/// The vertices of a hull, who neighbours whom, and the extreme ones of the last pose.
pub struct Climber<const N: usize> {
    points: Vec<Vec3>,
    neighbours: Vec<Vec<u32>>,
    extremes: Cell<[[u32; 2]; N]>,
    jitter: f64,
    steps: Cell<u64>,
}

impl<const N: usize> Climber<N> {
    /// Around `points`, with slabs along `N` directions to be asked for. `None` for fewer than
    /// four points.
    pub fn new(points: &[Vec3]) -> Option<Self> {
        let bounds = Aabb::around(points.iter().copied());
        let jitter = JITTER * bounds.size().amax().max(f64::MIN_POSITIVE);
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5) * 2.0 * jitter
        };
        let moved: Vec<Vec3> = points.iter().map(|p| p + Vec3::from_fn(|_, _| random())).collect();
        let faces = hull(&moved)?;
        let mut index = vec![u32::MAX; moved.len()];
        let (mut kept, mut neighbours) = (Vec::new(), Vec::<Vec<u32>>::new());
        for &v in faces.iter().flatten() {
            if index[v as usize] == u32::MAX {
                index[v as usize] = kept.len() as u32;
                kept.push(moved[v as usize]);
                neighbours.push(Vec::new());
            }
        }
        // Every edge is in two faces, once each way round.
        for face in &faces {
            for k in 0..3 {
                let [a, b] = [face[k], face[(k + 1) % 3]].map(|v| index[v as usize]);
                neighbours[a as usize].push(b);
            }
        }
        Some(Self {
            points: kept,
            neighbours,
            extremes: Cell::new([[0; 2]; N]),
            jitter: 2.0 * jitter,
            steps: Cell::new(0),
        })
    }

    /// Vertices of the hull.
    pub fn size(&self) -> usize {
        self.points.len()
    }

    /// Moves from vertex to vertex so far.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// `[lo, hi]` along `directions` under `pose`, mm times the direction's length.
    pub fn slabs(&self, directions: &[[i8; 3]; N], pose: &Pose) -> [[f64; 2]; N] {
        let mut extremes = self.extremes.get();
        let mut slabs = [[0.0; 2]; N];
        for ((at, slab), d) in extremes.iter_mut().zip(&mut slabs).zip(directions) {
            let d = vector(*d);
            let (turned, shift) = (pose.rotation.tr_mul(&d) * pose.scale, d.dot(&pose.translation));
            let pad = self.jitter * pose.scale * d.norm();
            *slab = [
                shift - self.climb(&mut at[0], &-turned) - pad,
                shift + self.climb(&mut at[1], &turned) + pad,
            ];
        }
        self.extremes.set(extremes);
        slabs
    }

    /// The reach along `d`, from the vertex that was extreme last.
    fn climb(&self, at: &mut u32, d: &Vec3) -> f64 {
        let height = |v: u32| self.points[v as usize].dot(d);
        let mut reach = height(*at);
        loop {
            let best = self.neighbours[*at as usize]
                .iter()
                .map(|&v| (height(v), v))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            match best {
                Some((higher, v)) if higher > reach => (reach, *at) = (higher, v),
                _ => return reach,
            }
            self.steps.set(self.steps.get() + 1);
        }
    }
}

fn coord(p: &Vec3) -> Coord3D<f64> {
    Coord3D { x: p.x, y: p.y, z: p.z }
}

/// Whether `p` is strictly on the outer side of a face, counter-clockwise from outside.
fn outside(points: &[Vec3], [a, b, c]: [u32; 3], p: &Vec3) -> bool {
    let at = |v: u32| coord(&points[v as usize]);
    orient3d(at(a), at(b), at(c), coord(p)) < 0.0
}

/// The faces of the hull, point by point: what the new point sees is replaced by a fan to it.
fn hull(points: &[Vec3]) -> Option<Vec<[u32; 3]>> {
    if points.len() < 4 {
        return None;
    }
    let far = |from: &dyn Fn(&Vec3) -> f64| {
        (0..points.len() as u32)
            .max_by(|&a, &b| from(&points[a as usize]).total_cmp(&from(&points[b as usize])))
    };
    let a = far(&|p| -p.x)?;
    let pa = points[a as usize];
    let b = far(&|p| (p - pa).norm_squared())?;
    let along = points[b as usize] - pa;
    let c = far(&|p| (p - pa).cross(&along).norm_squared())?;
    let normal = along.cross(&(points[c as usize] - pa));
    let d = far(&|p| (p - pa).dot(&normal).abs())?;
    let base = if outside(points, [a, b, c], &points[d as usize]) { [a, c, b] } else { [a, b, c] };
    let mut faces = vec![base];
    faces.extend((0..3).map(|k| [base[(k + 1) % 3], base[k], d]));
    for (v, p) in points.iter().enumerate() {
        if [a, b, c, d].contains(&(v as u32)) {
            continue;
        }
        let seen: Vec<[u32; 3]> = faces.extract_if(.., |f| outside(points, *f, p)).collect();
        let edges = |f: &[u32; 3]| [0, 1, 2].map(|k| (f[k], f[(k + 1) % 3]));
        let all: std::collections::HashSet<(u32, u32)> = seen.iter().flat_map(edges).collect();
        let rim = seen.iter().flat_map(edges).filter(|(u, w)| !all.contains(&(*w, *u)));
        faces.extend(rim.map(|(u, w)| [u, w, v as u32]));
    }
    Some(faces)
}
