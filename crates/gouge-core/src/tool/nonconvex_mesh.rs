//! A tool given as a closed mesh that is not convex.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::Solid;
use super::extreme::Extreme;
use super::filled::Filled;
use super::flat::{Flat, Flats};
use super::grid;
use super::outline::around;
use super::slabs::slabs;
use crate::budget::MOST_FACES;
use crate::sweep::Patch;
use crate::tolerance::{BESIDE_FACE_MM, BODIES_APART_MM, FLAT_FACE_MM, FLOAT_MM};
use crate::tree::{Front, Hierarchy, KdopTree, Stats, nearest, visit, within};
use gouge_mesh::geom::{
    Aabb, Body, Hull, Outline, Swept, Triangle, Vec3, closest_on_triangle, unit_normal,
};
use gouge_mesh::mesh::{Enclosure, Mesh, Says, Shells, Side, connected};

/// How deep a point lies in the mesh.
#[derive(Clone, Copy, Debug)]
pub struct SignedDistance {
    /// The point, mm about the control point.
    pub at: Vec3,
    /// Distance to the nearest face, negative outside, mm.
    pub depth: f64,
    /// The nearest facet.
    pub facet: Triangle,
    /// The facet's number.
    number: u32,
}

/// A closed mesh about the control point, translated but never turned.
#[derive(Clone)]
pub struct NonconvexMesh {
    inner: Arc<Inner>,
    /// Where the mesh is deeper than its facets show: inside several bodies, or where it is to be
    /// enlarged.
    filled: Option<Arc<Filled>>,
    /// The mesh is to be enlarged.
    grows: bool,
}

struct Inner {
    mesh: Arc<Mesh>,
    tree: KdopTree<9>,
    flats: Flats,
    /// Convex bodies whose union is the mesh, and how far they overstate it, mm.
    slabs: Option<(Vec<Solid>, f64)>,
    inside: Enclosure<Arc<Mesh>>,
    farthest: Extreme,
    bounds: Aabb,
    hull: Hull,
    around: Outline,
    interior_balls: Vec<(Vec3, f64)>,
    in_one_piece: bool,
    eaves: f64,
}

