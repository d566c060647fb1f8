//! Gaps in the surface above the material.
//!
//! A vertical line from the sky first meets the surface of a solid from outside: at a facet that
//! looks up. Where a line leads out of more than it went into, a facet is missing over it, and
//! nothing shows how deep the material reaches there. Such places are bounded, seen from above, by
//! open edges. A skin that looks down everywhere may be a solid without all of its cover, or a skin
//! the wrong way round: where it falls away from an open edge, nothing shows which. A sheet that is
//! level there is a skin.

use super::Mesh;
use super::chains::Chains;
use super::columns::Columns;
use super::edges::Edges;
use super::inside::crossing;
use super::shells::{Says, Shells};
use crate::geom::{Aabb, Vec3};
use crate::tolerance::{BESIDE_EDGE_SHARE, GAP_TOP_MM};

/// Where along an open edge it is looked beside it.
const SHARES: [f64; 3] = [0.2, 0.5, 0.8];

/// A surface with more of them is looked at as one: each question goes through all.
const MOST_GAPS: usize = 64;

/// Boxes from below everything to the highest open edge about a gap, mm.
#[derive(Default)]
pub(super) struct Gaps(Vec<Aabb>);

impl Gaps {
    /// The boxes of all that open edges run around, if a look down beside one of them meets the
    /// back of the surface first; below the edge, where the surface is a skin that `looks_down`
    /// everywhere. Of a surface none of whose facets looks down there are none: the caller sees to
    /// that.
    pub fn of(mesh: &Mesh, shells: &Shells, columns: &Columns, looks_down: bool) -> Self {
        let loose = |i: usize| shells.says(i) == Says::Loose;
        let open = Edges::among(mesh, loose).ends(|uses| uses.len() % 2 == 1);
        let bare = |ends: &[u32; 2]| {
            let [a, b] = ends.map(|v| mesh.vertices[v as usize]);
            let along = b - a;
            let aside = Vec3::new(-along.y, along.x, 0.0) * BESIDE_EDGE_SHARE;
            let looked = |share: f64| {
                let at = a + along * share;
                let level = if looks_down { at.z - GAP_TOP_MM } else { f64::INFINITY };
                let below = |x: &Vec3| bare_at(mesh, shells, columns, x).is_some_and(|z| z < level);
                [at + aside, at - aside].iter().any(below)
            };
            aside != Vec3::zeros() && SHARES.into_iter().any(looked)
        };
        if open.iter().any(bare) { Self(around(mesh, &open)) } else { Self::default() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Above this height, mm, a point is in none of them, wherever it is lower; none where it is in
    /// none.
    pub fn above(&self, point: &Vec3) -> Option<f64> {
        let at = Aabb { lo: *point, hi: *point };
        let own = self.0.iter().filter(|gap| gap.meets(&at)).map(|gap| gap.hi.z);
        own.reduce(f64::max)
    }

    /// Whether a box reaches into one of them.
    pub fn meet(&self, room: &Aabb) -> bool {
        self.0.iter().any(|gap| gap.meets(room))
    }
}

/// How high the first facet of pieces with open edges is, on the way down from the sky to the place
/// of a point, that leads out of more than was gone into, mm. Closed pieces may stand over it, or
/// in it: each body is judged by itself.
pub(super) fn bare_at(mesh: &Mesh, shells: &Shells, columns: &Columns, at: &Vec3) -> Option<f64> {
    let below = Vec3::new(at.x, at.y, f64::NEG_INFINITY);
    let height = |facet: u32| {
        let [a, b, c] = mesh.triangle(facet as usize);
        let normal = (b - a).cross(&(c - a));
        a.z - (normal.x * (at.x - a.x) + normal.y * (at.y - a.y)) / normal.z
    };
    let loose = columns.at(at.x, at.y).filter(|f| shells.says(*f as usize) == Says::Loose);
    let crossed = loose.filter_map(|facet| {
        let turn = crossing(&mesh.triangle(facet as usize), &below);
        (turn != 0).then(|| (height(facet), turn))
    });
    let mut crossed: Vec<(f64, i32)> = crossed.collect();
    crossed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut within = 0;
    let leads_out = crossed.into_iter().find(|(_, turn)| {
        within += turn;
        within < 0
    });
    leads_out.map(|(height, _)| height)
}

/// A box around each group of connected edges, down to below everything.
fn around(mesh: &Mesh, edges: &[[u32; 2]]) -> Vec<Aabb> {
    let mut boxes = Chains::of(mesh, edges).boxes(mesh);
    if boxes.len() > MOST_GAPS {
        boxes = vec![boxes.iter().fold(Aabb::EMPTY, |all, b| all.union(b))];
    }
    for gap in &mut boxes {
        gap.lo.z = f64::NEG_INFINITY;
        gap.hi.z -= GAP_TOP_MM;
    }
    boxes
}
