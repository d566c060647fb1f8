//! How deep a facet reaches into a moving tool that is not convex.
//!
//! Depth is no longer concave, so facet × time is cut into cells. In a cell the depth is at
//! most its value in the middle plus the cell's reach (it changes no faster than the point
//! moves), and at most the distance to any one face of the tool, which is convex and therefore
//! greatest at a corner of the cell. Best first, until no cell can hold more than was found.

mod fill;

use std::ops::ControlFlow;

use super::apart::apart;
use super::capsule;
use super::climb::Deepest;
use super::domain::Patch;
use super::gap::Gap;
use super::lp::Roof;
use super::refine::refine;
use super::segment::Segment;
use crate::budget::{CELL_CUTS, FILLED_CELLS, MAX_HOLLOW_CELLS};
use crate::tolerance::{
    BESIDE_FACE_MM, EDGE_CUT_MM, FLAT_FACE_MM, FLOAT_MM, LEAST_CUT, NO_DIRECTION_MM, OUTSIDE_SHARE,
    SHARE_OF_SAGITTA,
};
use crate::tool::{Depth, NonconvexMesh, Polyhedron, SignedDistance, Solid};
use gouge_mesh::geom::{Aabb, Body as _, Triangle, Vec3, closest_on_triangle};

/// A part of the facet during a part of the motion.
struct Cell {
    patch: Patch,
    times: [f64; 2],
    /// Of its middle.
    depth: SignedDistance,
}

/// The search over one facet.
struct Search<'a> {
    mesh: &'a NonconvexMesh,
    from: Vec3,
    travel: Vec3,
    gap: Gap,
    best: Option<Deepest>,
    cells: usize,
}

/// As [`super::deepest`], for a mesh. When [`MAX_HOLLOW_CELLS`] do not close the bounds they stay
/// wide.
///
/// What is said of a facet that passes the floor does not depend on the floor: it only ends a
/// search early, and spares cells that are less deep.
pub(super) fn deepest(
    mesh: &NonconvexMesh,
    tri: &Triangle,
    way: &Segment,
    floor: f64,
    gap: &Gap,
) -> Option<Deepest> {
    search(mesh, tri, way, floor, gap).0
}

/// The same, and how many cells were looked at.
fn search(
    mesh: &NonconvexMesh,
    tri: &Triangle,
    &Segment { from, travel, sag }: &Segment,
    floor: f64,
    gap: &Gap,
) -> (Option<Deepest>, usize) {
    // A facet that slides in its own plane sweeps a polygon: time adds nothing but copies.
    let flat = Patch::slid(tri, &travel);
    let along = if flat.is_some() { Vec3::zeros() } else { travel };
    let reach = mesh.bounds();
    let grown = Aabb { lo: reach.lo.add_scalar(-1.0) + from, hi: reach.hi.add_scalar(1.0) + from };
    let whole = match flat {
        // What is a millimetre away from the tool's box is outside anyway; but where even a
        // distance counts, nothing may be left out.
        Some(patch) if floor > -1.0 => patch.clipped(&grown),
        Some(patch) => Some(patch),
        None => Some(Patch::whole(tri)),
    };
    let Some(whole) = whole else { return (None, 0) };
    let gap = Gap { mm: gap.mm.max(SHARE_OF_SAGITTA * sag.by), ..*gap };
    let mut search = Search { mesh, from, travel: along, gap, best: None, cells: 0 };
    let first = search.cell(whole, [0.0, 1.0], None);
    let all =
        mesh.filled().map(|filled| (filled, first.1.patch.clone(), search.around(&first.1)[0]));
    let hi = refine([first], |hi, cell, parts| {
        if hi + sag.by + FLOAT_MM < floor || hi <= search.level() || search.cells > MAX_HOLLOW_CELLS
        {
            return ControlFlow::Break(());
        }
        let Some(halves) = search.halve(cell) else { return ControlFlow::Break(()) };
        for (patch, times) in halves {
            parts.push(search.cell(patch, times, Some(&cell.depth)));
        }
        ControlFlow::Continue(())
    });
    let beside = hi + mesh.uneven();
    let hi = all.map_or(beside, |(filled, whole, around)| {
        let floor = floor - sag.by - FLOAT_MM;
        let told = match filled.deepest(hi, f64::INFINITY) {
            Some(most) if most.min(around) >= floor => {
                let cells = FILLED_CELLS[usize::from(sag.by > 0.0)];
                beside.max(search.fill(filled, whole, floor, cells))
            }
            _ => beside,
        };
        told.min(around)
    });
    let found = search.best.filter(|_| hi + sag.by + FLOAT_MM >= floor).map(|best| {
        let hi = hi.max(best.lo) + sag.by + FLOAT_MM;
        let (point, t) = match along == travel {
            true => (best.point, best.t),
            false => unslide(tri, &travel, &best.point),
        };
        Deepest { lo: best.lo - FLOAT_MM, hi, point, t }
    });
    (found.filter(|d| d.hi >= floor), search.cells)
}