impl NonconvexMesh {
    /// The tool of a mesh whose inside is known everywhere, or `None` when it encloses nothing.
    pub fn new(mesh: Mesh, shells: Shells) -> Option<Self> {
        let mesh = Arc::new(mesh);
        let tree = KdopTree::build(&mesh);
        let used = || mesh.triangles.iter().flatten().map(|&v| mesh.vertices[v as usize]);
        let radius = used().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max);
        let bounds = mesh.bounds();
        let hull = Hull { axis: [bounds.lo.z, bounds.hi.z], radius, round: false };
        let pieces = connected(&mesh);
        let in_one_piece = pieces.iter().all(|&piece| piece == 0);
        let eaves = if in_one_piece { eaves(&mesh, &shells) } else { None };
        let eaves = eaves.unwrap_or(bounds.lo.z);
        let slabs = slabs(&mesh, &shells, &pieces);
        let inside = Enclosure::new(mesh.clone(), shells);
        let corners: BTreeSet<u32> = mesh.triangles.iter().flatten().copied().collect();
        let corners = corners.into_iter().map(|v| mesh.vertices[v as usize]);
        let corners: Vec<Vec3> = corners.collect();
        let around = around(&corners);
        let farthest = Extreme::new(corners);
        let mut inner = Inner {
            mesh: mesh.clone(),
            flats: Flats::of(&mesh),
            slabs,
            tree,
            inside,
            farthest,
            bounds,
            hull,
            around,
            interior_balls: Vec::new(),
            in_one_piece,
            eaves,
        };
        inner.interior_balls = inner.deep_points(&pieces);
        let inner = (!inner.interior_balls.is_empty()).then(|| Arc::new(inner))?;
        let mut mesh = Self { inner, filled: None, grows: false };
        mesh.filled = Filled::inner(&mesh, &pieces).map(Arc::new);
        Some(mesh)
    }

    /// The same tool prepared for growth by `by`, mm: it then gives how deep facets are at most in
    /// the enlarged mesh, the growth not counted. In pockets that fill, that is more than their
    /// depth in the mesh.
    #[must_use]
    pub fn to_grow(&self, by: f64) -> Self {
        let filled = Filled::new(self, by).map(Arc::new);
        Self { inner: self.inner.clone(), filled, grows: by > 0.0 }
    }

    /// By how much more than the growth something may be deeper in the grown mesh where no pocket
    /// fills, mm: what counts as one face may be that uneven.
    pub(crate) fn uneven(&self) -> f64 {
        if self.grows { 2.0 * FLAT_FACE_MM } else { 0.0 }
    }

    /// Where the mesh is deeper than its facets show.
    pub(crate) fn filled(&self) -> Option<&Filled> {
        self.filled.as_deref()
    }

    /// Signed depth of `x` (mm, relative to the control point) and the face nearest to it.
    pub fn depth(&self, x: &Vec3) -> (f64, Triangle) {
        let SignedDistance { depth, facet, .. } = self.inner.depth(x);
        (depth, facet)
    }

    /// The same, found sooner if a point near it is known already.
    pub fn depth_beside(&self, x: &Vec3, known: Option<&SignedDistance>) -> SignedDistance {
        known.map_or_else(|| self.inner.depth(x), |known| self.inner.depth_beside(x, known))
    }

    /// The flat face nearest to a point.
    pub fn face(&self, told: &SignedDistance) -> &Flat {
        self.inner.flats.face(told.number)
    }

    /// The deepest that any of its faces reaches into a convex body about the control point,
    /// upper bound, mm; not distinguished below `floor`, and infinite as soon as it exceeds
    /// `limit`.
    pub fn reach_into(&self, body: &Solid, floor: f64, limit: f64) -> f64 {
        let still = Vec3::zeros();
        let swept = Swept { from: still, travel: still, body, grow: 0.0 };
        let Inner { tree, mesh, .. } = &*self.inner;
        let probe = tree.probe(&swept);
        let mut stats = Stats::default();
        let mut hi = floor;
        visit(tree, &probe, &mut Front::without(), floor, &mut stats, |face, floor| {
            let face = mesh.triangle(face as usize);
            if let Some(found) = crate::sweep::touch(body, &face, floor) {
                hi = hi.max(found);
            }
            if hi > limit { f64::INFINITY } else { floor }
        });
        if hi > limit { f64::INFINITY } else { hi }
    }

    /// A height along `normal` (unit) above which nothing of `window` lies in the tool, mm about
    /// the control point; `at` is a point of the window. `None` where none is found or it is above
    /// the higher of `wanted`, minus infinity where no face meets the window and it is outside.
    /// Heights up to the lower of `wanted` are not distinguished.
    ///
    /// What of the window is above all faces in it meets none, so that one point tells for all.
    pub fn beyond(&self, window: &Aabb, normal: &Vec3, at: &Vec3, wanted: [f64; 2]) -> Option<f64> {
        let Inner { tree, mesh, inside, .. } = &*self.inner;
        // Of a window without a thickness rounding would tell which faces go through it.
        let window = &window.grown(BESIDE_FACE_MM);
        let span = |c: &Vec3| normal.dot(c);
        let highest_of = |all: &[Vec3]| all.iter().map(span).fold(f64::NEG_INFINITY, f64::max);
        let top = highest_of(&window.corners());
        let mut level = f64::NEG_INFINITY;
        let mut count = 0;
        within(tree, mesh, window, &mut |face| {
            count += 1;
            let face = mesh.triangle(face as usize);
            let whole = highest_of(&face);
            if whole <= wanted[0].max(level) {
                level = level.max(whole);
            } else if let Some(patch) = Patch::whole(&face).clipped(window) {
                level = level.max(patch.heights(normal).1);
            }
            count <= MOST_FACES && level <= wanted[1]
        });
        if count > MOST_FACES || level > wanted[1] {
            return None;
        }
        level += FLOAT_MM;
        if level >= top {
            return None;
        }
        let over = if normal.dot(at) > level { *at } else { highest(window, normal) };
        (inside.side(&over) == Side::Outside).then_some(level)
    }

    /// Hands out the faces, in any order, some of them perhaps twice, that come within `reach` (mm)
    /// of a point, and others; ends as soon as `face` says `false`.
    pub fn faces_about(&self, x: &Vec3, reach: f64, face: impl FnMut(&Triangle) -> bool) {
        self.faces_in(&Aabb { lo: x.add_scalar(-reach), hi: x.add_scalar(reach) }, face);
    }

    /// The same of the faces that come into a box.
    pub(super) fn faces_in(&self, room: &Aabb, mut face: impl FnMut(&Triangle) -> bool) {
        let Inner { tree, mesh, .. } = &*self.inner;
        within(tree, mesh, room, &mut |i| face(&mesh.triangle(i as usize)));
    }

    /// The unit normal of a facet away from the material; zero where both sides are material or
    /// neither is.
    pub(super) fn outward(&self, facet: &Triangle) -> Vec3 {
        let normal = unit_normal(facet);
        let middle = (facet[0] + facet[1] + facet[2]) / 3.0;
        let aside = normal * (0.5 * BODIES_APART_MM);
        let holds = [middle + aside, middle - aside].map(|x| self.inner.holds(&x));
        match holds {
            [false, true] => normal,
            [true, false] => -normal,
            _ => Vec3::zeros(),
        }
    }

    /// Whether there is material on both sides of the middle of a part of a facet.
    pub(super) fn has_both_sides_in(&self, piece: &Triangle) -> bool {
        let middle = (piece[0] + piece[1] + piece[2]) / 3.0;
        let aside = unit_normal(piece) * (0.5 * BODIES_APART_MM);
        [middle - aside, middle + aside].iter().all(|x| self.inner.holds(x))
    }

    /// The facets as they were read.
    pub fn triangles(&self) -> Vec<Triangle> {
        self.inner.mesh.facets().collect()
    }

    /// A box around the mesh, mm about the control point.
    pub fn bounds(&self) -> Aabb {
        self.inner.bounds
    }

    /// Convex bodies whose union is the mesh, if it has such.
    pub fn slabs(&self) -> Option<&[Solid]> {
        self.inner.slabs.as_ref().map(|(slabs, _)| &slabs[..])
    }

    /// How far the slabs overstate the mesh, mm: a point that deep in one is in the mesh.
    pub fn excess(&self) -> f64 {
        self.inner.slabs.as_ref().map_or(0.0, |(_, more)| *more)
    }

    /// See [`super::Solid::eaves`].
    pub fn eaves(&self) -> f64 {
        self.inner.eaves
    }

    /// Whether the whole mesh is connected by edges.
    pub fn is_in_one_piece(&self) -> bool {
        self.inner.in_one_piece
    }

    /// An interior point of each connected piece, and its depth, mm.
    pub fn inscribed(&self) -> &[(Vec3, f64)] {
        &self.inner.interior_balls
    }
}

