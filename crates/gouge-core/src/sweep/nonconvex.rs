//! How deep a facet reaches into a moving tool that is not convex.
//!
//! Depth is no longer concave, so facet × time is cut into cells. In a cell the depth is at
//! most its value in the middle plus the cell's reach (it changes no faster than the point
//! moves), and at most the distance to any one face of the tool, which is convex and therefore
//! greatest at a corner of the cell. Best first, until no cell can hold more than was found.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::capsule;
use super::climb::Deepest;
use super::domain::Patch;
use super::sag::Sag;
use crate::tolerance::{EDGE_CUT_MM, FLOAT_MM, MAX_CELLS};
use crate::tool::{NonconvexMesh, Polyhedron, SignedDistance, Solid};
use gouge_mesh::geom::{Aabb, Triangle, Vec3, closest_on_triangle};

struct Cell {
    hi: f64,
    serial: usize,
    patch: Patch,
    times: [f64; 2],
    /// Of its middle.
    depth: SignedDistance,
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> Ordering {
        self.hi.total_cmp(&other.hi).then(other.serial.cmp(&self.serial))
    }
}

/// The search over one facet.
struct Search<'a> {
    mesh: &'a NonconvexMesh,
    from: &'a Vec3,
    travel: &'a Vec3,
    floor: f64,
    best: Option<Deepest>,
    cells: usize,
}

/// As [`super::deepest`], for a mesh. When [`MAX_CELLS`] do not close the bounds they stay wide.
pub(super) fn deepest(
    mesh: &NonconvexMesh,
    tri: &Triangle,
    from: &Vec3,
    travel: &Vec3,
    sag: &Sag,
    floor: f64,
    gap: f64,
) -> Option<Deepest> {
    // A facet that slides in its own plane sweeps a polygon: time adds nothing but copies.
    let flat = Patch::slid(tri, travel);
    let still = Vec3::zeros();
    let along = if flat.is_some() { &still } else { travel };
    let reach = mesh.bounds();
    let grown = Aabb { lo: reach.lo.add_scalar(-1.0) + from, hi: reach.hi.add_scalar(1.0) + from };
    let whole = match flat {
        // What is a millimetre away from the tool's box is outside anyway; but where even a
        // distance counts, nothing may be left out.
        Some(patch) if floor > -1.0 => patch.clipped(&grown)?,
        Some(patch) => patch,
        None => Patch::whole(tri),
    };
    let mut search = Search { mesh, from, travel: along, floor, best: None, cells: 0 };
    let mut open = BinaryHeap::from([search.cell(whole, [0.0, 1.0], None)]);
    let mut hi = f64::NEG_INFINITY;
    while let Some(cell) = open.pop() {
        hi = cell.hi;
        let lo = search.best.map_or(f64::NEG_INFINITY, |b| b.lo);
        if hi + sag.by < floor {
            return None;
        }
        if hi - lo <= gap || search.cells > MAX_CELLS {
            break;
        }
        let Some(halves) = search.halve(&cell) else { break };
        for (patch, times) in halves {
            open.push(search.cell(patch, times, Some(&cell.depth)));
        }
    }
    let mut best = search.best?;
    if along != travel {
        (best.point, best.t) = unslide(tri, travel, &best.point);
    }
    let hi = hi.max(best.lo) + sag.by + FLOAT_MM;
    (hi >= floor).then_some(Deepest { lo: best.lo - FLOAT_MM, hi, ..best })
}

/// The point of a facet and the time at which it stands for `x`, a point of the polygon that the
/// facet slides over against the motion.
fn unslide(tri: &Triangle, travel: &Vec3, x: &Vec3) -> (Vec3, f64) {
    // Facet point and tool move apart by t travel: x + t travel lies on the facet.
    let (_, t) = capsule::segment_triangle(x, travel, tri);
    (closest_on_triangle(&(x + travel * t), tri), t)
}

