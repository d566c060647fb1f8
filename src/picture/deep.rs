//! How deep the corners of bodies lie in tools during gouging motions.
//!
//! Every depth is that of one pose on the programmed path, so it is a lower bound; for a convex
//! piece on a straight path it is the greatest there is.

use std::collections::HashMap;

use super::scene::Scene;
use crate::geom::{Aabb, Body as _, Vec3};
use crate::report::track::Track;
use crate::sweep::Stroke;
use crate::tool::Piece;

/// Times looked at along a motion of a tool that is no union of convex pieces.
const TIMES: usize = 8;

/// A cell of the grid that corners are sought in, as a share of the part's size.
const CELL_SHARE: f64 = 1.0 / 128.0;

/// A corner that lies in a tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Deep {
    /// How deep, mm.
    pub depth: f64,
    /// The gouge that reaches it, by its place among the findings.
    pub finding: usize,
}

/// For each body its corners that are deep in a tool during a gouging motion, the worst motions
/// first, until `most` poses are looked at.
pub(super) fn deep_corners(scene: &Scene, most: usize) -> Vec<HashMap<u32, Deep>> {
    let mut out = vec![HashMap::new(); scene.meshes.len()];
    let mut order: Vec<usize> = (0..scene.findings.len()).collect();
    let depth = |i: &usize| scene.findings.depth(*i)[0];
    order.sort_by(|a, b| depth(b).total_cmp(&depth(a)).then(a.cmp(b)));
    let size = scene.part_bounds().size().max().max(1e-6);
    let grids = Grids::new(scene, size * CELL_SHARE);
    let mut asked = 0;
    let mut tools = HashMap::new();
    for finding in order {
        let f = scene.findings.at(finding);
        let column = size * 4.0;
        let tool = tools.entry(f.tool).or_insert_with(|| scene.tool(f.tool, column));
        let (Some(tool), Some(track)) = (tool.as_ref(), scene.track(f.motion)) else { continue };
        let pieces: Vec<&Piece> =
            tool.components.iter().filter(|c| c.role == f.role).flat_map(|c| &c.pieces).collect();
        let reach = pieces.iter().map(|p| p.hull().radius).fold(0.0, f64::max);
        let low = pieces.iter().map(|p| p.hull().axis[0]).fold(f64::INFINITY, f64::min);
        let way = Aabb::around(track.points());
        let kept: &mut HashMap<u32, Deep> = &mut out[f.body as usize];
        for v in grids.near(f.body as usize, &way, reach) {
            let p = scene.meshes[f.body as usize].vertices[v as usize];
            // No corner lies deeper in a motion than all of it does.
            let enough = kept.get(&v).is_some_and(|d| d.depth >= f.tool_side[1]);
            if p.z < way.lo.z + low || enough {
                continue;
            }
            asked += TIMES + 1;
            if asked > most {
                return out;
            }
            let deepest = pieces.iter().map(|piece| along(piece, &track, &p)).fold(0.0, f64::max);
            if deepest > kept.get(&v).map_or(0.0, |d| d.depth) {
                kept.insert(v, Deep { depth: deepest, finding });
            }
        }
    }
    out
}

/// The depth of `x` in a piece at some pose of a track, next to the greatest there is, mm.
fn along(piece: &Piece, track: &Track, x: &Vec3) -> f64 {
    let at = |t: f64| piece.depth(&(x - track.at(t)));
    let Some(solids) = piece.solids() else {
        return (0..=TIMES).map(|k| at(k as f64 / TIMES as f64)).fold(f64::NEG_INFINITY, f64::max);
    };
    let points = track.points();
    let legs = (points.len() - 1) as f64;
    let mut best = f64::NEG_INFINITY;
    for (i, leg) in points.windows(2).enumerate() {
        for piece in solids {
            let stroke = Stroke { piece, from: leg[0], travel: leg[1] - leg[0], grow: 0.0 };
            best = best.max(at((i as f64 + stroke.pose(x).t) / legs));
        }
    }
    best
}

/// The corners of every body in columns.
struct Grids {
    cell: f64,
    corners: Vec<HashMap<[i64; 2], Vec<u32>>>,
}

impl Grids {
    fn new(scene: &Scene, cell: f64) -> Self {
        let mut grids = Self { cell, corners: Vec::new() };
        for mesh in scene.meshes {
            let mut grid: HashMap<[i64; 2], Vec<u32>> = HashMap::new();
            for (i, v) in mesh.vertices.iter().enumerate() {
                grid.entry(grids.column(v.x, v.y)).or_default().push(i as u32);
            }
            grids.corners.push(grid);
        }
        grids
    }

    fn column(&self, x: f64, y: f64) -> [i64; 2] {
        [(x / self.cell).floor() as i64, (y / self.cell).floor() as i64]
    }

    /// The corners of a body in the columns within `reach` of a box.
    fn near(&self, body: usize, way: &Aabb, reach: f64) -> impl Iterator<Item = u32> + '_ {
        let lo = self.column(way.lo.x - reach, way.lo.y - reach);
        let hi = self.column(way.hi.x + reach, way.hi.y + reach);
        let columns = (lo[0]..=hi[0]).flat_map(move |x| (lo[1]..=hi[1]).map(move |y| [x, y]));
        columns.filter_map(move |at| self.corners[body].get(&at)).flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tool::Spec;
    use gouge_random::Random;

    /// Beside poses so near each other that nothing between them is deeper by a micrometre.
    #[test]
    fn no_pose_of_a_straight_way_is_deeper() {
        let mut random = Random::new(15);
        let specs = ["ball:6", "flat:8", "bull:10,2"];
        for i in 0..300 {
            let spec: Spec = Spec::parse(specs[i % specs.len()], Path::new("")).unwrap();
            let tool = spec.build(30.0);
            let piece = &tool.components[0].pieces[0];
            let mut point = || {
                let [x, y, z] = [0; 3].map(|_| random.between(-6.0, 6.0));
                Vec3::new(x, y, z)
            };
            let track = Track::line(point(), point());
            let x = point();
            let found = along(piece, &track, &x);
            let poses = 4000;
            let brute = (0..=poses)
                .map(|k| piece.depth(&(x - track.at(f64::from(k) / f64::from(poses)))))
                .fold(f64::NEG_INFINITY, f64::max);
            assert!(found >= brute - 1e-6 && found <= brute + 0.01, "{i}: {found} {brute}");
        }
    }
}