/// The point of a facet and the time at which it stands for `x`, a point of the polygon that the
/// facet slides over against the motion.
fn unslide(tri: &Triangle, travel: &Vec3, x: &Vec3) -> (Vec3, f64) {
    // Facet point and tool move apart by t travel: x + t travel lies on the facet.
    let (_, t) = capsule::segment_triangle(x, travel, tri);
    (closest_on_triangle(&(x + travel * t), tri), t)
}

impl Search<'_> {
    /// Bounds above need not be lower than this, mm.
    fn level(&self) -> f64 {
        self.best.map_or(f64::NEG_INFINITY, |b| b.lo + self.gap.at(b.lo))
    }

    /// A cell, of which the middle of one around it is `known`, with its upper bound.
    fn cell(
        &mut self,
        patch: Patch,
        times: [f64; 2],
        known: Option<&SignedDistance>,
    ) -> (f64, Cell) {
        self.cells += 1;
        let told = self.look(&patch, times, (patch.middle(), 0.5), known);
        let seen = self.middle(&patch, times);
        (self.bound(&patch, times, &told, seen), Cell { patch, times, depth: told })
    }

    /// Upper bound for a cell, given how deep its middle is, and how far its points are from there.
    fn bound(
        &mut self,
        patch: &Patch,
        times: [f64; 2],
        told: &SignedDistance,
        (middle, reach): (Vec3, f64),
    ) -> f64 {
        let face = self.mesh.face(told);
        let away = self.corners(patch, times).map(|x| face.away(&x)).fold(0.0, f64::max);
        let mut hi = (told.depth + reach).min(away);
        if hi > self.level() {
            hi = self.roof(patch, times, hi, told);
        }
        if told.depth < 0.0 && hi > self.level() {
            hi = hi.min(self.beside(patch, times, (&middle, reach)).unwrap_or(hi));
        }
        // Farther away halves tell as much, and cost less.
        let near = told.depth < FLOAT_MM && told.depth > -OUTSIDE_SHARE * reach;
        if near && hi > self.level().max(FLOAT_MM) {
            hi = hi.min(self.outside(patch, times).unwrap_or(hi));
        }
        hi
    }

    /// The middle of a cell, seen from the tool, and how far its points are from there, mm.
    fn middle(&self, patch: &Patch, times: [f64; 2]) -> (Vec3, f64) {
        let middle = self.seen(patch, times, (patch.middle(), 0.5));
        let reach = self.corners(patch, times).map(|x| (x - middle).norm()).fold(0.0, f64::max);
        (middle, reach)
    }

    /// Where a point of a cell is seen from the tool: plane coordinates, and a share of the time.
    fn seen(&self, patch: &Patch, [start, end]: [f64; 2], (y, share): ([f64; 2], f64)) -> Vec3 {
        patch.point(y) - self.from - self.travel * (start + share * (end - start))
    }

    /// How deep a point of a cell is, which may be the deepest.
    fn look(
        &mut self,
        patch: &Patch,
        times: [f64; 2],
        at: ([f64; 2], f64),
        known: Option<&SignedDistance>,
    ) -> SignedDistance {
        let told = self.mesh.depth_beside(&self.seen(patch, times, at), known);
        if self.best.is_none_or(|b| told.depth > b.lo) {
            let t = times[0] + at.1 * (times[1] - times[0]);
            let (lo, hi) = (told.depth, told.depth);
            self.best = Some(Deepest { lo, hi, point: patch.point(at.0), t });
        }
        told
    }

    /// Upper bound for a cell that is no deeper than `hi`, from linear functions above the
    /// distances to the faces that are nearest where all bounds so far are highest together.
    ///
    /// The distance to a face is convex: with any slope, what it exceeds it by at the corners of
    /// the cell it exceeds it by nowhere. Where faces on both sides of the tool are as near, each
    /// alone says more than there is in every cell on the ridge, and both together what there is.
    fn roof(
        &mut self,
        patch: &Patch,
        times: [f64; 2],
        mut hi: f64,
        middle: &SignedDistance,
    ) -> f64 {
        let [from, travel] =
            [self.from + self.travel * times[0], self.travel * (times[1] - times[0])];
        let corners: Vec<Vec3> = self.corners(patch, times).collect();
        let Some(first) = self.plane(&corners, middle) else { return hi };
        let mut roof = Roof::new(patch, patch.cut(&from, &travel, &first, None));
        let mut known = *middle;
        for _ in 0..CELL_CUTS {
            let Ok(peak) = roof.peak() else { break };
            hi = hi.min(peak.bound + FLOAT_MM);
            if hi <= self.level() {
                break;
            }
            let top = (peak.y, peak.t.clamp(0.0, 1.0));
            known = self.look(patch, times, top, Some(&known));
            let Some(plane) = self.plane(&corners, &known) else { break };
            let at = known.at;
            let left = hi - self.level().max(known.depth);
            if left <= 0.0 || plane.offset - plane.normal.dot(&at) > hi - LEAST_CUT * left {
                break;
            }
            roof.add(patch.cut(&from, &travel, &plane, None));
        }
        hi
    }

    /// A plane above the depth at the `corners` and all between them, from what is nearest to a
    /// point.
    fn plane(&self, corners: &[Vec3], told: &SignedDistance) -> Option<Depth> {
        let near = closest_on_triangle(&told.at, &told.facet);
        let normal = (near - told.at).try_normalize(NO_DIRECTION_MM)?;
        let out = normal * told.depth.signum();
        if let Some(offset) = self.supported(corners, &out, out.dot(&near)) {
            return Some(Depth { depth: offset - out.dot(&told.at), offset, normal: out });
        }
        if told.depth < 0.0 {
            // No point of the tool is beyond the plane that supports it on this side.
            let offset = self.mesh.support(&out);
            let depth = offset - out.dot(&told.at);
            if depth < 0.0 {
                return Some(Depth { depth, offset, normal: out });
            }
        }
        let face = self.mesh.face(told);
        let above = |x: &Vec3| face.away(x) + normal.dot(x);
        let offset = corners.iter().map(above).fold(f64::NEG_INFINITY, f64::max);
        Some(Depth { depth: told.depth, offset, normal })
    }

    /// How far along `normal` the tool goes at most about a cell, if not beyond a face at `level`.
    ///
    /// A point of the cell inside the tool leaves it on its way up to there: it is no deeper than
    /// that way is long. So it is enough that nothing of the tool is beyond around the cell and
    /// those ways, once a point inside is known.
    fn supported(&self, corners: &[Vec3], normal: &Vec3, level: f64) -> Option<f64> {
        let most = level + FLAT_FACE_MM;
        let all = self.mesh.support(normal);
        if all <= most {
            return Some(all);
        }
        // What is outside may be nearer to what is beside the window.
        self.best.filter(|best| best.lo >= 0.0)?;
        let up = corners.iter().map(|c| c + normal * (most - normal.dot(c)).max(0.0));
        let window = Aabb::around(corners.iter().copied().chain(up));
        self.mesh.beyond(&window, normal, &corners[0], [most - FLOAT_MM; 2])
    }

    /// Upper bound for a cell that meets no face and whose middle is outside: minus what it is away
    /// from every face, which says as much of a cell that goes along a face as of a point.
    fn beside(&self, patch: &Patch, times: [f64; 2], (middle, reach): (&Vec3, f64)) -> Option<f64> {
        let enough = -self.level();
        if enough <= 0.0 {
            return None;
        }
        let corners: Vec<Vec3> = self.corners(patch, times).collect();
        let mut away = enough;
        self.mesh.faces_about(middle, reach + enough, |face| {
            away = away.min(apart(&corners, middle, face, enough));
            away > 0.0
        });
        (away > 0.0).then_some(-away)
    }

    /// Upper bound for a cell from what is outside of the tool in it, or beside it where it has no
    /// space.
    ///
    /// A facet that only touches the tool is as deep as nothing; told from how far its cells are
    /// from the faces alone, it takes as many cells as gaps fit along the rim of the face that it
    /// touches. What is beside it by so little as no gap tells is no less deep by more than that.
    fn outside(&self, patch: &Patch, times: [f64; 2]) -> Option<f64> {
        let corners: Vec<Vec3> =
            patch.points().map(|p| p - self.from - self.travel * times[0]).collect();
        if self.travel != Vec3::zeros() {
            return self.outside_in(&corners, &(self.travel * (times[0] - times[1])));
        }
        if self.best.is_some_and(|best| best.lo > self.gap.mm) {
            return None;
        }
        let normal = patch.e1.cross(&patch.e2).try_normalize(0.0)?;
        let thick = patch.longest().norm();
        let one = |side: Vec3| {
            let beside: Vec3 = side * BESIDE_FACE_MM;
            let corners: Vec<Vec3> = corners.iter().map(|c| c + beside).collect();
            Some(self.outside_in(&corners, &(side * thick))? + BESIDE_FACE_MM + FLOAT_MM)
        };
        [normal, -normal].into_iter().filter_map(one).reduce(f64::min)
    }

    /// Upper bound of the depth in a prism whose middle is outside, from how little of the tool's
    /// surface is in it. A ball of radius s in the tool about a point p of the prism, and the
    /// prism's middle m outside the tool, put a face of the tool between them at a depth of at
    /// least s depth(m) / |p - m| in the prism, because that depth is concave.
    fn outside_in(&self, corners: &[Vec3], travel: &Vec3) -> Option<f64> {
        let prism = Polyhedron::prism(corners, travel)?;
        let (middle, depth) = prism.inscribed();
        if self.mesh.depth(&middle).0 >= 0.0 {
            return None;
        }
        let ends = corners.iter().flat_map(|c| [*c, c + travel]);
        let reach = ends.map(|x| (x - middle).norm()).fold(0.0, f64::max);
        let blunt = reach / depth;
        let limit = self.level().max(FLOAT_MM) / blunt;
        let found = self.mesh.reach_into(&Solid::Faceted(prism), 0.0, limit);
        found.is_finite().then_some(found * blunt)
    }

    fn corners<'p>(&self, patch: &'p Patch, times: [f64; 2]) -> impl Iterator<Item = Vec3> + 'p {
        let (from, travel) = (self.from, self.travel);
        patch.points().flat_map(move |p| times.map(|t| p - from - travel * t))
    }

    /// Cuts a patch along the edge of a face beyond which it reaches farthest: on this side of
    /// it the face bounds the depth, and beyond it its neighbour does.
    fn along_edge(&self, patch: &Patch, face: &[Vec3]) -> Option<[Patch; 2]> {
        let normal = (face[1] - face[0]).cross(&(face[2] - face[0]));
        let mut best: Option<(f64, Vec3, f64)> = None;
        for i in 0..face.len() {
            let (a, b) = (face[i], face[(i + 1) % face.len()]);
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
        let face = self.mesh.face(&cell.depth);
        let flee = |x: Vec3| x - face.nearest(&x);
        let worst = self
            .corners(&cell.patch, cell.times)
            .map(flee)
            .fold(Vec3::zeros(), |w, f| if f.norm_squared() > w.norm_squared() { f } else { w });
        if self.travel == Vec3::zeros()
            && let Some(halves) = self.along_edge(&cell.patch, face.corners())
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

#[cfg(test)]
mod tests;