impl Search<'_> {
    /// A cell, of which the middle of one around it is `known`.
    fn cell(&mut self, patch: Patch, times: [f64; 2], known: Option<&SignedDistance>) -> Cell {
        self.cells += 1;
        let t = 0.5 * (times[0] + times[1]);
        let y = patch.middle();
        let point = patch.point(y);
        let middle = point - self.from - self.travel * t;
        let told = self.mesh.depth_beside(&middle, known);
        let SignedDistance { depth, face, .. } = told;
        if self.best.is_none_or(|b| depth > b.lo) {
            self.best = Some(Deepest { lo: depth, hi: depth, point, t });
        }
        let (mut reach, mut away) = (0f64, 0f64);
        for x in self.corners(&patch, times) {
            reach = reach.max((x - middle).norm());
            away = away.max((x - closest_on_triangle(&x, &face)).norm());
        }
        let mut hi = (depth + reach).min(away);
        if depth < 0.0 && hi >= self.floor.max(FLOAT_MM) {
            hi = hi.min(self.outside(&patch, times).unwrap_or(hi));
        }
        Cell { hi, serial: self.cells, patch, times, depth: told }
    }

    /// Upper bound for a cell in space whose middle is outside, from how little of the tool's
    /// surface is in it. A ball of radius s in the tool about a point p of the cell, and the
    /// cell's middle m outside the tool, put a face of the tool between them at a depth of at
    /// least s depth(m) / |p - m| in the cell, because that depth is concave.
    fn outside(&self, patch: &Patch, times: [f64; 2]) -> Option<f64> {
        let corners: Vec<Vec3> =
            patch.points().map(|p| p - self.from - self.travel * times[0]).collect();
        let prism = Polyhedron::prism(&corners, &(self.travel * (times[0] - times[1])))?;
        let (middle, depth) = prism.inscribed();
        if self.mesh.depth(&middle).0 >= 0.0 {
            return None;
        }
        let reach = self.corners(patch, times).map(|x| (x - middle).norm()).fold(0.0, f64::max);
        let blunt = reach / depth;
        let limit = self.floor.max(FLOAT_MM) / blunt;
        let found = self.mesh.reach_into(&Solid::Faceted(prism), 0.0, limit);
        found.is_finite().then_some(found * blunt)
    }

    fn corners<'p>(&self, patch: &'p Patch, times: [f64; 2]) -> impl Iterator<Item = Vec3> + 'p {
        let (from, travel) = (*self.from, *self.travel);
        patch.points().flat_map(move |p| times.map(|t| p - from - travel * t))
    }

    /// Cuts a patch along the edge of a face beyond which it reaches farthest: on this side of
    /// it the face bounds the depth, and beyond it its neighbour does.
    fn along_edge(&self, patch: &Patch, face: &Triangle) -> Option<[Patch; 2]> {
        let normal = (face[1] - face[0]).cross(&(face[2] - face[0]));
        let mut best: Option<(f64, Vec3, f64)> = None;
        for i in 0..3 {
            let (a, b) = (face[i], face[(i + 1) % 3]);
            let out = (b - a).cross(&normal);
            let len = out.norm();
            if len <= 0.0 {
                continue;
            }
            let out = out / len;
            let level = out.dot(&(a + self.from));
            let heights = || patch.points().map(|p| p.dot(&out) - level);
            let beyond = heights().fold(f64::NEG_INFINITY, f64::max);
            let within = heights().fold(f64::INFINITY, f64::min);
            if within < -EDGE_CUT_MM
                && beyond > EDGE_CUT_MM
                && best.is_none_or(|(farthest, ..)| beyond > farthest)
            {
                best = Some((beyond, out, level));
            }
        }
        let (_, out, level) = best?;
        Some([patch.side(&out, level)?, patch.side(&-out, -level)?])
    }

    /// Cuts a cell across the direction in which its worst corner flees from the nearest face:
    /// in time when the motion reaches farther that way than the patch, else in the patch.
    fn halve(&self, cell: &Cell) -> Option<[(Patch, [f64; 2]); 2]> {
        let [t0, t1] = cell.times;
        let face = cell.depth.face;
        let flee = |x: Vec3| x - closest_on_triangle(&x, &face);
        let worst = self
            .corners(&cell.patch, cell.times)
            .map(flee)
            .fold(Vec3::zeros(), |w, f| if f.norm_squared() > w.norm_squared() { f } else { w });
        if *self.travel == Vec3::zeros()
            && let Some(halves) = self.along_edge(&cell.patch, &face)
        {
            return Some(halves.map(|p| (p, cell.times)));
        }
        let moved = (self.travel.dot(&worst) * (t1 - t0)).abs();
        let wide = cell.patch.extent(&worst);
        let middle = 0.5 * (t0 + t1);
        let in_time = || {
            (t0 < middle && middle < t1)
                .then(|| [(cell.patch.clone(), [t0, middle]), (cell.patch.clone(), [middle, t1])])
        };
        let in_patch = |g: &Vec3| cell.patch.split(g).map(|h| h.map(|p| (p, cell.times)));
        let long = cell.patch.longest();
        // Every direction is halved in the end: a fleeing direction that no longer matters
        // gives way to the longest one.
        let spread = long.norm().max(self.travel.norm() * (t1 - t0));
        if moved.max(wide) > 0.05 * spread * worst.norm() {
            if moved >= wide { in_time() } else { in_patch(&worst) }
        } else if self.travel.norm() * (t1 - t0) >= long.norm() {
            in_time()
        } else {
            in_patch(&long)
        }
    }
}