/// The eaves of a mesh in one piece, if its facets agree about its outside.
///
/// On a straight way up below the facets that look up all facets are met from the same side: the
/// winding number only moves away from zero, and what is in the material stays in it. So it is
/// where the mesh is inside out, of the facets that look down.
fn eaves(mesh: &Mesh, shells: &Shells) -> Option<f64> {
    let mut lowest = [f64::INFINITY; 2];
    for facet in 0..mesh.triangles.len() {
        let [a, b, c] = mesh.triangle(facet);
        let looks = (b - a).xy().perp(&(c - a).xy());
        match shells.says(facet) {
            Says::Winding if looks == 0.0 => {}
            Says::Winding => {
                let lowest = &mut lowest[usize::from(looks > 0.0)];
                *lowest = lowest.min(a.z).min(b.z).min(c.z);
            }
            Says::Parity(_) | Says::NoMaterial | Says::Loose | Says::Nothing => return None,
        }
    }
    Some(lowest[0].max(lowest[1])).filter(|eaves| eaves.is_finite())
}

/// The corner of a box that is highest along `normal`.
fn highest(window: &Aabb, normal: &Vec3) -> Vec3 {
    let end = |k: usize| if normal[k] > 0.0 { window.hi[k] } else { window.lo[k] };
    Vec3::new(end(0), end(1), end(2))
}

impl Inner {
    fn holds(&self, x: &Vec3) -> bool {
        self.inside.side(x) == Side::Inside
    }

