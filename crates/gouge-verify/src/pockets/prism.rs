//! The prism that a facet passes through, seen from a tool on a chord.

use super::super::path::Path;
use crate::tolerance::FLOAT_MM;
use gouge_mesh::geom::{Aabb, Triangle, Vec3, unit_normal};

/// The facet's corners, and those moved against the chord.
pub(super) struct Prism {
    /// Those of the facet at the start and at the end.
    corners: [Vec3; 6],
    travel: Vec3,
    /// How far the true path bends away from the chord, mm.
    pub sag: f64,
}

impl Prism {
    pub fn new(facet: &Triangle, path: &Path, times: [f64; 2]) -> Self {
        let segment = path.segment(times[0], times[1]);
        let [a, b, c] = facet.map(|p| p - segment.from);
        let corners = [a, b, c, a - segment.travel, b - segment.travel, c - segment.travel];
        Self { corners, travel: segment.travel, sag: segment.sag }
    }

    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.corners)
    }

    /// The half space of it, normal and offset, that a point is farthest outside of, if any.
    pub fn parted(planes: &[(Vec3, f64)], at: &Vec3) -> Option<(Vec3, f64)> {
        let beyond = |(normal, offset): &(Vec3, f64)| normal.dot(at) - offset;
        let farthest = planes.iter().max_by(|a, b| beyond(a).total_cmp(&beyond(b)));
        farthest.filter(|plane| beyond(plane) > FLOAT_MM).copied()
    }

    /// Planes that it lies between, every two of one direction: normals and offsets.
    pub fn planes(&self) -> Vec<(Vec3, f64)> {
        let [a, b, c, ..] = self.corners;
        let normal = unit_normal(&[a, b, c]);
        let edges = [b - a, c - b, a - c];
        let sides = edges.iter().flat_map(|e| [e.cross(&self.travel), normal.cross(e)]);
        let across = sides.chain([normal, normal.cross(&self.travel)]);
        let across = across.filter_map(|u| u.try_normalize(FLOAT_MM)).flat_map(|u| [u, -u]);
        let farthest =
            |u: &Vec3| self.corners.iter().map(|c| u.dot(c)).fold(f64::NEG_INFINITY, f64::max);
        across.map(|u| (u, farthest(&u))).collect()
    }
}