    fn depth(&self, x: &Vec3) -> SignedDistance {
        let told = nearest(&self.tree, &self.mesh, *x, f64::INFINITY).unwrap_or((f64::INFINITY, 0));
        self.signed(x, told, self.holds(x))
    }

    /// No face is nearer than the nearest, so one that is near bounds the search; and a ball that
    /// meets no face lies on one side.
    fn depth_beside(&self, x: &Vec3, known: &SignedDistance) -> SignedDistance {
        let bound = (closest_on_triangle(x, &known.facet) - x).norm();
        let Some(told) = nearest(&self.tree, &self.mesh, *x, bound) else {
            return self.depth(x);
        };
        let same_side = (x - known.at).norm() + FLOAT_MM < known.depth.abs();
        let inside = if same_side { known.depth > 0.0 } else { self.holds(x) };
        self.signed(x, told, inside)
    }

    fn signed(&self, x: &Vec3, (distance, number): (f64, u32), inside: bool) -> SignedDistance {
        let depth = if inside { distance } else { -distance };
        SignedDistance { at: *x, depth, facet: self.mesh.triangle(number as usize), number }
    }

    /// The deepest of a grid of points about each piece, given that of each facet: enough to tell
    /// inside from outside, not the largest inscribed balls.
    fn deep_points(&self, pieces: &[usize]) -> Vec<(Vec3, f64)> {
        let mut boxes: BTreeMap<usize, Aabb> = BTreeMap::new();
        for (facet, &piece) in pieces.iter().enumerate() {
            let around = Aabb::around(self.mesh.triangle(facet));
            let bounds = boxes.entry(piece).or_insert(Aabb::EMPTY);
            *bounds = bounds.union(&around);
        }
        let deepest = |bounds: Aabb| grid::deepest(&bounds, |x| self.depth(x).depth);
        boxes.into_values().filter_map(deepest).collect()
    }
}

impl Body for NonconvexMesh {
    fn support(&self, u: &Vec3) -> f64 {
        self.inner.farthest.support(u)
    }

    fn hull(&self) -> Hull {
        self.inner.hull
    }

    fn around(&self) -> Option<&Outline> {
        Some(&self.inner.around)
    }
}

impl PartialEq for NonconvexMesh {
    fn eq(&self, other: &Self) -> bool {
        self.inner.mesh == other.inner.mesh
    }
}

impl fmt::Debug for NonconvexMesh {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "NonconvexMesh({} triangles)", self.inner.mesh.triangles.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouge_mesh::mesh::defects;
    use gouge_random::Random;

    /// A prism over a star with as many points.
    fn star(points: usize) -> NonconvexMesh {
        let corners = 2 * points;
        let rim = |k: usize, z: f64| {
            let (r, a) =
                (if k.is_multiple_of(2) { 5.0 } else { 2.0 }, std::f64::consts::PI * k as f64);
            let a = a / points as f64;
            Vec3::new(r * a.cos(), r * a.sin(), z)
        };
        let mut mesh = Mesh::default();
        mesh.vertices.extend((0..corners).map(|k| rim(k, 0.0)));
        mesh.vertices.extend((0..corners).map(|k| rim(k, 3.0)));
        mesh.vertices.extend([Vec3::zeros(), Vec3::new(0.0, 0.0, 3.0)]);
        let n = corners as u32;
        for k in 0..n {
            let (a, b) = (k, (k + 1) % n);
            mesh.triangles.extend([[a, b, b + n], [a, b + n, a + n]]);
            mesh.triangles.extend([[b, a, 2 * n], [a + n, b + n, 2 * n + 1]]);
        }
        let shells = defects::examine(&mesh).shells;
        NonconvexMesh::new(mesh, shells).unwrap()
    }

    #[test]
    fn what_is_known_beside_a_point_changes_nothing() {
        let random = &mut Random::new(7);
        let shell = star(5);
        for _ in 0..2_000 {
            let mut at = || Vec3::from([(); 3].map(|()| random.between(-6.0, 6.0)));
            let (x, other, by) = (at(), at(), at());
            for known in [other, x + by * 0.01, x] {
                let known = shell.depth_beside(&known, None);
                let told = shell.depth_beside(&x, Some(&known));
                assert_eq!((told.depth, told.facet), shell.depth(&x), "{x:?} beside {known:?}");
            }
        }
    }
}
